/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * tracer.h - tracing as a process: the traced command, signals, the kernel as source, the exit status. Live tracing and
 * recording share it and differ in their sinks.
 */
#ifndef TRACE_TRACER_H
#define TRACE_TRACER_H

#include <stdbool.h>

#include "hold.h"
#include "live.h"
#include "options.h"
#include "sink.h"
#include "target.h"

struct tracer {
	const struct options *opt;
	struct target target;
	struct hold *hold;	/* NULL: the command's calls are not held */
	struct live *live;
	struct source *source;
	struct sink *sink;
	bool enough;		/* the sink wants no more */
	bool broken_pipe;	/* nobody reads the output any more */
	int failure;		/* exit status when the tracer itself failed, else 0 */
};

/*
 * Forks the command, held before its execve, and catches signals; `apart` as target__start() has it. 0, or the exit
 * status: the message was printed.
 */
int tracer__start(struct tracer *t, const struct options *opt, bool apart);
/* Opens the kernel as a source. out_fd: where output goes, -1: nowhere. As tracer__start(). */
int tracer__open(struct tracer *t, int out_fd);
/* Lets the command go. Threads that are started before compete with it as any do; the caller's comes first. */
void tracer__release(struct tracer *t);
/* From the source to the sink until the end of what is traced, a signal, or the sink has enough. */
void tracer__pump(struct tracer *t, struct sink *sink);
/* Says what was lost; an exit status follows from it where the user wants that. */
void tracer__report_loss(struct tracer *t);
/* Waits for the command, and frees everything. */
void tracer__close(struct tracer *t);
/* The exit status: the tracer's failure, or the command's. Dies of the signal that the command died of. */
int tracer__exit_status(const struct tracer *t);

/* Signals that ended tracing, so far; above 1 the user is impatient. */
extern volatile int tracer__signals;

#endif
