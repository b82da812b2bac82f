/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * option_foreign.h - options of strace(1) and perf-trace(1) that trace lacks or gives another meaning: one message about all of a
 * command line, with what to give instead.
 */
#pragma once

#include <stdbool.h>

/* An option that trace lacks. */
struct foreign_row {
	char letter;			/* 0: none */
	const char *name;		/* NULL: none */
	bool takes;			/* it has a value, which may be the next argument */
	const char *instead;
};

extern const struct foreign_row foreign_rows[];
extern const unsigned nforeign_rows;

/* NULL: no program's option. `name` may be abbreviated, and end with =VALUE. */
const struct foreign_row *foreign__letter(int letter);
const struct foreign_row *foreign__name(const char *name);
/* For a value that only another program's option of that letter takes: what to give instead; NULL: the value may be ours. */
const char *foreign__value(int letter, const char *value);

#define FOREIGN_MAX 16

struct foreign_answers {
	struct { char as[32]; const char *instead; } of[FOREIGN_MAX];
	unsigned n;
	char ours[16];			/* our letters that were given, perhaps in another program's meaning */
	bool meant;			/* one of them certainly in that meaning */
	char given[64];			/* all our letters that were given */
};

/* Adds an answer; each option is answered once. */
void foreign_answers__add(struct foreign_answers *a, const char *as, const char *instead);
/* An option of ours was given, which another program may have, too. */
void foreign_answers__note(struct foreign_answers *a, int letter);
/* An option of ours was given: repeated, it may mean something else in another program. */
void foreign_answers__count(struct foreign_answers *a, int letter);
/* `command`: "trace", "trace record", … */
void foreign_answers__print(const struct foreign_answers *a, const char *command);
/* An option of ours was given with a bad value: says what to give if another program's meaning was meant. */
void foreign__explain(int letter);
/* Other programs' option has no value, and `value` is none of ours: it is the next option, or the command. */
bool foreign__is_next(int letter, const char *value, bool attached);
/* In strace the option `as` has a value, and `word` is one: the next argument, or the rest of its own (-a40). */
bool foreign__takes(const char *as, const char *word);
