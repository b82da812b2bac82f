/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * live_loop.h - tracing as a process: the traced command, signals, the kernel as source, the exit status. Live tracing and
 * recording share it and differ in their sinks.
 */
#ifndef TRACE_LIVE_LOOP_H
#define TRACE_LIVE_LOOP_H

#include <stdbool.h>

#include "config/options.h"
#include "loop.h"
#include "sources/vm/hold.h"
#include "target.h"

struct live_loop {
	struct loop loop;
	const struct options *opt;
	struct target target;
	struct hold *hold;	/* NULL: the command's calls are not held */
	struct id_list excluded;	/* processes that are not traced: the tracer, for one */
	bool broken_pipe;	/* nobody reads the output any more */
	int failure;		/* exit status when the tracer itself failed, else 0 */
};

/*
 * Forks the command, held before its execve, and catches signals; `apart` as target__start() has it. 0, or the exit
 * status: the message was printed.
 */
int live_loop__start(struct live_loop *t, const struct options *opt, bool apart);
/* Opens the kernel as a source. out_fd: where output goes, -1: nowhere. As live_loop__start(). */
int live_loop__open(struct live_loop *t, int out_fd);
/* Lets the command go. Threads that are started before compete with it as any do; the caller's comes first. */
void live_loop__release(struct live_loop *t);
/* From the source to the sink until the end of what is traced, a signal, or the sink has enough. */
void live_loop__pump(struct live_loop *t, struct sink *sink);
/* Says what was lost; an exit status follows from it where the user wants that. */
void live_loop__report_loss(struct live_loop *t);
/* What became of the output: 0, or -errno, of which the message was printed except for -EPIPE. The exit status follows from it. */
void live_loop__wrote(struct live_loop *t, int err);
/* Waits for the command, and frees everything. */
void live_loop__close(struct live_loop *t);
/* The exit status: the tracer's failure, or the command's. Dies of the signal that the command died of. */
int live_loop__exit_status(const struct live_loop *t);

#endif
