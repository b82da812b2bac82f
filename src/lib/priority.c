// SPDX-License-Identifier: BSD-2-Clause
/*
 * priority.c - real-time needs CAP_SYS_NICE, and a control group of version 1 with a budget for it (cpu.rt_runtime_us). A thread's
 * threads inherit it: one that began with less would wait for the programs that it is to preempt.
 */
#include "priority.h"

#include <sched.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

const char *priority__raise(void)
{
	struct sched_param p = { .sched_priority = 1 };

	if (!sched_setscheduler(0, SCHED_RR, &p))
		return "real-time priority";
	if (!setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), -20))
		return "nice -20";
	return "no higher priority";
}
