// SPDX-License-Identifier: BSD-2-Clause
/* run_clock.c - the present of each CPU is read once for threads that are asked for one after the other. */
#include "run_clock.h"

#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/clock.h"
#include "lib/small_file.h"

#define KEPT_NS 20000000	/* how long the present of a CPU is kept: its clock may stand still meanwhile, as that of CLOCK_MONOTONIC does not */

struct present {
	double ms;		/* of the CPU's clock; 0: not known */
	uint64_t at;		/* the time of CLOCK_MONOTONIC */
};

/* When a thread ran last, ms; 0: the kernel does not say. */
static double ran_last(const char *file)
{
	char text[4096];
	const char *p = small_file__read(text, sizeof(text), "%s", file) > 0 ? strstr(text, "se.exec_start") : NULL;

	p = p ? strchr(p, ':') : NULL;
	return p ? strtod(p + 1, NULL) : 0;
}

/* The time at which this thread ran last is the present after it was put on the CPU, or has yielded. */
static double read_there(int cpu)
{
	cpu_set_t before, there;
	double ms = 0;

	CPU_ZERO(&there);
	CPU_SET(cpu, &there);
	if (sched_getaffinity(0, sizeof(before), &before) || sched_setaffinity(0, sizeof(there), &there))
		return 0;
	sched_yield();
	if (sched_getcpu() == cpu)
		ms = ran_last("/proc/thread-self/sched");
	sched_setaffinity(0, sizeof(before), &before);
	return ms;
}

/* ms; 0: not known */
static double present_of(int cpu)
{
	static struct present kept[CPU_SETSIZE];
	struct present *p = &kept[cpu];
	uint64_t now = clock__ns(CLOCK_MONOTONIC);

	if (!p->at || now - p->at > KEPT_NS) {
		p->ms = read_there(cpu);
		now = p->at = clock__ns(CLOCK_MONOTONIC);
	}
	return p->ms > 0 ? p->ms + (double)(now - p->at) / 1e6 : 0;
}

uint64_t run_clock__idle(pid_t tgid, pid_t tid, int cpu)
{
	double then, now;
	char file[64];

	if (cpu < 0 || cpu >= CPU_SETSIZE)
		return 0;
	snprintf(file, sizeof(file), "/proc/%d/task/%d/sched", tgid, tid);
	then = ran_last(file);
	now = then > 0 ? present_of(cpu) : 0;
	return now > then ? (uint64_t)((now - then) * 1e6) : 0;
}
