// SPDX-License-Identifier: BSD-2-Clause
/* cmd_record.c - `trace record`: from the kernel to a file, without decoding. */
#include <signal.h>
#include <string.h>

#include "command.h"
#include "hosts.h"
#include "lib/msg.h"
#include "live_loop.h"
#include "recorder/recorder.h"
#include "sources/remote/remote.h"
#include "sources/remote/served.h"
#include "targets.h"

#define DEFAULT_NAME "trace.data"

/* For trace on another host: when that goes, so does this. 0, or the exit status. */
static int serve(struct live_loop *t, int64_t ahead)
{
	if (remote__watch())
		return EXIT_TRACER;
	return served__over(&t->loop.source, t->loop.source, ahead) ? (msg__no_memory(), EXIT_TRACER) : 0;
}

/* The file is created last, when nothing else can fail. 0, or the exit status. */
static int start(struct live_loop *t, struct recorder **recorder, struct options *opt, int64_t ahead)
{
	const char *name = opt->output ? opt->output : DEFAULT_NAME;
	int err = targets__check(opt) ? EXIT_TRACER : 0;

	if (!err) {
		live_loop__prepare(opt);
		err = live_loop__start(t, opt, !strcmp(name, "-"));
	}
	opt->command_pid = t->target.pid;
	if (!err)
		err = live_loop__open(t, -1);
	if (!err && opt->serve)
		err = serve(t, ahead);
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
	int64_t ahead = 0;
	int err = options__parse_for(&opt, IN_RECORD, argc, argv);

	if (err)
		return err < 0 ? EXIT_TRACER : 0;
	if (opt.spool_limit) {
		msg__error("--spool-limit is for trace ship: --max-size limits a recording, and --rotate with --keep several");
		return EXIT_TRACER;
	}
	if (opt.remote.hosts)
		return hosts__record(&opt, argc, argv);
	if (opt.serve && (err = remote__serve(&ahead)))
		return err < 0 ? EXIT_TRACER : 0;
	err = start(&t, &recorder, &opt, ahead);
	if (err) {
		live_loop__abandon(&t);
		recorder__close(recorder);
		return err;
	}
	live_loop__pump(&t, recorder__sink(recorder));
	live_loop__report_loss(&t);
	live_loop__wrote(&t, recorder__finish(recorder));
	live_loop__close_last(&t);
	if (opt.serve && t.target.pid && !t.target.ended)
		kill(t.target.pid, SIGKILL);	/* nobody is left who could end it */
	recorder__close(recorder);
	return opt.serve && remote__watch_ended() && !t.failure ? 0 : live_loop__exit_status(&t);	/* what the command died of was this */
}
