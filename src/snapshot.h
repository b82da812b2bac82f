/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * snapshot.h - what was there when tracing began, read from /proc and turned into records: threads and their names,
 * open descriptors, working directories, calls that threads wait in.
 */
#ifndef TRACE_SNAPSHOT_H
#define TRACE_SNAPSHOT_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "scan.h"

struct snapshot {
	int (*push)(void *ctx, const struct rec *rec);	/* takes a copy; 0 or -errno */
	void *ctx;
	const struct fd_entry *infos;	/* sockets and pipes, sorted by tgid, then fd */
	unsigned ninfos;
	bool pending;			/* also what threads wait in */
	pid_t only_tid;			/* … this one only; 0: all */
	uint8_t abi, abi_compat;	/* of native and 32-bit calls */
	uint64_t ts;			/* ns: time of the records */
};

/* One process. 0; -ESRCH: there is none. What may not be read is left out. */
int snapshot__process(struct snapshot *s, pid_t tgid);
/* Every process but those `skip` says true to. */
int snapshot__all(struct snapshot *s, bool (*skip)(void *ctx, pid_t tgid), void *skip_ctx);

#endif
