/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * snapshot.h - the state when tracing begins, from /proc, as records: threads and their comms, open descriptors, working
 * directories, calls in progress.
 */
#pragma once

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
	bool maps;			/* mappings, too */
	bool without_system;		/* snapshot__system() is called later */
	bool own_uids;			/* users as this user namespace has them, not the first one */
	uint8_t abi, abi_compat;	/* of native and 32-bit calls; ABI_COUNT: such calls in progress are left out */
	uint64_t ts;			/* ns: time of all records but REC_PENDING, which come last, sorted by their own times */
	pid_t tgid;			/* scratch: the current process, */
	pid_t files;			/* the thread in whose directory its descriptors are, */
	uint32_t mnt_ns;		/* and its mount namespace */
	pid_t only_tid;			/* calls in progress: of this thread only; 0: of all */
	struct peer_scan *peers;	/* scratch: --peers; NULL: not wanted */
	pid_t child;			/* scratch: the command; 0: none */
	const struct options *opt;	/* scratch */
	bool other_pids;		/* scratch: a target is in another PID namespace */
	struct pending *pending;	/* scratch */
};

/*
 * All targets of the options except those to skip: every process; or processes and threads, with their calls in progress. `child`: a
 * command that waits before its execve, or 0. What has ended meanwhile, or may not be read, is left out.
 */
void snapshot__targets(struct snapshot *s, const struct options *o, pid_t child);
/* Of that, the calls in progress alone: each REC_PENDING, with --wait after its REC_WAIT. */
void snapshot__calls(struct snapshot *s, const struct options *o);
/*
 * The IDs of a thread in PID namespaces below this one, as a REC_PIDNS; no record if it is in this one, or unreadable. 0, or push's
 * result.
 */
int snapshot__numbers(struct snapshot *s, pid_t tgid, pid_t tid);
/* What is not the targets', with their time: the next two. Part of snapshot__targets(), unless without_system is set. */
void snapshot__system(struct snapshot *s, const struct options *o);
/* Families of generic netlink, if a selected call may have its messages */
void snapshot__genl(struct snapshot *s, const struct options *o);
/* Drivers of graphics devices and accelerators, if a selected call may have their requests */
void snapshot__drivers(struct snapshot *s, const struct options *o);
/* Other ends of what the targets have open, in processes that are not: as REC_PEER; part of snapshot__targets() */
void snapshot__peers(struct snapshot *s);
uint32_t snapshot__mnt_ns(pid_t tgid);		/* inode number of its mount namespace; 0: not known */
/* The process of a thread, from /proc; the thread itself if that is not known. */
pid_t snapshot__tgid(pid_t tid);
