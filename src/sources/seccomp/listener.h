/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * listener.h - the listener of a call_filter, from which waiting calls are received (seccomp_unotify(2)): made in the command's process,
 * handed over to the tracer.
 *
 * A call that a signal interrupts before it was received is restarted, or fails with EINTR. If the last copy of the listener is closed,
 * calls fail with ENOSYS, which guard.h prevents.
 */
#pragma once

#include <linux/seccomp.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "call_filter.h"

#define NOTIF_MAX 256	/* bytes: the kernel's struct seccomp_notif and its answer may grow */

/* Receives the next waiting call in `notif`, of NOTIF_MAX bytes. 0; -EINTR; -ENOENT: it has ended meanwhile. */
int listener__receive(int listener, volatile struct seccomp_notif *notif);
/* Answers a call: it returns err (-errno) or, if that is 0, value. 0, or -ENOENT: it has ended, or was already answered. */
int listener__answer(int listener, uint64_t id, int err, int64_t value);
/* Lets the call continue unchanged. Returns as listener__answer(). */
int listener__let_go(int listener, uint64_t id);
/* Does the call still wait? Then its thread has not ended, and its tid was not reused. */
bool listener__is_waiting(int listener, uint64_t id);
/* Have all processes with the filter ended? */
bool listener__is_over(int listener);
/* Do calls wait to be received? */
bool listener__has_calls(int listener);
/*
 * Starts the thread that receives calls: answer(ctx). The main thread handles signals. It is not joined: it may block in the kernel for ever, and
 * ends with the process. 0 or -errno.
 */
int listener__start(void *(*answer)(void *), void *ctx);

struct hello;

struct handover {
	int ends[2];		/* a socket pair (tracer, command) */
	struct hello *hello;	/* shared memory */
};

/* Before the fork. 0 or -errno. */
int handover__open(struct handover *h);
/*
 * In the command's process: installs the filter, and waits until the tracer receives calls. false: the tracer has ended, or given up.
 * The command keeps no copy of the listener: otherwise its calls would wait for ever once the tracer has ended.
 */
bool handover__enter(struct handover *h, const struct call_filter *f);
/* In the tracer, in this order. The listener, or -errno; no_new_privs: see call_filter__install(). */
int handover__take(struct handover *h, pid_t command, bool *no_new_privs);
/* Lets the command go on: calls are received from now on. 0 or -errno: it has ended. */
int handover__finish(struct handover *h);
/* err: of any of this; then the command's process is killed, for its calls may wait for ever. */
void handover__close(struct handover *h, pid_t command, int err);
/* Prints why handover__take() has failed. what: begins the message. Returns err. */
int handover__explain(const char *what, int err);
