// SPDX-License-Identifier: BSD-2-Clause
/* test_view_sink.c - callbacks of a view: events, selected or not, ticks, and watched descriptors. */
#include "call_builder.h"

#include <poll.h>

#include "views/view_sink.h"

#define START 1000000000ull
#define REC(t, n, tid_) { .len = sizeof(struct n), .type = t, .cpu = 3, .ts = START + 5, .tid = tid_, .tgid = 100 }

static struct {
	struct view view;
	char said[256];		/* its callbacks, abbreviated */
	uint64_t now;
} told;

static void say(const char *what, const struct event *e)
{
	size_t n = strlen(told.said);

	snprintf(told.said + n, sizeof(told.said) - n, "%s%s%u%s ", what, e->chosen ? "+" : "-", e->tid, e->comm ? e->comm : "");
}

static void told__begin(struct view *v, const struct view_begin *b)
{
	(void)v;
	assert_int_equal(b->mono, START);
	assert_int_equal(b->real, 7);
	strcat(told.said, "begin ");
}

static void told__call(struct view *v, const struct event *e, const struct call *c, enum call_state st)
{
	(void)v;
	assert_int_equal(st, CALL_DONE);
	say(call__name(c), e);
}

static void told__exit(struct view *v, const struct event *e, unsigned code)
{
	(void)v, (void)code;
	say("exit", e);
}

static void told__loss(struct view *v, const struct event *e, const struct rec_loss *r, const char *reason)
{
	(void)v, (void)r;
	assert_string_equal(reason, "ring buffer full");
	say("loss", e);
}

static void told__thread(struct view *v, const struct event *e, const struct thread_event *t)
{
	static const char *const names[] = { [THREAD_NAMED] = "named", [THREAD_FORKED] = "forked", [THREAD_EXECED] = "execed" };

	(void)v;
	assert_int_equal(t->parent_tid, t->change == THREAD_FORKED ? 100 : 0);
	assert_int_equal(t->old_tid, t->change == THREAD_EXECED ? 102 : 0);
	say(names[t->change], e);
}

static bool told__tick(struct view *v, uint64_t now, uint64_t known)
{
	(void)v;
	assert_int_equal(known, now - 1);
	told.now = now;
	return now > 5;
}

static unsigned told__watch(struct view *v, struct pollfd *fds)
{
	(void)v;
	fds[0].fd = 42;
	return 1;
}

static bool told__ready(struct view *v, const struct pollfd *fds, unsigned n)
{
	(void)v;
	return n == 1 && fds[0].fd == 42;
}

static void told__end(struct view *v, const struct totals *t)
{
	(void)v;
	strcat(told.said, t ? "end" : "broken");
}

static int told__finish(struct view *v)
{
	(void)v;
	return 0;
}

static void told__close(struct view *v)
{
	(void)v;
}

static struct view *told__open(const struct view_setup *u)
{
	memset(&told, 0, sizeof(told));
	told.view.ops = u->opt->view;
	return &told.view;
}

static const struct view_ops all_ops = {
	.name = "told", .open = told__open, .begin = told__begin, .call = told__call, .exit = told__exit, .loss = told__loss,
	.thread = told__thread, .tick = told__tick, .watch = told__watch, .ready = told__ready, .end = told__end,
	.finish = told__finish, .close = told__close,
};

/* Only the required callbacks. */
static const struct view_ops few_ops = { .name = "few", .open = told__open, .call = told__call, .finish = told__finish, .close = told__close };

static struct options opt;
static struct view_sink sink;

static void opens(const struct view_ops *ops)
{
	struct rec_start r = { .rec = REC(REC_START, rec_start, 0), .realtime = 7, .abi = ABI_X86_64 };

	memset(&opt, 0, sizeof(opt));
	opt.view = ops;
	opt.in = IN_REPLAY;
	syscall_set__fill(&opt.calls);
	assert_int_equal(view_sink__open(&sink, &opt, NULL, -1), 0);
	r.rec.ts = START;
	sink.sink.ops->take(&sink.sink, &r.rec);
}

static void take(const struct rec *rec)
{
	assert_false(sink.sink.ops->take(&sink.sink, rec));
}

static void take_some(void)
{
	struct rec_fork fork = { .rec = REC(REC_FORK, rec_fork, 101), .parent_tid = 100, .parent_tgid = 100, .comm = "a" };
	struct rec_comm comm = { .rec = REC(REC_COMM, rec_comm, 101), .comm = "b" };
	struct rec_exec exec = { .rec = REC(REC_EXEC, rec_exec, 101), .old_tid = 102, .comm = "c" };
	struct rec_exit end = { .rec = REC(REC_EXIT, rec_exit, 101) };
	struct rec_loss loss = { .rec = REC(REC_LOSS, rec_loss, 103), .count = 1 };
	struct rec_event event = { .rec = REC(REC_EVENT, rec_event, 100) };
	struct rec_fault fault = { .rec = REC(REC_FAULT, rec_fault, 100) };
	struct rec_end last = { .rec = REC(REC_END, rec_end, 0) };

	take(&fork.rec);
	take(&comm.rec);
	take(&exec.rec);
	makes_args("getpid", 0, NULL);
	took(START + 10, START + 20);
	record.call.rec.tid = 101;
	take(&record.call.rec);
	take(&end.rec);
	take(&loss.rec);
	take(&event.rec);
	take(&fault.rec);
	take(&last.rec);
	assert_int_equal(view_sink__finish(&sink), 0);
	view_sink__close(&sink);
}

static void of_all_threads(void **state_)
{
	(void)state_;
	opens(&all_ops);
	take_some();
	assert_string_equal(told.said, "begin forked+101a named+101b execed+101c getpid+101c exit+101c loss+103 end");
}

/* Unselected events, for a view that needs all. */
static void of_others(void **state_)
{
	static char *comms[] = { (char *)"x" };

	(void)state_;
	opens(&all_ops);
	opt.comms = comms;
	opt.ncomms = 1;
	take_some();
	assert_string_equal(told.said, "begin forked-101a named-101b execed-101c exit-101c loss-103 end");
}

static void of_no_more_than_it_wants(void **state_)
{
	(void)state_;
	opens(&few_ops);
	assert_null(sink.sink.ops->tick);
	assert_int_equal(sink.sink.ops->error(&sink.sink), 0);
	sink.sink.ops->idle(&sink.sink);
	take_some();
	assert_string_equal(told.said, "getpid+101c ");
}

/* An exec by thread 102 takes the place of thread 100, which made the last call (with sanitizers: its memory is gone). */
static void of_an_exec_by_another_thread(void **state_)
{
	struct rec_comm comm = { .rec = REC(REC_COMM, rec_comm, 102), .comm = "b" };
	struct rec_exec exec = { .rec = REC(REC_EXEC, rec_exec, 100), .old_tid = 102, .comm = "c" };

	(void)state_;
	opens(&all_ops);
	take(&comm.rec);
	makes_args("getpid", 0, NULL);
	took(START + 10, START + 20);
	take(&record.call.rec);
	take(&exec.rec);
	assert_string_equal(told.said, "begin named+102b getpid+100 execed+100c ");
	view_sink__finish(&sink);
	view_sink__close(&sink);
}

static void of_time(void **state_)
{
	struct pollfd fds[SINK_FDS];

	(void)state_;
	opens(&all_ops);
	assert_false(sink.sink.ops->tick(&sink.sink, 5, 4));
	assert_int_equal(told.now, 5);
	assert_true(sink.sink.ops->tick(&sink.sink, 6, 5));
	assert_int_equal(sink.sink.ops->watch(&sink.sink, fds), 1);
	assert_true(sink.sink.ops->ready(&sink.sink, fds, 1));
	view_sink__finish(&sink);
	assert_string_equal(told.said, "begin broken");
	view_sink__close(&sink);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(of_all_threads),
		cmocka_unit_test(of_others),
		cmocka_unit_test(of_no_more_than_it_wants),
		cmocka_unit_test(of_an_exec_by_another_thread),
		cmocka_unit_test(of_time),
	};

	return cmocka_run_group_tests(tests, tables_setup, NULL);
}
