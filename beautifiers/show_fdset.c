// SPDX-License-Identifier: BSD-2-Clause
/*
 * show_fdset.c - bitmaps: sets of descriptors (select), what was asked for and what came back where it differs; sets of
 * other numbers (nodes).
 */
#include "kinds.h"

/* Bits are counted from the lowest of the first long. */
static bool has_bit(const uint8_t *p, const struct call *c, unsigned n)
{
	unsigned word = c->word;

	return load_uint(p + n / (8 * word) * word, word, c->swap) >> n % (8 * word) & 1;
}

static void show_set(struct show *s, const struct arg *a, const struct chunk *k, uint64_t n, bool fds)
{
	const struct call *c = a->call;
	uint32_t have = k->len / c->word * c->word * 8;

	if (n > have)
		n = have;
	s->w->set_begin(s->o, false);
	for (uint64_t i = 0; i < n; i++) {
		if (!has_bit(chunk__bytes(k), c, i))
			continue;
		s->w->item(s->o);
		if (fds)
			show__fd(s, c, i);
		else
			s->w->uinteger(s->o, i);
	}
	s->w->set_end(s->o);
}

void show_fdset(struct show *s, const struct arg *a)
{
	const struct chunk *in = arg__memory(a, PART_SELF, false), *out = arg__memory(a, PART_SELF, true);
	uint32_t nfds = (uint32_t)a->call->args[a->spec->len_arg];

	if (!in && !out) {
		show_pointer(s, a, false);
	} else if (!in || !out || (in->len == out->len && !memcmp(chunk__bytes(in), chunk__bytes(out), in->len))) {
		show_set(s, a, in ? in : out, nfds, true);
	} else {
		s->w->change_begin(s->o);
		show_set(s, a, in, nfds, true);
		s->w->changed(s->o);
		show_set(s, a, out, nfds, true);
		s->w->change_end(s->o);
	}
}

static void show_bits(struct show *s, const struct arg *a, uint64_t n, bool out)
{
	const struct chunk *k = arg__memory(a, PART_SELF, out);

	if (k)
		show_set(s, a, k, n, false);
	else
		show_pointer(s, a, out);
}

void show_bits_in(struct show *s, const struct arg *a)
{
	show_bits(s, a, call__ulong(a->call, a->spec->len_arg), false);
}

void show_bits_out(struct show *s, const struct arg *a)
{
	show_bits(s, a, call__ulong(a->call, a->spec->len_arg), true);
}

/* As many as there are bytes. */
void show_cpus_in(struct show *s, const struct arg *a)
{
	show_bits(s, a, UINT64_MAX, false);
}

void show_cpus_out(struct show *s, const struct arg *a)
{
	show_bits(s, a, UINT64_MAX, true);
}
