// SPDX-License-Identifier: BSD-2-Clause
/* inject_notes.c - owns the notes of calls whose records have not been read yet. */
#include "inject_notes.h"

#include <stdlib.h>
#include <string.h>

#include "lib/vec.h"

#define TIDY 64			/* calls that are not shown have no records: a thread's notes are looked through at such lengths */

struct thread_notes {
	struct hash_node node;		/* by tid */
	struct inject_note *notes;	/* n of them, in order of time */
	unsigned n;
};

void inject_notes__init(struct inject_notes *n)
{
	*n = (struct inject_notes){ 0 };
	pthread_mutex_init(&n->lock, NULL);
}

/* The number of notes up to a time. */
static unsigned until(const struct thread_notes *t, uint64_t ts)
{
	unsigned i = 0;

	while (i < t->n && t->notes[i].ts <= ts)
		i++;
	return i;
}

static void drop(struct inject_notes *all, struct thread_notes *t, unsigned n)
{
	all->kept -= n;
	memmove(t->notes, t->notes + n, (t->n - n) * sizeof(*t->notes));
	t->n -= n;
}

/* Drops notes of calls before one that began before the last record that was read: they have returned, and were read. */
static void tidy(struct inject_notes *n, struct thread_notes *t)
{
	unsigned old = until(t, atomic_load_explicit(&n->seen, memory_order_relaxed));

	if (old > 1)
		drop(n, t, old - 1);
}

void inject_notes__add(struct inject_notes *n, uint32_t tid, const struct inject_note *note)
{
	struct thread_notes *t;

	pthread_mutex_lock(&n->lock);
	t = hash__need(&n->threads, sizeof(*t), tid);
	if (t && t->n && t->n % TIDY == 0)
		tidy(n, t);
	if (t && VEC_MORE(t->notes, t->n, 1)) {
		t->notes[t->n++] = *note;
		n->kept++;
	}
	pthread_mutex_unlock(&n->lock);
}

void inject_notes__undo(struct inject_notes *n, uint32_t tid)
{
	struct thread_notes *t;

	pthread_mutex_lock(&n->lock);
	t = hash__find(&n->threads, tid);
	if (t && t->n) {
		t->n--;
		n->kept--;
	}
	pthread_mutex_unlock(&n->lock);
}

static bool find(struct inject_notes *all, struct thread_notes *t, const struct rec_call *r, struct inject_note *note)
{
	unsigned n = until(t, r->flags & CALL_NO_ENTRY ? r->rec.ts : r->rec.ts - r->dur);
	bool found;

	if (!n)
		return false;
	*note = t->notes[n - 1];
	found = note->nr == r->nr && note->abi == r->abi;
	drop(all, t, found && r->rec.type == REC_CALL ? n : n - 1);
	return found;
}

bool inject_notes__find(struct inject_notes *n, const struct rec_call *r, struct inject_note *note)
{
	struct thread_notes *t;
	bool found;

	pthread_mutex_lock(&n->lock);
	t = hash__find(&n->threads, r->rec.tid);
	found = t && find(n, t, r, note);
	pthread_mutex_unlock(&n->lock);
	return found;
}

void inject_notes__forget(struct inject_notes *n, uint32_t tid)
{
	struct thread_notes *t;

	pthread_mutex_lock(&n->lock);
	t = hash__find(&n->threads, tid);
	if (t) {
		hash__remove(&n->threads, &t->node);
		n->kept -= t->n;
		free(t->notes);
		free(t);
	}
	pthread_mutex_unlock(&n->lock);
}
