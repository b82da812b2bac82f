// SPDX-License-Identifier: BSD-2-Clause
/*
 * show_console.c - values of requests to consoles and keyboards: linux/kd.h, linux/keyboard.h.
 *
 * Invariant: what the kernel did not fill, or what could not be read, is shown as an address.
 */
#include <linux/kd.h>
#include <linux/keyboard.h>
#include <stdio.h>
#include <string.h>

#include "kinds.h"

#define CLOCK_RATE 1193182	/* PIT_TICK_RATE: include/linux/timex.h of the kernel */
#define DIRECT_LAST 0x1ff	/* above UNI_DIRECT_BASE */

/* What a number means, where strace says it. */
static void note(struct show *s, const char *text)
{
	if (s->w->comment && show__constants(s) != CONSTANTS_NUMBERS)
		s->w->comment(s->o, text);
}

/* -- Numbers --------------------------------------------------------------------------------------------------------- */

static uint64_t frequency(uint64_t period)
{
	return period && period <= CLOCK_RATE ? CLOCK_RATE / period : 0;
}

/* The period of a tone, in units of the timer; 0: off. */
void show_sound(struct show *s, const struct arg *a)
{
	uint64_t period = arg__ulong(a), hz = frequency(period);
	char text[32] = "off";

	s->w->uinteger(s->o, period);
	if (hz)
		snprintf(text, sizeof(text), "%llu Hz", (unsigned long long)hz);
	note(s, text);
}

/* Milliseconds << 16 | the period */
void show_tone(struct show *s, const struct arg *a)
{
	uint32_t v = (uint32_t)a->value, ms = v >> 16, hz = (uint32_t)frequency(v & 0xffff);
	char text[48] = "off";

	if (ms && s->w->shift) {
		s->w->uinteger(s->o, ms);
		s->w->shift(s->o);
		s->w->uinteger(s->o, 16);
		s->w->or(s->o);
		s->w->uinteger(s->o, v & 0xffff);
	} else {
		s->w->uinteger(s->o, v);
	}
	if (ms && hz)
		snprintf(text, sizeof(text), "%u Hz, %u ms", hz, ms);
	note(s, text);
}

/* Ports of the video adapter are those that a program may be given. */
void show_io_port(struct show *s, const struct arg *a)
{
	uint64_t port = arg__ulong(a);
	char text[32];

	s->w->hex(s->o, port);
	if (port < 0x3b4 || port > 0x3df)	/* GPFIRST, GPLAST: drivers/tty/vt/vt_ioctl.c of the kernel */
		return;
	snprintf(text, sizeof(text), "GPFIRST + %u", (unsigned)(port - 0x3b4));
	note(s, text);
}

void show_flags_u8(struct show *s, const struct arg *a)
{
	show__flags(s, a->spec->flags, s->w->strace_marks ? (uint8_t)a->value : (uint32_t)a->value);
}

void show_unicode(struct show *s, const struct arg *a)
{
	uint32_t v = (uint32_t)a->value;
	char text[48];

	if (v < UNI_DIRECT_BASE || v > UNI_DIRECT_BASE + DIRECT_LAST) {
		s->w->hex(s->o, v);
		return;
	}
	snprintf(text, sizeof(text), "UNI_DIRECT_BASE+%#x", v - UNI_DIRECT_BASE);
	s->w->symbol(s->o, v, text, 0, NULL);
}

/* -- Keys ------------------------------------------------------------------------------------------------------------ */

static const struct flag *key_named(const struct show *s, uint32_t v)
{
	const struct flag *f = flag_table__find(flag_table__in(&kd_keys, s->abi), v);

	return f && f->newer && s->w->strace_marks ? NULL : f;
}

/* K(TYPE, VALUE), the value of some types as a character */
static void spell_key(const struct show *s, char *text, size_t size, uint32_t v)
{
	const struct flag *found = flag_table__find(flag_table__in(&kd_key_types, s->abi), KTYP(v)), *type = found && found->newer && s->w->strace_marks ? NULL : found;
	bool letter = KTYP(v) == KT_LATIN || KTYP(v) == KT_META || KTYP(v) == KT_LETTER || KTYP(v) == KT_DEAD2;
	char number[16], literal[CHAR_LITERAL], value[16];

	snprintf(number, sizeof(number), "%#x", KTYP(v));
	show__char_literal(literal, (uint8_t)KVAL(v));
	if (letter)
		snprintf(value, sizeof(value), "'%s'", literal);
	else
		snprintf(value, sizeof(value), "%#x", KVAL(v));
	snprintf(text, size, "K(%s, %s)", type ? type->name : number, value);
}

void show_key_code(struct show *s, const struct arg *a)
{
	uint32_t v = (uint32_t)a->value;
	const struct flag *f = key_named(s, v);
	char text[48];

	if (!s->w->strace_marks) {
		s->w->symbol(s->o, v, f ? f->name : NULL, f ? f->skip : 0, &kd_keys);
		return;
	}
	if (!f)
		spell_key(s, text, sizeof(text), v);
	s->w->hex(s->o, v);
	note(s, f ? f->name : text);
}

/* The key whose string it is */
void show_key_func(struct show *s, const struct arg *a)
{
	uint32_t v = (uint32_t)a->value;
	const struct flag *f = key_named(s, K(KT_FN, v));
	char text[48];

	if (f)
		snprintf(text, sizeof(text), s->w->strace_marks ? "KVAL(%s)" : "%s", f->name);
	s->w->symbol(s->o, v, f ? text : NULL, f && !s->w->strace_marks ? f->skip : 0, &kd_keys);
}

void show_key_table(struct show *s, const struct arg *a)
{
	uint32_t v = (uint32_t)a->value;
	bool named = flag_table__find(flag_table__in(&kd_tables, s->abi), v);

	show__enum(s, named ? &kd_tables : &kd_modifiers, v);
}

/* The memory that holds what a request is about: what it passes, or what the kernel filled. NULL: it has not. */
static const struct chunk *filled(const struct arg *a)
{
	return a->call->done && !a->call->failed ? arg__memory(a, PART_SELF, true) : NULL;
}

/* A field that could not be read */
static void show_missing(struct show *s, const char *name)
{
	if (s->w->tail)
		s->w->tail(s->o, name, 0, 0, NULL, 0);
}

/* struct kbentry, whose last field the kernel may fill: `got` has it, if `whole` */
static void show_key_entry(struct show *s, const struct arg *a, const struct chunk *got, bool whole)
{
	const struct chunk *in = arg__memory(a, PART_SELF, false);
	const struct field *f = shape__of(a->spec->shape, a->call->abi)->fields;

	if (!in || in->len < 2) {
		show_pointer(s, a, false);
		return;
	}
	s->w->struct_begin(s->o);
	show_member(s, a, &f[0], chunk__bytes(in), in->len);
	show_member(s, a, &f[1], chunk__bytes(in), in->len);
	if (got && got->len >= sizeof(struct kbentry))
		show_member(s, a, &f[2], chunk__bytes(got), got->len);
	else if (whole)
		show_missing(s, f[2].spec.name);
	s->w->struct_end(s->o, false);
}

void show_key_entry_in(struct show *s, const struct arg *a)
{
	show_key_entry(s, a, arg__memory(a, PART_SELF, false), true);
}

void show_key_entry_out(struct show *s, const struct arg *a)
{
	show_key_entry(s, a, filled(a), a->call->done && !a->call->failed);
}

/* Text in an array of `size` bytes, of which it may fill all. strace shows text of just the limit as if there was more. */
static void show_text(struct show *s, const uint8_t *p, uint32_t len, uint32_t size)
{
	uint32_t n = strnlen((const char *)p, len < size ? len : size), limit = s->string_limit < size ? s->string_limit : size;

	s->w->string(s->o, p, n > limit ? limit : n, n > limit || (n == limit && s->w->strace_marks) ? STRING_CUT : STRING_WHOLE);
}

static bool ends_within(const struct chunk *k, uint32_t from, uint32_t size)
{
	return k && (k->len >= from + size || (k->len > from && memchr(chunk__bytes(k) + from, 0, k->len - from)));
}

/* struct kbsentry */
static void show_key_string(struct show *s, const struct arg *a, const struct chunk *got, bool whole)
{
	const struct chunk *in = arg__memory(a, PART_SELF, false);
	uint32_t from = offsetof(struct kbsentry, kb_string), size = sizeof(((struct kbsentry *)0)->kb_string);

	if (!in) {
		show_pointer(s, a, false);
		return;
	}
	s->w->struct_begin(s->o);
	show_member(s, a, &shape__of(a->spec->shape, a->call->abi)->fields[0], chunk__bytes(in), in->len);
	if (ends_within(got, from, size)) {
		show_field_name(s, "kb_string");
		show_text(s, chunk__bytes(got) + from, got->len - from, size);
	} else if (whole) {
		show_missing(s, "kb_string");
	}
	s->w->struct_end(s->o, false);
}

void show_key_string_in(struct show *s, const struct arg *a)
{
	show_key_string(s, a, arg__memory(a, PART_SELF, false), true);
}

void show_key_string_out(struct show *s, const struct arg *a)
{
	show_key_string(s, a, filled(a), a->call->done && !a->call->failed);
}

/* -- Accents: a number of structures of the spec's shape, then at most MAX_DIACR of them ---------------------------------- */

static void show_accent_list(struct show *s, const struct arg *a, const struct chunk *k, uint32_t count)
{
	const struct shape *sh = shape__of(a->spec->shape, a->call->abi);
	uint32_t there = (k->len - 4) / sh->size, room = count < MAX_DIACR ? count : MAX_DIACR, n = there < room ? there : room;
	bool limited = n > s->string_limit && !s->verbose;

	if (limited)
		n = s->string_limit;
	s->w->array_begin(s->o);
	for (uint32_t i = 0; i < n; i++) {
		s->w->item(s->o);
		show__shape(s, a, sh, chunk__bytes(k) + 4 + (size_t)i * sh->size, sh->size);
	}
	if (n == count)
		s->w->array_end(s->o, ARRAY_WHOLE, 0);
	else
		s->w->array_end(s->o, limited || n == room ? ARRAY_LIMIT : ARRAY_FAULT, k->addr + 4 + (uint64_t)n * sh->size);
}

static void show_accents(struct show *s, const struct arg *a, const struct chunk *k, bool out)
{
	uint32_t count;

	if (!k || k->len < 4) {
		show_pointer(s, a, out);
		return;
	}
	count = (uint32_t)load_uint(chunk__bytes(k), 4, s->swap);
	s->w->struct_begin(s->o);
	show_named(s, "kb_cnt", uinteger, count);
	s->w->field(s->o, a->spec->shape->name, strlen(a->spec->shape->name));
	if (count && k->len < 4u + a->spec->shape->size)
		show__unread(s, k->addr + 4);
	else
		show_accent_list(s, a, k, count);
	s->w->struct_end(s->o, false);
}

void show_accents_in(struct show *s, const struct arg *a)
{
	show_accents(s, a, arg__memory(a, PART_SELF, false), false);
}

void show_accents_out(struct show *s, const struct arg *a)
{
	show_accents(s, a, filled(a), true);
}

/* -- Maps and fonts -------------------------------------------------------------------------------------------------- */

void show_map_in(struct show *s, const struct arg *a)
{
	show_octets_of(s, a, false, a->spec->shape->size);
}

void show_map_out(struct show *s, const struct arg *a)
{
	if (filled(a))
		show_octets_of(s, a, true, a->spec->shape->size);
	else
		show_pointer(s, a, true);
}

void show_unicode_map_in(struct show *s, const struct arg *a)
{
	show_array_of(s, a, false, UNICODE_MAP);
}

void show_unicode_map_out(struct show *s, const struct arg *a)
{
	if (filled(a))
		show_array_of(s, a, true, UNICODE_MAP);
	else
		show_pointer(s, a, true);
}

/* Characters have 32 rows; their width is 8 bits in struct consolefontdesc, whose count has 2 bytes, and a field in struct console_font_op. */
static uint64_t glyph_bytes(const struct arg *a)
{
	uint64_t width = 8, n;

	if (a->field->len_size == 4 && a->holder_len >= offsetof(struct console_font_op, width) + 4)
		width = load_uint(a->holder + offsetof(struct console_font_op, width), 4, a->call->swap);
	n = (width + 7) / 8 * 32;
	return n ? (n > UINT32_MAX ? UINT32_MAX : n) * arg__count(a) : 0;
}

void show_glyphs_in(struct show *s, const struct arg *a)
{
	show_octets_of(s, a, false, glyph_bytes(a));
}

void show_glyphs_out(struct show *s, const struct arg *a)
{
	show_octets_of(s, a, true, glyph_bytes(a));
}

void show_font_name(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, false);
	uint32_t most = a->spec->kind->cap[0].max - 1, limit = s->string_limit < most ? s->string_limit : most;

	show_chunk_string(s, k, arg__ulong(a), k && chunk__status(k) == CHUNK_PARTIAL ? most : limit);
}
