// SPDX-License-Identifier: BSD-2-Clause
// options: -e lseek,dup,ppoll,pselect6
// threads
#define THREADS
/* Descriptors that io_uring requests open and close, without a call. */
#include "uring.h"

#include <poll.h>
#include <sys/select.h>

static int opens(const char *path)
{
	return request((struct io_uring_sqe){ .opcode = IORING_OP_OPENAT, .fd = AT_FDCWD, .addr = (uintptr_t)path, .open_flags = O_RDONLY });
}

static int closes(int fd)
{
	return request((struct io_uring_sqe){ .opcode = IORING_OP_CLOSE, .fd = fd });
}

static void seek(int fd, const char *path)
{
	expect("lseek(fd: %s, offset: 0, whence: CUR) = 0", result_fd(fd, path));
	syscall(SYS_lseek, fd, 0L, SEEK_CUR);
}

/* Descriptors in memory. */
static void pass_in_memory(int fd, const char *path, int none)
{
	struct pollfd p[] = { { .fd = fd, .events = POLLIN }, { .fd = -1 }, { .fd = none } };
	struct timespec zero = { 0 };
	fd_set set;

	expect("ppoll(ufds: [{fd: %s, events: IN, revents: IN}, {fd: -1, events: 0, revents: 0}, {fd: %d, events: 0, revents: NVAL}], @@) = 2",
	       result_fd(fd, path), none);
	syscall(SYS_ppoll, p, 3L, &zero, NULL, 0L);
	FD_ZERO(&set);
	FD_SET(fd, &set);
	expect("pselect6(n: %d, inp: [%s], @@) = 1", fd + 1, result_fd(fd, path));
	syscall(SYS_pselect6, fd + 1L, &set, NULL, NULL, &zero, NULL);
}

int main(void)
{
	int a, b, st;
	pid_t pid;

	begin();
	a = open("a", O_CREAT | O_RDWR, 0600);
	close(open("b", O_CREAT | O_RDWR, 0600));
	if (!set_up())
		skip("no io_uring here");
	seek(a, "a");
	b = opens("b");
	if (b == -EINVAL)
		skip("this kernel's io_uring does not open files");
	seek(b, "b");
	/* the number is reused, repeatedly */
	if (closes(a) || opens("/dev/null") != a)
		return 1;
	seek(a, "/dev/null");
	expect("dup(fildes: %s) = %s", result_fd(a, "/dev/null"), result_fd(syscall(SYS_dup, a), "/dev/null"));
	pass_in_memory(b, "b", 900);
	if (closes(a) || opens("a") != a)
		return 1;
	pass_in_memory(a, "a", 900);
	if (closes(b))
		return 1;
	expect("lseek(fd: %d, offset: 0, whence: CUR) = -1 EBADF (Bad file descriptor)", b);
	syscall(SYS_lseek, b, 0L, SEEK_CUR);
	if (opens("b") != b)
		return 1;
	pid = fork();
	if (!pid) {
		syscall(SYS_lseek, b, 0L, SEEK_CUR);
		_exit(0);
	}
	expect_of(program_invocation_short_name, pid, "lseek(fd: %s, offset: 0, whence: CUR) = 0", result_fd(b, "b"));
	expect_of(program_invocation_short_name, pid, "+++ exited with 0 +++");
	waitpid(pid, &st, 0);
	end();
	return 0;
}
