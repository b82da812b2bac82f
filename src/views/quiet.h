/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * quiet.h - verbs that emit nothing, for writers that want to know of calls, not of values.
 *
 *	const struct writer x_writer = { .name = "x", .call_begin = …, QUIET_VALUES };
 */
#ifndef TRACE_QUIET_H
#define TRACE_QUIET_H

#include "beautifiers/verbs.h"
#include "lib/out.h"

static inline void quiet(struct out *o) { (void)o; }
static inline void quiet_bool(struct out *o, bool v) { (void)o, (void)v; }
static inline void quiet_i64(struct out *o, int64_t v) { (void)o, (void)v; }
static inline void quiet_u64(struct out *o, uint64_t v) { (void)o, (void)v; }
static inline void quiet_u64_bool(struct out *o, uint64_t v, bool b) { (void)o, (void)v, (void)b; }
static inline void quiet_name(struct out *o, const char *s, unsigned n) { (void)o, (void)s, (void)n; }
static inline void quiet_text(struct out *o, const char *s, size_t n) { (void)o, (void)s, (void)n; }
static inline void quiet_key(struct out *o, const char *s) { (void)o, (void)s; }
static inline void quiet_state(struct out *o, enum call_state st) { (void)o, (void)st; }
static inline void quiet_time(struct out *o, int64_t sec, int64_t nsec) { (void)o, (void)sec, (void)nsec; }
static inline void quiet_task(struct out *o, int64_t pid, const char *comm, int64_t outer) { (void)o, (void)pid, (void)comm, (void)outer; }
static inline void quiet_event(struct out *o, const struct event *e) { (void)o, (void)e; }
static inline void quiet_begin(struct out *o, const struct writer_options *opt) { o->opt = *opt; }

static inline void quiet_symbol(struct out *o, uint64_t v, const char *s, unsigned n)
{
	(void)o, (void)v, (void)s, (void)n;
}

static inline void quiet_request(struct out *o, uint64_t v, const struct flag_table *t, const struct flag *f, const char *s, size_t n)
{
	(void)o, (void)v, (void)t, (void)f, (void)s, (void)n;
}

static inline void quiet_flag(struct out *o, const char *s, unsigned n, unsigned prefix)
{
	(void)o, (void)s, (void)n, (void)prefix;
}

static inline void quiet_string(struct out *o, const void *p, size_t n, enum string_note note)
{
	(void)o, (void)p, (void)n, (void)note;
}

static inline void quiet_fd(struct out *o, int fd, const char *path, size_t n)
{
	(void)o, (void)fd, (void)path, (void)n;
}

static inline void quiet_counted(struct out *o, uint64_t addr, uint64_t n, const char *what)
{
	(void)o, (void)addr, (void)n, (void)what;
}

static inline void quiet_error(struct out *o, int64_t ret, const char *name, const char *text)
{
	(void)o, (void)ret, (void)name, (void)text;
}

static inline void quiet_signal(struct out *o, const struct event *e, const char *name)
{
	(void)o, (void)e, (void)name;
}

static inline void quiet_exit(struct out *o, const struct event *e, unsigned code)
{
	(void)o, (void)e, (void)code;
}

static inline void quiet_loss(struct out *o, const struct event *e, uint64_t count, uint64_t first, uint64_t last,
			      const char *reason)
{
	(void)o, (void)e, (void)count, (void)first, (void)last, (void)reason;
}

static inline void quiet_total(struct out *o, const struct event *e, uint64_t calls, uint64_t lost)
{
	(void)o, (void)e, (void)calls, (void)lost;
}

/* Values and compounds, and what stands between them. */
#define QUIET_VALUES \
	.arg = quiet_name, .call_args_end = quiet_state, .ret_extra_begin = quiet_key, .ret_extra_end = quiet, \
	.integer = quiet_i64, .uinteger = quiet_u64, .hex = quiet_u64, .octal = quiet_u64, \
	.address = quiet_u64, .unread = quiet_u64, .late_begin = quiet, .late_end = quiet, .symbol = quiet_symbol, \
	.flags_begin = quiet_u64, .flag = quiet_flag, .flags_end = quiet_u64_bool, \
	.string = quiet_string, .bytes = quiet_string, .fd = quiet_fd, .task = quiet_task, .counted = quiet_counted, \
	.time = quiet_time, .word = quiet_text, .request = quiet_request, \
	.struct_begin = quiet, .field = quiet_name, .struct_end = quiet_bool, \
	.array_begin = quiet, .item = quiet, .array_end = quiet_bool, \
	.set_begin = quiet_bool, .set_end = quiet, \
	.change_begin = quiet, .changed = quiet, .change_end = quiet

#endif
