/* SPDX-License-Identifier: BSD-2-Clause */
/* metrics_config.h - the options of `trace metrics`. */
#pragma once

#include <stdbool.h>

#include "aggregate/groups.h"

/* What has series of its own besides calls: the order of METRICS_OWNERS. */
enum metrics_owner { PER_COMM, PER_CGROUP, PER_CONTAINER, PER_POD, PER_UNIT, PER_USER, PER_NONE, PER_COUNT };
#define METRICS_OWNERS "comm, cgroup, container, pod, unit, user, none"

struct metrics_config {
	bool on;		/* --metrics */
	const char *listen;	/* --listen: ADDRESS:PORT */
	unsigned per;		/* --per: enum metrics_owner */
};

/* Which part of a call's key owners are; not of PER_NONE. */
static inline enum group_part metrics__part(unsigned per)
{
	static const enum group_part parts[PER_COUNT] = { BY_COMM, BY_CGROUP, BY_CONTAINER, BY_POD, BY_UNIT, BY_USER };

	return parts[per];
}
