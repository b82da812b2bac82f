// SPDX-License-Identifier: BSD-2-Clause
/* columns.c - calls in columns, in chunks of equal size: the page decodes only those that it shows. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/varint.h"
#include "lib/vec.h"
#include "report.h"

#define COLUMN_BYTES ((size_t)CHUNK_ROWS * VARINT_MAX)

static void rewind_columns(struct columns *c)
{
	for (unsigned i = 0; i < CALL_COLUMNS; i++)
		c->at[i] = c->bytes[i];
	c->now = (struct chunk_span){ .from = UINT64_MAX };
	c->last_end = 0;
}

int columns__open(struct columns *c, struct embed *to)
{
	uint8_t *all = malloc(COLUMN_BYTES * CALL_COLUMNS);

	*c = (struct columns){ .to = to };
	for (unsigned i = 0; i < CALL_COLUMNS; i++)
		c->bytes[i] = all + i * COLUMN_BYTES;
	rewind_columns(c);
	return all ? 0 : -ENOMEM;
}

static void flush(struct columns *c)
{
	size_t n = (size_t)(c->at[0] - c->bytes[0]);

	for (unsigned i = 1; i < CALL_COLUMNS; i++) {		/* they move together */
		size_t len = (size_t)(c->at[i] - c->bytes[i]);

		memmove(c->bytes[0] + n, c->bytes[i], len);
		n += len;
	}
	embed__put(c->to, "c", (int)c->nchunks, c->bytes[0], n);
	if (VEC_MORE(c->chunks, c->nchunks, 1))
		c->chunks[c->nchunks++] = c->now;
	else
		c->failed = true;
	rewind_columns(c);
}

static void put(struct columns *c, enum call_column column, uint64_t v)
{
	c->at[column] = varint__put(c->at[column], v);
}

void columns__add(struct columns *c, const struct call_row *r)
{
	uint64_t began = r->end > r->dur ? r->end - r->dur : 0;

	put(c, COL_END, zigzag((int64_t)(r->end - c->last_end)));
	put(c, COL_DURATION, r->has_dur ? r->dur + 1 : 0);
	put(c, COL_THREAD, r->thread);
	put(c, COL_CALL, r->call);
	put(c, COL_ERRNO, r->err);
	put(c, COL_STATE, r->state);
	put(c, COL_ARGS, r->args);
	put(c, COL_RESULT, r->result);
	c->last_end = r->end;
	c->now.from = began < c->now.from ? began : c->now.from;
	c->now.to = r->end > c->now.to ? r->end : c->now.to;
	if (++c->now.rows == CHUNK_ROWS)
		flush(c);
}

void columns__end(struct columns *c)
{
	if (c->now.rows)
		flush(c);
}

void columns__free(struct columns *c)
{
	free(c->bytes[0]);
	free(c->chunks);
}
