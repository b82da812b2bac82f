// SPDX-License-Identifier: BSD-2-Clause
/* cmd_ship.c - `trace ship`: from the kernel to files in a directory, and from there to a ClickHouse server. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "beautifiers/rows.h"
#include "command.h"
#include "lib/msg.h"
#include "lib/vec.h"
#include "live_loop.h"
#include "query/clickhouse.h"
#include "recorder/recorder.h"
#include "shipper.h"
#include "targets.h"

#define DEFAULT_DIR "trace.spool"
#define FILE_NS 5000000000u		/* a new file begins after this time, */
#define FILE_BYTES (64u << 20)		/* or when it has so many bytes */

static const char help[] =
	"Usage: trace ship --to URL [-o DIRECTORY] [OPTION]... {-a|-p PID|COMMAND}\n"
	"       trace ship --to URL [-o DIRECTORY]\n"
	"\n"
	"Records, and loads what is recorded into a ClickHouse server, every 5 seconds. While the server is away, recordings stay in the\n"
	"directory (default " DEFAULT_DIR "). Without a target only these are loaded. Further options are those of trace record.\n"
	"\n"
	"      --to URL                 http://HOST:8123/DATABASE: must be the first option\n"
	"  -o, --output DIRECTORY       where recordings wait\n"
	"      --rotate SIZE|TIME       load when so much, or so long, was recorded\n"
	"      --spool-limit SIZE       of recordings that wait (default: half of what is free); then calls are lost, and counted\n"
	"\n"
	"  trace ship --to http://localhost:8123/fleet -a\n"
	"\n"
	"Manual: man trace-ship\n";

/* The last word of the first option's value: `--to URL` or `--to=URL`. Returns how many words that are; 0: none. */
static int read_url(int argc, char **argv, const char **url)
{
	if (argc > 1 && !strncmp(argv[1], "--to=", 5)) {
		*url = argv[1] + 5;
		return 1;
	}
	if (argc > 2 && !strcmp(argv[1], "--to")) {
		*url = argv[2];
		return 2;
	}
	msg__error("give the server first: trace ship --to http://HOST:8123/DATABASE");
	return 0;
}

/* Only `-o DIRECTORY`, or nothing: no target. */
static bool names_no_target(int argc, char **argv, const char **dir)
{
	bool given = argc == 3 && (!strcmp(argv[1], "-o") || !strcmp(argv[1], "--output"));

	*dir = given ? argv[2] : DEFAULT_DIR;
	return given || argc == 1;
}

static int check(const struct options *opt)
{
	if (opt->output && !strcmp(opt->output, "-"))
		msg__error("-o names the directory in which recordings wait: it cannot be standard output");
	else if (opt->remote.hosts)
		msg__error("--host has no effect with trace ship: start it on each host, with the same --to");
	else if (opt->flight_bytes || opt->max_size || opt->summary.view)
		msg__error("%s has no effect with trace ship", opt->flight_bytes ? "--flight-recorder" : opt->max_size ? "--max-size" : "--summary");
	else
		return 0;
	return -EINVAL;
}

static void set_up(struct options *opt)
{
	opt->spool = opt->output ? opt->output : DEFAULT_DIR;
	if (opt->rotate_ns || opt->rotate_bytes)
		return;
	opt->rotate_ns = FILE_NS;
	opt->rotate_bytes = FILE_BYTES;
}

/* The system's calls without those that load them. */
static int leave_out_shipper(struct options *opt, const struct shipper *s)
{
	if (!opt->all)
		return 0;
	if (!VEC_MORE(opt->filter_pids.ids, opt->filter_pids.n, 1))
		return msg__no_memory();
	opt->filter_pids.ids[opt->filter_pids.n++] = s->pid;
	return 0;
}

static int start(struct live_loop *t, struct recorder **recorder, struct options *opt)
{
	int err = targets__check(opt) ? EXIT_TRACER : live_loop__start(t, opt, false);

	opt->command_pid = t->target.pid;
	if (!err)
		err = live_loop__open(t, -1);
	if (!err && recorder__open(recorder, opt, opt->spool))
		err = EXIT_TRACER;
	if (!err)
		live_loop__release(t);
	return err;
}

static int say_left(unsigned n, const char *dir, const char *url)
{
	if (!n)
		return 0;
	msg__warn("%u recording%s %s not loaded yet", n, n > 1 ? "s" : "", n > 1 ? "are" : "is");
	msg__hint("trace ship --to %s -o %s loads them", url, dir);
	return -EAGAIN;
}

static void report_dropped(struct live_loop *t, uint64_t n)
{
	if (!n)
		return;
	msg__warn("lost %llu calls and events: recordings that waited in '%s' had reached their limit", (unsigned long long)n, t->opt->spool);
	msg__hint("give them more room with --spool-limit SIZE, or select fewer calls with -e");
	if (t->opt->fail_on_loss)
		t->failure = EXIT_LOSS;
}

static int record(struct options *opt, struct shipper *s, const char *url)
{
	static struct live_loop t;
	struct recorder *recorder = NULL;
	int err = leave_out_shipper(opt, s) ? EXIT_TRACER : start(&t, &recorder, opt);

	if (err) {
		live_loop__abandon(&t);
		recorder__close(recorder);
		shipper__finish(s, opt->spool);
		return err;
	}
	live_loop__pump(&t, recorder__sink(recorder));
	live_loop__report_loss(&t);
	live_loop__wrote(&t, recorder__finish(recorder));
	report_dropped(&t, recorder__dropped(recorder));
	live_loop__close(&t);
	recorder__close(recorder);
	live_loop__wrote(&t, say_left(shipper__finish(s, opt->spool), opt->spool, url));
	return live_loop__exit_status(&t);
}

int cmd_ship(int argc, char **argv)
{
	static struct options opt;
	struct shipper s;
	const char *url, *dir;
	int words, err;

	if (argc > 1 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h"))) {
		fputs(help, stdout);
		return 0;
	}
	words = read_url(argc, argv, &url);
	if (!words || clickhouse__check_url(url))
		return EXIT_TRACER;
	argv[words] = argv[0];
	argc -= words;
	argv += words;
	if (names_no_target(argc, argv, &dir)) {
		if (shipper__prepare(dir) || shipper__start(&s, dir, url))
			return EXIT_TRACER;
		return say_left(shipper__finish(&s, dir), dir, url) ? EXIT_TRACER : 0;
	}
	err = options__parse_for(&opt, IN_RECORD, argc, argv);
	if (err)
		return err < 0 ? EXIT_TRACER : 0;
	if (check(&opt))
		return EXIT_TRACER;
	set_up(&opt);
	rows__init();
	if (shipper__prepare(opt.spool) || shipper__start(&s, opt.spool, url))
		return EXIT_TRACER;
	return record(&opt, &s, url);
}
