/* SPDX-License-Identifier: BSD-2-Clause */
/* threads.h - the threads that are known, by id: their names, descriptors, directories, and calls in progress. */
#ifndef TRACE_THREADS_H
#define TRACE_THREADS_H

#include <stdbool.h>
#include <stdint.h>

#include "bpf/wire.h"
#include "fdtable.h"
#include "lib/hash.h"
#include "links.h"
#include "paths.h"
#include "pid_numbers.h"

struct thread {
	struct hash_node node;
	uint32_t tid, tgid;
	char comm[COMM_LEN];
	struct fdtable *files;
	struct fs *fs;
	struct threads *all;	/* that it is one of */
	bool unfinished;	/* a call of it was shown as unfinished and has not been resumed */
	uint16_t unfinished_nr;
	uint32_t exec_tid;	/* id that it had when it called the execve which has given it this one; 0: that call has had its line */
	uint32_t pid_ns;	/* the PID namespace that it is in; 0: it is not known to be in another than the tracer's */
	struct pid_number *numbers;	/* there, and above it; NULL: not known */
};

struct threads {
	struct hash table;	/* of struct thread, by tid */
	struct thread *last;	/* found last */
	struct paths *paths;	/* that they know descriptors and directories by */
	struct links *links;	/* that lie on the way of paths they pass */
	struct pid_numbers numbers;	/* of all of them */
};

int threads__open(struct threads *t);
void threads__close(struct threads *t);
struct thread *threads__find(struct threads *t, uint32_t tid);	/* NULL: not known */
/* Finds, or makes one that shares the descriptors of its process where that is known. NULL: no memory. */
struct thread *threads__need(struct threads *t, uint32_t tid, uint32_t tgid);
void threads__remove(struct threads *t, uint32_t tid);
/* The thread is known under another id from now on (exec by a thread that is not the leader). */
void threads__rename(struct threads *t, struct thread *th, uint32_t tid);

#endif
