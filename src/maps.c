// SPDX-License-Identifier: BSD-2-Clause
/*
 * maps.c - a sorted list of mappings for each process.
 *
 * Invariant: the mappings of a process do not overlap. There are at most MAPS_MAX of a process and PROCESSES_MAX processes,
 * whatever records say.
 */
#include "maps.h"

#include <stdlib.h>
#include <string.h>

#define MAPS_MAX 65536
#define PROCESSES_MAX 65536

struct process_maps {
	uint32_t tgid;
	unsigned n, room;
	struct map *maps;	/* sorted by address */
};

/* -- Processes ------------------------------------------------------------------------------------------------------- */

/* Index of the first that is not below `tgid`. */
static unsigned place_of(const struct maps *m, uint32_t tgid)
{
	unsigned from = 0, to = m->n;

	while (from < to) {
		unsigned mid = from + (to - from) / 2;

		if (m->all[mid].tgid < tgid)
			from = mid + 1;
		else
			to = mid;
	}
	return from;
}

static struct process_maps *find(const struct maps *m, uint32_t tgid)
{
	unsigned i = place_of(m, tgid);

	return i < m->n && m->all[i].tgid == tgid ? &m->all[i] : NULL;
}

/* NULL: no memory, or too many. */
static struct process_maps *need(struct maps *m, uint32_t tgid)
{
	unsigned i = place_of(m, tgid), room = m->room ? m->room * 2 : 16;
	struct process_maps *more;

	if (i < m->n && m->all[i].tgid == tgid)
		return &m->all[i];
	if (m->n == PROCESSES_MAX)
		return NULL;
	if (m->n == m->room) {
		more = reallocarray(m->all, room, sizeof(*more));
		if (!more)
			return NULL;
		m->all = more;
		m->room = room;
	}
	memmove(m->all + i + 1, m->all + i, (m->n++ - i) * sizeof(*m->all));
	m->all[i] = (struct process_maps){ .tgid = tgid };
	return &m->all[i];
}

static void clear(struct process_maps *p)
{
	for (unsigned i = 0; i < p->n; i++)
		name__put(p->maps[i].path);
	free(p->maps);
	p->maps = NULL;
	p->n = p->room = 0;
}

static void drop(struct maps *m, uint32_t tgid)
{
	struct process_maps *p = find(m, tgid);

	if (!p)
		return;
	clear(p);
	memmove(p, p + 1, (size_t)(m->all + --m->n - p) * sizeof(*p));
}

void maps__free(struct maps *m)
{
	for (unsigned i = 0; i < m->n; i++)
		clear(&m->all[i]);
	free(m->all);
	*m = (struct maps){ 0 };
}

/* -- Mappings of one process ----------------------------------------------------------------------------------------- */

/* Index of the first that ends behind `addr`. */
static unsigned first_behind(const struct process_maps *p, uint64_t addr)
{
	unsigned from = 0, to = p->n;

	while (from < to) {
		unsigned mid = from + (to - from) / 2;

		if (p->maps[mid].end <= addr)
			from = mid + 1;
		else
			to = mid;
	}
	return from;
}

static bool make_room(struct process_maps *p)
{
	unsigned room = p->room ? p->room * 2 : 32;
	struct map *more;

	if (p->n + 2 <= p->room)
		return true;
	more = p->n < MAPS_MAX ? reallocarray(p->maps, room, sizeof(*more)) : NULL;
	if (!more)
		return false;
	p->maps = more;
	p->room = room;
	return true;
}

static void insert(struct process_maps *p, unsigned i, struct map map)
{
	memmove(p->maps + i + 1, p->maps + i, (p->n++ - i) * sizeof(map));
	p->maps[i] = map;
}

/* Takes away what lies from `start` to `end`. There is room for one more. Returns the index where something may lie there. */
static unsigned cut(struct process_maps *p, uint64_t start, uint64_t end)
{
	unsigned i = first_behind(p, start), to;

	if (i < p->n && p->maps[i].start < start) {	/* its head stays, and perhaps its tail */
		struct map tail = p->maps[i];

		p->maps[i++].end = start;
		if (tail.end > end) {
			tail.pgoff += end - tail.start;
			tail.start = end;
			name__get(tail.path);
			insert(p, i, tail);
			return i;
		}
	}
	for (to = i; to < p->n && p->maps[to].end <= end; to++)
		name__put(p->maps[to].path);
	memmove(p->maps + i, p->maps + to, (p->n - to) * sizeof(*p->maps));
	p->n -= to - i;
	if (i < p->n && p->maps[i].start < end) {
		p->maps[i].pgoff += end - p->maps[i].start;
		p->maps[i].start = end;
	}
	return i;
}

static void learn_map(struct maps *m, const struct rec_map *r)
{
	uint64_t end = r->start + r->len < r->start ? UINT64_MAX : r->start + r->len;
	struct process_maps *p = need(m, r->rec.tgid);
	struct map map = { .start = r->start, .end = end, .pgoff = r->pgoff, .prot = r->prot, .maj = r->maj, .min = r->min,
			   .ino = r->ino };
	unsigned i;

	if (!p || end <= r->start || r->path_len > r->rec.len - sizeof(*r))
		return;
	if (!r->start && end == UINT64_MAX) {
		clear(p);
		return;
	}
	if (!make_room(p))
		return;
	i = cut(p, r->start, end);
	map.path = r->path_len ? name__new(r->path, r->path_len) : NULL;
	map.build_id_len = r->build_id_len <= sizeof(map.build_id) ? r->build_id_len : 0;
	memcpy(map.build_id, r->build_id, sizeof(map.build_id));
	insert(p, i, map);
}

/* A process begins with what its parent has. */
static void learn_fork(struct maps *m, const struct rec_fork *r)
{
	struct process_maps *from = find(m, r->parent_tgid), *to;

	if (!from || r->parent_tgid == r->rec.tgid)
		return;
	to = need(m, r->rec.tgid);
	from = find(m, r->parent_tgid);		/* need() may have moved it */
	if (!to)
		return;
	clear(to);
	to->maps = from->n ? malloc(from->n * sizeof(*to->maps)) : NULL;
	if (!to->maps)
		return;
	memcpy(to->maps, from->maps, from->n * sizeof(*to->maps));
	to->n = to->room = from->n;
	for (unsigned i = 0; i < to->n; i++)
		name__get(to->maps[i].path);
}

void maps__learn(struct maps *m, const struct rec *rec)
{
	if (rec->type == REC_MAP)
		learn_map(m, (const struct rec_map *)rec);
	else if (rec->type == REC_FORK && m->n)
		learn_fork(m, (const struct rec_fork *)rec);
	else if (rec->type == REC_EXIT && rec->tid == rec->tgid && m->n)
		drop(m, rec->tgid);
}

const struct map *maps__find(const struct maps *m, uint32_t tgid, uint64_t addr)
{
	const struct process_maps *p = find(m, tgid);
	unsigned i = p ? first_behind(p, addr) : 0;

	return p && i < p->n && p->maps[i].start <= addr ? &p->maps[i] : NULL;
}

static void dump_map(const struct map *map, uint32_t tgid, uint64_t ts, struct buf *records)
{
	struct rec_map r = {
		.rec = { .type = REC_MAP, .cpu = CPU_NONE, .ts = ts, .tid = tgid, .tgid = tgid },
		.start = map->start, .len = map->end - map->start, .pgoff = map->pgoff, .prot = map->prot, .maj = map->maj,
		.min = map->min, .ino = map->ino, .build_id_len = map->build_id_len,
	};

	memcpy(r.build_id, map->build_id, sizeof(r.build_id));
	r.path_len = map->path ? (uint16_t)map->path->len : 0;
	r.rec.len = (uint32_t)(sizeof(r) + r.path_len + REC_ALIGN - 1) & ~(REC_ALIGN - 1u);
	buf__add(records, &r, sizeof(r));
	buf__add(records, map->path ? map->path->text : "", r.path_len);
	buf__pad(records, REC_ALIGN);
}

void maps__dump(const struct maps *m, uint64_t ts, struct buf *records)
{
	for (unsigned i = 0; i < m->n; i++)
		for (unsigned k = 0; k < m->all[i].n; k++)
			dump_map(&m->all[i].maps[k], m->all[i].tgid, ts, records);
}
