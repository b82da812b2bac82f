/* SPDX-License-Identifier: BSD-2-Clause */
/* perf_calls.h - within perf_pair.h: threads, the call that each is in, and the records of calls. */
#ifndef TRACE_PERF_CALLS_H
#define TRACE_PERF_CALLS_H

#include <stdbool.h>
#include <stddef.h>

#include "beautifiers/row.h"
#include "bpf/wire.h"
#include "lib/buf.h"
#include "lib/hash.h"
#include "sources/pair_event.h"
#include "syscalltbl/syscalltbl.h"

struct pair_call {
	uint64_t began;
	uint16_t nr;
	uint8_t abi, nargs;
	uint8_t origins;		/* enum pair_origin: who reported its entry */
	bool at_attach;			/* none: it was found waiting, and reported as pending */
	uint64_t args[CALL_ARGS];
	uint8_t *chunks;
	uint32_t chunks_len;
};

struct pair_thread {
	struct hash_node node;
	uint32_t tid, tgid;
	char comm[COMM_LEN];
	bool is_new;			/* has not returned from the fork that made it */
	bool at_start;			/* its name was known before the first event */
	bool in_call;
	struct pair_call call;		/* in_call: the one in progress */
	uint8_t reported;		/* enum pair_origin: who reported the last exit */
	int32_t reported_nr;
	bool group_ends;		/* leader's entry: exit_group was called */
	uint32_t exec_tid;		/* leader's entry: the thread that is in an execve; 0: none */
	uint32_t code, group_code;	/* as struct rec_exit has it */
};

struct pair {
	enum abi abi;		/* of all calls */
	bool has_real;		/* real_at_0 is known */
	uint64_t real_at_0;	/* ns since the Epoch when the events' clock showed 0 */
	uint64_t now;		/* of the newest event */
	bool started;		/* REC_START is out */
	uint64_t calls, lost;
	struct hash threads;	/* of struct pair_thread, by tid */
	uint64_t *seen;		/* by CPU: time of its newest event */
	unsigned ncpus;
	uint8_t *out;		/* records that wait to be taken: from `taken` to `made` */
	size_t taken, made;
	struct buf early;	/* REC_MAPs of before the first event */
	int err;
};

struct pair_thread *pair__find(const struct pair *p, uint32_t tid);	/* NULL: not known */
/* Finds or makes a thread. NULL: no memory, which is kept in p->err. */
struct pair_thread *pair__need(struct pair *p, uint32_t tid, uint32_t tgid);
void pair__forget(struct pair *p, uint32_t tid);

/* Room for a record of `len` bytes, zeroed, its head filled. NULL: no memory, which is kept in p->err. */
void *pair__make(struct pair *p, uint16_t type, size_t len, const struct pair_event *e);

/* Of its call, in progress or the last. */
static inline enum effect pair__effect(const struct pair_thread *th) { return rows__effect(th->call.abi, th->call.nr); }

void pair__enter(struct pair *p, struct pair_event *e);
void pair__waits(struct pair *p, struct pair_event *e);
void pair__leave(struct pair *p, struct pair_event *e);
/* The call in progress will not be seen to return. */
void pair__end_call(struct pair *p, const struct pair_event *e, struct pair_thread *th);
/* Calls that have not returned, the oldest first. */
void pair__make_pending(struct pair *p);

#endif
