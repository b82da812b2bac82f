/* SPDX-License-Identifier: BSD-2-Clause */
/* route.h - private to this directory: payloads of NETLINK_ROUTE, by the structure that they begin with. */
#pragma once

#include "named_attrs.h"

extern const struct attrs nl_link_attrs, nl_addr_attrs, nl_addrlabel_attrs, nl_route_attrs, nl_rule_attrs, nl_nexthop_attrs, nl_netconf_attrs, nl_nsid_attrs,
	nl_neigh_attrs, nl_neightbl_attrs, nl_tc_action_attrs, nl_dcb_attrs, nl_mdb_attrs, nl_stats_attrs, nl_tc_stats_attrs;
extern const struct attrs nl_br_attrs, nl_brport_attrs, nl_tun_attrs;
extern const struct attrs nl_qdisc_attrs, nl_filter_attrs, nl_actions_attrs, nl_root_attrs, nl_police_attrs;
extern const struct choices nl_link_data, nl_link_slave_data, nl_route_encap, nl_nexthop_encap;
extern const struct choices nl_qdisc_options, nl_qdisc_xstats, nl_qdisc_app_stats, nl_filter_options, nl_action_options;
extern const struct attrs nl_vlandb_attrs, nl_vlandb_dump_attrs, nl_stats_asked_attrs, nl_mdb_get_attrs, nl_vnifilter_attrs, nl_prefix_attrs, nl_nduseropt_attrs, nl_mrp_attrs, nl_cfm_attrs, nl_mst_attrs, nl_br_querier_attrs, nl_mdb_router_attrs,
	nl_mdb_set_attrs;
void nl__nduseropt(struct nl *n, const struct payload *p, uint64_t at, uint64_t len);
extern const struct shape nl_nhmsg, nl_if_stats_msg;
nl_attr_show attr__link_stats64, nl__bpf, attr__ematch, attr__ematch_ipt, attr__xt_target;
void nl__cachereport(struct nl *n, const struct payload *p, uint64_t at, uint64_t len);
