/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * native_block.h - rows of a table, column by column, in ClickHouse's format Native: a block is read whole or not at all.
 *
 * A block is: number of columns, number of rows (LEB128); for each column its name and type (length, bytes), and the values: integers and
 * doubles as 8 bytes, little endian; texts each after its length. Nullable columns have a byte a row before that: 1 is NULL. Columns of
 * few texts (LowCardinality) have a dictionary, and an index a row.
 */
#pragma once

#include "lib/buf.h"
#include "schema.h"

struct native_keys {
	struct buf bytes;	/* texts, each after its length */
	struct { uint32_t at, len; } *of;	/* n of them, in `bytes` */
	uint32_t n;
	uint32_t *slots;	/* 1 + index of a key; nslots of them, a power of two */
	uint32_t nslots;
	uint32_t last;		/* index of the key that was used last */
};

struct native_column {
	bool host, nullable;	/* what its column is */
	struct buf nulls;	/* a byte a row, unless the column is never NULL or has a dictionary */
	struct buf data;	/* values; with a dictionary: 4 bytes a row */
	struct native_keys keys;
};

struct native_block {
	const struct table *table;
	struct native_column *columns;
	const char *host;	/* instead of NULL in the column `host`: borrowed */
	unsigned rows;
	size_t bytes;		/* of texts and numbers */
	bool failed;		/* no memory */
};

/* What every row of a block has besides the table's own columns. */
struct native_origin {
	const char *recording;
	uint32_t block;		/* number of the block in the recording, of this table */
};

/* The columns before those of the table: names, comma-separated. */
#define NATIVE_ORIGIN "recording, block"

int native_block__open(struct native_block *b, const struct table *t);	/* 0 or -ENOMEM, without a message */
void native_block__add(struct native_block *b, struct row_of *row);
/* Appends the block without its first `skip` rows. */
void native_block__put(const struct native_block *b, const struct native_origin *of, unsigned skip, struct buf *to);
void native_block__clear(struct native_block *b);
void native_block__close(struct native_block *b);

/* The column's type: LowCardinality(Nullable(String)) and others. At most 40 bytes. */
const char *native_block__type(const struct column *c);
