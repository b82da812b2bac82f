// SPDX-License-Identifier: BSD-2-Clause
// options: -e sendto --string-limit 200
/*
 * In a network namespace of its own: interfaces, addresses, routes, rules, neighbours, disciplines, associations, sockets. What the kernel
 * has no module for fails, after it was decoded.
 */
#include "live.h"

#include <arpa/inet.h>
#include <linux/fib_rules.h>
#include <linux/if_link.h>
#include <linux/inet_diag.h>
#include <linux/neighbour.h>
#include <linux/netfilter/nf_tables.h>
#include <linux/netfilter/nfnetlink.h>
#include <linux/netlink.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <linux/sock_diag.h>
#include <linux/veth.h>
#include <linux/xfrm.h>
#include <sched.h>
#include <sys/socket.h>

static union {
	struct nlmsghdr h;
	unsigned char bytes[1024];
} m;

static void add(const void *p, unsigned n)
{
	memcpy(m.bytes + m.h.nlmsg_len, p, n);
	m.h.nlmsg_len += n;
}

static void begin_message(unsigned type, unsigned flags, const void *head, unsigned n)
{
	memset(&m, 0, sizeof(m));
	m.h = (struct nlmsghdr){ .nlmsg_len = sizeof(m.h), .nlmsg_type = (uint16_t)type, .nlmsg_flags = (uint16_t)(NLM_F_REQUEST | flags), .nlmsg_seq = 1 };
	add(head, n);
}

static unsigned nest(unsigned type)
{
	unsigned at = m.h.nlmsg_len;
	struct nlattr a = { 0, (uint16_t)type };

	add(&a, sizeof(a));
	return at;
}

static void end_nest(unsigned at)
{
	uint16_t len = (uint16_t)(m.h.nlmsg_len - at);

	memcpy(m.bytes + at, &len, sizeof(len));
	m.h.nlmsg_len = (m.h.nlmsg_len + 3) & ~3u;
}

static void attr(unsigned type, const void *p, unsigned n)
{
	unsigned at = nest(type);

	add(p, n);
	end_nest(at);
}

static void attr32(unsigned type, uint32_t v)
{
	attr(type, &v, sizeof(v));
}

/* Sends it; `type` and `flags` as they are shown, and what follows the header. */
static void send_message(int fd, const char *type, const char *flags, const char *payload)
{
	long ret = syscall(SYS_sendto, fd, &m, m.h.nlmsg_len, 0, NULL, 0);

	expect("sendto(fd: %d<@@>, buff: [{nlmsg_len: %u, nlmsg_type: %s, nlmsg_flags: %s, nlmsg_seq: 1, nlmsg_pid: 0}, %s], len: %u, flags: 0, addr: NULL, "
	       "addr_len: 0) = %s", fd, m.h.nlmsg_len, type, flags, payload, m.h.nlmsg_len, result((int)ret));
}

static void links(int fd)
{
	struct ifinfomsg i = { .ifi_family = AF_UNSPEC };
	unsigned info, data, peer;

	begin_message(RTM_NEWLINK, NLM_F_CREATE, &i, sizeof(i));
	attr(IFLA_IFNAME, "v0", 3);
	info = nest(IFLA_LINKINFO);
	attr(IFLA_INFO_KIND, "veth", 5);
	data = nest(IFLA_INFO_DATA);
	peer = nest(VETH_INFO_PEER);
	add(&i, sizeof(i));
	attr(IFLA_IFNAME, "v1", 3);
	end_nest(peer);
	end_nest(data);
	end_nest(info);
	send_message(fd, "NEWLINK", "REQUEST|CREATE", "{ifi_family: UNSPEC, ifi_type: NETROM, ifi_index: 0, ifi_flags: 0, ifi_change: 0}, [[{nla_len: 7, nla_type: IFNAME}, \"v0\"], "
		     "[{nla_len: 48, nla_type: LINKINFO}, [[{nla_len: 9, nla_type: KIND}, \"veth\"], [{nla_len: 32, nla_type: DATA}, [{nla_len: 28, nla_type: PEER}, "
		     "{ifi_family: UNSPEC, ifi_type: NETROM, ifi_index: 0, ifi_flags: 0, ifi_change: 0}, [{nla_len: 7, nla_type: IFNAME}, \"v1\"]]]]]]");
	begin_message(RTM_NEWLINK, NLM_F_CREATE, &i, sizeof(i));
	info = nest(IFLA_LINKINFO);
	attr(IFLA_INFO_KIND, "vxlan", 6);
	data = nest(IFLA_INFO_DATA);
	attr32(IFLA_VXLAN_ID, 7);
	attr(IFLA_VXLAN_GROUP, "\12\0\0\1", 4);
	attr(IFLA_VXLAN_PORT, "\22\265", 2);
	end_nest(data);
	end_nest(info);
	send_message(fd, "NEWLINK", "REQUEST|CREATE", "{ifi_family: UNSPEC, ifi_type: NETROM, ifi_index: 0, ifi_flags: 0, ifi_change: 0}, [{nla_len: 44, nla_type: LINKINFO}, "
		     "[[{nla_len: 10, nla_type: KIND}, \"vxlan\"], [{nla_len: 28, nla_type: DATA}, [[{nla_len: 8, nla_type: ID}, 7], [{nla_len: 8, nla_type: GROUP}, "
		     "\"10.0.0.1\"], [{nla_len: 6, nla_type: PORT}, 4789]]]]]");
}

static void addresses(int fd)
{
	struct ifaddrmsg a = { .ifa_family = AF_INET, .ifa_prefixlen = 8, .ifa_index = 1 };
	struct rtmsg r = { .rtm_family = AF_INET, .rtm_dst_len = 8, .rtm_table = RT_TABLE_MAIN, .rtm_protocol = RTPROT_BOOT, .rtm_type = RTN_BLACKHOLE };
	struct fib_rule_hdr rule = { .family = AF_INET, .action = FR_ACT_TO_TBL };
	struct ndmsg n = { .ndm_family = AF_INET, .ndm_ifindex = 1, .ndm_state = NUD_PERMANENT };

	begin_message(RTM_NEWADDR, NLM_F_CREATE, &a, sizeof(a));
	attr(IFA_LOCAL, "\177\0\0\1", 4);
	send_message(fd, "NEWADDR", "REQUEST|CREATE", "{ifa_family: INET, ifa_prefixlen: 8, ifa_flags: 0, ifa_scope: UNIVERSE, ifa_index: 1<lo>}, [{nla_len: 8, nla_type: LOCAL}, \"127.0.0.1\"]");
	begin_message(RTM_NEWROUTE, NLM_F_CREATE, &r, sizeof(r));
	attr(RTA_DST, "\13\0\0\0", 4);
	send_message(fd, "NEWROUTE", "REQUEST|CREATE", "{rtm_family: INET, rtm_dst_len: 8, rtm_src_len: 0, rtm_tos: 0, rtm_table: MAIN, rtm_protocol: BOOT, rtm_scope: UNIVERSE, "
		     "rtm_type: BLACKHOLE, rtm_flags: 0}, [{nla_len: 8, nla_type: DST}, \"11.0.0.0\"]");
	begin_message(RTM_NEWRULE, NLM_F_CREATE, &rule, sizeof(rule));
	attr32(FRA_TABLE, 254);
	send_message(fd, "NEWRULE", "REQUEST|CREATE", "{family: INET, dst_len: 0, src_len: 0, tos: 0, table: UNSPEC, action: TO_TBL, flags: 0}, [{nla_len: 8, nla_type: TABLE}, MAIN]");
	begin_message(RTM_NEWNEIGH, NLM_F_CREATE, &n, sizeof(n));
	attr(NDA_DST, "\177\0\0\7", 4);
	attr(NDA_LLADDR, "\2\0\0\0\0\1", 6);
	send_message(fd, "NEWNEIGH", "REQUEST|CREATE", "{ndm_family: INET, ndm_ifindex: 1<lo>, ndm_state: PERMANENT, ndm_flags: 0, ndm_type: UNSPEC}, "
		     "[[{nla_len: 8, nla_type: DST}, \"127.0.0.7\"], [{nla_len: 10, nla_type: LLADDR}, \"02:00:00:00:00:01\"]]");
}

static void disciplines(int fd)
{
	struct tcmsg t = { .tcm_family = AF_UNSPEC, .tcm_ifindex = 1, .tcm_handle = 0x10000, .tcm_parent = TC_H_ROOT };
	struct tc_htb_glob glob = { .version = 3, .rate2quantum = 10 };
	unsigned options;

	begin_message(RTM_NEWQDISC, NLM_F_CREATE, &t, sizeof(t));
	attr(TCA_KIND, "htb", 4);
	options = nest(TCA_OPTIONS);
	attr(TCA_HTB_INIT, &glob, sizeof(glob));
	end_nest(options);
	send_message(fd, "NEWQDISC", "REQUEST|CREATE", "{tcm_family: UNSPEC, tcm_ifindex: 1<lo>, tcm_handle: 65536, tcm_parent: 4294967295, tcm_info: 0}, "
		     "[[{nla_len: 8, nla_type: KIND}, \"htb\"], [{nla_len: 28, nla_type: OPTIONS}, [{nla_len: 24, nla_type: INIT}, {version: 0x3, rate2quantum: 10, defcls: 0, "
		     "debug: 0, direct_pkts: 0}]]]");
}

static void associations(int fd)
{
	struct xfrm_usersa_id id = { .daddr.a4 = htonl(0x0a000002), .spi = htonl(0x100), .family = AF_INET, .proto = 50 };

	begin_message(XFRM_MSG_GETSA, 0, &id, sizeof(id));
	attr32(XFRMA_IF_ID, 7);
	send_message(fd, "GETSA", "REQUEST", "{daddr: \"10.0.0.2\", spi: 0x100, family: INET, proto: ESP}, [{nla_len: 8, nla_type: IF_ID}, 0x7]");
}

static void sockets(int fd)
{
	struct inet_diag_req_v2 r = { .sdiag_family = AF_INET, .sdiag_protocol = 6, .idiag_states = 1 << 10 };

	begin_message(SOCK_DIAG_BY_FAMILY, NLM_F_DUMP, &r, sizeof(r));
	send_message(fd, "BY_FAMILY", "REQUEST|DUMP", "{sdiag_family: INET, sdiag_protocol: TCP, idiag_ext: 0, idiag_states: LISTEN, id: {idiag_sport: 0, idiag_dport: 0, "
		     "idiag_src: \"0.0.0.0\", idiag_dst: \"0.0.0.0\", idiag_if: 0, idiag_cookie: [0, 0]}}");
}

static void tables(int fd)
{
	struct nfgenmsg g = { .nfgen_family = AF_INET };

	begin_message(NFNL_SUBSYS_NFTABLES << 8 | NFT_MSG_GETTABLE, 0, &g, sizeof(g));
	attr(NFTA_TABLE_NAME, "filter", 7);
	send_message(fd, "NFTABLES<<8|GETTABLE", "REQUEST", "{nfgen_family: IPV4, version: V0, res_id: 0}, [{nla_len: 11, nla_type: NAME}, \"filter\"]");
}

int main(void)
{
	static const struct { int protocol; void (*test)(int fd); } tests[] = {
		{ NETLINK_ROUTE, links }, { NETLINK_ROUTE, addresses }, { NETLINK_ROUTE, disciplines }, { NETLINK_XFRM, associations },
		{ NETLINK_SOCK_DIAG, sockets }, { NETLINK_NETFILTER, tables },
	};

	if (unshare(CLONE_NEWNET)) {
		printf("no namespaces of networks\n");
		return 77;
	}
	begin();
	for (unsigned i = 0; i < sizeof(tests) / sizeof(tests[0]); i++) {
		int fd = socket(AF_NETLINK, SOCK_RAW, tests[i].protocol);

		if (fd >= 0)
			tests[i].test(fd);
		close(fd);
	}
	end();
	return 0;
}
