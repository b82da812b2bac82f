/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * syscall_tracepoints.h - events of single calls, such as syscalls:sys_enter_openat, which have the call's strings from Linux 6.19 on;
 * their format files show that.
 *
 * They come in addition to raw_syscalls' events. Without them, strings are read late, like other memory.
 */
#pragma once

#include "perf_open.h"
#include "sources/vm/vm_capture.h"

struct named_call {
	uint16_t nr;
	uint8_t args;		/* bit n: the event has the text of argument n */
};

struct syscall_tracepoints {
	const char *without;	/* why there are none; NULL: there are some, or none is needed */
	struct named_call *calls;
	unsigned n;
};

/* Adds kinds for the calls that the options need; before anything is opened. 0 or -ENOMEM. */
int syscall_tracepoints__find(struct syscall_tracepoints *n, struct perf_open *events, const struct options *o);
/* To be called when the events are open: tells vm_capture.h which strings to expect, and reports with -v. */
void syscall_tracepoints__begin(const struct syscall_tracepoints *n, const struct perf_open *events, struct vm_capture *late);
void syscall_tracepoints__free(struct syscall_tracepoints *n);
/* Do this kernel's events have strings? 1, 0, or -errno: the format files cannot be read. */
int syscall_tracepoints__probe(void);
