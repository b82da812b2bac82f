/* SPDX-License-Identifier: BSD-2-Clause */
/* option_words.h - the words of a command line, one option after another. */
#pragma once

#include <getopt.h>

#include "option_table.h"

#define OPTION_ROWS_MAX 128
#define LONG_OPTION 256		/* getopt_long() returns LONG_OPTION plus the row's index for a long name */

/* Input of getopt_long(), made from the command's rows. `as`: buffer for the spelling of the current option. */
struct parser {
	enum option_in in;
	char **argv;
	char letters[2 + 2 * 2 * OPTION_ROWS_MAX + 1];
	char with_number[2 + 2 * 2 * OPTION_ROWS_MAX + 4];	/* the same, for a word whose letter has a number attached */
	const struct option_row *number;	/* its letter is also another row's; NULL: none */
	struct option longs[OPTION_ROWS_MAX + 1];
	char as[64];
};

void parser__init(struct parser *p, const struct options *o, char **argv);

/* As getopt_long(): begins anew if optind is 0. */
int parser__next(const struct parser *p, int argc);

/* The next word becomes optarg, if it is the value of `opt`, whose value is optional. */
void parser__take_next(const struct parser *p, int opt);

/* The row of what parser__next() returned, with optarg; NULL: another program's option. */
const struct option_row *parser__row(const struct parser *p, int opt);

/* -x or --name: as the user wrote it; in p->as. */
const char *parser__spell(struct parser *p, int opt);
