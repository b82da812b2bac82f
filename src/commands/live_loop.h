/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * live_loop.h - live tracing: the traced command, signals, the source, the exit status. `trace` and `trace record` share it and
 * differ in their sinks.
 */
#pragma once

#include <stdbool.h>

#include "config/options.h"
#include "host/freezer.h"
#include "loop.h"
#include "sources/seccomp/inject.h"
#include "sources/vm/hold.h"
#include "target.h"

struct live_loop {
	struct loop loop;
	const struct options *opt;
	struct target target;
	struct hold *hold;	/* NULL: the command's calls are not held */
	struct inject *inject;	/* NULL: nothing is injected */
	struct freezer *freezer;	/* pauses the targets; NULL: they are not paused */
	struct id_list excluded;	/* processes that are not traced, such as the tracer */
	int exec_error;		/* -errno of the command's execve, until the message is printed: after the execve's line, */
	uint64_t exec_failed;	/* when all records up to this time were taken, ns, CLOCK_MONOTONIC */
	bool broken_pipe;	/* the output's reader has closed it */
	int failure;		/* exit status if the tracer itself failed, else 0 */
};

/* Finds out whether calls can be counted in the kernel here: o->tally is right from then on. Views are opened after that. */
void live_loop__prepare(struct options *o);
/*
 * Forks the command, which waits before its execve, and installs signal handlers. apart: see target.h. 0, or the exit status: the
 * message was printed.
 */
int live_loop__start(struct live_loop *t, const struct options *opt, bool apart);
/* Opens the source. out_fd: the output's descriptor, -1: none. Returns as live_loop__start(). */
int live_loop__open(struct live_loop *t, int out_fd);
/* Lets the command execve, and raises the calling thread's priority; threads that were started before keep theirs. */
void live_loop__release(struct live_loop *t);
/* Passes records from the source to the sink until the targets have ended, a signal came, or the sink wants no more. */
void live_loop__pump(struct live_loop *t, struct sink *sink);
/* Reports lost events; with --fail-on-loss sets the exit status. */
void live_loop__report_loss(struct live_loop *t);
/* Waits for the command. false: there is none, or it goes on; else *ns is what it and its children spent in the kernel. */
bool live_loop__system_time(struct live_loop *t, uint64_t *ns);
/* err: the output's result, 0 or -errno (the message was printed, except for -EPIPE). Determines the exit status. */
void live_loop__wrote(struct live_loop *t, int err);
/* Ends the command before its execve, and frees everything, at whatever step a start has failed; *t was zeroed. */
void live_loop__abandon(struct live_loop *t);
/* Waits for the command, and frees everything. */
void live_loop__close(struct live_loop *t);
/* The same, where little follows but the end of the process: what takes long is left to that, see leave.h. */
void live_loop__close_last(struct live_loop *t);
/* The exit status: the tracer's failure, or the command's. Dies of the signal that the command died of. */
int live_loop__exit_status(const struct live_loop *t);
