// SPDX-License-Identifier: BSD-2-Clause
/* block_summary.c - reads a block's summary. */
#include "block_summary.h"

#include "bpf/wire.h"
#include "lib/varint.h"

static void begin_list(struct block_summary *s)
{
	if (!varint__get(&s->p, s->end, &s->left))
		s->left = 0;
}

void block_summary__begin(struct block_summary *s, const uint8_t *p, size_t len)
{
	*s = (struct block_summary){ .p = p, .end = p + len };
	begin_list(s);
}

bool block_summary__count(struct block_summary *s, struct summary_count *c)
{
	uint64_t call = 0;

	if (!s->left || !varint__get(&s->p, s->end, &c->type))
		return false;
	if ((c->type == REC_CALL || c->type == REC_PENDING) && !varint__get(&s->p, s->end, &call))
		return false;
	c->abi = (unsigned)(call >> 16) & 0xff;
	c->nr = (unsigned)(call & 0xffff);
	s->left--;
	return varint__get(&s->p, s->end, &c->count);
}

void block_summary__begin_threads(struct block_summary *s)
{
	struct summary_count c;

	while (block_summary__count(s, &c))
		;
	begin_list(s);
}

bool block_summary__thread(struct block_summary *s, struct summary_thread *t)
{
	uint64_t tid, tgid;

	if (!s->left || !varint__get(&s->p, s->end, &tid) || !varint__get(&s->p, s->end, &tgid))
		return false;
	s->left--;
	t->tid += (uint32_t)tid;
	t->tgid = (uint32_t)tgid;
	return true;
}
