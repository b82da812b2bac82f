// SPDX-License-Identifier: BSD-2-Clause
/*
 * shapes_file.c - file times as utime, utimes and utimensat pass them, attributes of files (linux/xattr.h, linux/fs.h,
 * linux/mount.h, linux/fcntl.h).
 */
#include "kinds.h"

/* -- Times ------------------------------------------------------------------------------------------------- */

#define NSEC_NOW ((1 << 30) - 1)	/* UTIME_NOW and UTIME_OMIT: utimensat(2) */
#define NSEC_OMIT ((1 << 30) - 2)

/* A timespec (9 digits) or timeval (6), and its date */
static void show_dated(struct show *s, const struct arg *a, const struct shape *ts, const uint8_t *p, unsigned digits)
{
	unsigned size = ts->size / 2;
	int64_t fraction = load_int(p + size, size, s->swap);

	show__shape(s, a, ts, p, ts->size);
	if (digits == 6)
		fraction = fraction >= 0 && fraction < 1000000 ? fraction * 1000 : -1;
	if (show__dates(s))
		s->w->date(s->o, load_int(p, size, s->swap), fraction, digits);
}

/* A time with a name, as a structure: all of it is shown where constants are shown as numbers. */
static void show_named_utime(struct show *s, const struct arg *a, const struct shape *ts, const uint8_t *p, int64_t nsec)
{
	const char *name = nsec == NSEC_NOW ? "UTIME_NOW" : "UTIME_OMIT";
	enum constants_as as = show__constants(s);

	if (as == CONSTANTS_NAMED) {
		s->w->symbol(s->o, nsec, name, 0, NULL);
		return;
	}
	show__shape(s, a, ts, p, ts->size);
	if (as == CONSTANTS_BOTH)
		s->w->comment(s->o, name);
}

static void show_utime(struct show *s, const struct arg *a, const struct shape *ts, const uint8_t *p)
{
	int64_t nsec = load_int(p + ts->size / 2, ts->size / 2, s->swap);

	if (nsec == NSEC_NOW || nsec == NSEC_OMIT)
		show_named_utime(s, a, ts, p, nsec);
	else
		show_dated(s, a, ts, p, 9);
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

static void show_timeval64(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)len;
	show_dated(s, a, &shape_timeval, p, 6);
}

static void show_timeval32(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)len;
	show_dated(s, a, shape_timeval.compat, p, 6);
}

static const struct shape dated_timeval = { .name = "timeval", .size = 16, .show = show_timeval64 };
static const struct shape dated_timeval32 = { .name = "timeval", .size = 8, .show = show_timeval32 };
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
PAIR("utimes",	static,	utimes32,		&dated_timeval32,	16)
PAIR("utimes",	,	shape_utimes,		&dated_timeval,		32, .compat = &utimes32)

/* -- Attributes: defined here because the build machine's headers may lack them ---------------------------- */

struct xargs { uint64_t value; uint32_t size, flags; };
#define XARGS_FIELDS(value) { value, FIELD(struct xargs, size, uint), FIELD_FLAGS(struct xargs, flags, flags, xattr_flags) }
static const struct field xargs_fields[] = XARGS_FIELDS(DEREF(struct xargs, value, buf_in, size)),
	xargs_get_fields[] = XARGS_FIELDS(DEREF_ONE(struct xargs, value, buf_out));	/* as many bytes as the call returns */
const struct shape shape_xattr_args = SHAPE(struct xargs, xargs_fields, .tail = TAIL_BYTES), shape_xattr_get = SHAPE(struct xargs, xargs_get_fields, .tail = TAIL_BYTES);

struct fattr { uint64_t fa_xflags; uint32_t fa_extsize, fa_nextents, fa_projid, fa_cowextsize; };
static const struct field fattr_fields[] = {
	FIELD_FLAGS(struct fattr, fa_xflags, flags64, xflags),
	FIELDS(struct fattr, uint, fa_extsize, fa_nextents, fa_projid, fa_cowextsize),
};
const struct shape shape_file_attr = SHAPE(struct fattr, fattr_fields, .tail = TAIL_BYTES);

struct mnt_req { uint32_t size, mnt_ns_fd; uint64_t mnt_id, param, mnt_ns_id; };
#define STATMOUNT_FIELDS(of) { \
	FIELD(struct mnt_req, size, uint), of, FIELD(struct mnt_req, mnt_id, hex), FIELD_FLAGS(struct mnt_req, param, flags64, statmount_mask), \
	FIELD(struct mnt_req, mnt_ns_id, hex), FIELD_BEYOND(struct mnt_req, size) }
static const struct field statmount_fields[] = STATMOUNT_FIELDS(FIELD(struct mnt_req, mnt_ns_fd, uint));
static const struct field statmount_fd_fields[] = STATMOUNT_FIELDS(FIELD_NAMED(struct mnt_req, mnt_ns_fd, "mnt_fd", fd));	/* by 7.2 */
static const struct field listmount_fields[] = {
	FIELDS(struct mnt_req, uint, size, mnt_ns_fd),
	FIELD_FLAGS(struct mnt_req, mnt_id, enum64, listmount_ids),
	FIELDS(struct mnt_req, hex, param, mnt_ns_id),
	FIELD_BEYOND(struct mnt_req, size),
};
#define REQ_LEAST 24		/* MNT_ID_REQ_SIZE_VER0 */
const struct shape shape_statmount_req = SHAPE(struct mnt_req, statmount_fields, .least = REQ_LEAST);
const struct shape shape_statmount_fd_req = SHAPE(struct mnt_req, statmount_fd_fields, .least = REQ_LEAST);
const struct shape shape_listmount_req = SHAPE(struct mnt_req, listmount_fields, .least = REQ_LEAST);

static void show_uids(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	show_elements(s, a, &shape_uid, p, len, 2);
}
const struct shape shape_owner_uids = { .name = "owner_uids", .size = 8, .show = show_uids };

static const struct field hint_field[] = { { .spec = { .name = "", .kind = &kind_flags64, .flags = &rw_hints }, .size = 8 } };
const struct shape shape_rw_hint = { .name = "rw_hint", .size = 8, .nfields = 1, .fields = hint_field, .bare = true };
