/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * source.h - where records come from: the kernel by BPF or perf events, a recording, a test. Every source has the same contract, and
 * nobody asks which one it is.
 *
 * A record that next() gave is valid until the next call. Records come in the order of rec.ts.
 */
#ifndef TRACE_SOURCE_H
#define TRACE_SOURCE_H

#include <poll.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "bpf/wire.h"

struct origin;
struct syscall_set;

enum source_state {
	SOURCE_RECORD = 1,	/* *rec is set */
	SOURCE_WAIT = 0,	/* nothing is ready: call wait() */
	SOURCE_END = -1,	/* there will be no more */
};

struct source {
	const struct source_ops *ops;
	struct source *below;	/* a layer's: does what the layer itself has no function for (source_layer.h); else NULL */
	bool damaged;		/* a recording of which something could not be given so far: it was said what */
};

struct source_ops {
	/* enum source_state, or -errno below SOURCE_END: the message was printed, and there will be no more */
	int (*next)(struct source *s, const struct rec **rec);
	/* No new events: everything that was captured is still given, then SOURCE_END. */
	void (*stop)(struct source *s);
	void (*close)(struct source *s);

	/* The following may be NULL: source__NAME() below says what that means. */

	/*
	 * Begins to trace the targets, and queues what was there before. `child`: a command that is held before its execve, or 0.
	 * 0 or -errno: the message was printed.
	 */
	int (*select)(struct source *s, pid_t child);
	/* A note for each thing that the user did not ask for and gets less by, once it is known that there will be something to see. */
	void (*say)(struct source *s);
	/* Behind the first record of all, which has the time `ts`: what belongs before this source's others, one by one, then NULL. */
	const struct rec *(*head)(struct source *s, uint64_t ts);
	/* ns: when next() said SOURCE_WAIT, all records up to there had been given. */
	uint64_t (*known)(struct source *s);
	/* Others have many records: takes in what the kernel may run out of room for. */
	void (*tend)(struct source *s);
	/*
	 * Sleeps until there may be more, something comes from one of the `n` other descriptors, a signal arrived (-EINTR) or `ms` passed.
	 * 0 otherwise.
	 */
	int (*wait)(struct source *s, int ms, struct pollfd *others, unsigned n);
	/* ms: nothing wakes who waits, so it has to be looked at after so long. */
	int (*pause)(struct source *s);
	/* Threads that are traced and have not ended; above 0 while the whole system is. */
	long (*alive)(struct source *s);
	/* Events that were lost in all; adds those of each CPU to by_cpu[0] up to by_cpu[n - 1]. */
	uint64_t (*lost)(struct source *s, uint64_t *by_cpu, unsigned n);
	unsigned (*cpus)(struct source *s);
	/* Where and by what it was recorded. */
	const struct origin *(*origin)(struct source *s);
	/*
	 * Only calls in `set` are wanted, besides records that are no calls: the others may be left out. `set` has to live as long as the
	 * source; NULL: all are.
	 */
	void (*want)(struct source *s, const struct syscall_set *set);
	/* How far it was read: bytes, of `size`. */
	void (*progress)(struct source *s, uint64_t *at, uint64_t *size);
};

int source__select(struct source *s, pid_t child);				/* 0 */
void source__say(struct source *s);						/* nothing */
const struct rec *source__head(struct source *s, uint64_t ts);			/* NULL */
uint64_t source__known(struct source *s);					/* 0: nothing is known but by its next record */
void source__tend(struct source *s);						/* nothing */
int source__wait(struct source *s, int ms, struct pollfd *others, unsigned n);	/* only for the others */
int source__pause(struct source *s);						/* -1: what comes ends the wait */
long source__alive(struct source *s);						/* 0 */
uint64_t source__lost(struct source *s, uint64_t *by_cpu, unsigned n);		/* 0 */
unsigned source__cpus(struct source *s);					/* 0 */
const struct origin *source__origin(struct source *s);				/* NULL: not known */
void source__want(struct source *s, const struct syscall_set *set);		/* nothing: all are given */
void source__progress(struct source *s, uint64_t *at, uint64_t *size);		/* both 0: not known */
void source__close(struct source *s);						/* s may be NULL */

/* For wait(): poll(2) of a source's own descriptors and the others, as one. How many are ready, or -errno. */
int source__poll(struct pollfd *own, unsigned nown, int ms, struct pollfd *others, unsigned n);

#endif
