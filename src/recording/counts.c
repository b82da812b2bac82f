// SPDX-License-Identifier: BSD-2-Clause
/* counts.c - adds up. Threads for which there is no memory are not counted. */
#include "counts.h"

#include "block_summary.h"

static void add_time(struct counts *c, uint64_t first, uint64_t last, uint64_t records)
{
	if (!c->records || first < c->first)
		c->first = first;
	if (last > c->last)
		c->last = last;
	c->records += records;
}

static void add_thread(struct counts *c, uint32_t tid)
{
	hash__need(&c->threads, sizeof(struct hash_node), tid);
}

static void add_count(struct counts *c, const struct summary_count *s)
{
	enum record_count what = s->type < RECORD_TYPES ? record_types[s->type].counts : COUNT_OTHER;

	c->of[what] += s->count;
	if (what == COUNT_CALL && s->abi < ABI_COUNT)
		c->calls[s->abi][syscalltbl__slot((enum abi)s->abi, s->nr)] += s->count;
}

void counts__add_block(struct counts *c, const struct block *b)
{
	struct summary_thread t = {};
	struct summary_count n;
	struct block_summary s;

	if (b->h.type != BLOCK_RECORDS)
		return;
	add_time(c, b->h.first, b->h.last, b->h.records);
	c->blocks++;
	c->lost += b->h.lost;
	c->raw += b->h.raw;
	block_summary__begin(&s, b->summary, b->h.summary);
	while (block_summary__count(&s, &n))
		add_count(c, &n);
	block_summary__begin(&s, b->summary, b->h.summary);
	for (block_summary__begin_threads(&s); block_summary__thread(&s, &t); )
		add_thread(c, t.tid);
}

void counts__add_record(struct counts *c, const struct rec *rec)
{
	const struct rec_call *call = (const struct rec_call *)rec;
	struct summary_count n = { .type = rec->type, .count = 1 };

	if (rec->type == REC_END) {
		c->lost = ((const struct rec_end *)rec)->lost;
		return;
	}
	if (rec->type == REC_TALLY)
		counts__add_tally(c, (const struct rec_tally *)rec);
	if (rec->type == REC_CALL) {
		n.abi = call->abi;
		n.nr = call->nr;
	}
	add_time(c, rec->ts, rec->ts, 1);
	add_count(c, &n);
	if (rec->tid)
		add_thread(c, rec->tid);
}

void counts__add_tally(struct counts *c, const struct rec_tally *r)
{
	c->tallied += r->calls;
	if (r->flags & TALLY_CALL && r->abi < ABI_COUNT)
		c->calls[r->abi][syscalltbl__slot((enum abi)r->abi, r->nr)] += r->calls;
}

void counts__free(struct counts *c)
{
	hash__drop(&c->threads);
}
