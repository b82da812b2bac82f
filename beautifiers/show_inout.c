// SPDX-License-Identifier: BSD-2-Clause
/*
 * show_inout.c - structures that a call both reads and fills: one value, or what was passed and what it left.
 */
#include <string.h>

#include "kinds.h"

static void show_changed_number(struct show *s, const struct arg *a, const struct chunk *in, const struct chunk *out)
{
	const struct shape *sh = shape__of(a->spec->shape, a->call->abi);

	s->w->array_begin(s->o);
	s->w->item(s->o);
	s->w->change_begin(s->o);
	show_struct_field(s, a, sh->fields, chunk__bytes(in), in->len);
	s->w->changed(s->o);
	show_struct_field(s, a, sh->fields, chunk__bytes(out), out->len);
	s->w->change_end(s->o);
	s->w->array_end(s->o, ARRAY_WHOLE, 0);
}

static void show_changed(struct show *s, const struct arg *a, const struct chunk *in, const struct chunk *out)
{
	const struct shape *sh = a->spec->shape;

	if (sh->bare && !sh->show) {
		show_changed_number(s, a, in, out);
		return;
	}
	s->w->change_begin(s->o);
	show_struct_chunk(s, a, in, false);
	s->w->changed(s->o);
	show_struct_chunk(s, a, out, true);
	s->w->change_end(s->o);
}

/* -- As strace shows them -------------------------------------------------------------------------------------------- */

static void show_named_field(struct show *s, const struct arg *a, const struct field *f, const struct chunk *k)
{
	show_name(s, &f->spec);
	show_struct_field(s, a, f, chunk__bytes(k), k->len);
}

/* => VALUE */
static void show_filled(struct show *s, const struct arg *a, const struct field *f, const struct chunk *out)
{
	s->w->changed(s->o);
	if (f->again || f->changes)
		show_struct_field(s, a, f, chunk__bytes(out), out->len);
	else
		show_named_field(s, a, f, out);
	s->w->change_end(s->o);
}

/* A pointer that was passed, and the memory of it that the kernel filled */
static void show_in_place(struct show *s, const struct arg *a, const struct field *f, const struct chunk *out)
{
	s->w->changed(s->o);
	show_named_field(s, a, f, out);
	s->w->change_end(s->o);
}

/* {PASSED, BOTH => BOTH, FILLED, PASSED => FILLED}: a filled field that `changes` is that of the last one that was passed, if that has its
 * offset. */
void show_joined(struct show *s, const struct arg *a, const struct shape *sh, const struct chunk *in, const struct chunk *out)
{
	bool left = sh->more && out;
	const struct field *last = NULL;

	s->w->struct_begin(s->o);
	for (unsigned i = 0; i < sh->nfields; i++) {
		const struct field *f = &sh->fields[i];
		bool filled = f->out_only || f->late;
		const struct chunk *of = filled ? out : in;
		struct arg inner = *a;

		inner.out = filled;
		if (!of || (f->out_only && f->with_result) || field__hidden(s, &inner, f, chunk__bytes(of), of->len))
			continue;
		if (f->detail && !s->verbose) {
			left = true;
			continue;
		}
		if (f->out_only && f->changes && last && last->offset == f->offset) {
			show_in_place(s, &inner, f, out);
			continue;
		}
		last = filled ? last : f;
		show_named_field(s, &inner, f, of);
		inner.out = true;
		if (out && !f->in_only && !filled && !f->with_result &&
		    (f->again || memcmp(chunk__bytes(in) + f->offset, chunk__bytes(out) + f->offset, f->size)))
			show_filled(s, &inner, f, out);
	}
	s->w->struct_end(s->o, left);
}

static bool arrays_whole(const struct show *s, const struct arg *a, const struct shape *sh, const uint8_t *p, uint32_t len);

/* Has an array that the field points at elements, and could all that is shown of it be read? */
static bool is_whole(const struct show *s, const struct arg *a, const struct field *f, const uint8_t *p, uint32_t len)
{
	struct arg inner = {
		.call = a->call, .spec = &f->spec, .index = -1, .out = a->out, .field = f, .root = arg__root(a), .holder = p, .holder_len = len,
	};
	const struct chunk *k;

	if (!f->leads)
		return !f->spec.shape || f->array || arrays_whole(s, a, f->spec.shape, p + f->offset, f->size);
	if (!f->spec.kind->whole)
		return true;
	inner.value = load_uint(p + f->offset, f->size, s->swap);
	k = arg__memory(&inner, PART_SELF, a->out);
	if (k && k->len && chunk__status(k) == CHUNK_PARTIAL)
		return !s->verbose && k->len / shape__of(f->spec.shape, a->call->abi)->size > s->string_limit;
	return k && k->len;
}

static bool arrays_whole(const struct show *s, const struct arg *a, const struct shape *sh, const uint8_t *p, uint32_t len)
{
	for (unsigned i = 0; i < sh->nfields; i++)
		if (!field__hidden(s, a, &sh->fields[i], p, len) && !is_whole(s, a, &sh->fields[i], p, len))
			return false;
	return true;
}

static bool has_fields(const struct show *s, const struct arg *a, const struct shape *sh, const struct chunk *k)
{
	for (unsigned i = 0; i < sh->nfields; i++)
		if (!field__hidden(s, a, &sh->fields[i], chunk__bytes(k), k->len))
			return true;
	return false;
}

/* {PASSED} => {FILLED} */
static void show_again(struct show *s, const struct arg *a, const struct shape *sh, const struct chunk *in, const struct chunk *out)
{
	struct arg passed = *a, filled = *a;

	filled.out = true;
	show_struct_chunk(s, &passed, in, false);
	if (!out || !arrays_whole(s, &passed, sh, chunk__bytes(in), in->len) || !has_fields(s, &filled, sh, out))
		return;
	s->w->changed(s->o);
	show_struct_chunk(s, &filled, out, true);
	s->w->change_end(s->o);
}

/* Fields that strace shows after the result. */
void extra_fields(struct show *s, const struct call *c)
{
	struct arg a = { .call = c, .out = true };
	const struct shape *sh;
	const struct chunk *k;

	while (a.index + 1 < c->row->nargs && !c->row->args[a.index].shape)
		a.index++;
	a.spec = &c->row->args[a.index];
	a.value = c->args[a.index];
	if (!s->w->strace_marks || s->addresses || c->failed || !c->done || !a.spec->shape || !(k = struct__memory(s, &a, true)))
		return;
	sh = shape__of(a.spec->shape, c->abi);
	s->w->ret_extra_begin(s->o, "");
	s->w->struct_begin(s->o);
	for (unsigned i = 0; i < sh->nfields; i++)
		if (sh->fields[i].with_result)
			show_named_field(s, &a, &sh->fields[i], k);
	s->w->struct_end(s->o, false);
	s->w->ret_extra_end(s->o);
}

/* -- As other formats show them ----------------------------------------------------------------------------------- */

/* The call left it as it was: what was passed and what was filled. */
static void show_unchanged(struct show *s, const struct arg *a, const struct chunk *k)
{
	struct arg inner = *a;

	inner.both = true;
	show_struct_chunk(s, &inner, k, true);
}

/* Are there fields that only one of the copies, passed and filled, shows? */
static bool is_divided(const struct shape *sh)
{
	for (unsigned i = 0; i < sh->nfields; i++) {
		const struct field *f = &sh->fields[i];

		if (f->in_only || f->out_only || (f->spec.shape && !f->leads && is_divided(f->spec.shape)))
			return true;
	}
	return false;
}

static void show_both(struct show *s, const struct arg *a, const struct chunk *in, const struct chunk *out)
{
	bool shown_apart = s->w->strace_marks && is_divided(shape__of(a->spec->shape, a->call->abi));

	if (!shown_apart && in->len == out->len && !memcmp(chunk__bytes(in), chunk__bytes(out), in->len))
		show_unchanged(s, a, out);
	else
		show_changed(s, a, in, out);
}

void show_in_and_out(struct show *s, const struct arg *a, const struct chunk *in, const struct chunk *out)
{
	if (out)
		show_both(s, a, in, out);
	else
		show_struct_chunk(s, a, in, false);
}

/* Has the kernel filled anything that is shown? Flexible arrays without elements, or unread ones, do not count. */
static bool is_filled(const struct show *s, const struct arg *a, const struct shape *sh, const struct chunk *out)
{
	const uint8_t *p = chunk__bytes(out);
	struct arg inner = *a;

	inner.out = true;
	for (unsigned i = 0; i < sh->nfields; i++) {
		const struct field *f = &sh->fields[i];
		struct arg m = { .call = a->call, .spec = &f->spec, .index = -1, .out = true, .field = f, .root = arg__root(a), .holder = p, .holder_len = out->len };
		const struct chunk *k;

		if (f->offset + f->size > out->len || field__hidden(s, &inner, f, p, out->len))
			continue;
		if (!f->leads || f->size)
			return true;
		m.value = call__address(a->call, p + f->offset);
		k = arg__count(&m) ? arg__memory(&m, PART_SELF, true) : NULL;
		if (k && chunk__status(k) != CHUNK_PARTIAL)
			return true;
	}
	return !sh->nfields;
}

void show_struct_inout(struct show *s, const struct arg *a)
{
	const struct chunk *in = struct__memory(s, a, false), *out = struct__memory(s, a, true);
	const struct shape *all = shape__of(a->spec->shape, a->call->abi), *sh = in ? shape__at(all, chunk__bytes(in), in->len, s->swap) : all;
	bool strace = in && s->w->strace_marks;

	if (in && out && !all->joined && !all->again && is_divided(sh) && !is_filled(s, a, sh, out))
		out = NULL;

	if (strace && all->joined)
		show_joined(s, a, sh, in, a->call->failed && !a->spec->on_error ? NULL : out);
	else if (strace && all->again)
		show_again(s, a, sh, in, out);
	else if (!in && !out)
		show_pointer(s, a, false);
	else if (!in || !out)
		show_struct_chunk(s, a, in ? in : out, !in);
	else if (s->w->outcome && a->spec->on_intr)
		show_struct_chunk(s, a, in, false);
	else
		show_both(s, a, in, out);
}

/* A size that is too small is all that is shown; it, and what the kernel says instead. */
static void show_resized_whole(struct show *s, const struct arg *a)
{
	const struct chunk *in = arg__memory(a, PART_SELF, false), *out = arg__memory(a, PART_SELF, true);
	const struct shape *sh = shape__of(a->spec->shape, a->call->abi);
	uint32_t size = in && in->len >= 4 ? load_uint(chunk__bytes(in), 4, s->swap) : 0, need = size ? size : sh->least;
	bool small = size && size < sh->least;

	if (in && in->len >= (small ? 4 : need < sh->size ? need : sh->size))
		show_struct_chunk(s, a, in, false);
	else
		show_pointer(s, a, false);
	if (!out || !in || in->len < 4 || out->len < 4 || load_uint(chunk__bytes(out), 4, s->swap) == size)
		return;
	s->w->changed(s->o);
	show_struct_chunk(s, a, out, true);
	s->w->change_end(s->o);
}

void show_struct_resized(struct show *s, const struct arg *a)
{
	const struct chunk *in = struct__memory(s, a, false), *out = struct__memory(s, a, true);

	if (s->w->whole_only)
		show_resized_whole(s, a);
	else if (in && out && in->len >= out->len && memcmp(chunk__bytes(in), chunk__bytes(out), out->len))
		show_changed(s, a, in, out);
	else
		show_struct_in(s, a);
}

/* -- Counts that are passed and replaced ------------------------------------------------------------------------------ */

/* The count that the program passed, of a field of the argument's own structure; 0: not known. */
static uint64_t passed_count(const struct show *s, const struct arg *a)
{
	const struct call *c = a->call;
	const struct arg root = { .call = c, .spec = &c->row->args[a->root], .value = c->args[a->root], .index = a->root, .root = a->root };
	const struct chunk *in = arg__memory(&root, PART_SELF, false), *out = arg__memory(&root, PART_SELF, true);
	const struct field *f = a->field;

	if (!in || !out || a->holder != chunk__bytes(out) || f->len_offset + f->len_size > in->len)
		return 0;
	return load_uint(chunk__bytes(in) + f->len_offset, f->len_size, s->swap);
}

static void show_or_address(struct show *s, const struct arg *a, bool known, void (*show)(struct show *s, const struct arg *a))
{
	if (known)
		show(s, a);
	else
		s->w->address(s->o, arg__ulong(a));
}

void show_array_room(struct show *s, const struct arg *a)
{
	show_or_address(s, a, passed_count(s, a) >= arg__count(a), show_array_out_n);
}

void show_buf_room(struct show *s, const struct arg *a)
{
	show_or_address(s, a, passed_count(s, a) >= arg__count(a), show_buf_filled);
}

void show_buf_exact(struct show *s, const struct arg *a)
{
	show_or_address(s, a, passed_count(s, a) == arg__count(a), show_buf_filled);
}

void show_struct_room(struct show *s, const struct arg *a)
{
	show_or_address(s, a, passed_count(s, a) >= arg__count(a), show_struct_out);
}

void show_struct_exact(struct show *s, const struct arg *a)
{
	show_or_address(s, a, passed_count(s, a) == arg__count(a), show_struct_out);
}
