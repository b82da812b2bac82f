/* SPDX-License-Identifier: BSD-2-Clause */
/* loop.h - passes records from a source to a sink, live and in replay. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "sources/sink.h"
#include "sources/source.h"

struct loop {
	struct source *source;
	struct sink *sink;
	/*
	 * Should the source be stopped? Called before each wait (idle), and at intervals under load. The source's remaining records are still
	 * passed on, unless this sets `enough`.
	 */
	bool (*should_stop)(struct loop *l, bool idle);
	void (*tick)(struct loop *l, uint64_t now);	/* as the sink's; NULL: none */
	bool enough;		/* pass on no more records */
	uint64_t next_tick;	/* ns */
};

/* Afterwards the source is stopped. 0, or -errno of the source: the message was printed. */
int loop__run(struct loop *l);
