/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * peer_ends.h - the other end of a descriptor: which processes have it open. Of traced processes that follows from their descriptors; of
 * others from REC_PEER, which tells how it was. Of a file that a call was to lock, by REC_PEER alone: which processes have the lock.
 */
#pragma once

#include "beautifiers/verbs.h"
#include "bpf/wire.h"

struct buf;
struct name;
struct threads;

/* Has, or had at the time of the record, the lock of a file that a thread asked for in its call which ended then. */
struct lock_peer {
	uint64_t ts;		/* ns */
	uint32_t tid, pid;
	char comm[COMM_LEN];
};

#define LOCK_PEERS 16

/* What records have told. */
struct peer_ends {
	struct rec_peer *of;	/* n of them; behind the `first` ones, which were so when tracing began, the latest of those found later */
	unsigned n, first;
	unsigned next;		/* of the latter: the one to be replaced by the next one, if there are LATE_ENDS */
	struct lock_peer locks[LOCK_PEERS];	/* the latest; nlocks in total */
	unsigned nlocks;
};

void peer_ends__learn(struct peer_ends *p, const struct rec_peer *r);
void peer_ends__dump(const struct peer_ends *p, uint64_t ts, struct buf *records);
void peer_ends__free(struct peer_ends *p);
/*
 * The processes at the other end of what process `tgid` has open by that name, at most FD_PEERS, by their IDs; without that process, if there
 * are others. Returns how many; 0: none, or it is not certain. Comms are borrowed until the next record.
 */
unsigned peer_ends__of(const struct threads *t, const struct name *n, uint32_t tgid, struct fd_peer peers[FD_PEERS]);
/* Those that have the lock which the thread asks for in the call of that record; likewise. */
unsigned peer_ends__of_lock(const struct peer_ends *p, const struct rec *call, struct fd_peer peers[FD_PEERS]);
