// SPDX-License-Identifier: BSD-2-Clause
// options: -e prctl,memfd_create,delete_module,init_module,reboot,openat,execve,writev,keyctl
// abis: native i386 arm
/* Memory that can be read only at its beginning: strings without a NUL before the end of a page, vectors of them; and lengths
 * beyond the address space. */
#include "live.h"

#include <linux/keyctl.h>
#include <linux/reboot.h>
#include <sys/prctl.h>
#include <sys/uio.h>

static char *page_end(void)
{
	char *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	munmap(page + 4096, 4096);
	return page + 4096;
}

static void strings(char *s)
{
	memcpy(s, "abcdefgh", 8);
	expect(ABI "prctl(option: SET_NAME, name: \"abcdefgh\"...) = %s", result(syscall(SYS_prctl, PR_SET_NAME, s)));
	expect(ABI "memfd_create(uname: \"abcdefgh\"..., flags: 0) = %s", result(syscall(SYS_memfd_create, s, 0)));
	expect(ABI "delete_module(name_user: \"abcdefgh\"..., flags: 0) = %s", result(syscall(SYS_delete_module, s, 0)));
	expect(ABI "init_module(umod: 0x8 <unread>, len: 8, uargs: \"abcdefgh\"...) = %s", result(syscall(SYS_init_module, BAD, 8, s)));
	expect(ABI "reboot(magic1: MAGIC1, magic2: 0x1, cmd: CMD_RESTART2, arg: \"abcdefgh\"...) = %s",
	       result(syscall(SYS_reboot, LINUX_REBOOT_MAGIC1, 1, LINUX_REBOOT_CMD_RESTART2, s)));
	expect(ABI "openat(dfd: CWD, filename: \"abcdefgh\"..., flags: RDONLY) = %s", result(syscall(SYS_openat, AT_FDCWD, s, O_RDONLY)));
}

static void vectors(char *s, char *end)
{
	char *argv[] = { "a", s, "c", NULL }, *bad[] = { "a", BAD, "c", NULL }, *none[] = { NULL }, **open_end = (char **)end - 2;
	char x[] = "x", y[] = "y";	/* resident: if the call fails early the kernel does not read them */

	expect(ABI "execve(filename: \"no\", argv: [\"a\", \"abcdefgh\"..., \"c\"], envp: %p /* 0 vars */) = %s", none, result(syscall(SYS_execve, "no", argv, none)));
	expect(ABI "execve(filename: \"no\", argv: [\"a\", 0x8 <unread>, \"c\"], envp: %p /* 0 vars */) = %s", none, result(syscall(SYS_execve, "no", bad, none)));
	open_end[0] = x;
	open_end[1] = y;
	expect(ABI "execve(filename: \"no\", argv: [\"x\", \"y\", ...], envp: %p <unread>) = %s", open_end, result(syscall(SYS_execve, "no", open_end, open_end)));
	expect(ABI "execve(filename: \"no\", argv: 0x8 <unread>, envp: %p /* 0 vars */) = %s", none, result(syscall(SYS_execve, "no", BAD, none)));
}

static void lengths(void)
{
	struct iovec vec[] = { { BAD, -1 }, { "ef", 2 } };

	expect(ABI "writev(fd: -1, vec: [{iov_base: 0x8 <unread>, iov_len: %zu}, {iov_base: \"ef\", iov_len: 2}], vlen: 2) = %s", vec[0].iov_len,
	       result(syscall(SYS_writev, -1, vec, 2)));
	expect(ABI "keyctl(option: INSTANTIATE_IOV, id: 1, payload_iov: [{iov_base: 0x8 <unread>, iov_len: %zu}, {iov_base: \"ef\", iov_len: 2}], ioc: 2, ringid: 1) = %s",
	       vec[0].iov_len, result(syscall(SYS_keyctl, KEYCTL_INSTANTIATE_IOV, 1, vec, 2, 1)));
}

int main(void)
{
	char *text_end = page_end(), *vector_end = page_end();

	begin();
	strings(text_end - 8);
	vectors(text_end - 8, vector_end);
	lengths();
	end();
	return 0;
}
