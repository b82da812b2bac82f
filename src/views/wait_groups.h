/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * wait_groups.h - sums of blocked calls by who waits for whom. Of calls that block several times the whole time counts for the longest
 * block's function and waker.
 */
#pragma once

#include <stdint.h>

#include "lib/hash.h"
#include "session/view.h"

enum wait_name { WAITER, WAITER_CALL, WHERE, WAKER, WAKER_CALL, WAIT_NAMES };

#define WAIT_NAME 48		/* longer names are cut */

struct wait_group {
	struct hash_node node;
	char names[WAIT_NAMES][WAIT_NAME];
	uint64_t calls, total, max;	/* ns */
};

struct wait_groups {
	struct hash table;		/* by the hash of `names` */
};

/* Calls of which no waits are known, and unfinished ones, are left out. false: no memory. */
bool wait_groups__add(struct wait_groups *w, const struct event *e, const struct call *c, enum call_state st);
/* The longest first: w->table.n of them, to be freed. NULL: no memory. */
struct wait_group **wait_groups__sorted(const struct wait_groups *w);
void wait_groups__free(struct wait_groups *w);
