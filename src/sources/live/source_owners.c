// SPDX-License-Identifier: BSD-2-Clause
/* source_owners.c - asks /proc when a thread has set its user; new threads have what their creators had. */
#include "source_owners.h"

#include <errno.h>
#include <stdlib.h>

#include "beautifiers/rows.h"
#include "host/task_owner.h"
#include "lib/record.h"

struct source_owners {
	struct layer layer;
	struct rec_owner owner;
	bool given;
};

/* The real user that the call was to set; (uint32_t)-1: none. */
static uint32_t user_of(const struct rec *rec)
{
	const struct rec_call *r = (const struct rec_call *)rec;

	if (rec->type != REC_CALL || r->ret || !r->nargs || r->abi >= ABI_COUNT || rows__effect((enum abi)r->abi, r->nr) != SETS_USER)
		return (uint32_t)-1;
	return (uint32_t)r->args[0];
}

/*
 * The thread is asked later than it made the call, setuid(2) may have left the real user as it was, and the call may be of another user namespace:
 * if /proc does not show the user that was passed, it is not known.
 */
static enum layer_verdict look(struct layer *l, const struct rec *rec)
{
	struct source_owners *s = (struct source_owners *)l;
	uint32_t uid = user_of(rec);

	s->given = false;
	if (uid == (uint32_t)-1)
		return LAYER_PASSES;
	s->owner = (struct rec_owner){ .rec = record__head(REC_OWNER, sizeof(s->owner), rec->ts, rec->tid, rec->tgid) };
	task_owner__read(&s->owner, (pid_t)rec->tgid, (pid_t)rec->tid, false);
	if (s->owner.uid != uid)
		s->owner.has &= ~(uint32_t)OWNER_USER;
	return LAYER_HOLDS;
}

static const struct rec *before(struct layer *l, const struct rec *held)
{
	struct source_owners *s = (struct source_owners *)l;

	(void)held;
	if (s->given)
		return NULL;
	s->given = true;
	return &s->owner.rec;
}

static void free_owners(struct layer *l)
{
	free(l);
}

static const struct layer_ops owners_ops = { .look = look, .before = before, .free = free_owners };

int source_owners__open(struct source **out, struct source *below)
{
	struct source_owners *s = calloc(1, sizeof(*s));

	if (!s)
		return -ENOMEM;
	*out = source_layer__over(&s->layer, &owners_ops, below);
	return 0;
}
