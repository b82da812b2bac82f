/* SPDX-License-Identifier: BSD-2-Clause */
/* option_table.h - the table of options: parser and --help both use its rows. */
#pragma once

#include "config/options.h"

#define OPTION_FILE_MIN (64 * 1024)	/* bytes: about one block */

/* What a member of struct options is, by the value__*() that reads it. */
enum option_reads {
	VALUE_FLAG,		/* bool: no value is read */
	VALUE_CLOCK,		/* enum clock_column: no value is read */
	VALUE_REPEATS,		/* unsigned: how often the option is given */
	VALUE_NOTHING,		/* none: another program's option for what trace does by default */
	VALUE_IDS,		/* struct id_list */
	VALUE_MS,		/* uint64_t: ns */
	VALUE_TIME_SPEC,		/* struct time_spec */
	VALUE_SIZE,		/* size_t, from `min` on; `what`: advice if it is too small */
	VALUE_COUNT,		/* uint64_t, from `min` to `max` */
	VALUE_NAME,		/* const char *; `what`: describes the name */
	VALUE_WORD,		/* unsigned or an enum: index of a word in `what` */
	VALUE_SWITCH,		/* const char *: events and calls; the calls are also added to switch_calls */
	VALUE_ERRNOS,		/* uint64_t[9] */
	VALUE_SIGNALS,		/* uint64_t */
	VALUE_USER,		/* uid_t */
};

/* `as`: the option as the user wrote it. Returns as value__*() in option_values.h; 1: the program is to exit with 0 */
typedef int option_set_fn(struct options *o, const char *as, const char *value);

struct option_row {
	unsigned in;		/* enum option_in, or-ed: the commands that have it */
	char letter;		/* 0: none */
	const char *name;	/* without the dashes; NULL: none. Neither letter nor name: `help` is a group's heading */
	const char *value;	/* its value, as --help shows it; "[=…]": optional; NULL: none */
	const char *help;	/* NULL: a synonym of the row before, not shown */
	const char *(*words)(unsigned in);	/* text for the %s of `help`, by command; NULL: `help` has no %s */
	option_set_fn *set;	/* either set or at */
	size_t at;		/* offset of a member of struct options, */
	enum option_reads reads;	/* ... and what is read into it */
	unsigned to;		/* VALUE_FLAG, VALUE_CLOCK: what it is set to */
	size_t has;		/* offset of a bool that says that the option was given; 0: none */
	const char *what;
	uint64_t min, max;
	const char *next;	/* behind the name, an optional value may also be the next word: if it ends so (".svg"), or begins with one of these
				   words, comma-separated; NULL: it may not */
	bool number;		/* the letter's if a number follows; otherwise the letter is that of a row behind this one, if there is one */
	bool ends;		/* prints something and exits (--help) */
};

#define TRACING (IN_LIVE | IN_RECORD)	/* commands that trace */
#define TARGETS (TRACING | IN_TOP)
#define SELECTING (EVERY | IN_TOP)
#define SHOWING (IN_LIVE | IN_REPLAY)	/* commands that print lines */
#define READING IN_READING	/* commands that read recordings */
#define CONVERTING (IN_CONVERT | IN_REPORT)
#define EVERY (TRACING | READING)

#define GROUP(c, text) { .in = c, .help = text }
#define FLAG(c, l, n, member, v, h) \
	{ .in = c, .letter = l, .name = n, .at = offsetof(struct options, member), .to = v, .help = h }
#define CLOCK(c, l, n, v, h) \
	{ .in = c, .letter = l, .name = n, .reads = VALUE_CLOCK, .at = offsetof(struct options, w.clock), .to = v, .help = h }
#define REPEATS(c, l, n, member, h) \
	{ .in = c, .letter = l, .name = n, .reads = VALUE_REPEATS, .at = offsetof(struct options, member), .help = h }
#define IGNORED(c, l, n) { .in = c, .letter = l, .name = n, .reads = VALUE_NOTHING }
#define READS(c, l, n, v, how, member, h, ...) \
	{ .in = c, .letter = l, .name = n, .value = v, .reads = how, .at = offsetof(struct options, member), .help = h, __VA_ARGS__ }
#define HAS(member) .has = offsetof(struct options, member)
#define TAKES(c, l, n, what, fn, h) { .in = c, .letter = l, .name = n, .value = what, .set = fn, .help = h }
#define NUMBER(c, l, what, fn) { .in = c, .letter = l, .value = what, .set = fn, .number = true }
#define DOES(c, l, n, fn, h) TAKES(c, l, n, NULL, fn, h)
#define SAYS(c, l, n, fn, h) { .in = c, .letter = l, .name = n, .set = fn, .help = h, .ends = true }

static inline bool option_row__is_group(const struct option_row *row)
{
	return !row->letter && !row->name;
}

static inline bool option_row__is_optional(const struct option_row *row)
{
	return row->value && row->value[0] == '[';
}

extern const struct option_row option_rows[];
extern const unsigned noption_rows;

void options__set_defaults(struct options *o, enum option_in in);

void options__print_help(enum option_in in);
void options__print_brief(enum option_in in);	/* on standard error, for an empty command line */
void options__print_version(void);
