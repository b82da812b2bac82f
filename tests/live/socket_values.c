// SPDX-License-Identifier: BSD-2-Clause
// options: -e setsockopt,connect,mincore,keyctl
// abis: native i386 arm
/* Structures that are values of socket options, addresses of rare families, and what else points at small structures. */
#include "live.h"

#include <linux/keyctl.h>
#include <netinet/in.h>
#include <sys/socket.h>

static void groups(void)
{
	struct ip_mreq group = { .imr_multiaddr.s_addr = htonl(0xe0000003), .imr_interface.s_addr = htonl(INADDR_LOOPBACK) };
	struct ipv6_mreq group6 = { .ipv6mr_multiaddr.s6_addr = { 0xff, 1, [15] = 12 }, .ipv6mr_interface = 1 };
	uint32_t filter = ~(1u << 8 | 1u << 5);
	int ret;

	ret = syscall(SYS_setsockopt, -1, IPPROTO_IP, IP_ADD_MEMBERSHIP, &group, sizeof(group));
	expect(ABI "setsockopt(fd: -1, level: IP, optname: ADD_MEMBERSHIP, optval: {imr_multiaddr: \"224.0.0.3\", imr_interface: \"127.0.0.1\"}, optlen: 8) = %s",
	       result(ret));
	ret = syscall(SYS_setsockopt, -1, IPPROTO_IPV6, IPV6_JOIN_GROUP, &group6, sizeof(group6));
	expect(ABI "setsockopt(fd: -1, level: IPV6, optname: ADD_MEMBERSHIP, optval: {ipv6mr_multiaddr: \"ff01::c\", ipv6mr_interface: 1<lo>}, optlen: 20) = %s",
	       result(ret));
	ret = syscall(SYS_setsockopt, -1, 255, 1, &filter, sizeof(filter));
	expect(ABI "setsockopt(fd: -1, level: RAW, optname: ICMP_FILTER, optval: ~[REDIRECT ECHO], optlen: 4) = %s", result(ret));
}

static void addresses(void)
{
	struct { uint16_t family; uint8_t call[7]; int32_t ndigis; } station = { 3, "\254\202\230\222\210\100\032", 0 };
	struct { uint16_t family; char type[14]; uint32_t feat, mask; char name[8]; } alg = { 38, "hash", 0x1000, 0, "sha1" };
	struct { uint16_t family, flags; uint32_t ifindex, queue, fd; } xdp = { 44, 2, 1, 3, 0 };
	int ret;

	ret = syscall(SYS_connect, -1, &station, 16);
	expect(ABI "connect(fd: -1, uservaddr: {sa_family: AX25, sax25_call: \"VALID-13\", sax25_ndigis: 0}, addrlen: 16) = %s", result(ret));
	ret = syscall(SYS_connect, -1, &alg, sizeof(alg));
	expect(ABI "connect(fd: -1, uservaddr: {sa_family: ALG, salg_type: \"hash\", salg_feat: KERN_DRIVER_ONLY, salg_mask: 0, salg_name: \"sha1\"}, "
	       "addrlen: 32) = %s", result(ret));
	ret = syscall(SYS_connect, -1, &xdp, sizeof(xdp));
	expect(ABI "connect(fd: -1, uservaddr: {sa_family: XDP, sxdp_flags: COPY, sxdp_ifindex: 1<lo>, sxdp_queue_id: 3}, addrlen: 16) = %s", result(ret));
}

static void keys(void)
{
	int32_t primes[3] = { KEY_SPEC_THREAD_KEYRING, 2, 3 };
	int ret = syscall(SYS_keyctl, KEYCTL_DH_COMPUTE, primes, NULL, 0, NULL);

	expect(ABI "keyctl(option: DH_COMPUTE, params: {private: THREAD_KEYRING, prime: 2, base: 3}, buffer: NULL, buflen: 0, kdf: NULL) = %s", result(ret));
}

#if defined(__x86_64__) || defined(__i386__)	/* elsewhere the size of pages depends on the kernel, and vec is an address */
static void pages(void)
{
	static uint8_t page[4096] __attribute__((aligned(4096)));
	uint8_t resident[1];
	int ret;

	page[0] = 1;
	ret = syscall(SYS_mincore, page, 4096, resident);
	expect(ABI "mincore(start: @@, len: 4096, vec: [1]) = %s", result(ret));
}
#else
static void pages(void) {}
#endif

int main(void)
{
	begin();
	groups();
	addresses();
	keys();
	pages();
	end();
	return 0;
}
