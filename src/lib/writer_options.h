/* SPDX-License-Identifier: BSD-2-Clause */
/* writer_options.h - options of how lines look; const while a writer works. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* The first column: how it shows when a line's event began. */
enum clock_column {
	CLOCK_SINCE_START,	/* milliseconds since the start */
	CLOCK_SINCE_LINE,	/* -r: since the latest event of an earlier line */
	CLOCK_OF_DAY,		/* -T */
	CLOCK_OF_CALENDAR,	/* -TT: with the date */
	CLOCK_EPOCH,		/* --epoch: seconds since the Epoch */
};

static inline bool clock_column__is_real(enum clock_column c)
{
	return c >= CLOCK_OF_DAY;
}

/* How a number with names is shown (strace -X). */
enum number_style { NUMBER_NAMED, NUMBER_RAW, NUMBER_BOTH };

/* Which strings are shown in hexadecimal as a whole (strace -x, -xx). */
enum hex_strings {
	HEX_NONE,
	HEX_CHARS,	/* no string as a whole, but escape sequences: \x1b instead of \33 */
	HEX_NOT_ASCII,
	HEX_ALL,
};

/* A set: strace --decode-fds. */
enum fds_decoded {
	FDS_PATHS = 1 << 0, FDS_SOCKETS = 1 << 1, FDS_DEVICES = 1 << 2, FDS_PIDFDS = 1 << 3, FDS_ALL = (1 << 4) - 1,	/* as strace 6.1 */
	FDS_SIGNALFDS = 1 << 4, FDS_EVENTFDS = 1 << 5,
};

/* A set: strace -e quiet. */
enum strace_quiet {
	QUIET_ATTACH = 1 << 0, QUIET_EXIT = 1 << 1, QUIET_PATHS = 1 << 2, QUIET_PERSONALITY = 1 << 3, QUIET_THREAD_EXECVE = 1 << 4,
};

struct syscall_set;

/* A column with a time: digits after the seconds, 0 to 9; -1: no such column. */
typedef int8_t time_digits;

/* How strace's lines look: strace(1). */
struct strace_look {
	unsigned column;		/* -a: where results begin */
	time_digits since_line;		/* -r */
	time_digits duration;		/* -T */
	time_digits clock;		/* -t, -tt, -ttt: */
	bool clock_is_epoch;		/* seconds since the Epoch instead of the time of day */
	enum number_style numbers;	/* -X */
	enum hex_strings hex;		/* -x, -xx */
	unsigned fds;			/* -y, -yy: enum fds_decoded, or-ed */
	bool comm;			/* -Y */
	bool number;			/* -n: the call's number */
	bool ip;			/* -i: the instruction pointer */
	bool stacks;			/* -k: call stacks */
	bool arg_names;			/* -N */
	bool pid_always;		/* -f with -o, --always-show-pid: each line begins with the PID */
	bool pid_never;			/* -ff with -o: a file per thread */
	unsigned quiet;			/* enum strace_quiet, or-ed */
	/* Sets of calls, borrowed; NULL: none */
	const struct syscall_set *raw;		/* -e raw: arguments in hexadecimal */
	const struct syscall_set *whole;	/* -v, -e abbrev: structures are shown whole. NULL with -v: verbose_structs */
	const struct syscall_set *pointers;	/* -e verbose=!…: structures are shown as addresses */
	uint64_t dump_read[16], dump_written[16];	/* -e read, -e write: bits of descriptors 0 to 1022, and of all higher ones */
	bool dumps;			/* any of them: strings are captured whole, and shown up to */
	unsigned dumps_limit;		/* bytes */
};

/* Without options; strace's own command also tells of each new thread. */
#define STRACE_LOOK { .column = 40, .since_line = -1, .duration = -1, .clock = -1, .stacks = true, .quiet = QUIET_ATTACH }
#define STRACE_STRING_LIMIT 32

/* What is summed up by stack. */
enum call_weight { WEIGHT_TIME, WEIGHT_CALLS, WEIGHT_BYTES, WEIGHT_OFF_CPU, WEIGHT_COUNT /* the same as WEIGHT_CALLS */ };

/* Columns of lines about whose the thread is: --show. */
enum owner_column { SHOW_USER, SHOW_CGROUP, SHOW_CONTAINER, SHOW_POD, SHOW_UNIT, OWNER_COLUMNS };
#define OWNER_COLUMN_NAMES "user, cgroup, container, pod, unit"

struct writer_options {
	bool prefix;		/* keep the common prefixes of constants (O_, PROT_, …) */
	bool color;
	bool comm;		/* show the thread's name with its ID */
	bool terminal;		/* lines go to a terminal */
	bool duration;
	enum clock_column clock;
	bool cpu;		/* --show-cpu */
	unsigned owners;	/* --show: bit n: the enum owner_column n */
	enum call_weight weight;	/* folded, flame: --weight */
	unsigned string_limit;	/* bytes of a string that are shown */
	struct strace_look strace;	/* --format strace */
	uint64_t start_mono, start_real;	/* ns: CLOCK_MONOTONIC and wall clock at the start of tracing */
};
