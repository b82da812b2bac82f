// SPDX-License-Identifier: BSD-2-Clause
/*
 * show_array.c - arrays of numbers and structures: their elements, and where they end.
 *
 * Invariant: no byte is read beyond the `len` bytes that were captured.
 */
#include "kinds.h"

/* One element: a bare number has no brackets of its own within an array. */
void show_element(struct show *s, const struct arg *a, const struct shape *sh, const uint8_t *p, uint32_t len)
{
	if (sh->bare && !sh->show && len >= sh->size)
		show_struct_field(s, a, sh->fields, p, len);
	else
		show__shape(s, a, sh, p, len);
}

void show__array_end(struct show *s, const struct chunk *k, uint64_t n, uint64_t count, unsigned size)
{
	enum array_end why = n == count ? ARRAY_WHOLE : k && chunk__status(k) != CHUNK_TRUNC ? ARRAY_CUT : ARRAY_LIMIT;
	bool unread = why == ARRAY_CUT && chunk__status(k) == CHUNK_PARTIAL;

	s->w->array_end(s->o, unread ? ARRAY_FAULT : why, unread ? k->addr + n * size : 0);
}

bool show__array_missing(const struct show *s, const struct chunk *k, unsigned size)
{
	return s->w->whole_only && k->len < size && chunk__status(k) == CHUNK_PARTIAL;
}

static void show_index(struct show *s, const struct flag_table *t, uint64_t i)
{
	const struct flag *f = flag_table__find(flag_table__in(t, s->abi), i);

	s->w->index(s->o, i, 0, f ? f->name : NULL, f ? f->skip : 0, t);
}

/* k: the chunk that holds them; NULL: they are part of a structure. A list of an array names the indices of its elements. */
static void show_elements_of(struct show *s, const struct arg *a, const struct shape *sh, const struct chunk *k, const uint8_t *p,
			     uint32_t len, uint64_t count)
{
	const struct flag_table *indices = a->field && a->field->array ? a->spec->flags : NULL;
	uint64_t n = sh->size ? len / sh->size : 0;
	uint64_t most = a->field && a->field->first && s->w->strace_marks ? a->field->first - 1u : s->string_limit;
	bool limited;

	if (n > count)
		n = count;
	limited = n > most && !s->verbose;
	if (limited)
		n = most;
	s->w->array_begin(s->o);
	for (uint64_t i = 0; i < n; i++) {
		s->w->item(s->o);
		if (indices)
			show_index(s, indices, i);
		show_element(s, a, sh, p + i * sh->size, sh->size);
	}
	show__array_end(s, limited ? NULL : k, n, count, sh->size);
}

void show_elements(struct show *s, const struct arg *a, const struct shape *sh, const uint8_t *p, uint32_t len, uint64_t count)
{
	show_elements_of(s, a, sh, NULL, p, len, count);
}

void show_array_of(struct show *s, const struct arg *a, bool out, uint64_t count)
{
	const struct chunk *k = arg__memory(a, PART_SELF, out);
	const struct shape *sh = shape__of(a->spec->shape, a->call->abi);
	struct arg inner = *a;

	inner.out = out;
	if (s->w->strace_marks && !s->verbose && count && a->field && a->field->first == 1) {	/* also of what could not be read */
		s->w->array_begin(s->o);
		s->w->array_end(s->o, ARRAY_LIMIT, 0);
		return;
	}
	if (k && show__array_missing(s, k, sh->size))
		show_pointer(s, a, out);
	else if (k || (!count && arg__ulong(a) && (!(out && a->call->failed) || s->w->strace_marks)))
		show_elements_of(s, &inner, sh, k, k ? chunk__bytes(k) : NULL, k ? k->len : 0, count);
	else
		show_pointer(s, a, out);
}

void show_array_in(struct show *s, const struct arg *a)
{
	if (a->spec->shape && arg__count_overflows(s, a, shape__of(a->spec->shape, a->call->abi)->size))
		show_ptr(s, a);
	else
		show_array_of(s, a, false, arg__count(a));
}

void show_array_out(struct show *s, const struct arg *a)
{
	const struct call *c = a->call;

	if (!c->done || c->failed)
		show_pointer(s, a, true);
	else
		show_array_of(s, a, true, c->ret > 0 ? c->ret : 0);
}

void show_array_out_n(struct show *s, const struct arg *a)
{
	if ((!a->call->done || a->call->failed) && (arg__count(a) || !s->w->strace_marks))
		show_pointer(s, a, true);
	else
		show_array_of(s, a, true, arg__count(a));
}

/* Memory at exit includes the input fields (pollfd). Of a field: which memory there is, if the structure is both passed and filled. */
void show_array_inout(struct show *s, const struct arg *a)
{
	bool filled = arg__memory(a, PART_SELF, true), passed = arg__memory(a, PART_SELF, false);
	bool out = a->index < 0 ? a->out && (filled || !passed) : filled && !(s->w->outcome && passed);

	show_array_of(s, a, out, arg__count(a));
}

void show_array_or_null(struct show *s, const struct arg *a)
{
	if (s->w->strace_marks && !arg__count(a))
		s->w->address(s->o, 0);
	else
		show_array_inout(s, a);
}

/* The number of elements is not passed: as many as were captured. */
static void show_captured(struct show *s, const struct arg *a, bool out)
{
	const struct chunk *k = arg__memory(a, PART_SELF, out);
	uint64_t n = k ? k->len / shape__of(a->spec->shape, a->call->abi)->size : 0;

	if (n)
		show_array_of(s, a, out, n + (chunk__status(k) != CHUNK_OK));
	else
		show_pointer(s, a, out);
}

void show_semaphores_in(struct show *s, const struct arg *a)
{
	show_captured(s, a, false);
}

void show_semaphores_out(struct show *s, const struct arg *a)
{
	show_captured(s, a, true);
}
