// SPDX-License-Identifier: BSD-2-Clause
/* cmd_trace.c - live tracing: from the kernel to a view. */
#include <string.h>
#include <unistd.h>

#include "beautifiers/rows.h"
#include "command.h"
#include "host/privileges.h"
#include "live_loop.h"
#include "recorder/recorder.h"
#include "targets.h"
#include "views/view_sink.h"

/* 0, or the exit status. */
static int start(struct live_loop *t, struct view_sink *output, struct recorder **recorder, struct options *opt)
{
	int err;

	if (targets__check(opt) || view_sink__open(output, opt, NULL, STDERR_FILENO))
		return EXIT_TRACER;
	err = live_loop__start(t, opt, opt->also_record && !strcmp(opt->also_record, "-"));
	opt->command_pid = t->target.pid;
	if (!err)
		err = live_loop__open(t, output->view->fd);
	if (!err && opt->also_record && recorder__open(recorder, opt, opt->also_record))
		err = EXIT_TRACER;
	if (*recorder)
		view_sink__also(output, recorder__sink(*recorder));
	if (!err)
		live_loop__release(t);
	return err;
}

static void finish(struct live_loop *t, struct view_sink *output, struct recorder *recorder)
{
	live_loop__report_loss(t);
	if (recorder)
		live_loop__wrote(t, recorder__finish(recorder));
	live_loop__wrote(t, view_sink__finish(output));
}

int cmd_trace(int argc, char **argv)
{
	static struct options opt;
	static struct live_loop t;
	static struct view_sink output;
	struct recorder *recorder = NULL;
	int err;

	err = options__parse(&opt, argc, argv);
	if (err)
		return err < 0 ? EXIT_TRACER : 0;
	if (opt.input) {
		privileges__give_up();
		return cmd_replay(argc, argv);
	}
	rows__init();
	err = start(&t, &output, &recorder, &opt);
	if (err) {
		target__abandon(&t.target);
		recorder__close(recorder);
		return err;
	}
	live_loop__pump(&t, &output.sink);
	finish(&t, &output, recorder);
	live_loop__close(&t);
	view_sink__close(&output);
	recorder__close(recorder);
	return live_loop__exit_status(&t);
}
