/* SPDX-License-Identifier: BSD-2-Clause */
/* event_kinds.h - the kernel's events that the options choose: attributes for perf_event_open(2), and formats as records. */
#pragma once

#include "bpf/wire.h"
#include "config/options.h"
#include "perf_open.h"

struct event_kinds {
	struct perf_kind *kinds;	/* n of them, until event_kinds__take() */
	unsigned n;
	char **names;			/* their names, for messages */
	struct rec_format **formats;	/* nformats, for the tracepoints among them */
	unsigned nformats;
};

/* Is it a page fault, not a tracepoint? */
bool event_kind__is_fault(const struct perf_kind *k);
bool event_kind__is_major(const struct perf_kind *k);

/* 0 or -errno: the message was printed. */
int event_kinds__find(struct event_kinds *k, const struct options *o);
/* Returns the kinds, which the caller frees. */
struct perf_kind *event_kinds__take(struct event_kinds *k);
void event_kinds__free(struct event_kinds *k);
