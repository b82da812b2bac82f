// SPDX-License-Identifier: BSD-2-Clause
/* vm_ipc.c - how many semaphores a set has, if a thread's IPC namespace is our own. */
#include "vm_ipc.h"

#include <stdbool.h>
#include <stdio.h>
#include <sys/ipc.h>
#include <sys/sem.h>
#include <sys/stat.h>

static bool shares_namespace(uint32_t tid)
{
	struct stat own, its;
	char path[48];

	snprintf(path, sizeof(path), "/proc/%u/ns/ipc", tid);
	return !stat("/proc/self/ns/ipc", &own) && !stat(path, &its) && own.st_dev == its.st_dev && own.st_ino == its.st_ino;
}

uint64_t vm_ipc__semaphores(uint32_t tid, int id)
{
	struct semid_ds set = { .sem_nsems = 0 };
	union { int val; struct semid_ds *buf; } arg = { .buf = &set };

	return shares_namespace(tid) && !semctl(id, 0, IPC_STAT, arg) ? set.sem_nsems : 0;
}
