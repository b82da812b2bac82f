/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pid_numbers.h - the numbers that threads have in PID namespaces below the tracer's (REC_PIDNS), and whose they are.
 *
 * A thread that has ended keeps its numbers until many others have: the wait for it comes behind its end.
 */
#ifndef TRACE_PID_NUMBERS_H
#define TRACE_PID_NUMBERS_H

#include <stdint.h>

#include "bpf/wire.h"
#include "lib/hash.h"

#define PID_NUMBERS_ENDED 256

/* One number of one thread. */
struct pid_number {
	struct hash_node node;
	uint32_t ns, nr, tid;		/* tid: as the tracer has it */
	struct pid_number *deeper;	/* of the same thread, in the next namespace */
};

struct pid_numbers {
	struct hash table;		/* of struct pid_number */
	struct pid_number *ended[PID_NUMBERS_ENDED];	/* of threads that ended last */
	unsigned nended;		/* in all */
};

/* These are the numbers of the thread that the record is of, in place of those in *of. Without memory, fewer. Returns the namespace it is in. */
uint32_t pid_numbers__set(struct pid_numbers *p, struct pid_number **of, const struct rec_pidns *r);
/* Whose number that is; 0: not known. */
uint32_t pid_numbers__find(const struct pid_numbers *p, uint32_t ns, uint32_t nr);
/* The thread has ended. Takes its numbers, which may be NULL. */
void pid_numbers__end(struct pid_numbers *p, struct pid_number *of);
void pid_numbers__free(struct pid_numbers *p);

#endif
