// SPDX-License-Identifier: BSD-2-Clause
/* perfdata - makes calls whose results are the same in every run, whatever descriptors are open. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static void on_signal(int sig)
{
	(void)sig;
}

int main(void)
{
	struct timespec ts = { .tv_nsec = 2000000 };
	struct stat st;
	char buf[64];
	int fds[2];

	syscall(SYS_close_range, 3, ~0u, 0);
	openat(AT_FDCWD, "/no/such/file", O_RDWR | O_CLOEXEC);
	openat(AT_FDCWD, "/dev/zero", O_RDONLY);
	read(3, buf, sizeof(buf));
	fstat(3, &st);
	lseek(3, -1, SEEK_SET);
	if (pipe(fds))
		return 1;
	for (unsigned i = 0; i < 200; i++) {
		write(5, buf, 1 + i % 50);
		read(4, buf, sizeof(buf));
	}
	dup2(4, 40);
	close(41);
	socket(AF_INET, SOCK_STREAM, 0);
	signal(SIGUSR1, on_signal);
	raise(SIGUSR1);
	nanosleep(&ts, NULL);
	mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	syscall(100000, 1, 2, 3);
	return 0;
}
