// SPDX-License-Identifier: BSD-2-Clause
/* recordings.c - opens recordings for replay and convert, and shows them. */
#include "recordings.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "beautifiers/rows.h"
#include "config/ready_views.h"
#include "lib/interrupt.h"
#include "lib/msg.h"
#include "lib/progress.h"
#include "recording/counts.h"
#include "replay_loop.h"
#include "sources/file/file_kinds.h"
#include "sources/file/merge_files.h"
#include "sources/call_sets.h"
#include "views/view_sink.h"

#define DEFAULT_NAME "trace.data"

static unsigned count_names(const struct options *opt)
{
	unsigned n = opt->nfiles + (opt->input != NULL);

	return n ? n : 1;
}

static const char *name_of(const struct options *opt, unsigned i)
{
	if (opt->input)
		return i ? opt->files[i - 1] : opt->input;
	return opt->nfiles ? opt->files[i] : DEFAULT_NAME;
}

static bool is_same_file(const char *a, const char *b)
{
	struct stat x, y;

	return !stat(a, &x) && !stat(b, &y) && S_ISREG(x.st_mode) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

int recordings__check(const struct options *opt, const char *output)
{
	unsigned n = count_names(opt);

	for (unsigned i = 0; output && i < n; i++)
		if (is_same_file(name_of(opt, i), output)) {
			msg__error("cannot write '%s': it is the recording that is to be read", output);
			return -EINVAL;
		}
	return 0;
}

static void close_all(struct source **sources, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		source__close(sources[i]);
}

/* Reads their headers, too: a file that is no recording is refused before the output is opened, which truncates it. */
static int open_all(struct source **sources, const struct options *opt, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		int err = file_kinds__open(&sources[i], name_of(opt, i));

		if (err) {
			close_all(sources, i);
			return err;
		}
	}
	return 0;
}

static void say_no_signals(const char *name)
{
	msg__warn("%s: perf has recorded no signals in it", name ? name : "perf.data");
	msg__hint("record them, too, with: perf record -e 'raw_syscalls:*,signal:*' COMMAND");
}

/* Merges the sources, of which it takes ownership, with what the options want of them. hosts: names, or NULL. 0 or -errno: the message was printed. */
static int join(struct source **out, struct source **sources, const char *const *hosts, unsigned n, struct options *opt,
		struct syscall_set *needed)
{
	int err;

	rows__init();
	err = options__select(opt);
	if (err) {
		close_all(sources, n);
		return err;
	}
	call_sets__needed(opt, needed);
	for (unsigned i = 0; i < n; i++) {
		source__want(sources[i], needed);
		if (sources[i]->no_signals && opt->ready && opt->ready->lines == LINES_OF_SIGNALS)
			say_no_signals(i < opt->nfiles ? opt->files[i] : NULL);
	}
	*out = sources[0];
	return n > 1 && merge_files__open(out, sources, hosts, n) ? msg__no_memory() : 0;
}

int recordings__open(struct source **out, struct options *opt, struct syscall_set *needed)
{
	unsigned n = count_names(opt);
	struct source **sources = calloc(n, sizeof(struct source *));
	int err = sources ? open_all(sources, opt, n) : msg__no_memory();

	if (!err)
		err = join(out, sources, NULL, n, opt, needed);
	free(sources);
	return err;
}

/* -- Showing ----------------------------------------------------------------------------------------------------------- */

/* Reports what the format cannot show. */
static void leave_out(const struct options *opt)
{
	if (opt->in == IN_CONVERT && opt->stacks != STACKS_NONE && opt->view->no_stacks)
		msg__warn("--to %s cannot hold call stacks: they are left out", opt->view->name);
}

static void report_loss(const struct options *opt, uint64_t lost)
{
	if (lost && (opt->in == IN_CONVERT || opt->view->no_loss))
		msg__warn("the recording lacks %llu events, which were lost when it was made", (unsigned long long)lost);
}

const char *recordings__progress(const struct options *opt)
{
	static char several[32];

	if (opt->progress == 0 || (opt->progress == 2 && (!isatty(STDERR_FILENO) || opt->quiet)))
		return NULL;
	snprintf(several, sizeof(several), "%u recordings", count_names(opt));
	return count_names(opt) > 1 ? several : name_of(opt, 0);
}

/* Lines on the same terminal show how far it is. */
static const char *progress_of(const struct options *opt, const struct view *view)
{
	bool lines = view->terminal && (!opt->view->at_end || opt->summary.interval);

	return lines && isatty(STDERR_FILENO) ? NULL : recordings__progress(opt);
}

/* Sums and pictures do not show that they are of a part. */
static void say_interrupted(const struct options *opt, const struct replay_loop *p)
{
	uint64_t at = 0, size = 0;

	if (!interrupt__count || p->waits || (!opt->view->at_end && opt->in != IN_REPORT))
		return;
	source__progress(p->loop.source, &at, &size);
	if (at < size)
		msg__warn("interrupted: the output is of the first %u %% of what was to be read", (unsigned)((double)at / (double)size * 100));
}

/* 0, or the exit status; *written: -errno of the output, or 0. r: as in show_all(). */
static int show(const struct options *opt, struct source *source, struct view_sink *sink, const struct recorders *r, int *written)
{
	struct replay_loop p = { .loop = { .source = source, .sink = &sink->sink }, .progress = progress_of(opt, sink->view) };
	bool failed;

	if (r) {
		p.waits = true;
		p.interrupted = r->stop;
		p.ctx = r->ctx;
	}
	replay_loop__catch_signals();
	failed = replay_loop__run(&p) || source->damaged;
	progress__clear();
	say_interrupted(opt, &p);
	if (p.shown && opt->view->at_end && !sink->view->terminal)
		progress__say("writing %s", opt->output ? opt->output : "the output");
	*written = view_sink__finish(sink);
	progress__clear();
	return failed || *written ? EXIT_TRACER : 0;
}

/*
 * Shows what is open, and closes it. r: those who make the recordings now; NULL: they were made. The exit status; *written: 0, or -errno if the output
 * failed.
 */
static int show_all(struct options *opt, struct source *source, const struct recorders *r, int *written)
{
	static struct view_sink sink;
	int status, ended = 0;
	uint64_t lost;

	if (view_sink__open(&sink, opt, source__origin(source), STDOUT_FILENO)) {
		source__close(source);
		*written = -EIO;
		return EXIT_TRACER;
	}
	leave_out(opt);
	status = show(opt, source, &sink, r, written);
	lost = session__lost(&sink.session);
	report_loss(opt, lost);
	view_sink__close(&sink);
	source__close(source);
	if (r)
		ended = r->end(r->ctx);
	return status ? status : ended ? ended : opt->fail_on_loss && lost ? EXIT_LOSS : 0;
}

int recordings__write(struct options *opt, int *written)
{
	static struct syscall_set needed;
	struct source *source;

	*written = 0;
	if (recordings__check(opt, opt->output) || recordings__open(&source, opt, &needed))
		return EXIT_TRACER;
	return show_all(opt, source, NULL, written);
}

int recordings__show(struct options *opt)
{
	int written, status = recordings__write(opt, &written);

	replay_loop__die_like(written);
	return status;
}

int recordings__show_made(struct options *opt, const struct recorders *r)
{
	static struct syscall_set needed;
	struct source *source;
	int written = 0, status;

	if (join(&source, r->sources, r->hosts, r->n, opt, &needed)) {
		r->end(r->ctx);
		return EXIT_TRACER;
	}
	status = show_all(opt, source, r, &written);
	if (written)		/* an interrupt ends it in order, as live tracing of processes */
		replay_loop__die_like(written);
	return status;
}

int recordings__count(const struct options *opt)
{
	static struct counts counts;
	struct source *source;
	struct view *view = NULL;
	int err = file_kinds__open(&source, name_of(opt, 0));

	if (err)
		return EXIT_TRACER;
	counts = (struct counts){ 0 };
	err = source__count(source, &counts);
	if (!err && (view = opt->view->open(&(struct view_setup){ .opt = opt, .origin = counts.origin, .standard = STDOUT_FILENO }))) {
		opt->view->counts(view, &counts);
		err = opt->view->finish(view);
		opt->view->close(view);
	}
	err = err || !view || source->damaged;
	counts__free(&counts);
	source__close(source);
	return err ? EXIT_TRACER : 0;
}
