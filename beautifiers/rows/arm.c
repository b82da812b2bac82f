// SPDX-License-Identifier: BSD-2-Clause
/*
 * Rows of calls that 32-bit ARM has alone, or with other arguments than other 32-bit ABIs: 64-bit numbers start at an even
 * argument (EABI), so that some follow an unused one; two calls have their flags earlier for that reason.
 */
#include "beautifiers/rows.h"

#define UNUSED HI_HALF

static const struct row rows[] = {
	{ "pread64",             ARGS(FD("fd"), BUF_OUT("buf"), ULONG("count"), UNUSED, OFFSET_LO("pos"), HI_HALF), MOVES_BYTES },
	{ "pwrite64",            ARGS(FD("fd"), BUF_IN("buf", 2), ULONG("count"), UNUSED, OFFSET_LO("pos"), HI_HALF), MOVES_BYTES },
	{ "truncate64",          ARGS(PATH("path"), UNUSED, LENGTH_LO("length"), HI_HALF) },
	{ "ftruncate64",         ARGS(FD("fd"), UNUSED, LENGTH_LO("length"), HI_HALF) },
	{ "readahead",           ARGS(FD("fd"), UNUSED, OFFSET_LO("offset"), HI_HALF, NBYTES("count")) },
	{ "arm_fadvise64_64",    ARGS(FD("fd"), ENUM("advice", fadvise_advice), OFFSET_LO("offset"), HI_HALF, LENGTH_LO("len"), HI_HALF) },
	{ "arm_sync_file_range", ARGS(FD("fd"), FLAGS("flags", sync_file_range_flags), OFFSET_LO("offset"), HI_HALF, LENGTH_LO("nbytes"), HI_HALF) },

	/* Any call by its number (OABI) */
	{ "syscall",             ARGS(UINT("nr"), HEX("arg1"), HEX("arg2"), HEX("arg3"), HEX("arg4"), HEX("arg5")) },

	/* Private calls */
	{ "breakpoint",          ARGS() },
	{ "cacheflush",          ARGS(PTR("start"), PTR("end"), HEX32("flags")) },
	{ "usr26",               ARGS() },
	{ "usr32",               ARGS() },
	{ "set_tls",             ARGS(PTR("tls")) },
	{ "get_tls",             RET_ADDRESS },
};

const struct row_table rows_arm = ROW_TABLE(rows);
