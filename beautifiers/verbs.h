/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * verbs.h - the verbs through which beautifiers emit arguments and results.
 *
 * Beautifiers never print punctuation: they state what a value is, and the writer formats it. A struct verbs has all verbs,
 * except where noted. Strings are borrowed for the duration of the call. Verbs cannot fail: struct out keeps output errors, which
 * are reported once.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct flag;
struct flag_table;
struct name;
struct out;

enum call_state {
	CALL_DONE,		/* args and result */
	CALL_UNFINISHED,	/* the arguments known at entry */
	CALL_RESUMED,		/* out arguments and result of a call that was shown unfinished */
	CALL_ENDED,		/* does not return: the result is `?` */
};

enum string_note {		/* how complete a string or buffer is */
	STRING_WHOLE, STRING_CUT,	/* CUT: truncated */
	STRING_NUL, STRING_CUT_NUL,	/* bytes, only for formats with strace_marks: the last one is a NUL, which says no more than that the string ends */
};

enum array_end {		/* why there are no more elements */
	ARRAY_WHOLE,		/* all were shown */
	ARRAY_LIMIT,		/* the rest exceeds the user's limit */
	ARRAY_CUT,		/* the rest was not captured */
	ARRAY_FAULT,		/* the rest, from `addr` on, could not be read */
};

/* The parts of a request number of ioctl (asm-generic/ioctl.h). */
struct ioc {
	unsigned dir;		/* bit 0: the program writes; bit 1: it reads */
	unsigned type, nr, size;
	const struct ioc_macro *macro;	/* makes such numbers; NULL: none. If the number has names, too, the macro is `shared` */
};

/* A macro with arguments: the first chooses the number of the request, the last one its size. */
struct ioc_macro {
	const char *name;		/* EVIOCGBIT */
	const struct flag_table *list;	/* names of the first argument; NULL: it has only the size */
	uint8_t type, first, last;	/* numbers */
	uint8_t dir;
	bool sized;
	bool zero;			/* the first argument is shown as 0, though that has a name */
	bool ours;			/* strace shows the parts of the number */
	uint8_t unit;			/* the macro multiplies its argument by it; 0: 1 */
	bool shared;			/* other drivers have names for such numbers: strace shows both */
};

enum constants_as {		/* how a format shows values that have names */
	CONSTANTS_NAMED, CONSTANTS_NUMBERS, CONSTANTS_BOTH,
};

#define FD_PEERS 4		/* processes at the other end of a descriptor that are shown, at most */

struct fd_peer {
	uint32_t pid;
	const char *comm;	/* "": not known */
};

/* What a descriptor is. */
struct fd_name {
	const char *text;	/* a path, or TCP:[…], pipe:[77], pid:4711 */
	size_t len;
	const struct name *name;	/* what else is known: src/tracker/fdtable.h; NULL: nothing */
	const struct fd_peer *peers;	/* the processes at its other end, npeers of them */
	unsigned npeers;
	const char *comm;		/* of a pidfd's process; NULL: not known */
	bool numbered;			/* of a device, the text format shows its numbers */
	bool registered;		/* the number is one in an io_uring's own table, whose file may not be known: then len is 0 */
};

static inline bool fd_name__is_pidfd(const struct fd_name *name)
{
	return name->len > 4 && !memcmp(name->text, "pid:", 4);
}

/* How the constants of a note on a result are shown. */
enum note_names {
	NOTE_STYLED,		/* as elsewhere: -X */
	NOTE_NAMED,		/* by their names */
	NOTE_NAMED_UNLESS_RAW,	/* by their names; no note if the format shows constants as numbers only */
};

#define HWADDR_MAX 32		/* MAX_ADDR_LEN of the kernel */

#define TIME_SPAN (-1)		/* instead of a clock: a duration */

struct verbs {
	bool whole_only;	/* what could be read only in part is shown as its address: structures, strings */
	bool halves;		/* both halves of an interrupted line are the line */
	bool strace_marks;	/* members `strace` of rows, arguments, fields and shapes replace what has them */
	enum constants_as (*constants)(const struct out *o);	/* for what is no symbol, but has a name; NULL: named */
	void (*comment)(struct out *o, const char *text);	/* with CONSTANTS_BOTH: the name of the value before it */
	bool fds_at_entry;	/* a socket that the call binds or connects is shown as it was before */
	/* A call */
	void (*arg)(struct out *o, const char *name, unsigned name_len);	/* the next value is this argument's */
	/* Exactly one of these three, then ret_extra values */
	void (*ret_begin)(struct out *o, int64_t ret);	/* success: the next value verb is the result */
	void (*ret_error)(struct out *o, int64_t ret, const char *name, const char *text);	/* ret < 0; name NULL: unknown errno */
	void (*ret_none)(struct out *o);			/* does not return, or not yet */
	/* One value after the result; name: JSON's key. Without a value, name itself is the text: `= 0 (Timeout)` */
	void (*ret_extra_begin)(struct out *o, const char *name);
	void (*ret_extra_end)(struct out *o);
	/* A number was the result, and this begins what it means; ret_extra_end() ends it. what: a word before the value, or NULL. false: it is not
	 * shown. The verb may be NULL: the value is then the result. */
	bool (*ret_note_begin)(struct out *o, const char *what, enum note_names names);
	/* Values */
	void (*integer)(struct out *o, int64_t v);
	void (*uinteger)(struct out *o, uint64_t v);
	void (*size)(struct out *o, uint64_t v);	/* bytes, with a unit as a comment if they are many. The verb may be NULL: uinteger */
	void (*hex)(struct out *o, uint64_t v);
	void (*octal)(struct out *o, uint64_t v);
	void (*hex_full)(struct out *o, uint64_t v, unsigned size);	/* a mask or byte of `size` bytes, with leading zeros. The verb may be NULL: hex */
	void (*address)(struct out *o, uint64_t v);		/* 0 shows as NULL */
	void (*unread)(struct out *o, uint64_t addr);		/* memory there could not be read */
	void (*late_begin)(struct out *o);	/* around the value of an argument whose memory was read after the call */
	void (*late_end)(struct out *o);
	void (*network)(struct out *o, uint64_t v, unsigned size);	/* a number of `size` bytes that is passed in network byte order: a port */
	/* The same of a symbol of 2 bytes: a protocol of AF_PACKET. The verb may be NULL: it is then a symbol */
	void (*network_symbol)(struct out *o, uint64_t v, const char *name, unsigned prefix_len, const struct flag_table *t);
	/* A value with its name; t: the list that has it, or NULL. name NULL: the value has none */
	void (*symbol)(struct out *o, uint64_t v, const char *name, unsigned prefix_len, const struct flag_table *t);
	/* The same of a signal, whose prefix is SIG. The verb may be NULL: it is then a symbol */
	void (*signal)(struct out *o, int sig, const char *name);
	/* Two values in one: high << shift | low, with their lists. shift 0: or-ed as they are */
	void (*joined)(struct out *o, uint64_t high, const struct flag_table *ht, unsigned shift, uint64_t low, const struct flag_table *lt);
	void (*flags_begin)(struct out *o, uint64_t v, const struct flag_table *t);	/* names of list t follow; t may be NULL */
	void (*flag)(struct out *o, const char *name, unsigned len, unsigned prefix_len);
	void (*flag_octal)(struct out *o, uint64_t v);	/* bits among flags that are shown in octal: permissions */
	void (*flags_end)(struct out *o, uint64_t rest, bool any);	/* rest: bits without a name; any: flags were emitted */
	/* Between two values, only for formats with strace_marks: one of them is or-ed with the other, added to it, shifted by it, … */
	void (*or)(struct out *o);
	void (*word)(struct out *o, const char *text);	/* a name, in every style of numbers. NULL except in strace's format */
	void (*plus)(struct out *o);
	void (*shift)(struct out *o);
	void (*over)(struct out *o);		/* they are a fraction */
	void (*string)(struct out *o, const void *p, size_t len, enum string_note note);
	void (*abstract)(struct out *o, const void *p, size_t len);	/* an abstract name of AF_UNIX, without its NUL. The verb may be NULL: a string with an @ */
	void (*bytes)(struct out *o, const void *p, size_t len, enum string_note note);	/* buffers; text shows them as strings */
	void (*fd)(struct out *o, int fd, const struct fd_name *name);	/* name NULL: not known; fd may be -1 */
	/* AT_FDCWD instead of a descriptor; path NULL: not known. The verb may be NULL: the beautifier then emits a symbol. */
	void (*cwd)(struct out *o, const char *path, size_t path_len);
	/* comm NULL: not known. outer: its ID in the tracer's PID namespace, if that differs and is to be shown, else 0 */
	void (*task)(struct out *o, int64_t pid, const char *comm, int64_t outer);
	/* Memory whose number of elements is shown, not the contents: text 0x7ffd… and `23 vars` as a comment, JSON
	 * {"address":…,"vars":23} */
	void (*counted)(struct out *o, uint64_t addr, uint64_t n, const char *what);
	void (*time)(struct out *o, int64_t sec, int64_t nsec, int clock);	/* by a clock of clock_gettime(2): CLOCK_REALTIME since the Epoch; or TIME_SPAN */
	/* The date of a time of day that was just shown as a structure, or (as ret_extra) as the result; digits: of the fraction. Only with --verbose, or for formats with strace_marks. The verb may be NULL */
	void (*date)(struct out *o, int64_t sec, int64_t nsec, unsigned digits);
	void (*inet)(struct out *o, unsigned family, const void *p, size_t len);	/* an address of AF_INET (4 bytes, or 16 with its field) or AF_INET6 (16); fewer: it is cut */
	void (*octets)(struct out *o, const void *p, size_t len, enum string_note note);	/* bytes that are no text; p NULL, only for formats with strace_marks: they could not be read */
	void (*hwaddr)(struct out *o, const void *p, size_t len);	/* a link layer address, at most HWADDR_MAX bytes */
	void (*uuid)(struct out *o, const void *p);	/* 16 bytes */
	void (*owner)(struct out *o, uint32_t id, const char *name);	/* a user or a group with its name. The verb may be NULL: uinteger */
	void (*interface)(struct out *o, uint32_t index, const char *name);	/* of the network; name NULL: not known */
	void (*fourcc)(struct out *o, uint32_t v, const char *name);	/* four characters, the first in the lowest byte; name NULL: none. The verb may be NULL: it is then a symbol */
	void (*ticks)(struct out *o, uint64_t v);		/* a duration in clock_t, of sysconf(_SC_CLK_TCK) */
	void (*device)(struct out *o, uint64_t major, uint64_t minor);
	void (*device_name)(struct out *o, const char *name);	/* in /dev, of the device or minor number before it. The verb may be NULL: it is not shown */
	/* A wait status. The verb may be NULL: the beautifier then emits a struct. */
	void (*wait_status)(struct out *o, uint32_t status);
	/* A limit of resources. The verb may be NULL: the beautifier then emits a number, or the name as a flag. infinity: its name, if it is none, else NULL */
	void (*limit)(struct out *o, uint64_t v, const char *infinity);
	/* The priority of linux/ioprio.h. The verb may be NULL: the beautifier then emits a struct. name: of the class, or NULL */
	void (*ioprio)(struct out *o, uint32_t v, const char *name);
	/* A request of ioctl with all its names, from f on in t; f NULL: it has no name, and ioc has its parts */
	void (*request)(struct out *o, uint64_t v, const struct flag_table *t, const struct flag *f, const struct ioc *ioc);
	/* A printable character, as a number. The verb may be NULL: it is then a string of one */
	void (*character)(struct out *o, char c);
	/* An address, and the file mapped there; path NULL: not known. */
	void (*location)(struct out *o, uint64_t addr, const char *path, size_t path_len, uint64_t offset);
	/* Compounds; a field name NULL is an array's element */
	void (*struct_begin)(struct out *o);
	void (*field)(struct out *o, const char *name, unsigned name_len);
	void (*struct_end)(struct out *o, bool abridged);	/* abridged: some fields were left out */
	/* Bytes `from` to `end` beyond the known fields: p has `len` of them; NULL: they could not be read. name: of a field, or
	 * NULL. The verb may be NULL: they are left out */
	void (*tail)(struct out *o, const char *name, unsigned from, unsigned end, const void *p, size_t len);
	void (*struct_fault)(struct out *o, uint64_t addr);	/* instead: the rest, from `addr` on, could not be read */
	/* A structure shown as the macro that programs use for it: fields follow as a struct's */
	void (*macro_begin)(struct out *o, const char *name);
	void (*macro_end)(struct out *o);
	void (*array_begin)(struct out *o);
	void (*item)(struct out *o);
	/* After item: the element's index, named as of symbol. base: the name's value is that much higher */
	void (*index)(struct out *o, uint64_t i, unsigned base, const char *name, unsigned prefix_len, const struct flag_table *t);
	void (*array_end)(struct out *o, enum array_end why, uint64_t addr);	/* addr: of ARRAY_FAULT */
	void (*set_begin)(struct out *o, bool inverted);		/* sigset, fd_set: members follow, each after item() */
	void (*set_end)(struct out *o);
	/* Memory at entry and at exit: two values, which a writer may separate */
	void (*change_begin)(struct out *o);	/* before the value at entry */
	void (*changed)(struct out *o);		/* before the value at exit */
	void (*change_end)(struct out *o);
	/*
	 * What became of descriptors that were waited for, after the result: the next value is of the part `what`; NULL: the only one. The
	 * verb may be NULL: it is then shown with the arguments.
	 */
	void (*outcome)(struct out *o, const char *what);
};
