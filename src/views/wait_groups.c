// SPDX-License-Identifier: BSD-2-Clause
/* wait_groups.c - a hash table. Names are cut, so that groups are of one size. */
#include "wait_groups.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "syscalltbl/syscalltbl.h"
#include "tracker/wait_split.h"

static const char *waker_of(const struct wait_split *w)
{
	if (w->waker_tid)
		return w->waker_comm;
	return w->flags & WAIT_BY_IRQ ? "(interrupt)" : "?";
}

static const char *call_of_waker(const struct event *e, const struct wait_split *w)
{
	enum abi abi = w->waker_abi < ABI_COUNT ? (enum abi)w->waker_abi : e->native;
	const char *name = w->waker_tid && w->waker_nr != 0xffff ? syscalltbl__name(abi, w->waker_nr) : NULL;

	return name ? name : "-";
}

static struct wait_group *group_of(struct wait_groups *all, char names[WAIT_NAMES][WAIT_NAME])
{
	uint32_t key = hash__bytes(names, WAIT_NAMES * WAIT_NAME, 0);
	struct wait_group *g = HASH_FIND(&all->table, key, struct wait_group, x, !memcmp(x->names, names, sizeof(x->names)));

	if (g)
		return g;
	g = hash__new(&all->table, sizeof(*g), key);
	if (g)
		memcpy(g->names, names, sizeof(g->names));
	return g;
}

bool wait_groups__add(struct wait_groups *all, const struct event *e, const struct call *c, enum call_state st)
{
	const struct wait_split *w = e->wait;
	char names[WAIT_NAMES][WAIT_NAME] = { 0 };
	const char *call = call__name(c);
	struct wait_group *g;

	if (!w || !w->has_times || !w->blocks || st == CALL_UNFINISHED)
		return true;
	snprintf(names[WAITER], WAIT_NAME, "%s", e->comm ? e->comm : "?");
	snprintf(names[WAITER_CALL], WAIT_NAME, "%s", call ? call : "?");
	snprintf(names[WHERE], WAIT_NAME, "%s", w->where ? w->where : "?");
	snprintf(names[WAKER], WAIT_NAME, "%s", waker_of(w));
	snprintf(names[WAKER_CALL], WAIT_NAME, "%s", call_of_waker(e, w));
	g = group_of(all, names);
	if (!g)
		return false;
	g->calls++;
	g->total += w->blocked;
	g->max = w->longest > g->max ? w->longest : g->max;
	return true;
}

static int longest_first(const void *a, const void *b)
{
	const struct wait_group *x = *(struct wait_group *const *)a, *y = *(struct wait_group *const *)b;

	if (x->total != y->total)
		return x->total > y->total ? -1 : 1;
	return memcmp(x->names, y->names, sizeof(x->names));
}

struct wait_group **wait_groups__sorted(const struct wait_groups *w)
{
	struct wait_group **all = malloc((w->table.n + 1) * sizeof(*all));
	size_t n = 0;

	HASH_EACH(&w->table, struct wait_group, g)
		if (all)
			all[n++] = g;
	if (all)
		qsort(all, n, sizeof(*all), longest_first);
	return all;
}

void wait_groups__free(struct wait_groups *w)
{
	hash__drop(&w->table);
}
