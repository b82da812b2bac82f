// SPDX-License-Identifier: BSD-2-Clause
/* field_shown.c - which fields of a structure are shown: by their values, those of other fields, and what the call did. */
#include <string.h>

#include "kinds.h"

bool is_zero(const uint8_t *p, uint32_t size)
{
	while (size && !*p)
		p++, size--;
	return !size;
}

/* Has the field that `c` compares one of its values, or one of its bits? */
static bool has_value(const struct show *s, const struct field_cond *c, uint64_t v)
{
	bool bits = c->how == COND_ANY_BIT || c->how == COND_NO_BIT;

	for (unsigned i = 0; i < (s->w->strace_marks ? c->strace : c->n); i++)
		if (bits ? v & c->values[i] : v == c->values[i])
			return true;
	return false;
}

static bool meets_one(const struct show *s, const struct field_cond *c, const uint8_t *p, uint32_t len)
{
	bool negative = c->how == COND_NO_BIT || c->how == COND_UNUSUAL || c->how == COND_NOT_ONE_OF;
	uint64_t v;

	if (c->offset + c->size > len)
		return false;
	if (c->ours && s->w->strace_marks)
		return true;
	if (c->how == COND_SET && !c->mask)
		return !is_zero(p + c->offset, c->size);
	v = load_uint(p + c->offset, c->size, s->swap);
	if (c->mask)
		v &= c->mask;
	if (c->how == COND_SET)
		return v;
	return has_value(s, c, v) != negative || (c->how == COND_UNUSUAL && s->verbose);
}

static bool meets(const struct show *s, const struct field_cond *c, const uint8_t *p, uint32_t len)
{
	return meets_one(s, c, p, len) && (!c->and || meets_one(s, c + 1, p, len));
}

/* Of the argument's own structure: does it have the same value as before the call? What a pointer points at may have changed. */
static bool is_unchanged(const struct arg *a, const struct field *f, const uint8_t *p)
{
	bool follows = f->leads && f->size;
	const struct chunk *was = a->out && !a->both && a->index >= 0 && !follows ? arg__memory(a, PART_SELF, false) : NULL;

	return was && f->offset + f->size <= was->len && !memcmp(chunk__bytes(was) + f->offset, p + f->offset, f->size);
}

/* Of a request that failed, what it changed is shown; strace shows some structures as they are. */
static bool only_changes(const struct show *s, const struct arg *a)
{
	const struct shape *sh;

	if (!a->out || !a->call->failed || !a->spec->shape || !a->spec->shape->made)
		return false;
	sh = shape__of(a->spec->shape, a->call->abi);
	return !s->w->strace_marks || !(sh->again || sh->joined);
}

bool field__of_other(const struct arg *a, const struct field *f)
{
	return !a->both && (a->out ? f->in_only : f->out_only);
}

/* Its condition may depend on the field's length, too. */
static bool is_meant(const struct arg *a, const struct field *f, const uint8_t *p, uint32_t len)
{
	return !f->when || (f->len_offset + f->len_size <= len && f->when_end <= len && f->when(a->call, p));
}

bool field__hidden(const struct show *s, const struct arg *a, const struct field *f, const uint8_t *p, uint32_t len)
{
	if (shown_kind(s, &f->spec)->hidden || field__of_other(a, f) || !is_meant(a, f, p, len))
		return true;
	if ((f->ours && s->w->strace_marks) || (f->on_error && !a->call->failed))
		return true;
	if ((f->if_changed || only_changes(s, a)) && is_unchanged(a, f, p))
		return true;
	return (f->if_set && is_zero(p + f->offset, f->size)) || (f->cond && !f->brief_if && !meets(s, f->cond, p, len));
}

bool field__brief(const struct field *f, const uint8_t *p, uint32_t len)
{
	const struct field_cond *c = f->cond;

	return f->brief && (!f->brief_if || (c->offset + c->size <= len && !is_zero(p + c->offset, c->size)));
}
