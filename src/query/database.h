/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * database.h - a database in memory that has recordings as virtual tables. Statements can only read: there is nothing else to open.
 */
#pragma once

#include "scan.h"
#include "sqlite_api.h"

struct database {
	sqlite3 *db;
	const struct recordings *recordings;
	struct rows_store *kept[TABLES];	/* small tables that were read whole; NULL: not yet */
	bool connecting;			/* SQLite reads a table's declaration */
};

/* 0 or -errno: the message was printed. The recordings are borrowed until close. */
int database__open(struct database *d, const struct recordings *r);
void database__close(struct database *d);

/* How rows are printed. */
enum answer_format { ANSWER_TABLE, ANSWER_CSV, ANSWER_JSON };
#define ANSWER_FORMATS "table, csv, json"

/*
 * Executes statements, and prints their rows; arg: the value of the parameter ?1, or NULL. 0; -EINTR: a signal came; or another -errno: the
 * message was printed.
 */
int database__run(struct database *d, const char *sql, const char *arg, enum answer_format format, struct out *o);

/* Prints how a statement is executed: its plan as a tree. Returns as database__run(). */
int database__explain(struct database *d, const char *sql, struct out *o);

/* Adds the virtual tables: virtual_tables.c */
int virtual_tables__add(struct database *d);
/* Prints an error of SQLite, with the name that was meant, if one is near. */
void database__say_error(struct database *d, const char *sql);

/* How the rows of one statement are printed: answer.c */
struct answer;
struct answer *answer__new(struct out *o, enum answer_format format, sqlite3_stmt *s);	/* NULL: no memory */
void answer__row(struct answer *a, sqlite3_stmt *s);
void answer__end(struct answer *a, bool whole);		/* prints what is left, and frees. whole: all rows came; else no names without a row */

/* A question that ships with trace, or NULL. */
struct question {
	const char *name, *help;
	const char *sql, *end;		/* the text of its file */
	bool takes_arg;
};
extern const struct question questions[];
extern const unsigned nquestions;
const struct question *question__find(const char *name);

/* A completion for the prompt, as line_edit.h has it: complete.c */
char *complete__word(const char *line, size_t at, const char *word, unsigned n);

/* The prompt: statements, one after another. Returns as database__run(). */
int prompt__run(struct database *d, enum answer_format format, struct out *o);
