/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * waiting.h - calls that threads were in when tracing began, and what they were passed: the kernel side has not seen them begin, so their
 * REC_CALL has what memory holds by the time they return. The source that gives the records puts the two together.
 */
#ifndef TRACE_WAITING_H
#define TRACE_WAITING_H

#include "bpf/wire.h"

struct waiting_call;

struct waiting {
	struct waiting_call *calls;	/* by tid, open addressing */
	unsigned size, used;		/* of them; those that are used are not free again */
	unsigned n;			/* calls that have not returned */
	void *joined;			/* the record given last */
};

/* Keeps a copy of a REC_PENDING with CALL_AT_ATTACH. Without memory its call is told as the kernel side has it. */
void waiting__keep(struct waiting *w, const struct rec_call *pending);
/*
 * A REC_CALL or the end of a thread, to be asked of each while n is not 0. Returns the record; when it is the end of a call that was kept,
 * one with what that was passed, which is valid until the next call.
 */
const struct rec *waiting__join(struct waiting *w, const struct rec *rec);
void waiting__free(struct waiting *w);

#endif
