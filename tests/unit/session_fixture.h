/* SPDX-License-Identifier: BSD-2-Clause */
/* session_fixture.h - a session that gets records, and its exact output. */
#pragma once

#include <errno.h>

#include "call_builder.h"
#include "session/session.h"
#include "views/views.h"

#define START 1000000000ull		/* ns, monotonic; REC_START's time */
#define REAL 1763712000000000000ull	/* 2025-11-21 08:00:00 UTC */
#define MS 1000000ull
#define BLANK " (         ): "

static struct options opt;
static struct session session, *const s = &session;
static struct view *view;		/* writes to memory */

static inline bool take(const struct rec *rec)
{
	return session__record(s, rec);
}

/* Passes the call in `record`, made by thread `tid`. */
static inline bool take_call_of(uint32_t tid)
{
	record.call.rec.tid = tid;
	return take(&record.call.rec);
}

static inline bool take_call(void)
{
	return take_call_of(100);
}

/* Times of the call in `record`: us since REC_START. */
static inline void at(uint64_t began, uint64_t ended)
{
	took(START + began * 1000, START + ended * 1000);
}

#define REC(t, n, tid_, ms) { .len = sizeof(struct n), .type = t, .cpu = 3, .ts = START + (ms) * MS, .tid = tid_, .tgid = 100 }

static inline void has_name(uint32_t tid, const char *comm)
{
	struct rec_task r = { .rec = REC(REC_TASK, rec_task, tid, 0) };

	strncpy(r.comm, comm, COMM_LEN - 1);
	take(&r.rec);
}

static inline void ends(void)
{
	session__close(s);
	if (view)
		view->ops->close(view);
	view = NULL;
}

static inline void opens(bool terminal)
{
	ends();
	view = opt.view->open(&(struct view_setup){ .opt = &opt, .standard = -1 });
	assert_non_null(view);
	view->terminal = terminal;
	((struct file_view *)view)->out.opt.terminal = terminal;
	assert_int_equal(session__open(s, &opt, view), 0);
}

static inline void starts(void)
{
	struct rec_start r = { .rec = REC(REC_START, rec_start, 0, 0), .realtime = REAL, .abi = ABI_X86_64 };

	take(&r.rec);
}

static inline void begins(void)
{
	opens(true);
	starts();
}

static inline int setup(void **state_)
{
	(void)state_;
	memset(&opt, 0, sizeof(opt));
	syscall_set__fill(&opt.calls);
	opt.view = &text_view;
	opt.w = (struct writer_options){ .comm = true, .duration = true, .string_limit = 64 };
	begins();
	return 0;
}

static inline int teardown(void **state_)
{
	(void)state_;
	ends();
	return 0;
}

static inline void use(const char *format)
{
	opt.view = views__find(IN_REPLAY | IN_CONVERT, "--format", format);
	begins();
}

/* The output since the last call. */
static const char *taken(void)
{
	struct out *o = &((struct file_view *)view)->out;

	out__put(o, "", 1);
	o->p = o->buf;
	o->line = 0;
	return o->buf;
}

#define assert_lines(text) assert_string_equal(taken(), text)
#define assert_nothing() assert_lines("")

/* A call's result begins after column 70. */
static inline const char *line(const char *when, const char *made, const char *result)
{
	static char text[1024];

	snprintf(text, sizeof(text), "%s%-70s = %s\n", when, made, result);
	return text;
}

#define assert_call(when, made, result) assert_lines(line(when, made, result))

static inline void a_getpid(uint64_t began)
{
	makes_args("getpid", 0, NULL);
	at(began, began + 5);
	returns(100);
}

static inline void a_read(uint64_t began, uint64_t ended)
{
	makes("read", 3, 0x1000, 10);
	at(began, ended);
	chunk(1, CHUNK_OUT, PART_SELF, "hi", 2);
	returns(2);
}

static inline void a_waiting_read(uint64_t began, uint64_t seen, unsigned flags)
{
	makes("read", 3, 0x1000, 10);
	at(began, seen);
	record.call.rec.type = REC_PENDING;
	record.call.flags = flags;
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
