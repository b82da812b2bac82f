// SPDX-License-Identifier: BSD-2-Clause
/* show_flags.c - numbers with names: or-ed bits, one of many, and both combined. */
#include <string.h>
#include <sys/stat.h>

#include "kinds.h"

/* One pass is enough because of the order and the masks of a list of bits: see flags.h. */
uint64_t show_flag_names(struct show *s, const struct flag_table *t, uint64_t v, bool *any)
{
	const struct flag *f, *end;

	t = flag_table__in(t, s->abi);
	f = t->flags;
	end = f + t->n;
	for (; f < end; f++) {
		if ((v & f->mask) != f->value || (f->newer && s->w->strace_marks))
			continue;
		s->w->flag(s->o, f->name, f->len, f->skip);
		v &= ~f->mask;
		*any = true;
	}
	return v;
}

static void show_enum_value(struct show *s, const struct flag_table *t, uint64_t v)
{
	const struct flag *f = flag_table__find(flag_table__in(t, s->abi), v);

	if (f && !(f->newer && s->w->strace_marks))
		s->w->symbol(s->o, v, f->name, f->skip, t);
	else
		s->w->symbol(s->o, v, NULL, 0, t);
}

void show__flags(struct show *s, const struct flag_table *t, uint64_t v)
{
	bool any = false;

	t = flag_table__in(t, s->abi);
	if (!t->bits) {
		show_enum_value(s, t, v);
		return;
	}
	s->w->flags_begin(s->o, v, t);
	if (!v && t->zero) {
		s->w->flag(s->o, t->zero->name, t->zero->len, t->zero->skip);
		any = true;
	} else {
		v = show_flag_names(s, t, v, &any);
	}
	s->w->flags_end(s->o, v, any);
}

void show__enum(struct show *s, const struct flag_table *t, uint64_t v)
{
	if (t->bits)
		show__flags(s, t, v);
	else
		show_enum_value(s, t, v);
}

void show_flags(struct show *s, const struct arg *a)
{
	show__flags(s, a->spec->flags, (uint32_t)a->value);
}

void show_flags64(struct show *s, const struct arg *a)
{
	show__flags(s, a->spec->flags, arg__ulong(a));
}

void show_enum(struct show *s, const struct arg *a)
{
	show__enum(s, a->spec->flags, (uint32_t)a->value);
}

void show_enum64(struct show *s, const struct arg *a)
{
	show__enum(s, a->spec->flags, arg__ulong(a));
}

/* One of two lists; the first says what other values are called. */
void show_enum_either(struct show *s, const struct arg *a)
{
	uint32_t v = (uint32_t)a->value;
	const struct flag_table *t = a->spec->flags;

	if (!flag_table__find(flag_table__in(t, s->abi), v) && flag_table__find(flag_table__in(a->spec->flags2, s->abi), v))
		t = a->spec->flags2;
	show__enum(s, t, v);
}

/* A word with names of the first list in strace's format, of the second in others, which know more. */
static const struct flag_table *own_list(const struct show *s, const struct arg *a)
{
	return s->w->strace_marks || !a->spec->flags2 ? a->spec->flags : a->spec->flags2;
}

void show_flags_ours(struct show *s, const struct arg *a)
{
	show__flags(s, own_list(s, a), a->value);
}

/* The same of numbers, some of which have names: the others are decimal. */
void show_enum_dec64(struct show *s, const struct arg *a)
{
	const struct flag_table *t = flag_table__in(own_list(s, a), s->abi);
	const struct flag *f = flag_table__find(t, a->value);

	if (f && show__constants(s) == CONSTANTS_NAMED) {
		s->w->symbol(s->o, a->value, f->name, f->skip, t);
		return;
	}
	s->w->uinteger(s->o, a->value);
	if (f && show__constants(s) == CONSTANTS_BOTH)
		s->w->comment(s->o, f->name);
}

void show_enum_int(struct show *s, const struct arg *a)
{
	int32_t v = (int32_t)a->value;
	const struct flag *f = flag_table__find(flag_table__in(a->spec->flags, s->abi), (uint64_t)(int64_t)v);

	if (f)
		s->w->symbol(s->o, (uint64_t)(int64_t)v, f->name, f->skip, a->spec->flags);
	else
		s->w->integer(s->o, v);
}

/* The bits that `flags` knows, or-ed with one of `values`. */
/* A value that implies flags, which v has: PER_SVR4. */
static const struct flag *implying(const struct flag_table *values, uint64_t known, uint64_t v)
{
	for (unsigned i = 0; i < values->n; i++)
		if ((values->flags[i].value & ~known) == (v & ~known) && (values->flags[i].value & v) == values->flags[i].value)
			return &values->flags[i];
	return NULL;
}

void show__value_and_flags(struct show *s, const struct flag_table *values, const struct flag_table *flags, uint64_t v)
{
	const struct flag_table *bits = flag_table__in(flags, s->abi), *t = flag_table__in(values, s->abi);
	uint64_t rest = v & ~bits->known, left = v & bits->known;
	const struct flag *f = flag_table__find(t, rest);
	bool any;

	if (!f)
		f = implying(t, bits->known, v);
	any = f;
	s->w->flags_begin(s->o, v, values);
	if (f) {
		s->w->flag(s->o, f->name, f->len, f->skip);
		left &= ~(uint64_t)f->value;
		rest = 0;
	}
	show_flag_names(s, bits, left, &any);
	s->w->flags_end(s->o, rest, any);
}

void show_enum_flags(struct show *s, const struct arg *a)
{
	show__value_and_flags(s, a->spec->flags, a->spec->flags2, (uint32_t)a->value);
}

void show_enum_flags64(struct show *s, const struct arg *a)
{
	show__value_and_flags(s, a->spec->flags, a->spec->flags2, arg__ulong(a));
}

void show_enum_be16(struct show *s, const struct arg *a)
{
	uint16_t v = from_network(a);
	const struct flag *f = flag_table__find(flag_table__in(a->spec->flags, s->abi), v);

	if (s->w->network_symbol)
		s->w->network_symbol(s->o, v, f ? f->name : NULL, f ? f->skip : 0, a->spec->flags);
	else
		show__enum(s, a->spec->flags, v);
}

/* The same outside of addresses: strace shows it by a macro in every style. */
void show_enum_htons(struct show *s, const struct arg *a)
{
	if (!s->w->strace_marks) {
		show_enum_be16(s, a);
		return;
	}
	s->w->macro_begin(s->o, "htons");
	s->w->item(s->o);
	show_enum_value(s, a->spec->flags, from_network(a));
	s->w->macro_end(s->o);
}

/* A half without a name is shown as a number. */
void show_enum_pair(struct show *s, const struct arg *a)
{
	uint32_t v = (uint32_t)a->value, rest = v;
	const struct flag *high = flag_table__find(flag_table__in(a->spec->flags, s->abi), v >> 8);
	const struct flag *low = flag_table__find(flag_table__in(a->spec->flags2, s->abi), v & 0xff);

	s->w->flags_begin(s->o, v, a->spec->flags);
	if (high) {
		s->w->flag(s->o, high->name, high->len, high->skip);
		rest &= 0xff;
	}
	if (low) {
		s->w->flag(s->o, low->name, low->len, low->skip);
		rest &= ~UINT32_C(0xff);
	}
	s->w->flags_end(s->o, rest, high || low);
}

static const char *file_type(uint32_t type)
{
	switch (type) {
	case S_IFSOCK:	return "S_IFSOCK";
	case S_IFLNK:	return "S_IFLNK";
	case S_IFREG:	return "S_IFREG";
	case S_IFBLK:	return "S_IFBLK";
	case S_IFDIR:	return "S_IFDIR";
	case S_IFCHR:	return "S_IFCHR";
	case S_IFIFO:	return "S_IFIFO";
	default:	return NULL;
	}
}

/* strace has names for bits that are not permissions. */
static uint32_t show_mode_bits(struct show *s, uint32_t v)
{
	static const struct { uint32_t bit; const char *name; } bits[] = { { S_ISUID, "S_ISUID" }, { S_ISGID, "S_ISGID" }, { S_ISVTX, "S_ISVTX" } };

	for (unsigned i = 0; i < sizeof(bits) / sizeof(bits[0]); i++)
		if (v & bits[i].bit)
			s->w->flag(s->o, bits[i].name, strlen(bits[i].name), 2);
	return v & ~(uint32_t)(S_ISUID | S_ISGID | S_ISVTX);
}

/* File type and permissions: the permissions are emitted as a flag, in octal. */
void show_file_mode(struct show *s, const struct arg *a)
{
	uint32_t v = a->index >= 0 ? (uint16_t)a->value : (uint32_t)a->value;
	const char *type = file_type(v & S_IFMT);

	if (!type && (v & S_IFMT || !s->w->strace_marks)) {
		s->w->octal(s->o, v);
		return;
	}
	s->w->flags_begin(s->o, v, &file_type_modes);
	if (type)
		s->w->flag(s->o, type, strlen(type), 2);
	if (s->w->strace_marks)
		v = show_mode_bits(s, v);
	s->w->flag_octal(s->o, v & ~S_IFMT);
	s->w->flags_end(s->o, 0, true);
}

/* Permissions in the low 9 bits, flags above. */
void show_flags_mode(struct show *s, const struct arg *a)
{
	uint32_t v = (uint32_t)a->value;
	uint64_t rest;
	bool any = false;

	if (!(v & ~UINT32_C(0777))) {
		s->w->octal(s->o, v);
		return;
	}
	s->w->flags_begin(s->o, v, a->spec->flags);
	rest = show_flag_names(s, a->spec->flags, v & ~UINT32_C(0777), &any);
	s->w->flag_octal(s->o, v & 0777);
	s->w->flags_end(s->o, rest, true);
}

static void emit_ioprio(struct show *s, uint32_t v)
{
	const struct flag *class = flag_table__find(&ioprio_classes, v >> 13);

	s->w->ioprio(s->o, v, class ? class->name : NULL);
}

/* Class, hints and level of linux/ioprio.h, packed into 16 bits. */
void show_ioprio(struct show *s, const struct arg *a)
{
	uint32_t v = (uint32_t)a->value, hint = v >> 3 & 0x3ff;

	if (s->w->ioprio && a->field && show__constants(s) == CONSTANTS_NUMBERS) {	/* strace has arguments in decimal, fields not */
		s->w->hex(s->o, v);
		return;
	}
	if (s->w->ioprio) {
		emit_ioprio(s, v);
		return;
	}
	s->w->struct_begin(s->o);
	show_field_name(s, "class");
	show__enum(s, &ioprio_classes, v >> 13);
	if (hint) {
		show_field_name(s, "hint");
		show__enum(s, &ioprio_hints, hint);
	}
	show_named(s, "level", uinteger, v & 7);
	s->w->struct_end(s->o, false);
}

/* FUTEX_OP() of linux/futex.h. */
void show_wake_op(struct show *s, const struct arg *a)
{
	uint32_t v = (uint32_t)a->value;

	s->w->struct_begin(s->o);
	show_field_name(s, "op");
	show__value_and_flags(s, &futex_wake_ops, &futex_wake_op_flags, v >> 28);
	show_named(s, "oparg", integer, (int32_t)(v << 8) >> 20);
	show_field_name(s, "cmp");
	show__enum(s, &futex_wake_cmps, v >> 24 & 0xf);
	show_named(s, "cmparg", integer, (int32_t)(v << 20) >> 20);
	s->w->struct_end(s->o, false);
}

/* The low byte is the signal that the child sends when it exits: SIGCHLD for fork, 0 for a thread. */
void show_clone_flags(struct show *s, const struct arg *a)
{
	uint64_t v = arg__ulong(a), rest = v & ~UINT64_C(0xff);
	unsigned sig = v & 0xff;
	const char *name = sig ? signal__name(sig) : NULL;
	bool any = false;

	s->w->flags_begin(s->o, v, a->spec->flags ? a->spec->flags : &clone_flags);
	rest = show_flag_names(s, a->spec->flags ? a->spec->flags : &clone_flags, rest, &any);
	if (name) {
		s->w->flag(s->o, name, strlen(name), 0);
		any = true;
	} else {
		rest |= sig;
	}
	s->w->flags_end(s->o, rest, any);
}
