// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_ubi.c - requests to UBI (mtd/ubi-user.h) that return a number in place of the first one passed, or pass names. The same in every ABI. */
#include <linux/ioctl.h>
#include <mtd/ubi-user.h>
#include <string.h>

#include "beautifiers/kinds.h"
#include "ioctl.h"
#include "made_shapes.h"

/* A name, and how many bytes of it count: shown so far as it is text. */
static void show_volume_name(struct show *s, const char *name, int len)
{
	size_t most = len < 0 ? 0 : len < UBI_MAX_VOLUME_NAME ? (size_t)len : UBI_MAX_VOLUME_NAME, n = strnlen(name, UBI_MAX_VOLUME_NAME + 1);

	show_field_name(s, "name");
	s->w->string(s->o, name, n < most ? n : most, n > most ? STRING_CUT : STRING_WHOLE);
}

#define GET(p, t, member) load_int((p) + offsetof(struct t, member), sizeof(((struct t *)0)->member), s->swap)

static void show_volume(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a, (void)len;
	s->w->struct_begin(s->o);
	show_named(s, "vol_id", integer, GET(p, ubi_mkvol_req, vol_id));
	show_named(s, "alignment", integer, GET(p, ubi_mkvol_req, alignment));
	show_named(s, "bytes", integer, GET(p, ubi_mkvol_req, bytes));
	show_field_name(s, "vol_type");
	show__enum(s, &ubi_volume_types, (uint8_t)GET(p, ubi_mkvol_req, vol_type));
	show_field_name(s, "flags");
	show__flags(s, &ubi_volume_flags, (uint8_t)GET(p, ubi_mkvol_req, flags));
	show_named(s, "name_len", integer, GET(p, ubi_mkvol_req, name_len));
	show_volume_name(s, (const char *)p + offsetof(struct ubi_mkvol_req, name), (int)GET(p, ubi_mkvol_req, name_len));
	s->w->struct_end(s->o, false);
}
static const struct shape volume = { .name = "ubi_mkvol_req", .size = sizeof(struct ubi_mkvol_req), .show = show_volume, .whole = true };

#define ENT(p, member) load_int((p) + offsetof(struct ubi_rnvol_req, ents[0].member) - offsetof(struct ubi_rnvol_req, ents), \
				sizeof(((struct ubi_rnvol_req *)0)->ents[0].member), s->swap)

static void show_renamed(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	int32_t count = (int32_t)load_uint(p, 4, s->swap), n = count < 0 ? 0 : count < UBI_MAX_RNVOL ? count : UBI_MAX_RNVOL;
	const size_t size = sizeof(((struct ubi_rnvol_req *)0)->ents[0]);
	const char *name = (const char *)p + offsetof(struct ubi_rnvol_req, ents[0].name);

	(void)a, (void)len;
	s->w->struct_begin(s->o);
	show_named(s, "count", integer, count);
	show_field_name(s, "ents");
	s->w->array_begin(s->o);
	p += offsetof(struct ubi_rnvol_req, ents);
	for (int32_t i = 0; i < n; i++, p += size, name += size) {
		s->w->item(s->o);
		s->w->struct_begin(s->o);
		show_named(s, "vol_id", integer, ENT(p, vol_id));
		show_named(s, "name_len", integer, ENT(p, name_len));
		show_volume_name(s, name, (int)ENT(p, name_len));
		s->w->struct_end(s->o, false);
	}
	s->w->array_end(s->o, ARRAY_WHOLE, 0);
	s->w->struct_end(s->o, false);
}
static const struct shape renamed = { .name = "ubi_rnvol_req", .size = sizeof(struct ubi_rnvol_req), .show = show_renamed, .whole = true };

/* strace: only that number of what was filled. */
void show_struct_numbered(struct show *s, const struct arg *a)
{
	const struct chunk *in = struct__memory(s, a, false), *out = a->call->done && !a->call->failed ? struct__memory(s, a, true) : NULL;

	if (!s->w->strace_marks) {
		show_struct_inout(s, a);
		return;
	}
	show_struct_in(s, a);
	if (!in || !out)
		return;
	s->w->changed(s->o);
	s->w->array_begin(s->o);
	s->w->item(s->o);
	s->w->integer(s->o, (int32_t)load_uint(chunk__bytes(out), 4, s->swap));
	s->w->array_end(s->o, ARRAY_WHOLE, 0);
	s->w->change_end(s->o);
}

static const struct subrow rows[] = {
	REQUEST(UBI_IOCATT,   ARG(ARG_("arg", struct_numbered, .shape = &shape_ubi_attach_req))),
	REQUEST(UBI_IOCMKVOL, ARG(ARG_("arg", struct_numbered, .shape = &volume))),
	REQUEST(UBI_IOCRNVOL, ARG(STRUCT_IN("arg", renamed))),
};

const struct sub_table ioctls_ubi = SUB_TABLE(rows);
