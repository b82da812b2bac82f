// SPDX-License-Identifier: BSD-2-Clause
/* strace_rows.c - owns the table of strace's options, and what each sets. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bpf/plan.h"
#include "bpf/wire.h"
#include "config/option_values.h"
#include "lib/msg.h"
#include "lib/vec.h"
#include "strace_parser.h"
#include "strace_words.h"

/* -- What options do ------------------------------------------------------------------------------------------------- */

static int set_column(struct strace_parser *p, const char *as, const char *value)
{
	int64_t n = strace__number(value, INT32_MAX);

	p->o->w.strace.column = (unsigned)n;
	return n < 0 ? strace__invalid(as, value) : 0;
}

static int set_detach(struct strace_parser *p, const char *as, const char *value)
{
	(void)as;
	p->o->strace.stop_at_execve = true;
	if (!strcmp(value, "execve"))
		return 0;
	msg__error("Syscall '%s' for -b isn't supported", value);
	return -EINVAL;
}

static int set_summary(struct strace_parser *p, enum summary_kind kind)
{
	enum summary_kind *now = &p->o->strace.summary.kind;

	if (*now != SUMMARY_NONE && *now != kind)
		return strace__refuse("-c/--summary-only and -C/--summary are mutually exclusive");
	*now = kind;
	return 0;
}

static int set_summary_only(struct strace_parser *p, const char *as, const char *value)
{
	(void)as, (void)value;
	return set_summary(p, SUMMARY_ONLY);
}

static int set_summary_too(struct strace_parser *p, const char *as, const char *value)
{
	(void)as, (void)value;
	return set_summary(p, SUMMARY_TOO);
}

static int set_daemonize(struct strace_parser *p, const char *as, const char *value)
{
	static const struct strace_word words[] = { { "grandchild", 1 }, { "pgroup", 2 }, { "pgrp", 2 }, { "session", 3 }, { NULL, 0 } };

	p->daemonize_long = strace__word(value, words, 1);
	return p->daemonize_long < 0 ? strace__invalid(as, value) : 0;
}

static int set_env(struct strace_parser *p, const char *as, const char *value)
{
	struct strace_config *c = &p->o->strace;

	(void)as;
	if (!VEC_MORE(c->env, c->nenv, 1))
		return msg__no_memory();
	c->env[c->nenv++] = (char *)value;
	return 0;
}

static int serve_help(struct strace_parser *p, const char *as, const char *value)
{
	(void)p, (void)as, (void)value;
	strace__print_help();
	return 1;
}

static int set_interruptible(struct strace_parser *p, const char *as, const char *value)
{
	static const struct strace_word words[] = {
		{ "anywhere", SIGNALS_ANYWHERE }, { "always", SIGNALS_ANYWHERE }, { "waiting", SIGNALS_WAITING },
		{ "never", SIGNALS_NEVER }, { "never_tstp", SIGNALS_NEVER_TSTP }, { NULL, 0 },
	};
	int64_t which = strace__word(value, words, 0);

	if (which < 0)
		which = strace__number(value, SIGNALS_NEVER_TSTP);
	if (which <= 0)
		return strace__invalid(as, value);
	p->o->strace.interruptible = (enum strace_signals)which;
	return 0;
}

static int set_stacks(struct strace_parser *p, const char *as, const char *value)
{
	(void)as;
	if (value && strcmp(value, "symbol") && strcmp(value, "source"))
		return strace__invalid(as, value);
	p->o->stacks = STACKS_DWARF;
	p->o->stack_part = STACK_USER;
	return 0;
}

static int set_frames(struct strace_parser *p, const char *as, const char *value)
{
	int64_t n = strace__number(value, INT32_MAX);

	if (n <= 0)
		return strace__invalid(as, value);
	p->o->max_stack = n < STACK_FRAMES ? (uint64_t)n : STACK_FRAMES;
	return 0;
}

static int set_output(struct strace_parser *p, const char *as, const char *value)
{
	(void)as;
	p->o->output = !strcmp(value, "-") ? "./-" : value;	/* to strace, "-" is a file of that name */
	return 0;
}

static int set_overhead(struct strace_parser *p, const char *as, const char *value)
{
	return strace__duration(value, &p->o->strace.summary.overhead) ? strace__invalid(as, value) : 0;
}

static int add_pid(struct strace_parser *p, char *word)
{
	int64_t pid = strace__number(word, INT32_MAX);

	if (pid > 0 && pid != getpid())
		return id_list__add(&p->pids, (pid_t)pid) ? msg__no_memory() : 0;
	if (pid > 0)
		msg__error("Process %s is the tracer itself", word);
	else
		msg__error("Invalid process id: '%s'", word);
	return -EINVAL;
}

/* Numbers with a comma or blank between them, as pidof(1) and pgrep(1) print them. An empty list is no error here. */
static int set_pids(struct strace_parser *p, const char *as, const char *value)
{
	char *copy = strdup(value), *word = copy, *end;
	int err = copy ? 0 : msg__no_memory();

	(void)as;
	while (!err && *word) {
		end = word + strcspn(word, "\n\t ,");
		if (*end)
			*end++ = '\0';
		err = add_pid(p, word);
		word = end;
	}
	free(copy);
	return err;
}

static int set_path(struct strace_parser *p, const char *as, const char *value)
{
	(void)as;
	if (!VEC_MORE(p->paths, p->npaths, 1))
		return msg__no_memory();
	p->paths[p->npaths++] = (char *)value;
	return 0;
}

static int set_since_line(struct strace_parser *p, const char *as, const char *value)
{
	int digits = strace__precision(value, 6);

	p->o->w.strace.since_line = (time_digits)digits;
	return digits < 0 ? strace__invalid(as, value) : 0;
}

static int set_duration(struct strace_parser *p, const char *as, const char *value)
{
	int digits = strace__precision(value, 6);

	p->o->w.strace.duration = (time_digits)digits;
	return digits < 0 ? strace__invalid(as, value) : 0;
}

static int set_string_limit(struct strace_parser *p, const char *as, const char *value)
{
	int64_t n = strace__number(value, UINT32_MAX / 4);

	p->o->w.string_limit = n < PLAN_WHOLE ? (unsigned)n : PLAN_WHOLE;
	return n < 0 ? strace__invalid(as, value) : 0;
}

static int set_sort(struct strace_parser *p, const char *as, const char *value)
{
	(void)as;
	p->sort++;
	return strace__sort_by(p, value);
}

static int set_columns(struct strace_parser *p, const char *as, const char *value)
{
	(void)as;
	p->columns++;
	return strace__columns(p, value);
}

/* One part of --absolute-timestamps=[[format:]FORMAT][,[precision:]PRECISION]. */
static bool take_clock_word(const char *word, int *format, int *digits)
{
	static const struct strace_word formats[] = { { "none", 1 }, { "time", 2 }, { "unix", 3 }, { NULL, 0 } };
	bool is_format = !strncasecmp(word, "format:", 7), is_precision = !strncasecmp(word, "precision:", 10);
	int n;

	word += is_format ? 7 : is_precision ? 10 : 0;
	n = is_precision ? 0 : strace__word(word, formats, 0);
	if (n > 0) {
		*format = n;
		return true;
	}
	n = is_format ? -1 : strace__precision(word, 0);
	if (n >= 0)
		*digits = n;
	return n >= 0;
}

static int read_clock(struct strace_look *look, const char *value)
{
	char *copy = strdup(value), *rest = NULL, *word;
	int format = 0, digits = -1, was = look->clock;
	bool valid = copy;

	for (word = copy ? strtok_r(copy, ",", &rest) : NULL; word && valid; word = strtok_r(NULL, ",", &rest))
		valid = take_clock_word(word, &format, &digits);
	free(copy);
	if (format > 1)
		look->clock_is_epoch = format == 3;
	if (digits < 0)
		digits = was >= 0 ? was : 0;
	look->clock = (time_digits)(format == 1 ? -1 : digits);
	return valid ? 0 : -EINVAL;
}

static int set_clock(struct strace_parser *p, const char *as, const char *value)
{
	p->has_clock = true;
	return read_clock(&p->o->w.strace, value ? value : "time") ? strace__invalid(as, value) : 0;
}

static int set_hex(struct strace_parser *p, const char *as, const char *value)
{
	static const struct strace_word words[] = {
		{ "none", HEX_NONE }, { "non-ascii-chars", HEX_CHARS }, { "non-ascii", HEX_NOT_ASCII }, { "all", HEX_ALL }, { NULL, 0 },
	};

	p->hex_long = strace__word(value, words, HEX_ALL);
	return p->hex_long < 0 ? strace__invalid(as, value) : 0;
}

static int set_numbers(struct strace_parser *p, const char *as, const char *value)
{
	static const char *const words[] = { [NUMBER_NAMED] = "abbrev", [NUMBER_RAW] = "raw", [NUMBER_BOTH] = "verbose" };

	for (unsigned i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (!strcmp(value, words[i])) {
			p->o->w.strace.numbers = (enum number_style)i;
			return 0;
		}
	return strace__invalid(as, value);
}

static int set_user(struct strace_parser *p, const char *as, const char *value)
{
	(void)as;
	p->user = value;
	return 0;
}

static int set_verbose(struct strace_parser *p, const char *as, const char *value)
{
	(void)as, (void)value;
	return strace__abbrev(p, "none");
}

static int set_only_ok(struct strace_parser *p, const char *as, const char *value)
{
	(void)as, (void)value;
	p->only_status++;
	return strace__status(p, "successful");
}

static int set_only_failed(struct strace_parser *p, const char *as, const char *value)
{
	(void)as, (void)value;
	p->only_status++;
	return strace__status(p, "failed");
}

static int set_comm(struct strace_parser *p, const char *as, const char *value)
{
	(void)as, (void)value;
	return strace__decode_pids(p, "comm");
}

static int set_pidns(struct strace_parser *p, const char *as, const char *value)
{
	(void)as, (void)value;
	return strace__decode_pids(p, "pidns");
}

static int set_arg_names(struct strace_parser *p, const char *as, const char *value)
{
	(void)as, (void)value;
	p->o->w.strace.arg_names = true;
	return 0;
}

static int set_pid_always(struct strace_parser *p, const char *as, const char *value)
{
	(void)as, (void)value;
	p->o->w.strace.pid_always = true;
	return 0;
}

static int set_kill_on_exit(struct strace_parser *p, const char *as, const char *value)
{
	(void)as, (void)value;
	p->o->strace.dies_with_tracer = true;
	return 0;
}

static int set_argv0(struct strace_parser *p, const char *as, const char *value)
{
	(void)as;
	p->o->strace.argv0 = value;
	return 0;
}

static int set_limit(struct strace_parser *p, const char *as, const char *value)
{
	int64_t n = strace__number(value, INT64_MAX);

	p->o->max_events = (uint64_t)n;
	return n > 0 ? 0 : strace__invalid(as, value);
}

static int set_input(struct strace_parser *p, const char *as, const char *value)
{
	p->o->input = value;
	return value__nonempty(as, value, "the name of a recording");
}

static int install_link(struct strace_parser *p, const char *as, const char *value)
{
	(void)p, (void)as;
	return strace__install_link(value);
}

/* There are no tips: the value is only checked. [[id:]N|random][,[format:]none|compact|full] */
static int set_tips(struct strace_parser *p, const char *as, const char *value)
{
	static const struct strace_word words[] = { { "random", 1 }, { "none", 2 }, { "compact", 2 }, { "full", 2 }, { NULL, 0 } };
	char *copy = strdup(value ? value : ""), *rest = NULL, *word;
	bool valid = copy;

	(void)p;
	for (word = copy ? strtok_r(copy, ",", &rest) : NULL; word && valid; word = strtok_r(NULL, ",", &rest)) {
		bool id = !strncasecmp(word, "id:", 3), format = !strncasecmp(word, "format:", 7);
		int what;

		word += id ? 3 : format ? 7 : 0;
		what = strace__word(word, words, 0);
		valid = (what == 2 && !id) || (!format && (what == 1 || strace__number(word, INT32_MAX) >= 0));
	}
	free(copy);
	return valid ? 0 : strace__invalid(as, value);
}

static int accept_any(struct strace_parser *p, const char *as, const char *value)
{
	(void)p, (void)as, (void)value;
	return 0;
}

/* -- The table ------------------------------------------------------------------------------------------------------- */

#define COUNTS(l, n, member) { .letter = l, .name = n, .count = offsetof(struct strace_parser, member) }
#define DOES_IT(l, n, fn) { .letter = l, .name = n, .set = fn }
#define NEEDS(l, n, fn) { .letter = l, .name = n, .has_arg = required_argument, .set = fn }
#define MAY_HAVE(l, n, fn) { .letter = l, .name = n, .has_arg = optional_argument, .set = fn }
#define QUALIFIES(l, n, fn) { .letter = l, .name = n, .has_arg = required_argument, .qualify = fn }
#define MAY_QUALIFY(n, fn, otherwise) { .name = n, .has_arg = optional_argument, .qualify = fn, .missing = otherwise }

const struct strace_row strace_rows[] = {
	NEEDS('a', "columns", set_column),
	COUNTS('A', "output-append-mode", append),
	NEEDS('b', "detach-on", set_detach),
	DOES_IT('c', "summary-only", set_summary_only),
	DOES_IT('C', "summary", set_summary_too),
	COUNTS('d', "debug", debug),
	COUNTS('D', NULL, daemonize),
	MAY_HAVE(0, "daemonize", set_daemonize),
	MAY_HAVE(0, "daemonised", set_daemonize),
	MAY_HAVE(0, "daemonized", set_daemonize),
	QUALIFIES('e', NULL, strace__qualify),
	NEEDS('E', "env", set_env),
	COUNTS('f', NULL, follow),
	COUNTS(0, "follow-forks", follow_long),
	COUNTS(0, "output-separately", separate),
	COUNTS('F', NULL, old_follow),
	DOES_IT('h', "help", serve_help),
	COUNTS('i', "instruction-pointer", ip),
	NEEDS('I', "interruptible", set_interruptible),
	DOES_IT('k', NULL, set_stacks),
	MAY_HAVE(0, "stack-traces", set_stacks),
	MAY_HAVE(0, "stack-trace", set_stacks),
	COUNTS('n', "syscall-number", number),
	NEEDS('o', "output", set_output),
	NEEDS('O', "summary-syscall-overhead", set_overhead),
	NEEDS('p', "attach", set_pids),
	NEEDS('P', "trace-path", set_path),
	COUNTS('q', NULL, quiet),
	MAY_HAVE('r', "relative-timestamps", set_since_line),
	NEEDS('s', "string-limit", set_string_limit),
	NEEDS('S', "summary-sort-by", set_sort),
	COUNTS('t', NULL, clock),
	MAY_HAVE(0, "absolute-timestamps", set_clock),
	MAY_HAVE(0, "timestamps", set_clock),
	MAY_HAVE('T', "syscall-times", set_duration),
	NEEDS('u', "user", set_user),
	NEEDS('U', "summary-columns", set_columns),
	DOES_IT('v', "no-abbrev", set_verbose),
	COUNTS('V', "version", version),
	COUNTS('w', "summary-wall-clock", wall_clock),
	COUNTS('x', NULL, hex),
	MAY_HAVE(0, "strings-in-hex", set_hex),
	NEEDS('X', "const-print-style", set_numbers),
	COUNTS('y', NULL, fds),
	DOES_IT('Y', NULL, set_comm),
	DOES_IT(0, "pidns-translation", set_pidns),
	DOES_IT('z', "successful-only", set_only_ok),
	DOES_IT('Z', "failed-only", set_only_failed),
	DOES_IT(0, "failing-only", set_only_failed),
	COUNTS(0, "seccomp-bpf", seccomp),
	MAY_HAVE(0, "tips", set_tips),

	QUALIFIES(0, "trace", strace__trace),
	QUALIFIES(0, "abbrev", strace__abbrev),
	QUALIFIES(0, "verbose", strace__verbose),
	QUALIFIES(0, "raw", strace__raw),
	QUALIFIES(0, "signals", strace__signals),
	QUALIFIES(0, "status", strace__status),
	QUALIFIES(0, "read", strace__read),
	QUALIFIES(0, "write", strace__write),
	QUALIFIES(0, "fault", strace__fault),
	QUALIFIES(0, "inject", strace__inject),
	QUALIFIES(0, "kvm", strace__kvm),
	MAY_QUALIFY("quiet", strace__quiet, "attach,personality"),
	MAY_QUALIFY("silent", strace__quiet, "attach,personality"),
	MAY_QUALIFY("silence", strace__quiet, "attach,personality"),
	MAY_QUALIFY("decode-fds", strace__decode_fds, "path"),
	QUALIFIES(0, "decode-pids", strace__decode_pids),
	MAY_QUALIFY("secontext", strace__secontext, ""),

	/* since strace 6.1 */
	DOES_IT('N', "arg-names", set_arg_names),
	DOES_IT(0, "always-show-pid", set_pid_always),
	DOES_IT(0, "kill-on-exit", set_kill_on_exit),
	NEEDS(0, "argv0", set_argv0),
	NEEDS(0, "syscall-limit", set_limit),
	NEEDS(0, "stack-trace-frame-limit", set_frames),
	QUALIFIES(0, "trace-fds", strace__trace_fds),
	QUALIFIES(0, "namespace", strace__namespace),
	MAY_HAVE(0, "color", accept_any),

	/* trace's own */
	NEEDS(0, "input", set_input),
	NEEDS(0, "install-link", install_link),
};

const unsigned nstrace_rows = sizeof(strace_rows) / sizeof(strace_rows[0]);
