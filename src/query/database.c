// SPDX-License-Identifier: BSD-2-Clause
/* database.c - owns the database in memory; executes statements that only read. */
#include "database.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/clock.h"
#include "lib/interrupt.h"
#include "lib/msg.h"
#include "index.h"
#include "lib/progress.h"
#include "syscalltbl/nearest.h"
#include "writers/text.h"

#define PROGRESS_STEPS 10000	/* of SQLite's machine, between two looks for signals */

static int on_progress(void *ctx)
{
	(void)ctx;
	return interrupt__count != 0;
}

static int authorize(void *ctx, int action, const char *a, const char *b, const char *database, const char *within)
{
	const struct database *d = ctx;

	(void)a, (void)database, (void)within;
	switch (action) {
	case SQLITE_SELECT:
	case SQLITE_READ:
	case SQLITE_RECURSIVE:
		return SQLITE_OK;
	case SQLITE_FUNCTION:
		return b && !strcmp(b, "load_extension") ? SQLITE_DENY : SQLITE_OK;
	}
	return d->connecting ? SQLITE_OK : SQLITE_DENY;
}

int database__open(struct database *d, const struct recordings *r)
{
	int err = sqlite_api__load();

	*d = (struct database){ .recordings = r };
	if (err)
		return err;
	if (sqlite->open_v2(":memory:", &d->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX, NULL) || virtual_tables__add(d)) {
		database__close(d);
		return msg__no_memory();
	}
	sqlite->db_config(d->db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite->db_config(d->db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
	sqlite->limit(d->db, SQLITE_LIMIT_ATTACHED, 0);
	sqlite->set_authorizer(d->db, authorize, d);
	sqlite->progress_handler(d->db, PROGRESS_STEPS, on_progress, NULL);
	return 0;
}

void database__close(struct database *d)
{
	if (d->db)
		sqlite->close(d->db);
	for (unsigned i = 0; i < TABLES; i++) {
		if (d->kept[i])
			rows_store__free(d->kept[i]);
		free(d->kept[i]);
	}
	*d = (struct database){ 0 };
}

/* -- Errors ----------------------------------------------------------------------------------------------------------- */

/* Offers the columns of the tables that the statement names; of all, if it names none. */
static void offer_columns(struct nearest *near, const char *sql)
{
	bool any = false;

	for (int all = 0; all < 2 && !any; all++)
		for (unsigned i = 0; i < TABLES; i++) {
			if (!all && !strcasestr(sql, tables[i].name))
				continue;
			any = true;
			for (unsigned k = 0; k < tables[i].ncolumns; k++)
				nearest__offer(near, tables[i].columns[k].name);
		}
}

static void say_near(const char *what, const char *word, const char *near)
{
	if (near)
		msg__error("no such %s: '%s', did you mean '%s'?", what, word, near);
	else
		msg__error("no such %s: '%s'", what, word);
}

void database__say_error(struct database *d, const char *sql)
{
	static const char no_column[] = "no such column: ", no_table[] = "no such table: ";
	const char *why = sqlite->errmsg(d->db), *dot;
	struct nearest near = { 0 };

	if (!strncmp(why, no_column, sizeof(no_column) - 1)) {
		near.word = why + sizeof(no_column) - 1;
		dot = strrchr(near.word, '.');
		near.word = dot ? dot + 1 : near.word;
		offer_columns(&near, sql);
		say_near("column", near.word, near.best);
		msg__hint(".schema and trace-sql(7) list tables and columns");
	} else if (!strncmp(why, no_table, sizeof(no_table) - 1)) {
		near.word = why + sizeof(no_table) - 1;
		for (unsigned i = 0; i < TABLES; i++)
			nearest__offer(&near, tables[i].name);
		say_near("table", near.word, near.best);
		msg__hint("tables: calls, args, strings, fds, threads, processes, signals, exits, events, stacks, loss, hosts");
	} else if (!strcmp(why, "not authorized")) {
		msg__error("statements can only read: this one is not a SELECT, or calls a function that is not permitted");
	} else {
		msg__error("SQL: %s", why);
	}
}

/* -- Statements ------------------------------------------------------------------------------------------------------- */

static void begin_progress(struct query_progress *p)
{
	if (p)
		p->next = clock__ns(CLOCK_MONOTONIC) + PROGRESS_FIRST_NS;
}

static void end_progress(struct query_progress *p)
{
	if (!p || p->next == UINT64_MAX)
		return;
	p->next = UINT64_MAX;
	progress__clear();
}

/* Of the last step. */
static int result_of(struct database *d, const char *sql, int got)
{
	if (got == SQLITE_DONE)
		return 0;
	if (got == SQLITE_INTERRUPT || interrupt__count)
		return -EINTR;
	if (got != SQLITE_IOERR)	/* of a scan: the message was printed */
		database__say_error(d, sql);
	return -EIO;
}

static int run_one(struct database *d, sqlite3_stmt *s, const char *sql, enum answer_format format, struct out *o)
{
	struct query_progress *progress = d->recordings->progress;
	struct answer *a = answer__new(o, format, s);
	int got;

	if (!a)
		return msg__no_memory();
	begin_progress(progress);
	while ((got = sqlite->step(s)) == SQLITE_ROW && !o->err) {
		if (o->opt.terminal)
			end_progress(progress);
		answer__row(a, s);
	}
	end_progress(progress);
	answer__end(a, got == SQLITE_DONE);
	return o->err ? o->err : result_of(d, sql, got);
}

int database__run(struct database *d, const char *sql, const char *arg, enum answer_format format, struct out *o)
{
	int err = 0;

	while (!err && *sql) {
		sqlite3_stmt *s;
		const char *rest;

		if (sqlite->prepare_v2(d->db, sql, -1, &s, &rest)) {
			database__say_error(d, sql);
			return -EINVAL;
		}
		if (s) {
			if (arg && sqlite->bind_parameter_count(s))
				sqlite->bind_text(s, 1, arg, -1, SQLITE_STATIC);
			err = run_one(d, s, sql, format, o);
		}
		sqlite->finalize(s);
		sql = rest;
	}
	return err;
}

/* -- Plans ------------------------------------------------------------------------------------------------------------ */

#define DEPTH_MAX 32
#define OF_TABLE " VIRTUAL TABLE INDEX "	/* SQLite's words before what a table has chosen */

/* What the table says for people, instead of its code. */
static void put_step(struct out *o, const char *step)
{
	const char *of = strstr(step, OF_TABLE), *help = of ? index__help(of) : NULL;

	if (!help) {
		put_str(o, step);
		return;
	}
	out__put(o, step, (size_t)(of - step));
	out__lit(o, ": ");
	put_str(o, help);
}

int database__explain(struct database *d, const char *sql, struct out *o)
{
	int64_t parents[DEPTH_MAX];
	unsigned depth = 0;
	char *plan = NULL;
	sqlite3_stmt *s;
	int got;

	if (asprintf(&plan, "EXPLAIN QUERY PLAN %s", sql) < 0)
		return msg__no_memory();
	if (sqlite->prepare_v2(d->db, plan, -1, &s, NULL)) {
		database__say_error(d, sql);
		free(plan);
		return -EINVAL;
	}
	while ((got = sqlite->step(s)) == SQLITE_ROW && !o->err) {
		int64_t parent = sqlite->column_int64(s, 1);

		while (depth && parents[depth - 1] != parent)
			depth--;
		out__line_begin(o);
		for (unsigned i = 0; i < depth; i++)
			out__lit(o, "  ");
		put_step(o, (const char *)sqlite->column_text(s, 3));
		out__line_end(o);
		if (depth < DEPTH_MAX)
			parents[depth++] = sqlite->column_int64(s, 0);
	}
	sqlite->finalize(s);
	free(plan);
	return o->err ? o->err : result_of(d, sql, got);
}
