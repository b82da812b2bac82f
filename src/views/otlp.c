// SPDX-License-Identifier: BSD-2-Clause
/*
 * otlp.c - OpenTelemetry's spans, in the JSON encoding of OTLP, one object (ExportTraceServiceRequest) a line, as collectors' file
 * receivers read.
 *
 * A line has up to SPANS calls of one thread, whose resource it names (host.name, process.pid, thread.id, thread.name; whose it is:
 * process.real_user.id and .name, process.linux.cgroup, container.name or .id, k8s.pod.name or .uid, systemd.unit). A call is a span:
 *
 *	traceId		of the process: its host, its PID and the start of tracing
 *	spanId		of the call: its thread and its number
 *	name, times	in ns since the Epoch
 *	attributes	syscall.args as text, syscall.ret, process.cpu; error.type: the name of the error
 *	status		code 2 for a call that failed, with the error's text
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/options.h"
#include "file_view.h"
#include "lib/hash.h"
#include "session/owner_value.h"
#include "syscalltbl/syscalltbl.h"
#include "tracker/owner.h"
#include "views.h"
#include "writers/json.h"
#include "writers/text.h"

#define SPAN_KIND_INTERNAL 1
#define STATUS_ERROR 2
#define SPANS 100

struct otlp {
	struct file_view file;
	struct out text;		/* the call's arguments, as the text format has them */
	struct show show;
	uint64_t mono, real;
	uint64_t number;
	struct event who;		/* the thread of the line that is open, */
	char comm[THREAD_COMM];		/* its name, */
	struct thread_owner owner;	/* and whose it is */
	unsigned nspans;		/* on it; 0: none is open */
};

/* -- Arguments as text ------------------------------------------------------------------------------------------------ */

static void args__arg(struct out *o, const char *name, unsigned len)
{
	if (out__line_len(o))
		out__lit(o, ", ");
	out__put(o, name, len);
	out__lit(o, ": ");
	o->state[TEXT_SET] = 0;
	o->first = true;
}

static const struct verbs args_verbs = { .arg = args__arg, TEXT_RESULTS(TEXT_VERB) TEXT_VALUES(TEXT_VERB) TEXT_STRUCTS(TEXT_VERB) };

/* -- Attributes ------------------------------------------------------------------------------------------------------- */

static void attribute_begin(struct out *o, const char *key, const char *type)
{
	json__push(o, false);
	JSON_MEMBER(o, "key", str, key);
	JSON_MEMBER(o, "value", push, false);
	json__key(o, type, strlen(type));
}

static void attribute_end(struct out *o)
{
	json__pop(o);
	json__pop(o);
}

static void put_text(struct out *o, const char *key, const char *s, size_t len)
{
	attribute_begin(o, key, "stringValue");
	json__value(o);
	json__quoted(o, s, utf8__valid(s, len));
	attribute_end(o);
}

/* A name that the system has. What is no UTF-8 is escaped as in text. */
static void put_name_of(struct otlp *v, const char *key, const char *name)
{
	struct out *o = &v->text;
	size_t len = strlen(name);

	if (utf8__valid(name, len) == len) {
		put_text(&v->file.out, key, name, len);
		return;
	}
	o->p = o->buf;
	o->line = 0;
	escape__text(o, name, len, ESCAPE_BACKSLASH);
	put_text(&v->file.out, key, o->buf, o->err ? 0 : out__line_len(o));
}

/* 64-bit integers are strings in OTLP's JSON. */
static void put_integer(struct out *o, const char *key, int64_t v)
{
	char text[24];

	attribute_begin(o, key, "intValue");
	json__text(o, text, (size_t)(fmt__i64(text, v) - text), false);
	attribute_end(o);
}

/* -- Lines ------------------------------------------------------------------------------------------------------------ */

static void end_line(struct otlp *v)
{
	if (!v->nspans)
		return;
	v->nspans = 0;
	json__pop_to(&v->file.out, 0);
	out__line_end(&v->file.out);
}

/* Of containers and pods whose names are not known, the ID is there: a digest or a UUID. */
static bool is_id(enum owner_column column, const char *name)
{
	size_t len = strlen(name);

	if (column == SHOW_CONTAINER)
		return len == 64 && strspn(name, "0123456789abcdef") == len;
	return len == 36 && strspn(name, "0123456789abcdef-_") == len;
}

static void put_owner(struct otlp *v, const struct thread_owner *owner)
{
	static const struct { const char *name, *id; } keys[OWNER_COLUMNS] = {
		[SHOW_USER] = { "process.real_user.name", NULL }, [SHOW_CGROUP] = { "process.linux.cgroup", NULL }, [SHOW_UNIT] = { "systemd.unit", NULL },
		[SHOW_CONTAINER] = { "container.name", "container.id" }, [SHOW_POD] = { "k8s.pod.name", "k8s.pod.uid" },
	};

	if (owner->has & OWNER_USER)
		put_integer(&v->file.out, "process.real_user.id", owner->uid);
	for (unsigned i = 0; i < OWNER_COLUMNS; i++) {
		const char *name = owner_value__of((enum owner_column)i, owner, v->show.names).name;

		if (name)
			put_name_of(v, keys[i].id && is_id((enum owner_column)i, name) ? keys[i].id : keys[i].name, name);
	}
}

static void put_resource(struct otlp *v, const struct event *e)
{
	struct out *o = &v->file.out;

	JSON_MEMBER(o, "resource", push, false);
	JSON_MEMBER(o, "attributes", push, true);
	if (e->host)
		put_name_of(v, "host.name", e->host);
	put_integer(o, "process.pid", e->tgid);
	put_integer(o, "thread.id", e->tid);
	if (e->comm)
		put_name_of(v, "thread.name", e->comm);
	put_owner(v, &v->owner);
	json__pop(o);
	json__pop(o);
}

static struct thread_owner owner_of(const struct event *e)
{
	return e->owner ? *e->owner : (struct thread_owner){ 0 };
}

static bool is_same_thread(const struct otlp *v, const struct event *e)
{
	struct thread_owner owner = owner_of(e);

	return v->who.tid == e->tid && v->who.tgid == e->tgid && v->who.host == e->host && !strncmp(v->comm, e->comm ? e->comm : "", sizeof(v->comm) - 1) && !memcmp(&v->owner, &owner, sizeof(owner));
}

static void begin_line(struct otlp *v, const struct event *e)
{
	struct out *o = &v->file.out;

	v->who = *e;
	v->who.comm = NULL;
	snprintf(v->comm, sizeof(v->comm), "%s", e->comm ? e->comm : "");
	v->owner = owner_of(e);
	out__line_begin(o);
	memset(o->state, 0, sizeof(o->state));
	o->depth = 0;
	json__push(o, false);
	JSON_MEMBER(o, "resourceSpans", push, true);
	json__push(o, false);
	put_resource(v, e);
	JSON_MEMBER(o, "scopeSpans", push, true);
	json__push(o, false);
	JSON_MEMBER(o, "scope", push, false);
	JSON_MEMBER(o, "name", str, "trace");
	json__pop(o);
	JSON_MEMBER(o, "spans", push, true);
}

/* -- Spans ------------------------------------------------------------------------------------------------------------ */

static void put_id(struct out *o, uint64_t high, uint64_t low, unsigned digits)
{
	char text[32];

	for (unsigned i = 0; i < digits; i++) {
		unsigned at = digits - 1 - i;

		text[i] = "0123456789abcdef"[(at < 16 ? low >> 4 * at : high >> 4 * (at - 16)) & 15];
	}
	json__text(o, text, digits, false);
}

static void put_time(struct otlp *v, const char *key, uint64_t ts)
{
	json__key(&v->file.out, key, strlen(key));
	json__digits(&v->file.out, v->real + (ts - v->mono));
}

static size_t make_args(struct otlp *v, const struct event *e, const struct call *c, enum call_state st)
{
	struct out *o = &v->text;

	o->p = o->buf;
	o->line = o->depth = 0;
	o->first = true;
	memset(o->state, 0, sizeof(o->state));
	v->show.native = e->native;
	show__args(&v->show, c, st);
	return o->err ? 0 : out__line_len(o);
}

static void put_status(struct out *o, const struct call *c)
{
	const char *text = errno__text((int)-c->ret);

	JSON_MEMBER(o, "status", push, false);
	JSON_MEMBER(o, "code", number, STATUS_ERROR);
	if (text)
		JSON_MEMBER(o, "message", str, text);
	json__pop(o);
}

static void put_attributes(struct otlp *v, const struct event *e, const struct call *c, enum call_state st)
{
	struct out *o = &v->file.out;
	size_t len = make_args(v, e, c, st);
	const char *name = c->done && c->failed ? errno__name_in(c->abi, (int)-c->ret) : NULL;

	JSON_MEMBER(o, "attributes", push, true);
	put_text(o, "syscall.args", v->text.buf, len);
	if (c->done)
		put_integer(o, "syscall.ret", c->failed ? -1 : c->ret);
	if (name)
		put_text(o, "error.type", name, strlen(name));
	if (e->cpu != CPU_NONE)
		put_integer(o, "process.cpu", e->cpu);
	json__pop(o);
}

static void put_span_name(struct otlp *v, const struct event *e, const struct call *c)
{
	struct out *o = &v->text;

	o->p = o->buf;
	o->line = 0;
	put_call_name(o, abi__name(c->abi), c->abi != e->native, call__number_made(c), call__name(c));
	json__text(&v->file.out, o->buf, o->err ? 0 : out__line_len(o), false);
}

/* A call that was shown unfinished is a span when it returns, from its entry on. */
static void otlp__call(struct view *view, const struct event *e, const struct call *c, enum call_state st)
{
	struct otlp *v = (struct otlp *)view;
	struct out *o = &v->file.out;
	uint32_t host = e->host ? hash__bytes(e->host, strlen(e->host), 0) : 0;

	v->number++;
	if (st == CALL_UNFINISHED)
		return;
	if (v->nspans == SPANS || !is_same_thread(v, e))
		end_line(v);
	if (!v->nspans++)
		begin_line(v, e);
	json__push(o, false);
	JSON_KEY(o, "traceId");
	put_id(o, v->real, (uint64_t)host << 32 | e->tgid, 32);
	JSON_KEY(o, "spanId");
	put_id(o, 0, (uint64_t)e->tid << 40 | v->number, 16);
	JSON_KEY(o, "name");
	put_span_name(v, e, c);
	JSON_MEMBER(o, "kind", number, SPAN_KIND_INTERNAL);
	put_time(v, "startTimeUnixNano", e->ts);
	put_time(v, "endTimeUnixNano", e->ts + (e->has_dur ? e->dur : 0));
	put_attributes(v, e, c, st);
	if (c->done && c->failed)
		put_status(o, c);
	json__pop(o);
}

/* -- Life ------------------------------------------------------------------------------------------------------------- */

static struct view *otlp__open(const struct view_setup *u)
{
	struct otlp *v = (struct otlp *)file_view__new(sizeof(*v), &otlp_view, u);

	if (v && out__open(&v->text, -1, 8192)) {
		file_view__close(&v->file.view);
		v = NULL;
	}
	if (!v)
		return NULL;
	v->text.opt = u->opt->w;
	v->text.opt.color = false;
	v->show = show__by(u->opt, &v->text, &args_verbs);
	return &v->file.view;
}

static void otlp__begin(struct view *view, const struct view_begin *b)
{
	struct otlp *v = (struct otlp *)view;

	v->show.names = b->names;
	v->mono = b->mono;
	v->real = b->real ? b->real : b->mono;
}

static void otlp__end(struct view *view, const struct totals *t)
{
	(void)t;
	end_line((struct otlp *)view);
}

static void otlp__close(struct view *view)
{
	out__close(&((struct otlp *)view)->text);
	file_view__close(view);
}

const struct view_ops otlp_view = {
	.name = "otlp", .help = "spans of OpenTelemetry, as JSON lines of OTLP", .in = IN_CONVERT, .no_stacks = true, .no_loss = true,
	.open = otlp__open, .begin = otlp__begin, .call = otlp__call, .end = otlp__end, FILE_VIEW, .close = otlp__close,
};
