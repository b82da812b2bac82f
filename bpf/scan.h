/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* scan.h - output of the iterators. */
#pragma once

#include "wait.h"

/* iter/task: then `len` bytes of a struct rec_call, a struct wait_state if `has_wait`, and 8 bytes: enum torn, or-ed */
struct scan_entry {
	__u64 ids;		/* tgid << 32 | tid */
	__u64 now, began;	/* ns */
	__u64 lost, lost_first, lost_last;	/* of this thread, not yet reported; only in the last scan */
	__u64 torn;
	__u32 waits, seq, len, has_wait;
	__u32 loss_reason;	/* enum loss_reason */
	__u32 pad;
};

enum torn {			/* what has changed while it was copied */
	TORN_CALL = 1,		/* the call has returned */
	TORN_WAIT = 2,
};

struct fd_entry {		/* iter/task_file: one descriptor of one process */
	__u32 tgid;
	__u32 pad;
	struct fdinfo info;
};
