// SPDX-License-Identifier: BSD-2-Clause
/*
 * chrome.c - the Trace Event Format, which Perfetto (ui.perfetto.dev) and chrome://tracing open.
 *
 * One JSON object; an event a line within "traceEvents". Times are CLOCK_MONOTONIC in us, with ns as decimals.
 *
 *	a call			ph X, on its thread's track. A call that was shown as unfinished is a pair of B and E: B has the
 *				arguments known at entry, E the others and the result
 *	a signal, an exit	ph i, of the thread
 *	loss			ph i, of the thread where it is known, otherwise of all
 *	names of tracks		ph M, process_name and thread_name (comm/tid), again when they change
 *
 * If recordings of several machines are merged, HOST_STEP is added to IDs of the second machine, twice that to the third's, and so
 * on, so that each thread has its own track.
 *
 * Arguments and "ret" are strings as in the text format; integers that every reader can represent are numbers.
 */
#include "chrome.h"

#include <stdlib.h>

#include "config/options.h"
#include "event_show.h"
#include "file_view.h"
#include "views.h"

#define HOST_STEP 10000000	/* above all process IDs: PID_MAX_LIMIT is 4194304 */

struct machine {
	struct hash_node node;	/* by address of its name */
	uint32_t step;		/* added to its IDs */
};

/* A thread's track. */
struct track {
	struct hash_node node;	/* by tid */
	bool open;		/* a B has no E yet */
	char comm[COMM_LEN];
};

struct chrome {
	struct file_view file;
	struct show show;
	int64_t real;			/* ns: added to times, gives the time of day */
	uint64_t nevents;		/* stored so far */
	struct hash tracks;		/* of struct track */
	struct hash machines;		/* of struct machine */
};

static struct out *out_of(struct chrome *c)
{
	return &c->file.out;
}

static void put_number(struct out *o, const char *key, uint64_t v)
{
	out__lit(o, ",\"");
	put_str(o, key);
	out__lit(o, "\":");
	FMT(o, fmt__u64, v);
}

/* A count in "args": a string if readers would round it. */
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

/* Stores {"ph":"X","name":" ; the name follows. */
static struct out *event_begin(struct chrome *c, char phase)
{
	struct out *o = out_of(c);
	char head[] = ",{\"ph\":\"?\",\"name\":\"";
	bool any = c->nevents++;

	out__line_begin(o);
	o->depth = 0;
	head[8] = phase;
	out__put(o, head + !any, sizeof(head) - 1 - !any);
	o->state[CHROME_KEYS] = 0;
	o->state[CHROME_MARK] = out__line_len(o);
	return o;
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

/* Ends the name, and stores the rest up to "args":{ */
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

/* Machines are numbered in the order of their first event. */
static struct machine *machine_of(struct chrome *c, const char *name)
{
	uint32_t before = c->machines.n;
	struct machine *m = file_view__need(&c->file, &c->machines, sizeof(*m), (uintptr_t)name);

	if (c->machines.n > before)
		m->step = HOST_STEP * before;
	return m;
}

/* The event with the machine's step added to its IDs. */
static struct event distinct(struct chrome *c, const struct event *e)
{
	const struct machine *m = e->host ? machine_of(c, e->host) : NULL;
	struct event d = *e;

	if (m && d.tid) {
		d.tid += m->step;
		d.tgid += m->step;
	}
	return d;
}

static void name_track(struct chrome *c, const char *what, const struct event *e, const char *comm, uint32_t tid)
{
	struct out *o = event_begin(c, 'M');

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

/* The track of a thread. Stores its name if the track is new, or the thread's comm has changed. NULL: no memory. */
static struct track *track(struct chrome *c, const struct event *e)
{
	const char *comm = c->file.out.opt.comm && e->comm ? e->comm : "";
	struct track *t = hash__find(&c->tracks, e->tid);
	bool first = !t;

	if (t && !strcmp(t->comm, comm))
		return t;
	/* a process has its leader's name; before that is known, its first thread's */
	if (e->tid == e->tgid || (first && !hash__find(&c->tracks, e->tgid)))
		name_track(c, "process_name", e, comm, e->tid);
	name_track(c, "thread_name", e, comm, e->tid);
	if (first)
		t = file_view__need(&c->file, &c->tracks, sizeof(*t), e->tid);
	if (t)
		strncpy(t->comm, comm, COMM_LEN - 1);
	return t;
}

static void track_ended(struct chrome *c, uint32_t tid)
{
	struct track *t = hash__find(&c->tracks, tid);

	if (t)
		hash__remove(&c->tracks, &t->node);
	free(t);
}

/* -- A call ----------------------------------------------------------------------------------------------------------- */

static void put_call(struct out *o, const struct event *e, const struct call *call, char phase, bool has_dur)
{
	put_call_name(o, abi__name(call->abi), call->abi != e->native, call__number_made(call), call__name(call));
	event_where(o, e, "syscall", phase == 'E' ? e->ts + e->dur : e->ts);
	if (phase == 'X')
		put_us(o, ",\"dur\":", has_dur ? e->dur : 0);
	args_begin(o, e);
}

static void chrome__call(struct view *v, const struct event *e, const struct call *call, enum call_state st)
{
	struct chrome *c = (struct chrome *)v;
	const struct event d = distinct(c, e);
	struct track *t = track(c, &d);
	char phase = st == CALL_UNFINISHED ? 'B' : st == CALL_RESUMED && t && t->open ? 'E' : 'X';
	struct out *o = event_begin(c, phase);

	if (t)
		t->open = st == CALL_UNFINISHED;
	put_call(o, &d, call, phase, e->has_dur || st == CALL_ENDED);
	c->show.native = e->native;
	show__args(&c->show, call, st);
	chrome__value_end(o);
	show__result(&c->show, call, st);
	event_end(o);
}

/* -- Other events ----------------------------------------------------------------------------------------------------- */

/* Begins an instant event: the caller stores its name, then calls instant_begin(). *d becomes the event with distinct IDs. NULL: not chosen. */
static struct out *instant(struct chrome *c, const struct event *e, struct event *d)
{
	if (!e->chosen)
		return NULL;
	*d = distinct(c, e);
	if (d->tid)
		track(c, d);
	return event_begin(c, 'i');
}

static void chrome__signal(struct view *v, const struct event *e, const struct rec_signal *r)
{
	struct chrome *c = (struct chrome *)v;
	const char *name = signal__name(r->signo);
	struct event d;
	struct out *o = instant(c, e, &d);

	put_str(o, name ? name : "unknown signal");
	instant_begin(o, &d, "signal", d.ts);
	c->show.native = e->native;
	show__siginfo(&c->show, r);
	event_end(o);
}

static void chrome__other(struct view *v, const struct event *e, const struct other_event *other)
{
	struct chrome *c = (struct chrome *)v;
	struct event d;
	struct out *o = instant(c, e, &d);

	put_escaped(o, other->name, strlen(other->name), ESCAPE_BACKSLASH);
	instant_begin(o, &d, "event", d.ts);
	event_show__fields(&c->show, other);
	event_end(o);
}

static void put_end_args(struct out *o, unsigned code)
{
	if (code == EXIT_UNKNOWN)
		return;
	if (code & 0x7f) {
		KEY(o, "signal");
		text__put_signal(o, code & 0x7f);
		chrome__value_end(o);
		put_str(o, code & 0x80 ? ",\"core_dumped\":true" : ",\"core_dumped\":false");
	} else {
		put_count(o, "status", code >> 8 & 0xff);
	}
}

static void chrome__exit(struct view *v, const struct event *e, unsigned code)
{
	struct chrome *c = (struct chrome *)v;
	struct event d;
	struct out *o = instant(c, e, &d);

	if (!o)
		return;
	text__put_end(o, code);
	instant_begin(o, &d, "exit", d.ts);
	put_end_args(o, code);
	event_end(o);
	track_ended(c, d.tid);
}

static void chrome__loss(struct view *v, const struct event *e, const struct rec_loss *r, const char *reason)
{
	struct chrome *c = (struct chrome *)v;
	struct event d;
	struct out *o = instant(c, e, &d);

	if (!o)
		return;
	out__lit(o, "LOST ");
	text__put_count(o, r->count, "event");
	instant_begin(o, &d, "loss", r->first);
	put_count(o, "count", r->count);
	out__lit(o, ",\"until\":");
	FMT(o, fmt_us, r->last);
	KEY(o, "reason");
	put_escaped(o, reason, strlen(reason), ESCAPE_BACKSLASH);
	event_end(o);
}

/* -- Life ------------------------------------------------------------------------------------------------------------- */

static struct view *chrome__open(const struct view_setup *u)
{
	struct chrome *c = (struct chrome *)file_view__new(sizeof(*c), &chrome_view, u);

	if (!c)
		return NULL;
	c->file.out.opt.color = false;
	c->show = show__by(u->opt, &c->file.out, &chrome_verbs);
	return &c->file.view;
}

static void chrome__begin(struct view *v, const struct view_begin *b)
{
	struct chrome *c = (struct chrome *)v;
	struct out *o = out_of(c);

	c->show.names = b->names;
	c->real = b->real ? (int64_t)(b->real - b->mono) : 0;
	out__line_begin(o);
	out__lit(o, "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[");
	out__line_end(o);
}

/* "real_minus_monotonic_ns" is a string, for it is above 2^53. */
static void chrome__end(struct view *v, const struct totals *t)
{
	struct chrome *c = (struct chrome *)v;
	struct out *o = out_of(c);

	out__line_begin(o);
	out__lit(o, "],\"otherData\":{\"clock\":\"CLOCK_MONOTONIC\",\"real_minus_monotonic_ns\":\"");
	FMT(o, fmt__i64, c->real);
	out__lit(o, "\"");
	if (t) {
		put_number(o, "calls", t->calls);
		put_number(o, "lost", t->lost);
	}
	out__lit(o, "}}");
	out__line_end(o);
}

static void chrome__close(struct view *v)
{
	struct chrome *c = (struct chrome *)v;

	hash__drop(&c->tracks);
	hash__drop(&c->machines);
	file_view__close(v);
}

const struct view_ops chrome_view = {
	.name = "chrome", .help = "Trace Event Format: Perfetto (ui.perfetto.dev), chrome://tracing",
	.in = IN_LIVE | IN_REPLAY | IN_CONVERT, .no_stacks = true,
	.open = chrome__open, .begin = chrome__begin, .call = chrome__call, .other = chrome__other,
	.signal = chrome__signal, .exit = chrome__exit, .loss = chrome__loss,
	.end = chrome__end, FILE_VIEW, .close = chrome__close,
};
