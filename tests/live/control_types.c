// SPDX-License-Identifier: BSD-2-Clause
// options: -e sendmsg
// abis: native i386 arm
/* Control messages of each level: the data that a program passes is shown although no socket takes it. */
#include "live.h"

#include <netinet/in.h>
#include <sys/socket.h>

#define HEAD CMSG_LEN(0)

static void pass(int level, int type, const void *data, size_t len, const char *shown)
{
	static char control[512];
	struct msghdr m = { .msg_control = control, .msg_controllen = CMSG_SPACE(len) };
	struct cmsghdr *c = (struct cmsghdr *)control;
	int ret;

	memset(control, 0, sizeof(control));
	*c = (struct cmsghdr){ .cmsg_len = CMSG_LEN(len), .cmsg_level = level, .cmsg_type = type };
	memcpy(CMSG_DATA(c), data, len);
	ret = syscall(SYS_sendmsg, -1, &m, 0);
	expect(ABI "sendmsg(fd: -1, msg: {msg_name: NULL, msg_namelen: 0, msg_iov: NULL, msg_iovlen: 0, msg_control: [{cmsg_len: %zu, cmsg_level: %s}], "
	       "msg_controllen: %zu, msg_flags: 0}, flags: 0) = %s", HEAD + len, shown, (size_t)m.msg_controllen, result(ret));
}

static void of_sockets(void)
{
	struct { uint64_t sec, usec; } at = { 5, 6 };
	struct { uint64_t offset; uint32_t size, token, id, flags; } fragment = { 4096, 100, 1, 2, 0 };

	pass(SOL_SOCKET, 3, "system_u:object_r\0", 18, "SOCKET, cmsg_type: SECURITY, cmsg_data: \"system_u:object_r\"");
	pass(SOL_SOCKET, 37, (int[]){ 1 << 4 }, 4, "SOCKET, cmsg_type: TIMESTAMPING, cmsg_data: [SOFTWARE]");
	pass(SOL_SOCKET, 63, &at, 16, "SOCKET, cmsg_type: SO_TIMESTAMP_NEW, cmsg_data: {tv_sec: 5, tv_usec: 6}");
	pass(SOL_SOCKET, 61, (uint64_t[]){ 123456789012 }, 8, "SOCKET, cmsg_type: TXTIME, cmsg_data: [123456789012]");
	pass(SOL_SOCKET, 36, (int[]){ 0x12 }, 4, "SOCKET, cmsg_type: SO_MARK, cmsg_data: [0x12]");
	pass(SOL_SOCKET, 79, &fragment, 24, "SOCKET, cmsg_type: @@, cmsg_data: {frag_offset: 0x1000, frag_size: 100, frag_token: 1, dmabuf_id: 2, flags: 0}");
	pass(SOL_SOCKET, 61, "\1\2", 2, "SOCKET, cmsg_type: TXTIME, cmsg_data: \"\\1\\2\"");
}

static void of_ip(void)
{
	struct { uint32_t error; uint8_t origin, type, code, pad; uint32_t info, data; struct sockaddr_in from; } err = {
		111, 2, 3, 3, 0, 0, 0, { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) } };
	struct { struct in6_addr addr; int index; } info6 = { IN6ADDR_LOOPBACK_INIT, 1 };
	struct { uint16_t stream, ssn, flags; uint32_t ppid, context, ttl, tsn, cumtsn, assoc; } sndrcv = { 1, 2, 1, htonl(46), 3, 4, 5, 6, 7 };

	pass(IPPROTO_IP, IP_RECVERR, &err, 32, "IP, cmsg_type: RECVERR, cmsg_data: {ee_errno: ECONNREFUSED, ee_origin: ICMP, ee_type: DEST_UNREACH, ee_code: 3, ee_info: 0, ee_data: 0, "
	     "offender: {sa_family: INET, sin_port: 0, sin_addr: \"127.0.0.1\"}}");
	err.origin = 4;
	err.info = 1;
	pass(IPPROTO_IP, IP_RECVERR, &err, 32, "IP, cmsg_type: RECVERR, cmsg_data: {ee_errno: ECONNREFUSED, ee_origin: TIMESTAMPING, ee_type: 3, ee_code: 3, ee_info: SCHED, ee_data: 0, @@}");
	err.origin = 6;
	err.code = 2;
	pass(IPPROTO_IP, IP_RECVERR, &err, 32, "IP, cmsg_type: RECVERR, cmsg_data: {ee_errno: ECONNREFUSED, ee_origin: TXTIME, ee_type: 3, ee_code: MISSED, ee_info: 1, ee_data: 0, @@}");
	pass(IPPROTO_IP, 3, "label\0", 6, "IP, cmsg_type: SCM_SECURITY, cmsg_data: \"label\"");
	pass(IPPROTO_IPV6, 50, &info6, 20, "IPV6, cmsg_type: PKTINFO, cmsg_data: {ipi6_addr: \"::1\", ipi6_ifindex: 1<lo>}");
	pass(IPPROTO_UDP, 103, (uint16_t[]){ 1200 }, 2, "UDP, cmsg_type: SEGMENT, cmsg_data: [1200]");
	pass(IPPROTO_SCTP, 1, &sndrcv, 32, "SCTP, cmsg_type: SNDRCV, cmsg_data: {sinfo_stream: 1, sinfo_ssn: 2, sinfo_flags: UNORDERED, sinfo_ppid: 0x2e, sinfo_context: 3, "
	     "sinfo_timetolive: 4, sinfo_tsn: 5, sinfo_cumtsn: 6, sinfo_assoc_id: 7}");
}

static void of_others(void)
{
	struct { uint32_t len; char iv[4]; } iv = { 4, { 'a', 'b', 'c', 'd' } };
	struct { uint32_t status, len, snaplen; uint16_t mac, net, tci, tpid; } aux = { 1, 60, 60, 0, 14, 5, 0x8100 };

	pass(282, 1, "\26", 1, "TLS, cmsg_type: SET_RECORD_TYPE, cmsg_data: [HANDSHAKE]");
	pass(279, 3, (int[]){ 1 }, 4, "ALG, cmsg_type: SET_OP, cmsg_data: [ENCRYPT]");
	pass(279, 2, &iv, 8, "ALG, cmsg_type: SET_IV, cmsg_data: {ivlen: 4, iv: \"abcd\"}");
	pass(263, 8, &aux, 20, "PACKET, cmsg_type: AUXDATA, cmsg_data: {tp_status: USER, tp_len: 60, tp_snaplen: 60, tp_mac: 0, tp_net: 14, tp_vlan_tci: 5, tp_vlan_tpid: 33024}");
	pass(270, 3, (int[]){ 9 }, 4, "NETLINK, cmsg_type: PKTINFO, cmsg_data: {group: 9}");
	pass(272, 10, (int[]){ 1 }, 4, "RXRPC, cmsg_type: @@, cmsg_data: @@");
	pass(276, 12, (int[]){ 17 }, 4, "RDS, cmsg_type: ZCOPY_COOKIE, cmsg_data: [17]");
	pass(IPPROTO_TCP, 36, (int[]){ 99 }, 4, "TCP, cmsg_type: INQ, cmsg_data: [99]");
}

int main(void)
{
	begin();
	of_sockets();
	of_ip();
	of_others();
	end();
	return 0;
}
