// SPDX-License-Identifier: BSD-2-Clause
/* Rows of calls that s390x has alone, or with other arguments. mmap is in oldmmap.c, ipc in s390ipc.c. */
#define CLONE_FLAGS_ARG 1	/* CLONE_BACKWARDS2: the stack comes first */
#include "beautifiers/rows.h"
#include "clone.h"

static const struct row rows[] = {
	{ "clone",                 ARGS(PTR("newsp"), CLONE_FLAGS("clone_flags"), STRUCT_OUT("parent_tidptr", shape_new_tid, .when = clone_parent_tid), PTR("child_tidptr", .when = clone_child_tid), PTR("tls", .when = clone_tls)), RET_PID, FORKS, MAKES_PIDFD },
	{ "s390_runtime_instr",    ARGS(INT("command"), SIGNAL("signum")) },
	{ "s390_pci_mmio_write",   ARGS(PTR("mmio_addr"), BUF_IN("user_buffer", 2), ULONG("length")) },
	{ "s390_pci_mmio_read",    ARGS(PTR("mmio_addr"), PTR("user_buffer"), ULONG("length")) },
	{ "s390_guarded_storage",  ARGS(INT("command"), PTR("gs_cb")) },
	{ "s390_sthyi",            ARGS(ULONG("function_code"), PTR("buffer"), STRUCT_OUT("return_code", shape_u64), HEX("flags")) },
	{ "timerfd",               ARGS(HEX("arg1"), HEX("arg2"), HEX("arg3")) },	/* a number without a call */
};

const struct row_table rows_s390x = ROW_TABLE(rows);
