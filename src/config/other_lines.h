/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * other_lines.h - which lines there are besides those of calls and events: signals and ends of threads. As options have it, and as a
 * recording says it in REC_LINES.
 */
#ifndef TRACE_OTHER_LINES_H
#define TRACE_OTHER_LINES_H

#include "options.h"

/* What a recording says of it. Zeros: nothing. */
struct meant_lines {
	bool known;
	struct other_lines lines;
	bool has_targets;		/* it says which they are */
	struct id_list pids, tids;	/* owned */
	bool one_thread;		/* no other can show */
};

/*
 * What is shown. Signals and ends of the whole system stay away where calls are chosen, unless the options ask for them; ends that
 * are not the targets' where a command or processes are traced.
 * system: the whole system was traced; meant: of a recording, else NULL.
 */
struct other_lines other_lines__of(const struct options *o, const struct meant_lines *meant, bool system);
bool other_lines__has_signal(const struct other_lines *l, int signo);
/* Is the thread a target itself, not only followed from one? meant: of a recording; options name those that they choose. */
bool other_lines__is_target(const struct options *o, const struct meant_lines *meant, uint32_t tid, uint32_t tgid);

/* Can only one thread show? */
bool other_lines__one_thread(const struct options *o, const struct meant_lines *meant);

union other_lines_record {
	struct rec_lines lines;
	uint8_t bytes[REC_MAX];
};
void other_lines__make(union other_lines_record *r, const struct options *o, uint64_t ts);
/* 0, -EINVAL: lengths do not fit; or -ENOMEM. */
int meant_lines__read(struct meant_lines *m, const struct rec_lines *r);
void meant_lines__free(struct meant_lines *m);

#endif
