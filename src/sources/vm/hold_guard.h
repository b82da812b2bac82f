/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * hold_guard.h - part of hold.h: a process that releases held calls when the tracer does not: after it has ended, as long as the command
 * or a child of it lives, and while it is stopped.
 *
 * Without it calls would block for ever, or, without a listener, fail.
 */
#pragma once

#include <linux/seccomp.h>
#include <stdint.h>

#define HOLD_NOTIF_MAX 256	/* bytes: the kernel's struct seccomp_notif may grow */

/* Memory shared by tracer and guard. */
struct hold_desk {
	union {			/* the call that the tracer has received, written by the kernel; id 0: none */
		volatile struct seccomp_notif notif;
		uint8_t room[HOLD_NOTIF_MAX];
	};
	volatile uint64_t taken;	/* number of calls that the tracer received */
	volatile uint64_t left;		/* ns, CLOCK_MONOTONIC: when the guard last released a call unread; 0: never */
	volatile uint64_t nleft;	/* number of such calls */
};

/* NULL: no memory. */
struct hold_desk *hold_desk__new(void);
void hold_desk__free(struct hold_desk *d);
/* Receives the next held call in `notif`, of HOLD_NOTIF_MAX bytes. 0; -EINTR; -ENOENT: it has ended meanwhile. */
int hold_guard__receive(int listener, volatile struct seccomp_notif *notif);
/* Lets the call continue unchanged. 0, or -ENOENT: it has ended, or was already released. */
int hold_guard__let_go(int listener, uint64_t id);
/* Have all processes with the filter ended? */
int hold_guard__is_over(int listener);
/* Forks the guard. 0 or -errno. The tracer must keep *alive open until it ends, and reap its children. */
int hold_guard__start(struct hold_desk *d, int listener, int *alive);
