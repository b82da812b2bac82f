// SPDX-License-Identifier: BSD-2-Clause
/*
 * virtual_tables.c - a table of the recordings as SQLite's virtual table.
 *
 * Each scan reads the recordings again, with the constraints that a row must meet. Two things keep joins linear: small tables are read
 * once and kept; and a cursor that is asked for one call after another, in order, goes on from where it is.
 *
 * Rows that are wanted in the order of columns of few values are grouped here: SQLite would sort them all.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "database.h"
#include "index.h"
#include "lib/buf.h"
#include "lib/msg.h"
#include "lib/out.h"

struct virtual_table {
	sqlite3_vtab base;
	struct database *d;
	enum table_id table;
};

struct cursor {
	sqlite3_vtab_cursor base;
	struct database *d;
	enum table_id table;
	struct scan *scan;		/* NULL: none is open, or the table is kept */
	struct row_groups *groups;	/* rows that are left; NULL: they are not grouped */
	struct rows_store grouped;	/* those that were taken out */
	const struct rows_store *store;
	size_t at;			/* the current row, in it */
	bool has_rows;
	uint64_t row;
	bool by_call;			/* the only constraint is the call's number */
	uint64_t used;			/* columns of the scan */
	int64_t call;			/* that number */
	struct buf texts;		/* of the constraints */
};

/* -- Errors ----------------------------------------------------------------------------------------------------------- */

static int result_of(int err)
{
	return err == -EINTR ? SQLITE_INTERRUPT : err == -ENOMEM ? SQLITE_NOMEM : err ? SQLITE_IOERR : SQLITE_OK;
}

/* -- Connecting ------------------------------------------------------------------------------------------------------- */

static int connect_table(sqlite3 *db, void *aux, int argc, const char *const *argv, sqlite3_vtab **out, char **why)
{
	struct database *d = aux;
	struct virtual_table *t = calloc(1, sizeof(*t));
	struct out ddl;
	int got = SQLITE_NOMEM;

	(void)argc, (void)why;
	for (unsigned i = 0; t && i < TABLES; i++)
		if (!strcmp(argv[0], tables[i].name))
			t->table = (enum table_id)i;
	if (t && !out__open(&ddl, -1, 4096)) {
		t->d = d;
		table__put_ddl(&ddl, &tables[t->table], false);
		out__put(&ddl, "", 1);
		d->connecting = true;
		got = ddl.err ? SQLITE_NOMEM : sqlite->declare_vtab(db, ddl.buf);
		d->connecting = false;
		out__close(&ddl);
	}
	if (got)
		free(t);
	else
		*out = &t->base;
	return got;
}

static int disconnect_table(sqlite3_vtab *t)
{
	free(t);
	return SQLITE_OK;
}

static int choose_index(sqlite3_vtab *v, sqlite3_index_info *info)
{
	return index__choose(((const struct virtual_table *)v)->table, info);
}

/* -- Cursors ---------------------------------------------------------------------------------------------------------- */

static int open_cursor(sqlite3_vtab *v, sqlite3_vtab_cursor **out)
{
	const struct virtual_table *t = (const struct virtual_table *)v;
	struct cursor *c = calloc(1, sizeof(*c));

	if (!c)
		return SQLITE_NOMEM;
	c->d = t->d;
	c->table = t->table;
	*out = &c->base;
	return SQLITE_OK;
}

static void close_scan(struct cursor *c)
{
	if (c->scan)
		scan__close(c->scan);
	free(c->scan);
	c->scan = NULL;
}

static void drop_groups(struct cursor *c)
{
	row_groups__free(c->groups);
	c->groups = NULL;
	rows_store__free(&c->grouped);
}

static int close_cursor(sqlite3_vtab_cursor *v)
{
	struct cursor *c = (struct cursor *)v;

	close_scan(c);
	drop_groups(c);
	buf__free(&c->texts);
	free(c);
	return SQLITE_OK;
}

/* Has the scan come past the call that is asked for? */
static bool is_past(const struct cursor *c)
{
	return c->by_call && c->scan->rows.number >= c->scan->until;
}

/* Goes on until there is a row. */
static int settle(struct cursor *c)
{
	if (c->groups && c->at >= c->grouped.nrows) {
		int err;

		rows_store__clear(&c->grouped);
		c->at = 0;
		err = row_groups__take(c->groups, &c->grouped);
		if (err)
			return result_of(err);
	}
	while (c->at >= c->store->nrows && c->scan && !c->scan->ended && !is_past(c)) {
		int err;

		rows_store__clear(&c->scan->store);
		c->at = 0;
		err = scan__more(c->scan);
		if (err)
			return result_of(err);
	}
	c->has_rows = c->at < c->store->nrows;
	return SQLITE_OK;
}

static int next_row(sqlite3_vtab_cursor *v)
{
	struct cursor *c = (struct cursor *)v;

	c->at++;
	c->row++;
	return settle(c);
}

/* -- Reading ---------------------------------------------------------------------------------------------------------- */

static struct scan *new_scan(struct cursor *c, uint64_t used, const struct condition *k, unsigned n, int *err)
{
	struct scan *s = malloc(sizeof(*s));

	*err = s ? scan__open(s, c->d->recordings, c->table, used, k, n) : -ENOMEM;
	if (!*err)
		return s;
	free(s);
	return NULL;
}

/* All rows of a small table, with all columns. */
static int keep(struct cursor *c)
{
	struct rows_store **kept = &c->d->kept[c->table];
	struct scan *s;
	int err = 0;

	if (*kept)
		return 0;
	s = new_scan(c, UINT64_MAX, NULL, 0, &err);
	while (!err && !s->ended)
		err = scan__more(s);
	if (!err) {
		*kept = malloc(sizeof(**kept));
		err = *kept ? 0 : -ENOMEM;
	}
	if (!err) {
		**kept = s->store;
		s->store = (struct rows_store){ 0 };
	}
	if (s)
		scan__close(s);
	free(s);
	return err;
}

/* Reads all rows. */
static int read_groups(struct cursor *c, const struct group_order *order)
{
	int err = 0;

	c->groups = row_groups__new(&c->scan->store, order);
	if (!c->groups)
		return msg__no_memory();
	while (!err && !c->scan->ended) {
		rows_store__clear(&c->scan->store);
		err = scan__more(c->scan);
		if (!err)
			err = row_groups__add(c->groups, &c->scan->store);
	}
	if (!err)
		err = row_groups__sort(c->groups);
	c->grouped = c->scan->store;
	c->scan->store = (struct rows_store){ 0 };
	rows_store__clear(&c->grouped);
	c->store = &c->grouped;
	close_scan(c);
	return err;
}

/* The value of a constraint; text is kept until the next filter. */
static struct cell value_of(struct cursor *c, sqlite3_value *v)
{
	struct cell k = { .type = CELL_NULL };
	size_t at = c->texts.len;

	switch (sqlite->value_type(v)) {
	case SQLITE_INTEGER:
		k = (struct cell){ .type = CELL_INTEGER, .integer = sqlite->value_int64(v) };
		break;
	case SQLITE_FLOAT:
		k = (struct cell){ .type = CELL_REAL, .real = sqlite->value_double(v) };
		break;
	case SQLITE_TEXT:
		k = (struct cell){ .type = CELL_TEXT, .text = (const char *)at, .len = 0 };
		buf__add_text(&c->texts, (const char *)sqlite->value_text(v));
		k.len = (size_t)sqlite->value_bytes(v);
		if (c->texts.failed || c->texts.len - at != k.len + 1)	/* it has a NUL */
			k.type = CELL_NULL;
		break;
	}
	return k;
}

/* Text for numbers, and numbers for text, are SQLite's to convert. */
static bool is_comparable(enum cell_type column, enum cell_type value)
{
	return value != CELL_NULL && (column == CELL_TEXT) == (value == CELL_TEXT);
}

/* Only those that can be compared: *never is set if no row can meet them. */
static unsigned read_conditions(struct cursor *c, const char *text, int argc, sqlite3_value **argv, struct condition *k, bool *never)
{
	unsigned n = 0;

	c->texts.len = 0;
	for (int i = 0; i < argc && n < CONDITIONS_MAX; i++) {
		k[n] = index__condition(text, i);
		*never |= sqlite->value_type(argv[i]) == SQLITE_NULL;
		k[n].value = value_of(c, argv[i]);
		n += is_comparable(tables[c->table].columns[k[n].column].type, k[n].value.type);
	}
	for (unsigned i = 0; i < n; i++)
		if (k[i].value.type == CELL_TEXT)
			k[i].value.text = (const char *)c->texts.p + (size_t)k[i].value.text;
	return n;
}

/* A cursor that is asked for a later call goes on; for the same one again, it begins with that call's rows. */
static bool goes_on(struct cursor *c, const struct condition *k, unsigned n, uint64_t used)
{
	bool by_call = n == 1 && index__is_call(&tables[c->table], (int)k[0].column) && k[0].op == IS_EQUAL && k[0].value.type == CELL_INTEGER;
	uint64_t number = by_call ? (uint64_t)k[0].value.integer : 0;
	bool same = c->scan && c->by_call && by_call && c->used == used && number >= c->scan->rows.number;

	if (same && (uint64_t)c->call == number)
		return true;
	if (same && number == c->scan->rows.number)	/* it was skipped */
		same = false;
	c->by_call = by_call;
	c->call = (int64_t)number;
	c->used = used;
	if (!same)
		return false;
	c->scan->conditions[0].value.integer = c->call;
	c->scan->until = number;
	rows_store__clear(&c->scan->store);
	return true;
}

static int filter(sqlite3_vtab_cursor *v, int used, const char *text, int argc, sqlite3_value **argv)
{
	static const struct rows_store none;
	struct cursor *c = (struct cursor *)v;
	struct condition k[CONDITIONS_MAX];
	bool never = false;
	unsigned n = read_conditions(c, text, argc, argv, k, &never);
	struct group_order order;
	int err = 0;

	index__order(text, argc, &order);
	drop_groups(c);
	c->at = 0;
	c->row = 0;
	c->store = &none;
	c->has_rows = false;
	if (never)
		return SQLITE_OK;
	if (index__is_kept(c->table)) {
		err = keep(c);
		c->store = c->d->kept[c->table];
	} else if (!goes_on(c, k, n, (uint64_t)used)) {
		close_scan(c);
		c->scan = new_scan(c, (uint64_t)used, k, n, &err);
		if (c->scan && c->by_call)
			c->scan->until = (uint64_t)c->call;
	}
	if (c->scan)
		c->store = &c->scan->store;
	if (c->scan && order.n)
		err = read_groups(c, &order);
	return err ? result_of(err) : settle(c);
}

static int at_end(sqlite3_vtab_cursor *v)
{
	return !((struct cursor *)v)->has_rows;
}

static int column_value(sqlite3_vtab_cursor *v, sqlite3_context *to, int i)
{
	struct cursor *c = (struct cursor *)v;
	struct cell k = rows_store__value(c->store, c->at, (unsigned)i);

	switch (k.type) {
	case CELL_INTEGER:	sqlite->result_int64(to, k.integer); break;
	case CELL_REAL:		sqlite->result_double(to, k.real); break;
	case CELL_TEXT:		sqlite->result_text(to, k.text, (int)k.len, k.constant ? SQLITE_STATIC : SQLITE_TRANSIENT); break;
	case CELL_BLOB:		sqlite->result_blob(to, k.text, (int)k.len, SQLITE_TRANSIENT); break;
	case CELL_NULL:		break;	/* SQLite's default */
	}
	return SQLITE_OK;
}

static int row_number(sqlite3_vtab_cursor *v, sqlite3_int64 *n)
{
	*n = (sqlite3_int64)((struct cursor *)v)->row;
	return SQLITE_OK;
}

/* Without xCreate: the tables are there, and no others of their kind can be made. */
static const sqlite3_module module = {
	.xConnect = connect_table, .xBestIndex = choose_index, .xDisconnect = disconnect_table, .xOpen = open_cursor, .xClose = close_cursor,
	.xFilter = filter, .xNext = next_row, .xEof = at_end, .xColumn = column_value, .xRowid = row_number,
};

int virtual_tables__add(struct database *d)
{
	for (unsigned i = 0; i < TABLES; i++)
		if (sqlite->create_module_v2(d->db, tables[i].name, &module, d, NULL))
			return -ENOMEM;
	return 0;
}
