/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * options_parse.c - owns the command line: parsing, and which options exclude each other.
 *
 * An error is one message that names the option. In commands that trace, the first argument that is no option begins the traced
 * command; recordings may also stand before options.
 */
#include "config/options.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "beautifiers/verbs.h"
#include "bpf/wire.h"
#include "config/option_values.h"
#include "config/ready_views.h"
#include "lib/msg.h"
#include "option_foreign.h"
#include "option_table.h"
#include "option_words.h"
#include "options_summary.h"
#include "syscalltbl/nearest.h"
#include "views/views.h"

#define STRING_LIMIT 64
#define STRING_LIMIT_NONE UINT32_MAX	/* the option was not given */
#define COMPRESS_LEVEL 3
#define KEEP_FILES 10
#define STACK_DEFAULT_COPY 8192	/* bytes of a stack that --call-graph=dwarf copies */

static const char *const command_names[] = { "trace", "trace record", "trace replay", "trace convert", "trace info", "trace report" };

static const char *command_name(enum option_in in)
{
	return in & IN_TOP ? "trace top" : command_names[__builtin_ctz(in)];
}

/* -- Parsing --------------------------------------------------------------------------------------------------------- */

/* The option with the beginning of its value that identifies it: "-e signal=", "-o |". */
static const char *spell_value(struct parser *p, int opt, const char *value)
{
	size_t n = strlen(parser__spell(p, opt));

	snprintf(p->as + n, sizeof(p->as) - n, " %.*s", (int)strcspn(value, "=") + 1, value);
	return p->as;
}

static void hint_help(const struct parser *p)
{
	msg__hint("'%s --help' lists all options.", command_name(p->in));
}

/* The option belongs to another command. */
static int does_not_apply(const struct parser *p, const char *option)
{
	msg__error("option '%s' does not apply to '%s'", option, command_name(p->in));
	hint_help(p);
	return -EINVAL;
}

static int unknown_letter(const struct parser *p, int letter)
{
	char as[] = { '-', (char)letter, 0 };

	for (unsigned i = 0; i < noption_rows; i++)
		if (option_rows[i].letter == letter)
			return does_not_apply(p, as);
	msg__error("unknown option '%s'", as);
	hint_help(p);
	return -EINVAL;
}

/* getopt_long() refused the long option `word`: unknown, or an ambiguous abbreviation. */
static int unknown_name(const struct parser *p, const char *word)
{
	struct nearest near = { 0 };
	char name[64], fits[256] = "";
	size_t len = strcspn(word, "="), n = 0;

	snprintf(name, sizeof(name), "%.*s", (int)len, word);
	near.word = name;
	for (unsigned i = 0; i < noption_rows; i++) {
		const struct option_row *row = &option_rows[i];

		if (!row->name)
			continue;
		if (!(row->in & p->in) && !strcmp(row->name, name))
			return does_not_apply(p, word - 2);
		if (!(row->in & p->in))
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
		hint_help(p);
	return -EINVAL;
}

/* getopt_long() returned '?' or ':'. */
static int refuse(struct parser *p, int opt)
{
	if (opt == ':') {
		msg__error("option '%s' needs a value: %s", parser__spell(p, optopt), parser__row(p, optopt)->value);
		return -EINVAL;
	}
	if (optopt >= LONG_OPTION) {
		msg__error("option '%s' takes no value", parser__spell(p, optopt));
		return -EINVAL;
	}
	if (optopt)
		return unknown_letter(p, optopt);
	return unknown_name(p, p->argv[optind - 1] + 2);
}

static int apply(struct options *o, const struct option_row *row, const char *as, const char *value)
{
	void *to = (char *)o + row->at;

	if (row->has)
		*(bool *)((char *)o + row->has) = true;
	if (row->set)
		return row->set(o, as, value);
	switch (row->reads) {
	case VALUE_FLAG:	*(bool *)to = row->to; break;
	case VALUE_CLOCK:	*(enum clock_column *)to = (enum clock_column)row->to; break;
	case VALUE_REPEATS:	++*(unsigned *)to; break;
	case VALUE_NOTHING:	break;
	case VALUE_IDS:		return value__ids(as, value, to);
	case VALUE_MS:		return value__ms(as, value, to);
	case VALUE_TIME_SPEC:	return value__time_spec(as, value, to);
	case VALUE_SIZE:	return value__size(as, value, row->min, row->what, to);
	case VALUE_COUNT:	return value__count(as, value, row->min, row->max, to);
	case VALUE_NAME:	*(const char **)to = value; return value__nonempty(as, value, row->what);
	case VALUE_WORD:	return value__word(as, value, row->what, to);
	case VALUE_SWITCH:	*(const char **)to = value; return value__names(as, value, &o->switch_calls);
	case VALUE_ERRNOS:	return value__errnos(as, value, to);
	case VALUE_SIGNALS:	return value__signals(as, value, to);
	case VALUE_USER:	return value__user(as, value, to);
	}
	return 0;
}

static int parse_words(struct options *o, struct parser *p, int argc, const char **last)
{
	int opt, err = 0;

	for (optind = 0 /* restart */; !err && (opt = parser__next(p, argc)) != -1;) {
		bool bad = opt == '?' || opt == ':';

		if (!bad && parser__row(p, opt))
			parser__take_next(p, opt);
		*last = optarg;
		if (!bad && !parser__row(p, opt))
			continue;	/* another program's option, before --help */
		err = bad ? refuse(p, opt) : apply(o, parser__row(p, opt), parser__spell(p, opt), optarg);
		if (err < 0)
			foreign__explain(bad ? optopt : opt);
	}
	return err;
}

/* -- Other programs' options ----------------------------------------------------------------------------------------- */

/* getopt_long() returned '?' or ':', or another program's letter. */
static bool look_at_foreign(struct parser *p, struct foreign_answers *a, int opt)
{
	const char *word = p->argv[optind - 1];
	bool name = opt == '?' && (!optopt || optopt >= LONG_OPTION);
	const struct foreign_row *row = name ? foreign__name(word + 2) : foreign__letter(opt == '?' || opt == ':' ? optopt : opt);
	char as[32];

	if (!row)
		return false;
	if (name) {
		snprintf(as, sizeof(as), "--%s%s", row->name, optopt ? "=" : "");	/* our option has no value */
		optind += row->takes && !strchr(word, '=') && p->argv[optind];
	} else {
		snprintf(as, sizeof(as), "-%c", row->letter);
	}
	foreign_answers__add(a, as, row->instead);
	return true;
}

/* Parse next what getopt_long() took as a value. */
static void give_back(const struct parser *p)
{
	optind--;
	if (optarg == p->argv[optind])
		return;
	optarg[-1] = '-';
	p->argv[optind] = optarg - 1;
}

/* An option of ours: may another program's meaning be meant? */
static void look_at_ours(struct parser *p, struct foreign_answers *a, int opt)
{
	const char *instead = foreign__value(parser__row(p, opt)->letter, optarg), *word = p->argv[optind];

	if (instead)
		foreign_answers__add(a, spell_value(p, opt, optarg), instead);
	if (optarg && p->in & TARGETS && foreign__is_next(opt, optarg, optarg != p->argv[optind - 1])) {
		foreign_answers__note(a, opt);
		a->meant = true;
		give_back(p);
	} else if (!optarg && word && foreign__takes(parser__spell(p, opt), word)) {
		if (opt >= LONG_OPTION)
			foreign_answers__add(a, p->as, foreign__name(p->as + 2)->instead);
		a->meant = true;
		optind += *word != '-';
	}
	if (!optarg)
		foreign_answers__note(a, opt);
	if (opt < LONG_OPTION)
		foreign_answers__count(a, opt);
}

/* Answers all options that belong to other programs, by name or by value, before any option is applied. */
static int look(struct parser *p, int argc)
{
	struct foreign_answers a = { 0 };
	int opt;

	for (optind = 0; (opt = parser__next(p, argc)) != -1;) {
		bool known = opt != '?' && opt != ':' && parser__row(p, opt);

		if (known)
			parser__take_next(p, opt);
		if (known && parser__row(p, opt)->ends)
			return 0;
		if (known)
			look_at_ours(p, &a, opt);
		else if (!look_at_foreign(p, &a, opt) && opt == '?' && optopt < LONG_OPTION)
			foreign_answers__note(&a, optopt);
	}
	if (!a.n && !a.meant)
		return 0;
	foreign_answers__print(&a, command_name(p->in));
	return -EINVAL;
}

int options__each(enum option_in in, int argc, char **argv, options__each_fn *fn, void *ctx)
{
	struct options o = { .in = in & ~IN_TOP, .top.on = in & IN_TOP };
	struct parser p;
	int opt, err = 0;

	parser__init(&p, &o, argv);
	opterr = 0;
	for (optind = 0; !err && (opt = parser__next(&p, argc)) != -1;) {
		if (opt == '?' || opt == ':' || !parser__row(&p, opt))
			return -1;
		parser__take_next(&p, opt);
		err = fn(ctx, parser__row(&p, opt)->in, parser__spell(&p, opt), optarg);
	}
	return err ? -1 : optind;
}

static int parse_options(struct options *o, int argc, char **argv)
{
	struct parser p;
	const char *last = NULL;
	int err;

	parser__init(&p, o, argv);
	opterr = 0;
	err = look(&p, argc);
	if (!err)
		err = parse_words(o, &p, argc, &last);
	if (err)
		return err;
	if (o->in & READING) {
		o->files = argv + optind;
		o->nfiles = (unsigned)(argc - optind);
	} else if (optind < argc) {
		o->command = argv + optind;
	} else if (!strcmp(argv[argc - 1], "--") && last != argv[argc - 1] && argc > 1) {
		msg__error("no command after '--'");
		return -EINVAL;
	}
	return 0;
}

/* -- Combinations ---------------------------------------------------------------------------------------------------- */

static bool has_target(const struct options *o)
{
	return o->command || o->pids.n || o->tids.n || o->ncalled;
}

/* Without a target, perhaps because a shell variable is empty, nothing is traced, not the whole system. */
static int check_target(const struct options *o)
{
	if (!(o->in & TRACING) || o->input || o->all || has_target(o) || o->has_uid || o->ncgroups || o->nowners || o->top.on)
		return 0;
	msg__error("no target: give a command, -p PID, or -a for the whole system");
	if (o->ncomms)
		msg__hint("--comm NAME chooses threads by name here; --show-comm shows the name beside the id, as perf's --comm does.");
	return -EINVAL;
}

/* Stacks that nothing shows, chooses by, or records. */
static bool has_idle_stacks(const struct options *o)
{
	bool shown = !o->ready && (!o->summary.view || o->summary.with_lines);

	return (o->stacks != STACKS_NONE || o->has_frames) && !shown && !o->min_stack && !o->also_record && o->in != IN_RECORD;
}

static int check(const struct options *o)
{
	if (o->all && has_target(o))
		msg__error("-a traces the whole system: it cannot be combined with %s",
			   o->command ? "a command" : o->tids.n ? "-t" : "-p");
	else if (o->hold && (!o->command || o->pids.n || o->tids.n))
		msg__error("--hold is for a command that trace starts: calls of %s cannot be held",
			   o->all ? "the whole system" : "processes that run already");
	else if (o->only_failed && o->only_ok)
		msg__error("--failure and --success exclude each other: leave both out to see all calls");
	else if (has_idle_stacks(o))
		msg__error("-k has no effect: a %s shows no call stacks (--slow, --flame and lines do)", o->ready ? "view" : "summary");
	else if (o->only_ok && o->has_errnos)
		msg__error("--success and --errno exclude each other: a call that succeeded has no error");
	else if (o->flight_bytes && (o->rotate_bytes || o->rotate_ns || o->max_size))
		msg__error("--flight-recorder keeps records in memory: %s has no effect with it", o->max_size ? "--max-size" : "--rotate");
	else if ((o->trigger_dur || o->has_trigger_errnos) && !o->flight_bytes)
		msg__error("%s tells a flight recorder when to write: give --flight-recorder SIZE, too",
			   o->trigger_dur ? "--trigger-duration" : "--trigger-errno");
	else if (o->peers && o->view && o->view == &strace_view)
		msg__error("--peers is for text and JSON: strace's lines have no place for it");
	else if (o->also_record && o->output && !strcmp(o->also_record, o->output))
		msg__error("-o and --also-record name the same file, '%s': lines and a recording cannot be mixed", o->output);
	else if ((o->flight_bytes || o->rotate_bytes || o->rotate_ns) && o->output && !strcmp(o->output, "-"))
		msg__error("standard output is one file: %s needs a name", o->flight_bytes ? "--flight-recorder" : "--rotate");
	else if (o->no_calls && o->in & TRACING && !o->input && !o->events.n && !o->faults)
		msg__error("--no-syscalls leaves nothing to show: name events with -e SYSTEM:NAME, or page faults with -F");
	else
		return check_target(o);
	return -EINVAL;
}

void options__set_defaults(struct options *o, enum option_in in)
{
	const char *no_color = getenv("NO_COLOR");

	*o = (struct options){
		.in = in,
		.inherit = true,
		.view = in & SHOWING ? &text_view : NULL,
		.w = { .comm = true, .duration = true, .string_limit = STRING_LIMIT_NONE, .strace = STRACE_LOOK },
		.pending_ns = PENDING_NS,
		.compress = COMPRESS_LEVEL,
		.keep = KEEP_FILES,
		.stack_copy = STACK_DEFAULT_COPY,
		.max_stack = STACK_FRAMES,
		.progress = 2,
		.color = no_color && *no_color ? 0 : 2,
	};
}

/* -u: with a command, strace's meaning (run it as that user); without, perf's (trace that user). */
static int finish_user(struct options *o)
{
	if (!o->user)
		return 0;
	if (o->command)
		return value__run_as("-u", o->user, &o->run_as);
	o->has_uid = true;
	return value__user("-u", o->user, &o->uid);
}

/* Options about frames imply stacks. */
static void finish_stacks(struct options *o)
{
	if (o->has_frames && o->stacks == STACKS_NONE)
		o->stacks = STACKS_FP;
}

/* -e chooses among the calls of a view. */
static void finish_calls(struct options *o)
{
	static struct syscall_set of_view;

	syscall_select__finish(&o->select, &o->calls);
	if (o->ready && o->ready->select) {
		syscall_select__finish(&o->ready->calls, &of_view);
		for (unsigned abi = 0; abi < ABI_COUNT; abi++)
			for (unsigned i = 0; i < SYSCALL_SET_BITS / 64; i++)
				o->calls.bits[abi][i] &= of_view.bits[abi][i];
	}
	if (o->no_calls)
		memset(&o->calls, 0, sizeof(o->calls));
}

/* BPF reads memory at syscall entry: nothing has to wait. */
static void finish_hold(struct options *o)
{
	if (o->hold && o->kernel_by == BY_BPF) {
		msg__warn("--hold is not needed with --source bpf, which reads what calls pass as they begin: no calls wait");
		o->hold = false;
	}
}

static void finish_quiet(struct options *o)
{
	msg__verbosity = o->verbosity ? o->verbosity : -(o->quiet > 0);
	if (o->quiet < 2 || o->has_exits)
		return;
	o->has_exits = true;
	o->other.exits = EXITS_NONE;
}

int options__parse(struct options *o, int argc, char **argv)
{
	return options__parse_for(o, IN_LIVE, argc, argv);
}

int options__parse_for(struct options *o, enum option_in in, int argc, char **argv)
{
	int err;

	options__set_defaults(o, in & ~IN_TOP);
	o->top.on = in & IN_TOP;
	if (argc == 1 && in & TRACING && !o->top.on) {
		options__print_brief(in);
		return -EINVAL;
	}
	err = parse_options(o, argc, argv);
	if (!err)
		err = finish_user(o);
	if (!err)
		err = options__finish_summary(o);
	if (!err)
		err = check(o);
	if (err) {
		options__free(o);
		return err;
	}
	o->wait.on |= o->w.weight == WEIGHT_OFF_CPU;
	in = o->in;
	o->all = in & TRACING && !has_target(o) && !o->input;
	if (in & TRACING)
		finish_calls(o);
	o->argc = argc;
	o->argv = argv;
	o->w.color = o->color == 1;
	if (o->w.string_limit == STRING_LIMIT_NONE)
		o->w.string_limit = o->view == &strace_view ? STRACE_STRING_LIMIT : STRING_LIMIT;
	if (o->view == &strace_view)
		o->pending_ns = PENDING_STRACE_NS;
	finish_stacks(o);
	finish_hold(o);
	finish_quiet(o);
	options__finish_tally(o);
	o->ignored_signals = in == IN_RECORD || o->also_record || (o->view && o->view->ignored_signals);
	return 0;
}

int options__select(struct options *o)
{
	char why[256];

	o->select.abis = ABI_ALL;
	for (unsigned i = 0; i < o->nlists; i++)
		if (syscall_select__add(&o->select, o->lists[i], why, sizeof(why))) {
			msg__error("%s", why);
			return -EINVAL;
		}
	finish_calls(o);
	return 0;
}

bool options__switch_events(const struct options *o)
{
	return (o->switch_on && strchr(o->switch_on, ':')) || (o->switch_off && strchr(o->switch_off, ':'));
}

bool options__needs_maps(const struct options *o)
{
	return o->faults;
}

static void free_texts(char **texts, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		free(texts[i]);
	free(texts);
}

void options__free(struct options *o)
{
	free_texts(o->paths, o->npaths);
	free_texts(o->lists, o->nlists);
	free(o->run_as.name);
	for (unsigned i = 0; i < o->strace.ninjections; i++)
		free(o->strace.injections[i].pokes);
	free(o->strace.injections);
	free(o->strace.env);
	event_select__free(&o->events);
	free_texts(o->cgroups, o->ncgroups);
	for (unsigned i = 0; i < o->nowners; i++)
		free(o->owners[i].name);
	free(o->owners);
	free(o->comms);
	free(o->called);
	free(o->pids.ids);
	free(o->tids.ids);
	free(o->filter_pids.ids);
	*o = (struct options){ 0 };
}
