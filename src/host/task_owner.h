/* SPDX-License-Identifier: BSD-2-Clause */
/* task_owner.h - whose a thread is, from /proc. */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

#include "bpf/wire.h"

/*
 * Fills the members after r->rec with what can be read now. as_kernel: users only as the first user namespace has them, which is what programs in
 * the kernel report, and /proc shows there alone.
 */
void task_owner__read(struct rec_owner *r, pid_t tgid, pid_t tid, bool as_kernel);
