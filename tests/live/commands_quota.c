// SPDX-License-Identifier: BSD-2-Clause
// options: -e quotactl,quotactl_fd
/* quotactl: each command with a type, on what does not exist. */
#include "live.h"

#include <linux/dqblk_xfs.h>
#include <linux/quota.h>

/* Of Linux 2.2 and 2.4 */
enum {
	Q_V1_QUOTAON = 0x100, Q_V1_QUOTAOFF = 0x200, Q_V1_GETQUOTA = 0x300, Q_V1_SETQUOTA = 0x400, Q_V1_SETUSE = 0x500, Q_V1_SYNC = 0x600, Q_SETQLIM = 0x700,
	Q_V1_GETSTATS = 0x800, Q_V2_GETINFO = 0x900, Q_V2_SETINFO = 0xa00, Q_V2_SETGRACE = 0xb00, Q_V2_SETFLAGS = 0xc00, Q_V2_GETQUOTA = 0xd00,
	Q_V2_SETQUOTA = 0xe00, Q_V2_SETUSE = 0xf00, Q_V1_RSQUASH = 0x1000, Q_V2_GETSTATS = 0x1100,
};
struct v1 { uint32_t bhardlimit, bsoftlimit, curblocks, ihardlimit, isoftlimit, curinodes; long btime, itime; };
struct v2 { uint32_t ihardlimit, isoftlimit, curinodes, bhardlimit, bsoftlimit; uint64_t curspace; long btime, itime; };

static struct if_dqblk limits = { .dqb_bhardlimit = 9, .dqb_bsoftlimit = 8, .dqb_ihardlimit = 7, .dqb_isoftlimit = 6, .dqb_valid = QIF_LIMITS };
static struct if_dqinfo info = { 604800, 86400, DQF_ROOT_SQUASH, IIF_BGRACE | IIF_FLAGS };
static struct fs_disk_quota xfs = { .d_version = FS_DQUOT_VERSION, .d_flags = FS_USER_QUOTA, .d_fieldmask = FS_DQ_BHARD, .d_id = 1000, .d_blk_hardlimit = 16 };
static uint32_t accounted = FS_QUOTA_UDQ_ACCT | FS_QUOTA_UDQ_ENFD, owners = FS_USER_QUOTA, zero;
static struct v1 v1 = { 1, 2, 3, 4, 5, 6, 7, 8 };
static struct v2 v2 = { 1, 2, 3, 4, 5, 6, 7, 8 };
static uint32_t old_info[6] = { 1, 2, 3, 4, 5, 6 };

#define MAKE(line, ...) \
	do { \
		long ret_ = syscall(__VA_ARGS__); \
		expect("%s = %s", line, result(ret_)); \
	} while (0)

int main(void)
{
	mlockall(MCL_CURRENT);	/* the kernel does not read what it refuses */
	begin();
	MAKE("quotactl(cmd: SYNC|USRQUOTA, special: \"/nowhere\", id: 1000, addr: NULL)",
	     SYS_quotactl, Q_SYNC << 8 | USRQUOTA, "/nowhere", 1000, 0);
	MAKE("quotactl_fd(fd: -1, cmd: SYNC|GRPQUOTA, id: 1000, addr: NULL)",
	     SYS_quotactl_fd, -1, Q_SYNC << 8 | GRPQUOTA, 1000, 0);
	MAKE("quotactl(cmd: QUOTAON|USRQUOTA, special: \"/nowhere\", id: VFS_V1, addr: \"/file\")",
	     SYS_quotactl, Q_QUOTAON << 8 | USRQUOTA, "/nowhere", QFMT_VFS_V1, "/file");
	MAKE("quotactl_fd(fd: -1, cmd: QUOTAON|GRPQUOTA, id: VFS_V1, addr: \"/file\")",
	     SYS_quotactl_fd, -1, Q_QUOTAON << 8 | GRPQUOTA, QFMT_VFS_V1, "/file");
	MAKE("quotactl(cmd: QUOTAOFF|USRQUOTA, special: \"/nowhere\", id: 1000, addr: NULL)",
	     SYS_quotactl, Q_QUOTAOFF << 8 | USRQUOTA, "/nowhere", 1000, 0);
	MAKE("quotactl_fd(fd: -1, cmd: QUOTAOFF|GRPQUOTA, id: 1000, addr: NULL)",
	     SYS_quotactl_fd, -1, Q_QUOTAOFF << 8 | GRPQUOTA, 1000, 0);
	MAKE("quotactl(cmd: GETFMT|USRQUOTA, special: \"/nowhere\", id: 1000, addr: 0x8)",
	     SYS_quotactl, Q_GETFMT << 8 | USRQUOTA, "/nowhere", 1000, BAD);
	MAKE("quotactl_fd(fd: -1, cmd: GETFMT|GRPQUOTA, id: 1000, addr: 0x8)",
	     SYS_quotactl_fd, -1, Q_GETFMT << 8 | GRPQUOTA, 1000, BAD);
	MAKE("quotactl(cmd: GETINFO|USRQUOTA, special: \"/nowhere\", id: 1000, addr: 0x8)",
	     SYS_quotactl, Q_GETINFO << 8 | USRQUOTA, "/nowhere", 1000, BAD);
	MAKE("quotactl_fd(fd: -1, cmd: GETINFO|GRPQUOTA, id: 1000, addr: 0x8)",
	     SYS_quotactl_fd, -1, Q_GETINFO << 8 | GRPQUOTA, 1000, BAD);
	MAKE("quotactl(cmd: SETINFO|USRQUOTA, special: \"/nowhere\", id: 1000, addr: {dqi_bgrace: 604800, dqi_igrace: 86400, dqi_flags: ROOT_SQUASH, dqi_valid: BGRACE|FLAGS})",
	     SYS_quotactl, Q_SETINFO << 8 | USRQUOTA, "/nowhere", 1000, &info);
	MAKE("quotactl_fd(fd: -1, cmd: SETINFO|GRPQUOTA, id: 1000, addr: {dqi_bgrace: 604800, dqi_igrace: 86400, dqi_flags: ROOT_SQUASH, dqi_valid: BGRACE|FLAGS})",
	     SYS_quotactl_fd, -1, Q_SETINFO << 8 | GRPQUOTA, 1000, &info);
	MAKE("quotactl(cmd: GETQUOTA|USRQUOTA, special: \"/nowhere\", id: 1000, addr: 0x8)",
	     SYS_quotactl, Q_GETQUOTA << 8 | USRQUOTA, "/nowhere", 1000, BAD);
	MAKE("quotactl_fd(fd: -1, cmd: GETQUOTA|GRPQUOTA, id: 1000, addr: 0x8)",
	     SYS_quotactl_fd, -1, Q_GETQUOTA << 8 | GRPQUOTA, 1000, BAD);
	MAKE("quotactl(cmd: SETQUOTA|USRQUOTA, special: \"/nowhere\", id: 1000, addr: {dqb_bhardlimit: 9, dqb_bsoftlimit: 8, dqb_curspace: 0, dqb_ihardlimit: 7, dqb_isoftlimit: 6, dqb_curinodes: 0, ...})",
	     SYS_quotactl, Q_SETQUOTA << 8 | USRQUOTA, "/nowhere", 1000, &limits);
	MAKE("quotactl_fd(fd: -1, cmd: SETQUOTA|GRPQUOTA, id: 1000, addr: {dqb_bhardlimit: 9, dqb_bsoftlimit: 8, dqb_curspace: 0, dqb_ihardlimit: 7, dqb_isoftlimit: 6, dqb_curinodes: 0, ...})",
	     SYS_quotactl_fd, -1, Q_SETQUOTA << 8 | GRPQUOTA, 1000, &limits);
	MAKE("quotactl(cmd: GETNEXTQUOTA|USRQUOTA, special: \"/nowhere\", id: 1000, addr: 0x8)",
	     SYS_quotactl, Q_GETNEXTQUOTA << 8 | USRQUOTA, "/nowhere", 1000, BAD);
	MAKE("quotactl_fd(fd: -1, cmd: GETNEXTQUOTA|GRPQUOTA, id: 1000, addr: 0x8)",
	     SYS_quotactl_fd, -1, Q_GETNEXTQUOTA << 8 | GRPQUOTA, 1000, BAD);
	MAKE("quotactl(cmd: XQUOTAON|USRQUOTA, special: \"/nowhere\", id: 1000, addr: [UDQ_ACCT|UDQ_ENFD])",
	     SYS_quotactl, Q_XQUOTAON << 8 | USRQUOTA, "/nowhere", 1000, &accounted);
	MAKE("quotactl_fd(fd: -1, cmd: XQUOTAON|GRPQUOTA, id: 1000, addr: [UDQ_ACCT|UDQ_ENFD])",
	     SYS_quotactl_fd, -1, Q_XQUOTAON << 8 | GRPQUOTA, 1000, &accounted);
	MAKE("quotactl(cmd: XQUOTAOFF|USRQUOTA, special: \"/nowhere\", id: 1000, addr: [UDQ_ACCT|UDQ_ENFD])",
	     SYS_quotactl, Q_XQUOTAOFF << 8 | USRQUOTA, "/nowhere", 1000, &accounted);
	MAKE("quotactl_fd(fd: -1, cmd: XQUOTAOFF|GRPQUOTA, id: 1000, addr: [UDQ_ACCT|UDQ_ENFD])",
	     SYS_quotactl_fd, -1, Q_XQUOTAOFF << 8 | GRPQUOTA, 1000, &accounted);
	MAKE("quotactl(cmd: XGETQUOTA|USRQUOTA, special: \"/nowhere\", id: 1000, addr: 0x8)",
	     SYS_quotactl, Q_XGETQUOTA << 8 | USRQUOTA, "/nowhere", 1000, BAD);
	MAKE("quotactl_fd(fd: -1, cmd: XGETQUOTA|GRPQUOTA, id: 1000, addr: 0x8)",
	     SYS_quotactl_fd, -1, Q_XGETQUOTA << 8 | GRPQUOTA, 1000, BAD);
	MAKE("quotactl(cmd: XSETQLIM|USRQUOTA, special: \"/nowhere\", id: 1000, addr: {d_version: 1, d_flags: USER_QUOTA, d_fieldmask: BHARD, d_id: 1000, d_blk_hardlimit: 16, d_blk_softlimit: 0, d_ino_hardlimit: 0, d_ino_softlimit: 0, d_bcount: 0, d_icount: 0, ...})",
	     SYS_quotactl, Q_XSETQLIM << 8 | USRQUOTA, "/nowhere", 1000, &xfs);
	MAKE("quotactl_fd(fd: -1, cmd: XSETQLIM|GRPQUOTA, id: 1000, addr: {d_version: 1, d_flags: USER_QUOTA, d_fieldmask: BHARD, d_id: 1000, d_blk_hardlimit: 16, d_blk_softlimit: 0, d_ino_hardlimit: 0, d_ino_softlimit: 0, d_bcount: 0, d_icount: 0, ...})",
	     SYS_quotactl_fd, -1, Q_XSETQLIM << 8 | GRPQUOTA, 1000, &xfs);
	MAKE("quotactl(cmd: XGETQSTAT|USRQUOTA, special: \"/nowhere\", id: 1000, addr: 0x8)",
	     SYS_quotactl, Q_XGETQSTAT << 8 | USRQUOTA, "/nowhere", 1000, BAD);
	MAKE("quotactl_fd(fd: -1, cmd: XGETQSTAT|GRPQUOTA, id: 1000, addr: 0x8)",
	     SYS_quotactl_fd, -1, Q_XGETQSTAT << 8 | GRPQUOTA, 1000, BAD);
	MAKE("quotactl(cmd: XQUOTARM|USRQUOTA, special: \"/nowhere\", id: 1000, addr: [USER_QUOTA])",
	     SYS_quotactl, Q_XQUOTARM << 8 | USRQUOTA, "/nowhere", 1000, &owners);
	MAKE("quotactl_fd(fd: -1, cmd: XQUOTARM|GRPQUOTA, id: 1000, addr: [USER_QUOTA])",
	     SYS_quotactl_fd, -1, Q_XQUOTARM << 8 | GRPQUOTA, 1000, &owners);
	MAKE("quotactl(cmd: XQUOTASYNC|USRQUOTA, special: \"/nowhere\", id: 1000, addr: NULL)",
	     SYS_quotactl, Q_XQUOTASYNC << 8 | USRQUOTA, "/nowhere", 1000, 0);
	MAKE("quotactl_fd(fd: -1, cmd: XQUOTASYNC|GRPQUOTA, id: 1000, addr: NULL)",
	     SYS_quotactl_fd, -1, Q_XQUOTASYNC << 8 | GRPQUOTA, 1000, 0);
	MAKE("quotactl(cmd: XGETQSTATV|USRQUOTA, special: \"/nowhere\", id: 1000, addr: 0x8)",
	     SYS_quotactl, Q_XGETQSTATV << 8 | USRQUOTA, "/nowhere", 1000, BAD);
	MAKE("quotactl_fd(fd: -1, cmd: XGETQSTATV|GRPQUOTA, id: 1000, addr: 0x8)",
	     SYS_quotactl_fd, -1, Q_XGETQSTATV << 8 | GRPQUOTA, 1000, BAD);
	MAKE("quotactl(cmd: XGETNEXTQUOTA|USRQUOTA, special: \"/nowhere\", id: 1000, addr: 0x8)",
	     SYS_quotactl, Q_XGETNEXTQUOTA << 8 | USRQUOTA, "/nowhere", 1000, BAD);
	MAKE("quotactl_fd(fd: -1, cmd: XGETNEXTQUOTA|GRPQUOTA, id: 1000, addr: 0x8)",
	     SYS_quotactl_fd, -1, Q_XGETNEXTQUOTA << 8 | GRPQUOTA, 1000, BAD);
	MAKE("quotactl(cmd: V1_QUOTAON|USRQUOTA, special: \"/nowhere\", id: 1000, addr: \"/file\")",
	     SYS_quotactl, Q_V1_QUOTAON << 8 | USRQUOTA, "/nowhere", 1000, "/file");
	MAKE("quotactl_fd(fd: -1, cmd: V1_QUOTAON|GRPQUOTA, id: 1000, addr: \"/file\")",
	     SYS_quotactl_fd, -1, Q_V1_QUOTAON << 8 | GRPQUOTA, 1000, "/file");
	MAKE("quotactl(cmd: V1_QUOTAOFF|USRQUOTA, special: \"/nowhere\", id: 1000, addr: NULL)",
	     SYS_quotactl, Q_V1_QUOTAOFF << 8 | USRQUOTA, "/nowhere", 1000, 0);
	MAKE("quotactl_fd(fd: -1, cmd: V1_QUOTAOFF|GRPQUOTA, id: 1000, addr: NULL)",
	     SYS_quotactl_fd, -1, Q_V1_QUOTAOFF << 8 | GRPQUOTA, 1000, 0);
	MAKE("quotactl(cmd: V1_GETQUOTA|USRQUOTA, special: \"/nowhere\", id: 1000, addr: 0x8)",
	     SYS_quotactl, Q_V1_GETQUOTA << 8 | USRQUOTA, "/nowhere", 1000, BAD);
	MAKE("quotactl_fd(fd: -1, cmd: V1_GETQUOTA|GRPQUOTA, id: 1000, addr: 0x8)",
	     SYS_quotactl_fd, -1, Q_V1_GETQUOTA << 8 | GRPQUOTA, 1000, BAD);
	MAKE("quotactl(cmd: V1_SETQUOTA|USRQUOTA, special: \"/nowhere\", id: 1000, addr: {dqb_bhardlimit: 1, dqb_bsoftlimit: 2, dqb_curblocks: 3, dqb_ihardlimit: 4, dqb_isoftlimit: 5, dqb_curinodes: 6, dqb_btime: 7, dqb_itime: 8})",
	     SYS_quotactl, Q_V1_SETQUOTA << 8 | USRQUOTA, "/nowhere", 1000, &v1);
	MAKE("quotactl_fd(fd: -1, cmd: V1_SETQUOTA|GRPQUOTA, id: 1000, addr: {dqb_bhardlimit: 1, dqb_bsoftlimit: 2, dqb_curblocks: 3, dqb_ihardlimit: 4, dqb_isoftlimit: 5, dqb_curinodes: 6, dqb_btime: 7, dqb_itime: 8})",
	     SYS_quotactl_fd, -1, Q_V1_SETQUOTA << 8 | GRPQUOTA, 1000, &v1);
	MAKE("quotactl(cmd: V1_SETUSE|USRQUOTA, special: \"/nowhere\", id: 1000, addr: {dqb_bhardlimit: 1, dqb_bsoftlimit: 2, dqb_curblocks: 3, dqb_ihardlimit: 4, dqb_isoftlimit: 5, dqb_curinodes: 6, dqb_btime: 7, dqb_itime: 8})",
	     SYS_quotactl, Q_V1_SETUSE << 8 | USRQUOTA, "/nowhere", 1000, &v1);
	MAKE("quotactl_fd(fd: -1, cmd: V1_SETUSE|GRPQUOTA, id: 1000, addr: {dqb_bhardlimit: 1, dqb_bsoftlimit: 2, dqb_curblocks: 3, dqb_ihardlimit: 4, dqb_isoftlimit: 5, dqb_curinodes: 6, dqb_btime: 7, dqb_itime: 8})",
	     SYS_quotactl_fd, -1, Q_V1_SETUSE << 8 | GRPQUOTA, 1000, &v1);
	MAKE("quotactl(cmd: V1_SYNC|USRQUOTA, special: \"/nowhere\", id: 1000, addr: NULL)",
	     SYS_quotactl, Q_V1_SYNC << 8 | USRQUOTA, "/nowhere", 1000, 0);
	MAKE("quotactl_fd(fd: -1, cmd: V1_SYNC|GRPQUOTA, id: 1000, addr: NULL)",
	     SYS_quotactl_fd, -1, Q_V1_SYNC << 8 | GRPQUOTA, 1000, 0);
	MAKE("quotactl(cmd: SETQLIM|USRQUOTA, special: \"/nowhere\", id: 1000, addr: {dqb_bhardlimit: 1, dqb_bsoftlimit: 2, dqb_curblocks: 3, dqb_ihardlimit: 4, dqb_isoftlimit: 5, dqb_curinodes: 6, dqb_btime: 7, dqb_itime: 8})",
	     SYS_quotactl, Q_SETQLIM << 8 | USRQUOTA, "/nowhere", 1000, &v1);
	MAKE("quotactl_fd(fd: -1, cmd: SETQLIM|GRPQUOTA, id: 1000, addr: {dqb_bhardlimit: 1, dqb_bsoftlimit: 2, dqb_curblocks: 3, dqb_ihardlimit: 4, dqb_isoftlimit: 5, dqb_curinodes: 6, dqb_btime: 7, dqb_itime: 8})",
	     SYS_quotactl_fd, -1, Q_SETQLIM << 8 | GRPQUOTA, 1000, &v1);
	MAKE("quotactl(cmd: V1_GETSTATS|USRQUOTA, special: \"/nowhere\", id: 1000, addr: 0x8)",
	     SYS_quotactl, Q_V1_GETSTATS << 8 | USRQUOTA, "/nowhere", 1000, BAD);
	MAKE("quotactl_fd(fd: -1, cmd: V1_GETSTATS|GRPQUOTA, id: 1000, addr: 0x8)",
	     SYS_quotactl_fd, -1, Q_V1_GETSTATS << 8 | GRPQUOTA, 1000, BAD);
	MAKE("quotactl(cmd: V1_RSQUASH|USRQUOTA, special: \"/nowhere\", id: 1000, addr: [0])",
	     SYS_quotactl, Q_V1_RSQUASH << 8 | USRQUOTA, "/nowhere", 1000, &zero);
	MAKE("quotactl_fd(fd: -1, cmd: V1_RSQUASH|GRPQUOTA, id: 1000, addr: [0])",
	     SYS_quotactl_fd, -1, Q_V1_RSQUASH << 8 | GRPQUOTA, 1000, &zero);
	MAKE("quotactl(cmd: V2_GETQUOTA|USRQUOTA, special: \"/nowhere\", id: 1000, addr: 0x8)",
	     SYS_quotactl, Q_V2_GETQUOTA << 8 | USRQUOTA, "/nowhere", 1000, BAD);
	MAKE("quotactl_fd(fd: -1, cmd: V2_GETQUOTA|GRPQUOTA, id: 1000, addr: 0x8)",
	     SYS_quotactl_fd, -1, Q_V2_GETQUOTA << 8 | GRPQUOTA, 1000, BAD);
	MAKE("quotactl(cmd: V2_SETQUOTA|USRQUOTA, special: \"/nowhere\", id: 1000, addr: {dqb_ihardlimit: 1, dqb_isoftlimit: 2, dqb_curinodes: 3, dqb_bhardlimit: 4, dqb_bsoftlimit: 5, dqb_curspace: 6, dqb_btime: 7, dqb_itime: 8})",
	     SYS_quotactl, Q_V2_SETQUOTA << 8 | USRQUOTA, "/nowhere", 1000, &v2);
	MAKE("quotactl_fd(fd: -1, cmd: V2_SETQUOTA|GRPQUOTA, id: 1000, addr: {dqb_ihardlimit: 1, dqb_isoftlimit: 2, dqb_curinodes: 3, dqb_bhardlimit: 4, dqb_bsoftlimit: 5, dqb_curspace: 6, dqb_btime: 7, dqb_itime: 8})",
	     SYS_quotactl_fd, -1, Q_V2_SETQUOTA << 8 | GRPQUOTA, 1000, &v2);
	MAKE("quotactl(cmd: V2_SETUSE|USRQUOTA, special: \"/nowhere\", id: 1000, addr: {dqb_ihardlimit: 1, dqb_isoftlimit: 2, dqb_curinodes: 3, dqb_bhardlimit: 4, dqb_bsoftlimit: 5, dqb_curspace: 6, dqb_btime: 7, dqb_itime: 8})",
	     SYS_quotactl, Q_V2_SETUSE << 8 | USRQUOTA, "/nowhere", 1000, &v2);
	MAKE("quotactl_fd(fd: -1, cmd: V2_SETUSE|GRPQUOTA, id: 1000, addr: {dqb_ihardlimit: 1, dqb_isoftlimit: 2, dqb_curinodes: 3, dqb_bhardlimit: 4, dqb_bsoftlimit: 5, dqb_curspace: 6, dqb_btime: 7, dqb_itime: 8})",
	     SYS_quotactl_fd, -1, Q_V2_SETUSE << 8 | GRPQUOTA, 1000, &v2);
	MAKE("quotactl(cmd: V2_GETINFO|USRQUOTA, special: \"/nowhere\", id: 1000, addr: 0x8)",
	     SYS_quotactl, Q_V2_GETINFO << 8 | USRQUOTA, "/nowhere", 1000, BAD);
	MAKE("quotactl_fd(fd: -1, cmd: V2_GETINFO|GRPQUOTA, id: 1000, addr: 0x8)",
	     SYS_quotactl_fd, -1, Q_V2_GETINFO << 8 | GRPQUOTA, 1000, BAD);
	MAKE("quotactl(cmd: V2_SETINFO|USRQUOTA, special: \"/nowhere\", id: 1000, addr: {dqi_bgrace: 1, dqi_igrace: 2, dqi_flags: 0x3, dqi_blocks: 4, dqi_free_blk: 5, dqi_free_entry: 6})",
	     SYS_quotactl, Q_V2_SETINFO << 8 | USRQUOTA, "/nowhere", 1000, old_info);
	MAKE("quotactl_fd(fd: -1, cmd: V2_SETINFO|GRPQUOTA, id: 1000, addr: {dqi_bgrace: 1, dqi_igrace: 2, dqi_flags: 0x3, dqi_blocks: 4, dqi_free_blk: 5, dqi_free_entry: 6})",
	     SYS_quotactl_fd, -1, Q_V2_SETINFO << 8 | GRPQUOTA, 1000, old_info);
	MAKE("quotactl(cmd: V2_SETGRACE|USRQUOTA, special: \"/nowhere\", id: 1000, addr: {dqi_bgrace: 1, dqi_igrace: 2, dqi_flags: 0x3, dqi_blocks: 4, dqi_free_blk: 5, dqi_free_entry: 6})",
	     SYS_quotactl, Q_V2_SETGRACE << 8 | USRQUOTA, "/nowhere", 1000, old_info);
	MAKE("quotactl_fd(fd: -1, cmd: V2_SETGRACE|GRPQUOTA, id: 1000, addr: {dqi_bgrace: 1, dqi_igrace: 2, dqi_flags: 0x3, dqi_blocks: 4, dqi_free_blk: 5, dqi_free_entry: 6})",
	     SYS_quotactl_fd, -1, Q_V2_SETGRACE << 8 | GRPQUOTA, 1000, old_info);
	MAKE("quotactl(cmd: V2_SETFLAGS|USRQUOTA, special: \"/nowhere\", id: 1000, addr: {dqi_bgrace: 1, dqi_igrace: 2, dqi_flags: 0x3, dqi_blocks: 4, dqi_free_blk: 5, dqi_free_entry: 6})",
	     SYS_quotactl, Q_V2_SETFLAGS << 8 | USRQUOTA, "/nowhere", 1000, old_info);
	MAKE("quotactl_fd(fd: -1, cmd: V2_SETFLAGS|GRPQUOTA, id: 1000, addr: {dqi_bgrace: 1, dqi_igrace: 2, dqi_flags: 0x3, dqi_blocks: 4, dqi_free_blk: 5, dqi_free_entry: 6})",
	     SYS_quotactl_fd, -1, Q_V2_SETFLAGS << 8 | GRPQUOTA, 1000, old_info);
	MAKE("quotactl(cmd: V2_GETSTATS|USRQUOTA, special: \"/nowhere\", id: 1000, addr: 0x8)",
	     SYS_quotactl, Q_V2_GETSTATS << 8 | USRQUOTA, "/nowhere", 1000, BAD);
	MAKE("quotactl_fd(fd: -1, cmd: V2_GETSTATS|GRPQUOTA, id: 1000, addr: 0x8)",
	     SYS_quotactl_fd, -1, Q_V2_GETSTATS << 8 | GRPQUOTA, 1000, BAD);
	end();
	return 0;
}
