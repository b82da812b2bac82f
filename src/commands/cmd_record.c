// SPDX-License-Identifier: BSD-2-Clause
/* cmd_record.c - `trace record`: from the kernel to a file, without decoding. */
#include <string.h>

#include "command.h"
#include "live_loop.h"
#include "recorder/recorder.h"
#include "targets.h"

#define DEFAULT_NAME "trace.data"

/* The file is created last, when nothing else can fail. 0, or the exit status. */
static int start(struct live_loop *t, struct recorder **recorder, struct options *opt)
{
	const char *name = opt->output ? opt->output : DEFAULT_NAME;
	int err = targets__check(opt) ? EXIT_TRACER : live_loop__start(t, opt, !strcmp(name, "-"));

	opt->command_pid = t->target.pid;
	if (!err)
		err = live_loop__open(t, -1);
	if (!err && recorder__open(recorder, opt, name))
		err = EXIT_TRACER;
	if (!err)
		live_loop__release(t);
	return err;
}

int cmd_record(int argc, char **argv)
{
	static struct options opt;
	static struct live_loop t;
	struct recorder *recorder = NULL;
	int err = options__parse_for(&opt, IN_RECORD, argc, argv);

	if (err)
		return err < 0 ? EXIT_TRACER : 0;
	err = start(&t, &recorder, &opt);
	if (err) {
		target__abandon(&t.target);
		recorder__close(recorder);
		return err;
	}
	live_loop__pump(&t, recorder__sink(recorder));
	live_loop__report_loss(&t);
	live_loop__wrote(&t, recorder__finish(recorder));
	live_loop__close(&t);
	recorder__close(recorder);
	return live_loop__exit_status(&t);
}
