// SPDX-License-Identifier: BSD-2-Clause
/*
 * test_perf_pair.c - pairing of entries and exits, also if some are missing, and records of threads.
 *
 * Records are compared as words: `@120 7/5 read(3) = 1 +20` is a call that thread 7 of process 5 returned from at 120 ns,
 * after 20 ns, with one argument. See word_of_call().
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "sources/perf/perf_pair.h"
#include "sources/perf/perf_queue.h"

static struct pair pair, *const p = &pair;
static char words[4096];

static int setup(void **state)
{
	(void)state;
	syscalltbl__init();
	pair__set_abi(p, ABI_X86_64);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	pair__close(p);
	return 0;
}

/* -- Events ---------------------------------------------------------------------------------------------------------- */

static void takes(struct pair_event e)
{
	assert_int_equal(pair__event(p, &e), 0);
	assert_null(e.chunks);
}

static struct pair_event event(uint64_t ts, uint32_t tid, enum pair_kind kind)
{
	return (struct pair_event){ .ts = ts, .tid = tid, .tgid = 5, .cpu = 1, .kind = kind, .origin = PAIR_RAW };
}

static int32_t nr_of(const char *name)
{
	int nr = syscalltbl__nr(ABI_X86_64, name);

	assert_true(nr >= 0);
	return nr;
}

static struct pair_event entry(uint64_t ts, uint32_t tid, const char *name, uint64_t arg)
{
	struct pair_event e = event(ts, tid, PAIR_ENTER);

	e.nr = nr_of(name);
	e.nargs = 1;
	e.args[0] = arg;
	return e;
}

static struct pair_event leaving(uint64_t ts, uint32_t tid, int32_t nr, int64_t ret)
{
	struct pair_event e = event(ts, tid, PAIR_LEAVE);

	e.nr = nr;
	e.ret = ret;
	return e;
}

static void enters(uint64_t ts, uint32_t tid, const char *name, uint64_t arg)
{
	takes(entry(ts, tid, name, arg));
}

static void leaves(uint64_t ts, uint32_t tid, const char *name, int64_t ret)
{
	takes(leaving(ts, tid, nr_of(name), ret));
}

static void names(uint64_t ts, uint32_t tid, enum pair_kind kind, const char *comm)
{
	struct pair_event e = event(ts, tid, kind);

	strcpy(e.comm, comm);
	takes(e);
}

static void forks(uint64_t ts, uint32_t tid, uint32_t tgid, uint32_t parent)
{
	struct pair_event e = event(ts, tid, PAIR_FORK);

	e.tgid = tgid;
	e.parent[0] = parent;
	e.parent[1] = 5;
	takes(e);
}

static void ends(uint64_t ts, uint32_t tid)
{
	takes(event(ts, tid, PAIR_END));
}

static uint8_t *chunk_of(const char *text, uint32_t *len)
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

static int word_of_call(char *to, size_t room, const struct rec_call *r)
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
	if (r->rec.len > r->fixed)
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

static int word_of(char *to, size_t room, const struct rec *r)
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
static const char *made(void)
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

/* -- Calls ----------------------------------------------------------------------------------------------------------- */

static void call_is_paired_by_thread(void **state)
{
	(void)state;
	enters(100, 7, "read", 3);
	enters(110, 8, "close", 4);
	assert_made("");
	leaves(120, 7, "read", 1);
	assert_made("@120 7/5 read(3) = 1 +20");
	leaves(150, 8, "close", -9);
	assert_made("@150 8/5 close(4) = -9 +40");
}

static void exit_alone_has_no_arguments(void **state)
{
	(void)state;
	leaves(100, 7, "read", 1);
	assert_made("@100 7/5 read() = 1 +0 no-entry no-args");
}

static void waits(uint64_t ts, uint32_t tid, const char *name, uint64_t arg, const char *text)
{
	struct pair_event e = entry(ts, tid, name, arg);

	e.kind = PAIR_WAITS;
	e.chunks = chunk_of(text, &e.chunks_len);
	takes(e);
}

static void call_found_waiting_returns_with_what_it_was_passed(void **state)
{
	(void)state;
	waits(100, 7, "open", 1, "a");
	assert_made("@100 7/5 open(1 \"a\") pending +0 at-attach no-entry");
	leaves(150, 7, "open", 3);
	assert_made("@150 7/5 open(1 \"a\") = 3 +0 no-entry");
	leaves(160, 7, "open", 3);
	assert_made("@160 7/5 open() = 3 +0 no-entry no-args");
}

static void call_found_waiting_is_forgotten_once_something_else_was_seen(void **state)
{
	(void)state;
	waits(100, 7, "open", 1, "a");
	made();
	enters(110, 7, "open", 1);	/* the exit was lost: this is another call */
	leaves(120, 7, "open", 3);
	assert_made("@120 7/5 open(1) = 3 +10");
	waits(130, 7, "open", 1, "a");
	made();
	leaves(140, 7, "close", 0);
	assert_made("@140 7/5 close() = 0 +0 no-entry no-args");
	enters(150, 7, "open", 2);
	waits(160, 7, "open", 1, "a");
	leaves(170, 7, "open", 3);
	assert_made("@170 7/5 open(2) = 3 +20");
}

static void entry_after_entry_ends_the_first(void **state)
{
	(void)state;
	enters(100, 7, "read", 3);
	enters(130, 7, "write", 4);
	assert_made("@130 7/5 read(3) pending +30 no-return");
	leaves(140, 7, "write", 1);
	assert_made("@140 7/5 write(4) = 1 +10");
}

static void exit_of_another_call_is_not_paired(void **state)
{
	(void)state;
	enters(100, 7, "read", 3);
	leaves(130, 7, "write", 4);
	assert_made("@130 7/5 read(3) pending +30 no-return; @130 7/5 write() = 4 +0 no-entry no-args");
}

static void sigreturn_has_no_number_at_exit(void **state)
{
	(void)state;
	enters(100, 7, "rt_sigreturn", 0);
	takes(leaving(101, 7, -1, 9));
	assert_made("@101 7/5 rt_sigreturn(0) = 9 +1");
	takes(leaving(102, 7, -1, 9));
	assert_made("");
}

static void x32_is_told_by_the_number(void **state)
{
	struct pair_event e = entry(100, 7, "read", 3);

	(void)state;
	e.nr |= SYSCALL_X32_BIT;
	takes(e);
	takes(leaving(101, 7, nr_of("read") | SYSCALL_X32_BIT, 1));
	assert_made("@101 7/5 x32read(3) = 1 +1");
}

static void numbers_out_of_range_stay_apart_from_known_ones(void **state)
{
	struct pair_event e = entry(100, 7, "read", 3);

	(void)state;
	e.nr = 1 << 20;
	takes(e);
	takes(leaving(101, 7, 1 << 20, -38));
	assert_made("@101 7/5 ?(3) = -38 +1");
}

static void waiting_calls_are_shown_in_the_end_the_oldest_first(void **state)
{
	(void)state;
	enters(100, 9, "read", 3);
	enters(110, 7, "write", 4);
	enters(120, 8, "close", 5);
	leaves(130, 8, "close", 0);
	made();
	assert_int_equal(pair__finish(p), 0);
	assert_made("@130 9/5 read(3) pending +30; @130 7/5 write(4) pending +20; @130 0/0 end 1");
}

static void two_events_of_one_call_are_one(void **state)
{
	struct pair_event raw = entry(100, 7, "unlink", 3), named = raw, leave = leaving(120, 7, nr_of("unlink"), 0);

	(void)state;
	named.ts = 101;
	named.origin = PAIR_NAMED;
	named.chunks = chunk_of("/tmp/x", &named.chunks_len);
	takes(raw);
	takes(named);
	takes(leave);
	leave.origin = PAIR_NAMED;
	takes(leave);
	assert_made("@120 7/5 unlink(3 \"/tmp/x\") = 0 +20");
	leave.origin = PAIR_RAW;
	takes(leave);		/* two events of the same origin are two calls */
	assert_made("@120 7/5 unlink() = 0 +0 no-entry no-args");
}

/* raw_syscalls' event has the stack, in either order. */
static void the_stack_of_a_call_that_is_told_again(void **state)
{
	struct pair_event raw = entry(101, 7, "unlink", 3), named = raw;

	(void)state;
	named.ts = 100;
	named.origin = PAIR_NAMED;
	raw.stack = calloc(1, sizeof(*raw.stack) + 8);
	assert_non_null(raw.stack);
	raw.stack->rec.len = sizeof(*raw.stack) + 8;
	raw.stack->nuser = 1;
	takes(named);
	takes(raw);
	leaves(120, 7, "unlink", 0);
	assert_made("@101 7/5 stack; @120 7/5 unlink(3) = 0 +20");
}

/* The exit of one and raw_syscalls' event of the other were lost: both calls are reported. */
static void two_events_of_two_calls_are_two(void **state)
{
	struct pair_event named = entry(110, 7, "unlink", 4);

	(void)state;
	named.origin = PAIR_NAMED;
	named.chunks = chunk_of("/tmp/x", &named.chunks_len);
	enters(100, 7, "unlink", 3);
	takes(named);
	assert_made("@110 7/5 unlink(3) pending +10 no-return");
	leaves(120, 7, "unlink", 0);
	assert_made("@120 7/5 unlink(4 \"/tmp/x\") = 0 +10");
}

static void same_call_again_is_another(void **state)
{
	(void)state;
	enters(100, 7, "unlink", 3);
	enters(110, 7, "unlink", 4);
	assert_made("@110 7/5 unlink(3) pending +10 no-return");
}

static void strings_do_not_outlive_their_call(void **state)
{
	struct pair_event e = entry(100, 7, "unlink", 3);

	(void)state;
	e.chunks = chunk_of("/tmp/a/long/name", &e.chunks_len);
	takes(e);
	leaves(101, 7, "unlink", 0);
	assert_made("@101 7/5 unlink(3 \"/tmp/a/long/name\") = 0 +1");
	enters(102, 7, "unlink", 4);
	leaves(103, 7, "unlink", 0);
	assert_made("@103 7/5 unlink(4) = 0 +1");
}

/* -- Threads --------------------------------------------------------------------------------------------------------- */

static void names_from_before_are_tasks_at_the_start(void **state)
{
	const struct rec *r;

	(void)state;
	names(0, 7, PAIR_COMM, "sh");
	assert_null(pair__next(p));
	p->has_real = true;
	p->real_at_0 = 1000;
	enters(100, 7, "read", 3);
	r = pair__next(p);
	assert_int_equal(r->type, REC_START);
	assert_int_equal(r->ts, 100);
	assert_int_equal(((const struct rec_start *)r)->realtime, 1100);
	assert_made("@100 7/5 task sh");
	names(110, 7, PAIR_COMM, "bash");
	assert_made("@110 7/5 comm bash");
}

static void time_of_day_may_be_unknown(void **state)
{
	(void)state;
	enters(100, 7, "read", 3);
	assert_int_equal(((const struct rec_start *)pair__next(p))->realtime, 0);
}

static void child_does_not_return_from_fork(void **state)
{
	(void)state;
	enters(100, 5, "clone", 0);
	forks(110, 7, 7, 5);
	leaves(120, 7, "clone", 0);
	assert_made("@110 7/7 fork by 5/5");
	leaves(130, 5, "clone", 7);
	assert_made("@130 5/5 clone(0) = 7 +30");
	leaves(140, 9, "vfork", 0);	/* a child whose fork event was lost */
	assert_made("");
}

static void thread_shares_files_and_process_does_not(void **state)
{
	(void)state;
	forks(110, 7, 5, 5);
	assert_made("@110 7/5 fork by 5/5 shared");
}

static void reused_id_is_another_thread(void **state)
{
	(void)state;
	enters(100, 7, "read", 3);
	forks(110, 7, 7, 5);
	ends(120, 7);
	assert_made("@110 7/7 fork by 5/5; @120 7/5 exit ffffffff");
}

static void status_is_what_exit_was_called_with(void **state)
{
	(void)state;
	enters(100, 7, "exit", 258);
	ends(110, 7);
	assert_made("@110 7/5 exit(258) pending +10 no-return; @110 7/5 exit 200");
}

static void all_threads_end_with_the_groups_status(void **state)
{
	(void)state;
	enters(90, 8, "read", 3);
	enters(100, 7, "exit_group", 3);
	made();
	ends(110, 8);
	assert_made("@110 8/5 read(3) pending +20 no-return; @110 8/5 exit 300");
	ends(120, 5);
	ends(130, 7);
	assert_made("@120 5/5 exit 300; @130 7/5 exit_group(3) pending +30 no-return; @130 7/5 exit 300");
}

static void death_by_signal_has_no_status(void **state)
{
	(void)state;
	enters(100, 7, "pause", 0);
	ends(110, 7);
	assert_made("@110 7/5 pause(0) pending +10 no-return; @110 7/5 exit ffffffff");
}

static void exec_keeps_the_call(void **state)
{
	(void)state;
	enters(100, 5, "execve", 1);
	names(110, 5, PAIR_EXEC, "ls");
	leaves(120, 5, "execve", 0);
	assert_made("@110 5/5 exec ls from 5; @120 5/5 execve(1) = 0 +20");
}

static void exec_of_another_thread_takes_the_leaders_id(void **state)
{
	(void)state;
	enters(90, 5, "futex", 1);
	enters(100, 8, "execve", 1);
	made();
	ends(105, 5);
	names(110, 5, PAIR_EXEC, "ls");
	leaves(120, 5, "execve", 0);
	assert_made("@105 5/5 futex(1) pending +15 no-return; @110 5/5 exec ls from 8; "
		    "@120 5/5 execve(1) = 0 +20");
	assert_int_equal(pair__finish(p), 0);
	assert_made("@120 0/0 end 1");
}

static void interrupted_by_an_exec_does_not_return(void **state)
{
	(void)state;
	enters(90, 5, "pause", 0);
	enters(91, 7, "pause", 0);
	enters(100, 8, "execve", 1);
	made();
	leaves(101, 7, "pause", -514);
	ends(102, 7);
	leaves(103, 5, "pause", -4);
	ends(104, 5);
	assert_made("@101 7/5 pause(0) pending +10 no-return; @102 7/5 exit ffffffff; @103 5/5 pause(0) pending +13 no-return");
	names(110, 5, PAIR_EXEC, "ls");
	leaves(120, 5, "execve", 0);
	made();
	enters(130, 5, "pause", 0);
	leaves(140, 5, "pause", -514);
	ends(150, 5);
	assert_made("@140 5/5 pause(0) = -514 +10; @150 5/5 exit ffffffff");
}

/* The execve failed: later interruptions and exits have other causes. */
static void interrupted_after_a_failed_exec_returns(void **state)
{
	(void)state;
	enters(90, 5, "pause", 0);
	enters(100, 8, "execve", 1);
	leaves(101, 8, "execve", -2);
	leaves(102, 5, "pause", -514);
	made();
	enters(103, 8, "execve", 1);
	enters(104, 8, "pause", 0);	/* its return was lost */
	ends(105, 5);
	assert_made("@104 8/5 execve(1) pending +1 no-return; @105 5/5 exit ffffffff");
}

static void interrupted_by_exit_group_does_not_return(void **state)
{
	(void)state;
	enters(90, 8, "pause", 0);
	enters(100, 7, "exit_group", 3);
	leaves(101, 8, "pause", -514);
	ends(102, 8);
	assert_made("@101 8/5 pause(0) pending +11 no-return; @102 8/5 exit 300");
}

static void loss_is_since_the_cpus_last_event(void **state)
{
	struct pair_event e = event(200, 0, PAIR_LOSS);

	(void)state;
	enters(100, 7, "read", 3);
	made();
	e.count = 12;
	takes(e);
	assert_made("@200 0/0 loss 12 100-200");
	e.ts = 300;
	e.cpu = 3;
	takes(e);
	assert_made("@300 0/0 loss 12 300-300");
}

static void many_threads(void **state)
{
	(void)state;
	for (uint32_t tid = 1; tid <= 5000; tid++)
		enters(100 + tid, tid, "read", tid);
	for (uint32_t tid = 5000; tid; tid--)
		leaves(10000, tid, "read", tid);
	for (uint32_t tid = 5000; tid; tid--) {
		const struct rec *r = pair__next(p);

		r = r->type == REC_START ? pair__next(p) : r;
		assert_int_equal(r->tid, tid);
		assert_int_equal(((const struct rec_call *)r)->args[0], tid);
	}
	assert_null(pair__next(p));
}

/* -- Order ----------------------------------------------------------------------------------------------------------- */

static void queue_gives_by_time_then_by_order(void **state)
{
	static const uint64_t in[] = { 10, 30, 20, 10, 40, 10 }, want[] = { 10, 10, 10, 20, 30 };
	static const uint32_t want_tid[] = { 0, 3, 5, 2, 1 };
	struct perf_queue q = { 0 };
	struct pair_event e;

	(void)state;
	for (unsigned i = 0; i < sizeof(in) / sizeof(in[0]); i++) {
		e = event(in[i], i, PAIR_END);
		assert_int_equal(perf_queue__push(&q, &e), 0);
	}
	for (unsigned i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		assert_true(perf_queue__pop(&q, 35, &e));
		assert_int_equal(e.ts, want[i]);
		assert_int_equal(e.tid, want_tid[i]);
	}
	assert_false(perf_queue__pop(&q, 35, &e));
	assert_true(perf_queue__pop(&q, 40, &e));
	perf_queue__close(&q);
}

static void queue_sorts_many(void **state)
{
	struct perf_queue q = { 0 };
	struct pair_event e;
	uint64_t last = 0;
	uint32_t x = 1;

	(void)state;
	for (unsigned round = 0; round < 20; round++) {
		for (unsigned i = 0; i < 1000; i++) {
			x = x * 1664525u + 1013904223u;
			e = event(round * 1000 + (x >> 20) % 2000, i, PAIR_ENTER);
			e.chunks = malloc(8);
			e.chunks_len = 8;
			assert_int_equal(perf_queue__push(&q, &e), 0);
		}
		while (perf_queue__pop(&q, round * 1000, &e)) {
			assert_true(e.ts >= last);
			last = e.ts;
			free(e.chunks);
		}
	}
	assert_true(q.n > 0);	/* close frees the rest */
	assert_true(q.bytes > q.n * (sizeof(e) + 8) && q.bytes < q.n * (sizeof(e) + 64));
	perf_queue__close(&q);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(call_is_paired_by_thread),
		TEST(exit_alone_has_no_arguments),
		TEST(call_found_waiting_returns_with_what_it_was_passed),
		TEST(call_found_waiting_is_forgotten_once_something_else_was_seen),
		TEST(entry_after_entry_ends_the_first),
		TEST(exit_of_another_call_is_not_paired),
		TEST(sigreturn_has_no_number_at_exit),
		TEST(x32_is_told_by_the_number),
		TEST(numbers_out_of_range_stay_apart_from_known_ones),
		TEST(waiting_calls_are_shown_in_the_end_the_oldest_first),
		TEST(two_events_of_one_call_are_one),
		TEST(the_stack_of_a_call_that_is_told_again),
		TEST(two_events_of_two_calls_are_two),
		TEST(same_call_again_is_another),
		TEST(strings_do_not_outlive_their_call),
		TEST(names_from_before_are_tasks_at_the_start),
		TEST(time_of_day_may_be_unknown),
		TEST(child_does_not_return_from_fork),
		TEST(thread_shares_files_and_process_does_not),
		TEST(reused_id_is_another_thread),
		TEST(status_is_what_exit_was_called_with),
		TEST(all_threads_end_with_the_groups_status),
		TEST(death_by_signal_has_no_status),
		TEST(exec_keeps_the_call),
		TEST(exec_of_another_thread_takes_the_leaders_id),
		TEST(interrupted_by_an_exec_does_not_return),
		TEST(interrupted_after_a_failed_exec_returns),
		TEST(interrupted_by_exit_group_does_not_return),
		TEST(loss_is_since_the_cpus_last_event),
		TEST(many_threads),
		TEST(queue_gives_by_time_then_by_order),
		TEST(queue_sorts_many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
