/* SPDX-License-Identifier: BSD-2-Clause */
/* option_rows.c - owns the table of options, and what each sets. */
#include "option_table.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "beautifiers/verbs.h"
#include "bpf/plan.h"
#include "bpf/wire.h"
#include "config/option_values.h"
#include "config/ready_views.h"
#include "host/containers.h"
#include "lib/msg.h"
#include "lib/vec.h"
#include "options_summary.h"
#include "path_option.h"
#include "query/schema.h"
#include "views/views.h"
#include "writers/text.h"

#define COMPRESS_MAX 19		/* higher levels of zstd take a lot of memory */
#define STRING_LIMIT_MAX PLAN_WHOLE

/* -- What options do ------------------------------------------------------------------------------------------------- */

static int set_time_of_day(struct options *o, const char *as, const char *value)
{
	(void)as, (void)value;
	o->w.clock = o->w.clock == CLOCK_OF_DAY ? CLOCK_OF_CALENDAR : CLOCK_OF_DAY;
	return 0;
}

/* Numbers, or names of processes: no name begins with a digit here. */
static int set_pids(struct options *o, const char *as, const char *value)
{
	if (!*value || strpbrk(value, ",") || (*value >= '0' && *value <= '9'))
		return value__ids(as, value, &o->pids);
	if (!VEC_MORE(o->called, o->ncalled, 1))
		return -ENOMEM;
	o->called[o->ncalled++] = (char *)value;
	return 0;
}

static int set_tids(struct options *o, const char *as, const char *value)
{
	bool seconds = !strcmp(value, "tt");

	if (seconds || !strcmp(value, "t")) {		/* strace's -tt and -ttt: "t" and "tt" are no thread IDs */
		o->w.clock = seconds ? CLOCK_EPOCH : CLOCK_OF_DAY;
		return 0;
	}
	return value__ids(as, value, &o->tids);
}

/* Also strace's --attach=PID. */
static int set_attach(struct options *o, const char *as, const char *value)
{
	static const char *const words[] = { [ATTACH_AUTO] = "auto", [ATTACH_FUNCTIONS] = "functions", [ATTACH_TRACEPOINTS] = "tracepoints" };

	for (unsigned i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (!strcmp(value, words[i])) {
			o->attach = (enum attach_by)i;
			return 0;
		}
	if (*value >= '0' && *value <= '9')
		return value__ids(as, value, &o->pids);
	msg__error("%s: '%s' is none of auto, functions, tracepoints, and no process ID", as, value);
	return -EINVAL;
}

/* Its meaning depends on whether there is a command: see finish_user(). */
static int set_user(struct options *o, const char *as, const char *value)
{
	uid_t uid;

	o->user = value;
	return value__user(as, value, &uid);
}

static int set_cgroup(struct options *o, const char *as, const char *value)
{
	if (value__nonempty(as, value, "the path of a cgroup"))
		return -EINVAL;
	if (!VEC_MORE(o->cgroups, o->ncgroups, 1) || !(o->cgroups[o->ncgroups] = strdup(value)))
		return -ENOMEM;
	o->ncgroups++;
	return 0;
}

/* Names, comma-separated. */
static int add_owners(struct options *o, unsigned what, const char *as, const char *value)
{
	for (size_t len; ; value += len + 1) {
		len = strcspn(value, ",");
		if (!len)
			return value__nonempty(as, "", "a name");
		if (!VEC_MORE(o->owners, o->nowners, 1))
			return -ENOMEM;
		o->owners[o->nowners] = (struct owner_name){ .what = what, .name = strndup(value, len) };
		if (!o->owners[o->nowners++].name)
			return -ENOMEM;
		if (!value[len])
			return 0;
	}
}

static int set_container(struct options *o, const char *as, const char *value)
{
	return add_owners(o, OWNER_CONTAINER, as, value);
}

static int set_pod(struct options *o, const char *as, const char *value)
{
	return add_owners(o, OWNER_POD, as, value);
}

static int set_unit(struct options *o, const char *as, const char *value)
{
	return add_owners(o, OWNER_UNIT, as, value);
}

/* Takes ownership of the list. */
static int add_list(struct options *o, char *list)
{
	if (!VEC_MORE(o->lists, o->nlists, 1)) {
		free(list);
		return -ENOMEM;
	}
	o->lists[o->nlists++] = list;
	return 0;
}

/* Names with a colon are events, others calls. */
static int set_select(struct options *o, const char *as, const char *value)
{
	char why[256], *calls;
	int err = event_select__add(&o->events, value, &calls);

	(void)as;
	if (err || !calls)
		return err;
	o->selected = true;
	if (o->in & READING)
		return add_list(o, calls);
	err = syscall_select__add(&o->select, calls, why, sizeof(why));
	if (!err && o->top.on)
		return add_list(o, calls);	/* for the lines of a thread */
	free(calls);
	if (!err)
		return 0;
	msg__error("%s", why);
	return -EINVAL;
}

static int set_filter(struct options *o, const char *as, const char *value)
{
	if (value__nonempty(as, value, "the filter"))
		return -EINVAL;
	if (event_select__filter(&o->events, value))
		return 0;
	msg__error("%s: '%s' has no event before it: give -e SYSTEM:NAME first", as, value);
	return -EINVAL;
}

static int set_faults(struct options *o, const char *as, const char *value)
{
	static const unsigned faults[] = { FAULTS_MAJOR | FAULTS_MINOR, FAULTS_MAJOR, FAULTS_MINOR };
	unsigned which = 0;
	int err = value__word(as, value, "all, maj, min", &which);

	o->faults |= faults[which];
	return err;
}

static int set_cpus(struct options *o, const char *as, const char *value)
{
	long n = sysconf(_SC_NPROCESSORS_CONF);
	int err = value__cpus(as, value, o->cpus);

	o->has_cpus = true;
	for (unsigned cpu = 0; !err && o->in & TRACING && n > 0 && cpu < SHOW_CPUS_MAX; cpu++)
		if (o->cpus[cpu / 64] >> (cpu % 64) & 1 && cpu >= n) {
			msg__error("%s: there is no CPU %u: this machine has %ld, which are 0 to %ld", as, cpu, n, n - 1);
			return -EINVAL;
		}
	return err;
}

static int set_path(struct options *o, const char *as, const char *value)
{
	if (value__nonempty(as, value, "a path"))
		return -EINVAL;
	if (path_option__add(o, value) == 0)
		return 0;
	msg__error("%s: the working directory is not known: give '%s' as an absolute path", as, value);
	return -EINVAL;
}

static int set_comm(struct options *o, const char *as, const char *value)
{
	if (!VEC_MORE(o->comms, o->ncomms, 1))
		return -ENOMEM;
	o->comms[o->ncomms++] = (char *)value;
	return value__nonempty(as, value, "the name of a thread");
}

static int set_compress(struct options *o, const char *as, const char *value)
{
	uint64_t level;
	int err;

	if (!strcmp(value, "none")) {
		o->compress = 0;
		return 0;
	}
	err = value__count(as, value, 1, COMPRESS_MAX, &level);
	if (!err)
		o->compress = (int)level;
	return err;
}

static int set_rotate(struct options *o, const char *as, const char *value)
{
	if (!value__time(value, &o->rotate_ns))
		return 0;
	return value__size(as, value, OPTION_FILE_MIN, "", &o->rotate_bytes);
}

static int set_format(struct options *o, const char *as, const char *value)
{
	o->view = views__find(o->in, as, value);
	return o->view ? 0 : -EINVAL;
}

/* Names of tables, comma-separated. */
static int set_tables(struct options *o, const char *as, const char *value)
{
	for (size_t n = 0; *value; value += n + (value[n] == ',')) {
		unsigned i = 0;

		n = strcspn(value, ",");
		if (n == 3 && !strncmp(value, "all", n)) {
			o->tables = (1u << TABLES) - 1;
			continue;
		}
		while (i < TABLES && (strlen(tables[i].name) != n || strncmp(tables[i].name, value, n)))
			i++;
		if (i == TABLES) {
			msg__error("%s: there is no table '%.*s': see trace query --schema", as, (int)n, value);
			return -EINVAL;
		}
		o->tables |= 1u << i;
	}
	return o->tables ? 0 : value__nonempty(as, "", "the name of a table");
}

static int set_schema(struct options *o, const char *as, const char *value)
{
	unsigned only;

	o->schema = true;
	return value__word(as, value, "clickhouse", &only);
}

static int set_cluster(struct options *o, const char *as, const char *value)
{
	o->cluster = value;
	if (*value && strspn(value, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == strlen(value))
		return 0;
	msg__error("%s: '%s' is no name of a cluster: letters, digits and _", as, value);
	return -EINVAL;
}

static int set_flame(struct options *o, const char *as, const char *value)
{
	if (o->stacks == STACKS_NONE)
		o->stacks = STACKS_FP;
	return options__set_picture(o, as, value, &flame_view);
}

/* -S keeps the lines; --summary, --histogram and --heat exclude each other. */
static int set_summary(struct options *o, const char *as, const char *value)
{
	static const struct { const char *as; const struct view_ops *view; } views[] = {
		{ "--histogram", &histogram_view }, { "--heat", &heat_view },
	};
	const struct view_ops *view = &summary_view;

	(void)value;
	for (unsigned i = 0; i < sizeof(views) / sizeof(views[0]); i++)
		if (!strcmp(views[i].as, as))
			view = views[i].view;
	o->summary.with_lines |= !strcmp(as, "-S") || !strcmp(as, "--with-summary");
	if (o->summary.view && o->summary.view != view) {
		msg__error("%s: --%s was given, too: choose one", as, o->summary.view->name);
		return -EINVAL;
	}
	o->summary.view = view;
	return 0;
}

/* With a file the map is a picture. */
static int set_heat(struct options *o, const char *as, const char *value)
{
	if (!value)
		return set_summary(o, as, value);
	return options__set_picture(o, as, value, &heatmap_view);
}

static int set_by(struct options *o, const char *as, const char *value)
{
	struct summary_config *c = &o->summary;
	const char *bad;
	size_t len;
	int err = groups__read(value, c->by, &c->nby, &bad, &len);

	if (!err)
		return 0;
	if (err == -EEXIST)
		msg__error("%s: '%.*s' is there twice", as, (int)len, bad);
	else if (c->nby == GROUP_PARTS)
		msg__error("%s: '%s' has more than %u parts", as, value, GROUP_PARTS);
	else
		msg__error("%s: '%.*s' is not one of %s", as, (int)len, bad, GROUP_PART_NAMES);
	return -EINVAL;
}

static int set_interval(struct options *o, const char *as, const char *value)
{
	return value__seconds(as, value, &o->summary.interval);
}

static int set_view(struct options *o, const char *as, const char *value)
{
	o->ready = ready_views__find(as, value);
	return o->ready ? 0 : -EINVAL;
}

/* Columns, comma-separated. */
static int set_show(struct options *o, const char *as, const char *value)
{
	char word[32];

	for (size_t n; *value; value += n + (value[n] == ',')) {
		unsigned column = 0;

		n = strcspn(value, ",");
		snprintf(word, sizeof(word), "%.*s", (int)n, value);
		if (value__word(as, word, OWNER_COLUMN_NAMES, &column))
			return -EINVAL;
		o->w.owners |= 1u << column;
	}
	return o->w.owners ? 0 : value__nonempty(as, "", "a column");
}

static int set_slow(struct options *o, const char *as, const char *value)
{
	char *end = NULL;

	o->slow.on = true;
	o->slow.percent = 0;
	if (*value != 'p')
		return value__ms(as, value, &o->slow.ns);
	if (value[1] >= '0' && value[1] <= '9')
		o->slow.percent = strtod(value + 1, &end);
	if (end && !*end && o->slow.percent >= 50 && o->slow.percent <= 99.999)
		return 0;
	msg__error("%s: '%s' is not a percentile from p50 to p99.999", as, value);
	return -EINVAL;
}

static int set_batch(struct options *o, const char *as, const char *value)
{
	(void)as, (void)value;
	o->top.batch = true;
	return 0;
}

static int set_top_by(struct options *o, const char *as, const char *value)
{
	unsigned by = 0;
	int err = value__word(as, value, TOP_GROUPINGS, &by);

	o->top.by = (enum top_by)by;
	return err;
}

static int set_width(struct options *o, const char *as, const char *value)
{
	o->no_folding = !strcmp(value, "none");
	o->width = 0;
	return o->no_folding || !strcmp(value, "auto") ? 0 : value__count(as, value, TEXT_WIDTH_MIN, 100000, &o->width);
}

static int set_when(int *when, const char *as, const char *value)
{
	unsigned which = 1;
	int err = value ? value__word(as, value, "auto, always, never", &which) : 0;

	*when = 2 - (int)which;
	return err;
}

static int set_color(struct options *o, const char *as, const char *value)
{
	return set_when(&o->color, as, value);
}

static int set_progress(struct options *o, const char *as, const char *value)
{
	return set_when(&o->progress, as, value);
}

static int set_call_graph(struct options *o, const char *as, const char *value)
{
	uint64_t bytes = o->stack_copy;
	int err = 0;

	if (!value || !strcmp(value, "fp")) {
		o->stacks = STACKS_FP;
		return 0;
	}
	if (strncmp(value, "dwarf", 5) || (value[5] && value[5] != ',')) {
		msg__error("%s: '%s' is not one of fp, dwarf, dwarf,BYTES", as, value);
		return -EINVAL;
	}
	if (value[5])
		err = value__count(as, value + 6, 256, STACK_COPY, &bytes);
	o->stacks = STACKS_DWARF;
	o->stack_copy = (uint32_t)bytes & ~7u;
	return err;
}

static int set_wait(struct options *o, const char *as, const char *value)
{
	o->wait.on = true;
	return value ? value__ms(as, value, &o->wait.least) : 0;
}

static int set_waits(struct options *o, const char *as, const char *value)
{
	(void)as, (void)value;
	o->wait.on = o->wait.sums = true;
	o->view = &waits_view;
	return 0;
}

static int set_string_limit(struct options *o, const char *as, const char *value)
{
	size_t n = STRING_LIMIT_MAX;
	int err = strcmp(value, "all") ? value__size(as, value, 0, "", &n) : 0;

	if (!err && n > STRING_LIMIT_MAX) {
		msg__error("%s: '%s' is too large: give at most 16M, or all", as, value);
		err = -EINVAL;
	}
	if (!err)
		o->w.string_limit = (unsigned)n;
	return err;
}

static int set_late(struct options *o, const char *as, const char *value)
{
	unsigned which = 0;
	int err = value__word(as, value, "show, hide", &which);

	o->show_late = !which;
	return err;
}

static int serve_help(struct options *o, const char *as, const char *value)
{
	(void)as, (void)value;
	options__print_help(o->top.on ? IN_TOP : o->in);
	return 1;
}

static int serve_version(struct options *o, const char *as, const char *value)
{
	(void)o, (void)as, (void)value;
	options__print_version();
	return 1;
}

/* -- The table ------------------------------------------------------------------------------------------------------- */

#define RINGS .min = 256 * 1024, .what = ", or 64M for a busy machine"	/* bytes: one read chunk of one ring */
#define FILE_BYTES .min = OPTION_FILE_MIN, .what = ""
#define A_FILE .what = "the name of a file"

const struct option_row option_rows[] = {
	GROUP(TRACING, "Targets (one is needed)"),
	GROUP(IN_TOP, "Targets (default: the whole system)"),
	TAKES(TARGETS, 'p', "pid", "PID[,PID]...", set_pids, "processes, with all their threads; or NAME: all that have it"),
	TAKES(TARGETS, 't', "tid", "TID[,TID]...", set_tids, "threads"),
	FLAG(TARGETS, 'a', "all-cpus", all, true, "the whole system"),
	TAKES(TARGETS, 'u', "user", "USER", set_user, "run the command as this user; without one: as --uid"),
	READS(TARGETS, 0, "uid", "USER", VALUE_USER, uid, "only this user's processes (name or number)", HAS(has_uid)),
	TAKES(TARGETS, 'G', "cgroup", "CGROUP", set_cgroup, "only processes in or below this cgroup (v2); repeatable"),
	TAKES(TARGETS, 0, "container", "NAME[,NAME]...", set_container, "only processes in these containers, by name or ID"),
	TAKES(TARGETS, 0, "pod", "NAME[,NAME]...", set_pod, "only processes in these Kubernetes pods"),
	TAKES(TARGETS, 0, "unit", "NAME[,NAME]...", set_unit, "only processes of these systemd units"),
	READS(TARGETS, 0, "filter-pids", "PID[,PID]...", VALUE_IDS, filter_pids, "never these processes"),
	FLAG(TARGETS, 0, "no-inherit", inherit, false, "do not follow children and new threads"),
	READS(TARGETS, 0, "host", "HOST[,HOST]...", VALUE_NAME, remote.hosts, "on these hosts, by ssh; record: a file of each",
	      .what = "names of hosts"),
	FLAG(TARGETS, 0, "sudo", remote.sudo, true, "--host: as root there, by sudo without a password"),
	READS(TARGETS, 0, "ssh", "COMMAND", VALUE_NAME, remote.ssh, "--host: what reaches them (default ssh)", .what = "a command"),
	READS(TARGETS, 0, "remote-trace", "PATH", VALUE_NAME, remote.program, "--host: where trace is there (default: in PATH)",
	      .what = "a path"),
	FLAG(IN_RECORD, 0, "serve", serve, true, NULL),

	GROUP(SELECTING, "Selecting calls and events"),
	READS(READING, 'p', "pid", "PID[,PID]...", VALUE_IDS, pids, "only these processes"),
	TAKES(READING, 't', "tid", "TID[,TID]...", set_tids, "only these threads"),
	TAKES(SELECTING, 'e', "expr", "LIST", set_select, "names, globs, /regexes/, %classes; ! excludes; cumulative"),
	TAKES(EVERY, 0, "event", "LIST", set_select, "the same, for other events: sched:sched_switch,'block:*'"),
	TAKES(TRACING, 0, "filter", "EXPR", set_filter, "kernel filter of the events before it: 'prev_prio < 100'"),
	TAKES(EVERY, 'F', "pf", "WHICH", set_faults, "page faults, too: all, maj or min"),
	FLAG(EVERY, 0, "no-aio", no_aio, true, "leave out requests of aio (io_submit)"),
	FLAG(EVERY, 0, "no-io-uring", no_uring, true, "leave out requests of io_uring"),
	FLAG(EVERY, 0, "no-syscalls", no_calls, true, "only events and page faults, no calls"),
	FLAG(SELECTING, 0, "failure", only_failed, true, "only calls that failed"),
	FLAG(SELECTING, 0, "success", only_ok, true, "only calls that succeeded"),
	READS(SELECTING, 0, "errno", "LIST", VALUE_ERRNOS, errnos, "only calls that failed with one of these: ENOENT,EACCES", HAS(has_errnos)),
	READS(SELECTING, 0, "duration", "MS", VALUE_MS, min_dur, "only calls of at least MS milliseconds (0.5)"),
	TAKES(SELECTING, 0, "path", "PREFIX", set_path, "only calls on files at or below it; repeatable"),
	TAKES(IN_LIVE | READING | IN_TOP, 0, "comm", "NAME", set_comm, "only threads with this name, or 'glob*'; repeatable"),
	READS(EVERY, 0, "signals", "LIST", VALUE_SIGNALS, other.signals, "only these signals: CHLD,SEGV; ! excludes; all or none",
	      HAS(has_signals)),
	READS(EVERY, 0, "exits", "WHICH", VALUE_WORD, other.exits, "ends of threads: all, only the targets', or none",
	      .what = "all, targets, none", HAS(has_exits)),
	READS(EVERY, 0, "switch-on", "LIST", VALUE_SWITCH, switch_on, "nothing before one of these events or syscalls"),
	READS(EVERY, 0, "switch-off", "LIST", VALUE_SWITCH, switch_off, "nothing after one of these"),
	READS(EVERY, 'D', "delay", "MS", VALUE_MS, delay, "nothing in the first MS milliseconds"),
	TAKES(EVERY, 'C', "cpu", "LIST", set_cpus, "only calls and events on these CPUs: 0-3,8"),
	READS(READING, 0, "from", "TIME", VALUE_TIME_SPEC, from, "from this time on: seconds since the start, or 12:34:56"),
	READS(READING, 0, "until", "TIME", VALUE_TIME_SPEC, until, "up to this time"),
	READS(IN_REPLAY, 0, "to", "TIME", VALUE_TIME_SPEC, until, NULL),
	READS(EVERY, 0, "max-events", "N", VALUE_COUNT, max_events, "stop after N calls and events", .min = 1, .max = UINT64_MAX),

	GROUP(EVERY | IN_TOP, "Output"),
	READS(IN_LIVE, 'o', "output", "FILE", VALUE_NAME, output, "output file; - is standard output (default: standard error)", A_FILE),
	DOES(IN_TOP, 'b', "batch", set_batch, "tables one after another on standard output, for pipes; of recordings always"),
	READS(IN_TOP, 'n', "rounds", "N", VALUE_COUNT, top.rounds, "end after N tables", .min = 1, .max = UINT64_MAX),
	READS(IN_TOP, 'o', "output", "FILE", VALUE_NAME, output, "--batch: output file (default: standard output)", A_FILE),
	TAKES(IN_TOP, 0, "by", "PART", set_top_by, "rows: process (default), thread, syscall, comm, file, socket, cgroup, …"),
	TAKES(IN_TOP, 0, "interval", "S", set_interval, "seconds between two tables (default 1)"),
	READS(IN_TOP, 0, "sort", "COLUMN", VALUE_WORD, summary.sort, "by calls (default), errors, total, avg, p50, p99, max, bytes, name",
	      .what = SUMMARY_COLUMNS, HAS(summary.sorted)),
	READS(IN_TOP, 0, "top", "N", VALUE_COUNT, summary.top, "--batch: only the first N rows", .min = 1, .max = 1000000),
	READS(IN_RECORD, 'o', "output", "FILE", VALUE_NAME, output, "the recording (default trace.data); - is standard output", A_FILE),
	READS(IN_REPLAY, 'o', "output", "FILE", VALUE_NAME, output, "output file (default: standard output)", A_FILE),
	{ IN_CONVERT, 0, "to", "FORMAT", .set = set_format, .words = views__names, .help = "%s: required" },
	READS(IN_CONVERT, 'o', "output", "FILE", VALUE_NAME, output, "output file (ctf: a directory; clickhouse: a URL); default: standard output", A_FILE),
	READS(IN_REPORT, 'o', "output", "FILE", VALUE_NAME, output, "the page (default report.html); - is standard output", A_FILE),
	FLAG(IN_CONVERT, 0, "force", force, true, "ctf: replace a trace that is in the directory"),
	TAKES(IN_CONVERT, 0, "tables", "NAME[,NAME]...", set_tables, "clickhouse: only these tables; all (default: not args, strings, fds)"),
	TAKES(IN_CONVERT, 0, "schema", "FORMAT", set_schema, "print the statements that make the tables of: clickhouse"),
	TAKES(IN_CONVERT, 0, "cluster", "NAME", set_cluster, "--schema: of the servers of this cluster, with Distributed tables"),
	{ SHOWING, 0, "format", "FORMAT", .set = set_format, .words = views__names, .help = "%s" },
	READS(SHOWING | IN_CONVERT, 0, "weight", "WHAT", VALUE_WORD, w.weight,
	      "folded, flame: by time in calls (default), calls, bytes, off-cpu",
	      .what = "time, calls, bytes, off-cpu, count"),
	TAKES(SHOWING | IN_CONVERT, 0, "flame", "FILE", set_flame, "flame graph of the calls, as SVG: --format flame -k -o FILE"),
	DOES(SHOWING, 'T', "time", set_time_of_day, "time of day instead of ms since the start; -TT: with the date"),
	CLOCK(SHOWING, 'r', "relative-timestamps", CLOCK_SINCE_LINE, "milliseconds since the line before"),
	CLOCK(SHOWING, 0, "epoch", CLOCK_EPOCH, "seconds since the Epoch, which is 1970-01-01 UTC"),
	FLAG(SHOWING, 0, "no-duration", w.duration, false, "leave out durations"),
	FLAG(SHOWING, 0, "no-comm", w.comm, false, "leave out names of threads"),
	FLAG(SHOWING, 0, "show-comm", thread_column, true, "show the thread even if only one can occur"),
	FLAG(SHOWING, 0, "no-thread", no_thread, true, "leave out the thread"),
	FLAG(SHOWING, 0, "show-cpu", w.cpu, true, "show the CPU"),
	TAKES(SHOWING, 0, "show", "COLUMN[,COLUMN]...", set_show, "whose the thread is: user, cgroup, container, pod, unit"),
	FLAG(SHOWING | CONVERTING, 0, "prefix", w.prefix, true, "keep prefixes of constants: O_RDONLY instead of RDONLY"),
	TAKES(EVERY, 0, "string-limit", "N", set_string_limit, "bytes of a string that are shown (default 64; all); -s N, too"),
	NUMBER(EVERY, 's', "N", set_string_limit),
	TAKES(SHOWING | CONVERTING, 0, "late", "WHICH", set_late, "unconfirmed memory: hide (default), or show, marked"),
	FLAG(SHOWING | CONVERTING, 0, "verbose", verbose_structs, true, "show structures whole"),
	FLAG(EVERY, 0, "env", env, true, "show the environment that execve passes, instead of counting it"),
	FLAG(EVERY, 0, "names", names, true, "show, or record, names of users and groups; --verbose: devices"),
	FLAG(SHOWING | IN_RECORD, 0, "peers", peers, true, "show, or record, who has the other end of pipes and sockets"),
	FLAG(EVERY, 0, "decode-pids", decode_pids, true, "show IDs in trace's PID namespace, too"),
	FLAG(SHOWING, 0, "fold", fold, true, "repeated calls as one line: how often, how long, bytes in all"),
	TAKES(SHOWING, 0, "width", "N", set_width, "fold lines at column N; auto (default): at the terminal's; none"),
	TAKES(SHOWING, 0, "color", "[=WHEN]", set_color, "auto (default: on a terminal), always or never"),
	TAKES(IN_LIVE | READING, 0, "progress", "[=WHEN]", set_progress, "how far recordings are read: auto (on a terminal), always, never"),

	GROUP(SHOWING | IN_RECORD, "Summaries"),
	DOES(IN_RECORD, 's', "summary", set_summary, "record how many calls there were, instead of calls"),
	DOES(SHOWING, 's', "summary", set_summary, "only how many calls, errors, bytes, and how long they took"),
	DOES(SHOWING, 'S', "with-summary", set_summary, "the lines, then the summary"),
	DOES(SHOWING, 0, "histogram", set_summary, "how durations are distributed, as bars"),
	{ SHOWING, 0, "heat", "[=FILE]", "durations over time, as a map; in FILE.svg: as a picture", .set = set_heat, .next = ".svg" },
	TAKES(SHOWING | IN_RECORD, 0, "by", "PART[,PART]...", set_by, "groups by syscall (default), thread, comm, fd, path, errno, …"),
	READS(SHOWING, 0, "sort", "COLUMN", VALUE_WORD, summary.sort, "by total (default), calls, errors, p50, p99, max, bytes, name",
	      .what = SUMMARY_COLUMNS, HAS(summary.sorted)),
	READS(SHOWING, 0, "top", "N", VALUE_COUNT, summary.top, "only the first N groups, in each group above", .min = 1, .max = 1000000),
	TAKES(SHOWING, 0, "interval", "S", set_interval, "a summary every S seconds, of the calls since the one before"),
	FLAG(SHOWING | IN_RECORD, 0, "errors", summary.errors, true, "errors by number, with a typical path"),

	GROUP(IN_LIVE, "Metrics"),
	FLAG(IN_LIVE, 0, "metrics", metrics.on, true, "serve metrics for Prometheus: as 'trace metrics'"),
	READS(IN_LIVE, 0, "listen", "ADDRESS:PORT", VALUE_NAME, metrics.listen, "... there: 127.0.0.1:9750", .what = "an address and a port"),
	READS(IN_LIVE, 0, "per", "WHAT", VALUE_WORD, metrics.per, "also of each comm (default), cgroup, container, pod, unit, user, none",
	      .what = METRICS_OWNERS),

	GROUP(SHOWING, "Views"),
	TAKES(SHOWING, 0, "view", "NAME", set_view, "columns of files, execs, io, net, …: as 'trace NAME'"),
	TAKES(SHOWING, 0, "slow", "MS|pN", set_slow, "only calls that took so long, with stacks and the calls before them"),
	TAKES(EVERY, 0, "wait", "[=MS]", set_wait, "where the time of calls went that waited (MS or more); who woke them"),
	DOES(SHOWING, 0, "waits", set_waits, "only who waited for whom, and how long: as 'trace waits'"),
	FLAG(SHOWING, 0, "dot", wait.dot, true, "trace waits: a graph for Graphviz, instead of a table"),

	GROUP(EVERY, "Call stacks"),
	TAKES(EVERY, 'k', "call-graph", "[=fp|dwarf]", set_call_graph, "call stacks; dwarf: of programs without frame pointers"),
	READS(SHOWING | CONVERTING, 0, "stacks", "WHICH", VALUE_WORD, stack_part, "frames that are shown: all (default), user or kernel",
	      .what = "all, kernel, user", HAS(has_frames)),
	READS(EVERY, 0, "max-stack", "N", VALUE_COUNT, max_stack, "at most N frames of the program, and of the kernel (default 127)",
	      .min = 1, .max = STACK_FRAMES, HAS(has_frames)),
	READS(SHOWING | CONVERTING, 0, "min-stack", "N", VALUE_COUNT, min_stack, "only calls and events with N frames or more",
	      .min = 1, .max = 2 * STACK_FRAMES, HAS(has_frames)),

	GROUP(EVERY | IN_TOP, "Capture"),
	READS(TARGETS, 0, "source", "WHICH", VALUE_WORD, kernel_by, "bpf, perf, or auto (default): bpf if it is permitted",
	      .what = "auto, bpf, perf"),
	TAKES(TRACING, 0, "attach", "WHERE", set_attach, "where BPF takes calls: functions, tracepoints, or auto (default)"),
	READS(TRACING, 0, "keep-programs", "WHEN", VALUE_WORD, keep_programs, "yes (default) or no: leave BPF programs loaded for root's next run",
	      .what = "yes, no"),
	FLAG(TRACING, 0, "hold", hold, true, "a command's calls wait while their paths and addresses are read"),
	READS(TARGETS, 'm', "buffer-size", "SIZE", VALUE_SIZE, ring_bytes, "size of all buffers together, such as 64M (default: adapts)",
	      RINGS),
	READS(TRACING, 0, "memory", "SIZE", VALUE_SIZE, memory, "memory for events that wait (default: 1/4 of what is free)",
	      HAS(has_memory)),
	FLAG(TRACING, 0, "lossless", lossless, true, "pause a command, or the group of -G, when that memory fills up"),
	FLAG(EVERY, 0, "fail-on-loss", fail_on_loss, true, "exit status 124 if events were lost"),

	GROUP(EVERY, "Recordings"),
	READS(SHOWING, 'i', "input", "FILE", VALUE_NAME, input, "show a recording: as 'trace replay FILE'", .what = "the name of a recording"),
	READS(IN_LIVE, 0, "also-record", "FILE", VALUE_NAME, also_record, "also write a recording, for 'trace replay'", A_FILE),
	TAKES(TRACING, 0, "compress", "LEVEL", set_compress, "level of zstd, 1 to 19 (default 3), or none"),
	READS(IN_RECORD, 0, "max-size", "SIZE", VALUE_SIZE, max_size, "stop when the recording has this size, such as 1G", FILE_BYTES),
	READS(IN_RECORD, 0, "spool-limit", "SIZE", VALUE_SIZE, spool_limit, NULL, .min = SPOOL_LEAST, .what = ""),
	TAKES(IN_RECORD, 0, "rotate", "SIZE|TIME", set_rotate, "begin a new file every 100M, or 30s, 10min, 1h, 1d"),
	READS(IN_RECORD, 0, "keep", "N", VALUE_COUNT, keep, "files to keep of a rotation or flight recorder (default 10)", .min = 1, .max = 10000),
	READS(IN_RECORD, 0, "flight-recorder", "SIZE", VALUE_SIZE, flight_bytes, "keep the newest in memory; write on SIGUSR2 and at the end",
	      FILE_BYTES),
	READS(IN_RECORD, 0, "trigger-duration", "MS", VALUE_MS, trigger_dur, "write also after a call of at least MS milliseconds"),
	READS(IN_RECORD, 0, "trigger-errno", "LIST", VALUE_ERRNOS, trigger_errnos, "write also after a call that failed with one of these",
	      HAS(has_trigger_errnos)),

	GROUP(EVERY | IN_TOP, "About trace"),
	REPEATS(EVERY | IN_TOP, 'v', NULL, verbosity, "print on standard error what is in use"),
	REPEATS(EVERY, 'q', "quiet", quiet, "fewer messages; -qq: also no ends of threads"),
	SAYS(EVERY | IN_TOP, 'h', "help", serve_help, "this text"),
	SAYS(EVERY, 'V', "version", serve_version, "the version"),

	/* Names of the same options in perf trace and strace */
	FLAG(TRACING, 0, "all", all, true, NULL),
	TAKES(EVERY, 0, "trace", "LIST", set_select, NULL),
	FLAG(SHOWING, 0, "no-abbrev", verbose_structs, true, NULL),
	FLAG(EVERY, 'z', "successful-only", only_ok, true, NULL),
	FLAG(EVERY, 'Z', "failed-only", only_failed, true, NULL),
	TAKES(EVERY, 'P', "trace-path", "PREFIX", set_path, NULL),
	TAKES(EVERY, 0, "stack-traces", "[=fp|dwarf]", set_call_graph, NULL),
	IGNORED(TRACING, 'f', "follow-forks"),
	IGNORED(EVERY, 'y', NULL),
	IGNORED(TRACING, 0, "seccomp-bpf"),
	IGNORED(TRACING, 0, "force"),
	IGNORED(TRACING, 0, "syscalls"),
	READS(TRACING, 0, "mmap-pages", "SIZE", VALUE_SIZE, ring_bytes, NULL, RINGS),
};
const unsigned noption_rows = sizeof(option_rows) / sizeof(option_rows[0]);
