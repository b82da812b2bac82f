/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * writer_text.c - the default format: one line for people.
 *
 *	     0.280 ( 0.005 ms): ls/812 openat(dfd: CWD, filename: "/etc/passwd", flags: RDONLY|CLOEXEC)  = 3</etc/passwd>
 *
 * Values store only themselves; arg, field and item store what separates them. A line is built in place in the buffer,
 * so everything that is remembered of it is an offset from its beginning. Strings are escaped as escape.h has it. The
 * path of a descriptor ends at the `>`: paths of files (they begin with `/`) have their own `<` and `>` escaped, what the
 * session composed (TCP:[a->b], pipe:[1]) has not.
 */
#include "writer.h"

#include <stdlib.h>
#include <time.h>

#include "escape.h"
#include "fmt.h"
#include "syscalltbl.h"
#include "wire.h"

#define RESULT_COLUMN 70	/* columns that the call takes before ` = ` */
#define NS_PER_SEC 1000000000u

enum state {			/* uses of out.state */
	ST_BEGIN,		/* offset of the call in the line: where columns count from */
	ST_HIDDEN,		/* bytes since that take no column: colours, UTF-8 continuation */
	ST_CALL,		/* enum call_state of the call in work */
	ST_SET,			/* within a set: members are separated by spaces */
	ST_EXTRA,		/* offset where the value of ret_extra_begin() begins */
	ST_EXTRA_NAME,		/* its name */
	ST_MINUTE,		/* -T: seconds since the Epoch at which the minute below began */
	ST_HH_MM,		/* -T: that minute as "HH:MM:" */
};

#define SGR_CALL "\033[1;34m"
#define SGR_ERROR "\033[31m"
#define SGR_SIGNAL "\033[33m"
#define SGR_STRING "\033[32m"
#define SGR_END "\033[0m"

static void put_sgr(struct out *o, const char *sgr, size_t n)
{
	out__put(o, sgr, n);
	o->state[ST_HIDDEN] += n;
}

#define colour(o, sgr) do { if ((o)->opt.color) put_sgr(o, sgr, sizeof(sgr) - 1); } while (0)

static void put_escaped(struct out *o, const void *s, size_t len, unsigned mode)
{
	o->state[ST_HIDDEN] += escape__text(o, s, len, mode);
}

static void put_str(struct out *o, const char *s)
{
	out__put(o, s, strlen(s));
}

/* Stores with fmt.h at the end of the buffer. */
#define FMT(o, call, ...) do { out__room(o, 0); (o)->p = call((o)->p, __VA_ARGS__); } while (0)

/* -- Before the call: time, duration, CPU, thread ------------------------------------------------------------------- */

static void new_minute(struct out *o, time_t sec)
{
	struct tm tm = { 0 };
	char text[sizeof(uint64_t)] = "00:00:";

	localtime_r(&sec, &tm);
	fmt__pair(text, (unsigned)tm.tm_hour);
	fmt__pair(text + 3, (unsigned)tm.tm_min);
	memcpy(&o->state[ST_HH_MM], text, sizeof(text));
	o->state[ST_MINUTE] = (uint64_t)sec - (unsigned)tm.tm_sec;
}

static void put_clock(struct out *o, uint64_t ts)
{
	uint64_t real = o->opt.start_real + (ts - o->opt.start_mono);
	uint64_t sec = real / NS_PER_SEC;
	char *p;

	if (sec - o->state[ST_MINUTE] >= 60)
		new_minute(o, (time_t)sec);
	out__room(o, 0);
	p = o->p;
	memcpy(p, &o->state[ST_HH_MM], 6);
	p = fmt__pair(p + 6, (unsigned)(sec - o->state[ST_MINUTE]));
	*p++ = '.';
	o->p = fmt__zeros(p, real % NS_PER_SEC / 1000, 6);
}

static void put_when(struct out *o, uint64_t ts, unsigned width)
{
	if (o->opt.wall_clock)
		put_clock(o, ts);
	else
		FMT(o, fmt__ms, (int64_t)(ts - o->opt.start_mono), width);
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

static void put_thread(struct out *o, const struct event *e)
{
	if (o->opt.comm && e->comm) {
		put_escaped(o, e->comm, strlen(e->comm), ESCAPE_BACKSLASH);
		out__lit(o, "/");
	}
	FMT(o, fmt__u64, e->tid);
}

static void line_begin(struct out *o, const struct event *e, bool has_dur)
{
	out__line_begin(o);
	put_when(o, e->ts, 10);
	if (o->opt.duration)
		put_duration(o, e, has_dur);
	out__lit(o, ": ");
	if (o->opt.cpu && e->cpu != CPU_NONE) {
		out__lit(o, "[");
		FMT(o, fmt__zeros, e->cpu % 100000u, e->cpu < 1000 ? 3 : 5);
		out__lit(o, "] ");
	}
	o->state[ST_BEGIN] = out__line_len(o);
	o->state[ST_HIDDEN] = 0;
}

static void line_begin_thread(struct out *o, const struct event *e, bool has_dur)
{
	line_begin(o, e, has_dur);
	if (e->show_thread) {
		put_thread(o, e);
		out__lit(o, " ");
	}
}

/* -- A call ---------------------------------------------------------------------------------------------------------- */

static void put_call_name(struct out *o, const char *abi, bool foreign, unsigned nr, const char *name)
{
	colour(o, SGR_CALL);
	if (foreign && abi) {
		put_str(o, abi);
		out__lit(o, ":");
	}
	if (name) {
		put_str(o, name);
	} else {
		out__lit(o, "syscall_");
		FMT(o, fmt__u64, nr);
	}
	colour(o, SGR_END);
}

static void text__call_begin(struct out *o, const struct event *e, const char *abi, bool foreign, unsigned nr,
			     const char *name, enum call_state st)
{
	line_begin_thread(o, e, e->has_dur);
	o->state[ST_CALL] = st;
	o->state[ST_SET] = 0;
	if (st == CALL_RESUMED)
		out__lit(o, "<... ");
	put_call_name(o, abi, foreign, nr, name);
	if (st == CALL_RESUMED)
		out__lit(o, " resumed>");
	else
		out__lit(o, "(");
	o->first = true;
}

static void put_name(struct out *o, const char *name, unsigned len)
{
	out__put(o, name, len);
	out__lit(o, ": ");
}

static void text__arg(struct out *o, const char *name, unsigned name_len)
{
	if (!o->first)
		out__lit(o, ", ");
	else if (o->state[ST_CALL] == CALL_RESUMED)
		out__lit(o, " ");
	put_name(o, name, name_len);
	o->first = false;
}

static void pad_to_result(struct out *o)
{
	size_t taken = out__line_len(o) - o->state[ST_BEGIN] - o->state[ST_HIDDEN];

	out__room(o, RESULT_COLUMN);
	memset(o->p, ' ', RESULT_COLUMN);
	if (taken < RESULT_COLUMN)
		o->p += RESULT_COLUMN - taken;
}

static void text__call_args_end(struct out *o, enum call_state st)
{
	if (st == CALL_UNFINISHED) {
		out__lit(o, " <unfinished ...>");
		return;
	}
	out__lit(o, ")");
	pad_to_result(o);
}

static void text__ret_begin(struct out *o, int64_t ret)
{
	(void)ret;
	out__lit(o, " = ");
}

static void text__ret_error(struct out *o, int64_t ret, const char *name, const char *text)
{
	out__lit(o, " = ");
	colour(o, SGR_ERROR);
	if (!name) {
		out__lit(o, "-1 (errno ");
		FMT(o, fmt__u64, -(uint64_t)ret);
		out__lit(o, ")");
	} else {
		out__lit(o, "-1 ");
		put_str(o, name);
	}
	if (name && text) {
		out__lit(o, " (");
		put_str(o, text);
		out__lit(o, ")");
	}
	colour(o, SGR_END);
}

static void text__ret_none(struct out *o)
{
	if (o->state[ST_CALL] != CALL_UNFINISHED)
		out__lit(o, " = ?");
}

static void text__ret_extra_begin(struct out *o, const char *name)
{
	out__lit(o, " (");
	o->state[ST_EXTRA] = out__line_len(o);
	o->state[ST_EXTRA_NAME] = (uintptr_t)name;
	o->first = true;
}

static void text__ret_extra_end(struct out *o)
{
	const char *name = (const char *)(uintptr_t)o->state[ST_EXTRA_NAME];

	if (name && out__line_len(o) == o->state[ST_EXTRA])
		put_str(o, name);
	out__lit(o, ")");
}

/* -- Values ---------------------------------------------------------------------------------------------------------- */

static void text__integer(struct out *o, int64_t v)
{
	FMT(o, fmt__i64, v);
}

static void text__uinteger(struct out *o, uint64_t v)
{
	FMT(o, fmt__u64, v);
}

static void text__hex(struct out *o, uint64_t v)
{
	if (v)
		FMT(o, fmt__hex, v);
	else
		out__lit(o, "0");
}

static void text__octal(struct out *o, uint64_t v)
{
	FMT(o, fmt__octal, v);
}

static void text__address(struct out *o, uint64_t v)
{
	if (v)
		FMT(o, fmt__hex, v);
	else
		out__lit(o, "NULL");
}

static void text__unread(struct out *o, uint64_t addr)
{
	text__address(o, addr);
	out__lit(o, " <unread>");
}

static void text__symbol(struct out *o, uint64_t v, const char *name, unsigned prefix_len)
{
	if (!name) {
		text__hex(o, v);
		return;
	}
	if (!o->opt.prefix)
		name += prefix_len;
	put_escaped(o, name, strlen(name), 0);
}

static void text__flags_begin(struct out *o, uint64_t v)
{
	(void)v;
	o->first = true;
}

static void text__flag(struct out *o, const char *name, unsigned len, unsigned prefix_len)
{
	unsigned skip = o->opt.prefix ? 0 : prefix_len;

	if (!o->first)
		out__lit(o, "|");
	out__put(o, name + skip, len - skip);
	o->first = false;
}

static void text__flags_end(struct out *o, uint64_t rest, bool any)
{
	if (any && rest)
		out__lit(o, "|");
	if (!any || rest)
		text__hex(o, rest);
	o->first = false;
}

static void text__string(struct out *o, const void *p, size_t len, enum string_note note)
{
	colour(o, SGR_STRING);
	out__lit(o, "\"");
	put_escaped(o, p, len, ESCAPE_STRING);
	out__lit(o, "\"");
	colour(o, SGR_END);
	if (note == STRING_CUT)
		out__lit(o, "...");
}

static void text__fd(struct out *o, int fd, const char *path, size_t path_len)
{
	unsigned angle = path && path_len && path[0] == '/' ? ESCAPE_ANGLE : 0;

	FMT(o, fmt__i64, fd);
	if (!path)
		return;
	out__lit(o, "<");
	put_escaped(o, path, path_len, ESCAPE_BACKSLASH | angle);
	out__lit(o, ">");
}

static void text__task(struct out *o, int64_t pid, const char *comm)
{
	FMT(o, fmt__i64, pid);
	if (!comm)
		return;
	out__lit(o, "<");
	put_escaped(o, comm, strlen(comm), ESCAPE_BACKSLASH | ESCAPE_ANGLE);
	out__lit(o, ">");
}

static void text__counted(struct out *o, uint64_t addr, uint64_t n, const char *what)
{
	text__address(o, addr);
	out__lit(o, " /* ");
	FMT(o, fmt__u64, n);
	out__lit(o, " ");
	put_str(o, what);
	out__lit(o, " */");
}

static void text__time(struct out *o, int64_t sec, int64_t nsec)
{
	bool sane = nsec >= 0 && nsec < NS_PER_SEC;

	FMT(o, fmt__i64, sec);
	out__lit(o, ".");
	if (sane)
		FMT(o, fmt__zeros, (uint64_t)nsec, 9);
	else
		FMT(o, fmt__i64, nsec);
	if (!sane || sec < FMT_DATE_MIN || sec > FMT_DATE_MAX)
		return;
	out__lit(o, " /* ");
	FMT(o, fmt__date, sec);
	out__lit(o, " */");
}

static void text__word(struct out *o, const char *text, size_t len)
{
	put_escaped(o, text, len, 0);
}

/* -- Compounds ------------------------------------------------------------------------------------------------------- */

static void text__struct_begin(struct out *o)
{
	out__lit(o, "{");
	o->first = true;
}

static void text__item(struct out *o)
{
	if (!o->first && o->state[ST_SET])
		out__lit(o, " ");
	else if (!o->first)
		out__lit(o, ", ");
	o->first = false;
}

static void text__field(struct out *o, const char *name, unsigned name_len)
{
	text__item(o);
	if (name)
		put_name(o, name, name_len);
}

static void put_end(struct out *o, bool abridged, char bracket)
{
	if (abridged && !o->first)
		out__lit(o, ", ");
	if (abridged)
		out__lit(o, "...");
	out__put(o, &bracket, 1);
	o->state[ST_SET] = 0;
	o->first = false;
}

static void text__struct_end(struct out *o, bool abridged)
{
	put_end(o, abridged, '}');
}

static void text__array_begin(struct out *o)
{
	out__lit(o, "[");
	o->first = true;
}

static void text__array_end(struct out *o, bool abridged)
{
	put_end(o, abridged, ']');
}

static void text__set_begin(struct out *o, bool inverted)
{
	if (inverted)
		out__lit(o, "~");
	text__array_begin(o);
	o->state[ST_SET] = 1;
}

static void text__set_end(struct out *o)
{
	put_end(o, false, ']');
}

static void text__changed(struct out *o)
{
	out__lit(o, " => ");
}

static void text__nothing(struct out *o)
{
	(void)o;
}

/* -- Other lines ----------------------------------------------------------------------------------------------------- */

#define SIGNAL_OPEN " {"

static void text__signal_begin(struct out *o, const struct event *e, const char *name)
{
	line_begin_thread(o, e, false);
	o->state[ST_SET] = 0;
	out__lit(o, "--- ");
	colour(o, SGR_SIGNAL);
	put_str(o, name ? name : "unknown signal");
	colour(o, SGR_END);
	out__lit(o, SIGNAL_OPEN);
	o->first = true;
}

static void text__signal_end(struct out *o)
{
	if (!o->first)
		out__lit(o, "}");
	else if (!o->err)	/* nothing is known of it */
		o->p -= sizeof(SIGNAL_OPEN) - 1;
	out__lit(o, " ---");
	out__line_end(o);
}

static void put_killed(struct out *o, unsigned code)
{
	const char *name = signal__name((int)(code & 0x7f));

	out__lit(o, "killed by ");
	colour(o, SGR_SIGNAL);
	if (name) {
		put_str(o, name);
	} else {
		out__lit(o, "signal ");
		FMT(o, fmt__u64, code & 0x7f);
	}
	colour(o, SGR_END);
	if (code & 0x80)
		out__lit(o, " (core dumped)");
}

static void text__exit(struct out *o, const struct event *e, unsigned code)
{
	line_begin_thread(o, e, false);
	out__lit(o, "+++ ");
	if (code & 0x7f) {
		put_killed(o, code);
	} else {
		out__lit(o, "exited with ");
		FMT(o, fmt__u64, code >> 8 & 0xff);
	}
	out__lit(o, " +++");
	out__line_end(o);
}

static void put_moment(struct out *o, uint64_t ts)
{
	put_when(o, ts, 0);
	if (!o->opt.wall_clock)
		out__lit(o, " ms");
}

static void text__loss(struct out *o, const struct event *e, uint64_t count, uint64_t first, uint64_t last,
		       const char *reason)
{
	line_begin(o, e, false);
	colour(o, SGR_ERROR);
	out__lit(o, "LOST ");
	FMT(o, fmt__u64, count);
	put_str(o, count == 1 ? " event" : " events");
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
	out__line_end(o);
}

static void text__start(struct out *o, const struct event *e)
{
	(void)o, (void)e;
}

static void text__total(struct out *o, const struct event *e, uint64_t calls, uint64_t lost)
{
	if (!lost)
		return;
	line_begin(o, e, false);
	colour(o, SGR_ERROR);
	out__lit(o, "LOST ");
	FMT(o, fmt__u64, lost);
	put_str(o, lost == 1 ? " event" : " events");
	out__lit(o, " in all, ");
	FMT(o, fmt__u64, calls);
	put_str(o, calls == 1 ? " call shown" : " calls shown");
	colour(o, SGR_END);
	out__line_end(o);
}

static void text__begin(struct out *o, const struct writer_options *opt)
{
	o->opt = *opt;
	memset(o->state, 0, sizeof(o->state));
	o->state[ST_MINUTE] = UINT64_MAX / 2;	/* no minute is known yet */
	o->first = true;
	if (opt->wall_clock)
		tzset();
}

const struct writer text_writer = {
	.name = "text", .help = "one line for people (default)",
	.begin = text__begin, .end = text__nothing,
	.call_begin = text__call_begin, .arg = text__arg, .call_args_end = text__call_args_end,
	.ret_begin = text__ret_begin, .ret_error = text__ret_error, .ret_none = text__ret_none,
	.ret_extra_begin = text__ret_extra_begin, .ret_extra_end = text__ret_extra_end, .call_end = out__line_end,
	.integer = text__integer, .uinteger = text__uinteger, .hex = text__hex, .octal = text__octal,
	.address = text__address, .unread = text__unread, .symbol = text__symbol,
	.flags_begin = text__flags_begin, .flag = text__flag, .flags_end = text__flags_end,
	.string = text__string, .bytes = text__string, .fd = text__fd, .task = text__task, .counted = text__counted,
	.time = text__time, .word = text__word,
	.struct_begin = text__struct_begin, .field = text__field, .struct_end = text__struct_end,
	.array_begin = text__array_begin, .item = text__item, .array_end = text__array_end,
	.set_begin = text__set_begin, .set_end = text__set_end,
	.change_begin = text__nothing, .changed = text__changed, .change_end = text__nothing,
	.signal_begin = text__signal_begin, .signal_end = text__signal_end,
	.exit = text__exit, .loss = text__loss, .start = text__start, .total = text__total,
};
