// SPDX-License-Identifier: BSD-2-Clause
/* native_block.c - owns the values of a block until they are sent. */
#include "native_block.h"

#include <endian.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/hash.h"
#include "lib/vec.h"

#define NULL_KEY 0		/* index of NULL in the dictionary of a nullable column */
#define NO_TEXT UINT32_MAX	/* length of that key, which no text matches */

#define KEYS_VERSION 1		/* SharedDictionariesWithAdditionalKeys */
#define HAS_KEYS (1u << 9 | 1u << 10)	/* the block brings its own dictionary: HasAdditionalKeys, NeedUpdateDictionary */

static bool is_host(const struct column *c)
{
	return !strcmp(c->name, "host");
}

static bool is_nullable(const struct column *c)
{
	return !c->always && !is_host(c);
}

const char *native_block__type(const struct column *c)
{
	bool nullable = is_nullable(c);

	switch (c->type) {
	case CELL_INTEGER:	return nullable ? "Nullable(Int64)" : "Int64";
	case CELL_REAL:		return nullable ? "Nullable(Float64)" : "Float64";
	default:		break;
	}
	if (c->few)
		return nullable ? "LowCardinality(Nullable(String))" : "LowCardinality(String)";
	return nullable ? "Nullable(String)" : "String";
}

/* -- Dictionaries ------------------------------------------------------------------------------------------------------ */

static void put_text(struct buf *b, const char *s, size_t len)
{
	buf__add_varint(b, len);
	buf__add(b, s, len);
}

static bool is_key(const struct native_keys *k, uint32_t i, const char *s, size_t len)
{
	return k->of[i].len == len && !memcmp(k->bytes.p + k->of[i].at, s, len);
}

static void enter(struct native_keys *k, uint32_t i)
{
	uint32_t slot;

	if (k->of[i].len == NO_TEXT)
		return;
	slot = hash__bytes(k->bytes.p + k->of[i].at, k->of[i].len, 0);
	while (k->slots[slot &= k->nslots - 1])
		slot++;
	k->slots[slot] = i + 1;
}

static bool grow(struct native_keys *k)
{
	uint32_t n = k->nslots ? k->nslots * 2 : 64, *slots = calloc(n, sizeof(*slots));

	if (!slots)
		return false;
	free(k->slots);
	k->slots = slots;
	k->nslots = n;
	for (uint32_t i = 0; i < k->n; i++)
		enter(k, i);
	return true;
}

static uint32_t new_key(struct native_keys *k, const char *s, size_t len)
{
	if (!VEC_MORE(k->of, k->n, 1) || (k->n * 2 >= k->nslots && !grow(k))) {
		k->bytes.failed = true;
		return 0;
	}
	buf__add_varint(&k->bytes, len);
	k->of[k->n].at = (uint32_t)k->bytes.len;
	k->of[k->n].len = (uint32_t)len;
	buf__add(&k->bytes, s, len);
	if (!k->bytes.failed)
		enter(k, k->n);
	return k->n++;
}

/* The index of a text. */
static uint32_t key_of(struct native_keys *k, const char *s, size_t len)
{
	uint32_t slot;

	if (k->bytes.failed)
		return 0;
	if (k->n && is_key(k, k->last, s, len))
		return k->last;
	slot = k->nslots ? hash__bytes(s, len, 0) : 0;
	while (k->nslots && k->slots[slot &= k->nslots - 1]) {
		if (is_key(k, k->slots[slot] - 1, s, len))
			return k->last = k->slots[slot] - 1;
		slot++;
	}
	return k->last = new_key(k, s, len);
}

/* NULL is written as an empty text, and so is the default: two keys, of which only the second is found. */
static void begin_keys(struct native_keys *k, bool nullable)
{
	k->bytes.len = 0;
	k->n = k->last = 0;
	if (k->slots)
		memset(k->slots, 0, k->nslots * sizeof(*k->slots));
	if (!nullable)
		return;
	if (!VEC_MORE(k->of, 0, 1)) {
		k->bytes.failed = true;
		return;
	}
	put_text(&k->bytes, "", 0);
	k->of[0].at = 1;
	k->of[0].len = NO_TEXT;
	k->n = 1;
	key_of(k, "", 0);
}

/* -- Rows -------------------------------------------------------------------------------------------------------------- */

/* A few bytes, each time the same number: this is done for every value. */
static inline void add_fixed(struct buf *b, const void *p, size_t len)
{
	if (b->failed || b->size - b->len < len) {
		buf__add(b, p, len);
		return;
	}
	memcpy(b->p + b->len, p, len);
	b->len += len;
}

static void add_number(struct buf *b, const struct cell *c)
{
	uint64_t bits = 0;

	if (c->type == CELL_INTEGER)
		bits = (uint64_t)c->integer;
	else if (c->type == CELL_REAL)
		memcpy(&bits, &c->real, sizeof(bits));
	bits = htole64(bits);
	add_fixed(b, &bits, sizeof(bits));
}

static void add_key(struct native_column *n, const struct cell *v)
{
	uint32_t i = NULL_KEY;

	if (v->type != CELL_NULL)
		i = key_of(&n->keys, v->text, v->len);
	else if (!n->nullable)
		i = key_of(&n->keys, "", 0);
	add_fixed(&n->data, &i, sizeof(i));
}

static void add_value(struct native_column *n, const struct column *c, const struct cell *v)
{
	uint8_t null = v->type == CELL_NULL;

	if (c->few) {
		add_key(n, v);
		return;
	}
	if (n->nullable)
		add_fixed(&n->nulls, &null, 1);
	if (c->type == CELL_TEXT)
		put_text(&n->data, null ? "" : v->text, null ? 0 : v->len);
	else
		add_number(&n->data, v);
}

void native_block__add(struct native_block *b, struct row_of *row)
{
	for (unsigned i = 0; i < b->table->ncolumns; i++) {
		const struct column *c = &b->table->columns[i];
		struct native_column *n = &b->columns[i];
		struct cell v = { .type = CELL_NULL };

		c->get(row, &v);	/* any bytes are a text here */
		if (n->host && v.type == CELL_NULL && b->host)
			v = (struct cell){ .type = CELL_TEXT, .text = b->host, .len = strlen(b->host) };
		add_value(n, c, &v);
		b->bytes += 8 + v.len;
		b->failed |= n->data.failed || n->nulls.failed || n->keys.bytes.failed;
	}
	b->rows++;
}

/* -- Putting ----------------------------------------------------------------------------------------------------------- */

static void put_u64(struct buf *b, uint64_t v)
{
	v = htole64(v);
	buf__add(b, &v, sizeof(v));
}

static void put_head(struct buf *b, const char *name, const char *type)
{
	put_text(b, name, strlen(name));
	put_text(b, type, strlen(type));
}

static unsigned index_bytes(uint32_t keys)
{
	return keys <= 0x100 ? 1 : keys <= 0x10000 ? 2 : 4;
}

static void put_keys(struct buf *b, const uint8_t *keys, size_t len, uint32_t n, unsigned rows)
{
	put_u64(b, KEYS_VERSION);
	put_u64(b, HAS_KEYS | (index_bytes(n) >> 1));	/* 0, 1, 2: UInt8, 16, 32 */
	put_u64(b, n);
	buf__add(b, keys, len);
	put_u64(b, rows);
}

static void put_indexes(struct buf *b, const struct native_column *n, unsigned skip, unsigned rows)
{
	unsigned each = index_bytes(n->keys.n);
	uint32_t i;
	uint8_t *p;

	if (!buf__reserve(b, (size_t)each * rows))
		return;
	p = b->p + b->len;
	for (unsigned at = skip; at < skip + rows; at++) {
		memcpy(&i, n->data.p + 4 * (size_t)at, sizeof(i));
		for (unsigned k = 0; k < each; k++)
			*p++ = (uint8_t)(i >> (8 * k));
	}
	b->len += (size_t)each * rows;
}

/* Where the text of a row begins. */
static size_t text_at(const struct buf *b, unsigned row)
{
	size_t at = 0;

	while (row--) {
		size_t len = 0;
		unsigned shift = 0;

		do
			len |= (size_t)(b->p[at] & 0x7f) << shift;
		while (shift += 7, b->p[at++] & 0x80);
		at += len;
	}
	return at;
}

static void put_column(struct buf *to, const struct column *c, const struct native_column *n, unsigned skip, unsigned rows)
{
	size_t at = c->type == CELL_TEXT ? 0 : 8 * (size_t)skip;

	put_head(to, c->name, native_block__type(c));
	if (c->few) {
		put_keys(to, n->keys.bytes.p, n->keys.bytes.len, n->keys.n, rows);
		put_indexes(to, n, skip, rows);
		return;
	}
	if (is_nullable(c))
		buf__add(to, n->nulls.p + skip, rows);
	if (c->type == CELL_TEXT)
		at = text_at(&n->data, skip);
	buf__add(to, n->data.p + at, n->data.len - at);
}

static void put_origin(struct buf *to, const struct native_origin *of, unsigned rows)
{
	size_t len = strlen(of->recording);
	uint32_t block = htole32(of->block);
	uint8_t key[256];

	len = len < 127 ? len : 127;
	key[0] = (uint8_t)len;
	memcpy(key + 1, of->recording, len);
	put_head(to, "recording", "LowCardinality(String)");
	put_keys(to, key, 1 + len, 1, rows);
	if (buf__reserve(to, rows)) {
		memset(to->p + to->len, 0, rows);
		to->len += rows;
	}
	put_head(to, "block", "UInt32");
	for (unsigned i = 0; i < rows; i++)
		buf__add(to, &block, sizeof(block));
}

void native_block__put(const struct native_block *b, const struct native_origin *of, unsigned skip, struct buf *to)
{
	unsigned rows = b->rows - skip;

	buf__add_varint(to, 2 + b->table->ncolumns);
	buf__add_varint(to, rows);
	put_origin(to, of, rows);
	for (unsigned i = 0; i < b->table->ncolumns; i++)
		put_column(to, &b->table->columns[i], &b->columns[i], skip, rows);
}

/* -- Life -------------------------------------------------------------------------------------------------------------- */

void native_block__clear(struct native_block *b)
{
	b->rows = 0;
	b->bytes = 0;
	for (unsigned i = 0; i < b->table->ncolumns; i++) {
		struct native_column *n = &b->columns[i];

		n->nulls.len = n->data.len = 0;
		if (b->table->columns[i].few)
			begin_keys(&n->keys, is_nullable(&b->table->columns[i]));
	}
}

int native_block__open(struct native_block *b, const struct table *t)
{
	*b = (struct native_block){ .table = t, .columns = calloc(t->ncolumns, sizeof(*b->columns)) };
	if (!b->columns)
		return -ENOMEM;
	for (unsigned i = 0; i < t->ncolumns; i++) {
		b->columns[i].host = is_host(&t->columns[i]);
		b->columns[i].nullable = is_nullable(&t->columns[i]);
	}
	native_block__clear(b);
	return 0;
}

void native_block__close(struct native_block *b)
{
	for (unsigned i = 0; b->columns && i < b->table->ncolumns; i++) {
		struct native_column *n = &b->columns[i];

		buf__free(&n->nulls);
		buf__free(&n->data);
		buf__free(&n->keys.bytes);
		free(n->keys.of);
		free(n->keys.slots);
	}
	free(b->columns);
	*b = (struct native_block){ 0 };
}
