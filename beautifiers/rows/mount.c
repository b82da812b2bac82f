// SPDX-License-Identifier: BSD-2-Clause
/* Rows of calls on mounts, swap and quotas. */
#include <linux/dqblk_xfs.h>
#include <linux/mount.h>
#include <linux/quota.h>
#include <linux/types.h>

#include "beautifiers/rows.h"
#include "beautifiers/show.h"

#define FSCONTEXT "anon_inode:[fscontext]"
#define DETACHED  "/"		/* a detached mount shows as its own root */

/* enum fsconfig_command of linux/mount.h (5.2, EXCL 6.6), which conflicts with sys/mount.h of older C libraries. */
enum { SET_FLAG, SET_STRING, SET_BINARY, SET_PATH, SET_PATH_EMPTY, SET_FD };

static const struct subrow fsconfig_subs[] = {
	{ SET_STRING,     { "fsconfig", ARGS(FD("fd"), ENUM("cmd", fsconfig_cmds), STR("_key"), STR("_value"), INT("aux")) } },
	{ SET_BINARY,     { "fsconfig", ARGS(FD("fd"), ENUM("cmd", fsconfig_cmds), STR("_key"), BUF_IN("_value", 4), INT("aux")) } },
	{ SET_PATH,       { "fsconfig", ARGS(FD("fd"), ENUM("cmd", fsconfig_cmds), STR("_key"), PATH_AT("_value", 4), AT_FD("aux")) } },
	{ SET_PATH_EMPTY, { "fsconfig", ARGS(FD("fd"), ENUM("cmd", fsconfig_cmds), STR("_key"), PATH_AT("_value", 4), AT_FD("aux")) } },
	{ SET_FD,         { "fsconfig", ARGS(FD("fd"), ENUM("cmd", fsconfig_cmds), STR("_key"), PTR("_value"), FD("aux")) } },
};

/* The command is in the upper 24 bits, the type of quota below. */
#define QUOTA_MASK 0xffffff00
#define QUOTA(cmd) (uint32_t)(cmd) << 8
#define QCMD_ARG   ENUM_PAIR("cmd", quota_cmds, quota_types)

static const struct subrow quotactl_subs[] = {
	{ QUOTA(Q_QUOTAON),   { "quotactl", ARGS(QCMD_ARG, PATH("special"), ENUM("id", quota_formats), PATH("addr")) } },
	{ QUOTA(Q_GETFMT),    { "quotactl", ARGS(QCMD_ARG, PATH("special"), UID("id"), UINT_OUT("addr")) } },
	{ QUOTA(Q_XQUOTAON),  { "quotactl", ARGS(QCMD_ARG, PATH("special"), UID("id"), STRUCT_IN("addr", shape_uint)) } },
	{ QUOTA(Q_XQUOTAOFF), { "quotactl", ARGS(QCMD_ARG, PATH("special"), UID("id"), STRUCT_IN("addr", shape_uint)) } },
};

static const struct subrow quotactl_fd_subs[] = {
	{ QUOTA(Q_QUOTAON),   { "quotactl_fd", ARGS(FD("fd"), QCMD_ARG, ENUM("id", quota_formats), PATH("addr")) } },
	{ QUOTA(Q_GETFMT),    { "quotactl_fd", ARGS(FD("fd"), QCMD_ARG, UID("id"), UINT_OUT("addr")) } },
	{ QUOTA(Q_XQUOTAON),  { "quotactl_fd", ARGS(FD("fd"), QCMD_ARG, UID("id"), STRUCT_IN("addr", shape_uint)) } },
	{ QUOTA(Q_XQUOTAOFF), { "quotactl_fd", ARGS(FD("fd"), QCMD_ARG, UID("id"), STRUCT_IN("addr", shape_uint)) } },
};

#define NEITHER_TYPE_NOR_DATA (MS_BIND | MS_MOVE | MS_SHARED | MS_PRIVATE | MS_SLAVE | MS_UNBINDABLE)

/* Without the magic number that old programs or to them */
static uint64_t mount_flags_of(const struct call *c)
{
	return (c->args[3] & MS_MGC_MSK) == MS_MGC_VAL ? c->args[3] & ~(uint64_t)MS_MGC_MSK : c->args[3];
}

static bool uses_data(const struct call *c)
{
	return mount_flags_of(c) & MS_REMOUNT || !(mount_flags_of(c) & NEITHER_TYPE_NOR_DATA);
}

static bool uses_type(const struct call *c)
{
	return !(mount_flags_of(c) & (MS_REMOUNT | NEITHER_TYPE_NOR_DATA));
}

static const struct row rows[] = {
	{ "mount",          ARGS(PATH("dev_name"), PATH("dir_name"), STR("type", .strace = &kind_str_where, .named = uses_type), FLAGS64("flags", mount_flags, .strace = &kind_mount_flags), STR("data", .strace = &kind_str_where, .named = uses_data)), RET_INT, MOUNTS },
	{ "umount2",        ARGS(PATH("name"), FLAGS("flags", umount_flags)), RET_INT, MOUNTS, .tracepoint = "umount" },
	{ "pivot_root",     ARGS(PATH("new_root"), PATH("put_old")), RET_INT, PIVOTS },
	{ "fsopen",         ARGS(STR("_fs_name"), FLAGS("flags", fsopen_flags)), RET_FD, OPENS_INFO, .fd_name = FSCONTEXT },
	{ "fspick",         ARGS(AT_FD("dfd"), PATH_AT("path", 0), FLAGS("flags", fspick_flags)), RET_FD, OPENS_INFO, .fd_name = FSCONTEXT },
	{ "fsconfig",       ARGS(FD("fd"), ENUM("cmd", fsconfig_cmds), STR("_key"), PTR("_value"), INT("aux")), SUB(1, fsconfig_subs) },
	{ "fsmount",        ARGS(FD("fs_fd"), FLAGS("flags", fsmount_flags), FLAGS("attr_flags", mount_attr_attrs)), RET_FD, OPENS_INFO, .fd_name = DETACHED },
	{ "open_tree",      ARGS(AT_FD("dfd"), PATH_AT("filename", 0), FLAGS("flags", open_tree_flags)), RET_FD, OPENS_FD },
	{ "open_tree_attr", ARGS(AT_FD("dfd"), PATH_AT("filename", 0), FLAGS("flags", open_tree_flags), STRUCT_SIZED("uattr", shape_mount_attr, 4), ULONG("usize")), RET_FD, OPENS_FD },
	{ "move_mount",     ARGS(AT_FD("from_dfd"), PATH_AT("from_pathname", 0), AT_FD("to_dfd"), PATH_AT("to_pathname", 2), FLAGS("flags", move_mount_flags)), RET_INT, MOUNTS },
	{ "mount_setattr",  ARGS(AT_FD("dfd"), PATH_AT("path", 0), FLAGS("flags", mount_setattr_flags), STRUCT_SIZED("uattr", shape_mount_attr, 4), ULONG("usize")) },
	{ "statmount",      ARGS(STRUCT_IN("req", shape_statmount_req), PTR("buf"), ULONG("bufsize"), FLAGS("flags", statmount_flags)) },
	{ "listmount",      ARGS(STRUCT_IN("req", shape_listmount_req), ARRAY_OUT("mnt_ids", shape_u64), ULONG("nr_mnt_ids"), FLAGS("flags", listmount_flags)) },
	{ "swapon",         ARGS(PATH("specialfile"), FLAGS("swap_flags", swap_flags, .strace = &kind_swap_flags)) },
	{ "swapoff",        ARGS(PATH("specialfile")) },
	{ "quotactl",       ARGS(QCMD_ARG, PATH("special"), UID("id"), PTR("addr")), SUB_MASK(0, QUOTA_MASK, quotactl_subs) },
	{ "quotactl_fd",    ARGS(FD("fd"), QCMD_ARG, UID("id"), PTR("addr")), SUB_MASK(1, QUOTA_MASK, quotactl_fd_subs) },
};

const struct row_table rows_mount = ROW_TABLE(rows);
