// SPDX-License-Identifier: BSD-2-Clause
/* spins - runs on one CPU with its child, which ends while this thread makes no calls. Prints the address of the function in which it then is. */
#define _GNU_SOURCE
#include <sched.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "must.h"

static volatile int *spinning;

/* Reads no clock: that may be a call. */
__attribute__((noinline)) static void spin(void)
{
	*spinning = 1;
	for (volatile unsigned long i = 0; i < 200000000; i++)
		;
}

static void child(void)
{
	while (!*spinning)
		usleep(1000);
	_exit(0);
}

int main(void)
{
	cpu_set_t one;
	int status;
	pid_t pid;

	spinning = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	must(spinning != MAP_FAILED, "mmap");
	CPU_ZERO(&one);
	CPU_SET(sched_getcpu(), &one);
	must(!sched_setaffinity(0, sizeof(one), &one), "sched_setaffinity");
	pid = fork();
	if (!pid)
		child();
	spin();
	must(wait(&status) == pid, "wait");
	printf("%p\n", (void *)spin);
	return failed;
}
