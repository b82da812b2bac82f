// SPDX-License-Identifier: BSD-2-Clause
/* scan.c - owns a source and a session for as long as one pass takes. */
#include "scan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/clock.h"
#include "lib/interrupt.h"
#include "lib/msg.h"
#include "lib/progress.h"
#include "lib/vec.h"
#include "recording/file_header.h"
#include "sources/source.h"

#define LOOK_RECORDS 256	/* signals are looked for once per so many records */
#define WAIT_MS 200
#define ROWS 64		/* rows that are read at once: the processor's caches keep what reads them */

static struct scan *scan_of(struct rows *r)
{
	return (struct scan *)((char *)r - offsetof(struct scan, rows));
}

/* -- Conditions ------------------------------------------------------------------------------------------------------- */

#define EXACT_MAX (1ll << 53)	/* integers up to it are exact as doubles */

static bool is_exact(const struct cell *c)
{
	return c->type == CELL_REAL || (c->type == CELL_INTEGER && c->integer >= -EXACT_MAX && c->integer <= EXACT_MAX);
}

/* Of what cannot be compared here SQLite decides. */
static bool comparable(const struct cell *a, const struct cell *b)
{
	if (a->type == b->type)
		return a->type == CELL_TEXT || a->type == CELL_INTEGER || a->type == CELL_REAL;
	return is_exact(a) && is_exact(b);
}

static bool meets(const struct condition *k, const struct cell *c)
{
	int order;

	if (c->type == CELL_NULL)
		return false;		/* NULL compares with nothing */
	if (!comparable(c, &k->value))
		return true;
	order = cell__compare(c, &k->value);
	switch (k->op) {
	case IS_EQUAL:		return order == 0;
	case IS_LESS:		return order < 0;
	case IS_AT_MOST:	return order <= 0;
	case IS_MORE:		return order > 0;
	case IS_AT_LEAST:	return order >= 0;
	}
	return true;
}

static void take_row(struct rows *r, enum table_id t, struct row_of *row)
{
	struct scan *s = scan_of(r);

	for (unsigned i = 0; i < s->nconditions; i++) {
		struct cell c = table__value(&tables[t], s->conditions[i].column, row);

		if (!meets(&s->conditions[i], &c))
			return;
	}
	if (!rows_store__begin(&s->store))
		return;
	for (unsigned i = 0; i < s->store.width; i++) {
		struct cell c = table__value(&tables[t], s->store.columns[i], row);

		rows_store__put(&s->store, &c);
	}
}

/* -- What is read ----------------------------------------------------------------------------------------------------- */

static bool is_known_call(const char *name, size_t len)
{
	for (unsigned abi = 0; abi < ABI_COUNT; abi++)
		for (unsigned nr = 0; nr < SYSCALL_SET_BITS; nr++) {
			const char *n = syscalltbl__name((enum abi)abi, nr);

			if (n && strlen(n) == len && !memcmp(n, name, len))
				return true;
		}
	return false;
}

/* All calls have to be read if they are counted. */
static bool counts(const struct scan *s)
{
	bool any = false;

	for (unsigned i = 0; i < tables[s->table].ncolumns; i++)
		any |= s->store.places[i] != NOT_STORED && tables[s->table].columns[i].counts;
	return any;
}

static const struct column *column_of(const struct scan *s, const struct condition *k)
{
	return &tables[s->table].columns[k->column];
}

/* Blocks without other calls need not be unpacked. */
static void only_calls(struct scan *s, const char *name, size_t len)
{
	if (s->opt.nlists || !VEC_MORE(s->opt.lists, 0, 1))
		return;
	s->opt.lists[0] = strndup(name, len);
	s->opt.nlists = s->opt.lists[0] != NULL;
}

static void narrow_by_name(struct scan *s, const struct condition *k)
{
	if (k->op == IS_EQUAL && k->value.type == CELL_TEXT && !strcmp(column_of(s, k)->name, "name") &&
	    is_known_call(k->value.text, k->value.len))
		only_calls(s, k->value.text, k->value.len);
}

static void choose_calls(struct scan *s)
{
	bool counted = counts(s);

	s->opt.lists = NULL;
	s->opt.nlists = 0;
	if (!tables[s->table].of_calls && !counted && s->table != TABLE_STACKS)
		only_calls(s, "none", 4);
	for (unsigned i = 0; i < s->nconditions && tables[s->table].of_calls && !counted; i++)
		narrow_by_name(s, &s->conditions[i]);
}

/* -- A pass ----------------------------------------------------------------------------------------------------------- */

static int open_session(struct scan *s, const struct recordings *r)
{
	int err = r->open(&s->source, &s->opt, &s->needed);

	if (!err)
		err = rows__open(&s->rows, &s->opt);
	if (!err)
		err = session__open(&s->session, &s->opt, &s->rows.view);
	s->has_session = !err;
	return err;
}

/* Each recording has a row. */
static int take_hosts(struct scan *s, const struct recordings *r)
{
	unsigned n = s->opt.nfiles;
	char **files = s->opt.files;
	int err = 0;

	s->ended = true;
	for (unsigned i = 0; i < n && !err; i++) {
		s->opt.files = &files[i];
		s->opt.nfiles = 1;
		err = r->open(&s->source, &s->opt, &s->needed);
		if (!err && source__origin(s->source))
			rows__host(&s->rows, source__origin(s->source));
		source__close(s->source);
		s->source = NULL;
	}
	s->opt.files = files;
	s->opt.nfiles = n;
	return err;
}

int scan__open(struct scan *s, const struct recordings *r, enum table_id table, uint64_t used, const struct condition *conditions, unsigned n)
{
	int err;

	memset(s, 0, sizeof(*s));
	s->table = table;
	s->nconditions = n < CONDITIONS_MAX ? n : CONDITIONS_MAX;
	for (unsigned i = 0; i < s->nconditions; i++) {
		s->conditions[i] = conditions[i];
		used |= 1ull << conditions[i].column;
	}
	rows_store__init(&s->store, tables[table].ncolumns, used);
	s->opt = *r->opt;
	s->progress = r->progress;
	s->opt.stacks = table == TABLE_STACKS ? STACKS_FP : STACKS_NONE;
	choose_calls(s);
	s->rows.wanted = 1u << table;
	s->rows.emit = take_row;
	err = table == TABLE_HOSTS ? take_hosts(s, r) : open_session(s, r);
	if (err)
		scan__close(s);
	return err;
}

static void say_progress(struct scan *s)
{
	struct query_progress *p = s->progress;
	uint64_t at, size, now;

	if (!p || !p->name || (now = clock__ns(CLOCK_MONOTONIC)) < p->next)
		return;
	p->next = now + PROGRESS_EVERY_NS;
	source__progress(s->source, &at, &size);
	if (size)
		progress__say_read(p->name, at, size);
}

int scan__more(struct scan *s)
{
	size_t enough = s->store.nrows + ROWS;

	while (!s->ended && s->store.nrows < enough && (!s->until || s->rows.number < s->until)) {
		const struct rec *rec;
		int got;

		if (!(++s->records % LOOK_RECORDS)) {
			if (interrupt__count)
				return -EINTR;
			say_progress(s);
		}
		got = s->source->ops->next(s->source, &rec);
		if (got == SOURCE_WAIT && source__wait(s->source, WAIT_MS, NULL, 0) == -EINTR && interrupt__count)
			return -EINTR;
		if (got < SOURCE_END)
			return got;
		if (got == SOURCE_END || (got == SOURCE_RECORD && session__record(&s->session, rec))) {
			session__finish(&s->session);
			s->ended = true;
		}
		if (s->store.failed || s->rows.out.err)
			return msg__no_memory();
	}
	return 0;
}

void scan__close(struct scan *s)
{
	if (s->has_session)
		session__close(&s->session);
	rows__close(&s->rows);
	source__close(s->source);
	for (unsigned i = 0; i < s->opt.nlists; i++)
		free(s->opt.lists[i]);
	free(s->opt.lists);
	rows_store__free(&s->store);
	memset(s, 0, sizeof(*s));
}
