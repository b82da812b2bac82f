// SPDX-License-Identifier: BSD-2-Clause
// options: -e ftruncate,fallocate,fstat,statx,sync_file_range,readahead,sendfile,copy_file_range,prlimit64,shmget,ftruncate64 --verbose
// abis: native i386
/* Units of sizes of files, of what calls copy, of limits in bytes and of shared memory. */
#include "live.h"

#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/stat.h>

#define MIB (1ul << 20)

#ifdef __i386__
/* A length in two registers */
int main(void)
{
	int ret;

	begin();
	ret = syscall(SYS_ftruncate64, -1, 1ul << 20, 1);
	expect(ABI "ftruncate64(fd: -1, length: 4296015872 /* 4097 MiB */) = %s", result(ret));
	ret = syscall(SYS_fallocate, -1, 0, 0, 0, 0, 1);
	expect(ABI "fallocate(fd: -1, mode: 0, offset: 0, len: 4294967296 /* 4 GiB */) = %s", result(ret));
	end();
	return 0;
}
#else
int main(void)
{
	struct rlimit limit = { 8 * MIB, RLIM_INFINITY }, files = { 2 * MIB, 2 * MIB };
	struct statx stx;
	long long at = 0;
	int fd, ret;

	close(open("sized", O_RDWR | O_CREAT | O_TRUNC, 0600));
	fd = open("sized", O_RDWR);
	unlink("sized");
	mlockall(MCL_CURRENT);	/* the kernel does not read what it refuses */
	begin();
	ret = syscall(SYS_ftruncate, fd, 3 * MIB + 1);
	expect("ftruncate(fd: %d<@@>, length: 3145729 /* ~3.0 MiB */) = %s", fd, result(ret));
	ret = syscall(SYS_statx, fd, "", AT_EMPTY_PATH, STATX_SIZE, &stx);
	if (stx.stx_size == 3 * MIB + 1)
		expect("statx(dfd: %d<@@>, filename: \"\", flags: STATX_SYNC_AS_STAT|EMPTY_PATH, mask: SIZE, buffer: {@@, stx_size: 3145729 /* ~3.0 MiB */, @@}) = %s", fd, result(ret));
	ret = syscall(SYS_ftruncate, fd, -1l);
	expect("ftruncate(fd: %d<@@>, length: -1) = %s", fd, result(ret));
	ret = syscall(SYS_ftruncate, -1, 1ul << 43);
	expect("ftruncate(fd: -1, length: 8796093022208 /* 8 TiB */) = %s", result(ret));
	ret = syscall(SYS_ftruncate, -1, 1500 * MIB * MIB - 1);
	expect("ftruncate(fd: -1, length: 1649267441663999 /* ~1500.0 TiB */) = %s", result(ret));
	ret = syscall(SYS_fallocate, -1, 0, 5 * MIB, 123456789);
	expect("fallocate(fd: -1, mode: 0, offset: 5242880, len: 123456789 /* ~117.7 MiB */) = %s", result(ret));
	ret = syscall(SYS_readahead, -1, 0, 2 * MIB);
	expect("readahead(fd: -1, offset: 0, count: 2097152 /* 2 MiB */) = %s", result(ret));
	ret = syscall(SYS_sendfile, -1, -1, NULL, 2 * MIB);
	expect("sendfile(out_fd: -1, in_fd: -1, offset: NULL, count: 2097152 /* 2 MiB */) = %s", result(ret));
	ret = syscall(SYS_copy_file_range, -1, &at, -1, NULL, 4096, 0);
	expect("copy_file_range(fd_in: -1, off_in: @@, fd_out: -1, off_out: NULL, len: 4096, flags: 0) = %s", result(ret));
	ret = syscall(SYS_prlimit64, -1, RLIMIT_STACK, &limit, NULL);
	expect("prlimit64(pid: -1, resource: STACK, new_rlim: {rlim_cur: 8388608 /* 8 MiB */, rlim_max: RLIM_INFINITY}, old_rlim: NULL) = %s", result(ret));
	ret = syscall(SYS_prlimit64, -1, RLIMIT_NOFILE, &files, NULL);
	expect("prlimit64(pid: -1, resource: NOFILE, new_rlim: {rlim_cur: 2097152, rlim_max: 2097152}, old_rlim: NULL) = %s", result(ret));
	ret = syscall(SYS_shmget, IPC_PRIVATE, 1ul << 62, 0600);
	expect("shmget(key: PRIVATE, size: 4611686018427387904 /* 4194304 TiB */, shmflg: 0600) = %s", result(ret));
	end();
	return 0;
}
#endif
