/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pid_numbers.h - the IDs of threads in PID namespaces below the tracer's (REC_PIDNS), and which thread has an ID.
 *
 * Numbers of threads that have ended are kept for a while: wait4() returns them later.
 */
#pragma once

#include <stdint.h>

#include "bpf/wire.h"
#include "lib/hash.h"

#define PID_NUMBERS_ENDED 256

/* One number of one thread. */
struct pid_number {
	struct hash_node node;
	uint32_t ns, nr, tid;		/* tid: in the tracer's namespace */
	struct pid_number *deeper;	/* of the same thread, in the next namespace */
};

struct pid_numbers {
	struct hash table;		/* of struct pid_number */
	struct pid_number *ended[PID_NUMBERS_ENDED];	/* of threads that ended last */
	unsigned nended;		/* total */
};

/* Replaces *of, the numbers of the record's thread, by those of the record; by fewer without memory. Returns the thread's namespace. */
uint32_t pid_numbers__set(struct pid_numbers *p, struct pid_number **of, const struct rec_pidns *r);
/* The tid of the thread with that number; 0: not known. */
uint32_t pid_numbers__find(const struct pid_numbers *p, uint32_t ns, uint32_t nr);
/* The thread has ended. Takes over its numbers, which may be NULL. */
void pid_numbers__end(struct pid_numbers *p, struct pid_number *of);
void pid_numbers__free(struct pid_numbers *p);
