// SPDX-License-Identifier: BSD-2-Clause
/* nft_exprs.c - expressions of nftables' rules, by NFTA_EXPR_NAME (linux/netfilter/nf_tables.h, nf_tables_compat.h). */
#include <linux/netfilter/nf_tables.h>
#include <linux/netfilter/nf_tables_compat.h>
#include <linux/netfilter/nfnetlink.h>

#include "named_attrs.h"
#include "nfnetlink.h"

static const struct choices expr_data;

static const struct attr nft_verdict[] = {
	[NFTA_VERDICT_CODE]     = { .show = nl__verdict },
	[NFTA_VERDICT_CHAIN]    = STRING,
	[NFTA_VERDICT_CHAIN_ID] = BE32,
};
const struct attrs nl_nft_verdict_attrs = ATTRS_BEYOND(nfta_verdict_attrs, nft_verdict);

static const struct attr nft_data[] = {
	[NFTA_DATA_VALUE]   = BINARY,
	[NFTA_DATA_VERDICT] = NESTED(nl_nft_verdict_attrs),
};
const struct attrs nl_nft_data_attrs = ATTRS_BEYOND(nfta_data_attrs, nft_data);

static const struct attr immediate[] = {
	[NFTA_IMMEDIATE_DREG] = BE_NAME(4, nft_registers),
	[NFTA_IMMEDIATE_DATA] = NESTED(nl_nft_data_attrs),
};
static const struct attrs immediate_attrs = ATTRS_BEYOND(nfta_immediate_attrs, immediate);

static const struct attr bitwise[] = {
	[NFTA_BITWISE_SREG] = BE_NAME(4, nft_registers),
	[NFTA_BITWISE_DREG] = BE_NAME(4, nft_registers),
	[NFTA_BITWISE_LEN]  = BE32,
	[NFTA_BITWISE_MASK] = NESTED(nl_nft_data_attrs),
	[NFTA_BITWISE_XOR]  = NESTED(nl_nft_data_attrs),
	[NFTA_BITWISE_OP]   = BE_NAME(4, nft_bitwise_ops),
	[NFTA_BITWISE_DATA] = NESTED(nl_nft_data_attrs),
};
static const struct named_attr bitwise_later[] = { OF("SREG2", ATTR, bitwise[NFTA_BITWISE_SREG]) };
static const struct attrs bitwise_attrs = ATTRS_BEYOND(nfta_bitwise_attrs, bitwise, LATER(bitwise_later));

static const struct attr byteorder[] = {
	[NFTA_BYTEORDER_SREG] = BE_NAME(4, nft_registers),
	[NFTA_BYTEORDER_DREG] = BE_NAME(4, nft_registers),
	[NFTA_BYTEORDER_OP]   = BE_NAME(4, nft_byteorder_ops),
	[NFTA_BYTEORDER_LEN]  = BE32,
	[NFTA_BYTEORDER_SIZE] = BE32,
};
static const struct attrs byteorder_attrs = ATTRS_BEYOND(nfta_byteorder_attrs, byteorder);

static const struct attr cmp[] = {
	[NFTA_CMP_SREG] = BE_NAME(4, nft_registers),
	[NFTA_CMP_OP]   = BE_NAME(4, nft_cmp_ops),
	[NFTA_CMP_DATA] = NESTED(nl_nft_data_attrs),
};
static const struct attrs cmp_attrs = ATTRS_BEYOND(nfta_cmp_attrs, cmp);

static const struct attr range[] = {
	[NFTA_RANGE_SREG]      = BE_NAME(4, nft_registers),
	[NFTA_RANGE_OP]        = BE_NAME(4, nft_range_ops),
	[NFTA_RANGE_FROM_DATA] = NESTED(nl_nft_data_attrs),
	[NFTA_RANGE_TO_DATA]   = NESTED(nl_nft_data_attrs),
};
static const struct attrs range_attrs = ATTRS_BEYOND(nfta_range_attrs, range);

static const struct attr lookup[] = {
	[NFTA_LOOKUP_SET]    = STRING,
	[NFTA_LOOKUP_SREG]   = BE_NAME(4, nft_registers),
	[NFTA_LOOKUP_DREG]   = BE_NAME(4, nft_registers),
	[NFTA_LOOKUP_SET_ID] = BE32,
	[NFTA_LOOKUP_FLAGS]  = BE_BITS(4, nft_lookup_flags),
};
static const struct attrs lookup_attrs = ATTRS_BEYOND(nfta_lookup_attrs, lookup);

static const struct attr dynset[] = {
	[NFTA_DYNSET_SET_NAME]    = STRING,
	[NFTA_DYNSET_SET_ID]      = BE32,
	[NFTA_DYNSET_OP]          = BE_NAME(4, nft_dynset_ops),
	[NFTA_DYNSET_SREG_KEY]    = BE_NAME(4, nft_registers),
	[NFTA_DYNSET_SREG_DATA]   = BE_NAME(4, nft_registers),
	[NFTA_DYNSET_TIMEOUT]     = BE(8, ulong),
	[NFTA_DYNSET_EXPR]        = NESTED(nl_nft_expr_attrs),
	[NFTA_DYNSET_FLAGS]       = BE_BITS(4, nft_dynset_flags),
	[NFTA_DYNSET_EXPRESSIONS] = NESTED(nl_nft_exprs_attrs),
};
static const struct attrs dynset_attrs = ATTRS_BEYOND(nfta_dynset_attrs, dynset);

static const struct attr payload[] = {
	[NFTA_PAYLOAD_DREG]        = BE_NAME(4, nft_registers),
	[NFTA_PAYLOAD_BASE]        = BE_NAME(4, nft_payload_bases),
	[NFTA_PAYLOAD_OFFSET]      = BE32,
	[NFTA_PAYLOAD_LEN]         = BE32,
	[NFTA_PAYLOAD_SREG]        = BE_NAME(4, nft_registers),
	[NFTA_PAYLOAD_CSUM_TYPE]   = BE_NAME(4, nft_csum_types),
	[NFTA_PAYLOAD_CSUM_OFFSET] = BE32,
	[NFTA_PAYLOAD_CSUM_FLAGS]  = BE_BITS(4, nft_csum_flags),
};
static const struct attrs payload_attrs = ATTRS_BEYOND(nfta_payload_attrs, payload);

static const struct attr exthdr[] = {
	[NFTA_EXTHDR_DREG]   = BE_NAME(4, nft_registers),
	[NFTA_EXTHDR_TYPE]   = U8,
	[NFTA_EXTHDR_OFFSET] = BE32,
	[NFTA_EXTHDR_LEN]    = BE32,
	[NFTA_EXTHDR_FLAGS]  = BE_BITS(4, nft_exthdr_flags),
	[NFTA_EXTHDR_OP]     = BE_NAME(4, nft_exthdr_ops),
	[NFTA_EXTHDR_SREG]   = BE_NAME(4, nft_registers),
};
static const struct attrs exthdr_attrs = ATTRS_BEYOND(nfta_exthdr_attrs, exthdr);

static const struct attr meta[] = {
	[NFTA_META_DREG] = BE_NAME(4, nft_registers),
	[NFTA_META_KEY]  = BE_NAME(4, nft_meta_keys),
	[NFTA_META_SREG] = BE_NAME(4, nft_registers),
};
static const struct attrs meta_attrs = ATTRS_BEYOND(nfta_meta_attrs, meta);

static const struct attr rt[] = {
	[NFTA_RT_DREG] = BE_NAME(4, nft_registers),
	[NFTA_RT_KEY]  = BE_NAME(4, nft_rt_keys),
};
static const struct attrs rt_attrs = ATTRS_BEYOND(nfta_rt_attrs, rt);

static const struct attr socket[] = {
	[NFTA_SOCKET_KEY]   = BE_NAME(4, nft_socket_keys),
	[NFTA_SOCKET_DREG]  = BE_NAME(4, nft_registers),
	[NFTA_SOCKET_LEVEL] = BE32,
};
static const struct attrs socket_attrs = ATTRS_BEYOND(nfta_socket_attrs, socket);

static const struct attr hash[] = {
	[NFTA_HASH_SREG]     = BE_NAME(4, nft_registers),
	[NFTA_HASH_DREG]     = BE_NAME(4, nft_registers),
	[NFTA_HASH_LEN]      = BE32,
	[NFTA_HASH_MODULUS]  = BE32,
	[NFTA_HASH_SEED]     = BEX32,
	[NFTA_HASH_OFFSET]   = BE32,
	[NFTA_HASH_TYPE]     = BE_NAME(4, nft_hash_types),
	[NFTA_HASH_SET_NAME] = STRING,
	[NFTA_HASH_SET_ID]   = BE32,
};
static const struct attrs hash_attrs = ATTRS_BEYOND(nfta_hash_attrs, hash);

static const struct attr ct[] = {
	[NFTA_CT_DREG]      = BE_NAME(4, nft_registers),
	[NFTA_CT_KEY]       = BE_NAME(4, nft_ct_keys),
	[NFTA_CT_DIRECTION] = NAME(1, ct_dirs),
	[NFTA_CT_SREG]      = BE_NAME(4, nft_registers),
};
static const struct attrs ct_attrs = ATTRS_BEYOND(nfta_ct_attrs, ct);

static const struct attr flow[] = {
	[NFTA_FLOW_TABLE_NAME] = STRING,
};
static const struct attrs flow_attrs = ATTRS_BEYOND(nfta_flow_attrs, flow);

static const struct attr limit[] = {
	[NFTA_LIMIT_RATE]  = BE(8, ulong),
	[NFTA_LIMIT_UNIT]  = BE(8, ulong),
	[NFTA_LIMIT_BURST] = BE32,
	[NFTA_LIMIT_TYPE]  = BE_NAME(4, nft_limit_types),
	[NFTA_LIMIT_FLAGS] = BE_BITS(4, nft_limit_flags),
};
static const struct attrs limit_attrs = ATTRS_BEYOND(nfta_limit_attrs, limit);

static const struct attr connlimit[] = {
	[NFTA_CONNLIMIT_COUNT] = BE32,
	[NFTA_CONNLIMIT_FLAGS] = BE_BITS(4, nft_connlimit_flags),
};
static const struct attrs connlimit_attrs = ATTRS_BEYOND(nfta_connlimit_attrs, connlimit);

static const struct attr counter[] = {
	[NFTA_COUNTER_BYTES]   = BE(8, ulong),
	[NFTA_COUNTER_PACKETS] = BE(8, ulong),
};
static const struct attrs counter_attrs = ATTRS_BEYOND(nfta_counter_attrs, counter);

static const struct attr last[] = {
	[NFTA_LAST_SET]   = BE32,
	[NFTA_LAST_MSECS] = BE(8, ulong),
};
static const struct attrs last_attrs = ATTRS_BEYOND(nfta_last_attrs, last);

static const struct attr log[] = {
	[NFTA_LOG_GROUP]      = BE(2, uint),
	[NFTA_LOG_PREFIX]     = STRING,
	[NFTA_LOG_SNAPLEN]    = BE32,
	[NFTA_LOG_QTHRESHOLD] = BE(2, uint),
	[NFTA_LOG_LEVEL]      = BE_NAME(4, nft_log_levels),
	[NFTA_LOG_FLAGS]      = BE_BITS(4, nf_log_flags),
};
static const struct attrs log_attrs = ATTRS_BEYOND(nfta_log_attrs, log);

static const struct attr queue[] = {
	[NFTA_QUEUE_NUM]       = BE(2, uint),
	[NFTA_QUEUE_TOTAL]     = BE(2, uint),
	[NFTA_QUEUE_FLAGS]     = BE_BITS(2, nft_queue_flags),
	[NFTA_QUEUE_SREG_QNUM] = BE_NAME(4, nft_registers),
};
static const struct attrs queue_attrs = ATTRS_BEYOND(nfta_queue_attrs, queue);

static const struct attr quota[] = {
	[NFTA_QUOTA_BYTES]    = BE(8, ulong),
	[NFTA_QUOTA_FLAGS]    = BE_BITS(4, nft_quota_flags),
	[NFTA_QUOTA_CONSUMED] = BE(8, ulong),
};
static const struct attrs quota_attrs = ATTRS_BEYOND(nfta_quota_attrs, quota);

static const struct attr secmark[] = {
	[NFTA_SECMARK_CTX] = STRING,
};
static const struct attrs secmark_attrs = ATTRS_BEYOND(nfta_secmark_attrs, secmark);

static const struct attr reject[] = {
	[NFTA_REJECT_TYPE]      = BE_NAME(4, nft_reject_types),
	[NFTA_REJECT_ICMP_CODE] = U8,
};
static const struct attrs reject_attrs = ATTRS_BEYOND(nfta_reject_attrs, reject);

static const struct attr nat[] = {
	[NFTA_NAT_TYPE]          = BE_NAME(4, nft_nat_types),
	[NFTA_NAT_FAMILY]        = BE_NAME(4, socket_domains),
	[NFTA_NAT_REG_ADDR_MIN]  = BE_NAME(4, nft_registers),
	[NFTA_NAT_REG_ADDR_MAX]  = BE_NAME(4, nft_registers),
	[NFTA_NAT_REG_PROTO_MIN] = BE_NAME(4, nft_registers),
	[NFTA_NAT_REG_PROTO_MAX] = BE_NAME(4, nft_registers),
	[NFTA_NAT_FLAGS]         = BE_BITS(4, nf_nat_flags),
};
static const struct attrs nat_attrs = ATTRS_BEYOND(nfta_nat_attrs, nat);

static const struct attr tproxy[] = {
	[NFTA_TPROXY_FAMILY]   = BE_NAME(4, socket_domains),
	[NFTA_TPROXY_REG_ADDR] = BE_NAME(4, nft_registers),
	[NFTA_TPROXY_REG_PORT] = BE_NAME(4, nft_registers),
};
static const struct attrs tproxy_attrs = ATTRS_BEYOND(nfta_tproxy_attrs, tproxy);

static const struct attr masq[] = {
	[NFTA_MASQ_FLAGS]         = BE_BITS(4, nf_nat_flags),
	[NFTA_MASQ_REG_PROTO_MIN] = BE_NAME(4, nft_registers),
	[NFTA_MASQ_REG_PROTO_MAX] = BE_NAME(4, nft_registers),
};
static const struct attrs masq_attrs = ATTRS_BEYOND(nfta_masq_attrs, masq);

static const struct attr redir[] = {
	[NFTA_REDIR_REG_PROTO_MIN] = BE_NAME(4, nft_registers),
	[NFTA_REDIR_REG_PROTO_MAX] = BE_NAME(4, nft_registers),
	[NFTA_REDIR_FLAGS]         = BE_BITS(4, nf_nat_flags),
};
static const struct attrs redir_attrs = ATTRS_BEYOND(nfta_redir_attrs, redir);

static const struct attr dup[] = {
	[NFTA_DUP_SREG_ADDR] = BE_NAME(4, nft_registers),
	[NFTA_DUP_SREG_DEV]  = BE_NAME(4, nft_registers),
};
static const struct attrs dup_attrs = ATTRS_BEYOND(nfta_dup_attrs, dup);

static const struct attr fwd[] = {
	[NFTA_FWD_SREG_DEV]  = BE_NAME(4, nft_registers),
	[NFTA_FWD_SREG_ADDR] = BE_NAME(4, nft_registers),
	[NFTA_FWD_NFPROTO]   = BE_NAME(4, socket_domains),
};
static const struct attrs fwd_attrs = ATTRS_BEYOND(nfta_fwd_attrs, fwd);

static const struct attr objref[] = {
	[NFTA_OBJREF_IMM_TYPE] = BE_NAME(4, nft_objects),
	[NFTA_OBJREF_IMM_NAME] = STRING,
	[NFTA_OBJREF_SET_SREG] = BE_NAME(4, nft_registers),
	[NFTA_OBJREF_SET_NAME] = STRING,
	[NFTA_OBJREF_SET_ID]   = BE32,
};
static const struct attrs objref_attrs = ATTRS_BEYOND(nfta_objref_attrs, objref);

static const struct attr fib[] = {
	[NFTA_FIB_DREG]   = BE_NAME(4, nft_registers),
	[NFTA_FIB_RESULT] = BE_NAME(4, nft_fib_results),
	[NFTA_FIB_FLAGS]  = BE_BITS(4, nft_fib_flags),
};
static const struct attrs fib_attrs = ATTRS_BEYOND(nfta_fib_attrs, fib);

static const struct attr osf[] = {
	[NFTA_OSF_DREG]  = BE_NAME(4, nft_registers),
	[NFTA_OSF_TTL]   = U8,
	[NFTA_OSF_FLAGS] = BE_BITS(4, nft_osf_flags),
};
static const struct attrs osf_attrs = ATTRS_BEYOND(nfta_osf_attrs, osf);

static const struct attr synproxy[] = {
	[NFTA_SYNPROXY_MSS]    = BE(2, uint),
	[NFTA_SYNPROXY_WSCALE] = U8,
	[NFTA_SYNPROXY_FLAGS]  = BEX32,
};
static const struct attrs synproxy_attrs = ATTRS_BEYOND(nfta_synproxy_attrs, synproxy);

static const struct attr xfrm[] = {
	[NFTA_XFRM_DREG]  = BE_NAME(4, nft_registers),
	[NFTA_XFRM_KEY]   = BE_NAME(4, nft_xfrm_keys),
	[NFTA_XFRM_DIR]   = U8,
	[NFTA_XFRM_SPNUM] = BE32,
};
static const struct attrs xfrm_attrs = ATTRS_BEYOND(nfta_xfrm_attrs, xfrm);

static const struct attr numgen[] = {
	[NFTA_NG_DREG]     = BE_NAME(4, nft_registers),
	[NFTA_NG_MODULUS]  = BE32,
	[NFTA_NG_TYPE]     = BE_NAME(4, nft_ng_types),
	[NFTA_NG_OFFSET]   = BE32,
	[NFTA_NG_SET_NAME] = STRING,
	[NFTA_NG_SET_ID]   = BE32,
};
static const struct attrs numgen_attrs = ATTRS_BEYOND(nfta_ng_attrs, numgen);

static const struct attr tunnel[] = {
	[NFTA_TUNNEL_KEY]  = BE_NAME(4, nft_tunnel_keys),
	[NFTA_TUNNEL_DREG] = BE_NAME(4, nft_registers),
	[NFTA_TUNNEL_MODE] = BE_NAME(4, nft_tunnel_modes),
};
static const struct attrs tunnel_attrs = ATTRS_BEYOND(nfta_tunnel_attrs, tunnel);

static const struct attr match[] = {
	[NFTA_MATCH_NAME] = STRING,
	[NFTA_MATCH_REV]  = BE32,
	[NFTA_MATCH_INFO] = { .show = attr__nft_match },
};
static const struct attrs match_attrs = ATTRS_BEYOND(nfta_match_attrs, match);

static const struct attr target[] = {
	[NFTA_TARGET_NAME] = STRING,
	[NFTA_TARGET_REV]  = BE32,
	[NFTA_TARGET_INFO] = { .show = attr__nft_target },
};
static const struct attrs target_attrs = ATTRS_BEYOND(nfta_target_attrs, target);

static const struct attr ct_helper[] = {
	[NFTA_CT_HELPER_NAME]    = STRING,
	[NFTA_CT_HELPER_L3PROTO] = BE_NAME(2, socket_domains),
	[NFTA_CT_HELPER_L4PROTO] = NAME(1, ip_protocols),
};
static const struct attrs ct_helper_attrs = ATTRS_BEYOND(nfta_ct_helper_attrs, ct_helper);

static const struct attr ct_timeout[] = {
	[NFTA_CT_TIMEOUT_L3PROTO] = BE_NAME(2, socket_domains),
	[NFTA_CT_TIMEOUT_L4PROTO] = NAME(1, ip_protocols),
	[NFTA_CT_TIMEOUT_DATA]    = BINARY,
};
static const struct attrs ct_timeout_attrs = ATTRS_BEYOND(nfta_ct_timeout_attrs, ct_timeout);

static const struct attr ct_expect[] = {
	[NFTA_CT_EXPECT_L3PROTO] = BE_NAME(2, socket_domains),
	[NFTA_CT_EXPECT_L4PROTO] = NAME(1, ip_protocols),
	[NFTA_CT_EXPECT_DPORT]   = BE16,
	[NFTA_CT_EXPECT_TIMEOUT] = U32,
	[NFTA_CT_EXPECT_SIZE]    = U8,
};
static const struct attrs ct_expect_attrs = ATTRS_BEYOND(nfta_ct_expect_attrs, ct_expect);

static const struct attr tun_ip[] = {
	[NFTA_TUNNEL_KEY_IP_SRC] = IN_ADDR,
	[NFTA_TUNNEL_KEY_IP_DST] = IN_ADDR,
};
static const struct attrs tun_ip_attrs = ATTRS_BEYOND(nfta_tunnel_key_ip_attrs, tun_ip);

static const struct attr tun_ip6[] = {
	[NFTA_TUNNEL_KEY_IP6_SRC]       = IN6_ADDR,
	[NFTA_TUNNEL_KEY_IP6_DST]       = IN6_ADDR,
	[NFTA_TUNNEL_KEY_IP6_FLOWLABEL] = BE32,
};
static const struct attrs tun_ip6_attrs = ATTRS_BEYOND(nfta_tunnel_key_ip6_attrs, tun_ip6);

static const struct attr tun_vxlan[] = {
	[NFTA_TUNNEL_KEY_VXLAN_GBP] = BEX32,
};
static const struct attrs tun_vxlan_attrs = ATTRS_BEYOND(nfta_tunnel_key_vxlan_attrs, tun_vxlan);

static const struct attr tun_erspan[] = {
	[NFTA_TUNNEL_KEY_ERSPAN_VERSION]  = BE32,
	[NFTA_TUNNEL_KEY_ERSPAN_V1_INDEX] = BE32,
	[NFTA_TUNNEL_KEY_ERSPAN_V2_HWID]  = U8,
	[NFTA_TUNNEL_KEY_ERSPAN_V2_DIR]   = U8,
};
static const struct attrs tun_erspan_attrs = ATTRS_BEYOND(nfta_tunnel_key_erspan_attrs, tun_erspan);

static const struct attr tun_geneve[] = {
	[NFTA_TUNNEL_KEY_GENEVE_CLASS] = BE(2, hex),
	[NFTA_TUNNEL_KEY_GENEVE_TYPE]  = U8,
	[NFTA_TUNNEL_KEY_GENEVE_DATA]  = BINARY,
};
static const struct attrs tun_geneve_attrs = ATTRS_BEYOND(nfta_tunnel_key_geneve_attrs, tun_geneve);

static const struct attr tun_opts[] = {
	[NFTA_TUNNEL_KEY_OPTS_VXLAN]  = NESTED(tun_vxlan_attrs),
	[NFTA_TUNNEL_KEY_OPTS_ERSPAN] = NESTED(tun_erspan_attrs),
	[NFTA_TUNNEL_KEY_OPTS_GENEVE] = NESTED(tun_geneve_attrs),
};
static const struct attrs tun_opts_attrs = ATTRS_BEYOND(nfta_tunnel_key_opts_attrs, tun_opts);

static const struct attr tunnel_key[] = {
	[NFTA_TUNNEL_KEY_ID]    = BE32,
	[NFTA_TUNNEL_KEY_IP]    = NESTED(tun_ip_attrs),
	[NFTA_TUNNEL_KEY_IP6]   = NESTED(tun_ip6_attrs),
	[NFTA_TUNNEL_KEY_FLAGS] = BE_BITS(4, nft_tunnel_flags),
	[NFTA_TUNNEL_KEY_TOS]   = U8,
	[NFTA_TUNNEL_KEY_TTL]   = U8,
	[NFTA_TUNNEL_KEY_SPORT] = BE16,
	[NFTA_TUNNEL_KEY_DPORT] = BE16,
	[NFTA_TUNNEL_KEY_OPTS]  = NESTED(tun_opts_attrs),
};
static const struct attrs tunnel_key_attrs = ATTRS_BEYOND(nfta_tunnel_key_attrs, tunnel_key);

static const struct attr nft_expr[] = {
	[NFTA_EXPR_NAME] = STRING,
	[NFTA_EXPR_DATA] = CHOSEN(expr_data),
};
const struct attrs nl_nft_expr_attrs = ATTRS_BEYOND(nfta_expr_attrs, nft_expr);

static const struct attr nft_exprs[] = {
	[NFTA_LIST_ELEM] = NESTED(nl_nft_expr_attrs),
};
const struct attrs nl_nft_exprs_attrs = ATTRS_BEYOND(nfta_list_attrs, nft_exprs);

/* A verdict: negative, or one of the kernel's, of which a queue's number may be in the upper half. */
bool nl__verdict(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	static const struct attr code = BE_NAME(4, nft_verdicts);

	(void)t;
	return attr__big_endian(n, &code, at, len);
}

static const struct choice expressions[] = {
	{ .name = "bitwise", .attrs = &bitwise_attrs },
	{ .name = "byteorder", .attrs = &byteorder_attrs },
	{ .name = "cmp", .attrs = &cmp_attrs },
	{ .name = "connlimit", .attrs = &connlimit_attrs },
	{ .name = "counter", .attrs = &counter_attrs },
	{ .name = "ct", .attrs = &ct_attrs },
	{ .name = "dup", .attrs = &dup_attrs },
	{ .name = "dynset", .attrs = &dynset_attrs },
	{ .name = "exthdr", .attrs = &exthdr_attrs },
	{ .name = "fib", .attrs = &fib_attrs },
	{ .name = "flow_offload", .attrs = &flow_attrs },
	{ .name = "fwd", .attrs = &fwd_attrs },
	{ .name = "hash", .attrs = &hash_attrs },
	{ .name = "immediate", .attrs = &immediate_attrs },
	{ .name = "last", .attrs = &last_attrs },
	{ .name = "limit", .attrs = &limit_attrs },
	{ .name = "log", .attrs = &log_attrs },
	{ .name = "lookup", .attrs = &lookup_attrs },
	{ .name = "masq", .attrs = &masq_attrs },
	{ .name = "match", .attrs = &match_attrs },
	{ .name = "meta", .attrs = &meta_attrs },
	{ .name = "nat", .attrs = &nat_attrs },
	{ .name = "numgen", .attrs = &numgen_attrs },
	{ .name = "objref", .attrs = &objref_attrs },
	{ .name = "osf", .attrs = &osf_attrs },
	{ .name = "payload", .attrs = &payload_attrs },
	{ .name = "queue", .attrs = &queue_attrs },
	{ .name = "quota", .attrs = &quota_attrs },
	{ .name = "range", .attrs = &range_attrs },
	{ .name = "redir", .attrs = &redir_attrs },
	{ .name = "reject", .attrs = &reject_attrs },
	{ .name = "rt", .attrs = &rt_attrs },
	{ .name = "secmark", .attrs = &secmark_attrs },
	{ .name = "socket", .attrs = &socket_attrs },
	{ .name = "synproxy", .attrs = &synproxy_attrs },
	{ .name = "target", .attrs = &target_attrs },
	{ .name = "tproxy", .attrs = &tproxy_attrs },
	{ .name = "tunnel", .attrs = &tunnel_attrs },
	{ .name = "xfrm", .attrs = &xfrm_attrs },
};
static const struct choices expr_data = CHOICES(BY_TEXT, NFTA_EXPR_NAME, expressions);

static const struct choice objects[] = {
	{ .value = NFT_OBJECT_COUNTER, .attrs = &counter_attrs },
	{ .value = NFT_OBJECT_QUOTA, .attrs = &quota_attrs },
	{ .value = NFT_OBJECT_CT_HELPER, .attrs = &ct_helper_attrs },
	{ .value = NFT_OBJECT_LIMIT, .attrs = &limit_attrs },
	{ .value = NFT_OBJECT_CONNLIMIT, .attrs = &connlimit_attrs },
	{ .value = NFT_OBJECT_TUNNEL, .attrs = &tunnel_key_attrs },
	{ .value = NFT_OBJECT_CT_TIMEOUT, .attrs = &ct_timeout_attrs },
	{ .value = NFT_OBJECT_SECMARK, .attrs = &secmark_attrs },
	{ .value = NFT_OBJECT_CT_EXPECT, .attrs = &ct_expect_attrs },
	{ .value = NFT_OBJECT_SYNPROXY, .attrs = &synproxy_attrs },
};
const struct choices nl_nft_object = CHOICES(BY_BE32, NFTA_OBJ_TYPE, objects);
