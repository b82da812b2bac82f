// SPDX-License-Identifier: BSD-2-Clause
/* test_sockopt.c - values of socket options by level, option and length, in the layouts and byte orders of several ABIs. */
#include <errno.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "abi_builder.h"

#define AT 0x1000
#define LEN_AT 0x2000

static void sets(enum abi abi, uint64_t level, uint64_t option, uint64_t len)
{
	calls(abi, "setsockopt", (uint32_t)-1, level, option, AT, len);
}

/* With room for `room` bytes; the kernel returned `len`. */
static void gets(enum abi abi, uint64_t level, uint64_t option, uint32_t room, uint32_t len)
{
	calls(abi, "getsockopt", (uint32_t)-1, level, option, AT, LEN_AT);
	put(room, 4);
	behind(4, CHUNK_OK);
	put(len, 4);
	behind(4, CHUNK_OUT);
}

static void numbers_have_names(void **state_)
{
	(void)state_;
	sets(ABI_X86_64, IPPROTO_IP, IP_MTU_DISCOVER, 4);
	put(IP_PMTUDISC_DO, 4);
	behind(3, CHUNK_OK);
	shows("setsockopt(fd: -1, level: IP, optname: MTU_DISCOVER, optval: [DO], optlen: 4) = 0");
	sets(ABI_S390X, IPPROTO_IPV6, 72, 4);
	put(0x0401, 4);
	behind(3, CHUNK_OK);
	shows("setsockopt(fd: -1, level: IPV6, optname: ADDR_PREFERENCES, optval: [TMP|HOME], optlen: 4) = 0");
	gets(ABI_X86_64, SOL_SOCKET, SO_ERROR, 4, 4);
	put(ECONNREFUSED, 4);
	behind(3, CHUNK_OUT);
	shows("getsockopt(fd: -1, level: SOCKET, optname: ERROR, optval: [ECONNREFUSED], optlen: [4]) = 0");
}

/* IP's numbers may be one byte; one byte of other levels' numbers is a part of them. */
static void lengths_of_numbers(void **state_)
{
	(void)state_;
	gets(ABI_X86_64, IPPROTO_IP, IP_TOS, 1, 1);
	put(0x10, 1);
	behind(3, CHUNK_OUT);
	shows("getsockopt(fd: -1, level: IP, optname: TOS, optval: [0x10], optlen: [1]) = 0");
	gets(ABI_X86_64, IPPROTO_TCP, TCP_MAXSEG, 1, 1);
	put(0x18, 1);
	behind(3, CHUNK_OUT);
	shows("getsockopt(fd: -1, level: TCP, optname: MAXSEG, optval: \"\\30\", optlen: [1]) = 0");
	sets(ABI_X86_64, IPPROTO_TCP, TCP_NODELAY, 8);
	put_fields({ 1, 4 }, { 7, 4 });
	behind(3, CHUNK_OK);
	shows("setsockopt(fd: -1, level: TCP, optname: NODELAY, optval: [1], optlen: 8) = 0");
	sets(ABI_X86_64, IPPROTO_TCP, TCP_NODELAY, (uint32_t)-1);
	shows("setsockopt(fd: -1, level: TCP, optname: NODELAY, optval: 0x1000, optlen: -1) = 0");
	gets(ABI_X86_64, IPPROTO_TCP, TCP_NODELAY, 4, 4);
	returns(-EINVAL);
	shows("getsockopt(fd: -1, level: TCP, optname: NODELAY, optval: 0x1000, optlen: [4]) = -1 EINVAL (Invalid argument)");
}

static void structures_as_far_as_passed(void **state_)
{
	(void)state_;
	sets(ABI_X86_64, IPPROTO_TCP, TCP_REPAIR_WINDOW, 20);
	put_fields({ 1, 4 }, { 2, 4 }, { 3, 4 }, { 4, 4 }, { 5, 4 });
	behind(3, CHUNK_OK);
	shows("setsockopt(fd: -1, level: TCP, optname: REPAIR_WINDOW, optval: {snd_wl1: 1, snd_wnd: 2, max_window: 3, rcv_wnd: 4, rcv_wup: 5}, optlen: 20) = 0");
	gets(ABI_S390X, IPPROTO_TCP, TCP_REPAIR_WINDOW, 9, 9);
	put_fields({ 1, 4 }, { 2, 4 }, { 3, 1 });
	behind(3, CHUNK_OUT);
	shows("getsockopt(fd: -1, level: TCP, optname: REPAIR_WINDOW, optval: {snd_wl1: 1, snd_wnd: 2, ...}, optlen: [9]) = 0");
	sets(ABI_X86_64, IPPROTO_TCP, TCP_REPAIR_WINDOW, 3);
	put_fields({ 1, 3 });
	behind(3, CHUNK_OK);
	shows("setsockopt(fd: -1, level: TCP, optname: REPAIR_WINDOW, optval: \"\\1\\0\\0\", optlen: 3) = 0");
	sets(ABI_X86_64, IPPROTO_TCP, TCP_REPAIR_WINDOW, 22);
	put_fields({ 1, 4 }, { 2, 4 }, { 3, 4 }, { 4, 4 }, { 5, 4 }, { 6, 2 });
	behind(3, CHUNK_OK);
	shows("setsockopt(fd: -1, level: TCP, optname: REPAIR_WINDOW, optval: {snd_wl1: 1, snd_wnd: 2, max_window: 3, rcv_wnd: 4, rcv_wup: 5, rest: \"\\6\\0\"}, optlen: 22) = 0");
}

/* One option takes an address, or one of two structures. */
static void the_length_chooses(void **state_)
{
	(void)state_;
	sets(ABI_S390X, IPPROTO_IP, IP_MULTICAST_IF, 4);
	put(INADDR_LOOPBACK, 4);
	behind(3, CHUNK_OK);
	shows("setsockopt(fd: -1, level: IP, optname: MULTICAST_IF, optval: \"127.0.0.1\", optlen: 4) = 0");
	sets(ABI_X86_64, IPPROTO_IP, IP_ADD_MEMBERSHIP, 12);
	put_fields({ 0x030000e0, 4 }, { 0, 4 }, { 1, 4 });
	behind(3, CHUNK_OK);
	shows("setsockopt(fd: -1, level: IP, optname: ADD_MEMBERSHIP, optval: {imr_multiaddr: \"224.0.0.3\", imr_address: \"0.0.0.0\", imr_ifindex: 1<lo>}, optlen: 12) = 0");
	sets(ABI_X86_64, 132, 13, 4);
	put(1400, 4);
	behind(3, CHUNK_OK);
	shows("setsockopt(fd: -1, level: SCTP, optname: MAXSEG, optval: [1400], optlen: 4) = 0");
	sets(ABI_X86_64, 132, 13, 8);
	put_fields({ 2, 4 }, { 1400, 4 });
	behind(3, CHUNK_OK);
	shows("setsockopt(fd: -1, level: SCTP, optname: MAXSEG, optval: {assoc_id: 2, assoc_value: 1400}, optlen: 8) = 0");
}

/* struct group_source_req has padding in 64-bit ABIs only. */
static void layouts_of_abis(void **state_)
{
	const char *line;
	static const enum abi abis[] = { ABI_X86_64, ABI_AARCH64, ABI_S390X, ABI_I386, ABI_ARM, ABI_X32 };

	(void)state_;
	for (unsigned i = 0; i < COUNT(abis); i++) {
		unsigned pad = abis[i] == ABI_I386 || abis[i] == ABI_ARM || abis[i] == ABI_X32 ? 0 : 4;

		sets(abis[i], IPPROTO_IP, MCAST_JOIN_SOURCE_GROUP, 260 + pad);
		memset(mem, 0, sizeof(mem));
		put(1, 4);
		mem_len += pad;
		put(AF_INET, 2);
		mem[mem_len + 2] = 224, mem[mem_len + 5] = 3;
		mem_len += 126;
		put(AF_INET, 2);
		mem[mem_len + 2] = 127, mem[mem_len + 5] = 1;
		mem_len += 126;
		behind(3, CHUNK_OK);
		call__parse(&call, &record.call, &names);
		if (!shape__of(call.row->args[3].shape, abis[i])->nfields)
			continue;		/* built without a compiler for it */
		line = shown(call.row);
		if (!strstr(line, "optname: MCAST_JOIN_SOURCE_GROUP, optval: {gsr_interface: 1<lo>, gsr_group: {sa_family: INET, sin_port: 0, sin_addr: \"224.0.0.3\"}, "
				       "gsr_source: {sa_family: INET, sin_port: 0, sin_addr: \"127.0.0.1\"}}"))
			fail_msg("%s: %s", abi__name(abis[i]), line);
	}
}

static void arrays(void **state_)
{
	(void)state_;
	gets(ABI_X86_64, SOL_SOCKET, 55, 36, 12);
	put_fields({ 1, 4 }, { 2, 4 }, { 3, 4 });
	behind(3, CHUNK_OUT);
	shows("getsockopt(fd: -1, level: SOCKET, optname: MEMINFO, optval: [RMEM_ALLOC: 1, RCVBUF: 2, WMEM_ALLOC: 3], optlen: [36 => 12]) = 0");
	sets(ABI_S390X, 101, 1, 16);
	put_fields({ 0x123, 4 }, { 0x7ff, 4 }, { 0, 4 }, { 0x80000000, 4 });
	behind(3, CHUNK_OK);
	shows("setsockopt(fd: -1, level: CAN_RAW, optname: FILTER, optval: [{can_id: 0x123, can_mask: 0x7ff}, {can_id: 0, can_mask: 0x80000000}], optlen: 16) = 0");
	sets(ABI_X86_64, IPPROTO_IP, IP_MSFILTER, 24);
	put_fields({ 0x030000e0, 4 }, { 0, 4 }, { 1, 4 }, { 2, 4 }, { 0x0100007f, 4 }, { 0x0200007f, 4 });
	behind(3, CHUNK_OK);
	shows("setsockopt(fd: -1, level: IP, optname: MSFILTER, optval: {imsf_multiaddr: \"224.0.0.3\", imsf_interface: \"0.0.0.0\", imsf_fmode: INCLUDE, imsf_numsrc: 2, "
	      "imsf_slist: [\"127.0.0.1\", \"127.0.0.2\"]}, optlen: 24) = 0");
	gets(ABI_X86_64, 270, 9, 8, 4);
	put(1 << 0 | 1 << 4, 4);
	behind(3, CHUNK_OUT);
	shows("getsockopt(fd: -1, level: NETLINK, optname: LIST_MEMBERSHIPS, optval: [1 5], optlen: [8 => 4]) = 0");
}

/* The type of the cipher determines the structure; addresses of SCTP have several sizes. */
static void fields_choose(void **state_)
{
	(void)state_;
	sets(ABI_X86_64, 282, 1, 40);
	put_fields({ 0x0303, 2 }, { 51, 2 });
	memcpy(mem + mem_len, "ivivivivkeykeykeykeykey!saltsequence", 36);
	mem_len += 36;
	behind(3, CHUNK_OK);
	shows("setsockopt(fd: -1, level: TLS, optname: TX, optval: {info: {version: 2_VERSION, cipher_type: AES_GCM_128}, iv: \"iviviviv\", key: \"keykeykeykeykey!\", "
	      "salt: \"salt\", rec_seq: \"sequence\"}, optlen: 40) = 0");
	sets(ABI_X86_64, 282, 1, 6);
	put_fields({ 0x0303, 2 }, { 99, 2 }, { 7, 2 });
	behind(3, CHUNK_OK);
	shows("setsockopt(fd: -1, level: TLS, optname: TX, optval: {version: 2_VERSION, cipher_type: 0x63, rest: \"\\7\\0\"}, optlen: 6) = 0");
	sets(ABI_X86_64, 132, 100, 18);
	put_fields({ AF_INET, 2 }, { 0, 2 }, { 0x0100007f, 4 }, { 0, 8 }, { AF_INET6, 2 });
	behind(3, CHUNK_OK);
	shows("setsockopt(fd: -1, level: SCTP, optname: SOCKOPT_BINDX_ADD, optval: [{sa_family: INET, sin_port: 0, sin_addr: \"127.0.0.1\"}, ...], optlen: 18) = 0");
}

/* Options that another ABI numbers differently are found by their names. */
static void numbers_of_abis(void **state_)
{
	(void)state_;
	need_headers(ABI_BIT(ABI_PPC64LE));
	gets(ABI_PPC64LE, SOL_SOCKET, 3, 4, 4);		/* SO_TYPE */
	put(SOCK_DGRAM, 4);
	behind(3, CHUNK_OUT);
	shows("getsockopt(fd: -1, level: SOCKET, optname: TYPE, optval: [DGRAM], optlen: [4]) = 0");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_have_names), cmocka_unit_test(lengths_of_numbers), cmocka_unit_test(structures_as_far_as_passed),
		cmocka_unit_test(the_length_chooses), cmocka_unit_test(layouts_of_abis), cmocka_unit_test(arrays), cmocka_unit_test(fields_choose),
		cmocka_unit_test(numbers_of_abis),
	};

	return cmocka_run_group_tests(tests, tables_setup, NULL);
}
