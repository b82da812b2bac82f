// SPDX-License-Identifier: BSD-2-Clause
/* perf_filter.c - from a set of calls to ranges of numbers. The kernel accepts a page of text, more than any set needs. */
#include "perf_filter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beautifiers/row.h"
#include "lib/buf.h"
#include "sources/call_sets.h"

#define TEXT_MAX 4095
#define LAST (SYSCALL_SET_BITS - 1)	/* means it and all higher numbers */

static void add_range(struct buf *b, unsigned from, unsigned to)
{
	char text[64];

	if (to == LAST)
		snprintf(text, sizeof(text), "id >= %u", from);
	else if (from == to)
		snprintf(text, sizeof(text), "id == %u", from);
	else
		snprintf(text, sizeof(text), "(id >= %u && id <= %u)", from, to);
	if (b->len)
		buf__add(b, " || ", 4);
	buf__add(b, text, strlen(text));
}

static bool has(const struct syscall_set *set, unsigned nr)
{
	return set->bits[abi__native()][nr / 64] >> (nr % 64) & 1;
}

static bool executes(unsigned nr)
{
	return rows__effect(abi__native(), nr) == EXECS;
}

/* Calls always needed for pairing: those that end threads, and execve, after which a thread has the leader's tid. */
static bool is_always_needed(unsigned nr)
{
	enum effect effect = rows__effect(abi__native(), nr);

	return effect == EXECS || effect == ENDS_THREAD || effect == ENDS_PROCESS;
}

static bool opens_or_executes(unsigned nr)
{
	const struct row *row = rows__find(abi__native(), nr);

	return (row && row->ret == RET_FD && row__path(row, 0) >= 0) || executes(nr);
}

static char *filter_of(const struct options *o, bool (*is)(unsigned nr))
{
	struct buf b = { 0 };
	struct syscall_set set;

	call_sets__needed(o, &set);
	for (unsigned nr = 0; nr < LAST; nr++)
		if (has(&set, nr) && is(nr))
			add_range(&b, nr, nr);
	if (!b.len)
		return NULL;
	buf__add(&b, "", 1);
	if (!b.failed)
		return (char *)b.p;
	buf__free(&b);
	return NULL;
}

char *perf_filter__prompt_exits(const struct options *o)
{
	char *calls = filter_of(o, opens_or_executes), *all = NULL;

	if (calls && asprintf(&all, "(%s) && ret >= 0", calls) < 0)
		all = NULL;
	free(calls);
	return all;
}

char *perf_filter__prompt_entries(const struct options *o)
{
	return filter_of(o, executes);
}

char *perf_filter__new(const struct options *o)
{
	/* -1: the number at sigreturn's exit; numbers of x32, whose calls are rare, all pass. */
	static const char others[] = " || id == -1 || id >= 1073741824";
	struct buf b = { 0 };
	struct syscall_set set;
	unsigned from, nr;
	bool all = false;

	call_sets__needed(o, &set);
	for (nr = 0; nr < LAST; nr++)
		if (is_always_needed(nr))
			syscall_set__add(&set, abi__native(), nr);
	for (nr = 0; nr <= LAST; nr++) {
		if (!has(&set, nr))
			continue;
		for (from = nr; nr < LAST && has(&set, nr + 1); nr++)
			;
		all = !from && nr == LAST;
		add_range(&b, from, nr);
	}
	buf__add(&b, others, sizeof(others));
	if (!all && !b.failed && b.len <= TEXT_MAX)
		return (char *)b.p;
	buf__free(&b);
	return NULL;
}
