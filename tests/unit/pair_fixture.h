/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pair_fixture.h - events for perf_pair, and its records.
 *
 * Records are compared as words: `@120 7/5 read(3) = 1 +20` is a call that thread 7 of process 5 returned from at 120 ns,
 * after 20 ns, with one argument. See word_of_call().
 */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "sources/perf/perf_pair.h"

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

static struct pair pair, *const p = &pair;
static char words[4096];

static inline int setup(void **state)
{
	(void)state;
	pair__set_abi(p, ABI_X86_64);
	return 0;
}

static inline int teardown(void **state)
{
	(void)state;
	pair__close(p);
	return 0;
}

/* -- Events ---------------------------------------------------------------------------------------------------------- */

static inline void takes(struct pair_event e)
{
	assert_int_equal(pair__event(p, &e), 0);
	assert_null(e.chunks);
}

static inline struct pair_event event(uint64_t ts, uint32_t tid, enum pair_kind kind)
{
	return (struct pair_event){ .ts = ts, .tid = tid, .tgid = 5, .cpu = 1, .kind = kind, .origin = PAIR_RAW };
}

static inline int32_t nr_of(const char *name)
{
	int nr = syscalltbl__nr(ABI_X86_64, name);

	assert_true(nr >= 0);
	return nr;
}

static inline struct pair_event entry(uint64_t ts, uint32_t tid, const char *name, uint64_t arg)
{
	struct pair_event e = event(ts, tid, PAIR_ENTER);

	e.nr = nr_of(name);
	e.nargs = 1;
	e.args[0] = arg;
	return e;
}

static inline struct pair_event leaving(uint64_t ts, uint32_t tid, int32_t nr, int64_t ret)
{
	struct pair_event e = event(ts, tid, PAIR_LEAVE);

	e.nr = nr;
	e.ret = ret;
	return e;
}

static inline void enters(uint64_t ts, uint32_t tid, const char *name, uint64_t arg)
{
	takes(entry(ts, tid, name, arg));
}

static inline void leaves(uint64_t ts, uint32_t tid, const char *name, int64_t ret)
{
	takes(leaving(ts, tid, nr_of(name), ret));
}

static inline void names(uint64_t ts, uint32_t tid, enum pair_kind kind, const char *comm)
{
	struct pair_event e = event(ts, tid, kind);

	strcpy(e.comm, comm);
	takes(e);
}

static inline void forks(uint64_t ts, uint32_t tid, uint32_t tgid, uint32_t parent)
{
	struct pair_event e = event(ts, tid, PAIR_FORK);

	e.tgid = tgid;
	e.parent[0] = parent;
	e.parent[1] = 5;
	takes(e);
}

static inline void ends(uint64_t ts, uint32_t tid)
{
	takes(event(ts, tid, PAIR_END));
}

static inline uint8_t *chunk_of(const char *text, uint32_t *len)
{
	struct chunk k = { .arg = 0, .status = CHUNK_OK, .part = PART_SELF, .len = strlen(text) };
	uint8_t *all = calloc(1, sizeof(k) + 64);

	assert_non_null(all);
	memcpy(all, &k, sizeof(k));
	memcpy(all + sizeof(k), text, k.len);
	*len = sizeof(k) + (k.len + 7) / 8 * 8;
	return all;
}

/* -- Records --------------------------------------------------------------------------------------------------------- */

static inline int word_of_call(char *to, size_t room, const struct rec_call *r)
{
	static const struct { uint16_t flag; const char *word; } flags[] = {
		{ CALL_AT_ATTACH, " at-attach" }, { CALL_NO_ENTRY, " no-entry" }, { CALL_NO_ARGS, " no-args" }, { CALL_NO_RETURN, " no-return" },
	};
	const struct chunk *k = (const struct chunk *)((const uint8_t *)r + r->fixed);
	const char *name = syscalltbl__name(r->abi, r->nr);
	int n = snprintf(to, room, "%s%s(", r->abi == ABI_X86_64 ? "" : abi__name(r->abi), name ? name : "?");

	assert_true(r->flags & CALL_NO_MEMORY);
	assert_int_equal(r->fixed, sizeof(*r) + r->nargs * 8);
	if (r->nargs)
		n += snprintf(to + n, room - n, "%llu", (unsigned long long)r->args[0]);
	if (r->rec.len > r->fixed && k->part == PART_NUMBER)
		n += snprintf(to + n, room - n, " number %llu", (unsigned long long)k->addr);
	else if (r->rec.len > r->fixed)
		n += snprintf(to + n, room - n, " \"%.*s\"", (int)k->len, (const char *)(k + 1));
	if (r->rec.type == REC_CALL)
		n += snprintf(to + n, room - n, ") = %lld +%llu", (long long)r->ret, (unsigned long long)r->dur);
	else
		n += snprintf(to + n, room - n, ") pending +%llu", (unsigned long long)r->dur);
	for (unsigned i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
		if (r->flags & flags[i].flag)
			n += snprintf(to + n, room - n, "%s", flags[i].word);
	return n;
}

static inline int word_of(char *to, size_t room, const struct rec *r)
{
	const struct rec_fork *f = (const void *)r;
	const struct rec_loss *l = (const void *)r;

	switch (r->type) {
	case REC_CALL:
	case REC_PENDING: return word_of_call(to, room, (const void *)r);
	case REC_START: return snprintf(to, room, "start %llu", (unsigned long long)((const struct rec_start *)r)->realtime);
	case REC_TASK: return snprintf(to, room, "task %s", ((const struct rec_task *)r)->comm);
	case REC_COMM: return snprintf(to, room, "comm %s", ((const struct rec_comm *)r)->comm);
	case REC_EXEC: return snprintf(to, room, "exec %s from %u", ((const struct rec_exec *)r)->comm, ((const struct rec_exec *)r)->old_tid);
	case REC_EXIT: return snprintf(to, room, "exit %x", ((const struct rec_exit *)r)->code);
	case REC_FORK: return snprintf(to, room, "fork by %u/%u%s", f->parent_tid, f->parent_tgid, f->shares_files ? " shared" : "");
	case REC_LOSS: return snprintf(to, room, "loss %llu %llu-%llu", (unsigned long long)l->count,
				       (unsigned long long)l->first, (unsigned long long)l->last);
	case REC_STACK: return snprintf(to, room, "stack");
	case REC_END: return snprintf(to, room, "end %llu", (unsigned long long)((const struct rec_end *)r)->calls);
	}
	return snprintf(to, room, "type %u", r->type);
}

/* All records since the last call; without the very first, REC_START. */
static inline const char *made(void)
{
	const struct rec *r;
	size_t n = 0;

	words[0] = '\0';
	while ((r = pair__next(p))) {
		assert_int_equal(r->len % REC_ALIGN, 0);
		if (r->type == REC_START)
			continue;
		n += snprintf(words + n, sizeof(words) - n, "%s@%llu %u/%u ", n ? "; " : "", (unsigned long long)r->ts, r->tid, r->tgid);
		n += word_of(words + n, sizeof(words) - n, r);
	}
	return words;
}

#define assert_made(text) assert_string_equal(made(), text)
