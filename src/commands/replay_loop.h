/* SPDX-License-Identifier: BSD-2-Clause */
/* replay_loop.h - from recordings to a sink, as replay and convert do it: until the end, an interrupt, or enough. */
#ifndef TRACE_REPLAY_LOOP_H
#define TRACE_REPLAY_LOOP_H

#include <stdbool.h>
#include <stdint.h>

#include "loop.h"

struct replay_loop {
	struct loop loop;
	bool progress;		/* how far it has come may be said on standard error, if that is a terminal */
	bool waits;		/* it has waited for records: they come through a pipe */
	uint64_t next;		/* ns: when progress is to be said */
	bool shown;		/* it was */
};

void replay_loop__catch_signals(void);
/* 0, or -errno of the source: the message was printed. */
int replay_loop__run(struct replay_loop *p);
/* Ends by the signal that interrupted, or by SIGPIPE where nobody reads what was written; returns otherwise. */
void replay_loop__die_like(int written);

#endif
