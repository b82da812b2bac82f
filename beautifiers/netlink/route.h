/* SPDX-License-Identifier: BSD-2-Clause */
/* route.h - private to this directory: payloads of NETLINK_ROUTE, by the structure that they begin with. */
#pragma once

#include "netlink.h"

extern const struct attrs nl_link_attrs, nl_addr_attrs, nl_addrlabel_attrs, nl_route_attrs, nl_rule_attrs, nl_nexthop_attrs, nl_netconf_attrs, nl_nsid_attrs,
	nl_neigh_attrs, nl_neightbl_attrs, nl_tc_attrs, nl_tc_action_attrs, nl_dcb_attrs, nl_mdb_attrs, nl_stats_attrs, nl_tc_stats_attrs;
extern const struct shape nl_ifinfomsg, nl_ifaddrmsg, nl_ifaddrlblmsg, nl_rtmsg, nl_fib_rule_hdr, nl_nhmsg, nl_netconfmsg, nl_rtgenmsg, nl_ndmsg, nl_ndtmsg,
	nl_tcmsg, nl_tcamsg, nl_dcbmsg, nl_br_port_msg, nl_if_stats_msg;
nl_attr_show attr__link_stats64;
void nl__cachereport(struct nl *n, const struct payload *p, uint64_t at, uint64_t len);
