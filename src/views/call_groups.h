/* SPDX-License-Identifier: BSD-2-Clause */
/* call_groups.h - the groups to which calls belong, and how these are named. */
#pragma once

#include "aggregate/groups.h"
#include "config/summary_config.h"
#include "session/view.h"

struct call_groups {
	struct groups groups;
	const struct names *names;	/* set by begin() of the view */
	enum abi native;
	bool by_task;			/* some groups are of a thread or a process, and are named */
	bool errors;			/* count errors by number, too */
	uint64_t first, last;		/* ns: when calls returned */
};

void call_groups__init(struct call_groups *g, const struct summary_config *c);
/* A call that has returned. Others are not counted. */
void call_groups__add(struct call_groups *g, const struct event *e, const struct call *c);
void call_groups__add_tally(struct call_groups *g, const struct event *e, const struct rec_tally *r);
/* The group's own part of the key, for people: `make/123`, openat, /etc/passwd, 3</etc/passwd>. */
void call_groups__put_name(const struct call_groups *g, struct out *o, const struct call_group *n);
/* The key of BY_PATH: the first path that is passed, absolute if its directory is known; else the file of the first descriptor. Valid until the next call. */
struct group_key call_groups__path(const struct call *c);
