/* SPDX-License-Identifier: BSD-2-Clause */
/* blocked.h - where a thread is blocked at present, from /proc. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "bpf/wire.h"

#define BLOCKED_NAME 64

union rec_blocked {
	struct rec_wait wait;
	char room[sizeof(struct rec_wait) + BLOCKED_NAME];
};

/* The kernel function in which a thread is blocked, as far as the user may know it. */
bool blocked__function(char name[BLOCKED_NAME], pid_t tgid, pid_t tid);
/*
 * Makes a REC_WAIT of a call that began before tracing: the function, as far as the user may know it, and `longest`: since when. false: the
 * thread is not blocked, or nothing is known of it.
 */
bool blocked__look(union rec_blocked *r, pid_t tgid, pid_t tid, uint64_t now);
