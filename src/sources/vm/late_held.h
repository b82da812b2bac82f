/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * late_held.h - part of vm_capture.h: memory that was read while a call was held. It is exact, and kept until the event of the
 * call's entry is processed.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "bpf/wire.h"
#include "lib/hash.h"

/* A held call: its thread, number and arguments. */
struct held_call {
	uint64_t ts;		/* ns, CLOCK_MONOTONIC: when it was released, so before the event of its entry */
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
	struct hash calls;		/* of struct held_memory, by tid, the newest first */
};

/* Keeps a copy of `len` bytes of chunks. 0 or -ENOMEM. */
int held__add(struct held *h, const struct held_call *call, const void *chunks, uint32_t len);
/*
 * The memory of the call whose entry has `call->ts`; false: it was not held. The caller gets the chunks; NULL: nothing was read.
 * Older ones of the thread are removed: a signal interrupted their calls before they began.
 */
bool held__take(struct held *h, const struct held_call *call, uint8_t **chunks, uint32_t *len);
/* Is there memory for a call of this thread with this time of entry? */
bool held__has(const struct held *h, uint32_t tid, uint64_t ts);
void held__forget(struct held *h, uint32_t tid);
void held__forget_until(struct held *h, uint64_t ts);
void held__free(struct held *h);
