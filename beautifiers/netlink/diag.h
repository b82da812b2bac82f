/* SPDX-License-Identifier: BSD-2-Clause */
/* diag.h - private to this directory: payloads of NETLINK_SOCK_DIAG, each a structure that begins with the family. */
#pragma once

#include "netlink.h"

extern const struct shape nl_sockid, nl_sockid4;	/* struct inet_diag_sockid: addresses of the outer structure's family, of AF_INET */
extern const struct shape nl_cookie;			/* __u32[2] */
extern const struct flag_table nl_tcp_bits;		/* 1 << a state */
extern const struct attr nl_meminfo;
extern const struct payload nl_vsock_req, nl_vsock_msg, nl_tipc_req;
extern const struct attrs nl_tipc_attrs;		/* of TIPCv2's family of generic netlink, too */
bool nl__tipc_answer(const struct nl *n, uint64_t at, uint64_t len);
extern const struct payload nl_xdp_req, nl_xdp_msg;
extern const struct payload nl_inet_req, nl_inet_compat_req, nl_inet_msg;
