/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * source_layer.h - a source over another: it passes on what that gives, and may put records of its own before each, or leave some out.
 * All else of the contract is that of the source below, which it owns.
 */
#ifndef TRACE_SOURCE_LAYER_H
#define TRACE_SOURCE_LAYER_H

#include "source.h"

enum layer_verdict {
	LAYER_PASSES,		/* it is given as it is */
	LAYER_HOLDS,		/* it is given behind what before() gives */
	LAYER_DROPS,
};

struct layer {
	struct source source;	/* first, so that a layer is a source */
	const struct layer_ops *ops;
	const struct rec *held;
};

struct layer_ops {
	enum layer_verdict (*look)(struct layer *l, const struct rec *rec);
	/* The next record that belongs before `held`; NULL: none any more. */
	const struct rec *(*before)(struct layer *l, const struct rec *held);
	/* Once the source below has selected; NULL: nothing is to be done. 0 or -errno: the message was printed. */
	int (*select)(struct layer *l, pid_t child);
	/* What is the layer's, itself included. */
	void (*free)(struct layer *l);
};

/* Takes `below` over. */
struct source *source_layer__over(struct layer *l, const struct layer_ops *ops, struct source *below);

#endif
