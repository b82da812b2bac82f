/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * groups.h - tallies by the parts of a key: by thread, by call, by call in each thread, and so on.
 *
 * Groups are a tree: those of the first part of the key are below the root, each has those of the next part below it. Calls are added to
 * the innermost groups; groups__sum() sums up the others.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "lib/hash.h"
#include "tally.h"

#define GROUPS_RECENT 16	/* a power of two */
#define GROUP_PARTS 4		/* of a key, at most, */
#define GROUP_LEVELS (GROUP_PARTS + 1)	/* with BY_DIRECTION */

/* What groups are made by. */
enum group_part {
	BY_SYSCALL, BY_THREAD, BY_PROCESS, BY_COMM, BY_CGROUP, BY_CONTAINER, BY_POD, BY_UNIT, BY_USER, BY_FD, BY_PATH, BY_ERRNO,
	GROUP_BY_COUNT,
	BY_DIRECTION = GROUP_BY_COUNT,	/* whether it reads or writes: no user asks for this one, so it has no name */
};
#define GROUP_PART_NAMES "syscall, thread, process, comm, cgroup, container, pod, unit, user, fd, path, errno"

/* Is it a name that a control group has on its host? */
static inline bool group_part__is_owner(enum group_part p)
{
	return p >= BY_CONTAINER && p <= BY_UNIT;
}

/* The value of one part. Values are equal if all three are. */
struct group_key {
	uint64_t number;
	const char *text;	/* `len` bytes; NULL: none */
	uint32_t len;
};

/* Calls of a group that failed with one error. */
struct group_error {
	unsigned number;	/* errno */
	uint64_t calls;
	char *path;		/* perhaps a typical path of them: owned; NULL: not known */
	uint64_t weight;	/* of that path: see group__add_error() */
};

/* The path that at least a quarter of these calls had; NULL: there may be none. That of more than five eighths of them is always found. */
static inline const char *group_error__path(const struct group_error *e)
{
	return e->path && e->weight >= (e->calls + 3) / 4 ? e->path : NULL;
}

struct call_group {
	struct hash_node node;
	struct call_group *parent;	/* NULL: the root */
	unsigned depth;		/* 0: the root; else the key's parts up to depth - 1 lead here */
	struct group_key key;	/* the last of them; its text is owned */
	char name[16];		/* of the thread or process, if it is one: the caller's */
	struct tally tally;
	struct call_group *first, *next;	/* of those below, and of those of the group above */
	unsigned nbelow;
	struct group_error *errors;	/* nerrors of them, the most frequent first after group__sort_errors(); owned */
	unsigned nerrors;
};

struct groups {
	enum group_part by[GROUP_LEVELS];
	unsigned nparts;	/* 0: one group, the root */
	struct hash table;
	struct call_group root;
	struct call_group *last[GROUP_LEVELS][GROUPS_RECENT];	/* found last, of each part, by the key's number: most calls belong to a few groups */
	uint64_t most;		/* no more groups than this are made; 0: no limit */
	uint64_t refused;	/* keys that were added to the group above instead: no memory, or `most` was reached */
};

/* Reads a comma-separated list of GROUP_PART_NAMES. -EINVAL: the word that is none, -EEXIST: that is there again; it and its length are set. */
int groups__read(const char *list, enum group_part *by, unsigned *n, const char **bad, size_t *len);
const char *group_part__name(enum group_part p);
/* The group for `nparts` values; it is made if there is none. Never NULL: see `refused`. */
struct call_group *groups__at(struct groups *g, const struct group_key *keys);
/*
 * `calls` calls that failed, and how many more of them were given this path than others (NULL: not known). The path kept is that of most
 * calls, if one is that of more than half of them (the vote of Boyer and Moore), otherwise it may be any.
 */
void group__add_error(struct call_group *g, unsigned number, uint64_t calls, uint64_t weight, const char *path, size_t len);
void group__sort_errors(struct call_group *g);
/* Sums up the groups that have others below, their errors too. Once, before these are shown; groups__clear() begins again. */
void groups__sum(struct groups *g);
/* The `nbelow` groups below one, in the order of compare(), which gets `ctx`; to be freed. NULL: there are none, or no memory. */
struct call_group **group__below(const struct call_group *of, int (*compare)(const struct call_group *a, const struct call_group *b, void *ctx), void *ctx);
void groups__clear(struct groups *g);	/* removes all groups; the root becomes empty */
