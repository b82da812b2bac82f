// SPDX-License-Identifier: BSD-2-Clause
/* cmd_trace.c - live tracing: from the kernel to a view. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "could_end.h"
#include "host/privileges.h"
#include "hosts.h"
#include "lib/msg.h"
#include "live_loop.h"
#include "options/strace_options.h"
#include "recorder/recorder.h"
#include "recordings.h"
#include "targets.h"
#include "views/view_sink.h"
#include "views/views.h"

/* 0, or the exit status. */
static int start(struct live_loop *t, struct view_sink *output, struct recorder **recorder, struct options *opt)
{
	int err;

	if (targets__check(opt))
		return EXIT_TRACER;
	live_loop__prepare(opt);
	if (view_sink__open(output, opt, NULL, STDERR_FILENO))
		return EXIT_TRACER;
	err = live_loop__start(t, opt, opt->also_record && !strcmp(opt->also_record, "-"));
	opt->command_pid = t->target.pid;
	if (!err)
		err = live_loop__open(t, output->view->fd);
	if (!err)
		targets__say_attached(opt);
	if (!err && opt->also_record && recorder__open(recorder, opt, opt->also_record))
		err = EXIT_TRACER;
	if (*recorder)
		view_sink__also(output, recorder__sink(*recorder));
	if (!err)
		live_loop__release(t);
	if (!err && opt->wait.on && (opt->view == &text_view || opt->view == &json_view || opt->view == &waits_view))
		could_end__note(opt);
	return err;
}

static void finish(struct options *opt, struct live_loop *t, struct view_sink *output, struct recorder *recorder)
{
	if (opt->strace.summary.kind != SUMMARY_NONE)
		opt->strace.summary.has_system = live_loop__system_time(t, &opt->strace.summary.system);
	live_loop__report_loss(t);
	if (recorder)
		live_loop__wrote(t, recorder__finish(recorder));
	live_loop__wrote(t, view_sink__finish(output));
}

/* opt is parsed. */
static int trace_by(struct options *opt)
{
	static struct live_loop t;
	static struct view_sink output;
	struct recorder *recorder = NULL;
	int err;

	err = start(&t, &output, &recorder, opt);
	if (err) {
		live_loop__abandon(&t);
		recorder__close(recorder);
		return err;
	}
	live_loop__pump(&t, &output.sink);
	finish(opt, &t, &output, recorder);
	live_loop__close_last(&t);
	view_sink__close(&output);
	recorder__close(recorder);
	return live_loop__exit_status(&t);
}

static struct options opt;

/* Does the command line name a recording where the command would stand? */
static bool names_recording(const struct options *o)
{
	return (o->summary.view || o->ready || o->view == &waits_view) && o->command && strace_options__is_recording(o->command[0]);
}

int cmd_trace(int argc, char **argv)
{
	int err = options__parse(&opt, argc, argv);

	if (err)
		return err < 0 ? EXIT_TRACER : 0;
	if (opt.remote.hosts)
		return hosts__show(&opt, argc, argv);
	if (!opt.input && !names_recording(&opt))
		return trace_by(&opt);
	privileges__give_up();
	return cmd_replay(argc, argv);
}

/* Traces live, or shows recordings, with further options before the others; without arguments: trace.data. */
static int trace_with(const char *const *more, int nmore, int argc, char **argv)
{
	char **words = calloc((size_t)argc + (size_t)nmore + 1, sizeof(*words));
	int status;

	if (!words) {
		msg__no_memory();
		return EXIT_TRACER;
	}
	words[0] = argv[0];
	memcpy(words + 1, more, (size_t)nmore * sizeof(*words));
	memcpy(words + 1 + nmore, argv + 1, (size_t)argc * sizeof(*words));	/* with the NULL */
	status = argc > 1 ? cmd_trace(argc + nmore, words) : cmd_replay(argc + nmore, words);
	free(words);
	return status;
}

/* `trace summary …` is `trace --summary …`. */
int cmd_summary(int argc, char **argv)
{
	return trace_with((const char *const[]){ "--summary" }, 1, argc, argv);
}

/* `trace waits …` is `trace --waits …`. */
int cmd_waits(int argc, char **argv)
{
	return trace_with((const char *const[]){ "--waits" }, 1, argc, argv);
}

/* `trace metrics …` is `trace --metrics …`. */
int cmd_metrics(int argc, char **argv)
{
	char *help[] = { argv[0], "--metrics", NULL };

	return argc > 1 ? trace_with((const char *const[]){ "--metrics" }, 1, argc, argv) : cmd_trace(2, help);
}

/* `trace files …` is `trace --view files …`. */
int cmd_view(int argc, char **argv)
{
	return trace_with((const char *const[]){ "--view", argv[0] }, 2, argc, argv);
}

/* strace's own exit status is 1 whatever its trouble is. */
static int strace_status(const struct options *o, int status)
{
	return status == EXIT_TRACER || (!o->command_pid && status) ? EXIT_STRACE : status;
}

/* `-i FILE...` shows recordings, as in trace's own command line. */
static void take_recordings(struct options *o)
{
	if (!o->w.strace.ip || !o->command || !strace_options__is_recording(o->command[0]))
		return;
	o->in = IN_REPLAY;
	o->w.strace.ip = false;
	for (o->files = o->command; o->files[o->nfiles]; )
		o->nfiles++;
	o->command = NULL;
}

int cmd_strace(int argc, char **argv)
{
	int err = strace_options__parse(&opt, argc, argv);

	if (err)
		return err < 0 ? EXIT_STRACE : 0;
	take_recordings(&opt);
	if (opt.in == IN_LIVE)
		return strace_status(&opt, trace_by(&opt));
	privileges__give_up();
	return strace_status(&opt, recordings__show(&opt));
}
