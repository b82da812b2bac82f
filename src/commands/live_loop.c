// SPDX-License-Identifier: BSD-2-Clause
/* live_loop.c - open, pump, close; signals, lost events, and the command's end. */
#include "live_loop.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "beautifiers/rows.h"
#include "host/diagnose.h"
#include "host/exclude.h"
#include "lib/ulimits.h"
#include "lib/clock.h"
#include "lib/full_disk.h"
#include "lib/interrupt.h"
#include "lib/leave.h"
#include "lib/msg.h"
#include "lib/small_file.h"
#include "options/options_summary.h"
#include "sources/live/live.h"

#define SOON 20				/* times to look for the command's end, which mostly is near, at short intervals */
#define GRACE_NS 2000000000u		/* how long a command may take to end after a signal was passed on */

static volatile sig_atomic_t got_signal;
static volatile sig_atomic_t got_child;		/* SIGCHLD: a child is to be reaped, even while records keep coming */
static volatile sig_atomic_t from_terminal;	/* the terminal sent the signal, so the command got it, too */
static sigset_t ignored;	/* signals ignored when the tracer was started, and by the command */

static void on_signal(int sig, siginfo_t *info, void *ctx)
{
	(void)ctx;
	if (sig == SIGCHLD) {
		got_child = 1;	/* the signal also interrupts the wait */
		return;
	}
	got_signal = sig;
	interrupt__count++;
	from_terminal = info->si_code == SI_KERNEL;
}

/* strace -I never: signals to the tracer do not end the trace. */
static void ignore_signals(const struct strace_config *c)
{
	static const int sigs[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT };

	for (unsigned i = 0; c->interruptible >= SIGNALS_NEVER && i < sizeof(sigs) / sizeof(sigs[0]); i++)
		signal(sigs[i], SIG_IGN);
	if (c->interruptible == SIGNALS_NEVER_TSTP)
		signal(SIGTSTP, SIG_IGN);
}

/* A pipe that the tracer held, too, would not end when the command closes it. The trace goes to standard error or a file. */
static void leave_streams(void)
{
	int fd = open("/dev/null", O_RDWR | O_CLOEXEC);

	if (fd < 0)
		return;
	dup2(fd, STDIN_FILENO);
	dup2(fd, STDOUT_FILENO);
	if (fd > STDERR_FILENO)
		close(fd);
}

/*
 * Installs handlers after the fork, so that the command keeps the dispositions and limits that the tracer was started with. SIGINT and
 * SIGQUIT are handled even if ignored, for shells ignore them in all `&` commands; an ignored SIGHUP stays so, for nohup(1) wants it.
 */
static void take_over(void)
{
	static const int sigs[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD };
	struct sigaction sa = { .sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_NOCLDSTOP }, old;

	for (unsigned i = 0; i < sizeof(sigs) / sizeof(sigs[0]); i++) {
		if (sigaction(sigs[i], NULL, &old))
			continue;
		if (old.sa_handler == SIG_IGN)
			sigaddset(&ignored, sigs[i]);
		if (old.sa_handler != SIG_IGN || sigs[i] != SIGHUP)
			sigaction(sigs[i], &sa, NULL);
	}
	signal(SIGPIPE, SIG_IGN);
	ulimits__no_signals();
	ulimits__raise_files();
}

/* Returns 0, or the exit status. */
static int start_command(struct live_loop *t, bool apart)
{
	int err = t->opt->hold ? hold__new(&t->hold, t->opt) : inject__new(&t->inject, t->opt);

	if (err)
		return EXIT_TRACER;
	if (t->hold || t->inject)
		rows__init();		/* before there are threads that look them up */
	err = target__start(&t->target, &(struct start){
		.argv = t->opt->command, .as = &t->opt->run_as, .silent = t->opt->top.on && !t->opt->top.batch, .apart = apart, .hold = t->hold,
		.inject = t->inject, .strace = &t->opt->strace,
	});
	return !err ? 0 : t->opt->strace.on ? EXIT_STRACE : err == -ENOENT ? EXIT_NOT_FOUND : err == -EACCES ? EXIT_NOT_EXECUTABLE : EXIT_TRACER;
}

static void only_of_group(void)
{
	msg__error("--lossless: only a command, or else the processes of one -G, can be paused safely");
	msg__hint("of a process that runs, give the control group with -G, if others may be paused with it: /proc/PID/cgroup; or leave out "
		  "--lossless: events then wait in memory, as far as there is");
}

/* Pausing needs a control group that has the targets, and them only. */
static int find_freezer(struct live_loop *t)
{
	const struct options *o = t->opt;
	int err = -EINVAL;

	if (o->has_memory && !o->memory)
		msg__error("--lossless: without memory (--memory 0) there is no time to pause the targets");
	else if (!o->command == !o->ncgroups || o->ncgroups > 1 || o->pids.n || o->tids.n || (o->all && !o->ncgroups) || o->has_uid)
		only_of_group();
	else
		err = o->command ? freezer__of_child(&t->freezer, t->target.pid) : freezer__of_group(&t->freezer, o->cgroups[0]);
	if (!err)
		full_disk__wait();
	if (!err)
		msg__info("targets are paused by the freezer of the control group %s", freezer__group(t->freezer));
	return err ? EXIT_TRACER : 0;
}

void live_loop__prepare(struct options *o)
{
	if (!o->tally && !o->top.on)
		return;
	o->cannot_count = live__cannot_count(o);
	if (o->cannot_count)
		options__finish_tally(o);
}

int live_loop__start(struct live_loop *t, const struct options *opt, bool apart)
{
	int err;

	*t = (struct live_loop){ .opt = opt };
	err = opt->command ? start_command(t, apart) : 0;
	if (!err && opt->lossless && (err = find_freezer(t)))
		target__abandon(&t->target);
	if (!err)
		take_over();
	if (!err && opt->strace.on)
		ignore_signals(&opt->strace);
	if (!err && opt->strace.on && opt->command)
		leave_streams();
	return err;
}

static int open_source(struct live_loop *t, int out_fd)
{
	int err = exclude__find(t->opt, out_fd, &t->excluded);

	if (!err)
		err = live__open(&t->loop.source, t->opt, &t->excluded, t->hold, t->inject, t->freezer);
	if (!err && (err = target__await(&t->target)))
		msg__error("%s: cannot be run: %s", t->opt->command[0], strerror(-err));
	if (!err)
		err = source__select(t->loop.source, t->target.pid);
	if (err)
		return err;
	if (t->opt->all && diagnose__other_pids())
		msg__note("in this PID namespace, -a covers the processes of it: those outside are not seen from here");
	source__say(t->loop.source);
	return 0;
}

int live_loop__open(struct live_loop *t, int out_fd)
{
	return open_source(t, out_fd) ? EXIT_TRACER : 0;
}

void live_loop__release(struct live_loop *t)
{
	t->exec_error = t->target.pid ? target__release(&t->target) : 0;
	t->exec_failed = clock__ns(CLOCK_MONOTONIC);
	rows__init();	/* while the command starts */
}

static void say_exec_error(struct live_loop *t)
{
	int err = -t->exec_error;

	t->exec_error = 0;
	if (!err)
		return;
	if (t->opt->strace.on)
		msg__error("exec: %s", strerror(err));
	else
		msg__error("%s: cannot be run: %s", t->opt->command[0], strerror(err));
	target__let_end(&t->target);
}

static void reap(struct live_loop *t)
{
	got_child = 0;
	target__poll(&t->target);
}

/* Many commands handle these signals and go on: then tracing goes on, too. */
static bool has_its_own_use(int sig)
{
	return (sig == SIGINT || sig == SIGQUIT) && !sigismember(&ignored, sig);
}

/* Should tracing end now? Signals are passed on to the command, which is then given time to end by itself. */
static bool should_stop(struct loop *l, bool idle)
{
	struct live_loop *t = (struct live_loop *)l;
	static uint64_t passed_at;
	static int passed;

	if (idle && source__known(l->source) >= t->exec_failed)
		say_exec_error(t);
	if (idle || got_child)
		reap(t);
	if (!idle && !got_signal)
		return false;
	if (l->enough || source__alive(l->source) <= 0)
		return true;
	if (!got_signal)
		return false;
	if (t->opt->strace.on)
		return true;		/* as strace does: without the command's end */
	if (!t->target.pid || t->target.ended || interrupt__count > 1 + passed)
		return true;
	if (!passed) {
		passed = 1;
		passed_at = clock__ns(CLOCK_MONOTONIC);
		if (!from_terminal)
			kill(t->target.pid, got_signal);
		interrupt__count = 1;
	}
	return !has_its_own_use(got_signal) && clock__ns(CLOCK_MONOTONIC) - passed_at >= GRACE_NS;
}

static int say_detached(void *unused, pid_t tid)
{
	(void)unused;
	msg__warn("Process %d detached", tid);
	return 0;
}

/* strace ends the command, which is not traced any more, and leaves the others. */
static void detach_as_strace(struct live_loop *t)
{
	if (t->target.pid && !t->target.ended) {
		kill(t->target.pid, SIGCONT);
		kill(t->target.pid, got_signal);
	}
	if (t->opt->w.strace.quiet & QUIET_ATTACH)
		return;
	for (unsigned i = 0; i < t->opt->pids.n; i++)
		small_file__numbers(say_detached, NULL, "/proc/%d/task", t->opt->pids.ids[i]);
	for (unsigned i = 0; i < t->opt->tids.n; i++)
		say_detached(NULL, t->opt->tids.ids[i]);
}

void live_loop__pump(struct live_loop *t, struct sink *sink)
{
	t->loop.sink = sink;
	t->loop.should_stop = should_stop;
	loop__run(&t->loop);
	say_exec_error(t);
	if (t->opt->strace.on && got_signal)
		detach_as_strace(t);
	if (t->hold)
		hold__end(t->hold);
	if (t->inject)
		inject__end(t->inject);
}

/* On which CPUs how many events were lost; those of programs that the kernel did not run are not known by CPU. */
static void say_where(char *to, size_t room, const uint64_t *by_cpu, unsigned n, uint64_t lost)
{
	const char *comma = "";
	size_t len = 0;

	for (unsigned i = 0; i < n && len + 40 < room; i++) {
		if (!by_cpu[i])
			continue;
		len += snprintf(to + len, room - len, "%scpu %u: %llu", comma, i, (unsigned long long)by_cpu[i]);
		comma = ", ";
		lost -= by_cpu[i];
	}
	if (len + 80 < room && lost)
		snprintf(to + len, room - len, "%sprograms that the kernel did not run: %llu", comma, (unsigned long long)lost);
}

void live_loop__report_loss(struct live_loop *t)
{
	unsigned n = source__cpus(t->loop.source);
	uint64_t *by_cpu = calloc(n, sizeof(*by_cpu));
	uint64_t lost = source__lost(t->loop.source, by_cpu, by_cpu ? n : 0);
	char where[512] = "";

	if (lost) {
		say_where(where, sizeof(where), by_cpu, by_cpu ? n : 0, lost);
		msg__warn("lost %llu events (%s)", (unsigned long long)lost, where);
		msg__hint("give it more memory with --memory SIZE, larger buffers with -m SIZE, or select fewer calls with -e");
		if (t->opt->fail_on_loss)
			t->failure = EXIT_LOSS;
	}
	free(by_cpu);
}

void live_loop__wrote(struct live_loop *t, int err)
{
	if (err == -EPIPE)
		t->broken_pipe = true;
	else if (err)
		t->failure = EXIT_TRACER;
}

/*
 * Waits for the command, whose status the tracer passes on: its last event comes before it can be waited for. A command that ignores
 * a signal that was passed on is not waited for; nor is one for another host, which has no use for it any more.
 */
static void await_command(struct live_loop *t)
{
	uint64_t began = clock__ns(CLOCK_MONOTONIC);
	unsigned tries = 0;

	if (!t->target.pid || t->broken_pipe || (t->opt->strace.on && got_signal))
		return;
	while (!target__poll(&t->target)) {
		if (interrupt__count > 1 || (got_signal && (t->opt->serve || clock__ns(CLOCK_MONOTONIC) - began >= GRACE_NS)))
			return;
		usleep(tries++ < SOON ? 50 : 1000);	/* SIGCHLD may come before it sleeps */
	}
}

bool live_loop__system_time(struct live_loop *t, uint64_t *ns)
{
	await_command(t);
	*ns = t->target.system;
	return t->target.pid && t->target.ended;
}

void live_loop__close(struct live_loop *t)
{
	await_command(t);
	source__close(t->loop.source);
	t->loop.source = NULL;
	freezer__end(t->freezer);
	free(t->excluded.ids);
}

void live_loop__abandon(struct live_loop *t)
{
	target__abandon(&t->target);
	live_loop__close(t);
}

void live_loop__close_last(struct live_loop *t)
{
	leave__permit();
	live_loop__close(t);
}

static void die_of(int sig)
{
	leave__now();
	signal(sig, SIG_DFL);
	raise(sig);
}

int live_loop__exit_status(const struct live_loop *t)
{
	if (t->failure)
		return t->failure;
	if (t->broken_pipe)
		die_of(SIGPIPE);
	if (t->opt->strace.on && got_signal)
		die_of(got_signal);
	if (!t->opt->serve)		/* ssh has no other status for a signal than for its own failure */
		target__die_like(&t->target);
	return t->target.pid && !t->target.ended ? 128 + got_signal : target__exit_status(&t->target);
}
