// SPDX-License-Identifier: BSD-2-Clause
/* waited_fds.c - lists descriptors first, and then looks up the other ends of all by one search. */
#include "waited_fds.h"

#include <stdlib.h>

#include "beautifiers/shape.h"
#include "beautifiers/show.h"
#include "host/epoll_set.h"
#include "lib/vec.h"

#define DEPTH_MAX 5		/* an epoll that waits for an epoll, and so on: the kernel allows no more */
#define CALL_FDS 1024		/* of one call, at most */

struct finding {
	struct waited_fds *to;
	pid_t tgid;
	unsigned call;
	size_t first;		/* of the call */
};

static void add_members(const struct finding *f, size_t at, unsigned depth);

static void add(const struct finding *f, int fd, int epoll, unsigned depth)
{
	struct waited_fds *w = f->to;

	if (fd < 0 || w->n - f->first == CALL_FDS)
		return;
	for (size_t i = f->first; i < w->n; i++)
		if (w->of[i].fd == fd && w->of[i].epoll == epoll)
			return;
	if (!VEC_MORE(w->of, w->n, 1))
		return;
	w->of[w->n++] = (struct waited_fd){ .tgid = f->tgid, .fd = fd, .epoll = epoll, .call = f->call };
	if (depth < DEPTH_MAX)
		add_members(f, w->n - 1, depth + 1);
}

static void add_members(const struct finding *f, size_t at, unsigned depth)
{
	struct waited_fds *w = f->to;
	struct epoll_set s;

	if (!epoll_set__read(&s, f->tgid, w->of[at].fd))
		return;
	w->of[at].is_epoll = true;
	w->of[at].cut = s.cut;
	for (unsigned i = 0; i < s.n; i++)
		add(f, s.fds[i], w->of[at].fd, depth);
}

static bool add_passed(void *ctx, int fd)
{
	add(ctx, fd, -1, 0);
	return false;
}

static void add_call(struct finding *f, const struct rec_call *r)
{
	static struct call c;

	if (call__parse(&c, r, NULL) || !c.row)
		return;
	for (unsigned i = 0; i < r->nargs && i < c.row->nargs; i++) {
		if (c.row->args[i].kind->is_fd)
			add(f, (int)c.args[i], -1, 0);
		else if (arg__has_fds_in_memory(&c.row->args[i]))
			call__any_fd_in(&c, i, add_passed, f);
	}
}

static int compare(const void *a, const void *b)
{
	const struct peer_fd *x = a, *y = b;

	return x->tgid != y->tgid ? (x->tgid < y->tgid ? -1 : 1) : (x->fd > y->fd) - (x->fd < y->fd);
}

static void look_up(struct waited_fds *w)
{
	size_t n = 0;

	w->ends = w->n ? calloc(w->n, sizeof(*w->ends)) : NULL;
	if (!w->ends)
		return;
	for (size_t i = 0; i < w->n; i++)
		w->ends[i] = (struct peer_fd){ .tgid = w->of[i].tgid, .fd = w->of[i].fd };
	qsort(w->ends, w->n, sizeof(*w->ends), compare);
	for (size_t i = 0; i < w->n; i++)
		if (!n || compare(&w->ends[n - 1], &w->ends[i]))
			w->ends[n++] = w->ends[i];
	w->nends = n;
	peers__of_fds(w->ends, n);
}

void waited_fds__find(struct waited_fds *w, struct rec_call *const *calls, unsigned n)
{
	*w = (struct waited_fds){ 0 };
	for (unsigned i = 0; i < n; i++)
		add_call(&(struct finding){ w, (pid_t)calls[i]->rec.tgid, i, w->n }, calls[i]);
	look_up(w);
}

const struct peer_fd *waited_fds__end(const struct waited_fds *w, const struct waited_fd *f)
{
	struct peer_fd key = { .tgid = f->tgid, .fd = f->fd };

	return w->nends ? bsearch(&key, w->ends, w->nends, sizeof(key), compare) : NULL;
}

void waited_fds__free(struct waited_fds *w)
{
	free(w->of);
	free(w->ends);
	*w = (struct waited_fds){ 0 };
}
