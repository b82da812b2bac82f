// SPDX-License-Identifier: BSD-2-Clause
/* answer.c - prints the rows of a statement: as a table for people, as CSV (RFC 4180), or as a JSON object a line. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "database.h"
#include "lib/escape.h"
#include "lib/vec.h"
#include "writers/json.h"
#include "writers/text.h"

#define HELD_ROWS 1000		/* of a table: its columns are as wide as these rows need */
#define WIDTH_MAX 120		/* wider values move the columns behind them */

struct answer {
	struct out *o;
	enum answer_format format;
	unsigned ncolumns, nrows;
	struct out text;		/* of held values, escaped */
	struct held { size_t at, len, hidden; bool number; } *held;	/* ncolumns names, then the values of rows */
	size_t nheld;
	size_t *widths;
	bool holding;
};

/* -- Tables ----------------------------------------------------------------------------------------------------------- */

static void hold(struct answer *a, const char *s, size_t len, bool number)
{
	struct held h = { .at = (size_t)(a->text.p - a->text.buf), .number = number };

	if (!VEC_MORE(a->held, a->nheld, 1)) {
		a->o->err = a->o->err ? a->o->err : -ENOMEM;
		return;
	}
	h.hidden = escape__text(&a->text, s, len, ESCAPE_BACKSLASH);
	h.len = (size_t)(a->text.p - a->text.buf) - h.at;
	a->held[a->nheld++] = h;
}

static void put_spaces(struct out *o, size_t n)
{
	while (n--)
		out__lit(o, " ");
}

static void put_held(struct answer *a, const struct held *h, unsigned column)
{
	size_t columns = h->len - h->hidden, width = a->widths[column];
	size_t pad = columns < width ? width - columns : 0;

	if (column)
		put_spaces(a->o, 2);
	if (h->number)
		put_spaces(a->o, pad);
	out__put(a->o, a->text.buf + h->at, h->len);
	if (!h->number && column + 1 < a->ncolumns)
		put_spaces(a->o, pad);
}

static void put_line(struct answer *a, const struct held *h)
{
	out__line_begin(a->o);
	for (unsigned i = 0; i < a->ncolumns; i++)
		put_held(a, &h[i], i);
	out__line_end(a->o);
}

/* A name stands as its values do. */
static void measure(struct answer *a)
{
	for (size_t i = 0; i < a->nheld; i++) {
		size_t columns = a->held[i].len - a->held[i].hidden, *w = &a->widths[i % a->ncolumns];

		*w = columns > *w ? columns > WIDTH_MAX ? WIDTH_MAX : columns : *w;
		if (i >= a->ncolumns && i < 2 * a->ncolumns)
			a->held[i - a->ncolumns].number = a->held[i].number;
	}
}

static void drop_held(struct answer *a)
{
	a->nheld = 0;
	a->text.p = a->text.buf;
}

static void put_rule(struct answer *a)
{
	out__line_begin(a->o);
	for (unsigned i = 0; i < a->ncolumns; i++) {
		if (i)
			put_spaces(a->o, 2);
		for (size_t n = a->widths[i]; n; n--)
			out__lit(a->o, "-");
	}
	out__line_end(a->o);
}

static void release(struct answer *a)
{
	measure(a);
	for (size_t i = 0; i + a->ncolumns <= a->nheld; i += a->ncolumns) {
		put_line(a, &a->held[i]);
		if (!i)
			put_rule(a);
	}
	drop_held(a);
	a->holding = false;
}

static void hold_row(struct answer *a, sqlite3_stmt *s)
{
	for (unsigned i = 0; i < a->ncolumns; i++) {
		int type = sqlite->column_type(s, (int)i);
		const char *text = (const char *)sqlite->column_text(s, (int)i);

		hold(a, text ? text : "", text ? (size_t)sqlite->column_bytes(s, (int)i) : 0, type == SQLITE_INTEGER || type == SQLITE_FLOAT);
	}
	if (a->holding && ++a->nrows == HELD_ROWS) {
		release(a);
	} else if (!a->holding && a->nheld == a->ncolumns) {
		put_line(a, a->held);
		drop_held(a);
	}
}

/* -- CSV -------------------------------------------------------------------------------------------------------------- */

static void put_csv_text(struct out *o, const char *s, size_t len)
{
	bool quote = false;

	for (size_t i = 0; i < len; i++)
		quote |= strchr(",\"\r\n", s[i]) && s[i];
	if (o->opt.terminal) {
		escape__text(o, s, len, 0);
		return;
	}
	if (quote)
		out__lit(o, "\"");
	for (size_t i = 0; i < len; i++) {
		if (s[i] == '"')
			out__lit(o, "\"");
		out__put(o, s + i, 1);
	}
	if (quote)
		out__lit(o, "\"");
}

static void csv_row(struct answer *a, sqlite3_stmt *s, bool names)
{
	out__line_begin(a->o);
	for (unsigned i = 0; i < a->ncolumns; i++) {
		const char *text = names ? sqlite->column_name(s, (int)i) : (const char *)sqlite->column_text(s, (int)i);

		if (i)
			out__lit(a->o, ",");
		if (text)
			put_csv_text(a->o, text, names ? strlen(text) : (size_t)sqlite->column_bytes(s, (int)i));
	}
	out__line_end(a->o);
}

/* -- JSON ------------------------------------------------------------------------------------------------------------- */

/* Names are the statement's own text: those that would need escaping have a number instead. */
static void json_key(struct out *o, const char *name, unsigned i)
{
	size_t len = strlen(name);
	char number[24];
	bool plain = utf8__valid(name, len) == len;

	for (size_t k = 0; k < len; k++)
		plain &= (unsigned char)name[k] >= ' ' && name[k] != '"' && name[k] != '\\';
	if (plain) {
		json__key(o, name, len);
		return;
	}
	memcpy(number, "column", 6);
	json__key(o, number, (size_t)(fmt__u64(number + 6, i + 1) - number));
}

static void json_real(struct out *o, sqlite3_stmt *s, int i)
{
	const char *text = (const char *)sqlite->column_text(s, i);

	if (text && strspn(text, "-+.0123456789e") == strlen(text))
		json__literal(o, text);
	else
		json__literal(o, "null");	/* infinite */
}

static void json_row(struct answer *a, sqlite3_stmt *s)
{
	struct out *o = a->o;

	out__line_begin(o);
	memset(o->state, 0, sizeof(o->state));
	o->depth = 0;
	json__push(o, false);
	for (int i = 0; i < (int)a->ncolumns; i++) {
		json_key(o, sqlite->column_name(s, i), (unsigned)i);
		switch (sqlite->column_type(s, i)) {
		case SQLITE_INTEGER:	json__number(o, sqlite->column_int64(s, i)); break;
		case SQLITE_FLOAT:	json_real(o, s, i); break;
		case SQLITE_NULL:	json__literal(o, "null"); break;
		default: {
			const char *text = (const char *)sqlite->column_text(s, i);

			json__text(o, text ? text : "", text ? (size_t)sqlite->column_bytes(s, i) : 0, false);
		}
		}
	}
	json__pop_to(o, 0);
	out__line_end(o);
}

/* -- All of them ------------------------------------------------------------------------------------------------------ */

struct answer *answer__new(struct out *o, enum answer_format format, sqlite3_stmt *s)
{
	struct answer *a = calloc(1, sizeof(*a));

	if (!a)
		return NULL;
	a->o = o;
	a->format = format;
	a->ncolumns = (unsigned)sqlite->column_count(s);
	a->widths = calloc(a->ncolumns + 1, sizeof(*a->widths));
	a->holding = true;
	if (!a->widths || out__open(&a->text, -1, 1 << 14)) {
		free(a->widths);
		free(a);
		return NULL;
	}
	for (unsigned i = 0; i < a->ncolumns && format == ANSWER_TABLE; i++)
		hold(a, sqlite->column_name(s, (int)i), strlen(sqlite->column_name(s, (int)i)), false);
	if (format == ANSWER_CSV && a->ncolumns)
		csv_row(a, s, true);
	return a;
}

void answer__row(struct answer *a, sqlite3_stmt *s)
{
	switch (a->format) {
	case ANSWER_TABLE:	hold_row(a, s); break;
	case ANSWER_CSV:	csv_row(a, s, false); break;
	case ANSWER_JSON:	json_row(a, s); break;
	}
}

void answer__end(struct answer *a, bool whole)
{
	if ((whole || a->nrows) && a->format == ANSWER_TABLE && a->holding && a->ncolumns)
		release(a);
	out__flush(a->o);
	out__close(&a->text);
	free(a->held);
	free(a->widths);
	free(a);
}
