/* SPDX-License-Identifier: BSD-2-Clause */
/* replay_loop.h - from recordings to a sink, as replay and convert do it: until the end, an interrupt, or enough. */
#ifndef TRACE_REPLAY_LOOP_H
#define TRACE_REPLAY_LOOP_H

#include <stdbool.h>
#include <stdint.h>

#include "sources/sink.h"
#include "sources/source.h"

struct replay_loop {
	struct source *source;
	struct sink *sink;
	bool progress;		/* how far it has come may be said on standard error, if that is a terminal */
	uint64_t lost;		/* events that the recordings lack */
};

void replay_loop__catch_signals(void);
/* 0, or -errno of the source: the message was printed. */
int replay_loop__run(struct replay_loop *p);
/* Says what the recordings lack, if anything. */
void replay_loop__report_loss(const struct replay_loop *p);
/* Ends by the signal that interrupted, or by SIGPIPE where nobody reads what was written; returns otherwise. */
void replay_loop__die_like(int written);

#endif
