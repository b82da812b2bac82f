/* SPDX-License-Identifier: BSD-2-Clause */
/* replay_loop.h - passes records from recordings to a sink, for replay and convert. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "loop.h"

struct replay_loop {
	struct loop loop;
	const char *progress;	/* what is read: shown on standard error with how far that is; NULL: it is not */
	bool waits;		/* records come through a pipe: the source has waited */
	void (*interrupted)(void *ctx);	/* called at the first interrupt: makes the source end; NULL: who interrupts does */
	void *ctx;
	uint64_t next;		/* ns: time of the next update of the progress */
	bool shown;		/* progress was shown */
};

void replay_loop__catch_signals(void);
/* 0, or -errno of the source: the message was printed. The progress remains: see lib/progress.h. */
int replay_loop__run(struct replay_loop *p);
/* Ends the process by the signal that interrupted it, or by SIGPIPE if written is -EPIPE; otherwise returns. */
void replay_loop__die_like(int written);
