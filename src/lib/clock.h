/* SPDX-License-Identifier: BSD-2-Clause */
/* clock.h - reads the kernel's clocks. */
#pragma once

#include <stdint.h>
#include <time.h>

/* ns; 0 where the kernel has no such clock. */
static inline uint64_t clock__ns(clockid_t clock)
{
	struct timespec t = { 0 };

	clock_gettime(clock, &t);
	return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}
