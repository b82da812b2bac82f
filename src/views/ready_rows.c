// SPDX-License-Identifier: BSD-2-Clause
/* ready_rows.c - stores rows of cells: in columns for people, as JSON objects, or as comma-separated values. */
#include <stdio.h>
#include <string.h>

#include "lines.h"
#include "ready.h"
#include "summary_table.h"
#include "writers/json.h"
#include "writers/text.h"

struct ready_cell ready__text(struct ready *r, const char *s, size_t len)
{
	struct ready_cell c = { .is = s ? CELL_TEXT : CELL_NONE, .at = ready__at(r), .len = len, .raw = true };

	if (s)
		out__put(&r->scratch, s, len);
	return c;
}

struct ready_cell ready__stored(const struct ready *r, size_t at)
{
	return (struct ready_cell){ .is = CELL_TEXT, .at = at, .len = ready__at(r) - at };
}

static const char *text_of(const struct ready *r, const struct ready_cell *c)
{
	return r->scratch.buf + c->at;
}

/* -- Columns: those of the view, then the parts of groups -------------------------------------------------------------- */

static unsigned count(const struct ready *r)
{
	return r->is->ncolumns + r->is->nby;
}

static const char *name_of(const struct ready *r, unsigned i)
{
	return i < r->is->ncolumns ? r->is->columns[i].name : group_part__name(r->is->by[i - r->is->ncolumns]);
}

static const struct ready_column_type *type_of(const struct ready *r, unsigned i)
{
	static const struct ready_column_type part = { .width = 16 };

	return i < r->is->ncolumns ? &ready_column_types[r->is->columns[i].id] : &part;
}

static unsigned width_of(const struct ready *r, unsigned i)
{
	static const uint8_t clocks[] = {
		[CLOCK_SINCE_START] = 10, [CLOCK_SINCE_LINE] = 10, [CLOCK_OF_DAY] = 15, [CLOCK_OF_CALENDAR] = 26, [CLOCK_EPOCH] = 17,
	};
	bool is_time = i < r->is->ncolumns && r->is->columns[i].id == READY_TIME;

	return is_time ? clocks[r->file.out.opt.clock] : type_of(r, i)->width;
}

/* -- Text -------------------------------------------------------------------------------------------------------------- */

static void put_blanks(struct out *o, size_t n)
{
	static const char blanks[] = "                                ";

	for (size_t part; n; n -= part) {
		part = n < sizeof(blanks) - 1 ? n : sizeof(blanks) - 1;
		out__put(o, blanks, part);
	}
}

/* Moves what is in the line from `begin` on to the right, to fill the column. */
static void align(struct out *o, size_t begin, size_t pad)
{
	size_t len = out__line_len(o) - begin;
	char *at;

	if (!pad)
		return;
	put_blanks(o, pad);
	if (o->err)
		return;
	at = o->buf + o->line + begin;
	memmove(at + pad, at, len);
	memset(at, ' ', pad);
}

static void put_text_value(struct ready *r, const struct ready_cell *c)
{
	struct out *o = &r->file.out;

	switch (c->is) {
	case CELL_NONE:		out__lit(o, "-"); break;
	case CELL_NUMBER:	FMT(o, fmt__i64, c->number); break;
	case CELL_NS:		FMT(o, fmt__ms, c->number, 0); break;
	case CELL_TIME:		text__put_when(o, (uint64_t)c->number); break;
	case CELL_TEXT:
		if (c->raw)
			o->state[TEXT_HIDDEN] += escape__text(o, text_of(r, c), c->len, ESCAPE_BACKSLASH);
		else
			out__put(o, text_of(r, c), c->len);
	}
}

static void end_column(struct ready *r, unsigned i, size_t begin)
{
	struct out *o = &r->file.out;
	size_t taken = out__line_len(o) - begin - o->state[TEXT_HIDDEN], width = width_of(r, i), pad = taken < width ? width - taken : 0;

	if (type_of(r, i)->right)
		align(o, begin, pad);
	else if (i + 1 < count(r))
		put_blanks(o, pad);
	if (i + 1 < count(r))
		out__lit(o, " ");
}

static void put_text(struct ready *r)
{
	struct out *o = &r->file.out;

	out__line_begin(o);
	for (unsigned i = 0; i < count(r); i++) {
		size_t begin = out__line_len(o);

		o->state[TEXT_HIDDEN] = 0;
		put_text_value(r, &r->cells[i]);
		end_column(r, i, begin);
	}
	out__line_end(o);
}

static void put_upper(struct out *o, const char *s)
{
	for (; *s; s++) {
		char c = *s >= 'a' && *s <= 'z' ? (char)(*s - 'a' + 'A') : *s;

		out__put(o, &c, 1);
	}
}

static void put_heading(struct ready *r, unsigned i)
{
	struct out *o = &r->file.out;
	const char *heading = type_of(r, i)->heading;

	if (i < r->is->ncolumns && r->is->columns[i].id == READY_ARG)
		put_upper(o, ready_column__arg(&r->is->columns[i]));
	else if (i < r->is->ncolumns && r->is->columns[i].id == READY_TIME && clock_column__is_real(o->opt.clock))
		out__lit(o, "TIME");
	else if (heading)
		put_str(o, heading);
	else
		put_upper(o, name_of(r, i));
}

static void put_text_titles(struct ready *r)
{
	struct out *o = &r->file.out;

	out__line_begin(o);
	for (unsigned i = 0; i < count(r); i++) {
		size_t begin = out__line_len(o);

		o->state[TEXT_HIDDEN] = 0;
		put_heading(r, i);
		end_column(r, i, begin);
	}
	out__line_end(o);
}

/* -- JSON and CSV ------------------------------------------------------------------------------------------------------ */

/* The column's name, with the unit of times. Columns of times are known by their headings. */
static size_t key_of(const struct ready *r, unsigned i, char key[64])
{
	const struct ready_column_type *t = type_of(r, i);
	bool is_time = t->heading && strstr(t->heading, "(ms)");
	int n = snprintf(key, 64, "%s%s", is_time && t == &ready_column_types[READY_TIME] ? "ts" : name_of(r, i), is_time ? "_ns" : "");

	return n < 64 ? (size_t)n : 63;
}

static uint64_t real_time(const struct ready *r, uint64_t ts)
{
	return (r->real ? r->real : r->mono) + (ts - r->mono);
}

static void put_json_value(struct ready *r, const struct ready_cell *c)
{
	struct out *o = &r->file.out;

	switch (c->is) {
	case CELL_NONE:		json__literal(o, "null"); break;
	case CELL_TIME:		json__digits(o, real_time(r, (uint64_t)c->number)); break;
	case CELL_TEXT:		json__text(o, text_of(r, c), c->len, false); break;
	default:		json__number(o, c->number);
	}
}

static void put_json(struct ready *r)
{
	struct out *o = &r->file.out;
	char key[64];

	out__line_begin(o);
	memset(o->state, 0, sizeof(o->state));
	o->depth = 0;
	json__push(o, false);
	o->state[JSON_BASE] = 1;
	JSON_MEMBER(o, "type", str, r->is->name);
	if (r->until)
		JSON_MEMBER(o, "ts_ns", digits, real_time(r, r->until));
	for (unsigned i = 0; i < count(r); i++) {
		json__key(o, key, key_of(r, i, key));
		put_json_value(r, &r->cells[i]);
	}
	json__pop_to(o, 0);
	out__line_end(o);
}

static void put_csv_value(struct ready *r, const struct ready_cell *c)
{
	struct out *o = &r->file.out;

	switch (c->is) {
	case CELL_NONE:		break;
	case CELL_TIME:		FMT(o, fmt__u64, real_time(r, (uint64_t)c->number)); break;
	case CELL_TEXT:		csv__put_quoted(o, text_of(r, c), c->len); break;
	default:		FMT(o, fmt__i64, c->number);
	}
}

static void put_csv(struct ready *r)
{
	struct out *o = &r->file.out;

	out__line_begin(o);
	if (r->until) {
		FMT(o, fmt__u64, r->until - r->mono);
		out__lit(o, ",");
	}
	for (unsigned i = 0; i < count(r); i++) {
		if (i)
			out__lit(o, ",");
		put_csv_value(r, &r->cells[i]);
	}
	out__line_end(o);
}

static void put_csv_titles(struct ready *r)
{
	struct out *o = &r->file.out;
	char key[64];

	out__line_begin(o);
	if (r->until)
		out__lit(o, "since_start_ns,");
	for (unsigned i = 0; i < count(r); i++) {
		if (i)
			out__lit(o, ",");
		out__put(o, key, key_of(r, i, key));
	}
	out__line_end(o);
}

static void put_no_titles(struct ready *r)
{
	(void)r;
}

static const struct {
	void (*titles)(struct ready *r);
	void (*row)(struct ready *r);
} formats[] = {
	[SUMMARY_TEXT] = { put_text_titles, put_text }, [SUMMARY_JSON] = { put_no_titles, put_json }, [SUMMARY_CSV] = { put_csv_titles, put_csv },
};

void ready__put_titles(struct ready *r)
{
	if (!r->titled)
		formats[r->format].titles(r);
	r->titled = true;
}

void ready__put_row(struct ready *r)
{
	ready__put_titles(r);
	formats[r->format].row(r);
	r->scratch.p = r->scratch.buf;
	r->scratch.line = 0;
}
