// SPDX-License-Identifier: BSD-2-Clause
/* Rows of calls that i386 has alone, or with other arguments than other 32-bit ABIs. */
#include "beautifiers/rows.h"
#include "clone.h"

static const struct row rows[] = {
	{ "clone",   ARGS(CLONE_FLAGS("clone_flags"), PTR("newsp"), STRUCT_OUT("parent_tidptr", shape_new_tid, .when = clone_parent_tid), STRUCT_IN("tls_val", shape_user_desc, .when = clone_tls), PTR("child_tidptr", .when = clone_child_tid)), RET_PID, FORKS, MAKES_PIDFD },
	{ "vm86",    ARGS(ULONG("cmd"), HEX("arg")) },
	{ "vm86old", ARGS(PTR("user_vm86")) },
};

const struct row_table rows_i386 = ROW_TABLE(rows);
