// SPDX-License-Identifier: BSD-2-Clause
/*
 * source_inject.c - owns the copy of a call's record that says what was injected.
 *
 * A call that seccomp answers has no sys_enter event, and that of a delayed one is late: such calls begin when they were received.
 */
#include "source_inject.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "inject.h"
#include "inject_notes.h"

#define ERESTARTSYS 512		/* include/linux/errno.h */

struct source_inject {
	struct layer layer;
	struct inject *inject;
	union {
		struct rec_call call;
		uint8_t room[REC_MAX];
	} copy;
};

/* Is the result ERESTARTSYS that of a thread that was killed, or was it injected? */
static bool is_final(const struct inject_note *note)
{
	return note->flags & CALL_NO_RETURN || (note->flags & CALL_INJECTED && note->ret == -ERESTARTSYS);
}

static enum layer_verdict look_at_call(struct source_inject *s, const struct rec_call *r)
{
	struct inject_note note;
	bool found = inject_notes__find(inject__notes(s->inject), r, &note);

	if (r->rec.type == REC_CALL && r->flags & CALL_NO_ENTRY && r->ret == -ERESTARTSYS && !(found && is_final(&note)))
		return LAYER_DROPS;		/* a signal came before the answer: the call is made again */
	if (!found || !note.begins)
		return LAYER_PASSES;
	memcpy(&s->copy, r, r->rec.len);
	s->copy.call.flags = (uint16_t)((r->flags & ~CALL_NO_ENTRY) | note.flags);
	s->copy.call.dur = r->rec.ts - note.ts;
	if (note.flags & CALL_NO_RETURN) {
		s->copy.call.rec.type = REC_PENDING;
		s->copy.call.ret = 0;
	}
	return LAYER_HOLDS;
}

static enum layer_verdict look(struct layer *l, const struct rec *rec)
{
	struct source_inject *s = (struct source_inject *)l;
	const struct rec_call *r = (const struct rec_call *)rec;
	enum layer_verdict v = LAYER_PASSES;

	if ((rec->type == REC_CALL || rec->type == REC_PENDING) && r->abi < ABI_COUNT && inject__receives(s->inject, (enum abi)r->abi, r->nr))
		v = look_at_call(s, r);
	if (rec->type == REC_EXIT)
		inject__forget(s->inject, rec->tid);
	inject_notes__read(inject__notes(s->inject), rec->ts);
	return v;
}

/* Replaces the record by the copy. */
static const struct rec *before(struct layer *l, const struct rec *held)
{
	(void)held;
	l->held = &((struct source_inject *)l)->copy.call.rec;
	return NULL;
}

static void free_layer(struct layer *l)
{
	free(l);
}

static const struct layer_ops inject_ops = { .look = look, .before = before, .free = free_layer };

int source_inject__open(struct source **out, struct source *below, struct inject *j)
{
	struct source_inject *s = calloc(1, sizeof(*s));

	if (!s)
		return -ENOMEM;
	s->inject = j;
	*out = source_layer__over(&s->layer, &inject_ops, below);
	return 0;
}
