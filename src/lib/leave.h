/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * leave.h - what need not be waited for at the end: a process of its own does it, which takes over the memory and the descriptors of this one.
 * Who waits for this process gets its status, and the end of its output, before. Init has to wait for the other one, which in containers may not be
 * done.
 */
#pragma once

#include <stdbool.h>

/* To be called where nothing else follows but the end of the process. Until then leave__later() returns false. */
void leave__permit(void);
/*
 * Has work(ctx) done when the process ends; false: the caller is to do it. Threads that go on end before, in the midst of what they do: so it
 * must not allocate memory, nor use a lock of theirs. At most once.
 */
bool leave__later(void (*work)(void *ctx), void *ctx);
/* Does it now, if there is any: where the process is about to end otherwise than by leave__end(). */
void leave__now(void);
/* The end of main(). Returns the exit status if there is nothing to do. */
int leave__end(int status);
