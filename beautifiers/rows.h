/* SPDX-License-Identifier: BSD-2-Clause */
/* rows.h - the list of row tables, and conditions that several of them use. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "row.h"
#include "shape.h"

/* Ends a file of rows: defines its table. */
#define ROW_TABLE(rows) { rows, sizeof(rows) / sizeof((rows)[0]) }

struct row_source {
	const struct row_table *table;
	unsigned abis;		/* that it applies to: ABI_BIT()s */
};

/* All tables, those of few ABIs first: the first one with a call's name has its row. */
extern const struct row_source row_sources[];
extern const unsigned nrow_sources;

bool sigframe__is_known(const struct call *c);	/* of sigreturn: was the frame captured? */

/* The row with this name in an ABI, even if the ABI has no such call; NULL: none. */
const struct row *rows__by_name(enum abi abi, const char *name);
