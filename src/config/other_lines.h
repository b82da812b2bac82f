/* SPDX-License-Identifier: BSD-2-Clause */
/* other_lines.h - which signals and exits of threads have a line: by the options, and by a recording's REC_LINES. */
#pragma once

#include "lib/record.h"
#include "options.h"

/* REC_LINES of a recording; zeroed: it has none. */
struct recorded_lines {
	bool known;
	struct other_lines lines;
	bool has_targets;		/* pids and tids are known */
	struct id_list pids, tids;	/* owned */
	bool one_thread;		/* only one thread was traced */
};

/*
 * Which lines are shown. By default: with calls selected and the whole system traced, neither signals nor exits; with calls
 * selected and a command or processes traced, only the targets' exits. system: the whole system was traced; recorded: a recording's,
 * or NULL.
 */
struct other_lines other_lines__of(const struct options *o, const struct recorded_lines *recorded, bool system);
bool other_lines__has_signal(const struct other_lines *l, int signo);
/* Is the thread a target itself, not a followed child? recorded: a recording's, or NULL. */
bool other_lines__is_target(const struct options *o, const struct recorded_lines *recorded, uint32_t tid, uint32_t tgid);

/* Can the output have only one thread? */
bool other_lines__one_thread(const struct options *o, const struct recorded_lines *recorded);

/* Appends a REC_LINES; without targets if they do not fit. */
void other_lines__add(struct buf *records, const struct options *o, uint64_t ts);
/* 0, -EINVAL: lengths do not fit; or -ENOMEM. */
int recorded_lines__read(struct recorded_lines *m, const struct rec_lines *r);
void recorded_lines__free(struct recorded_lines *m);
