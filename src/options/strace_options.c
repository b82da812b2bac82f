// SPDX-License-Identifier: BSD-2-Clause
/* strace_options.c - owns the walk over strace's command line, and strace's defaults. */
#include "strace_options.h"

#include <errno.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/msg.h"
#include "lib/output_file.h"
#include "option_table.h"
#include "strace_parser.h"
#include "views/views.h"

#define ROWS_MAX 128
#define LONG_OPTION 256		/* getopt_long() returns LONG_OPTION plus the row's index for a long name */

int strace__refuse(const char *fmt, ...)
{
	char text[1024];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	msg__error("%s\nTry '%s -h' for more information.", text, msg__program);
	return -EINVAL;
}

int strace__invalid(const char *as, const char *value)
{
	return strace__refuse("invalid %s argument: '%s'", as, value);
}

/* -- Parsing --------------------------------------------------------------------------------------------------------- */

struct getopt_tables {
	char letters[2 + 2 * ROWS_MAX];
	struct option longs[ROWS_MAX + 1];
};

static bool does_the_same(const struct strace_row *a, const struct strace_row *b)
{
	return a->set == b->set && a->qualify == b->qualify && a->count == b->count && a->has_arg == b->has_arg;
}

/* An abbreviation of two names is not ambiguous if getopt_long() would return the same for both. */
static int value_of(const struct strace_row *row)
{
	const struct strace_row *first = strace_rows;

	while (!does_the_same(first, row))
		first++;
	return LONG_OPTION + (int)(first - strace_rows);
}

static void make_tables(struct getopt_tables *t)
{
	struct option *l = t->longs;
	char *c = t->letters;

	*c++ = '+';		/* stop at the first argument that is no option */
	for (unsigned i = 0; i < nstrace_rows; i++) {
		if (strace_rows[i].letter)
			*c++ = strace_rows[i].letter;
		if (strace_rows[i].letter && strace_rows[i].has_arg == required_argument)
			*c++ = ':';
		if (strace_rows[i].name)
			*l++ = (struct option){ strace_rows[i].name, strace_rows[i].has_arg, NULL, value_of(&strace_rows[i]) };
	}
	*c = '\0';
	*l = (struct option){ 0 };
}

static const struct strace_row *row_of(int opt)
{
	if (opt >= LONG_OPTION)
		return &strace_rows[opt - LONG_OPTION];
	for (unsigned i = 0; i < nstrace_rows; i++)
		if (strace_rows[i].letter == opt)
			return &strace_rows[i];
	return NULL;
}

static int apply(struct strace_parser *p, const struct strace_row *row, const char *as, const char *value)
{
	if (row->set)
		return row->set(p, as, value);
	if (row->qualify)
		return row->qualify(p, value ? value : row->missing);
	++*(unsigned *)((char *)p + row->count);
	return 0;
}

bool strace_options__is_recording(const char *word)
{
	struct stat st;

	return !stat(word, &st) && S_ISREG(st.st_mode) && !(st.st_mode & 0111);
}

/* `-i FILE... -e OPTION`: recordings may precede options, which would end at a program. They are moved behind the other words. */
static void move_recordings(int argc, char **argv)
{
	int at = optind, n = 0;

	while (at + n < argc && strace_options__is_recording(argv[at + n]))
		n++;
	if (!n || at + n == argc || *argv[at + n] != '-')
		return;
	for (; n; n--) {
		char *file = argv[at];

		memmove(&argv[at], &argv[at + 1], (size_t)(argc - at - 1) * sizeof(*argv));
		argv[argc - 1] = file;
	}
}

static int parse_words(struct strace_parser *p, int argc, char **argv)
{
	static struct getopt_tables tables;
	int opt, index = 0, err = 0;
	char as[64];

	make_tables(&tables);
	opterr = 1;		/* strace's messages about these, too, are the C library's */
	for (optind = 0; !err && (opt = getopt_long(argc, argv, tables.letters, tables.longs, &index)) != -1;) {
		if (opt == '?') {
			fprintf(stderr, "Try '%s -h' for more information.\n", msg__program);
			return -EINVAL;
		}
		if (opt == 'i')
			move_recordings(argc, argv);
		if (opt < LONG_OPTION)
			snprintf(as, sizeof(as), "-%c", opt);
		else
			snprintf(as, sizeof(as), "--%s", tables.longs[index].name);
		err = apply(p, row_of(opt), as, optarg);
	}
	return err;
}

static void set_defaults(struct strace_parser *p, struct options *o)
{
	static const uint8_t columns[] = { COLUMN_PERCENT, COLUMN_TOTAL, COLUMN_AVERAGE, COLUMN_CALLS, COLUMN_ERRORS, COLUMN_NAME };

	*p = (struct strace_parser){ .o = o, .hex_long = -1 };
	syscall_set__fill(&p->abbrev);
	syscall_set__fill(&p->verbose);
	options__set_defaults(o, IN_LIVE);
	o->w.prefix = true;
	o->w.comm = false;
	o->view = &strace_view;
	o->w.string_limit = STRACE_STRING_LIMIT;
	o->w.strace = (struct strace_look)STRACE_LOOK;
	o->w.strace.quiet = 0;
	o->color = 0;
	o->no_folding = true;
	o->inherit = false;
	o->ignored_signals = true;
	o->pending_ns = PENDING_STRACE_NS;
	o->has_signals = o->has_exits = true;
	o->other = (struct other_lines){ .signals = ~0ull, .exits = EXITS_ALL };
	o->strace.on = true;
	o->strace.statuses = STATUS_ALL;
	o->strace.exact_paths = true;
	o->strace.summary.sort = COLUMN_TOTAL;
	memcpy(o->strace.summary.columns, columns, sizeof(columns));
}

int strace_options__parse(struct options *o, int argc, char **argv)
{
	static char *none[] = { NULL };
	struct strace_parser p;
	int err;

	set_defaults(&p, o);
	output_file__cannot = "Can't fopen";
	msg__program = argc > 0 && *argv[0] ? argv[0] : "strace";
	err = argc > 0 ? parse_words(&p, argc, argv) : 0;
	if (!err && p.version) {
		strace__print_version();
		err = 1;
	}
	if (!err)
		err = strace_parser__finish(&p, argc > 0 ? argv + optind : none);
	free(p.paths);
	free(p.pids.ids);
	if (err) {
		options__free(o);
		return err;
	}
	o->argc = argc;
	o->argv = argv;
	return 0;
}
