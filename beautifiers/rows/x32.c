// SPDX-License-Identifier: BSD-2-Clause
/*
 * Rows of calls of x32 that differ from those of x86-64 by more than layouts: 64-bit numbers instead of a long, and the position
 * in one argument (as of compat_sys_preadv64), so that flags are one argument earlier.
 */
#include "beautifiers/rows.h"

static const struct row rows[] = {
	{ "preadv",   ARGS(FD("fd"), IOVEC_OUT("vec", 2), VLEN("vlen"), OFFSET("pos")), MOVES_BYTES },
	{ "pwritev",  ARGS(FD("fd"), IOVEC_IN("vec", 2), VLEN("vlen"), OFFSET("pos")), MOVES_BYTES },
	{ "preadv2",  ARGS(FD("fd"), IOVEC_OUT("vec", 2), VLEN("vlen"), OFFSET("pos"), FLAGS("flags", rwf_flags)), MOVES_BYTES },
	{ "pwritev2", ARGS(FD("fd"), IOVEC_IN("vec", 2), VLEN("vlen"), OFFSET("pos"), FLAGS("flags", rwf_flags)), MOVES_BYTES },
	{ "lseek",     ARGS(FD("fd"), OFFSET("offset"), ENUM("whence", lseek_whence)) },
	{ "truncate",  ARGS(PATH("path"), LENGTH64("length")) },
	{ "ftruncate", ARGS(FD("fd"), LENGTH64("length")) },
	{ "mmap",      ARGS(PTR("addr"), ULONG("len"), FLAGS("prot", mmap_prot), FLAGS("flags", mmap_flags, .strace = &kind_mmap_flags), FD("fd"), HEX64("off")), RET_ADDRESS },
	{ "lookup_dcookie", ARGS(HEX64("cookie64", .strace = &kind_ulong), BUF_OUT("buf"), ULONG("len")) },
};

const struct row_table rows_x32 = ROW_TABLE(rows);
