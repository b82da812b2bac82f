// SPDX-License-Identifier: BSD-2-Clause
/* test_genetlink.c - generic netlink: families by id, what messages tell of ids, attributes of each family, damaged messages. */
#include <sys/socket.h>
#include <linux/devlink.h>
#include <linux/ethtool_netlink.h>
#include <linux/genetlink.h>
#include <linux/mptcp.h>
#include <linux/netlink.h>
#include <linux/nl80211.h>
#include <linux/openvswitch.h>
#include <linux/taskstats.h>
#include <linux/wireguard.h>

#include "beautifiers/netlink/generic.h"
#include "genetlink_fixture.h"
#include "tracker/state.h"

static void the_controller(void **state_)
{
	(void)state_;
	begin_of(GENL_ID_CTRL, CTRL_CMD_NEWFAMILY, 1);
	text(CTRL_ATTR_FAMILY_NAME, "nlctrl");
	u16(CTRL_ATTR_FAMILY_ID, 16);
	begin_nest(CTRL_ATTR_OPS);
	begin_nest(1);
	u32(CTRL_ATTR_OP_ID, 3);
	u32(CTRL_ATTR_OP_FLAGS, GENL_CMD_CAP_DO | GENL_CMD_CAP_DUMP);
	end_nest();
	end_nest();
	begin_nest(CTRL_ATTR_MCAST_GROUPS);
	begin_nest(1);
	text(CTRL_ATTR_MCAST_GRP_NAME, "notify");
	end_nest();
	end_nest();
	check_reply("{cmd: NEWFAMILY, version: 1}, [[{nla_len: 11, nla_type: FAMILY_NAME}, \"nlctrl\"], [{nla_len: 6, nla_type: FAMILY_ID}, 16], "
		    "[{nla_len: 24, nla_type: OPS}, [{nla_len: 20, nla_type: 0x1}, [[{nla_len: 8, nla_type: ID}, 3], [{nla_len: 8, nla_type: FLAGS}, "
		    "CMD_CAP_DO|CMD_CAP_DUMP]]]], [{nla_len: 20, nla_type: MCAST_GROUPS}, [{nla_len: 16, nla_type: 0x1}, [{nla_len: 11, nla_type: NAME}, \"notify\"]]]]");
	begin_of(GENL_ID_CTRL, CTRL_CMD_GETPOLICY, 1);
	begin_nest(NLA_F_NESTED | CTRL_ATTR_POLICY);
	begin_nest(NLA_F_NESTED | 0);
	begin_nest(NLA_F_NESTED | 1);
	u32(NL_POLICY_TYPE_ATTR_TYPE, NL_ATTR_TYPE_U16);
	end_nest();
	end_nest();
	end_nest();
	check_reply("{cmd: GETPOLICY, version: 1}, [{nla_len: 20, nla_type: NESTED|POLICY}, [{nla_len: 16, nla_type: NESTED|0}, [{nla_len: 12, nla_type: NESTED|0x1}, "
		    "[{nla_len: 8, nla_type: TYPE}, U16]]]]");
}

static void learn(void *ctx, uint16_t id, const char *name, unsigned n)
{
	genl_families__set(ctx, id, name, n);
}

/* A family that is told is known from then on, whatever name its id had. */
static void families_are_learned(void **state_)
{
	(void)state_;
	genl_families__free(&families);
	begin_of(0x33, 1, 1);
	u32(1, 7);
	check("{cmd: 0x1, version: 1}, [{nla_len: 8, nla_type: 0x1}, \"\\7\\0\\0\\0\"]");
	begin_of(GENL_ID_CTRL, CTRL_CMD_NEWFAMILY, 1);
	text(CTRL_ATTR_FAMILY_NAME, "TASKSTATS");
	u16(CTRL_ATTR_FAMILY_ID, 0x33);
	*(uint32_t *)bytes = len;
	shown_of("text", &sent, CHUNK_OK, len, len);
	genl__learn(&call, learn, &families);
	assert_null(genl_families__name(&families, 0x33));	/* it was sent: no answer of the kernel */
	shown_of("text", &received, CHUNK_TRUNC, len - 4, len);
	genl__learn(&call, learn, &families);
	assert_null(genl_families__name(&families, 0x33));	/* it was not captured whole */
	shown_of("text", &received, CHUNK_OK, len, len);
	genl__learn(&call, learn, &families);
	assert_string_equal(genl_families__name(&families, 0x33), "TASKSTATS");
	begin_of(0x33, TASKSTATS_CMD_GET, 1);
	u32(TASKSTATS_CMD_ATTR_PID, 42);
	check("{cmd: GET, version: 1}, [{nla_len: 8, nla_type: PID}, 42<sh>]");
	*(uint32_t *)bytes = len;
	assert_non_null(strstr(shown_of("text", &sent, CHUNK_OK, len, len), "nlmsg_type: TASKSTATS, "));
}

/* A structure may precede the attributes of a family that has no table. */
static void what_is_not_attributes(void **state_)
{
	(void)state_;
	begin("other", 1);
	add("\5\0\1\0abcdefg", 12);
	check("{cmd: 0x1, version: 1}, \"\\5\\0\\1\\0abcdefg\\0\"");
}

static void ethtool(void **state_)
{
	(void)state_;
	begin("ethtool", ETHTOOL_MSG_LINKINFO_GET);
	begin_nest(NLA_F_NESTED | ETHTOOL_A_LINKINFO_HEADER);
	text(ETHTOOL_A_HEADER_DEV_NAME, "eth0");
	u32(ETHTOOL_A_HEADER_FLAGS, ETHTOOL_FLAG_COMPACT_BITSETS);
	end_nest();
	check("{cmd: LINKINFO_GET, version: 1}, [{nla_len: 24, nla_type: NESTED|HEADER}, [[{nla_len: 9, nla_type: DEV_NAME}, \"eth0\"], "
	      "[{nla_len: 8, nla_type: FLAGS}, COMPACT_BITSETS]]]");
	begin("ethtool", ETHTOOL_MSG_LINKINFO_NTF);	/* 3: of user space it is LINKINFO_SET */
	u8(ETHTOOL_A_LINKINFO_PORT, 5);
	u16(ETHTOOL_A_LINKINFO_PHYADDR, 5);		/* it is a byte */
	check_reply("{cmd: LINKINFO_NTF, version: 1}, [[{nla_len: 5, nla_type: PORT}, DA], [{nla_len: 6, nla_type: PHYADDR}, \"\\5\\0\"]]");
	check("{cmd: LINKINFO_SET, version: 1}, [[{nla_len: 5, nla_type: PORT}, DA], [{nla_len: 6, nla_type: PHYADDR}, \"\\5\\0\"]]");
	begin("ethtool", ETHTOOL_MSG_STATS_GET_REPLY);
	begin_nest(NLA_F_NESTED | ETHTOOL_A_STATS_GRP);
	u32(ETHTOOL_A_STATS_GRP_ID, ETHTOOL_STATS_ETH_MAC);
	begin_nest(NLA_F_NESTED | ETHTOOL_A_STATS_GRP_STAT);
	attribute(ETHTOOL_A_STATS_ETH_MAC_5_RX_PKT, &(uint64_t){ 9 }, 8);
	end_nest();
	end_nest();
	check_reply("{cmd: STATS_GET_REPLY, version: 1}, [{nla_len: 28, nla_type: NESTED|GRP}, [[{nla_len: 8, nla_type: ID}, ETH_MAC], "
		    "[{nla_len: 16, nla_type: NESTED|STAT}, [{nla_len: 12, nla_type: 5_RX_PKT}, 9]]]]");
}

static void devlink(void **state_)
{
	(void)state_;
	begin("devlink", DEVLINK_CMD_PARAM_GET);
	text(DEVLINK_ATTR_BUS_NAME, "pci");
	begin_nest(DEVLINK_ATTR_PARAM);
	begin_nest(DEVLINK_ATTR_PARAM_VALUES_LIST);
	begin_nest(DEVLINK_ATTR_PARAM_VALUE);
	u8(DEVLINK_ATTR_PARAM_VALUE_CMODE, DEVLINK_PARAM_CMODE_PERMANENT);
	end_nest();
	end_nest();
	end_nest();
	check("{cmd: PARAM_GET, version: 1}, [[{nla_len: 8, nla_type: BUS_NAME}, \"pci\"], [{nla_len: 20, nla_type: PARAM}, [{nla_len: 16, nla_type: PARAM_VALUES_LIST}, "
	      "[{nla_len: 12, nla_type: PARAM_VALUE}, [{nla_len: 5, nla_type: PARAM_VALUE_CMODE}, PERMANENT]]]]]");
}

static void nl80211(void **state_)
{
	(void)state_;
	begin("nl80211", NL80211_CMD_NEW_STATION);
	attribute(NL80211_ATTR_MAC, "\1\2\3\4\5\6", 6);
	begin_nest(NL80211_ATTR_STA_INFO);
	u8(NL80211_STA_INFO_SIGNAL, (uint8_t)-50);
	begin_nest(NL80211_STA_INFO_TX_BITRATE);
	u16(NL80211_RATE_INFO_BITRATE, 540);
	end_nest();
	end_nest();
	check("{cmd: NEW_STATION, version: 1}, [[{nla_len: 10, nla_type: MAC}, \"01:02:03:04:05:06\"], [{nla_len: 24, nla_type: STA_INFO}, "
	      "[[{nla_len: 5, nla_type: SIGNAL}, -50], [{nla_len: 12, nla_type: TX_BITRATE}, [{nla_len: 6, nla_type: BITRATE}, 540]]]]]");
	begin("nl80211", NL80211_CMD_NEW_WIPHY);
	begin_nest(NL80211_ATTR_WIPHY_BANDS);
	begin_nest(NL80211_BAND_5GHZ);
	begin_nest(NL80211_BAND_ATTR_FREQS);
	begin_nest(0);
	u32(NL80211_FREQUENCY_ATTR_FREQ, 5180);
	end_nest();
	end_nest();
	end_nest();
	end_nest();
	check("{cmd: NEW_WIPHY, version: 1}, [{nla_len: 24, nla_type: WIPHY_BANDS}, [{nla_len: 20, nla_type: 5GHZ}, [{nla_len: 16, nla_type: FREQS}, "
	      "[{nla_len: 12, nla_type: 0}, [{nla_len: 8, nla_type: FREQ}, 5180]]]]]");
}

/* Families of the newest kernels, whose headers may be missing: by their numbers */
static void specified_families(void **state_)
{
	(void)state_;
	begin("dpll", 2);
	u32(5, 2);
	u32(7, 3);
	attribute(4, "\1\2\0\0\0\0\0\0", 8);
	check_reply("{cmd: DEVICE_GET, version: 1}, [[{nla_len: 8, nla_type: MODE}, AUTOMATIC], [{nla_len: 8, nla_type: LOCK_STATUS}, LOCKED_HO_ACQ], "
		    "[{nla_len: 12, nla_type: CLOCK_ID}, 0x201]]");
	begin("dpll", 8);
	u32(17, 5);
	begin_nest(18);
	u32(2, 1);
	u32(16, 2);
	end_nest();
	attribute(24, "\376\377\377\377", 4);
	check_reply("{cmd: PIN_GET, version: 1}, [[{nla_len: 8, nla_type: CAPABILITIES}, DIRECTION_CAN_CHANGE|STATE_CAN_CHANGE], [{nla_len: 20, nla_type: PARENT_DEVICE}, "
		    "[[{nla_len: 8, nla_type: PARENT_ID}, 1], [{nla_len: 8, nla_type: STATE}, DISCONNECTED]]], [{nla_len: 8, nla_type: FRACTIONAL_FREQUENCY_OFFSET}, -2]]");
	begin("net-shaper", 2);
	begin_nest(1);
	u32(1, 2);
	u32(2, 6);
	end_nest();
	u32(2, 1);
	check("{cmd: SET, version: 1}, [[{nla_len: 20, nla_type: HANDLE}, [[{nla_len: 8, nla_type: SCOPE}, QUEUE], [{nla_len: 8, nla_type: ID}, 6]]], "
	      "[{nla_len: 8, nla_type: METRIC}, PPS]]");
	begin("net-shaper", 5);
	u32(2, 3);
	attribute(3, "", 0);
	check_reply("{cmd: CAP_GET, version: 1}, [[{nla_len: 8, nla_type: SCOPE}, NODE], {nla_len: 4, nla_type: SUPPORT_METRIC_BPS}]");
	begin("psp", 1);
	u32(3, 5);
	check_reply("{cmd: DEV_GET, version: 1}, [{nla_len: 8, nla_type: PSP_VERSIONS_CAP}, HDR0_AES_GCM_128|HDR0_AES_GMAC_128]");
	begin("psp", 8);
	u32(2, 1);
	begin_nest(3);
	attribute(1, "key!", 4);
	u32(2, 0x99);
	end_nest();
	check_reply("{cmd: RX_ASSOC, version: 1}, [[{nla_len: 8, nla_type: VERSION}, HDR0_AES_GCM_256], [{nla_len: 20, nla_type: RX_KEY}, "
		    "[[{nla_len: 8, nla_type: KEY}, \"key!\"], [{nla_len: 8, nla_type: SPI}, 0x99]]]]");
	begin("psp", 10);
	u32(2, 4);
	check_reply("{cmd: GET_STATS, version: 1}, [{nla_len: 8, nla_type: KEY_ROTATIONS}, 4]");
	begin("handshake", 2);
	u32(3, 1);
	u32(5, 3);
	check_reply("{cmd: ACCEPT, version: 1}, [[{nla_len: 8, nla_type: MESSAGE_TYPE}, CLIENTHELLO], [{nla_len: 8, nla_type: AUTH_MODE}, X509]]");
	begin("handshake", 3);
	u32(1, 13);
	check("{cmd: DONE, version: 1}, [{nla_len: 8, nla_type: STATUS}, 13]");
	begin("ovpn", 6);
	begin_nest(3);
	u32(2, 1);
	u32(4, 2);
	end_nest();
	check("{cmd: KEY_NEW, version: 1}, [{nla_len: 20, nla_type: KEYCONF}, [[{nla_len: 8, nla_type: SLOT}, SECONDARY], [{nla_len: 8, nla_type: CIPHER_ALG}, CHACHA20_POLY1305]]]");
	begin("nfsd", 6);
	begin_nest(1);
	attribute(1, "\2\0\10\1\177\0\0\1\0\0\0\0\0\0\0\0", 16);
	text(2, "tcp");
	end_nest();
	check("{cmd: LISTENER_SET, version: 1}, [{nla_len: 32, nla_type: ADDR}, [[{nla_len: 20, nla_type: ADDR}, {sa_family: INET, sin_port: 2049, sin_addr: \"127.0.0.1\"}], "
	      "[{nla_len: 8, nla_type: TRANSPORT_NAME}, \"tcp\"]]]");
	begin("lockd", 1);
	u16(2, 4045);
	check("{cmd: SERVER_SET, version: 1}, [{nla_len: 6, nla_type: TCP_PORT}, 4045]");
}

/* Of structures, the end may be missing; version 15 had another order. */
static void taskstats(void **state_)
{
	uint64_t stats[3] = { 8 };

	(void)state_;
	begin("TASKSTATS", TASKSTATS_CMD_NEW);
	begin_nest(TASKSTATS_TYPE_AGGR_PID);
	attribute(TASKSTATS_TYPE_STATS, stats, 12);
	end_nest();
	check_reply("{cmd: NEW, version: 1}, [{nla_len: 20, nla_type: AGGR_PID}, [{nla_len: 16, nla_type: STATS}, "
		    "{version: 8, ac_exitcode: 0, ac_flag: 0, ac_nice: 0}]]");
	begin("TASKSTATS", TASKSTATS_CMD_NEW);
	stats[0] = 15;
	attribute(TASKSTATS_TYPE_STATS, stats, 4);
	check_reply("{cmd: NEW, version: 1}, [{nla_len: 8, nla_type: STATS}, \"\\17\\0\\0\\0\"]");
}

/* What no process asked for has numbers of its own. */
static void events(void **state_)
{
	(void)state_;
	begin("mptcp_pm", MPTCP_PM_CMD_GET_LIMITS);
	u32(MPTCP_PM_ATTR_SUBFLOWS, 2);
	check_reply("{cmd: GET_LIMITS, version: 1}, [{nla_len: 8, nla_type: SUBFLOWS}, 2]");
	begin_of(0x20, MPTCP_EVENT_CREATED, 0);
	u32(MPTCP_ATTR_TOKEN, 0x12);
	u16(MPTCP_ATTR_DPORT, 0x5000);
	check_reply("{cmd: CREATED, version: 1}, [[{nla_len: 8, nla_type: TOKEN}, 0x12], [{nla_len: 6, nla_type: DPORT}, 80]]");
}

static void other_families(void **state_)
{
	(void)state_;
	begin("netdev", 1);
	u32(1, 9);
	attribute(3, &(uint64_t){ 5 }, 8);
	check("{cmd: DEV_GET, version: 1}, [[{nla_len: 8, nla_type: IFINDEX}, 9], [{nla_len: 12, nla_type: XDP_FEATURES}, BASIC|NDO_XMIT]]");
	begin("ovs_vport", OVS_VPORT_CMD_GET);
	u32(0, 0);	/* struct ovs_header precedes */
	len -= 4;
	*(uint32_t *)(bytes + len - 4) = 7;
	u32(OVS_VPORT_ATTR_TYPE, OVS_VPORT_TYPE_VXLAN);
	check("{cmd: GET, version: 1}, {dp_ifindex: 7}, [{nla_len: 8, nla_type: TYPE}, VXLAN]");
	begin("wireguard", WG_CMD_SET_DEVICE);
	begin_nest(WGDEVICE_A_PEERS);
	begin_nest(0);
	attribute(WGPEER_A_ENDPOINT, "\2\0\0\65\10\10\10\10\0\0\0\0\0\0\0\0", 16);
	begin_nest(WGPEER_A_ALLOWEDIPS);
	begin_nest(0);
	u16(WGALLOWEDIP_A_FAMILY, AF_INET);
	attribute(WGALLOWEDIP_A_IPADDR, "\12\0\0\1", 4);
	end_nest();
	end_nest();
	end_nest();
	end_nest();
	check("{cmd: SET_DEVICE, version: 1}, [{nla_len: 52, nla_type: PEERS}, [{nla_len: 48, nla_type: 0}, [[{nla_len: 20, nla_type: ENDPOINT}, "
	      "{sa_family: INET, sin_port: 53, sin_addr: \"8.8.8.8\"}], [{nla_len: 24, nla_type: ALLOWEDIPS}, [{nla_len: 20, nla_type: 0}, "
	      "[[{nla_len: 6, nla_type: FAMILY}, INET], [{nla_len: 8, nla_type: IPADDR}, \"10.0.0.1\"]]]]]]]");
}

static const struct attrs *checked[2048];
static unsigned nchecked;

/* Tables are nested in several others, and in themselves. */
static bool is_checked(const struct attrs *t)
{
	for (unsigned i = 0; i < nchecked; i++)
		if (checked[i] == t)
			return true;
	assert_true(nchecked < sizeof(checked) / sizeof(checked[0]));
	checked[nchecked++] = t;
	return false;
}

/* Entries for names that the list lacks are mistakes, or newer than headers of 6.1. */
static void check_table(const struct attrs *t)
{
	for (unsigned i = 0; t && t->named && i < t->n; i++) {
		const struct named_attr *a = &t->named[i];

		if ((a->as == AS_NEST || a->as == AS_EACH || a->as == AS_EACH2) && a->of && !is_checked(a->of))
			check_table(a->of);
		for (const char *p = a->names, *end; *p; p = *end ? end + 1 : end) {
			end = strchrnul(p, ' ');
			if (!flag_table__named(t->names, p, (size_t)(end - p)) && strncmp(p, "RATE_TX_", 8) && strncmp(p, "DEVLINK_PORT_FN_ATTR_CAPS", 25))
				fail_msg("%s lacks %.*s", t->names->id, (int)(end - p), p);
		}
	}
}

static void names_exist(void **state_)
{
	const struct genl_family *f;

	(void)state_;
	for (unsigned i = 0; (f = genl_family__nth(i)); i++) {
		assert_true(strlen(f->name) < GENL_NAMSIZ && f->cmds && f->cmds->n);
		check_table(f->attrs);
		check_table(f->event_attrs);
		for (unsigned j = 0; j < f->nby; j++)
			check_table(f->by[j].attrs);
	}
}

/* A recording that begins in the middle of a trace begins with the families known then. */
static void records_tell_families(void **state_)
{
	struct rec_genl r = { .rec = { .len = sizeof(r), .type = REC_GENL }, .id = 0x20, .name = "devlink" };
	struct state s;
	struct buf records = { 0 };
	const struct rec_genl *dumped;

	(void)state_;
	assert_int_equal(state__open(&s), 0);
	state__follow(&s, &r.rec);
	r.id = 0x10000;		/* no type of a message */
	state__follow(&s, &r.rec);
	state__dump(&s, 5, &records);
	dumped = (const struct rec_genl *)records.p;
	assert_int_equal(records.len, sizeof(*dumped));
	assert_int_equal(dumped->rec.type, REC_GENL);
	assert_int_equal(dumped->rec.ts, 5);
	assert_int_equal(dumped->id, 0x20);
	assert_string_equal(dumped->name, "devlink");
	buf__free(&records);
	state__close(&s);
}

static void many_families(void **state_)
{
	char name[32];

	(void)state_;
	genl_families__free(&families);
	for (unsigned i = 0; i < 2 * GENL_FAMILIES_MAX; i++) {
		snprintf(name, sizeof(name), "f%u", i);
		genl_families__set(&families, (uint16_t)(i * 7919), name, (unsigned)strlen(name));
	}
	assert_int_equal(families.n, GENL_FAMILIES_MAX);
	assert_string_equal(genl_families__name(&families, 7919), "f1");
	genl_families__set(&families, 7919, "a name that is too long", 23);
	assert_string_equal(genl_families__name(&families, 7919), "f1");
	genl_families__free(&families);
}

/* Any bytes: all of what is shown, and learned, lies within those captured, which a sanitizer checks. */
static void hostile_bytes(void **state_)
{
	const struct genl_family *f;
	uint16_t n = 0;

	(void)state_;
	genl_families__free(&families);
	for (; (f = genl_family__nth(n)); n++)
		genl_families__set(&families, (uint16_t)(0x100 + n), f->name, (unsigned)strlen(f->name));
	srand(1);
	for (unsigned i = 0; i < 40000; i++) {
		unsigned have = (unsigned)rand() % 400;

		for (unsigned j = 0; j < sizeof(bytes); j++)
			bytes[j] = (uint8_t)(rand() % 3 ? rand() % 12 : rand());
		*(uint32_t *)bytes = (uint32_t)rand() % 600;
		*(uint16_t *)(bytes + 4) = (uint16_t)(rand() % 8 ? 0x100 + rand() % (n + 1) : GENL_ID_CTRL);
		if (rand() % 2)		/* nested lengths that fit */
			for (unsigned at = 20, left = have; left > 24; at += 4, left -= 4) {
				*(uint16_t *)(bytes + at) = (uint16_t)(left - 20);
				*(uint16_t *)(bytes + at + 2) = (uint16_t)(rand() % 60);
			}
		shown_of(i & 1 ? "json" : "text", i & 4 ? &received : &sent, i & 2 ? CHUNK_PARTIAL : CHUNK_TRUNC, have, (unsigned)rand() % 600);
		genl__learn(&call, learn, &families);
	}
	genl_families__free(&families);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_controller),
		cmocka_unit_test(families_are_learned),
		cmocka_unit_test(what_is_not_attributes),
		cmocka_unit_test(ethtool),
		cmocka_unit_test(devlink),
		cmocka_unit_test(nl80211),
		cmocka_unit_test(specified_families),
		cmocka_unit_test(taskstats),
		cmocka_unit_test(events),
		cmocka_unit_test(other_families),
		cmocka_unit_test(names_exist),
		cmocka_unit_test(records_tell_families),
		cmocka_unit_test(many_families),
		cmocka_unit_test(hostile_bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
