// SPDX-License-Identifier: BSD-2-Clause
/* test_netlink_route.c - NETLINK_ROUTE: attributes whose tables others select, in our formats, and as bytes in strace's. */
#include <arpa/inet.h>
#include <linux/fib_rules.h>
#include <linux/gen_stats.h>
#include <linux/if_link.h>
#include <linux/if_tunnel.h>
#include <linux/lwtunnel.h>
#include <linux/nexthop.h>
#include <linux/pkt_cls.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>
#include <linux/tc_act/tc_mirred.h>
#include <linux/veth.h>

#include <linux/if.h>
#include <linux/if_bridge.h>
#include <linux/neighbour.h>
#include "netlink_fixture.h"

static const struct ifinfomsg link_head = { .ifi_family = AF_UNSPEC };
static const struct tcmsg tc_head = { .tcm_family = AF_UNSPEC };

static unsigned link_of(const char *kind, unsigned kind_len, unsigned *data)
{
	unsigned info;

	protocol = NETLINK_ROUTE;
	message(0, RTM_NEWLINK, NLM_F_REQUEST);
	add(&link_head, sizeof(link_head));
	info = nest(IFLA_LINKINFO);
	if (kind)
		attr(IFLA_INFO_KIND, kind, kind_len);
	*data = nest(IFLA_INFO_DATA);
	return info;
}

static void a_kind(void **state_)
{
	unsigned data, info = link_of("vlan", 5, &data);

	(void)state_;
	attr16(IFLA_VLAN_ID, 5);
	end(data);
	end(info);
	contains_as("strace", "nla_type=IFLA_INFO_DATA}, \"\\x06\\x00\\x01\\x00\\x05\\x00\\x00\\x00\"]");
	contains("{nla_len: 12, nla_type: DATA}, [{nla_len: 6, nla_type: ID}, 5]");
}

/* Programs pass it without its NUL, or behind its data; strace knows neither. Of several the kernel uses the last one. */
static void where_the_kind_is(void **state_)
{
	unsigned data, info = link_of("bridge", 6, &data);

	(void)state_;
	attr32(IFLA_BR_PRIORITY, 7);
	end(data);
	end(info);
	contains_as("strace", "nla_type=IFLA_INFO_DATA}, \"\\x08");
	contains("[{nla_len: 8, nla_type: PRIORITY}, 7]");
	info = link_of(NULL, 0, &data);
	attr16(IFLA_VLAN_ID, 5);
	end(data);
	attr_text(IFLA_INFO_KIND, "vlan");
	end(info);
	contains("[{nla_len: 6, nla_type: ID}, 5]");
	info = link_of("bond", 5, &data);
	attr16(IFLA_VLAN_ID, 5);
	end(data);
	attr_text(IFLA_INFO_KIND, "vlan");
	end(info);
	contains("[{nla_len: 6, nla_type: ID}, 5]");
	info = link_of("no such kind", 13, &data);
	attr16(IFLA_VLAN_ID, 5);
	end(data);
	end(info);
	contains("nla_type: DATA}, \"\\6\\0");
	info = link_of("vla", 4, &data);
	attr16(IFLA_VLAN_ID, 5);
	end(data);
	end(info);
	contains("nla_type: DATA}, \"\\6\\0");
}

/* The kind is beside what holds the address. */
static void addresses_by_kind(void **state_)
{
	static const uint8_t v6[16] = { 0x20, 1, 0xd, 0xb8, [15] = 1 };
	unsigned data, info = link_of("gre", 4, &data);

	(void)state_;
	attr(IFLA_GRE_REMOTE, "\12\0\0\1", 4);
	end(data);
	end(info);
	contains("[{nla_len: 8, nla_type: REMOTE}, \"10.0.0.1\"]");
	info = link_of("ip6gre", 7, &data);
	attr(IFLA_GRE_REMOTE, v6, 16);
	end(data);
	end(info);
	contains("[{nla_len: 20, nla_type: REMOTE}, \"2001:db8::1\"]");
}

static void a_pair(void **state_)
{
	unsigned data, peer, info = link_of("veth", 5, &data);

	(void)state_;
	peer = nest(VETH_INFO_PEER);
	add(&link_head, sizeof(link_head));
	attr_text(IFLA_IFNAME, "v1");
	end(peer);
	end(data);
	end(info);
	contains("nla_type: PEER}, {ifi_family: UNSPEC, ifi_type: NETROM, ifi_index: 0, ifi_flags: 0, ifi_change: 0}, [{nla_len: 7, nla_type: IFNAME}, \"v1\"]]");
}

/* Names that strace lacks are numbers in its format. */
static void newer_names(void **state_)
{
	(void)state_;
	protocol = NETLINK_ROUTE;
	message(0, RTM_NEWLINK, 0);
	add(&link_head, sizeof(link_head));
	attr32(63, 65536);
	contains_as("strace", "{nla_len=8, nla_type=0x3f /* IFLA_??? */}, \"\\x00\\x00\\x01\\x00\"]");
	contains("[{nla_len: 8, nla_type: GSO_IPV4_MAX_SIZE}, 65536]");
}

/* What only the newest headers name, by their numbers: strace's format has neither the name nor the value. */
static void newer_attributes(void **state_)
{
	const struct fib_rule_hdr rule = { .family = AF_INET6 };
	const struct tcmsg tc = { .tcm_ifindex = 1 };
	unsigned at, data, entry;

	(void)state_;
	protocol = NETLINK_ROUTE;
	message(0, RTM_NEWRULE, NLM_F_REQUEST);
	add(&rule, sizeof(rule));
	attr8(25, 10);
	contains_as("strace", "{nla_len=5, nla_type=0x19 /* FRA_??? */}, \"\\x0a\"]");
	contains("[{nla_len: 5, nla_type: DSCP}, 10]");
	message(0, RTM_NEWLINK, 0);
	add(&link_head, sizeof(link_head));
	at = nest(65);
	attr32(1, 5);
	end(at);
	contains("[{nla_len: 12, nla_type: DPLL_PIN}, [{nla_len: 8, nla_type: ID}, 5]]");
	message(0, RTM_NEWLINK, 0);
	add(&link_head, sizeof(link_head));
	at = nest(62);
	attr_text(1, "pci");
	attr32(3, 7);
	end(at);
	contains("[{nla_len: 20, nla_type: DEVLINK_PORT}, [[{nla_len: 8, nla_type: BUS_NAME}, \"pci\"], [{nla_len: 8, nla_type: PORT_INDEX}, 7]]]");
	message(0, RTM_NEWLINK, NLM_F_REQUEST);
	add(&link_head, sizeof(link_head));
	at = nest(IFLA_LINKINFO);
	attr_text(IFLA_INFO_KIND, "netkit");
	data = nest(IFLA_INFO_DATA);
	attr32(10, 1);
	attr32(5, 1);
	end(data);
	end(at);
	contains("[[{nla_len: 8, nla_type: PAIRING}, SINGLE], [{nla_len: 8, nla_type: MODE}, L3]]");
	message(0, RTM_NEWQDISC, NLM_F_REQUEST);
	add(&tc, sizeof(tc));
	attr_text(TCA_KIND, "dualpi2");
	at = nest(TCA_OPTIONS);
	attr8(11, 1);
	attr8(14, 3);
	end(at);
	contains("[[{nla_len: 5, nla_type: DROP_OVERLOAD}, DROP], [{nla_len: 5, nla_type: ECN_MASK}, ANY_ECT]]");
	message(0, RTM_NEWQDISC, NLM_F_REQUEST);
	add(&tc, sizeof(tc));
	attr_text(TCA_KIND, "taprio");
	at = nest(TCA_OPTIONS);
	data = nest(TCA_TAPRIO_ATTR_TC_ENTRY);
	attr32(TCA_TAPRIO_TC_ENTRY_INDEX, 1);
	attr32(3, 2);
	end(data);
	end(at);
	contains("[[{nla_len: 8, nla_type: INDEX}, 1], [{nla_len: 8, nla_type: FP}, PREEMPTIBLE]]");
	message(0, RTM_NEWQDISC, 0);
	add(&tc, sizeof(tc));
	attr_text(TCA_KIND, "taprio");
	at = nest(TCA_STATS2);
	data = nest(TCA_STATS_APP);
	attr(2, "\5\0\0\0\0\0\0", 8);
	end(data);
	end(at);
	contains("nla_type: APP}, [{nla_len: 12, nla_type: WINDOW_DROPS}, 5]");
	message(0, RTM_NEWROUTE, 0);
	add(&(struct rtmsg){ .rtm_family = AF_INET }, sizeof(struct rtmsg));
	at = nest(RTA_METRICS);
	attr32(RTAX_FEATURES, 0x11);
	end(at);
	contains_as("strace", "nla_type=RTAX_FEATURES}, 17");
	contains("[{nla_len: 8, nla_type: FEATURES}, ECN|TCP_USEC_TS]");
	message(0, RTM_NEWNEIGH, 0);
	add(&(struct ndmsg){ .ndm_family = AF_BRIDGE }, sizeof(struct ndmsg));
	attr32(NDA_FLAGS_EXT, 7);
	contains("[{nla_len: 8, nla_type: FLAGS_EXT}, MANAGED|LOCKED|EXT_VALIDATED]");
	message(0, RTM_NEWNEXTHOP, 0);
	add(&(struct nhmsg){ .nh_family = AF_INET }, sizeof(struct nhmsg));
	attr32(14, 3);
	at = nest(15);
	entry = nest(1);
	attr32(1, 9);
	attr(2, "\1\0\0\0\0\0\0", 8);
	end(entry);
	end(at);
	contains("[{nla_len: 8, nla_type: OP_FLAGS}, DUMP_STATS|DUMP_HW_STATS], [{nla_len: 28, nla_type: GROUP_STATS}, [{nla_len: 24, nla_type: ENTRY}, "
		 "[[{nla_len: 8, nla_type: ID}, 9], [{nla_len: 12, nla_type: PACKETS}, 1]]]]");
}

/* Counters by index: kernels since 6.7 have others at most indices, and tell so by their number */
static void counters_of_ipv6(void **state_)
{
	uint64_t counters[38] = { 37, 1, 2, 3, 4, 5 };
	unsigned at, af;

	(void)state_;
	protocol = NETLINK_ROUTE;
	for (unsigned n = 37; n <= 38; n++) {
		counters[0] = n;
		message(0, RTM_NEWLINK, 0);
		add(&(struct ifinfomsg){ .ifi_family = AF_UNSPEC }, sizeof(struct ifinfomsg));
		at = nest(IFLA_AF_SPEC);
		af = nest(AF_INET6);
		attr(IFLA_INET6_STATS, counters, n * 8);
		end(af);
		end(at);
		contains(n == 37 ? "nla_type: STATS}, [NUM: 37, INPKTS: 1, INOCTETS: 2, INDELIVERS: 3, OUTFORWDATAGRAMS: 4, OUTPKTS: 5, " :
				   "nla_type: STATS}, [NUM: 38, INPKTS: 1, INOCTETS: 2, INDELIVERS: 3, 0x4: 4, 0x5: 5, ");
	}
}

static void encapsulation(void **state_)
{
	struct rtmsg r = { .rtm_family = AF_INET };
	unsigned encap;

	(void)state_;
	protocol = NETLINK_ROUTE;
	message(0, RTM_NEWROUTE, 0);
	add(&r, sizeof(r));
	encap = nest(RTA_ENCAP);
	attr(1, "\0\6\100\0\0\14\201\0", 8);
	end(encap);
	attr16(RTA_ENCAP_TYPE, LWTUNNEL_ENCAP_MPLS);
	contains("nla_type: ENCAP}, [{nla_len: 12, nla_type: DST}, [{label: 100, tc: 0, bos: 0, ttl: 0}, {label: 200, tc: 0, bos: 1, ttl: 0}]]], "
		 "[{nla_len: 6, nla_type: ENCAP_TYPE}, MPLS]");
}

static void a_discipline(void **state_)
{
	struct tc_fifo_qopt fifo = { .limit = 10 };
	struct tc_netem_qopt netem = { .limit = 1000, .loss = 5 };
	unsigned options;

	(void)state_;
	protocol = NETLINK_ROUTE;
	message(0, RTM_NEWQDISC, 0);
	add(&tc_head, sizeof(tc_head));
	attr_text(TCA_KIND, "pfifo");
	attr(TCA_OPTIONS, &fifo, sizeof(fifo));
	contains_as("strace", "nla_type=TCA_OPTIONS}, \"\\x0a\\x00\\x00\\x00\"]");
	contains("[{nla_len: 8, nla_type: OPTIONS}, {limit: 10}]");
	message(0, RTM_NEWQDISC, 0);
	add(&tc_head, sizeof(tc_head));
	attr_text(TCA_KIND, "netem");
	options = nest(TCA_OPTIONS);
	add(&netem, sizeof(netem));
	attr32(TCA_NETEM_ECN, 1);
	end(options);
	contains("nla_type: OPTIONS}, {latency: 0, limit: 1000, loss: 5, gap: 0, duplicate: 0, jitter: 0}, [{nla_len: 8, nla_type: ECN}, 1]]");
}

/* Longer structures of newer kernels; shorter ones are bytes. The kind is beside what holds the statistics. */
static void statistics(void **state_)
{
	struct { struct tc_drr_stats s; uint32_t more; } drr = { { 7 }, 1 };
	unsigned stats;

	(void)state_;
	protocol = NETLINK_ROUTE;
	for (unsigned i = 0; i < 2; i++) {
		message(0, RTM_NEWTCLASS, 0);
		add(&tc_head, sizeof(tc_head));
		attr_text(TCA_KIND, "drr");
		stats = nest(TCA_STATS2);
		attr(4, &drr, i ? 2 : sizeof(drr));
		end(stats);
		contains(i ? "nla_type: APP}, \"\\7\\0\"]" : "nla_type: APP}, {deficit: 7}, \"\\1\\0\\0\\0\"]");
	}
}

static void a_filter(void **state_)
{
	struct tc_mirred mirred = { .action = TC_ACT_STOLEN, .eaction = TCA_EGRESS_REDIR, .ifindex = 1 };
	unsigned options, act, one, parms;

	(void)state_;
	protocol = NETLINK_ROUTE;
	message(0, RTM_NEWTFILTER, 0);
	add(&tc_head, sizeof(tc_head));
	attr_text(TCA_KIND, "flower");
	options = nest(TCA_OPTIONS);
	attr(TCA_FLOWER_KEY_IPV4_DST, "\12\0\0\1", 4);
	attr(TCA_FLOWER_KEY_TCP_DST, "\0\120", 2);
	act = nest(TCA_FLOWER_ACT);
	one = nest(1);
	attr_text(TCA_ACT_KIND, "mirred");
	parms = nest(TCA_ACT_OPTIONS | NLA_F_NESTED);
	attr(TCA_MIRRED_PARMS, &mirred, sizeof(mirred));
	end(parms);
	end(one);
	end(act);
	end(options);
	contains_as("strace", "nla_type=TCA_OPTIONS}, \"\\x08");
	contains_as("text", "[[{nla_len: 8, nla_type: KEY_IPV4_DST}, \"10.0.0.1\"], [{nla_len: 6, nla_type: KEY_TCP_DST}, 80], ");
	contains("nla_type: 0x1}, [[{nla_len: 11, nla_type: KIND}, \"mirred\"], [{nla_len: 36, nla_type: NESTED|OPTIONS}, [{nla_len: 32, nla_type: PARMS}, "
		 "{index: 0, capab: 0, action: STOLEN, refcnt: 0, bindcnt: 0, eaction: EGRESS_REDIR, ifindex: 1<lo>}]]]]");
}

/* The same kind has other options as an action, a filter, a discipline. */
static void actions(void **state_)
{
	struct tcamsg head = { .tca_family = AF_UNSPEC };
	unsigned tab, one;

	(void)state_;
	protocol = NETLINK_ROUTE;
	message(0, RTM_NEWACTION, 0);
	add(&head, sizeof(head));
	tab = nest(TCA_ROOT_TAB);
	one = nest(1);
	attr_text(TCA_ACT_KIND, "gact");
	end(one);
	end(tab);
	contains_as("strace", "nla_type=TCA_ACT_KIND}, \"");
	contains("nla_type: TAB}, [{nla_len: 16, nla_type: 0x1}, [{nla_len: 9, nla_type: KIND}, \"gact\"]]");
}

/* Attributes of any types and lengths, in attributes. */
static void random_attributes(unsigned depth)
{
	for (unsigned n = (unsigned)rand() % 6; n && len < 900; n--) {
		unsigned at = nest((uint16_t)(rand() % 40 | (rand() % 4 ? 0 : NLA_F_NESTED))), data = (unsigned)rand() % 30;

		if (depth && rand() % 2)
			random_attributes(depth - 1);
		for (unsigned i = 0; i < data; i++)
			add(&(uint8_t){ (uint8_t)rand() }, 1);
		end(at);
		if (!(rand() % 20))
			bytes[at] = (uint8_t)rand();
		else
			add("\0\0\0", -len & 3);
	}
}

/* Every table that a kind selects: all of what is shown lies within what was captured, which a sanitizer checks. */
/* Attributes of requests that have the numbers of others in answers. strace shows them as the latter. */
static void what_is_asked(void **state_)
{
	const struct { uint8_t family, reserved[3]; uint32_t ifindex; } vlan = { AF_BRIDGE, { 0 }, 0 };
	struct if_stats_msg stats = { .filter_mask = IFLA_STATS_FILTER_BIT(IFLA_STATS_LINK_64) | IFLA_STATS_FILTER_BIT(IFLA_STATS_AF_SPEC) };
	unsigned filters;

	(void)state_;
	protocol = NETLINK_ROUTE;
	message(0, RTM_GETVLAN, NLM_F_REQUEST | NLM_F_DUMP);
	add(&vlan, sizeof(vlan));
	attr32(BRIDGE_VLANDB_DUMP_FLAGS, BRIDGE_VLANDB_DUMPF_STATS);
	contains("[{nla_len: 8, nla_type: FLAGS}, STATS]");
	message(0, RTM_GETSTATS, NLM_F_REQUEST);
	add(&stats, sizeof(stats));
	filters = nest(1);	/* IFLA_STATS_GET_FILTERS */
	attr32(IFLA_STATS_LINK_OFFLOAD_XSTATS, 5);
	end(filters);
	contains_as("text", "filter_mask: LINK_64|AF_SPEC}, [{nla_len: 12, nla_type: GET_FILTERS}, [{nla_len: 8, nla_type: LINK_OFFLOAD_XSTATS}, 0x5]]");
	contains_as("strace", "filter_mask=1<<IFLA_STATS_UNSPEC|1<<IFLA_STATS_LINK_OFFLOAD_XSTATS");
	len = 0;
	message(0, RTM_NEWSTATS, 0);
	add(&stats, sizeof(stats));
	filters = nest(IFLA_STATS_LINK_OFFLOAD_XSTATS);
	end(filters);
	contains("nla_type: LINK_OFFLOAD_XSTATS}");
}

/* Of a bridge, entries are asked for by either structure; the other end of a tunnel has the family that its length tells. */
static void entries_of_a_bridge(void **state_)
{
	struct ndmsg entry = { .ndm_family = AF_BRIDGE, .ndm_state = NUD_PERMANENT };
	struct ifinfomsg port = { .ifi_family = AF_BRIDGE };

	(void)state_;
	protocol = NETLINK_ROUTE;
	message(0, RTM_GETNEIGH, NLM_F_REQUEST | NLM_F_DUMP);
	add(&entry, sizeof(entry));
	contains_as("strace", "{ifi_family=AF_BRIDGE, ...}");
	contains("{ndm_family: BRIDGE, ndm_ifindex: 0, ndm_state: PERMANENT");
	message(0, RTM_GETNEIGH, NLM_F_REQUEST | NLM_F_DUMP);
	add(&port, sizeof(port));
	contains("{ifi_family: BRIDGE, ");
	message(0, RTM_NEWNEIGH, 0);
	add(&entry, sizeof(entry));
	attr32(NDA_DST, htonl(0x0a000002));
	contains("[{nla_len: 8, nla_type: DST}, \"10.0.0.2\"]");
}

/* The kernel takes a kind without a NUL. strace marks it as cut. */
static void names_without_end(void **state_)
{
	const struct ifinfomsg info = { 0 };
	unsigned at;

	(void)state_;
	protocol = NETLINK_ROUTE;
	message(0, RTM_NEWLINK, NLM_F_REQUEST);
	add(&info, sizeof(info));
	attr8(IFLA_OPERSTATE, IF_OPER_UP);
	at = nest(IFLA_LINKINFO);
	attr(IFLA_INFO_KIND, "veth", 4);
	end(at);
	contains_as("strace", "\"veth\"...]");
	contains_as("strace", "nla_type=IFLA_OPERSTATE}, 6]");
	contains_as("text", "nla_type: OPERSTATE}, UP]");
	contains("nla_type: KIND}, \"veth\"]");
}

static void hostile_tables(void **state_)
{
	static const char *const kinds[] = {
		"bareudp", "bond", "bridge", "can", "dsa", "erspan", "geneve", "gre", "gtp", "hsr", "ip6gre", "ip6tnl", "ipip", "ipoib", "ipvlan", "macsec", "macvlan",
		"netkit", "ppp", "rmnet", "sit", "tun", "veth", "vlan", "vrf", "vti", "vxcan", "vxlan", "xfrm", "bfifo", "cake", "cbs", "choke", "codel", "drr", "etf",
		"ets", "fq", "fq_codel", "fq_pie", "gred", "hfsc", "hhf", "htb", "mqprio", "multiq", "netem", "pfifo_fast", "pie", "plug", "prio", "qfq", "red", "sfb",
		"sfq", "skbprio", "taprio", "tbf", "basic", "bpf", "cgroup", "flow", "flower", "fw", "matchall", "route", "tcindex", "u32", "connmark", "csum", "ct",
		"ctinfo", "gact", "gate", "ife", "mirred", "mpls", "nat", "pedit", "police", "sample", "simple", "skbedit", "skbmod", "tunnel_key",
	};
	static const uint16_t types[] = { RTM_NEWLINK, RTM_NEWQDISC, RTM_NEWTFILTER, RTM_NEWACTION, RTM_NEWROUTE, RTM_NEWVLAN, RTM_GETDCB, RTM_NEWTUNNEL };
	unsigned outer, inner;

	(void)state_;
	srand(2);
	protocol = NETLINK_ROUTE;
	for (unsigned i = 0; i < 20000; i++) {
		uint16_t type = types[(unsigned)rand() % (sizeof(types) / sizeof(types[0]))];
		static const uint8_t head[20];

		len = 0;
		message(0, type, NLM_F_REQUEST);
		add(head, type == RTM_NEWLINK ? 16 : type == RTM_NEWROUTE ? 12 : type == RTM_NEWACTION || type == RTM_GETDCB ? 4 : type >= RTM_NEWVLAN ? 8 : 20);
		outer = type == RTM_NEWLINK ? nest(IFLA_LINKINFO) : 0;
		inner = type == RTM_NEWACTION ? nest(1) : 0;
		attr_text(1, kinds[(unsigned)rand() % (sizeof(kinds) / sizeof(kinds[0]))]);
		if (type == RTM_NEWROUTE)
			attr16(RTA_ENCAP_TYPE, (uint16_t)(rand() % 12));
		for (unsigned k = 0; k < 2; k++) {
			unsigned data = nest(type == RTM_NEWROUTE ? RTA_ENCAP : k ? (uint16_t)(rand() % 8) : 2);

			random_attributes(3);
			end(data);
		}
		if (inner)
			end(inner);
		if (outer)
			end(outer);
		memcpy(bytes, &len, sizeof(len));
		shown_of(i & 1 ? "json" : "text", i & 2 ? CHUNK_PARTIAL : CHUNK_TRUNC, i % 8 ? (unsigned)rand() % (len + 1) : len, len);
	}
	len = 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_kind),
		cmocka_unit_test(where_the_kind_is),
		cmocka_unit_test(addresses_by_kind),
		cmocka_unit_test(a_pair),
		cmocka_unit_test(newer_names),
		cmocka_unit_test(newer_attributes),
		cmocka_unit_test(counters_of_ipv6),
		cmocka_unit_test(encapsulation),
		cmocka_unit_test(a_discipline),
		cmocka_unit_test(statistics),
		cmocka_unit_test(a_filter),
		cmocka_unit_test(actions),
		cmocka_unit_test(what_is_asked),
		cmocka_unit_test(entries_of_a_bridge),
		cmocka_unit_test(names_without_end),
		cmocka_unit_test(hostile_tables),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
