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
#define STATFS_FIELDS(t) { \
	FIELD_FLAGS(struct t, f_type, enum64, statfs_types, BRIEF), FIELD(struct t, f_bsize, ulong, BRIEF), \
	FIELD(struct t, f_blocks, ulong, BRIEF), FIELD(struct t, f_bfree, ulong, BRIEF), \
	FIELD(struct t, f_bavail, ulong, BRIEF), FIELD(struct t, f_files, ulong), FIELD(struct t, f_ffree, ulong), \
	FIELD_STRUCT(struct t, f_fsid, shape_int), FIELD(struct t, f_namelen, ulong), FIELD(struct t, f_frsize, ulong), \
	FIELD_FLAGS(struct t, f_flags, flags64, statfs_flags) }
STATFS(statfs_64, uint64_t, uint64_t)
STATFS(statfs_32, uint32_t, uint32_t)
STATFS(statfs64_32, uint32_t, u64_4)
STATFS(statfs_s390, uint32_t, uint64_t)
static_assert(sizeof(struct statfs_64) == 120 && sizeof(struct statfs_32) == 64, "struct statfs");
static_assert(sizeof(struct statfs64_32) == 84 && sizeof(struct statfs_s390) == 88, "struct statfs64");
static const struct field statfs_64_fields[] = STATFS_FIELDS(statfs_64);
static const struct field statfs_32_fields[] = STATFS_FIELDS(statfs_32);
static const struct field statfs64_32_fields[] = STATFS_FIELDS(statfs64_32);
static const struct field statfs_s390_fields[] = STATFS_FIELDS(statfs_s390);
static const struct shape statfs_32 = SHAPE(struct statfs_32, statfs_32_fields, .abridge = true);
static const struct shape statfs64_32 = SHAPE(struct statfs64_32, statfs64_32_fields, .abridge = true);
static const struct shape statfs_s390 = SHAPE(struct statfs_s390, statfs_s390_fields, .abridge = true);
const struct shape shape_statfs = SHAPE(struct statfs_64, statfs_64_fields, .abridge = true, .compat = &statfs_32, .s390 = &statfs_s390);
const struct shape shape_statfs64 = SHAPE(struct statfs_64, statfs_64_fields, .abridge = true, .compat = &statfs64_32, .s390 = &statfs_s390);

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
const struct shape shape_open_how = SHAPE(struct open_how, open_how_fields);

#define FLOCK(t, L) struct t { int16_t l_type, l_whence; L l_start, l_len; int32_t l_pid; };
#define FLOCK_FIELDS(t) { \
	FIELD_FLAGS(struct t, l_type, enum, flock_types), FIELD_FLAGS(struct t, l_whence, enum, lseek_whence), \
	FIELD(struct t, l_start, long), FIELD(struct t, l_len, long), FIELD(struct t, l_pid, pid) }
FLOCK(flock_64, int64_t)
FLOCK(flock_32, int32_t)
FLOCK(flock64_32, s64_4)
static_assert(sizeof(struct flock_64) == 32 && sizeof(struct flock_32) == 16 && sizeof(struct flock64_32) == 24, "struct flock");
static const struct field flock_64_fields[] = FLOCK_FIELDS(flock_64);
static const struct field flock_32_fields[] = FLOCK_FIELDS(flock_32);
static const struct field flock64_32_fields[] = FLOCK_FIELDS(flock64_32);
static const struct shape flock_32 = SHAPE(struct flock_32, flock_32_fields);
static const struct shape flock64_32 = SHAPE(struct flock64_32, flock64_32_fields);
const struct shape shape_flock = SHAPE(struct flock_64, flock_64_fields, .compat = &flock_32);
const struct shape shape_flock64 = SHAPE(struct flock_64, flock_64_fields, .compat = &flock64_32, .arm = &shape_flock64);

struct owner { int32_t type, pid; };
static const struct field owner_fields[] = {
	FIELD_FLAGS(struct owner, type, enum, f_owner_types),
	FIELD(struct owner, pid, pid),
};
const struct shape shape_f_owner_ex = SHAPE(struct owner, owner_fields);

struct handle { uint32_t handle_bytes; int32_t handle_type; };	/* the handle itself follows */
static const struct field handle_fields[] = {
	FIELD(struct handle, handle_bytes, uint),
	FIELD(struct handle, handle_type, int),
};
const struct shape shape_file_handle = SHAPE(struct handle, handle_fields);

static const struct field mount_attr_fields[] = {
	FIELD_FLAGS(struct mount_attr, attr_set, flags64, mount_attr_attrs),
	FIELD_FLAGS(struct mount_attr, attr_clr, flags64, mount_attr_attrs),
	FIELD_FLAGS(struct mount_attr, propagation, flags64, mount_propagation),
	FIELD(struct mount_attr, userns_fd, fd64),
};
const struct shape shape_mount_attr = SHAPE(struct mount_attr, mount_attr_fields);

struct cache_stat { uint64_t nr_cache, nr_dirty, nr_writeback, nr_evicted, nr_recently_evicted; };
static const struct field cache_stat_fields[] = {
	FIELD(struct cache_stat, nr_cache, ulong),
	FIELD(struct cache_stat, nr_dirty, ulong),
	FIELD(struct cache_stat, nr_writeback, ulong),
	FIELD(struct cache_stat, nr_evicted, ulong),
	FIELD(struct cache_stat, nr_recently_evicted, ulong),
};
const struct shape shape_cachestat = SHAPE(struct cache_stat, cache_stat_fields);

struct cache_range { uint64_t off, len; };
static const struct field cache_range_fields[] = {
	FIELD(struct cache_range, off, ulong),
	FIELD(struct cache_range, len, ulong),
};
const struct shape shape_cachestat_range = SHAPE(struct cache_range, cache_range_fields);

/* -- Asynchronous I/O -------------------------------------------------------------------------------- */

/* Two members change places with the byte order. */
#define IOCB(t, first, second) struct t { \
	uint64_t aio_data; uint32_t first, second; uint16_t aio_lio_opcode; int16_t aio_reqprio; uint32_t aio_fildes; \
	uint64_t aio_buf, aio_nbytes; int64_t aio_offset; uint64_t aio_reserved2; uint32_t aio_flags, aio_resfd; };
#define IOCB_FIELDS(t) { \
	FIELD(struct t, aio_data, hex, BRIEF), FIELD(struct t, aio_key, uint), \
	FIELD_FLAGS(struct t, aio_rw_flags, flags, rwf_flags), FIELD_FLAGS(struct t, aio_lio_opcode, enum, iocb_cmds, BRIEF), \
	FIELD(struct t, aio_reqprio, int), FIELD(struct t, aio_fildes, fd, BRIEF), FIELD(struct t, aio_buf, ptr, BRIEF), \
	FIELD(struct t, aio_nbytes, ulong, BRIEF), FIELD(struct t, aio_offset, offset, BRIEF), \
	FIELD_FLAGS(struct t, aio_flags, flags, iocb_flags), FIELD(struct t, aio_resfd, fd) }
IOCB(iocb_le, aio_key, aio_rw_flags)
IOCB(iocb_be, aio_rw_flags, aio_key)
static_assert(sizeof(struct iocb_le) == 64 && sizeof(struct iocb_be) == 64, "struct iocb");
static const struct field iocb_le_fields[] = IOCB_FIELDS(iocb_le);
static const struct field iocb_be_fields[] = IOCB_FIELDS(iocb_be);
static const struct shape iocb_be = SHAPE(struct iocb_be, iocb_be_fields, .abridge = true);
const struct shape shape_iocb = SHAPE(struct iocb_le, iocb_le_fields, .abridge = true, .s390 = &iocb_be);

static const struct field io_event_fields[] = {
	FIELD(struct io_event, data, hex),
	FIELD(struct io_event, obj, ptr),
	FIELD(struct io_event, res, long),
	FIELD(struct io_event, res2, long),
};
const struct shape shape_io_event = SHAPE(struct io_event, io_event_fields);

/* -- Buffers: addresses and lengths only ------------------------------------------------------------- */

#define VEC(t, UL) struct t { UL iov_base, iov_len; };
#define VEC_FIELDS(t) { FIELD(struct t, iov_base, ptr), FIELD(struct t, iov_len, ulong) }
VEC(vec64, uint64_t)
VEC(vec32, uint32_t)
static const struct field vec64_fields[] = VEC_FIELDS(vec64);
static const struct field vec32_fields[] = VEC_FIELDS(vec32);
static const struct shape shape_vec32 = SHAPE(struct vec32, vec32_fields);
const struct shape shape_iovec = SHAPE(struct vec64, vec64_fields, .compat = &shape_vec32, .x32_compat = true);

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

/* Which layout getdents has: show_dirents.c shows them. */
const struct shape shape_dirent = { .name = "dirent" };
const struct shape shape_dirent64 = { .name = "dirent64" };
