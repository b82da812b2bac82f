/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * option_foreign.h - options of strace(1) and perf-trace(1) that trace has not, or means something else by: what to give
 * instead. All of a command line are answered at once.
 */
#ifndef TRACE_OPTION_FOREIGN_H
#define TRACE_OPTION_FOREIGN_H

#include <stdbool.h>
#include <stddef.h>

/* An option that is not ours. */
struct foreign_row {
	char letter;			/* 0: none */
	const char *name;		/* NULL: none */
	bool takes;			/* a value, which may be the next argument */
	const char *instead;
};

extern const struct foreign_row foreign_rows[];
extern const unsigned nforeign_rows;

/* NULL: it is nobody's. `name` may be short for one, and end with a value. */
const struct foreign_row *foreign__letter(int letter);
const struct foreign_row *foreign__name(const char *name);
/* What to give instead of a value that only another program takes for an option that we have, too; NULL: it may be ours. */
const char *foreign__value(int letter, const char *value);

#define FOREIGN_MAX 16

struct foreign_answers {
	struct { char as[32]; const char *instead; } of[FOREIGN_MAX];
	unsigned n;
	char ours[16];			/* letters of ours to which others give another meaning, which was meant here, or may have been */
	bool meant;			/* so one of them was certainly */
	char given[64];			/* all letters of ours that were given */
};

/* Each option is answered once. */
void foreign_answers__add(struct foreign_answers *a, const char *as, const char *instead);
/* An option of ours was given, which others may have, too. */
void foreign_answers__note(struct foreign_answers *a, int letter);
/* Another program means something else where it is given again. */
void foreign_answers__count(struct foreign_answers *a, int letter);
/* `command`: "trace", "trace record", … */
void foreign_answers__print(const struct foreign_answers *a, const char *command);
/* An option of ours was given wrongly: maybe what another program means by it was meant. */
void foreign__explain(int letter);
/* To others an option of ours has no value, and what is given as one cannot be ours: it is the next option, or the command. */
bool foreign__is_next(int letter, const char *value, bool attached);
/* To strace an option of ours, spelt `as`, has a value, and that is one: the word after it, or the rest of its own (-a40). */
bool foreign__takes(const char *as, const char *word);

#endif
