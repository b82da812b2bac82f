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

static void shows_part(const char *part)
{
	const char *line;

	assert_int_equal(call__parse(&call, &record.call, &names), 0);
	line = shown(call.row);
	if (!strstr(line, part))
		fail_msg("%s", line);
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
	shows("getsockopt(fd: -1, level: TCP, optname: REPAIR_WINDOW, optval: {snd_wl1: 1, snd_wnd: 2, max_window: \"\\3\", ...}, optlen: [9]) = 0");
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
	gets(ABI_S390X, IPPROTO_TCP, TCP_CC_INFO, 64, 20);
	put_fields({ 1, 4 }, { 2, 4 }, { 3, 4 }, { 4, 4 }, { 5, 4 });
	behind(3, CHUNK_OUT);
	shows("getsockopt(fd: -1, level: TCP, optname: CC_INFO, optval: {bbr_bw_lo: 1, bbr_bw_hi: 2, bbr_min_rtt: 3, bbr_pacing_gain: 4, bbr_cwnd_gain: 5}, optlen: [64 => 20]) = 0");
	gets(ABI_X86_64, IPPROTO_TCP, TCP_CC_INFO, 64, 16);	/* of vegas or dctcp */
	put_fields({ 0x61616161, 4 }, { 0x62626262, 4 }, { 0x63636363, 4 }, { 0x64646464, 4 });
	behind(3, CHUNK_OUT);
	shows("getsockopt(fd: -1, level: TCP, optname: CC_INFO, optval: \"aaaabbbbccccdddd\", optlen: [64 => 16]) = 0");
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
	shows("setsockopt(fd: -1, level: TLS, optname: TX, optval: {info: {version: 1_2_VERSION, cipher_type: AES_GCM_128}, iv: \"iviviviv\", key: \"keykeykeykeykey!\", "
	      "salt: \"salt\", rec_seq: \"sequence\"}, optlen: 40) = 0");
	sets(ABI_X86_64, 282, 1, 6);
	put_fields({ 0x0303, 2 }, { 99, 2 }, { 7, 2 });
	behind(3, CHUNK_OK);
	shows("setsockopt(fd: -1, level: TLS, optname: TX, optval: {version: 1_2_VERSION, cipher_type: 0x63, rest: \"\\7\\0\"}, optlen: 6) = 0");
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

/* Levels of which strace knows no options, and those of Bluetooth sockets, which have the numbers of IP, TCP and UDP. */
static uint32_t bluetooth(void *ctx, int fd)
{
	(void)ctx, (void)fd;
	return OF_PROTOCOL(31, 0);
}

static void other_levels(void **state_)
{
	static struct names of_bluetooth;
	const char *line;

	(void)state_;
	sets(ABI_X86_64, 106, 1, 12);
	put_fields({ 0x5, 4 }, { 50000, 4 }, { 1, 1 }, { 0xcc, 1 }, { 0xcc, 1 }, { 2, 1 });
	behind(3, CHUNK_OK);
	shows("setsockopt(fd: -1, level: CAN_ISOTP, optname: OPTS, optval: {flags: LISTEN_MODE|TX_PADDING, frame_txtime: 50000, ext_address: 0x1, txpad_content: 0xcc, "
	      "rxpad_content: 0xcc, rx_ext_address: 0x2}, optlen: 12) = 0");
	sets(ABI_S390X, 107, 1, 32);
	put_fields({ 1, 8 }, { 2, 8 }, { 0xea00, 4 }, { 0x3ffff, 4 }, { 3, 1 }, { 0xff, 1 }, { 0, 6 });
	behind(3, CHUNK_OK);
	shows("setsockopt(fd: -1, level: CAN_J1939, optname: FILTER, optval: [{name: 0x1, name_mask: 0x2, pgn: 0xea00, pgn_mask: 0x3ffff, addr: 0x3, addr_mask: 0xff}], optlen: 32) = 0");
	sets(ABI_X86_64, 264, 0x42000004, 4);
	put(1, 4);
	behind(3, CHUNK_OK);
	shows("setsockopt(fd: -1, level: ATM, optname: SETCLP, optval: [1], optlen: 4) = 0");
	sets(ABI_X86_64, 286, 1, 4);
	put(1, 4);
	behind(3, CHUNK_OK);
	shows("setsockopt(fd: -1, level: SMC, optname: LIMIT_HS, optval: [1], optlen: 4) = 0");
	of_bluetooth = names;
	of_bluetooth.fd_kind = bluetooth;
	gets(ABI_X86_64, 6, 1, 12, 12);
	put_fields({ 672, 2 }, { 1024, 2 }, { 65535, 2 }, { 3, 1 }, { 1, 1 }, { 5, 1 }, { 0, 1 }, { 63, 2 });
	behind(3, CHUNK_OUT);
	assert_int_equal(call__parse(&call, &record.call, &of_bluetooth), 0);
	line = shown(call.row);
	if (!strstr(line, "level: L2CAP, optname: OPTIONS, optval: {omtu: 672, imtu: 1024, flush_to: 65535, mode: ERTM, fcs: 1, max_tx: 5, txwin_size: 63}"))
		fail_msg("%s", line);
}

/* The first bits of a word are the upper ones in an ABI of big endian. */
static void bits_of_abis(void **state_)
{
	static const enum abi abis[] = { ABI_X86_64, ABI_S390X, ABI_I386 };

	(void)state_;
	for (unsigned i = 0; i < COUNT(abis); i++) {
		sets(abis[i], IPPROTO_TCP, 40, 48);
		put_fields({ abis[i] == ABI_S390X ? 5u << 29 : 5, 4 }, { 0, 2 }, { 7, 1 }, { 8, 1 }, { 1, 8 }, { 2, 8 }, { 3, 8 }, { 4, 8 }, { 5, 8 });
		behind(3, CHUNK_OK);
		shows("setsockopt(fd: -1, level: TCP, optname: AO_INFO, optval: {set_current: 1, set_rnext: 0, ao_required: 1, set_counters: 0, accept_icmps: 0, current_key: 7, rnext: 8, "
		      "pkt_good: 1, pkt_bad: 2, pkt_key_not_found: 3, pkt_ao_required: 4, pkt_dropped_icmp: 5}, optlen: 48) = 0");
	}
}

/* IPT_SO_GET_ENTRIES: entries with their matches and targets, up to where they were captured. */
static void entries_of_tables(void **state_)
{
	unsigned left[] = { 0, 20 };

	(void)state_;
	for (unsigned i = 0; i < COUNT(left); i++) {
		unsigned size = 40 + 112 + 48 + 40 - left[i];

		gets(ABI_X86_64, IPPROTO_IP, 65, size, size);
		memset(mem, 0, sizeof(mem));
		put_text("filter", 32);
		put_fields({ 200, 4 }, { 0, 4 });
		put_fields({ 0, 4 }, { 0x0100007f, 4 }, { 0, 4 }, { 0xffffffff, 4 });
		put_text("lo", 32);
		put_fields({ 0xffffff, 8 }, { 0, 8 }, { 0, 16 });
		put_fields({ 6, 2 }, { 0, 1 }, { 8, 1 }, { 0, 4 }, { 160, 2 }, { 200, 2 }, { 0, 4 }, { 5, 8 }, { 60, 8 });
		put(48, 2);
		put_text("tcp", 29);
		put_fields({ 0, 1 }, { 0, 2 }, { 65535, 2 }, { 22, 2 }, { 22, 2 }, { 0, 1 }, { 0x17, 1 }, { 2, 1 }, { 0, 1 }, { 0, 4 });
		put(40, 2);
		put_text("", 29);
		put_fields({ 0, 1 }, { 0xffffffff, 4 }, { 0, 4 });
		mem_len = size;
		behind(3, CHUNK_OUT);
		shows_part(left[i] ? "optval: {name: \"filter\", size: 200, entrytable: [...]}" :
			   "optval: {name: \"filter\", size: 200, entrytable: [{entry: {ip.src: \"0.0.0.0\", ip.dst: \"127.0.0.1\", ip.smsk: \"0.0.0.0\", ip.dmsk: \"255.255.255.255\", "
			   "ip.iniface: \"lo\", ip.outiface: \"\", ip.iniface_mask: \"\\377\\377\\377\", ip.outiface_mask: \"\", ip.proto: TCP, ip.flags: 0, ip.invflags: SRCIP, nfcache: 0, "
			   "target_offset: 160, next_offset: 200, comefrom: 0, counters.pcnt: 5, counters.bcnt: 60}, "
			   "matches: [{match_size: 48, name: \"tcp\", revision: 0, data: {spts: [0, 65535], dpts: [22, 22], option: 0, flg_mask: FIN|SYN|RST|ACK, flg_cmp: SYN, invflags: 0}}], "
			   "target: {target_size: 40, name: \"\", revision: 0, data: DROP}}]}");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_have_names), cmocka_unit_test(lengths_of_numbers), cmocka_unit_test(structures_as_far_as_passed),
		cmocka_unit_test(the_length_chooses), cmocka_unit_test(layouts_of_abis), cmocka_unit_test(arrays), cmocka_unit_test(fields_choose),
		cmocka_unit_test(numbers_of_abis), cmocka_unit_test(other_levels), cmocka_unit_test(bits_of_abis), cmocka_unit_test(entries_of_tables),
	};

	return cmocka_run_group_tests(tests, tables_setup, NULL);
}
