/* SPDX-License-Identifier: BSD-2-Clause */
/* flags.c - look-up in the generated tables of names; see flags.h. */
#include "flags.h"

#include <string.h>

static const struct flag *find_first(const struct flag_table *t, uint64_t value)
{
	uint32_t lo = 0, hi = t->n;

	if (t->dense)
		return value < t->ndense && t->dense[value] ? &t->flags[t->dense[value] - 1] : NULL;
	while (lo < hi) {
		uint32_t mid = (lo + hi) / 2;

		if (t->flags[mid].value < value)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo < t->n && t->flags[lo].value == value ? &t->flags[lo] : NULL;
}

const struct flag *flag_table__find(const struct flag_table *t, uint64_t value)
{
	const struct flag *f = find_first(t, value);

	if (!f && value >= (uint64_t)INT32_MIN)	/* a negative int, sign-extended */
		f = find_first(t, (uint32_t)value);
	if (!f && t->base)
		return flag_table__find(t->base, value);
	return f && f->len ? f : NULL;
}

static bool has_flag(const struct flag_table *t, const struct flag *f)
{
	return f >= t->flags && f < t->flags + t->n;
}

const struct flag *flag_table__next(const struct flag_table *t, const struct flag *f)
{
	if (t->base && !has_flag(t, f))
		t = t->base;
	return f + 1 < t->flags + t->n && f[1].value == f->value ? f + 1 : NULL;
}

static bool has_name(const struct flag *f, const char *name, size_t len)
{
	return (len == f->len && !memcmp(f->name, name, len)) ||
	       (len == (size_t)(f->len - f->skip) && !memcmp(f->name + f->skip, name, len));
}

const struct flag *flag_table__named(const struct flag_table *t, const char *name, size_t len)
{
	const struct flag *f;

	for (uint32_t i = 0; i < t->n; i++)
		if (has_name(&t->flags[i], name, len))
			return &t->flags[i];
	if (t->base) {
		f = flag_table__named(t->base, name, len);
		return f && flag_table__find(t, f->value) == flag_table__find(t->base, f->value) ? f : NULL;
	}
	return t->zero && has_name(t->zero, name, len) ? t->zero : NULL;
}
