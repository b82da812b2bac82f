// SPDX-License-Identifier: BSD-2-Clause
/* source_layer.c - most records are passed on at the cost of one look. */
#include "source_layer.h"

static struct source *below(struct source *s)
{
	return ((struct layer *)s)->below;
}

static int layer__next(struct source *s, const struct rec **rec)
{
	struct layer *l = (struct layer *)s;

	while (!l->held) {
		int got = l->below->ops->next(l->below, rec);
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
	int err = source__select(l->below, child);

	return err || !l->ops->select ? err : l->ops->select(l, child);
}

static void layer__say(struct source *s)
{
	source__say(below(s));
}

static int layer__wait(struct source *s, int ms, struct pollfd *others, unsigned n)
{
	return source__wait(below(s), ms, others, n);
}

static void layer__stop(struct source *s)
{
	below(s)->ops->stop(below(s));
}

static long layer__alive(struct source *s)
{
	return source__alive(below(s));
}

static uint64_t layer__lost(struct source *s, uint64_t *by_cpu, unsigned n)
{
	return source__lost(below(s), by_cpu, n);
}

static unsigned layer__cpus(struct source *s)
{
	return source__cpus(below(s));
}

static void layer__close(struct source *s)
{
	struct layer *l = (struct layer *)s;

	source__close(l->below);
	l->ops->free(l);
}

static const struct source_ops layer_source_ops = {
	.next = layer__next,
	.stop = layer__stop,
	.close = layer__close,
	.select = layer__select,
	.say = layer__say,
	.wait = layer__wait,
	.alive = layer__alive,
	.lost = layer__lost,
	.cpus = layer__cpus,
};

struct source *source_layer__over(struct layer *l, const struct layer_ops *ops, struct source *below)
{
	l->source.ops = &layer_source_ops;
	l->ops = ops;
	l->below = below;
	return &l->source;
}
