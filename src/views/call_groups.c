// SPDX-License-Identifier: BSD-2-Clause
/* call_groups.c - reads the parts of a group's key from a call, or from a REC_TALLY. */
#include "call_groups.h"

#include <fcntl.h>
#include <string.h>

#include "beautifiers/rows.h"
#include "lib/escape.h"
#include "writers/text.h"

#define GROUPS_MAX 1000000	/* more paths than this are not told apart */
#define PATH_ROOM 8192
#define NO_FD UINT64_MAX
#define NOT_KNOWN UINT64_MAX

void call_groups__init(struct call_groups *g, const struct summary_config *c)
{
	g->groups.most = GROUPS_MAX;
	g->groups.nparts = c->nby;
	memcpy(g->groups.by, c->by, sizeof(g->groups.by));
	g->errors = c->errors;
	for (unsigned i = 0; i < c->nby; i++)
		g->by_task |= c->by[i] == BY_THREAD || c->by[i] == BY_PROCESS;
	g->native = abi__native();
}

/* -- The parts of a key ------------------------------------------------------------------------------------------------ */

/* Absolute if the directory is known. The text is valid until the next call. */
static struct group_key join(const struct call *c, int dir, const char *path, size_t len)
{
	static char whole[PATH_ROOM];
	struct fd_name at;

	if (!len || *path == '/' || !c->names || !c->names->fd_name(c->names->ctx, dir, false, &at) || at.len + len + 1 > sizeof(whole))
		return (struct group_key){ .text = path, .len = (uint32_t)len };
	memcpy(whole, at.text, at.len);
	whole[at.len] = '/';
	memcpy(whole + at.len + 1, path, len);
	return (struct group_key){ .text = whole, .len = (uint32_t)(at.len + 1 + len) };
}

static struct group_key fd_of(const struct call *c, int fd, bool made)
{
	struct group_key k = { .number = (uint32_t)fd };
	struct fd_name name;

	if (!c->names || !c->names->fd_name(c->names->ctx, fd, made, &name))
		return k;
	k.text = name.text;
	k.len = (uint32_t)name.len;
	return k;
}

static int first_fd(const struct call *c)
{
	for (int i = 0; c->row && i < CALL_ARGS && c->row->args[i].kind; i++)
		if (c->row->args[i].kind->is_fd)
			return i;
	return -1;
}

/* The first descriptor that is passed, or else the one that is returned. */
static struct group_key key_of_fd(const struct call *c)
{
	int i = first_fd(c);

	if (i >= 0)
		return fd_of(c, (int)c->args[i], false);
	if (c->row && c->row->ret == RET_FD && !c->failed)
		return fd_of(c, (int)c->ret, true);
	return (struct group_key){ .number = NO_FD };
}

/* The first path that is passed; else the file of the first descriptor. */
static struct group_key key_of_path(const struct call *c)
{
	int i = c->row ? row__path(c->row, 0) : -1;
	const struct chunk *k = i < 0 ? NULL : call__chunk(c, (unsigned)i, PART_SELF, false);
	struct group_key key;

	if (k && chunk__has_bytes(k))
		return join(c, c->row->args[i].dir_arg < 0 ? AT_FDCWD : (int)c->args[c->row->args[i].dir_arg], (const char *)chunk__bytes(k),
			    strnlen((const char *)chunk__bytes(k), k->len));
	key = key_of_fd(c);
	key.number = 0;
	return key;
}

struct group_key call_groups__path(const struct call *c)
{
	return key_of_path(c);
}

static struct group_key of_text(const char *text, size_t room)
{
	return (struct group_key){ .text = text ? text : "?", .len = text ? (uint32_t)strnlen(text, room) : 1 };
}

static struct group_key of_number(uint64_t n)
{
	return (struct group_key){ .number = n };
}

static struct group_key of_nr(unsigned abi, unsigned nr)
{
	return of_number((uint64_t)abi << 32 | nr);
}

static struct group_key part_of_call(enum group_part part, const struct event *e, const struct call *c)
{
	switch (part) {
	case BY_SYSCALL:	return of_nr(c->abi, c->nr);
	case BY_THREAD:		return of_number(e->tid);
	case BY_PROCESS:	return of_number(e->tgid);
	case BY_COMM:		return of_text(e->comm, COMM_LEN);
	case BY_FD:		return key_of_fd(c);
	case BY_PATH:		return key_of_path(c);
	case BY_ERRNO:		return of_number(c->failed ? (uint64_t)-c->ret : 0);
	default:		return of_number(NOT_KNOWN);	/* records of calls do not have it */
	}
}

static struct group_key part_of_tally(enum group_part part, const struct rec_tally *r)
{
	switch (part) {
	case BY_SYSCALL:	return r->flags & TALLY_CALL ? of_nr(r->abi, r->nr) : of_number(NOT_KNOWN);
	case BY_THREAD:		return of_number(r->rec.tid);
	case BY_PROCESS:	return of_number(r->rec.tgid);
	case BY_COMM:		return of_text(r->flags & (TALLY_COMM | TALLY_THREAD | TALLY_PROCESS) ? r->comm : NULL, COMM_LEN);
	case BY_ERRNO:		return of_number(r->err);
	case BY_USER:		return of_number(r->uid);
	case BY_CGROUP:		return of_number(r->cgroup);
	default:		return of_number(NOT_KNOWN);
	}
}

/* Names of a thread and its process now: what they are called in the end names their groups. NULL: not known */
static void name_group(const struct groups *g, struct call_group *n, const char *thread, const char *process)
{
	for (; n->parent; n = n->parent) {
		enum group_part by = g->by[n->depth - 1];
		const char *name = by == BY_THREAD ? thread : by == BY_PROCESS ? process : NULL;

		if (name)
			memcpy(n->name, name, strnlen(name, sizeof(n->name) - 1) + 1);
	}
}

/* A process is called as its leader. */
static void name_by_call(const struct call_groups *g, struct call_group *n, const struct event *e, const struct call *c)
{
	const char *leader = e->tid == e->tgid || !c->names ? e->comm : c->names->comm(c->names->ctx, e->tgid);

	name_group(&g->groups, n, e->comm, leader ? leader : e->comm);
}

static void name_by_tally(const struct call_groups *g, struct call_group *n, const struct rec_tally *r)
{
	bool thread = r->flags & TALLY_THREAD;

	if (!(r->flags & (TALLY_THREAD | TALLY_PROCESS)) || r->comm[COMM_LEN - 1])
		return;
	name_group(&g->groups, n, r->comm, !thread || r->rec.tid == r->rec.tgid ? r->comm : NULL);
}

static void note_time(struct call_groups *g, uint64_t ts)
{
	g->first = g->first ? g->first : ts;
	g->last = ts;
}

void call_groups__add(struct call_groups *g, const struct event *e, const struct call *c)
{
	struct group_key keys[GROUP_PARTS], path = {};
	struct call_group *n;

	if (!c->done)
		return;
	g->native = e->native;
	for (unsigned i = 0; i < g->groups.nparts; i++)
		keys[i] = part_of_call(g->groups.by[i], e, c);
	n = groups__at(&g->groups, keys);
	if (g->by_task)
		name_by_call(g, n, e, c);
	tally__add(&n->tally, e->dur, e->has_dur, c->failed, c->row && c->row->ret_bytes && c->ret > 0 ? (uint64_t)c->ret : 0);
	note_time(g, e->ts + e->dur);
	if (!c->failed || !g->errors)
		return;
	path = key_of_path(c);
	group__add_error(n, (unsigned)-c->ret, 1, path.text, path.len);
}

void call_groups__add_tally(struct call_groups *g, const struct event *e, const struct rec_tally *r)
{
	struct group_key keys[GROUP_PARTS];
	struct call_group *n;

	if (r->rec.len < sizeof(*r))
		return;
	g->native = e->native;
	for (unsigned i = 0; i < g->groups.nparts; i++)
		keys[i] = part_of_tally(g->groups.by[i], r);
	n = r->flags & TALLY_REST ? &g->groups.root : groups__at(&g->groups, keys);
	name_by_tally(g, n, r);
	tally__add_record(&n->tally, r);
	note_time(g, r->rec.ts);
	if (g->errors && r->err)
		group__add_error(n, r->err, r->errors, NULL, 0);
}

/* -- Names ------------------------------------------------------------------------------------------------------------- */

static void put_call(const struct call_groups *g, struct out *o, uint64_t number)
{
	enum abi abi = (enum abi)(number >> 32);
	unsigned nr = (uint32_t)number;
	const struct row *row = abi >= ABI_COUNT ? NULL : rows__find(abi, nr);

	if (abi >= ABI_COUNT)
		out__lit(o, "?");
	else
		put_call_name(o, abi__name(abi), abi != g->native, nr, row ? row->name : syscalltbl__name(abi, nr));
}

static void put_thread(struct out *o, const struct call_group *n)
{
	if (n->name[0]) {
		escape__text(o, n->name, strlen(n->name), ESCAPE_BACKSLASH);
		out__lit(o, "/");
	}
	FMT(o, fmt__u64, n->key.number);
}

static void put_errno(const struct call_groups *g, struct out *o, uint64_t number)
{
	const char *name = number ? errno__name_in(g->native, (int)number) : "success";

	if (name)
		put_str(o, name);
	else
		FMT(o, fmt__u64, number);
}

static void put_user(const struct call_groups *g, struct out *o, uint64_t id)
{
	const char *name = g->names && g->names->id_name ? g->names->id_name(g->names->ctx, ID_USER, (uint32_t)id) : NULL;

	if (name)
		escape__text(o, name, strlen(name), ESCAPE_BACKSLASH);
	else
		FMT(o, fmt__u64, id);
}

static void put_fd(struct out *o, const struct call_group *n)
{
	if (n->key.number == NO_FD) {
		out__lit(o, "-");
		return;
	}
	if ((int32_t)n->key.number == AT_FDCWD)
		out__lit(o, "CWD");
	else
		FMT(o, fmt__i64, (int32_t)n->key.number);
	if (!n->key.text)
		return;
	out__lit(o, "<");
	escape__text(o, n->key.text, n->key.len, ESCAPE_BACKSLASH | ESCAPE_ANGLE);
	out__lit(o, ">");
}

static void put_text(struct out *o, const struct call_group *n)
{
	if (n->key.text)
		escape__text(o, n->key.text, n->key.len, ESCAPE_BACKSLASH);
	else
		out__lit(o, "-");
}

void call_groups__put_name(const struct call_groups *g, struct out *o, const struct call_group *n)
{
	if (n->key.number == NOT_KNOWN && g->groups.by[n->depth - 1] != BY_FD) {
		out__lit(o, "?");
		return;
	}
	switch (g->groups.by[n->depth - 1]) {
	case BY_SYSCALL:	put_call(g, o, n->key.number); return;
	case BY_THREAD:
	case BY_PROCESS:	put_thread(o, n); return;
	case BY_ERRNO:		put_errno(g, o, n->key.number); return;
	case BY_USER:		put_user(g, o, n->key.number); return;
	case BY_CGROUP:		FMT(o, fmt__u64, n->key.number); return;
	case BY_FD:		put_fd(o, n); return;
	default:		put_text(o, n);
	}
}
