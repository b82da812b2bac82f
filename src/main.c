// SPDX-License-Identifier: BSD-2-Clause
/* main.c - open, pump, close. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "exclude.h"
#include "msg.h"
#include "options.h"
#include "session.h"
#include "source_bpf.h"
#include "target.h"
#include "writer.h"

#define OUT_BYTES (256 * 1024)
#define IDLE_MS 200		/* how long to sleep when nothing happens */
#define GRACE_MS 2000		/* how long a command may take to end after a signal was passed on */
#define BUSY_RECORDS 1024	/* how often signals are looked at while there is always one more record */

struct tracer {
	struct options opt;
	struct target target;
	struct source_bpf *bpf;
	struct source *source;
	struct session session;
	struct out out;
	int out_fd;
	bool traced;		/* the session is open */
	bool enough;		/* --max-events */
	int failure;		/* exit status when the tracer itself failed, else 0 */
};

static volatile sig_atomic_t got_signal;
static volatile int signal_count;
static volatile sig_atomic_t from_terminal;	/* the terminal sent it: to the command as well */

static void on_signal(int sig, siginfo_t *info, void *ctx)
{
	(void)ctx;
	if (sig == SIGCHLD)
		return;		/* only interrupts the wait */
	got_signal = sig;
	signal_count++;
	from_terminal = info->si_code == SI_KERNEL;
}

/* After the fork, so that the command gets the dispositions the tracer was given. */
static void catch_signals(void)
{
	static const int sigs[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGCHLD };
	struct sigaction sa = { .sa_sigaction = on_signal, .sa_flags = SA_SIGINFO }, old;

	for (unsigned i = 0; i < sizeof(sigs) / sizeof(sigs[0]); i++)
		if (!sigaction(sigs[i], NULL, &old) && (old.sa_handler != SIG_IGN || sigs[i] == SIGCHLD))
			sigaction(sigs[i], &sa, NULL);
	signal(SIGPIPE, SIG_IGN);
}

static int open_output(struct tracer *t)
{
	const char *name = t->opt.output;

	t->out_fd = STDERR_FILENO;
	if (name && !strcmp(name, "-")) {
		t->out_fd = STDOUT_FILENO;
	} else if (name) {
		t->out_fd = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0644);
		if (t->out_fd < 0) {
			msg__error("cannot write '%s': %s", name, strerror(errno));
			return -errno;
		}
	}
	t->opt.w.color = t->opt.color == 1 ||
			 (t->opt.color == 2 && isatty(t->out_fd) && !(getenv("NO_COLOR") && *getenv("NO_COLOR")));
	if (out__open(&t->out, t->out_fd, OUT_BYTES)) {
		msg__error("not enough memory");
		return -ENOMEM;
	}
	t->out.w = t->opt.writer;
	t->out.opt = t->opt.w;
	t->out.impatient = &signal_count;
	return 0;
}

static int open_source(struct tracer *t)
{
	struct id_list excluded = {};
	int err = exclude__find(&t->opt, t->out_fd, &excluded);

	if (!err)
		err = source_bpf__open(&t->bpf, &t->opt, &excluded);
	free(excluded.ids);
	if (err)
		return err;
	t->source = source_bpf__source(t->bpf);
	return source_bpf__select(t->bpf, t->target.pid);
}

/* 0, or the exit status of what went wrong. */
static int start(struct tracer *t)
{
	int err = open_output(t);

	if (err)
		return EXIT_TRACER;
	if (t->opt.command) {
		err = target__start(&t->target, t->opt.command);
		if (err)
			return err == -ENOENT ? EXIT_NOT_FOUND : err == -EACCES ? EXIT_NOT_EXECUTABLE : EXIT_TRACER;
	}
	catch_signals();
	if (open_source(t))
		return EXIT_TRACER;
	if (session__open(&t->session, &t->opt, &t->out)) {
		msg__error("not enough memory");
		return EXIT_TRACER;
	}
	t->traced = true;
	/*
	 * Where many threads compete for the CPUs, the reader has to come in between them before the rings are full. It
	 * sleeps unless there is something to read. Not permitted to everybody: then larger rings have to do.
	 */
	setpriority(PRIO_PROCESS, 0, -20);
	if (t->target.pid) {
		err = target__release(&t->target);
		if (err)
			msg__error("%s: cannot be run: %s", t->opt.command[0], strerror(-err));
	}
	return 0;
}

static int64_t now_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

/* Should tracing end now? Signals are passed on to the command, which is then given time to end by itself. */
static bool should_stop(struct tracer *t)
{
	static int64_t passed_at;
	static int passed;

	target__poll(&t->target);
	if (t->enough || t->out.err || source_bpf__live(t->bpf) <= 0)
		return true;
	if (!got_signal)
		return false;
	if (!t->target.pid || t->target.ended || signal_count > 1 + passed)
		return true;
	if (!passed) {
		passed = 1;
		passed_at = now_ms();
		if (!from_terminal)
			kill(t->target.pid, got_signal);
		signal_count = 1;
	}
	return got_signal != SIGINT && got_signal != SIGQUIT && now_ms() - passed_at >= GRACE_MS;
}

static void pump(struct tracer *t)
{
	const struct rec *rec;
	bool stopped = false;
	unsigned busy = 0;

	for (;;) {
		int r = t->source->ops->next(t->source, &rec);

		if (r == SOURCE_RECORD) {
			if (!t->enough && session__record(&t->session, rec))
				t->enough = true;
			if ((t->enough || t->out.err) && !stopped) {
				t->source->ops->stop(t->source);
				stopped = true;
			}
			if (!t->enough && !t->out.err && (stopped || !got_signal || ++busy % BUSY_RECORDS))
				continue;
		}
		if (r == SOURCE_END || t->enough || t->out.err)
			break;
		if (r == SOURCE_WAIT)
			out__flush(&t->out);
		else if (r != SOURCE_RECORD)
			continue;
		if (should_stop(t)) {
			t->source->ops->stop(t->source);
			stopped = true;
			continue;
		}
		if (r == SOURCE_WAIT)
			t->source->ops->wait(t->source, IDLE_MS);
	}
	if (!stopped)
		t->source->ops->stop(t->source);
}

static void report_loss(struct tracer *t)
{
	unsigned n = source_bpf__cpus(t->bpf);
	uint64_t *by_cpu = calloc(n, sizeof(*by_cpu));
	uint64_t lost = source_bpf__lost(t->bpf, by_cpu, by_cpu ? n : 0);
	char text[512];
	int len;

	if (lost) {
		len = snprintf(text, sizeof(text), "lost %llu events (", (unsigned long long)lost);
		for (unsigned i = 0, k = 0; by_cpu && i < n && len < 480; i++)
			if (by_cpu[i])
				len += snprintf(text + len, sizeof(text) - len, "%scpu %u: %llu", k++ ? ", " : "", i,
						(unsigned long long)by_cpu[i]);
		msg__warn("%s)", text);
		msg__hint("give it larger buffers with -m SIZE, or select fewer calls with -e");
		if (t->opt.fail_on_loss)
			t->failure = EXIT_LOSS;
	}
	free(by_cpu);
}

static void report_output(struct tracer *t)
{
	if (!t->out.err || t->out.err == -EPIPE)
		return;
	if (t->opt.output && strcmp(t->opt.output, "-"))
		msg__error("cannot write '%s': %s; the output ends there", t->opt.output, strerror(-t->out.err));
	else
		msg__error("cannot write to standard %s: %s; the output ends there", t->opt.output ? "output" : "error",
			   strerror(-t->out.err));
	t->failure = EXIT_TRACER;
}

/*
 * The command's end belongs to the tracer's: its status is passed on. It may still be on its way out, for the last
 * event comes before its parent can wait for it. One that ignores a signal passed on is left to itself.
 */
static void await_command(struct tracer *t)
{
	uint64_t began = now_ms();

	if (!t->target.pid || t->out.err == -EPIPE)
		return;
	while (!target__poll(&t->target)) {
		if (signal_count > 1 || (got_signal && now_ms() - began >= GRACE_MS))
			return;
		usleep(1000);
	}
}

static void finish(struct tracer *t)
{
	report_loss(t);
	session__finish(&t->session);
	out__flush(&t->out);
	report_output(t);
}

static void close_all(struct tracer *t)
{
	if (t->traced)
		session__close(&t->session);
	if (t->source)
		t->source->ops->close(t->source);
	out__close(&t->out);
	if (t->opt.output && strcmp(t->opt.output, "-") && t->out_fd >= 0 && close(t->out_fd) && !t->failure)
		t->failure = EXIT_TRACER;
}

int main(int argc, char **argv)
{
	static struct tracer t;
	int err;

	err = options__parse(&t.opt, argc, argv);
	if (err)
		return err < 0 ? EXIT_TRACER : 0;
	msg__verbosity = t.opt.verbosity;
	rows__init();
	err = start(&t);
	if (err) {
		target__abandon(&t.target);
		return err;
	}
	pump(&t);
	finish(&t);
	await_command(&t);
	close_all(&t);
	if (t.failure)
		return t.failure;
	if (t.out.err == -EPIPE) {
		signal(SIGPIPE, SIG_DFL);
		raise(SIGPIPE);
	}
	target__die_like(&t.target);
	return t.target.pid && !t.target.ended ? 128 + got_signal : target__exit_status(&t.target);
}
