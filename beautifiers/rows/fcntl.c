// SPDX-License-Identifier: BSD-2-Clause
/*
 * Rows of fcntl and fcntl64: one sub-row for each command, shared by both.
 *
 * Commands have the same arguments in both; which commands exist depends on the kernel's word size.
 */
#include <linux/fcntl.h>

#include "beautifiers/rows.h"
#include "made_shapes.h"

/* asm-generic/fcntl.h, for 32-bit programs only */
#define GETLK64  12
#define SETLK64  13
#define SETLKW64 14
/* linux/fcntl.h, with the kernel version that added them */
#define DUPFD_QUERY   (F_LINUX_SPECIFIC_BASE + 3)	/* 6.10 */
#define CREATED_QUERY (F_LINUX_SPECIFIC_BASE + 4)	/* 6.12 */

#define NONE      ARGS(FD("fd"), ENUM("cmd", fcntl_cmds))
#define ARG(what) ARGS(FD("fd"), ENUM("cmd", fcntl_cmds), what)

static const struct subrow fcntl_subs[] = {
	/* Descriptors and their flags */
	{ F_DUPFD,            { "fcntl", ARG(INT("arg", .strace = &kind_long)), RET_FD, DUPS_FD(0) } },
	{ F_DUPFD_CLOEXEC,    { "fcntl", ARG(INT("arg", .strace = &kind_long)), RET_FD, DUPS_FD(0) } },
	{ DUPFD_QUERY,        { "fcntl", ARG(FD("arg")) } },
	{ CREATED_QUERY,      { "fcntl", NONE } },
	{ F_GETFD,            { "fcntl", NONE, RET_FLAGS, .ret_flags = &fd_flags, .note = "flags" } },
	{ F_SETFD,            { "fcntl", ARG(FLAGS("arg", fd_flags)), RET_INT, SETS_CLOEXEC(0, 2) } },
	{ F_GETFL,            { "fcntl", NONE, RET_FLAGS, .ret_flags = &open_flags, .note = "flags", .note_names = NOTE_NAMED, .note_zero = true } },
	{ F_SETFL,            { "fcntl", ARG(FLAGS("arg", open_flags)) } },

	/* Locks and leases */
	{ F_GETLK,            { "fcntl", ARG(STRUCT_INOUT("arg", shape_flock, .strace = &kind_struct_out)) } },
	{ F_SETLK,            { "fcntl", ARG(STRUCT_IN("arg", shape_flock_set)), LOCKS(RANGE, 0, 2) } },
	{ F_SETLKW,           { "fcntl", ARG(STRUCT_IN("arg", shape_flock_set)), LOCKS(RANGE, 0, 2) } },
	{ GETLK64,            { "fcntl", ARG(STRUCT_INOUT("arg", shape_flock64, .strace = &kind_struct_out)) } },
	{ SETLK64,            { "fcntl", ARG(STRUCT_IN("arg", shape_flock64_set)), LOCKS(RANGE, 0, 2) } },
	{ SETLKW64,           { "fcntl", ARG(STRUCT_IN("arg", shape_flock64_set)), LOCKS(RANGE, 0, 2) } },
	{ F_OFD_GETLK,        { "fcntl", ARG(STRUCT_INOUT("arg", shape_flock64, .strace = &kind_struct_out)) } },
	{ F_OFD_SETLK,        { "fcntl", ARG(STRUCT_IN("arg", shape_flock64_set)), LOCKS(RANGE, 0, 2) } },
	{ F_OFD_SETLKW,       { "fcntl", ARG(STRUCT_IN("arg", shape_flock64_set)), LOCKS(RANGE, 0, 2) } },
	{ F_GETLEASE,         { "fcntl", NONE, RET_ENUM, .ret_flags = &f_lease_locks, .note = "", .note_names = NOTE_NAMED, .note_zero = true } },
	{ F_SETLEASE,         { "fcntl", ARG(ENUM("arg", f_lease_locks, .strace = &kind_enum64)) } },

	/* Signals about descriptors */
	{ F_GETOWN,           { "fcntl", NONE, RET_AS(pid_group) } },
	{ F_SETOWN,           { "fcntl", ARG(PID_GROUP("arg")) } },
	{ F_GETOWN_EX,        { "fcntl", ARG(STRUCT_OUT("arg", shape_f_owner_ex)) } },
	{ F_SETOWN_EX,        { "fcntl", ARG(STRUCT_IN("arg", shape_f_owner_ex)) } },
	{ F_GETOWNER_UIDS,    { "fcntl", ARG(STRUCT_OUT("arg", shape_owner_uids, .strace = &kind_hex)) } },
	{ F_GETSIG,           { "fcntl", NONE, RET_AS(signal), .note = "", .note_names = NOTE_NAMED, .note_dec = true } },
	{ F_SETSIG,           { "fcntl", ARG(SIGNAL("arg")) } },
	{ F_NOTIFY,           { "fcntl", ARG(FLAGS("arg", notify_flags, .strace = &kind_flags64)) } },

	/* Pipes, seals, hints */
	{ F_GETPIPE_SZ,       { "fcntl", NONE } },
	{ F_SETPIPE_SZ,       { "fcntl", ARG(INT("arg")) } },
	{ F_GET_SEALS,        { "fcntl", NONE, RET_FLAGS, .ret_flags = &f_seals, .note = "seals" } },
	{ F_ADD_SEALS,        { "fcntl", ARG(FLAGS("arg", f_seals, .strace = &kind_flags64)) } },
	{ F_GET_RW_HINT,      { "fcntl", ARG(STRUCT_OUT("arg", shape_rw_hint)) } },
	{ F_SET_RW_HINT,      { "fcntl", ARG(STRUCT_IN("arg", shape_rw_hint)) } },
	{ F_GET_FILE_RW_HINT, { "fcntl", ARG(STRUCT_OUT("arg", shape_rw_hint)) } },
	{ F_SET_FILE_RW_HINT, { "fcntl", ARG(STRUCT_IN("arg", shape_rw_hint)) } },
};

static const struct row rows[] = {
	{ "fcntl",   ARG(HEX("arg")), SUB(1, fcntl_subs) },
	{ "fcntl64", ARG(HEX("arg")), SUB(1, fcntl_subs) },
};

const struct row_table rows_fcntl = ROW_TABLE(rows);
