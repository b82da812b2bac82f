// SPDX-License-Identifier: BSD-2-Clause
/*
 * bridge.c - bridges beyond their ports: VLANs, rings, connectivity (linux/if_bridge.h); VNIs of VXLAN; prefixes and options of neighbour discovery.
 */
#include <linux/if_bridge.h>
#include <linux/if_link.h>
#include <linux/rtnetlink.h>

#include "route.h"

static const struct attr vlan_tunnel[] = {
	[BRIDGE_VLANDB_TINFO_ID]  = U32,
	[BRIDGE_VLANDB_TINFO_CMD] = NAME(4, rtm_set_del),
};
static const struct attrs vlan_tunnel_attrs = ATTRS_BEYOND(bridge_vlandb_tinfo_attrs, vlan_tunnel);

static const struct attr vlan_stats[] = {
	[BRIDGE_VLANDB_STATS_RX_BYTES]   = U64,
	[BRIDGE_VLANDB_STATS_RX_PACKETS] = U64,
	[BRIDGE_VLANDB_STATS_TX_BYTES]   = U64,
	[BRIDGE_VLANDB_STATS_TX_PACKETS] = U64,
};
static const struct attrs vlan_stats_attrs = ATTRS_BEYOND(bridge_vlandb_stats_attrs, vlan_stats);

static const struct attr vlan_entry[] = {
	[BRIDGE_VLANDB_ENTRY_INFO]         = STRUCT(shape_nl_bridge_vlan_info),
	[BRIDGE_VLANDB_ENTRY_RANGE]        = U16,
	[BRIDGE_VLANDB_ENTRY_STATE]        = U8,
	[BRIDGE_VLANDB_ENTRY_TUNNEL_INFO]  = NESTED(vlan_tunnel_attrs),
	[BRIDGE_VLANDB_ENTRY_STATS]        = NESTED(vlan_stats_attrs),
	[BRIDGE_VLANDB_ENTRY_MCAST_ROUTER] = U8,
};
static const struct named_attr vlan_entry_later[] = { AS("MCAST_N_GROUPS MCAST_MAX_GROUPS", U32), AS("NEIGH_SUPPRESS NEIGH_FORWARD_GRAT", U8) };
static const struct attrs vlan_entry_attrs = ATTRS_BEYOND(bridge_vlandb_entry_attrs, vlan_entry, LATER(vlan_entry_later));

static const struct attr vlan_options[] = {
	[BRIDGE_VLANDB_GOPTS_ID]                         = U16,
	[BRIDGE_VLANDB_GOPTS_RANGE]                      = U16,
	[BRIDGE_VLANDB_GOPTS_MCAST_SNOOPING]             = U8,
	[BRIDGE_VLANDB_GOPTS_MCAST_IGMP_VERSION]         = U8,
	[BRIDGE_VLANDB_GOPTS_MCAST_MLD_VERSION]          = U8,
	[BRIDGE_VLANDB_GOPTS_MCAST_LAST_MEMBER_CNT]      = U32,
	[BRIDGE_VLANDB_GOPTS_MCAST_STARTUP_QUERY_CNT]    = U32,
	[BRIDGE_VLANDB_GOPTS_MCAST_LAST_MEMBER_INTVL]    = U64,
	[BRIDGE_VLANDB_GOPTS_MCAST_MEMBERSHIP_INTVL]     = U64,
	[BRIDGE_VLANDB_GOPTS_MCAST_QUERIER_INTVL]        = U64,
	[BRIDGE_VLANDB_GOPTS_MCAST_QUERY_INTVL]          = U64,
	[BRIDGE_VLANDB_GOPTS_MCAST_QUERY_RESPONSE_INTVL] = U64,
	[BRIDGE_VLANDB_GOPTS_MCAST_STARTUP_QUERY_INTVL]  = U64,
	[BRIDGE_VLANDB_GOPTS_MCAST_QUERIER]              = U8,
	[BRIDGE_VLANDB_GOPTS_MCAST_ROUTER_PORTS]         = NESTED(nl_mdb_router_attrs),
	[BRIDGE_VLANDB_GOPTS_MCAST_QUERIER_STATE]        = NESTED(nl_br_querier_attrs),
	[BRIDGE_VLANDB_GOPTS_MSTI]                       = U16,
};
static const struct attrs vlan_options_attrs = ATTRS_BEYOND(bridge_vlandb_gopts_attrs, vlan_options);

static const struct attr vlandb[] = {
	[BRIDGE_VLANDB_ENTRY]          = NESTED(vlan_entry_attrs),
	[BRIDGE_VLANDB_GLOBAL_OPTIONS] = NESTED(vlan_options_attrs),
};
const struct attrs nl_vlandb_attrs = ATTRS_BEYOND(bridge_vlandb_attrs, vlandb);

static const struct attr vlandb_dump[] = { [BRIDGE_VLANDB_DUMP_FLAGS] = BITS(4, bridge_vlandb_dump_flags) };
const struct attrs nl_vlandb_dump_attrs = ATTRS_BEYOND(bridge_vlandb_dump_attrs, vlandb_dump);

static const struct attr vni_stats[] = {
	[VNIFILTER_ENTRY_STATS_RX_BYTES]  = U64,
	[VNIFILTER_ENTRY_STATS_RX_PKTS]   = U64,
	[VNIFILTER_ENTRY_STATS_RX_DROPS]  = U64,
	[VNIFILTER_ENTRY_STATS_RX_ERRORS] = U64,
	[VNIFILTER_ENTRY_STATS_TX_BYTES]  = U64,
	[VNIFILTER_ENTRY_STATS_TX_PKTS]   = U64,
	[VNIFILTER_ENTRY_STATS_TX_DROPS]  = U64,
	[VNIFILTER_ENTRY_STATS_TX_ERRORS] = U64,
};
static const struct attrs vni_stats_attrs = ATTRS_BEYOND(vnifilter_entry_stats_attrs, vni_stats);

static const struct attr vni[] = {
	[VXLAN_VNIFILTER_ENTRY_START]  = U32,
	[VXLAN_VNIFILTER_ENTRY_END]    = U32,
	[VXLAN_VNIFILTER_ENTRY_GROUP]  = IN_ADDR,
	[VXLAN_VNIFILTER_ENTRY_GROUP6] = IN6_ADDR,
	[VXLAN_VNIFILTER_ENTRY_STATS]  = NESTED(vni_stats_attrs),
};
static const struct attrs vni_attrs = ATTRS_BEYOND(vxlan_vnifilter_entry_attrs, vni);

static const struct attr vnifilter[] = {
	[VXLAN_VNIFILTER_ENTRY] = NESTED(vni_attrs),
};
const struct attrs nl_vnifilter_attrs = ATTRS_BEYOND(vxlan_vnifilter_attrs, vnifilter);

static const struct attr prefix[] = {
	[PREFIX_ADDRESS]   = IN6_ADDR,
	[PREFIX_CACHEINFO] = STRUCT(shape_nl_prefix_cacheinfo),
};
const struct attrs nl_prefix_attrs = ATTRS_BEYOND(prefix_attrs, prefix);

static const struct attr nduseropt[] = {
	[NDUSEROPT_SRCADDR] = IN6_ADDR,
};
const struct attrs nl_nduseropt_attrs = ATTRS_BEYOND(nduseropt_attrs, nduseropt);

static const struct attr mst_entry[] = {
	[IFLA_BRIDGE_MST_ENTRY_MSTI]  = U16,
	[IFLA_BRIDGE_MST_ENTRY_STATE] = U8,
};
static const struct attrs mst_entry_attrs = ATTRS_BEYOND(ifla_bridge_mst_entry_attrs, mst_entry);

static const struct attr mst[] = {
	[IFLA_BRIDGE_MST_ENTRY] = NESTED(mst_entry_attrs),
};
const struct attrs nl_mst_attrs = ATTRS_BEYOND(ifla_bridge_mst_attrs, mst);

static const struct attr mrp_instance[] = {
	[IFLA_BRIDGE_MRP_INSTANCE_RING_ID]   = U32,
	[IFLA_BRIDGE_MRP_INSTANCE_P_IFINDEX] = IFINDEX,
	[IFLA_BRIDGE_MRP_INSTANCE_S_IFINDEX] = IFINDEX,
	[IFLA_BRIDGE_MRP_INSTANCE_PRIO]      = U16,
};
static const struct attrs mrp_instance_attrs = ATTRS_BEYOND(ifla_bridge_mrp_instance_attrs, mrp_instance);

static const struct attr mrp_port_state[] = {
	[IFLA_BRIDGE_MRP_PORT_STATE_STATE] = U32,
};
static const struct attrs mrp_port_state_attrs = ATTRS_BEYOND(ifla_bridge_mrp_port_state_attrs, mrp_port_state);

static const struct attr mrp_port_role[] = {
	[IFLA_BRIDGE_MRP_PORT_ROLE_ROLE] = U32,
};
static const struct attrs mrp_port_role_attrs = ATTRS_BEYOND(ifla_bridge_mrp_port_role_attrs, mrp_port_role);

static const struct attr mrp_ring_state[] = {
	[IFLA_BRIDGE_MRP_RING_STATE_RING_ID] = U32,
	[IFLA_BRIDGE_MRP_RING_STATE_STATE]   = U32,
};
static const struct attrs mrp_ring_state_attrs = ATTRS_BEYOND(ifla_bridge_mrp_ring_state_attrs, mrp_ring_state);

static const struct attr mrp_ring_role[] = {
	[IFLA_BRIDGE_MRP_RING_ROLE_RING_ID] = U32,
	[IFLA_BRIDGE_MRP_RING_ROLE_ROLE]    = U32,
};
static const struct attrs mrp_ring_role_attrs = ATTRS_BEYOND(ifla_bridge_mrp_ring_role_attrs, mrp_ring_role);

static const struct attr mrp_start[] = {
	[IFLA_BRIDGE_MRP_START_TEST_RING_ID]  = U32,
	[IFLA_BRIDGE_MRP_START_TEST_INTERVAL] = U32,
	[IFLA_BRIDGE_MRP_START_TEST_MAX_MISS] = U32,
	[IFLA_BRIDGE_MRP_START_TEST_PERIOD]   = U32,
	[IFLA_BRIDGE_MRP_START_TEST_MONITOR]  = U32,
};
static const struct attrs mrp_start_attrs = ATTRS_BEYOND(ifla_bridge_mrp_start_test_attrs, mrp_start);

static const struct attr mrp_info[] = {
	[IFLA_BRIDGE_MRP_INFO_RING_ID]          = U32,
	[IFLA_BRIDGE_MRP_INFO_P_IFINDEX]        = IFINDEX,
	[IFLA_BRIDGE_MRP_INFO_S_IFINDEX]        = IFINDEX,
	[IFLA_BRIDGE_MRP_INFO_PRIO]             = U16,
	[IFLA_BRIDGE_MRP_INFO_RING_STATE]       = U32,
	[IFLA_BRIDGE_MRP_INFO_RING_ROLE]        = U32,
	[IFLA_BRIDGE_MRP_INFO_TEST_INTERVAL]    = U32,
	[IFLA_BRIDGE_MRP_INFO_TEST_MAX_MISS]    = U32,
	[IFLA_BRIDGE_MRP_INFO_TEST_MONITOR]     = U32,
	[IFLA_BRIDGE_MRP_INFO_I_IFINDEX]        = IFINDEX,
	[IFLA_BRIDGE_MRP_INFO_IN_STATE]         = U32,
	[IFLA_BRIDGE_MRP_INFO_IN_ROLE]          = U32,
	[IFLA_BRIDGE_MRP_INFO_IN_TEST_INTERVAL] = U32,
	[IFLA_BRIDGE_MRP_INFO_IN_TEST_MAX_MISS] = U32,
};
static const struct attrs mrp_info_attrs = ATTRS_BEYOND(ifla_bridge_mrp_info_attrs, mrp_info);

static const struct attr mrp_in_role[] = {
	[IFLA_BRIDGE_MRP_IN_ROLE_RING_ID]   = U32,
	[IFLA_BRIDGE_MRP_IN_ROLE_IN_ID]     = U16,
	[IFLA_BRIDGE_MRP_IN_ROLE_ROLE]      = U32,
	[IFLA_BRIDGE_MRP_IN_ROLE_I_IFINDEX] = IFINDEX,
};
static const struct attrs mrp_in_role_attrs = ATTRS_BEYOND(ifla_bridge_mrp_in_role_attrs, mrp_in_role);

static const struct attr mrp_in_state[] = {
	[IFLA_BRIDGE_MRP_IN_STATE_IN_ID] = U32,
	[IFLA_BRIDGE_MRP_IN_STATE_STATE] = U32,
};
static const struct attrs mrp_in_state_attrs = ATTRS_BEYOND(ifla_bridge_mrp_in_state_attrs, mrp_in_state);

static const struct attr mrp_start_in[] = {
	[IFLA_BRIDGE_MRP_START_IN_TEST_IN_ID]    = U32,
	[IFLA_BRIDGE_MRP_START_IN_TEST_INTERVAL] = U32,
	[IFLA_BRIDGE_MRP_START_IN_TEST_MAX_MISS] = U32,
	[IFLA_BRIDGE_MRP_START_IN_TEST_PERIOD]   = U32,
};
static const struct attrs mrp_start_in_attrs = ATTRS_BEYOND(ifla_bridge_mrp_start_in_test_attrs, mrp_start_in);

static const struct attr mrp[] = {
	[IFLA_BRIDGE_MRP_INSTANCE]      = NESTED(mrp_instance_attrs),
	[IFLA_BRIDGE_MRP_PORT_STATE]    = NESTED(mrp_port_state_attrs),
	[IFLA_BRIDGE_MRP_PORT_ROLE]     = NESTED(mrp_port_role_attrs),
	[IFLA_BRIDGE_MRP_RING_STATE]    = NESTED(mrp_ring_state_attrs),
	[IFLA_BRIDGE_MRP_RING_ROLE]     = NESTED(mrp_ring_role_attrs),
	[IFLA_BRIDGE_MRP_START_TEST]    = NESTED(mrp_start_attrs),
	[IFLA_BRIDGE_MRP_INFO]          = NESTED(mrp_info_attrs),
	[IFLA_BRIDGE_MRP_IN_ROLE]       = NESTED(mrp_in_role_attrs),
	[IFLA_BRIDGE_MRP_IN_STATE]      = NESTED(mrp_in_state_attrs),
	[IFLA_BRIDGE_MRP_START_IN_TEST] = NESTED(mrp_start_in_attrs),
};
const struct attrs nl_mrp_attrs = ATTRS_BEYOND(ifla_bridge_mrp_attrs, mrp);

static const struct attr cfm_create[] = {
	[IFLA_BRIDGE_CFM_MEP_CREATE_INSTANCE]  = U32,
	[IFLA_BRIDGE_CFM_MEP_CREATE_DOMAIN]    = U32,
	[IFLA_BRIDGE_CFM_MEP_CREATE_DIRECTION] = U32,
	[IFLA_BRIDGE_CFM_MEP_CREATE_IFINDEX]   = IFINDEX,
};
static const struct attrs cfm_create_attrs = ATTRS_BEYOND(ifla_bridge_cfm_mep_create_attrs, cfm_create);

static const struct attr cfm_delete[] = {
	[IFLA_BRIDGE_CFM_MEP_DELETE_INSTANCE] = U32,
};
static const struct attrs cfm_delete_attrs = ATTRS_BEYOND(ifla_bridge_cfm_mep_delete_attrs, cfm_delete);

static const struct attr cfm_config[] = {
	[IFLA_BRIDGE_CFM_MEP_CONFIG_INSTANCE]    = U32,
	[IFLA_BRIDGE_CFM_MEP_CONFIG_UNICAST_MAC] = HWADDR,
	[IFLA_BRIDGE_CFM_MEP_CONFIG_MDLEVEL]     = U32,
	[IFLA_BRIDGE_CFM_MEP_CONFIG_MEPID]       = U32,
};
static const struct attrs cfm_config_attrs = ATTRS_BEYOND(ifla_bridge_cfm_mep_config_attrs, cfm_config);

static const struct attr cfm_cc[] = {
	[IFLA_BRIDGE_CFM_CC_CONFIG_INSTANCE]     = U32,
	[IFLA_BRIDGE_CFM_CC_CONFIG_ENABLE]       = U32,
	[IFLA_BRIDGE_CFM_CC_CONFIG_EXP_INTERVAL] = U32,
	[IFLA_BRIDGE_CFM_CC_CONFIG_EXP_MAID]     = BINARY,
};
static const struct attrs cfm_cc_attrs = ATTRS_BEYOND(ifla_bridge_cfm_cc_config_attrs, cfm_cc);

static const struct attr cfm_peer[] = {
	[IFLA_BRIDGE_CFM_CC_PEER_MEP_INSTANCE] = U32,
	[IFLA_BRIDGE_CFM_CC_PEER_MEPID]        = U32,
};
static const struct attrs cfm_peer_attrs = ATTRS_BEYOND(cfm_cc_peer_attrs, cfm_peer);

static const struct attr cfm_rdi[] = {
	[IFLA_BRIDGE_CFM_CC_RDI_INSTANCE] = U32,
	[IFLA_BRIDGE_CFM_CC_RDI_RDI]      = U32,
};
static const struct attrs cfm_rdi_attrs = ATTRS_BEYOND(ifla_bridge_cfm_cc_rdi_attrs, cfm_rdi);

static const struct attr cfm_tx[] = {
	[IFLA_BRIDGE_CFM_CC_CCM_TX_INSTANCE]       = U32,
	[IFLA_BRIDGE_CFM_CC_CCM_TX_DMAC]           = HWADDR,
	[IFLA_BRIDGE_CFM_CC_CCM_TX_SEQ_NO_UPDATE]  = U32,
	[IFLA_BRIDGE_CFM_CC_CCM_TX_PERIOD]         = U32,
	[IFLA_BRIDGE_CFM_CC_CCM_TX_IF_TLV]         = U32,
	[IFLA_BRIDGE_CFM_CC_CCM_TX_IF_TLV_VALUE]   = U8,
	[IFLA_BRIDGE_CFM_CC_CCM_TX_PORT_TLV]       = U32,
	[IFLA_BRIDGE_CFM_CC_CCM_TX_PORT_TLV_VALUE] = U8,
};
static const struct attrs cfm_tx_attrs = ATTRS_BEYOND(ifla_bridge_cfm_cc_ccm_tx_attrs, cfm_tx);

static const struct attr cfm_status[] = {
	[IFLA_BRIDGE_CFM_MEP_STATUS_INSTANCE]           = U32,
	[IFLA_BRIDGE_CFM_MEP_STATUS_OPCODE_UNEXP_SEEN]  = U32,
	[IFLA_BRIDGE_CFM_MEP_STATUS_VERSION_UNEXP_SEEN] = U32,
	[IFLA_BRIDGE_CFM_MEP_STATUS_RX_LEVEL_LOW_SEEN]  = U32,
};
static const struct attrs cfm_status_attrs = ATTRS_BEYOND(ifla_bridge_cfm_mep_status_attrs, cfm_status);

static const struct attr cfm_peer_status[] = {
	[IFLA_BRIDGE_CFM_CC_PEER_STATUS_INSTANCE]       = U32,
	[IFLA_BRIDGE_CFM_CC_PEER_STATUS_PEER_MEPID]     = U32,
	[IFLA_BRIDGE_CFM_CC_PEER_STATUS_CCM_DEFECT]     = U32,
	[IFLA_BRIDGE_CFM_CC_PEER_STATUS_RDI]            = U32,
	[IFLA_BRIDGE_CFM_CC_PEER_STATUS_PORT_TLV_VALUE] = U8,
	[IFLA_BRIDGE_CFM_CC_PEER_STATUS_IF_TLV_VALUE]   = U8,
	[IFLA_BRIDGE_CFM_CC_PEER_STATUS_SEEN]           = U32,
	[IFLA_BRIDGE_CFM_CC_PEER_STATUS_TLV_SEEN]       = U32,
	[IFLA_BRIDGE_CFM_CC_PEER_STATUS_SEQ_UNEXP_SEEN] = U32,
};
static const struct attrs cfm_peer_status_attrs = ATTRS_BEYOND(ifla_bridge_cfm_cc_peer_status_attrs, cfm_peer_status);

static const struct attr cfm[] = {
	[IFLA_BRIDGE_CFM_MEP_CREATE]          = NESTED(cfm_create_attrs),
	[IFLA_BRIDGE_CFM_MEP_DELETE]          = NESTED(cfm_delete_attrs),
	[IFLA_BRIDGE_CFM_MEP_CONFIG]          = NESTED(cfm_config_attrs),
	[IFLA_BRIDGE_CFM_CC_CONFIG]           = NESTED(cfm_cc_attrs),
	[IFLA_BRIDGE_CFM_CC_PEER_MEP_ADD]     = NESTED(cfm_peer_attrs),
	[IFLA_BRIDGE_CFM_CC_PEER_MEP_REMOVE]  = NESTED(cfm_peer_attrs),
	[IFLA_BRIDGE_CFM_CC_RDI]              = NESTED(cfm_rdi_attrs),
	[IFLA_BRIDGE_CFM_CC_CCM_TX]           = NESTED(cfm_tx_attrs),
	[IFLA_BRIDGE_CFM_MEP_CREATE_INFO]     = NESTED(cfm_create_attrs),
	[IFLA_BRIDGE_CFM_MEP_CONFIG_INFO]     = NESTED(cfm_config_attrs),
	[IFLA_BRIDGE_CFM_CC_CONFIG_INFO]      = NESTED(cfm_cc_attrs),
	[IFLA_BRIDGE_CFM_CC_RDI_INFO]         = NESTED(cfm_rdi_attrs),
	[IFLA_BRIDGE_CFM_CC_CCM_TX_INFO]      = NESTED(cfm_tx_attrs),
	[IFLA_BRIDGE_CFM_CC_PEER_MEP_INFO]    = NESTED(cfm_peer_attrs),
	[IFLA_BRIDGE_CFM_MEP_STATUS_INFO]     = NESTED(cfm_status_attrs),
	[IFLA_BRIDGE_CFM_CC_PEER_STATUS_INFO] = NESTED(cfm_peer_status_attrs),
};
const struct attrs nl_cfm_attrs = ATTRS_BEYOND(ifla_bridge_cfm_attrs, cfm);

/* Options of `nduseropt_opts_len` bytes, then attributes. */
void nl__nduseropt(struct nl *n, const struct payload *p, uint64_t at, uint64_t len)
{
	uint64_t size = sizeof(struct nduseroptmsg), options;
	const struct payload head = { .shape = p->shape, .size = p->size };

	nl__payload(n, &head, at, len);
	if (len <= size || !nl__has(n, at, size))
		return;
	options = nl__load(n, at + offsetof(struct nduseroptmsg, nduseropt_opts_len), 2);
	options = options < len - size ? options : len - size;
	n->s->w->item(n->s->o);
	nl__octets(n, at + size, options);
	size += nl__align(options);
	if (len > size) {
		n->s->w->item(n->s->o);
		nl__attrs(n, at + size, len - size, p->attrs);
	}
}
