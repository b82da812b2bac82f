/* SPDX-License-Identifier: BSD-2-Clause */
/* views.h - the list of formats: what --format and --to name, --help and the completion offer. */
#pragma once

#include "session/view.h"

/* A new format is a file that defines NAME_view, and a line here. */
#define VIEWS(V) \
	V(text) \
	V(json) \
	V(chrome) \
	V(folded) \
	V(flame) \
	V(timeline) \
	V(heatmap) \
	V(strace) \
	V(perf) \
	V(ctf) \
	V(sqlite) \
	V(clickhouse) \
	V(otlp) \
	V(summary) \
	V(csv) \
	V(histogram) \
	V(heat) \
	V(top) \
	V(waits) \
	V(report) \
	V(metrics) \
	V(info)

#define DECLARE_VIEW(name) extern const struct view_ops name##_view;
VIEWS(DECLARE_VIEW)

extern const struct view_ops ready_view;	/* --view: options.ready, */
extern const struct view_ops ready_counts_view;	/* if it can be counted in the kernel */
extern const struct view_ops fold_view;		/* --fold: lines of text */
extern const struct view_ops slow_view;		/* --slow: options.slow */
extern const struct view_ops summary_lines_view;	/* -S: what options.summary.lines shows, then the summary */

const struct view_ops *const *views__all(void);		/* ends with NULL */
/*
 * The format of that name, if the commands `in` (enum option_in, or-ed) offer it. NULL: none; the message, which names option `as`, was
 * printed.
 */
const struct view_ops *views__find(unsigned in, const char *as, const char *name);
/* The names of all such formats, comma-separated. */
const char *views__names(unsigned in);
