/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * call_parts.h - puts a call's record together from its parts: REC_MORE records come before the REC_CALL or REC_PENDING that they belong
 * to (bpf/wire.h). Of what is missing nothing is made up: a chunk ends where its next piece is not there.
 */
#ifndef TRACE_CALL_PARTS_H
#define TRACE_CALL_PARTS_H

#include "bpf/wire.h"
#include "lib/buf.h"
#include "lib/hash.h"

#define CALL_PARTS_MAX (64u << 20)	/* bytes of one call, */
#define CALL_PARTS_ALL (256u << 20)	/* and of all threads together; what is more counts as missing */

/* Of one host. All zeros: none. */
struct call_parts {
	struct hash threads;		/* struct thread_parts */
	size_t bytes;			/* that are held */
	struct buf whole;		/* the call put together last */
	bool short_of_room;		/* something was dropped for want of room */
};

/* What a REC_MORE, REC_EXEC or REC_EXIT says; other records are ignored. */
void call_parts__follow(struct call_parts *p, const struct rec *rec);
/* The call with all its parts, valid until the next call of this; itself, if it has none. Parts of a REC_CALL are forgotten. */
const struct rec_call *call_parts__join_any(struct call_parts *p, const struct rec_call *call);
/* Appends records of the parts that are held: they belong to calls that have not returned. */
void call_parts__dump(const struct call_parts *p, uint64_t ts, struct buf *records);
void call_parts__free(struct call_parts *p);

static inline const struct rec_call *call_parts__join(struct call_parts *p, const struct rec_call *call)
{
	return __builtin_expect(p->threads.n, 0) ? call_parts__join_any(p, call) : call;
}

#endif
