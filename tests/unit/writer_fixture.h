/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * writer_fixture.h - a writer of lines to memory, and short forms for tests of writers.
 *
 * The first record of the trace was at 1 s of the monotonic clock, when it was 2025-11-21 08:00:00.123456789 UTC.
 */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <cmocka.h>

#include "beautifiers/flags.h"
#include "bpf/wire.h"
#include "lib/out.h"
#include "lib/writer_options.h"
#include "symbols/frame.h"
#include "views/lines.h"

extern const struct writer text_writer, json_writer;

#define START_MONO 1000000000ull
#define START_REAL 1763712000123456789ull

static struct out out, *const o = &out;
static const struct writer *w;
static const struct verbs *v;	/* its verbs */

static const struct writer_options defaults = {
	.comm = true, .duration = true, .string_limit = 64, .start_mono = START_MONO, .start_real = START_REAL,
};

/* 280 us after the start, 5 us long, thread 812 of ls. */
static const struct event plain = {
	.ts = START_MONO + 280000, .dur = 5000, .has_dur = true, .tid = 812, .tgid = 810, .cpu = 3, .comm = "ls",
};

static inline void use(const char *writer, const struct writer_options *opt)
{
	out__close(o);
	assert_int_equal(out__open(o, -1, 0), 0);
	w = strcmp(writer, "json") ? &text_writer : &json_writer;
	v = w->verbs;
	w->begin(o, opt);
}

/* The output since the last call, as a string. */
static inline const char *taken(void)
{
	out__put(o, "", 1);
	o->p = o->buf;
	o->line = 0;
	return o->buf;
}

static inline void begin(const char *name)
{
	w->call_begin(o, &plain, "x86_64", false, 0, name, CALL_DONE);
}

#undef FIELD		/* row.h defines these names otherwise */
#undef STR
#define ARG(name) v->arg(o, name, sizeof(name) - 1)
#define FIELD(name) v->field(o, name, sizeof(name) - 1)
#define FLAG(name, prefix) v->flag(o, name, sizeof(name) - 1, sizeof(prefix) - 1)
#define STR(s) v->string(o, s, sizeof(s) - 1, STRING_WHOLE)
#define CUT(s) v->string(o, s, sizeof(s) - 1, STRING_CUT)

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))
/* What verbs store. */
#define VALUE(emit, want) do { emit; assert_string_equal(taken(), want); } while (0)

static inline int close_writer(void **state)
{
	(void)state;
	out__close(o);
	return 0;
}

static inline void ret(int64_t n)
{
	w->call_args_end(o, CALL_DONE);
	v->ret_begin(o, n);
	v->integer(o, n);
	w->call_end(o);
}

/* The rest of a read of /dev/zero that returned 1. */
static inline void read_of_zero(void)
{
	ARG("fd");
	v->fd(o, 0, &(struct fd_name){ .text = "/dev/zero", .len = 9 });
	ARG("buf");
	v->bytes(o, "\0", 1, STRING_WHOLE);
	ARG("count");
	v->uinteger(o, 1);
	ret(1);
}
