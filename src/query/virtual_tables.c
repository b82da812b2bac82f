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
#include "lib/buf.h"
#include "lib/msg.h"
#include "lib/out.h"
#include "row_groups.h"

#define KEPT (1u << TABLE_THREADS | 1u << TABLE_PROCESSES | 1u << TABLE_HOSTS | 1u << TABLE_LOSS | 1u << TABLE_EXITS)
#define COLUMN_LETTER 'A'
#define GROUPED ' '		/* in an idxStr: the order follows */

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

/* -- Constraints ------------------------------------------------------------------------------------------------------ */

static int op_of(unsigned char op)
{
	switch (op) {
	case SQLITE_INDEX_CONSTRAINT_EQ:	return IS_EQUAL;
	case SQLITE_INDEX_CONSTRAINT_LT:	return IS_LESS;
	case SQLITE_INDEX_CONSTRAINT_LE:	return IS_AT_MOST;
	case SQLITE_INDEX_CONSTRAINT_GT:	return IS_MORE;
	case SQLITE_INDEX_CONSTRAINT_GE:	return IS_AT_LEAST;
	}
	return -1;
}

static bool is_call_number(const struct table *t, int column)
{
	return column >= 0 && (unsigned)column < t->ncolumns && !strcmp(t->columns[column].name, "call");
}

static bool is_usable(const struct table *t, sqlite3_index_info *info, int i)
{
	const struct sqlite3_index_constraint *c = &info->aConstraint[i];

	return c->usable && op_of(c->op) >= 0 && c->iColumn >= 0 && (unsigned)c->iColumn < t->ncolumns &&
	       !strcmp(sqlite->vtab_collation(info, i), "BINARY");
}

/* Share of the rows that meets it: a guess. */
static double share_of(const struct sqlite3_index_constraint *c)
{
	return c->op == SQLITE_INDEX_CONSTRAINT_EQ ? 0.02 : 0.3;
}

/* Do other tables not decide what it is compared with? Then there is one scan. */
static bool is_constant(sqlite3_index_info *info, int i)
{
	sqlite3_value *value;

	return sqlite->vtab_rhs_value && !sqlite->vtab_rhs_value(info, i, &value);
}

static bool has_few_values(const struct column *c)
{
	return c->few || c->groups;
}

/* Texts without a bound on their length are SQLite's to sort: it needs less memory for them if there is a LIMIT. */
static bool is_short(const struct column *c)
{
	return c->type != CELL_TEXT || has_few_values(c);
}

/* Can and should rows be grouped to be in the order that is asked for? */
static bool can_group(const struct table *t, sqlite3_index_info *info)
{
	if (!info->nOrderBy || info->nOrderBy > GROUP_COLUMNS_MAX)
		return false;
	for (int i = 0; i < info->nOrderBy; i++)
		if (info->aOrderBy[i].iColumn < 0 || !has_few_values(&t->columns[info->aOrderBy[i].iColumn]))
			return false;
	for (unsigned i = 0; i < t->ncolumns; i++)
		if (info->colUsed >> i & 1 && !is_short(&t->columns[i]))
			return false;
	for (int i = 0; i < info->nConstraint; i++)
		if (info->aConstraint[i].usable && !is_constant(info, i))
			return false;
	return true;
}

static char *put_order(char *p, const sqlite3_index_info *info)
{
	*p++ = GROUPED;
	for (int i = 0; i < info->nOrderBy; i++) {
		*p++ = (char)(COLUMN_LETTER + info->aOrderBy[i].iColumn);
		*p++ = (char)(COLUMN_LETTER + info->aOrderBy[i].desc);
	}
	return p;
}

static void read_order(const char *text, struct group_order *order)
{
	*order = (struct group_order){ 0 };
	for (text += *text == GROUPED; *text; text += 2) {
		order->by[order->n].column = (uint8_t)(text[0] - COLUMN_LETTER);
		order->by[order->n++].descending = text[1] != COLUMN_LETTER;
	}
}

/*
 * idxStr: for each constraint a letter for the column and one for the operation; then, if rows are to be grouped, a space and the same for each column
 * of the order and its direction. SQLite tests all constraints again, so leaving rows in does no harm.
 */
static int best_index(sqlite3_vtab *v, sqlite3_index_info *info)
{
	const struct virtual_table *vt = (const struct virtual_table *)v;
	const struct table *t = &tables[vt->table];
	char text[2 * CONDITIONS_MAX + 2 * GROUP_COLUMNS_MAX + 2], *end;
	unsigned n = 0;
	int call = -1;
	double rows = KEPT >> vt->table & 1 ? 100 : 1e6;

	info->idxNum = (int)(info->colUsed & 0x3fffffff);
	for (int i = 0; i < info->nConstraint && call < 0; i++)
		if (is_usable(t, info, i) && is_call_number(t, info->aConstraint[i].iColumn) && op_of(info->aConstraint[i].op) == IS_EQUAL)
			call = i;
	for (int i = 0; i < info->nConstraint && n < CONDITIONS_MAX; i++) {
		const struct sqlite3_index_constraint *c = &info->aConstraint[i];

		if (!is_usable(t, info, i) || (call >= 0 && i != call))
			continue;
		text[2 * n] = (char)(COLUMN_LETTER + c->iColumn);
		text[2 * n + 1] = (char)(COLUMN_LETTER + op_of(c->op));
		info->aConstraintUsage[i].argvIndex = (int)++n;
		rows *= share_of(c);
	}
	end = &text[2 * n];
	info->orderByConsumed = info->nOrderBy == 1 && !info->aOrderBy[0].desc && is_call_number(t, info->aOrderBy[0].iColumn);
	if (!info->orderByConsumed && call < 0 && !(KEPT >> vt->table & 1) && can_group(t, info)) {
		info->orderByConsumed = 1;
		end = put_order(end, info);
	}
	*end = 0;
	info->idxStr = sqlite->mprintf("%s", text);
	info->needToFreeIdxStr = 1;
	info->estimatedRows = call >= 0 ? 4 : (sqlite3_int64)rows + 1;
	info->estimatedCost = call >= 0 ? 20 : KEPT >> vt->table & 1 ? 100 : 1e6 + rows;
	return info->idxStr ? SQLITE_OK : SQLITE_NOMEM;
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
		k[n] = (struct condition){ .column = (unsigned)(text[2 * i] - COLUMN_LETTER), .op = (enum condition_op)(text[2 * i + 1] - COLUMN_LETTER) };
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
	bool by_call = n == 1 && is_call_number(&tables[c->table], (int)k[0].column) && k[0].op == IS_EQUAL && k[0].value.type == CELL_INTEGER;
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

	read_order(text + 2 * argc, &order);
	drop_groups(c);
	c->at = 0;
	c->row = 0;
	c->store = &none;
	c->has_rows = false;
	if (never)
		return SQLITE_OK;
	if (KEPT >> c->table & 1) {
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
	.xConnect = connect_table, .xBestIndex = best_index, .xDisconnect = disconnect_table, .xOpen = open_cursor, .xClose = close_cursor,
	.xFilter = filter, .xNext = next_row, .xEof = at_end, .xColumn = column_value, .xRowid = row_number,
};

int virtual_tables__add(struct database *d)
{
	for (unsigned i = 0; i < TABLES; i++)
		if (sqlite->create_module_v2(d->db, tables[i].name, &module, d, NULL))
			return -ENOMEM;
	return 0;
}
