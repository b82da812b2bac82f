// SPDX-License-Identifier: BSD-2-Clause
// options: -e openat,openat2,access,faccessat2,mmap,mprotect,madvise,mremap,munmap,msync,memfd_create,umask,fchmod
/* Flags and modes: none, one, several, unknown bits, omitted arguments. */
#include "live.h"

#include <linux/openat2.h>

static void open_flags(void)
{
	struct open_how how = { .flags = O_RDWR | O_CREAT | O_EXCL, .mode = 0604, .resolve = RESOLVE_NO_SYMLINKS | RESOLVE_BENEATH };
	struct { struct open_how how; uint64_t more; } long_how = { { .flags = O_PATH }, 0 };
	int fd;

	fd = syscall(SYS_openat, AT_FDCWD, "f", O_RDWR | O_CREAT | O_EXCL | O_NONBLOCK | O_SYNC | O_CLOEXEC, 0);
	expect("openat(dfd: CWD, filename: \"f\", flags: RDWR|CREAT|EXCL|NONBLOCK|SYNC|CLOEXEC, mode: 0) = %s", result_fd(fd, "f"));
	close(fd);
	fd = syscall(SYS_openat, AT_FDCWD, "f", O_RDONLY | O_DSYNC | O_NOFOLLOW | O_NOATIME | 0x40000000, 0123);
	expect("openat(dfd: CWD, filename: \"f\", flags: RDONLY|DSYNC|NOFOLLOW|NOATIME|0x40000000) = %s", result_fd(fd, "f"));
	close(fd);
	fd = syscall(SYS_openat, AT_FDCWD, ".", O_TMPFILE | O_RDWR, 0600);
	expect("openat(dfd: CWD, filename: \".\", flags: RDWR|TMPFILE, mode: 0600) = %d<%s@@>", fd, cwd);
	close(fd);
	fd = syscall(SYS_openat, AT_FDCWD, "f", 3);
	expect("openat(dfd: CWD, filename: \"f\", flags: ACCMODE) = %s", result_fd(fd, "f"));
	close(fd);
	fd = syscall(SYS_openat2, AT_FDCWD, "g", &how, sizeof(how));
	expect("openat2(dfd: CWD, filename: \"g\", how: {flags: RDWR|CREAT|EXCL, mode: 0604, resolve: NO_SYMLINKS|BENEATH}, usize: 24) = %s",
	       result_fd(fd, "g"));
	close(fd);
	fd = syscall(SYS_openat2, AT_FDCWD, "g", &long_how, sizeof(long_how));
	expect("openat2(dfd: CWD, filename: \"g\", how: {flags: RDONLY|PATH, mode: 0, resolve: 0}, usize: 32) = %s", result_fd(fd, "g"));
	close(fd);
	expect("openat2(dfd: CWD, filename: \"none\", how: {flags: RDONLY|OPENAT2_REGULAR, mode: 0, resolve: 0}, usize: 24) = %s",
	       result(syscall(SYS_openat2, AT_FDCWD, "none", ((uint64_t[]){ 1ull << 32, 0, 0 }), 24)));
	expect("openat2(dfd: CWD, filename: \"g\", how: 0x8 <unread>, usize: 24) = %s", result(syscall(SYS_openat2, AT_FDCWD, "g", BAD, 24)));
}

static void modes(void)
{
	expect("umask(mask: 077) = 0%o", (int)syscall(SYS_umask, 077));
	expect("umask(mask: 022) = 0%o", (int)syscall(SYS_umask, 022));
	expect("fchmod(fd: -1, mode: 07777) = %s", result(syscall(SYS_fchmod, -1, 07777)));
#ifdef SYS_access
	expect("access(filename: \"f\", mode: X_OK) = %s", result(syscall(SYS_access, "f", X_OK)));
	expect("access(filename: \"f\", mode: 0x8) = %s", result(syscall(SYS_access, "f", 8)));
#endif
	expect("faccessat2(dfd: CWD, filename: \"f\", mode: R_OK, flags: SYMLINK_NOFOLLOW|EACCESS) = %s",
	       result(syscall(SYS_faccessat2, AT_FDCWD, "f", R_OK, AT_EACCESS | AT_SYMLINK_NOFOLLOW)));
}

static void memory(void)
{
	int fd = syscall(SYS_memfd_create, "mem\n", MFD_CLOEXEC | MFD_ALLOW_SEALING);
	char *p, *q;

	expect("memfd_create(uname: \"mem\\n\", flags: CLOEXEC|ALLOW_SEALING) = %d</memfd:mem\\n (deleted)>", fd);
	p = (char *)syscall(SYS_mmap, NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	expect("mmap(addr: NULL, len: 8192, prot: READ|WRITE, flags: PRIVATE|ANONYMOUS, fd: -1, off: 0) = %p", p);
	q = (char *)syscall(SYS_mmap, p, 4096, PROT_NONE, MAP_SHARED | MAP_FIXED, fd, 0x1000);
	expect("mmap(addr: %p, len: 4096, prot: NONE, flags: SHARED|FIXED, fd: %d</memfd:mem\\n (deleted)>, off: 0x1000) = %p", p, fd, q);
	expect("mmap(addr: NULL, len: 0, prot: READ, flags: PRIVATE, fd: 99, off: 0) = %s",
	       result(syscall(SYS_mmap, NULL, 0, PROT_READ, MAP_PRIVATE, 99, 0)));
	expect("mprotect(start: %p, len: 8192, prot: READ|EXEC) = %s", p + 4096, result(syscall(SYS_mprotect, p + 4096, 8192, PROT_READ | PROT_EXEC)));
	expect("mprotect(start: %p, len: 4096, prot: READ) = %s", p + 4096, result(syscall(SYS_mprotect, p + 4096, 4096, PROT_READ)));
	expect("madvise(start: %p, len_in: 4096, behavior: DONTNEED) = %s", p + 4096, result(syscall(SYS_madvise, p + 4096, 4096, MADV_DONTNEED)));
	expect("madvise(start: %p, len_in: 4096, behavior: 0x3e7) = %s", p + 4096, result(syscall(SYS_madvise, p + 4096, 4096, 999)));
	expect("msync(start: %p, len: 4096, flags: ASYNC|INVALIDATE) = %s", p, result(syscall(SYS_msync, p, 4096, MS_ASYNC | MS_INVALIDATE)));
	q = (char *)syscall(SYS_mremap, p + 4096, 4096, 12288, MREMAP_MAYMOVE, 0x1234);
	expect("mremap(addr: %p, old_len: 4096, new_len: 12288, flags: MAYMOVE) = %p", p + 4096, q);
	expect("munmap(addr: %p, len: 12288) = %s", q, result(syscall(SYS_munmap, q, 12288)));
	expect("munmap(addr: 0x1, len: 1) = %s", result(syscall(SYS_munmap, 1, 1)));
}

int main(void)
{
	umask(022);
	begin();
	open_flags();
	modes();
	memory();
	end();
	return 0;
}
