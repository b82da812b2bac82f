/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * row_groups.h - rows sorted by columns of few values: a list for each group of rows that have the same values there. SQLite would sort the rows
 * themselves.
 *
 * Rows of a group stay in the order in which they were added. Groups are in SQLite's order: NULL, numbers, text by its bytes, BLOBs. What takes much
 * memory waits in an unnamed file.
 */
#pragma once

#include "rows_store.h"

struct row_groups;

#define GROUP_COLUMNS_MAX 8

struct group_order {
	unsigned n;
	struct { uint8_t column; bool descending; } by[GROUP_COLUMNS_MAX];
};

/* Rows are those of stores with the columns of `like`, among which are those of the order. NULL: no memory, or a message was printed. */
struct row_groups *row_groups__new(const struct rows_store *like, const struct group_order *order);
/* Adds all rows of the store. 0 or -errno: a message was printed. */
int row_groups__add(struct row_groups *g, const struct rows_store *rows);
/* After all rows were added. 0 or -ENOMEM. */
int row_groups__sort(struct row_groups *g);
/* Takes the next rows out, into an empty store: some, or none at the end. 0 or -errno: a message was printed. */
int row_groups__take(struct row_groups *g, struct rows_store *to);
void row_groups__free(struct row_groups *g);
/* For tests: bytes of rows that are kept in memory. */
extern size_t row_groups__memory;
