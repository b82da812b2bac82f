// SPDX-License-Identifier: BSD-2-Clause
// options: -e openat,close,write,lseek,read,exit
// threads
// cc: -pthread
#define THREADS
/* Threads: attribution of calls, changed names, shared descriptors, a long call. */
#include "live.h"

#include <pthread.h>

static int fd, fds[2];
static pid_t ids[3];
static char name[3][16];

static void *work(void *arg)
{
	int n = (int)(long)arg;
	char path[16];

	ids[n] = tid();
	snprintf(name[n], sizeof(name[n]), "worker %d", n);
	pthread_setname_np(pthread_self(), name[n]);
	snprintf(path, sizeof(path), "file%d", n);
	fd = syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CREAT, 0600);
	return NULL;
}

static void *wait_long(void *arg)
{
	char c;

	ids[0] = tid();
	pthread_setname_np(pthread_self(), "waiter");
	(void)arg;
	return (void *)syscall(SYS_read, fds[0], &c, 1);
}

int main(void)
{
	pthread_t t;
	struct stat st;

	if (pipe(fds) || fstat(fds[0], &st))
		return 1;
	begin();
	for (int i = 0; i < 3; i++) {
		char *path = (char *)text("file%d", i);

		pthread_create(&t, NULL, work, (void *)(long)i);
		pthread_join(t, NULL);
		wait_gone(ids[i]);
		expect_of(name[i], ids[i], "openat(dfd: CWD, filename: \"%s\", flags: RDWR|CREAT, mode: 0600) = %s", path, result_fd(fd, path));
		expect_of(name[i], ids[i], "exit(error_code: 0) = ?");
		expect_of(name[i], ids[i], "+++ exited with 0 +++");
		expect("lseek(fd: %s, offset: 0, whence: CUR) = %ld", result_fd(fd, path), syscall(SYS_lseek, fd, 0L, SEEK_CUR));
		expect("close(fd: %s) = %ld", result_fd(fd, path), syscall(SYS_close, fd));
	}
	pthread_create(&t, NULL, wait_long, NULL);
	sleep(5);
	expect("write(fd: %d<pipe:[%lu]>, buf: \"!\", count: 1) = %ld", fds[1], (unsigned long)st.st_ino, syscall(SYS_write, fds[1], "!", 1));
	pthread_join(t, NULL);
	wait_gone(ids[0]);
	expect_of("waiter", ids[0], "read(fd: %d<pipe:[%lu]> <unfinished ...>", fds[0], (unsigned long)st.st_ino);
	expect_of("waiter", ids[0], "<... read resumed> buf: \"!\", count: 1) = 1");
	expect_of("waiter", ids[0], "exit(error_code: 0) = ?");
	expect_of("waiter", ids[0], "+++ exited with 0 +++");
	end();
	return 0;
}
