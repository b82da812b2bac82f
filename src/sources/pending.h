/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pending.h - the call in which a thread waits when tracing begins: number and arguments from /proc/TID/syscall, and the memory that
 * they point at.
 *
 * That memory counts as passed to the call if the thread did not run between a check before and one after reading, and two readings
 * gave the same bytes.
 */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

#include "bpf/wire.h"
#include "config/options.h"
#include "lib/buf.h"
#include "vm_read.h"

struct pending {
	const struct options *opt;
	uint8_t abi, abi_compat;	/* of native and 32-bit calls; ABI_COUNT: such calls are left out */
	uint64_t args[CALL_ARGS];
	struct vm_read read;		/* scratch */
	struct buf rec;			/* the record; it may be longer than REC_MAX (call_record.h) */
	struct rec_call call;		/* scratch: its fixed part; the arguments are in args */
};

/* Fills p->rec, a REC_PENDING except for its tid and tgid; its time is that of the second check. false: the thread waits in no call. */
bool pending__look(struct pending *p, pid_t tgid, pid_t tid);
void pending__free(struct pending *p);
