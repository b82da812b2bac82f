/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * schema.h - the tables of a recording as SQL has them: names, types, units, and where the values come from. The virtual tables of `trace
 * query`, the database of `convert --to sqlite`, the store of `convert --to clickhouse`, `.schema` and trace-sql(7) take theirs from it.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum cell_type { CELL_NULL, CELL_INTEGER, CELL_REAL, CELL_TEXT, CELL_BLOB /* text that is not UTF-8, or has a NUL */ };

/* One value. Text is borrowed until the next value of the same row is asked for. */
struct cell {
	enum cell_type type;
	int64_t integer;
	double real;
	const char *text;
	size_t len;
	bool constant;		/* the text is valid UTF-8, and there for ever: it need not be copied */
};

struct row_of;		/* what a row is about: row_of.h */

struct column {
	const char *name;
	enum cell_type type;
	const char *unit;	/* ns, s, bytes; NULL: none */
	const char *help;
	void (*get)(struct row_of *r, struct cell *c);	/* *c is CELL_NULL before */
	bool key;		/* convert makes an index of it */
	bool counts;		/* all calls have to be read for it */
	bool few;		/* its texts are few, and NULL says no more than that it is not known: stores may number them */
	bool always;		/* it is never NULL */
	bool groups;		/* its values are so few that rows may be grouped by it in memory, as by texts that are few */
};

enum table_id {
	TABLE_CALLS, TABLE_ARGS, TABLE_STRINGS, TABLE_FDS, TABLE_THREADS, TABLE_PROCESSES, TABLE_SIGNALS, TABLE_EXITS, TABLE_EVENTS,
	TABLE_STACKS, TABLE_LOSS, TABLE_HOSTS,
	TABLES
};

struct table {
	const char *name, *help;
	const struct column *columns;
	unsigned ncolumns;
	bool of_calls;		/* its rows are of calls only, with their names: other calls need not be read if names are given */
};

extern const struct table tables[TABLES];

#define SCHEMA_VERSION "2"	/* 2: owners of threads (uid and the following). Columns are only added, at the end of tables */

/* The value of a column. */
struct cell table__value(const struct table *t, unsigned column, struct row_of *r);

/* Below, at or above 0: as SQLite sorts values. */
int cell__compare(const struct cell *a, const struct cell *b);
const char *cell_type__name(enum cell_type t);	/* INTEGER, REAL, TEXT */
/* CREATE TABLE, with a line a column; notes: with units and what they are. */
struct out;
void table__put_ddl(struct out *o, const struct table *t, bool notes);
