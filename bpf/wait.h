/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* wait.h - where the time of a thread's current call goes (--wait): from the programs at the scheduler's tracepoints. */
#pragma once

#include "wire.h"

struct wait_block {		/* a time in which a thread was blocked */
	__u64 waker;		/* tgid << 32 | tid; 0: not known */
	__u16 nr;		/* as in struct rec_wait */
	__u8 abi;
	__u8 flags;		/* enum wait_flag */
	__u32 nframes;
	char comm[COMM_LEN];
	__u64 frames[WAIT_FRAMES];
	__u64 waker_frames[WAKER_FRAMES];	/* of the waker, if it is not known whether that was an interrupt */
	__u64 nwaker_frames;
};

/* Times in ns. Valid while the thread is in a call and has TASK_WAITED. */
struct wait_state {
	__u32 seq;		/* counts changes */
	__u32 blocks;
	__u64 blocked, runnable, longest;	/* of the waits that have ended */
	__u64 left;		/* when it left the CPU; 0: it runs */
	__u64 woken;		/* when it was woken since then; 0: not yet, or it was runnable when it left */
	__u64 run_delay;	/* the kernel's sum of its runnable time when it left */
	__u64 early;		/* when it was woken although it ran: it may have been leaving already */
	__u8 blocks_now;	/* it left the CPU in order to block */
	__u8 is_early;		/* `woken` is only what `early` says */
	__u8 best;		/* element of `block` of the longest; the other is the last one's */
	__u8 pad[5];
	struct wait_block block[2];
};
