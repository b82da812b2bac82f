/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * bpf_keep.h - programs and maps that stay loaded for the next tracer: loading them takes nearly all of the time to start.
 *
 * A set is a directory in KEEP_ROOM with pins of everything that a tracer loaded. Its name has what it was loaded from: the program's
 * build ID with the kernel, and the settings that are constant in it. A tracer leases a set by a lock, which ends with the process.
 * Links are never pinned: without a tracer nothing is attached.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define KEEP_ROOM "/sys/fs/bpf/trace"

struct keep {
	int dir;		/* of the set, locked; -1: none is leased */
	char name[64];
	uint64_t maps, progs;	/* bits: the numbers of its pins */
};

/* The number of a set's pin. */
enum keep_kind { KEEP_MAP = 'm', KEEP_PROG = 'p' };

/* May this user keep programs here? `why`: why not. */
bool bpf_keep__possible(const char **why);
/* Leases a set of programs that were loaded with `settings` (a hash). false: there is none that is free. */
bool bpf_keep__lease(struct keep *k, uint64_t settings);
/* A descriptor, or -errno; -ENOENT: the set has none with that number. */
int bpf_keep__get(const struct keep *k, enum keep_kind kind, unsigned number);
/*
 * Keeps what was loaded, of which the maps take `bytes`: makes a set of it, which is leased. Descriptors below 0 are left out. Mounts bpffs
 * where it is not mounted yet. 0 or -errno; -ENOSPC: it would take too much memory; -EBUSY: enough tracers with these settings run.
 */
int bpf_keep__make(struct keep *k, uint64_t settings, const int *maps, unsigned nmaps, const int *progs, unsigned nprogs, size_t bytes);
/* Says that the lease ends soon: who wants the set may wait for that. So it stays marked until the next lease. */
void bpf_keep__leave(struct keep *k);
/* Ends the lease. */
void bpf_keep__release(struct keep *k);
/* The same; the set is not kept. */
void bpf_keep__discard(struct keep *k);

struct keep_count { unsigned sets, in_use, dropped; };
enum keep_drop { KEEP_DROP_NONE, KEEP_DROP_IDLE, KEEP_DROP_ALL };
/*
 * Counts sets, and drops those that no tracer uses: none of them, those that were not used for as long as a run would leave them, or all.
 * 0, or -errno: the room is none of root's own, or is read-only.
 */
int bpf_keep__count(struct keep_count *n, enum keep_drop which);
