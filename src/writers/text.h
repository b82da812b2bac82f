/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * text.h - shared by the parts of the text format: views/text.c makes lines, text_values.c and text_fd.c the values in them, which other
 * formats use, too.
 *
 * A line is built in the output buffer, which may move, so its state is kept as offsets from the line's beginning.
 */
#pragma once

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
	TEXT_EXTRA,		/* offset where the value of ret_extra_begin() begins; 0 elsewhere */
	TEXT_EXTRA_NAME,	/* its name */
	TEXT_MINUTE,		/* -T: seconds since the Epoch at which the minute below began */
	TEXT_HH_MM,		/* -T: that minute as "HH:MM:" */
	TEXT_DATE, TEXT_DATE_END = TEXT_DATE + 1,	/* -TT: its day as "2025-11-21 " */
	TEXT_LATEST,		/* -r: ns, the latest time of a line so far */
	TEXT_OPEN,		/* the parenthesis of an event is open, or the brace of a signal */
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

/* A time of CLOCK_MONOTONIC, as the options say: views/text.c */
void text__put_when(struct out *o, uint64_t ts);
/* Begins a line with its times, and the CPU if that is shown: views/text.c */
struct event;
void text__begin_line(struct out *o, const struct event *e);
/* `3 events` */
void text__put_count(struct out *o, uint64_t n, const char *what);
/* A signal's name, or `signal 70`. */
void text__put_signal(struct out *o, unsigned signo);
/* How a thread ended, by its status as wait(2) has it: `exited with 1`, `killed by SIGKILL`, `ended` of EXIT_UNKNOWN. */
void text__put_end(struct out *o, unsigned status);

/* Verbs of values, which other formats may use with verbs of their own for the rest: text__integer(), … */
#define TEXT_VALUES(V) \
	V(integer) V(uinteger) V(size) V(hex) V(octal) V(address) V(unread) V(late_begin) V(late_end) V(network) V(symbol) V(joined) \
	V(flags_begin) V(flag) V(flag_octal) V(flags_end) V(string) V(bytes) V(fd) V(task) V(counted) V(time) V(inet) V(octets) V(hwaddr) V(uuid) V(owner) V(interface) V(ticks) V(device) \
	V(request) V(location) V(array_begin) V(item) V(index) V(array_end) V(set_begin) V(set_end) V(change_begin) V(changed) V(change_end)
/* … and of structures. */
#define TEXT_STRUCTS(V) V(struct_begin) V(field) V(struct_end) V(struct_fault) V(macro_begin) V(macro_end)

/* … and of results. */
#define TEXT_RESULTS(V) V(ret_begin) V(ret_error) V(ret_none) V(ret_extra_begin) V(ret_extra_end)

#define TEXT_DECLARE(verb) __typeof__(*((struct verbs *)0)->verb) text__##verb;
TEXT_VALUES(TEXT_DECLARE)
TEXT_STRUCTS(TEXT_DECLARE)
TEXT_RESULTS(TEXT_DECLARE)
#define TEXT_VERB(name) .name = text__##name,

extern const struct verbs text_verbs;
