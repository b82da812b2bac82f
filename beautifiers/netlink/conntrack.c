// SPDX-License-Identifier: BSD-2-Clause
/*
 * conntrack.c - connections, expectations, timeouts, helpers and accounts of netfilter (linux/netfilter/nfnetlink_conntrack.h and others).
 */
#include <linux/netfilter/nf_conntrack_common.h>
#include <linux/netfilter/nfnetlink.h>
#include <linux/netfilter/nfnetlink_acct.h>
#include <linux/netfilter/nfnetlink_conntrack.h>
#include <linux/netfilter/nfnetlink_cthelper.h>
#include <linux/netfilter/nfnetlink_cttimeout.h>

#include "nfnetlink.h"

static const struct choices timeout_data;

static const struct attr ip[] = {
	[CTA_IP_V4_SRC] = IN_ADDR,
	[CTA_IP_V4_DST] = IN_ADDR,
	[CTA_IP_V6_SRC] = IN6_ADDR,
	[CTA_IP_V6_DST] = IN6_ADDR,
};
static const struct attrs ip_attrs = ATTRS_BEYOND(cta_ip_attrs, ip);

static const struct attr proto[] = {
	[CTA_PROTO_NUM]         = NAME(1, ip_protocols),
	[CTA_PROTO_SRC_PORT]    = BE16,
	[CTA_PROTO_DST_PORT]    = BE16,
	[CTA_PROTO_ICMP_ID]     = BE16,
	[CTA_PROTO_ICMP_TYPE]   = U8,
	[CTA_PROTO_ICMP_CODE]   = U8,
	[CTA_PROTO_ICMPV6_ID]   = BE16,
	[CTA_PROTO_ICMPV6_TYPE] = U8,
	[CTA_PROTO_ICMPV6_CODE] = U8,
};
static const struct attrs proto_attrs = ATTRS_BEYOND(cta_proto_attrs, proto);

static const struct attr tuple[] = {
	[CTA_TUPLE_IP]    = NESTED(ip_attrs),
	[CTA_TUPLE_PROTO] = NESTED(proto_attrs),
	[CTA_TUPLE_ZONE]  = BE(2, uint),
};
static const struct attrs tuple_attrs = ATTRS_BEYOND(cta_tuple_attrs, tuple);

static const struct attr tcp[] = {
	[CTA_PROTOINFO_TCP_STATE]           = NAME(1, ct_tcp_states),
	[CTA_PROTOINFO_TCP_WSCALE_ORIGINAL] = U8,
	[CTA_PROTOINFO_TCP_WSCALE_REPLY]    = U8,
	[CTA_PROTOINFO_TCP_FLAGS_ORIGINAL]  = MADE(nf_ct_tcp_flags),
	[CTA_PROTOINFO_TCP_FLAGS_REPLY]     = MADE(nf_ct_tcp_flags),
};
static const struct attrs tcp_attrs = ATTRS_BEYOND(cta_protoinfo_tcp_attrs, tcp);

static const struct attr dccp[] = {
	[CTA_PROTOINFO_DCCP_STATE]         = U8,
	[CTA_PROTOINFO_DCCP_ROLE]          = U8,
	[CTA_PROTOINFO_DCCP_HANDSHAKE_SEQ] = BE(8, ulong),
};
static const struct attrs dccp_attrs = ATTRS_BEYOND(cta_protoinfo_dccp_attrs, dccp);

static const struct attr sctp[] = {
	[CTA_PROTOINFO_SCTP_STATE]         = NAME(1, ct_sctp_states),
	[CTA_PROTOINFO_SCTP_VTAG_ORIGINAL] = BEX32,
	[CTA_PROTOINFO_SCTP_VTAG_REPLY]    = BEX32,
};
static const struct attrs sctp_attrs = ATTRS_BEYOND(cta_protoinfo_sctp_attrs, sctp);

static const struct attr protoinfo[] = {
	[CTA_PROTOINFO_TCP]  = NESTED(tcp_attrs),
	[CTA_PROTOINFO_DCCP] = NESTED(dccp_attrs),
	[CTA_PROTOINFO_SCTP] = NESTED(sctp_attrs),
};
static const struct attrs protoinfo_attrs = ATTRS_BEYOND(cta_protoinfo_attrs, protoinfo);

static const struct attr counters[] = {
	[CTA_COUNTERS_PACKETS]   = BE(8, ulong),
	[CTA_COUNTERS_BYTES]     = BE(8, ulong),
	[CTA_COUNTERS32_PACKETS] = BE32,
	[CTA_COUNTERS32_BYTES]   = BE32,
};
static const struct attrs counters_attrs = ATTRS_BEYOND(cta_counters_attrs, counters);

static const struct attr timestamp[] = {
	[CTA_TIMESTAMP_START] = BE(8, ulong),
	[CTA_TIMESTAMP_STOP]  = BE(8, ulong),
};
static const struct attrs timestamp_attrs = ATTRS_BEYOND(cta_timestamp_attrs, timestamp);

static const struct attr protonat[] = {
	[CTA_PROTONAT_PORT_MIN] = BE16,
	[CTA_PROTONAT_PORT_MAX] = BE16,
};
static const struct attrs protonat_attrs = ATTRS_BEYOND(cta_protonat_attrs, protonat);

static const struct attr nat[] = {
	[CTA_NAT_V4_MINIP] = IN_ADDR,
	[CTA_NAT_V4_MAXIP] = IN_ADDR,
	[CTA_NAT_PROTO]    = NESTED(protonat_attrs),
	[CTA_NAT_V6_MINIP] = IN6_ADDR,
	[CTA_NAT_V6_MAXIP] = IN6_ADDR,
};
static const struct attrs nat_attrs = ATTRS_BEYOND(cta_nat_attrs, nat);

static const struct attr seqadj[] = {
	[CTA_SEQADJ_CORRECTION_POS] = BE32,
	[CTA_SEQADJ_OFFSET_BEFORE]  = BE32,
	[CTA_SEQADJ_OFFSET_AFTER]   = BE32,
};
static const struct attrs seqadj_attrs = ATTRS_BEYOND(cta_seqadj_attrs, seqadj);

static const struct attr synproxy[] = {
	[CTA_SYNPROXY_ISN]   = BE32,
	[CTA_SYNPROXY_ITS]   = BE32,
	[CTA_SYNPROXY_TSOFF] = BE32,
};
static const struct attrs synproxy_attrs = ATTRS_BEYOND(cta_synproxy_attrs, synproxy);

static const struct attr help[] = {
	[CTA_HELP_NAME] = STRING,
	[CTA_HELP_INFO] = BINARY,
};
static const struct attrs help_attrs = ATTRS_BEYOND(cta_help_attrs, help);

static const struct attr secctx[] = {
	[CTA_SECCTX_NAME] = STRING,
};
static const struct attrs secctx_attrs = ATTRS_BEYOND(cta_secctx_attrs, secctx);

static const struct attr filter[] = {
	[CTA_FILTER_ORIG_FLAGS]  = X32,
	[CTA_FILTER_REPLY_FLAGS] = X32,
};
static const struct attrs filter_attrs = ATTRS_BEYOND(cta_filter_attrs, filter);

static const struct attr conn[] = {
	[CTA_TUPLE_ORIG]     = NESTED(tuple_attrs),
	[CTA_TUPLE_REPLY]    = NESTED(tuple_attrs),
	[CTA_STATUS]         = BE_BITS(4, ct_status),
	[CTA_PROTOINFO]      = NESTED(protoinfo_attrs),
	[CTA_HELP]           = NESTED(help_attrs),
	[CTA_NAT_SRC]        = NESTED(nat_attrs),
	[CTA_TIMEOUT]        = BE32,
	[CTA_MARK]           = BEX32,
	[CTA_COUNTERS_ORIG]  = NESTED(counters_attrs),
	[CTA_COUNTERS_REPLY] = NESTED(counters_attrs),
	[CTA_USE]            = BE32,
	[CTA_ID]             = BEX32,
	[CTA_NAT_DST]        = NESTED(nat_attrs),
	[CTA_TUPLE_MASTER]   = NESTED(tuple_attrs),
	[CTA_SEQ_ADJ_ORIG]   = NESTED(seqadj_attrs),
	[CTA_SEQ_ADJ_REPLY]  = NESTED(seqadj_attrs),
	[CTA_SECMARK]        = BEX32,
	[CTA_ZONE]           = BE(2, uint),
	[CTA_SECCTX]         = NESTED(secctx_attrs),
	[CTA_TIMESTAMP]      = NESTED(timestamp_attrs),
	[CTA_MARK_MASK]      = BEX32,
	[CTA_LABELS]         = BINARY,
	[CTA_LABELS_MASK]    = BINARY,
	[CTA_SYNPROXY]       = NESTED(synproxy_attrs),
	[CTA_FILTER]         = NESTED(filter_attrs),
	[CTA_STATUS_MASK]    = BE_BITS(4, ct_status),
};
const struct attrs nl_conn_attrs = ATTRS_BEYOND(cta_attrs, conn);

static const struct attr expect_nat[] = {
	[CTA_EXPECT_NAT_DIR]   = BE_NAME(4, ct_dirs),
	[CTA_EXPECT_NAT_TUPLE] = NESTED(tuple_attrs),
};
static const struct attrs expect_nat_attrs = ATTRS_BEYOND(cta_expect_nat_attrs, expect_nat);

static const struct attr expect[] = {
	[CTA_EXPECT_MASTER]    = NESTED(tuple_attrs),
	[CTA_EXPECT_TUPLE]     = NESTED(tuple_attrs),
	[CTA_EXPECT_MASK]      = NESTED(tuple_attrs),
	[CTA_EXPECT_TIMEOUT]   = BE32,
	[CTA_EXPECT_ID]        = BEX32,
	[CTA_EXPECT_HELP_NAME] = STRING,
	[CTA_EXPECT_ZONE]      = BE(2, uint),
	[CTA_EXPECT_FLAGS]     = BE_BITS(4, ct_expect_flags),
	[CTA_EXPECT_CLASS]     = BE32,
	[CTA_EXPECT_NAT]       = NESTED(expect_nat_attrs),
	[CTA_EXPECT_FN]        = STRING,
};
const struct attrs nl_expect_attrs = ATTRS_BEYOND(cta_expect_attrs, expect);

static const struct attr stats[] = {
	[CTA_STATS_SEARCHED]       = BE32,
	[CTA_STATS_FOUND]          = BE32,
	[CTA_STATS_NEW]            = BE32,
	[CTA_STATS_INVALID]        = BE32,
	[CTA_STATS_IGNORE]         = BE32,
	[CTA_STATS_DELETE]         = BE32,
	[CTA_STATS_DELETE_LIST]    = BE32,
	[CTA_STATS_INSERT]         = BE32,
	[CTA_STATS_INSERT_FAILED]  = BE32,
	[CTA_STATS_DROP]           = BE32,
	[CTA_STATS_EARLY_DROP]     = BE32,
	[CTA_STATS_ERROR]          = BE32,
	[CTA_STATS_SEARCH_RESTART] = BE32,
	[CTA_STATS_CLASH_RESOLVE]  = BE32,
	[CTA_STATS_CHAIN_TOOLONG]  = BE32,
};
static const struct attrs stats_attrs = ATTRS_BEYOND(cta_stats_attrs, stats);

static const struct attr stats_global[] = {
	[CTA_STATS_GLOBAL_ENTRIES]     = BE32,
	[CTA_STATS_GLOBAL_MAX_ENTRIES] = BE32,
};
static const struct attrs stats_global_attrs = ATTRS_BEYOND(cta_stats_global_attrs, stats_global);

static const struct attr stats_exp[] = {
	[CTA_STATS_EXP_NEW]    = BE32,
	[CTA_STATS_EXP_CREATE] = BE32,
	[CTA_STATS_EXP_DELETE] = BE32,
};
static const struct attrs stats_exp_attrs = ATTRS_BEYOND(cta_stats_exp_attrs, stats_exp);

static const struct attr t_generic[] = {
	[CTA_TIMEOUT_GENERIC_TIMEOUT] = BE32,
};
static const struct attrs t_generic_attrs = ATTRS_BEYOND(cta_timeout_generic_attrs, t_generic);

static const struct attr t_tcp[] = {
	[CTA_TIMEOUT_TCP_SYN_SENT]    = BE32,
	[CTA_TIMEOUT_TCP_SYN_RECV]    = BE32,
	[CTA_TIMEOUT_TCP_ESTABLISHED] = BE32,
	[CTA_TIMEOUT_TCP_FIN_WAIT]    = BE32,
	[CTA_TIMEOUT_TCP_CLOSE_WAIT]  = BE32,
	[CTA_TIMEOUT_TCP_LAST_ACK]    = BE32,
	[CTA_TIMEOUT_TCP_TIME_WAIT]   = BE32,
	[CTA_TIMEOUT_TCP_CLOSE]       = BE32,
	[CTA_TIMEOUT_TCP_SYN_SENT2]   = BE32,
	[CTA_TIMEOUT_TCP_RETRANS]     = BE32,
	[CTA_TIMEOUT_TCP_UNACK]       = BE32,
};
static const struct attrs t_tcp_attrs = ATTRS_BEYOND(cta_timeout_tcp_attrs, t_tcp);

static const struct attr t_udp[] = {
	[CTA_TIMEOUT_UDP_UNREPLIED] = BE32,
	[CTA_TIMEOUT_UDP_REPLIED]   = BE32,
};
static const struct attrs t_udp_attrs = ATTRS_BEYOND(cta_timeout_udp_attrs, t_udp);

static const struct attr t_udplite[] = {
	[CTA_TIMEOUT_UDPLITE_UNREPLIED] = BE32,
	[CTA_TIMEOUT_UDPLITE_REPLIED]   = BE32,
};
static const struct attrs t_udplite_attrs = ATTRS_BEYOND(cta_timeout_udplite_attrs, t_udplite);

static const struct attr t_icmp[] = {
	[CTA_TIMEOUT_ICMP_TIMEOUT] = BE32,
};
static const struct attrs t_icmp_attrs = ATTRS_BEYOND(cta_timeout_icmp_attrs, t_icmp);

static const struct attr t_dccp[] = {
	[CTA_TIMEOUT_DCCP_REQUEST]  = BE32,
	[CTA_TIMEOUT_DCCP_RESPOND]  = BE32,
	[CTA_TIMEOUT_DCCP_PARTOPEN] = BE32,
	[CTA_TIMEOUT_DCCP_OPEN]     = BE32,
	[CTA_TIMEOUT_DCCP_CLOSEREQ] = BE32,
	[CTA_TIMEOUT_DCCP_CLOSING]  = BE32,
	[CTA_TIMEOUT_DCCP_TIMEWAIT] = BE32,
};
static const struct attrs t_dccp_attrs = ATTRS_BEYOND(cta_timeout_dccp_attrs, t_dccp);

static const struct attr t_sctp[] = {
	[CTA_TIMEOUT_SCTP_CLOSED]            = BE32,
	[CTA_TIMEOUT_SCTP_COOKIE_WAIT]       = BE32,
	[CTA_TIMEOUT_SCTP_COOKIE_ECHOED]     = BE32,
	[CTA_TIMEOUT_SCTP_ESTABLISHED]       = BE32,
	[CTA_TIMEOUT_SCTP_SHUTDOWN_SENT]     = BE32,
	[CTA_TIMEOUT_SCTP_SHUTDOWN_RECD]     = BE32,
	[CTA_TIMEOUT_SCTP_SHUTDOWN_ACK_SENT] = BE32,
	[CTA_TIMEOUT_SCTP_HEARTBEAT_SENT]    = BE32,
	[CTA_TIMEOUT_SCTP_HEARTBEAT_ACKED]   = BE32,
};
static const struct attrs t_sctp_attrs = ATTRS_BEYOND(cta_timeout_sctp_attrs, t_sctp);

static const struct attr t_icmpv6[] = {
	[CTA_TIMEOUT_ICMPV6_TIMEOUT] = BE32,
};
static const struct attrs t_icmpv6_attrs = ATTRS_BEYOND(cta_timeout_icmpv6_attrs, t_icmpv6);

static const struct attr t_gre[] = {
	[CTA_TIMEOUT_GRE_UNREPLIED] = BE32,
	[CTA_TIMEOUT_GRE_REPLIED]   = BE32,
};
static const struct attrs t_gre_attrs = ATTRS_BEYOND(cta_timeout_gre_attrs, t_gre);

static const struct attr timeout[] = {
	[CTA_TIMEOUT_NAME]    = STRING,
	[CTA_TIMEOUT_L3PROTO] = BE_NAME(2, socket_domains),
	[CTA_TIMEOUT_L4PROTO] = NAME(1, ip_protocols),
	[CTA_TIMEOUT_DATA]    = CHOSEN(timeout_data),
	[CTA_TIMEOUT_USE]     = BE32,
};
static const struct attrs timeout_attrs = ATTRS_BEYOND(cta_timeout_attrs, timeout);

static const struct attr helper_policy[] = {
	[NFCTH_POLICY_NAME]           = STRING,
	[NFCTH_POLICY_EXPECT_MAX]     = BE32,
	[NFCTH_POLICY_EXPECT_TIMEOUT] = BE32,
};
static const struct attrs helper_policy_attrs = ATTRS_BEYOND(nfcth_policy_attrs, helper_policy);

static const struct attr helper_policies[] = {
	[NFCTH_POLICY_SET_NUM] = BE32,
	[NFCTH_POLICY_SET1]    = NESTED(helper_policy_attrs),
	[NFCTH_POLICY_SET2]    = NESTED(helper_policy_attrs),
	[NFCTH_POLICY_SET3]    = NESTED(helper_policy_attrs),
	[NFCTH_POLICY_SET4]    = NESTED(helper_policy_attrs),
};
static const struct attrs helper_policies_attrs = ATTRS_BEYOND(nfcth_policy_set_attrs, helper_policies);

static const struct attr helper_tuple[] = {
	[NFCTH_TUPLE_L3PROTONUM] = BE_NAME(2, socket_domains),
	[NFCTH_TUPLE_L4PROTONUM] = NAME(1, ip_protocols),
};
static const struct attrs helper_tuple_attrs = ATTRS_BEYOND(nfcth_tuple_attrs, helper_tuple);

static const struct attr helper[] = {
	[NFCTH_NAME]          = STRING,
	[NFCTH_TUPLE]         = NESTED(helper_tuple_attrs),
	[NFCTH_QUEUE_NUM]     = BE32,
	[NFCTH_POLICY]        = NESTED(helper_policies_attrs),
	[NFCTH_PRIV_DATA_LEN] = BE32,
	[NFCTH_STATUS]        = BE32,
};
static const struct attrs helper_attrs = ATTRS_BEYOND(nfcth_attrs, helper);

static const struct attr acct_filter[] = {
	[NFACCT_FILTER_MASK]  = BEX32,
	[NFACCT_FILTER_VALUE] = BEX32,
};
static const struct attrs acct_filter_attrs = ATTRS_BEYOND(nfacct_filter_attrs, acct_filter);

static const struct attr acct[] = {
	[NFACCT_NAME]   = STRING,
	[NFACCT_PKTS]   = BE(8, ulong),
	[NFACCT_BYTES]  = BE(8, ulong),
	[NFACCT_USE]    = BE32,
	[NFACCT_FLAGS]  = BE_BITS(4, nfacct_flags),
	[NFACCT_QUOTA]  = BE(8, ulong),
	[NFACCT_FILTER] = NESTED(acct_filter_attrs),
};
static const struct attrs acct_attrs = ATTRS_BEYOND(nfacct_attrs, acct);

/* By CTA_TIMEOUT_L4PROTO, a protocol of IP. */
static const struct choice timeouts[] = {
	{ .value = 1, .attrs = &t_icmp_attrs },
	{ .value = 6, .attrs = &t_tcp_attrs },
	{ .value = 17, .attrs = &t_udp_attrs },
	{ .value = 33, .attrs = &t_dccp_attrs },
	{ .value = 47, .attrs = &t_gre_attrs },
	{ .value = 58, .attrs = &t_icmpv6_attrs },
	{ .value = 132, .attrs = &t_sctp_attrs },
	{ .value = 136, .attrs = &t_udplite_attrs },
	{ .value = 255, .attrs = &t_generic_attrs },
};
static const struct choices timeout_data = CHOICES(BY_NUMBER, CTA_TIMEOUT_L4PROTO, timeouts);

#define OF(subsystem, from, to, a) { .first = NFNL_SUBSYS_##subsystem << 8 | (from), .last = NFNL_SUBSYS_##subsystem << 8 | (to), .attrs = &a }
const struct payload nl_ct_payloads[] = {
	OF(CTNETLINK, IPCTNL_MSG_CT_NEW, IPCTNL_MSG_CT_GET_CTRZERO, nl_conn_attrs),
	OF(CTNETLINK, IPCTNL_MSG_CT_GET_STATS_CPU, IPCTNL_MSG_CT_GET_STATS_CPU, stats_attrs),
	OF(CTNETLINK, IPCTNL_MSG_CT_GET_STATS, IPCTNL_MSG_CT_GET_STATS, stats_global_attrs),
	OF(CTNETLINK, IPCTNL_MSG_CT_GET_DYING, IPCTNL_MSG_CT_GET_UNCONFIRMED, nl_conn_attrs),
	OF(CTNETLINK_EXP, IPCTNL_MSG_EXP_NEW, IPCTNL_MSG_EXP_DELETE, nl_expect_attrs),
	OF(CTNETLINK_EXP, IPCTNL_MSG_EXP_GET_STATS_CPU, IPCTNL_MSG_EXP_GET_STATS_CPU, stats_exp_attrs),
	OF(CTNETLINK_TIMEOUT, IPCTNL_MSG_TIMEOUT_NEW, IPCTNL_MSG_TIMEOUT_DEFAULT_GET, timeout_attrs),
	OF(CTHELPER, NFNL_MSG_CTHELPER_NEW, NFNL_MSG_CTHELPER_DEL, helper_attrs),
	OF(ACCT, NFNL_MSG_ACCT_NEW, NFNL_MSG_ACCT_OVERQUOTA, acct_attrs),
};
const unsigned nl_ct_npayloads = sizeof(nl_ct_payloads) / sizeof(nl_ct_payloads[0]);
