/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * inject_notes.h - part of inject.h: what became of each received call, from the thread that answers calls to the reader of their records.
 *
 * A thread makes one call at a time, so the record of a call belongs to the thread's last note before the call's entry.
 */
#pragma once

#include <pthread.h>
#include <stdatomic.h>

#include "bpf/wire.h"
#include "lib/hash.h"
#include "syscalltbl/syscalltbl.h"

struct inject_note {
	uint64_t ts;		/* ns: when the call was received */
	uint16_t nr;
	uint8_t abi;
	uint16_t flags;		/* CALL_INJECTED, _VALUE, _DELAYED, _POKED, _NO_RETURN (its thread was killed), or-ed; 0: it continued unchanged */
	int64_t ret;		/* CALL_INJECTED: the result that its answer has */
	bool begins;		/* it began at that time: not only when it continued */
};

struct inject_notes {
	pthread_mutex_t lock;
	struct hash threads;
	unsigned kept;		/* notes of all threads */
	atomic_uint_least64_t seen;	/* records up to this time were read */
};

void inject_notes__init(struct inject_notes *n);
/* Before the call is answered. */
void inject_notes__add(struct inject_notes *n, uint32_t tid, const struct inject_note *note);
/* The thread's last note is void: its call had ended before it was answered. */
void inject_notes__undo(struct inject_notes *n, uint32_t tid);
/* Finds the note of a REC_CALL, which is then taken, or of a REC_PENDING. false: there is none. */
bool inject_notes__find(struct inject_notes *n, const struct rec_call *r, struct inject_note *note);
/* A record was read; all with an earlier time were, too. */
static inline void inject_notes__read(struct inject_notes *n, uint64_t ts)
{
	atomic_store_explicit(&n->seen, ts, memory_order_relaxed);
}
void inject_notes__forget(struct inject_notes *n, uint32_t tid);
