// SPDX-License-Identifier: BSD-2-Clause
/* tables.c - collects layouts and writes them as the tables of made.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "index.h"
#include "layout.h"

#define ARRAY(type, name) static type *name; static unsigned n##name
#define MORE(name) \
	(n##name & (n##name + 1) || (name = realloc(name, sizeof(*name) * 2 * (n##name + 1))) ? (void)0 : die("not enough memory"))

struct shape {
	const char *name;
	unsigned size, first, n, flags;
	bool leads;
};

struct entry {
	const char *name;
	bool is_request;
	unsigned shape[SETS];
	unsigned long number;		/* of a request */
	bool numbered, machine;
	bool same;			/* on every machine, although the header is the machine's own */
};

struct constant {
	const char *name;
	uint64_t value;
};

struct string {
	const char *text;
	unsigned at;			/* its place in made_names */
};

ARRAY(struct shape, shapes);
ARRAY(struct item, fields);
ARRAY(struct entry, entries);
ARRAY(struct constant, constants);
ARRAY(struct string, strings);

/* -- Collecting ------------------------------------------------------------------------------------------------------ */

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static bool same_place(struct place a, struct place b)
{
	return a.offset == b.offset && a.size == b.size;
}

static bool same_field(const struct item *a, const struct item *b)
{
	return same_text(a->name, b->name) && same_text(a->kind, b->kind) && same_text(a->list, b->list) && same_text(a->list2, b->list2) &&
	       same_text(a->strace, b->strace) && a->changed == b->changed && a->unnamed == b->unnamed && a->rest == b->rest &&
	       a->offset == b->offset && a->size == b->size && a->shape == b->shape && a->bit == b->bit && a->bits == b->bits &&
	       a->array == b->array && a->if_set == b->if_set && a->in_only == b->in_only && a->out_only == b->out_only &&
	       a->brief == b->brief && a->brief_if == b->brief_if && a->ours == b->ours && a->again == b->again &&
	       a->on_error == b->on_error && a->with_result == b->with_result && a->detail == b->detail && a->whole == b->whole && a->changes == b->changes && a->late == b->late && a->leads == b->leads && a->count_at == b->count_at && a->count_size == b->count_size && same_text(a->len_how, b->len_how) && a->len_with == b->len_with && a->unit == b->unit && a->first == b->first &&
	       a->cond == b->cond && same_place(a->cond_at, b->cond_at) && same_place(a->and_at, b->and_at);
}

static bool same_shape(const struct shape *s, const char *name, unsigned size, const struct item *items, unsigned n, unsigned flags)
{
	if (s->size != size || s->n != n || s->flags != flags || strcmp(s->name, name))
		return false;
	for (unsigned i = 0; i < n; i++)
		if (!same_field(&fields[s->first + i], &items[i]))
			return false;
	return true;
}

unsigned shape__add(const char *name, unsigned size, const struct item *items, unsigned n, unsigned flags)
{
	bool leads = false;

	for (unsigned i = 0; i < nshapes; i++)
		if (same_shape(&shapes[i], name, size, items, n, flags))
			return i + 1;
	MORE(shapes);
	for (unsigned i = 0; i < n; i++)
		leads |= items[i].leads || shape__leads(items[i].shape);
	shapes[nshapes] = (struct shape){ name, size, nfields, n, flags, leads };
	for (unsigned i = 0; i < n; i++) {
		MORE(fields);
		fields[nfields++] = items[i];
	}
	return ++nshapes;
}

unsigned shape__size(unsigned shape)
{
	return shape ? shapes[shape - 1].size : 0;
}

bool shape__leads(unsigned shape)
{
	return shape && shapes[shape - 1].leads;
}

bool shape__has_result(unsigned shape)
{
	const struct shape *s = &shapes[shape - 1];
	bool has = false;

	for (unsigned i = 0; shape && i < s->n; i++)
		has |= fields[s->first + i].with_result;
	return has;
}

static unsigned set_being_read;

static struct index entries_by_name;

static struct entry *find_entry(const char *name, bool is_request)
{
	for (unsigned i = index__first(&entries_by_name, name, strlen(name)); i != INDEX_END; i = index__next(&entries_by_name, i))
		if (entries[i].is_request == is_request && !strcmp(entries[i].name, name))
			return &entries[i];
	return NULL;
}

static struct entry *entry_of(const char *name, bool is_request)
{
	struct entry *e = find_entry(name, is_request);

	if (e)
		return e;
	MORE(entries);
	index__add(&entries_by_name, name, strlen(name));
	entries[nentries] = (struct entry){ .name = name, .is_request = is_request };
	return &entries[nentries++];
}

void entry__set(const char *name, bool is_request, unsigned set, unsigned shape)
{
	struct entry *e = entry_of(name, is_request);

	set_being_read = set;
	if (!e->shape[set])
		e->shape[set] = shape;
}

unsigned entry__shape(const char *name, bool is_request, unsigned set)
{
	return entry_of(name, is_request)->shape[set == SETS ? set_being_read : set];
}

void const__set(const char *name, uint64_t v)
{
	MORE(constants);
	constants[nconstants++] = (struct constant){ name, v };
}

/* Of the first len bytes of a text: a name, or a number. */
static bool one_const(const char *name, size_t len, uint64_t *v)
{
	char *end;

	for (unsigned i = 0; i < nconstants; i++)
		if (!strncmp(constants[i].name, name, len) && !constants[i].name[len]) {
			*v = constants[i].value;
			return true;
		}
	*v = strtoull(name, &end, 0);
	return end == name + len;
}

/* NAME, or A|B. false: the headers lack a name. */
static bool const_of(const char *text, uint64_t *v)
{
	uint64_t one;

	*v = 0;
	for (size_t len;; text += len + 1) {
		len = strcspn(text, "|");
		if (!one_const(text, len, &one))
			return false;
		*v |= one;
		if (!text[len])
			return true;
	}
}

/* -- Writing --------------------------------------------------------------------------------------------------------- */

/* 1 + the place of a string in a list of them. */
static unsigned place(const char ***list, unsigned *n, const char *s)
{
	unsigned i = 0;

	if (!s)
		return 0;
	while (i < *n && strcmp((*list)[i], s))
		i++;
	if (i == *n) {
		*list = realloc(*list, sizeof(**list) * (i + 1));
		if (!*list)
			die("not enough memory");
		(*list)[(*n)++] = s;
	}
	return i + 1;
}

static unsigned name_at(const char *s)
{
	static struct index by_text;
	static unsigned names_len;
	size_t len = strlen(s);

	for (unsigned i = index__first(&by_text, s, len); i != INDEX_END; i = index__next(&by_text, i))
		if (!strcmp(strings[i].text, s))
			return strings[i].at;
	MORE(strings);
	index__add(&by_text, s, len);
	strings[nstrings++] = (struct string){ s, names_len };
	names_len += len + 1;
	return strings[nstrings - 1].at;
}

static const char **kinds, **lists, **shown;
static unsigned nkinds, nlists, nshown;

static void write_one_cond(const struct cond *c, struct place at)
{
	uint64_t v, all = at.size < 8 ? (UINT64_C(1) << 8 * at.size) - 1 : UINT64_MAX, mask = 0;
	bool has_mask = !c->mask || const_of(c->mask, &mask);
	unsigned known = 0, strace = 0;

	for (unsigned i = 0; has_mask && i < c->n; i++) {
		known += const_of(c->consts[i], &v);
		if (i + 1 == c->strace || i + 1 == c->n)
			strace = strace ? strace : known;
	}
	printf("\t{ %u, %u, %u, %u, %u, %u, %u, 0x%llx, { ", at.offset, at.size, known, c->how, strace, c->ours, c->and != NULL,
	       (unsigned long long)mask);
	for (unsigned i = 0; has_mask && i < c->n; i++)
		if (const_of(c->consts[i], &v))
			printf("0x%llx, ", (unsigned long long)(v & all));
	puts("} },");
}

/* *n: how many were written. Returns the number of the field's, from 1; 0: it has none. */
static unsigned write_cond(const struct item *f, unsigned *n)
{
	unsigned at = *n + 1;

	if (!f->cond)
		return 0;
	write_one_cond(f->cond, f->cond_at);
	if (f->cond->and)
		write_one_cond(f->cond->and, f->and_at);
	*n += f->cond->and ? 2 : 1;
	return at;
}

static void write_fields(void)
{
	unsigned *conds = calloc(nfields + 1, sizeof(*conds)), n = 0;

	puts("const struct field_cond made_conds[] = {");
	for (unsigned i = 0; i < nfields; i++)
		conds[i] = write_cond(&fields[i], &n);
	puts("\t{ 0 }\n};\n\nconst struct made_field made_fields[] = {");
	for (unsigned i = 0; i < nfields; i++) {
		const struct item *f = &fields[i];
		unsigned flags = f->array | f->leads << 1 | f->if_set << 2 | f->in_only << 3 | f->out_only << 4 | f->brief << 5 | f->brief_if << 6 |
				 f->ours << 7 | f->again << 8 | f->on_error << 9 | f->with_result << 10 | f->detail << 11 | f->whole << 12 | f->changes << 13 | f->late << 14 |
				 f->changed << 15 | f->unnamed << 16 | f->rest << 17;

		printf("\t{ %u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %s, %u, %u, %u },\n", name_at(f->name), flags, f->offset, f->size, f->shape,
		       place(&lists, &nlists, f->list), place(&lists, &nlists, f->list2), conds[i], f->count_at,
		       place(&kinds, &nkinds, f->kind) - 1, f->count_size, f->bit, f->bits, f->first, f->len_how ? f->len_how : "0", f->len_with, f->unit, place(&kinds, &nkinds, f->strace));
	}
	puts("};\n");
	free(conds);
}

static void write_shapes(void)
{
	puts("const struct made_shape made_shapes[] = {");
	for (unsigned i = 0; i < nshapes; i++) {
		const struct shape *s = &shapes[i];

		printf("\t{ %u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u, %u },\n", name_at(s->name), s->first, s->size, s->n, s->flags & SHAPE_BARE,
		       !!(s->flags & SHAPE_ABRIDGE), !!(s->flags & SHAPE_JOINED), !!(s->flags & SHAPE_AGAIN), !!(s->flags & SHAPE_MORE),
		       !!(s->flags & SHAPE_DIRECT), !!(s->flags & SHAPE_DATED), !!(s->flags & SHAPE_PARTIAL), place(&shown, &nshown, note__shown(s->name, false)),
		       place(&shown, &nshown, note__shown(s->name, true)));
	}
	printf("};\nconst unsigned made_nshapes = %u;\n\n", nshapes);
}

static void write_pointers(const char *type, const char *array, const char *prefix, const char **list, unsigned n)
{
	printf("%s const %s[] = {\n", type, array);
	for (unsigned i = 0; i < n; i++)
		printf("\t&%s%s,\n", prefix, list[i]);
	puts("\t0\n};\n");
}

static void write_names(void)
{
	puts("const char made_names[] =");
	for (unsigned i = 0; i < nstrings; i++)
		printf("\t\"%s\\0\"\n", strings[i].text);
	puts(";");
}

static unsigned direction(const struct entry *e)
{
	const char *noted = request__direction(e->name);

	if (!noted || !strcmp(noted, "-"))
		return e->number >> 30;
	return !strcmp(noted, "in") ? 1 : !strcmp(noted, "out") ? 2 : !strcmp(noted, "inout") ? 3 : 0;
}

/* A request of a graphics driver, whose number has other meanings in others: ../drivers.c. */
static bool is_of_driver(const struct entry *e)
{
	return (e->number >> 8 & 0xff) == 'd' && (e->number & 0xff) >= 0x40 && (e->number & 0xff) < 0xa0;
}

/* Has a request of another driver the same number? What it points at cannot be captured before the driver is known. */
static bool is_ambiguous(const struct entry *e)
{
	for (unsigned i = 0; is_of_driver(e) && i < nentries; i++)
		if (&entries[i] != e && entries[i].is_request && entries[i].numbered && entries[i].number == e->number)
			return true;
	return false;
}

/* Its number says what is to be captured, and no pointers are followed. */
static bool by_number(const struct entry *e)
{
	return direction(e) == e->number >> 30 && !request__on_error(e->name) && shape__size(e->shape[0]) == (e->number >> 16 & 0x3fff) &&
	       (!shape__leads(e->shape[0]) || is_ambiguous(e));
}

/* Of arm only those that differ from x32 were read. */
static unsigned shape_of_arm(const struct entry *e)
{
	return e->shape[3] || notes__is_long(e->name) ? e->shape[3] : e->shape[2];
}

static void write_entry(const struct entry *e)
{
	printf("\t{ %u, { %u, %u, %u, %u }, %u, %u, %u, %u },\n", name_at(e->name), e->shape[0], e->shape[1], e->shape[2], shape_of_arm(e), direction(e), e->machine,
	       request__direction(e->name) != NULL, request__beyond(e->name));
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct entry *)a)->name, ((const struct entry *)b)->name);
}

static void sort_entries(void)
{
	qsort(entries, nentries, sizeof(*entries), by_name);
	index__clear(&entries_by_name);
	for (unsigned i = 0; i < nentries; i++)
		index__add(&entries_by_name, entries[i].name, strlen(entries[i].name));
}

#define BEYOND ", .strace = &ioctl_plain"

/* A request whose argument is a number, or that has none. */
static bool is_value(const struct request_note *r)
{
	return !strcmp(r->direction, "value") || !strcmp(r->direction, "none");
}

/* Several drivers may use a number: does another request's row have it already? The first one's is used. */
static bool is_taken(const struct entry *e)
{
	static unsigned long *numbers;
	static unsigned nnumbers;

	for (unsigned i = 0; i < nnumbers; i++)
		if (numbers[i] == e->number)
			return true;
	MORE(numbers);
	numbers[nnumbers++] = e->number;
	return false;
}

static void write_values(void)
{
	struct request_note r;

	for (unsigned i = 0; request__next(&i, &r);) {
		const struct entry *e = entry_of(r.request, true);

		if (!is_value(&r) || !e->numbered || is_taken(e))
			continue;
		printf("\t{ 0x%lx, { \"ioctl\", ARGS(FD(\"fd\"), IOCTL_CMD(\"cmd\")", e->number);
		if (r.item.kind)
			printf(", ARG_(\"arg\", %s", r.item.kind);
		if (r.item.list)
			printf(", .flags = &%s", r.item.list);
		printf("%s), .named = \"%s\"%s } },\n", r.item.kind ? ")" : "", r.request, r.beyond ? BEYOND : "");
	}
}

static bool is_shown(const struct entry *e)
{
	return e->is_request && e->numbered && e->shape[0] && direction(e);
}

/* Rows in C use these; `made` continues the numbers of made_types. */
static void write_exported(unsigned rows)
{
	const char *name, *type;

	for (unsigned i = 0; notes__exported(&i, &name, &type);)
		printf("const struct shape shape_%s = { .name = \"%.*s\", .size = %u, .made = %u };\n", name, (int)strcspn(type, "@"), type,
		       shape__size(entry_of(type, false)->shape[0]), ++rows);
}

static void write_requests(void)
{
	const char *name, *type;
	unsigned n = 0, rows = 0;

	sort_entries();
	puts("const struct made_entry made_requests[] = {");
	for (unsigned i = 0; i < nentries; i++)
		if (is_shown(&entries[i]) && by_number(&entries[i])) {
			write_entry(&entries[i]);
			n++;
		}
	printf("\t{ 0 }\n};\nconst unsigned made_nrequests = %u;\n\nconst struct made_entry made_types[] = {\n", n);
	for (unsigned i = 0; i < nentries; i++)
		if (is_shown(&entries[i]) && !by_number(&entries[i]))
			write_entry(&entries[i]);
	for (unsigned i = 0; notes__exported(&i, &name, &type);)
		write_entry(entry_of(type, false));
	puts("\t{ 0 }\n};\n\nstatic const struct shape types[] = {");
	for (unsigned i = 0; i < nentries; i++)
		if (is_shown(&entries[i]) && !by_number(&entries[i])) {
			const struct shape *s = &shapes[entries[i].shape[0] - 1];

			printf("\t{ .name = \"%s\", .size = %u, .bare = %u, .made = %u },\n", s->name, s->size, s->flags & SHAPE_BARE, ++rows);
		}
	puts("\t{ 0 }\n};\n");
	write_exported(rows);
	puts("\nstatic const struct subrow rows[] = {");
	rows = 0;
	for (unsigned i = 0; i < nentries; i++) {
		static const char *const kinds_of[] = { "", "in", "out", "inout" };
		const struct entry *e = &entries[i];

		if (is_shown(e) && !by_number(e) && is_taken(e))
			rows++;
		else if (is_shown(e) && !by_number(e))
			printf("\t{ 0x%lx, { \"ioctl\", ARGS(FD(\"fd\"), IOCTL_CMD(\"cmd\"), ARG_(\"arg\", struct_%s, .shape = &types[%u]%s)), .named = \"%s\"%s%s%s } },\n",
			       e->number, kinds_of[direction(e)], rows++, request__on_error(e->name) ? ", .on_error = true" : "", e->name,
			       shape__has_result(e->shape[0]) ? ", .ret_extra = extra_fields" : "", request__beyond(e->name) ? BEYOND : "",
			       is_of_driver(e) ? ", .of_driver = true" : "");
	}
	write_values();
	puts("};\nconst struct sub_table ioctls_made = SUB_TABLE(rows);\n");
}

/* Types that only notes give. */
static void take_notes(void)
{
	struct request_note r;

	for (unsigned i = 0; request__next(&i, &r);) {
		struct entry *e = entry_of(r.request, true);

		if (is_value(&r))
			memset(e->shape, 0, sizeof(e->shape));
		for (unsigned set = 0; set < SETS; set++) {
			struct item f = r.item;

			if (r.type) {
				e->shape[set] = entry_of(r.type, false)->shape[set];
				e = entry_of(r.request, true);
			} else if (r.number) {
				f.name = f.name ? f.name : "";
				f.size = r.word ? set ? 4 : 8 : f.size;
				e->same = true;
				e->shape[set] = shape__add(f.kind, f.size, &f, 1, *f.name ? 0 : SHAPE_BARE | (request__direct(r.request) ? SHAPE_DIRECT : 0));
				if (r.elements) {
					f = (struct item){ .name = "", .kind = "struct_in", .size = f.size * r.elements, .array = true, .shape = e->shape[set] };
					e->shape[set] = shape__add("array", f.size, &f, 1, SHAPE_BARE);
				}
			}
		}
	}
}

static FILE *open_in(const char *dir, const char *name)
{
	char path[4096];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	f = fopen(path, "r");
	if (!f)
		die("cannot read %s", path);
	return f;
}

/* Lines: number, order, name, header. */
static void take_numbers(const char *names)
{
	FILE *f = open_in(names, "requests");
	char line[1024], name[256], header[256];
	struct entry *e;
	unsigned long v;

	while (fgets(line, sizeof(line), f)) {
		if (sscanf(line, "%lx %*u %255s %255s", &v, name, header) != 3)
			continue;
		e = find_entry(name, true);
		if (!e)
			continue;
		e->number = v;
		e->numbered = true;
		e->machine = !e->same && (!strncmp(header, "asm/", 4) || !strcmp(header, "linux/kvm.h") || request__machine(name));
	}
	fclose(f);
}

void write__all(const char *names)
{
	take_notes();
	take_numbers(names);
	puts("/* Made by beautifiers/structs/gen: do not edit. */\n#include \"beautifiers/kinds.h\"\n#include \"beautifiers/made.h\"\n#include \"beautifiers/rows/ioctl.h\"\n");
	write_fields();
	write_shapes();
	write_requests();
	write_pointers("const struct kind *", "made_kinds", "kind_", kinds, nkinds);
	write_pointers("const struct flag_table *", "made_lists", "", lists, nlists);
	write_pointers("const struct shape *", "made_shown", "shape_", shown, nshown);
	write_names();
}
