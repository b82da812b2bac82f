/* SPDX-License-Identifier: BSD-2-Clause */
/* thread_files.h - output with a file for each thread: strace -ff -o FILE writes FILE.TID. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "lib/hash.h"
#include "lib/out.h"

struct thread_files {
	const char *path;	/* borrowed */
	bool appends;
	struct hash files;	/* by thread */
	int err;		/* first error */
};

/* The thread's file, which is created the first time. NULL: the message was printed. */
struct out *thread_files__of(struct thread_files *f, uint32_t tid);
/* Moves the lines in a buffer to the thread's file, and empties it. */
void thread_files__take(struct thread_files *f, uint32_t tid, struct out *lines);
void thread_files__end(struct thread_files *f, uint32_t tid);		/* the thread has ended: closes its file */
void thread_files__flush(struct thread_files *f);
int thread_files__finish(struct thread_files *f);			/* closes all of them; the first error */
