// SPDX-License-Identifier: BSD-2-Clause
/* view_sink.c - passes records to a session, and idle() to its view. */
#include "view_sink.h"

#include <errno.h>

#include "recording/file_header.h"

static bool take(struct sink *s, const struct rec *rec)
{
	return session__record(&((struct view_sink *)s)->session, rec);
}

static bool take_both(struct sink *s, const struct rec *rec)
{
	struct sink *also = ((struct view_sink *)s)->also;
	bool enough = also->ops->take(also, rec);

	return take(s, rec) || enough;
}

static void idle(struct sink *s)
{
	struct view_sink *p = (struct view_sink *)s;

	if (p->view->ops->idle)
		p->view->ops->idle(p->view);
	if (p->also)
		p->also->ops->idle(p->also);
}

static int error(const struct sink *s)
{
	const struct view_sink *p = (const struct view_sink *)s;
	int err = p->view->ops->error ? p->view->ops->error(p->view) : 0;

	return err || !p->also ? err : p->also->ops->error(p->also);
}

static bool tick(struct sink *s, uint64_t now, uint64_t told)
{
	struct view *v = ((struct view_sink *)s)->view;

	return v->ops->tick(v, now, told);
}

static unsigned watch(struct sink *s, struct pollfd *fds)
{
	struct view *v = ((struct view_sink *)s)->view;

	return v->ops->watch ? v->ops->watch(v, fds) : 0;
}

static bool ready(struct sink *s, const struct pollfd *fds, unsigned n)
{
	struct view *v = ((struct view_sink *)s)->view;

	return v->ops->ready(v, fds, n);
}

int view_sink__open(struct view_sink *p, const struct options *opt, const struct origin *origin, int standard)
{
	static const struct origin unknown;
	const struct view_setup setup = { .opt = opt, .origin = origin ? origin : &unknown, .standard = standard };
	int err;

	*p = (struct view_sink){ .view = opt->view->open(&setup) };
	p->ops = (struct sink_ops){ .take = take, .idle = idle, .error = error };
	p->sink.ops = &p->ops;
	if (opt->view->tick) {		/* most views need no clock */
		p->ops.tick = tick;
		p->ops.watch = watch;
		p->ops.ready = ready;
	}
	if (!p->view)
		return -EIO;
	err = session__open(&p->session, opt, p->view);
	if (err)
		view_sink__close(p);
	return err;
}

void view_sink__also(struct view_sink *p, struct sink *other)
{
	p->also = other;
	p->ops.take = take_both;
}

int view_sink__finish(struct view_sink *p)
{
	session__finish(&p->session);
	return p->view->ops->finish(p->view);
}

void view_sink__close(struct view_sink *p)
{
	session__close(&p->session);
	if (p->view)
		p->view->ops->close(p->view);
	p->view = NULL;
}
