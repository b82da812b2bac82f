// SPDX-License-Identifier: BSD-2-Clause
// options: -e openat
// abis: native i386 arm
/* Flags of open whose values differ between architectures. */
#include "live.h"

#if defined(__aarch64__) || defined(__arm__)
#define LARGEFILE 0400000
#else
#define LARGEFILE 0100000	/* glibc defines it as 0 on 64-bit machines */
#endif

static void open_with(int flags, const char *shown)
{
	expect(ABI "openat(dfd: CWD, filename: \"/no/such/file\", flags: RDONLY|%s) = %s", shown,
	       result(syscall(SYS_openat, AT_FDCWD, "/no/such/file", flags)));
}

int main(void)
{
	begin();
	open_with(O_DIRECT, "DIRECT");
	open_with(O_DIRECTORY, "DIRECTORY");
	open_with(O_NOFOLLOW, "NOFOLLOW");
	open_with(LARGEFILE, "LARGEFILE");
	open_with(O_CLOEXEC, "CLOEXEC");
	end();
	return 0;
}
