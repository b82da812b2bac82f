/* SPDX-License-Identifier: BSD-2-Clause */
/* clone.h - which arguments of clone are used, by its flags: argument CLONE_FLAGS_ARG, 0 by default. */
#pragma once

#include <linux/sched.h>

#include "beautifiers/show.h"

#ifndef CLONE_FLAGS_ARG
#define CLONE_FLAGS_ARG 0
#endif

#define MAKES_PIDFD .pidfd_at = 2 + 1, .pidfd_flags = CLONE_FLAGS_ARG + 1

static inline bool clone_parent_tid(const struct call *c)
{
	return c->args[CLONE_FLAGS_ARG] & (CLONE_PARENT_SETTID | CLONE_PIDFD);
}

static inline bool clone_child_tid(const struct call *c)
{
	return c->args[CLONE_FLAGS_ARG] & (CLONE_CHILD_SETTID | CLONE_CHILD_CLEARTID);
}

static inline bool clone_tls(const struct call *c)
{
	return c->args[CLONE_FLAGS_ARG] & CLONE_SETTLS;
}
