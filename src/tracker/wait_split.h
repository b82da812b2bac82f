/* SPDX-License-Identifier: BSD-2-Clause */
/* wait_split.h - how the time of calls was spent: keeps each thread's last REC_WAIT until its call comes. */
#pragma once

#include <stdbool.h>

#include "bpf/wire.h"
#include "lib/hash.h"

struct wait_splits {
	struct hash held;	/* by tid */
};

/* Times in ns. Of the longest block: `where` and the waker. */
struct wait_split {
	bool has_times;		/* the first four are known */
	uint64_t cpu, runnable, blocked;
	uint64_t longest;
	uint32_t blocks;
	uint32_t flags;		/* enum wait_flag */
	const char *where;	/* kernel function, with NUL; NULL: not known */
	uint32_t waker_tid, waker_tgid;	/* 0: not known */
	const char *waker_comm;
	uint16_t waker_nr;	/* 0xffff: in no call, or not known */
	uint8_t waker_abi;
};

/* Takes a REC_WAIT. */
void wait_splits__hold(struct wait_splits *w, const struct rec_wait *r);
/* To be called for each call while there are `held`. false: none is known of this call. Valid until the next REC_WAIT. */
bool wait_splits__of(struct wait_splits *w, const struct rec_call *c, struct wait_split *out);
void wait_splits__forget(struct wait_splits *w, uint32_t tid);
void wait_splits__free(struct wait_splits *w);
