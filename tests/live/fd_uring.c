// SPDX-License-Identifier: BSD-2-Clause
// options: -e lseek,dup,ppoll,pselect6
// threads
#define THREADS
/* Descriptors that io_uring requests open and close, without a call. */
#include "live.h"

#include <linux/io_uring.h>
#include <poll.h>
#include <sys/select.h>

static struct {
	int fd;
	struct io_uring_params p;
	char *sq, *cq;
	struct io_uring_sqe *sqes;
} ring;

static bool set_up(void)
{
	ring.fd = syscall(SYS_io_uring_setup, 4, &ring.p);
	if (ring.fd < 0)
		return false;
	ring.sq = mmap(NULL, ring.p.sq_off.array + 4 * 4, PROT_READ | PROT_WRITE, MAP_SHARED, ring.fd, IORING_OFF_SQ_RING);
	ring.cq = mmap(NULL, ring.p.cq_off.cqes + 8 * sizeof(struct io_uring_cqe), PROT_READ | PROT_WRITE, MAP_SHARED, ring.fd, IORING_OFF_CQ_RING);
	ring.sqes = mmap(NULL, 4 * sizeof(*ring.sqes), PROT_READ | PROT_WRITE, MAP_SHARED, ring.fd, IORING_OFF_SQES);
	return ring.sq != MAP_FAILED && ring.cq != MAP_FAILED && ring.sqes != MAP_FAILED;
}

/* The result of the request. */
static int request(struct io_uring_sqe sqe)
{
	unsigned *tail = (unsigned *)(ring.sq + ring.p.sq_off.tail), *head = (unsigned *)(ring.cq + ring.p.cq_off.head);
	unsigned at = *tail & (ring.p.sq_entries - 1);
	int res;

	ring.sqes[at] = sqe;
	((unsigned *)(ring.sq + ring.p.sq_off.array))[at] = at;
	__atomic_store_n(tail, *tail + 1, __ATOMIC_RELEASE);
	if (syscall(SYS_io_uring_enter, ring.fd, 1, 1, IORING_ENTER_GETEVENTS, NULL, 0) != 1)
		exit(1);
	res = ((struct io_uring_cqe *)(ring.cq + ring.p.cq_off.cqes))[*head & (ring.p.cq_entries - 1)].res;
	__atomic_store_n(head, *head + 1, __ATOMIC_RELEASE);
	return res;
}

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
