// SPDX-License-Identifier: BSD-2-Clause
/* diag_other.c - NETLINK_SOCK_DIAG of families that strace does not know: vsock, TIPC (linux/vm_sockets_diag.h, tipc_sockets_diag.h). */
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <linux/tipc_netlink.h>
#include <linux/tipc_sockets_diag.h>
#include <linux/vm_sockets_diag.h>

#include "diag.h"

static const struct field vsock_req_fields[] = {
	FAMILY_FIELD(struct vsock_diag_req, sdiag_family), FIELD(struct vsock_diag_req, sdiag_protocol, uint),
	FIELD_BITS(struct vsock_diag_req, vdiag_states, nl_tcp_bits), FIELD(struct vsock_diag_req, vdiag_ino, uint), FIELD(struct vsock_diag_req, vdiag_show, hex),
	FIELD_STRUCT(struct vsock_diag_req, vdiag_cookie, nl_cookie),
};
static const struct shape vsock_req = SHAPE(struct vsock_diag_req, vsock_req_fields);
static const struct field vsock_msg_fields[] = {
	FAMILY_FIELD(struct vsock_diag_msg, vdiag_family), FIELD_ENUM(struct vsock_diag_msg, vdiag_type, socket_types), FIELD_ENUM(struct vsock_diag_msg, vdiag_state, tcp_states),
	FIELD_BITS(struct vsock_diag_msg, vdiag_shutdown, sock_shutdown_flags), FIELD_FLAGS(struct vsock_diag_msg, vdiag_src_cid, enum_dec, vsock_cids),
	FIELD_FLAGS(struct vsock_diag_msg, vdiag_src_port, enum_dec, vsock_ports), FIELD_FLAGS(struct vsock_diag_msg, vdiag_dst_cid, enum_dec, vsock_cids),
	FIELD_FLAGS(struct vsock_diag_msg, vdiag_dst_port, enum_dec, vsock_ports), FIELD(struct vsock_diag_msg, vdiag_ino, uint), FIELD_STRUCT(struct vsock_diag_msg, vdiag_cookie, nl_cookie),
};
static const struct shape vsock_msg = SHAPE(struct vsock_diag_msg, vsock_msg_fields);
const struct payload nl_vsock_req = PAYLOAD(SOCK_DIAG_BY_FAMILY, SOCK_DESTROY, vsock_req, struct vsock_diag_req, NULL);
const struct payload nl_vsock_msg = PAYLOAD(SOCK_DIAG_BY_FAMILY, SOCK_DESTROY, vsock_msg, struct vsock_diag_msg, NULL);

const struct payload nl_tipc_req = PAYLOAD(SOCK_DIAG_BY_FAMILY, SOCK_DESTROY, shape_nl_tipc_sock_diag_req, struct tipc_sock_diag_req, NULL);

/* An answer is one attribute, without a structure that begins with the family. */
bool nl__tipc_answer(const struct nl *n, uint64_t at, uint64_t len)
{
	return !(n->flags & NLM_F_REQUEST) && len >= NLA_HDRLEN && nl__has(n, at, NLA_HDRLEN) && nl__load(n, at, 2) == len &&
	       nl__load(n, at + 2, 2) == (NLA_F_NESTED | TIPC_NLA_SOCK);
}
