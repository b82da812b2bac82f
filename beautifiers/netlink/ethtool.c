// SPDX-License-Identifier: BSD-2-Clause
/* ethtool.c - ethtool's family of generic netlink (linux/ethtool_netlink.h; Documentation/networking/ethtool-netlink.rst of the kernel). */
#include <linux/ethtool_netlink.h>

#include "generic.h"

#define TABLE(t, list) static const struct attrs t##_attrs = NAMED(ethtool_##list##_attrs, t)
#define HEADER OF("HEADER", NEST, header_attrs)

/* -- Parts of messages ------------------------------------------------------------------------------------------------- */

static const struct named_attr header[] = {
	AS("DEV_INDEX", INDEX),
	AS("DEV_NAME", TEXT),
	OF("FLAGS", BITS, ethtool_header_flags),
	AS("PHY_INDEX", U32),
};
TABLE(header, header);
static const struct named_attr bit[] = { AS("INDEX", U32), AS("NAME", TEXT), AS("VALUE", FLAG) };
TABLE(bit, bitset_bit);
static const struct named_attr bits[] = { OF("BIT", NEST, bit_attrs) };
TABLE(bits, bitset_bits);
static const struct attr words = ARRAY(4, hex);
static const struct named_attr bitset[] = { AS("SIZE", U32), OF("BITS", NEST, bits_attrs), AS("NOMASK", FLAG), OF("VALUE MASK", ATTR, words) };
TABLE(bitset, bitset);
static const struct named_attr string[] = { AS("INDEX", U32), AS("VALUE", TEXT) };
TABLE(string, string);
static const struct named_attr strings[] = { OF("STRING", NEST, string_attrs) };
TABLE(strings, strings);
static const struct named_attr stringset[] = {
	OF("ID", NAME, ethtool_stringsets),
	AS("COUNT", U32),
	OF("STRINGS", NEST, strings_attrs),
};
TABLE(stringset, stringset);
static const struct named_attr stringsets[] = { OF("STRINGSET", NEST, stringset_attrs) };
TABLE(stringsets, stringsets);

/* -- Settings ---------------------------------------------------------------------------------------------------------- */

static const struct named_attr strset[] = { HEADER, OF("STRINGSETS", NEST, stringsets_attrs), AS("COUNTS_ONLY", FLAG) };
TABLE(strset, strset);
static const struct named_attr linkinfo[] = { HEADER, OF("PORT", NAME, ethtool_ports), OF("TP_MDIX TP_MDIX_CTRL", NAME, ethtool_mdix),
					       OF("TRANSCEIVER", NAME, ethtool_transceivers), AS("PHYADDR", U8) };
TABLE(linkinfo, linkinfo);
static const struct named_attr linkmodes[] = {
	HEADER,
	OF("OURS PEER", NEST, bitset_attrs),
	OF("DUPLEX", NAME, ethtool_duplexes),
	OF("MASTER_SLAVE_CFG", NAME, ethtool_master_slave_cfgs),
	OF("MASTER_SLAVE_STATE", NAME, ethtool_master_slave_states),
	OF("RATE_MATCHING", NAME, ethtool_rate_matches),
	AS("AUTONEG", U8),
	AS("SPEED LANES", U32),
};
TABLE(linkmodes, linkmodes);
/* By the state; of others it is a number */
static const struct attr an = NAME(1, ethtool_link_an_substates), lt = NAME(1, ethtool_link_lt_substates), llm = NAME(1, ethtool_link_llm_substates),
			 bsi = NAME(1, ethtool_link_bsi_substates), ci = NAME(1, ethtool_link_ci_substates), in_module = NAME(1, ethtool_link_module_substates),
			 substate_number = NUMBER(1, uint);
static const struct choice substates[] = {
	{ .value = ETHTOOL_LINK_EXT_STATE_AUTONEG, .as = &an },
	{ .value = ETHTOOL_LINK_EXT_STATE_LINK_TRAINING_FAILURE, .as = &lt },
	{ .value = ETHTOOL_LINK_EXT_STATE_LINK_LOGICAL_MISMATCH, .as = &llm },
	{ .value = ETHTOOL_LINK_EXT_STATE_BAD_SIGNAL_INTEGRITY, .as = &bsi },
	{ .value = ETHTOOL_LINK_EXT_STATE_CABLE_ISSUE, .as = &ci },
	{ .value = ETHTOOL_LINK_EXT_STATE_MODULE, .as = &in_module },
};
static const struct choices by_ext_state = CHOICES(BY_NUMBER, ETHTOOL_A_LINKSTATE_EXT_STATE, substates, .otherwise = &substate_number);
static const struct attr ext_substate = CHOSEN(by_ext_state);
static const struct named_attr linkstate[] = {
	HEADER,
	OF("EXT_STATE", NAME, ethtool_link_ext_states),
	OF("EXT_SUBSTATE", ATTR, ext_substate),
	AS("LINK", U8),
	AS("SQI SQI_MAX EXT_DOWN_CNT", U32),
};
TABLE(linkstate, linkstate);
static const struct named_attr debug[] = { HEADER, OF("MSGMASK", NEST, bitset_attrs) };
TABLE(debug, debug);
static const struct named_attr wol[] = { HEADER, OF("MODES", NEST, bitset_attrs), AS("SOPASS", BYTES) };
TABLE(wol, wol);
static const struct named_attr features[] = { HEADER, OF("HW WANTED ACTIVE NOCHANGE", NEST, bitset_attrs) };
TABLE(features, features);
static const struct named_attr privflags[] = { HEADER, OF("FLAGS", NEST, bitset_attrs) };
TABLE(privflags, privflags);
static const struct named_attr rings[] = {
	HEADER,
	AS("RX_MAX RX_MINI_MAX RX_JUMBO_MAX TX_MAX RX RX_MINI RX_JUMBO TX RX_BUF_LEN CQE_SIZE TX_PUSH_BUF_LEN TX_PUSH_BUF_LEN_MAX HDS_THRESH "
	   "HDS_THRESH_MAX", U32),
	OF("TCP_DATA_SPLIT", NAME, ethtool_tcp_splits),
	AS("TX_PUSH RX_PUSH", U8),
};
TABLE(rings, rings);
static const struct named_attr channels[] = {
	HEADER, AS("RX_MAX TX_MAX OTHER_MAX COMBINED_MAX RX_COUNT TX_COUNT OTHER_COUNT COMBINED_COUNT", U32),
};
TABLE(channels, channels);
static const struct named_attr moderation[] = { AS("USEC PKTS COMPS", U32) };
TABLE(moderation, irq_moderation);
static const struct named_attr profile[] = { OF("IRQ_MODERATION", NEST, moderation_attrs) };
TABLE(profile, profile);
static const struct named_attr coalesce[] = {
	HEADER,
	AS("RX_USECS RX_MAX_FRAMES RX_USECS_IRQ RX_MAX_FRAMES_IRQ TX_USECS TX_MAX_FRAMES TX_USECS_IRQ TX_MAX_FRAMES_IRQ STATS_BLOCK_USECS PKT_RATE_LOW "
	   "RX_USECS_LOW RX_MAX_FRAMES_LOW TX_USECS_LOW TX_MAX_FRAMES_LOW PKT_RATE_HIGH RX_USECS_HIGH RX_MAX_FRAMES_HIGH TX_USECS_HIGH "
	   "TX_MAX_FRAMES_HIGH RATE_SAMPLE_INTERVAL TX_AGGR_MAX_BYTES TX_AGGR_MAX_FRAMES TX_AGGR_TIME_USECS RX_CQE_FRAMES RX_CQE_NSECS", U32),
	AS("USE_ADAPTIVE_RX USE_ADAPTIVE_TX USE_CQE_MODE_TX USE_CQE_MODE_RX", U8),
	OF("RX_PROFILE TX_PROFILE", NEST, profile_attrs),
};
TABLE(coalesce, coalesce);
static const struct named_attr pause_stat[] = { AS("TX_FRAMES RX_FRAMES TX_PAUSE_STORM_EVENTS", U64) };
TABLE(pause_stat, pause_stat);
static const struct named_attr pauses[] = { HEADER, AS("AUTONEG RX TX", U8), OF("STATS", NEST, pause_stat_attrs), OF("STATS_SRC", NAME, ethtool_mac_stats_srcs) };
TABLE(pauses, pause);
static const struct named_attr eee[] = {
	HEADER, OF("MODES_OURS MODES_PEER", NEST, bitset_attrs), AS("ACTIVE ENABLED TX_LPI_ENABLED", U8), AS("TX_LPI_TIMER", U32),
};
TABLE(eee, eee);
static const struct named_attr ts_stat[] = { AS("TX_PKTS TX_LOST TX_ERR TX_ONESTEP_PKTS_UNCONFIRMED", UINT) };
TABLE(ts_stat, ts_stat);
static const struct named_attr provider[] = { AS("INDEX", U32), OF("QUALIFIER", NAME, hwtstamp_qualifiers) };
TABLE(provider, ts_hwtstamp_provider);
static const struct named_attr tsinfo[] = {
	HEADER,
	OF("TIMESTAMPING TX_TYPES RX_FILTERS", NEST, bitset_attrs),
	AS("PHC_INDEX HWTSTAMP_PHYINDEX", U32),
	OF("HWTSTAMP_SOURCE", NAME, hwtstamp_sources),
	OF("STATS", NEST, ts_stat_attrs),
	OF("HWTSTAMP_PROVIDER", NEST, provider_attrs),
};
TABLE(tsinfo, tsinfo);
static const struct named_attr tsconfig[] = {
	HEADER, OF("HWTSTAMP_PROVIDER", NEST, provider_attrs), OF("TX_TYPES RX_FILTERS HWTSTAMP_FLAGS", NEST, bitset_attrs),
};
TABLE(tsconfig, tsconfig);
static const struct named_attr phc_vclocks[] = { HEADER, AS("NUM", U32), AS("INDEX", S32S) };
TABLE(phc_vclocks, phc_vclocks);

/* -- Cables ------------------------------------------------------------------------------------------------------------ */

#define PAIR OF("PAIR", NAME, ethtool_cable_pairs)
static const struct named_attr cable_test[] = { HEADER };
TABLE(cable_test, cable_test);
static const struct named_attr result[] = { PAIR, OF("CODE", NAME, ethtool_cable_codes), OF("SRC", NAME, ethtool_cable_inf_srcs) };
TABLE(result, cable_result);
static const struct named_attr fault_length[] = { PAIR, AS("CM", U32), OF("SRC", NAME, ethtool_cable_inf_srcs) };
TABLE(fault_length, cable_fault_length);
static const struct named_attr cable_nest[] = { OF("RESULT", NEST, result_attrs), OF("FAULT_LENGTH", NEST, fault_length_attrs) };
TABLE(cable_nest, cable_nest);
static const struct named_attr cable_ntf[] = { HEADER, OF("STATUS", NAME, ethtool_cable_statuses), OF("NEST", NEST, cable_nest_attrs) };
TABLE(cable_ntf, cable_test_ntf);
static const struct named_attr tdr_cfg[] = { AS("FIRST LAST STEP", U32), PAIR };
TABLE(tdr_cfg, cable_test_tdr_cfg);
static const struct named_attr tdr[] = { HEADER, OF("CFG", NEST, tdr_cfg_attrs) };
TABLE(tdr, cable_test_tdr);
static const struct named_attr amplitude[] = { PAIR, AS("mV", S16) };
TABLE(amplitude, cable_amplitude);
static const struct named_attr pulse[] = { AS("mV", S16) };
TABLE(pulse, cable_pulse);
static const struct named_attr cable_step[] = { AS("FIRST_DISTANCE LAST_DISTANCE STEP_DISTANCE", U32) };
TABLE(cable_step, cable_step);
static const struct named_attr tdr_nest[] = { OF("STEP", NEST, cable_step_attrs), OF("AMPLITUDE", NEST, amplitude_attrs), OF("PULSE", NEST, pulse_attrs) };
TABLE(tdr_nest, cable_tdr_nest);
static const struct named_attr tdr_ntf[] = { HEADER, OF("STATUS", NAME, ethtool_cable_statuses), OF("NEST", NEST, tdr_nest_attrs) };
TABLE(tdr_ntf, cable_test_tdr_ntf);

/* -- Tunnels, error correction, modules ------------------------------------------------------------------------------- */

static const struct named_attr udp_entry[] = { AS("PORT", BE16), OF("TYPE", NAME, ethtool_tunnel_types) };
TABLE(udp_entry, tunnel_udp_entry);
static const struct named_attr udp_table[] = { AS("SIZE", U32), OF("TYPES", NEST, bitset_attrs), OF("ENTRY", NEST, udp_entry_attrs) };
TABLE(udp_table, tunnel_udp_table);
static const struct named_attr udp_ports[] = { OF("TABLE", NEST, udp_table_attrs) };
TABLE(udp_ports, tunnel_udp);
static const struct named_attr tunnel_info[] = { HEADER, OF("UDP_PORTS", NEST, udp_ports_attrs) };
TABLE(tunnel_info, tunnel_info);
static const struct named_attr fec_hist[] = { AS("BIN_LOW BIN_HIGH", U32), AS("BIN_VAL", UINT), AS("BIN_VAL_PER_LANE", U64S) };
TABLE(fec_hist, fec_hist);
static const struct named_attr fec_stat[] = { AS("CORRECTED UNCORR CORR_BITS", U64S), OF("HIST", NEST, fec_hist_attrs) };
TABLE(fec_stat, fec_stat);
static const struct named_attr fec[] = { HEADER, OF("MODES", NEST, bitset_attrs), AS("AUTO", U8), AS("ACTIVE", U32), OF("STATS", NEST, fec_stat_attrs) };
TABLE(fec, fec);
static const struct named_attr eeprom[] = { HEADER, AS("OFFSET LENGTH", U32), AS("PAGE BANK", U8), AS("I2C_ADDRESS", X8), AS("DATA", BYTES) };
TABLE(eeprom, module_eeprom);
static const struct named_attr module[] = {
	HEADER, OF("POWER_MODE_POLICY", NAME, ethtool_module_power_policies), OF("POWER_MODE", NAME, ethtool_module_power_modes),
};
TABLE(module, module);
static const struct named_attr flash[] = {
	HEADER, AS("FILE_NAME", TEXT), AS("PASSWORD", U32), OF("STATUS", NAME, ethtool_module_fw_flash_statuses), AS("STATUS_MSG", TEXT), AS("DONE TOTAL", UINT),
};
TABLE(flash, module_fw_flash);
static const struct named_attr power_limit[] = { AS("MIN MAX", U32) };
TABLE(power_limit, c33_pse_pw_limit);
/* By the state's number: Debian's headers lack the names (linux/ethtool.h, enum ethtool_c33_pse_ext_state; the attribute's type: linux/ethtool_netlink_generated.h) */
enum { C33_EXT_STATE = 10 };
static const struct attr error_condition = NAME(4, ethtool_c33_error_conditions), mr_pse_enable = NAME(4, ethtool_c33_mr_pse_enables), detect_ted = NAME(4, ethtool_c33_detect_teds),
			 vport_lim = NAME(4, ethtool_c33_vport_lims), ovld = NAME(4, ethtool_c33_ovld_detected), no_power = NAME(4, ethtool_c33_no_power),
			 shorted = NAME(4, ethtool_c33_short_detected), c33_number = NUMBER(4, uint);
static const struct choice c33_substates[] = {
	{ .value = 1, .as = &error_condition }, { .value = 3, .as = &mr_pse_enable }, { .value = 4, .as = &detect_ted }, { .value = 5, .as = &vport_lim },
	{ .value = 6, .as = &ovld }, { .value = 8, .as = &no_power }, { .value = 9, .as = &shorted },
};
static const struct choices by_c33_state = CHOICES(BY_NUMBER, C33_EXT_STATE, c33_substates, .otherwise = &c33_number);
static const struct attr c33_substate = CHOSEN(by_c33_state);
static const struct named_attr pse[] = {
	OF("PSE_HEADER", NEST, header_attrs),
	OF("PODL_PSE_ADMIN_STATE PODL_PSE_ADMIN_CONTROL", NAME, ethtool_podl_admin_states), OF("PODL_PSE_PW_D_STATUS", NAME, ethtool_podl_pw_d_statuses),
	OF("C33_PSE_ADMIN_STATE C33_PSE_ADMIN_CONTROL", NAME, ethtool_c33_admin_states), OF("C33_PSE_PW_D_STATUS", NAME, ethtool_c33_pw_d_statuses),
	OF("C33_PSE_EXT_STATE", NAME, ethtool_c33_ext_states), OF("C33_PSE_EXT_SUBSTATE", ATTR, c33_substate),
	AS("C33_PSE_PW_CLASS C33_PSE_ACTUAL_PW C33_PSE_AVAIL_PW_LIMIT PSE_PW_D_ID PSE_PRIO_MAX PSE_PRIO", U32),
	OF("C33_PSE_PW_LIMIT_RANGES", NEST, power_limit_attrs),
};
TABLE(pse, pse);

/* -- Statistics: attributes of a group depend on its id ----------------------------------------------------------------- */

static const struct attr counter = NUMBER(8, ulong);
static const struct attrs phy_counters = { .names = &ethtool_stats_eth_phy_attrs, .any = &counter };
static const struct attrs mac_counters = { .names = &ethtool_stats_eth_mac_attrs, .any = &counter };
static const struct attrs ctrl_counters = { .names = &ethtool_stats_eth_ctrl_attrs, .any = &counter };
static const struct attrs rmon_counters = { .names = &ethtool_stats_rmon_attrs, .any = &counter };
static const struct attrs other_counters = { .any = &counter };

static const struct named_attr bucket[] = { AS("HIST_BKT_LOW HIST_BKT_HI", U32), AS("HIST_VAL", U64) };
TABLE(bucket, stats_grp);
#define GROUP(t) { OF("ID", NAME, ethtool_stats_groups), AS("SS_ID", U32), OF("STAT", NEST, t), OF("HIST_RX HIST_TX", NEST, bucket_attrs) }
static const struct named_attr phy_group[] = GROUP(phy_counters), mac_group[] = GROUP(mac_counters), ctrl_group[] = GROUP(ctrl_counters),
	rmon_group[] = GROUP(rmon_counters), other_group[] = GROUP(other_counters);
static const struct attrs groups[] = {
	[ETHTOOL_STATS_ETH_PHY]  = NAMED(ethtool_stats_grp_attrs, phy_group),
	[ETHTOOL_STATS_ETH_MAC]  = NAMED(ethtool_stats_grp_attrs, mac_group),
	[ETHTOOL_STATS_ETH_CTRL] = NAMED(ethtool_stats_grp_attrs, ctrl_group),
	[ETHTOOL_STATS_RMON]     = NAMED(ethtool_stats_grp_attrs, rmon_group),
};
static const struct attrs other = NAMED(ethtool_stats_grp_attrs, other_group);

/* The id is the first attribute but for padding. */
static bool show_group(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	uint64_t from = nl__has(n, at, 4) && len >= 4 && nl__load(n, at + 2, 2) == ETHTOOL_A_STATS_GRP_PAD ? nl__align(nl__load(n, at, 2)) : 0;
	uint64_t id = sizeof(groups) / sizeof(groups[0]);

	(void)t;
	if (from <= len && len - from >= 8 && nl__has(n, at + from, 8) && nl__load(n, at + from + 2, 2) == ETHTOOL_A_STATS_GRP_ID)
		id = nl__load(n, at + from + 4, 4);
	nl__attrs(n, at, len, id < sizeof(groups) / sizeof(groups[0]) ? &groups[id] : &other);
	return true;
}
static const struct attr group = { .show = show_group };
static const struct named_attr stats[] = { HEADER, OF("GROUPS", NEST, bitset_attrs), OF("SRC", NAME, ethtool_mac_stats_srcs), OF("GRP", ATTR, group) };
TABLE(stats, stats);

/* -- Others ------------------------------------------------------------------------------------------------------------ */

static const struct attr hashed = BITS(0, ethtool_rxh_fields);
static const struct attrs flow_attrs = { .names = &ethtool_flow_attrs, .any = &hashed };
static const struct named_attr rss[] = {
	HEADER, AS("CONTEXT HFUNC INPUT_XFRM START_CONTEXT", U32), AS("INDIR", U32S), AS("HKEY", BYTES), OF("FLOW_HASH", NEST, flow_attrs),
};
TABLE(rss, rss);
static const struct named_attr plca[] = { HEADER, AS("VERSION", U16), AS("ENABLED STATUS", U8), AS("NODE_CNT NODE_ID TO_TMR BURST_CNT BURST_TMR", U32) };
TABLE(plca, plca);
static const struct named_attr mm_stat[] = { AS("REASSEMBLY_ERRORS SMD_ERRORS REASSEMBLY_OK RX_FRAG_COUNT TX_FRAG_COUNT HOLD_COUNT", U64) };
TABLE(mm_stat, mm_stat);
static const struct named_attr mm[] = {
	HEADER,
	AS("PMAC_ENABLED TX_ENABLED TX_ACTIVE VERIFY_ENABLED", U8),
	OF("VERIFY_STATUS", NAME, ethtool_mm_verify_statuses),
	AS("TX_MIN_FRAG_SIZE RX_MIN_FRAG_SIZE VERIFY_TIME MAX_VERIFY_TIME", U32),
	OF("STATS", NEST, mm_stat_attrs),
};
TABLE(mm, mm);
static const struct named_attr phy[] = {
	HEADER, AS("INDEX UPSTREAM_INDEX", U32), OF("UPSTREAM_TYPE", NAME, ethtool_phy_upstreams), AS("DRVNAME NAME UPSTREAM_SFP_NAME DOWNSTREAM_SFP_NAME", TEXT),
};
TABLE(phy, phy);

/* -- Commands ---------------------------------------------------------------------------------------------------------- */

static const struct genl_cmds cmds[] = {
	{ "STRSET_", &strset_attrs },
	{ "LINKINFO_", &linkinfo_attrs },
	{ "LINKMODES_", &linkmodes_attrs },
	{ "LINKSTATE_", &linkstate_attrs },
	{ "DEBUG_", &debug_attrs },
	{ "WOL_", &wol_attrs },
	{ "FEATURES_", &features_attrs },
	{ "PRIVFLAGS_", &privflags_attrs },
	{ "RINGS_", &rings_attrs },
	{ "CHANNELS_", &channels_attrs },
	{ "COALESCE_", &coalesce_attrs },
	{ "PAUSE_", &pauses_attrs },
	{ "EEE_", &eee_attrs },
	{ "TSINFO_", &tsinfo_attrs },
	{ "TSCONFIG_", &tsconfig_attrs },
	{ "PHC_VCLOCKS_", &phc_vclocks_attrs },
	{ "CABLE_TEST_TDR_ACT", &tdr_attrs },
	{ "CABLE_TEST_TDR_NTF", &tdr_ntf_attrs },
	{ "CABLE_TEST_ACT", &cable_test_attrs },
	{ "CABLE_TEST_NTF", &cable_ntf_attrs },
	{ "TUNNEL_INFO_", &tunnel_info_attrs },
	{ "FEC_", &fec_attrs },
	{ "MODULE_EEPROM_", &eeprom_attrs },
	{ "MODULE_FW_FLASH_", &flash_attrs },
	{ "MODULE_", &module_attrs },
	{ "STATS_", &stats_attrs },
	{ "PSE_GET PSE_SET", &pse_attrs },
	{ "RSS_", &rss_attrs },
	{ "PLCA_", &plca_attrs },
	{ "MM_", &mm_attrs },
	{ "PHY_", &phy_attrs },
};
const struct genl_family genl_ethtool = { .name = "ethtool", .cmds = &ethtool_user_msgs, .events = &ethtool_kernel_msgs, BY(cmds) };
