/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * text.h - shared by the two parts of the text format: views/text.c makes lines, text_values.c the values in them, which other
 * formats use, too.
 *
 * A line is built in the output buffer, which may move, so its state is kept as offsets from the line's beginning.
 */
#ifndef TRACE_TEXT_H
#define TRACE_TEXT_H

#include <string.h>

#include "beautifiers/verbs.h"
#include "lib/escape.h"
#include "lib/fmt.h"

#define NS_PER_SEC 1000000000u

enum text_state {		/* uses of out.state */
	TEXT_BEGIN,		/* offset of the call in the line: columns are counted from here */
	TEXT_HIDDEN,		/* bytes since then that take no column: colours, UTF-8 continuation bytes */
	TEXT_CALL,		/* enum call_state of the current call */
	TEXT_SET,		/* within a set: members are separated by spaces */
	TEXT_EXTRA,		/* offset where the value of ret_extra_begin() begins */
	TEXT_EXTRA_NAME,	/* its name */
	TEXT_MINUTE,		/* -T: seconds since the Epoch at which the minute below began */
	TEXT_HH_MM,		/* -T: that minute as "HH:MM:" */
	TEXT_DATE, TEXT_DATE_END = TEXT_DATE + 1,	/* -TT: its day as "2025-11-21 " */
	TEXT_LATEST,		/* -r: ns, the latest time of a line so far */
	TEXT_OPEN,		/* the parenthesis of an event is open */
	TEXT_ARGS,		/* offset of the first argument in the line: folded lines continue below it */
	TEXT_THREAD,		/* on a terminal: the widest thread column so far */
};

#define TEXT_WIDTH_MIN 40	/* columns: narrower terminals fold lines themselves */

/* Folds the current line if it is wider than the output; o->columns must not be NULL. */
void text__fold(struct out *o);

#define SGR_CALL "\033[1;34m"
#define SGR_ERROR "\033[31m"
#define SGR_SIGNAL "\033[33m"
#define SGR_STRING "\033[32m"
#define SGR_END "\033[0m"

static inline void put_sgr(struct out *o, const char *sgr, size_t n)
{
	out__put(o, sgr, n);
	o->state[TEXT_HIDDEN] += n;
}

#define colour(o, sgr) do { if ((o)->opt.color) put_sgr(o, sgr, sizeof(sgr) - 1); } while (0)

static inline void put_escaped(struct out *o, const void *s, size_t len, unsigned mode)
{
	o->state[TEXT_HIDDEN] += escape__text(o, s, len, mode);
}

static inline void put_str(struct out *o, const char *s)
{
	out__put(o, s, strlen(s));
}

/* Stores with fmt.h at the end of the buffer. */
#define FMT(o, call, ...) do { out__room(o, 0); (o)->p = call((o)->p, __VA_ARGS__); } while (0)

static inline void put_name(struct out *o, const char *name, unsigned len)
{
	out__put(o, name, len);
	out__lit(o, ": ");
}

/* openat, i386:open, syscall_999 */
static inline void put_call_name(struct out *o, const char *abi, bool foreign, unsigned nr, const char *name)
{
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
}

/* Before the first argument */
void text__begin_args(struct out *o, enum call_state st);

extern const struct verbs text_verbs;

/* struct verbs: values */
void text__integer(struct out *o, int64_t v);
void text__uinteger(struct out *o, uint64_t v);
void text__hex(struct out *o, uint64_t v);
void text__octal(struct out *o, uint64_t v);
void text__address(struct out *o, uint64_t v);
void text__unread(struct out *o, uint64_t addr);
void text__late(struct out *o);
void text__network(struct out *o, uint32_t v, unsigned size);
void text__symbol(struct out *o, uint64_t v, const char *name, unsigned prefix_len, const struct flag_table *t);
void text__flags_begin(struct out *o, uint64_t v, const struct flag_table *t);
void text__flag(struct out *o, const char *name, unsigned len, unsigned prefix_len);
void text__flag_octal(struct out *o, uint64_t v);
void text__flags_end(struct out *o, uint64_t rest, bool any);
void text__string(struct out *o, const void *p, size_t len, enum string_note note);
void text__fd(struct out *o, int fd, const char *path, size_t path_len);
void text__task(struct out *o, int64_t pid, const char *comm, int64_t outer);
void text__counted(struct out *o, uint64_t addr, uint64_t n, const char *what);
void text__time(struct out *o, int64_t sec, int64_t nsec, int clock);
void text__inet(struct out *o, unsigned family, const void *p, size_t len);
void text__device(struct out *o, uint64_t major, uint64_t minor);
void text__location(struct out *o, uint64_t addr, const char *path, size_t path_len, uint64_t offset);
void text__request(struct out *o, uint64_t v, const struct flag_table *t, const struct flag *f, const struct ioc *ioc);

/* struct verbs: compounds */
void text__struct_begin(struct out *o);
void text__item(struct out *o);
void text__field(struct out *o, const char *name, unsigned name_len);
void text__struct_end(struct out *o, bool abridged);
void text__macro_begin(struct out *o, const char *name);
void text__macro_end(struct out *o);
void text__array_begin(struct out *o);
void text__array_end(struct out *o, enum array_end why, uint64_t addr);
void text__set_begin(struct out *o, bool inverted);
void text__set_end(struct out *o);
void text__changed(struct out *o);

/* The members of struct verbs for values as text, except those of structures, which may be lines of their own. */
#define TEXT_VALUES \
	.integer = text__integer, .uinteger = text__uinteger, .hex = text__hex, .octal = text__octal, \
	.address = text__address, .unread = text__unread, .late_end = text__late, .network = text__network, .symbol = text__symbol, \
	.flags_begin = text__flags_begin, .flag = text__flag, .flag_octal = text__flag_octal, .flags_end = text__flags_end, \
	.string = text__string, .bytes = text__string, .fd = text__fd, .task = text__task, .counted = text__counted, \
	.time = text__time, .inet = text__inet, .device = text__device, .request = text__request, .location = text__location, \
	.array_begin = text__array_begin, .item = text__item, .array_end = text__array_end, \
	.set_begin = text__set_begin, .set_end = text__set_end, .changed = text__changed

#endif
