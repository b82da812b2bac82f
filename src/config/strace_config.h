/* SPDX-License-Identifier: BSD-2-Clause */
/* strace_config.h - what strace's options set and trace's own do not: see strace(1). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "syscalltbl/syscalltbl.h"

/* -e status: how a call ended, as far as the tracer saw it. A set. */
enum call_status {
	STATUS_SUCCESSFUL = 1 << 0,
	STATUS_FAILED = 1 << 1,
	STATUS_UNFINISHED = 1 << 2,	/* the thread ended, or executed another program, before the call returned */
	STATUS_UNAVAILABLE = 1 << 3,	/* the call returned, but not to the tracer */
	STATUS_DETACHED = 1 << 4,	/* tracing ended first */
	STATUS_NO_RESULT = STATUS_UNFINISHED | STATUS_UNAVAILABLE | STATUS_DETACHED,
	STATUS_ALL = (1 << 5) - 1,
};

/* -c, -C */
enum summary_kind { SUMMARY_NONE, SUMMARY_ONLY, SUMMARY_TOO };

/* -U, -S */
enum summary_column {
	COLUMN_NONE, COLUMN_PERCENT, COLUMN_TOTAL, COLUMN_MIN, COLUMN_MAX, COLUMN_AVERAGE, COLUMN_CALLS, COLUMN_ERRORS, COLUMN_NAME,
	COLUMN_COUNT,
};

struct strace_summary {
	enum summary_kind kind;
	bool wall_clock;		/* -w */
	bool has_system;		/* the command has ended, after */
	uint64_t system;		/* ns in the kernel, with its children */
	uint64_t overhead;		/* -O: ns, subtracted from each call's time */
	enum summary_column sort;	/* -S */
	uint8_t columns[COLUMN_COUNT];	/* -U: enum summary_column; ends with COLUMN_NONE */
};

/* What -e inject does to calls of its set: a set of these. */
enum injected {
	INJECT_ERROR = 1 << 0, INJECT_RETVAL = 1 << 1, INJECT_SIGNAL = 1 << 2, INJECT_DELAY_ENTER = 1 << 3, INJECT_DELAY_EXIT = 1 << 4,
	INJECT_SYSCALL = 1 << 5, INJECT_POKE_ENTER = 1 << 6, INJECT_POKE_EXIT = 1 << 7,
	INJECT_ACTIONS = (1 << 8) - 1 - INJECT_SYSCALL,
};

#define INJECT_FOREVER 0xffffu	/* `last` without a limit */

#define POKE_MAX 1024		/* bytes */

/* poke_enter=, poke_exit=: what is written to where an argument points. */
struct poke {
	bool at_exit;
	uint8_t arg;				/* from 1 */
	uint16_t len;
	uint8_t bytes[POKE_MAX];
};

struct injection {
	struct syscall_set calls;
	unsigned what;				/* enum injected, or-ed */
	uint64_t value;				/* the error's number, or the result */
	int signal;
	uint64_t delay_enter, delay_exit;	/* ns */
	char syscall[32];			/* the call that is made instead */
	struct poke *pokes;			/* npokes of them; owned */
	unsigned npokes;
	unsigned first, last, step;		/* when=: which of a thread's calls, from 1 */
};

/* -I: what signals to the tracer do. */
enum strace_signals {
	SIGNALS_UNSET,
	SIGNALS_ANYWHERE, SIGNALS_WAITING,	/* they end the command and the tracer */
	SIGNALS_NEVER, SIGNALS_NEVER_TSTP,	/* they are ignored */
};

struct strace_config {
	bool on;				/* the command line is strace's: so are messages and exit statuses */
	unsigned statuses;			/* enum call_status, or-ed: which calls are shown */
	bool exact_paths;			/* -P: these texts as passed, these descriptors, not what lies below */
	bool has_fds;				/* --trace-fds: */
	uint64_t fds[16];			/* bits of descriptors 0 to 1023 */
	struct strace_summary summary;
	struct syscall_set whole, pointers, raw;	/* what struct strace_look borrows */
	struct injection *injections;		/* -e inject, -e fault: ninjections of them; owned */
	unsigned ninjections;
	/* The command */
	char **env;				/* -E: NAME=VALUE or NAME, nenv of them, borrowed from argv; the array is owned */
	unsigned nenv;
	const char *argv0;			/* --argv0; NULL: the command's first word */
	bool attaches;				/* -D: the command's thread is said to be attached */
	bool dies_with_tracer;			/* --kill-on-exit */
	enum strace_signals interruptible;	/* -I */
	bool stop_at_execve;			/* -b execve */
	/* Output */
	bool appends;				/* -A */
	bool per_thread;			/* -ff with -o: a file FILE.TID for each thread */
};
