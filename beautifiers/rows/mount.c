// SPDX-License-Identifier: BSD-2-Clause
/* Rows of calls on mounts, swap and quotas. */
#include <linux/dqblk_xfs.h>
#include <linux/mount.h>
#include <linux/quota.h>
#include <linux/types.h>

#include "beautifiers/kinds.h"
#include "beautifiers/rows.h"
#include "made_shapes.h"

#define FSCONTEXT "anon_inode:[fscontext]"
#define DETACHED  "/"		/* a detached mount shows as its own root */

/* enum fsconfig_command of linux/mount.h (5.2, EXCL 6.6), which conflicts with sys/mount.h of older C libraries. */
enum { SET_FLAG, SET_STRING, SET_BINARY, SET_PATH, SET_PATH_EMPTY, SET_FD, CMD_CREATE, CMD_RECONFIGURE, CMD_CREATE_EXCL };

#define FSCONFIG(cmd, ...) { cmd, { "fsconfig", ARGS(FD("fd"), ENUM("cmd", fsconfig_cmds), STR("_key"), __VA_ARGS__) } }
#define FSCONFIG_ALONE(cmd) { cmd, { "fsconfig", ARGS(FD("fd"), ENUM("cmd", fsconfig_cmds), PTR("_key"), PTR("_value"), INT("aux")) } }	/* must be NULL and 0 */
static const struct subrow fsconfig_subs[] = {
	FSCONFIG(SET_FLAG,       PTR("_value"), INT("aux")),
	FSCONFIG(SET_STRING,     STR("_value"), INT("aux")),
	FSCONFIG(SET_BINARY,     BUF_IN("_value", 4, .strace = &kind_octets_in), INT("aux")),
	FSCONFIG(SET_PATH,       PATH_AT("_value", 4), AT_FD("aux")),
	FSCONFIG(SET_PATH_EMPTY, PATH_AT("_value", 4), AT_FD("aux")),
	FSCONFIG(SET_FD,         PTR("_value"), FD("aux")),
	FSCONFIG_ALONE(CMD_CREATE),
	FSCONFIG_ALONE(CMD_RECONFIGURE),
	FSCONFIG_ALONE(CMD_CREATE_EXCL),
};

/* -- Quotas ---------------------------------------------------------------------------------------------------------------- */

/* Numbers behind a pointer: a format, what is accounted and enforced, whose quota */
#define NUMBER(n, k, t) \
	static const struct field n##_field[] = { { .spec = { .name = "", .kind = &kind_##k, .flags = &t }, .size = 4 } }; \
	static const struct shape n = { .name = #n, .size = 4, .nfields = 1, .fields = n##_field, .bare = true };
NUMBER(quota_format, enum, quota_formats)
NUMBER(accounted, flags, xfs_quota_flags)
NUMBER(owners, flags, xfs_quota_owners)

/* 32-bit ABIs align 64-bit numbers to 4 bytes; x32 and ARM do not. */
typedef uint64_t __attribute__((aligned(4))) word64_4;

/* Structures of linux/quota.h before 2.4.22; quota-tools have them as v1_kern_dqblk, v2_kern_dqblk, v2_kern_dqinfo, v2_dqstats. */
#define V1_DQBLK(t, T) \
	struct t { uint32_t dqb_bhardlimit, dqb_bsoftlimit, dqb_curblocks, dqb_ihardlimit, dqb_isoftlimit, dqb_curinodes; T dqb_btime, dqb_itime; }; \
	static const struct field t##_fields[] = { \
		FIELDS(struct t, uint, dqb_bhardlimit, dqb_bsoftlimit, dqb_curblocks, dqb_ihardlimit, dqb_isoftlimit, dqb_curinodes), \
		FIELDS(struct t, long, dqb_btime, dqb_itime) };
#define V2_DQBLK(t, W, T) \
	struct t { uint32_t dqb_ihardlimit, dqb_isoftlimit, dqb_curinodes, dqb_bhardlimit, dqb_bsoftlimit; W dqb_curspace; T dqb_btime, dqb_itime; }; \
	static const struct field t##_fields[] = { \
		FIELDS(struct t, uint, dqb_ihardlimit, dqb_isoftlimit, dqb_curinodes, dqb_bhardlimit, dqb_bsoftlimit), \
		FIELD(struct t, dqb_curspace, ulong), FIELDS(struct t, long, dqb_btime, dqb_itime) };
V1_DQBLK(v1_dqblk64, int64_t)
V1_DQBLK(v1_dqblk32, int32_t)
V2_DQBLK(v2_dqblk64, uint64_t, int64_t)
V2_DQBLK(v2_dqblk32, word64_4, int32_t)
V2_DQBLK(v2_dqblk_arm, uint64_t, int32_t)
static const struct shape v1_dqblk32 = SHAPE(struct v1_dqblk32, v1_dqblk32_fields), v2_dqblk32 = SHAPE(struct v2_dqblk32, v2_dqblk32_fields),
	v2_dqblk_arm = SHAPE(struct v2_dqblk_arm, v2_dqblk_arm_fields);
static const struct shape v1_dqblk = SHAPE(struct v1_dqblk64, v1_dqblk64_fields, .compat = &v1_dqblk32),
	v2_dqblk = SHAPE(struct v2_dqblk64, v2_dqblk64_fields, .compat = &v2_dqblk32, .arm = &v2_dqblk_arm);

struct v2_dqinfo { uint32_t dqi_bgrace, dqi_igrace, dqi_flags, dqi_blocks, dqi_free_blk, dqi_free_entry; };
static const struct field v2_dqinfo_fields[] = {
	FIELDS(struct v2_dqinfo, uint, dqi_bgrace, dqi_igrace), FIELD(struct v2_dqinfo, dqi_flags, hex32),
	FIELDS(struct v2_dqinfo, uint, dqi_blocks, dqi_free_blk, dqi_free_entry),
};
static const struct shape v2_dqinfo = SHAPE(struct v2_dqinfo, v2_dqinfo_fields);
struct dqstats { uint32_t lookups, drops, reads, writes, cache_hits, allocated_dquots, free_dquots, syncs, version; };
static const struct field dqstats_fields[] = {
	FIELDS(struct dqstats, uint, lookups, drops, reads, writes, cache_hits, allocated_dquots, free_dquots, syncs), FIELD(struct dqstats, version, uint),
};
static const struct shape v1_stats = { .name = "dqstats", .size = offsetof(struct dqstats, version), .fields = dqstats_fields, .nfields = 8 };
static const struct shape v2_stats = SHAPE(struct dqstats, dqstats_fields);

enum {				/* kernels of today refuse them */
	V1_QUOTAON = 0x100, V1_QUOTAOFF = 0x200, V1_GETQUOTA = 0x300, V1_SETQUOTA = 0x400, V1_SETUSE = 0x500, V1_SYNC = 0x600, SETQLIM = 0x700,
	V1_GETSTATS = 0x800, V2_GETINFO = 0x900, V2_SETINFO = 0xa00, V2_SETGRACE = 0xb00, V2_SETFLAGS = 0xc00, V2_GETQUOTA = 0xd00, V2_SETQUOTA = 0xe00,
	V2_SETUSE = 0xf00, V1_RSQUASH = 0x1000, V2_GETSTATS = 0x1100,
};
#define OLD(what, s) OWNER("id"), what("addr", s, .strace = &kind_ptr)

/* The command is in the upper 24 bits, the type of quota below. strace shows only the arguments that the command uses. */
#define QUOTA_MASK 0xffffff00
#define QUOTA(cmd) (uint32_t)(cmd) << 8
#define QCMD_ARG   ENUM_PAIR("cmd", quota_cmds, quota_types, .strace = &kind_quota_cmd)
#define NO_ID      OWNER("id", .strace = &kind_hidden)
#define QUOTA_SUBS(Q) { \
	Q(Q_QUOTAON,       ENUM("id", quota_formats), PATH("addr")), \
	Q(Q_QUOTAOFF,      NO_ID, PTR("addr", .strace = &kind_hidden)), \
	Q(Q_SYNC,          NO_ID, PTR("addr", .strace = &kind_hidden)), \
	Q(Q_XQUOTASYNC,    NO_ID, PTR("addr", .strace = &kind_hidden)), \
	Q(Q_GETQUOTA,      OWNER("id"), STRUCT_OUT("addr", shape_if_dqblk)), \
	Q(Q_SETQUOTA,      OWNER("id"), STRUCT_IN("addr", shape_if_dqblk)), \
	Q(Q_GETNEXTQUOTA,  OWNER("id"), STRUCT_OUT("addr", shape_if_nextdqblk)), \
	Q(Q_XGETQUOTA,     OWNER("id"), STRUCT_OUT("addr", shape_fs_disk_quota)), \
	Q(Q_XGETNEXTQUOTA, OWNER("id"), STRUCT_OUT("addr", shape_fs_disk_quota)), \
	Q(Q_XSETQLIM,      OWNER("id"), STRUCT_IN("addr", shape_fs_disk_quota)), \
	Q(Q_GETFMT,        NO_ID, STRUCT_OUT("addr", quota_format)), \
	Q(Q_GETINFO,       NO_ID, STRUCT_OUT("addr", shape_if_dqinfo)), \
	Q(Q_SETINFO,       NO_ID, STRUCT_IN("addr", shape_if_dqinfo)), \
	Q(Q_XGETQSTAT,     NO_ID, STRUCT_OUT("addr", shape_fs_quota_stat)), \
	Q(Q_XGETQSTATV,    NO_ID, STRUCT_OUT("addr", shape_fs_quota_statv)), \
	Q(Q_XQUOTAON,      NO_ID, STRUCT_IN("addr", accounted)), \
	Q(Q_XQUOTAOFF,     NO_ID, STRUCT_IN("addr", accounted)), \
	Q(Q_XQUOTARM,      NO_ID, STRUCT_IN("addr", owners)), \
	Q(V1_QUOTAON,      OWNER("id"), PATH("addr", .strace = &kind_ptr)), \
	Q(V1_QUOTAOFF,     OWNER("id"), PTR("addr")), \
	Q(V1_SYNC,         OWNER("id"), PTR("addr")), \
	Q(V1_GETQUOTA,     OLD(STRUCT_OUT, v1_dqblk)), \
	Q(V1_SETQUOTA,     OLD(STRUCT_IN, v1_dqblk)), \
	Q(V1_SETUSE,       OLD(STRUCT_IN, v1_dqblk)), \
	Q(SETQLIM,         OLD(STRUCT_IN, v1_dqblk)), \
	Q(V1_GETSTATS,     OLD(STRUCT_OUT, v1_stats)), \
	Q(V1_RSQUASH,      OLD(STRUCT_IN, shape_int)), \
	Q(V2_GETQUOTA,     OLD(STRUCT_OUT, v2_dqblk)), \
	Q(V2_SETQUOTA,     OLD(STRUCT_IN, v2_dqblk)), \
	Q(V2_SETUSE,       OLD(STRUCT_IN, v2_dqblk)), \
	Q(V2_GETINFO,      OLD(STRUCT_OUT, v2_dqinfo)), \
	Q(V2_SETINFO,      OLD(STRUCT_IN, v2_dqinfo)), \
	Q(V2_SETGRACE,     OLD(STRUCT_IN, v2_dqinfo)), \
	Q(V2_SETFLAGS,     OLD(STRUCT_IN, v2_dqinfo)), \
	Q(V2_GETSTATS,     OLD(STRUCT_OUT, v2_stats)), \
}
#define OF_SPECIAL(cmd, ...) { QUOTA(cmd), { "quotactl", ARGS(QCMD_ARG, PATH("special"), ##__VA_ARGS__) } }
#define OF_FD(cmd, ...)      { QUOTA(cmd), { "quotactl_fd", ARGS(FD("fd"), QCMD_ARG, ##__VA_ARGS__) } }
static const struct subrow quotactl_subs[] = QUOTA_SUBS(OF_SPECIAL);
static const struct subrow quotactl_fd_subs[] = QUOTA_SUBS(OF_FD);

/* -- Mounts ----------------------------------------------------------------------------------------------------------------- */

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

#define STATMOUNT(s) ARGS(STRUCT_IN("req", s), ARG_("buf", statmount_out, .shape = &shape_statmount, .len_arg = 2), ULONG("bufsize"), FLAGS("flags", statmount_flags))
#ifndef STATMOUNT_BY_FD
#define STATMOUNT_BY_FD 1	/* linux/mount.h, by 7.2: what the mount is of that this descriptor is in */
#endif
static const struct subrow statmount_subs[] = { { STATMOUNT_BY_FD, { "statmount", STATMOUNT(shape_statmount_fd_req) } } };

static const struct row rows[] = {
	{ "mount",          ARGS(PATH("dev_name"), PATH("dir_name"), STR("type", .strace = &kind_str_where, .named = uses_type), FLAGS64("flags", mount_flags, .strace = &kind_mount_flags), STR("data", .strace = &kind_str_where, .named = uses_data)), RET_INT, MOUNTS },
	{ "umount2",        ARGS(PATH("name"), FLAGS("flags", umount_flags)), RET_INT, MOUNTS, .tracepoint = "umount" },
	{ "pivot_root",     ARGS(PATH("new_root"), PATH("put_old")), RET_INT, PIVOTS },
	{ "fsopen",         ARGS(STR("_fs_name"), FLAGS("flags", fsopen_flags)), RET_FD, OPENS_INFO, .fd_name = FSCONTEXT },
	{ "fspick",         ARGS(AT_FD("dfd"), PATH_AT("path", 0), FLAGS("flags", fspick_flags)), RET_FD, OPENS_INFO, .fd_name = FSCONTEXT },
	{ "fsconfig",       ARGS(FD("fd"), ENUM("cmd", fsconfig_cmds), STR("_key", .strace = &kind_ptr), PTR("_value"), INT("aux")), SUB(1, fsconfig_subs) },
	{ "fsmount",        ARGS(FD("fs_fd"), FLAGS("flags", fsmount_flags), FLAGS("attr_flags", mount_attr_attrs, .strace = &kind_fsmount_flags)), RET_FD, OPENS_INFO, .fd_name = DETACHED },
	{ "open_tree",      ARGS(AT_FD("dfd"), PATH_AT("filename", 0), FLAGS("flags", open_tree_flags, .flags2 = &at_flags, .strace = &kind_own_flags_first)), RET_FD, OPENS_FD },
	{ "open_tree_attr", ARGS(AT_FD("dfd"), PATH_AT("filename", 0), FLAGS("flags", open_tree_flags), STRUCT_SIZED("uattr", shape_mount_attr, 4), ULONG("usize")), RET_FD, OPENS_FD },
	{ "move_mount",     ARGS(AT_FD("from_dfd"), PATH_AT("from_pathname", 0), AT_FD("to_dfd"), PATH_AT("to_pathname", 2), FLAGS("flags", move_mount_flags)), RET_INT, MOUNTS },
	{ "mount_setattr",  ARGS(AT_FD("dfd"), PATH_AT("path", 0), FLAGS("flags", mount_setattr_flags), STRUCT_SIZED("uattr", shape_mount_attr, 4), ULONG("usize")) },
	{ "statmount",      STATMOUNT(shape_statmount_req), SUB_MASK(3, STATMOUNT_BY_FD, statmount_subs) },
	{ "listmount",      ARGS(STRUCT_IN("req", shape_listmount_req), ARRAY_OUT("mnt_ids", shape_hex64), ULONG("nr_mnt_ids"), FLAGS("flags", listmount_flags)) },
	{ "swapon",         ARGS(PATH("specialfile"), FLAGS("swap_flags", swap_flags, .strace = &kind_swap_flags)) },
	{ "swapoff",        ARGS(PATH("specialfile")) },
	{ "quotactl",       ARGS(QCMD_ARG, PATH("special"), OWNER("id"), PTR("addr")), SUB_MASK(0, QUOTA_MASK, quotactl_subs) },
	{ "quotactl_fd",    ARGS(FD("fd"), QCMD_ARG, OWNER("id"), PTR("addr")), SUB_MASK(1, QUOTA_MASK, quotactl_fd_subs) },
};

const struct row_table rows_mount = ROW_TABLE(rows);
