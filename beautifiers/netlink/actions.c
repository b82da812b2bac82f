// SPDX-License-Identifier: BSD-2-Clause
/* actions.c - TCA_ACT_OPTIONS of traffic control's actions, by TCA_ACT_KIND (linux/tc_act/). */
#include <linux/ife.h>
#include <linux/pkt_cls.h>
#include <linux/rtnetlink.h>
#include <linux/tc_act/tc_bpf.h>
#include <linux/tc_act/tc_connmark.h>
#include <linux/tc_act/tc_csum.h>
#include <linux/tc_act/tc_ct.h>
#include <linux/tc_act/tc_ctinfo.h>
#include <linux/tc_act/tc_defact.h>
#include <linux/tc_act/tc_gact.h>
#include <linux/tc_act/tc_gate.h>
#include <linux/tc_act/tc_ife.h>
#include <linux/tc_act/tc_ipt.h>
#include <linux/tc_act/tc_mirred.h>
#include <linux/tc_act/tc_mpls.h>
#include <linux/tc_act/tc_nat.h>
#include <linux/tc_act/tc_pedit.h>
#include <linux/tc_act/tc_sample.h>
#include <linux/tc_act/tc_skbedit.h>
#include <linux/tc_act/tc_skbmod.h>
#include <linux/tc_act/tc_tunnel_key.h>
#include <linux/tc_act/tc_vlan.h>

#include "route.h"

static const struct attr gact[] = {
	[TCA_GACT_TM]    = MADE(tcf_t),
	[TCA_GACT_PARMS] = MADE(tc_gact),
	[TCA_GACT_PROB]  = MADE(tc_gact_p),
};
static const struct attrs gact_attrs = ATTRS_BEYOND(tca_gact_attrs, gact);

static const struct attr mirred[] = {
	[TCA_MIRRED_TM]    = MADE(tcf_t),
	[TCA_MIRRED_PARMS] = MADE(tc_mirred),
};
static const struct named_attr mirred_later[] = { AS("BLOCKID", U32) };
static const struct attrs mirred_attrs = ATTRS_BEYOND(tca_mirred_attrs, mirred, LATER(mirred_later));

static const struct attr police[] = {
	[TCA_POLICE_TBF]        = MADE(tc_police),
	[TCA_POLICE_RATE]       = ARRAY(4, uint),
	[TCA_POLICE_PEAKRATE]   = ARRAY(4, uint),
	[TCA_POLICE_AVRATE]     = U32,
	[TCA_POLICE_RESULT]     = NAME(4, tc_act_codes),
	[TCA_POLICE_TM]         = MADE(tcf_t),
	[TCA_POLICE_RATE64]     = U64,
	[TCA_POLICE_PEAKRATE64] = U64,
	[TCA_POLICE_PKTRATE64]  = U64,
	[TCA_POLICE_PKTBURST64] = U64,
};
const struct attrs nl_police_attrs = ATTRS_BEYOND(tca_police_attrs, police);

static const struct attr pedit_key[] = {
	[TCA_PEDIT_KEY_EX_HTYPE] = NAME(2, pedit_htypes),
	[TCA_PEDIT_KEY_EX_CMD]   = NAME(2, pedit_cmds),
};
static const struct attrs pedit_key_attrs = ATTRS_BEYOND(tca_pedit_key_ex_attrs, pedit_key);

static const struct attr pedit_keys[] = {
	[TCA_PEDIT_KEY_EX] = NESTED(pedit_key_attrs),
};
static const struct attrs pedit_keys_attrs = ATTRS_BEYOND(tca_pedit_key_attrs, pedit_keys);

static const struct attr pedit[] = {
	[TCA_PEDIT_TM]       = MADE(tcf_t),
	[TCA_PEDIT_PARMS]    = STRUCT_AND_STRUCTS(shape_nl_tc_pedit_sel, shape_nl_tc_pedit_key),
	[TCA_PEDIT_PARMS_EX] = STRUCT_AND_STRUCTS(shape_nl_tc_pedit_sel, shape_nl_tc_pedit_key),
	[TCA_PEDIT_KEYS_EX]  = NESTED(pedit_keys_attrs),
	[TCA_PEDIT_KEY_EX]   = NESTED(pedit_key_attrs),
};
static const struct attrs pedit_attrs = ATTRS_BEYOND(tca_pedit_attrs, pedit);

static const struct attr vlan[] = {
	[TCA_VLAN_TM]                 = MADE(tcf_t),
	[TCA_VLAN_PARMS]              = MADE(tc_vlan),
	[TCA_VLAN_PUSH_VLAN_ID]       = U16,
	[TCA_VLAN_PUSH_VLAN_PROTOCOL] = NUMBER_OF(2, enum_htons, ethernet_protocols),
	[TCA_VLAN_PUSH_VLAN_PRIORITY] = U8,
	[TCA_VLAN_PUSH_ETH_DST]       = HWADDR,
	[TCA_VLAN_PUSH_ETH_SRC]       = HWADDR,
};
static const struct attrs vlan_attrs = ATTRS_BEYOND(tca_vlan_attrs, vlan);

static const struct attr skbedit[] = {
	[TCA_SKBEDIT_TM]                = MADE(tcf_t),
	[TCA_SKBEDIT_PARMS]             = MADE(tc_skbedit),
	[TCA_SKBEDIT_PRIORITY]          = X32,
	[TCA_SKBEDIT_QUEUE_MAPPING]     = U16,
	[TCA_SKBEDIT_MARK]              = X32,
	[TCA_SKBEDIT_PTYPE]             = U16,
	[TCA_SKBEDIT_MASK]              = X32,
	[TCA_SKBEDIT_FLAGS]             = BITS(8, skbedit_flags),
	[TCA_SKBEDIT_QUEUE_MAPPING_MAX] = U16,
};
static const struct attrs skbedit_attrs = ATTRS_BEYOND(tca_skbedit_attrs, skbedit);

static const struct attr skbmod[] = {
	[TCA_SKBMOD_TM]    = MADE(tcf_t),
	[TCA_SKBMOD_PARMS] = MADE(tc_skbmod),
	[TCA_SKBMOD_DMAC]  = HWADDR,
	[TCA_SKBMOD_SMAC]  = HWADDR,
	[TCA_SKBMOD_ETYPE] = NAME(2, ethernet_protocols),
};
static const struct attrs skbmod_attrs = ATTRS_BEYOND(tca_skbmod_attrs, skbmod);

static const struct attr bpf[] = {
	[TCA_ACT_BPF_TM]      = MADE(tcf_t),
	[TCA_ACT_BPF_PARMS]   = MADE(tc_act_bpf),
	[TCA_ACT_BPF_OPS_LEN] = U16,
	[TCA_ACT_BPF_OPS]     = { .show = nl__bpf },
	[TCA_ACT_BPF_FD]      = VALUE(4, fd),
	[TCA_ACT_BPF_NAME]    = STRING,
	[TCA_ACT_BPF_TAG]     = BINARY,
	[TCA_ACT_BPF_ID]      = U32,
};
static const struct attrs bpf_attrs = ATTRS_BEYOND(tca_act_bpf_attrs, bpf);

static const struct attr connmark[] = {
	[TCA_CONNMARK_PARMS] = MADE(tc_connmark),
	[TCA_CONNMARK_TM]    = MADE(tcf_t),
};
static const struct attrs connmark_attrs = ATTRS_BEYOND(tca_connmark_attrs, connmark);

static const struct attr csum[] = {
	[TCA_CSUM_PARMS] = MADE(tc_csum),
	[TCA_CSUM_TM]    = MADE(tcf_t),
};
static const struct attrs csum_attrs = ATTRS_BEYOND(tca_csum_attrs, csum);

static const struct attr ct[] = {
	[TCA_CT_PARMS]        = MADE(tc_ct),
	[TCA_CT_TM]           = MADE(tcf_t),
	[TCA_CT_ACTION]       = BITS(2, ct_actions),
	[TCA_CT_ZONE]         = U16,
	[TCA_CT_MARK]         = X32,
	[TCA_CT_MARK_MASK]    = X32,
	[TCA_CT_LABELS]       = BINARY,
	[TCA_CT_LABELS_MASK]  = BINARY,
	[TCA_CT_NAT_IPV4_MIN] = IN_ADDR,
	[TCA_CT_NAT_IPV4_MAX] = IN_ADDR,
	[TCA_CT_NAT_IPV6_MIN] = IN6_ADDR,
	[TCA_CT_NAT_IPV6_MAX] = IN6_ADDR,
	[TCA_CT_NAT_PORT_MIN] = BE16,
	[TCA_CT_NAT_PORT_MAX] = BE16,
};
static const struct named_attr ct_later[] = { AS("HELPER_NAME", TEXT), OF("HELPER_FAMILY", NAME, nf_protocols), OF("HELPER_PROTO", NAME, ip_protocols) };
static const struct attrs ct_attrs = ATTRS_BEYOND(tca_ct_attrs, ct, LATER(ct_later));

static const struct attr ctinfo[] = {
	[TCA_CTINFO_TM]                   = MADE(tcf_t),
	[TCA_CTINFO_ACT]                  = MADE(tc_ctinfo),
	[TCA_CTINFO_ZONE]                 = U16,
	[TCA_CTINFO_PARMS_DSCP_MASK]      = X32,
	[TCA_CTINFO_PARMS_DSCP_STATEMASK] = X32,
	[TCA_CTINFO_PARMS_CPMARK_MASK]    = X32,
	[TCA_CTINFO_STATS_DSCP_SET]       = U64,
	[TCA_CTINFO_STATS_DSCP_ERROR]     = U64,
	[TCA_CTINFO_STATS_CPMARK_SET]     = U64,
};
static const struct attrs ctinfo_attrs = ATTRS_BEYOND(tca_ctinfo_attrs, ctinfo);

static const struct attr simple[] = {
	[TCA_DEF_TM]    = MADE(tcf_t),
	[TCA_DEF_PARMS] = MADE(tc_defact),
	[TCA_DEF_DATA]  = STRING,
};
static const struct attrs simple_attrs = ATTRS_BEYOND(tca_def_attrs, simple);

static const struct attr gate_entry[] = {
	[TCA_GATE_ENTRY_INDEX]      = U32,
	[TCA_GATE_ENTRY_GATE]       = FLAG,
	[TCA_GATE_ENTRY_INTERVAL]   = U32,
	[TCA_GATE_ENTRY_IPV]        = S32,
	[TCA_GATE_ENTRY_MAX_OCTETS] = S32,
};
static const struct attrs gate_entry_attrs = ATTRS_BEYOND(tca_gate_entry_attrs, gate_entry);

static const struct attr gate_entries[] = {
	[TCA_GATE_ONE_ENTRY] = NESTED(gate_entry_attrs),
};
static const struct attrs gate_entries_attrs = ATTRS_BEYOND(tca_gate_one_attrs, gate_entries);

static const struct attr gate[] = {
	[TCA_GATE_TM]             = MADE(tcf_t),
	[TCA_GATE_PARMS]          = MADE(tc_gate),
	[TCA_GATE_PRIORITY]       = S32,
	[TCA_GATE_ENTRY_LIST]     = NESTED(gate_entries_attrs),
	[TCA_GATE_BASE_TIME]      = U64,
	[TCA_GATE_CYCLE_TIME]     = U64,
	[TCA_GATE_CYCLE_TIME_EXT] = U64,
	[TCA_GATE_FLAGS]          = X32,
	[TCA_GATE_CLOCKID]        = VALUE_OF(4, clock, clock_ids),
};
static const struct attrs gate_attrs = ATTRS_BEYOND(tca_gate_attrs, gate);

static const struct attr ife_meta[] = {
	[IFE_META_SKBMARK] = NUMBER(0, hex),
	[IFE_META_HASHID]  = NUMBER(0, hex),
	[IFE_META_PRIO]    = NUMBER(0, hex),
	[IFE_META_QMAP]    = NUMBER(0, uint),
	[IFE_META_TCINDEX] = NUMBER(0, hex),
};
static const struct attrs ife_meta_attrs = ATTRS_BEYOND(ife_metas, ife_meta);

static const struct attr ife[] = {
	[TCA_IFE_PARMS]   = MADE(tc_ife),
	[TCA_IFE_TM]      = MADE(tcf_t),
	[TCA_IFE_DMAC]    = HWADDR,
	[TCA_IFE_SMAC]    = HWADDR,
	[TCA_IFE_TYPE]    = NAME(2, ethernet_protocols),
	[TCA_IFE_METALST] = NESTED(ife_meta_attrs),
};
static const struct attrs ife_attrs = ATTRS_BEYOND(tca_ife_attrs, ife);

static const struct attr mpls[] = {
	[TCA_MPLS_TM]    = MADE(tcf_t),
	[TCA_MPLS_PARMS] = MADE(tc_mpls),
	[TCA_MPLS_PROTO] = NUMBER_OF(2, enum_htons, ethernet_protocols),
	[TCA_MPLS_LABEL] = U32,
	[TCA_MPLS_TC]    = U8,
	[TCA_MPLS_TTL]   = U8,
	[TCA_MPLS_BOS]   = U8,
};
static const struct attrs mpls_attrs = ATTRS_BEYOND(tca_mpls_attrs, mpls);

static const struct attr nat[] = {
	[TCA_NAT_PARMS] = MADE(tc_nat),
	[TCA_NAT_TM]    = MADE(tcf_t),
};
static const struct attrs nat_attrs = ATTRS_BEYOND(tca_nat_attrs, nat);

static const struct attr sample[] = {
	[TCA_SAMPLE_TM]            = MADE(tcf_t),
	[TCA_SAMPLE_PARMS]         = MADE(tc_sample),
	[TCA_SAMPLE_RATE]          = U32,
	[TCA_SAMPLE_TRUNC_SIZE]    = U32,
	[TCA_SAMPLE_PSAMPLE_GROUP] = U32,
};
static const struct attrs sample_attrs = ATTRS_BEYOND(tca_sample_attrs, sample);

static const struct attr tk_geneve[] = {
	[TCA_TUNNEL_KEY_ENC_OPT_GENEVE_CLASS] = BE(2, hex),
	[TCA_TUNNEL_KEY_ENC_OPT_GENEVE_TYPE]  = U8,
	[TCA_TUNNEL_KEY_ENC_OPT_GENEVE_DATA]  = BINARY,
};
static const struct attrs tk_geneve_attrs = ATTRS_BEYOND(tca_tunnel_key_enc_opt_geneve_attrs, tk_geneve);

static const struct attr tk_vxlan[] = {
	[TCA_TUNNEL_KEY_ENC_OPT_VXLAN_GBP] = X32,
};
static const struct attrs tk_vxlan_attrs = ATTRS_BEYOND(tca_tunnel_key_enc_opt_vxlan_attrs, tk_vxlan);

static const struct attr tk_erspan[] = {
	[TCA_TUNNEL_KEY_ENC_OPT_ERSPAN_VER]   = U8,
	[TCA_TUNNEL_KEY_ENC_OPT_ERSPAN_INDEX] = BE32,
	[TCA_TUNNEL_KEY_ENC_OPT_ERSPAN_DIR]   = U8,
	[TCA_TUNNEL_KEY_ENC_OPT_ERSPAN_HWID]  = U8,
};
static const struct attrs tk_erspan_attrs = ATTRS_BEYOND(tca_tunnel_key_enc_opt_erspan_attrs, tk_erspan);

static const struct attr tk_opts[] = {
	[TCA_TUNNEL_KEY_ENC_OPTS_GENEVE] = NESTED(tk_geneve_attrs),
	[TCA_TUNNEL_KEY_ENC_OPTS_VXLAN]  = NESTED(tk_vxlan_attrs),
	[TCA_TUNNEL_KEY_ENC_OPTS_ERSPAN] = NESTED(tk_erspan_attrs),
};
static const struct attrs tk_opts_attrs = ATTRS_BEYOND(tca_tunnel_key_enc_opts_attrs, tk_opts);

static const struct attr tunnel_key[] = {
	[TCA_TUNNEL_KEY_TM]           = MADE(tcf_t),
	[TCA_TUNNEL_KEY_PARMS]        = MADE(tc_tunnel_key),
	[TCA_TUNNEL_KEY_ENC_IPV4_SRC] = IN_ADDR,
	[TCA_TUNNEL_KEY_ENC_IPV4_DST] = IN_ADDR,
	[TCA_TUNNEL_KEY_ENC_IPV6_SRC] = IN6_ADDR,
	[TCA_TUNNEL_KEY_ENC_IPV6_DST] = IN6_ADDR,
	[TCA_TUNNEL_KEY_ENC_KEY_ID]   = BE32,
	[TCA_TUNNEL_KEY_ENC_DST_PORT] = BE16,
	[TCA_TUNNEL_KEY_NO_CSUM]      = U8,
	[TCA_TUNNEL_KEY_ENC_OPTS]     = NESTED(tk_opts_attrs),
	[TCA_TUNNEL_KEY_ENC_TOS]      = U8,
	[TCA_TUNNEL_KEY_ENC_TTL]      = U8,
};
static const struct named_attr tunnel_key_later[] = { AS("NO_FRAG", FLAG) };
static const struct attrs tunnel_key_attrs = ATTRS_BEYOND(tca_tunnel_key_attrs, tunnel_key, LATER(tunnel_key_later));

static const struct attr ipt[] = {
	[TCA_IPT_TABLE] = STRING,
	[TCA_IPT_HOOK]  = NAME(4, nf_hooks),
	[TCA_IPT_INDEX] = U32,
	[TCA_IPT_CNT]   = ARRAY(4, int),	/* struct tc_cnt: references, bindings */
	[TCA_IPT_TM]    = MADE(tcf_t),
	[TCA_IPT_TARG]  = { .show = attr__xt_target },
};
static const struct attrs ipt_attrs = ATTRS_BEYOND(tca_ipt_attrs, ipt);

static const struct choice options[] = {
	{ .name = "bpf", .attrs = &bpf_attrs },
	{ .name = "connmark", .attrs = &connmark_attrs },
	{ .name = "csum", .attrs = &csum_attrs },
	{ .name = "ct", .attrs = &ct_attrs },
	{ .name = "ctinfo", .attrs = &ctinfo_attrs },
	{ .name = "gact", .attrs = &gact_attrs },
	{ .name = "gate", .attrs = &gate_attrs },
	{ .name = "ife", .attrs = &ife_attrs },
	{ .name = "ipt", .attrs = &ipt_attrs },
	{ .name = "mirred", .attrs = &mirred_attrs },
	{ .name = "mpls", .attrs = &mpls_attrs },
	{ .name = "nat", .attrs = &nat_attrs },
	{ .name = "pedit", .attrs = &pedit_attrs },
	{ .name = "police", .attrs = &nl_police_attrs },
	{ .name = "sample", .attrs = &sample_attrs },
	{ .name = "simple", .attrs = &simple_attrs },
	{ .name = "skbedit", .attrs = &skbedit_attrs },
	{ .name = "skbmod", .attrs = &skbmod_attrs },
	{ .name = "tunnel_key", .attrs = &tunnel_key_attrs },
	{ .name = "vlan", .attrs = &vlan_attrs },
	{ .name = "xt", .attrs = &ipt_attrs },
};
const struct choices nl_action_options = CHOICES(BY_TEXT, TCA_ACT_KIND, options);
