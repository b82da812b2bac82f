// SPDX-License-Identifier: BSD-2-Clause
/* cmd_trace.c - live tracing: from the kernel to a view. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "beautifiers/rows.h"
#include "command.h"
#include "host/privileges.h"
#include "lib/msg.h"
#include "live_loop.h"
#include "recorder/recorder.h"
#include "targets.h"
#include "views/view_sink.h"

/* Shows records and, with --also-record, writes them. */
struct live {
	struct sink sink;		/* both */
	struct view_sink output;
	struct recorder *recorder;	/* NULL: --also-record was not given */
};

static bool take(struct sink *s, const struct rec *rec)
{
	struct live *l = (struct live *)s;
	struct sink *recording = recorder__sink(l->recorder);
	bool enough = recording->ops->take(recording, rec);

	return l->output.sink.ops->take(&l->output.sink, rec) || enough;
}

static void idle(struct sink *s)
{
	struct live *l = (struct live *)s;
	struct sink *recording = recorder__sink(l->recorder);

	l->output.sink.ops->idle(&l->output.sink);
	recording->ops->idle(recording);
}

static int error(const struct sink *s)
{
	struct live *l = (struct live *)s;
	struct sink *recording = recorder__sink(l->recorder);
	int err = l->output.sink.ops->error(&l->output.sink);

	return err ? err : recording->ops->error(recording);
}

static bool tick(struct sink *s, uint64_t now)
{
	struct sink *output = &((struct live *)s)->output.sink;

	return output->ops->tick(output, now);
}

static unsigned watch(struct sink *s, struct pollfd *fds)
{
	struct sink *output = &((struct live *)s)->output.sink;

	return output->ops->watch(output, fds);
}

static bool ready(struct sink *s, const struct pollfd *fds, unsigned n)
{
	struct sink *output = &((struct live *)s)->output.sink;

	return output->ops->ready(output, fds, n);
}

/* Where records go: what they are shown by, with a recording in front of it if there is to be one. */
static struct sink *sink_of(struct live *l)
{
	static struct sink_ops ops = { .take = take, .idle = idle, .error = error };

	if (!l->recorder)
		return &l->output.sink;
	if (l->output.sink.ops->tick) {
		ops.tick = tick;
		ops.watch = watch;
		ops.ready = ready;
	}
	l->sink.ops = &ops;
	return &l->sink;
}

/* 0, or the exit status of what went wrong. */
static int start(struct live_loop *t, struct live *l, struct options *opt)
{
	int err;

	if (targets__check(opt) || view_sink__open(&l->output, opt, NULL, STDERR_FILENO))
		return EXIT_TRACER;
	err = live_loop__start(t, opt, opt->also_record && !strcmp(opt->also_record, "-"));
	opt->command_pid = t->target.pid;
	if (!err)
		err = live_loop__open(t, l->output.view->fd);
	if (!err && opt->also_record && recorder__open(&l->recorder, opt, opt->also_record))
		err = EXIT_TRACER;
	if (!err)
		live_loop__release(t);
	return err;
}

static void note(struct live_loop *t, int err)
{
	if (err == -EPIPE)
		t->broken_pipe = true;
	else if (err)
		t->failure = EXIT_TRACER;
}

static void finish(struct live_loop *t, struct live *l)
{
	live_loop__report_loss(t);
	if (l->recorder)
		note(t, recorder__finish(l->recorder));
	note(t, view_sink__finish(&l->output));
}

int cmd_trace(int argc, char **argv)
{
	static struct options opt;
	static struct live_loop t;
	static struct live live;
	int err;

	err = options__parse(&opt, argc, argv);
	if (err)
		return err < 0 ? EXIT_TRACER : 0;
	if (opt.input) {
		privileges__give_up();
		return cmd_replay(argc, argv);
	}
	rows__init();
	err = start(&t, &live, &opt);
	if (err) {
		target__abandon(&t.target);
		recorder__close(live.recorder);
		return err;
	}
	live_loop__pump(&t, sink_of(&live));
	finish(&t, &live);
	live_loop__close(&t);
	view_sink__close(&live.output);
	recorder__close(live.recorder);
	return live_loop__exit_status(&t);
}
