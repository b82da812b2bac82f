// SPDX-License-Identifier: BSD-2-Clause
/*
 * owned - makes known numbers of getppid() as several users and in several control groups: owned N GROUP GROUP, directories.
 *
 * Before and after it moves, in a child that sets its user, in a thread that does, in a process that another one moves, and in a child that is
 * created in a group.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "must.h"

static long n;

static void calls(long times)
{
	for (long i = 0; i < times; i++)
		syscall(SYS_getppid);
}

static void move(const char *group, pid_t pid)
{
	char path[4096];
	FILE *f;

	snprintf(path, sizeof(path), "%s/cgroup.procs", group);
	f = fopen(path, "w");
	must(f && fprintf(f, "%d\n", pid) > 0 && !fclose(f), path);
}

static void await(pid_t child)
{
	int status;

	must(waitpid(child, &status, 0) == child && !status, "a child");
}

/* The C library would change the user of all threads. */
static void set_user(uid_t uid)
{
	must(!syscall(SYS_setresuid, uid, uid, uid), "setresuid");
}

static void *of_other_user(void *arg)
{
	(void)arg;
	calls(n);
	set_user(4201);
	calls(2 * n);
	return NULL;
}

static void with_thread(void)
{
	pthread_t thread;

	must(!pthread_create(&thread, NULL, of_other_user, NULL), "pthread_create");
	pthread_join(thread, NULL);
	calls(n);
}

static void with_user(void)
{
	pid_t child = fork();

	must(child >= 0, "fork");
	if (child) {
		await(child);
		return;
	}
	calls(n);
	must(!setuid(4202), "setuid");
	calls(3 * n);
	_exit(0);
}

/* The child waits for its parent, which moves it and all its threads. */
static void moved_by_other(const char *group)
{
	int begin[2], moved[2];
	char byte = 0;
	pid_t child;

	must(!pipe(begin) && !pipe(moved), "pipe");
	child = fork();
	must(child >= 0, "fork");
	if (!child) {
		calls(n);
		must(write(begin[1], &byte, 1) == 1 && read(moved[0], &byte, 1) == 1, "a pipe");
		calls(4 * n);
		_exit(0);
	}
	must(read(begin[0], &byte, 1) == 1, "a pipe");
	move(group, child);
	must(write(moved[1], &byte, 1) == 1, "a pipe");
	await(child);
}

/* Before Linux 5.7 it is not possible. */
static void created_in(const char *group)
{
	struct clone_args args = { .flags = CLONE_INTO_CGROUP, .exit_signal = SIGCHLD };
	int fd = open(group, O_PATH | O_DIRECTORY);
	long child;

	args.cgroup = (uint64_t)fd;
	child = syscall(SYS_clone3, &args, sizeof(args));
	must(child >= 0, "clone3");
	if (!child) {
		calls(5 * n);
		_exit(0);
	}
	close(fd);
	await((pid_t)child);
}

int main(int argc, char **argv)
{
	must(argc == 4, "arguments");
	n = atol(argv[1]);
	calls(n);
	move(argv[2], getpid());
	calls(n);
	with_thread();
	with_user();
	moved_by_other(argv[3]);
	created_in(argv[3]);
	move(argv[3], getpid());
	calls(6 * n);
	return 0;
}
