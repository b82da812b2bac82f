/* SPDX-License-Identifier: BSD-2-Clause */
/* awaited.h - which processes hold the lock of a file that another one waits for, by /proc/locks. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

#include "peers.h"

#define AWAITED_MAX 16

struct awaited {
	unsigned n;
	struct peer_name who[AWAITED_MAX];
};

/* false: the process waits for no lock of a file. There may be no holder that is known. */
bool awaited__by_lock(struct awaited *a, pid_t tgid);
