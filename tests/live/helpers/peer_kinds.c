// SPDX-License-Identifier: BSD-2-Clause
/*
 * peer_kinds - sockets of many kinds between this process and a child: prints, for each, its name, this process, the child, and the inode or
 * port of this one's end and of the child's. Each sends "P" (this one) or "C" while both ends are open. Then it passes the reading end of a
 * pipe to a child, closes its own, and writes to the pipe by descriptors that it has duplicated: "0" before that, "1" to "4" after that, the
 * last by another child, and "5" when the reader has ended. Prints `pipe`, this process, the reader and the other child.
 */
#define _GNU_SOURCE 1
#include <netinet/in.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "must.h"

#define MUST(call) must((call) >= 0, #call)

union address {
	struct sockaddr a;
	struct sockaddr_in in;
	struct sockaddr_in6 in6;
	struct sockaddr_un un;
};

static int to_child[2], to_parent[2];

static void tell(int fd)
{
	MUST(write(fd, "x", 1));
}

static void await(int fd)
{
	char c;

	must(read(fd, &c, 1) == 1, "the other process");
}

static unsigned id_of(int fd)
{
	union address a;
	socklen_t n = sizeof(a);
	struct stat st;

	MUST(getsockname(fd, &a.a, &n));
	if (a.a.sa_family != AF_UNIX)
		return ntohs(a.in.sin_port);	/* of IPv6 it is at the same place */
	MUST(fstat(fd, &st));
	return (unsigned)st.st_ino;
}

/* Both have both ends open when each sends: what is sent first may be before the other end is known. */
static void talk(int fd, const char *own, int in, int out)
{
	tell(out);
	await(in);
	for (int i = 0; i < 3; i++) {
		MUST(send(fd, own, 1, 0));
		tell(out);
		await(in);
	}
}

static pid_t child_that_talks(int fd, int other, const union address *to, socklen_t len)
{
	pid_t pid = fork();
	unsigned id;

	if (pid)
		return pid;
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	close(other);
	if (to)
		MUST(connect(fd, &to->a, len));
	id = id_of(fd);
	MUST(write(to_parent[1], &id, sizeof(id)));
	talk(fd, "C", to_child[0], to_parent[1]);
	_exit(failed);
}

static void talk_with(pid_t pid, const char *name, int fd, unsigned id)
{
	int status = 1;

	printf("%s %d %d %u %u\n", name, getpid(), pid, id_of(fd), id);
	fflush(stdout);
	talk(fd, "P", to_parent[0], to_child[1]);
	MUST(waitpid(pid, &status, 0));
	must(!status, "the child");
	close(fd);
}

static void pair(const char *name, int type)
{
	int fd[2];
	unsigned id;
	pid_t pid;

	MUST(socketpair(AF_UNIX, type, 0, fd));
	pid = child_that_talks(fd[1], fd[0], NULL, 0);
	close(fd[1]);
	MUST(read(to_parent[0], &id, sizeof(id)));
	talk_with(pid, name, fd[0], id);
}

/* The child connects. other: its address of the server, if that is of another family; NULL: the same. */
static void server(const char *name, int type, union address *at, socklen_t len, const union address *other)
{
	int s = socket(at->a.sa_family, type, 0), c = socket(other ? other->a.sa_family : at->a.sa_family, type, 0), fd;
	union address to, from;
	socklen_t n = sizeof(to);
	unsigned id;
	pid_t pid;

	MUST(bind(s, &at->a, len));
	if (type != SOCK_DGRAM)
		MUST(listen(s, 1));
	MUST(getsockname(s, &to.a, &n));
	if (other) {
		in_port_t port = to.in.sin_port;

		to = *other;
		to.in.sin_port = port;
		n = sizeof(to.in);
	}
	pid = child_that_talks(c, s, &to, n);
	close(c);
	MUST(read(to_parent[0], &id, sizeof(id)));
	if (type != SOCK_DGRAM) {
		MUST(fd = accept(s, NULL, NULL));
		close(s);
	} else {
		from = *at;		/* as it is seen here: the family and address are the same */
		if (at->a.sa_family == AF_INET6 && other)
			from.in6.sin6_addr = (struct in6_addr){ { { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 127, 0, 0, 1 } } };
		from.in.sin_port = htons((in_port_t)id);
		MUST(connect(fd = s, &from.a, len));
	}
	talk_with(pid, name, fd, id);
}

static void pass(int over, int fd)
{
	char c = 'x', room[CMSG_SPACE(sizeof(int))] = { 0 };
	struct iovec v = { &c, 1 };
	struct msghdr m = { .msg_iov = &v, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof(room) };
	struct cmsghdr *h = CMSG_FIRSTHDR(&m);

	*h = (struct cmsghdr){ .cmsg_len = CMSG_LEN(sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS };
	memcpy(CMSG_DATA(h), &fd, sizeof(fd));
	MUST(sendmsg(over, &m, 0));
}

static int received(int over)
{
	char c, room[CMSG_SPACE(sizeof(int))];
	struct iovec v = { &c, 1 };
	struct msghdr m = { .msg_iov = &v, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof(room) };
	int fd = -1;

	MUST(recvmsg(over, &m, 0));
	if (CMSG_FIRSTHDR(&m))
		memcpy(&fd, CMSG_DATA(CMSG_FIRSTHDR(&m)), sizeof(fd));
	return fd;
}

static void passes(void)
{
	int fd[2], over[2], again;
	pid_t reader, other;

	MUST(socketpair(AF_UNIX, SOCK_STREAM, 0, over));
	reader = fork();
	if (!reader) {
		int pipe_end;

		prctl(PR_SET_PDEATHSIG, SIGKILL);
		pipe_end = received(over[1]);
		must(pipe_end >= 0, "no descriptor");
		tell(to_parent[1]);
		await(to_child[0]);
		_exit(failed);
	}
	MUST(pipe(fd));
	MUST(write(fd[1], "0", 1));
	pass(over[0], fd[0]);
	await(to_parent[0]);
	close(fd[0]);
	MUST(write(fd[1], "1", 1));
	MUST(again = dup(fd[1]));
	close(fd[1]);
	MUST(write(again, "2", 1));
	MUST(again = fcntl(again, F_DUPFD, 40));
	MUST(write(again, "3", 1));
	other = fork();
	if (!other) {
		MUST(write(again, "4", 1));
		_exit(failed);
	}
	MUST(waitpid(other, NULL, 0));
	tell(to_child[1]);
	MUST(waitpid(reader, NULL, 0));
	signal(SIGPIPE, SIG_IGN);
	must(write(again, "5", 1) < 0, "nobody reads");
	printf("pipe %d %d %d\n", getpid(), reader, other);
}

int main(void)
{
	union address local = { .un = { AF_UNIX, "kinds.socket" } }, abstract = { .un = { AF_UNIX, "" } };
	union address v4 = { .in = { .sin_family = AF_INET, .sin_addr = { htonl(INADDR_LOOPBACK) } } };
	union address v6 = { .in6 = { .sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT } };
	union address any = { .in6 = { .sin6_family = AF_INET6 } };
	socklen_t n;

	MUST(pipe(to_child));
	MUST(pipe(to_parent));
	snprintf(abstract.un.sun_path + 1, sizeof(abstract.un.sun_path) - 1, "kinds-%d", getpid());
	n = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(abstract.un.sun_path + 1));
	pair("UNIX", SOCK_STREAM);
	pair("UNIX", SOCK_DGRAM);
	pair("UNIX", SOCK_SEQPACKET);
	server("UNIX", SOCK_STREAM, &local, sizeof(local.un), NULL);
	server("UNIX", SOCK_STREAM, &abstract, n, NULL);
	server("UNIX", SOCK_SEQPACKET, &abstract, n, NULL);
	server("TCP", SOCK_STREAM, &v4, sizeof(v4.in), NULL);
	server("TCP", SOCK_STREAM, &v6, sizeof(v6.in6), NULL);
	server("TCP", SOCK_STREAM, &any, sizeof(any.in6), &v4);
	server("UDP", SOCK_DGRAM, &v4, sizeof(v4.in), NULL);
	server("UDP", SOCK_DGRAM, &v6, sizeof(v6.in6), NULL);
	server("UDP", SOCK_DGRAM, &any, sizeof(any.in6), &v4);
	passes();
	return failed;
}
