/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * state.h - the state of threads, descriptors and directories that records describe; and from that state back to records, with which
 * a recording can begin in the middle of a trace.
 */
#pragma once

#include "call_parts.h"
#include "config/trigger.h"
#include "fd_tracking.h"
#include "lib/buf.h"
#include "symbols/address_spaces.h"

/* Applies a record about names, descriptors, directories or forks. Others are ignored. */
void state__learn(struct threads *t, const struct rec *rec);

/* Follows all records. */
struct state {
	struct threads threads;
	struct address_spaces *spaces;
	struct rec_start start;		/* rec.len is 0 before the first */
	struct rec_format **formats;	/* nformats of them */
	unsigned nformats;
	struct trigger trigger;		/* the state of showing (REC_SHOW, later events) */
	struct call_parts parts;
	struct call call;		/* scratch */
};

int state__open(struct state *s);	/* 0 or -ENOMEM */
void state__close(struct state *s);
void state__follow(struct state *s, const struct rec *rec);
/* Appends a REC_START with time `ts`, and a snapshot. */
void state__dump_start(const struct state *s, uint64_t ts, struct buf *records);
void state__dump(const struct state *s, uint64_t ts, struct buf *records);
