/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * rows_store.h - rows of one table in memory: the columns that are used, one row after another. Rows stay until the store is cleared, in its memory.
 */
#pragma once

#include "lib/buf.h"
#include "schema.h"

#define COLUMNS_MAX 64		/* of a table */

struct stored_cell {
	enum cell_type type;
	bool constant;			/* the text is at `text`, for ever */
	uint32_t len;
	union {
		int64_t integer;
		double real;
		size_t at;		/* of text, in rows_store.text */
		const char *text;
	};
};

struct rows_store {
	unsigned width;			/* columns that are stored, */
	uint8_t columns[COLUMNS_MAX];	/* which these are, */
	uint8_t places[COLUMNS_MAX];	/* and the place of each column in a row; NOT_STORED */
	size_t nrows, ncells;
	struct stored_cell *cells;
	size_t room;			/* for cells */
	struct buf text;
	bool failed;			/* no memory */
};

#define NOT_STORED UINT8_MAX

/* used: bit per column. */
void rows_store__init(struct rows_store *s, unsigned ncolumns, uint64_t used);
void rows_store__clear(struct rows_store *s);
void rows_store__free(struct rows_store *s);

/* Begins a row: `width` cells have to be put. */
static inline bool rows_store__begin(struct rows_store *s);
void rows_store__put(struct rows_store *s, const struct cell *c);

/* A value; columns that are not stored are NULL. Text is borrowed until rows are added or cleared. */
static inline struct cell rows_store__cell(const struct rows_store *s, const struct stored_cell *k);
static inline struct cell rows_store__value(const struct rows_store *s, size_t row, unsigned column);

/* -- Inline, as they are called for each value ------------------------------------------------------------------------ */

bool rows_store__grow(struct rows_store *s);

static inline bool rows_store__begin(struct rows_store *s)
{
	if (s->ncells + s->width > s->room && !rows_store__grow(s))
		return false;
	s->nrows++;
	return true;
}

static inline struct cell rows_store__cell(const struct rows_store *s, const struct stored_cell *k)
{
	struct cell c = { .type = k->type, .constant = k->constant };

	switch (k->type) {
	case CELL_INTEGER:	c.integer = k->integer; break;
	case CELL_REAL:		c.real = k->real; break;
	case CELL_TEXT:
	case CELL_BLOB:
		c.text = k->constant ? k->text : k->len ? (const char *)s->text.p + k->at : "";
		c.len = k->len;
		break;
	case CELL_NULL:		break;
	}
	return c;
}

static inline struct cell rows_store__value(const struct rows_store *s, size_t row, unsigned column)
{
	if (column >= COLUMNS_MAX || s->places[column] == NOT_STORED)
		return (struct cell){ .type = CELL_NULL };
	return rows_store__cell(s, &s->cells[row * s->width + s->places[column]]);
}
