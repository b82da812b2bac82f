// SPDX-License-Identifier: BSD-2-Clause
/* convert_lines.c - formats that are text: a session with a writer in front of a file. */
#include "converter.h"

#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "beautifiers/verbs.h"
#include "lib/interrupt.h"
#include "lib/msg.h"
#include "lib/out.h"
#include "lib/output_file.h"
#include "session/session.h"
#include "writers/writer.h"

#define OUT_BYTES (256 * 1024)

struct lines {
	struct sink sink;
	struct session session;
	struct out out;
	const char *output;
};

static bool lines__take(struct sink *s, const struct rec *rec)
{
	return session__record(&((struct lines *)s)->session, rec);
}

static void lines__idle(struct sink *s)
{
	out__flush(&((struct lines *)s)->out);
}

static int lines__error(const struct sink *s)
{
	return ((const struct lines *)s)->out.err;
}

static const struct sink_ops lines_ops = { .take = lines__take, .idle = lines__idle, .error = lines__error };

static void lines__close(struct sink *s)
{
	struct lines *l = (struct lines *)s;

	if (!l)
		return;
	session__close(&l->session);
	if (l->out.fd > STDERR_FILENO)
		close(l->out.fd);
	out__close(&l->out);
	free(l);
}

static int lines__open(struct sink **s, const struct conversion *c, const char *writer)
{
	int fd = output_file__open(c->opt->output);
	struct lines *l;

	if (fd < 0)
		return fd;
	l = calloc(1, sizeof(*l));
	c->opt->writer = writer__find(writer);
	if (!l || out__open(&l->out, fd, OUT_BYTES) || session__open(&l->session, c->opt, &l->out)) {
		msg__error("not enough memory");
		lines__close((struct sink *)l);
		return -ENOMEM;
	}
	l->sink.ops = &lines_ops;
	l->output = c->opt->output;
	l->out.w = c->opt->writer;
	l->out.opt = c->opt->w;
	l->out.impatient = &interrupt__count;
	*s = &l->sink;
	return 0;
}

static int lines__finish(struct sink *s)
{
	struct lines *l = (struct lines *)s;
	int fd = l->out.fd;

	session__finish(&l->session);
	out__flush(&l->out);
	l->out.fd = -1;
	if (fd > STDERR_FILENO && close(fd) && !l->out.err)
		l->out.err = -errno;
	return l->out.err ? converter__failed(l->output, l->out.err) : 0;
}

#define LINES(format, text, ...) \
	static int format##__open(struct sink **s, const struct conversion *c) { return lines__open(s, c, #format); } \
	const struct converter format##_converter = { \
		.name = #format, .help = text, .open = format##__open, .finish = lines__finish, .close = lines__close, __VA_ARGS__ \
	}

LINES(json, "one JSON object a line");
LINES(chrome, "Trace Event Format, for Perfetto and chrome://tracing", .no_stacks = true);
LINES(folded, "stacks for flame graphs: time by thread name, call and error");
