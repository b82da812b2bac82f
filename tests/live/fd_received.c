// SPDX-License-Identifier: BSD-2-Clause
// options: -e lseek
// threads
#define THREADS
/* Descriptors received in messages, and pidfds of new children. */
#include "live.h"

#include <linux/sched.h>
#include <sys/socket.h>

static void seek(int fd, const char *name)
{
	expect("lseek(fd: %d<%s>, offset: 0, whence: CUR) = %s", fd, name, result(syscall(SYS_lseek, fd, 0L, SEEK_CUR)));
}

union control {
	struct cmsghdr head;
	char room[CMSG_SPACE(3 * sizeof(int))];
};

static struct msghdr message(struct iovec *iov, union control *c)
{
	return (struct msghdr){ .msg_iov = iov, .msg_iovlen = 1, .msg_control = c, .msg_controllen = sizeof(*c) };
}

/* Sends them to itself; fds[] has the received ones. */
static void pass(int *fds, bool several)
{
	int pair[2];
	char byte = 'x';
	struct iovec iov = { &byte, 1 };
	union control out = { .head = { .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(3 * sizeof(int)) } }, in;
	struct mmsghdr m = { .msg_hdr = message(&iov, &in) };
	struct msghdr sent = message(&iov, &out);

	memcpy(CMSG_DATA(&out.head), fds, 3 * sizeof(int));
	if (syscall(SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, pair) || syscall(SYS_sendmsg, pair[0], &sent, 0) != 1)
		exit(1);
	if (several ? syscall(SYS_recvmmsg, pair[1], &m, 1, 0, NULL) != 1 : syscall(SYS_recvmsg, pair[1], &m.msg_hdr, 0) != 1)
		exit(1);
	memcpy(fds, CMSG_DATA(&in.head), 3 * sizeof(int));
	close(pair[0]);
	close(pair[1]);
}

static void received(bool several)
{
	int fds[3] = { open("a", O_RDWR | O_CREAT, 0600), open("/dev/null", O_RDONLY), syscall(SYS_eventfd2, 0, 0) };

	pass(fds, several);
	seek(fds[0], text("%s/a", cwd));
	seek(fds[1], "/dev/null");
	seek(fds[2], "anon_inode:[eventfd]");
}

static void child_of(long pid, int pidfd)
{
	int st;

	if (!pid)
		_exit(0);
	if (pid < 0)
		return;		/* not here */
	seek(pidfd, text("pid:%ld", pid));
	expect_of(program_invocation_short_name, pid, "+++ exited with 0 +++");
	waitpid(pid, &st, 0);
}

int main(void)
{
	struct clone_args args = { .flags = CLONE_PIDFD, .exit_signal = SIGCHLD };
	int pidfd = -1;
	long pid;

	begin();
	received(false);
	received(true);
	pid = syscall(SYS_clone, CLONE_PIDFD | SIGCHLD, NULL, &pidfd, NULL, NULL);
	child_of(pid, pidfd);
	args.pidfd = (uintptr_t)&pidfd;
	pid = syscall(SYS_clone3, &args, sizeof(args));
	child_of(pid, pidfd);
	end();
	return 0;
}
