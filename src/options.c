/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * options.c - owns the command line: the table of options, and how they go together.
 *
 * What is wrong is said in one line that names it. The first argument that is no option begins the command.
 */
#include "options.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "msg.h"
#include "names.h"
#include "nearest.h"
#include "option_table.h"
#include "option_values.h"
#include "writer.h"

#define STRING_LIMIT 64
#define STRING_LIMIT_MAX 4095	/* what the kernel side can copy of one string: CHUNK_BIG, less the NUL */

/* -- What options do ------------------------------------------------------------------------------------------------- */

static int set_pids(struct options *o, const char *as, const char *value)
{
	return value__ids(as, value, &o->pids);
}

static int set_tids(struct options *o, const char *as, const char *value)
{
	return value__ids(as, value, &o->tids);
}

static int set_filter_pids(struct options *o, const char *as, const char *value)
{
	return value__ids(as, value, &o->filter_pids);
}

static int set_user(struct options *o, const char *as, const char *value)
{
	o->has_uid = true;
	return value__user(as, value, &o->uid);
}

static int set_cgroup(struct options *o, const char *as, const char *value)
{
	o->cgroup = (char *)value;
	return value__nonempty(as, value, "the path of a cgroup");
}

static int set_select(struct options *o, const char *as, const char *value)
{
	char why[256];

	(void)as;
	o->selected = true;
	if (syscall_select__add(&o->select, value, why, sizeof(why)) == 0)
		return 0;
	msg__error("%s", why);
	return -EINVAL;
}

static int set_errnos(struct options *o, const char *as, const char *value)
{
	o->has_errnos = true;
	return value__errnos(as, value, o->errnos);
}

static int set_duration(struct options *o, const char *as, const char *value)
{
	return value__ms(as, value, &o->min_dur);
}

static int add_path(struct options *o, const char *path)
{
	char **more;

	for (unsigned i = 0; i < o->npaths; i++)
		if (!strcmp(o->paths[i], path))
			return 0;
	more = realloc(o->paths, (o->npaths + 2) * sizeof(*more));
	if (!more)
		return -ENOMEM;
	o->paths = more;
	more[o->npaths + 1] = NULL;
	more[o->npaths] = strdup(path);
	if (!more[o->npaths])
		return -ENOMEM;
	o->npaths++;
	return 0;
}

/* As programs write it and, where symbolic links lead elsewhere, as the kernel names what was opened. */
static int add_path_and_target(struct options *o, const char *path)
{
	char *cwd = getcwd(NULL, 0), *real = realpath(path, NULL);
	struct name *dir = cwd ? name__new(cwd, strlen(cwd)) : NULL;
	struct name *full = name__join(dir, path, strlen(path));
	int err = full ? add_path(o, full->text) : -ENOENT;

	if (!err && real)
		err = add_path(o, real);
	name__put(full);
	name__put(dir);
	free(cwd);
	free(real);
	return err;
}

static int set_path(struct options *o, const char *as, const char *value)
{
	if (value__nonempty(as, value, "a path"))
		return -EINVAL;
	if (add_path_and_target(o, value) == 0)
		return 0;
	msg__error("%s: the working directory is not known: give '%s' as an absolute path", as, value);
	return -EINVAL;
}

static int set_max_events(struct options *o, const char *as, const char *value)
{
	return value__count(as, value, 1, UINT64_MAX, &o->max_events);
}

static int set_output(struct options *o, const char *as, const char *value)
{
	o->output = value;
	return value__nonempty(as, value, "the name of a file");
}

static int set_format(struct options *o, const char *as, const char *value)
{
	struct nearest near = { .word = value };
	char names[128] = "";
	size_t n = 0;

	o->writer = writer__find(value);
	if (o->writer)
		return 0;
	for (const struct writer *const *w = writer__all(); *w; w++) {
		nearest__offer(&near, (*w)->name);
		n += (size_t)snprintf(names + n, n < sizeof(names) ? sizeof(names) - n : 0, "%s%s", n ? ", " : "", (*w)->name);
	}
	if (near.best)
		msg__error("%s: unknown format '%s', did you mean '%s'?", as, value, near.best);
	else
		msg__error("%s: unknown format '%s': there are %s", as, value, names);
	return -EINVAL;
}

static int set_color(struct options *o, const char *as, const char *value)
{
	static const char *const when[] = { "never", "always", "auto" };

	o->color = 1;
	for (int i = 0; value && i < 3; i++)
		if (!strcmp(value, when[i])) {
			o->color = i;
			return 0;
		}
	if (!value)
		return 0;
	msg__error("%s: '%s' is none of auto, always, never", as, value);
	return -EINVAL;
}

static int set_string_limit(struct options *o, const char *as, const char *value)
{
	uint64_t n;
	int err = value__count(as, value, 0, STRING_LIMIT_MAX, &n);

	if (!err)
		o->w.string_limit = (unsigned)n;
	return err;
}

static int set_ring_bytes(struct options *o, const char *as, const char *value)
{
	return value__size(as, value, &o->ring_bytes);
}

static int more_verbose(struct options *o, const char *as, const char *value)
{
	(void)as, (void)value;
	o->verbosity++;
	return 0;
}

static int serve_help(struct options *o, const char *as, const char *value)
{
	(void)o, (void)as, (void)value;
	options__print_help();
	return 1;
}

static int serve_version(struct options *o, const char *as, const char *value)
{
	(void)o, (void)as, (void)value;
	options__print_version();
	return 1;
}

/* -- The table ------------------------------------------------------------------------------------------------------- */

const struct option_row option_rows[] = {
	GROUP("Targets (with none: the whole system)"),
	TAKES('p', "pid", "PID[,PID]...", set_pids, "processes, with all their threads"),
	TAKES('t', "tid", "TID[,TID]...", set_tids, "threads"),
	FLAG('a', "all-cpus", all, true, "the whole system"),
	TAKES('u', "uid", "USER", set_user, "only what this user's processes do (name or number)"),
	TAKES('G', "cgroup", "CGROUP", set_cgroup, "only what processes below this cgroup (v2) do"),
	TAKES(0, "filter-pids", "PID[,PID]...", set_filter_pids, "never these processes"),
	FLAG(0, "no-inherit", inherit, false, "do not follow children and new threads"),

	GROUP("Choosing calls"),
	TAKES('e', "expr", "LIST", set_select, "names, globs, /regexes/, %classes; ! takes away; cumulative"),
	FLAG(0, "failure", only_failed, true, "only calls that failed"),
	FLAG(0, "success", only_ok, true, "only calls that succeeded"),
	TAKES(0, "errno", "LIST", set_errnos, "only calls that failed with one of these: ENOENT,EACCES"),
	TAKES(0, "duration", "MS", set_duration, "only calls that took so many milliseconds or more (0.5)"),
	TAKES(0, "path", "PREFIX", set_path, "only calls on files at or below it; repeatable"),
	TAKES(0, "max-events", "N", set_max_events, "stop after N calls"),

	GROUP("Output"),
	TAKES('o', "output", "FILE", set_output, "write there; - is standard output (default: standard error)"),
	TAKES(0, "format", "FORMAT", set_format, "text (default) or json"),
	FLAG('T', "time", w.wall_clock, true, "time of day instead of milliseconds since the start"),
	FLAG(0, "no-duration", w.duration, false, "leave out how long calls took"),
	FLAG(0, "no-comm", w.comm, false, "leave out names of threads"),
	FLAG(0, "show-comm", thread_column, true, "name the thread even while only one shows"),
	FLAG(0, "show-cpu", w.cpu, true, "show the CPU"),
	FLAG(0, "prefix", w.prefix, true, "keep prefixes of constants: O_RDONLY instead of RDONLY"),
	TAKES(0, "string-limit", "N", set_string_limit, "bytes of a string that are shown (default 64)"),
	FLAG(0, "verbose", verbose_structs, true, "show structures whole"),
	FLAG(0, "env", env, true, "show the environment that execve passes, instead of counting it"),
	TAKES(0, "color", "[=WHEN]", set_color, "auto (default: on a terminal), always or never"),

	GROUP("Capture"),
	TAKES('m', "buffer-size", "SIZE", set_ring_bytes, "size of all buffers together, such as 64M (default: adapts)"),
	FLAG(0, "fail-on-loss", fail_on_loss, true, "exit status 124 when events were lost"),

	GROUP("About trace"),
	DOES('v', NULL, more_verbose, "say on standard error what is in use"),
	DOES('h', "help", serve_help, "this text"),
	DOES('V', "version", serve_version, "the version"),

	/* Names that perf trace and strace use for the same */
	FLAG(0, "all", all, true, NULL),
	TAKES(0, "user", "USER", set_user, NULL),
	TAKES(0, "trace", "LIST", set_select, NULL),
	FLAG(0, "no-abbrev", verbose_structs, true, NULL),
	FLAG(0, "successful-only", only_ok, true, NULL),
	FLAG(0, "failed-only", only_failed, true, NULL),
	TAKES(0, "mmap-pages", "SIZE", set_ring_bytes, NULL),
};
const unsigned noption_rows = sizeof(option_rows) / sizeof(option_rows[0]);

#define ROWS (sizeof(option_rows) / sizeof(option_rows[0]))
#define LONG 256		/* getopt_long() returns LONG plus the row's index for a long name */

/* Letters of strace that people type by habit. */
static const struct {
	char letter;
	const char *instead;
} habits[] = {
	{ 'f', "children are followed anyway; --no-inherit turns it off" },
	{ 'y', "descriptors are shown with what they name anyway" },
	{ 's', "--string-limit N sets how much of a string is shown" },
	{ 'P', "--path PREFIX chooses by path" },
	{ 'z', "--success shows only calls that succeeded" },
	{ 'Z', "--failure shows only calls that failed" },
};

/* -- Parsing --------------------------------------------------------------------------------------------------------- */

/* What getopt_long() goes by, made from the table; `as` is where an option in work is spelt out. */
struct parser {
	char letters[2 + 2 * ROWS + 1];
	struct option longs[ROWS + 1];
	char as[64];
};

static void parser__init(struct parser *p)
{
	struct option *l = p->longs;
	char *c = p->letters;

	*c++ = '+';		/* the first argument that is no option ends them */
	*c++ = ':';		/* messages are ours */
	for (unsigned i = 0; i < ROWS; i++) {
		const struct option_row *row = &option_rows[i];
		int has_arg = option_row__is_optional(row) ? optional_argument : row->value ? required_argument : no_argument;

		if (row->letter)
			*c++ = row->letter;
		if (row->letter && row->value)
			*c++ = ':';
		if (row->name)
			*l++ = (struct option){ row->name, has_arg, NULL, LONG + (int)i };
	}
	*c = '\0';
	*l = (struct option){ 0 };
}

static const struct option_row *row_of(int opt)
{
	if (opt >= LONG)
		return &option_rows[opt - LONG];
	for (unsigned i = 0; i < ROWS; i++)
		if (option_rows[i].letter == opt)
			return &option_rows[i];
	return NULL;
}

static const char *spell(struct parser *p, int opt)
{
	if (opt >= LONG)
		snprintf(p->as, sizeof(p->as), "--%s", row_of(opt)->name);
	else
		snprintf(p->as, sizeof(p->as), "-%c", opt);
	return p->as;
}

static int unknown_letter(int letter)
{
	msg__error("unknown option '-%c'", letter);
	for (unsigned i = 0; i < sizeof(habits) / sizeof(habits[0]); i++)
		if (habits[i].letter == letter) {
			msg__hint("%s.", habits[i].instead);
			return -EINVAL;
		}
	msg__hint("'trace --help' lists all options.");
	return -EINVAL;
}

/* `word` is a long option that getopt_long() did not take: nothing begins so, or several do. */
static int unknown_name(const char *word)
{
	struct nearest near = { 0 };
	char name[64], fits[256] = "";
	size_t len = strcspn(word, "="), n = 0;

	snprintf(name, sizeof(name), "%.*s", (int)len, word);
	near.word = name;
	for (unsigned i = 0; i < ROWS; i++) {
		const struct option_row *row = &option_rows[i];

		if (!row->name)
			continue;
		nearest__offer(&near, row->name);
		if (row->help && !strncmp(row->name, name, len) && n < sizeof(fits))
			n += (size_t)snprintf(fits + n, sizeof(fits) - n, "%s--%s", n ? ", " : "", row->name);
	}
	if (n && len)
		msg__error("option '--%s' could be any of %s", name, fits);
	else if (near.best)
		msg__error("unknown option '--%s', did you mean '--%s'?", name, near.best);
	else
		msg__error("unknown option '--%s'", name);
	if (!near.best && !n)
		msg__hint("'trace --help' lists all options.");
	return -EINVAL;
}

/* getopt_long() returned '?' or ':'. */
static int refuse(struct parser *p, int opt, char **argv)
{
	if (opt == ':') {
		msg__error("option '%s' needs a value: %s", spell(p, optopt), row_of(optopt)->value);
		return -EINVAL;
	}
	if (optopt >= LONG) {
		msg__error("option '%s' takes no value", spell(p, optopt));
		return -EINVAL;
	}
	if (optopt)
		return unknown_letter(optopt);
	return unknown_name(argv[optind - 1] + 2);
}

static int apply(struct options *o, const struct option_row *row, const char *as, const char *value)
{
	if (row->set)
		return row->set(o, as, value);
	*(bool *)((char *)o + row->at) = row->to;
	return 0;
}

static int parse_options(struct options *o, int argc, char **argv)
{
	struct parser p;
	const char *last = NULL;
	int opt, err = 0;

	parser__init(&p);
	optind = 0;		/* begin anew */
	opterr = 0;
	while (!err && (opt = getopt_long(argc, argv, p.letters, p.longs, NULL)) != -1) {
		last = optarg;
		err = opt == '?' || opt == ':' ? refuse(&p, opt, argv) : apply(o, row_of(opt), spell(&p, opt), optarg);
	}
	if (err)
		return err;
	if (optind < argc) {
		o->command = argv + optind;
	} else if (!strcmp(argv[argc - 1], "--") && last != argv[argc - 1] && argc > 1) {
		msg__error("no command after '--'");
		return -EINVAL;
	}
	return 0;
}

/* -- What does not go together --------------------------------------------------------------------------------------- */

static bool has_target(const struct options *o)
{
	return o->command || o->pids.n || o->tids.n;
}

static int check(const struct options *o)
{
	if (o->all && has_target(o))
		msg__error("-a traces the whole system: it cannot be combined with %s",
			   o->command ? "a command" : o->pids.n ? "-p" : "-t");
	else if (o->only_failed && o->only_ok)
		msg__error("--failure and --success exclude each other: leave both out to see all calls");
	else if (o->only_ok && o->has_errnos)
		msg__error("--success and --errno exclude each other: a call that succeeded has no error");
	else
		return 0;
	return -EINVAL;
}

static void set_defaults(struct options *o)
{
	const char *no_color = getenv("NO_COLOR");

	*o = (struct options){
		.inherit = true,
		.writer = writer__find("text"),
		.w = { .comm = true, .duration = true, .string_limit = STRING_LIMIT },
		.color = no_color && *no_color ? 0 : 2,
	};
}

int options__parse(struct options *o, int argc, char **argv)
{
	int err;

	syscalltbl__init();
	set_defaults(o);
	err = parse_options(o, argc, argv);
	if (!err)
		err = check(o);
	if (err) {
		options__free(o);
		return err;
	}
	o->all = !has_target(o);
	syscall_select__finish(&o->select, &o->calls);
	o->w.color = o->color == 1;
	msg__verbosity = o->verbosity;
	return 0;
}

void options__free(struct options *o)
{
	for (unsigned i = 0; i < o->npaths; i++)
		free(o->paths[i]);
	free(o->paths);
	free(o->pids.ids);
	free(o->tids.ids);
	free(o->filter_pids.ids);
	o->paths = NULL;
	o->npaths = 0;
	o->pids = o->tids = o->filter_pids = (struct id_list){ 0 };
}
