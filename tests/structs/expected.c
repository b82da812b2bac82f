// SPDX-License-Identifier: BSD-2-Clause
/* expected.c - layouts by BTF: the parts of structures that paths name. */
#include "oracle.h"

#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define OBJECTS_MOST 32

static struct btf *objects[OBJECTS_MOST];
static unsigned nobjects;
static char (*macros)[2][64];		/* names, and what they stand for */
static unsigned nmacros;

static void read_macros(const char *path)
{
	FILE *f = fopen(path, "r");
	char name[64], value[64];

	while (f && fscanf(f, "%63s %63s", name, value) == 2) {
		if (!(nmacros & (nmacros + 1)))
			macros = realloc(macros, 2 * (nmacros + 1) * sizeof(*macros));
		if (!macros)
			abort();
		strcpy(macros[nmacros][0], name);
		strcpy(macros[nmacros++][1], value);
	}
	if (f)
		fclose(f);
}

const char *types__macro(const char *name, size_t len)
{
	for (unsigned i = 0; i < nmacros; i++)
		if (strlen(macros[i][0]) == len && !memcmp(macros[i][0], name, len))
			return macros[i][1];
	return NULL;
}

bool types__open(const char *dir)
{
	struct dirent **names;
	int n = scandir(dir, &names, NULL, alphasort);
	char path[4096];

	libbpf_set_print(NULL);
	for (int i = 0; i < n; i++) {
		size_t len = strlen(names[i]->d_name);
		struct btf *btf = NULL;

		snprintf(path, sizeof(path), "%s/%s", dir, names[i]->d_name);
		if (len > 2 && !strcmp(names[i]->d_name + len - 2, ".o") && nobjects < OBJECTS_MOST && (btf = btf__parse_elf(path, NULL)))
			objects[nobjects++] = btf;
		free(names[i]);
	}
	if (n >= 0)
		free(names);
	snprintf(path, sizeof(path), "%s/macros", dir);
	read_macros(path);
	return nobjects;
}

void types__close(void)
{
	while (nobjects)
		btf__free(objects[--nobjects]);
	free(macros);
	macros = NULL;
	nmacros = 0;
}

static const struct btf_type *stripped(struct type *t)
{
	const struct btf_type *type = btf__type_by_id(t->btf, t->id);

	while (btf_is_mod(type) || btf_is_typedef(type)) {
		t->id = type->type;
		type = btf__type_by_id(t->btf, t->id);
	}
	return type;
}

bool types__of_request(const char *name, struct type *t)
{
	char typedef_name[PATH_MOST];

	snprintf(typedef_name, sizeof(typedef_name), "request_%s", name);
	for (unsigned i = 0; i < nobjects; i++) {
		int id = btf__find_by_name_kind(objects[i], typedef_name, BTF_KIND_TYPEDEF);

		if (id > 0) {
			*t = (struct type){ objects[i], (uint32_t)id };
			return true;
		}
	}
	return false;
}

bool types__of_struct(const char *name, unsigned nth, struct type *t)
{
	static const unsigned kinds[] = { BTF_KIND_STRUCT, BTF_KIND_UNION, BTF_KIND_TYPEDEF };

	for (unsigned i = 0; i < nobjects; i++)
		for (unsigned k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++) {
			int id = btf__find_by_name_kind(objects[i], name, kinds[k]);

			if (id <= 0 || nth--)
				continue;
			*t = (struct type){ objects[i], (uint32_t)id };
			return true;
		}
	return false;
}

void types__each_struct(uint32_t size, void (*each)(void *ctx, const char *name, struct type t), void *ctx)
{
	for (unsigned i = 0; i < nobjects; i++)
		for (uint32_t id = 1; id < btf__type_cnt(objects[i]); id++) {
			const struct btf_type *type = btf__type_by_id(objects[i], id);

			if (btf_is_struct(type) && type->size == size && type->name_off)
				each(ctx, btf__name_by_offset(objects[i], type->name_off), (struct type){ objects[i], id });
		}
}

uint32_t type__size(struct type t)
{
	int64_t size = btf__resolve_size(t.btf, t.id);

	return size < 0 ? 0 : (uint32_t)size;
}

bool type__is_bytes(struct type t)
{
	const struct btf_type *type = stripped(&t);

	return btf_is_array(type) && type__size((struct type){ t.btf, btf_array(type)->type }) == 1;
}

bool type__is_sockaddr(struct type t)
{
	const struct btf_type *type = stripped(&t);

	return btf_is_composite(type) && strstr(btf__name_by_offset(t.btf, type->name_off), "sockaddr");
}

bool type__is_big_endian(struct type t)
{
	const struct btf_type *type = btf__type_by_id(t.btf, t.id);

	for (; btf_is_mod(type) || btf_is_typedef(type); type = btf__type_by_id(t.btf, type->type))
		if (!strncmp(btf__name_by_offset(t.btf, type->name_off), "__be", 4))
			return true;
	return false;
}

bool type__is_struct(struct type t)
{
	return btf_is_composite(stripped(&t));
}

static struct place whole(struct type t, uint32_t bit)
{
	return (struct place){ .type = t, .bit = bit, .bits = type__size(t) * 8 };
}

/* The n-th member of a structure that is `in`. */
static struct place member_of(const struct place *in, const struct btf_type *type, unsigned n)
{
	struct place p = whole((struct type){ in->type.btf, btf_members(type)[n].type }, in->bit + btf_member_bit_offset(type, n));

	if (btf_member_bitfield_size(type, n))
		p.bits = btf_member_bitfield_size(type, n);
	p.in_union = in->in_union || btf_is_union(type);
	if (btf_is_union(type))
		p.union_bits = in->bits;
	else if (in->union_bits && p.bit == in->bit)
		p.union_bits = in->union_bits;
	return p;
}

static bool find_member(const struct place *in, const char *name, size_t len, struct place *found)
{
	struct type t = in->type;
	const struct btf_type *type = stripped(&t);

	for (unsigned i = 0; btf_is_composite(type) && i < btf_vlen(type); i++) {
		const char *member = btf__name_by_offset(t.btf, btf_members(type)[i].name_off);
		struct place p = member_of(in, type, i);

		if (*member ? strlen(member) == len && !memcmp(member, name, len) : find_member(&p, name, len, &p)) {
			*found = p;
			return true;
		}
	}
	return false;
}

static bool is_array(struct type t)
{
	return btf_is_array(stripped(&t));
}

static bool element(struct place *p, unsigned long n)
{
	struct type t = p->type;
	const struct btf_type *type = stripped(&t);
	uint32_t size, first = p->bit;
	bool in_union = p->in_union;

	if (!btf_is_array(type))
		return false;
	*p = whole((struct type){ t.btf, btf_array(type)->type }, 0);
	size = p->bits;
	p->in_union = in_union;
	p->bit = first + (uint32_t)n * size;
	p->flexible = !btf_array(type)->nelems;
	return p->flexible || n < btf_array(type)->nelems;
}

static bool find(struct place *p, const char *path, unsigned row)
{
	while (*path) {
		size_t len = strcspn(path, ".[");
		char *end;

		if (*path == '.') {
			path++;
		} else if (*path == '[') {
			unsigned long n = strtoul(path + 1, &end, 10);

			if (*end == ']' && end[1] == '[' && row) {
				n = n * row + strtoul(end + 2, &end, 10);
				row = 0;
			}
			if (*end != ']' || !element(p, n))
				return false;
			path = end + 1;
		} else {
			if (!find_member(p, path, len, p))
				return false;
			path += len;
		}
	}
	return true;
}

bool type__at(struct type t, const char *path, unsigned row, struct place *place)
{
	*place = whole(t, 0);
	if (!strncmp(path, "[0]", 3) && (!is_array(t) || (!path[3] && type__is_bytes(t))))
		path += 3;		/* a value alone */
	if (!find(place, path, row))
		return false;
	place->flexible |= !place->bits;
	return true;
}

static bool search(const struct place *in, const char *path, bool (*each)(void *ctx, const struct place *place), void *ctx)
{
	struct type t = in->type;
	const struct btf_type *type = stripped(&t);

	for (unsigned i = 0; btf_is_composite(type) && i < btf_vlen(type); i++) {
		struct place p = member_of(in, type, i), there = p;

		if ((find(&there, path, 0) && each(ctx, &there)) || search(&p, path, each, ctx))
			return true;
	}
	return false;
}

bool type__search(struct type t, const char *path, bool (*each)(void *ctx, const struct place *place), void *ctx)
{
	struct place p = whole(t, 0);

	return search(&p, path, each, ctx);
}

struct visit {
	void (*each)(void *ctx, const char *path, const struct place *place);
	void *ctx;
	char path[PATH_MOST];
};

static void copy_choices(struct place *to, const struct place *from)
{
	to->nchoices = from->nchoices;
	memcpy(to->choices, from->choices, sizeof(to->choices));
}

static void visit(struct visit *v, const struct place *p)
{
	struct type t = p->type;
	const struct btf_type *type = stripped(&t);
	size_t len = strlen(v->path);
	struct place inner;

	if (btf_is_composite(type)) {
		for (unsigned i = 0; i < btf_vlen(type); i++) {
			const char *name = btf__name_by_offset(t.btf, btf_members(type)[i].name_off);

			inner = member_of(p, type, i);
			snprintf(v->path + len, sizeof(v->path) - len, "%s%s", *name && len ? "." : "", name);
			copy_choices(&inner, p);
			if (btf_is_union(type) && *name && inner.nchoices < CHOICES_MOST) {
				inner.choices[inner.nchoices].len = (uint32_t)strlen(v->path);
				inner.choices[inner.nchoices].bit = p->bit;
				inner.choices[inner.nchoices++].bits = p->bits;
			}
			visit(v, &inner);
		}
	} else if (btf_is_array(type) && type__size((struct type){ t.btf, btf_array(type)->type }) > 1) {
		for (unsigned i = 0; i < btf_array(type)->nelems; i++) {
			inner = *p;
			element(&inner, i);
			copy_choices(&inner, p);
			snprintf(v->path + len, sizeof(v->path) - len, "[%u]", i);
			visit(v, &inner);
		}
	} else if (p->bits) {
		v->each(v->ctx, v->path, p);
	}
	v->path[len] = '\0';
}

void type__each(struct type t, void (*each)(void *ctx, const char *path, const struct place *place), void *ctx)
{
	struct visit v = { each, ctx, "" };
	struct place p = whole(t, 0);

	visit(&v, &p);
}
