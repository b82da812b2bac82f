// SPDX-License-Identifier: BSD-2-Clause
/*
 * shapes_stat.c - status of a file: struct stat in all its layouts (asm/stat.h of each architecture), struct statx.
 *
 * Abridged: type and permissions, and the size, or a device's number.
 */
#include <linux/stat.h>
#include <linux/time.h>

#include "kinds.h"

#define BRIEF .brief = true

/* -- Times: seconds, then nanoseconds ---------------------------------------------------------------- */

static void show_time64(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	(void)len;
	s->w->time(s->o, load_int(p, 8, s->swap), load_int(p + 8, 8, s->swap), CLOCK_REALTIME);
}

static void show_time32(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	(void)len;
	s->w->time(s->o, load_int(p, 4, s->swap), load_uint(p + 4, 4, s->swap), CLOCK_REALTIME);
}

static void show_statx_time(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	(void)len;
	s->w->time(s->o, load_int(p, 8, s->swap), load_uint(p + 8, 4, s->swap), CLOCK_REALTIME);
}

struct time64 { int64_t sec, nsec; };
struct time32 { int32_t sec; uint32_t nsec; };
static const struct shape shape_time64 = { .name = "time64", .size = sizeof(struct time64), .show = show_time64 };
static const struct shape shape_time32 = { .name = "time32", .size = sizeof(struct time32), .show = show_time32 };
static const struct shape shape_statx_time = { .name = "statx_timestamp", .size = sizeof(struct statx_timestamp), .show = show_statx_time };

/* -- stat -------------------------------------------------------------------------------------------- */

typedef uint64_t __attribute__((aligned(4))) u64_4;	/* as i386 aligns it */
typedef int64_t __attribute__((aligned(4))) s64_4;

#define DEVICE_WHEN(t, mode) \
	static bool t##_of_type(const struct call *c, const uint8_t *p, uint64_t type) \
	{ \
		return (load_uint(p + offsetof(struct t, mode), sizeof(((struct t *)0)->mode), c->swap) & S_IFMT) == type; \
	} \
	static bool t##_block(const struct call *c, const uint8_t *p) { return t##_of_type(c, p, S_IFBLK); } \
	static bool t##_char(const struct call *c, const uint8_t *p) { return t##_of_type(c, p, S_IFCHR); } \
	static bool t##_file(const struct call *c, const uint8_t *p) { return !t##_block(c, p) && !t##_char(c, p); }
#define STAT_FIELDS(t, tm) { \
	FIELD(struct t, st_dev, dev_block), FIELD(struct t, st_ino, ulong), FIELD(struct t, st_mode, file_mode, BRIEF), \
	FIELD(struct t, st_nlink, ulong), FIELD(struct t, st_uid, uid), FIELD(struct t, st_gid, gid), \
	FIELD(struct t, st_blksize, long), FIELD(struct t, st_blocks, long), \
	FIELD(struct t, st_size, length, BRIEF, .when = t##_file), \
	FIELD(struct t, st_rdev, dev_block, BRIEF, .when = t##_block), FIELD(struct t, st_rdev, dev_char, BRIEF, .when = t##_char), \
	FIELD_STRUCT(struct t, st_atime, tm), FIELD_STRUCT(struct t, st_mtime, tm), FIELD_STRUCT(struct t, st_ctime, tm) }

struct stat_x86_64 {
	uint64_t st_dev, st_ino, st_nlink;
	uint32_t st_mode, st_uid, st_gid, pad;
	uint64_t st_rdev;
	int64_t st_size, st_blksize, st_blocks;
	struct time64 st_atime, st_mtime, st_ctime;
	int64_t unused[3];
};
static_assert(sizeof(struct stat_x86_64) == 144, "struct stat");

struct stat_generic {		/* aarch64, riscv64 */
	uint64_t st_dev, st_ino;
	uint32_t st_mode, st_nlink, st_uid, st_gid;
	uint64_t st_rdev, pad;
	int64_t st_size;
	int32_t st_blksize, pad2;
	int64_t st_blocks;
	struct time64 st_atime, st_mtime, st_ctime;
	uint32_t unused[2];
};
static_assert(sizeof(struct stat_generic) == 128, "struct stat");

struct stat_s390x {
	uint64_t st_dev, st_ino, st_nlink;
	uint32_t st_mode, st_uid, st_gid, pad;
	uint64_t st_rdev;
	int64_t st_size;
	struct time64 st_atime, st_mtime, st_ctime;
	int64_t st_blksize, st_blocks, unused[3];
};
static_assert(sizeof(struct stat_s390x) == 144, "struct stat");

struct stat_i386 {		/* arm has the same */
	uint32_t st_dev, st_ino;
	uint16_t st_mode, st_nlink, st_uid, st_gid;
	uint32_t st_rdev, st_size, st_blksize, st_blocks;
	struct time32 st_atime, st_mtime, st_ctime;
	uint32_t unused[2];
};
static_assert(sizeof(struct stat_i386) == 64, "struct stat");

struct stat64_i386 {
	u64_4 st_dev;
	uint32_t pad0, ino32;
	uint32_t st_mode, st_nlink, st_uid, st_gid;
	u64_4 st_rdev;
	uint32_t pad3;
	s64_4 st_size;
	uint32_t st_blksize;
	u64_4 st_blocks;
	struct time32 st_atime, st_mtime, st_ctime;
	u64_4 st_ino;
};
static_assert(sizeof(struct stat64_i386) == 96, "struct stat64");

struct stat64_arm {
	uint64_t st_dev;
	uint32_t pad0, ino32;
	uint32_t st_mode, st_nlink, st_uid, st_gid;
	uint64_t st_rdev;
	uint32_t pad3[2];
	int64_t st_size;
	uint32_t st_blksize, pad4;
	uint64_t st_blocks;
	struct time32 st_atime, st_mtime, st_ctime;
	uint64_t st_ino;
};
static_assert(sizeof(struct stat64_arm) == 104, "struct stat64");

struct stat_old {
	uint16_t st_dev, st_ino, st_mode, st_nlink, st_uid, st_gid, st_rdev;
	uint32_t st_size;
	int32_t st_atime, st_mtime, st_ctime;
};
static_assert(sizeof(struct stat_old) == 32, "struct __old_kernel_stat");

DEVICE_WHEN(stat_x86_64, st_mode)
DEVICE_WHEN(stat_generic, st_mode)
DEVICE_WHEN(stat_s390x, st_mode)
DEVICE_WHEN(stat_i386, st_mode)
DEVICE_WHEN(stat64_arm, st_mode)
DEVICE_WHEN(stat64_i386, st_mode)
DEVICE_WHEN(stat_old, st_mode)
static const struct field x86_64_fields[] = STAT_FIELDS(stat_x86_64, shape_time64);
static const struct field generic_fields[] = STAT_FIELDS(stat_generic, shape_time64);
static const struct field s390x_fields[] = STAT_FIELDS(stat_s390x, shape_time64);
static const struct field arm_64_fields[] = STAT_FIELDS(stat64_arm, shape_time32);
static const struct field i386_fields[] = STAT_FIELDS(stat_i386, shape_time32);
static const struct field i386_64_fields[] = STAT_FIELDS(stat64_i386, shape_time32);
static const struct field old_fields[] = {
	FIELD(struct stat_old, st_dev, dev_block),
	FIELD(struct stat_old, st_ino, ulong),
	FIELD(struct stat_old, st_mode, file_mode, BRIEF),
	FIELD(struct stat_old, st_nlink, ulong),
	FIELD(struct stat_old, st_uid, uid), FIELD(struct stat_old, st_gid, gid),
	FIELD(struct stat_old, st_size, ulong, BRIEF, .when = stat_old_file),
	FIELD(struct stat_old, st_rdev, dev_block, BRIEF, .when = stat_old_block), FIELD(struct stat_old, st_rdev, dev_char, BRIEF, .when = stat_old_char),
	FIELDS(struct stat_old, seconds, st_atime, st_mtime, st_ctime),
};

static const struct shape stat_generic = SHAPE(struct stat_generic, generic_fields, .abridge = true);
static const struct shape stat_i386 = SHAPE(struct stat_i386, i386_fields, .abridge = true);
static const struct shape stat_s390x = SHAPE(struct stat_s390x, s390x_fields, .abridge = true);
static const struct shape stat64_arm = SHAPE(struct stat64_arm, arm_64_fields, .abridge = true);
/* powerpc has the layout of x86-64 */
const struct shape shape_stat = SHAPE(struct stat_x86_64, x86_64_fields, .abridge = true,
				      .compat = &stat_i386, .generic = &stat_generic, .ppc = &shape_stat, .s390 = &stat_s390x);
const struct shape shape_stat64 = SHAPE(struct stat64_i386, i386_64_fields, .abridge = true, .arm = &stat64_arm);
const struct shape shape_old_stat = SHAPE(struct stat_old, old_fields, .abridge = true);

/* -- statx ------------------------------------------------------------------------------------------- */

DEVICE_WHEN(statx, stx_mode)
static bool statx_dev(const struct call *c, const uint8_t *p) { return !statx_file(c, p); }
static const struct field statx_fields[] = {
	FIELD_FLAGS(struct statx, stx_mask, flags, statx_mask, BRIEF, .spec.strace = &kind_statx_mask),
	FIELD(struct statx, stx_blksize, uint),
	FIELD_FLAGS(struct statx, stx_attributes, flags64, statx_attrs, BRIEF),
	FIELD(struct statx, stx_nlink, uint),
	FIELD(struct statx, stx_uid, uid), FIELD(struct statx, stx_gid, gid),
	FIELD(struct statx, stx_mode, file_mode, BRIEF),
	FIELD(struct statx, stx_ino, ulong),
	FIELD(struct statx, stx_size, nbytes, BRIEF, .when = statx_file),
	FIELD(struct statx, stx_blocks, ulong),
	FIELD_FLAGS(struct statx, stx_attributes_mask, flags64, statx_attrs),
	FIELD_STRUCT(struct statx, stx_atime, shape_statx_time),
	FIELD_STRUCT(struct statx, stx_btime, shape_statx_time),
	FIELD_STRUCT(struct statx, stx_ctime, shape_statx_time),
	FIELD_STRUCT(struct statx, stx_mtime, shape_statx_time),
	FIELD(struct statx, stx_rdev_major, uint, BRIEF, .when = statx_dev),
	FIELD(struct statx, stx_rdev_minor, minor_block, BRIEF, .when = statx_block), FIELD(struct statx, stx_rdev_minor, minor_char, BRIEF, .when = statx_char),
	FIELD(struct statx, stx_dev_major, uint), FIELD(struct statx, stx_dev_minor, minor_block),
	FIELD(struct statx, stx_mnt_id, ulong),
};

/* strace shows what stx_mask says was filled. */
#define FILLED(name, bits) \
	static bool filled_##name(const struct call *c, const uint8_t *p) { return load_uint(p + offsetof(struct statx, stx_mask), 4, c->swap) & (bits); }
FILLED(nlink, STATX_NLINK)
FILLED(uid, STATX_UID)
FILLED(gid, STATX_GID)
FILLED(mode, STATX_TYPE | STATX_MODE)
FILLED(ino, STATX_INO)
FILLED(size, STATX_SIZE)
FILLED(blocks, STATX_BLOCKS)
FILLED(atime, STATX_ATIME)
FILLED(btime, STATX_BTIME)
FILLED(ctime, STATX_CTIME)
FILLED(mtime, STATX_MTIME)
FILLED(mnt_id, STATX_MNT_ID)
FILLED(dio, STATX_DIOALIGN)
#define IF(member, k, ...) FIELD(struct statx, stx_##member, k, .when = filled_##member, ##__VA_ARGS__)
#define TIME_IF(member) FIELD_STRUCT(struct statx, stx_##member, shape_statx_time, .when = filled_##member)
static const struct field statx_strace_fields[] = {
	FIELD_FLAGS(struct statx, stx_mask, flags, statx_mask, BRIEF, .spec.strace = &kind_statx_mask),
	FIELD(struct statx, stx_blksize, uint),
	FIELD_FLAGS(struct statx, stx_attributes, flags64, statx_attrs, BRIEF),
	IF(nlink, uint), IF(uid, uid), IF(gid, uid), IF(mode, file_mode, BRIEF), IF(ino, ulong), IF(size, ulong, BRIEF), IF(blocks, ulong),
	FIELD_FLAGS(struct statx, stx_attributes_mask, flags64, statx_attrs),
	TIME_IF(atime), TIME_IF(btime), TIME_IF(ctime), TIME_IF(mtime),
	FIELDS(struct statx, uint, stx_rdev_major, stx_rdev_minor),
	FIELDS(struct statx, uint, stx_dev_major, stx_dev_minor),
	IF(mnt_id, hex64),
	FIELD(struct statx, stx_dio_mem_align, uint, .when = filled_dio),
	FIELD(struct statx, stx_dio_offset_align, uint, .when = filled_dio),
};
static const struct shape statx_strace = SHAPE(struct statx, statx_strace_fields, .abridge = true);
const struct shape shape_statx = SHAPE(struct statx, statx_fields, .abridge = true, .strace = &statx_strace);
