/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * process_state.h - why a process may be in no call: it has ended, is stopped, runs, or is a thread of the kernel; which thread has its files.
 * From /proc.
 */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

#include "awaited.h"

#define PF_KTHREAD 0x00200000u	/* linux/sched.h of the kernel: not in its UAPI, but the same since Linux 2.6.27 */

struct process_state {
	bool ended;		/* all of its threads have, and its parent has not taken its status */
	bool is_kernel;
	pid_t parent;
	pid_t tracer;		/* 0: none */
	unsigned threads;	/* that have not ended, */
	unsigned running;	/* … that run or wait for a CPU, */
	unsigned stopped, traced;	/* … that a signal, or the tracer, has stopped */
};

/* false: there is no such process. */
bool process_state__read(struct process_state *s, pid_t pid);
/*
 * The thread whose directory in /proc has the process's descriptors, directories, mappings and memory: its first one, unless that has ended
 * and another has not.
 */
pid_t process_state__thread(pid_t tgid);
/* Those that have not been waited for yet. */
void process_state__children(struct awaited *a, pid_t tgid);
