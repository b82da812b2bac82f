/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * perf_open.h - perf events opened for threads or the whole system, with a ring per CPU that all of them write to: either
 * raw_syscalls:sys_enter and sys_exit, or those of a list. Errors are reported with what to do about them.
 */
#pragma once

#include <linux/perf_event.h>
#include <stdbool.h>
#include <sys/types.h>

#include "perf_drain.h"
#include "perf_format.h"
#include "perf_ring.h"
#include "perf_sample.h"

struct perf_kind {		/* a kind of event */
	struct perf_event_attr attr;
	const char *filter;	/* in the kernel's language; NULL: none */
	const char *name;	/* for messages; NULL: perf_open.what */
	bool optional;		/* left out if the kernel refuses it, */
	bool refused;		/* which it did */
	bool prompt;		/* only wakes the reader, at a limited rate; its samples have no data */
	bool spare;		/* left out on any error, and together with all other spare kinds if descriptors run out */
};

struct perf_id {
	uint64_t id;		/* in samples */
	unsigned kind;
};

/* How many events there were at a time. */
struct perf_mark {
	unsigned nfds, nspare, nends;
};

struct perf_open {
	const char *what;	/* what is opened, for messages */
	struct perf_kind *kinds;	/* nkinds of them; owned */
	unsigned nkinds;
	struct perf_formats *formats;
	uint16_t id[2];		/* of sys_enter, sys_exit */
	struct perf_attr attr;	/* layout of records */
	unsigned ncpus;		/* possible ones; offline ones have no ring */
	struct perf_ring *rings;
	struct perf_drain drain;	/* its memory is in use until the rings are closed */
	int *owners;		/* by CPU: a descriptor, of its own, of the event that owns the ring; -1: none */
	size_t bytes;		/* of each ring */
	unsigned share;		/* these rings get 1 / `share` of the lockable memory; 0: all */
	bool divided;		/* the size is limited by the memory for each CPU */
	bool follow;		/* children, too */
	bool counts_lost;	/* the kernel counts losses */
	uint64_t *lost;		/* by CPU: losses that rings reported; the last element: CPU not known */
	bool on_exec;		/* events of added threads are enabled by their next execve */
	bool of_cgroup;		/* not threads are added, but a descriptor of a cgroup's directory */
	const uint64_t *cpus;	/* bitmap of wanted CPUs, SHOW_CPUS_MAX bits; NULL: all */
	struct perf_id *ids;	/* IDs and kinds, sorted by ID */
	char *filter;		/* of all kinds: see perf_open__filter(); NULL: none */
	int *fds;		/* all events */
	unsigned nfds;
	int *ends;		/* an event of each target, whose poll(2) shows its end */
	unsigned nends;
	int *spare_fds;		/* events of spare kinds */
	unsigned nspare, spare_max;
	int spared;		/* -errno: why spare kinds were left out; 0: they were not */
	struct perf_mark ready;	/* events before this are enabled, or will be by an execve */
	int *warm;		/* events that keep their kinds in use; nwarm of them */
	unsigned nwarm;
};

/*
 * Uses a list of events, from malloc, and takes ownership of it; perf_open__init() uses the events of calls. ring_bytes and result as
 * below.
 */
int perf_open__init_kinds(struct perf_open *o, const char *what, struct perf_kind *kinds, unsigned n, size_t ring_bytes,
			  bool follow);
/* Finds the events of calls. ring_bytes: of all rings together, 0: the default. 0 or -errno: the message was printed. */
int perf_open__init(struct perf_open *o, size_t ring_bytes, bool follow);
/* Adds a tracepoint of calls, by its ID, as a spare kind; before anything is opened. 0 or -ENOMEM. */
int perf_open__add_spare(struct perf_open *o, uint16_t id);
/*
 * Wakes the reader when an event of calls passes this filter (borrowed), at a limited rate; id: which of o->id. A spare kind. 0 or
 * -ENOMEM.
 */
int perf_open__add_prompt(struct perf_open *o, uint16_t id, const char *filter);
/* Sets the kernel filter (from malloc, or NULL) of events opened from now on; if the kernel refuses it, all calls come. */
void perf_open__filter(struct perf_open *o, char *filter);
/* Opens the events for a thread, -1: for the whole system; they are disabled. 0; -ESRCH: no such thread; -errno: as above. */
int perf_open__add(struct perf_open *o, pid_t tid);
/* Enables the events opened since the last time: those of a thread's children, too. With on_exec, their execve does. */
void perf_open__enable(struct perf_open *o);
/* Closes events opened since the mark that are not enabled yet. */
static inline struct perf_mark perf_open__mark(const struct perf_open *o)
{
	return (struct perf_mark){ .nfds = o->nfds, .nspare = o->nspare, .nends = o->nends };
}
void perf_open__take_back(struct perf_open *o, const struct perf_mark *to);
/*
 * Opens an event of each kind that remains disabled, until perf_open__cool(): the first of a tracepoint takes the kernel milliseconds,
 * in which threads may be created. Errors are left for perf_open__add() to say, which closes these events if descriptors run out. None
 * are opened where that takes more than a quarter of the limit on descriptors.
 */
void perf_open__warm(struct perf_open *o);
void perf_open__cool(struct perf_open *o);
/* From now on a thread takes out of the rings what the reader does not: nothing more is added. 0 or -errno: the message was printed. */
int perf_open__drain(struct perf_open *o, const struct options *opt);
/* The kind of event with this sample ID (PERF_SAMPLE_IDENTIFIER); nkinds: none. */
unsigned perf_open__kind(const struct perf_open *o, uint64_t id);
/* The steps at which using perf events may fail. */
enum perf_stage { PERF_TRACEFS, PERF_OPEN, PERF_RING, PERF_WORKS };

/* Can events of a thread be opened (0: this one; -1: the whole system)? Without messages. 0, or -errno of the step that failed. */
int perf_open__probe(pid_t tid, enum perf_stage *stage);
/* Disables all events. */
void perf_open__stop(struct perf_open *o);
/* Is any of the threads, or of their children, alive? */
bool perf_open__is_live(const struct perf_open *o);
void perf_open__close(struct perf_open *o);
