// SPDX-License-Identifier: BSD-2-Clause
/*
 * sqlite_view.c - a database file with the tables that queries see, and indexes of their keys.
 *
 * One transaction: a file that is not finished has no tables.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "config/options.h"
#include "lib/msg.h"
#include "lib/output_file.h"
#include "recording/file_header.h"
#include "row_of.h"
#include "sqlite_api.h"
#include "views/views.h"
#include "writers/text.h"

struct sqlite_view {
	struct rows rows;
	const struct options *opt;
	sqlite3 *db;
	sqlite3_stmt *insert[TABLES];
	int err;		/* of the first failure; a message was printed */
	const struct origin *origin;
};

static void fail(struct sqlite_view *v)
{
	if (!v->err)
		msg__error("cannot write '%s': %s", v->opt->output, sqlite->errmsg(v->db));
	v->err = v->err ? v->err : -EIO;
}

static void execute(struct sqlite_view *v, const char *sql)
{
	if (!v->err && sqlite->exec(v->db, sql, NULL, NULL, NULL))
		fail(v);
}

/* -- Rows ------------------------------------------------------------------------------------------------------------- */

static void bind(sqlite3_stmt *s, int i, const struct cell *c)
{
	switch (c->type) {
	case CELL_INTEGER:	sqlite->bind_int64(s, i, c->integer); break;
	case CELL_REAL:		sqlite->bind_double(s, i, c->real); break;
	case CELL_TEXT:		sqlite->bind_text(s, i, c->text, (int)c->len, SQLITE_TRANSIENT); break;
	case CELL_BLOB:		sqlite->bind_blob(s, i, c->text, (int)c->len, SQLITE_TRANSIENT); break;
	case CELL_NULL:		sqlite->bind_null(s, i); break;
	}
}

static void insert_row(struct rows *r, enum table_id t, struct row_of *row)
{
	struct sqlite_view *v = (struct sqlite_view *)r;
	sqlite3_stmt *s = v->insert[t];

	if (v->err)
		return;
	for (unsigned i = 0; i < tables[t].ncolumns; i++) {
		struct cell c = table__value(&tables[t], i, row);

		bind(s, (int)i + 1, &c);
	}
	if (sqlite->step(s) != SQLITE_DONE)
		fail(v);
	sqlite->reset(s);
}

/* -- Tables ----------------------------------------------------------------------------------------------------------- */

static void execute_text(struct sqlite_view *v, struct out *o)
{
	out__put(o, "", 1);
	if (o->err)
		v->err = v->err ? v->err : o->err;
	else
		execute(v, o->buf);
	o->p = o->buf;
	o->line = 0;
}

static void put_insert(struct out *o, const struct table *t)
{
	out__lit(o, "INSERT INTO ");
	put_str(o, t->name);
	for (unsigned i = 0; i < t->ncolumns; i++)
		put_str(o, i ? ", ?" : " VALUES (?");
	out__put(o, ")", 2);
}

static void make_tables(struct sqlite_view *v)
{
	struct out o;

	if (out__open(&o, -1, 4096)) {
		v->err = msg__no_memory();
		return;
	}
	for (unsigned i = 0; i < TABLES && !v->err; i++) {
		table__put_ddl(&o, &tables[i], false);
		execute_text(v, &o);
		put_insert(&o, &tables[i]);
		if (!v->err && sqlite->prepare_v2(v->db, o.buf, -1, &v->insert[i], NULL))
			fail(v);
		o.p = o.buf;
	}
	out__close(&o);
}

static void make_indexes(struct sqlite_view *v)
{
	char sql[256];

	for (unsigned i = 0; i < TABLES; i++)
		for (unsigned c = 0; c < tables[i].ncolumns && !v->err; c++) {
			const char *t = tables[i].name, *name = tables[i].columns[c].name;

			if (!tables[i].columns[c].key)
				continue;
			snprintf(sql, sizeof(sql), "CREATE INDEX %s_%s ON %s (%s)", t, name, t, name);
			execute(v, sql);
		}
}

/* -- Life ------------------------------------------------------------------------------------------------------------- */

/* An empty file is an empty database. */
static int make_file(const char *path)
{
	struct stat st;
	int fd;

	if (!path || !strcmp(path, "-")) {
		msg__error("--to sqlite needs a file: -o FILE");
		return -EINVAL;
	}
	fd = output_file__open(path);
	if (fd < 0)
		return fd;
	if (fstat(fd, &st) || !S_ISREG(st.st_mode)) {
		msg__error("cannot write '%s': a database must be a regular file", path);
		close(fd);
		return -EINVAL;
	}
	return close(fd) ? -errno : 0;
}

static void sqlite__close(struct view *view)
{
	struct sqlite_view *v = (struct sqlite_view *)view;

	for (unsigned i = 0; i < TABLES; i++)
		if (v->insert[i])
			sqlite->finalize(v->insert[i]);
	if (v->db)
		sqlite->close(v->db);
	rows__close(&v->rows);
	free(v);
}

static struct view *sqlite__open(const struct view_setup *u)
{
	struct sqlite_view *v;

	if (sqlite_api__load() || make_file(u->opt->output))
		return NULL;
	v = calloc(1, sizeof(*v));
	if (!v || rows__open(&v->rows, u->opt)) {
		msg__no_memory();
		free(v);
		return NULL;
	}
	v->rows.view.ops = &sqlite_view;
	v->rows.wanted = (1u << TABLES) - 1;
	v->rows.emit = insert_row;
	v->opt = u->opt;
	v->origin = u->origin;
	if (sqlite->open_v2(u->opt->output, &v->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL))
		fail(v);
	execute(v, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN; PRAGMA user_version = " SCHEMA_VERSION);
	make_tables(v);
	if (!v->err)
		return &v->rows.view;
	sqlite__close(&v->rows.view);
	return NULL;
}

static int sqlite__error(const struct view *view)
{
	const struct sqlite_view *v = (const struct sqlite_view *)view;

	return v->err ? v->err : v->rows.out.err;
}

static int sqlite__finish(struct view *view)
{
	struct sqlite_view *v = (struct sqlite_view *)view;

	if (v->origin && (v->origin->host[0] || v->origin->kernel[0]))
		rows__host(&v->rows, v->origin);
	make_indexes(v);
	execute(v, "COMMIT");
	return sqlite__error(view);
}

const struct view_ops sqlite_view = {
	.name = "sqlite", .help = "a database of SQLite: the tables of trace-sql(7), with indexes", .in = IN_CONVERT,
	.open = sqlite__open, ROWS_VIEW, .error = sqlite__error, .finish = sqlite__finish, .close = sqlite__close,
};
