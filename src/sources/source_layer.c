// SPDX-License-Identifier: BSD-2-Clause
/* source_layer.c - most records are passed on after one check. */
#include "source_layer.h"

static int layer__next(struct source *s, const struct rec **rec)
{
	struct layer *l = (struct layer *)s;

	while (!l->held) {
		int got = s->below->ops->next(s->below, rec);
		enum layer_verdict v = got == SOURCE_RECORD ? l->ops->look(l, *rec) : LAYER_PASSES;

		if (v == LAYER_PASSES)
			return got;
		if (v == LAYER_HOLDS)
			l->held = *rec;
	}
	*rec = l->ops->before(l, l->held);
	if (!*rec) {
		*rec = l->held;
		l->held = NULL;
	}
	return SOURCE_RECORD;
}

static int layer__select(struct source *s, pid_t child)
{
	struct layer *l = (struct layer *)s;
	int err = source__select(s->below, child);

	return err || !l->ops->select ? err : l->ops->select(l, child);
}

static void layer__stop(struct source *s)
{
	s->below->ops->stop(s->below);
}

static void layer__close(struct source *s)
{
	struct layer *l = (struct layer *)s;

	source__close(s->below);
	l->ops->free(l);
}

static const struct source_ops layer_source_ops = {
	.next = layer__next, .stop = layer__stop, .close = layer__close, .select = layer__select,
};

struct source *source_layer__over(struct layer *l, const struct layer_ops *ops, struct source *below)
{
	l->source.ops = &layer_source_ops;
	l->ops = ops;
	l->source.below = below;
	return &l->source;
}

const struct rec *source_layer__take(const struct buf *records, size_t *at)
{
	const struct rec *rec = (const struct rec *)(records->p + *at);

	if (*at == records->len)
		return NULL;
	*at += rec->len;
	return rec;
}
