// SPDX-License-Identifier: BSD-2-Clause
/* Rows of calls on descriptors: opening, reading and writing, copying, closing. */
#include <linux/fcntl.h>

#include "beautifiers/rows.h"
#include "beautifiers/show.h"

#ifndef __O_TMPFILE
#define __O_TMPFILE 020000000	/* asm-generic/fcntl.h */
#endif

#define MEMFD     "/memfd:% (deleted)"
#define SECRETMEM "/secretmem (deleted)"

static bool open_makes(const struct call *c)
{
	return c->args[1] & (O_CREAT | __O_TMPFILE);
}

static bool openat_makes(const struct call *c)
{
	return c->args[2] & (O_CREAT | __O_TMPFILE);
}

static const struct row rows[] = {
	/* Opening and closing */
	{ "open",              ARGS(PATH("filename"), FLAGS("flags", open_flags), MODE("mode", .when = open_makes)), RET_FD, OPENS_FD, .often = 12 },
	{ "openat",            ARGS(AT_FD("dfd"), PATH_AT("filename", 0), FLAGS("flags", open_flags), MODE("mode", .when = openat_makes)), RET_FD, OPENS_FD, .often = 1 },
	{ "openat2",           ARGS(AT_FD("dfd"), PATH_AT("filename", 0), STRUCT_SIZED("how", shape_open_how, 3), ULONG("usize")), RET_FD, OPENS_FD, .often = 18 },
	{ "creat",             ARGS(PATH("pathname"), MODE("mode")), RET_FD, OPENS_FD },
	{ "open_by_handle_at", ARGS(AT_FD("mountdirfd"), ARG_("handle", handle_in), FLAGS("flags", open_flags)), RET_FD, OPENS_INFO },
	{ "memfd_create",      ARGS(STR("uname", .strace = &kind_memfd_name), FLAGS("flags", memfd_flags, .strace = &kind_huge_flags)), RET_FD, OPENS_INFO, .fd_name = MEMFD },
	{ "memfd_secret",      ARGS(FLAGS("flags", memfd_secret_flags)), RET_FD, OPENS_INFO, .fd_name = SECRETMEM },
	{ "close",             ARGS(FD("fd")), RET_INT, CLOSES_FD(0) },
	{ "close_range",       ARGS(FD_UINT("fd"), UINT("max_fd"), FLAGS("flags", close_range_flags)), RET_INT, CLOSES_RANGE(0, 1, 2) },
	{ "dup",               ARGS(FD("fildes")), RET_FD, DUPS_FD(0) },
	{ "dup2",              ARGS(FD("oldfd"), FD("newfd")), RET_FD, DUPS_TO(0, 1) },
	{ "dup3",              ARGS(FD("oldfd"), FD("newfd"), FLAGS("flags", dup3_flags)), RET_FD, DUPS_TO(0, 1) },
	{ "pipe",              ARGS(FD_PAIR("fildes")), RET_INT, OPENS_PAIR },
	{ "pipe2",             ARGS(FD_PAIR("fildes"), FLAGS("flags", pipe_flags, .flags2 = &dup3_flags, .strace = &kind_enum_second)), RET_INT, OPENS_PAIR },

	/* Reading and writing. In 64-bit ABIs pos_l is the whole position, pos_h unused; the kernel counts iovecs in 32 bits */
	{ "read",              ARGS(FD("fd"), READ_OUT("buf"), ULONG("count")), MOVES_BYTES },
	{ "write",             ARGS(FD("fd"), WRITE_IN("buf", 2), ULONG("count")), .often = 7, MOVES_BYTES },
	{ "pread64",           ARGS(FD("fd"), BUF_OUT("buf"), ULONG("count"), OFFSET("pos")), MOVES_BYTES },
	{ "pwrite64",          ARGS(FD("fd"), BUF_IN("buf", 2), ULONG("count"), OFFSET("pos")), MOVES_BYTES },
	{ "readv",             ARGS(FD("fd"), IOVEC_OUT("vec", 2), VLEN("vlen")), MOVES_BYTES },
	{ "writev",            ARGS(FD("fd"), IOVEC_IN("vec", 2), VLEN("vlen")), MOVES_BYTES },
	{ "preadv",            ARGS(FD("fd"), IOVEC_OUT("vec", 2), VLEN("vlen"), OFFSET("pos_l"), HI_HALF), MOVES_BYTES },
	{ "pwritev",           ARGS(FD("fd"), IOVEC_IN("vec", 2), VLEN("vlen"), OFFSET("pos_l"), HI_HALF), MOVES_BYTES },
	{ "preadv2",           ARGS(FD("fd"), IOVEC_OUT("vec", 2), VLEN("vlen"), OFFSET("pos_l"), HI_HALF, FLAGS("flags", rwf_flags)), MOVES_BYTES },
	{ "pwritev2",          ARGS(FD("fd"), IOVEC_IN("vec", 2), VLEN("vlen"), OFFSET("pos_l"), HI_HALF, FLAGS("flags", rwf_flags)), MOVES_BYTES },
	{ "lseek",             ARGS(FD("fd"), LONG("offset"), ENUM("whence", lseek_whence)) },

	/* Copying between descriptors */
	{ "sendfile",          ARGS(FD("out_fd"), FD("in_fd"), OFFSET_INOUT("offset", .strace = &kind_offset_moved), NBYTES("count")), .tracepoint = "sendfile64", RET_BYTES_FROM(1, 0) },
	{ "copy_file_range",   ARGS(FD("fd_in"), OFFSET_INOUT("off_in"), FD("fd_out"), OFFSET_INOUT("off_out"), NBYTES("len"), HEX32("flags", .strace = &kind_uint)), RET_BYTES_FROM(0, 2) },
	{ "splice",            ARGS(FD("fd_in"), OFFSET_INOUT("off_in"), FD("fd_out"), OFFSET_INOUT("off_out"), NBYTES("len"), FLAGS("flags", splice_flags)), RET_BYTES_FROM(0, 2) },
	{ "tee",               ARGS(FD("fdin"), FD("fdout"), ULONG("len"), FLAGS("flags", splice_flags)), RET_BYTES_FROM(0, 1) },
	{ "vmsplice",          ARGS(FD("fd"), IOVEC_IN("uiov", 2), VLEN("nr_segs"), FLAGS("flags", splice_flags)), MOVES_BYTES },

	/* Sizes, space, caches, writing back */
	{ "ftruncate",         ARGS(FD("fd"), LENGTH("length", .strace = &kind_ulong)) },
	{ "fallocate",         ARGS(FD("fd"), FLAGS("mode", fallocate_modes), OFFSET("offset"), LENGTH64("len")) },
	{ "fadvise64",         ARGS(FD("fd"), OFFSET("offset"), NBYTES("len"), ENUM("advice", fadvise_advice)) },
	{ "readahead",         ARGS(FD("fd"), OFFSET("offset"), NBYTES("count")) },
	{ "cachestat",         ARGS(FD("fd"), STRUCT_IN("cstat_range", shape_cachestat_range), STRUCT_OUT("cstat", shape_cachestat), HEX32("flags")) },
	{ "fsync",             ARGS(FD("fd")) },
	{ "fdatasync",         ARGS(FD("fd")) },
	{ "sync_file_range",   ARGS(FD("fd"), OFFSET("offset"), LENGTH64("nbytes"), FLAGS("flags", sync_file_range_flags)) },
	{ "syncfs",            ARGS(FD("fd")) },
	{ "sync",              ARGS() },

	/* What a descriptor refers to */
	{ "fstat",             ARGS(FD("fd"), STRUCT_OUT("statbuf", shape_stat)), .tracepoint = "newfstat" },
	{ "fstatfs",           ARGS(FD("fd"), STRUCT_OUT("buf", shape_statfs)) },
	{ "fchmod",            ARGS(FD("fd"), MODE("mode")) },
	{ "fchown",            ARGS(FD("fd"), UID("user"), GID("group")) },
	{ "flock",             ARGS(FD("fd"), FLAGS("cmd", flock_ops)), LOCKS(FILE, 0, 1) },
};

const struct row_table rows_file = ROW_TABLE(rows);
