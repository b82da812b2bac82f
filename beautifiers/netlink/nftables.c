// SPDX-License-Identifier: BSD-2-Clause
/* nftables.c - NFNL_SUBSYS_NFTABLES: tables, chains, rules, sets and objects (linux/netfilter/nf_tables.h). */
#include <linux/netfilter/nf_tables.h>
#include <linux/netfilter/nfnetlink.h>

#include "named_attrs.h"
#include "nfnetlink.h"

static const struct attr hook[] = {
	[NFTA_HOOK_HOOKNUM]  = BE_NAME(4, nf_hooks),
	[NFTA_HOOK_PRIORITY] = BE(4, int),
	[NFTA_HOOK_DEV]      = STRING,
	[NFTA_HOOK_DEVS]     = NESTED(nl_nft_devices_attrs),
};
static const struct attrs hook_attrs = ATTRS_BEYOND(nfta_hook_attrs, hook);

static const struct attr nft_devices[] = {
	[NFTA_DEVICE_NAME] = STRING,
};
static const struct named_attr nft_devices_later[] = { AS("PREFIX", TEXT) };
const struct attrs nl_nft_devices_attrs = ATTRS_BEYOND(nfta_device_attrs, nft_devices, LATER(nft_devices_later));

static const struct attr counter[] = {
	[NFTA_COUNTER_BYTES]   = BE(8, ulong),
	[NFTA_COUNTER_PACKETS] = BE(8, ulong),
};
static const struct attrs counter_attrs = ATTRS_BEYOND(nfta_counter_attrs, counter);

static const struct attr table[] = {
	[NFTA_TABLE_NAME]     = STRING,
	[NFTA_TABLE_FLAGS]    = BE_BITS(4, nft_table_flags),
	[NFTA_TABLE_USE]      = BE32,
	[NFTA_TABLE_HANDLE]   = BE(8, ulong),
	[NFTA_TABLE_USERDATA] = BINARY,
	[NFTA_TABLE_OWNER]    = BE32,
};
static const struct attrs table_attrs = ATTRS_BEYOND(nfta_table_attrs, table);

static const struct attr chain[] = {
	[NFTA_CHAIN_TABLE]    = STRING,
	[NFTA_CHAIN_HANDLE]   = BE(8, ulong),
	[NFTA_CHAIN_NAME]     = STRING,
	[NFTA_CHAIN_HOOK]     = NESTED(hook_attrs),
	[NFTA_CHAIN_POLICY]   = BE_NAME(4, nf_verdicts),
	[NFTA_CHAIN_USE]      = BE32,
	[NFTA_CHAIN_TYPE]     = STRING,
	[NFTA_CHAIN_COUNTERS] = NESTED(counter_attrs),
	[NFTA_CHAIN_FLAGS]    = BE_BITS(4, nft_chain_flags),
	[NFTA_CHAIN_ID]       = BE32,
	[NFTA_CHAIN_USERDATA] = BINARY,
};
static const struct attrs chain_attrs = ATTRS_BEYOND(nfta_chain_attrs, chain);

static const struct attr rule_compat[] = {
	[NFTA_RULE_COMPAT_PROTO] = BE_NAME(4, ip_protocols),
	[NFTA_RULE_COMPAT_FLAGS] = BE_BITS(4, nft_rule_compat_flags),
};
static const struct attrs rule_compat_attrs = ATTRS_BEYOND(nfta_rule_compat_attrs, rule_compat);

static const struct attr rule[] = {
	[NFTA_RULE_TABLE]       = STRING,
	[NFTA_RULE_CHAIN]       = STRING,
	[NFTA_RULE_HANDLE]      = BE(8, ulong),
	[NFTA_RULE_EXPRESSIONS] = NESTED(nl_nft_exprs_attrs),
	[NFTA_RULE_COMPAT]      = NESTED(rule_compat_attrs),
	[NFTA_RULE_POSITION]    = BE(8, ulong),
	[NFTA_RULE_USERDATA]    = BINARY,
	[NFTA_RULE_ID]          = BE32,
	[NFTA_RULE_POSITION_ID] = BE32,
	[NFTA_RULE_CHAIN_ID]    = BE32,
};
static const struct attrs rule_attrs = ATTRS_BEYOND(nfta_rule_attrs, rule);

static const struct attr set_field[] = {
	[NFTA_SET_FIELD_LEN] = BE32,
};
static const struct attrs set_field_attrs = ATTRS_BEYOND(nfta_set_field_attrs, set_field);

static const struct attr set_fields[] = {
	[NFTA_LIST_ELEM] = NESTED(set_field_attrs),
};
static const struct attrs set_fields_attrs = ATTRS_BEYOND(nfta_list_attrs, set_fields);

static const struct attr set_desc[] = {
	[NFTA_SET_DESC_SIZE]   = BE32,
	[NFTA_SET_DESC_CONCAT] = NESTED(set_fields_attrs),
};
static const struct attrs set_desc_attrs = ATTRS_BEYOND(nfta_set_desc_attrs, set_desc);

static const struct attr set[] = {
	[NFTA_SET_TABLE]       = STRING,
	[NFTA_SET_NAME]        = STRING,
	[NFTA_SET_FLAGS]       = BE_BITS(4, nft_set_flags),
	[NFTA_SET_KEY_TYPE]    = BE32,
	[NFTA_SET_KEY_LEN]     = BE32,
	[NFTA_SET_DATA_TYPE]   = BEX32,
	[NFTA_SET_DATA_LEN]    = BE32,
	[NFTA_SET_POLICY]      = BE_NAME(4, nft_set_policies),
	[NFTA_SET_DESC]        = NESTED(set_desc_attrs),
	[NFTA_SET_ID]          = BE32,
	[NFTA_SET_TIMEOUT]     = BE(8, ulong),
	[NFTA_SET_GC_INTERVAL] = BE32,
	[NFTA_SET_USERDATA]    = BINARY,
	[NFTA_SET_OBJ_TYPE]    = BE_NAME(4, nft_objects),
	[NFTA_SET_HANDLE]      = BE(8, ulong),
	[NFTA_SET_EXPR]        = NESTED(nl_nft_expr_attrs),
	[NFTA_SET_EXPRESSIONS] = NESTED(nl_nft_exprs_attrs),
};
static const struct attrs set_attrs = ATTRS_BEYOND(nfta_set_attrs, set);

static const struct attr elem[] = {
	[NFTA_SET_ELEM_KEY]         = NESTED(nl_nft_data_attrs),
	[NFTA_SET_ELEM_DATA]        = NESTED(nl_nft_data_attrs),
	[NFTA_SET_ELEM_FLAGS]       = BE_BITS(4, nft_elem_flags),
	[NFTA_SET_ELEM_TIMEOUT]     = BE(8, ulong),
	[NFTA_SET_ELEM_EXPIRATION]  = BE(8, ulong),
	[NFTA_SET_ELEM_USERDATA]    = BINARY,
	[NFTA_SET_ELEM_EXPR]        = NESTED(nl_nft_expr_attrs),
	[NFTA_SET_ELEM_OBJREF]      = STRING,
	[NFTA_SET_ELEM_KEY_END]     = NESTED(nl_nft_data_attrs),
	[NFTA_SET_ELEM_EXPRESSIONS] = NESTED(nl_nft_exprs_attrs),
};
static const struct attrs elem_attrs = ATTRS_BEYOND(nfta_set_elem_attrs, elem);

/* nft numbers the elements */
static const struct attr each_elem = NESTED(elem_attrs);
static const struct attrs elems_attrs = { .names = &nfta_list_attrs, .any = &each_elem };

static const struct attr elem_list[] = {
	[NFTA_SET_ELEM_LIST_TABLE]    = STRING,
	[NFTA_SET_ELEM_LIST_SET]      = STRING,
	[NFTA_SET_ELEM_LIST_ELEMENTS] = NESTED(elems_attrs),
	[NFTA_SET_ELEM_LIST_SET_ID]   = BE32,
};
static const struct attrs elem_list_attrs = ATTRS_BEYOND(nfta_set_elem_list_attrs, elem_list);

static const struct attr gen[] = {
	[NFTA_GEN_ID]        = BE32,
	[NFTA_GEN_PROC_PID]  = BE32,
	[NFTA_GEN_PROC_NAME] = STRING,
};
static const struct attrs gen_attrs = ATTRS_BEYOND(nfta_gen_attrs, gen);

static const struct attr obj[] = {
	[NFTA_OBJ_TABLE]    = STRING,
	[NFTA_OBJ_NAME]     = STRING,
	[NFTA_OBJ_TYPE]     = BE_NAME(4, nft_objects),
	[NFTA_OBJ_DATA]     = CHOSEN(nl_nft_object),
	[NFTA_OBJ_USE]      = BE32,
	[NFTA_OBJ_HANDLE]   = BE(8, ulong),
	[NFTA_OBJ_USERDATA] = BINARY,
};
static const struct attrs obj_attrs = ATTRS_BEYOND(nfta_obj_attrs, obj);

static const struct attr flowtable_hook[] = {
	[NFTA_FLOWTABLE_HOOK_NUM]      = BE_NAME(4, nf_hooks),
	[NFTA_FLOWTABLE_HOOK_PRIORITY] = BE(4, int),
	[NFTA_FLOWTABLE_HOOK_DEVS]     = NESTED(nl_nft_devices_attrs),
};
static const struct attrs flowtable_hook_attrs = ATTRS_BEYOND(nfta_flowtable_hook_attrs, flowtable_hook);

static const struct attr flowtable[] = {
	[NFTA_FLOWTABLE_TABLE]  = STRING,
	[NFTA_FLOWTABLE_NAME]   = STRING,
	[NFTA_FLOWTABLE_HOOK]   = NESTED(flowtable_hook_attrs),
	[NFTA_FLOWTABLE_USE]    = BE32,
	[NFTA_FLOWTABLE_HANDLE] = BE(8, ulong),
	[NFTA_FLOWTABLE_FLAGS]  = BE_BITS(4, nft_flowtable_flags),
};
static const struct attrs flowtable_attrs = ATTRS_BEYOND(nfta_flowtable_attrs, flowtable);

static const struct attr trace[] = {
	[NFTA_TRACE_TABLE]            = STRING,
	[NFTA_TRACE_CHAIN]            = STRING,
	[NFTA_TRACE_RULE_HANDLE]      = BE(8, ulong),
	[NFTA_TRACE_TYPE]             = BE_NAME(4, nft_trace_types),
	[NFTA_TRACE_VERDICT]          = NESTED(nl_nft_verdict_attrs),
	[NFTA_TRACE_ID]               = BEX32,
	[NFTA_TRACE_LL_HEADER]        = BINARY,
	[NFTA_TRACE_NETWORK_HEADER]   = BINARY,
	[NFTA_TRACE_TRANSPORT_HEADER] = BINARY,
	[NFTA_TRACE_IIF]              = BE(4, ifindex),
	[NFTA_TRACE_IIFTYPE]          = BE_NAME(2, arp_hw_types),
	[NFTA_TRACE_OIF]              = BE(4, ifindex),
	[NFTA_TRACE_OIFTYPE]          = BE_NAME(2, arp_hw_types),
	[NFTA_TRACE_MARK]             = BEX32,
	[NFTA_TRACE_NFPROTO]          = BE_NAME(4, nf_protocols),
	[NFTA_TRACE_POLICY]           = BE_NAME(4, nf_verdicts),
};
static const struct attrs trace_attrs = ATTRS_BEYOND(nfta_trace_attrs, trace);

#define NFT(msg, a) { .first = NFNL_SUBSYS_NFTABLES << 8 | NFT_MSG_##msg, .last = NFNL_SUBSYS_NFTABLES << 8 | NFT_MSG_##msg, .attrs = &a##_attrs }
/* Numbers that headers of supported distributions lack: NFT_MSG_GETRULE_RESET, DESTROYTABLE to DESTROYFLOWTABLE, GETSETELEM_RESET */
#define NFT_NEWER(nr, a) { .first = NFNL_SUBSYS_NFTABLES << 8 | (nr), .last = NFNL_SUBSYS_NFTABLES << 8 | (nr), .attrs = &a##_attrs }
#define NFT3(msg, a) NFT(NEW##msg, a), NFT(GET##msg, a), NFT(DEL##msg, a)
const struct payload nl_nft_payloads[] = {
	NFT3(TABLE, table), NFT3(CHAIN, chain), NFT3(RULE, rule), NFT3(SET, set), NFT3(SETELEM, elem_list), NFT3(OBJ, obj), NFT3(FLOWTABLE, flowtable),
	NFT(NEWGEN, gen), NFT(GETGEN, gen), NFT(TRACE, trace), NFT(GETOBJ_RESET, obj),
	NFT_NEWER(25, rule), NFT_NEWER(26, table), NFT_NEWER(27, chain), NFT_NEWER(28, rule), NFT_NEWER(29, set), NFT_NEWER(30, elem_list), NFT_NEWER(31, obj),
	NFT_NEWER(32, flowtable), NFT_NEWER(33, elem_list),
};
const unsigned nl_nft_npayloads = sizeof(nl_nft_payloads) / sizeof(nl_nft_payloads[0]);
