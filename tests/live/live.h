/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * live.h - for tests that make calls and print the lines they expect of `trace`.
 *
 *	// options: -e openat,close
 *	#include "live.h"
 *
 *	int main(void)
 *	{
 *		int fd;
 *
 *		begin();
 *		fd = syscall(SYS_openat, AT_FDCWD, "/dev/null", O_RDONLY);
 *		expect("openat(dfd: CWD, filename: \"/dev/null\", flags: RDONLY) = %s", result_fd(fd, "/dev/null"));
 *		end();
 *	}
 *
 * Between begin() and end() the trace must have exactly the expected lines, in this order. The runner removes the time column and
 * the blanks before the result; `@@` in an expected line matches anything. Calls are made by syscall(), so that it is certain
 * which one is made. Comments at the top of the file are for the runner:
 *
 *	// options: OPTIONS	of trace; --no-duration is always given
 *	// cc: OPTIONS		of the compiler
 *	// abis: native i386 arm	builds and runs it for each that the machine has; a foreign one's calls have its name before
 *				them: ABI says which
 *	// threads		lines are compared thread by thread; with THREADS defined, expect() names the caller
 *	// status: N		exit status of trace, if not 0
 *	// needs: WORD...	of the machine; elsewhere the test is skipped (tests/live/needs)
 *
 * Exit status 77 skips the test, the last line on standard error says why.
 */
#pragma once

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(__i386__) && !defined(NO_ABI_NAME)
#define ABI "i386:"
#elif defined(__arm__) && !defined(NO_ABI_NAME)
#define ABI "arm:"
#else
#define ABI ""
#endif

static char cwd[4096];		/* working directory at begin() */
static char expected[1 << 20];

static inline void begin(void)
{
	setvbuf(stdout, expected, _IOFBF, sizeof(expected));	/* not written before the end */
	if (!getcwd(cwd, sizeof(cwd)))
		exit(1);
	syscall(SYS_sched_get_priority_max, 0);
}

static inline void end(void)
{
	syscall(SYS_sched_get_priority_min, 0);
}

static inline pid_t tid(void)
{
	return syscall(SYS_gettid);
}

/* Waits until thread `id` has disappeared, which is after it can be joined and after its last lines. */
static inline void wait_gone(pid_t id)
{
	while (!syscall(SYS_tgkill, getpid(), id, 0))
		usleep(1000);
}

static inline void vexpect(const char *fmt, va_list ap)
{
	vprintf(fmt, ap);
	putchar('\n');
}

/* A line, of this thread. */
__attribute__((format(printf, 1, 2))) static inline void expect(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
#ifdef THREADS
	printf("%s/%d ", program_invocation_short_name, tid());
#endif
	vexpect(fmt, ap);
	va_end(ap);
}

/* A line of another thread. */
__attribute__((format(printf, 3, 4))) static inline void expect_of(const char *comm, pid_t id, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	printf("%s/%d ", comm, id);
	vexpect(fmt, ap);
	va_end(ap);
}

/* Formats text into one of several buffers, used in turn. */
__attribute__((format(printf, 1, 2))) static inline const char *text(const char *fmt, ...)
{
	static char bufs[16][8192];
	static unsigned turn;
	char *p = bufs[turn++ % 16];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(p, sizeof(bufs[0]), fmt, ap);
	va_end(ap);
	return p;
}

/* A descriptor's name in /proc. */
static inline const char *link_of(int fd)
{
	static char buf[4096];
	ssize_t n = readlink(text("/proc/self/fd/%d", fd), buf, sizeof(buf) - 1);

	buf[n < 0 ? 0 : n] = 0;
	return buf;
}

static inline const char *result_fd(int fd, const char *path)
{
	return text(path[0] == '/' ? "%d<%s>" : "%d<%s/%s>", fd, path[0] == '/' ? path : cwd, path);
}

/* "-1 ENOENT (No such file or directory)", by the last call's errno */
static inline const char *error(void)
{
	return text("-1 %s (%s)", strerrorname_np(errno), strerror(errno));
}

/* The result of a call that returned `ret`. */
static inline const char *result(long ret)
{
	return ret == -1 ? error() : text("%ld", ret);
}

__attribute__((format(printf, 1, 2), noreturn)) static inline void skip(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vfprintf(stderr, fmt, ap);
	fputc('\n', stderr);
	_exit(77);
}

/* An unmapped address: memory at it is shown as unread. */
#define BAD ((void *)8)
/* A mapped page that cannot be read. */
static inline void *unreadable(void)
{
	return mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}
