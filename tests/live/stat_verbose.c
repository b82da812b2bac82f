// SPDX-License-Identifier: BSD-2-Clause
// options: --verbose --prefix -e fstat,newfstatat,stat64,fstat64,fstatat64
// abis: native i386 arm
/* Whole structures, constants with their prefixes, in both layouts. */
#include "live.h"

#include <sys/sysmacros.h>
#include <time.h>

static const char *when(struct timespec t)
{
	struct tm tm;
	char date[80];
	time_t s = t.tv_sec;

	gmtime_r(&s, &tm);
	snprintf(date, sizeof(date), "%04d-%02d-%02dT%02d:%02d:%02dZ", tm.tm_year + 1900, tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min,
		 tm.tm_sec);
	return text("%lld.%09ld /* %s */", (long long)t.tv_sec, t.tv_nsec, date);
}

int main(void)
{
	struct stat st;
	char raw[256];
	int fd = open("file", O_RDWR | O_CREAT, 0640), r;

	if (ftruncate(fd, 12345) || fstat(fd, &st))
		return 1;
	tzset();
	begin();
#if __SIZEOF_LONG__ == 4
	r = syscall(SYS_fstat64, fd, raw);
#define CALL "fstat64"
#else
	r = syscall(SYS_fstat, fd, raw);
#define CALL "fstat"
#endif
	expect(ABI CALL "(fd: %s, statbuf: {st_dev: makedev(0x%x, 0x%x), st_ino: %llu, st_mode: S_IFREG|0640, st_nlink: 1, st_uid: 0, st_gid: 0, "
	       "st_blksize: %ld, st_blocks: %ld, st_size: 12345, st_atime: %s, st_mtime: %s, st_ctime: %s}) = %d", result_fd(fd, "file"),
	       major(st.st_dev), minor(st.st_dev), (unsigned long long)st.st_ino, (long)st.st_blksize, (long)st.st_blocks, when(st.st_atim),
	       when(st.st_mtim), when(st.st_ctim), r);
	end();
	return 0;
}
