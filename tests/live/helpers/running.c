// SPDX-License-Identifier: BSD-2-Clause
/*
 * running - a program that runs before it is traced, for inject_running.sh: says what its calls returned.
 *
 * Makes chdir("waits") until the file `go` exists, then rounds of calls: by this thread, by another one, by a child, and by 32-bit calls.
 * After that it waits likewise, by chdir("left"), for the file `again`; then comes another round of this thread.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "must.h"

#define CALLS 6

static __thread volatile sig_atomic_t signals;
static long group, session;	/* before anything was injected */

static void on_signal(int sig)
{
	(void)sig;
	signals++;
}

static void await(const char *file, const char *dir)
{
	while (access(file, F_OK)) {
		syscall(SYS_chdir, dir);
		usleep(10000);
	}
}

static const char *outcome(long ret, int err, long real)
{
	static __thread char text[32];

	if (ret >= 0 && ret == real)
		return "real";
	if (ret == 0)
		return "0";
	if (ret < 0)
		return strerrorname_np(err);
	snprintf(text, sizeof(text), "%#lx", ret);
	return text;
}

static void calls_of(const char *who)
{
	long results[CALLS], sid, parent;
	int errors[CALLS], dir, err;
	char name[16];		/* resident, as literals of a child are not */

	signals = 0;
	snprintf(name, sizeof(name), "%s", who);
	for (int i = 0; i < CALLS; i++) {
		results[i] = syscall(SYS_getpgid, 0);
		errors[i] = errno;
	}
	sid = syscall(SYS_getsid, 0);
	dir = (int)syscall(SYS_mkdirat, AT_FDCWD, name, 0755);
	err = errno;
	parent = syscall(SYS_getppid);
	printf("%s:", who);
	for (int i = 0; i < CALLS; i++)
		printf(" %s", outcome(results[i], errors[i], group));
	printf(", %s", outcome(sid, 0, session));
	printf(", %s, signals %d%s\n", dir ? strerrorname_np(err) : "made", signals, parent < 0 ? ", orphan" : "");
	fflush(stdout);
}

static void *thread(void *unused)
{
	calls_of("thread");
	return unused;
}

#ifdef __x86_64__
#define I386_GETPGID 132

static void calls_of_i386(void)
{
	printf("i386:");
	for (int i = 0; i < 3; i++) {
		int ret;

		__asm__ volatile("int $0x80" : "=a"(ret) : "a"(I386_GETPGID), "b"(0) : "memory", "r8", "r9", "r10", "r11");
		printf(" %s", outcome(ret < 0 ? -1 : ret, -ret, group));
	}
	puts("");
	fflush(stdout);
}
#endif

int main(int argc, char **argv)
{
	pthread_t t;
	pid_t pid;

	group = getpgrp();
	session = getsid(0);
	signal(SIGUSR1, on_signal);
	await("go", "waits");
	calls_of("main");
	must(!pthread_create(&t, NULL, thread, NULL), "pthread_create");
	pthread_join(t, NULL);
	pid = fork();
	if (!pid) {
		calls_of("child");
		_exit(0);
	}
	must(waitpid(pid, NULL, 0) == pid, "waitpid");
#ifdef __x86_64__
	if (argc > 1 && !strcmp(argv[1], "i386"))
		calls_of_i386();
#else
	(void)argc, (void)argv;
#endif
	await("again", "left");
	calls_of("after");
	return failed;
}
