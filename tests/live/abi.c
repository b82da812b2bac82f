// SPDX-License-Identifier: BSD-2-Clause
// options: -e getpid,getuid,lseek,write,mkdir,access,close,fcntl
// needs: x86_64 ia32
/* int 0x80 from a 64-bit program, with 32-bit numbers and registers; and numbers without a call. */
#include "live.h"

#ifndef __x86_64__
int main(void)
{
	return 77;
}
#else
static long int80(long nr, long a, long b, long c)
{
	long ret;

	__asm__ volatile("int $0x80" : "=a"(ret) : "a"(nr), "b"(a), "c"(b), "d"(c) : "memory", "r8", "r9", "r10", "r11");
	return ret;
}

int main(void)
{
	char *low = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
	int pid = getpid(), fd = open("file", O_RDWR | O_CREAT, 0600);

	strcpy(low, "text\n");
	begin();
	if (int80(20, 0, 0, 0) < 0)
		skip("no int 0x80 in this kernel");
	expect("i386:getpid() = %d@@", pid);
	for (unsigned i = 0; i < 100; i++)	/* afterwards the task has a seat: bpf/seats.bpf.h */
		expect("getuid() = %ld@@", syscall(SYS_getuid));
	int80(20, 0, 0, 0);
	expect("i386:getpid() = %d@@", pid);
	expect("getpid() = %ld@@", syscall(SYS_getpid));
	expect("i386:write(fd: %s, buf: \"text\\n\", count: 5) = %ld", result_fd(fd, "file"), int80(4, fd, (long)low, 5));
	expect("write(fd: %s, buf: \"text\\n\", count: 5) = %ld", result_fd(fd, "file"), syscall(SYS_write, fd, low, 5));
	strcpy(low, "/no/dir/x");
	expect("i386:mkdir(pathname: \"/no/dir/x\", mode: 0700) = -1 ENOENT (No such file or directory)%s", int80(39, (long)low, 0700, 0) ? "" : "?");
	expect("i386:access(filename: \"/no/dir/x\", mode: F_OK) = -1 ENOENT (No such file or directory)%s", int80(33, (long)low, 0, 0) ? "" : "?");
	expect("i386:lseek(fd: %s, offset: -1, whence: SET) = -1 EINVAL (Invalid argument)%s", result_fd(fd, "file"), int80(19, fd, -1, 0) ? "" : "?");
	expect("i386:close(fd: %s) = %ld", result_fd(fd, "file"), int80(6, fd, 0, 0));
	expect("close(fd: %d) = %s", fd, result(syscall(SYS_close, fd)));
	end();
	return 0;
}
#endif
