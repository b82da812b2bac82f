/* SPDX-License-Identifier: BSD-2-Clause */
/* top_config.h - the options of `trace top`. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "aggregate/groups.h"

struct view;

/* What rows are of: an index of top_groupings. */
#define TOP_GROUPINGS "process, thread, syscall, comm, file, socket, cgroup, user, errno, container, pod, unit"
enum top_by {
	TOP_PROCESS, TOP_THREAD, TOP_SYSCALL, TOP_COMM, TOP_FILE, TOP_SOCKET, TOP_CGROUP, TOP_USER, TOP_ERRNO,
	TOP_WITH_KEY,		/* those above have a digit */
	TOP_CONTAINER = TOP_WITH_KEY, TOP_POD, TOP_UNIT, TOP_BY_COUNT
};

/* What the view asks of who runs it: tracing ends, and begins again with another grouping, or with empty counters. */
struct top_again {
	bool wanted;
	enum top_by by;
	struct view *view;	/* goes on in the next session */
	bool counts;		/* the source may count calls, so groupings that need no records are counted */
};

struct top_config {
	bool on;		/* the command is `trace top` */
	bool batch;		/* --batch: tables one after another, no screen */
	uint64_t rounds;	/* -n: tables, then it ends; 0: no limit */
	enum top_by by;		/* --by */
	struct top_again *again;	/* NULL: not possible, as of a command that runs */
};

/* Which part of a call's key a grouping is by. */
static inline enum group_part top__part(enum top_by by)
{
	static const enum group_part parts[TOP_BY_COUNT] = {
		[TOP_PROCESS] = BY_PROCESS, [TOP_THREAD] = BY_THREAD, [TOP_SYSCALL] = BY_SYSCALL, [TOP_COMM] = BY_COMM, [TOP_FILE] = BY_PATH,
		[TOP_SOCKET] = BY_PATH,     [TOP_CGROUP] = BY_CGROUP, [TOP_USER] = BY_USER,       [TOP_ERRNO] = BY_ERRNO,
		[TOP_CONTAINER] = BY_CONTAINER, [TOP_POD] = BY_POD, [TOP_UNIT] = BY_UNIT,
	};

	return parts[by];
}
