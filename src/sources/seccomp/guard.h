/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * guard.h - a process that lets waiting calls continue when the tracer does not answer them: after it has ended, as long as the command
 * or a child of it lives.
 *
 * Without it calls would block for ever, or, without a listener, fail.
 */
#pragma once

#include <stdbool.h>

#include "listener.h"

#define GUARD_DELAYED 4096

/* Memory shared by tracer and guard. */
struct guard_desk {
	union {			/* the call that the tracer has received, written by the kernel; id 0: none */
		volatile struct seccomp_notif notif;
		uint8_t room[NOTIF_MAX];
	};
	volatile uint64_t delayed[GUARD_DELAYED];	/* ids of others that it has received and not answered yet; 0: none */
	bool patient;			/* set before the guard starts: it does nothing while the tracer is only stopped */
	volatile uint64_t taken;	/* number of calls that the tracer received */
	volatile uint64_t left;		/* ns, CLOCK_MONOTONIC: when the guard last let a call go; 0: never */
	volatile uint64_t nleft;	/* number of such calls */
};

/* NULL: no memory. */
struct guard_desk *guard_desk__new(void);
void guard_desk__free(struct guard_desk *d);
/* Forks the guard. 0 or -errno. The tracer must keep *alive open until it ends, and reap its children. */
int guard__start(struct guard_desk *d, int listener, int *alive);
