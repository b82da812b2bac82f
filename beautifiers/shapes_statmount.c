// SPDX-License-Identifier: BSD-2-Clause
/*
 * shapes_statmount.c - struct statmount (linux/mount.h since 6.8): `mask` says which fields the kernel filled; strings are offsets into
 * what follows the structure.
 *
 * Invariant: no byte is read beyond what was captured, nor beyond `size`.
 */
#include <string.h>

#include "kinds.h"

struct statmount_head {
	uint32_t size, mnt_opts;
	uint64_t mask;
	uint32_t sb_dev_major, sb_dev_minor;
	uint64_t sb_magic;
	uint32_t sb_flags, fs_type;
	uint64_t mnt_id, mnt_parent_id;
	uint32_t mnt_id_old, mnt_parent_id_old;
	uint64_t mnt_attr, mnt_propagation, mnt_peer_group, mnt_master, propagate_from;
	uint32_t mnt_root, mnt_point;
	uint64_t mnt_ns_id;
	uint32_t fs_subtype, sb_source, opt_num, opt_array, opt_sec_num, opt_sec_array;
	uint64_t supported_mask;
	uint32_t mnt_uidmap_num, mnt_uidmap, mnt_gidmap_num, mnt_gidmap;
	uint64_t spare[43];
};
#define STRINGS sizeof(struct statmount_head)
_Static_assert(STRINGS == 512, "struct statmount of linux/mount.h");

/* The string at an offset from the end of the structure, or as much of it as was captured; NULL: it was not. */
static const uint8_t *string_at(const struct show *s, const struct arg *a, uint64_t offset, uint32_t *len, bool *whole)
{
	uint64_t said = load_uint(a->holder, 4, s->swap), end = said < a->holder_len ? said : a->holder_len;
	const uint8_t *nul;

	if (offset >= end || STRINGS + offset >= end)
		return NULL;
	*len = (uint32_t)(end - STRINGS - offset);
	nul = memchr(a->holder + STRINGS + offset, 0, *len);
	*whole = nul;
	if (nul)
		*len = (uint32_t)(nul - (a->holder + STRINGS + offset));
	return a->holder + STRINGS + offset;
}

static void show_cut_string(struct show *s, const uint8_t *text, uint32_t len, bool whole)
{
	bool fits = len <= s->string_limit;

	s->w->string(s->o, text, fits ? len : s->string_limit, whole && fits ? STRING_WHOLE : STRING_CUT);
}

void show_string_within(struct show *s, const struct arg *a)
{
	uint32_t len;
	bool whole;
	const uint8_t *text = string_at(s, a, a->value, &len, &whole);

	if (text)
		show_cut_string(s, text, len, whole);
	else
		show_hex(s, a);
}

/* As many as a field before it says, one after the other. */
void show_strings_within(struct show *s, const struct arg *a)
{
	uint64_t n = arg__count(a), at = a->value, i = 0;
	const uint8_t *text;
	uint32_t len;
	bool whole = true;

	s->w->array_begin(s->o);
	for (; i < n && whole && (text = string_at(s, a, at, &len, &whole)); i++) {
		s->w->item(s->o);
		show_cut_string(s, text, len, whole);
		at += len + 1;
	}
	s->w->array_end(s->o, i == n ? ARRAY_WHOLE : ARRAY_CUT, 0);
}

enum {				/* STATMOUNT_* of linux/mount.h */
	SB_BASIC = 1, MNT_BASIC = 2, PROPAGATE_FROM = 4, MNT_ROOT = 8, MNT_POINT = 0x10, FS_TYPE = 0x20, MNT_NS_ID = 0x40, MNT_OPTS = 0x80,
	FS_SUBTYPE = 0x100, SB_SOURCE = 0x200, OPT_ARRAY = 0x400, OPT_SEC_ARRAY = 0x800, SUPPORTED_MASK = 0x1000, MNT_UIDMAP = 0x2000, MNT_GIDMAP = 0x4000,
};
#define IF(bit) .cond = &(const struct field_cond){ .offset = offsetof(struct statmount_head, mask), .size = 8, .n = 1, .strace = 1, .how = COND_ANY_BIT, .values = { bit } }
#define VALUE(member, k, bit, ...) FIELD(struct statmount_head, member, k, IF(bit), ##__VA_ARGS__)
#define TEXTS(member, count, bit) \
	VALUE(count, uint, bit), \
	VALUE(member, strings_within, bit, .len_offset = offsetof(struct statmount_head, count), .len_size = 4)
static const struct field statmount_fields[] = {
	FIELD(struct statmount_head, size, uint),
	VALUE(mnt_opts, string_within, MNT_OPTS),
	FIELD_FLAGS(struct statmount_head, mask, flags64, statmount_mask),
	VALUE(sb_dev_major, uint, SB_BASIC),
	VALUE(sb_dev_minor, uint, SB_BASIC),
	VALUE(sb_magic, enum64, SB_BASIC, .spec.flags = &statfs_types),
	VALUE(sb_flags, flags, SB_BASIC, .spec.flags = &mount_flags),
	VALUE(fs_type, string_within, FS_TYPE),
	VALUE(mnt_id, hex, MNT_BASIC),
	VALUE(mnt_parent_id, hex, MNT_BASIC),
	VALUE(mnt_id_old, uint, MNT_BASIC),
	VALUE(mnt_parent_id_old, uint, MNT_BASIC),
	VALUE(mnt_attr, flags64, MNT_BASIC, .spec.flags = &mount_attr_attrs),
	VALUE(mnt_propagation, flags64, MNT_BASIC, .spec.flags = &mount_propagation),
	VALUE(mnt_peer_group, ulong, MNT_BASIC),
	VALUE(mnt_master, ulong, MNT_BASIC),
	VALUE(propagate_from, ulong, PROPAGATE_FROM),
	VALUE(mnt_root, string_within, MNT_ROOT),
	VALUE(mnt_point, string_within, MNT_POINT),
	VALUE(mnt_ns_id, hex, MNT_NS_ID),
	VALUE(fs_subtype, string_within, FS_SUBTYPE),
	VALUE(sb_source, string_within, SB_SOURCE),
	TEXTS(opt_array, opt_num, OPT_ARRAY),
	TEXTS(opt_sec_array, opt_sec_num, OPT_SEC_ARRAY),
	VALUE(supported_mask, flags64, SUPPORTED_MASK, .spec.flags = &statmount_mask),
	TEXTS(mnt_uidmap, mnt_uidmap_num, MNT_UIDMAP),
	TEXTS(mnt_gidmap, mnt_gidmap_num, MNT_GIDMAP),
};
const struct shape shape_statmount = { .name = "statmount", .size = STRINGS, .fields = statmount_fields,
	.nfields = sizeof(statmount_fields) / sizeof(statmount_fields[0]) };

/* -- Attributes of security modules: linux/lsm.h since 6.8 ---------------------------------------------------------------- */

struct lsm_head { uint64_t id, flags, len, ctx_len; };
static const struct field lsm_fields[] = {
	FIELD_FLAGS(struct lsm_head, id, enum64, lsm_ids),
	FIELD(struct lsm_head, flags, hex64),
	FIELDS(struct lsm_head, ulong, len, ctx_len),
};

/* One, and then its text of `ctx_len` bytes. Returns its length, 0: it has none that is possible. */
static uint64_t show_lsm_ctx(struct show *s, const struct arg *a, const uint8_t *p, uint32_t left)
{
	uint64_t len = load_uint(p + offsetof(struct lsm_head, len), 8, s->swap), n = load_uint(p + offsetof(struct lsm_head, ctx_len), 8, s->swap);
	uint64_t there = left - sizeof(struct lsm_head), most = n < there ? n : there;

	s->w->item(s->o);
	s->w->struct_begin(s->o);
	for (unsigned i = 0; i < sizeof(lsm_fields) / sizeof(lsm_fields[0]); i++)
		show_member(s, a, &lsm_fields[i], p, sizeof(struct lsm_head));
	show_field_name(s, "ctx");
	if (most > s->string_limit)
		most = s->string_limit;
	s->w->bytes(s->o, p + sizeof(struct lsm_head), most, most < n ? STRING_CUT : STRING_WHOLE);
	s->w->struct_end(s->o, false);
	return len < sizeof(struct lsm_head) ? 0 : len;
}

static void show_lsm_ctxs(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	uint64_t n = 1;
	uint32_t at = 0;

	s->w->array_begin(s->o);
	for (; n && at < len && len - at >= sizeof(struct lsm_head); at = n < len - at ? at + (uint32_t)n : len)
		n = show_lsm_ctx(s, a, p + at, len - at);
	s->w->array_end(s->o, at < len ? ARRAY_CUT : ARRAY_WHOLE, 0);
}
const struct shape shape_lsm_ctx = { .name = "lsm_ctx", .size = sizeof(struct lsm_head), .show = show_lsm_ctxs };
