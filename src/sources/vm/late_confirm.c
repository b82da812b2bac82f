// SPDX-License-Identifier: BSD-2-Clause
/*
 * late_confirm.c - owns events whose memory was read late, until all events up to the time of reading are known.
 *
 * Invariant: events leave in the order in which they came; memory that nothing confirms stays marked as late.
 */
#include "late_confirm.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "beautifiers/row.h"

#define THREADS 4096		/* slots for threads' calls; threads with the same slot displace each other */
#define CLAIMS 1024		/* likewise */

struct item {
	struct pair_event e;
	uint64_t left;		/* PAIR_ENTER: ns: the exit of the call; 0: not yet */
	uint64_t fixed;		/* bit n: the n-th chunk lies in memory that the program cannot write */
	uint64_t next;		/* number of the next item with `fixed`; 0: none yet */
	uint64_t displaced;	/* number of the item that was at its place in `claims` before */
	bool doubted;		/* the kernel's answer may be about another file */
};

struct caller {
	uint32_t tid;
	int32_t nr;
	uint8_t origins;
	bool in_call;
	uint64_t entries[2];	/* numbers of its events */
	unsigned nentries;
};

struct confirm {
	const struct vm_capture *late;
	struct item *items;		/* a ring of `room`, a power of two: item n is at n % room */
	uint64_t room, first, end;	/* numbers of items; never reset */
	uint64_t first_fixed, last_fixed;	/* list of items with `fixed`; 0: none */
	uint64_t claims[CLAIMS];	/* items confirmed by an answer of the kernel, by process and descriptor; 0: none */
	uint64_t last_claim;
	uint64_t known;			/* ns */
	uint64_t doubtful;		/* ns: memory read up to this time is no longer confirmed */
	struct address_spaces *spaces;
	struct caller callers[THREADS];
};

static struct item *item_at(const struct confirm *c, uint64_t n)
{
	return &c->items[n & (c->room - 1)];
}

/* -- Threads' calls -------------------------------------------------------------------------------------------------- */

static struct caller *caller_of(struct confirm *c, uint32_t tid)
{
	return &c->callers[tid % THREADS];
}

static void leaves(struct confirm *c, struct caller *who, uint64_t ts)
{
	for (unsigned i = 0; i < who->nentries; i++)
		if (who->entries[i] >= c->first && !item_at(c, who->entries[i])->left)
			item_at(c, who->entries[i])->left = ts;
	who->nentries = 0;
	who->in_call = false;
}

/* An entry may have two events. The exit of a displaced thread's call will not be noticed. */
static void enters(struct confirm *c, const struct pair_event *e, uint64_t number)
{
	struct caller *who = caller_of(c, e->tid);
	bool again = who->in_call && who->tid == e->tid && who->nr == e->nr && !(who->origins & e->origin);

	if (!again) {
		leaves(c, who, who->tid == e->tid ? e->ts : 1);
		who->origins = 0;
	}
	who->tid = e->tid;
	who->nr = e->nr;
	who->origins |= e->origin;
	who->in_call = true;
	who->entries[who->nentries++] = number;
}

/* -- Mappings -------------------------------------------------------------------------------------------------------- */

static bool is_single(const struct pair_event *e, const struct chunk *k)
{
	CHUNKS_EACH(other, e->chunks, e->chunks_len)
		if (other != k && other->arg == k->arg)
			return false;
	return true;
}

/* Does a private mapping of a file, not writable, cover the whole chunk and the byte after it? */
static bool is_fixed(const struct mappings *maps, const struct chunk *k)
{
	const struct mapping *m = mappings__find(maps, k->addr);

	return m && m->ino && !(m->prot & PROT_WRITE) && (m->flags & MAP_TYPE) == MAP_PRIVATE && m->end - k->addr > k->len;
}

/* Only memory that an argument points at directly: pointers in memory may have changed themselves. */
static uint64_t fixed_of(const struct confirm *c, const struct pair_event *e)
{
	const struct space *sp = address_spaces__find(c->spaces, e->tgid);
	uint64_t fixed = 0, bit = 1;

	CHUNKS_EACH(k, e->chunks, sp ? e->chunks_len : 0) {
		if ((k->status & ~CHUNK_STATUS_MASK) == CHUNK_LATE && (k->status & CHUNK_STATUS_MASK) != CHUNK_FAULT && k->part == PART_SELF && is_fixed(sp->maps, k) && is_single(e, k))
			fixed |= bit;
		bit <<= 1;	/* 0 after the last bit */
	}
	return fixed;
}

static void unfix(struct item *it, uint64_t start, uint64_t end)
{
	uint64_t bit = 1;

	CHUNKS_EACH(k, it->e.chunks, it->e.chunks_len) {
		if (k->addr < end && start <= k->addr + k->len)
			it->fixed &= ~bit;
		bit <<= 1;
	}
}

static void note_map(struct confirm *c, const struct rec_map *r)
{
	for (uint64_t n = c->first_fixed; n; n = item_at(c, n)->next) {
		struct item *it = item_at(c, n);

		if (it->fixed && it->e.tgid == r->rec.tgid && it->e.read >= r->rec.ts)
			unfix(it, r->start, r->start + r->len);
	}
	address_spaces__follow(c->spaces, &r->rec);
}

void confirm__map(struct confirm *c, const struct rec_map *r)
{
	address_spaces__follow(c->spaces, &r->rec);
}

static void see_map(struct confirm *c, const struct pair_event *e)
{
	struct rec_map r = {
		.rec = { .len = sizeof(r), .type = REC_MAP, .ts = e->ts, .tid = e->tid, .tgid = e->tgid },
		.start = e->args[0], .len = e->args[1], .pgoff = e->args[2], .ino = e->args[3],
		.prot = (uint32_t)e->args[4], .flags = (uint32_t)(e->args[4] >> 32),
	};

	note_map(c, &r);
}

static void see_fork(struct confirm *c, const struct pair_event *e)
{
	struct rec_fork r = {
		.rec = { .len = sizeof(r), .type = REC_FORK, .ts = e->ts, .tid = e->tid, .tgid = e->tgid },
		.parent_tid = e->parent[0], .parent_tgid = e->parent[1],
	};

	address_spaces__follow(c->spaces, &r.rec);
}

/* -- Answers of the kernel about a descriptor or a program ----------------------------------------------------------- */

static uint64_t *claim_at(struct confirm *c, uint32_t tgid, int fd)
{
	return &c->claims[(tgid * 31 + (uint32_t)fd) % CLAIMS];
}

/* Answers after that time may be about another file. */
static void doubt(struct confirm *c, uint64_t number, uint64_t ts)
{
	struct item *it = number >= c->first && number ? item_at(c, number) : NULL;

	if (it && it->e.read >= ts)
		it->doubted = true;
}

/* Doubts all claims about the descriptor. */
static void doubt_one(struct confirm *c, const struct pair_event *e, int fd, uint64_t ts)
{
	for (uint64_t n = *claim_at(c, e->tgid, fd); n >= c->first && n; n = item_at(c, n)->displaced)
		if (item_at(c, n)->e.tgid == e->tgid && item_at(c, n)->e.said_fd == fd)
			doubt(c, n, ts);
}

/* A newly opened descriptor invalidates earlier claims of the same number: it was closed in between. */
static void claim(struct confirm *c, const struct pair_event *e, uint64_t number)
{
	uint64_t *at = claim_at(c, e->tgid, e->said_fd);

	if (!e->names)
		doubt_one(c, e, e->said_fd, 0);
	item_at(c, number)->displaced = *at;
	*at = c->last_claim = number;
}

static void doubt_many(struct confirm *c, const struct pair_event *e, int from, int to)
{
	for (uint64_t n = c->first; n <= c->last_claim; n++) {
		const struct pair_event *of = &item_at(c, n)->e;

		if (of->kernel_said && of->tgid == e->tgid && from <= of->said_fd && of->said_fd <= to)
			doubt(c, n, e->ts);
	}
}

/* After another rename. */
static void doubt_names(struct confirm *c, uint64_t ts)
{
	for (uint64_t n = c->first; n <= c->last_claim; n++)
		if (item_at(c, n)->e.names)
			doubt(c, n, ts);
}

/* Calls that close or replace a descriptor, or rename files. */
static void see_closing(struct confirm *c, const struct pair_event *e)
{
	const struct row *row = c->first <= c->last_claim && e->nr >= 0 && e->nr < UINT16_MAX ? rows__find(abi__native(), (unsigned)e->nr) : NULL;
	uint64_t first, second;

	if (!row)
		return;
	if (e->kind == PAIR_LEAVE && row->ret == RET_FD && e->ret >= 0)
		doubt_one(c, e, (int)e->ret, e->ts);
	if (e->kind == PAIR_LEAVE && effect__renames(row->effect))
		doubt_names(c, e->ts);
	if (e->kind != PAIR_ENTER)
		return;
	first = row__on(row, e->args, 0);
	second = row__on(row, e->args, 1);
	switch (row->effect) {
	case CLOSES_FD: doubt_one(c, e, (int)first, e->ts); break;
	case DUPS_TO: doubt_one(c, e, (int)second, e->ts); break;
	case CLOSES_RANGE: doubt_many(c, e, (int)(first & INT32_MAX), second < INT32_MAX ? (int)second : INT32_MAX); break;
	default: break;
	}
}

/* An execve removes all mappings. */
static void see_exec(struct confirm *c, const struct pair_event *e)
{
	struct rec_map all = {
		.rec = { .len = sizeof(all), .type = REC_MAP, .ts = e->ts, .tid = e->tid, .tgid = e->tgid }, .len = UINT64_MAX,
	};

	doubt_many(c, e, INT32_MIN, INT32_MAX);
	note_map(c, &all);
}

void confirm__doubt(struct confirm *c, uint64_t now)
{
	struct address_spaces *none = address_spaces__new();

	if (now > c->doubtful)
		c->doubtful = now;
	if (none) {
		address_spaces__free(c->spaces);
		c->spaces = none;
	}
}

/* The lost events may be ones that would cause doubt. */
static void see_loss(struct confirm *c, const struct pair_event *e)
{
	uint64_t last = e->ts;

	for (uint64_t n = c->first; n < c->end; n++)
		if (item_at(c, n)->e.read > last)
			last = item_at(c, n)->e.read;
	confirm__doubt(c, last);
}

/* -- Events ---------------------------------------------------------------------------------------------------------- */

struct confirm *confirm__new(const struct vm_capture *l)
{
	struct confirm *c = calloc(1, sizeof(*c));

	if (!c)
		return NULL;
	c->late = l;
	c->room = 1024;
	c->first = c->end = 1;		/* 0 means none */
	c->items = calloc(c->room, sizeof(*c->items));
	c->spaces = address_spaces__new();
	if (!c->items || !c->spaces) {
		confirm__free(c);
		return NULL;
	}
	return c;
}

void confirm__free(struct confirm *c)
{
	if (!c)
		return;
	for (uint64_t n = c->first; n < c->end; n++)
		pair_event__drop(&item_at(c, n)->e);
	address_spaces__free(c->spaces);
	free(c->items);
	free(c);
}

static int grow(struct confirm *c)
{
	struct item *more = calloc(c->room * 2, sizeof(*more));

	if (!more)
		return -ENOMEM;
	for (uint64_t n = c->first; n < c->end; n++)
		more[n & (c->room * 2 - 1)] = *item_at(c, n);
	free(c->items);
	c->items = more;
	c->room *= 2;
	return 0;
}

static void see(struct confirm *c, const struct pair_event *e)
{
	struct rec end = { .len = sizeof(struct rec_exit), .type = REC_EXIT, .ts = e->ts, .tid = e->tid, .tgid = e->tgid };

	switch (e->kind) {
	case PAIR_ENTER:
		see_closing(c, e);
		enters(c, e, c->end);
		break;
	case PAIR_LEAVE:
		see_closing(c, e);
		if (caller_of(c, e->tid)->tid == e->tid)
			leaves(c, caller_of(c, e->tid), e->ts);
		break;
	case PAIR_FORK:
		see_fork(c, e);
		break;
	case PAIR_EXEC:
		see_exec(c, e);
		break;
	case PAIR_MAP:
		see_map(c, e);
		break;
	case PAIR_END:
		if (caller_of(c, e->tid)->tid == e->tid)
			leaves(c, caller_of(c, e->tid), e->ts);
		address_spaces__follow(c->spaces, &end);
		break;
	case PAIR_LOSS:
		see_loss(c, e);
		break;
	}
}

static void link_fixed(struct confirm *c, uint64_t number)
{
	if (c->first_fixed && c->last_fixed >= c->first)
		item_at(c, c->last_fixed)->next = number;
	else
		c->first_fixed = number;
	c->last_fixed = number;
}

int confirm__push(struct confirm *c, struct pair_event *e)
{
	struct item *it;

	if (e->ts > c->known)
		c->known = e->ts;
	if (c->end - c->first == c->room && grow(c)) {
		pair_event__drop(e);
		return -ENOMEM;
	}
	see(c, e);
	if (e->kind == PAIR_MAP)
		return 0;
	it = item_at(c, c->end);
	*it = (struct item){ .e = *e, .fixed = e->read ? fixed_of(c, e) : 0 };
	if (it->fixed)
		link_fixed(c, c->end);
	if (it->e.kernel_said)
		claim(c, &it->e, c->end);
	c->end++;
	return 0;
}

void confirm__know(struct confirm *c, uint64_t until)
{
	if (until > c->known)
		c->known = until;
}

/* Drops the kernel's answer: it may be about another file. */
static void drop_said(struct pair_event *e)
{
	uint8_t *p = e->chunks, *end = p + e->chunks_len, *next;

	for (; p < end; p = next) {
		struct chunk *k = (struct chunk *)p;

		next = p + chunk__padded(k);
		if (k->part != PART_PATH)
			continue;
		k->status = CHUNK_FAULT | (k->status & CHUNK_OUT);
		k->len = 0;
		memmove(k + 1, next, (size_t)(end - next));
		e->chunks_len -= (uint32_t)(next - (uint8_t *)(k + 1));
		return;
	}
}

static void confirm_chunks(struct item *it, bool all)
{
	uint64_t bit = 1;

	CHUNKS_EACH(k, it->e.chunks, it->e.chunks_len) {
		if (!(k->status & CHUNK_OUT) && (all || it->fixed & bit))
			k->status &= (uint8_t)~CHUNK_LATE;
		bit <<= 1;
	}
}

/* The time when all memory of an event had been read. */
static uint64_t read_until(const struct confirm *c, const struct pair_event *e)
{
	uint64_t again = e->kind == PAIR_ENTER && e->reading ? vm_capture__again(c->late, e->reading) : 0;

	return again > e->read ? again : e->read;
}

static void judge(const struct confirm *c, struct item *it)
{
	struct pair_event *e = &it->e;
	uint64_t again = e->kind == PAIR_ENTER && e->reading ? vm_capture__again(c->late, e->reading) : 0;
	bool doubtful = e->read <= c->doubtful;

	if (!doubtful)
		confirm_chunks(it, again && (!it->left || it->left > again));
	if (e->kind != PAIR_LEAVE || !e->kernel_said || (!it->doubted && !doubtful))
		return;
	e->agreed = 0;
	drop_said(e);
}

bool confirm__pop(struct confirm *c, struct pair_event *e)
{
	struct item *it = item_at(c, c->first);

	if (c->first == c->end || read_until(c, &it->e) > c->known)
		return false;
	if (it->e.read)
		judge(c, it);
	*e = it->e;
	if (c->first_fixed == c->first)
		c->first_fixed = it->next;
	c->first++;
	return true;
}

uint64_t confirm__oldest(const struct confirm *c)
{
	return c->first == c->end ? UINT64_MAX : item_at(c, c->first)->e.ts;
}
