/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * perf_stream.h - base of sources that make records of perf events with rings of their own: a stream for merge.h. Events do not
 * wake the reader: the rings are polled.
 *
 * A CPU may still be writing an event when a newer one of another CPU is read, so records wait for `slack` in a queue.
 */
#pragma once

#include "config/options.h"
#include "perf_open.h"
#include "perf_queue.h"
#include "sources/source.h"

struct perf_stream {
	struct source source;		/* first, so that a stream is a source */
	const struct options *opt;
	const struct id_list *excluded;	/* processes: see live.h */
	struct perf_open open;
	struct perf_queue queue;	/* `chunks` of an event is a struct rec */
	struct rec *given;
	uint64_t slack;			/* ns: longest time from taking an event's time stamp to writing it */
	uint64_t known;			/* ns */
	uint64_t stopped_at;		/* ns */
	bool stopped, drained;
	int err;
	/* Makes records of one of perf's: perf_stream__push(). 0 or -errno. */
	int (*take)(struct perf_stream *s, const uint8_t *rec, size_t len);
	/* Called when the rings are empty for the last time; may be NULL. 0 or -errno. */
	int (*last)(struct perf_stream *s);
};

/* Takes a record (from malloc; NULL: there was no memory). 0 or -ENOMEM. */
int perf_stream__push(struct perf_stream *s, struct rec *rec);
/* Functions for struct source_ops: */
int perf_stream__next(struct source *source, const struct rec **rec);
uint64_t perf_stream__known(struct source *source);
void perf_stream__tend(struct source *source);
#define PERF_STREAM .next = perf_stream__next, .known = perf_stream__known, .tend = perf_stream__tend
void perf_stream__stop(struct source *source);
/* Closes and frees the stream. */
void perf_stream__close(struct source *source);
