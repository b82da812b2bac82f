// SPDX-License-Identifier: BSD-2-Clause
/* Rows of calls on mounts, swap and quotas. */
#include <linux/dqblk_xfs.h>
#include <linux/mount.h>
#include <linux/quota.h>
#include <linux/types.h>

#include "beautifiers/kinds.h"
#include "beautifiers/rows.h"

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

/* -- Quotas: structures of linux/quota.h and linux/dqblk_xfs.h ------------------------------------------------------------ */

/* The same in every ABI: without the padding at the end, and with the one that Q_GETNEXTQUOTA has instead */
struct dqblk {
	uint64_t dqb_bhardlimit, dqb_bsoftlimit, dqb_curspace, dqb_ihardlimit, dqb_isoftlimit, dqb_curinodes, dqb_btime, dqb_itime;
	uint32_t dqb_valid, dqb_id;
};
#define LIMIT(t, member, k) FIELD(struct t, member, k, .brief = true)
#define DQBLK_FIELDS \
	LIMIT(dqblk, dqb_bhardlimit, ulong), LIMIT(dqblk, dqb_bsoftlimit, ulong), LIMIT(dqblk, dqb_curspace, ulong), \
	LIMIT(dqblk, dqb_ihardlimit, ulong), LIMIT(dqblk, dqb_isoftlimit, ulong), LIMIT(dqblk, dqb_curinodes, ulong), \
	FIELDS(struct dqblk, ulong, dqb_btime, dqb_itime), FIELD_FLAGS(struct dqblk, dqb_valid, flags, quota_block_valid)
static const struct field dqblk_fields[] = { DQBLK_FIELDS }, nextdqblk_fields[] = { DQBLK_FIELDS, LIMIT(dqblk, dqb_id, uint) };
static const struct shape dqblk = { .name = "if_dqblk", .size = offsetof(struct dqblk, dqb_id), .fields = dqblk_fields, .nfields = 9, .abridge = true };
static const struct shape nextdqblk = SHAPE(struct dqblk, nextdqblk_fields, .abridge = true);

struct dqinfo { uint64_t dqi_bgrace, dqi_igrace; uint32_t dqi_flags, dqi_valid; };
static const struct field dqinfo_fields[] = {
	FIELDS(struct dqinfo, ulong, dqi_bgrace, dqi_igrace),
	FIELD_FLAGS(struct dqinfo, dqi_flags, flags, quota_info_flags),
	FIELD_FLAGS(struct dqinfo, dqi_valid, flags, quota_info_valid),
};
static const struct shape dqinfo = SHAPE(struct dqinfo, dqinfo_fields);

static const struct field disk_quota_fields[] = {
	LIMIT(fs_disk_quota, d_version, int),
	FIELD_FLAGS(struct fs_disk_quota, d_flags, flags, xfs_quota_owners, .brief = true),
	LIMIT(fs_disk_quota, d_fieldmask, hex32),
	LIMIT(fs_disk_quota, d_id, uint),
	LIMIT(fs_disk_quota, d_blk_hardlimit, ulong), LIMIT(fs_disk_quota, d_blk_softlimit, ulong),
	LIMIT(fs_disk_quota, d_ino_hardlimit, ulong), LIMIT(fs_disk_quota, d_ino_softlimit, ulong),
	LIMIT(fs_disk_quota, d_bcount, ulong), LIMIT(fs_disk_quota, d_icount, ulong),
	FIELDS(struct fs_disk_quota, int, d_itimer, d_btimer),
	FIELDS(struct fs_disk_quota, uint, d_iwarns, d_bwarns),
	FIELDS(struct fs_disk_quota, ulong, d_rtb_hardlimit, d_rtb_softlimit, d_rtbcount),
	FIELD(struct fs_disk_quota, d_rtbtimer, int),
	FIELD(struct fs_disk_quota, d_rtbwarns, uint),
};
static const struct shape disk_quota = SHAPE(struct fs_disk_quota, disk_quota_fields, .abridge = true);

/* 32-bit ABIs align 64-bit numbers to 4 bytes; x32 and ARM do not. */
typedef uint64_t __attribute__((aligned(4))) word64_4;
#define QSTAT(t, W) \
	struct t##_file { W qfs_ino, qfs_nblks; uint32_t qfs_nextents; }; \
	struct t { \
		int8_t qs_version; \
		uint16_t qs_flags; \
		int8_t qs_pad; \
		struct t##_file qs_uquota, qs_gquota; \
		uint32_t qs_incoredqs; \
		int32_t qs_btimelimit, qs_itimelimit, qs_rtbtimelimit; \
		uint16_t qs_bwarnlimit, qs_iwarnlimit; \
	}; \
	static const struct field t##_file_fields[] = { FIELDS(struct t##_file, ulong, qfs_ino, qfs_nblks), FIELD(struct t##_file, qfs_nextents, uint) }; \
	static const struct shape t##_file = SHAPE(struct t##_file, t##_file_fields); \
	static const struct field t##_fields[] = { \
		LIMIT(t, qs_version, int), FIELD_FLAGS(struct t, qs_flags, flags, xfs_quota_flags), FIELD_STRUCT(struct t, qs_uquota, t##_file), \
		FIELD_STRUCT(struct t, qs_gquota, t##_file), FIELD(struct t, qs_incoredqs, uint), \
		FIELDS(struct t, int, qs_btimelimit, qs_itimelimit, qs_rtbtimelimit), FIELDS(struct t, uint, qs_bwarnlimit, qs_iwarnlimit), \
	};
QSTAT(qstat, uint64_t)
QSTAT(qstat_4, word64_4)
static_assert(sizeof(struct qstat) == 80 && sizeof(struct qstat_4) == 68, "struct fs_quota_stat");
static const struct shape quota_stat_4 = SHAPE(struct qstat_4, qstat_4_fields, .abridge = true);
static const struct shape quota_stat_arm = SHAPE(struct qstat, qstat_fields, .abridge = true);
static const struct shape quota_stat = SHAPE(struct qstat, qstat_fields, .abridge = true, .compat = &quota_stat_4, .arm = &quota_stat_arm);

static const struct field filestatv_fields[] = { FIELDS(struct fs_qfilestatv, ulong, qfs_ino, qfs_nblks), FIELD(struct fs_qfilestatv, qfs_nextents, uint) };
static const struct shape filestatv = SHAPE(struct fs_qfilestatv, filestatv_fields);
static const struct field quota_statv_fields[] = {
	LIMIT(fs_quota_statv, qs_version, int),
	FIELD_FLAGS(struct fs_quota_statv, qs_flags, flags, xfs_quota_flags),
	FIELD(struct fs_quota_statv, qs_incoredqs, uint),
	FIELD_STRUCT(struct fs_quota_statv, qs_uquota, filestatv),
	FIELD_STRUCT(struct fs_quota_statv, qs_gquota, filestatv),
	FIELD_STRUCT(struct fs_quota_statv, qs_pquota, filestatv),
	FIELDS(struct fs_quota_statv, int, qs_btimelimit, qs_itimelimit, qs_rtbtimelimit),
	FIELDS(struct fs_quota_statv, uint, qs_bwarnlimit, qs_iwarnlimit),
};
static const struct shape quota_statv = SHAPE(struct fs_quota_statv, quota_statv_fields, .abridge = true);

/* Numbers behind a pointer: a format, what is accounted and enforced, whose quota */
#define NUMBER(n, k, t) \
	static const struct field n##_field[] = { { .spec = { .name = "", .kind = &kind_##k, .flags = &t }, .size = 4 } }; \
	static const struct shape n = { .name = #n, .size = 4, .nfields = 1, .fields = n##_field, .bare = true };
NUMBER(quota_format, enum, quota_formats)
NUMBER(accounted, flags, xfs_quota_flags)
NUMBER(owners, flags, xfs_quota_owners)

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
	Q(Q_GETQUOTA,      OWNER("id"), STRUCT_OUT("addr", dqblk)), \
	Q(Q_SETQUOTA,      OWNER("id"), STRUCT_IN("addr", dqblk)), \
	Q(Q_GETNEXTQUOTA,  OWNER("id"), STRUCT_OUT("addr", nextdqblk)), \
	Q(Q_XGETQUOTA,     OWNER("id"), STRUCT_OUT("addr", disk_quota)), \
	Q(Q_XGETNEXTQUOTA, OWNER("id"), STRUCT_OUT("addr", disk_quota)), \
	Q(Q_XSETQLIM,      OWNER("id"), STRUCT_IN("addr", disk_quota)), \
	Q(Q_GETFMT,        NO_ID, STRUCT_OUT("addr", quota_format)), \
	Q(Q_GETINFO,       NO_ID, STRUCT_OUT("addr", dqinfo)), \
	Q(Q_SETINFO,       NO_ID, STRUCT_IN("addr", dqinfo)), \
	Q(Q_XGETQSTAT,     NO_ID, STRUCT_OUT("addr", quota_stat)), \
	Q(Q_XGETQSTATV,    NO_ID, STRUCT_OUT("addr", quota_statv)), \
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
	{ "statmount",      ARGS(STRUCT_IN("req", shape_statmount_req), ARG_("buf", statmount_out, .shape = &shape_statmount, .len_arg = 2), ULONG("bufsize"), FLAGS("flags", statmount_flags)) },
	{ "listmount",      ARGS(STRUCT_IN("req", shape_listmount_req), ARRAY_OUT("mnt_ids", shape_hex64), ULONG("nr_mnt_ids"), FLAGS("flags", listmount_flags)) },
	{ "swapon",         ARGS(PATH("specialfile"), FLAGS("swap_flags", swap_flags, .strace = &kind_swap_flags)) },
	{ "swapoff",        ARGS(PATH("specialfile")) },
	{ "quotactl",       ARGS(QCMD_ARG, PATH("special"), OWNER("id"), PTR("addr")), SUB_MASK(0, QUOTA_MASK, quotactl_subs) },
	{ "quotactl_fd",    ARGS(FD("fd"), QCMD_ARG, OWNER("id"), PTR("addr")), SUB_MASK(1, QUOTA_MASK, quotactl_fd_subs) },
};

const struct row_table rows_mount = ROW_TABLE(rows);
