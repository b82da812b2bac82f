/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * call_parts.h - assembles a call's record from its parts: REC_MORE records precede their REC_CALL or REC_PENDING (bpf/wire.h). A
 * chunk ends before its first missing piece.
 */
#pragma once

#include "bpf/wire.h"
#include "lib/buf.h"
#include "lib/hash.h"

#define CALL_PARTS_MAX (64u << 20)	/* bytes of one call, */
#define CALL_PARTS_ALL (256u << 20)	/* and of all threads together; parts beyond these limits count as missing */

/* The parts of one host's calls. Zeroed: none. */
struct call_parts {
	struct hash threads;		/* struct thread_parts */
	size_t bytes;			/* of all stored parts */
	struct buf whole;		/* the call assembled last */
	bool short_of_room;		/* parts were dropped because of the limits */
};

/* Takes a REC_MORE, REC_EXEC or REC_EXIT; ignores other records. */
void call_parts__follow(struct call_parts *p, const struct rec *rec);
/* The call with all its parts, valid until the next call of this function; the record itself, if it has none. Removes parts of a
 * REC_CALL. */
const struct rec_call *call_parts__join_any(struct call_parts *p, const struct rec_call *call);
/* Appends the stored parts, which belong to calls that have not returned, as records. */
void call_parts__dump(const struct call_parts *p, uint64_t ts, struct buf *records);
void call_parts__free(struct call_parts *p);

static inline const struct rec_call *call_parts__join(struct call_parts *p, const struct rec_call *call)
{
	return __builtin_expect(p->threads.n, 0) ? call_parts__join_any(p, call) : call;
}
