// SPDX-License-Identifier: BSD-2-Clause
/* diag_xdp.c - NETLINK_SOCK_DIAG of AF_XDP (linux/xdp_diag.h), which strace does not know. */
#include <linux/sock_diag.h>
#include <linux/xdp_diag.h>

#include "diag.h"

static const struct attr xdp[] = {
	[XDP_DIAG_INFO]                 = MADE(xdp_diag_info),
	[XDP_DIAG_UID]                  = VALUE(4, uid),
	[XDP_DIAG_RX_RING]              = MADE(xdp_diag_ring),
	[XDP_DIAG_TX_RING]              = MADE(xdp_diag_ring),
	[XDP_DIAG_UMEM]                 = MADE(xdp_diag_umem),
	[XDP_DIAG_UMEM_FILL_RING]       = MADE(xdp_diag_ring),
	[XDP_DIAG_UMEM_COMPLETION_RING] = MADE(xdp_diag_ring),
	[XDP_DIAG_MEMINFO]              = INDEXED(4, uint, sk_meminfo),
	[XDP_DIAG_STATS]                = MADE(xdp_diag_stats),
};
static const struct attrs xdp_attrs = ATTRS_BEYOND(xdp_diag_attrs, xdp);

static const struct field req_fields[] = {
	FAMILY_FIELD(struct xdp_diag_req, sdiag_family),
	FIELD(struct xdp_diag_req, sdiag_protocol, uint),
	FIELD(struct xdp_diag_req, xdiag_ino, uint),
	FIELD_BITS(struct xdp_diag_req, xdiag_show, xdp_diag_show),
	FIELD_STRUCT(struct xdp_diag_req, xdiag_cookie, nl_cookie),
};
static const struct shape req = SHAPE(struct xdp_diag_req, req_fields);
const struct payload nl_xdp_req = { .first = SOCK_DIAG_BY_FAMILY, .last = SOCK_DIAG_BY_FAMILY, .shape = &req, .size = sizeof(struct xdp_diag_req), .beyond = true };

static const struct field msg_fields[] = {
	FAMILY_FIELD(struct xdp_diag_msg, xdiag_family),
	FIELD(struct xdp_diag_msg, xdiag_type, uint),
	FIELD(struct xdp_diag_msg, xdiag_ino, uint),
	FIELD_STRUCT(struct xdp_diag_msg, xdiag_cookie, nl_cookie),
};
static const struct shape msg = SHAPE(struct xdp_diag_msg, msg_fields);
const struct payload nl_xdp_msg = { .first = SOCK_DIAG_BY_FAMILY, .last = SOCK_DIAG_BY_FAMILY, .shape = &msg, .size = sizeof(struct xdp_diag_msg), .attrs = &xdp_attrs,
				    .beyond = true };
