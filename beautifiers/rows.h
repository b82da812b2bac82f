/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * rows.h - the list of row tables, and conditions that several of them use.
 */
#ifndef TRACE_ROWS_H
#define TRACE_ROWS_H

#include <stdbool.h>
#include <stdint.h>

#include "row.h"
#include "shape.h"

/* Closes a file of rows. */
#define ROW_TABLE(rows) { rows, sizeof(rows) / sizeof((rows)[0]) }

struct row_source {
	const struct row_table *table;
	unsigned abis;		/* ABI_BIT()s whose calls it describes */
};

/* All tables, those of few ABIs first: the first one that has a name describes it. */
extern const struct row_source row_sources[];
extern const unsigned nrow_sources;

/* The row of a name in an ABI, whether that ABI has such a call or not; NULL when the tables have none. */
const struct row *rows__by_name(enum abi abi, const char *name);

#endif
