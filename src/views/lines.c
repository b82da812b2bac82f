// SPDX-License-Identifier: BSD-2-Clause
/* lines.c - from events to a writer's lines; their width and colours. */
#include "lines.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>

#include "event_show.h"
#include "lib/msg.h"

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

void lines__set_columns(struct file_view *f)
{
	const struct options *o = f->opt;

	if (o->no_folding || (!o->width && !f->view.terminal))
		return;
	columns = (unsigned)o->width;
	if (!o->width)
		follow_columns(f->view.fd);
	f->out.columns = &columns;
}

/* -- Life -------------------------------------------------------------------------------------------------------------- */

struct view *lines__new(const struct view_ops *ops, const struct writer *w, const struct view_setup *u)
{
	struct lines *l = (struct lines *)file_view__new(sizeof(*l), ops, u);

	if (!l)
		return NULL;
	l->file.out.opt.color = file_view__wants_color(&l->file);
	l->file.out.opt.terminal = l->file.view.terminal;
	lines__set_columns(&l->file);
	l->w = w;
	l->show = show__by(u->opt, &l->file.out, w->verbs);
	return &l->file.view;
}

void lines__start_writer(struct file_view *f, const struct writer *w, const struct view_begin *b)
{
	struct writer_options opt = f->out.opt;

	opt.start_mono = b->mono;
	opt.start_real = b->real ? b->real : b->mono;	/* without the time of day: times of CLOCK_MONOTONIC */
	if (!b->real && b->mono && clock_column__is_real(opt.clock)) {
		opt.clock = CLOCK_SINCE_START;
		msg__warn("the recording has no time of day: times are since its start");
	}
	w->begin(&f->out, &opt);
}

void lines__begin(struct view *v, const struct view_begin *b)
{
	struct lines *l = (struct lines *)v;

	l->show.names = b->names;
	lines__start_writer(&l->file, l->w, b);
}

void lines__end(struct view *v, const struct totals *t)
{
	struct lines *l = (struct lines *)v;

	if (t)
		l->w->total(&l->file.out, t);
}

/* -- Events ------------------------------------------------------------------------------------------------------------ */

static void put_stack(struct lines *l, const struct event *e)
{
	if (e->nframes)
		l->w->stack(&l->file.out, e->frames, e->nframes);
}

void lines__call(struct view *v, const struct event *e, const struct call *c, enum call_state st)
{
	struct lines *l = (struct lines *)v;
	const struct writer *w = l->w;
	struct out *o = &l->file.out;

	l->show.native = e->native;
	w->call_begin(o, e, abi__name(c->abi), c->abi != e->native, call__number_made(c), call__name(c), st);
	show__args(&l->show, c, st);
	w->call_args_end(o, st);
	show__result(&l->show, c, st);
	if (e->wait)
		w->wait(o, e, e->wait);
	put_stack(l, e);
	w->call_end(o);
}

void lines__other(struct view *v, const struct event *e, const struct other_event *o)
{
	struct lines *l = (struct lines *)v;

	l->w->tracepoint_begin(&l->file.out, e, o->name);
	event_show__fields(&l->show, o);
	put_stack(l, e);
	l->w->tracepoint_end(&l->file.out);
}

void lines__signal(struct view *v, const struct event *e, const struct rec_signal *r)
{
	struct lines *l = (struct lines *)v;

	l->show.native = e->native;
	l->w->signal_begin(&l->file.out, e, signal__name(r->signo));
	show__siginfo(&l->show, r);
	put_stack(l, e);
	l->w->signal_end(&l->file.out);
}

void lines__exit(struct view *v, const struct event *e, unsigned code)
{
	struct lines *l = (struct lines *)v;

	if (e->chosen)
		l->w->exit(&l->file.out, e, code);
}

void lines__loss(struct view *v, const struct event *e, const struct rec_loss *r, const char *reason)
{
	struct lines *l = (struct lines *)v;

	if (e->chosen)
		l->w->loss(&l->file.out, e, r->count, r->first, r->last, reason);
}

void lines__pause(struct view *v, const struct event *e, uint64_t dur)
{
	struct lines *l = (struct lines *)v;

	l->w->pause(&l->file.out, e, dur);
}
