// SPDX-License-Identifier: BSD-2-Clause
/* schema.c - owns the tables: one line a column. */
#include "schema.h"

#include <string.h>

#include "recording/file_header.h"
#include "row_of.h"
#include "symbols/frame.h"
#include "syscalltbl/syscalltbl.h"
#include "views/call_groups.h"
#include "writers/text.h"

static void set_integer(struct cell *c, int64_t v)
{
	*c = (struct cell){ .type = CELL_INTEGER, .integer = v };
}

static void set_real(struct cell *c, double v)
{
	*c = (struct cell){ .type = CELL_REAL, .real = v };
}

static void set_bytes(struct cell *c, const char *p, size_t len)
{
	*c = (struct cell){ .type = CELL_TEXT, .text = p ? p : "", .len = len };
}

/* NULL if there is none. */
static void set_text(struct cell *c, const char *s)
{
	if (s)
		set_bytes(c, s, strlen(s));
}

/* Of a table of names that never changes. */
static void set_name(struct cell *c, const char *s)
{
	set_text(c, s);
	c->constant = true;
}

static void set_known(struct cell *c, const char *s)
{
	if (s && *s)
		set_text(c, s);
}

#define GET(name) static void get_##name(struct row_of *r, struct cell *c)

/* -- Of every event --------------------------------------------------------------------------------------------------- */

static void set_time(struct row_of *r, struct cell *c, uint64_t ts)
{
	set_integer(c, (int64_t)ts + r->rows->real);
}

GET(ts) { set_time(r, c, r->e->ts); }
GET(time) { set_real(c, (double)(int64_t)(r->e->ts - r->rows->start) / 1e9); }
GET(host) { set_text(c, r->e->host); }
GET(pid) { if (r->e->tid) set_integer(c, r->e->tgid); }
GET(tid) { if (r->e->tid) set_integer(c, r->e->tid); }
GET(comm) { set_text(c, r->e->comm); }
GET(cpu) { if (r->e->cpu != CPU_NONE) set_integer(c, r->e->cpu); }

#define COLUMN(n, t, u, h, g, ...) { .name = n, .type = CELL_##t, .unit = u, .help = h, .get = g, __VA_ARGS__ }

#define WHEN(K) \
	COLUMN("ts", INTEGER, "ns", "when it began, since 1970-01-01 UTC; of the recording's own clock if that is not known", get_ts, .key = K, .always = true), \
	COLUMN("time", REAL, "s", "when it began, since the first record", get_time, .always = true)
#define WHO \
	COLUMN("host", TEXT, NULL, "the machine; NULL if all recordings are of one", get_host, .few = true), \
	COLUMN("pid", INTEGER, NULL, "process", get_pid, .key = true, .groups = true), \
	COLUMN("tid", INTEGER, NULL, "thread", get_tid, .groups = true), \
	COLUMN("comm", TEXT, NULL, "name of the thread", get_comm, .few = true)

/* -- Whose a thread is ------------------------------------------------------------------------------------------------- */

static bool is_known(const struct row_of *r, enum owner_flag what)
{
	return r->e->owner && r->e->owner->has & what;
}

GET(uid) { if (is_known(r, OWNER_USER)) set_integer(c, r->e->owner->uid); }
GET(user) { set_text(c, rows__owner(r, SHOW_USER)); }
GET(cgroup_id) { if (is_known(r, OWNER_CGROUP)) set_integer(c, (int64_t)r->e->owner->cgroup); }
GET(cgroup) { set_text(c, rows__owner(r, SHOW_CGROUP)); }
GET(container) { set_text(c, rows__owner(r, SHOW_CONTAINER)); }
GET(pod) { set_text(c, rows__owner(r, SHOW_POD)); }
GET(unit) { set_text(c, rows__owner(r, SHOW_UNIT)); }

/* At the end: tables had the other columns before. */
#define WHOSE \
	COLUMN("uid",       INTEGER, NULL, "real user ID", get_uid, .groups = true), \
	COLUMN("user",      TEXT, NULL, "its name; NULL: recorded without `--names`, or not known", get_user, .few = true), \
	COLUMN("cgroup_id", INTEGER, NULL, "ID of the control group (v2)", get_cgroup_id, .groups = true), \
	COLUMN("cgroup",    TEXT, NULL, "path of the control group", get_cgroup, .few = true), \
	COLUMN("container", TEXT, NULL, "container of the control group: its name, else its ID; NULL: none, or not known", get_container, .few = true), \
	COLUMN("pod",       TEXT, NULL, "pod of the control group: its name, else its ID; NULL: none, or not known", get_pod, .few = true), \
	COLUMN("unit",      TEXT, NULL, "systemd unit of the control group; NULL: none, or not known", get_unit, .few = true)

/* -- Calls ------------------------------------------------------------------------------------------------------------ */

GET(number) { if (r->number) set_integer(c, (int64_t)r->number); }
GET(dur) { if (r->e->has_dur) set_integer(c, (int64_t)r->e->dur); }
GET(abi) { set_name(c, abi__name(r->call->abi)); }
GET(nr) { set_integer(c, call__number_made(r->call)); }
GET(call_name) { set_name(c, call__name(r->call)); }

static bool has_result(const struct row_of *r)
{
	return r->call->done && r->state != CALL_UNFINISHED;
}

GET(ret)
{
	if (has_result(r))
		set_integer(c, r->call->failed ? -1 : r->call->ret);
}

GET(errno)
{
	static char number[24];
	const char *name;

	if (!has_result(r) || !r->call->failed)
		return;
	name = errno__name_in(r->call->abi, (int)-r->call->ret);
	if (name) {
		set_name(c, name);
		return;
	}
	*fmt__u64(number, -(uint64_t)r->call->ret) = 0;
	set_text(c, number);
}

GET(path)
{
	struct group_key k = call_groups__path(r->call);

	if (k.text)
		set_bytes(c, k.text, k.len);
}

GET(bytes)
{
	if (has_result(r) && !r->call->failed && r->call->row && r->call->row->ret_bytes)
		set_integer(c, r->call->ret);
}

static const char *line_of(struct row_of *r)
{
	rows__show(r->rows, r);
	return r->rows->out.buf + r->rows->out.line;
}

GET(args)
{
	const char *line = line_of(r);

	set_bytes(c, line, r->rows->args_end);
}

GET(result)
{
	const char *line = line_of(r);
	size_t len = out__line_len(&r->rows->out);

	if (r->rows->in_result && len > r->rows->args_end)
		set_bytes(c, line + r->rows->args_end, len - r->rows->args_end);
}

GET(state)
{
	static const char *const names[] = { [CALL_UNFINISHED] = "unfinished", [CALL_RESUMED] = "resumed", [CALL_ENDED] = "ended" };

	set_name(c, names[r->state]);
}

#define NUMBER COLUMN("call", INTEGER, NULL, "number of the call, in the order of return: joins tables", get_number, .key = true, .counts = true, .always = true)
#define NAME COLUMN("name", TEXT, NULL, "the call's name; NULL if it is not known", get_call_name, .key = true, .few = true)

static const struct column calls_columns[] = {
	NUMBER,
	WHEN(true),
	COLUMN("dur",    INTEGER, "ns", "from entry to return; NULL if either was not seen", get_dur, .key = true),
	WHO,
	COLUMN("cpu",    INTEGER, NULL, "where it returned", get_cpu, .groups = true),
	COLUMN("abi",    TEXT, NULL, "ABI of the call: x86_64, i386 and others", get_abi, .few = true),
	COLUMN("nr",     INTEGER, NULL, "number of the system call in its ABI", get_nr, .always = true, .groups = true),
	NAME,
	COLUMN("args",   TEXT, NULL, "all arguments, as `trace replay` shows them", get_args),
	COLUMN("ret",    INTEGER, NULL, "what the program gets: -1 on failure; NULL if it did not return", get_ret),
	COLUMN("result", TEXT, NULL, "the result, as `trace replay` shows it", get_result),
	COLUMN("errno",  TEXT, NULL, "name of the error: ENOENT; NULL on success", get_errno, .key = true, .groups = true),
	COLUMN("path",   TEXT, NULL, "the first path that is passed, absolute if its directory is known; else the file of the first descriptor", get_path, .key = true),
	COLUMN("bytes",  INTEGER, "bytes", "transferred, of calls that return that", get_bytes),
	COLUMN("state",  TEXT, NULL, "NULL: a whole call; unfinished: only its entry, resumed: the rest of such a call; ended: it never returns", get_state, .groups = true),
	WHOSE,
};

/* -- Arguments -------------------------------------------------------------------------------------------------------- */

GET(arg_at) { set_integer(c, r->i + 1); }

GET(arg)
{
	const struct arg_part *a = &r->rows->args[r->i];

	set_bytes(c, a->name, a->name_len);
}

GET(value)
{
	const struct arg_part *a = &r->rows->args[r->i];

	set_bytes(c, line_of(r) + a->at, a->end - a->at);
}

/* The value as a number, if the text is one. */
GET(number_value)
{
	struct cell v;
	uint64_t n = 0;
	size_t i;
	bool minus;

	get_value(r, &v);
	minus = v.len && v.text[0] == '-';
	for (i = minus; i < v.len && v.text[i] >= '0' && v.text[i] <= '9' && n < INT64_MAX / 10; i++)
		n = n * 10 + (uint64_t)(v.text[i] - '0');
	if (i > minus && i == v.len && !(v.len - minus > 1 && v.text[minus] == '0'))
		set_integer(c, minus ? -(int64_t)n : (int64_t)n);
}

static const struct column args_columns[] = {
	NUMBER,
	WHEN(false),
	WHO,
	NAME,
	COLUMN("n",      INTEGER, NULL, "which argument, from 1 on", get_arg_at, .always = true),
	COLUMN("arg",    TEXT, NULL, "name of the argument", get_arg, .few = true),
	COLUMN("value",  TEXT, NULL, "as `trace replay` shows it", get_value),
	COLUMN("number", INTEGER, NULL, "the value, if it is shown as a decimal number", get_number_value),
};

static void set_noted_arg(const struct row_of *r, struct cell *c, unsigned kind)
{
	unsigned arg = r->rows->noted[kind][r->i].arg;

	if (arg < r->rows->nargs)
		set_bytes(c, r->rows->args[arg].name, r->rows->args[arg].name_len);
}

static void set_noted(const struct row_of *r, struct cell *c, unsigned kind)
{
	const struct noted *n = &r->rows->noted[kind][r->i];

	if (n->has_text)
		set_bytes(c, (const char *)r->rows->notes.p + n->at, n->len);
}

GET(string_arg) { set_noted_arg(r, c, ROWS_STRINGS); }
GET(string) { set_noted(r, c, ROWS_STRINGS); }
GET(string_len) { set_integer(c, (int64_t)r->rows->noted[ROWS_STRINGS][r->i].len); }
GET(string_cut) { set_integer(c, r->rows->noted[ROWS_STRINGS][r->i].cut); }
GET(fd_arg) { set_noted_arg(r, c, ROWS_FDS); }
GET(fd) { set_integer(c, r->rows->noted[ROWS_FDS][r->i].fd); }
GET(fd_path) { set_noted(r, c, ROWS_FDS); }

static const struct column strings_columns[] = {
	NUMBER,
	WHEN(false),
	WHO,
	NAME,
	COLUMN("arg",    TEXT, NULL, "name of the argument; NULL: of the result", get_string_arg),
	COLUMN("string", TEXT, NULL, "the bytes as captured, without escape sequences", get_string),
	COLUMN("len",    INTEGER, "bytes", "of `string`", get_string_len, .always = true),
	COLUMN("cut",    INTEGER, NULL, "1: the program's string is longer", get_string_cut, .always = true),
};

static const struct column fds_columns[] = {
	NUMBER,
	WHEN(false),
	WHO,
	NAME,
	COLUMN("arg",    TEXT, NULL, "name of the argument; NULL: of the result", get_fd_arg),
	COLUMN("fd",     INTEGER, NULL, "the descriptor", get_fd, .key = true, .always = true),
	COLUMN("path",   TEXT, NULL, "its file, or what it is: a socket, a pipe; NULL if that is not known", get_fd_path, .key = true),
};

/* -- Threads and processes -------------------------------------------------------------------------------------------- */

GET(task_began) { if (r->task->has_began) set_time(r, c, r->task->began); }
GET(task_ended) { if (r->task->has_ended) set_time(r, c, r->task->ended); }
GET(parent) { if (r->task->parent) set_integer(c, r->task->parent); }
GET(task_calls) { set_integer(c, (int64_t)r->task->calls); }
GET(task_errors) { set_integer(c, (int64_t)r->task->errors); }
GET(task_dur) { set_integer(c, (int64_t)r->task->time); }

static void set_status(struct cell *c, unsigned code)
{
	if (code != EXIT_UNKNOWN && !(code & 0x7f))
		set_integer(c, code >> 8 & 0xff);
}

static void set_killed(struct cell *c, unsigned code)
{
	static char number[16];
	const char *name = signal__name((int)(code & 0x7f));

	if (code == EXIT_UNKNOWN || !(code & 0x7f))
		return;
	*fmt__u64(number, code & 0x7f) = 0;
	set_text(c, name ? name : number);
}

GET(task_status) { set_status(c, r->task->code); }
GET(task_killed) { set_killed(c, r->task->code); }

#define DONE \
	COLUMN("started", INTEGER, "ns", "as ts; NULL: before the recording began", get_task_began), \
	COLUMN("ended",   INTEGER, "ns", "as ts; NULL: not before the recording ended", get_task_ended), \
	COLUMN("status",  INTEGER, NULL, "of exit; NULL: it has not ended, or was killed", get_task_status), \
	COLUMN("signal",  TEXT, NULL, "that killed it", get_task_killed), \
	COLUMN("calls",   INTEGER, NULL, "how many it made", get_task_calls, .counts = true, .always = true), \
	COLUMN("errors",  INTEGER, NULL, "how many of them failed", get_task_errors, .counts = true, .always = true), \
	COLUMN("dur",     INTEGER, "ns", "sum of their durations", get_task_dur, .counts = true, .always = true)

static const struct column threads_columns[] = {
	WHO,
	COLUMN("parent",  INTEGER, NULL, "thread that created it; NULL: not known", get_parent),
	DONE,
	WHOSE,
};

static const struct column processes_columns[] = {
	COLUMN("host",    TEXT, NULL, "the machine; NULL if all recordings are of one", get_host, .few = true),
	COLUMN("pid",     INTEGER, NULL, "process", get_pid, .key = true),
	COLUMN("comm",    TEXT, NULL, "name of its leader, at the end", get_comm, .few = true),
	COLUMN("parent",  INTEGER, NULL, "process that created it; NULL: not known", get_parent, .key = true),
	DONE,
	WHOSE,
};

/* -- Other events ----------------------------------------------------------------------------------------------------- */

GET(event_name) { set_text(c, r->name); }
GET(signo) { set_integer(c, r->signal->signo); }
GET(status) { set_status(c, r->code); }
GET(killed) { set_killed(c, r->code); }
GET(core) { if (r->code != EXIT_UNKNOWN && r->code & 0x7f) set_integer(c, r->code >> 7 & 1); }
GET(lost) { set_integer(c, (int64_t)r->loss->count); }
GET(lost_first) { set_time(r, c, r->loss->first); }
GET(lost_last) { set_time(r, c, r->loss->last); }
GET(reason) { set_text(c, r->reason); }

static const struct column signals_columns[] = {
	WHEN(true),
	WHO,
	COLUMN("signal", TEXT, NULL, "name: SIGCHLD; NULL if it has none", get_event_name, .key = true),
	COLUMN("signo",  INTEGER, NULL, "its number", get_signo, .always = true),
	COLUMN("info",   TEXT, NULL, "siginfo, as `trace replay` shows it", get_args),
	WHOSE,
};

static const struct column exits_columns[] = {
	WHEN(true),
	WHO,
	COLUMN("status", INTEGER, NULL, "of exit; NULL: killed, or not known", get_status),
	COLUMN("signal", TEXT, NULL, "that killed the thread", get_killed),
	COLUMN("core",   INTEGER, NULL, "1: core dumped", get_core),
	WHOSE,
};

static const struct column events_columns[] = {
	WHEN(true),
	WHO,
	COLUMN("cpu",    INTEGER, NULL, "where it happened", get_cpu, .groups = true),
	COLUMN("name",   TEXT, NULL, "SYSTEM:NAME of a tracepoint or probe; minfault, majfault", get_event_name, .key = true, .few = true),
	COLUMN("args",   TEXT, NULL, "its fields, as `trace replay` shows them", get_args),
	WHOSE,
};

static const struct column loss_columns[] = {
	WHEN(true),
	WHO,
	COLUMN("count",  INTEGER, NULL, "events that were lost", get_lost, .always = true),
	COLUMN("first",  INTEGER, "ns", "as ts: when the first of them was lost", get_lost_first, .always = true),
	COLUMN("last",   INTEGER, "ns", "as ts: the last of them", get_lost_last, .always = true),
	COLUMN("reason", TEXT, NULL, "why", get_reason),
};

/* -- Call stacks ------------------------------------------------------------------------------------------------------ */

static const struct location *location_of(const struct row_of *r)
{
	return r->e->frames[r->i].location;
}

GET(depth) { set_integer(c, r->i); }
GET(ip) { set_integer(c, (int64_t)r->e->frames[r->i].ip); }
GET(symbol) { set_text(c, location_of(r)->symbol); }
GET(module) { set_text(c, location_of(r)->module); }
GET(in_kernel) { set_integer(c, location_of(r)->kernel); }

GET(offset)
{
	const struct location *l = location_of(r);

	if (l->symbol || l->module)
		set_integer(c, (int64_t)l->offset);
}

GET(build_id)
{
	static char hex[2 * 20];
	const struct location *l = location_of(r);
	size_t n = 0;

	for (unsigned i = 0; i < l->build_id_len && n + 2 <= sizeof(hex); i++) {
		hex[n++] = "0123456789abcdef"[l->build_id[i] >> 4];
		hex[n++] = "0123456789abcdef"[l->build_id[i] & 15];
	}
	if (n)
		set_bytes(c, hex, n);
}

static const struct column stacks_columns[] = {
	COLUMN("call",     INTEGER, NULL, "number of the call, in the order of return: joins tables; NULL: of a signal or event", get_number, .key = true, .counts = true),
	WHEN(false),
	WHO,
	COLUMN("name",     TEXT, NULL, "the call's, signal's or event's name", get_event_name, .few = true),
	COLUMN("depth",    INTEGER, NULL, "0: innermost", get_depth, .always = true),
	COLUMN("ip",       INTEGER, NULL, "address of the instruction", get_ip, .always = true),
	COLUMN("symbol",   TEXT, NULL, "function; NULL if it is not known", get_symbol, .few = true),
	COLUMN("offset",   INTEGER, "bytes", "in the function; without one, in the file", get_offset),
	COLUMN("module",   TEXT, NULL, "file, or kernel module", get_module, .few = true),
	COLUMN("build_id", TEXT, NULL, "of the file, hexadecimal", get_build_id, .few = true),
	COLUMN("kernel",   INTEGER, NULL, "1: a frame of the kernel", get_in_kernel, .always = true),
};

/* -- Recordings ------------------------------------------------------------------------------------------------------- */

GET(origin_host) { set_known(c, r->origin->host); }
GET(origin_kernel) { set_known(c, r->origin->kernel); }
GET(origin_machine) { set_known(c, r->origin->machine); }
GET(origin_boot) { set_known(c, r->origin->boot_id); }
GET(origin_recorder) { set_known(c, r->origin->recorder); }
GET(origin_command) { set_known(c, r->origin->command); }
GET(origin_real) { if (r->origin->real) set_integer(c, (int64_t)r->origin->real); }
GET(origin_cpus) { if (r->origin->cpus) set_integer(c, r->origin->cpus); }

static const struct column hosts_columns[] = {
	COLUMN("host",     TEXT, NULL, "name of the machine", get_origin_host, .key = true, .few = true),
	COLUMN("kernel",   TEXT, NULL, "its release", get_origin_kernel),
	COLUMN("machine",  TEXT, NULL, "as of uname -m", get_origin_machine),
	COLUMN("cpus",     INTEGER, NULL, "configured", get_origin_cpus),
	COLUMN("boot_id",  TEXT, NULL, "of the boot", get_origin_boot),
	COLUMN("ts",       INTEGER, "ns", "when the recording began, since 1970-01-01 UTC", get_origin_real),
	COLUMN("command",  TEXT, NULL, "command line of the recorder", get_origin_command),
	COLUMN("recorder", TEXT, NULL, "version of the program that wrote it", get_origin_recorder),
};

#define TABLE(t, text, ...) { .name = #t, .help = text, .columns = t##_columns, .ncolumns = sizeof(t##_columns) / sizeof(t##_columns[0]), __VA_ARGS__ }

const struct table tables[TABLES] = {
	[TABLE_CALLS]     = TABLE(calls, "system calls", .of_calls = true),
	[TABLE_ARGS]      = TABLE(args, "their arguments", .of_calls = true),
	[TABLE_STRINGS]   = TABLE(strings, "strings and buffers in arguments", .of_calls = true),
	[TABLE_FDS]       = TABLE(fds, "descriptors in arguments and results", .of_calls = true),
	[TABLE_THREADS]   = TABLE(threads, "threads"),
	[TABLE_PROCESSES] = TABLE(processes, "processes"),
	[TABLE_SIGNALS]   = TABLE(signals, "signals"),
	[TABLE_EXITS]     = TABLE(exits, "ends of threads"),
	[TABLE_EVENTS]    = TABLE(events, "tracepoints, probes and page faults"),
	[TABLE_STACKS]    = TABLE(stacks, "frames of call stacks"),
	[TABLE_LOSS]      = TABLE(loss, "lost events"),
	[TABLE_HOSTS]     = TABLE(hosts, "recordings: where they are from"),
};

struct cell table__value(const struct table *t, unsigned column, struct row_of *r)
{
	struct cell c = { .type = CELL_NULL };

	t->columns[column].get(r, &c);
	if (c.type == CELL_TEXT && !c.constant && (utf8__valid(c.text, c.len) != c.len || memchr(c.text, 0, c.len)))
		c.type = CELL_BLOB;
	return c;
}

static double real_of(const struct cell *c)
{
	return c->type == CELL_REAL ? c->real : (double)c->integer;
}

/* NULL, numbers, texts, BLOBs. */
static int rank_of(const struct cell *c)
{
	return c->type == CELL_REAL ? CELL_INTEGER : (int)c->type;
}

int cell__compare(const struct cell *a, const struct cell *b)
{
	if (rank_of(a) != rank_of(b))
		return rank_of(a) - rank_of(b);
	if (a->type == CELL_NULL)
		return 0;
	if (a->type == CELL_TEXT || a->type == CELL_BLOB) {
		int order = memcmp(a->text, b->text, a->len < b->len ? a->len : b->len);

		return order ? order : (a->len > b->len) - (a->len < b->len);
	}
	if (a->type == CELL_INTEGER && b->type == CELL_INTEGER)
		return (a->integer > b->integer) - (a->integer < b->integer);
	return (real_of(a) > real_of(b)) - (real_of(a) < real_of(b));
}

const char *cell_type__name(enum cell_type t)
{
	static const char *const names[] = { [CELL_NULL] = "", [CELL_INTEGER] = "INTEGER", [CELL_REAL] = "REAL", [CELL_TEXT] = "TEXT", [CELL_BLOB] = "BLOB" };

	return names[t];
}

static void put_note(struct out *o, const struct column *c)
{
	out__lit(o, "\t-- ");
	if (c->unit) {
		put_str(o, c->unit);
		out__lit(o, ": ");
	}
	put_str(o, c->help);
}

void table__put_ddl(struct out *o, const struct table *t, bool notes)
{
	out__lit(o, "CREATE TABLE ");
	put_str(o, t->name);
	out__lit(o, " (");
	if (notes) {
		out__lit(o, "\t-- ");
		put_str(o, t->help);
	}
	out__lit(o, "\n");
	for (unsigned i = 0; i < t->ncolumns; i++) {
		const struct column *c = &t->columns[i];

		out__lit(o, "\t");
		put_str(o, c->name);
		out__lit(o, " ");
		put_str(o, cell_type__name(c->type));
		if (i + 1 < t->ncolumns)
			out__lit(o, ",");
		if (notes)
			put_note(o, c);
		out__lit(o, "\n");
	}
	out__lit(o, ");\n");
}
