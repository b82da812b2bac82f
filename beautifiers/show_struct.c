// SPDX-License-Identifier: BSD-2-Clause
/*
 * show_struct.c - structures, by the tables of their fields (shapes_*.c).
 *
 * Invariant: no byte is read beyond the `len` bytes that were captured.
 */
#include "kinds.h"
#include "made.h"

#include <string.h>

#define PADDED_MOST 256		/* bytes of a shape that is `padded`, at most */

const struct shape *shape__of(const struct shape *sh, enum abi abi)
{
	if (UNLIKELY(sh->made))
		return made__shape(sh->made, abi);
	switch (abi) {
	case ABI_X86_64:
		return sh;
	case ABI_X32:
		return sh->x32_compat ? sh->compat : sh;
	case ABI_ARM:
		if (sh->arm)
			return sh->arm;
		/* fall through */
	case ABI_I386:
		return sh->compat ? sh->compat : sh;
	case ABI_PPC64LE:
		return sh->ppc ? sh->ppc : sh->generic ? sh->generic : sh;
	case ABI_S390X:
		return sh->s390 ? sh->s390 : sh->generic ? sh->generic : sh;
	case ABI_RISCV64:
		if (sh->riscv)
			return sh->riscv;
		/* fall through */
	default:
		return sh->generic ? sh->generic : sh;
	}
}

const struct shape *shape__at(const struct shape *sh, const uint8_t *p, uint32_t len, bool swap)
{
	const struct shape *found = NULL;
	uint64_t v;

	if (LIKELY(!sh->nsub) || sh->sub_offset + sh->sub_size > len)
		return sh;
	v = load_uint(p + sh->sub_offset, sh->sub_size, swap);
	if (sh->sub_mask)
		v &= sh->sub_mask;
	for (unsigned i = 0; !found && i < sh->nsub; i++)
		if (sh->sub[i].value == v)
			found = sh->sub[i].shape;
	return found ? shape__at(found, p, len, swap) : sh;
}

/* The number of an array's elements that are used, in another field. */
static uint64_t elements_of(const struct arg *a, uint64_t most)
{
	uint64_t n = arg__count(a);

	return n < most ? n : most;
}

static void show_inner(struct show *s, const struct arg *a, const struct shape *sh, const uint8_t *p, uint32_t size)
{
	bool verbose = s->verbose;

	s->verbose |= a->field->whole && s->w->strace_marks;
	if (UNLIKELY(sh->made))
		sh = shape__of(sh, s->abi);
	if (sh->size && (size > sh->size || a->field->array))
		show_elements(s, a, sh, p, size, a->field->len_size ? elements_of(a, size / sh->size) : size / sh->size);
	else
		show_element(s, a, sh, p, size);
	s->verbose = verbose;
}

/* Does it have an array at its end, of as many elements as there are bytes? */
static bool ends_open(const struct shape *sh)
{
	return sh->nfields && sh->fields[sh->nfields - 1].rest;
}

static void show_rest(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	const struct shape *sh = a->spec->shape ? shape__of(a->spec->shape, a->call->abi) : NULL;

	if (!sh || len < sh->size)
		s->w->bytes(s->o, p, len, STRING_WHOLE);
	else if (!a->field->array && (sh->show || (len == sh->size && !sh->bare) || ends_open(sh)))
		show__shape(s, a, sh, p, len);
	else
		show_elements(s, a, sh, p, len, len / sh->size);
}

void show_struct_field(struct show *s, const struct arg *parent, const struct field *f, const uint8_t *holder, uint32_t len)
{
	struct arg a = {
		.call = parent->call, .spec = &f->spec, .index = -1, .out = parent->out,
		.field = f, .root = arg__root(parent), .holder = holder, .holder_len = len, .was = parent->was, .both = parent->both,
	};
	const struct kind *kind = shown_kind(s, &f->spec);
	const uint8_t *p = holder + f->offset;

	if (f->rest) {
		show_rest(s, &a, p, len - f->offset);
	} else if (f->spec.shape && !f->leads && kind == f->spec.kind) {
		show_inner(s, &a, UNLIKELY(f->spec.shape->made) ? shape__of(f->spec.shape, parent->call->abi) : f->spec.shape, p, f->size);
	} else if (kind->show_field) {
		kind->show_field(s, p, f->len_size ? (uint32_t)elements_of(&a, f->size) : f->size);
	} else {
		a.value = kind->sign ? (uint64_t)load_int(p, f->size, s->swap) : load_uint(p, f->size, s->swap);
		if (f->leads && !f->size)
			a.value = call__address(parent->call, p);
		if (UNLIKELY(f->bits))
			a.value = a.value >> f->bit & (UINT64_MAX >> (64 - f->bits));
		if (f->leads && !s->follows_left) {
			s->w->address(s->o, a.value);
			return;
		}
		s->follows_left -= f->leads;
		kind->show(s, &a);
	}
}

/* Limits `len` to the size in the structure's first field; at least that field. more: the structure is larger than its shape. */
static uint32_t said_size(const struct show *s, const struct shape *sh, const uint8_t *p, uint32_t len, bool *more)
{
	uint32_t size = len >= 4 ? load_uint(p, 4, s->swap) : 0;

	if (!size && sh->or_zero)
		size = sh->least;
	*more = size > sh->size && len >= sh->size;
	if (size < sh->least)
		size = 4;
	return size < len ? size : len;
}

void show_member(struct show *s, const struct arg *a, const struct field *f, const uint8_t *p, uint32_t len)
{
	if (field__hidden(s, a, f, p, len))
		return;
	show_name(s, &f->spec);
	show_struct_field(s, a, f, p, len);
}

/* Was less than the structure passed, or filled, not less captured? strace shows such an option only of what the kernel fills. */
static bool is_cut(const struct show *s, const struct arg *a, uint32_t len)
{
	const struct kind *k = a->spec->kind;

	return k->cut || (!s->w->strace_marks && a->index >= 0 && !k->sized && k->cap[0].len == LEN_ARG && k->cap[0].size == 1 && arg__count(a) == len);
}

/* A field that does not fit: what there is of it is shown as bytes. true: formats that show structures only whole need no mark that more is missing. */
static bool show_cut(struct show *s, const struct arg *a, const struct field *f, const uint8_t *p, uint32_t len)
{
	if (!is_cut(s, a, len))
		return false;
	if (f->offset < len) {
		show_name(s, &f->spec);
		(s->w->whole_only ? s->w->octets : s->w->bytes)(s->o, p + f->offset, len - f->offset, STRING_WHOLE);
	}
	return s->w->whole_only;
}

static uint32_t tail_end(const struct arg *a)
{
	uint64_t passed = arg__count(a);

	return passed < TAIL_MOST ? (uint32_t)passed : TAIL_MOST;
}

bool shape__has_tail(const struct arg *a, const struct shape *sh, const uint8_t *p, uint32_t len)
{
	uint32_t end = tail_end(a);

	return end > sh->size && (len < end || sh->tail == TAIL_DOTS || !is_zero(p + sh->size, end - sh->size));
}

/* true: it is left out. */
static bool show_tail(struct show *s, const struct arg *a, const struct shape *sh, const uint8_t *p, uint32_t len)
{
	uint32_t from = sh->size, end = tail_end(a), n = end - from;

	if (!shape__has_tail(a, sh, p, len))
		return false;
	if (sh->tail == TAIL_DOTS || (sh->tail == TAIL_FIELD && !s->verbose))
		return true;
	if (len < end) {
		s->w->tail(s->o, NULL, from, end, NULL, 0);
		return false;
	}
	if (sh->tail == TAIL_BYTES && n > s->string_limit)
		n = s->string_limit;
	s->w->tail(s->o, sh->tail == TAIL_FIELD ? "extra_data" : NULL, from, end, p + from, n);
	return false;
}

/* Two copies of a structure, each with all the bytes of its shape. */
struct padded {
	uint8_t was[PADDED_MOST], now[PADDED_MOST];
	uint32_t passed;
};

/* true: fields are left out. */
static bool show_padded_fields(struct show *s, const struct arg *a, const struct shape *sh, const struct padded *two)
{
	bool left = false;

	for (unsigned i = 0; i < sh->nfields; i++) {
		const struct field *f = &sh->fields[i];

		if ((f->over && f->over >= two->passed) || field__hidden(s, a, f, two->now, sh->size))
			continue;
		if (sh->abridge && !s->verbose && !field__brief(f, two->now, sh->size)) {
			left = true;
			continue;
		}
		show_name(s, &f->spec);
		if (f->changes && memcmp(two->was + f->offset, two->now + f->offset, f->size)) {
			s->w->change_begin(s->o);
			show_struct_field(s, a, f, two->was, two->passed);
			s->w->changed(s->o);
			show_struct_field(s, a, f, two->now, two->passed);
			s->w->change_end(s->o);
			continue;
		}
		show_struct_field(s, a, f, two->now, two->passed);
	}
	return left;
}

void show_padded(struct show *s, const struct arg *a, const struct shape *sh, const uint8_t *was, const uint8_t *now, uint32_t len)
{
	uint32_t passed = len < sh->size ? len : sh->size;
	struct padded two = { .passed = passed };
	struct arg inner = *a;
	bool abridged, left;

	memcpy(two.was, was, passed);
	memcpy(two.now, now, passed);
	inner.was = two.was;
	s->w->struct_begin(s->o);
	if (sh->within) {
		s->w->field(s->o, sh->within, strlen(sh->within));
		s->w->struct_begin(s->o);
	}
	abridged = show_padded_fields(s, &inner, sh, &two);
	if (sh->within)
		s->w->struct_end(s->o, false);
	left = abridged || (sh->tail && show_tail(s, a, sh, was, len));
	s->w->struct_end(s->o, left);
}

/* A structure of which less may have been passed than fields are shown: the rest is 0. */
static void show_passed(struct show *s, const struct arg *a, const struct shape *sh, const uint8_t *p, uint32_t len)
{
	const struct chunk *k = sh->at_exit && a->call->done ? arg__memory(a, PART_SELF, true) : NULL;
	struct arg inner = *a;

	if (!k || k->len < (len < sh->size ? len : sh->size)) {
		show_padded(s, a, sh, p, p, len);
		return;
	}
	inner.out = true;
	show_padded(s, &inner, sh, p, chunk__bytes(k), len);
}

static void show_date_of(struct show *s, const struct shape *sh, const uint8_t *p, uint32_t len)
{
	const struct field *f = sh->fields;
	int64_t fraction;

	if (f[1].offset + f[1].size > len)
		return;
	fraction = load_int(p + f[1].offset, f[1].size, s->swap);
	if (sh->dated_us)
		fraction = fraction >= 0 && fraction < 1000000 ? fraction * 1000 : -1;
	s->w->date(s->o, (int64_t)load_uint(p + f[0].offset, f[0].size, s->swap), fraction, sh->dated_us ? 6 : 9);
}

/* Newer kernels' structures may be longer. */
static void show_beyond(struct show *s, const uint8_t *p, uint32_t len)
{
	show_field_name(s, "rest");
	s->w->bytes(s->o, p, len < s->string_limit || s->verbose ? len : s->string_limit, len <= s->string_limit || s->verbose ? STRING_WHOLE : STRING_CUT);
}

/* What a program passes beyond the structure, if it is not all 0: the kernel rejects what it does not know. true: not all of it was read. */
static bool show_passed_beyond(struct show *s, const struct arg *a, const struct shape *sh, const uint8_t *p, uint32_t len)
{
	uint32_t end = tail_end(a);
	bool has = shape__has_tail(a, sh, p, len);

	if (has && len >= end)
		show_beyond(s, p + sh->size, end - sh->size);
	return (has && len < end) || arg__count(a) > TAIL_MOST;
}

bool show_said_beyond(struct show *s, const struct arg *a, const struct field *f, const uint8_t *p)
{
	struct arg m = { .call = a->call, .spec = &f->spec, .index = -1, .out = a->out, .field = f, .root = arg__root(a), .value = call__address(a->call, p) + f->offset };
	uint64_t size = load_uint(p + f->len_offset, f->len_size, s->swap), n = bytes_beyond(size, f->offset);
	const struct chunk *k = n ? arg__memory(&m, PART_SELF, false) : NULL;

	if (size <= f->offset)
		return false;
	if (!k || k->len < n)
		return true;
	if (!is_zero(chunk__bytes(k), (uint32_t)n))
		show_beyond(s, chunk__bytes(k), (uint32_t)n);
	return false;
}

/* Has the shape the same field as the kernel fills it, and is this shown? */
static bool is_filled_too(const struct show *s, const struct arg *a, const struct shape *sh, const struct field *f, const uint8_t *p, uint32_t len)
{
	for (const struct field *of = sh->fields; of < sh->fields + sh->nfields; of++)
		if (of->out_only && of->offset == f->offset && !strcmp(of->spec.name, f->spec.name) && !field__hidden(s, a, of, p, len))
			return true;
	return false;
}

static void show_fields(struct show *s, const struct arg *a, const struct shape *sh, const uint8_t *p, uint32_t len)
{
	bool brief, left = false, sized = a->spec->kind->sized || sh->least;

	sh = shape__at(sh, p, len, s->swap);
	if (UNLIKELY(sh->padded)) {
		show_passed(s, a, sh, p, len);
		return;
	}
	brief = sh->abridge && !s->verbose;
	if (sh->least)
		len = said_size(s, sh, p, len, &left);
	if (sh->macro)
		s->w->macro_begin(s->o, sh->macro);
	else
		s->w->struct_begin(s->o);
	for (unsigned i = 0; i < sh->nfields; i++) {
		const struct field *f = &sh->fields[i];

		if (field__of_other(a, f) || (UNLIKELY(a->both) && f->in_only && is_filled_too(s, a, sh, f, p, len))) {
			continue;
		} else if (UNLIKELY(f->spec.kind->beyond)) {
			left = s->w->strace_marks ? left : len == f->offset && show_said_beyond(s, a, f, p);
		} else if (f->offset + f->size > len) {
			left |= !show_cut(s, a, f, p, len) && !sized;
		} else if (field__hidden(s, a, f, p, len)) {
			continue;
		} else if (brief && !field__brief(f, p, len)) {
			left = true;
		} else {
			if (UNLIKELY(f->unnamed && s->w->strace_marks))
				s->w->field(s->o, NULL, 0);
			else
				show_name(s, &f->spec);
			show_struct_field(s, a, f, p, len);
		}
	}
	if (UNLIKELY(a->spec->kind->longer) && a->index >= 0 && len > sh->size && !ends_open(sh))
		show_beyond(s, p + sh->size, len - sh->size);
	if (UNLIKELY(sh->tail) && a->index >= 0 && s->w->tail)
		left = show_tail(s, a, sh, p, len);
	else if (UNLIKELY(sh->tail || (sh->strace && sh->strace->tail)) && a->index >= 0 && !s->w->tail)
		left |= show_passed_beyond(s, a, sh, p, len);
	if (sh->macro)
		s->w->macro_end(s->o);
	else
		s->w->struct_end(s->o, left);
	if (UNLIKELY(sh->dated || sh->dated_us) && show__dates(s))
		show_date_of(s, sh, p, len);
}

void show__shape(struct show *s, const struct arg *a, const struct shape *sh, const uint8_t *p, uint32_t len)
{
	if (UNLIKELY(sh->made))
		sh = shape__of(sh, s->abi);
	if (s->w->strace_marks && sh->strace)
		sh = shape__of(sh->strace, s->abi);
	if (sh->show) {
		sh->show(s, a, p, len);
	} else if (!sh->bare) {
		show_fields(s, a, sh, p, len);
	} else if ((sh->direct || sh->fields[0].array) && len >= sh->size) {
		show_struct_field(s, a, sh->fields, p, len);
	} else {
		s->w->array_begin(s->o);
		if (len >= sh->size) {
			s->w->item(s->o);
			show_struct_field(s, a, sh->fields, p, len);
		}
		s->w->array_end(s->o, len < sh->size ? ARRAY_CUT : ARRAY_WHOLE, 0);
	}
}

void show_struct_chunk(struct show *s, const struct arg *a, const struct chunk *k, bool out)
{
	struct arg inner = *a;

	inner.out = out;
	show__shape(s, &inner, shape__of(a->spec->shape, a->call->abi), chunk__bytes(k), k->len);
}

/* Was enough passed, and was it read? What is beyond the structure need not be there, unless it is a field. */
static bool was_passed(const struct arg *a, const struct shape *sh, const struct chunk *k)
{
	uint64_t passed = arg__count(a);

	if (sh->tail == TAIL_FIELD)
		return passed >= sh->min_passed && passed <= TAIL_MOST && k->len >= passed;
	return passed >= sh->min_passed && k->len >= (passed < sh->size ? passed : sh->size);
}

/* Numbers and sets that could be read only in part are shown as unread; so is every structure if the format says so. */
const struct chunk *struct__memory(const struct show *s, const struct arg *a, bool out)
{
	const struct chunk *k = arg__memory(a, PART_SELF, out);
	const struct shape *sh;

	if (!k)
		return NULL;
	sh = shape__of(a->spec->shape, a->call->abi);
	if (s->w->strace_marks && sh->strace)
		sh = sh->strace;
	if (sh->min_passed)
		return was_passed(a, sh, k) ? k : NULL;
	if ((a->spec->kind->sized || a->spec->kind->cut) && chunk__status(k) == CHUNK_OK)
		return k;
	if (sh->exact && s->w->whole_only && arg__count(a) != sh->size)
		return NULL;
	return (sh->bare || sh->whole || s->w->whole_only) && k->len < (sh->partial ? sh->fields[0].offset + sh->fields[0].size : sh->size) ? NULL : k;
}

void show_struct_in(struct show *s, const struct arg *a)
{
	const struct chunk *k = struct__memory(s, a, false);

	if (k)
		show_struct_chunk(s, a, k, false);
	else
		show_pointer(s, a, false);
}

/* EINTR, or the kernel's ERESTART_RESTARTBLOCK: the call is restarted with the remaining time. */
static bool interrupted(const struct call *c)
{
	return c->ret == -4 || c->ret == -516;
}

void show_struct_out(struct show *s, const struct arg *a)
{
	const struct chunk *k = struct__memory(s, a, true);

	if (a->spec->on_intr && !interrupted(a->call))
		s->w->address(s->o, arg__ulong(a));
	else if (k)
		show_struct_chunk(s, a, k, true);
	else
		show_pointer(s, a, true);
}
