/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * aio.h - requests of aio (io_submit) as calls: makes their records from what calls pass and return.
 *
 * A request is known by its process, context and struct iocb from the io_submit that took it to the call that reaps its end. It becomes a
 * REC_CALL then, or a REC_PENDING with CALL_NO_RETURN if its end will not be known, or without if tracing ends before.
 */
#pragma once

#include "beautifiers/show.h"
#include "lib/buf.h"
#include "lib/hash.h"

#define AIO_REAPED 64		/* calls that are remembered */

struct aio {
	struct hash requests;	/* that were submitted, and not reaped */
	struct buf ended;	/* struct rec_call, one after the other: the caller empties it */
	struct buf scratch;
	uint64_t nsubmitted;
	/* The last calls that reaped requests which are not known: by another thread while io_submit had not returned. */
	struct rec_call *reaped[AIO_REAPED];
	unsigned nreaped;	/* total */
	uint64_t unread;	/* requests and ends that were not captured */
	uint64_t unknown;	/* ends of requests that are not known: they were submitted before tracing began, or not captured */
};

/* Follows a call whose row has `aio`. Requests that it has ended are added to a->ended. */
void aio__follow(struct aio *a, const struct call *c);
/* The process has ended or executes another program: the ends of its requests will not be known. */
void aio__end_process(struct aio *a, uint32_t tgid, uint64_t ts);
/* Tracing ends: adds all requests as unfinished. */
void aio__finish(struct aio *a);
void aio__free(struct aio *a);
