// SPDX-License-Identifier: BSD-2-Clause
/* host.c - owns the trackers of one machine, and the recorder's options. */
#include "host.h"

#include <stdlib.h>
#include <string.h>

#include "beautifiers/flags.h"
#include "config/rec_select.h"
#include "lib/msg.h"
#include "symbols/address_spaces.h"
#include "symbols/stacks.h"

/* A recording without REC_SELECT may be of the whole system. */
static void settle_lines(struct host *h, const struct options *opt)
{
	bool system = opt->all || (h->has_recorded ? h->recorded.all : opt->in & IN_READING);

	h->lines = other_lines__of(opt, &h->recorded_lines, system && !opt->pids.n && !opt->tids.n);
}

struct host *host__new(const struct options *opt, enum abi native)
{
	struct host *h = calloc(1, sizeof(*h));

	if (!h)
		return NULL;
	h->native = native;
	h->spaces = address_spaces__new();
	if (h->spaces && opt->stacks != STACKS_NONE)
		h->stacks = stacks__new(opt, h->spaces);
	if (!h->spaces || (opt->stacks != STACKS_NONE && !h->stacks) || threads__open(&h->threads)) {
		host__free(h);
		return NULL;
	}
	settle_lines(h, opt);
	return h;
}

void host__free(struct host *h)
{
	threads__close(&h->threads);
	wait_splits__free(&h->waits);
	aio__free(&h->aio);
	stacks__free(h->stacks);
	options__free(&h->recorded);
	event_formats__free(&h->formats);
	call_parts__free(&h->parts);
	address_spaces__free(h->spaces);
	trigger__free(&h->trigger);
	recorded_lines__free(&h->recorded_lines);
	free(h);
}

/* -- Records --------------------------------------------------------------------------------------------------------- */

static void learn_start(struct host *h, const struct rec_start *r)
{
	h->native = r->abi < ABI_COUNT ? (enum abi)r->abi : abi__native();
	if (r->realtime && r->rec.len >= offsetof(struct rec_start, ahead) && r->boottime)
		h->real_minus_boot = (int64_t)(r->realtime - r->boottime);
	if (!(flag_abis & ABI_BIT(h->native)))
		msg__hint("built without the kernel headers of %s: values of flags that it has of its own are named as on %s",
			  abi__name(h->native), abi__name(abi__native()));
}

static void learn_lines(struct host *h, const struct rec_lines *r)
{
	recorded_lines__free(&h->recorded_lines);
	if (recorded_lines__read(&h->recorded_lines, r))
		recorded_lines__free(&h->recorded_lines);
}

static void learn_select(struct host *h, const struct rec_select *r)
{
	options__free(&h->recorded);
	h->has_recorded = !rec_select__read(&h->recorded, r);
}

static void learn_show(struct host *h, const struct rec_show *r)
{
	trigger__free(&h->trigger);
	if (trigger__read(&h->trigger, r))
		trigger__free(&h->trigger);
}

void host__learn(struct host *h, const struct options *opt, const struct rec *rec)
{
	switch (rec->type) {
	case REC_START: learn_start(h, (const struct rec_start *)rec); return;
	case REC_SHOW: learn_show(h, (const struct rec_show *)rec); return;
	case REC_FORMAT:
		event_formats__add(&h->formats, (const struct rec_format *)rec, abi__is_big_endian(h->native), abi__word_size(h->native));
		return;
	case REC_SELECT: learn_select(h, (const struct rec_select *)rec); break;
	case REC_LINES: learn_lines(h, (const struct rec_lines *)rec); break;
	}
	settle_lines(h, opt);
}

/* -- Threads that have ended ----------------------------------------------------------------------------------------- */

void host__end_thread(struct host *h, const struct thread *th)
{
	struct ended *e = &h->ended[h->nended++ % ENDED_MAX];

	e->tid = th->tid;
	memcpy(e->comm, th->comm, sizeof(e->comm));
	wait_splits__forget(&h->waits, e->tid);
	threads__remove(&h->threads, e->tid);
}

const char *host__comm_of_ended(const struct host *h, uint32_t tid)
{
	for (unsigned i = h->nended; i-- > 0 && h->nended - i <= ENDED_MAX;)
		if (h->ended[i % ENDED_MAX].tid == tid)
			return h->ended[i % ENDED_MAX].comm[0] ? h->ended[i % ENDED_MAX].comm : NULL;
	return NULL;
}
