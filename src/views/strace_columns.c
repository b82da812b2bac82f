// SPDX-License-Identifier: BSD-2-Clause
/* strace_columns.c - what strace's options put around a call: thread, times, number, instruction pointer, duration, stack. */
#include "strace_columns.h"

#include <time.h>

#include "symbols/frame.h"
#include "writers/strace.h"

void strace_columns__pad(struct out *o, size_t n)
{
	out__room(o, n);
	memset(o->p, ' ', n);
	o->p += n;
}

static void put_number(struct out *o, uint64_t v, unsigned width)
{
	unsigned digits = fmt__digits(v);

	if (digits < width)
		strace_columns__pad(o, width - digits);
	FMT(o, fmt__u64, v);
}

static void put_comm(struct out *o, const struct event *e)
{
	const char *comm = e->old_comm ? e->old_comm : e->comm;

	if (!o->opt.strace.comm || !comm)
		return;
	out__lit(o, "<");
	strace__put_name(o, comm, strlen(comm));
	out__lit(o, ">");
}

static void put_pid(struct out *o, const struct event *e, bool many)
{
	const struct strace_look *look = strace__look(o);

	if (look->pid_never)
		return;
	if (look->pid_always) {
		size_t from = out__line_len(o);

		FMT(o, fmt__u64, e->tid);
		if (!look->comm && out__line_len(o) - from < 5)
			strace_columns__pad(o, 5 - (out__line_len(o) - from));
		put_comm(o, e);
		out__lit(o, " ");
	} else if (many) {
		out__lit(o, "[pid ");
		put_number(o, e->tid, 5);
		put_comm(o, e);
		out__lit(o, "] ");
	}
}

/* .123456, or nothing without digits */
static void put_fraction(struct out *o, uint64_t ns, time_digits digits)
{
	if (digits <= 0)
		return;
	out__lit(o, ".");
	FMT(o, fmt__zeros, ns % NS_PER_SEC / fmt_pow10[9 - digits], (unsigned)digits);
}

static void put_clock(struct out *o, uint64_t ts)
{
	const struct strace_look *look = strace__look(o);
	uint64_t real = o->opt.start_real + (ts - o->opt.start_mono);
	time_t sec = (time_t)(real / NS_PER_SEC);
	struct tm tm;

	if (look->clock < 0)
		return;
	if (look->clock_is_epoch || !localtime_r(&sec, &tm)) {
		FMT(o, fmt__u64, (uint64_t)sec);
	} else {
		FMT(o, fmt__pair, (unsigned)tm.tm_hour);
		out__lit(o, ":");
		FMT(o, fmt__pair, (unsigned)tm.tm_min);
		out__lit(o, ":");
		FMT(o, fmt__pair, (unsigned)tm.tm_sec);
	}
	put_fraction(o, real, look->clock);
	out__lit(o, " ");
}

static void put_since_line(struct out *o, uint64_t ts)
{
	const struct strace_look *look = strace__look(o);
	uint64_t last = o->state[STRACE_LAST], since = last && ts > last ? ts - last : 0;

	if (look->since_line < 0)
		return;
	if (look->clock >= 0)
		out__lit(o, "(+");
	put_number(o, since / NS_PER_SEC, 6);
	put_fraction(o, since, look->since_line);
	put_str(o, look->clock >= 0 ? ") " : " ");
	if (ts > last)
		o->state[STRACE_LAST] = ts;
}

static void put_ip(struct out *o, const struct event *e)
{
	if (!e->nframes) {
		out__lit(o, "[????????????????] ");
		return;
	}
	out__lit(o, "[");
	FMT(o, fmt__hex_digits, e->frames[0].ip, 16);
	out__lit(o, "] ");
}

void strace_columns__begin(struct out *o, const struct event *e, uint64_t at, int nr, bool many)
{
	put_pid(o, e, many);
	put_clock(o, at);
	put_since_line(o, at);
	if (strace__look(o)->number) {
		out__lit(o, "[");
		if (nr >= 0)
			put_number(o, (uint64_t)nr, 4);
		else
			strace_columns__pad(o, 4);
		out__lit(o, "] ");
	}
	if (strace__look(o)->ip)
		put_ip(o, e);
}

void strace_columns__duration(struct out *o, const struct event *e)
{
	const struct strace_look *look = strace__look(o);

	if (look->duration < 0 || !e->has_dur)
		return;
	out__lit(o, " <");
	FMT(o, fmt__u64, e->dur / NS_PER_SEC);
	put_fraction(o, e->dur, look->duration);
	out__lit(o, ">");
}

/* `file(symbol+0x1f) [0x2345]`: the last number is the offset in the file, or the address if there is none. */
static void put_frame(struct out *o, const struct frame *f)
{
	const struct location *at = f->location;

	out__lit(o, " > ");
	if (at->module) {
		put_escaped(o, at->module, strlen(at->module), 0);
		out__lit(o, "(");
	}
	if (at->symbol) {
		put_escaped(o, at->symbol, strlen(at->symbol), 0);
		out__lit(o, "+");
		FMT(o, fmt__hex, at->offset);
	}
	put_str(o, at->module ? ") [" : at->symbol ? " [" : "[");
	FMT(o, fmt__hex, at->file_offset ? at->file_offset : f->ip);
	out__lit(o, "]");
}

void strace_columns__stack(struct out *o, const struct event *e)
{
	for (unsigned i = 0; strace__look(o)->stacks && i < e->nframes && e->frames[i].location; i++) {
		out__lit(o, "\n");
		put_frame(o, &e->frames[i]);
	}
}
