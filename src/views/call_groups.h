/* SPDX-License-Identifier: BSD-2-Clause */
/* call_groups.h - the groups to which calls belong, and how these are named. */
#pragma once

#include "aggregate/groups.h"
#include "config/summary_config.h"
#include "session/view.h"

/* Keys of BY_DIRECTION */
enum call_direction { MOVES_NOTHING, MOVES_IN, MOVES_OUT };
/* Which calls are counted. */
struct group_filter {
	bool one;			/* only those of one group: */
	enum group_part part;
	struct group_key key;
	enum { OF_ANY, OF_FILES, OF_SOCKETS } of;	/* by path: only those on files, pipes and the like; or only those on sockets */
};

struct call_groups {
	struct groups groups;
	const struct names *names;	/* set by begin() of the view */
	enum abi native;
	bool by_task;			/* some groups are of a thread or a process, and are named */
	bool named;			/* users and control groups are shown by name, asked for (--names) or not */
	bool errors;			/* count errors by number, too */
	unsigned submitted;		/* enum submits, or-ed: counted calls have passed requests on, which are not counted */
	struct group_filter only;	/* its key is borrowed */
	uint64_t first, last;		/* ns: when calls returned */
};

void call_groups__init(struct call_groups *g, const struct summary_config *c);
/* Sets *k to what a call is grouped by. A text is valid until the next record, or the next call of this function. */
void call_groups__part(enum group_part part, const struct event *e, const struct call *c, struct group_key *k);
/* A call that has returned. Others are not counted. */
void call_groups__add(struct call_groups *g, const struct event *e, const struct call *c);
/* The same with BY_DIRECTION: one that moves bytes between two descriptors is counted for both. */
void call_groups__add_ends(struct call_groups *g, const struct event *e, const struct call *c);
void call_groups__add_tally(struct call_groups *g, const struct event *e, const struct rec_tally *r);
/* The group's own part of the key, for people: `make/123`, openat, /etc/passwd, 3</etc/passwd>. */
void call_groups__put_name(const struct call_groups *g, struct out *o, const struct call_group *n);
/* The key of BY_PATH: the first path that is passed, absolute if its directory is known; else the file of the first descriptor. Valid until the next call. */
struct group_key call_groups__path(const struct call *c);
