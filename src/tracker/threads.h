/* SPDX-License-Identifier: BSD-2-Clause */
/* threads.h - known threads by tid: their comms, descriptors, directories, and calls in progress. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "bpf/wire.h"
#include "fdtable.h"
#include "genl_families.h"
#include "id_names.h"
#include "lib/hash.h"
#include "links.h"
#include "owner.h"
#include "paths.h"
#include "peer_ends.h"
#include "pid_numbers.h"

struct thread {
	struct hash_node node;
	uint32_t tid, tgid;
	char comm[COMM_LEN];
	struct fdtable *files;
	struct fs *fs;
	struct thread_owner owner;
	struct threads *all;	/* the table that has this thread */
	bool unfinished;	/* its call was shown as unfinished, not yet as resumed */
	uint16_t unfinished_nr;
	struct { uint32_t pid, event; } waited;	/* what wait4() returned last: a child, and the PTRACE_EVENT_* it stopped at */
	char old_comm[COMM_LEN];	/* before it was last renamed, */
	uint64_t renamed;	/* which was then, ns; 0: never */
	uint32_t exec_tid;	/* its tid before the execve that gave it this one, until that call's line; otherwise 0 */
	uint32_t pid_ns;	/* its PID namespace; 0: the tracer's, as far as is known */
	struct pid_number *numbers;	/* its IDs in that namespace and those above; NULL: not known */
};

struct threads {
	struct hash table;	/* of struct thread, by tid */
	struct thread *last;	/* found last: a cache */
	struct paths *paths;	/* of their descriptors and directories */
	struct links *links;	/* in paths of their calls */
	struct pid_numbers numbers;	/* of all threads */
	struct genl_families genl;	/* of the host */
	struct id_names id_names;	/* likewise */
	struct peer_ends ends;	/* of processes that are not traced */
};

/* The comm that it has now was its own until a time, ns. */
void threads__was_named(struct thread *th, uint64_t ts);

int threads__open(struct threads *t);
void threads__close(struct threads *t);
struct thread *threads__find(struct threads *t, uint32_t tid);	/* NULL: not known */
struct thread *threads__need_any(struct threads *t, uint32_t tid, uint32_t tgid);
/* Finds a thread, or adds it, sharing its process's descriptors. NULL: no memory. */
static inline struct thread *threads__need(struct threads *t, uint32_t tid, uint32_t tgid)
{
	return t->last && t->last->tid == tid ? t->last : threads__need_any(t, tid, tgid);
}
void threads__remove(struct threads *t, uint32_t tid);
/* OF_PROTOCOL of a socket; 0: it is none, or n is NULL. */
uint32_t threads__kind_of(const struct name *n);
/* What a descriptor is at the entry of its thread's call: threads__kind_of() it; the driver of a character device, or NULL. */
uint32_t threads__fd_kind(struct threads *t, const struct rec_call *r, int fd);
const char *threads__fd_driver(struct threads *t, const struct rec_call *r, int fd);
/* The thread gets another tid (execve by a thread that is not the leader). */
void threads__rename(struct threads *t, struct thread *th, uint32_t tid);
