/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * hold_guard.h - within hold.h: a process that lets held calls go where the tracer does not: once it is gone, for as long as the
 * command or a child of it lives, and while it stands still.
 *
 * Calls that nobody answers would wait for ever, and without a listener they would fail.
 */
#ifndef TRACE_HOLD_GUARD_H
#define TRACE_HOLD_GUARD_H

#include <linux/seccomp.h>
#include <stdint.h>

#define HOLD_NOTIF_MAX 256	/* bytes: the kernel's struct seccomp_notif may grow */

/* In memory that the tracer shares with the guard. */
struct hold_desk {
	union {			/* the call that the tracer is at, as the kernel wrote it here; id 0: none */
		volatile struct seccomp_notif notif;
		uint8_t room[HOLD_NOTIF_MAX];
	};
	volatile uint64_t taken;	/* calls that the tracer took */
	volatile uint64_t left;		/* ns, CLOCK_MONOTONIC: when the guard last let a call go, unread; 0: never */
	volatile uint64_t nleft;	/* calls */
};

/* NULL: no memory. */
struct hold_desk *hold_desk__new(void);
void hold_desk__free(struct hold_desk *d);
/* Takes the next held call to `notif`, of HOLD_NOTIF_MAX bytes. 0; -EINTR; -ENOENT: it is gone meanwhile. */
int hold_guard__receive(int listener, volatile struct seccomp_notif *notif);
/* The call goes on, as it was made. 0, or -ENOENT: it has ended, or somebody else let it go. */
int hold_guard__let_go(int listener, uint64_t id);
/* Has everybody ended whose calls are held? */
int hold_guard__is_over(int listener);
/* Forks the guard. 0 or -errno. The tracer keeps *alive open as long as it lives, and reaps what has become of its children. */
int hold_guard__start(struct hold_desk *d, int listener, int *alive);

#endif
