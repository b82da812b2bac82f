// SPDX-License-Identifier: BSD-2-Clause
/*
 * hasty [forever] - passes strings that are gone right after the call, or while it is in progress; ends at once. What is
 * printed of the same memory says which calls there are.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
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

int main(int argc, char **argv)
{
	(void)argv;
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
