/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * run_clock.h - since when threads do not run, by /proc/PID/task/TID/sched.
 *
 * The kernel notes when a thread ran last by a clock of the thread's CPU, which leaves out the time that interrupts and, in virtual machines,
 * the host have taken: clocks of two CPUs may differ by seconds. So the present is read on that CPU, where this thread goes for a moment.
 */
#pragma once

#include <stdint.h>
#include <sys/types.h>

/* ns; 0: not known, or this thread may not run on that CPU. cpu: the one on which it ran last */
uint64_t run_clock__idle(pid_t tgid, pid_t tid, int cpu);
