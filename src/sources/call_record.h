/* SPDX-License-Identifier: BSD-2-Clause */
/* call_record.h - makes records of calls outside of the kernel: memory that does not fit one goes into REC_MORE records before it. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "bpf/wire.h"
#include "lib/buf.h"

/* Provides memory for records, in the order of the calls. NULL: there is none. */
struct record_maker {
	/* A record of `len` bytes, zeroed except for its header, valid until the next call */
	void *(*make)(struct record_maker *m, uint16_t type, size_t len);
};

struct call_memory {
	uint64_t call;		/* as in struct rec_more */
	const uint8_t *chunks;
	size_t len;
	size_t most;		/* bytes of the call's own record: up to REC_MAX */
};

/* A record of type REC_CALL or REC_PENDING with room for `nargs` arguments, and the memory. NULL: no memory. */
struct rec_call *call_record__make(struct record_maker *m, uint16_t type, unsigned nargs, const struct call_memory *c);
/* Appends a REC_PENDING with all its memory, which may be longer than REC_MAX, as records of which none is. Its own is at most half as long: waiting.h adds to it. */
void call_record__divide(struct buf *records, const struct rec_call *pending);
