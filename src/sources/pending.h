/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pending.h - the call that a thread waits in when tracing begins: its number and arguments as /proc/TID/syscall has them, and what they
 * point at, read from its memory.
 *
 * That memory is what the call was passed as long as the thread stands still in it: it did not run between a look before and one after,
 * and the same bytes were read twice meanwhile.
 */
#ifndef TRACE_PENDING_H
#define TRACE_PENDING_H

#include <stdbool.h>
#include <sys/types.h>

#include "bpf/wire.h"
#include "config/options.h"
#include "vm_read.h"

struct pending {
	const struct options *opt;
	uint8_t abi, abi_compat;	/* of native and 32-bit calls; ABI_COUNT: these are left out */
	uint64_t args[CALL_ARGS];
	struct vm_read read;		/* scratch, */
	uint8_t first[PAIR_CHUNKS_MAX];	/* and what was read first */
	union {
		struct rec_call call;
		uint8_t bytes[sizeof(struct rec_call) + CALL_ARGS * sizeof(uint64_t) + PAIR_CHUNKS_MAX];
	} rec;
};

/* Fills p->rec, a REC_PENDING that lacks only rec.tid and rec.tgid: its time is that of the second look. false: the thread waits in no call. */
bool pending__look(struct pending *p, pid_t tgid, pid_t tid);

#endif
