/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * state.h - what records say of threads, descriptors and directories, without showing anything; and the way back, from
 * that state to records, with which a recording can begin anywhere.
 */
#ifndef TRACE_STATE_H
#define TRACE_STATE_H

#include "call_parts.h"
#include "config/trigger.h"
#include "fd_tracking.h"
#include "lib/buf.h"
#include "symbols/address_spaces.h"

/* A record that is no call and no end of a thread: names, descriptors, directories, forks. Others are ignored. */
void state__learn(struct threads *t, const struct rec *rec);

/* Follows all records. */
struct state {
	struct threads threads;
	struct address_spaces *spaces;
	struct rec_start start;		/* rec.len is 0 until there was one */
	struct rec_format **formats;	/* those that are known, nformats of them */
	unsigned nformats;
	struct trigger gate;		/* as REC_SHOW and what came since have it */
	struct call_parts parts;
	struct call call;		/* scratch */
};

int state__open(struct state *s);	/* 0 or -ENOMEM */
void state__close(struct state *s);
void state__follow(struct state *s, const struct rec *rec);
/* Appends REC_START as it would have been at `ts`, and a snapshot. */
void state__dump_start(const struct state *s, uint64_t ts, struct buf *records);
void state__dump(const struct state *s, uint64_t ts, struct buf *records);

#endif
