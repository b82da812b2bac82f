// SPDX-License-Identifier: BSD-2-Clause
// options: --verbose
/* Calls on files, their attributes and mounts that fail, so that nothing is changed. */
#include "live.h"

#include <sys/inotify.h>
#include <sys/mount.h>
#include <sys/quota.h>
#include <sys/time.h>
#include <sys/xattr.h>
#include <utime.h>
#include <linux/mount.h>

#include "numbers.h"

static char buf[64];

int main(void)
{
	long ret;

	mlockall(MCL_CURRENT);	/* memory that the kernel does not read is resident, too */
	begin();
	ret = syscall(SYS_sendfile, -1, -1, NULL, 5);
	expect("sendfile(out_fd: -1, in_fd: -1, offset: NULL, count: 5) = %s", result(ret));
	ret = syscall(SYS_fsync, -1);
	expect("fsync(fd: -1) = %s", result(ret));
	ret = syscall(SYS_fdatasync, -1);
	expect("fdatasync(fd: -1) = %s", result(ret));
	ret = syscall(SYS_syncfs, -1);
	expect("syncfs(fd: -1) = %s", result(ret));
	ret = syscall(SYS_truncate, "/nosuch", 4096);
	expect("truncate(path: \"/nosuch\", length: 4096) = %s", result(ret));
#ifdef SYS_chmod
	ret = syscall(SYS_chmod, "/nosuch", 0644);
	expect("chmod(filename: \"/nosuch\", mode: 0644) = %s", result(ret));
#endif
	ret = syscall(SYS_fchmodat, AT_FDCWD, "/nosuch", 0600);
	expect("fchmodat(dfd: CWD, filename: \"/nosuch\", mode: 0600) = %s", result(ret));
	ret = syscall(SYS_fchmodat2, AT_FDCWD, "/nosuch", 0600, AT_SYMLINK_NOFOLLOW);
	expect("fchmodat2(dfd: CWD, filename: \"/nosuch\", mode: 0600, flags: SYMLINK_NOFOLLOW) = %s", result(ret));
#ifdef SYS_chown
	ret = syscall(SYS_chown, "/nosuch", 1, 2);
	expect("chown(filename: \"/nosuch\", user: 1, group: 2) = %s", result(ret));
#endif
	ret = syscall(SYS_fchown, -1, 1, -1);
	expect("fchown(fd: -1, user: 1, group: -1) = %s", result(ret));
#ifdef SYS_lchown
	ret = syscall(SYS_lchown, "/nosuch", -1, 2);
	expect("lchown(filename: \"/nosuch\", user: -1, group: 2) = %s", result(ret));
#endif
	ret = syscall(SYS_fchownat, AT_FDCWD, "/nosuch", 1, 2, AT_EMPTY_PATH);
	expect("fchownat(dfd: CWD, filename: \"/nosuch\", user: 1, group: 2, flag: EMPTY_PATH) = %s", result(ret));
#ifdef SYS_utime
	ret = syscall(SYS_utime, "/nosuch", &(struct utimbuf){ 1, 2 });
	expect("utime(filename: \"/nosuch\", times: {actime: 1.000000000 /* 1970-01-01T00:00:01Z */, modtime: 2.000000000 /* 1970-01-01T00:00:02Z */}) = %s", result(ret));
#endif
#ifdef SYS_utimes
	ret = syscall(SYS_utimes, "/nosuch", ((struct timeval[]){ { 1, 2 }, { 3, 4 } }));
	expect("utimes(filename: \"/nosuch\", utimes: [{tv_sec: 1, tv_usec: 2} /* 1970-01-01T00:00:01Z */, {tv_sec: 3, tv_usec: 4} /* 1970-01-01T00:00:03Z */]) = %s", result(ret));
#endif
#ifdef SYS_futimesat
	ret = syscall(SYS_futimesat, AT_FDCWD, "/nosuch", ((struct timeval[]){ { 1, 2 }, { 3, 4 } }));
	expect("futimesat(dfd: CWD, filename: \"/nosuch\", utimes: [{tv_sec: 1, tv_usec: 2} /* 1970-01-01T00:00:01Z */, {tv_sec: 3, tv_usec: 4} /* 1970-01-01T00:00:03Z */]) = %s", result(ret));
#endif
	ret = syscall(SYS_symlinkat, "target", -1, "name");
	expect("symlinkat(oldname: \"target\", newdfd: -1, newname: \"name\") = %s", result(ret));
	ret = syscall(SYS_readlinkat, AT_FDCWD, "/nosuch", buf, 16);
	expect("readlinkat(dfd: CWD, pathname: \"/nosuch\", buf: %p, bufsiz: 16) = %s", (void *)buf, result(ret));
	ret = syscall(SYS_faccessat, AT_FDCWD, "/nosuch", R_OK | W_OK);
	expect("faccessat(dfd: CWD, filename: \"/nosuch\", mode: R_OK|W_OK) = %s", result(ret));
	ret = syscall(SYS_renameat2, AT_FDCWD, "/nosuch", AT_FDCWD, "/nosuch2", RENAME_NOREPLACE);
	expect("renameat2(olddfd: CWD, oldname: \"/nosuch\", newdfd: CWD, newname: \"/nosuch2\", flags: NOREPLACE) = %s", result(ret));
	ret = syscall(SYS_setxattr, "/nosuch", "user.a", "value", 5, XATTR_CREATE);
	expect("setxattr(pathname: \"/nosuch\", name: \"user.a\", value: \"value\", size: 5, flags: CREATE) = %s", result(ret));
	ret = syscall(SYS_lsetxattr, "/nosuch", "user.a", "value", 5, XATTR_REPLACE);
	expect("lsetxattr(pathname: \"/nosuch\", name: \"user.a\", value: \"value\", size: 5, flags: REPLACE) = %s", result(ret));
	ret = syscall(SYS_fsetxattr, -1, "user.a", "value", 5, 0);
	expect("fsetxattr(fd: -1, name: \"user.a\", value: \"value\", size: 5, flags: 0) = %s", result(ret));
	ret = syscall(SYS_getxattr, "/nosuch", "user.a", buf, 16);
	expect("getxattr(pathname: \"/nosuch\", name: \"user.a\", value: %p, size: 16) = %s", (void *)buf, result(ret));
	ret = syscall(SYS_lgetxattr, "/nosuch", "user.a", buf, 16);
	expect("lgetxattr(pathname: \"/nosuch\", name: \"user.a\", value: %p, size: 16) = %s", (void *)buf, result(ret));
	ret = syscall(SYS_fgetxattr, -1, "user.a", buf, 16);
	expect("fgetxattr(fd: -1, name: \"user.a\", value: %p, size: 16) = %s", (void *)buf, result(ret));
	ret = syscall(SYS_listxattr, "/nosuch", buf, 16);
	expect("listxattr(pathname: \"/nosuch\", list: %p, size: 16) = %s", (void *)buf, result(ret));
	ret = syscall(SYS_llistxattr, "/nosuch", buf, 16);
	expect("llistxattr(pathname: \"/nosuch\", list: %p, size: 16) = %s", (void *)buf, result(ret));
	ret = syscall(SYS_flistxattr, -1, buf, 16);
	expect("flistxattr(fd: -1, list: %p, size: 16) = %s", (void *)buf, result(ret));
	ret = syscall(SYS_removexattr, "/nosuch", "user.a");
	expect("removexattr(pathname: \"/nosuch\", name: \"user.a\") = %s", result(ret));
	ret = syscall(SYS_lremovexattr, "/nosuch", "user.a");
	expect("lremovexattr(pathname: \"/nosuch\", name: \"user.a\") = %s", result(ret));
	ret = syscall(SYS_fremovexattr, -1, "user.a");
	expect("fremovexattr(fd: -1, name: \"user.a\") = %s", result(ret));
	ret = syscall(SYS_splice, -1, NULL, -1, NULL, 4096, SPLICE_F_MOVE);
	expect("splice(fd_in: -1, off_in: NULL, fd_out: -1, off_out: NULL, len: 4096, flags: MOVE) = %s", result(ret));
	ret = syscall(SYS_tee, -1, -1, 4096, SPLICE_F_NONBLOCK);
	expect("tee(fdin: -1, fdout: -1, len: 4096, flags: NONBLOCK) = %s", result(ret));
	ret = syscall(SYS_copy_file_range, -1, NULL, -1, NULL, 4096, 0);
	expect("copy_file_range(fd_in: -1, off_in: NULL, fd_out: -1, off_out: NULL, len: 4096, flags: 0) = %s", result(ret));
	ret = syscall(SYS_preadv2, -1, NULL, 0, 7, 0, 0);
	expect("preadv2(fd: -1, vec: NULL, vlen: 0, pos_l: 7, flags: 0) = %s", result(ret));
	ret = syscall(SYS_name_to_handle_at, AT_FDCWD, "/nosuch", NULL, NULL, 0);
	expect("name_to_handle_at(dfd: CWD, name: \"/nosuch\", handle: NULL, mnt_id: NULL, flag: 0) = %s", result(ret));
	ret = syscall(SYS_open_by_handle_at, -1, NULL, O_RDONLY);
	expect("open_by_handle_at(mountdirfd: -1, handle: NULL, flags: RDONLY) = %s", result(ret));
	ret = syscall(SYS_inotify_add_watch, -1, "/nosuch", IN_CREATE | IN_DELETE);
	expect("inotify_add_watch(fd: -1, pathname: \"/nosuch\", mask: CREATE|DELETE) = %s", result(ret));
	ret = syscall(SYS_inotify_rm_watch, -1, 5);
	expect("inotify_rm_watch(fd: -1, wd: 5) = %s", result(ret));
	ret = syscall(SYS_fanotify_init, 0x80000000, O_RDONLY);
	expect("fanotify_init(flags: CLASS_NOTIF|0x80000000, event_f_flags: RDONLY) = %s", result(ret));
	ret = syscall(SYS_umount2, "/nosuch", MNT_DETACH);
	expect("umount2(name: \"/nosuch\", flags: DETACH) = %s", result(ret));
	ret = syscall(SYS_swapon, "/nosuch", 0);
	expect("swapon(specialfile: \"/nosuch\", swap_flags: 0) = %s", result(ret));
	ret = syscall(SYS_swapoff, "/nosuch");
	expect("swapoff(specialfile: \"/nosuch\") = %s", result(ret));
	ret = syscall(SYS_acct, "/nosuch");
	expect("acct(name: \"/nosuch\") = %s", result(ret));
	ret = syscall(SYS_quotactl, QCMD(Q_SYNC, USRQUOTA), "/nosuch", 0, NULL);
	expect("quotactl(cmd: SYNC|USRQUOTA, special: \"/nosuch\", id: 0, addr: NULL) = %s", result(ret));
	ret = syscall(SYS_quotactl_fd, -1, QCMD(Q_SYNC, GRPQUOTA), 0, NULL);
	expect("quotactl_fd(fd: -1, cmd: SYNC|GRPQUOTA, id: 0, addr: NULL) = %s", result(ret));
	ret = syscall(SYS_open_tree, AT_FDCWD, "/nosuch", OPEN_TREE_CLOEXEC);
	expect("open_tree(dfd: CWD, filename: \"/nosuch\", flags: CLOEXEC) = %s", result(ret));
	ret = syscall(SYS_open_tree_attr, AT_FDCWD, "/nosuch", OPEN_TREE_CLOEXEC, NULL, 0);
	expect("open_tree_attr(dfd: CWD, filename: \"/nosuch\", flags: CLOEXEC, uattr: NULL, usize: 0) = %s", result(ret));
	ret = syscall(SYS_move_mount, -1, "a", -1, "b", MOVE_MOUNT_F_EMPTY_PATH);
	expect("move_mount(from_dfd: -1, from_pathname: \"a\", to_dfd: -1, to_pathname: \"b\", flags: F_EMPTY_PATH) = %s", result(ret));
	ret = syscall(SYS_fsopen, "nosuchfs", FSOPEN_CLOEXEC);
	expect("fsopen(_fs_name: \"nosuchfs\", flags: CLOEXEC) = %s", result(ret));
	ret = syscall(SYS_fsconfig, -1, FSCONFIG_SET_STRING, "source", "value", 0);
	expect("fsconfig(fd: -1, cmd: SET_STRING, _key: \"source\", _value: \"value\", aux: 0) = %s", result(ret));
	ret = syscall(SYS_fsmount, -1, FSMOUNT_CLOEXEC, MOUNT_ATTR_RDONLY);
	expect("fsmount(fs_fd: -1, flags: CLOEXEC, attr_flags: RDONLY) = %s", result(ret));
	ret = syscall(SYS_fspick, AT_FDCWD, "/nosuch", FSPICK_CLOEXEC);
	expect("fspick(dfd: CWD, path: \"/nosuch\", flags: CLOEXEC) = %s", result(ret));
	ret = syscall(SYS_cachestat, -1, NULL, NULL, 0);
	expect("cachestat(fd: -1, cstat_range: NULL, cstat: NULL, flags: 0) = %s", result(ret));
	ret = syscall(SYS_setxattrat, AT_FDCWD, "/nosuch", 0, "user.a", NULL, 16);
	expect("setxattrat(dfd: CWD, pathname: \"/nosuch\", at_flags: 0, name: \"user.a\", uargs: NULL, usize: 16) = %s", result(ret));
	ret = syscall(SYS_getxattrat, AT_FDCWD, "/nosuch", 0, "user.a", NULL, 16);
	expect("getxattrat(dfd: CWD, pathname: \"/nosuch\", at_flags: 0, name: \"user.a\", uargs: NULL, usize: 16) = %s", result(ret));
	ret = syscall(SYS_listxattrat, AT_FDCWD, "/nosuch", 0, buf, 16);
	expect("listxattrat(dfd: CWD, pathname: \"/nosuch\", at_flags: 0, list: %p, size: 16) = %s", (void *)buf, result(ret));
	ret = syscall(SYS_removexattrat, AT_FDCWD, "/nosuch", 0, "user.a");
	expect("removexattrat(dfd: CWD, pathname: \"/nosuch\", at_flags: 0, name: \"user.a\") = %s", result(ret));
	ret = syscall(SYS_file_getattr, AT_FDCWD, "/nosuch", NULL, 0, 0);
	expect("file_getattr(dfd: CWD, filename: \"/nosuch\", ufattr: NULL, usize: 0, at_flags: 0) = %s", result(ret));
	ret = syscall(SYS_file_setattr, AT_FDCWD, "/nosuch", NULL, 0, 0);
	expect("file_setattr(dfd: CWD, filename: \"/nosuch\", ufattr: NULL, usize: 0, at_flags: 0) = %s", result(ret));
	ret = syscall(SYS_listmount, NULL, NULL, 0, 0);
	expect("listmount(req: NULL, mnt_ids: NULL, nr_mnt_ids: 0, flags: 0) = %s", result(ret));
	ret = syscall(SYS_lookup_dcookie, 1, buf, 16);
	expect("lookup_dcookie(cookie64: 0x1, buf: %p, len: 16) = %s", (void *)buf, result(ret));
	end();
}
