/* SPDX-License-Identifier: BSD-2-Clause */
/* replay_loop.h - passes records from recordings to a sink, for replay and convert. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "loop.h"

struct replay_loop {
	struct loop loop;
	bool progress;		/* show progress on standard error, if that is a terminal */
	bool waits;		/* records come through a pipe: the source has waited */
	uint64_t next;		/* ns: time of the next update */
	bool shown;		/* progress was shown */
};

void replay_loop__catch_signals(void);
/* 0, or -errno of the source: the message was printed. */
int replay_loop__run(struct replay_loop *p);
/* Ends the process by the signal that interrupted it, or by SIGPIPE if written is -EPIPE; otherwise returns. */
void replay_loop__die_like(int written);
