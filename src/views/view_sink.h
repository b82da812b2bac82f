/* SPDX-License-Identifier: BSD-2-Clause */
/* view_sink.h - a session and a view as a sink, for live tracing, replay and convert. */
#pragma once

#include "session/session.h"
#include "sources/sink.h"

struct view_sink {
	struct sink sink;
	struct sink_ops ops;	/* the sink's */
	struct session session;
	struct view *view;
	struct sink *also;	/* NULL: none */
};

/*
 * Opens the view's output (`standard` if opt->output is NULL) and the session. 0 or -errno: the message was printed. opt and
 * origin, which may be NULL, are borrowed until close().
 */
int view_sink__open(struct view_sink *p, const struct options *opt, const struct origin *origin, int standard);
/* Records go to another sink, too. */
void view_sink__also(struct view_sink *p, struct sink *other);
/* To be called after the last record. 0, or -errno of writing: the message was printed, except for -EPIPE. */
int view_sink__finish(struct view_sink *p);
void view_sink__close(struct view_sink *p);
