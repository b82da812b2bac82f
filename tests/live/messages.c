// SPDX-License-Identifier: BSD-2-Clause
// options: -e sendto,recvfrom,sendmsg,recvmsg,sendmmsg,recvmmsg
// abis: native i386 arm
/* Messages: names, data in pieces, flags; several at once. */
#include "live.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

int main(void)
{
	struct sockaddr_in a = { .sin_family = AF_INET, .sin_addr = { htonl(INADDR_LOOPBACK) } }, from;
	socklen_t len = sizeof(a);
	int s = socket(AF_INET, SOCK_DGRAM, 0), c = socket(AF_INET, SOCK_DGRAM, 0);
	char one[4], two[10], three[10];
	struct iovec out[] = { { "ab", 2 }, { "cdef", 4 } }, in[] = { { one, 4 }, { two, 10 } }, in2 = { three, 10 };
	struct msghdr m = { .msg_name = &a, .msg_namelen = sizeof(a), .msg_iov = out, .msg_iovlen = 2 };
	struct msghdr r = { .msg_name = &from, .msg_namelen = sizeof(from), .msg_iov = in, .msg_iovlen = 2 };
	struct mmsghdr mm[2] = { { .msg_hdr = { .msg_iov = out, .msg_iovlen = 2 } }, { .msg_hdr = { .msg_iov = out + 1, .msg_iovlen = 1 } } };
	struct mmsghdr mr[2] = { { .msg_hdr = { .msg_iov = in, .msg_iovlen = 2 } }, { .msg_hdr = { .msg_iov = &in2, .msg_iovlen = 1 } } };
	char fds[64], fdc[64], bound[64];
	unsigned port, cport;
	long n;

	syscall(SYS_bind, s, &a, sizeof(a));
	getsockname(s, (void *)&a, &len);
	port = ntohs(a.sin_port);
	syscall(SYS_connect, c, &a, sizeof(a));
	getsockname(c, (void *)&from, &len);
	cport = ntohs(from.sin_port);
	snprintf(fds, sizeof(fds), "%d<UDP:[127.0.0.1:%u]>", s, port);
	snprintf(fdc, sizeof(fdc), "%d<UDP:[127.0.0.1:%u->127.0.0.1:%u]>", c, cport, port);
	snprintf(bound, sizeof(bound), "{sa_family: INET, sin_port: %u, sin_addr: \"127.0.0.1\"}", cport);
	begin();
	n = syscall(SYS_sendto, c, "hello\n", 6, MSG_DONTWAIT | MSG_NOSIGNAL, NULL, 0);
	expect(ABI "sendto(fd: %s, buff: \"hello\\n\", len: 6, flags: DONTWAIT|NOSIGNAL, addr: NULL, addr_len: 0) = %ld", fdc, n);
	len = sizeof(from);
	n = syscall(SYS_recvfrom, s, two, 3, MSG_TRUNC, &from, &len);
	expect(ABI "recvfrom(fd: %s, ubuf: \"hel\", size: 3, flags: TRUNC, addr: %s, addr_len: [16]) = %ld", fds, bound, n);
	n = syscall(SYS_sendto, c, "to", 2, 0, &a, sizeof(a));
	expect(ABI "sendto(fd: %s, buff: \"to\", len: 2, flags: 0, addr: {sa_family: INET, sin_port: %u, sin_addr: \"127.0.0.1\"}, addr_len: 16) = %ld", fdc, port, n);
	n = syscall(SYS_recvfrom, s, two, 10, 0, NULL, NULL);
	expect(ABI "recvfrom(fd: %s, ubuf: \"to\", size: 10, flags: 0, addr: NULL, addr_len: NULL) = %ld", fds, n);
	n = syscall(SYS_recvfrom, s, two, 10, MSG_DONTWAIT, NULL, NULL);
	expect(ABI "recvfrom(fd: %s, ubuf: %p, size: 10, flags: DONTWAIT, addr: NULL, addr_len: NULL) = %s", fds, two, result(n));
	n = syscall(SYS_sendmsg, c, &m, 0);
	expect(ABI "sendmsg(fd: %s, msg: {msg_name: {sa_family: INET, sin_port: %u, sin_addr: \"127.0.0.1\"}, msg_namelen: 16, "
	       "msg_iov: [{iov_base: \"ab\", iov_len: 2}, {iov_base: \"cdef\", iov_len: 4}], msg_iovlen: 2, msg_control: NULL, msg_controllen: 0, msg_flags: 0}, "
	       "flags: 0) = %ld", fdc, port, n);
	n = syscall(SYS_recvmsg, s, &r, 0);
	expect(ABI "recvmsg(fd: %s, msg: {msg_name: %s, msg_namelen: 16, msg_iov: [{iov_base: \"abcd\", iov_len: 4}, {iov_base: \"ef\", iov_len: 10}], "
	       "msg_iovlen: 2, msg_control: NULL, msg_controllen: 0, msg_flags: 0}, flags: 0) = %ld", fds, bound, n);
	n = syscall(SYS_sendmmsg, c, mm, 2, 0);
	expect(ABI "sendmmsg(fd: %s, mmsg: [{msg_hdr: {msg_name: NULL, msg_namelen: 0, msg_iov: [{iov_base: \"ab\", iov_len: 2}, {iov_base: \"cdef\", iov_len: 4}], "
	       "msg_iovlen: 2, msg_control: NULL, msg_controllen: 0, msg_flags: 0}, msg_len: 6}, {msg_hdr: {msg_name: NULL, msg_namelen: 0, "
	       "msg_iov: [{iov_base: \"cdef\", iov_len: 4}], msg_iovlen: 1, msg_control: NULL, msg_controllen: 0, msg_flags: 0}, msg_len: 4}], vlen: 2, flags: 0) = %ld",
	       fdc, n);
	n = syscall(SYS_recvmmsg, s, mr, 2, MSG_WAITFORONE, NULL);
	expect(ABI "recvmmsg(fd: %s, mmsg: [{msg_hdr: {msg_name: NULL, msg_namelen: 0, msg_iov: [{iov_base: \"abcd\", iov_len: 4}, {iov_base: \"ef\", iov_len: 10}], "
	       "msg_iovlen: 2, msg_control: NULL, msg_controllen: 0, msg_flags: 0}, msg_len: 6}, {msg_hdr: {msg_name: NULL, msg_namelen: 0, "
	       "msg_iov: [{iov_base: \"cdef\", iov_len: 10}], msg_iovlen: 1, msg_control: NULL, msg_controllen: 0, msg_flags: 0}, msg_len: 4}], vlen: 2, "
	       "flags: WAITFORONE, timeout: NULL) = %ld", fds, n);
	expect(ABI "sendmsg(fd: %s, msg: 0x8 <unread>, flags: 0) = %s", fdc, result(syscall(SYS_sendmsg, c, BAD, 0)));
	end();
	return 0;
}
