/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * sink.h - where records go: a session that shows them, a recording, a converter. Every sink has the same contract.
 *
 * Records come in the order of rec.ts and are borrowed for the duration of the call.
 */
#ifndef TRACE_SINK_H
#define TRACE_SINK_H

#include <poll.h>
#include <stdbool.h>

#include "bpf/wire.h"

#define SINK_FDS 16		/* descriptors that a sink may have watched */

struct sink {
	const struct sink_ops *ops;
};

struct sink_ops {
	/* Takes one record. true: it wants no more. */
	bool (*take)(struct sink *s, const struct rec *rec);
	/* Nothing more for the moment: what is buffered becomes visible. */
	void (*idle)(struct sink *s);
	/* First -errno of writing, or 0. After an error no more records are wanted. */
	int (*error)(const struct sink *s);
	/* The following may be NULL. true, as of take(): it wants no more. */
	/* About ten times a second, also while records pour in. now: ns, CLOCK_MONOTONIC. */
	bool (*tick)(struct sink *s, uint64_t now);
	/* Descriptors that are to end the wait, up to SINK_FDS: `fd` and `events` are set. Returns how many. */
	unsigned (*watch)(struct sink *s, struct pollfd *fds);
	/* At least one of them has `revents`. */
	bool (*ready)(struct sink *s, const struct pollfd *fds, unsigned n);
};

#endif
