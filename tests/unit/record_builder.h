/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * record_builder.h - records of calls, and their lines from the text writer.
 *
 *	rec(ABI_X86_64, 3, 0x1000, 5);			a call with its arguments; it returned 0
 *	chunk(1, CHUNK_OUT, PART_SELF, "hello", 5);	memory of argument 1, whose address is the argument
 *	assert_shown(&row, "read(fd: 3, …) = 5");
 *
 * Blanks before ` = ` count as one; everything before the call's name is ignored.
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

#include "beautifiers/row.h"
#include "beautifiers/shape.h"
#include "beautifiers/show.h"
#include "lib/out.h"
#include "lib/writer_options.h"
#include "views/lines.h"

extern const struct writer text_writer, json_writer;

static union {
	struct rec_call call;
	uint8_t bytes[REC_MAX];
} record;

static struct out out;
static struct show show = { .o = &out, .string_limit = 64, .native = ABI_X86_64 };
static struct call call;
static enum call_state state;

static bool test_fd_name(void *ctx, int fd, bool made, struct fd_name *name)
{
	(void)ctx;
	(void)made;
	*name = (struct fd_name){ .text = "/tmp", .len = 4 };
	return fd == 3;
}

static const char *test_comm(void *ctx, uint32_t tid)
{
	(void)ctx;
	return tid == 42 ? "sh" : NULL;
}

static inline const char *test_ended_comm(void *ctx, uint32_t tid)
{
	(void)ctx;
	return tid == 42 ? "gone" : NULL;
}

static inline uint32_t test_pid(void *ctx, uint32_t pid, bool other)
{
	(void)ctx;
	return other ? 0 : pid;
}

static struct names names = { .fd_name = test_fd_name, .comm = test_comm, .ended_comm = test_ended_comm, .pid = test_pid };

static inline void rec_args(enum abi abi, unsigned nargs, const uint64_t *args)
{
	memset(&record, 0, sizeof(record));
	record.call.rec.type = REC_CALL;
	record.call.abi = abi;
	record.call.nr = 0xffff;
	record.call.nargs = nargs;
	record.call.fixed = sizeof(struct rec_call) + nargs * 8;
	record.call.rec.len = record.call.fixed;
	for (unsigned i = 0; i < nargs; i++)
		record.call.args[i] = args[i];
	state = CALL_DONE;
}

#define rec(abi, ...) rec_args(abi, sizeof((uint64_t[]){ __VA_ARGS__ }) / 8, (uint64_t[]){ __VA_ARGS__ })

static inline void chunk_at(unsigned arg, unsigned status, unsigned part, uint64_t addr, const void *p, uint32_t len)
{
	struct chunk *k = (struct chunk *)(record.bytes + record.call.rec.len);

	k->arg = arg;
	k->status = status;
	k->part = part;
	k->len = len;
	k->addr = addr;
	if (len)
		memcpy(k + 1, p, len);
	record.call.rec.len += sizeof(*k) + (len + 7) / 8 * 8;
}

static inline void chunk(unsigned arg, unsigned status, unsigned part, const void *p, uint32_t len)
{
	chunk_at(arg, status, part, record.call.args[arg], p, len);
}

#define chunk_of(arg, status, v) chunk(arg, status, PART_SELF, &(v), sizeof(v))

static inline void returns(int64_t ret)
{
	record.call.ret = ret;
}

/* The call has not returned. */
static inline void waits(enum call_state st)
{
	record.call.rec.type = REC_PENDING;
	state = st;
}

/* Verbs that replace the writer's own. */
static const struct verbs *own_verbs;

/* A writer of lines into an empty `out`. */
static inline const struct writer *begin_lines(const char *writer)
{
	static const struct writer_options opt = { .string_limit = 64 };
	const struct writer *w = strcmp(writer, "json") ? &text_writer : &json_writer;

	out__close(&out);
	assert_int_equal(out__open(&out, -1, 0), 0);
	show.w = w->verbs;
	w->begin(&out, &opt);
	out.p = out.buf;
	out.line = 0;
	return w;
}

/* The lines written since then. */
static inline const char *end_lines(void)
{
	out__put(&out, "", 1);
	return out.buf;
}

/* The line of `call`, whose row is set, after begin_lines(). */
static inline const char *line_of_call(const struct writer *w)
{
	static const struct event event = { .cpu = CPU_NONE };

	w->call_begin(&out, &event, abi__name(call.abi), call.abi != show.native, call__number_made(&call), call.row ? call.row->name : NULL, state);
	show__args(&show, &call, state);
	w->call_args_end(&out, state);
	show__result(&show, &call, state);
	w->call_end(&out);
	return end_lines();
}

static inline const char *shown_by(const char *writer, const struct row *row)
{
	const struct writer *w = begin_lines(writer);

	if (own_verbs)
		show.w = own_verbs;
	assert_int_equal(call__parse(&call, &record.call, &names), 0);
	call.row = row;
	return line_of_call(w);
}

static inline const char *shown_signal(const struct rec_signal *r)
{
	static const struct event event = { .cpu = CPU_NONE };
	const struct writer *w = begin_lines("text");

	w->signal_begin(&out, &event, signal__name(r->signo));
	show__siginfo(&show, r);
	w->signal_end(&out);
	return end_lines();
}

static inline const char *shown(const struct row *row)
{
	static char line[8192];
	const char *p = strchr(shown_by("text", row), ':');
	char *q = line;

	assert_non_null(p);
	for (p += 2; *p && *p != '\n' && q < line + sizeof(line) - 1; p++)
		if (p[0] != ' ' || p[1] != ' ')
			*q++ = *p;
	*q = '\0';
	return line;
}

#define assert_shown(row, text) assert_string_equal(shown(row), text)
