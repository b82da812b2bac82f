// SPDX-License-Identifier: BSD-2-Clause
/* toucher FILE - reads one byte of the file's fourth page, which is not cached, through a mapping. */
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	int fd = argc > 1 ? open(argv[1], O_RDWR) : -1;
	volatile char *p;

	if (fd < 0)
		return 1;
	fsync(fd);
	posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
	p = mmap(NULL, 0x10000, PROT_READ, MAP_PRIVATE, fd, 0);
	if (p == MAP_FAILED)
		return 1;
	madvise((void *)p, 0x10000, MADV_RANDOM);
	return p[0x3010] != 'x';
}
