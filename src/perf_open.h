/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * perf_open.h - the kernel's events of calls, opened for threads or for everything: raw_syscalls:sys_enter and sys_exit, a
 * ring per CPU that all of them write to. What stands in the way is said with what to do about it.
 */
#ifndef TRACE_PERF_OPEN_H
#define TRACE_PERF_OPEN_H

#include <stdbool.h>
#include <sys/types.h>

#include "perf_format.h"
#include "perf_ring.h"
#include "perf_sample.h"

struct perf_open {
	struct perf_formats *formats;
	uint16_t id[2];		/* of sys_enter, sys_exit */
	struct perf_attr attr;	/* how records are laid out */
	unsigned ncpus;		/* possible ones; offline ones have no ring */
	struct perf_ring *rings;
	int *owners;		/* by CPU: event whose ring it is; -1: none */
	size_t bytes;		/* of each ring */
	bool follow;		/* children, too */
	int *fds;		/* all events */
	unsigned nfds;
	int *ends;		/* an event of each target, to see it end */
	unsigned nends;
};

/* Finds the events. ring_bytes: of all rings together, 0: as suits. 0 or -errno: the message was printed. */
int perf_open__init(struct perf_open *o, size_t ring_bytes, bool follow);
/* Opens them for a thread, -1: for everything. They count from here on. 0; -ESRCH: there is none; -errno: as above. */
int perf_open__add(struct perf_open *o, pid_t tid);
/* No more events come. */
void perf_open__stop(struct perf_open *o);
/* Is any of the threads, or of their children, alive? */
bool perf_open__is_live(const struct perf_open *o);
void perf_open__close(struct perf_open *o);

#endif
