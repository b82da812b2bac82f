/* SPDX-License-Identifier: BSD-2-Clause */
/* option_words.c - owns what getopt_long() is given and returns: which row a word of the command line is of. */
#include "option_words.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "option_foreign.h"

/* Letters of other programs' options: getopt_long() has to know which take the next argument. */
static void add_foreign(const struct parser *p, char *c)
{
	for (unsigned i = 0; i < nforeign_rows; i++) {
		if (!foreign_rows[i].letter || strchr(p->letters, foreign_rows[i].letter))
			continue;
		*c++ = foreign_rows[i].letter;
		if (foreign_rows[i].takes)
			*c++ = ':';
		*c = '\0';
	}
}

static bool shares_letter(const struct option_row *row, enum option_in in)
{
	for (const struct option_row *r = row + 1; r < option_rows + noption_rows; r++)
		if (r->letter == row->letter && r->in & in)
			return true;
	return false;
}

/* The first row of a letter counts: "s::" before the others lets -s64 have its number. */
static void add_number(struct parser *p)
{
	size_t n = strspn(p->letters, "+:");

	if (p->number)
		snprintf(p->with_number, sizeof(p->with_number), "%.*s%c::%s", (int)n, p->letters, p->number->letter, p->letters + n);
}

void parser__init(struct parser *p, const struct options *o, char **argv)
{
	enum option_in in = o->top.on ? IN_TOP : o->in;
	struct option *l = p->longs;
	char *c = p->letters;

	*p = (struct parser){ .in = in, .argv = argv };
	if (o->in & TRACING)
		*c++ = '+';		/* stop at the first argument that is no option */
	*c++ = ':';			/* getopt_long() prints no messages */
	for (unsigned i = 0; i < noption_rows; i++) {
		const struct option_row *row = &option_rows[i];
		int has_arg = option_row__is_optional(row) ? optional_argument : row->value ? required_argument : no_argument;

		if (!(row->in & in))
			continue;
		if (row->number && shares_letter(row, in))
			p->number = row;
		else if (row->letter)
			*c++ = row->letter;
		if (row->letter && row != p->number && row->value && !option_row__is_optional(row))
			*c++ = ':';		/* an optional value only with the long name: `-k COMMAND` */
		if (row->name)
			*l++ = (struct option){ row->name, has_arg, NULL, LONG_OPTION + (int)i };
	}
	*c = '\0';
	add_foreign(p, c);
	*l = (struct option){ 0 };
	add_number(p);
}

/* The row of what getopt_long() returned, with optarg. */
const struct option_row *parser__row(const struct parser *p, int opt)
{
	if (opt >= LONG_OPTION)
		return &option_rows[opt - LONG_OPTION];
	for (unsigned i = 0; i < noption_rows; i++)
		if (option_rows[i].letter == opt && option_rows[i].in & p->in && (&option_rows[i] != p->number || optarg))
			return &option_rows[i];
	return NULL;
}

const char *parser__spell(struct parser *p, int opt)
{
	if (opt >= LONG_OPTION)
		snprintf(p->as, sizeof(p->as), "--%s", parser__row(p, opt)->name);
	else
		snprintf(p->as, sizeof(p->as), "-%c", opt);
	return p->as;
}

/* The word that getopt_long() looks at next, or is in: the first option from here on. */
static const char *next_word(const struct parser *p)
{
	int i = optind ? optind : 1;

	while (p->argv[i] && !(p->in & TRACING) && (p->argv[i][0] != '-' || !p->argv[i][1]))
		i++;
	return p->argv[i];
}

static bool has_number(const struct parser *p)
{
	const char *word = p->number ? next_word(p) : NULL, *at;

	if (!word || word[0] != '-' || word[1] == '-')
		return false;
	at = strchr(word, p->number->letter);
	return at && isdigit((unsigned char)at[1]);
}

int parser__next(const struct parser *p, int argc)
{
	return getopt_long(argc, p->argv, has_number(p) ? p->with_number : p->letters, p->longs, NULL);
}

static bool is_number(const char *word)
{
	return *word && !word[strspn(word, "0123456789")];
}

static bool ends_with(const char *word, const char *end)
{
	size_t len = strlen(word), n = strlen(end);

	return len > n && !strcmp(word + len - n, end);
}

/* Is it one of `words`, or one followed by a comma? */
static bool begins_with_one(const char *word, const char *words)
{
	size_t len = strcspn(word, ",");

	for (size_t n; *words; words += n + (words[n] == ',')) {
		n = strcspn(words, ",");
		if (n == len && !strncmp(words, word, n))
			return true;
	}
	return false;
}

/* Takes the next word as the value of an option whose value is optional. */
void parser__take_next(const struct parser *p, int opt)
{
	const char *next = optarg || opt < LONG_OPTION ? NULL : parser__row(p, opt)->next, *word = p->argv[optind];

	if (p->number && p->number->letter == opt && !optarg && word && is_number(word))
		optarg = p->argv[optind++];
	else if (next && word && (*next == '.' ? ends_with : begins_with_one)(word, next))
		optarg = p->argv[optind++];
}
