// SPDX-License-Identifier: BSD-2-Clause
/* strace_order.c - a heap of the parts that are held. */
#include "strace_order.h"

#include <stdlib.h>
#include <string.h>

#include "lib/vec.h"

#define HELD_BYTES (64u << 20)	/* most memory: with more, the oldest parts are emitted early */

/* An unused element of `lines`. false: no memory. */
static bool take_place(struct strace_order *q, uint32_t *place)
{
	if (!VEC_MORE(q->heap, q->nheap, 1))
		return false;
	if (q->nunused) {
		*place = q->unused[--q->nunused];
		return true;
	}
	if (!VEC_MORE(q->lines, q->nlines, 1))
		return false;
	*place = q->nlines++;
	return true;
}

static void give_back(struct strace_order *q, uint32_t place)
{
	struct held_line *line = &q->lines[place];

	q->bytes -= line->len + sizeof(*line);
	free(line->text);
	line->text = NULL;
	if (VEC_MORE(q->unused, q->nunused, 1))
		q->unused[q->nunused++] = place;
}

static bool keep(struct strace_order *q, uint64_t ts, const struct held_line *from)
{
	char *text = from->len ? malloc(from->len) : NULL;
	struct held_line *line;
	uint32_t place;

	if ((from->len && !text) || !take_place(q, &place)) {
		free(text);
		return false;
	}
	line = &q->lines[place];
	*line = *from;
	line->text = text;
	if (text)
		memcpy(text, from->text, from->len);
	q->bytes += line->len + sizeof(*line);
	time_heap__push(q->heap, &q->nheap, (struct due){ .ts = ts, .order = q->serial++, .at = place });
	return true;
}

/* Is no other part between the call's beginning and its end? known: ns, up to which all parts have come */
static bool is_undivided(const struct strace_order *q, const struct held_line *call, uint64_t known)
{
	return call->until <= known && (!q->nheap || q->heap[0].ts >= call->until);
}

static void emit_first(struct strace_order *q, uint64_t known)
{
	const struct due first = q->heap[0];
	uint32_t place = first.at;
	struct held_line *line = &q->lines[place];

	time_heap__pop(q->heap, &q->nheap);
	if (line->kind != HELD_CALL || is_undivided(q, line, known)) {
		q->emit(q->o, line);
		give_back(q, place);
		return;
	}
	line->kind = HELD_BEGINNING;
	q->emit(q->o, line);
	line->kind = HELD_REST;
	line->at = line->until;
	/* with its old place: what comes at its end, such as a signal that the call has let in, follows it */
	time_heap__push(q->heap, &q->nheap, (struct due){ .ts = line->until, .order = first.order, .at = place });
}

bool strace_order__put(struct strace_order *q, uint64_t ts, const struct held_line *line)
{
	if (ts > q->newest)
		q->newest = ts;
	if (!keep(q, ts, line))
		return false;
	while (q->bytes > HELD_BYTES)
		emit_first(q, q->heap[0].ts);
	return true;
}

void strace_order__until(struct strace_order *q, uint64_t ts)
{
	while (q->nheap && q->heap[0].ts <= ts)
		emit_first(q, ts);
}

void strace_order__advance(struct strace_order *q)
{
	if (!q->by_told && q->newest > q->hold)
		strace_order__until(q, q->newest - q->hold);
}

void strace_order__free(struct strace_order *q)
{
	for (uint32_t i = 0; i < q->nlines; i++)
		free(q->lines[i].text);
	free(q->lines);
	free(q->unused);
	free(q->heap);
}
