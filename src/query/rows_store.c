// SPDX-License-Identifier: BSD-2-Clause
/* rows_store.c - owns the cells of rows, and their texts. */
#include "rows_store.h"

#include <stdlib.h>
#include <string.h>

#include "lib/vec.h"

void rows_store__init(struct rows_store *s, unsigned ncolumns, uint64_t used)
{
	*s = (struct rows_store){ 0 };
	memset(s->places, NOT_STORED, sizeof(s->places));
	for (unsigned i = 0; i < ncolumns && i < COLUMNS_MAX; i++)
		if (used >> i & 1) {
			s->places[i] = (uint8_t)s->width;
			s->columns[s->width++] = (uint8_t)i;
		}
}

void rows_store__clear(struct rows_store *s)
{
	s->nrows = s->ncells = 0;
	s->text.len = 0;
}

void rows_store__free(struct rows_store *s)
{
	free(s->cells);
	buf__free(&s->text);
	*s = (struct rows_store){ 0 };
}

bool rows_store__grow(struct rows_store *s)
{
	if (!VEC_MORE(s->cells, s->ncells, s->width)) {
		s->failed = true;
		return false;
	}
	s->room = vec__room(s->ncells + s->width);
	return true;
}

void rows_store__put(struct rows_store *s, const struct cell *c)
{
	struct stored_cell *k = &s->cells[s->ncells++];

	k->type = c->type;
	k->constant = false;
	switch (c->type) {
	case CELL_INTEGER:	k->integer = c->integer; break;
	case CELL_REAL:		k->real = c->real; break;
	case CELL_TEXT:
	case CELL_BLOB:
		k->len = (uint32_t)c->len;
		k->constant = c->constant;
		if (c->constant) {
			k->text = c->text;
			break;
		}
		k->at = s->text.len;
		buf__add(&s->text, c->text, c->len);
		s->failed |= s->text.failed;
		break;
	case CELL_NULL:		break;
	}
}
