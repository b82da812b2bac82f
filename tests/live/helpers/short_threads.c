// SPDX-License-Identifier: BSD-2-Clause
/* short_threads N - N threads one after another, each named by its number modulo 10, which call getppid, getuid, getgid, geteuid and getegid. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static void *work(void *name)
{
	prctl(PR_SET_NAME, name);
	syscall(SYS_getppid);
	syscall(SYS_getuid);
	syscall(SYS_getgid);
	syscall(SYS_geteuid);
	syscall(SYS_getegid);
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_attr_t attr;
	char names[10][16];
	pthread_t thread;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 65536);
	for (int i = 0; i < 10; i++)
		snprintf(names[i], sizeof(names[i]), "short%d", i);
	for (int i = 0, n = argc > 1 ? atoi(argv[1]) : 0; i < n; i++)
		if (pthread_create(&thread, &attr, work, names[i % 10]) || pthread_join(thread, NULL))
			return 1;
	return 0;
}
