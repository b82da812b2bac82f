// SPDX-License-Identifier: BSD-2-Clause
/* source_waits.c - owns the kernel's symbols. Only names are passed on, so that waits can be shown on another machine. */
#include "source_waits.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bpf/wire.h"
#include "host/privileges.h"
#include "lib/msg.h"
#include "symbols/kallsyms.h"
#include "symbols/kernel_part.h"

#define NAME_ROOM 128		/* longer names are cut */

struct source_waits {
	struct source source;
	struct kallsyms *kernel;	/* NULL: not permitted */
	union {
		struct rec_wait rec;
		char bytes[sizeof(struct rec_wait) + NAME_ROOM];
	} given;
};

/* The innermost function that is not of the scheduler. NULL: not known. */
static const char *function_of(const struct source_waits *s, const struct rec_wait *r)
{
	const uint64_t *frames = (const uint64_t *)r->where;
	struct ksym sym;

	for (unsigned i = 0; s->kernel && i < r->nframes; i++)
		if (kallsyms__find(s->kernel, frames[i] - 1, &sym) && kernel_part__of(sym.name) == PART_ANY)
			return sym.name;
	return NULL;
}

/* What ran the function that woke the thread. It is known if the stack is whole, up to where the kernel was entered. */
static uint32_t woken_by(const struct source_waits *s, const struct rec_wait *r)
{
	const uint64_t *frames = (const uint64_t *)r->where + WAIT_FRAMES;
	struct ksym sym;

	for (unsigned i = 0; s->kernel && i < r->nwaker_frames; i++) {
		enum kernel_part part = kallsyms__find(s->kernel, frames[i] - 1, &sym) ? kernel_part__of(sym.name) : PART_ANY;

		if (part == PART_IRQ)
			return WAIT_BY_IRQ;
		if (part == PART_SOFTIRQ)
			return WAIT_BY_SOFTIRQ;
	}
	return s->kernel && r->nwaker_frames < WAKER_FRAMES ? 0 : WAIT_BY_EITHER;
}

static void settle_waker(const struct source_waits *s, struct rec_wait *to, const struct rec_wait *r)
{
	if (!r->nwaker_frames)
		return;
	to->nwaker_frames = 0;
	to->flags = (r->flags & ~WAIT_BY_EITHER) | woken_by(s, r);
	if (!(to->flags & WAIT_BY_IRQ))
		return;
	to->waker_tid = to->waker_tgid = 0;
	to->waker_nr = 0xffff;
	to->waker_abi = 0;
	memset(to->waker_comm, 0, sizeof(to->waker_comm));
}

static const struct rec *named(struct source_waits *s, const struct rec_wait *r)
{
	const char *name = function_of(s, r);
	size_t len = name ? strlen(name) : 0;

	len = len < NAME_ROOM ? len : NAME_ROOM;
	memset(&s->given, 0, sizeof(s->given));
	s->given.rec = *r;
	s->given.rec.nframes = 0;
	settle_waker(s, &s->given.rec, r);
	s->given.rec.where_len = (uint16_t)len;
	s->given.rec.rec.len = (uint32_t)((sizeof(*r) + len + REC_ALIGN - 1) & ~(size_t)(REC_ALIGN - 1));
	if (len)
		memcpy(s->given.rec.where, name, len);
	return &s->given.rec.rec;
}

static bool has_frames(const struct rec_wait *r)
{
	return r->nframes || r->nwaker_frames;
}

static int waits__next(struct source *src, const struct rec **rec)
{
	struct source_waits *s = (struct source_waits *)src;
	int got = src->below->ops->next(src->below, rec);

	if (got == SOURCE_RECORD && (*rec)->type == REC_WAIT && has_frames((const struct rec_wait *)*rec))
		*rec = named(s, (const struct rec_wait *)*rec);
	return got;
}

/* After loading, so that the symbols have the tracer's own programs. A limited user gets no addresses, and needs none. */
static int waits__select(struct source *src, pid_t child)
{
	struct source_waits *s = (struct source_waits *)src;
	int err = source__select(src->below, child);

	if (err || privileges__guarded())
		return err;
	s->kernel = kallsyms__read(KALLSYMS_PATH);
	if (!s->kernel)
		msg__note("--wait: the kernel's symbols may not be read, so the functions in which calls wait are not known: root may, or see kptr_restrict in proc(5)");
	return 0;
}

static void waits__stop(struct source *src)
{
	src->below->ops->stop(src->below);
}

static void waits__close(struct source *src)
{
	struct source_waits *s = (struct source_waits *)src;

	source__close(src->below);
	kallsyms__free(s->kernel);
	free(s);
}

static const struct source_ops waits_ops = { .next = waits__next, .stop = waits__stop, .close = waits__close, .select = waits__select };

int source_waits__open(struct source **out, struct source *below)
{
	struct source_waits *s = calloc(1, sizeof(*s));

	if (!s)
		return -ENOMEM;
	s->source.ops = &waits_ops;
	s->source.below = below;
	*out = &s->source;
	return 0;
}
