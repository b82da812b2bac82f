/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * text.c - the default format: one line of text per event.
 *
 *	     0.280 ( 0.005 ms): ls/812 openat(dfd: CWD, filename: "/etc/passwd", flags: RDONLY|CLOEXEC)  = 3</etc/passwd>
 *
 * text_values.c writes arguments, results and values.
 */
#include "writers/text.h"

#include <stdlib.h>
#include <time.h>

#include "bpf/wire.h"
#include "lines.h"
#include "session/owner_value.h"
#include "symbols/frame.h"
#include "syscalltbl/syscalltbl.h"
#include "text_wait.h"

#define RESULT_COLUMN 70	/* columns of the call before ` = `, */
#define RESULT_ROOM 16		/* and columns kept for ` = ` and the result, if the width is limited */

static void text__line_end(struct out *o)
{
	if (__builtin_expect(o->columns != NULL, 0))
		text__fold(o);
	out__line_end(o);
}

/* -- Before the call: time, duration, CPU, thread -------------------------------------------------------------------- */

#define DATE_LEN (sizeof("2025-11-21 ") - 1)

static void new_minute(struct out *o, time_t sec)
{
	struct tm tm = { 0 };
	char text[sizeof(uint64_t)] = "00:00:", date[2 * sizeof(uint64_t)] = "";

	localtime_r(&sec, &tm);
	fmt__pair(text, (unsigned)tm.tm_hour);
	fmt__pair(text + 3, (unsigned)tm.tm_min);
	memcpy(&o->state[TEXT_HH_MM], text, sizeof(text));
	*fmt__day(date, &tm) = ' ';
	memcpy(&o->state[TEXT_DATE], date, sizeof(date));
	o->state[TEXT_MINUTE] = (uint64_t)sec - (unsigned)tm.tm_sec;
}

static uint64_t real_time(const struct out *o, uint64_t ts)
{
	return o->opt.start_real + (ts - o->opt.start_mono);
}

static void put_epoch(struct out *o, uint64_t ts)
{
	uint64_t real = real_time(o, ts);

	FMT(o, fmt__u64, real / NS_PER_SEC);
	out__lit(o, ".");
	FMT(o, fmt__zeros, real % NS_PER_SEC / 1000, 6);
}

static void put_clock(struct out *o, uint64_t ts)
{
	uint64_t real = real_time(o, ts);
	uint64_t sec = real / NS_PER_SEC;
	char *p;

	if (sec - o->state[TEXT_MINUTE] >= 60)
		new_minute(o, (time_t)sec);
	out__room(o, 0);
	p = o->p;
	if (o->opt.clock == CLOCK_OF_CALENDAR) {
		memcpy(p, &o->state[TEXT_DATE], DATE_LEN);
		p += DATE_LEN;
	}
	memcpy(p, &o->state[TEXT_HH_MM], 6);
	p = fmt__pair(p + 6, (unsigned)(sec - o->state[TEXT_MINUTE]));
	*p++ = '.';
	o->p = fmt__zeros(p, real % NS_PER_SEC / 1000, 6);
}

/* Times before `zero` are shown as 0. */
static void put_since(struct out *o, uint64_t zero, uint64_t ts, unsigned width)
{
	FMT(o, fmt__ms, ts > zero ? (int64_t)(ts - zero) : 0, width);
}

static void put_real(struct out *o, uint64_t ts)
{
	if (o->opt.clock == CLOCK_EPOCH)
		put_epoch(o, ts);
	else
		put_clock(o, ts);
}

static void put_since_line(struct out *o, uint64_t ts, unsigned width)
{
	uint64_t *latest = &o->state[TEXT_LATEST];

	put_since(o, *latest, ts, width);
	if (ts > *latest)
		*latest = ts;
}

void text__put_when(struct out *o, uint64_t ts)
{
	if (o->opt.clock == CLOCK_SINCE_START)
		put_since(o, o->opt.start_mono, ts, 10);
	else if (o->opt.clock == CLOCK_SINCE_LINE)
		put_since_line(o, ts, 10);
	else
		put_real(o, ts);
}

static void put_duration(struct out *o, const struct event *e, bool has)
{
	if (!has) {
		out__lit(o, " (         )");
		return;
	}
	out__lit(o, " (");
	FMT(o, fmt__ms, (int64_t)e->dur, 6);
	out__lit(o, " ms)");
}

/* A colour per process, out of a few. */
static void colour_process(struct out *o, uint32_t tgid)
{
	static const char sgr[][6] = { "\033[36m", "\033[35m", "\033[96m", "\033[95m", "\033[94m", "\033[92m" };

	if (o->opt.color)
		put_sgr(o, sgr[tgid % (sizeof(sgr) / sizeof(sgr[0]))], sizeof(sgr[0]) - 1);
}

static void make_thread(struct out *o, const struct event *e)
{
	colour_process(o, e->tgid);
	if (o->opt.comm && e->comm) {
		put_escaped(o, e->comm, strlen(e->comm), ESCAPE_BACKSLASH);
		out__lit(o, "/");
	}
	FMT(o, fmt__u64, e->tid);
	colour(o, SGR_END);
}

/* Columns of the line so far, from the call's beginning on. */
static size_t columns_taken(const struct out *o)
{
	return out__line_len(o) - o->state[TEXT_BEGIN] - o->state[TEXT_HIDDEN];
}

static void put_blanks(struct out *o, size_t n)
{
	out__room(o, n);
	memset(o->p, ' ', n);
	o->p += n;
}

static void line_begin(struct out *o, const struct event *e, bool has_dur)
{
	out__line_begin(o);
	text__put_when(o, e->ts);
	if (o->opt.duration)
		put_duration(o, e, has_dur);
	out__lit(o, ": ");
	if (o->opt.cpu && e->cpu != CPU_NONE) {
		out__lit(o, "[");
		FMT(o, fmt__zeros, e->cpu % 100000u, e->cpu < 1000 ? 3 : 5);
		out__lit(o, "] ");
	}
	o->state[TEXT_BEGIN] = out__line_len(o);
	o->state[TEXT_HIDDEN] = 0;
}

/* On a terminal calls begin in one column, after the longest name so far. */
static void pad_thread(struct out *o)
{
	size_t taken = columns_taken(o);

	if (taken > o->state[TEXT_THREAD])
		o->state[TEXT_THREAD] = taken;
	put_blanks(o, o->state[TEXT_THREAD] - taken);
}

/* Compares as strncmp() does, but faster for such short names. */
static bool is_comm(const char comm[THREAD_COMM], const char *other)
{
	for (unsigned i = 0; i < THREAD_COMM; i++) {
		if (comm[i] != other[i])
			return false;
		if (!comm[i])
			break;
	}
	return true;
}

static void put_thread(struct out *o, const struct event *e)
{
	bool named = o->opt.comm && e->comm;
	size_t from, n;

	if (o->thread.len && o->thread.tid == e->tid && o->thread.tgid == e->tgid && is_comm(o->thread.comm, named ? e->comm : "")) {
		out__room(o, 0);
		memcpy(o->p, o->thread.text, sizeof(o->thread.text));
		o->p += o->thread.len;
		return;
	}
	from = out__line_len(o);
	make_thread(o, e);
	n = out__line_len(o) - from;
	o->thread.len = n <= sizeof(o->thread.text) && !o->opt.color && !o->err ? n : 0;	/* colours are counted as they are put */
	memcpy(o->thread.text, o->p - o->thread.len, o->thread.len);
	o->thread.tid = e->tid;
	o->thread.tgid = e->tgid;
	strncpy(o->thread.comm, named ? e->comm : "", sizeof(o->thread.comm));
}

void text__begin_line(struct out *o, const struct event *e)
{
	line_begin(o, e, e->has_dur);
}

static void put_owner(struct out *o, const struct owner_value *v)
{
	if (v->is == OWNER_NONE)
		out__lit(o, "-");
	else if (v->is == OWNER_UNKNOWN)
		out__lit(o, "?");
	else if (v->name)
		put_escaped(o, v->name, strlen(v->name), ESCAPE_BACKSLASH);
	else
		FMT(o, fmt__u64, v->id);
}

/* --show: [root /system.slice/nginx.service - - nginx.service] */
static void put_owners(struct out *o, const struct event *e)
{
	bool first = true;

	out__lit(o, "[");
	for (unsigned i = 0; i < OWNER_COLUMNS; i++) {
		if (!(o->opt.owners >> i & 1))
			continue;
		if (!first)
			out__lit(o, " ");
		put_owner(o, &e->owners[i]);
		first = false;
	}
	out__lit(o, "] ");
}

static void line_begin_thread(struct out *o, const struct event *e, bool has_dur)
{
	line_begin(o, e, has_dur);
	if (e->owners)
		put_owners(o, e);
	if (e->host) {
		put_escaped(o, e->host, strlen(e->host), ESCAPE_BACKSLASH);
		out__lit(o, ":");
	}
	if (e->show_thread) {
		put_thread(o, e);
		out__lit(o, " ");
		if (o->opt.terminal)
			pad_thread(o);
	}
	o->state[TEXT_ARGS] = out__line_len(o);
}

/* -- A call ---------------------------------------------------------------------------------------------------------- */

static void text__call_begin(struct out *o, const struct event *e, const char *abi, bool foreign, unsigned nr,
			     const char *name, enum call_state st)
{
	line_begin_thread(o, e, e->has_dur);
	if (st == CALL_RESUMED)
		out__lit(o, "<... ");
	colour(o, SGR_CALL);
	put_call_name(o, abi, foreign, nr, name);
	colour(o, SGR_END);
	if (st == CALL_RESUMED)
		out__lit(o, " resumed>");
	else
		out__lit(o, "(");
	o->state[TEXT_ARGS] = out__line_len(o);
	text__begin_args(o, st);
}

/* The column of results: RESULT_COLUMN, or less on a narrow terminal. */
static size_t result_column(const struct out *o)
{
	size_t columns = o->columns ? *o->columns : 0, before = o->state[TEXT_BEGIN] + RESULT_ROOM;

	if (!columns || columns >= before + RESULT_COLUMN)
		return RESULT_COLUMN;
	return columns > before ? columns - before : 0;
}

static void begin_result(struct out *o)
{
	size_t taken, column = result_column(o);
	char *p;

	out__room(o, RESULT_COLUMN);
	*o->p++ = ')';
	taken = columns_taken(o);
	p = o->p;
	memset(p, ' ', RESULT_COLUMN);
	if (taken < column)
		p += column - taken;
	memcpy(p, " = ", 3);
	o->p = p + 3;
}

static void text__call_args_end(struct out *o, enum call_state st)
{
	if (st == CALL_UNFINISHED)
		out__lit(o, " <unfinished ...>");
	else
		begin_result(o);
}

/* What TEXT_OPEN says is open. */
enum { NOTHING_OPEN, EVENT_OPEN, SIGNAL_OPEN };

#define SIGNAL_BRACE " {"

static void close_signal(struct out *o)
{
	if (!o->first)
		out__lit(o, "}");
	else if (!o->err)	/* no siginfo */
		o->p -= sizeof(SIGNAL_BRACE) - 1;
	out__lit(o, " ---");
}

/* Closes the parenthesis of an event or the braces of a signal, once. */
static void text__close(struct out *o)
{
	if (o->state[TEXT_OPEN] == EVENT_OPEN)
		out__lit(o, ")");
	else if (o->state[TEXT_OPEN] == SIGNAL_OPEN)
		close_signal(o);
	o->state[TEXT_OPEN] = NOTHING_OPEN;
}

/* Each frame is a line of its own; the last one is ended with the call. */
static void text__stack(struct out *o, const struct frame *frames, unsigned n)
{
	text__close(o);
	for (unsigned i = 0; i < n; i++) {
		out__lit(o, "\n                 > ");
		out__put(o, frames[i].location->line, frames[i].location->line_len);
	}
}

/* -- Other lines ----------------------------------------------------------------------------------------------------- */

static void text__signal_begin(struct out *o, const struct event *e, const char *name)
{
	line_begin_thread(o, e, false);
	o->state[TEXT_SET] = 0;
	out__lit(o, "--- ");
	colour(o, SGR_SIGNAL);
	put_str(o, name ? name : "unknown signal");
	colour(o, SGR_END);
	out__lit(o, SIGNAL_BRACE);
	o->state[TEXT_OPEN] = SIGNAL_OPEN;
	o->state[TEXT_ARGS] = out__line_len(o);
	o->first = true;
}

static void text__signal_end(struct out *o)
{
	text__close(o);
	text__line_end(o);
}

static void text__tracepoint_begin(struct out *o, const struct event *e, const char *name)
{
	line_begin_thread(o, e, false);
	colour(o, SGR_CALL);
	put_escaped(o, name, strlen(name), 0);
	colour(o, SGR_END);
	out__lit(o, "(");
	o->state[TEXT_ARGS] = out__line_len(o);
	o->state[TEXT_OPEN] = EVENT_OPEN;
	text__begin_args(o, CALL_DONE);
}

static void text__tracepoint_end(struct out *o)
{
	text__close(o);
	text__line_end(o);
}

static void text__exit(struct out *o, const struct event *e, unsigned code)
{
	line_begin_thread(o, e, false);
	out__lit(o, "+++ ");
	text__put_end(o, code);
	if (code != EXIT_UNKNOWN && code & 0x7f && code & 0x80)
		out__lit(o, " (core dumped)");
	out__lit(o, " +++");
	text__line_end(o);
}

static void put_moment(struct out *o, uint64_t ts)
{
	if (clock_column__is_real(o->opt.clock)) {
		put_real(o, ts);
		return;
	}
	put_since(o, o->opt.start_mono, ts, 0);
	out__lit(o, " ms");
}

static void text__pause(struct out *o, const struct event *e, uint64_t dur)
{
	line_begin(o, e, false);
	out__lit(o, "paused ");
	put_since(o, 0, dur, 0);
	out__lit(o, " ms");
	text__line_end(o);
}

static void text__loss(struct out *o, const struct event *e, uint64_t count, uint64_t first, uint64_t last,
		       const char *reason)
{
	line_begin(o, e, false);
	colour(o, SGR_ERROR);
	out__lit(o, "LOST ");
	text__put_count(o, count, "event");
	if (e->tid) {
		out__lit(o, " of ");
		put_thread(o, e);
	}
	out__lit(o, " between ");
	put_moment(o, first);
	out__lit(o, " and ");
	put_moment(o, last);
	if (reason) {
		out__lit(o, " (");
		put_escaped(o, reason, strlen(reason), 0);
		out__lit(o, ")");
	}
	colour(o, SGR_END);
	text__line_end(o);
}

static void text__total(struct out *o, const struct totals *t)
{
	if (!t->lost)
		return;
	line_begin(o, &(struct event){ .ts = t->ts, .cpu = CPU_NONE }, false);
	colour(o, SGR_ERROR);
	out__lit(o, "LOST ");
	text__put_count(o, t->lost, "event");
	out__lit(o, " in all, ");
	text__put_count(o, t->calls, "call");
	out__lit(o, " shown");
	colour(o, SGR_END);
	text__line_end(o);
}

static void text__begin(struct out *o, const struct writer_options *opt)
{
	o->opt = *opt;
	memset(o->state, 0, sizeof(o->state));
	o->state[TEXT_MINUTE] = UINT64_MAX / 2;	/* no minute is known yet */
	o->first = true;
	o->state[TEXT_LATEST] = opt->start_mono;
	if (clock_column__is_real(opt->clock))
		tzset();
}

const struct writer text_writer = {
	.verbs = &text_verbs, .begin = text__begin,
	.call_begin = text__call_begin, .call_args_end = text__call_args_end, .wait = text__wait, .stack = text__stack, .call_end = text__line_end,
	.signal_begin = text__signal_begin, .signal_end = text__signal_end,
	.tracepoint_begin = text__tracepoint_begin, .tracepoint_end = text__tracepoint_end,
	.exit = text__exit, .loss = text__loss, .pause = text__pause, .total = text__total,
};

LINES_VIEW(text, IN_LIVE | IN_REPLAY, "one line for people (default)");
