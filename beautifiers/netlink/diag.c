// SPDX-License-Identifier: BSD-2-Clause
/* diag.c - NETLINK_SOCK_DIAG: sockets by family (linux/sock_diag.h, unix_diag.h, netlink_diag.h, packet_diag.h, smc_diag.h). */
#include <netinet/in.h>
#include <sys/socket.h>
#include <linux/filter.h>
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/netlink_diag.h>
#include <linux/packet_diag.h>
#include <linux/smc_diag.h>
#include <linux/sock_diag.h>
#include <linux/unix_diag.h>

#include "diag.h"

/* -- Unix -------------------------------------------------------------------------------------------------------------- */

static const struct field unix_req_fields[] = {
	FAMILY_FIELD(struct unix_diag_req, sdiag_family),
	FIELD(struct unix_diag_req, sdiag_protocol, uint),
	FIELD_BITS(struct unix_diag_req, udiag_states, nl_tcp_bits),
	FIELD(struct unix_diag_req, udiag_ino, uint),
	FIELD_BITS(struct unix_diag_req, udiag_show, udiag_show),
	FIELD_STRUCT(struct unix_diag_req, udiag_cookie, nl_cookie),
};
static const struct shape unix_req = SHAPE(struct unix_diag_req, unix_req_fields);
static const struct field unix_msg_fields[] = {
	FAMILY_FIELD(struct unix_diag_msg, udiag_family),
	FIELD_ENUM(struct unix_diag_msg, udiag_type, socket_types),
	FIELD_ENUM(struct unix_diag_msg, udiag_state, tcp_states),
	FIELD(struct unix_diag_msg, udiag_ino, uint),
	FIELD_STRUCT(struct unix_diag_msg, udiag_cookie, nl_cookie),
};
static const struct shape unix_msg = SHAPE(struct unix_diag_msg, unix_msg_fields);
/* The kernel's own number of a device, not that of stat(2): major << 20 | minor. */
static void show_kernel_dev(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	uint64_t dev = load_uint(p, 4, s->swap);

	(void)a, (void)len;
	s->w->device(s->o, (dev >> 8 & 0xfff), (dev & 0xff) | (dev >> 12 & 0xffffff00));
}
static const struct shape vfs_dev = { .name = "dev", .size = 4, .show = show_kernel_dev };
static const struct field vfs_fields[] = {
	FIELD_STRUCT(struct unix_diag_vfs, udiag_vfs_dev, vfs_dev),
	FIELD(struct unix_diag_vfs, udiag_vfs_ino, uint),
};
static const struct shape vfs = SHAPE(struct unix_diag_vfs, vfs_fields);
static const struct attr unix_attr[] = {
	[UNIX_DIAG_NAME]     = STRING,
	[UNIX_DIAG_VFS]      = STRUCT(vfs),
	[UNIX_DIAG_PEER]     = U32,
	[UNIX_DIAG_ICONS]    = ARRAY(4, uint),
	[UNIX_DIAG_RQLEN]    = STRUCT(shape_nl_unix_diag_rqlen),
	[UNIX_DIAG_MEMINFO]  = INDEXED(4, uint, sk_meminfo),
	[UNIX_DIAG_SHUTDOWN] = U8,
	[UNIX_DIAG_UID]      = VALUE(4, uid),
};
static const struct attrs unix_attrs = ATTRS(unix_diag_attrs, unix_attr);

/* -- Netlink ----------------------------------------------------------------------------------------------------------- */

static const struct field netlink_req_fields[] = {
	FAMILY_FIELD(struct netlink_diag_req, sdiag_family),
	FIELD_ENUM(struct netlink_diag_req, sdiag_protocol, ndiag_protocols),
	FIELD(struct netlink_diag_req, ndiag_ino, uint),
	FIELD_BITS(struct netlink_diag_req, ndiag_show, ndiag_show),
	FIELD_STRUCT(struct netlink_diag_req, ndiag_cookie, nl_cookie),
};
static const struct shape netlink_req = SHAPE(struct netlink_diag_req, netlink_req_fields);
static const struct field netlink_msg_fields[] = {
	FAMILY_FIELD(struct netlink_diag_msg, ndiag_family),
	FIELD_ENUM(struct netlink_diag_msg, ndiag_type, socket_types),
	FIELD_ENUM(struct netlink_diag_msg, ndiag_protocol, netlink_protocols),
	FIELD_ENUM(struct netlink_diag_msg, ndiag_state, netlink_states),
	FIELDS(struct netlink_diag_msg, uint, ndiag_portid, ndiag_dst_portid, ndiag_dst_group, ndiag_ino),
	FIELD_STRUCT(struct netlink_diag_msg, ndiag_cookie, nl_cookie),
};
static const struct shape netlink_msg = SHAPE(struct netlink_diag_msg, netlink_msg_fields);
static const struct attr netlink_attr[] = {
	[NETLINK_DIAG_MEMINFO] = INDEXED(4, uint, sk_meminfo),
	[NETLINK_DIAG_GROUPS]  = ARRAY(0, hex),		/* words of the ABI */
	[NETLINK_DIAG_RX_RING] = STRUCT(shape_nl_netlink_diag_ring),
	[NETLINK_DIAG_TX_RING] = STRUCT(shape_nl_netlink_diag_ring),
	[NETLINK_DIAG_FLAGS]   = VALUE_OF(4, flags, ndiag_flags),
};
static const struct attrs netlink_attrs = ATTRS(netlink_diag_attrs, netlink_attr);

/* -- Packet ------------------------------------------------------------------------------------------------------------ */

static const struct field packet_req_fields[] = {
	FAMILY_FIELD(struct packet_diag_req, sdiag_family),
	FIELD(struct packet_diag_req, sdiag_protocol, hex),
	FIELD(struct packet_diag_req, pdiag_ino, uint),
	FIELD_BITS(struct packet_diag_req, pdiag_show, packet_diag_show),
	FIELD_STRUCT(struct packet_diag_req, pdiag_cookie, nl_cookie),
};
static const struct shape packet_req = SHAPE(struct packet_diag_req, packet_req_fields);
static const struct field packet_msg_fields[] = {
	FAMILY_FIELD(struct packet_diag_msg, pdiag_family),
	FIELD_ENUM(struct packet_diag_msg, pdiag_type, socket_types),
	FIELD_ENUM(struct packet_diag_msg, pdiag_num, ethernet_protocols),
	FIELD(struct packet_diag_msg, pdiag_ino, uint),
	FIELD_STRUCT(struct packet_diag_msg, pdiag_cookie, nl_cookie),
};
static const struct shape packet_msg = SHAPE(struct packet_diag_msg, packet_msg_fields);

static void show_mc_address(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	uint32_t n = (uint32_t)load_uint(a->holder + offsetof(struct packet_diag_mclist, pdmc_alen), 2, s->swap);

	s->w->octets(s->o, p, n < len ? n : len, STRING_WHOLE);
}
static const struct shape mc_address = { .name = "pdmc_addr", .size = 32, .show = show_mc_address };
static const struct field mclist_fields[] = {
	FIELD_INDEX(struct packet_diag_mclist, pdmc_index),
	FIELDS(struct packet_diag_mclist, uint, pdmc_count, pdmc_type, pdmc_alen),
	FIELD_STRUCT(struct packet_diag_mclist, pdmc_addr, mc_address),
};
static const struct shape mclist = SHAPE(struct packet_diag_mclist, mclist_fields);

/* A program of statements. */
static bool show_filter(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	struct attr statements = { .shape = shape_sock_fprog.fields[1].spec.shape };

	(void)t;
	return len / sizeof(struct sock_filter) <= UINT16_MAX && attr__structs(n, &statements, at, len);
}
static const struct attr packet_attr[] = {
	[PACKET_DIAG_INFO]    = STRUCT(shape_nl_packet_diag_info),
	[PACKET_DIAG_MCLIST]  = STRUCTS(mclist),
	[PACKET_DIAG_RX_RING] = STRUCT(shape_nl_packet_diag_ring),
	[PACKET_DIAG_TX_RING] = STRUCT(shape_nl_packet_diag_ring),
	[PACKET_DIAG_FANOUT]  = U32,
	[PACKET_DIAG_UID]     = VALUE(4, uid),
	[PACKET_DIAG_MEMINFO] = INDEXED(4, uint, sk_meminfo),
	[PACKET_DIAG_FILTER]  = { .show = show_filter },
};
static const struct attrs packet_attrs = ATTRS(packet_diag_attrs, packet_attr);

/* -- SMC --------------------------------------------------------------------------------------------------------------- */

#define EXT(name) BIT_OF("1<<(" #name "-1)", "1<<(SMC_DIAG_", name - 1)
static const struct flag smc_ext_flags[] = {
	EXT(SMC_DIAG_CONNINFO), EXT(SMC_DIAG_LGRINFO), EXT(SMC_DIAG_SHUTDOWN), EXT(SMC_DIAG_DMBINFO), EXT(SMC_DIAG_FALLBACK),
};
static const struct flag_table smc_exts = BIT_TABLE("smc_diag_exts", "1<<SMC_DIAG_", smc_ext_flags);

static const struct field smc_req_fields[] = {
	FAMILY_FIELD(struct smc_diag_req, diag_family),
	FIELD_BITS(struct smc_diag_req, diag_ext, smc_exts),
	FIELD_STRUCT(struct smc_diag_req, id, nl_sockid4),
};
static const struct shape smc_req = SHAPE(struct smc_diag_req, smc_req_fields);
static const struct field smc_msg_fields[] = {
	FAMILY_FIELD(struct smc_diag_msg, diag_family),
	FIELD_ENUM(struct smc_diag_msg, diag_state, smc_states),
	FIELD_ENUM(struct smc_diag_msg, diag_fallback, smc_diag_modes),
	FIELD(struct smc_diag_msg, diag_shutdown, uint),
	FIELD_STRUCT(struct smc_diag_msg, id, nl_sockid4),
	FIELD(struct smc_diag_msg, diag_uid, uint),
	FIELD(struct smc_diag_msg, diag_inode, ulong),
};
static const struct shape smc_msg = SHAPE(struct smc_diag_msg, smc_msg_fields);

static void show_links(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	s->w->array_begin(s->o);
	for (uint32_t i = 0; i + shape_nl_smc_diag_linkinfo.size <= len; i += shape_nl_smc_diag_linkinfo.size) {
		s->w->item(s->o);
		show__shape(s, a, &shape_nl_smc_diag_linkinfo, p + i, shape_nl_smc_diag_linkinfo.size);
	}
	s->w->array_end(s->o, ARRAY_WHOLE, 0);
}
static const struct shape links = { .name = "lnk", .size = sizeof(((struct smc_diag_lgrinfo *)0)->lnk), .show = show_links };
static const struct field lgrinfo_fields[] = {
	FIELD_STRUCT(struct smc_diag_lgrinfo, lnk, links),
	FIELD_ENUM(struct smc_diag_lgrinfo, role, smc_roles),
};
static const struct shape lgrinfo = SHAPE(struct smc_diag_lgrinfo, lgrinfo_fields);
static const struct attr smc_attr[] = {
	[SMC_DIAG_CONNINFO] = STRUCT(shape_nl_smc_diag_conninfo),
	[SMC_DIAG_LGRINFO]  = STRUCT(lgrinfo),
	[SMC_DIAG_SHUTDOWN] = BITS(1, sock_shutdown_flags),
	[SMC_DIAG_DMBINFO]  = STRUCT(shape_nl_smcd_diag_dmbinfo),
	[SMC_DIAG_FALLBACK] = STRUCT(shape_nl_smc_diag_fallback),
};
static const struct attrs smc_attrs = ATTRS(smc_diag_attrs, smc_attr);

/* -- Messages ---------------------------------------------------------------------------------------------------------- */

#define FAMILY_XDP 44		/* AF_XDP of linux/socket.h, 4.18 */
#define FAMILY_SMC 43		/* AF_SMC of linux/socket.h, 4.11 */

/* Requests and answers of the families. */
static const struct {
	unsigned family;
	struct payload request, answer;
} families[] = {
	{ AF_UNIX,    PAYLOAD(SOCK_DIAG_BY_FAMILY, SOCK_DESTROY, unix_req, struct unix_diag_req, NULL), PAYLOAD(SOCK_DIAG_BY_FAMILY, SOCK_DESTROY, unix_msg, struct unix_diag_msg, &unix_attrs) },
	{ AF_NETLINK, PAYLOAD(SOCK_DIAG_BY_FAMILY, SOCK_DESTROY, netlink_req, struct netlink_diag_req, NULL), PAYLOAD(SOCK_DIAG_BY_FAMILY, SOCK_DESTROY, netlink_msg, struct netlink_diag_msg, &netlink_attrs) },
	{ AF_PACKET,  PAYLOAD(SOCK_DIAG_BY_FAMILY, SOCK_DESTROY, packet_req, struct packet_diag_req, NULL), PAYLOAD(SOCK_DIAG_BY_FAMILY, SOCK_DESTROY, packet_msg, struct packet_diag_msg, &packet_attrs) },
	{ FAMILY_SMC, PAYLOAD(SOCK_DIAG_BY_FAMILY, SOCK_DESTROY, smc_req, struct smc_diag_req, NULL), PAYLOAD(SOCK_DIAG_BY_FAMILY, SOCK_DESTROY, smc_msg, struct smc_diag_msg, &smc_attrs) },
};

/* Those that strace does not know. NULL: no structure */
static const struct {
	unsigned family;
	const struct payload *request, *answer;
} ours[] = {
	{ FAMILY_XDP, &nl_xdp_req, &nl_xdp_msg },
	{ AF_VSOCK, &nl_vsock_req, &nl_vsock_msg },
	{ AF_TIPC, &nl_tipc_req, NULL },
};

static const struct payload *payload_of(const struct nl *n)
{
	bool request = n->flags & NLM_F_REQUEST;

	if (n->family == AF_INET || n->family == AF_INET6) {
		if (!request)
			return &nl_inet_msg;
		return n->type == TCPDIAG_GETSOCK || n->type == DCCPDIAG_GETSOCK ? &nl_inet_compat_req : &nl_inet_req;
	}
	for (size_t i = 0; i < sizeof(ours) / sizeof(ours[0]) && !n->s->w->strace_marks; i++)
		if (ours[i].family == n->family)
			return request ? ours[i].request : ours[i].answer;
	for (size_t i = 0; i < sizeof(families) / sizeof(families[0]); i++)
		if (families[i].family == n->family)
			return request ? &families[i].request : &families[i].answer;
	return NULL;
}

static bool show_payload(struct nl *n, uint64_t at, uint64_t len)
{
	const struct payload *p;

	if (n->type == NLMSG_DONE)
		return false;
	if (!nl__has(n, at, 1)) {
		nl__missing(n, at);
		return true;
	}
	if (!n->s->w->strace_marks && nl__tipc_answer(n, at, len)) {
		nl__attrs(n, at, len, &nl_tipc_attrs);
		return true;
	}
	n->family = n->bytes[at];
	p = payload_of(n);
	if (p && len > 1)
		nl__payload(n, p, at, len);
	else
		nl__family_and_bytes(n, at, len);
	return true;
}

static const struct flag_table *flags(uint16_t type)
{
	(void)type;
	return &netlink_get_flags;
}

static const struct payload *nth(unsigned i)
{
	static const struct payload *const inet[] = { &nl_inet_compat_req, &nl_inet_req, &nl_inet_msg, &nl_xdp_req, &nl_xdp_msg, &nl_vsock_req, &nl_vsock_msg, &nl_tipc_req };
	unsigned n = sizeof(inet) / sizeof(inet[0]);

	if (i < n)
		return inet[i];
	i -= n;
	if (i / 2 >= sizeof(families) / sizeof(families[0]))
		return NULL;
	return i % 2 ? &families[i / 2].answer : &families[i / 2].request;
}

const struct nl_protocol nl_sock_diag = { .types = &sock_diag_types, .flags = flags, .payload = show_payload, .nth = nth };
