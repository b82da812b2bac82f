// SPDX-License-Identifier: BSD-2-Clause
/* index.c - chooses what scans test and how they group, and says so as text. */
#include "index.h"

#include <string.h>

#define KEPT (1u << TABLE_THREADS | 1u << TABLE_PROCESSES | 1u << TABLE_HOSTS | 1u << TABLE_LOSS | 1u << TABLE_EXITS)

struct chosen {
	int at[CONDITIONS_MAX];		/* n constraints */
	unsigned n;
	bool groups, kept;
};

bool index__is_kept(enum table_id table)
{
	return KEPT >> table & 1;
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

bool index__is_call(const struct table *t, int column)
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
		if (is_usable(t, info, i) && !is_constant(info, i))
			return false;
	return true;
}

/* -- As text ---------------------------------------------------------------------------------------------------------- */

/*
 * For each condition a letter for the column and one for the operation; then, if rows are grouped, GROUPED and the same for each column of the order
 * and its direction; HELP; and the same for people.
 */
#define COLUMN_LETTER 'A'
#define GROUPED '/'
#define HELP ": "

static void put_letters(struct buf *b, int column, int what)
{
	uint8_t letters[] = { (uint8_t)(COLUMN_LETTER + column), (uint8_t)(COLUMN_LETTER + what) };

	buf__add(b, letters, sizeof(letters));
}

static void put(struct buf *b, const char *s)
{
	buf__add(b, s, strlen(s));
}

static void put_word(struct buf *b, const char *before, const char *word)
{
	put(b, b->len ? ", " : "");
	put(b, before);
	put(b, word);
}

/* false: no memory. */
static bool put_text(const struct table *t, const struct chosen *k, sqlite3_index_info *info)
{
	static const char *const ops[] = { [IS_EQUAL] = " = ?", [IS_LESS] = " < ?", [IS_AT_MOST] = " <= ?", [IS_MORE] = " > ?", [IS_AT_LEAST] = " >= ?" };
	struct buf code = { 0 }, help = { 0 };

	for (unsigned i = 0; i < k->n; i++) {
		const struct sqlite3_index_constraint *c = &info->aConstraint[k->at[i]];

		put_letters(&code, c->iColumn, op_of(c->op));
		put_word(&help, t->columns[c->iColumn].name, ops[op_of(c->op)]);
	}
	if (k->groups)
		put(&code, (const char[]){ GROUPED, 0 });
	for (int i = 0; k->groups && i < info->nOrderBy; i++) {
		put_letters(&code, info->aOrderBy[i].iColumn, info->aOrderBy[i].desc);
		put_word(&help, i ? "" : "grouped by ", t->columns[info->aOrderBy[i].iColumn].name);
		put(&help, info->aOrderBy[i].desc ? " DESC" : "");
	}
	if (k->kept)
		put_word(&help, "", "kept in memory");
	if (!help.len)
		put(&help, "all rows");
	buf__add(&code, "", 1);
	buf__add(&help, "", 1);
	info->idxStr = code.failed || help.failed ? NULL : sqlite->mprintf("%s" HELP "%s", code.p, help.p);
	info->needToFreeIdxStr = info->idxStr != NULL;
	buf__free(&code);
	buf__free(&help);
	return info->idxStr;
}

struct condition index__condition(const char *text, int i)
{
	return (struct condition){ .column = (unsigned)(text[2 * i] - COLUMN_LETTER), .op = (enum condition_op)(text[2 * i + 1] - COLUMN_LETTER) };
}

void index__order(const char *text, int argc, struct group_order *order)
{
	order->n = 0;
	text += 2 * argc;
	for (text += *text == GROUPED; *text != *HELP; text += 2) {
		order->by[order->n].column = (uint8_t)(text[0] - COLUMN_LETTER);
		order->by[order->n++].descending = text[1] != COLUMN_LETTER;
	}
}

const char *index__help(const char *text)
{
	const char *help = strstr(text, HELP);

	return help ? help + strlen(HELP) : NULL;
}

/* -- Choosing --------------------------------------------------------------------------------------------------------- */

/* The constraint that chooses one call; -1: none. */
static int find_call(const struct table *t, sqlite3_index_info *info)
{
	for (int i = 0; i < info->nConstraint; i++)
		if (is_usable(t, info, i) && index__is_call(t, info->aConstraint[i].iColumn) && op_of(info->aConstraint[i].op) == IS_EQUAL)
			return i;
	return -1;
}

/* SQLite tests all constraints again, so leaving rows in does no harm. */
int index__choose(enum table_id table, sqlite3_index_info *info)
{
	const struct table *t = &tables[table];
	struct chosen k = { .kept = index__is_kept(table) };
	int call = find_call(t, info);
	double rows = k.kept ? 100 : 1e6;

	info->idxNum = (int)(info->colUsed & 0x3fffffff);
	for (int i = 0; i < info->nConstraint && k.n < CONDITIONS_MAX; i++) {
		if (!is_usable(t, info, i) || (call >= 0 && i != call))
			continue;
		k.at[k.n++] = i;
		info->aConstraintUsage[i].argvIndex = (int)k.n;
		rows *= share_of(&info->aConstraint[i]);
	}
	info->orderByConsumed = info->nOrderBy == 1 && !info->aOrderBy[0].desc && index__is_call(t, info->aOrderBy[0].iColumn);
	k.groups = !info->orderByConsumed && call < 0 && !k.kept && can_group(t, info);
	info->orderByConsumed |= k.groups;
	info->estimatedRows = call >= 0 ? 4 : (sqlite3_int64)rows + 1;
	info->estimatedCost = call >= 0 ? 20 : k.kept ? 100 : 1e6 + rows;
	return put_text(t, &k, info) ? SQLITE_OK : SQLITE_NOMEM;
}
