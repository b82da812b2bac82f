/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * perf_stream.h - what sources have in common that make records of perf events with rings of their own: a stream for merge.h. Nobody
 * is woken by these events: rings are looked at.
 *
 * A CPU may still be writing an event when a later one of another CPU is read, so records wait a little in a queue.
 */
#ifndef TRACE_PERF_STREAM_H
#define TRACE_PERF_STREAM_H

#include "config/options.h"
#include "perf_open.h"
#include "perf_queue.h"
#include "sources/source.h"

struct perf_stream {
	struct source source;		/* first, so that a stream is a source */
	const struct options *opt;
	const struct id_list *excluded;	/* processes, as live.h has it */
	struct perf_open open;
	struct perf_queue queue;	/* `chunks` of an event is a struct rec */
	struct rec *given;
	uint64_t slack;			/* ns: how long a CPU may take to write an event whose time it has noted */
	uint64_t known;			/* ns */
	uint64_t stopped_at;		/* ns */
	bool stopped, drained;
	int err;
	/* Makes records of one of perf's: perf_stream__push(). 0 or -errno. */
	int (*take)(struct perf_stream *s, const uint8_t *rec, size_t len);
	/* When the rings are empty for the last time; NULL: nothing is to be done. 0 or -errno. */
	int (*last)(struct perf_stream *s);
};

/* Takes a record (from malloc; NULL: there was no memory). 0 or -ENOMEM. */
int perf_stream__push(struct perf_stream *s, struct rec *rec);
/* Of struct source_ops: */
int perf_stream__next(struct source *source, const struct rec **rec);
uint64_t perf_stream__known(struct source *source);
void perf_stream__tend(struct source *source);
void perf_stream__stop(struct source *source);
/* Closes what is in here, and frees it. */
void perf_stream__close(struct source *source);

#endif
