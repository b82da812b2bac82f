// SPDX-License-Identifier: BSD-2-Clause
/* summary.c - reads the summary of a block. */
#include "summary.h"

#include "varint.h"
#include "wire.h"

static void begin_list(struct summary *s)
{
	if (!varint__get(&s->p, s->end, &s->left))
		s->left = 0;
}

void summary__begin(struct summary *s, const uint8_t *p, size_t len)
{
	*s = (struct summary){ .p = p, .end = p + len };
	begin_list(s);
}

bool summary__count(struct summary *s, struct summary_count *c)
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

void summary__begin_threads(struct summary *s)
{
	struct summary_count c;

	while (summary__count(s, &c))
		;
	begin_list(s);
}

bool summary__thread(struct summary *s, struct summary_thread *t)
{
	uint64_t tid, tgid;

	if (!s->left || !varint__get(&s->p, s->end, &tid) || !varint__get(&s->p, s->end, &tgid))
		return false;
	s->left--;
	t->tid += (uint32_t)tid;
	t->tgid = (uint32_t)tgid;
	return true;
}
