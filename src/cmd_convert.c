// SPDX-License-Identifier: BSD-2-Clause
/* cmd_convert.c - `trace convert`: a recording in the format of other programs. */
#include <errno.h>
#include <signal.h>
#include <string.h>

#include "command.h"
#include "converter.h"
#include "msg.h"
#include "options.h"
#include "recordings.h"
#include "source_file.h"
#include "tracer.h"

#define WAIT_MS 200
#define BUSY_RECORDS 1024	/* how often signals are looked at while there is always one more record */

static volatile sig_atomic_t interrupted;

static void on_signal(int sig)
{
	(void)sig;
	interrupted = 1;
	tracer__signals++;
}

/* What was read until then is converted; a second signal gives up a write that nobody reads. */
static void catch_signals(void)
{
	static const int sigs[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction sa = { .sa_handler = on_signal }, old;

	for (unsigned i = 0; i < sizeof(sigs) / sizeof(sigs[0]); i++)
		if (!sigaction(sigs[i], NULL, &old) && old.sa_handler != SIG_IGN)
			sigaction(sigs[i], &sa, NULL);
	signal(SIGPIPE, SIG_IGN);
}

/* All records, until the sink has enough. 0 or -errno of the source. */
static int pump(struct source *source, struct sink *sink, uint64_t *lost)
{
	const struct rec *rec;
	unsigned busy = 0;
	int r;

	while ((r = source->ops->next(source, &rec)) >= SOURCE_WAIT) {
		if (r == SOURCE_WAIT) {
			sink->ops->idle(sink);
			source->ops->wait(source, WAIT_MS);
		} else {
			if (rec->type == REC_LOSS && rec->len >= sizeof(struct rec_loss))
				*lost += ((const struct rec_loss *)rec)->count;
			if (sink->ops->take(sink, rec))
				break;
			if (++busy % BUSY_RECORDS)
				continue;
		}
		if (interrupted || sink->ops->error(sink))
			break;
	}
	return r < SOURCE_END ? r : 0;
}

static int report_loss(const struct options *opt, uint64_t lost)
{
	if (!lost)
		return 0;
	msg__warn("the recording lacks %llu events, which were lost when it was made", (unsigned long long)lost);
	return opt->fail_on_loss ? EXIT_LOSS : 0;
}

static int convert(struct options *opt, struct source *source)
{
	static const struct origin unknown;
	const struct origin *origin = source_file__origin(source);
	const struct conversion c = { .opt = opt, .origin = origin ? origin : &unknown };
	struct sink *sink;
	uint64_t lost = 0;
	int err, written;

	if (opt->to->open(&sink, &c))
		return EXIT_TRACER;
	err = pump(source, sink, &lost);
	written = opt->to->finish(sink);
	opt->to->close(sink);
	if (written == -EPIPE) {
		signal(SIGPIPE, SIG_DFL);
		raise(SIGPIPE);
	}
	return err || written ? EXIT_TRACER : report_loss(opt, lost);
}

static int check(const struct options *opt)
{
	if (!opt->to)
		msg__error("--to FORMAT is missing: there are %s", CONVERTER_NAMES);
	else if (opt->nfiles > 1 && opt->to->single)
		msg__error("--to %s takes one recording: convert them one by one", opt->to->name);
	else
		return 0;
	return -EINVAL;
}

int cmd_convert(int argc, char **argv)
{
	static struct options opt;
	struct source *source;
	int err = options__parse_for(&opt, IN_CONVERT, argc, argv);

	if (err)
		return err < 0 ? EXIT_TRACER : 0;
	if (check(&opt) || recordings__open(&source, &opt, false))
		return EXIT_TRACER;
	catch_signals();
	err = convert(&opt, source);
	source->ops->close(source);
	options__free(&opt);
	return err;
}
