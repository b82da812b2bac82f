// SPDX-License-Identifier: BSD-2-Clause
/* calls - makes a few calls of each kind: successful and failing ones, with and without paths, one that takes 50 ms. */
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int main(void)
{
	struct timespec t = { 0, 50000000 };
	struct stat st;
	int fd;

	munmap(mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), 4096);
	openat(AT_FDCWD, "/no/such/1", O_RDONLY);
	openat(AT_FDCWD, "/no/such/2", O_RDONLY);
	openat(AT_FDCWD, "/etc/passwd/x", O_RDONLY);
	mkdirat(AT_FDCWD, "deep", 0777);
	mkdirat(AT_FDCWD, "deep/er", 0777);
	fd = openat(AT_FDCWD, "deep/er/file", O_WRONLY | O_CREAT, 0666);
	if (write(fd, "data", 4) != 4)
		return 1;
	close(fd);
	fstatat(AT_FDCWD, "deep/er/file", &st, 0);
	fstatat(AT_FDCWD, "/etc/passwd", &st, 0);
	clock_nanosleep(CLOCK_REALTIME, 0, &t, NULL);
	unlinkat(AT_FDCWD, "deep/er/file", 0);
	return 0;
}
