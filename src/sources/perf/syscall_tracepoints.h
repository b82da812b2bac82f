/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * syscall_tracepoints.h - events of single calls, such as syscalls:sys_enter_openat, where they bring the strings that the call was
 * passed: raw_syscalls:sys_enter does not. Whether they do their descriptions say (Linux from 6.19 on).
 *
 * They come besides raw_syscalls' events. Where they cannot be had, strings are read late, as everything else is.
 */
#ifndef TRACE_SYSCALL_TRACEPOINTS_H
#define TRACE_SYSCALL_TRACEPOINTS_H

#include "perf_open.h"
#include "sources/vm/vm_capture.h"

struct named_call {
	uint16_t nr;
	uint8_t args;		/* bit n: argument n comes with the event */
};

struct syscall_tracepoints {
	const char *without;	/* why there are none; NULL: there are, or none is needed */
	struct named_call *calls;
	unsigned n;
};

/* Adds kinds to the events, before anything is opened: those of the calls that the options need. 0 or -ENOMEM. */
int syscall_tracepoints__find(struct syscall_tracepoints *n, struct perf_open *events, const struct options *o);
/* The events were opened: says so, also to who reads memory late. */
void syscall_tracepoints__begin(const struct syscall_tracepoints *n, const struct perf_open *events, struct vm_capture *late);
void syscall_tracepoints__free(struct syscall_tracepoints *n);
/* Do events of this kernel bring strings? 1, 0, or -errno: their descriptions cannot be read. */
int syscall_tracepoints__probe(void);

#endif
