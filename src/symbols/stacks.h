/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * stacks.h - from addresses to frames: keeps each thread's last stack until its call comes, and says what is where.
 *
 * Of the tracer's own frames, with which the kernel's part of a stack begins, nothing is shown.
 */
#ifndef TRACE_STACKS_H
#define TRACE_STACKS_H

#include "bpf/wire.h"
#include "config/options.h"
#include "frame.h"

struct stacks;
struct address_spaces;

/* `spaces` follows all records before this does, and lives longer. NULL: no memory. */
struct stacks *stacks__new(const struct options *o, struct address_spaces *spaces);
void stacks__free(struct stacks *s);
/* Any record: the stacks that they have are kept, one of each thread. */
void stacks__follow(struct stacks *s, const struct rec *rec);
/* The stack that came before this call; the next call of the thread has another one. NULL: there is none. Valid until the next call. */
const struct frame *stacks__of(struct stacks *s, const struct rec_call *call, unsigned *n);
/* The same of a REC_EVENT or REC_FAULT. */
const struct frame *stacks__of_event(struct stacks *s, const struct rec *rec, unsigned *n);

#endif
