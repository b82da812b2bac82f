// SPDX-License-Identifier: BSD-2-Clause
// options: -e getpgrp,write,writev,readv,mkdir,close,access
// needs: x86_64 modules
/*
 * Calls of the x32 ABI from a 64-bit program: numbers with bit 30, of the native calls, and of calls of their own whose structures have
 * 32-bit pointers. The guest of the full flavour is the one whose kernel has them.
 */
#include "live.h"

#ifndef __x86_64__
int main(void)
{
	return 77;
}
#else
#include <sys/uio.h>

#define X32 0x40000000
#define X32_READV (X32 | 515)
#define X32_WRITEV (X32 | 516)

int main(void)
{
	char *low = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
	struct { unsigned base, len; } *narrow = (void *)(low + 64);
	struct iovec wide = { low, 5 };
	int fd = open("file", O_RDWR | O_CREAT, 0600);

	if (syscall(X32 | SYS_getpgrp) < 0)
		skip("no x32 calls in this kernel: %s", strerror(errno));
	strcpy(low, "text\nmore\n");
	narrow[0].base = (unsigned)(long)low;
	narrow[0].len = 5;
	narrow[1].base = (unsigned)(long)low + 5;
	narrow[1].len = 5;
	begin();
	expect("x32:getpgrp() = %ld@@", syscall(X32 | SYS_getpgrp));
	expect("getpgrp() = %ld@@", syscall(SYS_getpgrp));
	expect("x32:write(fd: %s, buf: \"text\\n\", count: 5) = %ld", result_fd(fd, "file"), syscall(X32 | SYS_write, fd, low, 5));
	expect("x32:writev(fd: %s, vec: [{iov_base: \"text\\n\", iov_len: 5}, {iov_base: \"more\\n\", iov_len: 5}], vlen: 2) = %ld", result_fd(fd, "file"), syscall(X32_WRITEV, fd, narrow, 2));
	expect("writev(fd: %s, vec: [{iov_base: \"text\\n\", iov_len: 5}], vlen: 1) = %ld", result_fd(fd, "file"), syscall(SYS_writev, fd, &wide, 1));
	lseek(fd, 0, SEEK_SET);
	expect("x32:readv(fd: %s, vec: [{iov_base: \"text\\n\", iov_len: 5}, {iov_base: \"text\\n\", iov_len: 5}], vlen: 2) = %ld", result_fd(fd, "file"), syscall(X32_READV, fd, narrow, 2));
	expect("x32:mkdir(pathname: \"/no/dir/x\", mode: 0700) = %s", result(syscall(X32 | SYS_mkdir, "/no/dir/x", 0700)));
	expect("x32:access(filename: \"/no/dir/x\", mode: F_OK) = %s", result(syscall(X32 | SYS_access, "/no/dir/x", F_OK)));
	expect("x32:close(fd: %s) = %ld", result_fd(fd, "file"), syscall(X32 | SYS_close, fd));
	expect("x32:close(fd: %d) = %s", fd, result(syscall(X32 | SYS_close, fd)));
	end();
	return 0;
}
#endif
