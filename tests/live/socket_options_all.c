// SPDX-License-Identifier: BSD-2-Clause
// options: -e setsockopt,getsockopt
/*
 * Every option of every level: setsockopt on no socket, whose name and number are expected, and getsockopt on sockets that any kernel has, with the
 * number that the kernel returned. Numbers of levels and options are those of the kernel's headers, which are the same on x86-64 and arm64.
 */
#include "live.h"

#include <sys/socket.h>

enum form { NUMBER = 1, HEX, OTHER };
struct option {
	enum form form;
	unsigned number;
	const char *name;
};
#define N(number, name) { NUMBER, number, name }
#define X(number, name) { HEX, number, name }
#define V(number, name) { OTHER, number, name }

static const struct {
	int level;
	const char *name;
	const struct option *options;	/* ends at one without a form */
} levels[] = {
	{ 0, "IP", (const struct option[]){
		X(1, "TOS"), N(2, "TTL"), N(3, "HDRINCL"), V(4, "OPTIONS"), N(5, "ROUTER_ALERT"), N(6, "RECVOPTS"), N(7, "RETOPTS"), N(8, "PKTINFO"),
		V(9, "PKTOPTIONS"), V(10, "MTU_DISCOVER"), N(11, "RECVERR"), N(12, "RECVTTL"), N(13, "RECVTOS"), N(14, "MTU"), N(15, "FREEBIND"),
		V(16, "IPSEC_POLICY"), V(17, "XFRM_POLICY"), N(18, "PASSSEC"), N(19, "TRANSPARENT"), N(20, "ORIGDSTADDR"), N(21, "MINTTL"), N(22, "NODEFRAG"),
		N(23, "CHECKSUM"), N(24, "BIND_ADDRESS_NO_PORT"), N(25, "RECVFRAGSIZE"), N(26, "RECVERR_RFC4884"), V(32, "MULTICAST_IF"), N(33, "MULTICAST_TTL"),
		N(34, "MULTICAST_LOOP"), V(35, "ADD_MEMBERSHIP"), V(36, "DROP_MEMBERSHIP"), V(37, "UNBLOCK_SOURCE"), V(38, "BLOCK_SOURCE"),
		V(39, "ADD_SOURCE_MEMBERSHIP"), V(40, "DROP_SOURCE_MEMBERSHIP"), V(41, "MSFILTER"), V(42, "MCAST_JOIN_GROUP"), V(43, "MCAST_BLOCK_SOURCE"),
		V(44, "MCAST_UNBLOCK_SOURCE"), V(45, "MCAST_LEAVE_GROUP"), V(46, "MCAST_JOIN_SOURCE_GROUP"), V(47, "MCAST_LEAVE_SOURCE_GROUP"),
		V(48, "MCAST_MSFILTER"), N(49, "MULTICAST_ALL"), V(50, "UNICAST_IF"), V(51, "LOCAL_PORT_RANGE"), V(52, "PROTOCOL"), { 0 } } },
	{ 1, "SOCKET", (const struct option[]){
		N(1, "DEBUG"), N(2, "REUSEADDR"), V(3, "TYPE"), V(4, "ERROR"), N(5, "DONTROUTE"), N(6, "BROADCAST"), N(7, "SNDBUF"), N(8, "RCVBUF"),
		N(32, "SNDBUFFORCE"), N(33, "RCVBUFFORCE"), N(9, "KEEPALIVE"), N(10, "OOBINLINE"), N(11, "NO_CHECK"), N(12, "PRIORITY"), V(13, "LINGER"),
		N(14, "BSDCOMPAT"), N(15, "REUSEPORT"), N(16, "PASSCRED"), V(17, "PEERCRED"), N(18, "RCVLOWAT"), N(19, "SNDLOWAT"),
		N(22, "SECURITY_AUTHENTICATION"), N(23, "SECURITY_ENCRYPTION_TRANSPORT"), N(24, "SECURITY_ENCRYPTION_NETWORK"), V(25, "BINDTODEVICE"),
		V(26, "ATTACH_FILTER"), N(27, "DETACH_FILTER"), V(28, "PEERNAME"), N(30, "ACCEPTCONN"), V(31, "PEERSEC"), N(34, "PASSSEC"), N(36, "MARK"),
		N(38, "PROTOCOL"), V(39, "DOMAIN"), N(40, "RXQ_OVFL"), N(41, "WIFI_STATUS"), N(42, "PEEK_OFF"), N(43, "NOFCS"), N(44, "LOCK_FILTER"),
		N(45, "SELECT_ERR_QUEUE"), N(46, "BUSY_POLL"), V(47, "MAX_PACING_RATE"), N(48, "BPF_EXTENSIONS"), N(49, "INCOMING_CPU"), V(50, "ATTACH_BPF"),
		V(51, "ATTACH_REUSEPORT_CBPF"), V(52, "ATTACH_REUSEPORT_EBPF"), N(53, "CNX_ADVICE"), V(55, "MEMINFO"), N(56, "INCOMING_NAPI_ID"), V(57, "COOKIE"),
		V(59, "PEERGROUPS"), N(60, "ZEROCOPY"), V(61, "TXTIME"), V(62, "BINDTOIFINDEX"), N(68, "DETACH_REUSEPORT_BPF"), N(69, "PREFER_BUSY_POLL"),
		N(70, "BUSY_POLL_BUDGET"), V(71, "NETNS_COOKIE"), V(72, "BUF_LOCK"), N(73, "RESERVE_MEM"), V(74, "TXREHASH"), N(75, "RCVMARK"), V(29, "TIMESTAMP"),
		V(35, "TIMESTAMPNS"), V(37, "TIMESTAMPING"), V(20, "RCVTIMEO"), V(21, "SNDTIMEO"), V(63, "TIMESTAMP_NEW"), V(64, "TIMESTAMPNS_NEW"),
		V(65, "TIMESTAMPING_NEW"), V(66, "RCVTIMEO_NEW"), V(67, "SNDTIMEO_NEW"), N(76, "PASSPIDFD"), V(77, "PEERPIDFD"), V(78, "DEVMEM_LINEAR"),
		V(79, "DEVMEM_DMABUF"), V(80, "DEVMEM_DONTNEED"), N(82, "RCVPRIORITY"), N(83, "PASSRIGHTS"), { 0 } } },
	{ 6, "TCP", (const struct option[]){
		N(1, "NODELAY"), N(2, "MAXSEG"), N(3, "CORK"), N(4, "KEEPIDLE"), N(5, "KEEPINTVL"), N(6, "KEEPCNT"), N(7, "SYNCNT"), N(8, "LINGER2"),
		N(9, "DEFER_ACCEPT"), N(10, "WINDOW_CLAMP"), V(11, "INFO"), N(12, "QUICKACK"), V(13, "CONGESTION"), V(14, "MD5SIG"), V(15, "COOKIE_TRANSACTIONS"),
		N(16, "THIN_LINEAR_TIMEOUTS"), N(17, "THIN_DUPACK"), N(18, "USER_TIMEOUT"), V(19, "REPAIR"), V(20, "REPAIR_QUEUE"), N(21, "QUEUE_SEQ"),
		V(22, "REPAIR_OPTIONS"), N(23, "FASTOPEN"), N(24, "TIMESTAMP"), N(25, "NOTSENT_LOWAT"), V(26, "CC_INFO"), N(27, "SAVE_SYN"), V(28, "SAVED_SYN"),
		V(29, "REPAIR_WINDOW"), N(30, "FASTOPEN_CONNECT"), V(31, "ULP"), V(32, "MD5SIG_EXT"), V(33, "FASTOPEN_KEY"), N(34, "FASTOPEN_NO_COOKIE"),
		V(35, "ZEROCOPY_RECEIVE"), N(36, "INQ"), N(37, "TX_DELAY"), V(38, "AO_ADD_KEY"), V(39, "AO_DEL_KEY"), V(40, "AO_INFO"), V(41, "AO_GET_KEYS"),
		V(42, "AO_REPAIR"), N(43, "IS_MPTCP"), N(44, "RTO_MAX_MS"), N(45, "RTO_MIN_US"), N(46, "DELACK_MAX_US"), { 0 } } },
	{ 6, "TCP", (const struct option[]){
		{ 0 } } },
	{ 17, "UDP", (const struct option[]){
		N(1, "CORK"), V(100, "ENCAP"), N(101, "NO_CHECK6_TX"), N(102, "NO_CHECK6_RX"), N(103, "SEGMENT"), N(104, "GRO"), { 0 } } },
	{ 17, "UDP", (const struct option[]){
		{ 0 } } },
	{ 18, "18", (const struct option[]){
		{ 0 } } },
	{ 40, "0x28", (const struct option[]){
		{ 0 } } },
	{ 41, "IPV6", (const struct option[]){
		V(1, "ADDRFORM"), N(2, "2292PKTINFO"), N(3, "2292HOPOPTS"), N(4, "2292DSTOPTS"), N(5, "2292RTHDR"), V(6, "2292PKTOPTIONS"), N(7, "CHECKSUM"),
		N(8, "2292HOPLIMIT"), V(9, "NEXTHOP"), N(10, "AUTHHDR"), N(11, "FLOWINFO"), N(16, "UNICAST_HOPS"), V(17, "MULTICAST_IF"), N(18, "MULTICAST_HOPS"),
		N(19, "MULTICAST_LOOP"), V(20, "ADD_MEMBERSHIP"), V(21, "DROP_MEMBERSHIP"), N(22, "ROUTER_ALERT"), V(23, "MTU_DISCOVER"), N(24, "MTU"),
		N(25, "RECVERR"), N(26, "V6ONLY"), V(27, "JOIN_ANYCAST"), V(28, "LEAVE_ANYCAST"), N(29, "MULTICAST_ALL"), N(30, "ROUTER_ALERT_ISOLATE"),
		N(31, "RECVERR_RFC4884"), V(32, "FLOWLABEL_MGR"), N(33, "FLOWINFO_SEND"), V(34, "IPSEC_POLICY"), V(35, "XFRM_POLICY"), N(36, "HDRINCL"),
		N(49, "RECVPKTINFO"), V(50, "PKTINFO"), N(51, "RECVHOPLIMIT"), N(52, "HOPLIMIT"), N(53, "RECVHOPOPTS"), V(54, "HOPOPTS"), V(55, "RTHDRDSTOPTS"),
		N(56, "RECVRTHDR"), V(57, "RTHDR"), N(58, "RECVDSTOPTS"), V(59, "DSTOPTS"), N(60, "RECVPATHMTU"), V(61, "PATHMTU"), N(62, "DONTFRAG"),
		N(63, "USE_MIN_MTU"), N(66, "RECVTCLASS"), X(67, "TCLASS"), N(70, "AUTOFLOWLABEL"), V(72, "ADDR_PREFERENCES"), N(73, "MINHOPCOUNT"),
		N(74, "ORIGDSTADDR"), N(75, "TRANSPARENT"), V(76, "UNICAST_IF"), N(77, "RECVFRAGSIZE"), N(78, "FREEBIND"), V(42, "MCAST_JOIN_GROUP"),
		V(43, "MCAST_BLOCK_SOURCE"), V(44, "MCAST_UNBLOCK_SOURCE"), V(45, "MCAST_LEAVE_GROUP"), V(46, "MCAST_JOIN_SOURCE_GROUP"),
		V(47, "MCAST_LEAVE_SOURCE_GROUP"), V(48, "MCAST_MSFILTER"), { 0 } } },
	{ 58, "ICMPV6", (const struct option[]){
		V(1, "ICMPV6_FILTER"), { 0 } } },
	{ 101, "CAN_RAW", (const struct option[]){
		V(1, "FILTER"), X(2, "ERR_FILTER"), N(3, "LOOPBACK"), N(4, "RECV_OWN_MSGS"), N(5, "FD_FRAMES"), N(6, "JOIN_FILTERS"), N(7, "XL_FRAMES"), { 0 } } },
	{ 106, "CAN_ISOTP", (const struct option[]){
		{ 0 } } },
	{ 107, "CAN_J1939", (const struct option[]){
		{ 0 } } },
	{ 132, "SCTP", (const struct option[]){
		V(0, "RTOINFO"), V(1, "ASSOCINFO"), V(2, "INITMSG"), N(3, "NODELAY"), N(4, "AUTOCLOSE"), V(5, "SET_PEER_PRIMARY_ADDR"), V(6, "PRIMARY_ADDR"),
		N(7, "ADAPTATION_LAYER"), N(8, "DISABLE_FRAGMENTS"), V(9, "PEER_ADDR_PARAMS"), V(10, "DEFAULT_SEND_PARAM"), V(11, "EVENTS"),
		N(12, "I_WANT_MAPPED_V4_ADDR"), V(13, "MAXSEG"), V(14, "STATUS"), V(15, "GET_PEER_ADDR_INFO"), V(16, "DELAYED_SACK"), V(17, "CONTEXT"),
		N(18, "FRAGMENT_INTERLEAVE"), N(19, "PARTIAL_DELIVERY_POINT"), V(20, "MAX_BURST"), V(21, "AUTH_CHUNK"), V(22, "HMAC_IDENT"), V(23, "AUTH_KEY"),
		V(24, "AUTH_ACTIVE_KEY"), V(25, "AUTH_DELETE_KEY"), V(26, "PEER_AUTH_CHUNKS"), V(27, "LOCAL_AUTH_CHUNKS"), N(28, "GET_ASSOC_NUMBER"),
		V(29, "GET_ASSOC_ID_LIST"), N(30, "AUTO_ASCONF"), V(31, "PEER_ADDR_THLDS"), N(32, "RECVRCVINFO"), N(33, "RECVNXTINFO"), V(34, "DEFAULT_SNDINFO"),
		V(35, "AUTH_DEACTIVATE_KEY"), N(36, "REUSE_PORT"), V(37, "PEER_ADDR_THLDS_V2"), V(100, "SOCKOPT_BINDX_ADD"), V(101, "SOCKOPT_BINDX_REM"),
		V(102, "SOCKOPT_PEELOFF"), N(103, "GET_PEER_ADDRS_NUM_OLD"), V(104, "GET_PEER_ADDRS_OLD"), N(105, "GET_LOCAL_ADDRS_NUM_OLD"),
		V(106, "GET_LOCAL_ADDRS_OLD"), V(107, "SOCKOPT_CONNECTX_OLD"), V(108, "GET_PEER_ADDRS"), V(109, "GET_LOCAL_ADDRS"), V(110, "SOCKOPT_CONNECTX"),
		V(111, "SOCKOPT_CONNECTX3"), V(112, "GET_ASSOC_STATS"), V(113, "PR_SUPPORTED"), V(114, "DEFAULT_PRINFO"), V(115, "PR_ASSOC_STATUS"),
		V(116, "PR_STREAM_STATUS"), V(117, "RECONFIG_SUPPORTED"), V(118, "ENABLE_STREAM_RESET"), V(119, "RESET_STREAMS"), N(120, "RESET_ASSOC"),
		V(121, "ADD_STREAMS"), V(122, "SOCKOPT_PEELOFF_FLAGS"), V(123, "STREAM_SCHEDULER"), V(124, "STREAM_SCHEDULER_VALUE"),
		V(125, "INTERLEAVING_SUPPORTED"), N(126, "SENDMSG_CONNECT"), V(127, "EVENT"), V(128, "ASCONF_SUPPORTED"), V(129, "AUTH_SUPPORTED"),
		V(130, "ECN_SUPPORTED"), V(131, "EXPOSE_POTENTIALLY_FAILED_STATE"), V(132, "REMOTE_UDP_ENCAPS_PORT"), V(133, "PLPMTUD_PROBE_INTERVAL"), { 0 } } },
	{ 255, "RAW", (const struct option[]){
		V(1, "ICMP_FILTER"), { 0 } } },
	{ 256, "IPX", (const struct option[]){
		N(1, "TYPE"), { 0 } } },
	{ 257, "AX25", (const struct option[]){
		N(1, "WINDOW"), N(2, "T1"), N(3, "N2"), N(4, "T3"), N(5, "T2"), N(6, "BACKOFF"), N(7, "EXTSEQ"), N(8, "PIDINCL"), N(9, "IDLE"), N(10, "PACLEN"),
		N(12, "IAMDIGI"), V(25, "SO_BINDTODEVICE"), { 0 } } },
	{ 259, "NETROM", (const struct option[]){
		N(1, "T1"), N(2, "T2"), N(3, "N2"), N(6, "T4"), N(7, "IDLE"), { 0 } } },
	{ 260, "ROSE", (const struct option[]){
		N(1, "DEFER"), N(2, "T1"), N(3, "T2"), N(4, "T3"), N(5, "IDLE"), N(6, "QBITINCL"), N(7, "HOLDBACK"), { 0 } } },
	{ 262, "X25", (const struct option[]){
		N(1, "QBITINCL"), { 0 } } },
	{ 263, "PACKET", (const struct option[]){
		V(1, "ADD_MEMBERSHIP"), V(2, "DROP_MEMBERSHIP"), N(3, "RECV_OUTPUT"), V(5, "RX_RING"), V(6, "STATISTICS"), N(7, "COPY_THRESH"), N(8, "AUXDATA"),
		N(9, "ORIGDEV"), V(10, "VERSION"), N(11, "HDRLEN"), N(12, "RESERVE"), V(13, "TX_RING"), N(14, "LOSS"), N(15, "VNET_HDR"), N(16, "TX_TIMESTAMP"),
		V(17, "TIMESTAMP"), V(18, "FANOUT"), V(22, "FANOUT_DATA"), N(19, "TX_HAS_OFF"), N(20, "QDISC_BYPASS"), V(21, "ROLLOVER_STATS"),
		N(23, "IGNORE_OUTGOING"), { 0 } } },
	{ 264, "ATM", (const struct option[]){
		{ 0 } } },
	{ 266, "IRDA", (const struct option[]){
		V(1, "ENUMDEVICES"), V(2, "IAS_SET"), V(3, "IAS_QUERY"), N(4, "HINTS_SET"), V(5, "QOS_SET"), V(6, "QOS_GET"), N(7, "MAX_SDU_SIZE"),
		V(8, "IAS_GET"), V(9, "IAS_DEL"), N(10, "HINT_MASK_SET"), N(11, "WAITDEVICE"), { 0 } } },
	{ 268, "LLC", (const struct option[]){
		N(0, "UNKNOWN"), N(1, "RETRY"), N(2, "SIZE"), N(3, "ACK_TMR_EXP"), N(4, "P_TMR_EXP"), N(5, "REJ_TMR_EXP"), N(6, "BUSY_TMR_EXP"), N(7, "TX_WIN"),
		N(8, "RX_WIN"), N(9, "PKTINFO"), { 0 } } },
	{ 269, "DCCP", (const struct option[]){
		N(1, "PACKET_SIZE"), V(2, "SERVICE"), V(3, "CHANGE_L"), V(4, "CHANGE_R"), N(5, "GET_CUR_MPS"), N(6, "SERVER_TIMEWAIT"), N(10, "SEND_CSCOV"),
		N(11, "RECV_CSCOV"), V(12, "AVAILABLE_CCIDS"), V(13, "CCID"), N(14, "TX_CCID"), N(15, "RX_CCID"), N(16, "QPOLICY_ID"), N(17, "QPOLICY_TXQLEN"),
		V(128, "CCID_RX_INFO"), V(192, "CCID_TX_INFO"), { 0 } } },
	{ 270, "NETLINK", (const struct option[]){
		N(1, "ADD_MEMBERSHIP"), N(2, "DROP_MEMBERSHIP"), N(3, "PKTINFO"), N(4, "BROADCAST_ERROR"), N(5, "NO_ENOBUFS"), V(6, "RX_RING"), V(7, "TX_RING"),
		N(8, "LISTEN_ALL_NSID"), V(9, "LIST_MEMBERSHIPS"), N(10, "CAP_ACK"), N(11, "EXT_ACK"), N(12, "GET_STRICT_CHK"), { 0 } } },
	{ 271, "TIPC", (const struct option[]){
		V(127, "IMPORTANCE"), N(128, "SRC_DROPPABLE"), N(129, "DEST_DROPPABLE"), N(130, "CONN_TIMEOUT"), N(131, "NODE_RECVQ_DEPTH"),
		N(132, "SOCK_RECVQ_DEPTH"), N(133, "MCAST_BROADCAST"), N(134, "MCAST_REPLICAST"), V(135, "GROUP_JOIN"), N(136, "GROUP_LEAVE"),
		N(137, "SOCK_RECVQ_USED"), N(138, "NODELAY"), { 0 } } },
	{ 272, "RXRPC", (const struct option[]){
		V(1, "SECURITY_KEY"), V(2, "SECURITY_KEYRING"), N(3, "EXCLUSIVE_CONNECTION"), V(4, "MIN_SECURITY_LEVEL"), V(5, "UPGRADEABLE_SERVICE"),
		N(6, "SUPPORTED_CMSG"), { 0 } } },
	{ 273, "PPPOL2TP", (const struct option[]){
		X(1, "DEBUG"), N(2, "RECVSEQ"), N(3, "SENDSEQ"), N(4, "LNSMODE"), N(5, "REORDERTO"), { 0 } } },
	{ 274, "BLUETOOTH", (const struct option[]){
		V(4, "SECURITY"), N(7, "DEFER_SETUP"), V(8, "FLUSHABLE"), V(9, "POWER"), V(10, "CHANNEL_POLICY"), V(11, "VOICE"), V(12, "SNDMTU"), V(13, "RCVMTU"),
		X(14, "PHY"), V(15, "MODE"), V(16, "PKT_STATUS"), V(17, "ISO_QOS"), V(19, "CODEC"), { 0 } } },
	{ 275, "PNPIPE", (const struct option[]){
		N(1, "ENCAP"), V(2, "IFINDEX"), N(3, "HANDLE"), N(4, "INITSTATE"), { 0 } } },
	{ 276, "RDS", (const struct option[]){
		V(1, "RDS_CANCEL_SENT_TO"), V(2, "RDS_GET_MR"), V(3, "RDS_FREE_MR"), N(4, "RDS_BARRIER"), N(5, "RDS_RECVERR"), N(6, "RDS_CONG_MONITOR"),
		V(7, "RDS_GET_MR_FOR_DEST"), V(8, "SO_RDS_TRANSPORT"), V(10, "SO_RDS_MSG_RXPATH_LATENCY"), V(29, "SO_TIMESTAMP_OLD"), { 0 } } },
	{ 277, "IUCV", (const struct option[]){
		V(128, "IPRMDATA_MSG"), V(2048, "MSGSIZE"), V(4096, "MSGLIMIT"), { 0 } } },
	{ 278, "CAIF", (const struct option[]){
		V(127, "LINK_SELECT"), V(128, "REQ_PARAM"), V(129, "RSP_PARAM"), { 0 } } },
	{ 279, "ALG", (const struct option[]){
		V(1, "SET_KEY"), V(2, "SET_IV"), V(3, "SET_OP"), V(4, "SET_AEAD_ASSOCLEN"), V(5, "SET_AEAD_AUTHSIZE"), V(6, "SET_DRBG_ENTROPY"), { 0 } } },
	{ 280, "NFC", (const struct option[]){
		N(0, "RW"), N(1, "MIUX"), N(2, "REMOTE_MIU"), N(3, "REMOTE_LTO"), N(4, "REMOTE_RW"), { 0 } } },
	{ 281, "KCM", (const struct option[]){
		N(1, "RECV_DISABLE"), { 0 } } },
	{ 282, "TLS", (const struct option[]){
		V(1, "TX"), V(2, "RX"), N(3, "TX_ZEROCOPY_RO"), N(4, "RX_EXPECT_NO_PAD"), { 0 } } },
	{ 283, "XDP", (const struct option[]){
		V(1, "MMAP_OFFSETS"), N(2, "RX_RING"), N(3, "TX_RING"), V(4, "UMEM_REG"), N(5, "UMEM_FILL_RING"), N(6, "UMEM_COMPLETION_RING"), V(7, "STATISTICS"),
		V(8, "OPTIONS"), { 0 } } },
	{ 284, "MPTCP", (const struct option[]){
		{ 0 } } },
	{ 285, "MCTP", (const struct option[]){
		{ 0 } } },
	{ 286, "SMC", (const struct option[]){
		{ 0 } } },
};
#define LEVELS (sizeof(levels) / sizeof(levels[0]))

static const char *shown(enum form form, int v)
{
	return form == NUMBER ? text("[%d]", v) : form == HEX && v ? text("[%#x]", v) : form == HEX ? "[0]" : "@@";
}

static void set_all(void)
{
	for (size_t i = 0; i < LEVELS; i++)
		for (const struct option *o = levels[i].options; o->form; o++) {
			int ret = syscall(SYS_setsockopt, -1, levels[i].level, o->number, (int[]){ 0x11 }, 4);

			expect("setsockopt(fd: -1, level: %s, optname: %s, optval: %s, optlen: 4) = %s", levels[i].name, o->name, shown(o->form, 0x11), result(ret));
		}
}

static void get_all(int fd, int level)
{
	size_t i = 0;

	while (levels[i].level != level)
		i++;
	for (const struct option *o = levels[i].options; fd >= 0 && o->form; o++) {
		int v = 0x11;
		socklen_t len = 4;
		int ret = syscall(SYS_getsockopt, fd, level, o->number, &v, &len);

		expect("getsockopt(fd: %d<@@>, level: %s, optname: %s, optval: %s, optlen: @@) = %s", fd, levels[i].name,
		       level == SOL_SOCKET && o->number == SO_ATTACH_FILTER ? "GET_FILTER" : o->name, !ret && len == 4 ? shown(o->form, v) : "@@", result(ret));
	}
}

int main(void)
{
	int tcp = socket(AF_INET, SOCK_STREAM, 0), udp = socket(AF_INET6, SOCK_DGRAM, 0), local = socket(AF_UNIX, SOCK_STREAM, 0), route = socket(AF_NETLINK, SOCK_RAW, 0);

	begin();
	set_all();
	get_all(tcp, SOL_SOCKET);
	get_all(local, SOL_SOCKET);
	get_all(tcp, 0);
	get_all(tcp, 6);
	get_all(udp, 41);
	get_all(udp, 17);
	get_all(route, 270);
	end();
	return 0;
}
