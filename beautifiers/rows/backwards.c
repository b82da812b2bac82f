// SPDX-License-Identifier: BSD-2-Clause
/* The row of clone with its last two arguments exchanged, as in most ABIs (CLONE_BACKWARDS of the kernel's Kconfig). */
#include "beautifiers/rows.h"
#include "clone.h"

static const struct row rows[] = {
	{ "clone", ARGS(CLONE_FLAGS("clone_flags"), PTR("newsp"), STRUCT_OUT("parent_tidptr", shape_new_tid, .when = clone_parent_tid), PTR("tls", .when = clone_tls), PTR("child_tidptr", .when = clone_child_tid)), RET_PID, FORKS, MAKES_PIDFD },
};

const struct row_table rows_backwards = ROW_TABLE(rows);
