/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * perf_open.h - the kernel's events, opened for threads or for everything, and a ring per CPU that all of them write to:
 * raw_syscalls:sys_enter and sys_exit, or those of a list. What stands in the way is said with what to do about it.
 */
#ifndef TRACE_PERF_OPEN_H
#define TRACE_PERF_OPEN_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <sys/types.h>

#include "perf_format.h"
#include "perf_ring.h"
#include "perf_sample.h"

struct perf_kind {		/* of event */
	struct perf_event_attr attr;
	const char *filter;	/* in the kernel's language; NULL: none */
	const char *name;	/* for messages; NULL: what is opened in all */
	bool optional;		/* it may be left out where the kernel refuses it, */
	bool refused;		/* which it did */
	bool prompt;		/* it wakes whoever waits, the more rarely the more often it comes; its samples tell nothing */
	bool spare;		/* it may be left out whatever the reason, and is, with all of its like, where descriptors run out */
};

struct perf_id {
	uint64_t id;		/* that samples have */
	unsigned kind;
};

struct perf_open {
	const char *what;	/* is opened: for messages */
	struct perf_kind *kinds;	/* nkinds of them; owned */
	unsigned nkinds;
	struct perf_formats *formats;
	uint16_t id[2];		/* of sys_enter, sys_exit */
	struct perf_attr attr;	/* how records are laid out */
	unsigned ncpus;		/* possible ones; offline ones have no ring */
	struct perf_ring *rings;
	int *owners;		/* by CPU: event whose ring it is; -1: none */
	size_t bytes;		/* of each ring */
	unsigned share;		/* these rings take one part in so many of what may be locked; 0: all */
	bool divided;		/* the size is what each CPU can have */
	bool follow;		/* children, too */
	bool counts_lost;	/* the kernel does */
	uint64_t *lost;		/* by CPU: records that rings told to be lost; the last: it is not known of which */
	bool on_exec;		/* what is added counts from its next execve on */
	bool of_cgroup;		/* what is added is not a thread but the descriptor of a cgroup's directory */
	const uint64_t *cpus;	/* bits of those that are wanted, SHOW_CPUS_MAX of them; NULL: all */
	struct perf_id *ids;	/* by fd, in the order of ids */
	char *filter;		/* that of all kinds: see perf_open__filter(); NULL: none */
	int *fds;		/* all events */
	unsigned nfds;
	int *ends;		/* an event of each target, to see it end */
	unsigned nends;
	int *spare_fds;		/* events of spare kinds */
	unsigned nspare, spare_max;
	int spared;		/* -errno: why they were left out; 0: they were not */
};

/*
 * Takes a list of events, and the memory it is in (from malloc); perf_open__init() makes the one of calls. ring_bytes and
 * results as below.
 */
int perf_open__init_kinds(struct perf_open *o, const char *what, struct perf_kind *kinds, unsigned n, size_t ring_bytes,
			  bool follow);
/* Finds the events. ring_bytes: of all rings together, 0: as suits. 0 or -errno: the message was printed. */
int perf_open__init(struct perf_open *o, size_t ring_bytes, bool follow);
/* Adds a tracepoint to those of calls, by its number, as a spare kind: before anything is opened. 0 or -ENOMEM. */
int perf_open__add_spare(struct perf_open *o, uint16_t id);
/*
 * Whoever waits for the rings is to be woken as soon as an event of calls comes that this filter (kept) lets through, unless they
 * come very often; id: which of o->id. A spare kind. 0 or -ENOMEM.
 */
int perf_open__add_prompt(struct perf_open *o, uint16_t id, const char *filter);
/* The kernel is to select by this (from malloc, or NULL) what is opened from now on; more may come where it does not take it. */
void perf_open__filter(struct perf_open *o, char *filter);
/* Opens them for a thread, -1: for everything. They count from here on. 0; -ESRCH: there is none; -errno: as above. */
int perf_open__add(struct perf_open *o, pid_t tid);
/* The kind of event that has this id; nkinds: none. Where samples have ids (PERF_SAMPLE_IDENTIFIER). */
unsigned perf_open__kind(const struct perf_open *o, uint64_t id);
/* A ring told that it had no room for so many records. `cpu`: whose; another number: it is not known. */
void perf_open__lose(struct perf_open *o, uint32_t cpu, uint64_t n);
/* How many they told, as source.h has it. */
uint64_t perf_open__lost(const struct perf_open *o, uint64_t *by_cpu, unsigned n);
/*
 * Those that no ring told, which count as told from now on: it tells when it has room again, which after the last event it has not.
 * 0 where the kernel does not count them (before Linux 6.0).
 */
uint64_t perf_open__lose_rest(struct perf_open *o);
/* What stands between a user and events. */
enum perf_stage { PERF_TRACEFS, PERF_OPEN, PERF_RING, PERF_WORKS };

/* Could events be had of a thread (0: this one; -1: everything)? Says nothing. 0, or -errno of the stage that failed. */
int perf_open__probe(pid_t tid, enum perf_stage *stage);
/* No more events come. */
void perf_open__stop(struct perf_open *o);
/* Is any of the threads, or of their children, alive? */
bool perf_open__is_live(const struct perf_open *o);
void perf_open__close(struct perf_open *o);

#endif
