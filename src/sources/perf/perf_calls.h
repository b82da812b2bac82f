/* SPDX-License-Identifier: BSD-2-Clause */
/* perf_calls.h - part of perf_pair.h: threads, their calls in progress, and records of calls. */
#pragma once

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
	uint8_t origins;		/* enum pair_origin: events that reported its entry */
	bool at_attach;			/* no event: it was in progress when tracing began, and has a REC_PENDING */
	uint64_t args[CALL_ARGS];
	uint8_t *chunks;
	uint32_t chunks_len;
};

struct pair_thread {
	struct hash_node node;
	uint32_t tid, tgid;
	char comm[COMM_LEN];
	bool is_new;			/* has not returned from the fork that created it */
	bool at_start;			/* its comm was known before the first event */
	bool in_call;
	struct pair_call call;		/* if in_call: the call in progress */
	uint8_t reported;		/* enum pair_origin: events that reported the last exit */
	int32_t reported_nr;
	bool group_ends;		/* leader's entry: exit_group was called */
	uint32_t exec_tid;		/* leader's entry: tid of the thread that is in execve; 0: none */
	uint32_t code, group_code;	/* as in struct rec_exit */
};

#define PAIR_SENT_MAX 64		/* signals of which the sender is known until they are delivered */

struct pair {
	enum abi abi;		/* of all calls */
	bool has_real;		/* real_at_0 is known */
	uint64_t real_at_0;	/* ns since the Epoch at time 0 of the events' clock */
	uint64_t now;		/* time of the newest event */
	bool started;		/* REC_START was made */
	uint64_t calls, lost;
	struct hash threads;	/* of struct pair_thread, by tid */
	uint64_t *seen;		/* by CPU: time of the newest event */
	unsigned ncpus;
	uint8_t *out;		/* records from `taken` to `made` wait for pair__next() */
	size_t taken, made;
	struct pair_event sent[PAIR_SENT_MAX];	/* PAIR_SENT: the newest of `nsent` */
	unsigned nsent;
	struct buf early;	/* REC_MAPs from before the first event */
	int err;
};

struct pair_thread *pair__find(const struct pair *p, uint32_t tid);	/* NULL: not known */
/* Finds or adds a thread. NULL: no memory, sets p->err. */
struct pair_thread *pair__need(struct pair *p, uint32_t tid, uint32_t tgid);
void pair__forget(struct pair *p, uint32_t tid);

/* Memory for a record of `len` bytes, zeroed except for its header. NULL: no memory, sets p->err. */
void *pair__make(struct pair *p, uint16_t type, size_t len, const struct pair_event *e);

/* The effect of the thread's call in progress, or of its last call. */
static inline enum effect pair__effect(const struct pair_thread *th) { return rows__effect(th->call.abi, th->call.nr); }

void pair__enter(struct pair *p, struct pair_event *e);
void pair__waits(struct pair *p, struct pair_event *e);
void pair__leave(struct pair *p, struct pair_event *e);
/* Ends the call in progress without a result. */
void pair__end_call(struct pair *p, const struct pair_event *e, struct pair_thread *th);
/* Makes records of all calls in progress, the oldest first. */
void pair__make_pending(struct pair *p);
