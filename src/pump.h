/* SPDX-License-Identifier: BSD-2-Clause */
/* pump.h - from recordings to a sink, as replay and convert do it: until the end, an interrupt, or enough. */
#ifndef TRACE_PUMP_H
#define TRACE_PUMP_H

#include <stdbool.h>
#include <stdint.h>

#include "sink.h"
#include "source.h"

struct pump {
	struct source *source;
	struct sink *sink;
	bool progress;		/* how far it has come may be said on standard error, if that is a terminal */
	uint64_t lost;		/* events that the recordings lack */
};

void pump__catch_signals(void);
/* 0, or -errno of the source: the message was printed. */
int pump__run(struct pump *p);
/* Says what the recordings lack, if anything. */
void pump__report_loss(const struct pump *p);
/* Ends by the signal that interrupted, or by SIGPIPE where nobody reads what was written; returns otherwise. */
void pump__die_like(int written);

#endif
