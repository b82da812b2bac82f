// SPDX-License-Identifier: BSD-2-Clause
/*
 * writer_chrome.c - the Trace Event Format, which Perfetto (ui.perfetto.dev) and chrome://tracing open.
 *
 * One JSON object; an event a line within "traceEvents". Times are CLOCK_MONOTONIC in us, with ns as decimals.
 *
 *	a call			ph X: from its beginning to its end, on its thread's track. One that was shown as unfinished is a
 *				pair of B and E: B has the arguments that were known, E those that came and the result
 *	a signal, an exit	ph i, of the thread
 *	loss			ph i, of the thread where it is known, otherwise of all
 *	names of tracks		ph M, process_name and thread_name (comm/tid), again when they change
 *
 * Where recordings of several machines are merged, numbers of processes and threads of the second one are HOST_STEP higher
 * than they were, and so on, so that they have tracks of their own.
 *
 * Arguments and "ret" are text as writer_text.c has it; numbers are numbers where every reader can represent them.
 */
#include "chrome.h"

#include <errno.h>
#include <search.h>
#include <stdlib.h>

#include "bpf/wire.h"
#include "syscalltbl/syscalltbl.h"

#define HOST_STEP 10000000	/* above all numbers of processes: PID_MAX_LIMIT is 4194304 */

struct machine {
	const char *name;
	uint32_t step;		/* how much higher its numbers are */
};

/* What a track is called. */
struct track {
	uint32_t tid;
	bool open;		/* a B has no E yet */
	char comm[COMM_LEN];
};

static void put_number(struct out *o, const char *key, uint64_t v)
{
	out__lit(o, ",\"");
	put_str(o, key);
	out__lit(o, "\":");
	FMT(o, fmt__u64, v);
}

/* A number of args[]: a string where readers would round it. */
static void put_count(struct out *o, const char *key, uint64_t v)
{
	chrome__key_begin(o, key, strlen(key));
	FMT(o, fmt__u64, v);
	chrome__value_end(o);
}

static char *fmt_us(char *p, uint64_t ns)
{
	p = fmt__u64(p, ns / 1000);
	*p++ = '.';
	return fmt__zeros(p, ns % 1000, 3);
}

/* -- Events ----------------------------------------------------------------------------------------------------------- */

/* {"ph":"X","name":"…: the name follows. */
static void event_begin(struct out *o, char phase)
{
	char head[] = ",{\"ph\":\"?\",\"name\":\"";
	bool any = o->state[CHROME_EVENTS]++;

	out__line_begin(o);
	head[8] = phase;
	out__put(o, head + !any, sizeof(head) - 1 - !any);
	o->state[CHROME_KEYS] = 0;
	o->state[CHROME_MARK] = out__line_len(o);
}

static void put_task(struct out *o, uint32_t tid, uint32_t tgid)
{
	put_number(o, "pid", tgid);
	put_number(o, "tid", tid);
}

static void put_us(struct out *o, const char *key, uint64_t ns)
{
	out__put(o, key, strlen(key));
	FMT(o, fmt_us, ns);
}

/* Ends the name; up to "args":{ */
static void event_where(struct out *o, const struct event *e, const char *cat, uint64_t ts)
{
	chrome__string_end(o);
	out__lit(o, ",\"cat\":\"");
	put_str(o, cat);
	out__lit(o, "\"");
	put_task(o, e->tid, e->tgid);
	put_us(o, ",\"ts\":", ts);
}

static void args_begin(struct out *o, const struct event *e)
{
	out__lit(o, ",\"args\":{");
	if (o->opt.cpu && e->cpu != CPU_NONE)
		put_count(o, "on_cpu", e->cpu);
}

static void event_end(struct out *o)
{
	chrome__value_end(o);
	out__lit(o, "}}");
	out__line_end(o);
}

static void instant_begin(struct out *o, const struct event *e, const char *cat, uint64_t ts)
{
	event_where(o, e, cat, ts);
	put_str(o, e->tid ? ",\"s\":\"t\"" : ",\"s\":\"g\"");
	args_begin(o, e);
}

/* -- Tracks ----------------------------------------------------------------------------------------------------------- */

static int by_tid(const void *a, const void *b)
{
	uint32_t x = ((const struct track *)a)->tid, y = ((const struct track *)b)->tid;

	return (x > y) - (x < y);
}

static void **tracks(struct out *o)
{
	return (void **)&o->state[CHROME_TRACKS];
}

static struct track *track_find(struct out *o, uint32_t tid)
{
	struct track *last = (struct track *)(uintptr_t)o->state[CHROME_LAST], **found;
	const struct track key = { .tid = tid };

	if (last && last->tid == tid)
		return last;
	found = tfind(&key, tracks(o), by_tid);
	o->state[CHROME_LAST] = found ? (uintptr_t)*found : 0;
	return found ? *found : NULL;
}

/* NULL: no memory, which is kept as an output error. */
static struct track *track_new(struct out *o, uint32_t tid)
{
	struct track *t = calloc(1, sizeof(*t));

	if (t) {
		t->tid = tid;
		if (tsearch(t, tracks(o), by_tid))
			return t;
		free(t);
	}
	o->err = o->err ? o->err : -ENOMEM;
	return NULL;
}

static int by_place(const void *a, const void *b)
{
	uintptr_t x = (uintptr_t)((const struct machine *)a)->name, y = (uintptr_t)((const struct machine *)b)->name;

	return (x > y) - (x < y);
}

static struct machine *machine_of(struct out *o, const char *name)
{
	void **hosts = (void **)&o->state[CHROME_HOSTS], **found;
	const struct machine key = { .name = name };
	struct machine *m;

	found = tfind(&key, hosts, by_place);
	if (found)
		return *found;
	m = malloc(sizeof(*m));
	if (m && tsearch(memcpy(m, &key, sizeof(*m)), hosts, by_place)) {
		m->step = HOST_STEP * (uint32_t)o->state[CHROME_NHOSTS]++;
		return m;
	}
	free(m);
	o->err = o->err ? o->err : -ENOMEM;
	return NULL;
}

/* With numbers of the machine's own. */
static struct event distinct(struct out *o, const struct event *e)
{
	const struct machine *m = e->host ? machine_of(o, e->host) : NULL;
	struct event d = *e;

	if (m && d.tid) {
		d.tid += m->step;
		d.tgid += m->step;
	}
	return d;
}

static void name_track(struct out *o, const char *what, const struct event *e, const char *comm, uint32_t tid)
{
	event_begin(o, 'M');
	put_str(o, what);
	chrome__string_end(o);
	put_task(o, tid, e->tgid);
	out__lit(o, ",\"args\":{");
	KEY(o, "name");
	put_escaped(o, comm, strlen(comm), ESCAPE_BACKSLASH);
	if (what[0] == 't') {
		if (*comm)
			out__lit(o, "/");
		FMT(o, fmt__u64, tid % HOST_STEP);
	} else if (e->host) {
		out__lit(o, " on ");
		put_escaped(o, e->host, strlen(e->host), ESCAPE_BACKSLASH);
	}
	chrome__string_end(o);
	event_end(o);
}

/*
 * The track of a thread. Names it where nothing is known of it yet, or where the thread has another name than before. NULL:
 * no memory.
 */
static struct track *track(struct out *o, const struct event *e)
{
	const char *comm = o->opt.comm && e->comm ? e->comm : "";
	struct track *t = track_find(o, e->tid);
	bool first = !t;

	if (t && !strcmp(t->comm, comm))
		return t;
	/* a process has its leader's name, until that is known the first thread's */
	if (e->tid == e->tgid || (first && !track_find(o, e->tgid)))
		name_track(o, "process_name", e, comm, e->tid);
	name_track(o, "thread_name", e, comm, e->tid);
	if (first)
		t = track_new(o, e->tid);
	if (t)
		strncpy(t->comm, comm, COMM_LEN - 1);
	return t;
}

static void track_ended(struct out *o, uint32_t tid)
{
	struct track *t = track_find(o, tid);

	if (!t)
		return;
	o->state[CHROME_LAST] = 0;
	tdelete(t, tracks(o), by_tid);
	free(t);
}

/* -- A call ----------------------------------------------------------------------------------------------------------- */

static void chrome__call_begin(struct out *o, const struct event *e, const char *abi, bool foreign, unsigned nr,
			       const char *name, enum call_state st)
{
	const struct event d = distinct(o, e);
	struct track *t = track(o, &d);
	char phase = st == CALL_UNFINISHED ? 'B' : st == CALL_RESUMED && t && t->open ? 'E' : 'X';

	if (t)
		t->open = st == CALL_UNFINISHED;
	event_begin(o, phase);
	put_call_name(o, abi, foreign, nr, name);
	event_where(o, &d, "syscall", phase == 'E' ? e->ts + e->dur : e->ts);
	if (phase == 'X')
		put_us(o, ",\"dur\":", e->has_dur || st == CALL_ENDED ? e->dur : 0);
	args_begin(o, e);
}

static void chrome__arg(struct out *o, const char *name, unsigned name_len)
{
	chrome__value_end(o);
	chrome__key_begin(o, name, name_len);
}

static void chrome__call_args_end(struct out *o, enum call_state st)
{
	(void)st;
	chrome__value_end(o);
}

static void chrome__ret_begin(struct out *o, int64_t ret)
{
	(void)ret;
	KEY(o, "ret");
}

static void chrome__ret_error(struct out *o, int64_t ret, const char *name, const char *text)
{
	(void)text;
	KEY(o, "ret");
	out__lit(o, "-1");
	chrome__value_end(o);
	KEY(o, "errno");
	if (name)
		put_str(o, name);
	else
		FMT(o, fmt__u64, -(uint64_t)ret);
	chrome__value_end(o);
}

static void chrome__nothing(struct out *o)
{
	(void)o;
}

static void chrome__ret_extra_begin(struct out *o, const char *name)
{
	if (!name)
		name = "ret_text";
	o->state[CHROME_EXTRA] = (uintptr_t)name;
	chrome__arg(o, name, (unsigned)strlen(name));
}

static void chrome__ret_extra_end(struct out *o)
{
	if (chrome__value_len(o) == 1) {	/* no value: the key says it */
		o->p--;
		o->state[CHROME_MARK] = 0;
		out__lit(o, "true");
	}
	chrome__value_end(o);
}

/* -- Compounds: fields of a signal are members of args ---------------------------------------------------------------- */

static void chrome__struct_begin(struct out *o)
{
	o->depth++;
	text__struct_begin(o);
}

static void chrome__field(struct out *o, const char *name, unsigned name_len)
{
	if (o->depth || !name)
		text__field(o, name, name_len);
	else
		chrome__arg(o, name, name_len);
}

static void chrome__struct_end(struct out *o, bool abridged)
{
	if (o->depth)
		o->depth--;
	text__struct_end(o, abridged);
}

/* -- Other events ----------------------------------------------------------------------------------------------------- */

static void chrome__signal_begin(struct out *o, const struct event *e, const char *name)
{
	const struct event d = distinct(o, e);

	track(o, &d);
	event_begin(o, 'i');
	put_str(o, name ? name : "unknown signal");
	instant_begin(o, &d, "signal", d.ts);
	o->depth = 0;
}

static void chrome__tracepoint_begin(struct out *o, const struct event *e, const char *name)
{
	const struct event d = distinct(o, e);

	track(o, &d);
	event_begin(o, 'i');
	put_escaped(o, name, strlen(name), ESCAPE_BACKSLASH);
	instant_begin(o, &d, "event", d.ts);
	o->depth = 0;
}

static void put_killed(struct out *o, unsigned code)
{
	const char *name = signal__name((int)(code & 0x7f));

	if (name) {
		put_str(o, name);
	} else {
		out__lit(o, "signal ");
		FMT(o, fmt__u64, code & 0x7f);
	}
}

/* How it ended, in words. */
static void put_end(struct out *o, unsigned code)
{
	if (code == EXIT_UNKNOWN) {
		out__lit(o, "ended");
	} else if (code & 0x7f) {
		out__lit(o, "killed by ");
		put_killed(o, code);
	} else {
		out__lit(o, "exited with ");
		FMT(o, fmt__u64, code >> 8 & 0xff);
	}
}

static void put_end_args(struct out *o, unsigned code)
{
	if (code == EXIT_UNKNOWN)
		return;
	if (code & 0x7f) {
		KEY(o, "signal");
		put_killed(o, code);
		chrome__value_end(o);
		put_str(o, code & 0x80 ? ",\"core_dumped\":true" : ",\"core_dumped\":false");
	} else {
		put_count(o, "status", code >> 8 & 0xff);
	}
}

static void chrome__exit(struct out *o, const struct event *e, unsigned code)
{
	const struct event d = distinct(o, e);

	track(o, &d);
	event_begin(o, 'i');
	put_end(o, code);
	instant_begin(o, &d, "exit", d.ts);
	put_end_args(o, code);
	event_end(o);
	track_ended(o, d.tid);
}

static void chrome__loss(struct out *o, const struct event *e, uint64_t count, uint64_t first, uint64_t last,
			 const char *reason)
{
	const struct event d = distinct(o, e);

	if (d.tid)
		track(o, &d);
	event_begin(o, 'i');
	out__lit(o, "LOST ");
	FMT(o, fmt__u64, count);
	put_str(o, count == 1 ? " event" : " events");
	instant_begin(o, &d, "loss", first);
	put_count(o, "count", count);
	out__lit(o, ",\"until\":");
	FMT(o, fmt_us, last);
	if (reason) {
		KEY(o, "reason");
		put_escaped(o, reason, strlen(reason), ESCAPE_BACKSLASH);
	}
	event_end(o);
}

static void chrome__start(struct out *o, const struct event *e)
{
	(void)o, (void)e;
}

static void chrome__total(struct out *o, const struct event *e, uint64_t calls, uint64_t lost)
{
	(void)e;
	o->state[CHROME_ENDED] = 1;
	o->state[CHROME_CALLS] = calls;
	o->state[CHROME_LOST] += lost;
}

/* -- Life ------------------------------------------------------------------------------------------------------------- */

static void chrome__begin(struct out *o, const struct writer_options *opt)
{
	o->opt = *opt;
	o->opt.color = false;
	memset(o->state, 0, sizeof(o->state));
	out__line_begin(o);
	out__lit(o, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
	out__line_end(o);
}

/* "real_minus_monotonic_ns" is a string, as it is beyond 2^53. */
static void chrome__end(struct out *o)
{
	out__line_begin(o);
	out__lit(o, "],\"otherData\":{\"clock\":\"CLOCK_MONOTONIC\",\"real_minus_monotonic_ns\":\"");
	FMT(o, fmt__i64, (int64_t)(o->opt.start_real - o->opt.start_mono));
	out__lit(o, "\"");
	if (o->state[CHROME_ENDED]) {
		put_number(o, "calls", o->state[CHROME_CALLS]);
		put_number(o, "lost", o->state[CHROME_LOST]);
	}
	out__lit(o, "}}");
	out__line_end(o);
	tdestroy(*tracks(o), free);
	tdestroy((void *)(uintptr_t)o->state[CHROME_HOSTS], free);
	o->state[CHROME_TRACKS] = o->state[CHROME_LAST] = o->state[CHROME_HOSTS] = 0;
}

const struct writer chrome_writer = {
	.name = "chrome", .help = "Trace Event Format, for Perfetto and chrome://tracing",
	.begin = chrome__begin, .end = chrome__end,
	.call_begin = chrome__call_begin, .arg = chrome__arg, .call_args_end = chrome__call_args_end,
	.ret_begin = chrome__ret_begin, .ret_error = chrome__ret_error, .ret_none = chrome__nothing,
	.ret_extra_begin = chrome__ret_extra_begin, .ret_extra_end = chrome__ret_extra_end, .call_end = event_end,
	TEXT_VALUES, .late_begin = chrome__nothing,
	.struct_begin = chrome__struct_begin, .field = chrome__field, .struct_end = chrome__struct_end,
	.change_begin = chrome__nothing, .change_end = chrome__nothing,
	.signal_begin = chrome__signal_begin, .signal_end = event_end,
	.tracepoint_begin = chrome__tracepoint_begin, .tracepoint_end = event_end,
	.exit = chrome__exit, .loss = chrome__loss, .start = chrome__start, .total = chrome__total,
};
