/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * source.h - the contract of all sources of records: the kernel by BPF or perf events, a recording, a test. No caller depends on which
 * one it is.
 *
 * A record from next() is valid until the next call. Records come in the order of rec.ts.
 */
#pragma once

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "bpf/wire.h"

struct counts;
struct origin;
struct syscall_set;

enum source_state {
	SOURCE_RECORD = 1,	/* *rec is set */
	SOURCE_WAIT = 0,	/* no record is ready: call wait() */
	SOURCE_END = -1,	/* no more records */
};

struct source {
	const struct source_ops *ops;
	struct source *below;	/* a layer's: does what the layer itself has no function for (source_layer.h); else NULL */
	bool damaged;		/* part of a recording could not be read; a message said which */
	bool no_signals;	/* a recording that was made without signals */
};

struct source_ops {
	/*
	 * Where opt->tally says so, the source counts calls, and returns REC_TALLY records of them at the end instead of a REC_CALL each: views
	 * show the same. Returns enum source_state, or -errno below SOURCE_END: the message was printed, and there are no more records */
	int (*next)(struct source *s, const struct rec **rec);
	/* Stops tracing: next() returns what was captured until then, then SOURCE_END. */
	void (*stop)(struct source *s);
	void (*close)(struct source *s);

	/* The following may be NULL: the defaults are listed at source__NAME() below. */

	/*
	 * Begins to trace the targets, and queues the snapshot of their state. `child`: a command that waits before its execve, or 0. 0 or
	 * -errno: the message was printed.
	 */
	int (*select)(struct source *s, pid_t child);
	/* Prints notes on limitations that the user did not ask for; called once tracing has begun successfully. */
	void (*say)(struct source *s);
	/* Records that belong directly after the first record of the merge, which has the time `ts`, one per call; then NULL. */
	const struct rec *(*head)(struct source *s, uint64_t ts);
	/* ns: after SOURCE_WAIT, all records up to this time have been returned. */
	uint64_t (*known)(struct source *s);
	/* ns: calls that began before this time have been returned, those in progress as such. Never less than before. */
	uint64_t (*told)(struct source *s);
	/* Called while other sources keep the reader busy: empty the rings before they are full. */
	void (*tend)(struct source *s);
	/*
	 * Sleeps until there may be records, one of the `n` other descriptors is ready, or `ms` have passed: 0; or until a signal arrived:
	 * -EINTR.
	 */
	int (*wait)(struct source *s, int ms, struct pollfd *others, unsigned n);
	/* ms: the source cannot end a wait, so poll it at this interval. */
	int (*pause)(struct source *s);
	/* Number of traced threads that have not ended; always above 0 for the whole system. */
	long (*alive)(struct source *s);
	/* Total of lost events; adds those of each CPU to by_cpu[0] to by_cpu[n - 1]. */
	uint64_t (*lost)(struct source *s, uint64_t *by_cpu, unsigned n);
	unsigned (*cpus)(struct source *s);
	/* The recording's header. */
	const struct origin *(*origin)(struct source *s);
	/* Of calls only those in `set` are wanted: others may be left out. NULL: all. `set` is borrowed until close(). */
	void (*want)(struct source *s, const struct syscall_set *set);
	/*
	 * In place of next(): adds up what the recording has, waiting for all of it, faster if it can. 0 or -errno: the message was printed.
	 * c->origin is valid until close().
	 */
	int (*count)(struct source *s, struct counts *c);
	/* Bytes read so far, and the size. */
	void (*progress)(struct source *s, uint64_t *at, uint64_t *size);
};

int source__select(struct source *s, pid_t child);				/* 0 */
void source__say(struct source *s);						/* nothing */
const struct rec *source__head(struct source *s, uint64_t ts);			/* NULL */
uint64_t source__known(struct source *s);					/* 0: not known */
uint64_t source__told(struct source *s);					/* 0: not known */
void source__tend(struct source *s);						/* nothing */
int source__wait(struct source *s, int ms, struct pollfd *others, unsigned n);	/* waits only for the others */
int source__pause(struct source *s);						/* -1: records end the wait */
long source__alive(struct source *s);						/* 0 */
uint64_t source__lost(struct source *s, uint64_t *by_cpu, unsigned n);		/* 0 */
unsigned source__cpus(struct source *s);					/* 0 */
const struct origin *source__origin(struct source *s);				/* NULL: not known */
void source__want(struct source *s, const struct syscall_set *set);		/* nothing: all are returned */
void source__progress(struct source *s, uint64_t *at, uint64_t *size);		/* both 0: not known */
int source__count(struct source *s, struct counts *c);				/* -ENOTSUP */
void source__close(struct source *s);						/* s may be NULL */

/* For wait(): poll(2) of a source's own descriptors and the others together. Returns how many are ready, or -errno. */
int source__poll(struct pollfd *own, unsigned nown, int ms, struct pollfd *others, unsigned n);
