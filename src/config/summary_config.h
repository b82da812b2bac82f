/* SPDX-License-Identifier: BSD-2-Clause */
/* summary_config.h - the options of summaries, histograms and heat maps. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "aggregate/groups.h"

struct view_ops;

/* What a summary is sorted by: the order of SUMMARY_COLUMNS. */
enum sum_column {
	SUM_CALLS, SUM_ERRORS, SUM_TOTAL, SUM_MIN, SUM_AVG, SUM_P50, SUM_P90, SUM_P99, SUM_MAX, SUM_STDDEV, SUM_SHARE, SUM_BYTES, SUM_NAME,
	SUM_COLUMN_COUNT
};
#define SUMMARY_COLUMNS "calls, errors, total, min, avg, p50, p90, p99, max, stddev, share, bytes, name"

#define HEAT_PERIOD_NS 1000000000u	/* of --heat without --interval */

enum summary_format { SUMMARY_TEXT, SUMMARY_JSON, SUMMARY_CSV };

struct summary_config {
	const struct view_ops *view;	/* --summary, -S, --histogram, --heat; NULL: none of them */
	const struct view_ops *lines;	/* -S: the format of the lines before the summary; NULL: no lines */
	bool with_lines;		/* -S */
	enum summary_format format;
	enum group_part by[GROUP_PARTS];	/* --by, nby of them; default syscall */
	unsigned nby;
	enum sum_column sort;	/* --sort; default total */
	bool sorted;			/* it was given */
	uint64_t top;			/* --top: groups shown, of each group above; 0: all */
	uint64_t interval;		/* --interval: ns; 0: one table at the end; of --heat a second */
	bool over_time;			/* of each interval: --interval, --heat */
	bool errors;			/* --errors: errors by number, with a typical path */
};
