// SPDX-License-Identifier: BSD-2-Clause
/* nl80211.c - nl80211's family of generic netlink (linux/nl80211.h). What an information element has is bytes. */
#include <linux/nl80211.h>

#include "generic.h"

#define TABLE(t, list) static const struct attrs t##_attrs = NAMED(nl80211_##list, t)

/* -- Numbers, by index ------------------------------------------------------------------------------------------------- */

static const struct attr a_u32 = NUMBER(4, uint), a_command = NUMBER_OF(4, enum64, nl80211_cmds), a_mac = HWADDR, a_signal = VALUE(1, int);
static const struct attrs u32_each = { .any = &a_u32 }, commands = { .any = &a_command }, macs = { .any = &a_mac }, chain_signals = { .any = &a_signal };
static const struct attrs iftypes = NAMES_ONLY(nl80211_iftypes), sta_flags = NAMES_ONLY(nl80211_sta_flags);

static const struct field flag_update_fields[] = { FIELDS(struct nl80211_sta_flag_update, hex, mask, set) };
static const struct shape flag_update = SHAPE(struct nl80211_sta_flag_update, flag_update_fields);

/* -- Rates, stations --------------------------------------------------------------------------------------------------- */

static const struct named_attr rate[] = {
	AS("BITRATE", U16), AS("BITRATE32", U32),
	AS("MCS VHT_MCS VHT_NSS HE_MCS HE_NSS HE_GI HE_DCM HE_RU_ALLOC EHT_MCS EHT_NSS EHT_GI EHT_RU_ALLOC", U8),
};
TABLE(rate, rate_info);
static const struct named_attr txq[] = {
	AS("BACKLOG_BYTES BACKLOG_PACKETS FLOWS DROPS ECN_MARKS OVERLIMIT OVERMEMORY COLLISIONS TX_BYTES TX_PACKETS MAX_FLOWS", U32),
};
TABLE(txq, txq_stats);
static const struct named_attr tid[] = { AS("RX_MSDU TX_MSDU TX_MSDU_RETRIES TX_MSDU_FAILED", U64), OF("TXQ_STATS", NEST, txq_attrs) };
TABLE(tid, tid_stats);
static const struct named_attr bss_param[] = { AS("DTIM_PERIOD", U8), AS("BEACON_INTERVAL", U16) };
TABLE(bss_param, sta_bss_params);
static const struct named_attr sta[] = {
	AS("INACTIVE_TIME RX_BYTES TX_BYTES RX_PACKETS TX_PACKETS TX_RETRIES TX_FAILED CONNECTED_TIME BEACON_LOSS LOCAL_PM PEER_PM NONPEER_PM "
	   "EXPECTED_THROUGHPUT RX_MPDUS FCS_ERROR_COUNT AIRTIME_LINK_METRIC", U32),
	AS("RX_BYTES64 TX_BYTES64 RX_DROP_MISC BEACON_RX RX_DURATION TX_DURATION ASSOC_AT_BOOTTIME", U64),
	AS("T_OFFSET", S64),
	AS("LLID PLID AIRTIME_WEIGHT", U16),
	AS("CONNECTED_TO_GATE CONNECTED_TO_AS", U8),
	AS("SIGNAL SIGNAL_AVG BEACON_SIGNAL_AVG ACK_SIGNAL ACK_SIGNAL_AVG", S8),
	OF("CHAIN_SIGNAL CHAIN_SIGNAL_AVG", NEST, chain_signals),
	OF("PLINK_STATE", NAME, nl80211_plink_states),
	OF("TX_BITRATE RX_BITRATE", NEST, rate_attrs),
	OF("BSS_PARAM", NEST, bss_param_attrs),
	OF("STA_FLAGS", STRUCT, flag_update),
	OF("TID_STATS", EACH, tid_attrs),
};
TABLE(sta, sta_info);
static const struct named_attr mpath[] = { AS("FRAME_QLEN SN METRIC EXPTIME DISCOVERY_TIMEOUT HOP_COUNT PATH_CHANGE", U32), AS("FLAGS DISCOVERY_RETRIES", X8) };
TABLE(mpath, mpath_info);

/* -- Bands ------------------------------------------------------------------------------------------------------------- */

static const struct named_attr frequency[] = { AS("FREQ DFS_STATE DFS_TIME DFS_CAC_TIME MAX_TX_POWER OFFSET", U32) };
TABLE(frequency, frequency_attrs);
static const struct named_attr bitrate[] = { AS("RATE", U32) };
TABLE(bitrate, bitrate_attrs);
static const struct named_attr iftype_data[] = { OF("IFTYPES", NEST, iftypes) };
TABLE(iftype_data, iftype_data);
static const struct named_attr band[] = {
	OF("FREQS", EACH, frequency_attrs), OF("RATES", EACH, bitrate_attrs), OF("IFTYPE_DATA", EACH, iftype_data_attrs),
	AS("HT_CAPA", X16), AS("VHT_CAPA", X32), AS("HT_AMPDU_FACTOR HT_AMPDU_DENSITY EDMG_BW_CONFIG", U8),
};
TABLE(band, band_attrs);
static const struct attr a_band = NESTED(band_attrs);
static const struct attrs bands = { .names = &nl80211_bands, .any = &a_band };
static const struct named_attr limit[] = { AS("MAX", U32), OF("TYPES", NEST, iftypes) };
TABLE(limit, iface_limit_attrs);
static const struct named_attr combination[] = {
	OF("LIMITS", EACH, limit_attrs), AS("MAXNUM NUM_CHANNELS BI_MIN_GCD", U32), AS("RADAR_DETECT_WIDTHS RADAR_DETECT_REGIONS", X32),
};
TABLE(combination, iface_comb_attrs);

/* -- Networks, surveys, regulation ------------------------------------------------------------------------------------- */

static const struct named_attr bss[] = {
	AS("BSSID PARENT_BSSID MLD_ADDR", MAC),
	AS("FREQUENCY CHAN_WIDTH SEEN_MS_AGO FREQUENCY_OFFSET", U32),
	AS("TSF BEACON_TSF LAST_SEEN_BOOTTIME PARENT_TSF", U64),
	AS("BEACON_INTERVAL", U16), AS("CAPABILITY", X16), AS("SIGNAL_MBM", S32), AS("SIGNAL_UNSPEC MLO_LINK_ID", U8),
	OF("STATUS", NAME, nl80211_bss_status),
	OF("CHAIN_SIGNAL", NEST, chain_signals),
};
TABLE(bss, bss_attrs);
static const struct named_attr survey[] = {
	AS("FREQUENCY FREQUENCY_OFFSET", U32), AS("NOISE", S8), AS("TIME TIME_BUSY TIME_EXT_BUSY TIME_RX TIME_TX TIME_SCAN TIME_BSS_RX", U64),
};
TABLE(survey, survey_attrs);
static const struct named_attr rule[] = {
	AS("REG_RULE_FLAGS", X32),
	AS("FREQ_RANGE_START FREQ_RANGE_END FREQ_RANGE_MAX_BW POWER_RULE_MAX_ANT_GAIN POWER_RULE_MAX_EIRP DFS_CAC_TIME", U32),
};
TABLE(rule, reg_rule_attrs);
static const struct named_attr match[] = { AS("RSSI", S32), AS("BSSID", MAC) };
TABLE(match, match_attrs);
static const struct named_attr plan[] = { AS("INTERVAL ITERATIONS", U32) };
TABLE(plan, plan_attrs);
static const struct named_attr key[] = { AS("IDX MODE", U8), AS("CIPHER", X32), AS("TYPE", U32) };
TABLE(key, key_attrs);
static const struct named_attr cqm[] = { AS("RSSI_HYST RSSI_THRESHOLD_EVENT PKT_LOSS_EVENT TXE_RATE TXE_PKTS TXE_INTVL", U32), AS("RSSI_LEVEL", S32) };
TABLE(cqm, cqm_attrs);

/* -- Messages ---------------------------------------------------------------------------------------------------------- */

static const struct named_attr attr[] = {
	AS("WIPHY_NAME IFNAME", TEXT),
	AS("IFINDEX", INDEX),
	AS("PID", PID),
	AS("NETNS_FD", FD),
	AS("REG_ALPHA2", TEXT),
	OF("IFTYPE", NAME, nl80211_iftypes),
	AS("MAC MAC_MASK MAC_HINT MPATH_NEXT_HOP PREV_BSSID BSSID MLD_ADDR MU_MIMO_FOLLOW_MAC_ADDR SCAN_START_TIME_TSF_BSSID", MAC),
	AS("WIPHY WIPHY_FREQ WIPHY_FRAG_THRESHOLD WIPHY_RTS_THRESHOLD BEACON_INTERVAL DTIM_PERIOD GENERATION FREQ_BEFORE FREQ_AFTER STA_VLAN "
	   "DURATION MAX_REMAIN_ON_CHANNEL_DURATION WIPHY_TX_POWER_SETTING MCAST_RATE CENTER_FREQ1 CENTER_FREQ2 SCHED_SCAN_INTERVAL "
	   "WIPHY_FREQ_HINT MAX_NUM_SCHED_SCAN_PLANS MAX_SCAN_PLAN_INTERVAL MAX_SCAN_PLAN_ITERATIONS SCHED_SCAN_DELAY TXQ_LIMIT TXQ_MEMORY_LIMIT "
	   "TXQ_QUANTUM WIPHY_FREQ_OFFSET CENTER_FREQ1_OFFSET CH_SWITCH_COUNT RX_SIGNAL_DBM RADAR_EVENT CONN_FAILED_REASON KEY_TYPE MAC_ACL_MAX "
	   "ACL_POLICY USER_REG_HINT_TYPE PMK_LIFETIME VENDOR_SUBCMD", U32),
	AS("WIPHY_TX_POWER_LEVEL ACK_SIGNAL", S32),
	AS("SCAN_FLAGS FEATURE_FLAGS WIPHY_ANTENNA_TX WIPHY_ANTENNA_RX WIPHY_ANTENNA_AVAIL_TX WIPHY_ANTENNA_AVAIL_RX VENDOR_ID WPA_VERSIONS "
	   "CIPHER_SUITE_GROUP KEY_CIPHER PROTOCOL_FEATURES PROBE_RESP_OFFLOAD", X32),
	AS("CIPHER_SUITES CIPHER_SUITES_PAIRWISE AKM_SUITES", U32S),
	AS("WDEV COOKIE", X64),
	AS("SCAN_START_TIME_TSF", U64),
	AS("STA_AID STA_LISTEN_INTERVAL REASON_CODE STATUS_CODE MAX_SCAN_IE_LEN MAX_SCHED_SCAN_IE_LEN PEER_AID INACTIVITY_TIMEOUT BG_SCAN_PERIOD "
	   "BSS_HT_OPMODE MAX_AP_ASSOC_STA ADMITTED_TIME MEASUREMENT_DURATION VLAN_ID AIRTIME_WEIGHT MAX_NUM_AKM_SUITES", U16),
	AS("FRAME_TYPE CONTROL_PORT_ETHERTYPE NOACK_MAP", X16),
	AS("WIPHY_RETRY_SHORT WIPHY_RETRY_LONG WIPHY_COVERAGE_CLASS MAX_NUM_SCAN_SSIDS MAX_NUM_SCHED_SCAN_SSIDS MAX_MATCH_SETS MAX_NUM_PMKIDS "
	   "BSS_CTS_PROT BSS_SHORT_PREAMBLE BSS_SHORT_SLOT_TIME KEY_IDX AP_ISOLATE TDLS_ACTION TDLS_DIALOG_TOKEN TDLS_OPERATION TSID USER_PRIO "
	   "SMPS_MODE OPER_CLASS MAX_CSA_COUNTERS NSS MLO_LINK_ID TIMEOUT_REASON", U8),
	OF("WIPHY_CHANNEL_TYPE", NAME, nl80211_chan_types),
	OF("CHANNEL_WIDTH", NAME, nl80211_chan_widths),
	OF("AUTH_TYPE", NAME, nl80211_auth_types),
	OF("USE_MFP", NAME, nl80211_mfp),
	OF("DFS_REGION", NAME, nl80211_dfs_regions),
	OF("REG_INITIATOR", NAME, nl80211_reg_initiators),
	OF("REG_TYPE", NAME, nl80211_reg_types),
	OF("PS_STATE", NAME, nl80211_ps_states),
	OF("STA_PLINK_STATE", NAME, nl80211_plink_states),
	OF("STA_FLAGS2", STRUCT, flag_update),
	OF("STA_FLAGS", NEST, sta_flags),
	OF("STA_INFO", NEST, sta_attrs),
	OF("MPATH_INFO", NEST, mpath_attrs),
	OF("WIPHY_BANDS", NEST, bands),
	OF("SUPPORTED_IFTYPES SOFTWARE_IFTYPES", NEST, iftypes),
	OF("INTERFACE_COMBINATIONS", EACH, combination_attrs),
	OF("SUPPORTED_COMMANDS", NEST, commands),
	OF("SCAN_FREQUENCIES SCAN_FREQ_KHZ", NEST, u32_each),
	OF("MAC_ADDRS", NEST, macs),
	OF("REG_RULES", EACH, rule_attrs),
	OF("BSS", NEST, bss_attrs),
	OF("SURVEY_INFO", NEST, survey_attrs),
	OF("SCHED_SCAN_MATCH", EACH, match_attrs),
	OF("SCHED_SCAN_PLANS", EACH, plan_attrs),
	OF("KEY", NEST, key_attrs),
	OF("KEYS", EACH, key_attrs),
	OF("CQM", NEST, cqm_attrs),
	OF("TXQ_STATS", NEST, txq_attrs),
};
TABLE(attr, attrs);

const struct genl_family genl_nl80211 = { .name = "nl80211", .cmds = &nl80211_cmds, .attrs = &attr_attrs };
