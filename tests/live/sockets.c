// SPDX-License-Identifier: BSD-2-Clause
// options: -e socket,bind,listen,connect,accept,accept4,getsockname,getpeername,socketpair,pipe,pipe2,shutdown
/* Addresses of every family, passed and returned, changed lengths; names of sockets. */
#include "live.h"

#include <arpa/inet.h>
#include <linux/if_packet.h>
#include <linux/netlink.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>

struct vsock_address {		/* linux/vm_sockets.h conflicts with <sys/socket.h> */
	sa_family_t family;
	unsigned short reserved;
	unsigned int port, cid;
	unsigned char zero[4];
};

static unsigned long inode(int fd)
{
	struct stat st;

	return fstat(fd, &st) ? 0 : st.st_ino;
}

static unsigned port_of(int fd)
{
	struct sockaddr_storage a;
	socklen_t len = sizeof(a);

	if (getsockname(fd, (void *)&a, &len))
		return 0;
	return ntohs(a.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&a)->sin6_port : ((struct sockaddr_in *)&a)->sin_port);
}

/* The fixtures' selected calls are expected, too. */
static void own_getsockname(void)
{
	expect("getsockname(@@");
}

static void inet(void)
{
	struct sockaddr_in a = { .sin_family = AF_INET, .sin_addr = { htonl(INADDR_LOOPBACK) } }, b;
	socklen_t len = sizeof(b);
	int s, c, d;
	unsigned port, cport;

	s = syscall(SYS_socket, AF_INET, SOCK_STREAM | SOCK_CLOEXEC, IPPROTO_TCP);
	expect("socket(family: INET, type: STREAM|CLOEXEC, protocol: TCP) = %d<TCP:[%lu]>", s, inode(s));
	syscall(SYS_bind, s, &a, sizeof(a));
	port = port_of(s);
	expect("bind(fd: %d<TCP:[127.0.0.1:%u]>, umyaddr: {sa_family: INET, sin_port: 0, sin_addr: \"127.0.0.1\"}, addrlen: 16) = 0", s, port);
	own_getsockname();
	syscall(SYS_listen, s, 5);
	expect("listen(fd: %d<TCP:[127.0.0.1:%u]>, backlog: 5) = 0", s, port);
	c = syscall(SYS_socket, AF_INET, SOCK_STREAM, 0);
	expect("socket(family: INET, type: STREAM, protocol: IP) = %d<TCP:[%lu]>", c, inode(c));
	a.sin_port = htons(port);
	syscall(SYS_connect, c, &a, sizeof(a));
	cport = port_of(c);
	expect("connect(fd: %d<TCP:[127.0.0.1:%u->127.0.0.1:%u]>, uservaddr: {sa_family: INET, sin_port: %u, sin_addr: \"127.0.0.1\"}, addrlen: 16) = 0",
	       c, cport, port, port);
	own_getsockname();
	d = syscall(SYS_accept4, s, &b, &len, SOCK_NONBLOCK);
	expect("accept4(fd: %d<TCP:[127.0.0.1:%u]>, upeer_sockaddr: {sa_family: INET, sin_port: %u, sin_addr: \"127.0.0.1\"}, "
	       "upeer_addrlen: [16], flags: NONBLOCK) = %d<TCP:[127.0.0.1:%u->127.0.0.1:%u]>", s, port, cport, d, port, cport);
	len = 100;
	syscall(SYS_getpeername, c, &b, &len);
	expect("getpeername(fd: %d<TCP:[127.0.0.1:%u->127.0.0.1:%u]>, usockaddr: {sa_family: INET, sin_port: %u, sin_addr: \"127.0.0.1\"}, "
	       "usockaddr_len: [100 => 16]) = 0", c, cport, port, port);
	len = 4;
	syscall(SYS_getsockname, c, &b, &len);
	expect("getsockname(fd: %d<TCP:[127.0.0.1:%u->127.0.0.1:%u]>, usockaddr: {sa_family: INET, sin_port: %u@@}, "
	       "usockaddr_len: [4 => 16]) = 0", c, cport, port, cport);
	close(d);
}

static void inet6(void)
{
	struct sockaddr_in6 a = { .sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT, .sin6_port = htons(9), .sin6_flowinfo = htonl(7), .sin6_scope_id = 3 };
	int s = syscall(SYS_socket, AF_INET6, SOCK_DGRAM, 0), r;

	if (s < 0)
		skip("no IPv6");
	expect("socket(family: INET6, type: DGRAM, protocol: IP) = %d<UDPv6:[%lu]>", s, inode(s));
	r = syscall(SYS_connect, s, &a, sizeof(a));
	expect("connect(fd: %d<UDPv6:[[::1]:@@->[::1]:9]>, uservaddr: {sa_family: INET6, sin6_port: 9, sin6_flowinfo: 0x7, sin6_addr: \"::1\", "
	       "sin6_scope_id: 3}, addrlen: 28) = %s", s, result(r));
	r = syscall(SYS_connect, s, &a, 7);
	expect("connect(fd: %d<UDPv6:[@@]>, uservaddr: {sa_family: INET6, sin6_port: 9@@}, addrlen: 7) = %s", s, result(r));
	close(s);
}

static void local(void)
{
	struct sockaddr_un a = { .sun_family = AF_UNIX };
	char name[64];
	socklen_t len;
	int s, c, d, pair[2];

	s = syscall(SYS_socket, AF_UNIX, SOCK_STREAM, 0);
	expect("socket(family: UNIX, type: STREAM, protocol: 0) = %d<UNIX:[%lu]>", s, inode(s));
	snprintf(name, sizeof(name), "trace-live-%d", getpid());
	memcpy(a.sun_path + 1, name, strlen(name));
	len = 2 + 1 + strlen(name);
	syscall(SYS_bind, s, &a, len);
	expect("bind(fd: %d<UNIX:[%lu,\"@%s\"]>, umyaddr: {sa_family: UNIX, sun_path: \"@%s\"}, addrlen: %u) = 0", s, inode(s), name, name, len);
	syscall(SYS_listen, s, 1);
	expect("listen(fd: %d<UNIX:[%lu,\"@%s\"]>, backlog: 1) = 0", s, inode(s), name);
	c = syscall(SYS_socket, AF_UNIX, SOCK_STREAM, 0);
	expect("socket(family: UNIX, type: STREAM, protocol: 0) = %d<UNIX:[%lu]>", c, inode(c));
	syscall(SYS_connect, c, &a, len);
	expect("connect(fd: %d<UNIX:[%lu]>, uservaddr: {sa_family: UNIX, sun_path: \"@%s\"}, addrlen: %u) = 0", c, inode(c), name, len);
	len = sizeof(a);
	d = syscall(SYS_accept, s, &a, &len);
	expect("accept(fd: %d<UNIX:[%lu,\"@%s\"]>, upeer_sockaddr: {sa_family: UNIX}, upeer_addrlen: [%u => 2]) = %d<UNIX:[%lu->%lu,\"@%s\"]>", s, inode(s),
	       name, (unsigned)sizeof(a), d, inode(d), inode(c), name);
	len = sizeof(a);
	syscall(SYS_getpeername, c, &a, &len);
	expect("getpeername(fd: %d<UNIX:[%lu@@]>, usockaddr: {sa_family: UNIX, sun_path: \"@%s\"}, usockaddr_len: [110 => %u]) = 0", c, inode(c), name, len);
	close(s); close(c); close(d);
	s = syscall(SYS_socket, AF_UNIX, SOCK_DGRAM, 0);
	expect("socket(family: UNIX, type: DGRAM, protocol: 0) = %d<UNIX:[%lu]>", s, inode(s));
	memset(&a, 0, sizeof(a));
	a.sun_family = AF_UNIX;
	strcpy(a.sun_path, "a\n\"sock");
	syscall(SYS_bind, s, &a, sizeof(a));
	expect("bind(fd: %d<UNIX:[%lu,\"a\\n@@sock\"]>, umyaddr: {sa_family: UNIX, sun_path: \"a\\n\\\"sock\"}, addrlen: 110) = 0", s, inode(s));
	expect("shutdown(fd: %d<UNIX:[%lu,\"a\\n@@sock\"]>, how: RDWR) = %s", s, inode(s), result(syscall(SYS_shutdown, s, SHUT_RDWR)));
	close(s);
	syscall(SYS_socketpair, AF_UNIX, SOCK_SEQPACKET, 0, pair);
	expect("socketpair(family: UNIX, type: SEQPACKET, protocol: 0, usockvec: [%d<UNIX:[%lu->%lu]>, %d<UNIX:[%lu->%lu]>]) = 0", pair[0],
	       inode(pair[0]), inode(pair[1]), pair[1], inode(pair[1]), inode(pair[0]));
	expect("shutdown(fd: %d<UNIX:[%lu->%lu]>, how: RD) = %s", pair[0], inode(pair[0]), inode(pair[1]),
	       result(syscall(SYS_shutdown, pair[0], SHUT_RD)));
	close(pair[0]); close(pair[1]);
	syscall(SYS_pipe2, pair, O_CLOEXEC | O_NONBLOCK);
	expect("pipe2(fildes: [%d<pipe:[%lu]>, %d<pipe:[%lu]>], flags: NONBLOCK|CLOEXEC) = 0", pair[0], inode(pair[0]), pair[1], inode(pair[1]));
	close(pair[0]); close(pair[1]);
#ifdef SYS_pipe
	expect("pipe(fildes: 0x8) = %s", result(syscall(SYS_pipe, BAD)));
#endif
}

static void others(void)
{
	struct sockaddr_nl nl = { .nl_family = AF_NETLINK, .nl_groups = 0x11 };
	struct sockaddr_ll ll = { .sll_family = AF_PACKET, .sll_protocol = htons(3), .sll_ifindex = 1, .sll_halen = 6, .sll_addr = { 1, 2, 3, 'd', 5, 6 } };
	struct vsock_address vm = { .family = 40, .port = 1234, .cid = 2 };
	struct sockaddr odd = { .sa_family = 43, .sa_data = "odd" };
	int s, r;

	s = syscall(SYS_socket, AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);
	expect("socket(family: NETLINK, type: RAW, protocol: ROUTE) = %d<NETLINK:[%lu]>", s, inode(s));
	r = syscall(SYS_bind, s, &nl, sizeof(nl));
	expect("bind(fd: %d<NETLINK:[%lu]>, umyaddr: {sa_family: NETLINK, nl_pid: 0, nl_groups: 0x11}, addrlen: 12) = %s", s, inode(s), result(r));
	r = syscall(SYS_bind, s, &ll, sizeof(ll));
	expect("bind(fd: %d<NETLINK:[%lu]>, umyaddr: {sa_family: PACKET, sll_protocol: ALL, sll_ifindex: 1<lo>, sll_hatype: NETROM, sll_pkttype: HOST, "
	       "sll_halen: 6, sll_addr: \"\\1\\2\\3d\\5\\6\"}, addrlen: 20) = %s", s, inode(s), result(r));
	r = syscall(SYS_connect, s, &vm, sizeof(vm));
	expect("connect(fd: %d<NETLINK:[%lu]>, uservaddr: {sa_family: VSOCK, svm_cid: HOST, svm_port: 1234}, addrlen: 16) = %s", s, inode(s), result(r));
	r = syscall(SYS_connect, s, &odd, sizeof(odd));
	expect("connect(fd: %d<NETLINK:[%lu]>, uservaddr: {sa_family: @@, sa_data: \"odd\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\"}, addrlen: 16) = %s", s, inode(s), result(r));
	expect("connect(fd: %d<NETLINK:[%lu]>, uservaddr: 0x8 <unread>, addrlen: 16) = %s", s, inode(s), result(syscall(SYS_connect, s, BAD, 16)));
	expect("connect(fd: %d<NETLINK:[%lu]>, uservaddr: NULL, addrlen: 0) = %s", s, inode(s), result(syscall(SYS_connect, s, NULL, 0)));
	expect("socket(family: 0x63, type: 0x9, protocol: @@) = %s", result(syscall(SYS_socket, 99, 9, 0)));
}

int main(void)
{
	begin();
	inet();
	inet6();
	local();
	others();
	end();
	return 0;
}
