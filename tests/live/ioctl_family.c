// SPDX-License-Identifier: BSD-2-Clause
// options: -e ioctl
// abis: native i386 arm
/* The same number of ioctl is another request, with another structure, in each family of sockets, which determines what BPF
 * captures. */
#include "live.h"

#include <netinet/in.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <linux/mroute.h>
#include <linux/mroute6.h>

#define NUMBER (SIOCPROTOPRIVATE + 1)

int main(void)
{
	struct sioc_sg_req four = { .src.s_addr = htonl(0x0a000001), .grp.s_addr = htonl(0xe0000005), .pktcnt = 99 };
	struct sioc_sg_req6 six = {
		.src = { .sin6_family = AF_INET6, .sin6_addr = IN6ADDR_LOOPBACK_INIT },
		.grp = { .sin6_family = AF_INET6, .sin6_port = htons(5), .sin6_addr = { { { 0xff, 2, [15] = 1 } } }, .sin6_scope_id = 7 },
	};
	int inet = socket(AF_INET, SOCK_STREAM, 0), inet6 = socket(AF_INET6, SOCK_DGRAM, 0), local = socket(AF_UNIX, SOCK_DGRAM, 0), file, both;
	long ret;

	if (inet6 < 0)
		skip("no IPv6");
	file = open("/dev/null", O_RDONLY);
	begin();
	ret = syscall(SYS_ioctl, inet, NUMBER, &four);
	expect(ABI "ioctl(fd: %d<TCP:@@>, cmd: SIOCGETSGCNT, arg: {src: \"10.0.0.1\", grp: \"224.0.0.5\"}) = %s", inet, result(ret));
	ret = syscall(SYS_ioctl, inet6, NUMBER, &six);
	expect(ABI "ioctl(fd: %d<UDPv6:@@>, cmd: SIOCGETSGCNT_IN6, arg: {src: {sa_family: INET6, sin6_port: 0, sin6_flowinfo: 0, sin6_addr: \"::1\", "
	       "sin6_scope_id: 0}, grp: {sa_family: INET6, sin6_port: 5, sin6_flowinfo: 0, sin6_addr: \"ff02::1\", sin6_scope_id: 7}}) = %s",
	       inet6, result(ret));
	/* Other sockets and other descriptors: the argument is not known. */
	ret = syscall(SYS_ioctl, local, NUMBER, &four);
	expect(ABI "ioctl(fd: %d<UNIX:@@>, cmd: _IOC(_IOC_NONE, 0x89, 0xe1, 0x0), arg: %p) = %s", local, (void *)&four, result(ret));
	ret = syscall(SYS_ioctl, file, NUMBER, &four);
	expect(ABI "ioctl(fd: %d</dev/null>, cmd: _IOC(_IOC_NONE, 0x89, 0xe1, 0x0), arg: %p) = %s", file, (void *)&four, result(ret));
	/* A descriptor number that was reused */
	both = dup2(inet6, inet);
	ret = syscall(SYS_ioctl, inet, NUMBER, &six);
	expect(ABI "ioctl(fd: %d<UDPv6:@@>, cmd: SIOCGETSGCNT_IN6, arg: {src: {sa_family: INET6, @@", both);
	end();
}
