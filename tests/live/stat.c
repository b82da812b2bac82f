// SPDX-License-Identifier: BSD-2-Clause
// options: -e %stat,%lstat,%fstat,statx,%statfs,fstatfs
/* Status of files and file systems; bad pointers are shown as addresses. */
#include "live.h"

#include <sys/statfs.h>
#include <sys/sysmacros.h>

int main(void)
{
	struct stat st;
	struct statx stx;
	struct statfs sf;
	int fd = open("file", O_RDWR | O_CREAT, 0640), r;

	if (ftruncate(fd, 12345) || symlink("file", "link"))
		return 1;
	begin();
#ifdef SYS_stat
	r = syscall(SYS_stat, "file", &st);
	expect("stat(filename: \"file\", statbuf: {st_mode: IFREG|0640, st_size: 12345, ...}) = %d", r);
	r = syscall(SYS_stat, "/dev/null", &st);
	expect("stat(filename: \"/dev/null\", statbuf: {st_mode: IFCHR|0666, st_rdev: makedev(0x%x, 0x%x), ...}) = %d", major(st.st_rdev),
	       minor(st.st_rdev), r);
	r = syscall(SYS_lstat, "link", &st);
	expect("lstat(filename: \"link\", statbuf: {st_mode: IFLNK|0777, st_size: 4, ...}) = %d", r);
#endif
	r = syscall(SYS_fstat, fd, &st);
	expect("fstat(fd: %s, statbuf: {st_mode: IFREG|0640, st_size: 12345, ...}) = %d", result_fd(fd, "file"), r);
	r = syscall(SYS_newfstatat, AT_FDCWD, "/", &st, AT_SYMLINK_NOFOLLOW);
	expect("newfstatat(dfd: CWD, filename: \"/\", statbuf: {st_mode: IFDIR|0%o, st_size: %ld, ...}, flag: SYMLINK_NOFOLLOW) = %d",
	       st.st_mode & 07777, (long)st.st_size, r);
	r = syscall(SYS_newfstatat, fd, "", &st, AT_EMPTY_PATH);
	expect("newfstatat(dfd: %s, filename: \"\", statbuf: {st_mode: IFREG|0640, st_size: 12345, ...}, flag: EMPTY_PATH) = %d",
	       result_fd(fd, "file"), r);
#ifdef SYS_stat
	r = syscall(SYS_stat, "none", &st);
	expect("stat(filename: \"none\", statbuf: %p) = %s", &st, result(r));
	r = syscall(SYS_stat, "file", BAD);
	expect("stat(filename: \"file\", statbuf: 0x8) = %s", result(r));
#endif
	r = syscall(SYS_statx, AT_FDCWD, "file", AT_STATX_DONT_SYNC, STATX_TYPE | STATX_SIZE, &stx);
	expect("statx(dfd: CWD, filename: \"file\", flags: @@STATX_DONT_SYNC, mask: TYPE|SIZE, buffer: {stx_mask: @@, stx_attributes: @@, "
	       "stx_mode: IFREG|0640, stx_size: 12345, ...}) = %d", r);
	r = syscall(SYS_statfs, "/", &sf);
	expect("statfs(pathname: \"/\", buf: {f_type: @@, f_bsize: %ld, f_blocks: %lu, f_bfree: @@, f_bavail: @@, ...}) = %d", (long)sf.f_bsize,
	       (unsigned long)sf.f_blocks, r);
	r = syscall(SYS_fstatfs, fd, &sf);
	expect("fstatfs(fd: %s, buf: {f_type: @@, f_bsize: %ld, f_blocks: %lu, f_bfree: @@, f_bavail: @@, ...}) = %d", result_fd(fd, "file"),
	       (long)sf.f_bsize, (unsigned long)sf.f_blocks, r);
	r = syscall(SYS_statfs, "/proc", &sf);
	expect("statfs(pathname: \"/proc\", buf: {f_type: PROC_SUPER_MAGIC, f_bsize: 4096, f_blocks: 0, f_bfree: 0, f_bavail: 0, ...}) = %d", r);
	end();
	return 0;
}
