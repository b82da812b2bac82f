// SPDX-License-Identifier: BSD-2-Clause
/* cmd_top.c - `trace top`: from the kernel, or a recording, to a view that is redrawn. */
#include <errno.h>
#include <unistd.h>

#include "command.h"
#include "host/privileges.h"
#include "hosts.h"
#include "lib/msg.h"
#include "live_loop.h"
#include "options/options_summary.h"
#include "options/strace_options.h"
#include "recordings.h"
#include "targets.h"
#include "views/view_sink.h"

static struct options opt;
static struct top_again again;

static int start(struct live_loop *t, struct view_sink *output)
{
	int err;

	if (view_sink__open(output, &opt, NULL, STDOUT_FILENO))
		return EXIT_TRACER;
	err = live_loop__start(t, &opt, opt.top.batch && !opt.output);
	opt.command_pid = t->target.pid;
	if (!err)
		err = live_loop__open(t, output->view->fd);
	if (!err)
		live_loop__release(t);
	return err;
}

/* From the opening of the source to its end. Returns the exit status. */
static int session(struct live_loop *t)
{
	static struct view_sink output;
	int err = start(t, &output);

	if (err) {
		again.wanted = false;
		view_sink__close(&output);
		live_loop__abandon(t);
		return err;
	}
	live_loop__pump(t, &output.sink);
	live_loop__report_loss(t);
	live_loop__wrote(t, view_sink__finish(&output));
	view_sink__close(&output);	/* restores the terminal, before the command is waited for */
	live_loop__close(t);
	return 0;
}

/* Counted in the kernel as far as the grouping permits. */
static void prepare(void)
{
	opt.summary.by[0] = top__part(opt.top.by);
	options__finish_tally(&opt);
}

/* Options that a screen has no use for. */
static int check(void)
{
	if (opt.top.batch || (!opt.top.rounds && !opt.output && !opt.summary.top))
		return 0;
	msg__error("%s is for --batch", opt.output ? "-o" : opt.summary.top ? "--top" : "-n");
	return -EINVAL;
}

static int trace_live(void)
{
	static struct live_loop t;
	enum top_by by = opt.top.by;
	int err;

	if (check() || targets__check(&opt))
		return EXIT_TRACER;
	live_loop__prepare(&opt);
	if (!opt.top.batch && !opt.command && !privileges__by_file()) {	/* those of a file are given up once the source is open */
		opt.top.by = TOP_PROCESS;
		prepare();
		again.counts = opt.tally;
		opt.top.by = by;
		opt.top.again = &again;
	}
	do {
		prepare();
		err = session(&t);
		opt.top.by = again.by;
	} while (!err && again.wanted);
	return err ? err : live_loop__exit_status(&t);
}

int cmd_top(int argc, char **argv)
{
	int err = options__parse_for(&opt, IN_LIVE | IN_TOP, argc, argv);

	if (err)
		return err < 0 ? EXIT_TRACER : 0;
	if (opt.remote.hosts)
		return hosts__show(&opt, argc, argv);
	if (!opt.command || !strace_options__is_recording(opt.command[0]))
		return trace_live();
	privileges__give_up();
	options__free(&opt);
	err = options__parse_for(&opt, IN_REPLAY | IN_TOP, argc, argv);
	return err ? EXIT_TRACER : recordings__show(&opt);
}
