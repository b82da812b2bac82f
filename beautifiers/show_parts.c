// SPDX-License-Identifier: BSD-2-Clause
/*
 * show_parts.c - numbers of several parts, each of which strace shows as a value of its own, or-ed with the others: bit fields, whose
 * names share a mask, then the flags.
 */
#include <string.h>

#include "kinds.h"

/* The name f begins those of a bit field: the next one has the same mask. */
static bool begins_field(const struct flag_table *t, const struct flag *f)
{
	return f + 1 < t->flags + t->n && f->mask == f[1].mask && (f == t->flags || f[-1].mask != f->mask);
}

static const struct flag *name_of_field(const struct flag_table *t, const struct flag *f, uint64_t v)
{
	uint64_t mask = f->mask;

	for (; f < t->flags + t->n && f->mask == mask; f++)
		if (f->value == v)
			return f;
	return NULL;
}

/* called: the list that says what other values are called, or NULL. */
static void show_bit_field(struct show *s, const struct flag_table *t, const struct flag *first, uint64_t v, const struct flag_table *called)
{
	const struct flag *f = name_of_field(t, first, v);

	s->w->symbol(s->o, v, !f ? NULL : strcmp(f->name, "TAB3") ? f->name : "XTABS", f ? f->skip : 0, called);
}

/* All bit fields, each followed by `|` if `always` or if more follows. Returns the bits that are in none. */
static uint64_t show_bit_fields(struct show *s, const struct flag_table *t, uint64_t v, bool always, const struct flag_table *called)
{
	for (const struct flag *f = t->flags; f < t->flags + t->n; f++) {
		uint64_t part = v & f->mask;

		if (!begins_field(t, f))
			continue;
		show_bit_field(s, t, f, part, called);
		v &= ~f->mask;
		if (v || always)
			s->w->or(s->o);
	}
	return v;
}

/* The flags of v, none of which is in a bit field. called: the list that says what others are called, or NULL. */
static void show_flags_of(struct show *s, const struct flag_table *t, uint64_t v, uint64_t unnamed, const struct flag_table *called)
{
	uint64_t named = v & ~unnamed;
	bool any = false;

	if (!v)
		return;
	s->w->flags_begin(s->o, v, called);
	for (const struct flag *f = t->flags; f < t->flags + t->n; f++) {
		if (!(named & f->mask) || (named & f->mask) != f->value)
			continue;
		s->w->flag(s->o, f->name, f->len, f->skip);
		v &= ~f->mask;
		named &= ~f->mask;
		any = true;
	}
	s->w->flags_end(s->o, v, any);
}

void show_flag_parts(struct show *s, const struct arg *a)
{
	const struct flag_table *t = flag_table__in(a->spec->flags, s->abi);

	show_flags_of(s, t, show_bit_fields(s, t, (uint32_t)a->value, false, a->spec->flags2), 0, t);
}

/* Flags of the list with its own prefix, then those of its second list. */
void show_own_flags_first(struct show *s, const struct arg *a)
{
	const struct flag_table *t = flag_table__in(a->spec->flags, s->abi);
	uint64_t v = (uint32_t)a->value, rest = v;
	bool any = false;

	s->w->flags_begin(s->o, v, t);
	for (const struct flag *f = t->flags; f < t->flags + t->n; f++) {
		if (strncmp(f->name, t->prefix, t->prefix_len) || (rest & f->mask) != f->value)
			continue;
		s->w->flag(s->o, f->name, f->len, f->skip);
		rest &= ~f->mask;
		any = true;
	}
	rest = show_flag_names(s, a->spec->flags2, rest, &any);
	s->w->flags_end(s->o, rest, any);
}

/* A type and flags, which have lists of their own. */
void show_socket_type(struct show *s, const struct arg *a)
{
	const struct flag_table *flags = flag_table__in(a->spec->flags2, s->abi);
	uint32_t v = (uint32_t)a->value, type = v & 0xf;	/* SOCK_TYPE_MASK: linux/net.h of the kernel */
	const struct flag *f = flag_table__find(flag_table__in(a->spec->flags, s->abi), type);

	if (f) {
		s->w->symbol(s->o, type, f->name, f->skip, a->spec->flags);
		v &= ~0xfu;
		if (!v)
			return;
		s->w->or(s->o);
	}
	show__flags(s, flags, v);
}

/* -- Terminals -------------------------------------------------------------------------------------------------------- */

void show_oflags(struct show *s, const struct arg *a)
{
	const struct flag_table *t = flag_table__in(a->spec->flags, s->abi);

	show_flags_of(s, t, show_bit_fields(s, t, (uint32_t)a->value, true, NULL), 0, NULL);
}

/* Nothing for none: strace shows a name and an equals sign. */
void show_flags_if_any(struct show *s, const struct arg *a)
{
	if ((uint32_t)a->value)
		show_flags(s, a);
}

#define SPEED_SHIFT 16		/* IBSHIFT: asm/termbits.h; so is ADDRB */
#define ADDRESS_BIT UINT64_C(0x20000000)

/* The first name of a bit field, given by its name. */
static const struct flag *field_of(const struct flag_table *t, const char *name)
{
	const struct flag *f = t->flags;

	while (strcmp(f->name, name))
		f++;
	return f;
}

/* The speed of output, that of input if it is another, the size of characters, and flags. */
void show_cflags(struct show *s, const struct arg *a)
{
	const struct flag_table *t = flag_table__in(a->spec->flags, s->abi);
	const struct flag *speeds = field_of(t, "B0"), *sizes = field_of(t, "CS5");
	uint64_t v = (uint32_t)a->value, input = v >> SPEED_SHIFT & speeds->mask;

	show_bit_field(s, t, speeds, v & speeds->mask, NULL);
	s->w->or(s->o);
	if (input) {
		show_bit_field(s, t, speeds, input, NULL);
		s->w->shift(s->o);
		s->w->symbol(s->o, SPEED_SHIFT, "IBSHIFT", 0, NULL);
		s->w->or(s->o);
	}
	show_bit_field(s, t, sizes, v & sizes->mask, NULL);
	s->w->or(s->o);
	show_flags_of(s, t, v & ~(speeds->mask | speeds->mask << SPEED_SHIFT | sizes->mask), ADDRESS_BIT, NULL);
}
