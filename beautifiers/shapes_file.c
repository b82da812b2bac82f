// SPDX-License-Identifier: BSD-2-Clause
/*
 * shapes_file.c - file times as utime, utimes and utimensat pass them, attributes of files (linux/xattr.h, linux/fs.h,
 * linux/mount.h, linux/fcntl.h).
 */
#include "kinds.h"

/* -- Times ------------------------------------------------------------------------------------------------- */

#define NSEC_NOW ((1 << 30) - 1)	/* UTIME_NOW and UTIME_OMIT: utimensat(2) */
#define NSEC_OMIT ((1 << 30) - 2)

static void show_utime(struct show *s, const struct arg *a, const struct shape *ts, const uint8_t *p)
{
	int64_t nsec = load_int(p + ts->size / 2, ts->size / 2, s->swap);

	if (nsec == NSEC_NOW)
		s->w->symbol(s->o, nsec, "UTIME_NOW", 0, NULL);
	else if (nsec == NSEC_OMIT)
		s->w->symbol(s->o, nsec, "UTIME_OMIT", 0, NULL);
	else
		show__shape(s, a, ts, p, ts->size);
}

static void show_utime64(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)len;
	show_utime(s, a, &shape_timespec64, p);
}

static void show_utime32(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)len;
	show_utime(s, a, shape_timespec.compat, p);
}

static const struct shape utime64 = { .name = "utime", .size = 16, .show = show_utime64 };
static const struct shape utime32 = { .name = "utime", .size = 8, .show = show_utime32 };

/* Both elements */
#define PAIR(label, scope, n, element, bytes, ...) \
	static void show_##n(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len) \
	{ \
		show_elements(s, a, element, p, len, 2); \
	} \
	scope const struct shape n = { .name = label, .size = bytes, .show = show_##n, ##__VA_ARGS__ };
PAIR("utimens",	static,	utimens32,		&utime32,		16)
PAIR("utimens",	,	shape_utimens,		&utime64,		32, .compat = &utimens32)
PAIR("utimens",	,	shape_utimens64,	&utime64,		32)
PAIR("utimes",	static,	utimes32,		shape_timeval.compat,	16)
PAIR("utimes",	,	shape_utimes,		&shape_timeval,		32, .compat = &utimes32)

#define UTIMBUF(t, L) struct t { L actime, modtime; };
#define UTIMBUF_FIELDS(t) { FIELD(struct t, actime, seconds), FIELD(struct t, modtime, seconds) }
UTIMBUF(utimbuf64, int64_t)
UTIMBUF(utimbuf32, int32_t)
static const struct field utimbuf64_fields[] = UTIMBUF_FIELDS(utimbuf64);
static const struct field utimbuf32_fields[] = UTIMBUF_FIELDS(utimbuf32);
static const struct shape shape_utimbuf32 = SHAPE(struct utimbuf32, utimbuf32_fields);
const struct shape shape_utimbuf = SHAPE(struct utimbuf64, utimbuf64_fields, .compat = &shape_utimbuf32);

/* -- Attributes: defined here because the build machine's headers may lack them ---------------------------- */

struct xargs { uint64_t value; uint32_t size, flags; };
static const struct field xargs_fields[] = {
	FIELD(struct xargs, value, ptr),
	FIELD(struct xargs, size, uint),
	FIELD_FLAGS(struct xargs, flags, flags, xattr_flags),
};
const struct shape shape_xattr_args = SHAPE(struct xargs, xargs_fields);

struct fattr { uint64_t fa_xflags; uint32_t fa_extsize, fa_nextents, fa_projid, fa_cowextsize; };
static const struct field fattr_fields[] = {
	FIELD_FLAGS(struct fattr, fa_xflags, flags64, xflags),
	FIELDS(struct fattr, uint, fa_extsize, fa_nextents, fa_projid, fa_cowextsize),
};
const struct shape shape_file_attr = SHAPE(struct fattr, fattr_fields);

struct mnt_req { uint32_t size, mnt_ns_fd; uint64_t mnt_id, param, mnt_ns_id; };
static const struct field statmount_fields[] = {
	FIELDS(struct mnt_req, uint, size, mnt_ns_fd),
	FIELD(struct mnt_req, mnt_id, hex),
	FIELD_FLAGS(struct mnt_req, param, flags64, statmount_mask),
	FIELD(struct mnt_req, mnt_ns_id, hex),
};
static const struct field listmount_fields[] = {
	FIELDS(struct mnt_req, uint, size, mnt_ns_fd),
	FIELDS(struct mnt_req, hex, mnt_id, param, mnt_ns_id),
};
#define REQ_LEAST 24		/* MNT_ID_REQ_SIZE_VER0 */
const struct shape shape_statmount_req = SHAPE(struct mnt_req, statmount_fields, .least = REQ_LEAST);
const struct shape shape_listmount_req = SHAPE(struct mnt_req, listmount_fields, .least = REQ_LEAST);

static void show_uids(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	show_elements(s, a, &shape_uid, p, len, 2);
}
const struct shape shape_owner_uids = { .name = "owner_uids", .size = 8, .show = show_uids };

static const struct field hint_field[] = { { .spec = { .name = "", .kind = &kind_flags64, .flags = &rw_hints }, .size = 8 } };
const struct shape shape_rw_hint = { .name = "rw_hint", .size = 8, .nfields = 1, .fields = hint_field, .bare = true };
