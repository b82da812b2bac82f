// SPDX-License-Identifier: BSD-2-Clause
/*
 * nfqueue.c - packets that netfilter queues and logs, hooks, ipset, compatibility with xtables (linux/netfilter/nfnetlink_queue.h, _log.h, _hook.h).
 */
#include <linux/netfilter/ipset/ip_set.h>
#include <linux/netfilter/nfnetlink.h>
#include <linux/netfilter/nf_tables_compat.h>
#include <linux/netfilter/nfnetlink_hook.h>
#include <linux/netfilter/nfnetlink_log.h>
#include <linux/netfilter/nfnetlink_osf.h>
#include <linux/netfilter/nfnetlink_queue.h>

#include "nfnetlink.h"
#include "named_attrs.h"

static const struct attr q_vlan[] = {
	[NFQA_VLAN_PROTO] = NUMBER_OF(2, enum_htons, ethernet_protocols),
	[NFQA_VLAN_TCI]   = BE(2, hex),
};
static const struct attrs q_vlan_attrs = ATTRS_BEYOND(nfqa_vlan_attrs, q_vlan);

static const struct attr queue[] = {
	[NFQA_PACKET_HDR]         = MADE(nfqnl_msg_packet_hdr),
	[NFQA_VERDICT_HDR]        = MADE(nfqnl_msg_verdict_hdr),
	[NFQA_MARK]               = BEX32,
	[NFQA_TIMESTAMP]          = MADE(nfqnl_msg_packet_timestamp),
	[NFQA_IFINDEX_INDEV]      = BE(4, ifindex),
	[NFQA_IFINDEX_OUTDEV]     = BE(4, ifindex),
	[NFQA_IFINDEX_PHYSINDEV]  = BE(4, ifindex),
	[NFQA_IFINDEX_PHYSOUTDEV] = BE(4, ifindex),
	[NFQA_HWADDR]             = MADE(nfqnl_msg_packet_hw),
	[NFQA_PAYLOAD]            = BINARY,
	[NFQA_CT]                 = NESTED(nl_conn_attrs),
	[NFQA_CT_INFO]            = BE_NAME(4, ct_infos),
	[NFQA_CAP_LEN]            = BE32,
	[NFQA_SKB_INFO]           = BE_BITS(4, nfqa_skb_flags),
	[NFQA_EXP]                = NESTED(nl_expect_attrs),
	[NFQA_UID]                = BE(4, uid),
	[NFQA_GID]                = BE(4, uid),
	[NFQA_SECCTX]             = STRING,
	[NFQA_VLAN]               = NESTED(q_vlan_attrs),
	[NFQA_L2HDR]              = BINARY,
	[NFQA_PRIORITY]           = BE32,
};
static const struct attrs queue_attrs = ATTRS_BEYOND(nfqa_attrs, queue);

static const struct attr queue_cfg[] = {
	[NFQA_CFG_CMD]          = MADE(nfqnl_msg_config_cmd),
	[NFQA_CFG_PARAMS]       = MADE(nfqnl_msg_config_params),
	[NFQA_CFG_QUEUE_MAXLEN] = BE32,
	[NFQA_CFG_MASK]         = BE_BITS(4, nfqa_cfg_flags),
	[NFQA_CFG_FLAGS]        = BE_BITS(4, nfqa_cfg_flags),
};
static const struct attrs queue_cfg_attrs = ATTRS_BEYOND(nfqa_cfg_attrs, queue_cfg);

static const struct attr l_vlan[] = {
	[NFULA_VLAN_PROTO] = NUMBER_OF(2, enum_htons, ethernet_protocols),
	[NFULA_VLAN_TCI]   = BE(2, hex),
};
static const struct attrs l_vlan_attrs = ATTRS_BEYOND(nfula_vlan_attrs, l_vlan);

static const struct attr log[] = {
	[NFULA_PACKET_HDR]         = MADE(nfulnl_msg_packet_hdr),
	[NFULA_MARK]               = BEX32,
	[NFULA_TIMESTAMP]          = MADE(nfulnl_msg_packet_timestamp),
	[NFULA_IFINDEX_INDEV]      = BE(4, ifindex),
	[NFULA_IFINDEX_OUTDEV]     = BE(4, ifindex),
	[NFULA_IFINDEX_PHYSINDEV]  = BE(4, ifindex),
	[NFULA_IFINDEX_PHYSOUTDEV] = BE(4, ifindex),
	[NFULA_HWADDR]             = MADE(nfulnl_msg_packet_hw),
	[NFULA_PAYLOAD]            = BINARY,
	[NFULA_PREFIX]             = STRING,
	[NFULA_UID]                = BE(4, uid),
	[NFULA_SEQ]                = BE32,
	[NFULA_SEQ_GLOBAL]         = BE32,
	[NFULA_GID]                = BE(4, uid),
	[NFULA_HWTYPE]             = BE_NAME(2, arp_hw_types),
	[NFULA_HWHEADER]           = BINARY,
	[NFULA_HWLEN]              = BE(2, uint),
	[NFULA_CT]                 = NESTED(nl_conn_attrs),
	[NFULA_CT_INFO]            = BE_NAME(4, ct_infos),
	[NFULA_VLAN]               = NESTED(l_vlan_attrs),
	[NFULA_L2HDR]              = BINARY,
};
static const struct attrs log_attrs = ATTRS_BEYOND(nfula_attrs, log);

static const struct attr log_cfg[] = {
	[NFULA_CFG_CMD]      = MADE(nfulnl_msg_config_cmd),
	[NFULA_CFG_MODE]     = MADE(nfulnl_msg_config_mode),
	[NFULA_CFG_NLBUFSIZ] = BE32,
	[NFULA_CFG_TIMEOUT]  = BE32,
	[NFULA_CFG_QTHRESH]  = BE32,
	[NFULA_CFG_FLAGS]    = BE_BITS(2, nfulnl_cfg_flags),
};
static const struct attrs log_cfg_attrs = ATTRS_BEYOND(nfula_cfg_attrs, log_cfg);

static const struct attr hook_chain[] = {
	[NFNLA_CHAIN_TABLE]  = STRING,
	[NFNLA_CHAIN_FAMILY] = NAME(1, nf_protocols),
	[NFNLA_CHAIN_NAME]   = STRING,
};
static const struct attrs hook_chain_attrs = ATTRS_BEYOND(nfnla_chain_attrs, hook_chain);

static const struct attr hook_info[] = {
	[NFNLA_HOOK_INFO_DESC] = NESTED(hook_chain_attrs),
	[NFNLA_HOOK_INFO_TYPE] = BE32,
};
static const struct attrs hook_info_attrs = ATTRS_BEYOND(nfnla_hook_info_attrs, hook_info);

static const struct attr hook[] = {
	[NFNLA_HOOK_HOOKNUM]       = BE_NAME(4, nf_hooks),
	[NFNLA_HOOK_PRIORITY]      = BE(4, int),
	[NFNLA_HOOK_DEV]           = STRING,
	[NFNLA_HOOK_FUNCTION_NAME] = STRING,
	[NFNLA_HOOK_MODULE_NAME]   = STRING,
	[NFNLA_HOOK_CHAIN_INFO]    = NESTED(hook_info_attrs),
};
static const struct attrs hook_attrs = ATTRS_BEYOND(nfnla_hook_attrs, hook);

static const struct attr compat[] = {
	[NFTA_COMPAT_NAME] = STRING,
	[NFTA_COMPAT_REV]  = BE32,
	[NFTA_COMPAT_TYPE] = BE32,
};
static const struct attrs compat_attrs = ATTRS_BEYOND(nfta_compat_attrs, compat);

static const struct attr osf[] = {
	[OSF_ATTR_FINGER] = MADE(nf_osf_user_finger),
};
static const struct attrs osf_attrs = ATTRS_BEYOND(osf_attr_attrs, osf);

static const struct attr set_addr[] = {
	[IPSET_ATTR_IPADDR_IPV4] = IN_ADDR,
	[IPSET_ATTR_IPADDR_IPV6] = IN6_ADDR,
};
static const struct attrs set_addr_attrs = ATTRS_BEYOND(ipset_attr_ipaddr_attrs, set_addr);

static const struct attr set_create[] = {
	[IPSET_ATTR_IP]          = NESTED(set_addr_attrs),
	[IPSET_ATTR_IP_TO]       = NESTED(set_addr_attrs),
	[IPSET_ATTR_CIDR]        = U8,
	[IPSET_ATTR_PORT]        = BE16,
	[IPSET_ATTR_PORT_TO]     = BE16,
	[IPSET_ATTR_TIMEOUT]     = BE32,
	[IPSET_ATTR_PROTO]       = NAME(1, ip_protocols),
	[IPSET_ATTR_CADT_FLAGS]  = BE_BITS(4, ipset_cadt_flags),
	[IPSET_ATTR_CADT_LINENO] = BE32,
	[IPSET_ATTR_MARK]        = BEX32,
	[IPSET_ATTR_MARKMASK]    = BEX32,
	[IPSET_ATTR_INITVAL]     = BEX32,
	[IPSET_ATTR_HASHSIZE]    = BE32,
	[IPSET_ATTR_MAXELEM]     = BE32,
	[IPSET_ATTR_NETMASK]     = U8,
	[IPSET_ATTR_BUCKETSIZE]  = U8,
	[IPSET_ATTR_RESIZE]      = U8,
	[IPSET_ATTR_SIZE]        = BE32,
	[IPSET_ATTR_ELEMENTS]    = BE32,
	[IPSET_ATTR_REFERENCES]  = BE32,
	[IPSET_ATTR_MEMSIZE]     = BE32,
};
static const struct named_attr set_create_later[] = { OF("BITMASK", NEST, set_addr_attrs) };
static const struct attrs set_create_attrs = ATTRS_BEYOND(ipset_create_attrs, set_create, LATER(set_create_later));

static const struct attr set_entry[] = {
	[IPSET_ATTR_IP]          = NESTED(set_addr_attrs),
	[IPSET_ATTR_IP_TO]       = NESTED(set_addr_attrs),
	[IPSET_ATTR_CIDR]        = U8,
	[IPSET_ATTR_PORT]        = BE16,
	[IPSET_ATTR_PORT_TO]     = BE16,
	[IPSET_ATTR_TIMEOUT]     = BE32,
	[IPSET_ATTR_PROTO]       = NAME(1, ip_protocols),
	[IPSET_ATTR_CADT_FLAGS]  = BE_BITS(4, ipset_cadt_flags),
	[IPSET_ATTR_CADT_LINENO] = BE32,
	[IPSET_ATTR_MARK]        = BEX32,
	[IPSET_ATTR_ETHER]       = HWADDR,
	[IPSET_ATTR_NAME]        = STRING,
	[IPSET_ATTR_NAMEREF]     = STRING,
	[IPSET_ATTR_IP2]         = NESTED(set_addr_attrs),
	[IPSET_ATTR_CIDR2]       = U8,
	[IPSET_ATTR_IP2_TO]      = NESTED(set_addr_attrs),
	[IPSET_ATTR_IFACE]       = STRING,
	[IPSET_ATTR_BYTES]       = BE(8, ulong),
	[IPSET_ATTR_PACKETS]     = BE(8, ulong),
	[IPSET_ATTR_COMMENT]     = STRING,
	[IPSET_ATTR_SKBMARK]     = BE(8, hex64),
	[IPSET_ATTR_SKBPRIO]     = BEX32,
	[IPSET_ATTR_SKBQUEUE]    = BE(2, uint),
};
static const struct attrs set_entry_attrs = ATTRS_BEYOND(ipset_entry_attrs, set_entry);

static const struct attr set_entries[] = {
	[IPSET_ATTR_DATA] = NESTED(set_entry_attrs),
};
static const struct attrs set_entries_attrs = ATTRS_BEYOND(ipset_attrs, set_entries);

static const struct attr set[] = {
	[IPSET_ATTR_PROTOCOL]     = U8,
	[IPSET_ATTR_SETNAME]      = STRING,
	[IPSET_ATTR_TYPENAME]     = STRING,
	[IPSET_ATTR_REVISION]     = U8,
	[IPSET_ATTR_FAMILY]       = NAME(1, nf_protocols),
	[IPSET_ATTR_FLAGS]        = BE_BITS(4, ipset_cmd_flags),
	[IPSET_ATTR_DATA]         = NESTED(set_create_attrs),
	[IPSET_ATTR_ADT]          = NESTED(set_entries_attrs),
	[IPSET_ATTR_LINENO]       = BE32,
	[IPSET_ATTR_PROTOCOL_MIN] = U8,
	[IPSET_ATTR_INDEX]        = BE(2, uint),
};
static const struct attrs set_attrs = ATTRS_BEYOND(ipset_attrs, set);

static const struct attr set_change[] = {
	[IPSET_ATTR_PROTOCOL]     = U8,
	[IPSET_ATTR_SETNAME]      = STRING,
	[IPSET_ATTR_TYPENAME]     = STRING,
	[IPSET_ATTR_REVISION]     = U8,
	[IPSET_ATTR_FAMILY]       = NAME(1, nf_protocols),
	[IPSET_ATTR_FLAGS]        = BE_BITS(4, ipset_cmd_flags),
	[IPSET_ATTR_DATA]         = NESTED(set_entry_attrs),
	[IPSET_ATTR_ADT]          = NESTED(set_entries_attrs),
	[IPSET_ATTR_LINENO]       = BE32,
	[IPSET_ATTR_PROTOCOL_MIN] = U8,
	[IPSET_ATTR_INDEX]        = BE(2, uint),
};
static const struct attrs set_change_attrs = ATTRS_BEYOND(ipset_attrs, set_change);

#define MESSAGES(subsystem, from, to, a) { .first = NFNL_SUBSYS_##subsystem << 8 | (from), .last = NFNL_SUBSYS_##subsystem << 8 | (to), .attrs = &a }
const struct payload nl_queue_payloads[] = {
	MESSAGES(QUEUE, NFQNL_MSG_PACKET, NFQNL_MSG_VERDICT, queue_attrs),
	MESSAGES(QUEUE, NFQNL_MSG_CONFIG, NFQNL_MSG_CONFIG, queue_cfg_attrs),
	MESSAGES(QUEUE, NFQNL_MSG_VERDICT_BATCH, NFQNL_MSG_VERDICT_BATCH, queue_attrs),
	MESSAGES(ULOG, NFULNL_MSG_PACKET, NFULNL_MSG_PACKET, log_attrs),
	MESSAGES(ULOG, NFULNL_MSG_CONFIG, NFULNL_MSG_CONFIG, log_cfg_attrs),
	MESSAGES(HOOK, NFNL_MSG_HOOK_GET, NFNL_MSG_HOOK_GET, hook_attrs),
	MESSAGES(NFT_COMPAT, NFNL_MSG_COMPAT_GET, NFNL_MSG_COMPAT_GET, compat_attrs),
	MESSAGES(OSF, OSF_MSG_ADD, OSF_MSG_REMOVE, osf_attrs),
	MESSAGES(IPSET, IPSET_CMD_PROTOCOL, IPSET_CMD_SAVE, set_attrs),
	MESSAGES(IPSET, IPSET_CMD_ADD, IPSET_CMD_TEST, set_change_attrs),
	MESSAGES(IPSET, IPSET_CMD_HEADER, IPSET_CMD_COMMIT, set_attrs),	/* the last five are of ipset(8) alone: the kernel refuses them */
};
const unsigned nl_queue_npayloads = sizeof(nl_queue_payloads) / sizeof(nl_queue_payloads[0]);
