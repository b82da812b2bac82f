// SPDX-License-Identifier: BSD-2-Clause
/*
 * shapes_fs.c - file systems, locks, mounts, asynchronous I/O, buffers (asm/statfs.h, linux/fcntl.h, linux/mount.h,
 * linux/aio_abi.h, linux/mman.h, linux/uio.h).
 */
#include <linux/aio_abi.h>
#include <linux/fcntl.h>
#include <linux/mount.h>
#include <linux/openat2.h>

#include "kinds.h"

#define BRIEF .brief = true

typedef uint64_t __attribute__((aligned(4))) u64_4;	/* as i386 aligns it */
typedef int64_t __attribute__((aligned(4))) s64_4;

/* -- statfs ------------------------------------------------------------------------------------------ */

#define STATFS(t, W, N) struct t { \
	W f_type, f_bsize; \
	N f_blocks, f_bfree, f_bavail, f_files, f_ffree; \
	int32_t f_fsid[2]; \
	W f_namelen, f_frsize, f_flags, f_spare[4]; };
#define STATFS_FIELDS(t, fsid) { \
	FIELD_FLAGS(struct t, f_type, enum64, statfs_types, BRIEF), FIELD(struct t, f_bsize, ulong, BRIEF), \
	FIELD(struct t, f_blocks, ulong, BRIEF), FIELD(struct t, f_bfree, ulong, BRIEF), \
	FIELD(struct t, f_bavail, ulong, BRIEF), FIELD(struct t, f_files, ulong), FIELD(struct t, f_ffree, ulong), \
	FIELD_STRUCT(struct t, f_fsid, fsid), FIELD(struct t, f_namelen, ulong), FIELD(struct t, f_frsize, ulong), \
	FIELD_FLAGS(struct t, f_flags, flags64, statfs_flags) }
STATFS(statfs_64, uint64_t, uint64_t)
STATFS(statfs_32, uint32_t, uint32_t)
STATFS(statfs64_32, uint32_t, u64_4)
STATFS(statfs_s390, uint32_t, uint64_t)
static_assert(sizeof(struct statfs_64) == 120 && sizeof(struct statfs_32) == 64, "struct statfs");
static_assert(sizeof(struct statfs64_32) == 84 && sizeof(struct statfs_s390) == 88, "struct statfs64");
static const struct field hex_field[] = { { .spec = { .name = "", .kind = &kind_hex32 }, .size = 4 } };
static const struct shape shape_hex = { .name = "hex", .size = 4, .nfields = 1, .fields = hex_field, .bare = true };
struct fsid { int32_t val[2]; };
static const struct field fsid_fields[] = { FIELD_STRUCT(struct fsid, val, shape_hex) };
static const struct shape strace_fsid = SHAPE(struct fsid, fsid_fields);
static const struct field statfs_64_fields[] = STATFS_FIELDS(statfs_64, shape_int);
static const struct field statfs_64_whole_fields[] = STATFS_FIELDS(statfs_64, strace_fsid);
static const struct field statfs_32_fields[] = STATFS_FIELDS(statfs_32, shape_int);
static const struct field statfs_32_whole_fields[] = STATFS_FIELDS(statfs_32, strace_fsid);
static const struct field statfs64_32_fields[] = STATFS_FIELDS(statfs64_32, shape_int);
static const struct field statfs64_32_whole_fields[] = STATFS_FIELDS(statfs64_32, strace_fsid);
static const struct field statfs_s390_fields[] = STATFS_FIELDS(statfs_s390, shape_int);
static const struct field statfs_s390_whole_fields[] = STATFS_FIELDS(statfs_s390, strace_fsid);
/* strace does not abridge it */
static const struct shape statfs_32_whole = SHAPE(struct statfs_32, statfs_32_whole_fields);
static const struct shape statfs_64_whole = SHAPE(struct statfs_64, statfs_64_whole_fields);
static const struct shape statfs64_32_whole = SHAPE(struct statfs64_32, statfs64_32_whole_fields);
static const struct shape statfs_s390_whole = SHAPE(struct statfs_s390, statfs_s390_whole_fields);
static const struct shape statfs_32 = SHAPE(struct statfs_32, statfs_32_fields, .abridge = true, .strace = &statfs_32_whole);
static const struct shape statfs64_32 = SHAPE(struct statfs64_32, statfs64_32_fields, .abridge = true, .strace = &statfs64_32_whole);
static const struct shape statfs_s390 = SHAPE(struct statfs_s390, statfs_s390_fields, .abridge = true, .strace = &statfs_s390_whole);
const struct shape shape_statfs = SHAPE(struct statfs_64, statfs_64_fields, .abridge = true, .strace = &statfs_64_whole, .compat = &statfs_32, .s390 = &statfs_s390);
const struct shape shape_statfs64 = SHAPE(struct statfs_64, statfs_64_fields, .abridge = true, .strace = &statfs_64_whole, .compat = &statfs64_32, .s390 = &statfs_s390);

#define USTAT(t, UL) struct t { int32_t f_tfree; UL f_tinode; char f_fname[6], f_fpack[6]; };
#define USTAT_FIELDS(t) { \
	FIELD(struct t, f_tfree, int), FIELD(struct t, f_tinode, ulong), \
	FIELD(struct t, f_fname, chars), FIELD(struct t, f_fpack, chars) }
USTAT(ustat64, uint64_t)
USTAT(ustat32, uint32_t)
static const struct field ustat64_fields[] = USTAT_FIELDS(ustat64);
static const struct field ustat32_fields[] = USTAT_FIELDS(ustat32);
static const struct shape shape_ustat32 = SHAPE(struct ustat32, ustat32_fields);
/* s390x has an ino_t of 32 bits */
const struct shape shape_ustat = SHAPE(struct ustat64, ustat64_fields, .compat = &shape_ustat32, .s390 = &shape_ustat32);

/* -- Opening, locking, owning ------------------------------------------------------------------------ */

static const struct field open_how_fields[] = {
	FIELD_FLAGS(struct open_how, flags, flags64, open_flags),
	FIELD(struct open_how, mode, mode),
	FIELD_FLAGS(struct open_how, resolve, flags64, open_how_resolve),
};
/* strace does not show a mode of 0 that is not used. */
static bool how_has_mode(const struct call *c, const uint8_t *p)
{
	return load_uint(p + offsetof(struct open_how, flags), 8, c->swap) & (O_CREAT | __O_TMPFILE) || load_uint(p + offsetof(struct open_how, mode), 8, c->swap);
}

static const struct field open_how_strace_fields[] = {
	FIELD_FLAGS(struct open_how, flags, flags64, open_flags),
	FIELD(struct open_how, mode, mode, .when = how_has_mode),
	FIELD_FLAGS(struct open_how, resolve, flags64, open_how_resolve),
};
static const struct shape open_how_strace = SHAPE(struct open_how, open_how_strace_fields, .min_passed = 24, .tail = TAIL_BYTES);
const struct shape shape_open_how = SHAPE(struct open_how, open_how_fields, .strace = &open_how_strace);

#define FLOCK(t, L) struct t { int16_t l_type, l_whence; L l_start, l_len; int32_t l_pid; };
#define FLOCK_FIELDS(t) \
	FIELD_FLAGS(struct t, l_type, enum, flock_types), FIELD_FLAGS(struct t, l_whence, enum, lseek_whence), \
	FIELD(struct t, l_start, long), FIELD(struct t, l_len, long)
FLOCK(flock_64, int64_t)
FLOCK(flock_32, int32_t)
FLOCK(flock64_32, s64_4)
static_assert(sizeof(struct flock_64) == 32 && sizeof(struct flock_32) == 16 && sizeof(struct flock64_32) == 24, "struct flock");
#define FLOCK_TABLES(t) \
	static const struct field t##_fields[] = { FLOCK_FIELDS(t), FIELD(struct t, l_pid, pid) }; \
	static const struct field t##_set_fields[] = { FLOCK_FIELDS(t) }; \
	static const struct shape t##_strace = SHAPE(struct t, t##_set_fields); \
	static const struct shape t##_set = SHAPE(struct t, t##_fields, .strace = &t##_strace);
FLOCK_TABLES(flock_64)
FLOCK_TABLES(flock_32)
FLOCK_TABLES(flock64_32)
static const struct shape flock_32 = SHAPE(struct flock_32, flock_32_fields);
static const struct shape flock64_32 = SHAPE(struct flock64_32, flock64_32_fields);
const struct shape shape_flock = SHAPE(struct flock_64, flock_64_fields, .compat = &flock_32);
const struct shape shape_flock64 = SHAPE(struct flock_64, flock_64_fields, .compat = &flock64_32, .arm = &shape_flock64);
const struct shape shape_flock_set = SHAPE(struct flock_64, flock_64_fields, .compat = &flock_32_set, .strace = &flock_64_strace);
const struct shape shape_flock64_set = SHAPE(struct flock_64, flock_64_fields, .compat = &flock64_32_set, .arm = &flock_64_set, .strace = &flock_64_strace);

static const struct field mount_attr_fields[] = {
	FIELD_FLAGS(struct mount_attr, attr_set, flags64, mount_attr_attrs),
	FIELD_FLAGS(struct mount_attr, attr_clr, flags64, mount_attr_attrs),
	FIELD_FLAGS(struct mount_attr, propagation, flags64, mount_propagation),
	FIELD(struct mount_attr, userns_fd, fd64),
};
/* strace shows a descriptor only if it is used. */
static bool uses_userns(const struct call *c, const uint8_t *p)
{
	uint64_t used = load_uint(p + offsetof(struct mount_attr, attr_set), 8, c->swap) | load_uint(p + offsetof(struct mount_attr, attr_clr), 8, c->swap);

	return used & MOUNT_ATTR_IDMAP && load_uint(p + offsetof(struct mount_attr, userns_fd), 8, c->swap) <= INT32_MAX;
}

static bool uses_no_userns(const struct call *c, const uint8_t *p)
{
	return !uses_userns(c, p);
}

static const struct field mount_attr_strace_fields[] = {
	FIELD_FLAGS(struct mount_attr, attr_set, flags64, mount_attr_attrs),
	FIELD_FLAGS(struct mount_attr, attr_clr, flags64, mount_attr_attrs),
	FIELD_FLAGS(struct mount_attr, propagation, enum64, mount_propagation_types),
	FIELD(struct mount_attr, userns_fd, fd64, .when = uses_userns),
	FIELD(struct mount_attr, userns_fd, ulong, .when = uses_no_userns),
};
static const struct shape mount_attr_strace = SHAPE(struct mount_attr, mount_attr_strace_fields, .min_passed = 32, .tail = TAIL_BYTES);
const struct shape shape_mount_attr = SHAPE(struct mount_attr, mount_attr_fields, .strace = &mount_attr_strace);

struct cache_stat { uint64_t nr_cache, nr_dirty, nr_writeback, nr_evicted, nr_recently_evicted; };
static const struct field cache_stat_fields[] = {
	FIELDS(struct cache_stat, ulong, nr_cache, nr_dirty, nr_writeback, nr_evicted, nr_recently_evicted),
};
const struct shape shape_cachestat = SHAPE(struct cache_stat, cache_stat_fields);

struct cache_range { uint64_t off, len; };
static const struct field cache_range_fields[] = {
	FIELDS(struct cache_range, ulong, off, len),
};
const struct shape shape_cachestat_range = SHAPE(struct cache_range, cache_range_fields);

/* -- Buffers: addresses and lengths only ------------------------------------------------------------- */

#define VEC(t, UL) struct t { UL iov_base, iov_len; };
#define VEC_FIELDS(t) { FIELD(struct t, iov_base, ptr), FIELD(struct t, iov_len, ulong) }
#define VEC_DATA_FIELDS(t) { DEREF(struct t, iov_base, buf_in, iov_len), FIELD(struct t, iov_len, ulong) }
VEC(vec64, uint64_t)
VEC(vec32, uint32_t)
static const struct field vec64_fields[] = VEC_FIELDS(vec64);
static const struct field vec32_fields[] = VEC_FIELDS(vec32);
static const struct shape shape_vec32 = SHAPE(struct vec32, vec32_fields);
const struct shape shape_iovec = SHAPE(struct vec64, vec64_fields, .compat = &shape_vec32, .x32_compat = true);

static const struct field vec_data64_fields[] = VEC_DATA_FIELDS(vec64);
static const struct field vec_data32_fields[] = VEC_DATA_FIELDS(vec32);
static const struct shape vec_data32 = SHAPE(struct vec32, vec_data32_fields);
const struct shape shape_iovec_data = SHAPE(struct vec64, vec_data64_fields, .compat = &vec_data32, .x32_compat = true);

/* -- Asynchronous I/O -------------------------------------------------------------------------------- */

/* The order of two members depends on the byte order. */
#define IOCB(t, first, second) struct t { \
	uint64_t aio_data; uint32_t first, second; uint16_t aio_lio_opcode; int16_t aio_reqprio; uint32_t aio_fildes; \
	uint64_t aio_buf, aio_nbytes; int64_t aio_offset; uint64_t aio_reserved2; uint32_t aio_flags, aio_resfd; };
IOCB(iocb_le, aio_key, aio_rw_flags)
IOCB(iocb_be, aio_rw_flags, aio_key)
static_assert(sizeof(struct iocb_le) == 64 && sizeof(struct iocb_be) == 64, "struct iocb");

static bool has_resfd(const struct call *c, const uint8_t *p)
{
	return load_uint(p + offsetof(struct iocb_le, aio_flags), 4, c->swap) & IOCB_FLAG_RESFD;
}

static bool has_no_resfd(const struct call *c, const uint8_t *p)
{
	return !has_resfd(c, p);
}

static bool has_ioprio(const struct call *c, const uint8_t *p)
{
	return load_uint(p + offsetof(struct iocb_le, aio_flags), 4, c->swap) & IOCB_FLAG_IOPRIO;
}

static bool has_no_ioprio(const struct call *c, const uint8_t *p)
{
	return !has_ioprio(c, p);
}

/* `...`: the fields aio_buf and aio_nbytes. */
#define IOCB_FIELDS(t, ...) { \
	FIELD(struct t, aio_data, hex, BRIEF), FIELD(struct t, aio_key, uint), \
	FIELD_FLAGS(struct t, aio_rw_flags, flags, rwf_flags), FIELD_FLAGS(struct t, aio_lio_opcode, enum, iocb_cmds, BRIEF), \
	FIELD(struct t, aio_reqprio, int), FIELD(struct t, aio_fildes, fd, BRIEF), ##__VA_ARGS__, \
	FIELD_FLAGS(struct t, aio_flags, flags, iocb_flags), FIELD(struct t, aio_resfd, fd, .when = has_resfd) }
#define IOCB_EXTENT(t) FIELD(struct t, aio_nbytes, ulong, BRIEF), FIELD(struct t, aio_offset, offset, BRIEF)
#define IOCB_BUFFER(t) FIELD(struct t, aio_buf, ptr, BRIEF), IOCB_EXTENT(t)
#define IOCB_DATA(t)   DEREF(struct t, aio_buf, buf_in, aio_nbytes, BRIEF), IOCB_EXTENT(t)
#define IOCB_VEC(t, s) DEREF(struct t, aio_buf, array_in, aio_nbytes, BRIEF, .spec.shape = &s), IOCB_EXTENT(t)
#define IOCB_EVENTS(t) FIELD_FLAGS(struct t, aio_buf, flags64, poll_events, BRIEF)
#define IOCB_SHAPES(t) \
	static const struct field t##_fields[] = IOCB_FIELDS(t, IOCB_BUFFER(t)), t##_write_fields[] = IOCB_FIELDS(t, IOCB_DATA(t)), \
		t##_readv_fields[] = IOCB_FIELDS(t, IOCB_VEC(t, shape_iovec)), t##_writev_fields[] = IOCB_FIELDS(t, IOCB_VEC(t, shape_iovec_data)), \
		t##_poll_fields[] = IOCB_FIELDS(t, IOCB_EVENTS(t)); \
	static const struct shape t##_write = SHAPE(struct t, t##_write_fields, .abridge = true), \
		t##_readv = SHAPE(struct t, t##_readv_fields, .abridge = true), t##_writev = SHAPE(struct t, t##_writev_fields, .abridge = true), \
		t##_poll = SHAPE(struct t, t##_poll_fields, .abridge = true); \
	static const struct subshape t##_ops[] = { \
		{ IOCB_CMD_PWRITE, &t##_write }, { IOCB_CMD_PREADV, &t##_readv }, { IOCB_CMD_PWRITEV, &t##_writev }, { IOCB_CMD_POLL, &t##_poll } };
IOCB_SHAPES(iocb_le)
IOCB_SHAPES(iocb_be)
/* strace shows what the operation uses, and what is not 0. */
#define IOCB_HEADER(t) \
	FIELD(struct t, aio_data, hex), FIELD(struct t, aio_key, uint, .if_set = true), FIELD_FLAGS(struct t, aio_rw_flags, flags, rwf_flags, .if_set = true), \
	FIELD_FLAGS(struct t, aio_lio_opcode, enum, iocb_cmds, .spec.strace = &kind_enum_dec_u8), FIELD(struct t, aio_reqprio, int, .if_set = true, .when = has_no_ioprio), \
	FIELD(struct t, aio_reqprio, ioprio, .when = has_ioprio), FIELD(struct t, aio_fildes, fd)
#define IOCB_USED(t, ...) { \
	IOCB_HEADER(t), ##__VA_ARGS__, FIELD_FLAGS(struct t, aio_flags, flags, iocb_flags, .if_set = true), \
	FIELD(struct t, aio_resfd, fd, .when = has_resfd), FIELD(struct t, aio_resfd, hex, .when = has_no_resfd, .if_set = true) }
#define IOCB_AT(t) FIELD(struct t, aio_offset, offset)
#define IOCB_STRACE(t) \
	static const struct field t##_s_header[] = { IOCB_HEADER(t) }, \
		t##_s_read[] = IOCB_USED(t, FIELD(struct t, aio_buf, hex), FIELD(struct t, aio_nbytes, ulong), IOCB_AT(t)), \
		t##_s_write[] = IOCB_USED(t, DEREF(struct t, aio_buf, buf_in, aio_nbytes), FIELD(struct t, aio_nbytes, ulong), IOCB_AT(t)), \
		t##_s_readv[] = IOCB_USED(t, DEREF(struct t, aio_buf, array_in, aio_nbytes, .spec.shape = &shape_iovec), IOCB_AT(t)), \
		t##_s_writev[] = IOCB_USED(t, DEREF(struct t, aio_buf, array_in, aio_nbytes, .spec.shape = &shape_iovec_data), IOCB_AT(t)), \
		t##_s_poll[] = IOCB_USED(t, FIELD_FLAGS(struct t, aio_buf, flags64, poll_events)); \
	static const struct shape t##_s_reads = SHAPE(struct t, t##_s_read), t##_s_writes = SHAPE(struct t, t##_s_write), \
		t##_s_readvs = SHAPE(struct t, t##_s_readv), t##_s_writevs = SHAPE(struct t, t##_s_writev), t##_s_polls = SHAPE(struct t, t##_s_poll); \
	static const struct subshape t##_s_ops[] = { \
		{ IOCB_CMD_PREAD, &t##_s_reads }, { IOCB_CMD_PWRITE, &t##_s_writes }, { IOCB_CMD_POLL, &t##_s_polls }, \
		{ IOCB_CMD_PREADV, &t##_s_readvs }, { IOCB_CMD_PWRITEV, &t##_s_writevs } }; \
	static const struct shape t##_strace = SHAPE(struct t, t##_s_header, SUBSHAPES(struct t, aio_lio_opcode, t##_s_ops)), \
		t##_cancelled = SHAPE(struct t, t##_s_header);
IOCB_STRACE(iocb_le)
IOCB_STRACE(iocb_be)
static const struct shape iocb_be = SHAPE(struct iocb_be, iocb_be_fields, .abridge = true, SUBSHAPES(struct iocb_be, aio_lio_opcode, iocb_be_ops), .strace = &iocb_be_strace);
const struct shape shape_iocb = SHAPE(struct iocb_le, iocb_le_fields, .abridge = true, .s390 = &iocb_be,
				      SUBSHAPES(struct iocb_le, aio_lio_opcode, iocb_le_ops), .strace = &iocb_le_strace);
/* io_cancel */
static const struct shape iocb_be_cancel = SHAPE(struct iocb_be, iocb_be_fields, .abridge = true, .strace = &iocb_be_cancelled);
const struct shape shape_iocb_cancel = SHAPE(struct iocb_le, iocb_le_fields, .abridge = true, .s390 = &iocb_be_cancel, .strace = &iocb_le_cancelled);
static const struct field iocb_pointer64[] = POINTER_TO(struct_in, &shape_iocb, 8), iocb_pointer32[] = POINTER_TO(struct_in, &shape_iocb, 4);
static const struct shape shape_iocb_pointer32 = POINTER_SHAPE("struct iocb *", iocb_pointer32, 4);
const struct shape shape_iocb_pointer = POINTER_SHAPE("struct iocb *", iocb_pointer64, 8, .compat = &shape_iocb_pointer32, .x32_compat = true);

/* What a request has read, when its end is reaped: captured, but not shown there. */
static const struct field done_read_fields[] = { IOCB_DATA(iocb_le) }, done_readv_fields[] = { IOCB_VEC(iocb_le, shape_iovec_data) };
static const struct shape done_read = SHAPE(struct iocb_le, done_read_fields), done_readv = SHAPE(struct iocb_le, done_readv_fields);
static const struct subshape done_ops[] = { { IOCB_CMD_PREAD, &done_read }, { IOCB_CMD_PREADV, &done_readv } };
static const struct shape iocb_done = SHAPE(struct iocb_le, iocb_le_fields, SUBSHAPES(struct iocb_le, aio_lio_opcode, done_ops));

static const struct field io_event_fields[] = {
	FIELD(struct io_event, data, hex),
	DEREF_ONE(struct io_event, obj, iocb_done, .spec.shape = &iocb_done),
	FIELDS(struct io_event, long, res, res2),
};
const struct shape shape_io_event = SHAPE(struct io_event, io_event_fields);

/* -- Messages: addresses and lengths only ------------------------------------------------------------ */

#define MSG(t, UL) struct t { \
	UL msg_name; int32_t msg_namelen; UL msg_iov, msg_iovlen, msg_control, msg_controllen; uint32_t msg_flags; };
#define MSG_FIELDS(t) { \
	FIELD(struct t, msg_name, ptr), FIELD(struct t, msg_namelen, int), FIELD(struct t, msg_iov, ptr), \
	FIELD(struct t, msg_iovlen, ulong), FIELD(struct t, msg_control, ptr), FIELD(struct t, msg_controllen, ulong), \
	FIELD_FLAGS(struct t, msg_flags, flags, msg_flags) }
MSG(msg64, uint64_t)
MSG(msg32, uint32_t)
static_assert(sizeof(struct msg64) == 56 && sizeof(struct msg32) == 28, "struct msghdr");
static const struct field msg64_fields[] = MSG_FIELDS(msg64);
static const struct field msg32_fields[] = MSG_FIELDS(msg32);
static const struct shape shape_msg32 = SHAPE(struct msg32, msg32_fields);
const struct shape shape_msghdr = SHAPE(struct msg64, msg64_fields, .compat = &shape_msg32, .x32_compat = true);

struct mmsg64 { struct msg64 msg_hdr; uint32_t msg_len; };
struct mmsg32 { struct msg32 msg_hdr; uint32_t msg_len; };
static_assert(sizeof(struct mmsg64) == 64 && sizeof(struct mmsg32) == 32, "struct mmsghdr");
static const struct field mmsg64_fields[] = {
	FIELD_STRUCT(struct mmsg64, msg_hdr, shape_msghdr),
	FIELD(struct mmsg64, msg_len, uint),
};
static const struct field mmsg32_fields[] = {
	FIELD_STRUCT(struct mmsg32, msg_hdr, shape_msg32),
	FIELD(struct mmsg32, msg_len, uint),
};
static const struct shape shape_mmsg32 = SHAPE(struct mmsg32, mmsg32_fields);
const struct shape shape_mmsghdr = SHAPE(struct mmsg64, mmsg64_fields, .compat = &shape_mmsg32, .x32_compat = true);

/* The two layouts of directory entries: show_dirents.c shows them. */
