// SPDX-License-Identifier: BSD-2-Clause
/* cmd_record.c - from the kernel to a file, without a look at what is in it. */
#include <errno.h>
#include <string.h>

#include "command.h"
#include "recorder.h"
#include "rows.h"
#include "targets.h"
#include "tracer.h"

#define DEFAULT_NAME "trace.data"

/* The file is made last, when nothing is left to go wrong. 0, or the exit status of what went wrong. */
static int start(struct tracer *t, struct recorder **recorder, struct options *opt)
{
	const char *name = opt->output ? opt->output : DEFAULT_NAME;
	int err = targets__check(opt) ? EXIT_TRACER : tracer__start(t, opt, !strcmp(name, "-"));

	opt->command_pid = t->target.pid;
	if (!err)
		err = tracer__open(t, -1);
	if (!err && recorder__open(recorder, opt, name))
		err = EXIT_TRACER;
	if (!err)
		tracer__release(t);
	return err;
}

static void finish(struct tracer *t, struct recorder *recorder)
{
	int err;

	tracer__report_loss(t);
	err = recorder__finish(recorder);
	if (err == -EPIPE)
		t->broken_pipe = true;
	else if (err)
		t->failure = EXIT_TRACER;
}

int cmd_record(int argc, char **argv)
{
	static struct options opt;
	static struct tracer t;
	struct recorder *recorder = NULL;
	int err = options__parse_for(&opt, IN_RECORD, argc, argv);

	if (err)
		return err < 0 ? EXIT_TRACER : 0;
	rows__init();
	err = start(&t, &recorder, &opt);
	if (err) {
		target__abandon(&t.target);
		recorder__close(recorder);
		return err;
	}
	tracer__pump(&t, recorder__sink(recorder));
	finish(&t, recorder);
	tracer__close(&t);
	recorder__close(recorder);
	return tracer__exit_status(&t);
}
