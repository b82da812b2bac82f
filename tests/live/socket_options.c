// SPDX-License-Identifier: BSD-2-Clause
// options: -e setsockopt,getsockopt
// abis: native i386 arm
/* Values of options by level, in both directions, and what is shown of lengths that do not fit. */
#include "live.h"

#include <linux/tcp.h>
#include <netinet/in.h>
#include <sys/socket.h>

static unsigned char value[4096] __attribute__((aligned(8)));
static int tcp, udp, local[2];

/* An option that is set on no socket: the value is shown although the call fails. */
static void set(int level, int option, const void *p, socklen_t len, const char *shown)
{
	int ret = syscall(SYS_setsockopt, -1, level, option, p, len);

	expect(ABI "setsockopt(fd: -1, %s, optlen: %d) = %s", shown, (int)len, result(ret));
}

static void get(int fd, const char *name, int level, int option, int room, const char *shown)
{
	socklen_t len = room;
	int ret = syscall(SYS_getsockopt, fd, level, option, value, &len);
	const char *lengths = (int)len == room || ret ? text("[%d]", room) : text("[%d => %d]", room, (int)len);

	expect(ABI "getsockopt(fd: %d<%s:[@@]>, %s, optlen: %s) = %s", fd, name, shown, lengths, result(ret));
}

static void sockets(void)
{
	tcp = socket(AF_INET, SOCK_STREAM, 0);
	udp = socket(AF_INET6, SOCK_DGRAM, 0);
	socketpair(AF_UNIX, SOCK_STREAM, 0, local);
}

static void of_sockets(void)
{
	struct { int32_t clock, flags; } txtime = { 1, 3 };
	struct { int32_t flags, phc; } stamping = { 1 << 4 | 1 << 15, 2 };
	uint64_t rate = 1234567890123;

	get(tcp, "TCP", SOL_SOCKET, SO_TYPE, 4, "level: SOCKET, optname: TYPE, optval: [STREAM]");
	get(udp, "UDPv6", SOL_SOCKET, SO_DOMAIN, 4, "level: SOCKET, optname: DOMAIN, optval: [INET6]");
	get(udp, "UDPv6", SOL_SOCKET, SO_TYPE, 2, "level: SOCKET, optname: TYPE, optval: \"\\2\\0\"");
	get(udp, "UDPv6", SOL_SOCKET, 55, 8, "level: SOCKET, optname: MEMINFO, optval: [RMEM_ALLOC: 0, RCVBUF: @@]");
	set(SOL_SOCKET, SO_BINDTODEVICE, "lo", 3, "level: SOCKET, optname: BINDTODEVICE, optval: \"lo\"");
	set(SOL_SOCKET, 61, &txtime, 8, "level: SOCKET, optname: TXTIME, optval: {clockid: MONOTONIC, flags: DEADLINE_MODE|REPORT_ERRORS}");
	set(SOL_SOCKET, 37, &stamping, 4, "level: SOCKET, optname: TIMESTAMPING@@, optval: [SOFTWARE|BIND_PHC]");
	set(SOL_SOCKET, 37, &stamping, 8, "level: SOCKET, optname: TIMESTAMPING@@, optval: {flags: SOFTWARE|BIND_PHC, bind_phc: 2}");
	set(SOL_SOCKET, 47, &rate, 8, "level: SOCKET, optname: MAX_PACING_RATE, optval: [1234567890123]");
	set(SOL_SOCKET, 72, (int[]){ 3 }, 4, "level: SOCKET, optname: BUF_LOCK, optval: [SNDBUF_LOCK|RCVBUF_LOCK]");
	set(SOL_SOCKET, 62, (int[]){ 1 }, 4, "level: SOCKET, optname: BINDTOIFINDEX, optval: [1<lo>]");
	set(SOL_SOCKET, 50, (int[]){ -1 }, 4, "level: SOCKET, optname: ATTACH_BPF, optval: [-1]");
}

static void of_ip(void)
{
	struct ip_mreqn group = { .imr_multiaddr.s_addr = htonl(0xe0000003), .imr_address.s_addr = htonl(INADDR_LOOPBACK), .imr_ifindex = 1 };
	struct { uint32_t multiaddr, interface, source; } source = { htonl(0xe0000003), htonl(INADDR_LOOPBACK), htonl(INADDR_LOOPBACK) };
	uint32_t icmp6[8] = { ~0u, ~0u, ~0u, ~0u, ~1u, ~0u, ~0u, ~0u };
	struct { struct in6_addr dst; uint32_t label; uint8_t action, share; uint16_t flags, expires, linger; uint32_t pad; } label = {
		IN6ADDR_LOOPBACK_INIT, htonl(5), 0, 1, 1, 6, 7, 0 };

	get(tcp, "TCP", IPPROTO_IP, IP_TTL, 1, "level: IP, optname: TTL, optval: [64]");
	get(tcp, "TCP", IPPROTO_IP, IP_MTU_DISCOVER, 4, "level: IP, optname: MTU_DISCOVER, optval: [WANT]");
	set(IPPROTO_IP, IP_TOS, "\x10", 1, "level: IP, optname: TOS, optval: [0x10]");
	set(IPPROTO_IP, IP_MULTICAST_IF, &group, 4, "level: IP, optname: MULTICAST_IF, optval: \"224.0.0.3\"");
	set(IPPROTO_IP, IP_MULTICAST_IF, &group, 12,
	    "level: IP, optname: MULTICAST_IF, optval: {imr_multiaddr: \"224.0.0.3\", imr_address: \"127.0.0.1\", imr_ifindex: 1<lo>}");
	set(IPPROTO_IP, IP_ADD_SOURCE_MEMBERSHIP, &source, 12,
	    "level: IP, optname: ADD_SOURCE_MEMBERSHIP, optval: {imr_multiaddr: \"224.0.0.3\", imr_interface: \"127.0.0.1\", imr_sourceaddr: \"127.0.0.1\"}");
	set(IPPROTO_IPV6, 72, (int[]){ 0x401 }, 4, "level: IPV6, optname: ADDR_PREFERENCES, optval: [TMP|HOME]");
	set(IPPROTO_IPV6, 32, &label, 32, "level: IPV6, optname: FLOWLABEL_MGR, optval: {flr_dst: \"::1\", flr_label: 0x5, flr_action: GET, flr_share: EXCL, "
	    "flr_flags: CREATE, flr_expires: 6, flr_linger: 7}");
	set(IPPROTO_ICMPV6, 1, icmp6, 32, "level: ICMPV6, optname: ICMPV6_FILTER, optval: ~[ECHO_REQUEST]");
}

static void of_tcp(void)
{
	uint32_t window[5] = { 1, 2, 3, 4, 5 };

	get(tcp, "TCP", IPPROTO_TCP, TCP_INFO, 2, "level: TCP, optname: INFO, optval: {tcpi_state: CLOSE, tcpi_ca_state: Open, ...}");
	get(tcp, "TCP", IPPROTO_TCP, TCP_NODELAY, -1, "level: TCP, optname: NODELAY, optval: @@");
	set(IPPROTO_TCP, TCP_CONGESTION, "reno", 4, "level: TCP, optname: CONGESTION, optval: \"reno\"");
	set(IPPROTO_TCP, TCP_REPAIR_QUEUE, (int[]){ 2 }, 4, "level: TCP, optname: REPAIR_QUEUE, optval: [SEND_QUEUE]");
	set(IPPROTO_TCP, TCP_REPAIR_WINDOW, window, 20, "level: TCP, optname: REPAIR_WINDOW, optval: {snd_wl1: 1, snd_wnd: 2, max_window: 3, rcv_wnd: 4, rcv_wup: 5}");
	set(IPPROTO_TCP, TCP_REPAIR_WINDOW, window, 6, "level: TCP, optname: REPAIR_WINDOW, optval: {snd_wl1: 1, snd_wnd: \"\\2\\0\", ...}");
	set(SOL_SOCKET, SO_LINGER, window, 3, "level: SOCKET, optname: LINGER, optval: {l_onoff: \"\\1\\0\\0\", ...}");
	set(IPPROTO_TCP, TCP_REPAIR_OPTIONS, window, 16, "level: TCP, optname: REPAIR_OPTIONS, optval: [{opt_code: 1, opt_val: 2}, {opt_code: 3, opt_val: 4}]");
	set(IPPROTO_TCP, TCP_NODELAY, window, -1, "level: TCP, optname: NODELAY, optval: @@");
	set(IPPROTO_TCP, TCP_NODELAY, NULL, 4, "level: TCP, optname: NODELAY, optval: NULL");
}

static void of_others(void)
{
	struct { uint16_t version, cipher; char rest[36]; } crypto = { 0x304, 51, "ivivivivkeykeykeykeykey!saltsequenc" };
	uint32_t filters[4] = { 0x123, 0x7ff, 0x80000001, 0x1fffffff }, ring[7] = { 4096, 1, 2048, 2, 10, 0, 1 };
	struct { uint64_t addr, len; uint32_t size, headroom, flags, pad; } umem = { 0x10000, 8192, 2048, 0, 1, 0 };
	struct { uint16_t streams, in, attempts, timeout; } init = { 1, 2, 3, 4 };

	crypto.rest[35] = 'e';
	set(282, 1, &crypto, 40, "level: TLS, optname: TX, optval: {info: {version: 1_3_VERSION, cipher_type: AES_GCM_128}, iv: \"iviviviv\", key: \"keykeykeykeykey!\", "
	    "salt: \"salt\", rec_seq: \"sequence\"}");
	set(101, 8, "\7\1\2\377", 4, "level: CAN_RAW, optname: XL_VCID_OPTS, optval: {flags: TX_SET|TX_PASS|RX_FILTER, tx_vcid: 0x1, rx_vcid: 0x2, rx_vcid_mask: 0xff}");
	set(101, 1, filters, 16, "level: CAN_RAW, optname: FILTER, optval: [{can_id: 0x123, can_mask: 0x7ff}, {can_id: 0x80000001, can_mask: 0x1fffffff}]");
	set(263, 5, ring, 28, "level: PACKET, optname: RX_RING, optval: {tp_block_size: 4096, tp_block_nr: 1, tp_frame_size: 2048, tp_frame_nr: 2, tp_retire_blk_tov: 10, "
	    "tp_sizeof_priv: 0, tp_feature_req_word: FILL_RXHASH}");
	set(263, 18, (uint32_t[]){ 7 | 0x1003 << 16 }, 4, "level: PACKET, optname: FANOUT, optval: {id: 7, type: ROLLOVER, flags: ROLLOVER}");
	set(263, 18, (uint32_t[]){ 7 | 0x4000 << 16 }, 4, "level: PACKET, optname: FANOUT, optval: {id: 7, type: HASH, flags: IGNORE_OUTGOING}");
	set(283, 4, &umem, 28, "level: XDP, optname: UMEM_REG, optval: {addr: 0x10000, len: 8192, chunk_size: 2048, headroom: 0, flags: UNALIGNED_CHUNK_FLAG@@}");
	set(132, 2, &init, 8, "level: SCTP, optname: INITMSG, optval: {sinit_num_ostreams: 1, sinit_max_instreams: 2, sinit_max_attempts: 3, sinit_max_init_timeo: 4}");
	set(271, 127, (int[]){ 3 }, 4, "level: TIPC, optname: IMPORTANCE, optval: [CRITICAL_IMPORTANCE]");
	set(274, 4, "\2\20", 2, "level: BLUETOOTH, optname: SECURITY, optval: {level: MEDIUM, key_size: 16}");
	set(276, 8, (int[]){ 2 }, 4, "level: RDS, optname: SO_RDS_TRANSPORT, optval: [TCP]");
}

int main(void)
{
	sockets();
	begin();
	of_sockets();
	of_ip();
	of_tcp();
	of_others();
	end();
	return 0;
}
