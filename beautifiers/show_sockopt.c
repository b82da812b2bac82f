// SPDX-License-Identifier: BSD-2-Clause
/* show_sockopt.c - values of socket options without a sub-row: 4 bytes are shown as an int. */
#include "kinds.h"

static void show_number(struct show *s, const uint8_t *p)
{
	s->w->array_begin(s->o);
	s->w->item(s->o);
	s->w->integer(s->o, load_int(p, 4, s->swap));
	s->w->array_end(s->o, ARRAY_WHOLE, 0);
}

static void show_optval(struct show *s, const struct chunk *k, uint64_t addr, uint64_t full)
{
	if (full != 4 || k->len != 4) {
		show__bytes(s, k, addr, full);
		return;
	}
	show_number(s, chunk__bytes(k));
}

/* The kernel reads nothing if the length is less than an int's. */
void show_number_in(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, false);

	if (k && k->len >= 4)
		show_number(s, chunk__bytes(k));
	else if (arg__count(a) < 4)
		s->w->address(s->o, arg__ulong(a));
	else
		show_pointer(s, a, false);
}

void show_optval_in(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, false);

	if (k)
		show_optval(s, k, arg__ulong(a), arg__count(a));
	else
		show_pointer(s, a, false);
}

/* The value's length is what the length argument points at, at exit. */
void show_optval_out(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, true), *len;

	if (!k) {
		show_pointer(s, a, true);
		return;
	}
	len = call__chunk(a->call, a->spec->len_arg, PART_SELF, true);
	show_optval(s, k, arg__ulong(a), len && len->len >= 4 ? load_uint(chunk__bytes(len), 4, s->swap) : k->len);
}
