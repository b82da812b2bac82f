/* SPDX-License-Identifier: BSD-2-Clause */
/* loop.h - from a source to a sink, live and of recordings: until the end, an interrupt, or enough. */
#ifndef TRACE_LOOP_H
#define TRACE_LOOP_H

#include <stdbool.h>
#include <stdint.h>

#include "sources/sink.h"
#include "sources/source.h"

struct loop {
	struct source *source;
	struct sink *sink;
	/*
	 * Should the source be stopped? Asked before each wait, and now and then while there is always one more record (`idle` is not set).
	 * What the source still has is taken, unless this sets `enough`.
	 */
	bool (*should_stop)(struct loop *l, bool idle);
	void (*tick)(struct loop *l, uint64_t now);	/* as the sink's; NULL: none */
	bool enough;		/* no more records are wanted */
	uint64_t next_tick;	/* ns */
};

/* The source is stopped behind it. 0, or -errno of the source: the message was printed. */
int loop__run(struct loop *l);

#endif
