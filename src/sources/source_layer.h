/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * source_layer.h - a source above another, which it owns: it passes its records on, inserts records before them, or drops some. All other
 * functions of the contract are those of the source below.
 */
#pragma once

#include "lib/buf.h"
#include "source.h"

enum layer_verdict {
	LAYER_PASSES,		/* the record is returned */
	LAYER_HOLDS,		/* it is returned after the records of before() */
	LAYER_DROPS,
};

struct layer {
	struct source source;	/* first, so that a layer is a source */
	const struct layer_ops *ops;
	const struct rec *held;
};

struct layer_ops {
	enum layer_verdict (*look)(struct layer *l, const struct rec *rec);
	/* The next record to insert before `held`; NULL: no more. */
	const struct rec *(*before)(struct layer *l, const struct rec *held);
	/* Called after the select() of the source below; may be NULL. 0 or -errno: the message was printed. */
	int (*select)(struct layer *l, pid_t child);
	/* Frees the layer, itself included. */
	void (*free)(struct layer *l);
};

/* Takes ownership of `below`. */
struct source *source_layer__over(struct layer *l, const struct layer_ops *ops, struct source *below);

/* For before(): the record at *at in `records`, which is then behind it; NULL: it is at the end. */
const struct rec *source_layer__take(const struct buf *records, size_t *at);
