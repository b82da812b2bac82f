/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* scan.h - what the iterators write to their readers. */
#ifndef TRACE_SCAN_H
#define TRACE_SCAN_H

#include "wire.h"

struct fd_entry {		/* iter/task_file: one descriptor of one process */
	__u32 tgid;
	__u32 pad;
	struct fdinfo info;
};

#endif
