/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * writer_json.c - the format for programs: one JSON object (RFC 8259) a line, in UTF-8.
 *
 * Every line has "type" and "ts_ns" (string: ns since the Epoch, wall clock; of a recording that does not know the time of
 * day, ns of its own clock). Lines about a thread have "pid", "tid", "comm" and, where known, "cpu"; and "host" where
 * recordings of several are merged. Then, by type:
 *
 *	syscall	"dur_ns" (where known), "abi", "nr", "name" (null: not in the tables), "args", then the result.
 *		"state" is there unless the call was seen whole: "unfinished" (no result yet), "resumed" (its result,
 *		null where it never returns), "ended" (never returns).
 *		"ret": what the program got, null: it never returns; "ret_value": the same decoded, where that says more.
 *		Failure: "ret" is -1, "errno" its name (the number as a string when it has none), "error" its text.
 *		Some calls have another key with more about the result.
 *		"stack" (with -k), innermost first: of each frame "ip" ("0x…"), where known "symbol" and "module" (a file, or
 *		a module of the kernel), "offset" in the symbol (in the file where there is none), "build_id" (hexadecimal), and
 *		"kernel":true of those in the kernel.
 *	signal	"signal", "info"
 *	event	"name" (system:name of a tracepoint, minfault or majfault), "args": its fields
 *	exit	"status" (null: not known), or "signal" and "core_dumped"
 *	loss	"count", "first_ns", "last_ns" (as ts_ns), "reason"
 *	start	nothing else: the time of the start
 *	end	"calls" (shown), "lost" (events)
 *
 * Values:
 *
 *	integers		number; string of decimal digits beyond 2^53, where readers would round
 *	addresses		"0x7f..."; null for NULL
 *	flags, enums		{"value":N,"names":["O_RDWR"]}; bits without a name are in the value only
 *	strings, buffers	"..." where they are UTF-8, otherwise {"bytes":"<hexadecimal>"}. What was cut short is
 *				{"string":"...","truncated":true} or {"bytes":"...","truncated":true}; a character
 *				that the cut splits is left out. Paths and comms are strings too.
 *	unread memory		{"address":"0x...","unread":true}
 *	memory read late	{"value":X,"late":true} for an argument whose memory was read after the call, not in it
 *	descriptors		{"fd":3,"path":"/etc/passwd"}, without path where it is not known
 *	tasks			{"pid":1,"comm":"init"}, a number where the comm is not known
 *	times of day		{"sec":N,"nsec":N}
 *	in and out		{"in":X,"out":Y} for memory that the call changed
 *	structures		objects; "_abridged":true when fields were left out
 *	arrays			arrays; {"_abridged":true} is the last element when there are more
 *	locations in memory	{"address":"0x...","file":"/bin/ls","offset":"0x..."}, without file and offset where those are not known
 *	counted memory		{"address":"0x...","vars":41}
 *	sets			{"inverted":false,"set":[...]}
 */
#include "beautifiers/verbs.h"

#include <stdio.h>

#include "beautifiers/flags.h"
#include "bpf/wire.h"
#include "json.h"
#include "symbols/frame.h"
#include "syscalltbl/syscalltbl.h"

/* -- Values ---------------------------------------------------------------------------------------------------------- */

/* The result is in "ret": no need to repeat a number. */
static bool is_plain_result(struct out *o, uint64_t v)
{
	bool plain = o->state[JSON_RESULT] && o->state[JSON_RET] == v;

	if (plain)
		o->state[JSON_RESULT] = 0;
	return plain;
}

static void verb__integer(struct out *o, int64_t v)
{
	if (!is_plain_result(o, (uint64_t)v))
		json__number(o, v);
}

static void verb__uinteger(struct out *o, uint64_t v)
{
	if (!is_plain_result(o, v))
		json__unumber(o, v);
}

static void verb__address(struct out *o, uint64_t v)
{
	if (v)
		json__hex(o, v);
	else
		json__literal(o, "null");
}

static void verb__unread(struct out *o, uint64_t addr)
{
	json__push(o, false);
	JSON_KEY(o, "address");
	verb__address(o, addr);
	JSON_KEY(o, "unread");
	json__literal(o, "true");
	json__pop(o);
}

static void verb__late_begin(struct out *o)
{
	json__push(o, false);
	JSON_KEY(o, "value");
}

static void verb__late_end(struct out *o)
{
	JSON_KEY(o, "late");
	json__literal(o, "true");
	json__pop(o);
}

static void verb__flags_begin(struct out *o, uint64_t v)
{
	json__push(o, false);
	JSON_KEY(o, "value");
	json__unumber(o, v);
	JSON_KEY(o, "names");
	json__push(o, true);
}

static void verb__flag(struct out *o, const char *name, unsigned len, unsigned prefix_len)
{
	(void)prefix_len;
	json__value(o);
	json__quoted(o, name, len);
}

static void verb__flags_end(struct out *o, uint64_t rest, bool any)
{
	(void)rest;
	(void)any;
	json__pop(o);
	json__pop(o);
}

static void verb__request(struct out *o, uint64_t v, const struct flag_table *t, const struct flag *f, const char *text, size_t len)
{
	(void)text;
	(void)len;
	verb__flags_begin(o, v);
	for (; f; f = flag_table__next(t, f))
		verb__flag(o, f->name, f->len, f->skip);
	verb__flags_end(o, 0, true);
}

/* Values of enums that are a negative int or long read better with their sign: AT_FDCWD is -100. */
static void verb__symbol(struct out *o, uint64_t v, const char *name, unsigned prefix_len)
{
	json__push(o, false);
	JSON_KEY(o, "value");
	if ((int64_t)v >= INT32_MIN)
		json__number(o, (int64_t)v);
	else
		json__unumber(o, v);
	JSON_KEY(o, "names");
	json__push(o, true);
	if (name)
		verb__flag(o, name, (unsigned)strlen(name), prefix_len);
	json__pop(o);
	json__pop(o);
}

static void verb__string(struct out *o, const void *p, size_t len, enum string_note note)
{
	json__text(o, p, len, note == STRING_CUT);
}

static void verb__fd(struct out *o, int fd, const char *path, size_t path_len)
{
	if (!path && is_plain_result(o, (uint64_t)(int64_t)fd))
		return;
	json__push(o, false);
	JSON_KEY(o, "fd");
	json__number(o, fd);
	if (path) {
		JSON_KEY(o, "path");
		json__text(o, path, path_len, false);
	}
	json__pop(o);
}

static void verb__task(struct out *o, int64_t pid, const char *comm, int64_t outer)
{
	if (!comm && !outer) {
		verb__integer(o, pid);
		return;
	}
	json__push(o, false);
	JSON_KEY(o, "pid");
	json__number(o, pid);
	if (comm) {
		JSON_KEY(o, "comm");
		json__text(o, comm, strlen(comm), false);
	}
	if (outer) {
		JSON_KEY(o, "tracer_pid");
		json__number(o, outer);
	}
	json__pop(o);
}

static void verb__location(struct out *o, uint64_t addr, const char *path, size_t path_len, uint64_t offset)
{
	json__push(o, false);
	JSON_KEY(o, "address");
	json__hex(o, addr);
	if (path) {
		JSON_KEY(o, "file");
		json__text(o, path, path_len, false);
		JSON_KEY(o, "offset");
		json__hex(o, offset);
	}
	json__pop(o);
}

static void verb__counted(struct out *o, uint64_t addr, uint64_t n, const char *what)
{
	json__push(o, false);
	JSON_KEY(o, "address");
	verb__address(o, addr);
	json__key(o, what, strlen(what));
	json__unumber(o, n);
	json__pop(o);
}

static void verb__time(struct out *o, int64_t sec, int64_t nsec)
{
	json__push(o, false);
	JSON_KEY(o, "sec");
	json__number(o, sec);
	JSON_KEY(o, "nsec");
	json__number(o, nsec);
	json__pop(o);
}

static void verb__word(struct out *o, const char *text, size_t len)
{
	json__text(o, text, len, false);
}

/* -- Compounds ------------------------------------------------------------------------------------------------------- */

static void verb__struct_begin(struct out *o)
{
	json__push(o, false);
}

static void verb__field(struct out *o, const char *name, unsigned name_len)
{
	if (name)
		json__key(o, name, name_len);
}

static void verb__struct_end(struct out *o, bool abridged)
{
	if (abridged) {
		JSON_KEY(o, "_abridged");
		json__literal(o, "true");
	}
	json__pop(o);
}

static void verb__array_begin(struct out *o)
{
	json__push(o, true);
}

static void verb__item(struct out *o)
{
	(void)o;
}

static void verb__array_end(struct out *o, bool abridged)
{
	if (abridged) {
		json__push(o, false);
		verb__struct_end(o, true);
	}
	json__pop(o);
}

static void verb__set_begin(struct out *o, bool inverted)
{
	json__push(o, false);
	JSON_KEY(o, "inverted");
	json__literal(o, inverted ? "true" : "false");
	JSON_KEY(o, "set");
	json__push(o, true);
}

static void verb__set_end(struct out *o)
{
	json__pop(o);
	json__pop(o);
}

static void verb__change_begin(struct out *o)
{
	json__push(o, false);
	JSON_KEY(o, "in");
}

static void verb__changed(struct out *o)
{
	JSON_KEY(o, "out");
}

static void verb__change_end(struct out *o)
{
	json__pop(o);
}

/* -- Lines ----------------------------------------------------------------------------------------------------------- */

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
	JSON_KEY(o, "type");
	json__str(o, type);
	if (e) {
		JSON_KEY(o, "ts_ns");
		json__digits(o, real_time(o, e->ts));
	}
}

static void line_end(struct out *o)
{
	json__pop_to(o, 0);
	out__line_end(o);
}

static void put_thread(struct out *o, const struct event *e)
{
	if (e->cpu != CPU_NONE) {
		JSON_KEY(o, "cpu");
		json__number(o, e->cpu);
	}
	JSON_KEY(o, "pid");
	json__number(o, e->tgid);
	JSON_KEY(o, "tid");
	json__number(o, e->tid);
	if (e->host) {
		JSON_KEY(o, "host");
		json__text(o, e->host, strlen(e->host), false);
	}
	JSON_KEY(o, "comm");
	if (e->comm)
		json__text(o, e->comm, strlen(e->comm), false);
}

static void put_state(struct out *o, enum call_state st)
{
	static const char *const names[] = {
		[CALL_UNFINISHED] = "unfinished", [CALL_RESUMED] = "resumed", [CALL_ENDED] = "ended",
	};

	o->state[JSON_CALL] = st;
	if (st == CALL_DONE)
		return;
	JSON_KEY(o, "state");
	json__str(o, names[st]);
}

static void verb__call_begin(struct out *o, const struct event *e, const char *abi, bool foreign, unsigned nr,
			     const char *name, enum call_state st)
{
	(void)foreign;
	line_begin(o, "syscall", e);
	if (e->has_dur) {
		JSON_KEY(o, "dur_ns");
		json__unumber(o, e->dur);
	}
	put_thread(o, e);
	JSON_KEY(o, "abi");
	if (abi)
		json__str(o, abi);
	JSON_KEY(o, "nr");
	json__number(o, nr);
	JSON_KEY(o, "name");
	if (name)
		json__str(o, name);
	put_state(o, st);
	JSON_KEY(o, "args");
	json__push(o, false);
	o->state[JSON_BASE] = 2;
}

static void verb__arg(struct out *o, const char *name, unsigned name_len)
{
	json__pop_to(o, 2);
	json__key(o, name, name_len);
}

static void verb__call_args_end(struct out *o, enum call_state st)
{
	(void)st;
	json__pop_to(o, 1);
}

static void verb__ret_begin(struct out *o, int64_t ret)
{
	JSON_KEY(o, "ret");
	json__number(o, ret);
	o->state[JSON_RESULT] = 1;
	o->state[JSON_RET] = (uint64_t)ret;
}

static void verb__ret_error(struct out *o, int64_t ret, const char *name, const char *text)
{
	JSON_KEY(o, "ret");
	json__number(o, -1);
	JSON_KEY(o, "errno");
	if (name)
		json__str(o, name);
	else
		json__digits(o, -(uint64_t)ret);
	if (text) {
		JSON_KEY(o, "error");
		json__str(o, text);
	}
}

static void verb__ret_none(struct out *o)
{
	if (o->state[JSON_CALL] != CALL_UNFINISHED)
		JSON_KEY(o, "ret");
}

static void verb__ret_extra_begin(struct out *o, const char *name)
{
	json__pop_to(o, 1);
	json__key(o, name ? name : "ret_text", strlen(name ? name : "ret_text"));
}

static void verb__ret_extra_end(struct out *o)
{
	if (o->state[JSON_PENDING])
		json__literal(o, "true");
	json__pop_to(o, 1);
}

static void put_build_id(struct out *o, const struct location *p)
{
	char hex[2 * 20 + 1];
	size_t n = 0;

	for (unsigned i = 0; i < p->build_id_len && n + 2 < sizeof(hex); i++, n += 2)
		snprintf(hex + n, 3, "%02x", p->build_id[i]);
	JSON_KEY(o, "build_id");
	json__text(o, hex, n, false);
}

static void put_frame(struct out *o, const struct frame *f)
{
	const struct location *p = f->location;

	json__push(o, false);
	JSON_KEY(o, "ip");
	json__hex(o, f->ip);
	if (p->symbol) {
		JSON_KEY(o, "symbol");
		json__text(o, p->symbol, strlen(p->symbol), false);
	}
	if (p->symbol || p->module) {
		JSON_KEY(o, "offset");
		json__unumber(o, p->offset);
	}
	if (p->module) {
		JSON_KEY(o, "module");
		json__text(o, p->module, strlen(p->module), false);
	}
	if (p->build_id_len)
		put_build_id(o, p);
	if (p->kernel) {
		JSON_KEY(o, "kernel");
		json__literal(o, "true");
	}
	json__pop(o);
}

static void verb__stack(struct out *o, const struct frame *frames, unsigned n)
{
	json__pop_to(o, 1);
	JSON_KEY(o, "stack");
	json__push(o, true);
	for (unsigned i = 0; i < n; i++)
		put_frame(o, &frames[i]);
	json__pop(o);
}

static void verb__signal_begin(struct out *o, const struct event *e, const char *name)
{
	line_begin(o, "signal", e);
	put_thread(o, e);
	JSON_KEY(o, "signal");
	if (name)
		json__str(o, name);
	JSON_KEY(o, "info");
	json__push(o, false);
	o->state[JSON_BASE] = 2;
}

static void verb__tracepoint_begin(struct out *o, const struct event *e, const char *name)
{
	line_begin(o, "event", e);
	put_thread(o, e);
	JSON_KEY(o, "name");
	json__text(o, name, strlen(name), false);
	JSON_KEY(o, "args");
	json__push(o, false);
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
	JSON_KEY(o, "core_dumped");
	json__literal(o, code & 0x80 ? "true" : "false");
}

static void verb__exit(struct out *o, const struct event *e, unsigned code)
{
	line_begin(o, "exit", e);
	put_thread(o, e);
	if (code == EXIT_UNKNOWN) {
		JSON_KEY(o, "status");
		json__literal(o, "null");
	} else if (code & 0x7f) {
		put_killed(o, code);
	} else {
		JSON_KEY(o, "status");
		json__number(o, code >> 8 & 0xff);
	}
	line_end(o);
}

static void verb__loss(struct out *o, const struct event *e, uint64_t count, uint64_t first, uint64_t last,
		       const char *reason)
{
	line_begin(o, "loss", e);
	if (e->tid)
		put_thread(o, e);
	JSON_KEY(o, "count");
	json__unumber(o, count);
	JSON_KEY(o, "first_ns");
	json__digits(o, real_time(o, first));
	JSON_KEY(o, "last_ns");
	json__digits(o, real_time(o, last));
	JSON_KEY(o, "reason");
	if (reason)
		json__str(o, reason);
	line_end(o);
}

static void verb__start(struct out *o, const struct event *e)
{
	line_begin(o, "start", e);
	line_end(o);
}

static void verb__total(struct out *o, const struct event *e, uint64_t calls, uint64_t lost)
{
	line_begin(o, "end", e);
	JSON_KEY(o, "calls");
	verb__uinteger(o, calls);
	JSON_KEY(o, "lost");
	verb__uinteger(o, lost);
	line_end(o);
}

static void verb__begin(struct out *o, const struct writer_options *opt)
{
	o->opt = *opt;
}

static void verb__end(struct out *o)
{
	(void)o;
}

const struct writer json_writer = {
	.name = "json", .help = "one JSON object a line, for programs",
	.begin = verb__begin, .end = verb__end,
	.call_begin = verb__call_begin, .arg = verb__arg, .call_args_end = verb__call_args_end,
	.ret_begin = verb__ret_begin, .ret_error = verb__ret_error, .ret_none = verb__ret_none,
	.ret_extra_begin = verb__ret_extra_begin, .ret_extra_end = verb__ret_extra_end, .stack = verb__stack,
	.call_end = line_end,
	.integer = verb__integer, .uinteger = verb__uinteger, .hex = verb__uinteger, .octal = verb__uinteger,
	.address = verb__address, .unread = verb__unread, .late_begin = verb__late_begin, .late_end = verb__late_end, .symbol = verb__symbol,
	.flags_begin = verb__flags_begin, .flag = verb__flag, .flags_end = verb__flags_end,
	.string = verb__string, .bytes = verb__string, .fd = verb__fd, .task = verb__task, .counted = verb__counted,
	.time = verb__time, .word = verb__word, .request = verb__request, .location = verb__location,
	.struct_begin = verb__struct_begin, .field = verb__field, .struct_end = verb__struct_end,
	.array_begin = verb__array_begin, .item = verb__item, .array_end = verb__array_end,
	.set_begin = verb__set_begin, .set_end = verb__set_end,
	.change_begin = verb__change_begin, .changed = verb__changed, .change_end = verb__change_end,
	.signal_begin = verb__signal_begin, .signal_end = line_end,
	.tracepoint_begin = verb__tracepoint_begin, .tracepoint_end = line_end,
	.exit = verb__exit, .loss = verb__loss, .start = verb__start, .total = verb__total,
};
