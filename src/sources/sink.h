/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * sink.h - the contract of all sinks of records: a view, a recorder.
 *
 * Records come in the order of rec.ts and are borrowed for the duration of the call.
 */
#pragma once

#include <poll.h>
#include <stdbool.h>

#include "bpf/wire.h"

#define SINK_FDS 16		/* most descriptors that a sink may watch */

struct sink {
	const struct sink_ops *ops;
};

struct sink_ops {
	/* Takes one record. true: it wants no more. */
	bool (*take)(struct sink *s, const struct rec *rec);
	/* No more records at present: flush. */
	void (*idle)(struct sink *s);
	/* First -errno of writing, or 0. After an error no more records are wanted. */
	int (*error)(const struct sink *s);
	/* The following may be NULL. They return true, as take(), if the sink wants no more. */
	/* Called about ten times a second, also under load. now: ns, CLOCK_MONOTONIC; told: see struct source_ops, 0: not known. */
	bool (*tick)(struct sink *s, uint64_t now, uint64_t told);
	/* Sets `fd` and `events` of up to SINK_FDS descriptors that end the wait. Returns how many. */
	unsigned (*watch)(struct sink *s, struct pollfd *fds);
	/* Called when at least one of them has `revents`. */
	bool (*ready)(struct sink *s, const struct pollfd *fds, unsigned n);
};
