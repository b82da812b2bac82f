// SPDX-License-Identifier: BSD-2-Clause
/*
 * Rows of the calls of x32 that differ from those of x86-64 by more than layouts: the position is one argument
 * (compat_sys_preadv64 and its like), so that flags come one earlier.
 */
#include "rows.h"

static const struct row rows[] = {
	{ "preadv",   ARGS(FD("fd"), IOVEC_OUT("vec", 2), ULONG("vlen"), OFFSET("pos")) },
	{ "pwritev",  ARGS(FD("fd"), IOVEC_IN("vec", 2), ULONG("vlen"), OFFSET("pos")) },
	{ "preadv2",  ARGS(FD("fd"), IOVEC_OUT("vec", 2), ULONG("vlen"), OFFSET("pos"), FLAGS("flags", rwf_flags)) },
	{ "pwritev2", ARGS(FD("fd"), IOVEC_IN("vec", 2), ULONG("vlen"), OFFSET("pos"), FLAGS("flags", rwf_flags)) },
};

const struct row_table rows_x32 = ROW_TABLE(rows);
