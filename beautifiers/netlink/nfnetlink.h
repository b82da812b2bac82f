/* SPDX-License-Identifier: BSD-2-Clause */
/* nfnetlink.h - private to this directory: attributes of NETLINK_NETFILTER's subsystems. The types of payloads have the subsystem in the upper byte. */
#pragma once

#include "netlink.h"

extern const struct attrs nl_conn_attrs, nl_expect_attrs;
extern const struct attrs nl_nft_devices_attrs, nl_nft_verdict_attrs, nl_nft_data_attrs, nl_nft_expr_attrs, nl_nft_exprs_attrs;
extern const struct choices nl_nft_object;
extern const struct payload nl_nft_payloads[], nl_ct_payloads[], nl_queue_payloads[];
extern const unsigned nl_nft_npayloads, nl_ct_npayloads, nl_queue_npayloads;
nl_attr_show nl__verdict, attr__nft_match, attr__nft_target;
