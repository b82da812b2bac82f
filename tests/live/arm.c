// SPDX-License-Identifier: BSD-2-Clause
// options: -e pread64,truncate64,ftruncate64,arm_fadvise64_64,arm_sync_file_range,cacheflush,set_tls,readahead
// abis: arm
// needs: aarch64
/* 32-bit ARM: 64-bit arguments in an even register and the next, private calls and their numbers. */
#include "live.h"

/* Inline assembly, so that the arguments' registers are certain. */
static long svc(long nr, long a, long b, long c, long d, long e, long f)
{
	register long r7 __asm__("r7") = nr, r0 __asm__("r0") = a, r1 __asm__("r1") = b, r2 __asm__("r2") = c;
	register long r3 __asm__("r3") = d, r4 __asm__("r4") = e, r5 __asm__("r5") = f;

	__asm__ volatile("svc #0" : "+r"(r0) : "r"(r7), "r"(r1), "r"(r2), "r"(r3), "r"(r4), "r"(r5) : "memory");
	return r0;
}

#define FAR 1, 1			/* 4294967297, low half first */
#define PRIVATE(n) (0x0f0000 + (n))

static const char *shown(long ret)
{
	errno = -ret;
	return ret < 0 ? error() : text("%ld", ret);
}

int main(void)
{
	int fd = open("file", O_RDWR | O_CREAT | O_TRUNC | O_LARGEFILE, 0600);
	const char *name;
	char buf[8] = "";
	void *tls = __builtin_thread_pointer();

	begin();
	name = result_fd(fd, "file");
	expect("arm:ftruncate64(fd: %s, length: 4294967297) = %s", name, shown(svc(SYS_ftruncate64, fd, 77, FAR, 0, 0)));
	expect("arm:truncate64(path: \"file\", length: 4294967297) = %s", shown(svc(SYS_truncate64, (long)"file", 77, FAR, 0, 0)));
	expect("arm:pread64(fd: %s, buf: \"\", count: 8, pos: 4294967297) = %s", name, shown(svc(SYS_pread64, fd, (long)buf, 8, 77, FAR)));
	expect("arm:readahead(fd: %s, offset: 4294967297, count: 9) = %s", name, shown(svc(SYS_readahead, fd, 77, FAR, 9, 0)));
	expect("arm:arm_fadvise64_64(fd: %s, advice: DONTNEED, offset: 4294967297, len: 5) = %s", name,
	       shown(svc(SYS_arm_fadvise64_64, fd, 4, FAR, 5, 0)));
	expect("arm:arm_sync_file_range(fd: %s, flags: WRITE, offset: 4294967297, nbytes: 5) = %s", name,
	       shown(svc(SYS_arm_sync_file_range, fd, 2, FAR, 5, 0)));
	expect("arm:cacheflush(start: %p, end: %p, flags: 0) = %s", buf, buf + 8, shown(svc(PRIVATE(2), (long)buf, (long)(buf + 8), 0, 0, 0, 0)));
	expect("arm:set_tls(tls: %p) = %s", tls, shown(svc(PRIVATE(5), (long)tls, 0, 0, 0, 0, 0)));
	end();
	return 0;
}
