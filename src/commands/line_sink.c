// SPDX-License-Identifier: BSD-2-Clause
/* line_sink.c - owns the file that lines go to. */
#include "line_sink.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "beautifiers/verbs.h"
#include "host/ulimits.h"
#include "lib/interrupt.h"
#include "lib/msg.h"
#include "lib/output_file.h"

#define OUT_BYTES (256 * 1024)

static bool take(struct sink *s, const struct rec *rec)
{
	return session__record(&((struct line_sink *)s)->session, rec);
}

static void idle(struct sink *s)
{
	out__flush(&((struct line_sink *)s)->out);
}

static int error(const struct sink *s)
{
	return ((const struct line_sink *)s)->out.err;
}

static const struct sink_ops output_ops = { .take = take, .idle = idle, .error = error };

/* -- The terminal's width ---------------------------------------------------------------------------------------------- */

static volatile unsigned columns;
static int terminal = -1;

static void ask_columns(int sig)
{
	struct winsize size;
	int err = errno;

	(void)sig;
	if (!ioctl(terminal, TIOCGWINSZ, &size))
		columns = size.ws_col;
	errno = err;
}

static void follow_columns(int fd)
{
	terminal = fd;
	ask_columns(0);
	sigaction(SIGWINCH, &(struct sigaction){ .sa_handler = ask_columns, .sa_flags = SA_RESTART }, NULL);
}

static void set_columns(struct line_sink *p)
{
	const struct options *o = p->opt;

	if (o->no_folding || (!o->width && !o->w.terminal))
		return;
	columns = (unsigned)o->width;
	if (!o->width)
		follow_columns(p->fd);
	p->out.columns = &columns;
}

static bool wants_color(const struct line_sink *p)
{
	const char *no_color = getenv("NO_COLOR");

	return p->opt->color == 1 || (p->opt->color == 2 && isatty(p->fd) && !(no_color && *no_color));
}

int line_sink__open(struct line_sink *p, struct options *opt, int standard)
{
	*p = (struct line_sink){ .sink.ops = &output_ops, .opt = opt, .fd = standard, .is_stdout = standard == STDOUT_FILENO };
	if (opt->output) {
		p->fd = output_file__open(opt->output);
		if (p->fd < 0)
			return p->fd;
	}
	opt->w.color = wants_color(p);
	opt->w.terminal = isatty(p->fd);
	if (out__open(&p->out, p->fd, OUT_BYTES)) {
		msg__error("not enough memory");
		return -ENOMEM;
	}
	p->out.w = opt->writer;
	p->out.opt = opt->w;
	p->out.impatient = &interrupt__count;
	set_columns(p);
	return 0;
}

int line_sink__begin(struct line_sink *p)
{
	int err = session__open(&p->session, p->opt, &p->out);

	if (err)
		msg__error("not enough memory");
	return err;
}

static void report(const struct line_sink *p)
{
	const char *name = p->opt->output;

	if (name && strcmp(name, "-"))
		msg__error("cannot write '%s': %s; the output ends there", name, ulimits__why(p->out.err));
	else
		msg__error("cannot write to standard %s: %s; the output ends there",
			   name || p->is_stdout ? "output" : "error", ulimits__why(p->out.err));
}

int line_sink__finish(struct line_sink *p)
{
	session__finish(&p->session);
	out__flush(&p->out);
	if (p->fd > STDERR_FILENO && close(p->fd) && !p->out.err)
		p->out.err = -errno;
	p->fd = -1;
	if (p->out.err && p->out.err != -EPIPE)
		report(p);
	return p->out.err;
}

void line_sink__close(struct line_sink *p)
{
	session__close(&p->session);
	out__close(&p->out);
	if (p->fd > STDERR_FILENO)
		close(p->fd);
}
