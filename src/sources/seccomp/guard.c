// SPDX-License-Identifier: BSD-2-Clause
/*
 * guard.c - owns the guard process.
 *
 * Invariant: the guard never waits for the tracer. It ends with the last process that has the filter.
 */
#include "guard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "host/privileges.h"
#include "lib/clock.h"
#include "lib/keep_fds.h"

#define TICK_MS 500		/* interval of checking the tracer */
#define TICKS 4			/* ticks after which calls that the tracer leaves waiting are released */
#define RETRY_US 100000		/* the call may have ended before it is received: the wait is ended after this time */
#define FD_LISTENER 0		/* the guard's only descriptors */
#define FD_TRACER 1

struct guard {
	struct guard_desk *desk;
	uint64_t seen;		/* desk->taken at the last tick */
	unsigned ticks;		/* how many ticks calls have been waiting for the tracer */
	bool alone;		/* the tracer has ended */
	bool acts;		/* the tracer has ended or is stopped: the guard releases calls */
};

struct guard_desk *guard_desk__new(void)
{
	struct guard_desk *d = mmap(NULL, sizeof(*d), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	return d == MAP_FAILED ? NULL : d;
}

void guard_desk__free(struct guard_desk *d)
{
	if (d)
		munmap(d, sizeof(*d));
}

/* -- The guard's life ------------------------------------------------------------------------------------------------ */

/* Releases a call; first notes the time, so that memory read for earlier calls is not taken for this one's. */
static void let_go(struct guard *g, uint64_t id)
{
	g->desk->left = clock__ns(CLOCK_MONOTONIC);
	if (!listener__let_go(FD_LISTENER, id))
		g->desk->nleft++;
}

/* Receives a call. If the tracer receives it first, or its thread ends, the ioctl blocks until the timer interrupts it. */
static void take_one(struct guard *g)
{
	const struct itimerval soon = { .it_value.tv_usec = RETRY_US, .it_interval.tv_usec = RETRY_US }, never = { 0 };
	union { struct seccomp_notif notif; uint8_t room[NOTIF_MAX]; } call;

	setitimer(ITIMER_REAL, &soon, NULL);
	if (!listener__receive(FD_LISTENER, &call.notif))
		let_go(g, call.notif.id);
	setitimer(ITIMER_REAL, &never, NULL);
}

/* Takes over from the tracer, which may have ended while it had calls. */
static void begin_to_act(struct guard *g)
{
	uint64_t id = g->desk->notif.id;

	if (id)
		let_go(g, id);
	for (unsigned i = 0; i < GUARD_DELAYED; i++)
		if (g->desk->delayed[i])
			let_go(g, g->desk->delayed[i]);
	g->acts = true;
}

static void look_after(struct guard *g)
{
	uint64_t taken = g->desk->taken;
	bool waits = g->desk->notif.id || listener__has_calls(FD_LISTENER);

	if (taken != g->seen || (!waits && !g->acts)) {
		g->seen = taken;
		g->ticks = 0;
		g->acts = false;
	} else if (waits && ++g->ticks >= TICKS) {
		begin_to_act(g);
	}
}

static void serve(struct guard *g)
{
	for (;;) {
		struct pollfd fds[] = {
			{ .fd = FD_LISTENER, .events = g->acts ? POLLIN : 0 },
			{ .fd = g->alone ? -1 : FD_TRACER },
		};
		int n = poll(fds, 2, g->alone || g->desk->patient ? -1 : TICK_MS);

		if (n > 0 && fds[0].revents & ~POLLIN)
			return;
		if (n > 0 && fds[1].revents) {
			g->alone = true;
			begin_to_act(g);
		}
		if (!g->alone && !g->desk->patient && (!n || g->acts))
			look_after(g);
		if (n > 0 && g->acts && fds[0].revents & POLLIN)
			take_one(g);
	}
}

/* -- Its birth ------------------------------------------------------------------------------------------------------- */

static void on_alarm(int sig)
{
	(void)sig;
}

/* Ignores signals to the process group: the command may survive them, and needs the guard. */
static void shut_out_signals(void)
{
	struct sigaction wake = { .sa_handler = on_alarm };
	sigset_t set;

	sigfillset(&set);
	sigdelset(&set, SIGALRM);
	sigprocmask(SIG_SETMASK, &set, NULL);
	sigaction(SIGALRM, &wake, NULL);
}

static void __attribute__((noreturn)) live(struct guard_desk *d, int listener, int tracer)
{
	struct guard g = { .desk = d };

	setsid();
	shut_out_signals();
	privileges__give_up();
	prctl(PR_SET_NAME, "trace-guard");
	if (chdir("/") || keep_fds__only((const int[]){ listener, tracer }, 2))
		_exit(1);
	serve(&g);
	_exit(0);
}

int guard__start(struct guard_desk *d, int listener, int *alive)
{
	int ends[2], err = 0;
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC))
		return -errno;
	pid = fork();
	if (!pid)
		live(d, listener, ends[0]);
	if (pid < 0) {
		err = -errno;
		close(ends[1]);
	} else {
		*alive = ends[1];
	}
	close(ends[0]);
	return err;
}
