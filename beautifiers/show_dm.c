// SPDX-License-Identifier: BSD-2-Clause
/*
 * show_dm.c - requests to the device mapper: a struct dm_ioctl, and data at an offset in the same memory, data_size bytes in all.
 *
 * strace shows both as elements of an array; other formats show the data as a field of the structure. Fields with `leads` are the data:
 * their memory begins with the structure.
 */
#include <linux/dm-ioctl.h>
#include <stddef.h>
#include <string.h>

#include "kinds.h"

#define LEAST offsetof(struct dm_ioctl, data)		/* bytes of the structure that every request has */
#define NAME_AT offsetof(struct dm_name_list, name)

/* A request's memory: `len` bytes of `size` were captured. */
struct area {
	const uint8_t *p;
	uint64_t addr, size, start;
	uint32_t len, targets;
	bool limited;			/* more could have been captured */
	bool out;
};

static struct area area_of(const struct show *s, const struct arg *a)
{
	const uint8_t *p = a->holder;
	const struct chunk *k = arg__memory(a, PART_SELF, a->out);

	return (struct area){
		.p = k ? chunk__bytes(k) : p, .len = k ? k->len : a->holder_len, .addr = a->value,
		.size = load_uint(p + offsetof(struct dm_ioctl, data_size), 4, s->swap), .start = load_uint(p + offsetof(struct dm_ioctl, data_start), 4, s->swap),
		.targets = (uint32_t)load_uint(p + offsetof(struct dm_ioctl, target_count), 4, s->swap),
		.limited = k && chunk__status(k) == CHUNK_TRUNC, .out = a->out,
	};
}

/* Begins a value of the data: in strace's format an element beside the structure. */
static void next_value(struct show *s)
{
	if (s->w->strace_marks)
		s->w->item(s->o);
}

static void list_begin(struct show *s)
{
	if (!s->w->strace_marks)
		s->w->array_begin(s->o);
}

static void list_end(struct show *s)
{
	if (!s->w->strace_marks)
		s->w->array_end(s->o, ARRAY_WHOLE, 0);
}

/* Has the limit of elements been reached? */
static bool is_limit(const struct show *s, uint64_t n)
{
	return n >= s->string_limit && (s->w->strace_marks || !s->verbose);
}

/* Is element n, a structure of `size` bytes at this offset, to be shown? If not, the list ends, and says why. */
static bool goes_on(struct show *s, const struct area *m, uint64_t n, uint64_t at, uint64_t size, const char *misplaced)
{
	bool good = at + size <= m->size, limit = good && is_limit(s, n);

	if (good && !limit && at + size <= m->len)
		return true;
	if (!s->w->strace_marks) {
		s->w->array_end(s->o, limit ? ARRAY_LIMIT : good && !m->limited ? ARRAY_FAULT : ARRAY_CUT, m->addr + at);
		return false;
	}
	s->w->item(s->o);
	if (good && !limit)
		s->w->unread(s->o, m->addr + at);
	else
		s->w->word(s->o, limit ? "..." : misplaced);
	return false;
}

/* Up to a NUL before the data's end. */
static void show_text(struct show *s, const struct area *m, uint64_t at)
{
	uint64_t most = m->size - at, limit = s->string_limit, n;
	uint64_t there = at < m->len ? m->len - at : 0;

	if (most > limit + 1)
		most = limit + 1;
	if (there > most)
		there = most;
	n = strnlen((const char *)m->p + (there ? at : 0), there);
	if (n == there && there < most && !m->limited)
		s->w->unread(s->o, m->addr + at);
	else
		s->w->string(s->o, m->p + (there ? at : 0), n < limit ? n : limit, n < there || !most ? STRING_WHOLE : STRING_CUT);
}

/* char[]; without a NUL all but the last byte */
static void show_array(struct show *s, const uint8_t *p, size_t size)
{
	size_t n = strnlen((const char *)p, size);

	s->w->string(s->o, p, n < size ? n : size - 1, n < size ? STRING_WHOLE : STRING_CUT);
}

void show_dm_text(struct show *s, const struct arg *a)
{
	show_array(s, a->holder + a->field->offset, a->field->size);
}

static uint64_t member(const struct show *s, const struct area *m, uint64_t at, unsigned size)
{
	return load_uint(m->p + at, size, s->swap);
}

static void show_device(struct show *s, uint64_t dev)
{
	show_dev_block(s, &(struct arg){ .index = -1, .value = dev });
}

#define MEMBER(type, field, at) member(s, m, (at) + offsetof(type, field), sizeof(((type *)0)->field))

static void show_target(struct show *s, const struct area *m, uint64_t at)
{
	s->w->struct_begin(s->o);
	show_named(s, "sector_start", uinteger, MEMBER(struct dm_target_spec, sector_start, at));
	show_named(s, "length", uinteger, MEMBER(struct dm_target_spec, length, at));
	if (m->out)
		show_named(s, "status", integer, (int32_t)MEMBER(struct dm_target_spec, status, at));
	show_field_name(s, "target_type");
	show_array(s, m->p + at + offsetof(struct dm_target_spec, target_type), DM_MAX_TYPE_NAME);
	show_field_name(s, "string");
	show_text(s, m, at + sizeof(struct dm_target_spec));
	s->w->struct_end(s->o, false);
}

void show_dm_targets(struct show *s, const struct arg *a)
{
	struct area area = area_of(s, a), *m = &area;
	uint64_t at = m->start, next = UINT64_MAX;

	list_begin(s);
	for (uint32_t i = 0; i < m->targets; i++) {
		if (!goes_on(s, m, i, next <= sizeof(struct dm_target_spec) ? m->size : at, sizeof(struct dm_target_spec), "??? /* misplaced struct dm_target_spec */"))
			return;
		s->w->item(s->o);
		show_target(s, m, at);
		next = MEMBER(struct dm_target_spec, next, at);
		at += next;
	}
	list_end(s);
}

static void show_device_name(struct show *s, const struct area *m, uint64_t at)
{
	s->w->struct_begin(s->o);
	show_field_name(s, "dev");
	show_device(s, MEMBER(struct dm_name_list, dev, at));
	show_field_name(s, "name");
	show_text(s, m, at + NAME_AT);
	s->w->struct_end(s->o, false);
}

static void show_version(struct show *s, const struct area *m, uint64_t at)
{
	s->w->struct_begin(s->o);
	show_field_name(s, "name");
	show_text(s, m, at + offsetof(struct dm_target_versions, name));
	show_field_name(s, "version");
	s->w->array_begin(s->o);
	for (unsigned i = 0; i < 3; i++) {
		s->w->item(s->o);
		s->w->uinteger(s->o, MEMBER(struct dm_target_versions, version[0], at + 4 * i));
	}
	s->w->array_end(s->o, ARRAY_WHOLE, 0);
	s->w->struct_end(s->o, false);
}

/* Structures that each say where the next one is. */
struct chain {
	void (*show)(struct show *s, const struct area *m, uint64_t at);
	unsigned size, next_at;	/* bytes of one without its name, and the offset of `next`, which is more than these */
	const char *misplaced;
};

static void show_chain(struct show *s, const struct arg *a, const struct chain *c)
{
	struct area area = area_of(s, a), *m = &area;
	uint64_t at = m->start, next = UINT64_MAX;

	list_begin(s);
	for (uint64_t i = 0; next && m->start != m->size; i++) {
		if (!goes_on(s, m, i, next <= c->size ? m->size : at, c->size, c->misplaced))
			return;
		s->w->item(s->o);
		c->show(s, m, at);
		next = member(s, m, at + c->next_at, 4);
		at += next;
	}
	list_end(s);
}

void show_dm_devices(struct show *s, const struct arg *a)
{
	static const struct chain names = { show_device_name, NAME_AT, offsetof(struct dm_name_list, next), "??? /* misplaced struct dm_name_list */" };

	show_chain(s, a, &names);
}

void show_dm_versions(struct show *s, const struct arg *a)
{
	static const struct chain versions = { show_version, sizeof(struct dm_target_versions), 0, "??? /* misplaced struct dm_target_versions */" };

	show_chain(s, a, &versions);
}

/* A single value: is there one of `size` bytes? */
static bool begin_single(struct show *s, const struct area *m, uint64_t size, const char *misplaced)
{
	bool good = m->start + size <= m->size, read = m->start + size <= m->len;

	next_value(s);
	if (good && read)
		return true;
	if (good || !s->w->strace_marks)
		s->w->unread(s->o, m->addr + m->start);
	else
		s->w->word(s->o, misplaced);
	return false;
}

static void show_dependencies(struct show *s, const struct area *m, uint64_t at, uint64_t count)
{
	uint64_t there = m->len > at ? (m->len - at) / 8 : 0, n = there < count ? there : count;
	bool all = s->verbose || n <= s->string_limit;

	if (count && !n && !m->limited) {
		s->w->unread(s->o, m->addr + at);
		return;
	}
	n = all ? n : s->string_limit;
	s->w->array_begin(s->o);
	for (uint64_t i = 0; i < n; i++) {
		s->w->item(s->o);
		show_device(s, member(s, m, at + i * 8, 8));
	}
	s->w->array_end(s->o, n == count ? ARRAY_WHOLE : !all || m->limited ? ARRAY_LIMIT : ARRAY_FAULT, m->addr + at + n * 8);
}

void show_dm_deps(struct show *s, const struct arg *a)
{
	static const char misplaced[] = "??? /* misplaced struct dm_target_deps */";
	struct area area = area_of(s, a), *m = &area;
	uint64_t count, at = m->start + sizeof(struct dm_target_deps);

	if (!begin_single(s, m, sizeof(struct dm_target_deps), misplaced))
		return;
	count = MEMBER(struct dm_target_deps, count, m->start);
	if (count > (m->size - at) / 8) {
		if (s->w->strace_marks)
			s->w->word(s->o, misplaced);
		else
			s->w->unread(s->o, m->addr + m->start);
		return;
	}
	s->w->struct_begin(s->o);
	show_named(s, "count", uinteger, count);
	show_field_name(s, "deps");
	show_dependencies(s, m, at, count);
	s->w->struct_end(s->o, false);
}

void show_dm_message(struct show *s, const struct arg *a)
{
	struct area area = area_of(s, a), *m = &area;

	if (!begin_single(s, m, sizeof(struct dm_target_msg), "??? /* misplaced struct dm_target_msg */"))
		return;
	s->w->struct_begin(s->o);
	show_named(s, "sector", uinteger, MEMBER(struct dm_target_msg, sector, m->start));
	show_field_name(s, "message");
	show_text(s, m, m->start + sizeof(struct dm_target_msg));
	s->w->struct_end(s->o, false);
}

void show_dm_string(struct show *s, const struct arg *a)
{
	struct area area = area_of(s, a), *m = &area;

	if (m->start > m->size) {
		begin_single(s, m, 0, "??? /* misplaced string */");
		return;
	}
	next_value(s);
	if (!s->w->strace_marks) {
		show_text(s, m, m->start);
		return;
	}
	s->w->struct_begin(s->o);
	show_field_name(s, "string");
	show_text(s, m, m->start);
	s->w->struct_end(s->o, false);
}

/* -- The structure --------------------------------------------------------------------------------------------------- */

/* The kernel understands neither other versions nor shorter structures: their fields mean nothing. */
static const char *refused(const struct show *s, const uint8_t *p, bool size)
{
	if (!size)
		return load_uint(p, 4, s->swap) != DM_VERSION_MAJOR ? "unsupported device mapper ABI version" : NULL;
	return load_uint(p + offsetof(struct dm_ioctl, data_size), 4, s->swap) < LEAST ? "data_size too small" : NULL;
}

static bool show_head(struct show *s, const struct arg *a, const struct shape *sh, const uint8_t *p, uint32_t len)
{
	for (unsigned i = 0; i < sh->nfields; i++) {
		const char *why = i < 2 ? refused(s, p, i) : NULL;

		if (!sh->fields[i].leads)
			show_member(s, a, &sh->fields[i], p, len);
		if (!why)
			continue;
		if (s->w->comment)
			s->w->comment(s->o, why);
		return false;
	}
	return true;
}

static bool is_wanted(const struct arg *a, const struct field *f, const uint8_t *p)
{
	return f->leads && !(a->out ? f->in_only : f->out_only) && (!f->when || f->when(a->call, p));
}

/* The request's data, of which there is at most one kind in each direction. */
static const struct field *data_of(const struct arg *a, const struct shape *sh, const uint8_t *p)
{
	for (unsigned i = 0; i < sh->nfields; i++)
		if (is_wanted(a, &sh->fields[i], p))
			return &sh->fields[i];
	return NULL;
}

/* Without targets, and at the end of the memory, strace shows no data. */
static bool is_empty(const struct show *s, const struct field *f, const uint8_t *p)
{
	if (f->spec.kind->show == show_dm_targets)
		return !load_uint(p + offsetof(struct dm_ioctl, target_count), 4, s->swap);
	return f->spec.kind->show != show_dm_string &&
	       load_uint(p + offsetof(struct dm_ioctl, data_start), 4, s->swap) == load_uint(p + offsetof(struct dm_ioctl, data_size), 4, s->swap);
}

static void show_data(struct show *s, const struct arg *a, const struct field *f, const uint8_t *p, uint32_t len)
{
	struct arg data = {
		.call = a->call, .spec = &f->spec, .index = -1, .out = a->out, .field = f, .root = arg__root(a), .holder = p, .holder_len = len,
		.value = call__address(a->call, p),
	};

	if (!s->w->strace_marks)
		s->w->field(s->o, f->spec.name, f->spec.name_len);
	f->spec.kind->show(s, &data);
}

static void show_copy(struct show *s, const struct arg *a, const struct chunk *k, bool out)
{
	const struct shape *sh = a->spec->shape;
	const uint8_t *p = chunk__bytes(k);
	const struct field *f;
	struct arg inner = *a;
	bool good;

	inner.out = out;
	f = data_of(&inner, sh, p);
	if (s->w->strace_marks) {
		f = f && is_empty(s, f, p) ? NULL : f;
		s->w->array_begin(s->o);
		s->w->item(s->o);
	}
	s->w->struct_begin(s->o);
	good = show_head(s, &inner, sh, p, k->len);
	if (good && f && !s->w->strace_marks)
		show_data(s, &inner, f, p, k->len);
	s->w->struct_end(s->o, false);
	if (!s->w->strace_marks)
		return;
	if (good && f && s->verbose)
		show_data(s, &inner, f, p, k->len);
	s->w->array_end(s->o, good && f && !s->verbose ? ARRAY_LIMIT : ARRAY_WHOLE, 0);
}

void show_dm(struct show *s, const struct arg *a)
{
	const struct chunk *in = arg__memory(a, PART_SELF, false), *out = a->call->failed ? NULL : arg__memory(a, PART_SELF, true);

	if (!in || in->len < LEAST || (s->w->strace_marks && !load_uint(chunk__bytes(in) + offsetof(struct dm_ioctl, data_size), 4, s->swap))) {
		(s->w->strace_marks ? s->w->hex : s->w->address)(s->o, arg__ulong(a));
		return;
	}
	if (!out || out->len < LEAST) {
		show_copy(s, a, in, false);
		return;
	}
	s->w->change_begin(s->o);
	show_copy(s, a, in, false);
	s->w->changed(s->o);
	show_copy(s, a, out, true);
	s->w->change_end(s->o);
}
