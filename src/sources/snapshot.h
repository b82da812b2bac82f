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

#include "bpf/scan.h"

struct options;

struct snapshot {
	int (*push)(void *ctx, const struct rec *rec);	/* takes a copy; 0 or -errno */
	bool (*skip)(void *ctx, pid_t tgid);		/* processes that are not traced */
	void *ctx;				/* of both */
	struct fd_entry *infos;		/* sockets and pipes; snapshot__targets() sorts them */
	unsigned ninfos;
	bool maps;			/* also what lies in their memory */
	uint8_t abi, abi_compat;	/* of native and 32-bit calls; ABI_COUNT: these are not told */
	uint64_t ts;			/* ns: time of the records, but of REC_PENDING, which come last, in the order of their own */
	uint32_t mnt_ns;		/* scratch: the process' mount namespace */
	pid_t only_tid;			/* of what threads wait in: this one only; 0: all */
	struct pending *pending;	/* scratch */
};

/* One process. 0; -ESRCH: there is none. What may not be read is left out. */
int snapshot__process(struct snapshot *s, pid_t tgid);
/*
 * All that the options name as targets, but those to skip: every process, or processes and threads and what they wait in;
 * `child`: a command that is held before its execve, or 0. What has ended meanwhile, or may not be read, is left out.
 */
void snapshot__targets(struct snapshot *s, const struct options *o, pid_t child);
/*
 * The numbers that a thread has in PID namespaces below this one, as a REC_PIDNS; none if it is in this one, or that may not be read.
 * 0, or what push says.
 */
int snapshot__numbers(struct snapshot *s, pid_t tgid, pid_t tid);
/* The process of a thread, from /proc; the thread itself where that is not known. */
uint32_t snapshot__mnt_ns(pid_t tgid);		/* inode number of its mount namespace; 0: not known */
pid_t snapshot__tgid(pid_t tid);

#endif
