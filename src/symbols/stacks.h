/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * stacks.h - from addresses to frames: keeps each thread's last stack until its call, signal or event comes, and finds symbols.
 *
 * The tracer's own frames, with which a kernel stack begins, are left out.
 */
#pragma once

#include "bpf/wire.h"
#include "config/options.h"
#include "frame.h"

struct stacks;
struct address_spaces;

/* `spaces` must get each record before this does, and outlive it. NULL: no memory. */
struct stacks *stacks__new(const struct options *o, struct address_spaces *spaces);
void stacks__free(struct stacks *s);
/* Takes any record; keeps the last stack of each thread. */
void stacks__follow(struct stacks *s, const struct rec *rec);
/* The stack of this call: the thread's last, which is used once. NULL: none. Valid until the next call of this function. */
const struct frame *stacks__of(struct stacks *s, const struct rec_call *call, unsigned *n);
/* The same for a signal that was delivered, or sent and ignored, */
const struct frame *stacks__of_signal(struct stacks *s, const struct rec_signal *signal, unsigned *n);
/* and for a REC_EVENT or REC_FAULT. */
const struct frame *stacks__of_event(struct stacks *s, const struct rec *rec, unsigned *n);
