// SPDX-License-Identifier: BSD-2-Clause
/*
 * hasty [forever [N]] - passes strings that are overwritten right after the call, and exits at once; or repeats this until a file
 * `stop` exists, with N idle threads.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static char path[256];
static char utf8[] = "/nowhere/\xc3\x9f\x01.txt";

static void once(void)
{
	struct stat st;

	strcpy(path, "/nowhere/opened");
	syscall(SYS_openat, AT_FDCWD, path, O_RDONLY);
	strcpy(path, "/nowhere/looked-at");
	syscall(SYS_newfstatat, AT_FDCWD, path, &st, 0);
	memset(path, 'x', 100);
	memcpy(path, "/nowhere/long-", 14);
	path[100] = '\0';
	syscall(SYS_openat, AT_FDCWD, path, O_RDONLY);
	memset(path, '!', sizeof(path));
}

static void *idle(void *arg)
{
	pause();
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t thread;

	for (int n = argc > 2 ? atoi(argv[2]) : 0; n > 0; n--)
		pthread_create(&thread, NULL, idle, NULL);
	do {
		once();
		syscall(SYS_openat, AT_FDCWD, utf8, O_RDONLY);
		syscall(SYS_openat, AT_FDCWD, (char *)16, O_RDONLY);
		syscall(SYS_openat, AT_FDCWD, "", O_RDONLY);
		if (argc > 1)
			usleep(20000);
	} while (argc > 1 && access("stop", F_OK));
	syscall(SYS_execve, "/nowhere/program", argv, NULL);
	memset(path, 'b', 200);
	write(open("/dev/null", O_WRONLY), path, 200);
	memset(path, '!', sizeof(path));
	strcpy(path, "/nowhere/removed");
	unlink(path);
	_exit(0);
}
