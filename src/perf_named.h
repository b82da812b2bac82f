/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * perf_named.h - events of single calls, such as syscalls:sys_enter_openat, where they bring the strings that the call was
 * passed: raw_syscalls:sys_enter does not. Whether they do their descriptions say (Linux from 6.19 on).
 *
 * They come besides raw_syscalls' events. Where they cannot be had, strings are read late, as everything else is.
 */
#ifndef TRACE_PERF_NAMED_H
#define TRACE_PERF_NAMED_H

#include "late.h"
#include "perf_open.h"

struct named_call {
	uint16_t nr;
	uint8_t args;		/* bit n: argument n comes with the event */
};

struct perf_named {
	const char *without;	/* why there are none; NULL: there are, or none is needed */
	struct named_call *calls;
	unsigned n;
};

/* Adds kinds to the events, before anything is opened: those of the calls that the options need. 0 or -ENOMEM. */
int perf_named__find(struct perf_named *n, struct perf_open *events, const struct options *o);
/* The events were opened: says so, also to who reads memory late. */
void perf_named__begin(const struct perf_named *n, const struct perf_open *events, struct late *late);
void perf_named__free(struct perf_named *n);
/* Do events of this kernel bring strings? 1, 0, or -errno: their descriptions cannot be read. */
int perf_named__probe(void);

#endif
