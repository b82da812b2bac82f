// SPDX-License-Identifier: BSD-2-Clause
/*
 * strace_finish.c - owns which of strace's options exclude each other, and what they mean together. Checks and messages have strace's
 * order: a user sees the same one first.
 */
#include <errno.h>
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bpf/plan.h"
#include "lib/msg.h"
#include "path_option.h"
#include "strace_parser.h"
#include "strace_words.h"

static int exclude(const char *a, const char *b)
{
	msg__error("%s and %s cannot be provided simultaneously", a, b);
	return -EINVAL;
}

/* -- Targets --------------------------------------------------------------------------------------------------------- */

/* The tracer is never in the way of the command and its parent: there is nothing to do. */
static int check_daemonize(struct strace_parser *p, char **command)
{
	if (p->daemonize_long && p->daemonize)
		return exclude("-D", "--daemonize");
	if (!*command && (p->daemonize || p->daemonize_long))
		return strace__refuse("PROG [ARGS] must be specified with -D/--daemonize");
	if (p->daemonize > 3)
		return strace__refuse("Too many -D's (%u), maximum supported -D count is 3", p->daemonize);
	p->o->strace.attaches = p->daemonize || p->daemonize_long;
	return 0;
}

static int finish_follow(struct strace_parser *p)
{
	struct options *o = p->o;

	if (p->follow && p->follow_long)
		return exclude("-f", "--follow-forks");
	if (p->follow >= 2 && p->separate)
		return exclude("-ff", "--output-separately");
	o->inherit = p->follow || p->follow_long;
	o->strace.per_thread = p->separate || p->follow >= 2;
	return 0;
}

/* --seccomp-bpf makes strace stop fewer calls; here nothing is ever stopped. */
static void check_seccomp(const struct strace_parser *p, char **command)
{
	if (!p->seccomp)
		return;
	if (p->o->strace.stop_at_execve) {
		msg__warn("--seccomp-bpf is not enabled because it is not compatible with -b");
		return;
	}
	if (p->pids.n && (!*command || p->debug))
		msg__warn("--seccomp-bpf is not enabled for processes attached with -p");
	if (!p->o->inherit)
		msg__warn("--seccomp-bpf cannot be used without -f/--follow-forks, disabling");
}

/* --seccomp-bpf, when the calls have been selected */
static void check_seccomp_calls(const struct strace_parser *p, char **command)
{
	if (p->seccomp && *command && p->o->inherit && !p->o->strace.stop_at_execve && syscall_set__is_full(&p->o->calls))
		msg__warn("Seccomp filter is requested but there are no syscalls to filter.  See -e trace to filter syscalls.");
}

static void check_old_follow(struct strace_parser *p)
{
	if (p->old_follow && p->o->inherit)
		msg__warn("deprecated option -F ignored");
	else if (p->old_follow)
		msg__warn("option -F is deprecated, please use -f/--follow-forks instead");
	p->o->inherit |= p->old_follow > 0;
}

/* Without -f, -p names single threads. Of a recording, processes. */
static void finish_targets(struct strace_parser *p, char **command)
{
	struct options *o = p->o;

	if (o->input) {
		o->in = IN_REPLAY;
		o->files = (char **)&o->input;
		o->nfiles = 1;
	}
	if (*command)
		o->command = command;
	if (o->inherit || o->input)
		o->pids = p->pids;
	else
		o->tids = p->pids;
	p->pids = (struct id_list){ 0 };
}

/* "UID:GID": newer than strace 6.1. */
static bool read_ids(const char *text, struct run_as *as)
{
	char uid[16];
	size_t n = strcspn(text, ":");
	int64_t u, g;

	if (!text[n] || n >= sizeof(uid))
		return false;
	snprintf(uid, sizeof(uid), "%.*s", (int)n, text);
	u = strace__number(uid, UINT32_MAX - 1);
	g = strace__number(text + n + 1, UINT32_MAX - 1);
	as->uid = (uid_t)u;
	as->gid = (gid_t)g;
	return u >= 0 && g >= 0;
}

static int finish_user(const struct strace_parser *p)
{
	struct run_as *as = &p->o->run_as;
	struct passwd *pw;

	if (!p->user)
		return 0;
	if (getuid() || geteuid()) {
		msg__error("You must be root to use the -u/--username option");
		return -EINVAL;
	}
	pw = getpwnam(p->user);
	if (pw) {
		as->uid = pw->pw_uid;
		as->gid = pw->pw_gid;
	} else if (!read_ids(p->user, as)) {
		msg__error("Cannot find user '%s'", p->user);
		return -EINVAL;
	}
	as->name = strdup(p->user);
	return as->name ? 0 : msg__no_memory();
}

/* -- Lines ----------------------------------------------------------------------------------------------------------- */

static int finish_clock(struct strace_parser *p)
{
	struct strace_look *look = &p->o->w.strace;

	if (!p->clock)
		return 0;
	if (p->has_clock)
		return exclude("-t", "--absolute-timestamps");
	look->clock = p->clock > 1 ? 6 : 0;
	look->clock_is_epoch = p->clock > 2;
	return 0;
}

static int finish_values(struct strace_parser *p)
{
	struct strace_look *look = &p->o->w.strace;

	if (p->hex && p->hex_long >= 0)
		return exclude("-x", "--strings-in-hex");
	look->hex = p->hex > 1 ? HEX_ALL : p->hex ? HEX_NOT_ASCII : p->hex_long >= 0 ? (enum hex_strings)p->hex_long : HEX_NONE;
	if (p->fds && p->has_fds)
		return exclude("-y", "--decode-fds");
	if (p->fds)
		look->fds = p->fds > 1 ? FDS_ALL : FDS_PATHS;
	look->ip = p->ip;
	look->stacks = p->o->stacks != STACKS_NONE;
	look->number = p->number;
	return 0;
}

/* Dumps show all that was read or written. */
static void finish_dumps(struct options *o)
{
	struct strace_look *look = &o->w.strace;

	for (unsigned i = 0; i < sizeof(look->dump_read) / sizeof(look->dump_read[0]); i++)
		look->dumps |= look->dump_read[i] || look->dump_written[i];
	look->dumps_limit = o->w.string_limit;
	if (look->dumps)
		o->w.string_limit = PLAN_WHOLE;
}

/* The instruction pointer is that of the innermost frame; stacks come when calls return, so no call is shown before. */
static void finish_ip(struct options *o)
{
	if (!o->w.strace.ip)
		return;
	o->pending_ns = UINT64_MAX;
	if (o->w.strace.stacks)
		return;
	o->stacks = STACKS_FP;
	o->stack_part = STACK_USER;
	o->max_stack = 1;
}

/* The sets of calls, as a view reads them: NULL is the default. */
static void finish_sets(struct strace_parser *p)
{
	struct options *o = p->o;
	struct strace_config *c = &o->strace;
	struct strace_look *look = &o->w.strace;

	o->verbose_structs = o->env = !syscall_set__is_full(&p->abbrev);
	c->whole = p->abbrev;
	syscall_set__invert(&c->whole);
	if (o->verbose_structs && !syscall_set__is_full(&c->whole))
		look->whole = &c->whole;
	c->pointers = p->verbose;
	syscall_set__invert(&c->pointers);
	if (!syscall_set__is_empty(&c->pointers))
		look->pointers = &c->pointers;
	syscall_select__finish(&o->select, &o->calls);
}

/* Calls that are not shown need not be captured. */
static void finish_statuses(struct options *o)
{
	o->only_ok = o->strace.statuses == STATUS_SUCCESSFUL;
	o->only_failed = o->strace.statuses == STATUS_FAILED;
}

static int finish_quiet(struct strace_parser *p, char **command)
{
	struct options *o = p->o;

	if (o->output && *command && !p->quiet && !p->has_quiet)
		p->quiet = 1;
	if (p->quiet && p->has_quiet) {
		msg__error("-q and -e quiet/--quiet cannot be provided simultaneously");
		return -EINVAL;
	}
	if (p->quiet)
		strace__quiet(p, p->quiet == 1 ? "attach,personality" : p->quiet == 2 ? "exit,attach,personality" : "all");
	if (o->w.strace.quiet & QUIET_EXIT)
		o->other.exits = EXITS_NONE;
	msg__verbosity = p->debug ? 1 : -1;	/* no notes: strace has none */
	return 0;
}

/* -- Statistics and output ------------------------------------------------------------------------------------------- */

static int check_summary(const struct strace_parser *p)
{
	bool summary = p->o->strace.summary.kind != SUMMARY_NONE;

	if (p->o->strace.per_thread && summary)
		return strace__refuse("(-c/--summary-only or -C/--summary) and -ff/--output-separately are mutually exclusive");
	if (p->wall_clock && !summary)
		return strace__refuse("-w/--summary-wall-clock must be given with (-c/--summary-only or -C/--summary)");
	if (p->columns && !summary)
		return strace__refuse("-U/--summary-columns must be given with (-c/--summary-only or -C/--summary)");
	if (p->sort && !summary)
		msg__warn("-S/--summary-sort-by has no effect without (-c/--summary-only or -C/--summary)");
	p->o->strace.summary.wall_clock = p->wall_clock;
	return 0;
}

static void warn_of_no_effect(const struct strace_parser *p)
{
	const struct strace_look *look = &p->o->w.strace;
	const struct { bool given; const char *name; } options[] = {
		{ p->ip,                         "-i/--instruction-pointer" },
		{ p->o->stacks != STACKS_NONE,   "-k/--stack-traces" },
		{ p->number,                     "-n/--syscall-number" },
		{ look->since_line >= 0,         "-r/--relative-timestamps" },
		{ look->clock >= 0,              "-t/--absolute-timestamps" },
		{ look->duration >= 0,           "-T/--syscall-times" },
		{ look->fds,                     "-y/--decode-fds" },
	};

	for (unsigned i = 0; p->o->strace.summary.kind == SUMMARY_ONLY && i < sizeof(options) / sizeof(options[0]); i++)
		if (options[i].given)
			msg__warn("%s has no effect with -c/--summary-only", options[i].name);
	if (p->o->output)
		return;
	if (p->o->strace.per_thread && !p->o->inherit)
		msg__warn("--output-separately has no effect without -o/--output");
	if (p->append)
		msg__warn("-A/--output-append-mode has no effect without -o/--output");
}

static int finish_output(struct strace_parser *p, char **command)
{
	struct options *o = p->o;
	bool pipe = o->output && (*o->output == '|' || *o->output == '!');

	if (pipe && o->strace.per_thread)
		return strace__refuse("piping the output and -ff/--output-separately are mutually exclusive");
	o->strace.per_thread &= o->output != NULL;
	if (o->strace.per_thread && strlen(o->output) >= PATH_MAX - 12) {	/* no room for .TID */
		msg__error("%s: %s", o->output, strerror(ENAMETOOLONG));
		return -EINVAL;
	}
	o->strace.appends = p->append && o->output;
	o->w.strace.pid_never = o->strace.per_thread;
	if (o->output && !o->strace.per_thread && (o->inherit || p->pids.n + (*command != NULL) > 1))
		o->w.strace.pid_always = true;
	return 0;
}

/* With -o and a command, the trace is to be complete whatever signals come. */
static void finish_signals(const struct strace_parser *p, char **command)
{
	enum strace_signals *which = &p->o->strace.interruptible;

	if (*which == SIGNALS_UNSET)
		*which = p->daemonize || p->daemonize_long ? SIGNALS_NEVER_TSTP : p->o->output && *command ? SIGNALS_NEVER : SIGNALS_WAITING;
}

static int finish_paths(const struct strace_parser *p)
{
	int err = 0;

	for (unsigned i = 0; !err && i < p->npaths; i++) {
		const char *path = p->paths[i];
		char *real = realpath(path, NULL);

		if (real && strcmp(real, path) && !(p->o->w.strace.quiet & QUIET_PATHS))
			msg__warn("Requested path \"%s\" resolved into \"%s\"", path, real);
		err = path_option__add_exactly(p->o, path, real);
		free(real);
		if (err)
			msg__error("%s: %s", path, strerror(-err));
	}
	return err;
}

/* -- All of it ------------------------------------------------------------------------------------------------------- */

#define BEFORE "calls are changed before they begin, by seccomp, not when they return, by ptrace: "

/* running: processes, by BPF */
static int check_injection(const struct injection *j, bool running)
{
	bool answered = j->what & (INJECT_ERROR | INJECT_RETVAL);

	if (running && j->what & (INJECT_DELAY_ENTER | INJECT_DELAY_EXIT))
		msg__error("-e inject: %s= is not supported with -p: calls of running processes are changed by BPF programs, which cannot sleep",
			   j->what & INJECT_DELAY_ENTER ? "delay_enter" : "delay_exit");
	else if (running && j->what & (INJECT_POKE_ENTER | INJECT_POKE_EXIT))
		msg__error("-e inject: %s= is not supported with -p: calls of running processes are changed by BPF programs, which can write only "
			   "to memory that is resident and writable", j->what & INJECT_POKE_ENTER ? "poke_enter" : "poke_exit");
	else if (j->what & INJECT_DELAY_EXIT)
		msg__error("-e inject: delay_exit= is not supported: " BEFORE "delay_enter= delays them then");
	else if (j->what & INJECT_POKE_EXIT && !answered)
		msg__error("-e inject: poke_exit= is supported only with error= or retval=: " BEFORE "poke_enter= changes memory then");
	else
		return 0;
	return -EINVAL;
}

/* What an injection cannot be combined with. NULL: nothing of that was given. */
static const char *not_with_injections(const struct strace_parser *p, char **command)
{
	const struct options *o = p->o;

	if (!*command && !p->pids.n)
		return "recordings: their calls were made already";
	if (o->npaths || o->strace.has_fds)
		return "-P and --trace-fds: a call is changed before its files are known";
	if (o->strace.stop_at_execve)
		return "-b: a process that is left would still be changed";
	return NULL;
}

static int check_injections(const struct strace_parser *p, char **command)
{
	const struct options *o = p->o;
	const char *other = o->strace.ninjections ? not_with_injections(p, command) : NULL;
	int err = 0;

	if (other) {
		msg__error("-e inject and -e fault cannot be combined with %s", other);
		return -EINVAL;
	}
	for (unsigned i = 0; !err && i < o->strace.ninjections; i++)
		err = check_injection(&o->strace.injections[i], p->pids.n);
	return err;
}

int strace_parser__finish(struct strace_parser *p, char **command)
{
	struct options *o = p->o;
	int err;

	if (!*command && !p->pids.n && !o->input)
		return strace__refuse("must have PROG [ARGS] or -p PID");
	err = check_daemonize(p, command);
	if (!err)
		err = finish_clock(p);
	if (!err)
		err = finish_values(p);
	if (!err)
		err = finish_follow(p);
	if (err)
		return err;
	check_seccomp(p, command);
	check_old_follow(p);
	err = check_summary(p);
	if (err)
		return err;
	warn_of_no_effect(p);
	if (p->only_status > 1)
		msg__warn("Only the last of -z/--successful-only/-Z/--failed-only options will take effect. "
			  "See status qualifier for more complex filters.");
	err = finish_paths(p);
	if (!err)
		err = finish_user(p);
	if (!err && p->debug)
		msg__warn("ptrace_setoptions = 0x0");	/* strace's scripts look for it: none are set, for ptrace is not used */
	if (!err)
		err = finish_output(p, command);
	if (!err)
		err = finish_quiet(p, command);
	if (!err)
		err = check_injections(p, command);
	if (err)
		return err;
	finish_signals(p, command);
	finish_ip(p->o);
	finish_dumps(p->o);
	finish_sets(p);
	check_seccomp_calls(p, command);
	finish_statuses(o);
	finish_targets(p, command);
	return 0;
}
