// SPDX-License-Identifier: BSD-2-Clause
/* nl80211.c - nl80211's family of generic netlink (linux/nl80211.h). What an information element has is bytes. */
#include <linux/nl80211.h>

#include "generic.h"

#define TABLE(t, list) static const struct attrs t##_attrs = NAMED(nl80211_##list, t)

/* -- Numbers, by index ------------------------------------------------------------------------------------------------- */

static const struct attr a_u32 = NUMBER(4, uint), a_command = NUMBER_OF(4, enum64, nl80211_cmds), a_mac = HWADDR, a_signal = VALUE(1, int);
static const struct attrs u32_each = { .any = &a_u32 }, commands = { .any = &a_command }, macs = { .any = &a_mac }, chain_signals = { .any = &a_signal };
static const struct attr a_text = TEXT;
static const struct attrs texts = { .any = &a_text };
static const struct attrs mntr_flags = NAMES_ONLY(nl80211_mntr_flags);
static const struct attrs iftypes = NAMES_ONLY(nl80211_iftypes), sta_flags = NAMES_ONLY(nl80211_sta_flags);

static const struct attr a_bytes = BINARY, a_hex16 = VALUE(2, hex);
static const struct attrs bytes_each = { .any = &a_bytes };
static const struct attrs attr_attrs;		/* of messages */

static const struct field flag_update_fields[] = { FIELDS(struct nl80211_sta_flag_update, hex, mask, set) };
static const struct shape flag_update = SHAPE(struct nl80211_sta_flag_update, flag_update_fields);

/* -- Rates, stations --------------------------------------------------------------------------------------------------- */

static const struct named_attr rate[] = {
	AS("BITRATE", U16), AS("BITRATE32", U32),
	AS("40_MHZ_WIDTH SHORT_GI 80_MHZ_WIDTH 80P80_MHZ_WIDTH 160_MHZ_WIDTH 10_MHZ_WIDTH 5_MHZ_WIDTH 320_MHZ_WIDTH 1_MHZ_WIDTH 2_MHZ_WIDTH 4_MHZ_WIDTH 8_MHZ_WIDTH "
	   "16_MHZ_WIDTH UHR_ELR UHR_IM", FLAG),
	AS("MCS VHT_MCS VHT_NSS HE_MCS HE_NSS HE_DCM EHT_MCS EHT_NSS S1G_MCS S1G_NSS UHR_MCS", U8),
	OF("HE_GI", NAME, nl80211_he_gis), OF("HE_RU_ALLOC", NAME, nl80211_he_rus), OF("EHT_GI", NAME, nl80211_eht_gis), OF("EHT_RU_ALLOC", NAME, nl80211_eht_rus),
};
TABLE(rate, rate_info);
static const struct named_attr txq[] = {
	AS("BACKLOG_BYTES BACKLOG_PACKETS FLOWS DROPS ECN_MARKS OVERLIMIT OVERMEMORY COLLISIONS TX_BYTES TX_PACKETS MAX_FLOWS", U32),
};
TABLE(txq, txq_stats);
static const struct named_attr tid[] = { AS("RX_MSDU TX_MSDU TX_MSDU_RETRIES TX_MSDU_FAILED", U64), OF("TXQ_STATS", NEST, txq_attrs) };
TABLE(tid, tid_stats);
static const struct named_attr bss_param[] = { AS("DTIM_PERIOD", U8), AS("BEACON_INTERVAL", U16), AS("CTS_PROT SHORT_PREAMBLE SHORT_SLOT_TIME", FLAG) };
TABLE(bss_param, sta_bss_params);
static const struct named_attr sta[] = {
	AS("INACTIVE_TIME RX_BYTES TX_BYTES RX_PACKETS TX_PACKETS TX_RETRIES TX_FAILED CONNECTED_TIME BEACON_LOSS "
	   "EXPECTED_THROUGHPUT RX_MPDUS FCS_ERROR_COUNT AIRTIME_LINK_METRIC", U32),
	AS("RX_BYTES64 TX_BYTES64 RX_DROP_MISC BEACON_RX RX_DURATION TX_DURATION ASSOC_AT_BOOTTIME", U64),
	AS("T_OFFSET", S64),
	AS("LLID PLID AIRTIME_WEIGHT", U16),
	AS("CONNECTED_TO_GATE CONNECTED_TO_AS", U8),
	AS("SIGNAL SIGNAL_AVG BEACON_SIGNAL_AVG ACK_SIGNAL ACK_SIGNAL_AVG", S8),
	OF("CHAIN_SIGNAL CHAIN_SIGNAL_AVG", NEST, chain_signals),
	OF("PLINK_STATE", NAME, nl80211_plink_states),
	OF("LOCAL_PM PEER_PM NONPEER_PM", NAME, nl80211_mesh_power_modes),
	OF("TX_BITRATE RX_BITRATE", NEST, rate_attrs),
	OF("BSS_PARAM", NEST, bss_param_attrs),
	OF("STA_FLAGS", STRUCT, flag_update),
	OF("TID_STATS", EACH, tid_attrs),
};
TABLE(sta, sta_info);
static const struct named_attr mpath[] = { AS("FRAME_QLEN SN METRIC EXPTIME DISCOVERY_TIMEOUT HOP_COUNT PATH_CHANGE", U32), AS("DISCOVERY_RETRIES", X8),
					    OF("FLAGS", BITS, nl80211_mpath_flags) };
TABLE(mpath, mpath_info);

/* -- Bands ------------------------------------------------------------------------------------------------------------- */

static const struct named_attr wmm_rule[] = { AS("CW_MIN CW_MAX TXOP", U16), AS("AIFSN", U8) };
TABLE(wmm_rule, wmm_rule);
static const struct named_attr frequency[] = {
	AS("FREQ DFS_TIME DFS_CAC_TIME MAX_TX_POWER OFFSET", U32), OF("DFS_STATE", NAME, nl80211_dfs_states), OF("WMM", EACH, wmm_rule_attrs),
	AS("PSD", S8), AS("CAC_START_TIME", U64),
	AS("DFS_CONCURRENT NO_6GHZ_VLP_CLIENT NO_6GHZ_AFC_CLIENT CAN_MONITOR ALLOW_6GHZ_VLP_AP ALLOW_20MHZ_ACTIVITY NO_4MHZ NO_8MHZ NO_16MHZ S1G_NO_PRIMARY NO_UHR", FLAG),
	AS("DISABLED NO_IR RADAR NO_HT40_MINUS NO_HT40_PLUS NO_80MHZ NO_160MHZ INDOOR_ONLY IR_CONCURRENT NO_20MHZ NO_10MHZ NO_HE 1MHZ 2MHZ 4MHZ 8MHZ 16MHZ NO_320MHZ NO_EHT", FLAG),
};
TABLE(frequency, frequency_attrs);
static const struct named_attr bitrate[] = { AS("RATE", U32), AS("2GHZ_SHORTPREAMBLE", FLAG) };
TABLE(bitrate, bitrate_attrs);
static const struct named_attr iftype_data[] = {
	OF("IFTYPES", NEST, iftypes), AS("HE_6GHZ_CAPA", X16),
	AS("HE_CAP_MAC HE_CAP_PHY HE_CAP_MCS_SET HE_CAP_PPE VENDOR_ELEMS EHT_CAP_MAC EHT_CAP_PHY EHT_CAP_MCS_SET EHT_CAP_PPE UHR_CAP_MAC UHR_CAP_PHY", BYTES),
};
TABLE(iftype_data, iftype_data);
static const struct named_attr band[] = {
	OF("FREQS", EACH, frequency_attrs), OF("RATES", EACH, bitrate_attrs), OF("IFTYPE_DATA", EACH, iftype_data_attrs),
	AS("HT_CAPA", X16), AS("VHT_CAPA", X32), AS("HT_MCS_SET VHT_MCS_SET S1G_MCS_NSS_SET S1G_CAPA", BYTES), AS("EDMG_CHANNELS", U8), AS("HT_AMPDU_FACTOR HT_AMPDU_DENSITY EDMG_BW_CONFIG", U8),
};
TABLE(band, band_attrs);
static const struct attr a_band = NESTED(band_attrs);
static const struct attrs bands = { .names = &nl80211_bands, .any = &a_band };
static const struct named_attr limit[] = { AS("MAX", U32), OF("TYPES", NEST, iftypes) };
TABLE(limit, iface_limit_attrs);
static const struct named_attr combination[] = {
	OF("LIMITS", EACH, limit_attrs), AS("MAXNUM NUM_CHANNELS BI_MIN_GCD", U32), AS("RADAR_DETECT_WIDTHS RADAR_DETECT_REGIONS", X32), AS("STA_AP_BI_MATCH", FLAG),
};
TABLE(combination, iface_comb_attrs);

static const struct named_attr radio_freq[] = { AS("START END", U32) };
TABLE(radio_freq, radio_freq_attrs);
static const struct named_attr radio[] = {
	AS("INDEX RTS_THRESHOLD", U32), AS("ANTENNA_MASK", X32), OF("FREQ_RANGE", NEST, radio_freq_attrs), OF("INTERFACE_COMBINATION", NEST, combination_attrs),
};
TABLE(radio, radio_attrs);

/* -- Networks, surveys, regulation ------------------------------------------------------------------------------------- */

static const struct named_attr bss[] = {
	AS("BSSID PARENT_BSSID MLD_ADDR", MAC),
	AS("FREQUENCY SEEN_MS_AGO FREQUENCY_OFFSET", U32), OF("CHAN_WIDTH", NAME, nl80211_bss_scan_widths),
	AS("TSF BEACON_TSF LAST_SEEN_BOOTTIME PARENT_TSF", U64),
	AS("BEACON_INTERVAL", U16), AS("CAPABILITY", X16), AS("SIGNAL_MBM", S32), AS("SIGNAL_UNSPEC MLO_LINK_ID", U8),
	OF("STATUS", NAME, nl80211_bss_status), AS("INFORMATION_ELEMENTS BEACON_IES", BYTES), AS("PRESP_DATA", FLAG),
	OF("CHAIN_SIGNAL", NEST, chain_signals), OF("USE_FOR", BITS, nl80211_bss_uses), OF("CANNOT_USE_REASONS", BITS, nl80211_bss_unusable),
};
TABLE(bss, bss_attrs);
static const struct named_attr survey[] = {
	AS("FREQUENCY FREQUENCY_OFFSET", U32), AS("NOISE", S8), AS("IN_USE", FLAG), AS("TIME TIME_BUSY TIME_EXT_BUSY TIME_RX TIME_TX TIME_SCAN TIME_BSS_RX", U64),
};
TABLE(survey, survey_attrs);
static const struct named_attr rule[] = {
	OF("REG_RULE_FLAGS", BITS, nl80211_reg_rule_flags), AS("POWER_RULE_PSD", S8),
	AS("FREQ_RANGE_START FREQ_RANGE_END FREQ_RANGE_MAX_BW POWER_RULE_MAX_ANT_GAIN POWER_RULE_MAX_EIRP DFS_CAC_TIME", U32),
};
TABLE(rule, reg_rule_attrs);
static const struct field adjust_fields[] = { FIELD_ENUM(struct nl80211_bss_select_rssi_adjust, band, nl80211_bands), FIELD(struct nl80211_bss_select_rssi_adjust, delta, int) };
static const struct shape adjust = SHAPE(struct nl80211_bss_select_rssi_adjust, adjust_fields);
static const struct attr a_s32 = VALUE(4, int);
static const struct attrs rssi_of_bands = { .names = &nl80211_bands, .any = &a_s32 };
static const struct named_attr match[] = {
	AS("RSSI", S32), AS("BSSID", MAC), AS("SSID", BYTES), AS("RELATIVE_RSSI", FLAG), OF("RSSI_ADJUST", STRUCT, adjust),
	OF("NL80211_SCHED_SCAN_MATCH_PER_BAND_RSSI", NEST, rssi_of_bands),	/* lacks the prefix */
};
TABLE(match, match_attrs);
static const struct named_attr plan[] = { AS("INTERVAL ITERATIONS", U32) };
TABLE(plan, plan_attrs);
static const struct attrs key_defaults = NAMES_ONLY(nl80211_key_default_types);
static const struct named_attr key[] = {
	AS("IDX", U8), OF("MODE", NAME, nl80211_key_modes), AS("CIPHER", X32), OF("TYPE", NAME, nl80211_key_types), AS("DATA SEQ LTF_SEED", BYTES),
	 AS("DEFAULT DEFAULT_MGMT DEFAULT_BEACON", FLAG), OF("DEFAULT_TYPES", NEST, key_defaults),
};
TABLE(key, key_attrs);
static const struct named_attr cqm[] = { AS("RSSI_THOLD", S32S), AS("BEACON_LOSS_EVENT", FLAG), AS("RSSI_HYST PKT_LOSS_EVENT TXE_RATE TXE_PKTS TXE_INTVL", U32),
					  AS("RSSI_LEVEL", S32), OF("RSSI_THRESHOLD_EVENT", NAME, nl80211_cqm_rssi_events) };
TABLE(cqm, cqm_attrs);

/* -- Parts of requests ------------------------------------------------------------------------------------------------- */

static const struct named_attr setup[] = { AS("ENABLE_VENDOR_PATH_SEL ENABLE_VENDOR_METRIC ENABLE_VENDOR_SYNC AUTH_PROTOCOL", U8), AS("IE", BYTES), AS("USERSPACE_AUTH USERSPACE_AMPE USERSPACE_MPM", FLAG) };
TABLE(setup, mesh_setup);
static const struct named_attr mesh[] = {
	AS("RETRY_TIMEOUT CONFIRM_TIMEOUT HOLDING_TIMEOUT MAX_PEER_LINKS MIN_DISCOVERY_TIMEOUT HWMP_PREQ_MIN_INTERVAL HWMP_NET_DIAM_TRVS_TIME HWMP_RANN_INTERVAL "
	   "HWMP_PERR_MIN_INTERVAL HT_OPMODE HWMP_ROOT_INTERVAL HWMP_CONFIRMATION_INTERVAL AWAKE_WINDOW", U16),
	AS("MAX_RETRIES TTL AUTO_OPEN_PLINKS HWMP_MAX_PREQ_RETRIES HWMP_ROOTMODE ELEMENT_TTL GATE_ANNOUNCEMENTS FORWARDING CONNECTED_TO_GATE NOLEARN CONNECTED_TO_AS", U8),
	AS("PATH_REFRESH_TIME HWMP_ACTIVE_PATH_TIMEOUT SYNC_OFFSET_MAX_NEIGHBOR HWMP_PATH_TO_ROOT_TIMEOUT PLINK_TIMEOUT", U32), AS("RSSI_THRESHOLD", S32),
	OF("POWER_MODE", NAME, nl80211_mesh_power_modes),
};
TABLE(mesh, meshconf);
static const struct named_attr bss_select[] = { AS("RSSI", FLAG), OF("BAND_PREF", NAME, nl80211_bands), OF("RSSI_ADJUST", STRUCT, adjust) };
TABLE(bss_select, bss_select);
static const struct named_attr txrate[] = {
	AS("LEGACY HT", BYTES), AS("VHT HE EHT", U16S), OF("GI", NAME, nl80211_txrate_gis), OF("HE_GI", NAME, nl80211_he_gis), OF("HE_LTF", NAME, nl80211_he_ltfs),
	OF("EHT_GI", NAME, nl80211_eht_gis), OF("EHT_LTF", NAME, nl80211_eht_ltfs),
};
TABLE(txrate, txrate_attrs);
static const struct attr a_txrate = NESTED(txrate_attrs), a_rates = BINARY;
static const struct attrs txrates = { .names = &nl80211_bands, .any = &a_txrate }, rates = { .names = &nl80211_bands, .any = &a_rates };
static const struct named_attr tid_config[] = {
	AS("VIF_SUPP PEER_SUPP", X64), AS("OVERRIDE", FLAG), AS("TIDS", X16), AS("RETRY_SHORT RETRY_LONG", U8),
	OF("NOACK AMPDU_CTRL RTSCTS_CTRL AMSDU_CTRL", NAME, nl80211_tid_config_states), OF("TX_RATE_TYPE", NAME, nl80211_tx_rate_settings),
	OF("TX_RATE", NEST, txrates),
};
TABLE(tid_config, tid_config);
static const struct named_attr iftype_akm[] = { OF("IFTYPES", NEST, iftypes), AS("SUITES", U32S) };
TABLE(iftype_akm, iftype_akm);
static const struct field vendor_fields[] = { FIELDS(struct nl80211_vendor_cmd_info, hex, vendor_id, subcmd) };
static const struct shape vendor = SHAPE(struct nl80211_vendor_cmd_info, vendor_fields);
static const struct attr a_vendor = STRUCT(vendor);
static const struct attrs vendor_each = { .any = &a_vendor }, frames = { .names = &nl80211_attrs, .any = &a_hex16 };
static const struct attr a_frame_types = NESTED(frames);
static const struct attrs frame_types = { .names = &nl80211_iftypes, .any = &a_frame_types };

/* Functions of neighbour awareness networking */
static const struct named_attr srf[] = { AS("INCLUDE", FLAG), AS("BF", BYTES), AS("BF_IDX", U8), OF("MAC_ADDRS", NEST, macs) };
TABLE(srf, nan_srf);
static const struct named_attr nan_func[] = {
	OF("TYPE", NAME, nl80211_nan_func_types), AS("SERVICE_ID SERVICE_INFO", BYTES), AS("FOLLOW_UP_ID FOLLOW_UP_REQ_ID INSTANCE_ID", U8),
	OF("PUBLISH_TYPE", BITS, nl80211_nan_publish_types), OF("TERM_REASON", NAME, nl80211_nan_term_reasons),
	AS("PUBLISH_BCAST SUBSCRIBE_ACTIVE CLOSE_RANGE", FLAG), AS("FOLLOW_UP_DEST", MAC), AS("TTL", U32), OF("SRF", NEST, srf_attrs),
	OF("RX_MATCH_FILTER TX_MATCH_FILTER", NEST, bytes_each),
};
TABLE(nan_func, nan_func);
static const struct named_attr nan_match[] = { OF("FUNC_LOCAL FUNC_PEER", NEST, nan_func_attrs) };
TABLE(nan_match, nan_match);

static const struct named_attr nan_band_conf[] = {
	OF("BAND", NAME, nl80211_bands), AS("FREQ", U16), AS("RSSI_CLOSE RSSI_MIDDLE", S8), AS("WAKE_DW", U8), AS("DISABLE_SCAN", FLAG),
};
TABLE(nan_band_conf, nan_band_conf);
static const struct named_attr nan_conf[] = {
	AS("CLUSTER_ID", MAC), AS("EXTRA_ATTRS VENDOR_ELEMS", BYTES), OF("BAND_CONFIGS", EACH, nan_band_conf_attrs), AS("SCAN_PERIOD SCAN_DWELL_TIME", U16),
	AS("DISCOVERY_BEACON_INTERVAL", U8), AS("NOTIFY_DW", FLAG),
};
TABLE(nan_conf, nan_conf);
static const struct named_attr nan_phy_capa[] = {
	AS("HT_MCS_SET VHT_MCS_SET HE_MAC HE_PHY HE_MCS_SET HE_PPE", BYTES), AS("HT_CAPA", X16), AS("VHT_CAPA", X32), AS("HT_AMPDU_FACTOR HT_AMPDU_DENSITY", U8),
};
TABLE(nan_phy_capa, nan_phy_capa);
static const struct named_attr nan_capa[] = {
	AS("CONFIGURABLE_SYNC USERSPACE_DE", FLAG), AS("OP_MODE NUM_ANTENNAS CAPABILITIES", X8), AS("MAX_CHANNEL_SWITCH_TIME", U16), OF("PHY", NEST, nan_phy_capa_attrs),
};
TABLE(nan_capa, nan_capa);
static const struct named_attr nan_peer_map[] = { AS("MAP_ID", U8), AS("TIME_SLOTS", U8S) };
TABLE(nan_peer_map, nan_peer_map);

/* Measurements of distances, "fine timing measurement" */
static const struct attrs ftm_capa_attrs;	/* of a role, too */
static const struct named_attr ftm_type_capa[] = { AS("INFRA_SUPPORT PD_SUPPORT", FLAG) };
TABLE(ftm_type_capa, ftm_type_capa);
static const struct named_attr ftm_capa[] = {
	AS("ASAP NON_ASAP REQ_LCI REQ_CIVICLOC TRIGGER_BASED NON_TRIGGER_BASED 6GHZ_SUPPORT RSTA_SUPPORT SUPPORT_NTB SUPPORT_TB SUPPORT_EDCA CONCURRENT_ISTA_RSTA_SUPPORT", FLAG),
	AS("PREAMBLES BANDWIDTHS PD_PREAMBLES PD_BANDWIDTHS", X32),
	AS("MAX_BURSTS_EXPONENT MAX_FTMS_PER_BURST MAX_TX_LTF_REP MAX_RX_LTF_REP MAX_TX_STS MAX_RX_STS MAX_TOTAL_LTF_TX MAX_TOTAL_LTF_RX MAX_NUM_TX_ANTENNAS "
	   "MAX_NUM_RX_ANTENNAS MIN_INTERVAL_EDCA MIN_INTERVAL_NTB", U32),
	OF("ISTA_CAPS RSTA_CAPS", NEST, ftm_capa_attrs), OF("TYPE_CAPS", NEST, ftm_type_capa_attrs),
};
TABLE(ftm_capa, ftm_capa);
static const struct named_attr ftm_req[] = {
	AS("ASAP REQUEST_LCI REQUEST_CIVICLOC TRIGGER_BASED NON_TRIGGER_BASED LMR_FEEDBACK RSTA PD_SUPPRESS_RESULTS", FLAG), OF("PREAMBLE", NAME, nl80211_preambles),
	AS("NUM_BURSTS_EXP BURST_DURATION FTMS_PER_BURST NUM_FTMR_RETRIES BSS_COLOR", U8), AS("BURST_PERIOD", U16), AS("INGRESS EGRESS", U64),
	AS("MIN_TIME_BETWEEN_MEASUREMENTS MAX_TIME_BETWEEN_MEASUREMENTS NOMINAL_TIME AW_DURATION NUM_MEASUREMENTS", U32),
};
TABLE(ftm_req, ftm_req);
static const struct named_attr ftm_resp[] = {
	OF("FAIL_REASON", NAME, nl80211_ftm_failures), OF("PREAMBLE", NAME, nl80211_preambles), OF("CHANNEL_WIDTH", NAME, nl80211_chan_widths),
	OF("TX_RATE RX_RATE", NEST, rate_attrs), AS("NUM_BURSTS_EXP BURST_DURATION FTMS_PER_BURST", U8), AS("BURST_PERIOD", U16),
	AS("BURST_INDEX NUM_FTMR_ATTEMPTS NUM_FTMR_SUCCESSES BUSY_RETRY_TIME TX_LTF_REPETITION_COUNT RX_LTF_REPETITION_COUNT MAX_TIME_BETWEEN_MEASUREMENTS "
	   "MIN_TIME_BETWEEN_MEASUREMENTS NUM_TX_SPATIAL_STREAMS NUM_RX_SPATIAL_STREAMS NOMINAL_TIME AVAILABILITY_WINDOW", U32),
	AS("RSSI_AVG RSSI_SPREAD", S32), AS("RTT_AVG DIST_AVG", S64), AS("RTT_VARIANCE RTT_SPREAD DIST_VARIANCE DIST_SPREAD", U64), AS("LCI CIVICLOC", BYTES), AS("IS_DELAYED_LMR", FLAG),
};
TABLE(ftm_resp, ftm_resp);
static const struct named_attr capa_by_type[] = { OF("FTM", NEST, ftm_capa_attrs) }, req_by_type[] = { OF("FTM", NEST, ftm_req_attrs) },
			       resp_by_type[] = { OF("FTM", NEST, ftm_resp_attrs) };
static const struct attrs capa_types = NAMED(nl80211_pmsr_types, capa_by_type), req_types = NAMED(nl80211_pmsr_types, req_by_type),
			  resp_types = NAMED(nl80211_pmsr_types, resp_by_type);
static const struct named_attr pmsr_req[] = { OF("DATA", NEST, req_types), AS("GET_AP_TSF", FLAG) };
TABLE(pmsr_req, pmsr_req);
static const struct named_attr pmsr_resp[] = {
	OF("DATA", NEST, resp_types), OF("STATUS", NAME, nl80211_pmsr_statuses), AS("HOST_TIME AP_TSF", U64), AS("FINAL", FLAG),
};
TABLE(pmsr_resp, pmsr_resp);
static const struct named_attr pmsr_peer[] = {
	AS("ADDR", MAC), OF("CHAN", NEST, attr_attrs), OF("REQ", NEST, pmsr_req_attrs), OF("RESP", NEST, pmsr_resp_attrs), OF("REQ_TYPE", NAME, nl80211_ftm_req_types),
};
TABLE(pmsr_peer, pmsr_peer);
static const struct named_attr pmsr[] = {
	AS("MAX_PEERS MAX_PEER_ISTA_ROLE MAX_PEER_RSTA_ROLE", U32), AS("REPORT_AP_TSF RANDOMIZE_MAC_ADDR", FLAG), OF("TYPE_CAPA", NEST, capa_types), OF("PEERS", EACH, pmsr_peer_attrs),
};
TABLE(pmsr, pmsr);

static const struct named_attr rekey[] = { AS("KEK KCK REPLAY_CTR", BYTES), AS("AKM", X32) };
TABLE(rekey, rekey);
static const struct named_attr pattern[] = { AS("MASK PATTERN", BYTES), AS("OFFSET", U32) };
TABLE(pattern, packet_pattern);
static const struct field tcp_seq_fields[] = { FIELDS(struct nl80211_wowlan_tcp_data_seq, uint, start, offset, len) };
static const struct shape tcp_seq = SHAPE(struct nl80211_wowlan_tcp_data_seq, tcp_seq_fields);
static const struct named_attr tcp[] = {
	AS("SRC_IPV4 DST_IPV4", IN), AS("DST_MAC", MAC), AS("SRC_PORT DST_PORT", U16), AS("DATA_PAYLOAD DATA_PAYLOAD_TOKEN WAKE_PAYLOAD WAKE_MASK", BYTES),
	OF("DATA_PAYLOAD_SEQ", STRUCT, tcp_seq), AS("DATA_INTERVAL", U32),
};
TABLE(tcp, wowlan_tcp);
static const struct named_attr wowlan[] = {
	AS("ANY DISCONNECT MAGIC_PKT GTK_REKEY_SUPPORTED GTK_REKEY_FAILURE EAP_IDENT_REQUEST 4WAY_HANDSHAKE RFKILL_RELEASE WAKEUP_TCP_MATCH WAKEUP_TCP_CONNLOST "
	   "WAKEUP_TCP_NOMORETOKENS UNPROTECTED_DEAUTH_DISASSOC", FLAG),
	OF("TCP_CONNECTION", NEST, tcp_attrs), OF("NET_DETECT", NEST, attr_attrs), OF("NET_DETECT_RESULTS", EACH, attr_attrs),
	OF("PKT_PATTERN", EACH, pattern_attrs), AS("WAKEUP_PKT_80211 WAKEUP_PKT_8023", BYTES), AS("WAKEUP_PKT_80211_LEN WAKEUP_PKT_8023_LEN", U32),
};
TABLE(wowlan, wowlan);
/* What a device supports of these, and of rules that coalesce packets */
static const struct field pattern_support_fields[] = { FIELDS(struct nl80211_pattern_support, uint, max_patterns, min_pattern_len, max_pattern_len, max_pkt_offset) };
static const struct shape pattern_support = SHAPE(struct nl80211_pattern_support, pattern_support_fields);
static const struct named_attr wowlan_support[] = {
	AS("ANY DISCONNECT MAGIC_PKT GTK_REKEY_SUPPORTED GTK_REKEY_FAILURE EAP_IDENT_REQUEST 4WAY_HANDSHAKE RFKILL_RELEASE UNPROTECTED_DEAUTH_DISASSOC", FLAG),
	OF("PKT_PATTERN", STRUCT, pattern_support), AS("NET_DETECT", U32),
};
TABLE(wowlan_support, wowlan);
static const struct field coalesce_support_fields[] = {
	FIELD(struct nl80211_coalesce_rule_support, max_rules, uint), FIELD_STRUCT(struct nl80211_coalesce_rule_support, pat, pattern_support),
	FIELD(struct nl80211_coalesce_rule_support, max_delay, uint),
};
static const struct shape coalesce_support = SHAPE(struct nl80211_coalesce_rule_support, coalesce_support_fields);
static const struct named_attr coalesce_rule[] = { AS("DELAY", U32), OF("CONDITION", NAME, nl80211_coalesce_conditions), OF("PKT_PATTERN", EACH, pattern_attrs) };
TABLE(coalesce_rule, coalesce_rule);
static const struct named_attr txq_param[] = { OF("AC", NAME, nl80211_acs), AS("AIFS", U8), AS("TXOP CWMIN CWMAX", U16) };
TABLE(txq_param, txq_attrs);
static const struct named_attr wme[] = { AS("UAPSD_QUEUES MAX_SP", U8) };
TABLE(wme, sta_wme);
static const struct named_attr candidate[] = { AS("INDEX", U32), AS("BSSID", MAC), AS("PREAUTH", FLAG) };
TABLE(candidate, pmksa_candidate);
static const struct named_attr ftm_stats[] = {
	AS("SUCCESS_NUM PARTIAL_NUM FAILED_NUM ASAP_NUM NON_ASAP_NUM UNKNOWN_TRIGGERS_NUM RESCHEDULE_REQUESTS_NUM OUT_OF_WINDOW_TRIGGERS_NUM", U32), AS("TOTAL_DURATION_MSEC", U64),
};
TABLE(ftm_stats, ftm_stats);
static const struct named_attr responder[] = { AS("ENABLED", FLAG), AS("LCI CIVICLOC", BYTES) };
TABLE(responder, ftm_responder);
static const struct named_attr sar_spec[] = { AS("POWER", S32), AS("RANGE_INDEX START_FREQ END_FREQ", U32) };
TABLE(sar_spec, sar_specs);
static const struct named_attr sar[] = { OF("TYPE", NAME, nl80211_sar_types), OF("SPECS", EACH, sar_spec_attrs) };
TABLE(sar, sar);
static const struct named_attr mbssid[] = { AS("MAX_INTERFACES MAX_EMA_PROFILE_PERIODICITY INDEX TX_LINK_ID", U8), AS("TX_IFINDEX", INDEX), AS("EMA", FLAG) };
TABLE(mbssid, mbssid);
static const struct named_attr fils[] = { AS("INT_MIN INT_MAX", U32), AS("TMPL", BYTES) };
TABLE(fils, fils_discovery);
static const struct named_attr unsol[] = { AS("INT", U32), AS("TMPL", BYTES) };
TABLE(unsol, unsol_bcast);
static const struct named_attr short_beacon[] = { AS("HEAD TAIL", BYTES) };
TABLE(short_beacon, short_beacon);
static const struct named_attr obss_pd[] = { AS("MIN_OFFSET MAX_OFFSET NON_SRG_MAX_OFFSET SR_CTRL", U8), AS("BSS_COLOR_BITMAP PARTIAL_BSSID_BITMAP", BYTES) };
TABLE(obss_pd, obss_pd);
static const struct named_attr color[] = { AS("COLOR", U8), AS("DISABLED PARTIAL", FLAG) };
TABLE(color, bss_color);

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
	   "DURATION MAX_REMAIN_ON_CHANNEL_DURATION MCAST_RATE CENTER_FREQ1 CENTER_FREQ2 SCHED_SCAN_INTERVAL "
	   "WIPHY_FREQ_HINT MAX_NUM_SCHED_SCAN_PLANS MAX_SCAN_PLAN_INTERVAL MAX_SCAN_PLAN_ITERATIONS SCHED_SCAN_DELAY TXQ_LIMIT TXQ_MEMORY_LIMIT "
	   "TXQ_QUANTUM WIPHY_FREQ_OFFSET CENTER_FREQ1_OFFSET CH_SWITCH_COUNT RX_SIGNAL_DBM MAC_ACL_MAX PMK_LIFETIME VENDOR_SUBCMD", U32),
	AS("WIPHY_TX_POWER_LEVEL ACK_SIGNAL", S32),
	AS("WIPHY_ANTENNA_TX WIPHY_ANTENNA_RX WIPHY_ANTENNA_AVAIL_TX WIPHY_ANTENNA_AVAIL_RX VENDOR_ID CIPHER_SUITE_GROUP KEY_CIPHER", X32),
	AS("CIPHER_SUITES CIPHER_SUITES_PAIRWISE AKM_SUITES", U32S),
	AS("WDEV COOKIE", X64),
	AS("SCAN_START_TIME_TSF", U64),
	AS("STA_AID STA_LISTEN_INTERVAL REASON_CODE STATUS_CODE MAX_SCAN_IE_LEN MAX_SCHED_SCAN_IE_LEN PEER_AID INACTIVITY_TIMEOUT BG_SCAN_PERIOD "
	   "BSS_HT_OPMODE MAX_AP_ASSOC_STA ADMITTED_TIME MEASUREMENT_DURATION VLAN_ID AIRTIME_WEIGHT MAX_NUM_AKM_SUITES", U16),
	AS("FRAME_TYPE CONTROL_PORT_ETHERTYPE NOACK_MAP", X16),
	AS("WIPHY_RETRY_SHORT WIPHY_RETRY_LONG WIPHY_COVERAGE_CLASS MAX_NUM_SCAN_SSIDS MAX_NUM_SCHED_SCAN_SSIDS MAX_MATCH_SETS MAX_NUM_PMKIDS "
	   "BSS_CTS_PROT BSS_SHORT_PREAMBLE BSS_SHORT_SLOT_TIME KEY_IDX AP_ISOLATE TDLS_ACTION TDLS_DIALOG_TOKEN TSID USER_PRIO "
	   "OPER_CLASS MAX_CSA_COUNTERS NSS MLO_LINK_ID ", U8),
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
	OF("INTERFACE_COMBINATIONS WIPHY_INTERFACE_COMBINATIONS", EACH, combination_attrs), OF("WIPHY_RADIOS", EACH, radio_attrs),
	AS("MLO_LINK_DISABLED BSS_DUMP_INCLUDE_USE_DATA ASSOC_SPP_AMSDU EPCS BSS_PARAM S1G_PRIMARY_2MHZ EPP_PEER NAN_NEW_CLUSTER DISABLE_UHR NAN_SCHED_DEFERRED NAN_SCHED_UPDATE_SUCCESS ASSOC_ENCRYPTED", FLAG), AS("MLO_TTLM_DLINK MLO_TTLM_ULINK", U16S),
	AS("VIF_RADIO_MASK", X32), AS("SUPPORTED_SELECTORS", BYTES), AS("MLO_RECONF_REM_LINKS ASSOC_MLD_EXT_CAPA_OPS", X16), AS("WIPHY_RADIO_INDEX S1G_LONG_BEACON_PERIOD", U8),
	OF("S1G_SHORT_BEACON", NEST, short_beacon_attrs), OF("NAN_CONFIG", NEST, nan_conf_attrs), OF("NAN_CAPABILITIES", NEST, nan_capa_attrs), OF("NAN_CHANNEL", NEST, attr_attrs),
	OF("NAN_PEER_MAPS", EACH, nan_peer_map_attrs), AS("NAN_NMI_MAC", MAC), AS("NAN_TIME_SLOTS", U8S), AS("NAN_RX_NSS NAN_SEQ_ID", U8), AS("NAN_MAX_CHAN_SWITCH_TIME", U16),
	AS("NAN_COMMITTED_DW", X16), AS("UHR_CAPABILITY UHR_OPERATION NAN_CHANNEL_ENTRY NAN_AVAIL_BLOB NAN_ULW", BYTES), AS("NPCA_PRIMARY_FREQ", U32),
	AS("INCUMBENT_SIGNAL_INTERFERENCE_BITMAP NPCA_PUNCT_BITMAP", X32), OF("PEER_MEASUREMENTS", NEST, pmsr_attrs), OF("WOWLAN_TRIGGERS_SUPPORTED", NEST, wowlan_support_attrs),
	OF("COALESCE_RULE", STRUCT, coalesce_support), OF("WIPHY_TX_POWER_SETTING STA_TX_POWER_SETTING", NAME, nl80211_tx_power_settings), OF("RADAR_EVENT", NAME, nl80211_radar_events),
	OF("CONN_FAILED_REASON", NAME, nl80211_conn_failures), OF("KEY_TYPE", NAME, nl80211_key_types), OF("ACL_POLICY", NAME, nl80211_acl_policies),
	OF("USER_REG_HINT_TYPE", NAME, nl80211_user_reg_hints), OF("STA_PLINK_ACTION", NAME, nl80211_plink_actions), OF("SAE_PWE", NAME, nl80211_sae_pwes),
	OF("TDLS_OPERATION", NAME, nl80211_tdls_operations), OF("SMPS_MODE", NAME, nl80211_smps_modes), OF("TIMEOUT_REASON", NAME, nl80211_timeout_reasons),
	OF("CRIT_PROT_ID", NAME, nl80211_crit_protos), OF("LOCAL_MESH_POWER_MODE", NAME, nl80211_mesh_power_modes), OF("HIDDEN_SSID", NAME, nl80211_hidden_ssids),
	OF("EXTERNAL_AUTH_ACTION", NAME, nl80211_external_auths), OF("SCAN_FLAGS", BITS, nl80211_scan_flags), OF("FEATURE_FLAGS", BITS, nl80211_features),
	OF("WPA_VERSIONS", BITS, nl80211_wpa_versions), OF("PROTOCOL_FEATURES", BITS, nl80211_protocol_features), OF("PROBE_RESP_OFFLOAD", BITS, nl80211_probe_resp_offloads),
	OF("RXMGMT_FLAGS", BITS, nl80211_rxmgmt_flags), OF("TDLS_PEER_CAPABILITY", BITS, nl80211_tdls_peers), OF("AP_SETTINGS_FLAGS", BITS, nl80211_ap_settings),
	OF("STA_SUPPORT_P2P_PS", NAME, nl80211_p2p_ps),
	OF("NAN_FUNC", NEST, nan_func_attrs), OF("NAN_MATCH", NEST, nan_match_attrs), OF("EMA_RNR_ELEMS MBSSID_ELEMS", NEST, bytes_each),
	AS("CNTDWN_OFFS_BEACON CNTDWN_OFFS_PRESP CSA_C_OFFSETS_TX", U16S), OF("TX_FRAME_TYPES RX_FRAME_TYPES", NEST, frame_types), OF("TID_CONFIG", EACH, tid_config_attrs),
	AS("SCHED_SCAN_RELATIVE_RSSI", S8), OF("SCHED_SCAN_RSSI_ADJUST", STRUCT, adjust), AS("TD_BITMAP HE_6GHZ_CAPABILITY", BYTES), AS("MGMT_SUBTYPE", U8),
	OF("SCAN_SUPP_RATES", NEST, rates), OF("TX_RATES", NEST, txrates), OF("VENDOR_EVENTS", NEST, vendor_each), OF("DEVICE_AP_SME", BITS, nl80211_ap_sme_features), AS("PUNCT_BITMAP", X32),
	AS("SURVEY_RADIO_STATS", FLAG), OF("IFTYPE_AKM_SUITES", EACH, iftype_akm_attrs), OF("IFTYPE_EXT_CAPA MLO_LINKS", EACH, attr_attrs),
	OF("COLOR_CHANGE_ELEMS", NEST, attr_attrs), OF("BSS_SELECT", NEST, bss_select_attrs),
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
	OF("MESH_SETUP", NEST, setup_attrs), OF("MESH_CONFIG", NEST, mesh_attrs), OF("REKEY_DATA", NEST, rekey_attrs), OF("WOWLAN_TRIGGERS", NEST, wowlan_attrs),
	OF("WIPHY_TXQ_PARAMS", EACH, txq_param_attrs), OF("STA_WME", NEST, wme_attrs), OF("MNTR_FLAGS", NEST, mntr_flags), OF("PMKSA_CANDIDATE", NEST, candidate_attrs),
	OF("FTM_RESPONDER_STATS", NEST, ftm_stats_attrs), OF("FTM_RESPONDER", NEST, responder_attrs), OF("SAR_SPEC", NEST, sar_attrs), OF("MBSSID_CONFIG", NEST, mbssid_attrs),
	OF("FILS_DISCOVERY", NEST, fils_attrs), OF("UNSOL_BCAST_PROBE_RESP", NEST, unsol_attrs), OF("HE_OBSS_PD", NEST, obss_pd_attrs), OF("HE_BSS_COLOR", NEST, color_attrs),
	OF("SCAN_SSIDS", NEST, texts), OF("KEY_DEFAULT_TYPES", NEST, key_defaults),
	AS("OPMODE_NOTIF P2P_CTWINDOW P2P_OPPPS COLOR_CHANGE_COUNT COLOR_CHANGE_COLOR NAN_MASTER_PREF PMK_REAUTH_THRESHOLD "
	   "WIPHY_EDMG_CHANNELS WIPHY_EDMG_BW_CONFIG 4ADDR", U8),
	AS("STA_CAPABILITY MAX_CRIT_PROT_DURATION MDID MESH_PEER_AID FILS_ERP_NEXT_SEQ_NUM MAX_HW_TIMESTAMP_PEERS EML_CAPABILITY MLD_CAPA_AND_OPS", U16),
	AS("TIMEOUT SCHED_SCAN_MAX_REQS", U32), AS("STA_TX_POWER", S16),
	AS("BANDS", X32), AS("OBSS_COLOR_BITMAP", X64), AS("RX_HW_TIMESTAMP TX_HW_TIMESTAMP", U64),
	OF("SSID MESH_ID", ATTR, a_text),
	AS("IE IE_PROBE_RESP IE_ASSOC_RESP IE_RIC REQ_IE RESP_IE BEACON_HEAD BEACON_TAIL CSA_IES PROBE_RESP FRAME FRAME_MATCH KEY_DATA KEY_SEQ PMK PMKID PMKR0_NAME HT_CAPABILITY "
	   "HT_CAPABILITY_MASK VHT_CAPABILITY VHT_CAPABILITY_MASK HE_CAPABILITY EHT_CAPABILITY EXT_CAPA EXT_CAPA_MASK EXT_FEATURES FILS_CACHE_ID FILS_ERP_REALM FILS_ERP_RRK "
	   "FILS_ERP_USERNAME FILS_KEK FILS_NONCES AUTH_DATA BSS_BASIC_RATES STA_SUPPORTED_RATES STA_SUPPORTED_CHANNELS STA_SUPPORTED_OPER_CLASSES STA_EXT_CAPABILITY SAE_PASSWORD QOS_MAP "
	   "VENDOR_DATA TESTDATA MU_MIMO_GROUP_DATA S1G_CAPABILITY S1G_CAPABILITY_MASK", BYTES),
	AS("ACK TIMED_OUT PRIVACY DISCONNECTED_BY_AP CONTROL_PORT CONTROL_PORT_NO_ENCRYPT CONTROL_PORT_NO_PREAUTH CONTROL_PORT_OVER_NL80211 SUPPORT_IBSS_RSN SUPPORT_MESH_AUTH "
	   "SUPPORT_AP_UAPSD SUPPORT_5_MHZ SUPPORT_10_MHZ OFFCHANNEL_TX_OK DONT_WAIT_FOR_ACK ROAM_SUPPORT TDLS_SUPPORT TDLS_EXTERNAL_SETUP TDLS_INITIATOR TX_NO_CCK_RATE "
	   "DISABLE_HT DISABLE_VHT DISABLE_HE DISABLE_EHT USE_RRM WIPHY_DYN_ACK WIPHY_SELF_MANAGED_REG SPLIT_WIPHY_DUMP SOCKET_OWNER HANDLE_DFS CH_SWITCH_BLOCK_TX KEY_DEFAULT "
	   "KEY_DEFAULT_MGMT FREQ_FIXED REG_INDOOR PBSS MULTICAST_TO_UNICAST_ENABLED MEASUREMENT_DURATION_MANDATORY SCHED_SCAN_MULTI EXTERNAL_AUTH_SUPPORT WANT_1X_4WAY_HS "
	   "LOCAL_STATE_CHANGE PORT_AUTHORIZED RECEIVE_MULTICAST TWT_RESPONDER RECONNECT_REQUESTED RADAR_BACKGROUND MLO_SUPPORT HW_TIMESTAMP_ENABLED", FLAG),
};
TABLE(attr, attrs);

/* Rules that coalesce packets: requests and answers. Elsewhere the attribute has what a device supports of them. */
static const struct named_attr coalesce[] = { AS("WIPHY", U32), AS("IFINDEX", INDEX), AS("WDEV", X64), AS("WIPHY_NAME", TEXT), OF("COALESCE_RULE", EACH, coalesce_rule_attrs) };
TABLE(coalesce, attrs);
static const struct genl_cmds by_cmd[] = { { "SET_COALESCE", &coalesce_attrs }, { "GET_COALESCE", &coalesce_attrs }, { "", &attr_attrs } };

const struct genl_family genl_nl80211 = { .name = "nl80211", .cmds = &nl80211_cmds, .attrs = &attr_attrs, BY(by_cmd) };
