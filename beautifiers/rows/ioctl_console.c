// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_console.c - requests to consoles and keyboards (linux/kd.h) that pass tables, fonts and maps. */
#include <linux/kd.h>

#include "beautifiers/kinds.h"
#include "ioctl.h"
#include "made_shapes.h"

#define PASSED .in_only = true

/* -- Maps ------------------------------------------------------------------------------------------------------------ */

static const struct shape font = { .name = "font", .size = 8192 }, colours = { .name = "cmap", .size = 48 }, screen_map = { .name = "scrnmap", .size = E_TABSZ };
static const struct field unicode_field[] = { { .spec = { .name = "", .kind = &kind_unicode }, .size = 2 } };
static const struct shape unicode = { .name = "unicode", .size = 2, .fields = unicode_field, .nfields = 1, .bare = true };

static bool has_filled(const struct call *c, const uint8_t *p)
{
	(void)p;
	return !c->failed;
}

#define MAP(t, P) struct t { uint16_t entry_ct; P entries; };
#define MAP_GET(t) { FIELD(struct t, entry_ct, uint, .again = true), FIELD(struct t, entries, ptr, .out_only = true, .on_error = true), \
	DEREF(struct t, entries, array_out_n, entry_ct, .spec.shape = &shape_unipair, .out_only = true, .when = has_filled) }
MAP(map64, uint64_t)
MAP(map32, uint32_t)
static const struct field map64_get_fields[] = MAP_GET(map64), map32_get_fields[] = MAP_GET(map32);
static const struct shape map32_get = SHAPE(struct map32, map32_get_fields, .joined = true);
static const struct shape map_get = SHAPE(struct map64, map64_get_fields, .joined = true, .compat = &map32_get, .x32_compat = true);

/* -- Fonts ----------------------------------------------------------------------------------------------------------- */

#define OP(t, P) struct t { uint32_t op, flags, width, height, charcount; P data; };
#define OP_HEAD(t) FIELD_FLAGS(struct t, op, enum, kd_font_ops, PASSED), FIELD_FLAGS(struct t, flags, flags, kd_font_flags, PASSED)
#define OP_SIZES(t) FIELD(struct t, width, uint), FIELD(struct t, height, uint), FIELD(struct t, charcount, uint)
#define OP_FIELDS(t) \
	static const struct field t##_other_fields[] = { OP_HEAD(t), OP_SIZES(t), FIELD(struct t, data, ptr) }, \
		t##_set_fields[] = { OP_HEAD(t), FIELD(struct t, width, uint, PASSED), FIELD(struct t, height, uint, PASSED), FIELD(struct t, charcount, uint, PASSED), \
				     DEREF(struct t, data, glyphs_in, charcount, PASSED) }, \
		t##_get_fields[] = { OP_HEAD(t), OP_SIZES(t), FIELD(struct t, data, ptr, PASSED), DEREF(struct t, data, glyphs_out, charcount, .out_only = true) }, \
		t##_default_fields[] = { FIELD_FLAGS(struct t, op, enum, kd_font_ops, PASSED), FIELD(struct t, width, uint), FIELD(struct t, height, uint), \
					 DEREF_ONE(struct t, data, font_name, PASSED) }, \
		t##_copy_fields[] = { FIELD_FLAGS(struct t, op, enum, kd_font_ops, PASSED), FIELD(struct t, height, uint, PASSED) }; \
	static const struct shape t##_set = SHAPE(struct t, t##_set_fields), t##_get = SHAPE(struct t, t##_get_fields), \
		t##_default = SHAPE(struct t, t##_default_fields), t##_copy = SHAPE(struct t, t##_copy_fields); \
	static const struct subshape t##_ops[] = { \
		{ KD_FONT_OP_SET, &t##_set }, { KD_FONT_OP_GET, &t##_get }, { KD_FONT_OP_SET_DEFAULT, &t##_default }, { KD_FONT_OP_COPY, &t##_copy } };
OP(op64, uint64_t)
OP(op32, uint32_t)
OP_FIELDS(op64)
OP_FIELDS(op32)
static_assert(sizeof(struct op64) == sizeof(struct console_font_op) || sizeof(void *) != 8, "struct console_font_op");
static const struct shape font_op32 = SHAPE(struct op32, op32_other_fields, SUBSHAPES(struct op32, op, op32_ops), .again = true);
static const struct shape font_op = SHAPE(struct op64, op64_other_fields, SUBSHAPES(struct op64, op, op64_ops), .again = true, .compat = &font_op32, .x32_compat = true);

/* -- Rows ------------------------------------------------------------------------------------------------------------ */

#define OF(k, s, ...) ARG(ARG_("arg", k, .shape = &s, ##__VA_ARGS__))
#define BOTH(name, k, s) REQUEST(G##name, OF(k##_out, s)), REQUEST(P##name, OF(k##_in, s))

static const struct subrow rows[] = {
	BOTH(IO_FONT,       map, font),
	BOTH(IO_CMAP,       map, colours),
	BOTH(IO_SCRNMAP,    map, screen_map),
	BOTH(IO_UNISCRNMAP, unicode_map, unicode),
	REQUEST(GIO_UNIMAP,   OF(struct_inout, map_get, .on_error = true)),
	REQUEST(KDFONTOP,     OF(struct_inout, font_op)),
	REQUEST(KDGKBENT,     OF(key_entry_out, shape_kbentry)),
	REQUEST(KDSKBENT,     OF(key_entry_in, shape_kbentry)),
	REQUEST(KDGKBSENT,    OF(key_string_out, shape_kbsentry)),
	REQUEST(KDSKBSENT,    OF(key_string_in, shape_kbsentry)),
	REQUEST(KDGKBDIACR,   OF(accents_out, shape_kbdiacr)),
	REQUEST(KDSKBDIACR,   OF(accents_in, shape_kbdiacr)),
	REQUEST(KDGKBDIACRUC, OF(accents_out, shape_kbdiacruc)),
	REQUEST(KDSKBDIACRUC, OF(accents_in, shape_kbdiacruc)),
};

const struct sub_table ioctls_console = SUB_TABLE(rows);
