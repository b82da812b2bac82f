// SPDX-License-Identifier: BSD-2-Clause
/* call_groups.c - reads the parts of a group's key from a call, or from a REC_TALLY. */
#include "call_groups.h"

#include <fcntl.h>
#include <string.h>

#include "beautifiers/rows.h"
#include "lib/escape.h"
#include "session/owner_value.h"
#include "tracker/owner.h"
#include "writers/text.h"

#define GROUPS_MAX 1000000	/* more paths than this are not told apart */
#define PATH_ROOM 8192
#define NO_FD UINT64_MAX
#define NOT_KNOWN UINT64_MAX

void call_groups__init(struct call_groups *g, const struct summary_config *c)
{
	g->groups.most = GROUPS_MAX;
	g->groups.nparts = c->nby;
	memcpy(g->groups.by, c->by, sizeof(c->by));
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

/* The first descriptor that is passed, or else the one that is returned. */
static struct group_key key_of_fd(const struct call *c)
{
	int i = (c->row ? row__fd_arg(c->row) : -1);

	if (i >= 0)
		return fd_of(c, (int)c->args[i], false);
	if (c->row && c->row->ret == RET_FD && !c->failed)
		return fd_of(c, (int)c->ret, true);
	return (struct group_key){ .number = NO_FD };
}

/* Of a path whose memory is not known: the file that was opened; without a path, and with one that is NULL, that of the first descriptor. */
static struct group_key key_of_file(const struct call *c, int path)
{
	if (path < 0 || !c->args[path])
		return key_of_fd(c);
	if (c->row->ret == RET_FD && !c->failed)
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
	key = key_of_file(c, i);
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

static uint64_t number_of(unsigned abi, unsigned nr)
{
	return (uint64_t)abi << 32 | nr;
}

static enum call_direction direction_of(const struct call *c)
{
	return !c->row || !c->row->moves ? MOVES_NOTHING : call__reads(c) ? MOVES_IN : MOVES_OUT;
}

/* Sets *k by members, for what is read next are these: see session.c on structs that are returned. */
static void set_number(struct group_key *k, uint64_t n)
{
	k->number = n;
	k->text = NULL;
	k->len = 0;
}

/* Of several hosts, IDs are those of one. */
static void set_task(struct group_key *k, uint64_t id, const char *host)
{
	k->number = id;
	k->text = host;
	k->len = host ? (uint32_t)strlen(host) : 0;
}

/* Groups of one container, such as those that it makes itself, are one. Without text: in none. */
static struct group_key of_owner(const struct names *names, enum group_part part, const struct thread_owner *owner)
{
	static const enum owner_column columns[GROUP_BY_COUNT] = {
		[BY_USER] = SHOW_USER, [BY_CGROUP] = SHOW_CGROUP, [BY_CONTAINER] = SHOW_CONTAINER, [BY_POD] = SHOW_POD, [BY_UNIT] = SHOW_UNIT,
	};
	struct owner_value v = owner_value__of(columns[part], owner, names);

	if (v.is == OWNER_UNKNOWN)
		return of_number(NOT_KNOWN);
	if (!group_part__is_owner(part))
		return of_number(v.id);
	return v.is == OWNER_IS ? of_text(v.name, ID_NAME_MAX) : of_number(0);
}

void call_groups__part(enum group_part part, const struct event *e, const struct call *c, struct group_key *k)
{
	switch (part) {
	case BY_SYSCALL:	set_number(k, number_of(c->abi, c->nr)); return;
	case BY_THREAD:		set_task(k, e->tid, e->host); return;
	case BY_PROCESS:	set_task(k, e->tgid, e->host); return;
	case BY_COMM:		*k = of_text(e->comm, COMM_LEN); return;
	case BY_FD:		*k = key_of_fd(c); return;
	case BY_PATH:		*k = key_of_path(c); return;
	case BY_ERRNO:		set_number(k, c->failed ? (uint64_t)-c->ret : 0); return;
	case BY_DIRECTION:	set_number(k, direction_of(c)); return;
	default:		*k = of_owner(c->names, part, e->owner); return;
	}
}

static struct group_key of_task(const struct call_groups *g, bool known, uint64_t id)
{
	struct group_key k = of_number(NOT_KNOWN);

	if (known)
		set_task(&k, id, g->names && g->names->host ? g->names->host(g->names->ctx) : NULL);
	return k;
}

static struct group_key part_of_tally(const struct call_groups *g, enum group_part part, const struct rec_tally *r)
{
	const struct thread_owner owner = {
		.cgroup = r->cgroup, .uid = r->uid, .has = (r->flags & TALLY_USER ? OWNER_USER : 0u) | (r->flags & TALLY_CGROUP ? OWNER_CGROUP : 0u),
	};

	switch (part) {
	case BY_SYSCALL:	return r->flags & TALLY_CALL ? of_number(number_of(r->abi, r->nr)) : of_number(NOT_KNOWN);
	case BY_THREAD:		return of_task(g, r->flags & TALLY_THREAD, r->rec.tid);
	case BY_PROCESS:	return of_task(g, r->flags & (TALLY_THREAD | TALLY_PROCESS), r->rec.tgid);
	case BY_COMM:		return of_text(r->flags & (TALLY_COMM | TALLY_THREAD | TALLY_PROCESS) ? r->comm : NULL, COMM_LEN);
	case BY_ERRNO:		return of_number(r->flags & TALLY_ERRNO ? r->err : NOT_KNOWN);
	default:		return of_owner(g->names, part, &owner);
	}
}

/* Sockets are named as TCP:[…], or socket:[…] if more is not known; other descriptors that are no files in small letters. */
static bool is_socket(const struct group_key *k)
{
	return k->len > 7 && ((*k->text >= 'A' && *k->text <= 'Z' && memmem(k->text, k->len, ":[", 2)) || !memcmp(k->text, "socket:", 7));
}

static bool is_wanted(enum group_part part, const struct group_filter *f, const struct group_key *k)
{
	if (part == BY_PATH && f->of != OF_ANY && (!k->text || !k->len || is_socket(k) != (f->of == OF_SOCKETS)))
		return false;
	if (!f->one || f->part != part)
		return true;
	return k->number == f->key.number && k->len == f->key.len && !k->text == !f->key.text && (!k->text || !memcmp(k->text, f->key.text, k->len));
}

static bool wants_call(const struct call_groups *g, const struct event *e, const struct call *c, const struct group_key *keys)
{
	struct group_key one;

	for (unsigned i = 0; i < g->groups.nparts; i++)
		if (!is_wanted(g->groups.by[i], &g->only, &keys[i]))
			return false;
	if (!g->only.one)
		return true;
	call_groups__part(g->only.part, e, c, &one);
	return is_wanted(g->only.part, &g->only, &one);
}

static bool wants_tally(const struct call_groups *g, const struct rec_tally *r)
{
	struct group_key one = g->only.one ? part_of_tally(g, g->only.part, r) : (struct group_key){};

	return !g->only.one || (!(r->flags & TALLY_REST) && is_wanted(g->only.part, &g->only, &one));
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

/* Processes whose leader is not known are called as one of their threads. */
static void name_unnamed(const struct groups *g, struct call_group *n, const char *thread)
{
	for (; n->parent; n = n->parent)
		if (g->by[n->depth - 1] == BY_PROCESS && !n->name[0])
			memcpy(n->name, thread, strnlen(thread, sizeof(n->name) - 1) + 1);
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
	const char *leader = g->names && g->names->comm ? g->names->comm(g->names->ctx, r->rec.tgid) : NULL;

	if (!(r->flags & (TALLY_THREAD | TALLY_PROCESS)) || r->comm[COMM_LEN - 1])
		return;
	if (!thread || r->rec.tid == r->rec.tgid)
		leader = r->comm;
	name_group(&g->groups, n, r->comm, leader);
	if (!leader)
		name_unnamed(&g->groups, n, r->comm);
}

static void note_time(struct call_groups *g, uint64_t ts)
{
	g->first = g->first ? g->first : ts;
	g->last = ts;
}

void call_groups__add(struct call_groups *g, const struct event *e, const struct call *c)
{
	struct group_key keys[GROUP_LEVELS], path;
	struct call_group *n;

	if (!c->done)
		return;
	g->native = e->native;
	for (unsigned i = 0; i < g->groups.nparts; i++)
		call_groups__part(g->groups.by[i], e, c, &keys[i]);
	if ((g->only.one || g->only.of) && !wants_call(g, e, c, keys))
		return;
	n = groups__at(&g->groups, keys);
	if (g->by_task)
		name_by_call(g, n, e, c);
	tally__add(&n->tally, e->dur, e->has_dur, c->failed, call__bytes(c));
	note_time(g, e->ts + e->dur);
	if (!c->failed || !g->errors)
		return;
	path = key_of_path(c);
	group__add_error(n, (unsigned)-c->ret, 1, 1, path.text, path.len);
}

static bool is_of_fd(enum group_part part)
{
	return part == BY_FD || part == BY_PATH;
}

/* Of one of two descriptors between which the call moves bytes. */
static void part_of_end(enum group_part part, const struct event *e, const struct call *c, int fd, enum call_direction d, struct group_key *k)
{
	if (is_of_fd(part))
		*k = fd_of(c, fd, false);
	else if (part == BY_DIRECTION)
		set_number(k, d);
	else
		call_groups__part(part, e, c, k);
	if (part == BY_PATH)
		k->number = 0;
}

static void add_end(struct call_groups *g, const struct event *e, const struct call *c, unsigned arg, enum call_direction d)
{
	struct group_key keys[GROUP_LEVELS];
	struct call_group *n;

	for (unsigned i = 0; i < g->groups.nparts; i++)
		part_of_end(g->groups.by[i], e, c, (int)c->args[arg], d, &keys[i]);
	n = groups__at(&g->groups, keys);
	if (g->by_task)
		name_by_call(g, n, e, c);
	tally__add(&n->tally, e->dur, e->has_dur, c->failed, c->ret > 0 ? (uint64_t)c->ret : 0);
}

void call_groups__add_ends(struct call_groups *g, const struct event *e, const struct call *c)
{
	if (!c->done)
		return;
	if (!c->row || !c->row->from) {
		call_groups__add(g, e, c);
		return;
	}
	g->native = e->native;
	add_end(g, e, c, c->row->from - 1u, MOVES_IN);
	add_end(g, e, c, c->row->to - 1u, MOVES_OUT);
	note_time(g, e->ts + e->dur);
}

/* One that was cut ends with dots. */
static void add_counted_error(struct call_group *n, const struct rec_tally *r)
{
	const struct tally_path *counted = tally__path(r);
	char path[TALLY_PATH_MAX + 3];
	size_t len = counted ? strnlen(counted->path, r->path_len) : 0;

	if (counted)
		memcpy(path, counted->path, len);
	if (len == TALLY_PATH_MAX) {
		memcpy(path + len, "...", 3);
		len += 3;
	}
	group__add_error(n, r->err, r->errors, counted ? counted->weight : 0, len ? path : NULL, len);
}

static unsigned submits(const struct rec_tally *r)
{
	const struct row *row = r->abi < ABI_COUNT ? rows__find((enum abi)r->abi, r->nr) : NULL;

	return row ? row->submits : 0;
}

void call_groups__add_tally(struct call_groups *g, const struct event *e, const struct rec_tally *r)
{
	struct group_key keys[GROUP_LEVELS];
	struct call_group *n;

	if (r->rec.len < sizeof(*r) || !wants_tally(g, r))
		return;
	g->native = e->native;
	for (unsigned i = 0; i < g->groups.nparts; i++)
		keys[i] = part_of_tally(g, g->groups.by[i], r);
	n = r->flags & TALLY_REST ? &g->groups.root : groups__at(&g->groups, keys);
	name_by_tally(g, n, r);
	tally__add_record(&n->tally, r);
	g->submitted |= submits(r);
	note_time(g, r->rec.ts);
	if (g->errors && r->err)
		add_counted_error(n, r);
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
	if (n->key.text) {
		escape__text(o, n->key.text, n->key.len, ESCAPE_BACKSLASH);
		out__lit(o, ":");
	}
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

static void put_id(const struct call_groups *g, struct out *o, enum id_of of, uint64_t id)
{
	const struct names *names = g->names;
	const char *(*name_of)(void *ctx, enum id_of of, uint32_t id) = !names ? NULL : g->named ? names->owner_name : names->id_name;
	const char *name = name_of && id <= UINT32_MAX ? name_of(names->ctx, of, (uint32_t)id) : NULL;

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
	case BY_USER:		put_id(g, o, ID_USER, n->key.number); return;
	case BY_CGROUP:		put_id(g, o, ID_CGROUP, n->key.number); return;
	case BY_FD:		put_fd(o, n); return;
	default:		put_text(o, n);
	}
}
