// SPDX-License-Identifier: BSD-2-Clause
/*
 * test_genetlink_newest.c - generic netlink: attributes of the newest kernels, by their numbers, as headers may lack them; values that have
 * names, and those whose names another attribute selects.
 */
#include <linux/devlink.h>
#include <linux/ethtool.h>
#include <linux/ethtool_netlink.h>
#include <linux/mptcp.h>
#include <linux/nl80211.h>

#include "genetlink_fixture.h"

/* -- Wireless devices -------------------------------------------------------------------------------------------------- */

static void channels_and_peers(void **state_)
{
	(void)state_;
	begin("nl80211", NL80211_CMD_SET_CHANNEL);
	attribute(345, "", 0);
	attribute(348, "", 0);
	u32(365, 5180);
	check("{cmd: SET_CHANNEL, version: 1}, [{nla_len: 4, nla_type: S1G_PRIMARY_2MHZ}, {nla_len: 4, nla_type: DISABLE_UHR}, "
	      "[{nla_len: 8, nla_type: NPCA_PRIMARY_FREQ}, 5180]]");
	begin("nl80211", NL80211_CMD_START_NAN);
	begin_nest(342);
	attribute(1, "\120\157\232\1\0\2", 6);
	begin_nest(4);
	begin_nest(1);
	u8(1, 1);
	attribute(3, "\310", 1);
	end_nest();
	end_nest();
	attribute(8, "", 0);
	end_nest();
	check("{cmd: START_NAN, version: 1}, [{nla_len: 44, nla_type: NAN_CONFIG}, [[{nla_len: 10, nla_type: CLUSTER_ID}, \"50:6f:9a:01:00:02\"], "
	      "[{nla_len: 24, nla_type: BAND_CONFIGS}, [{nla_len: 20, nla_type: 0x1}, [[{nla_len: 5, nla_type: BAND}, 5GHZ], [{nla_len: 5, nla_type: RSSI_CLOSE}, -56]]]], "
	      "{nla_len: 4, nla_type: NOTIFY_DW}]]");
	begin("nl80211", 163);
	begin_nest(351);
	u32(NL80211_ATTR_WIPHY_FREQ, 2437);
	u8(354, 2);
	end_nest();
	begin_nest(363);
	begin_nest(0);
	u8(1, 3);
	attribute(2, "\0\1\377", 3);
	end_nest();
	end_nest();
	check("{cmd: NAN_SET_PEER_SCHED, version: 1}, [[{nla_len: 20, nla_type: NAN_CHANNEL}, [[{nla_len: 8, nla_type: WIPHY_FREQ}, 2437], [{nla_len: 5, nla_type: NAN_RX_NSS}, 2]]], "
	      "[{nla_len: 24, nla_type: NAN_PEER_MAPS}, [{nla_len: 20, nla_type: 0}, [[{nla_len: 5, nla_type: MAP_ID}, 3], [{nla_len: 7, nla_type: TIME_SLOTS}, [0, 1, 255]]]]]]");
	begin("nl80211", NL80211_CMD_NEW_WIPHY);
	begin_nest(344);
	attribute(1, "", 0);
	begin_nest(7);
	u32(6, 0x339);
	end_nest();
	end_nest();
	check_reply("{cmd: NEW_WIPHY, version: 1}, [{nla_len: 20, nla_type: NAN_CAPABILITIES}, [{nla_len: 4, nla_type: CONFIGURABLE_SYNC}, [{nla_len: 12, nla_type: PHY}, "
		    "[{nla_len: 8, nla_type: VHT_CAPA}, 0x339]]]]");
}

static void measurements(void **state_)
{
	(void)state_;
	begin("nl80211", NL80211_CMD_PEER_MEASUREMENT_RESULT);
	begin_nest(NL80211_ATTR_PEER_MEASUREMENTS);
	begin_nest(NL80211_PMSR_ATTR_PEERS);
	begin_nest(0);
	attribute(NL80211_PMSR_PEER_ATTR_ADDR, "\1\2\3\4\5\6", 6);
	begin_nest(NL80211_PMSR_PEER_ATTR_RESP);
	u32(NL80211_PMSR_RESP_ATTR_STATUS, NL80211_PMSR_STATUS_TIMEOUT);
	begin_nest(NL80211_PMSR_RESP_ATTR_DATA);
	begin_nest(NL80211_PMSR_TYPE_FTM);
	u32(NL80211_PMSR_FTM_RESP_ATTR_FAIL_REASON, NL80211_PMSR_FTM_FAILURE_PEER_BUSY);
	attribute(NL80211_PMSR_FTM_RESP_ATTR_DIST_AVG, "\377\377\377\377\377\377\377\377", 8);
	end_nest();
	end_nest();
	end_nest();
	end_nest();
	end_nest();
	end_nest();
	check_reply("{cmd: PEER_MEASUREMENT_RESULT, version: 1}, [{nla_len: 64, nla_type: PEER_MEASUREMENTS}, [{nla_len: 60, nla_type: PEERS}, [{nla_len: 56, nla_type: 0}, "
		    "[[{nla_len: 10, nla_type: ADDR}, \"01:02:03:04:05:06\"], [{nla_len: 40, nla_type: RESP}, [[{nla_len: 8, nla_type: STATUS}, TIMEOUT], "
		    "[{nla_len: 28, nla_type: DATA}, [{nla_len: 24, nla_type: FTM}, [[{nla_len: 8, nla_type: FAIL_REASON}, PEER_BUSY], "
		    "[{nla_len: 12, nla_type: DIST_AVG}, -1]]]]]]]]]]");
	begin("nl80211", NL80211_CMD_NEW_WIPHY);
	begin_nest(NL80211_ATTR_PEER_MEASUREMENTS);
	begin_nest(NL80211_PMSR_ATTR_TYPE_CAPA);
	begin_nest(NL80211_PMSR_TYPE_FTM);
	attribute(NL80211_PMSR_FTM_CAPA_ATTR_ASAP, "", 0);
	u32(24 - 12, 4);
	begin_nest(20);
	attribute(21, "", 0);
	end_nest();
	end_nest();
	end_nest();
	end_nest();
	check_reply("{cmd: NEW_WIPHY, version: 1}, [{nla_len: 32, nla_type: PEER_MEASUREMENTS}, [{nla_len: 28, nla_type: TYPE_CAPA}, [{nla_len: 24, nla_type: FTM}, "
		    "[{nla_len: 4, nla_type: ASAP}, [{nla_len: 8, nla_type: MAX_TX_LTF_REP}, 4], [{nla_len: 8, nla_type: RSTA_CAPS}, {nla_len: 4, nla_type: SUPPORT_NTB}]]]]]");
}

/* Of devices a structure tells what they support, elsewhere are rules */
static void rules_that_coalesce(void **state_)
{
	const struct nl80211_coalesce_rule_support support = { 3, { 20, 1, 128, 9 }, 1000 };

	(void)state_;
	begin("nl80211", NL80211_CMD_NEW_WIPHY);
	attribute(NL80211_ATTR_COALESCE_RULE, &support, sizeof(support));
	check_reply("{cmd: NEW_WIPHY, version: 1}, [{nla_len: 28, nla_type: COALESCE_RULE}, {max_rules: 3, pat: {max_patterns: 20, min_pattern_len: 1, max_pattern_len: 128, "
		    "max_pkt_offset: 9}, max_delay: 1000}]");
	begin("nl80211", NL80211_CMD_SET_COALESCE);
	begin_nest(NL80211_ATTR_COALESCE_RULE);
	begin_nest(1);
	u32(NL80211_ATTR_COALESCE_RULE_DELAY, 7);
	u32(NL80211_ATTR_COALESCE_RULE_CONDITION, NL80211_COALESCE_CONDITION_NO_MATCH);
	end_nest();
	end_nest();
	check("{cmd: SET_COALESCE, version: 1}, [{nla_len: 24, nla_type: COALESCE_RULE}, [{nla_len: 20, nla_type: 0x1}, [[{nla_len: 8, nla_type: DELAY}, 7], "
	      "[{nla_len: 8, nla_type: CONDITION}, NO_MATCH]]]]");
	begin("nl80211", NL80211_CMD_NEW_WIPHY);
	begin_nest(NL80211_ATTR_WOWLAN_TRIGGERS_SUPPORTED);
	attribute(NL80211_WOWLAN_TRIG_MAGIC_PKT, "", 0);
	attribute(NL80211_WOWLAN_TRIG_PKT_PATTERN, &support.pat, sizeof(support.pat));
	end_nest();
	check_reply("{cmd: NEW_WIPHY, version: 1}, [{nla_len: 28, nla_type: WOWLAN_TRIGGERS_SUPPORTED}, [{nla_len: 4, nla_type: MAGIC_PKT}, [{nla_len: 20, nla_type: PKT_PATTERN}, "
		    "{max_patterns: 20, min_pattern_len: 1, max_pattern_len: 128, max_pkt_offset: 9}]]]");
}

static void wireless_values(void **state_)
{
	(void)state_;
	begin("nl80211", NL80211_CMD_CONNECT);
	u32(NL80211_ATTR_WPA_VERSIONS, NL80211_WPA_VERSION_2 | NL80211_WPA_VERSION_3);
	u32(NL80211_ATTR_TIMEOUT_REASON, NL80211_TIMEOUT_ASSOC);
	u8(NL80211_ATTR_SAE_PWE, NL80211_SAE_PWE_BOTH);
	check("{cmd: CONNECT, version: 1}, [[{nla_len: 8, nla_type: WPA_VERSIONS}, 2|3], [{nla_len: 8, nla_type: TIMEOUT_REASON}, ASSOC], [{nla_len: 5, nla_type: SAE_PWE}, BOTH]]");
	begin("nl80211", NL80211_CMD_GET_REG);
	begin_nest(NL80211_ATTR_REG_RULES);
	begin_nest(0);
	u32(NL80211_ATTR_REG_RULE_FLAGS, NL80211_RRF_DFS | 1u << 20);
	attribute(8, "\373", 1);
	end_nest();
	end_nest();
	check_reply("{cmd: GET_REG, version: 1}, [{nla_len: 24, nla_type: REG_RULES}, [{nla_len: 20, nla_type: 0}, [[{nla_len: 8, nla_type: REG_RULE_FLAGS}, DFS|PSD], "
		    "[{nla_len: 5, nla_type: POWER_RULE_PSD}, -5]]]]");
	begin("nl80211", NL80211_CMD_NEW_SCAN_RESULTS);
	begin_nest(NL80211_ATTR_BSS);
	u32(23, 3);
	attribute(24, "\2\0\0\0\0\0\0\0", 8);
	end_nest();
	check_reply("{cmd: NEW_SCAN_RESULTS, version: 1}, [{nla_len: 24, nla_type: BSS}, [[{nla_len: 8, nla_type: USE_FOR}, NORMAL|MLD_LINK], "
		    "[{nla_len: 12, nla_type: CANNOT_USE_REASONS}, 6GHZ_PWR_MISMATCH]]]");
	begin("nl80211", NL80211_CMD_START_SCHED_SCAN);
	begin_nest(NL80211_ATTR_SCHED_SCAN_MATCH);
	begin_nest(0);
	attribute(NL80211_SCHED_SCAN_MATCH_ATTR_RSSI_ADJUST, "\1\372", 2);
	begin_nest(NL80211_SCHED_SCAN_MATCH_PER_BAND_RSSI);
	u32(NL80211_BAND_5GHZ, (uint32_t)-70);
	end_nest();
	end_nest();
	end_nest();
	check("{cmd: START_SCHED_SCAN, version: 1}, [{nla_len: 28, nla_type: SCHED_SCAN_MATCH}, [{nla_len: 24, nla_type: 0}, [[{nla_len: 6, nla_type: RSSI_ADJUST}, "
	      "{band: 5GHZ, delta: -6}], [{nla_len: 12, nla_type: NL80211_SCHED_SCAN_MATCH_PER_BAND_RSSI}, [{nla_len: 8, nla_type: 5GHZ}, -70]]]]]");
}

/* -- Devices ----------------------------------------------------------------------------------------------------------- */

static void states_of_links(void **state_)
{
	(void)state_;
	begin("ethtool", ETHTOOL_MSG_LINKSTATE_GET);
	u8(ETHTOOL_A_LINKSTATE_EXT_STATE, ETHTOOL_LINK_EXT_STATE_CABLE_ISSUE);
	u8(ETHTOOL_A_LINKSTATE_EXT_SUBSTATE, ETHTOOL_LINK_EXT_SUBSTATE_CI_CABLE_TEST_FAILURE);
	check("{cmd: LINKSTATE_GET, version: 1}, [[{nla_len: 5, nla_type: EXT_STATE}, CABLE_ISSUE], [{nla_len: 5, nla_type: EXT_SUBSTATE}, CABLE_TEST_FAILURE]]");
	begin("ethtool", ETHTOOL_MSG_LINKSTATE_GET);
	u8(ETHTOOL_A_LINKSTATE_EXT_STATE, ETHTOOL_LINK_EXT_STATE_OVERHEAT);
	u8(ETHTOOL_A_LINKSTATE_EXT_SUBSTATE, 2);
	check("{cmd: LINKSTATE_GET, version: 1}, [[{nla_len: 5, nla_type: EXT_STATE}, OVERHEAT], [{nla_len: 5, nla_type: EXT_SUBSTATE}, 2]]");
	begin("ethtool", ETHTOOL_MSG_PSE_GET);
	u32(10, 5);
	u32(11, 2);
	u32(ETHTOOL_A_PODL_PSE_PW_D_STATUS, 6);
	check("{cmd: PSE_GET, version: 1}, [[{nla_len: 8, nla_type: C33_PSE_EXT_STATE}, OPTION_VPORT_LIM], [{nla_len: 8, nla_type: C33_PSE_EXT_SUBSTATE}, LOW_VOLTAGE], "
	      "[{nla_len: 8, nla_type: PODL_PSE_PW_D_STATUS}, IDLE]]");
}

static void settings_of_devices(void **state_)
{
	(void)state_;
	begin("ethtool", ETHTOOL_MSG_COALESCE_SET);
	u32(31, 8);
	check("{cmd: COALESCE_SET, version: 1}, [{nla_len: 8, nla_type: RX_CQE_FRAMES}, 8]");
	begin("ethtool", ETHTOOL_MSG_PAUSE_GET);
	u32(6, 2);
	check("{cmd: PAUSE_GET, version: 1}, [{nla_len: 8, nla_type: STATS_SRC}, PMAC]");
	begin("ethtool", 38);
	begin_nest(8);
	u32(4, 0x130);
	end_nest();
	check("{cmd: RSS_GET, version: 1}, [{nla_len: 12, nla_type: FLOW_HASH}, [{nla_len: 8, nla_type: TCP4}, IP_SRC|IP_DST|GTP_TEID]]");
	begin("ethtool", ETHTOOL_MSG_MODULE_SET);
	u8(ETHTOOL_A_MODULE_POWER_MODE_POLICY, ETHTOOL_MODULE_POWER_MODE_POLICY_AUTO);
	check("{cmd: MODULE_SET, version: 1}, [{nla_len: 5, nla_type: POWER_MODE_POLICY}, AUTO]");
	begin("devlink", DEVLINK_CMD_PORT_SET);
	begin_nest(DEVLINK_ATTR_PORT_FUNCTION);
	attribute(4, "\2\0\0\0\3\0\0\0", 8);
	end_nest();
	check("{cmd: PORT_SET, version: 1}, [{nla_len: 16, nla_type: PORT_FUNCTION}, [{nla_len: 12, nla_type: DEVLINK_PORT_FN_ATTR_CAPS}, "
	      "{value: MIGRATABLE, selector: ROCE|MIGRATABLE}]]");
	begin("devlink", DEVLINK_CMD_PARAM_SET);
	u8(DEVLINK_ATTR_PARAM_TYPE, 129);
	attribute(DEVLINK_ATTR_PARAM_VALUE_DATA, "\1\0\0\0\0\0\0\0\2\0\0\0\0\0\0\0", 16);
	check("{cmd: PARAM_SET, version: 1}, [[{nla_len: 5, nla_type: PARAM_TYPE}, U64_ARRAY], [{nla_len: 20, nla_type: PARAM_VALUE_DATA}, [1, 2]]]");
}

static void queues(void **state_)
{
	(void)state_;
	begin("netdev", 10);
	u32(3, 1);
	begin_nest(6);
	u32(1, 4096);
	end_nest();
	begin_nest(8);
	begin_nest(2);
	u32(1, 7);
	end_nest();
	u32(3, 5);
	end_nest();
	check_reply("{cmd: QUEUE_GET, version: 1}, [[{nla_len: 8, nla_type: TYPE}, TX], [{nla_len: 12, nla_type: IO_URING}, [{nla_len: 8, nla_type: RX_BUF_LEN}, 4096]], "
		    "[{nla_len: 24, nla_type: LEASE}, [[{nla_len: 12, nla_type: QUEUE}, [{nla_len: 8, nla_type: ID}, 7]], [{nla_len: 8, nla_type: NETNS_ID}, 5]]]]");
	begin("netdev", 1);
	attribute(5, "\5\0\0\0\0\0\0\0", 8);
	attribute(6, "\4\0\0\0\0\0\0\0", 8);
	check_reply("{cmd: DEV_GET, version: 1}, [[{nla_len: 12, nla_type: XDP_RX_METADATA_FEATURES}, TIMESTAMP|VLAN_TAG], [{nla_len: 12, nla_type: XSK_FEATURES}, TX_LAUNCH_TIME_FIFO]]");
	begin("netdev", 11);
	u32(8, 2);
	check_reply("{cmd: NAPI_GET, version: 1}, [{nla_len: 8, nla_type: THREADED}, BUSY_POLL]");
	begin("mptcp_pm", MPTCP_EVENT_CREATED);
	*(uint32_t *)(bytes + 12) = 0;	/* from the kernel, not asked for */
	u16(MPTCP_ATTR_FLAGS, 3);
	check_reply("{cmd: CREATED, version: 1}, [{nla_len: 6, nla_type: FLAGS}, DENY_JOIN_ID0|SERVER_SIDE]");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(channels_and_peers),
		cmocka_unit_test(measurements),
		cmocka_unit_test(rules_that_coalesce),
		cmocka_unit_test(wireless_values),
		cmocka_unit_test(states_of_links),
		cmocka_unit_test(settings_of_devices),
		cmocka_unit_test(queues),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
