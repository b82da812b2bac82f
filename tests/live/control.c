// SPDX-License-Identifier: BSD-2-Clause
// options: -e sendmsg,recvmsg
// abis: native i386 arm
/* Control messages: descriptors, credentials, times, and addresses of IP. */
#include "live.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#define HEAD CMSG_LEN(0)

static char control[256];
static struct iovec out = { (char *)"x", 1 };
static char byte;
static struct iovec in = { &byte, 1 };

static struct cmsghdr *add(struct msghdr *m, int level, int type, const void *data, size_t len)
{
	struct cmsghdr *c = (struct cmsghdr *)(control + m->msg_controllen);

	*c = (struct cmsghdr){ .cmsg_len = CMSG_LEN(len), .cmsg_level = level, .cmsg_type = type };
	memcpy(CMSG_DATA(c), data, len);
	m->msg_control = control;
	m->msg_controllen += CMSG_SPACE(len);
	return c;
}

/* A message, and how its control data is shown. */
static const char *message(const char *buf, const char *cmsgs, size_t len, const char *flags)
{
	return text("{msg_name: NULL, msg_namelen: 0, msg_iov: [{iov_base: \"%s\", iov_len: 1}], msg_iovlen: 1, msg_control: [%s], "
		    "msg_controllen: %zu, msg_flags: %s}", buf, cmsgs, len, flags);
}

static const char *cmsg(size_t len, const char *type, const char *data)
{
	return text("{cmsg_len: %zu, cmsg_level: %s, cmsg_data: %s}", len, type, data);
}

static void pass_descriptors(void)
{
	struct { int pid; unsigned uid, gid; } cred = { getpid(), getuid(), getgid() };
	struct msghdr m = { .msg_iov = &out, .msg_iovlen = 1 }, r = { .msg_iov = &in, .msg_iovlen = 1, .msg_control = control };
	int s[2], on = 1, fds[2] = { open("/dev/null", O_RDONLY), open("/etc/passwd", O_RDONLY) };
	const char *passed[2];
	long n;

	socketpair(AF_UNIX, SOCK_DGRAM, 0, s);
	setsockopt(s[1], SOL_SOCKET, SO_PASSCRED, &on, sizeof(on));
	setsockopt(s[1], SOL_SOCKET, SO_TIMESTAMP, &on, sizeof(on));
	add(&m, SOL_SOCKET, SCM_RIGHTS, fds, sizeof(fds));
	add(&m, SOL_SOCKET, SCM_CREDENTIALS, &cred, sizeof(cred));
	passed[0] = cmsg(HEAD + 8, "SOCKET, cmsg_type: RIGHTS", text("[%d</dev/null>, %d</etc/passwd>]", fds[0], fds[1]));
	passed[1] = cmsg(HEAD + 12, "SOCKET, cmsg_type: CREDENTIALS", text("{pid: %d<control>, uid: %u, gid: %u}", cred.pid, cred.uid, cred.gid));
	if (sizeof(long) == 4)
		passed[1] = cmsg(HEAD + 12, "SOCKET, cmsg_type: CREDENTIALS", text("{pid: %d<@@>, uid: %u, gid: %u}", cred.pid, cred.uid, cred.gid));
	begin();
	n = syscall(SYS_sendmsg, s[0], &m, 0);
	expect(ABI "sendmsg(fd: %d<UNIX:[@@]>, msg: %s, flags: 0) = %ld", s[0],
	       message("x", text("%s, %s", passed[0], passed[1]), m.msg_controllen, "0"), n);
	r.msg_controllen = sizeof(control);
	n = syscall(SYS_recvmsg, s[1], &r, 0);
	/* received descriptors have new numbers; the time comes first */
	passed[0] = cmsg(HEAD + 8, "SOCKET, cmsg_type: RIGHTS", text("[%d</dev/null>, %d</etc/passwd>]", s[1] + 1, s[1] + 2));
	expect(ABI "recvmsg(fd: %d<UNIX:[@@]>, msg: %s, flags: 0) = %ld", s[1],
	       message("x", text("%s, %s, %s", cmsg(HEAD + 2 * sizeof(long), "SOCKET, cmsg_type: TIMESTAMP", "{tv_sec: @@, tv_usec: @@}"), passed[1], passed[0]),
		       r.msg_controllen, "0"), n);
}

#ifndef SO_PASSPIDFD
#define SO_PASSPIDFD 76		/* 6.5 */
#endif

/* A descriptor of the process that sent the message, which the kernel adds. */
static void receive_a_pidfd(void)
{
	struct msghdr m = { .msg_iov = &out, .msg_iovlen = 1 }, r = { .msg_iov = &in, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof(control) };
	int s[2], on = 1, got = -1;
	long n;

	socketpair(AF_UNIX, SOCK_DGRAM, 0, s);
	if (setsockopt(s[1], SOL_SOCKET, SO_PASSPIDFD, &on, sizeof(on)))
		return;
	n = syscall(SYS_sendmsg, s[0], &m, 0);
	expect(ABI "sendmsg(fd: %d<UNIX:[@@]>, msg: {@@}, flags: 0) = %ld", s[0], n);
	n = syscall(SYS_recvmsg, s[1], &r, 0);
	if (r.msg_controllen)
		memcpy(&got, CMSG_DATA((struct cmsghdr *)control), sizeof(got));
	expect(ABI "recvmsg(fd: %d<UNIX:[@@]>, msg: %s, flags: 0) = %ld", s[1],
	       message("x", cmsg(HEAD + 4, "SOCKET, cmsg_type: PIDFD", text("[%d<pid:%d>]", got, getpid())), r.msg_controllen, "0"), n);
}

static void ask_for_the_interface(void)
{
	struct sockaddr_in a = { .sin_family = AF_INET, .sin_addr = { htonl(INADDR_LOOPBACK) } };
	struct msghdr r = { .msg_iov = &in, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof(control) };
	int s = socket(AF_INET, SOCK_DGRAM, 0), on = 1;
	socklen_t len = sizeof(a);
	long n;

	setsockopt(s, IPPROTO_IP, IP_PKTINFO, &on, sizeof(on));
	setsockopt(s, IPPROTO_IP, IP_RECVTTL, &on, sizeof(on));
	bind(s, (void *)&a, len);
	getsockname(s, (void *)&a, &len);
	sendto(s, "x", 1, 0, (void *)&a, len);
	n = syscall(SYS_recvmsg, s, &r, 0);
	expect(ABI "recvmsg(fd: %d<UDP:[@@]>, msg: %s, flags: 0) = %ld", s,
	       message("x", text("%s, %s", cmsg(HEAD + 12, "IP, cmsg_type: PKTINFO", "{ipi_ifindex: 1<lo>, ipi_spec_dst: \"127.0.0.1\", ipi_addr: \"127.0.0.1\"}"),
				 cmsg(HEAD + 4, "IP, cmsg_type: TTL", "[64]")), r.msg_controllen, "0"), n);
}

/* A length below the header's ends the list; data of unknown types is shown as bytes. */
static void pass_nonsense(void)
{
	struct msghdr m = { .msg_iov = &out, .msg_iovlen = 1 };
	int s[2];
	long n;

	socketpair(AF_UNIX, SOCK_DGRAM, 0, s);
	add(&m, 77, 5, "ab", 2);
	add(&m, SOL_SOCKET, SCM_RIGHTS, s, 8)->cmsg_len = 3;
	n = syscall(SYS_sendmsg, s[0], &m, 0);
	expect(ABI "sendmsg(fd: %d<UNIX:[@@]>, msg: %s, flags: 0) = %s", s[0],
	       message("x", text("%s, ...", cmsg(HEAD + 2, "0x4d, cmsg_type: 5", "\"ab\"")), m.msg_controllen, "0"), result(n));
}

int main(void)
{
	pass_descriptors();
	receive_a_pidfd();
	ask_for_the_interface();
	pass_nonsense();
	end();
	return 0;
}
