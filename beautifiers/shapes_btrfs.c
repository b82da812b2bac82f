// SPDX-License-Identifier: BSD-2-Clause
/*
 * shapes_btrfs.c - what notes (structs/btrfs.notes) leave to C: memory with parts of varying size (linux/btrfs.h).
 *
 * Invariant: the kernel's counts, offsets and lengths are used only within the bytes that were captured.
 */
#include <linux/btrfs.h>
#include <string.h>

#include "kinds.h"
#include "made_shapes.h"

/* -- Items of trees -------------------------------------------------------------------------------------------------- */

/* The headers of `count` items, each of which precedes its bytes. */
static void show_items(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len, uint32_t count)
{
	uint32_t i = 0, most = s->verbose && !s->w->strace_marks ? UINT32_MAX : s->string_limit;
	const struct shape *header = shape__of(&shape_btrfs_search_header, a->call->abi);
	uint64_t at = 0;

	s->w->array_begin(s->o);
	for (; header->size && i < count && i <= most && at + header->size <= len; i++) {
		s->w->item(s->o);
		show__shape(s, a, header, p + at, header->size);
		at += header->size + load_uint(p + at + offsetof(struct btrfs_ioctl_search_header, len), 4, s->swap);
	}
	s->w->array_end(s->o, i == count ? ARRAY_WHOLE : ARRAY_LIMIT, 0);
}

/* A field, or what follows the structure. The structure begins with the key that was searched for, which has the number of items found. */
void show_btrfs_items(struct show *s, const struct arg *a)
{
	const struct chunk *k = a->field->leads ? arg__memory(a, PART_SELF, true) : NULL;
	uint64_t count = load_uint(a->holder + offsetof(struct btrfs_ioctl_search_key, nr_items), 4, s->swap);

	if (k)
		show_items(s, a, chunk__bytes(k), k->len, (uint32_t)count);
	else if (a->field->leads && count)
		show_pointer(s, a, true);
	else
		show_items(s, a, a->holder + a->field->offset, a->field->size, (uint32_t)count);
}

/* -- Containers ------------------------------------------------------------------------------------------------------ */

struct inode {
	uint64_t inum, offset, root;
};
static const struct field inode_fields[] = { FIELDS(struct inode, ulong, inum, offset, root) };
static const struct shape inode = SHAPE(struct inode, inode_fields);

static void show_inodes(struct show *s, const struct arg *a, const uint8_t *val, uint32_t len, uint32_t count)
{
	show_elements(s, a, &inode, val, len, count / 3);
}

/* Offsets of strings from `val`. */
static void show_paths(struct show *s, const struct arg *a, const uint8_t *val, uint32_t len, uint32_t count)
{
	uint32_t i = 0, most = s->verbose ? UINT32_MAX : s->string_limit;

	(void)a;
	s->w->array_begin(s->o);
	for (; i < count && i < most && i < len / 8; i++) {
		uint64_t at = load_uint(val + 8 * i, 8, s->swap);
		size_t n = at < len ? strnlen((const char *)val + at, len - at) : 0;

		if (at >= len)
			break;
		s->w->item(s->o);
		s->w->string(s->o, val + at, n, at + n < len ? STRING_WHOLE : STRING_CUT);
	}
	s->w->array_end(s->o, i == count ? ARRAY_WHOLE : i == most ? ARRAY_LIMIT : ARRAY_CUT, 0);
}

static const struct field container_fields[] = {
	FIELDS(struct btrfs_data_container, uint, bytes_left, bytes_missing, elem_cnt, elem_missed),
};

/* struct btrfs_data_container, which the call filled. */
static void show_container(struct show *s, const struct arg *a,
			   void (*show_val)(struct show *s, const struct arg *a, const uint8_t *val, uint32_t len, uint32_t count))
{
	const struct chunk *k = a->out ? arg__memory(a, PART_SELF, true) : NULL;
	const uint32_t from = offsetof(struct btrfs_data_container, val);
	bool brief = s->w->strace_marks && !s->verbose;
	const uint8_t *p;

	if (!k || k->len < from) {
		s->w->address(s->o, arg__ulong(a));
		return;
	}
	p = chunk__bytes(k);
	s->w->struct_begin(s->o);
	for (unsigned i = 0; i < sizeof(container_fields) / sizeof(container_fields[0]); i++)
		show_member(s, a, &container_fields[i], p, k->len);
	if (!brief) {
		show_field_name(s, "val");
		show_val(s, a, p + from, k->len - from, (uint32_t)load_uint(p + offsetof(struct btrfs_data_container, elem_cnt), 4, s->swap));
	}
	s->w->struct_end(s->o, brief);
}

void show_btrfs_paths(struct show *s, const struct arg *a)
{
	show_container(s, a, show_paths);
}

void show_btrfs_inodes(struct show *s, const struct arg *a)
{
	show_container(s, a, show_inodes);
}

/* -- Features -------------------------------------------------------------------------------------------------------- */

struct supported {
	struct btrfs_ioctl_feature_flags supported, safe_to_set, safe_to_clear;
};
static const struct field supported_fields[] = {
	FIELD_STRUCT(struct supported, supported, shape_btrfs_features),
	FIELD_STRUCT(struct supported, safe_to_set, shape_btrfs_features),
	FIELD_STRUCT(struct supported, safe_to_clear, shape_btrfs_features),
};

static void show_supported(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	static const char *const what[] = { "supported", "safe to set", "safe to clear" };
	const uint32_t size = sizeof(struct btrfs_ioctl_feature_flags), n = len / size < 3 ? len / size : 3;

	s->w->array_begin(s->o);
	for (uint32_t i = 0; i < n; i++) {
		s->w->item(s->o);
		show__shape(s, a, shape__of(&shape_btrfs_features, a->call->abi), p + i * size, size);
		s->w->comment(s->o, what[i]);
	}
	s->w->array_end(s->o, ARRAY_WHOLE, 0);
}

static const struct shape supported_array = { .name = "supported", .size = sizeof(struct supported), .show = show_supported };
/* What BTRFS_IOC_GET_SUPPORTED_FEATURES fills: an array, whose elements have names here. */
const struct shape shape_btrfs_supported = SHAPE(struct supported, supported_fields, .strace = &supported_array);
