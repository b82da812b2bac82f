/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * late_held.h - within vm_capture.h: memory that was read before the event of a call's entry came, while the call was held. It is what
 * the call was passed, and kept until that event is looked at.
 */
#ifndef TRACE_LATE_HELD_H
#define TRACE_LATE_HELD_H

#include <stdbool.h>
#include <stdint.h>

#include "bpf/wire.h"
#include "lib/hash.h"

/* A call that was held: who made it, and with what. */
struct held_call {
	uint64_t ts;		/* ns, CLOCK_MONOTONIC: when it was let go, so before the event of its entry */
	uint32_t tid;
	uint16_t nr;
	uint8_t abi;		/* enum abi */
	uint64_t args[CALL_ARGS];
};

struct held_memory {
	struct hash_node node;
	struct held_call call;
	uint8_t *chunks;		/* from malloc */
	uint32_t len;
};

struct held {
	struct hash calls;		/* of struct held_memory, by tid: the newest first, as its entries came */
};

/* Keeps a copy of `len` bytes of chunks. 0 or -ENOMEM. */
int held__add(struct held *h, const struct held_call *call, const void *chunks, uint32_t len);
/*
 * What was read for the call whose entry has `call->ts`: false: it was not held. The chunks are the caller's then; NULL: there was
 * nothing to be read. Older ones of the thread are forgotten: a signal ended their calls before they began.
 */
bool held__take(struct held *h, const struct held_call *call, uint8_t **chunks, uint32_t *len);
/* Is there something for a call of this thread whose entry has this time? */
bool held__has(const struct held *h, uint32_t tid, uint64_t ts);
void held__forget(struct held *h, uint32_t tid);
void held__forget_until(struct held *h, uint64_t ts);
void held__free(struct held *h);

#endif
