// SPDX-License-Identifier: BSD-2-Clause
/*
 * json.c - one JSON object (RFC 8259) per line, in UTF-8.
 *
 * Every line has "type" and "ts_ns" (string: ns since the Epoch by the wall clock; ns of its own clock for a recording without the
 * time of day). Lines of a thread have "pid", "tid", "comm" and, if known, "cpu"; and "host" if recordings of several hosts are
 * merged; and what --show asks for: "uid" and "user", "cgroup_id" and "cgroup" (its path), "container", "pod", "unit", null: not known or none.
 * Then, by type:
 *
 *	syscall	"dur_ns" (if known), "abi", "nr", "name" (null: not known), "args", then the result.
 *		"state" is present unless the line has the whole call: "unfinished" (no result yet), "resumed" (the result,
 *		null if it never returns), "ended" (never returns).
 *		"ret": the result as the program sees it, null: it never returns; "ret_value": decoded, if not only a number.
 *		Failure: "ret" is -1, "errno" its name (or its number as a string), "error" its text.
 *		Some calls have another key with more about the result; requests of io_uring "drain", "link", "hardlink", "worker", "more" and "silent" if true,
 *		and {"buffer": its number}.
 *		"stack" (with -k; of signals and events, too), innermost first: each frame has "ip" ("0x…"); if known, "symbol" and "module" (a file or
 *		kernel module), "offset" in the symbol (without one, in the file), "build_id" (hexadecimal); and "kernel":true
 *		for kernel frames.
 *		"wait" (with --wait, of calls that left the CPU): "cpu_ns", "runnable_ns", "blocked_ns" (their sum is "dur_ns"; none of them if the
 *		call began before tracing), "blocks": how often; and of the longest block "longest_ns", "in" (kernel function), and
 *		"uninterruptible" and "goes_on" if true; "waker": "pid", "tid", "comm", "syscall" of the thread that ended it, if known;
 *		"woken_by": "thread", or "interrupt", "softirq" or "not known": these ran on top of "waker".
 *	signal	"signal", "info"
 *	event	"name" (system:name of a tracepoint, minfault or majfault), "args": its fields
 *	exit	"status" (null: not known), or "signal" and "core_dumped"
 *	loss	"count", "first_ns", "last_ns" (as ts_ns), "reason"
 *	paused	"duration_ns": how long the targets were paused until this time
 *	start	nothing else: the time of the start
 *	end	"calls" (shown), "lost" (events)
 *
 * could_end_lines.c has further types, of trace why, which are no events.
 *
 * json_values.c describes values.
 */
#include "writers/json.h"

#include <stdio.h>

#include "bpf/wire.h"
#include "lines.h"
#include "session/owner_value.h"
#include "symbols/frame.h"
#include "syscalltbl/syscalltbl.h"
#include "tracker/wait_split.h"

static uint64_t real_time(const struct out *o, uint64_t ts)
{
	return o->opt.start_real + (ts - o->opt.start_mono);
}

static void line_begin(struct out *o, const char *type, const struct event *e)
{
	out__line_begin(o);
	memset(o->state, 0, sizeof(o->state));
	o->depth = 0;
	json__push(o, false);
	o->state[JSON_BASE] = 1;
	JSON_MEMBER(o, "type", str, type);
	if (e)
		JSON_MEMBER(o, "ts_ns", digits, real_time(o, e->ts));
}

static void line_end(struct out *o)
{
	json__pop_to(o, 0);
	out__line_end(o);
}

static void put_owner_name(struct out *o, const char *key, const struct owner_value *v)
{
	json__key(o, key, strlen(key));
	if (v->is == OWNER_IS && v->name)
		json__text(o, v->name, strlen(v->name), false);
	else
		json__literal(o, "null");
}

static void put_owner_id(struct out *o, const char *key, const struct owner_value *v)
{
	json__key(o, key, strlen(key));
	v->is == OWNER_IS ? json__unumber(o, v->id) : json__literal(o, "null");
}

static void put_owners(struct out *o, const struct owner_value *of)
{
	static const struct { const char *id, *name; } keys[OWNER_COLUMNS] = {
		[SHOW_USER] = { "uid", "user" }, [SHOW_CGROUP] = { "cgroup_id", "cgroup" }, [SHOW_CONTAINER] = { NULL, "container" },
		[SHOW_POD] = { NULL, "pod" }, [SHOW_UNIT] = { NULL, "unit" },
	};

	for (unsigned i = 0; i < OWNER_COLUMNS; i++) {
		if (!(o->opt.owners >> i & 1))
			continue;
		if (keys[i].id)
			put_owner_id(o, keys[i].id, &of[i]);
		put_owner_name(o, keys[i].name, &of[i]);
	}
}

static void put_thread(struct out *o, const struct event *e)
{
	if (e->cpu != CPU_NONE)
		JSON_MEMBER(o, "cpu", number, e->cpu);
	JSON_MEMBER(o, "pid", number, e->tgid);
	JSON_MEMBER(o, "tid", number, e->tid);
	if (e->host)
		JSON_MEMBER(o, "host", text, e->host, strlen(e->host), false);
	JSON_KEY(o, "comm");
	if (e->comm)
		json__text(o, e->comm, strlen(e->comm), false);
	if (e->owners)
		put_owners(o, e->owners);
}

static void put_state(struct out *o, enum call_state st)
{
	static const char *const names[] = {
		[CALL_UNFINISHED] = "unfinished", [CALL_RESUMED] = "resumed", [CALL_ENDED] = "ended",
	};

	o->state[JSON_CALL] = st;
	if (st == CALL_DONE)
		return;
	JSON_MEMBER(o, "state", str, names[st]);
}

static void json__call_begin(struct out *o, const struct event *e, const char *abi, bool foreign, unsigned nr,
			     const char *name, enum call_state st)
{
	(void)foreign;
	line_begin(o, "syscall", e);
	if (e->has_dur)
		JSON_MEMBER(o, "dur_ns", unumber, e->dur);
	put_thread(o, e);
	JSON_KEY(o, "abi");
	if (abi)
		json__str(o, abi);
	JSON_MEMBER(o, "nr", number, nr);
	JSON_KEY(o, "name");
	if (name)
		json__str(o, name);
	put_state(o, st);
	JSON_MEMBER(o, "args", push, false);
	o->state[JSON_BASE] = 2;
}

static void json__call_args_end(struct out *o, enum call_state st)
{
	(void)st;
	json__pop_to(o, 1);
}

static void put_build_id(struct out *o, const struct location *p)
{
	char hex[2 * 20 + 1];
	size_t n = 0;

	for (unsigned i = 0; i < p->build_id_len && n + 2 < sizeof(hex); i++, n += 2)
		snprintf(hex + n, 3, "%02x", p->build_id[i]);
	JSON_MEMBER(o, "build_id", text, hex, n, false);
}

static void put_frame(struct out *o, const struct frame *f)
{
	const struct location *p = f->location;

	json__push(o, false);
	JSON_MEMBER(o, "ip", hex, f->ip);
	if (p->symbol)
		JSON_MEMBER(o, "symbol", text, p->symbol, strlen(p->symbol), false);
	if (p->symbol || p->module)
		JSON_MEMBER(o, "offset", unumber, p->offset);
	if (p->module)
		JSON_MEMBER(o, "module", text, p->module, strlen(p->module), false);
	if (p->build_id_len)
		put_build_id(o, p);
	if (p->kernel)
		JSON_MEMBER(o, "kernel", literal, "true");
	json__pop(o);
}

static void json__stack(struct out *o, const struct frame *frames, unsigned n)
{
	json__pop_to(o, 1);
	JSON_MEMBER(o, "stack", push, true);
	for (unsigned i = 0; i < n; i++)
		put_frame(o, &frames[i]);
	json__pop(o);
}

static const char *woken_by(uint32_t flags)
{
	return flags & WAIT_BY_IRQ ? "interrupt" : flags & WAIT_BY_SOFTIRQ ? "softirq" : flags & WAIT_BY_EITHER ? "not known" : "thread";
}

static void put_waker(struct out *o, const struct event *e, const struct wait_split *w)
{
	enum abi abi = w->waker_abi < ABI_COUNT ? (enum abi)w->waker_abi : e->native;
	const char *call = w->waker_nr == 0xffff ? NULL : syscalltbl__name(abi, w->waker_nr);

	if (w->waker_tid || w->flags & WAIT_BY_IRQ)
		JSON_MEMBER(o, "woken_by", str, woken_by(w->flags));
	if (!w->waker_tid)
		return;
	JSON_MEMBER(o, "waker", push, false);
	JSON_MEMBER(o, "pid", number, w->waker_tgid);
	JSON_MEMBER(o, "tid", number, w->waker_tid);
	JSON_MEMBER(o, "comm", text, w->waker_comm, strlen(w->waker_comm), false);
	if (call)
		JSON_MEMBER(o, "syscall", str, call);
	json__pop(o);
}

static void json__wait(struct out *o, const struct event *e, const struct wait_split *w)
{
	json__pop_to(o, 1);
	JSON_MEMBER(o, "wait", push, false);
	if (w->has_times) {
		JSON_MEMBER(o, "cpu_ns", unumber, w->cpu);
		JSON_MEMBER(o, "runnable_ns", unumber, w->runnable);
		JSON_MEMBER(o, "blocked_ns", unumber, w->blocked);
		JSON_MEMBER(o, "blocks", unumber, w->blocks);
	}
	if (w->longest)
		JSON_MEMBER(o, "longest_ns", unumber, w->longest);
	if (w->where)
		JSON_MEMBER(o, "in", text, w->where, strlen(w->where), false);
	if (w->flags & WAIT_DISK)
		JSON_MEMBER(o, "uninterruptible", literal, "true");
	if (w->flags & WAIT_GOES_ON)
		JSON_MEMBER(o, "goes_on", literal, "true");
	put_waker(o, e, w);
	json__pop(o);
}

static void json__signal_begin(struct out *o, const struct event *e, const char *name)
{
	line_begin(o, "signal", e);
	put_thread(o, e);
	JSON_KEY(o, "signal");
	if (name)
		json__str(o, name);
	JSON_MEMBER(o, "info", push, false);
	o->state[JSON_BASE] = 2;
}

static void json__tracepoint_begin(struct out *o, const struct event *e, const char *name)
{
	line_begin(o, "event", e);
	put_thread(o, e);
	JSON_MEMBER(o, "name", text, name, strlen(name), false);
	JSON_MEMBER(o, "args", push, false);
	o->state[JSON_BASE] = 2;
}

static void put_killed(struct out *o, unsigned code)
{
	const char *name = signal__name((int)(code & 0x7f));

	JSON_KEY(o, "signal");
	if (name)
		json__str(o, name);
	else
		json__digits(o, code & 0x7f);
	JSON_MEMBER(o, "core_dumped", literal, code & 0x80 ? "true" : "false");
}

static void json__exit(struct out *o, const struct event *e, unsigned code)
{
	line_begin(o, "exit", e);
	put_thread(o, e);
	if (code == EXIT_UNKNOWN) {
		JSON_MEMBER(o, "status", literal, "null");
	} else if (code & 0x7f) {
		put_killed(o, code);
	} else {
		JSON_MEMBER(o, "status", number, code >> 8 & 0xff);
	}
	line_end(o);
}

static void json__loss(struct out *o, const struct event *e, uint64_t count, uint64_t first, uint64_t last,
		       const char *reason)
{
	line_begin(o, "loss", e);
	if (e->tid)
		put_thread(o, e);
	JSON_MEMBER(o, "count", unumber, count);
	JSON_MEMBER(o, "first_ns", digits, real_time(o, first));
	JSON_MEMBER(o, "last_ns", digits, real_time(o, last));
	JSON_KEY(o, "reason");
	if (reason)
		json__str(o, reason);
	line_end(o);
}

static void json__pause(struct out *o, const struct event *e, uint64_t dur)
{
	line_begin(o, "paused", e);
	JSON_MEMBER(o, "duration_ns", unumber, dur);
	line_end(o);
}

static void json__total(struct out *o, const struct totals *t)
{
	line_begin(o, "end", &(struct event){ .ts = t->ts });
	JSON_MEMBER(o, "calls", unumber, t->calls);
	JSON_MEMBER(o, "lost", unumber, t->lost);
	line_end(o);
}

static void json__begin(struct out *o, const struct writer_options *opt)
{
	o->opt = *opt;
	line_begin(o, "start", &(struct event){ .ts = opt->start_mono });
	line_end(o);
}

const struct writer json_writer = {
	.verbs = &json_verbs, .begin = json__begin,
	.call_begin = json__call_begin, .call_args_end = json__call_args_end, .wait = json__wait, .stack = json__stack, .call_end = line_end,
	.signal_begin = json__signal_begin, .signal_end = line_end,
	.tracepoint_begin = json__tracepoint_begin, .tracepoint_end = line_end,
	.exit = json__exit, .loss = json__loss, .pause = json__pause, .total = json__total,
};

LINES_VIEW(json, IN_LIVE | IN_REPLAY | IN_CONVERT, "one JSON object a line, for programs");
