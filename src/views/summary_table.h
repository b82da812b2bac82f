/* SPDX-License-Identifier: BSD-2-Clause */
/* summary_table.h - a summary as a table, as JSON, or as CSV. */
#pragma once

#include "call_groups.h"
#include "lib/out.h"

/* The period that a summary is of: ns, CLOCK_MONOTONIC; and of the clock at `mono` */
struct summary_span {
	uint64_t from, until;
	uint64_t mono, real;		/* the start of tracing; real: since the Epoch, 0: not known */
	bool one_of_many;		/* --interval: there are others */
	bool first;			/* it is the first of them */
};

/* What is above the table of a period: its end, in seconds since the start. */
void summary__put_time(struct out *o, const struct summary_span *span);
/* Sums up the groups, and stores the summary. */
void summary__put(struct out *o, const struct summary_config *c, struct call_groups *g, const struct summary_span *span);
/* A number of a tally: a count, ns, or bytes; SUM_SHARE: 1/10000 of `all`. */
uint64_t summary__value(const struct tally *t, const struct tally *all, enum sum_column column);
/* The groups below one in the order of --sort, to be freed; NULL: there are none. */
struct call_group **summary__sorted(const struct summary_config *c, const struct call_groups *g, const struct call_group *of);

/* A value of CSV, in quotes (RFC 4180) */
void csv__put_quoted(struct out *o, const char *s, size_t len);
/* summary_data.c: these are called by summary__put() */
void summary_data__put_json(struct out *o, const struct summary_config *c, struct call_groups *g, const struct summary_span *span);
void summary_data__put_csv(struct out *o, const struct summary_config *c, struct call_groups *g, const struct summary_span *span);
