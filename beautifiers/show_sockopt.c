// SPDX-License-Identifier: BSD-2-Clause
/* show_sockopt.c - values of socket options that are no structures: 4 bytes are shown as an int. */
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

	if (k || (!arg__count(a) && s->w->strace_marks))
		show_optval(s, k, arg__ulong(a), arg__count(a));
	else
		show_pointer(s, a, false);
}

/* What the length argument points at, at entry or at exit; `unknown` if it was not captured. */
static uint32_t length_at(const struct arg *a, bool out, uint32_t unknown)
{
	const struct chunk *k = call__chunk(a->call, a->spec->len_arg, PART_SELF, out);

	return k && k->len >= 4 ? (uint32_t)load_uint(chunk__bytes(k), 4, a->call->swap) : unknown;
}

void show_optval_out(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, true);

	if (k)
		show_optval(s, k, arg__ulong(a), length_at(a, true, k->len));
	else
		show_pointer(s, a, true);
}

/* -- By the option --------------------------------------------------------------------------------------------------- */

/* Bytes up to the end of the first field; structures that a function shows have at least their size, or it chooses by the length. */
static uint32_t least_bytes(const struct shape *sh)
{
	return sh->nsub ? 0 : sh->show || !sh->nfields ? sh->size : sh->fields[0].offset + sh->fields[0].size;
}

/* The kernel takes and returns one byte for numbers of IP: IP_TOS */
static void show_byte(struct show *s, const struct arg *a, const struct shape *sh, const uint8_t *p)
{
	struct field one = sh->fields[0];

	one.size = 1;
	s->w->array_begin(s->o);
	s->w->item(s->o);
	show_struct_field(s, a, &one, p, 1);
	s->w->array_end(s->o, ARRAY_WHOLE, 0);
}

static void show_value(struct show *s, const struct arg *a, bool out)
{
	const struct chunk *k = arg__memory(a, PART_SELF, out);
	const struct shape *sh = shape__of(a->spec->shape, a->call->abi);
	uint64_t full = !k ? 0 : out ? length_at(a, true, k->len) : arg__count(a);
	struct arg inner = *a;

	inner.out = out;
	if (!k)
		show_pointer(s, a, out);
	else if (sh->or_byte && k->len == 1 && full == 1)
		show_byte(s, &inner, sh, chunk__bytes(k));
	else if ((!sh->nfields && !sh->show) || k->len < least_bytes(sh))
		show__bytes(s, k, arg__ulong(a), full);
	else
		show__shape(s, &inner, sh, chunk__bytes(k), sh->bare && k->len > sh->size ? sh->size : k->len);
}

void show_value_in(struct show *s, const struct arg *a)
{
	show_value(s, a, false);
}

void show_value_out(struct show *s, const struct arg *a)
{
	show_value(s, a, true);
}

/* An array, whose indices may have names */
static void show_values(struct show *s, const struct arg *a, bool out)
{
	const struct chunk *k = arg__memory(a, PART_SELF, out);
	const struct shape *sh = shape__of(a->spec->shape, a->call->abi);
	const struct field as_field = { .array = true };
	struct arg inner = *a;
	uint64_t full = !k ? 0 : out ? length_at(a, true, k->len) : arg__count(a);

	inner.out = out;
	inner.index = -1;
	inner.root = a->index;
	inner.field = &as_field;
	if (!k)
		show_pointer(s, a, out);
	else if (!sh->size || (full && k->len < sh->size))
		show__bytes(s, k, arg__ulong(a), full);
	else
		show_elements(s, &inner, sh, chunk__bytes(k), k->len, (full + sh->size - 1) / sh->size);
}

void show_values_in(struct show *s, const struct arg *a)
{
	show_values(s, a, false);
}

void show_values_out(struct show *s, const struct arg *a)
{
	show_values(s, a, true);
}

/* Text, of which the kernel uses no more than the length */
static void show_text_value(struct show *s, const struct arg *a, bool out)
{
	const struct chunk *k = arg__memory(a, PART_SELF, out);

	if (k)
		show_chars(s, chunk__bytes(k), k->len);
	else
		show_pointer(s, a, out);
}

void show_text_value_in(struct show *s, const struct arg *a)
{
	show_text_value(s, a, false);
}

void show_text_value_out(struct show *s, const struct arg *a)
{
	show_text_value(s, a, true);
}

void show_bytes_value_in(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, false);

	if (k)
		show__bytes(s, k, arg__ulong(a), arg__count(a));
	else
		show_pointer(s, a, false);
}

void show_bytes_value_out(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, true);

	if (k)
		show__bytes(s, k, arg__ulong(a), length_at(a, true, k->len));
	else
		show_pointer(s, a, true);
}

/* -- As strace shows them: by the option, not by the length ----------------------------------------------------------- */

/* An int; a shorter value as bytes. */
static const uint8_t *int_out(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, true);

	if (!k)
		show_pointer(s, a, true);
	else if (k->len < 4)
		s->w->octets(s->o, chunk__bytes(k), k->len, STRING_WHOLE);
	return k && k->len >= 4 ? chunk__bytes(k) : NULL;
}

void show_number_out(struct show *s, const struct arg *a)
{
	const uint8_t *p = int_out(s, a);

	if (p)
		show_number(s, p);
}

void show_int_out(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, true);

	if (k && k->len >= 4)
		show_number(s, chunk__bytes(k));
	else
		s->w->address(s->o, arg__ulong(a));
}

static void show_one(struct show *s, const struct arg *a, const uint8_t *p, const struct flag_table *t, void (*show)(struct show *, const struct arg *))
{
	const struct arg_spec spec = { .name = "", .flags = t };
	struct arg one = *a;

	one.spec = &spec;
	one.index = -1;
	one.value = (uint64_t)load_int(p, 4, s->swap);
	s->w->array_begin(s->o);
	s->w->item(s->o);
	show(s, &one);
	s->w->array_end(s->o, ARRAY_WHOLE, 0);
}

void show_error_out(struct show *s, const struct arg *a)
{
	const uint8_t *p = int_out(s, a);

	if (p)
		show_one(s, a, p, NULL, show_errno);
}

void show_txrehash_out(struct show *s, const struct arg *a)
{
	const uint8_t *p = int_out(s, a);

	if (p)
		show_one(s, a, p, &sock_txrehash, show_enum_dec);
}

void show_txrehash_in(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, false);

	if (k && k->len >= 4)
		show_one(s, a, chunk__bytes(k), &sock_txrehash, show_enum_dec);
	else
		show_number_in(s, a);
}

/* Numbers of 4 bytes, as many as there was room for. */
void show_memberships_out(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, true);
	uint32_t there = k ? k->len : 0, room = length_at(a, false, there), len = length_at(a, true, there), n = room < len ? room : len;

	if (a->call->failed || (int32_t)room <= 0 || (int32_t)len <= 0 || (n / 4 && !k))
		s->w->address(s->o, arg__ulong(a));
	else
		show_elements(s, a, &shape_uint, k ? chunk__bytes(k) : NULL, n < there ? n : there, n / 4);
}
