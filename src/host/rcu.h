/* SPDX-License-Identifier: BSD-2-Clause */
/* rcu.h - grace periods of the kernel. */
#pragma once

/*
 * Lets one pass at once, in some 50 us instead of 6 to 16 ms at 250 Hz: the kernel waits for one before a program is attached to a tracepoint that has
 * none, if any tracepoint has lost its last program meanwhile. dir: a descriptor. Without CAP_SYS_ADMIN nothing happens.
 */
void rcu__expedite(int dir);
