// SPDX-License-Identifier: BSD-2-Clause
/*
 * cmd_why.c - `trace why PID|NAME`: what a process waits for at present, from /proc alone: a line for each thread's call, then who could end the wait.
 * Nothing is loaded or attached, and no thread is stopped.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "beautifiers/rows.h"
#include "beautifiers/show.h"
#include "bpf/config.h"
#include "command.h"
#include "config/options.h"
#include "could_end.h"
#include "host/diagnose.h"
#include "lib/clock.h"
#include "lib/msg.h"
#include "lib/record.h"
#include "sources/call_sets.h"
#include "sources/lock_call.h"
#include "sources/snapshot.h"
#include "targets.h"
#include "views/view_sink.h"

static const char help[] =
	"Usage: trace why [--json] PID|NAME...\n"
	"\n"
	"Says what the threads of running processes wait for at present: the call, the kernel function, since when, and the processes at the\n"
	"other end of a pipe, a socket or a terminal, or with the lock or mutex; also for the descriptors of poll, select and epoll; the requests\n"
	"of an io_uring that wait for files; and the locks of files that the processes hold, with who waits for them. Then which processes have\n"
	"ended, are stopped, or run. NAME: all processes that 'ps -e' shows with it.\n"
	"Only processes that the user may trace.\n";

struct why {
	struct view_sink out;
	struct kept_calls calls;	/* in progress */
	struct awaited holders;		/* scratch: of locks */
};

static void take_peer(void *ctx, const struct rec *rec)
{
	struct why *w = ctx;

	w->out.sink.ops->take(&w->out.sink, rec);
}

static int take(void *ctx, const struct rec *rec)
{
	static struct call c;
	struct why *w = ctx;
	struct lock_request l;

	if (rec->type == REC_PENDING && !call__parse(&c, (const struct rec_call *)rec, NULL) && lock_call__is_open(&c, &l)) {
		awaited__holders(&w->holders, &l, true);
		lock_call__push(&c, &w->holders, take_peer, w);
	}
	w->out.sink.ops->take(&w->out.sink, rec);
	kept_calls__add(&w->calls, rec);
	return 0;
}

static bool skip_none(void *ctx, pid_t tgid)
{
	(void)ctx, (void)tgid;
	return false;
}

static int take_start(struct why *w, uint64_t ts)
{
	struct rec_start r = { .rec = record__head(REC_START, sizeof(r), ts, 0, 0), .abi = abi__native() };

	r.realtime = clock__ns(CLOCK_REALTIME) - (clock__ns(CLOCK_MONOTONIC) - ts);
	r.boottime = clock__ns(CLOCK_BOOTTIME) - (clock__ns(CLOCK_MONOTONIC) - ts);
	return take(w, &r.rec);
}

static void look(struct why *w, const struct options *opt)
{
	struct config cfg = { 0 };
	struct snapshot snap = { .push = take, .skip = skip_none, .ctx = w, .ts = clock__ns(CLOCK_MONOTONIC) };

	call_sets__set_abis(&cfg);
	snap.abi = cfg.abi[SLOT_NATIVE];
	snap.abi_compat = cfg.abi[SLOT_COMPAT];
	take_start(w, snap.ts);
	snapshot__targets(&snap, opt, 0);
}

static int check(const struct options *opt)
{
	for (unsigned i = 0; i < opt->pids.n; i++) {
		char file[64];

		if (kill(opt->pids.ids[i], 0) && errno == ESRCH) {
			msg__error("there is no process %d", opt->pids.ids[i]);
			return EXIT_TRACER;
		}
		if (snapshot__tgid(opt->pids.ids[i]) != opt->pids.ids[i]) {
			msg__error("%d is a thread of process %d: use the number of the process", opt->pids.ids[i], snapshot__tgid(opt->pids.ids[i]));
			return EXIT_TRACER;
		}
		snprintf(file, sizeof(file), "/proc/%d/syscall", opt->pids.ids[i]);
		if (access(file, R_OK)) {
			msg__error("process %d may not be looked at: %s (it is another user's, or has more privileges: root may)", opt->pids.ids[i],
				   strerror(errno));
			return EXIT_TRACER;
		}
	}
	return 0;
}

static int why(struct options *opt, bool json)
{
	static struct why w;
	int err = check(opt);
	bool any;

	if (err)
		return err;
	rows__init();
	if (view_sink__open(&w.out, opt, NULL, STDOUT_FILENO))
		return EXIT_TRACER;
	look(&w, opt);
	err = view_sink__finish(&w.out);
	view_sink__close(&w.out);
	if (!err)
		could_end__say(&w.calls, opt, json, puts);
	any = !err && why_states__say(opt, json, puts);
	fflush(stdout);
	if (!err && !any && !w.calls.n)
		msg__note("no thread waits in a call");
	kept_calls__free(&w.calls);
	return err ? EXIT_TRACER : 0;
}

/* Each word is a target of its own, as with -p. 0, or -EINVAL: the message was printed. */
static int parse(struct options *opt, bool json, int argc, char **argv)
{
	char *shown[] = { argv[0], "--wait", "--peers", "--show-comm", "-o", "-", "--format", json ? "json" : "text" };
	int n = sizeof(shown) / sizeof(shown[0]), err;
	char **words = calloc((size_t)n + 2 * (size_t)argc + 1, sizeof(*words));	/* which the options point into */

	if (!words)
		return msg__no_memory();
	memcpy(words, shown, sizeof(shown));
	for (int i = 1 + json; i < argc; i++) {
		words[n++] = "-p";
		words[n++] = argv[i];
	}
	err = options__parse_for(opt, IN_LIVE, n, words);
	free(words);
	return err ? err : diagnose__check_proc() ?: targets__find_names(opt);
}

int cmd_why(int argc, char **argv)
{
	static struct options opt;
	bool json = argc > 1 && !strcmp(argv[1], "--json");

	for (int i = 1 + json; i < argc; i++) {
		bool asked = !strcmp(argv[i], "-h") || !strcmp(argv[i], "--help");

		if (argv[i][0] != '-')
			continue;
		if (!asked)
			msg__error("unknown option '%s'", argv[i]);
		fputs(help, asked ? stdout : stderr);
		return asked ? 0 : EXIT_TRACER;
	}
	if (argc == 1 + json) {
		fputs(help, stderr);
		return EXIT_TRACER;
	}
	return parse(&opt, json, argc, argv) ? EXIT_TRACER : why(&opt, json);
}
