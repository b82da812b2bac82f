// SPDX-License-Identifier: BSD-2-Clause
/* Rows of calls that powerpc has alone, or with other arguments. */
#include "beautifiers/rows.h"

#define SIX_WORDS ARGS(HEX("arg1"), HEX("arg2"), HEX("arg3"), HEX("arg4"), HEX("arg5"), HEX("arg6"))

static const struct row rows[] = {
	{ "sync_file_range2",     ARGS(FD("fd"), FLAGS("flags", sync_file_range_flags), OFFSET("offset"), OFFSET("nbytes")) },
	{ "swapcontext",          ARGS(PTR("old_ctx"), PTR("new_ctx"), LONG("ctx_size")) },
	{ "sys_debug_setcontext", ARGS(PTR("ctx"), INT("ndbg"), PTR("dbg")) },
	{ "rtas",                 ARGS(PTR("uargs")) },
	{ "spu_run",              ARGS(FD("fd"), STRUCT_INOUT("unpc", shape_uint), UINT_OUT("ustatus")) },
	{ "spu_create",           ARGS(PATH("name"), HEX32("flags"), MODE("mode"), FD("neighbor_fd")), RET_FD, OPENS_FD },
	{ "subpage_prot",         ARGS(PTR("addr"), ULONG("len"), PTR("map")) },
	{ "switch_endian",        ARGS() },
	{ "vm86",                 SIX_WORDS },	/* numbers without a call */
	{ "multiplexer",          SIX_WORDS },
};

const struct row_table rows_ppc64le = ROW_TABLE(rows);
