// SPDX-License-Identifier: BSD-2-Clause
/*
 * row_groups.c - owns the values of rows, packed, in chunks of their groups.
 *
 * A packed value: a byte with its type, then an integer as a varint, a double, the address of a constant text, or a text after its length. Invariant:
 * no row lies in two chunks. Chunks that were written to the file come before those in memory.
 */
#include "row_groups.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "lib/hash.h"
#include "lib/msg.h"
#include "lib/ulimits.h"
#include "lib/varint.h"
#include "lib/vec.h"

#define CHUNK_LEAST 128u
#define CHUNK_MOST (256u << 10)
#define TAKEN 64		/* rows that are taken at once */
#define VALUE_MAX (1 + VARINT_MAX)	/* of a value without its text */
#define CONSTANT 0x80		/* in the byte of the type */

size_t row_groups__memory = 64u << 20;

struct chunk {
	struct chunk *next;
	uint32_t len, size;
	uint8_t bytes[];
};

/* Chunks in the file. */
struct extent {
	uint64_t at;
	uint32_t len;
};

struct group {
	struct hash_node node;	/* by its key */
	struct chunk *first, *last;
	struct extent *extents;
	size_t nextents;
	uint32_t key_len, size;
	uint8_t key[];		/* packed values of the order's columns: key_len bytes with copies of constants, then with their addresses */
};

struct row_groups {
	struct group_order order;
	unsigned width;			/* of rows */
	uint8_t place[GROUP_COLUMNS_MAX];	/* of the order's columns in them */
	uint8_t key_at[COLUMNS_MAX];	/* for each place, which of the order's columns it is; NOT_STORED: none */
	struct hash groups;
	struct group *last;		/* that a row was added to */
	struct buf key, text;		/* of the row that is added; what was read of the file */
	size_t memory;			/* of chunks */
	FILE *file;
	uint64_t written;
	struct group **sorted;		/* ngroups of them */
	size_t ngroups, at;		/* the group that rows are taken from */
	size_t extent;			/* of its extents, those that were begun */
	struct chunk *chunk;		/* the current one; NULL: it was in the file, or there is none */
	const uint8_t *p, *end;		/* what is left of it */
	struct cell keys[GROUP_COLUMNS_MAX];	/* of the group */
};

/* -- Packing ---------------------------------------------------------------------------------------------------------- */

static bool has_text(enum cell_type t)
{
	return t == CELL_TEXT || t == CELL_BLOB;
}

static size_t most_bytes(const struct cell *c)
{
	return VALUE_MAX + (has_text(c->type) && !c->constant ? c->len : 0);
}

/* Constants are copied, too, if they are to be compared. */
static uint8_t *pack(uint8_t *p, const struct cell *c, bool copy)
{
	bool constant = has_text(c->type) && c->constant && !copy;

	*p++ = (uint8_t)c->type | (constant ? CONSTANT : 0);
	switch (c->type) {
	case CELL_INTEGER:
		p = varint__put(p, zigzag(c->integer));
		break;
	case CELL_REAL:
		memcpy(p, &c->real, sizeof(c->real));
		p += sizeof(c->real);
		break;
	case CELL_TEXT:
	case CELL_BLOB:
		if (constant) {
			memcpy(p, &c->text, sizeof(c->text));
			p += sizeof(c->text);
			break;
		}
		p = varint__put(p, c->len);
		memcpy(p, c->text, c->len);
		p += c->len;
		break;
	case CELL_NULL:		break;
	}
	return p;
}

static struct cell unpack(const uint8_t **from, const uint8_t *end)
{
	const uint8_t *p = *from;
	struct cell c = { .type = (enum cell_type)(*p & ~CONSTANT), .constant = *p & CONSTANT };
	uint64_t v = 0;

	p++;
	switch (c.type) {
	case CELL_INTEGER:
		varint__get(&p, end, &v);
		c.integer = unzigzag(v);
		break;
	case CELL_REAL:
		memcpy(&c.real, p, sizeof(c.real));
		p += sizeof(c.real);
		break;
	case CELL_TEXT:
	case CELL_BLOB:
		if (c.constant) {
			memcpy(&c.text, p, sizeof(c.text));
			p += sizeof(c.text);
			c.len = strlen(c.text);
			break;
		}
		varint__get(&p, end, &v);
		c.text = (const char *)p;
		c.len = v;
		p += v;
		break;
	case CELL_NULL:		break;
	}
	*from = p;
	return c;
}

/* -- Adding ----------------------------------------------------------------------------------------------------------- */

static size_t pack_key(struct row_groups *g, const struct rows_store *rows, const struct stored_cell *row, bool copy)
{
	size_t begin = g->key.len;

	for (unsigned i = 0; i < g->order.n; i++) {
		struct cell c = rows_store__cell(rows, &row[g->place[i]]);

		if (!buf__reserve(&g->key, VALUE_MAX + c.len))
			return 0;
		g->key.len = (size_t)(pack(g->key.p + g->key.len, &c, copy) - g->key.p);
	}
	return g->key.len - begin;
}

static bool has_key(const struct group *n, const uint8_t *key, size_t len)
{
	return n->key_len == len && !memcmp(n->key, key, len);
}

static struct group *new_group(struct row_groups *g, const struct rows_store *rows, const struct stored_cell *row, uint32_t hash)
{
	size_t len = g->key.len, size = len + pack_key(g, rows, row, false);
	struct group *n = g->key.failed ? NULL : hash__new(&g->groups, sizeof(*n) + size, hash);

	if (!n)
		return NULL;
	n->key_len = (uint32_t)len;
	n->size = (uint32_t)size;
	memcpy(n->key, g->key.p, size);
	return n;
}

static struct group *group_of(struct row_groups *g, const struct rows_store *rows, const struct stored_cell *row)
{
	struct group *n;
	uint32_t hash;
	size_t len;

	g->key.len = 0;
	len = pack_key(g, rows, row, true);
	if (g->key.failed)
		return NULL;
	if (g->last && has_key(g->last, g->key.p, len))
		return g->last;
	hash = hash__bytes(g->key.p, len, 0);
	n = HASH_FIND(&g->groups, hash, struct group, v, has_key(v, g->key.p, len));
	return g->last = n ? n : new_group(g, rows, row, hash);
}

/* Room for `need` bytes at the end of the group's last chunk. */
static struct chunk *chunk_for(struct row_groups *g, struct group *n, size_t need)
{
	size_t size = n->last ? 2 * (size_t)n->last->size : CHUNK_LEAST;
	struct chunk *c;

	if (n->last && n->last->size - n->last->len >= need)
		return n->last;
	size = size > CHUNK_MOST ? CHUNK_MOST : size;
	size = size < need ? need : size;
	c = size <= UINT32_MAX ? malloc(sizeof(*c) + size) : NULL;
	if (!c)
		return NULL;
	c->next = NULL;
	c->len = 0;
	c->size = (uint32_t)size;
	*(n->last ? &n->last->next : &n->first) = c;
	n->last = c;
	g->memory += sizeof(*c) + size;
	return c;
}

static int add_row(struct row_groups *g, const struct rows_store *rows, const struct stored_cell *row)
{
	struct group *n = group_of(g, rows, row);
	struct chunk *to;
	size_t need = 0;
	uint8_t *p;

	for (unsigned i = 0; i < g->width; i++) {
		struct cell c = rows_store__cell(rows, &row[i]);

		if (g->key_at[i] == NOT_STORED)
			need += most_bytes(&c);
	}
	to = n ? chunk_for(g, n, need + 1) : NULL;
	if (!to)
		return -ENOMEM;
	p = to->bytes + to->len;
	*p++ = 0;	/* a row has at least one byte */
	for (unsigned i = 0; i < g->width; i++) {
		struct cell c = rows_store__cell(rows, &row[i]);

		if (g->key_at[i] == NOT_STORED)
			p = pack(p, &c, false);
	}
	to->len = (uint32_t)(p - to->bytes);
	return 0;
}

/* -- The file --------------------------------------------------------------------------------------------------------- */

static int file_failed(int err)
{
	msg__error("cannot keep rows in a temporary file: %s", ulimits__why(err));
	return err;
}

static int write_group(struct row_groups *g, struct group *n)
{
	struct extent e = { .at = g->written };

	if (!n->first)
		return 0;
	if (!VEC_MORE(n->extents, n->nextents, 1))
		return -ENOMEM;
	while (n->first) {
		struct chunk *c = n->first;

		if (fwrite(c->bytes, 1, c->len, g->file) != c->len)
			return file_failed(errno ? -errno : -EIO);
		e.len += c->len;
		n->first = c->next;
		free(c);
	}
	n->last = NULL;
	g->written += e.len;
	n->extents[n->nextents++] = e;
	return 0;
}

static int write_all(struct row_groups *g)
{
	int err = 0;

	if (!g->file)
		g->file = tmpfile();
	if (!g->file)
		return file_failed(-errno);
	HASH_EACH(&g->groups, struct group, n)
		err = err ? err : write_group(g, n);
	g->memory = 0;
	return err;
}

int row_groups__add(struct row_groups *g, const struct rows_store *rows)
{
	const struct stored_cell *row = rows->cells;
	int err = 0;

	for (size_t i = 0; i < rows->nrows && !err; i++, row += rows->width) {
		err = add_row(g, rows, row);
		if (!err && g->memory > row_groups__memory)
			err = write_all(g);
	}
	return err == -ENOMEM ? msg__no_memory() : err;
}

/* -- Sorting ---------------------------------------------------------------------------------------------------------- */

/* The keys of a group; their text is in it. */
static void unpack_keys(const struct row_groups *g, const struct group *n, struct cell *keys)
{
	const uint8_t *p = n->key + n->key_len, *end = n->key + n->size;

	for (unsigned i = 0; i < g->order.n; i++)
		keys[i] = unpack(&p, end);
}

static int by_keys(const void *x, const void *y, void *ctx)
{
	const struct row_groups *g = ctx;
	struct cell a[GROUP_COLUMNS_MAX], b[GROUP_COLUMNS_MAX];
	int order = 0;

	unpack_keys(g, *(struct group *const *)x, a);
	unpack_keys(g, *(struct group *const *)y, b);
	for (unsigned i = 0; i < g->order.n && !order; i++) {
		order = cell__compare(&a[i], &b[i]);
		order = g->order.by[i].descending ? -order : order;
	}
	return order;
}

int row_groups__sort(struct row_groups *g)
{
	g->sorted = calloc(g->groups.n + 1, sizeof(struct group *));
	if (!g->sorted)
		return msg__no_memory();
	HASH_EACH(&g->groups, struct group, n)
		g->sorted[g->ngroups++] = n;
	qsort_r(g->sorted, g->ngroups, sizeof(struct group *), by_keys, g);
	if (g->ngroups)
		unpack_keys(g, g->sorted[0], g->keys);
	if (g->file && fflush(g->file))
		return file_failed(-errno);
	return 0;
}

/* -- Taking rows out -------------------------------------------------------------------------------------------------- */

static int read_extent(struct row_groups *g, const struct extent *e)
{
	g->text.len = 0;
	if (!buf__reserve(&g->text, e->len))
		return msg__no_memory();
	while (g->text.len < e->len) {
		ssize_t n = pread(fileno(g->file), g->text.p + g->text.len, e->len - g->text.len, (off_t)(e->at + g->text.len));

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return file_failed(n < 0 ? -errno : -EIO);
		g->text.len += (size_t)n;
	}
	g->p = g->text.p;
	g->end = g->text.p + e->len;
	return 0;
}

/* The next chunk of the group, or of the next group; none at the end. */
static int next_chunk(struct row_groups *g)
{
	struct group *n = g->sorted[g->at];

	free(g->chunk);
	g->chunk = NULL;
	g->p = g->end = NULL;
	if (g->extent < n->nextents)
		return read_extent(g, &n->extents[g->extent++]);
	if (n->first) {
		g->chunk = n->first;
		n->first = n->first->next;
		g->p = g->chunk->bytes;
		g->end = g->p + g->chunk->len;
		return 0;
	}
	n->last = NULL;
	g->extent = 0;
	if (++g->at < g->ngroups)
		unpack_keys(g, g->sorted[g->at], g->keys);
	return 0;
}

static void take_row(struct row_groups *g, struct rows_store *to)
{
	g->p++;
	for (unsigned i = 0; i < g->width; i++) {
		struct cell c;

		if (g->key_at[i] == NOT_STORED) {
			c = unpack(&g->p, g->end);
			rows_store__put(to, &c);
		} else {
			rows_store__put(to, &g->keys[g->key_at[i]]);
		}
	}
}

int row_groups__take(struct row_groups *g, struct rows_store *to)
{
	int err = 0;

	while (!err && to->nrows < TAKEN && g->at < g->ngroups) {
		if (g->p == g->end)
			err = next_chunk(g);
		else if (rows_store__begin(to))
			take_row(g, to);
		if (to->failed)
			err = msg__no_memory();
	}
	return err;
}

/* -- Life ------------------------------------------------------------------------------------------------------------- */

struct row_groups *row_groups__new(const struct rows_store *like, const struct group_order *order)
{
	struct row_groups *g = calloc(1, sizeof(*g));

	if (!g)
		return NULL;
	g->order = *order;
	g->width = like->width;
	memset(g->key_at, NOT_STORED, sizeof(g->key_at));
	for (unsigned i = 0; i < order->n; i++) {
		g->place[i] = like->places[order->by[i].column];
		g->key_at[g->place[i]] = (uint8_t)i;
	}
	return g;
}

void row_groups__free(struct row_groups *g)
{
	if (!g)
		return;
	HASH_EACH(&g->groups, struct group, n) {
		while (n->first) {
			struct chunk *c = n->first;

			n->first = c->next;
			free(c);
		}
		free(n->extents);
	}
	hash__drop(&g->groups);
	if (g->file)
		fclose(g->file);
	free(g->chunk);
	buf__free(&g->key);
	buf__free(&g->text);
	free(g->sorted);
	free(g);
}
