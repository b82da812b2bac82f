/* SPDX-License-Identifier: BSD-2-Clause */
/* option_table.h - one row says everything about an option: parsing and --help both go by it. */
#ifndef TRACE_OPTION_TABLE_H
#define TRACE_OPTION_TABLE_H

#include "config/options.h"

struct option_row {
	unsigned in;		/* enum option_in, or-ed: commands that have it */
	char letter;		/* 0: none */
	const char *name;	/* without the dashes; NULL: none. Neither letter nor name: `help` heads a group */
	const char *value;	/* what it takes, as --help shows it; "[=…]" is optional; NULL: nothing */
	const char *help;	/* NULL: another name of the row before, not shown */
	const char *(*words)(unsigned in);	/* %s in `help`: what it takes for that command; NULL: nothing is put in */
	/* One of the two. set: as value__*() in option_values.h, or 1 when there is nothing left to do */
	int (*set)(struct options *o, const char *as, const char *value);
	size_t at;		/* a bool in struct options that becomes `to` */
	bool to;
	bool ends;		/* says what was asked for, and that is all */
};

#define TRACING (IN_LIVE | IN_RECORD)	/* what touches the kernel */
#define SHOWING (IN_LIVE | IN_REPLAY)	/* what prints lines */
#define READING (IN_REPLAY | IN_CONVERT)	/* what reads recordings */
#define EVERY (TRACING | READING)

#define GROUP(c, text) { .in = c, .help = text }
#define FLAG(c, l, n, member, v, h) \
	{ .in = c, .letter = l, .name = n, .at = offsetof(struct options, member), .to = v, .help = h }
#define TAKES(c, l, n, what, fn, h) { .in = c, .letter = l, .name = n, .value = what, .set = fn, .help = h }
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

void options__print_help(enum option_in in);
void options__print_brief(enum option_in in);	/* on standard error: nothing was asked for */
void options__print_version(void);

#endif
