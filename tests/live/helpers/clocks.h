/* SPDX-License-Identifier: BSD-2-Clause */
/* clocks.h - what a thread measures of itself, in microseconds. */
#pragma once

#include <stdio.h>
#include <time.h>

static inline long clock_us(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* How long the thread was runnable but on no CPU. -1: the kernel does not tell. */
static inline long queued_us(void)
{
	unsigned long long ran = 0, queued = 0;
	FILE *f = fopen("/proc/thread-self/schedstat", "r");
	int n = f ? fscanf(f, "%llu %llu", &ran, &queued) : 0;

	if (f)
		fclose(f);
	return n == 2 && ran ? (long)(queued / 1000) : -1;
}
