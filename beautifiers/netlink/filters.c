// SPDX-License-Identifier: BSD-2-Clause
/* filters.c - TCA_OPTIONS of filters, by TCA_KIND (linux/pkt_cls.h). */
#include <linux/pkt_cls.h>
#include <linux/rtnetlink.h>

#include "route.h"

/* A classic BPF program. */
bool nl__bpf(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	const struct attr statements = { .shape = &shape_sock_filter };

	(void)t;
	return attr__structs(n, &statements, at, len);
}

static const struct attr any_ematch = { .show = attr__ematch };
static const struct attrs ematches = { .any = &any_ematch };
static const struct attr ematch[] = {
	[TCA_EMATCH_TREE_HDR]  = MADE(tcf_ematch_tree_hdr),
	[TCA_EMATCH_TREE_LIST] = NESTED(ematches),
};
static const struct attrs ematch_attrs = ATTRS_BEYOND(tca_ematch_tree_attrs, ematch);

static const struct attr u32[] = {
	[TCA_U32_CLASSID] = X32,
	[TCA_U32_HASH]    = X32,
	[TCA_U32_LINK]    = X32,
	[TCA_U32_DIVISOR] = U32,
	[TCA_U32_SEL]     = STRUCT_AND_STRUCTS(shape_nl_tc_u32_sel, shape_nl_tc_u32_key),
	[TCA_U32_POLICE]  = NESTED(nl_police_attrs),
	[TCA_U32_ACT]     = NESTED(nl_actions_attrs),
	[TCA_U32_INDEV]   = STRING,
	[TCA_U32_PCNT]    = BINARY,
	[TCA_U32_MARK]    = MADE(tc_u32_mark),
	[TCA_U32_FLAGS]   = BITS(4, tca_cls_flags),
};
static const struct attrs u32_attrs = ATTRS_BEYOND(tca_u32_attrs, u32);

static const struct attr fw[] = {
	[TCA_FW_CLASSID] = X32,
	[TCA_FW_POLICE]  = NESTED(nl_police_attrs),
	[TCA_FW_INDEV]   = STRING,
	[TCA_FW_ACT]     = NESTED(nl_actions_attrs),
	[TCA_FW_MASK]    = X32,
};
static const struct attrs fw_attrs = ATTRS_BEYOND(tca_fw_attrs, fw);

static const struct attr route4[] = {
	[TCA_ROUTE4_CLASSID] = X32,
	[TCA_ROUTE4_TO]      = U32,
	[TCA_ROUTE4_FROM]    = U32,
	[TCA_ROUTE4_IIF]     = IFINDEX,
	[TCA_ROUTE4_POLICE]  = NESTED(nl_police_attrs),
	[TCA_ROUTE4_ACT]     = NESTED(nl_actions_attrs),
};
static const struct attrs route4_attrs = ATTRS_BEYOND(tca_route4_attrs, route4);

static const struct attr basic[] = {
	[TCA_BASIC_CLASSID]  = X32,
	[TCA_BASIC_EMATCHES] = NESTED(ematch_attrs),
	[TCA_BASIC_ACT]      = NESTED(nl_actions_attrs),
	[TCA_BASIC_POLICE]   = NESTED(nl_police_attrs),
	[TCA_BASIC_PCNT]     = MADE(tc_basic_pcnt),
};
static const struct attrs basic_attrs = ATTRS_BEYOND(tca_basic_attrs, basic);

static const struct attr cgroup[] = {
	[TCA_CGROUP_ACT]      = NESTED(nl_actions_attrs),
	[TCA_CGROUP_POLICE]   = NESTED(nl_police_attrs),
	[TCA_CGROUP_EMATCHES] = NESTED(ematch_attrs),
};
static const struct attrs cgroup_attrs = ATTRS_BEYOND(tca_cgroup_attrs, cgroup);

static const struct attr bpf[] = {
	[TCA_BPF_ACT]       = NESTED(nl_actions_attrs),
	[TCA_BPF_POLICE]    = NESTED(nl_police_attrs),
	[TCA_BPF_CLASSID]   = X32,
	[TCA_BPF_OPS_LEN]   = U16,
	[TCA_BPF_OPS]       = { .show = nl__bpf },
	[TCA_BPF_FD]        = VALUE(4, fd),
	[TCA_BPF_NAME]      = STRING,
	[TCA_BPF_FLAGS]     = BITS(4, tca_bpf_flags),
	[TCA_BPF_FLAGS_GEN] = BITS(4, tca_cls_flags),
	[TCA_BPF_TAG]       = BINARY,
	[TCA_BPF_ID]        = U32,
};
static const struct attrs bpf_attrs = ATTRS_BEYOND(tca_bpf_attrs, bpf);

static const struct attr matchall[] = {
	[TCA_MATCHALL_CLASSID] = X32,
	[TCA_MATCHALL_ACT]     = NESTED(nl_actions_attrs),
	[TCA_MATCHALL_FLAGS]   = BITS(4, tca_cls_flags),
	[TCA_MATCHALL_PCNT]    = MADE(tc_matchall_pcnt),
};
static const struct attrs matchall_attrs = ATTRS_BEYOND(tca_matchall_attrs, matchall);

static const struct attr flow[] = {
	[TCA_FLOW_KEYS]      = X32,
	[TCA_FLOW_MODE]      = NAME(4, flow_modes),
	[TCA_FLOW_BASECLASS] = X32,
	[TCA_FLOW_RSHIFT]    = U32,
	[TCA_FLOW_ADDEND]    = U32,
	[TCA_FLOW_MASK]      = X32,
	[TCA_FLOW_XOR]       = X32,
	[TCA_FLOW_DIVISOR]   = U32,
	[TCA_FLOW_ACT]       = NESTED(nl_actions_attrs),
	[TCA_FLOW_POLICE]    = NESTED(nl_police_attrs),
	[TCA_FLOW_EMATCHES]  = NESTED(ematch_attrs),
	[TCA_FLOW_PERTURB]   = U32,
};
static const struct attrs flow_attrs = ATTRS_BEYOND(tca_flow_attrs, flow);

static const struct attr tcindex[] = {
	[TCA_TCINDEX_HASH]         = U32,
	[TCA_TCINDEX_MASK]         = X16,
	[TCA_TCINDEX_SHIFT]        = U32,
	[TCA_TCINDEX_FALL_THROUGH] = U32,
	[TCA_TCINDEX_CLASSID]      = X32,
	[TCA_TCINDEX_POLICE]       = NESTED(nl_police_attrs),
	[TCA_TCINDEX_ACT]          = NESTED(nl_actions_attrs),
};
static const struct attrs tcindex_attrs = ATTRS_BEYOND(tca_tcindex_attrs, tcindex);

static const struct attr enc_geneve[] = {
	[TCA_FLOWER_KEY_ENC_OPT_GENEVE_CLASS] = BE(2, hex),
	[TCA_FLOWER_KEY_ENC_OPT_GENEVE_TYPE]  = U8,
	[TCA_FLOWER_KEY_ENC_OPT_GENEVE_DATA]  = BINARY,
};
static const struct attrs enc_geneve_attrs = ATTRS_BEYOND(tca_flower_key_enc_opt_geneve_attrs, enc_geneve);

static const struct attr enc_vxlan[] = {
	[TCA_FLOWER_KEY_ENC_OPT_VXLAN_GBP] = X32,
};
static const struct attrs enc_vxlan_attrs = ATTRS_BEYOND(tca_flower_key_enc_opt_vxlan_attrs, enc_vxlan);

static const struct attr enc_erspan[] = {
	[TCA_FLOWER_KEY_ENC_OPT_ERSPAN_VER]   = U8,
	[TCA_FLOWER_KEY_ENC_OPT_ERSPAN_INDEX] = BE32,
	[TCA_FLOWER_KEY_ENC_OPT_ERSPAN_DIR]   = U8,
	[TCA_FLOWER_KEY_ENC_OPT_ERSPAN_HWID]  = U8,
};
static const struct attrs enc_erspan_attrs = ATTRS_BEYOND(tca_flower_key_enc_opt_erspan_attrs, enc_erspan);

static const struct attr enc_gtp[] = {
	[TCA_FLOWER_KEY_ENC_OPT_GTP_PDU_TYPE] = U8,
	[TCA_FLOWER_KEY_ENC_OPT_GTP_QFI]      = U8,
};
static const struct attrs enc_gtp_attrs = ATTRS_BEYOND(tca_flower_key_enc_opt_gtp_attrs, enc_gtp);

static const struct attr enc_opts[] = {
	[TCA_FLOWER_KEY_ENC_OPTS_GENEVE] = NESTED(enc_geneve_attrs),
	[TCA_FLOWER_KEY_ENC_OPTS_VXLAN]  = NESTED(enc_vxlan_attrs),
	[TCA_FLOWER_KEY_ENC_OPTS_ERSPAN] = NESTED(enc_erspan_attrs),
	[TCA_FLOWER_KEY_ENC_OPTS_GTP]    = NESTED(enc_gtp_attrs),
};
static const struct named_attr enc_pfcp[] = { AS("TYPE", U8), AS("SEID", BE64) };
static const struct attrs enc_pfcp_attrs = NAMED(tca_flower_key_enc_opt_pfcp_attrs, enc_pfcp);
static const struct named_attr enc_opts_later[] = { OF("PFCP", NEST, enc_pfcp_attrs) };
static const struct attrs enc_opts_attrs = ATTRS_BEYOND(tca_flower_key_enc_opts_attrs, enc_opts, LATER(enc_opts_later));

static const struct attr mpls_lse[] = {
	[TCA_FLOWER_KEY_MPLS_OPT_LSE_DEPTH] = U8,
	[TCA_FLOWER_KEY_MPLS_OPT_LSE_TTL]   = U8,
	[TCA_FLOWER_KEY_MPLS_OPT_LSE_BOS]   = U8,
	[TCA_FLOWER_KEY_MPLS_OPT_LSE_TC]    = U8,
	[TCA_FLOWER_KEY_MPLS_OPT_LSE_LABEL] = U32,
};
static const struct attrs mpls_lse_attrs = ATTRS_BEYOND(tca_flower_key_mpls_opt_lse_attrs, mpls_lse);

static const struct attr mpls_opts[] = {
	[TCA_FLOWER_KEY_MPLS_OPTS_LSE] = NESTED(mpls_lse_attrs),
};
static const struct attrs mpls_opts_attrs = ATTRS_BEYOND(tca_flower_key_mpls_opts_attrs, mpls_opts);

static const struct attr flower[] = {
	[TCA_FLOWER_CLASSID]                   = X32,
	[TCA_FLOWER_INDEV]                     = STRING,
	[TCA_FLOWER_ACT]                       = NESTED(nl_actions_attrs),
	[TCA_FLOWER_KEY_ETH_DST]               = HWADDR,
	[TCA_FLOWER_KEY_ETH_DST_MASK]          = HWADDR,
	[TCA_FLOWER_KEY_ETH_SRC]               = HWADDR,
	[TCA_FLOWER_KEY_ETH_SRC_MASK]          = HWADDR,
	[TCA_FLOWER_KEY_ETH_TYPE]              = NUMBER_OF(2, enum_htons, ethernet_protocols),
	[TCA_FLOWER_KEY_IP_PROTO]              = NAME(1, ip_protocols),
	[TCA_FLOWER_KEY_IPV4_SRC]              = IN_ADDR,
	[TCA_FLOWER_KEY_IPV4_SRC_MASK]         = IN_ADDR,
	[TCA_FLOWER_KEY_IPV4_DST]              = IN_ADDR,
	[TCA_FLOWER_KEY_IPV4_DST_MASK]         = IN_ADDR,
	[TCA_FLOWER_KEY_IPV6_SRC]              = IN6_ADDR,
	[TCA_FLOWER_KEY_IPV6_SRC_MASK]         = IN6_ADDR,
	[TCA_FLOWER_KEY_IPV6_DST]              = IN6_ADDR,
	[TCA_FLOWER_KEY_IPV6_DST_MASK]         = IN6_ADDR,
	[TCA_FLOWER_KEY_TCP_SRC]               = BE16,
	[TCA_FLOWER_KEY_TCP_DST]               = BE16,
	[TCA_FLOWER_KEY_UDP_SRC]               = BE16,
	[TCA_FLOWER_KEY_UDP_DST]               = BE16,
	[TCA_FLOWER_FLAGS]                     = BITS(4, tca_cls_flags),
	[TCA_FLOWER_KEY_VLAN_ID]               = U16,
	[TCA_FLOWER_KEY_VLAN_PRIO]             = U8,
	[TCA_FLOWER_KEY_VLAN_ETH_TYPE]         = NUMBER_OF(2, enum_htons, ethernet_protocols),
	[TCA_FLOWER_KEY_ENC_KEY_ID]            = BE32,
	[TCA_FLOWER_KEY_ENC_IPV4_SRC]          = IN_ADDR,
	[TCA_FLOWER_KEY_ENC_IPV4_SRC_MASK]     = IN_ADDR,
	[TCA_FLOWER_KEY_ENC_IPV4_DST]          = IN_ADDR,
	[TCA_FLOWER_KEY_ENC_IPV4_DST_MASK]     = IN_ADDR,
	[TCA_FLOWER_KEY_ENC_IPV6_SRC]          = IN6_ADDR,
	[TCA_FLOWER_KEY_ENC_IPV6_SRC_MASK]     = IN6_ADDR,
	[TCA_FLOWER_KEY_ENC_IPV6_DST]          = IN6_ADDR,
	[TCA_FLOWER_KEY_ENC_IPV6_DST_MASK]     = IN6_ADDR,
	[TCA_FLOWER_KEY_TCP_SRC_MASK]          = BE(2, hex),
	[TCA_FLOWER_KEY_TCP_DST_MASK]          = BE(2, hex),
	[TCA_FLOWER_KEY_UDP_SRC_MASK]          = BE(2, hex),
	[TCA_FLOWER_KEY_UDP_DST_MASK]          = BE(2, hex),
	[TCA_FLOWER_KEY_SCTP_SRC_MASK]         = BE(2, hex),
	[TCA_FLOWER_KEY_SCTP_DST_MASK]         = BE(2, hex),
	[TCA_FLOWER_KEY_SCTP_SRC]              = BE16,
	[TCA_FLOWER_KEY_SCTP_DST]              = BE16,
	[TCA_FLOWER_KEY_ENC_UDP_SRC_PORT]      = BE16,
	[TCA_FLOWER_KEY_ENC_UDP_SRC_PORT_MASK] = BE(2, hex),
	[TCA_FLOWER_KEY_ENC_UDP_DST_PORT]      = BE16,
	[TCA_FLOWER_KEY_ENC_UDP_DST_PORT_MASK] = BE(2, hex),
	[TCA_FLOWER_KEY_FLAGS]                 = BE_BITS(4, flower_flags),
	[TCA_FLOWER_KEY_FLAGS_MASK]            = BE_BITS(4, flower_flags),
	[TCA_FLOWER_KEY_ICMPV4_CODE]           = U8,
	[TCA_FLOWER_KEY_ICMPV4_CODE_MASK]      = U8,
	[TCA_FLOWER_KEY_ICMPV4_TYPE]           = U8,
	[TCA_FLOWER_KEY_ICMPV4_TYPE_MASK]      = U8,
	[TCA_FLOWER_KEY_ICMPV6_CODE]           = U8,
	[TCA_FLOWER_KEY_ICMPV6_CODE_MASK]      = U8,
	[TCA_FLOWER_KEY_ICMPV6_TYPE]           = U8,
	[TCA_FLOWER_KEY_ICMPV6_TYPE_MASK]      = U8,
	[TCA_FLOWER_KEY_ARP_SIP]               = IN_ADDR,
	[TCA_FLOWER_KEY_ARP_SIP_MASK]          = IN_ADDR,
	[TCA_FLOWER_KEY_ARP_TIP]               = IN_ADDR,
	[TCA_FLOWER_KEY_ARP_TIP_MASK]          = IN_ADDR,
	[TCA_FLOWER_KEY_ARP_OP]                = U8,
	[TCA_FLOWER_KEY_ARP_OP_MASK]           = U8,
	[TCA_FLOWER_KEY_ARP_SHA]               = HWADDR,
	[TCA_FLOWER_KEY_ARP_SHA_MASK]          = HWADDR,
	[TCA_FLOWER_KEY_ARP_THA]               = HWADDR,
	[TCA_FLOWER_KEY_ARP_THA_MASK]          = HWADDR,
	[TCA_FLOWER_KEY_MPLS_TTL]              = U8,
	[TCA_FLOWER_KEY_MPLS_BOS]              = U8,
	[TCA_FLOWER_KEY_MPLS_TC]               = U8,
	[TCA_FLOWER_KEY_MPLS_LABEL]            = U32,
	[TCA_FLOWER_KEY_TCP_FLAGS]             = BE(2, hex),
	[TCA_FLOWER_KEY_TCP_FLAGS_MASK]        = BE(2, hex),
	[TCA_FLOWER_KEY_IP_TOS]                = U8,
	[TCA_FLOWER_KEY_IP_TOS_MASK]           = U8,
	[TCA_FLOWER_KEY_IP_TTL]                = U8,
	[TCA_FLOWER_KEY_IP_TTL_MASK]           = U8,
	[TCA_FLOWER_KEY_CVLAN_ID]              = U16,
	[TCA_FLOWER_KEY_CVLAN_PRIO]            = U8,
	[TCA_FLOWER_KEY_CVLAN_ETH_TYPE]        = NUMBER_OF(2, enum_htons, ethernet_protocols),
	[TCA_FLOWER_KEY_ENC_IP_TOS]            = U8,
	[TCA_FLOWER_KEY_ENC_IP_TOS_MASK]       = U8,
	[TCA_FLOWER_KEY_ENC_IP_TTL]            = U8,
	[TCA_FLOWER_KEY_ENC_IP_TTL_MASK]       = U8,
	[TCA_FLOWER_KEY_ENC_OPTS]              = NESTED(enc_opts_attrs),
	[TCA_FLOWER_KEY_ENC_OPTS_MASK]         = NESTED(enc_opts_attrs),
	[TCA_FLOWER_IN_HW_COUNT]               = U32,
	[TCA_FLOWER_KEY_PORT_SRC_MIN]          = BE16,
	[TCA_FLOWER_KEY_PORT_SRC_MAX]          = BE16,
	[TCA_FLOWER_KEY_PORT_DST_MIN]          = BE16,
	[TCA_FLOWER_KEY_PORT_DST_MAX]          = BE16,
	[TCA_FLOWER_KEY_CT_STATE]              = BITS(2, flower_ct_flags),
	[TCA_FLOWER_KEY_CT_STATE_MASK]         = BITS(2, flower_ct_flags),
	[TCA_FLOWER_KEY_CT_ZONE]               = U16,
	[TCA_FLOWER_KEY_CT_ZONE_MASK]          = X16,
	[TCA_FLOWER_KEY_CT_MARK]               = X32,
	[TCA_FLOWER_KEY_CT_MARK_MASK]          = X32,
	[TCA_FLOWER_KEY_CT_LABELS]             = BINARY,
	[TCA_FLOWER_KEY_CT_LABELS_MASK]        = BINARY,
	[TCA_FLOWER_KEY_MPLS_OPTS]             = NESTED(mpls_opts_attrs),
	[TCA_FLOWER_KEY_HASH]                  = U32,
	[TCA_FLOWER_KEY_HASH_MASK]             = U32,
	[TCA_FLOWER_KEY_NUM_OF_VLANS]          = U8,
	[TCA_FLOWER_KEY_PPPOE_SID]             = BE16,
	[TCA_FLOWER_KEY_PPP_PROTO]             = BE(2, hex),
	[TCA_FLOWER_KEY_L2TPV3_SID]            = BE32,
};
static const struct named_attr flower_cfm[] = { AS("MD_LEVEL OPCODE", U8) };
static const struct attrs flower_cfm_attrs = NAMED(tca_flower_key_cfm_attrs, flower_cfm);
static const struct named_attr flower_later[] = {
	AS("L2_MISS", U8), OF("KEY_CFM", NEST, flower_cfm_attrs), AS("KEY_SPI KEY_SPI_MASK", BE32), OF("KEY_ENC_FLAGS KEY_ENC_FLAGS_MASK", ATTR, flower[TCA_FLOWER_KEY_FLAGS]),
};
static const struct attrs flower_attrs = ATTRS_BEYOND(tca_flower_attrs, flower, LATER(flower_later));

static const struct choice options[] = {
	{ .name = "basic", .attrs = &basic_attrs },
	{ .name = "bpf", .attrs = &bpf_attrs },
	{ .name = "cgroup", .attrs = &cgroup_attrs },
	{ .name = "flow", .attrs = &flow_attrs },
	{ .name = "flower", .attrs = &flower_attrs },
	{ .name = "fw", .attrs = &fw_attrs },
	{ .name = "matchall", .attrs = &matchall_attrs },
	{ .name = "route", .attrs = &route4_attrs },
	{ .name = "tcindex", .attrs = &tcindex_attrs },
	{ .name = "u32", .attrs = &u32_attrs },
};
const struct choices nl_filter_options = CHOICES(BY_TEXT, TCA_KIND, options);
