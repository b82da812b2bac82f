/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * event_kinds.h - which of the kernel's events the options choose: as perf_event_open(2) takes them, and how each is laid
 * out, as a record.
 */
#ifndef TRACE_EVENT_KINDS_H
#define TRACE_EVENT_KINDS_H

#include "bpf/wire.h"
#include "config/options.h"
#include "perf_open.h"

struct event_kinds {
	struct perf_kind *kinds;	/* n of them, until they are taken */
	unsigned n;
	char **names;			/* of them: what messages call them */
	struct rec_format **formats;	/* of the tracepoints among them; nformats */
	unsigned nformats;
};

/* What is not a tracepoint. */
bool event_kind__is_fault(const struct perf_kind *k);
bool event_kind__is_major(const struct perf_kind *k);

/* 0 or -errno: the message was printed. */
int event_kinds__find(struct event_kinds *k, const struct options *o);
/* The kinds are the caller's from then on, to be freed. */
struct perf_kind *event_kinds__take(struct event_kinds *k);
void event_kinds__free(struct event_kinds *k);

#endif
