/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ready_views.h - views with columns of their own: files, execs, io, net, … (ready_views.txt), and those in the user's file, which has the
 * same syntax:
 *
 *	[NAME]
 *	help = TEXT		a line of --help
 *	select = LIST		calls, in the language of -e
 *	lines = WHAT		a line for each of: calls, exits, signals, connections. Or
 *	by = PART, …		a table of groups of calls, as --by
 *	columns = NAME …
 *	sort = COLUMN		tables: as --sort
 *
 * # begins a comment line.
 */
#pragma once

#include "summary_config.h"
#include "syscalltbl/syscalltbl.h"

enum ready_lines { LINES_OF_CALLS, LINES_OF_EXITS, LINES_OF_SIGNALS, LINES_OF_CONNECTIONS, LINES_OF_GROUPS };
#define READY_LINES "calls, exits, signals, connections"	/* the words of `lines`, in that order */

/* What a column is of: a set of 1 << enum ready_lines. */
#define OF_CALLS (1 << LINES_OF_CALLS)
#define OF_EXITS (1 << LINES_OF_EXITS)
#define OF_SIGNALS (1 << LINES_OF_SIGNALS)
#define OF_CONNECTIONS (1 << LINES_OF_CONNECTIONS)
#define OF_GROUPS (1 << LINES_OF_GROUPS)
#define OF_TASKS (OF_CALLS | OF_EXITS | OF_SIGNALS)
#define OF_LINES (OF_TASKS | OF_CONNECTIONS)

/* Name, heading, columns that it takes at least, aligned right, what it is of. Times are ns in JSON and CSV, whose names end in _ns. */
#define READY_COLUMNS(C) \
	C(TIME,       "time",        "TIME(ms)",    10, true,  OF_LINES) \
	C(COMM,       "comm",        "COMM",        16, false, OF_LINES) \
	C(PID,        "pid",         "PID",          7, true,  OF_LINES) \
	C(TID,        "tid",         "TID",          7, true,  OF_TASKS) \
	C(PPID,       "ppid",        "PPID",         7, true,  OF_TASKS) \
	C(CPU,        "cpu",         "CPU",          3, true,  OF_TASKS) \
	C(USER,       "user",        "USER",        10, false, OF_LINES) \
	C(CGROUP,     "cgroup",      "CGROUP",      24, false, OF_LINES) \
	C(CONTAINER,  "container",   "CONTAINER",   16, false, OF_LINES) \
	C(POD,        "pod",         "POD",         16, false, OF_LINES) \
	C(UNIT,       "unit",        "UNIT",        16, false, OF_LINES) \
	C(CALL,       "call",        "CALL",        16, false, OF_CALLS) \
	C(DURATION,   "duration",    "DUR(ms)",      9, true,  OF_CALLS) \
	C(AGE,        "age",         "AGE(ms)",     10, true,  OF_EXITS | OF_CONNECTIONS) \
	C(RESULT,     "result",      "RESULT",       6, true,  OF_CALLS) \
	C(ERROR,      "error",       "ERROR",       12, false, OF_CALLS | OF_CONNECTIONS) \
	C(FD,         "fd",          "FD",           4, true,  OF_CALLS) \
	C(PATH,       "path",        "PATH",        32, false, OF_CALLS) \
	C(ARGV,       "argv",        "ARGV",        32, false, OF_CALLS) \
	C(ARGS,       "args",        "ARGS",        32, false, OF_CALLS) \
	C(ARG,        "arg.",        "",            12, false, OF_CALLS) \
	C(STATUS,     "status",      "STATUS",      20, false, OF_EXITS) \
	C(SIGNAL,     "signal",      "SIGNAL",       8, false, OF_SIGNALS) \
	C(CAUSE,      "cause",       "CAUSE",       10, false, OF_SIGNALS) \
	C(SENDER,     "sender",      "SENDER",       7, true,  OF_SIGNALS) \
	C(SENDER_COMM, "sender_comm", "SENDER_COMM", 16, false, OF_SIGNALS) \
	C(HOW,        "how",         "HOW",          7, false, OF_CONNECTIONS) \
	C(PROTOCOL,   "protocol",    "PROTO",        6, false, OF_CONNECTIONS) \
	C(LOCAL,      "local",       "LOCAL",       21, false, OF_CONNECTIONS) \
	C(REMOTE,     "remote",      "REMOTE",      21, false, OF_CONNECTIONS) \
	C(RECEIVED,   "received",    "RECEIVED",     9, true,  OF_CONNECTIONS) \
	C(SENT,       "sent",        "SENT",         9, true,  OF_CONNECTIONS) \
	C(BYTES,      "bytes",       "BYTES",       10, true,  OF_CALLS | OF_GROUPS) \
	C(CALLS,      "calls",       "CALLS",        8, true,  OF_GROUPS) \
	C(ERRORS,     "errors",      "ERRORS",       6, true,  OF_GROUPS) \
	C(READS,      "reads",       "READS",        8, true,  OF_GROUPS) \
	C(WRITES,     "writes",      "WRITES",       8, true,  OF_GROUPS) \
	C(READ_BYTES, "read_bytes",  "READ_BYTES",  11, true,  OF_GROUPS) \
	C(WRITE_BYTES, "write_bytes", "WRITE_BYTES", 11, true, OF_GROUPS) \
	C(TOTAL,      "total",       "TOTAL(ms)",   10, true,  OF_GROUPS) \
	C(MIN,        "min",         "MIN(ms)",      8, true,  OF_GROUPS) \
	C(AVG,        "avg",         "AVG(ms)",      8, true,  OF_GROUPS) \
	C(P50,        "p50",         "P50(ms)",      8, true,  OF_GROUPS) \
	C(P90,        "p90",         "P90(ms)",      8, true,  OF_GROUPS) \
	C(P99,        "p99",         "P99(ms)",      8, true,  OF_GROUPS) \
	C(MAX,        "max",         "MAX(ms)",      8, true,  OF_GROUPS)

#define READY_ID(id, ...) READY_##id,
enum ready_column_id { READY_COLUMNS(READY_ID) READY_COLUMN_COUNT };

struct ready_column_type {
	const char *name, *heading;
	uint8_t width;
	bool right;
	uint8_t of;
};
extern const struct ready_column_type ready_column_types[READY_COLUMN_COUNT];

#define READY_COLUMNS_MAX 24

struct ready_column {
	enum ready_column_id id;
	char *name;		/* as written; owned */
};

struct ready_view {
	char *name, *help;	/* owned, as all below */
	char *select;		/* NULL: every call */
	struct syscall_select calls;
	enum ready_lines lines;
	bool has_lines;
	struct ready_column columns[READY_COLUMNS_MAX];
	unsigned ncolumns;
	enum group_part by[GROUP_PARTS];	/* LINES_OF_GROUPS */
	unsigned nby;
	enum sum_column sort;
};

/* The argument's name of a column arg.NAME. */
static inline const char *ready_column__arg(const struct ready_column *c)
{
	return c->name + sizeof("arg.") - 1;
}

struct ready_views {
	struct ready_view *list;
	unsigned n;
};

/*
 * Adds the views in a text. `file` names it in messages. 0, or -EINVAL: the message was printed, with the number of the line. A view with the
 * name of an earlier one replaces it.
 */
int ready_views__read(struct ready_views *v, const char *file, const char *text, size_t len);
void ready_views__free(struct ready_views *v);

/* Has it columns of users, control groups, containers, pods or units? */
bool ready_view__has_owner(const struct ready_view *v);
/* The same view with further columns, of --show (bit n: the enum owner_column n): after that of the thread's name. NULL: the message was printed. */
const struct ready_view *ready_view__with_owners(const char *as, const struct ready_view *v, unsigned owners);
/* Does it show sums that the kernel can count? */
bool ready_view__can_be_counted(const struct ready_view *v);
/* Views of trace itself: exists one of that name? Reads no file. */
bool ready_views__is_own(const char *name);
/* The same, or the user's file has a line [NAME]; whether the rest of it is right is not checked. */
bool ready_views__has(const char *name);
/* The view of that name, from the user's file or of trace itself, valid until the program ends. NULL: the message was printed. as: the option that names it. */
const struct ready_view *ready_views__find(const char *as, const char *name);
/* All of them, for --help. The list is the caller's to free. */
int ready_views__all(struct ready_views *v);
