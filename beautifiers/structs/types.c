// SPDX-License-Identifier: BSD-2-Clause
/* types.c - shapes of types: their members, as the debug information says, and what the notes add. A part of the tool layout. */
#define _GNU_SOURCE
#include <dwarf.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "layout.h"

bool type__of(Dwarf_Die *die, Dwarf_Die *type)
{
	Dwarf_Attribute attr;

	return dwarf_attr_integrate(die, DW_AT_type, &attr) && dwarf_formref_die(&attr, type);
}

/* Without typedefs and qualifiers; *name: the last name passed. */
static bool strip(Dwarf_Die *type, const char **name)
{
	for (;;) {
		if (dwarf_diename(type))
			*name = dwarf_diename(type);
		switch (dwarf_tag(type)) {
		case DW_TAG_typedef:
		case DW_TAG_const_type:
		case DW_TAG_volatile_type: {
			Dwarf_Die inner;

			if (!type__of(type, &inner))
				return false;
			*type = inner;
			break;
		}
		default:
			return true;
		}
	}
}

static unsigned size_of(Dwarf_Die *type)
{
	Dwarf_Word size;

	return dwarf_aggregate_size(type, &size) ? 0 : size;
}

static unsigned number_of(Dwarf_Die *die, unsigned attribute, unsigned otherwise)
{
	Dwarf_Attribute attr;
	Dwarf_Word v;

	return dwarf_attr_integrate(die, attribute, &attr) && !dwarf_formudata(&attr, &v) ? v : otherwise;
}

static const char *kind_of_number(unsigned encoding, unsigned size)
{
	if (size > 8 || size & (size - 1))
		return "bytes";
	if (encoding == DW_ATE_signed || encoding == DW_ATE_signed_char)
		return size == 8 ? "offset" : "int";
	return encoding == DW_ATE_float ? "hex64" : size == 8 ? "ulong" : "uint";
}

static bool is_char(Dwarf_Die *type, const char *name)
{
	return dwarf_tag(type) == DW_TAG_base_type && size_of(type) == 1 && !strcmp(name, "char");
}

static bool is_byte(Dwarf_Die *type)
{
	return dwarf_tag(type) == DW_TAG_base_type && size_of(type) == 1 && number_of(type, DW_AT_encoding, 0) != DW_ATE_signed_char;
}

static unsigned shape_of_pointed(const struct item *f, Dwarf_Die *type, const char *holder);
static unsigned shape_of_addressed(const struct item *f, const char *holder);

/* The layout of one number, for elements of arrays. */
static unsigned shape_of_number(const struct item *f)
{
	struct item only = *f;

	only.name = "";
	only.offset = 0;
	only.if_set = only.in_only = only.out_only = only.brief = only.ours = only.again = only.with_result = false;
	only.cond = NULL;
	only.changed = only.unnamed = only.rest = false;
	return shape__add(f->kind, f->size, &only, 1, SHAPE_BARE);
}

/* The number of elements that a dimension of an array has. */
static unsigned elements_of(Dwarf_Die *range)
{
	unsigned last = number_of(range, DW_AT_upper_bound, 0);

	return number_of(range, DW_AT_count, last + 1);
}

/* What an array has: its elements, or, of several dimensions, arrays of them. */
static unsigned shape_of_elements(Dwarf_Die *array, unsigned shape, unsigned size)
{
	unsigned dimensions[8], n = 0;
	Dwarf_Die range;

	for (int r = dwarf_child(array, &range); !r && n < 8; r = dwarf_siblingof(&range, &range))
		dimensions[n++] = elements_of(&range);
	while (n > 1 && size * dimensions[n - 1] <= UINT16_MAX) {
		size *= dimensions[--n];
		shape = shape__add("array", size, &(struct item){ .name = "", .kind = "struct_in", .size = size, .array = true, .shape = shape }, 1, SHAPE_BARE);
	}
	return shape;
}

/* Fills kind, size and shape from a type. holder: the structure's name, for members whose types have none. */
static void set_type(struct item *f, Dwarf_Die *type, const char *holder)
{
	const char *name = NULL;
	Dwarf_Die inner;
	char *own;

	f->kind = "bytes";
	f->size = size_of(type);
	if (!strip(type, &name))
		return;
	if (dwarf_tag(type) != DW_TAG_array_type)
		f->size = size_of(type);
	switch (dwarf_tag(type)) {
	case DW_TAG_base_type:
		f->kind = kind_of_number(number_of(type, DW_AT_encoding, 0), f->size);
		f->shape = shape_of_addressed(f, holder);
		break;
	case DW_TAG_enumeration_type:
		f->kind = "uint";
		break;
	case DW_TAG_pointer_type:
		f->kind = "ptr";
		f->size = number_of(type, DW_AT_byte_size, f->size);
		if (note__elements(holder, f->name) && type__of(type, &inner))
			f->shape = shape_of_pointed(f, &inner, holder);
		break;
	case DW_TAG_structure_type:
	case DW_TAG_union_type:
		if (asprintf(&own, "%s%s%s", holder, *holder ? "." : "", f->name) < 0)
			die("not enough memory");
		f->kind = "struct_in";
		f->shape = type__struct_shape(type, name && dwarf_diename(type) ? name : name ? name : own);
		break;
	case DW_TAG_array_type: {
		struct item elem = { .name = f->name };

		if (!type__of(type, &inner))
			break;
		name = NULL;
		strip(&inner, &name);
		if (is_char(&inner, name ? name : ""))
			f->kind = "chars";
		if ((is_char(&inner, name ? name : "") || is_byte(&inner)) && !note__elements(holder, f->name))
			break;
		set_type(&elem, &inner, holder);
		if (!elem.size)
			break;
		note__apply(&elem, holder, f->name, true);
		f->kind = "struct_in";
		f->array = true;
		f->shape = shape_of_elements(type, elem.shape ? elem.shape : shape_of_number(&elem), elem.size);
		break;
	}
	}
}

/* Of what a pointer to numbers points at. */
static unsigned shape_of_pointed(const struct item *f, Dwarf_Die *type, const char *holder)
{
	struct item elem = { .name = f->name };

	set_type(&elem, type, holder);
	note__apply(&elem, holder, f->name, true);
	return elem.size ? shape_of_number(&elem) : 0;
}

/* Of what a number points at, which is an address: the note of its elements has their size. */
static unsigned shape_of_addressed(const struct item *f, const char *holder)
{
	struct item elem = { .name = f->name };

	if (f->size == 8 && note__elements(holder, f->name))
		note__apply(&elem, holder, f->name, true);
	return elem.size ? shape_of_number(&elem) : 0;
}

/* A flexible array member whose number of elements a field holds: unless a note does, who writes it determines the kind. */
static void set_flexible(struct item *f)
{
	if (f->array && !strcmp(f->kind, "struct_in"))
		f->kind = f->in_only ? "array_in" : f->out_only ? "array_out_n" : "array_inout";
	else if (!strcmp(f->kind, "bytes") || !strcmp(f->kind, "chars"))
		f->kind = f->out_only ? "buf_filled" : "buf_in";
}

struct members {
	struct item items[FIELDS_MAX];
	unsigned n;
};

/* DWARF 4 counts from the storage unit's highest bit, DW_AT_bit_offset; DWARF 5 from the structure's begin. */
static void add_bits(struct item *f, Dwarf_Die *member, unsigned base)
{
	unsigned before = number_of(member, DW_AT_bit_offset, UINT_MAX), at;

	f->bits = number_of(member, DW_AT_bit_size, 0);
	if (!f->bits)
		return;
	if (before != UINT_MAX) {
		f->bit = f->size * 8 - before - f->bits;
		return;
	}
	at = number_of(member, DW_AT_data_bit_offset, 0) + base * 8;
	f->offset = at / 8 / f->size * f->size;
	f->bit = at - f->offset * 8;
}

static void add_members(struct members *m, Dwarf_Die *type, const char *name, unsigned base, const char *prefix);

static bool is_union(Dwarf_Die *type)
{
	return dwarf_tag(type) == DW_TAG_union_type;
}

/* A union: members that notes choose, or its bytes. */
static void add_union(struct members *m, Dwarf_Die *type, const char *name, unsigned base, const char *prefix)
{
	unsigned before = m->n, size = size_of(type), kept = before;

	add_members(m, type, name, base, prefix);
	for (unsigned i = before; i < m->n; i++)
		if (m->items[i].cond || m->items[i].chosen || m->items[i].leads || m->items[i].ours)
			m->items[kept++] = m->items[i];
	if (kept == before && m->n > before && size) {
		m->items[kept] = (struct item){ .name = m->items[before].name, .kind = "bytes", .offset = base, .size = size };
		kept++;
	}
	m->n = kept;
}

/* The member once more, for each note FIELD/2, FIELD/3, ... that says how it is shown otherwise. field: its name in the structure */
static void add_twins(struct members *m, const struct item *f, Dwarf_Die *type, const char *holder, const char *field)
{
	char *noted;

	for (unsigned n = 2; m->n < FIELDS_MAX && note__has_twin(holder, field, n); n++) {
		struct item twin = { .name = field, .offset = f->offset };

		if (asprintf(&noted, "%s/%u", field, n) < 0)
			die("not enough memory");
		set_type(&twin, type, holder);
		twin.name = f->name;
		note__apply(&twin, holder, noted, false);
		if (!twin.size && twin.leads)
			set_flexible(&twin);
		if (twin.size || twin.leads)
			m->items[m->n++] = twin;
	}
}

static void add_member(struct members *m, Dwarf_Die *member, const char *holder, unsigned base, const char *prefix)
{
	struct item f = { .name = dwarf_diename(member), .offset = base + number_of(member, DW_AT_data_member_location, 0) };
	const char *name = NULL, *field;
	Dwarf_Die type;

	if (!type__of(member, &type))
		return;
	if (!f.name) {
		if (!strip(&type, &name))
			return;
		(is_union(&type) ? add_union : add_members)(m, &type, holder, f.offset, prefix);
		return;
	}
	if (*prefix && asprintf((char **)&f.name, "%s.%s", prefix, f.name) < 0)
		die("not enough memory");
	if (note__is_flat(holder, f.name)) {
		if (strip(&type, &name))
			(is_union(&type) ? add_union : add_members)(m, &type, holder, f.offset, f.name);
		return;
	}
	field = f.name;
	set_type(&f, &type, holder);
	note__apply(&f, holder, f.name, false);
	if (f.hidden && !f.strace)
		return;
	if (f.hidden)
		f.kind = "hidden";
	if (!f.size && f.leads)
		set_flexible(&f);
	if ((!f.size && !f.leads && !f.rest) || f.size > UINT16_MAX || m->n == FIELDS_MAX)
		return;		/* a flexible array without a number of elements */
	add_bits(&f, member, base);
	m->items[m->n++] = f;
	add_twins(m, &f, &type, holder, field);
}

static void add_members(struct members *m, Dwarf_Die *type, const char *name, unsigned base, const char *prefix)
{
	Dwarf_Die member;

	for (int r = dwarf_child(type, &member); !r; r = dwarf_siblingof(&member, &member))
		if (dwarf_tag(&member) == DW_TAG_member)
			add_member(m, &member, name, base, prefix);
}

/* What the number in the field of a count is to be multiplied by, or an exponent within it. */
static void resolve_scale(struct members *m, struct item *f, const char *holder)
{
	f->len_how = f->power ? "LEN_POWER" : NULL;
	f->len_with = f->power ? atoi(f->power) : 0;
	if (!f->times)
		return;
	f->unit = atoi(f->times);
	for (unsigned j = 0; !f->unit && j < m->n; j++)
		if (!strcmp(m->items[j].name, f->times) && m->items[j].size == 4 && m->items[j].offset <= UINT8_MAX) {
			f->len_how = "LEN_TIMES";
			f->len_with = m->items[j].offset;
		}
	if (!f->unit && !f->len_how)
		die("notes of %s.%s: times %s is neither a number nor a field of 32 bits", holder, f->name, f->times);
}

static struct place place_of(const struct members *m, const char *name)
{
	struct place at = { 0, 0 };

	for (unsigned i = 0; name && i < m->n; i++)
		if (!strcmp(m->items[i].name, name))
			at = (struct place){ m->items[i].offset, m->items[i].size };
	return at;
}

/* Offsets of the fields that hold counts, and that conditions compare. */
static void resolve_fields(struct members *m, const char *holder)
{
	for (unsigned i = 0; i < m->n; i++) {
		struct item *f = &m->items[i];
		const struct cond *and = f->cond ? f->cond->and : NULL;
		struct place count = place_of(m, f->count);

		f->count_at = count.offset;
		f->count_size = count.size;
		f->cond_at = place_of(m, f->cond ? f->cond->field : NULL);
		f->and_at = place_of(m, and ? and->field : NULL);
		resolve_scale(m, f, holder);
		if ((f->count && !f->count_size) || (f->cond && !f->cond_at.size) || (and && !f->and_at.size))
			die("notes of %s.%s mention a field that the structure lacks", holder, f->name);
	}
}

static unsigned rank_of(const struct item *f)
{
	return f->rank ? f->rank : UINT32_MAX;
}

static void order(struct members *m)
{
	for (unsigned i = 1; i < m->n; i++)
		for (unsigned k = i; k && rank_of(&m->items[k]) < rank_of(&m->items[k - 1]); k--) {
			struct item f = m->items[k];

			m->items[k] = m->items[k - 1];
			m->items[k - 1] = f;
		}
}

unsigned type__struct_shape(Dwarf_Die *type, const char *name)
{
	struct members *m = malloc(sizeof(*m));
	unsigned size = size_of(type), shape = 0;

	if (!m)
		die("not enough memory");
	m->n = 0;
	if (size > UINT16_MAX)
		size = 0;
	(is_union(type) ? add_union : add_members)(m, type, name, 0, "");
	resolve_fields(m, name);
	if (note__shape(name) & SHAPE_ORDERED)
		order(m);
	if (is_union(type) && m->n == 1 && !strcmp(m->items[0].kind, "bytes"))
		m->items[0].name = "", shape = SHAPE_BARE;
	shape = size && m->n ? shape__add(name, size, m->items, m->n, shape | note__shape(name)) : 0;
	free(m);
	return shape;
}

unsigned type__shape_behind(Dwarf_Die *variable, const char *name)
{
	struct item f = { .name = "" };
	const char *struct_name = NULL;
	Dwarf_Die pointer, type;

	if (!type__of(variable, &pointer) || !type__of(&pointer, &type))
		return 0;
	if (request__variant(name) && strip(&type, &struct_name) && dwarf_tag(&type) == DW_TAG_structure_type)
		return type__struct_shape(&type, request__variant(name));
	set_type(&f, &type, "");
	if (!f.size || f.size > UINT16_MAX)
		return 0;
	request__note(&f, name);
	return f.shape && !f.array ? f.shape : shape__add(f.kind, f.size, &f, 1, SHAPE_BARE | (request__direct(name) ? SHAPE_DIRECT : 0));
}
