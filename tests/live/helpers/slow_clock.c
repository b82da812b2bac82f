// SPDX-License-Identifier: BSD-2-Clause
/*
 * slow_clock.c - preloaded, it lets CLOCK_MONOTONIC run at half of its speed for all threads but the first: for the one that tells another host what
 * time it is.
 */
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static int64_t ns_of(const struct timespec *t)
{
	return t->tv_sec * 1000000000ll + t->tv_nsec;
}

int clock_gettime(clockid_t clock, struct timespec *t)
{
	static int64_t began;
	int64_t ns;
	int err = (int)syscall(SYS_clock_gettime, clock, t);

	if (err || clock != CLOCK_MONOTONIC || syscall(SYS_gettid) == getpid())
		return err;
	ns = ns_of(t);
	if (!began)
		began = ns;
	ns = began + (ns - began) / 2;
	t->tv_sec = ns / 1000000000;
	t->tv_nsec = ns % 1000000000;
	return 0;
}

/* All helpers are built as programs, too. */
int main(void)
{
	return 0;
}
