// SPDX-License-Identifier: BSD-2-Clause
/* diag_inet.c - Internet sockets: linux/inet_diag.h, tls.h, mptcp.h. */
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <linux/inet_diag.h>
#include <linux/mptcp.h>
#include <linux/sock_diag.h>
#include <linux/tls.h>

#include "diag.h"
#include "named_attrs.h"
#include "generic.h"

/* -- Identifiers of sockets -------------------------------------------------------------------------------------------- */

static void show_cookie(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	s->w->array_begin(s->o);
	for (uint32_t i = 0; i + 4 <= len; i += 4) {
		s->w->item(s->o);
		s->w->uinteger(s->o, load_uint(p + i, 4, s->swap));
	}
	s->w->array_end(s->o, ARRAY_WHOLE, 0);
}
const struct shape nl_cookie = { .name = "cookie", .size = 8, .show = show_cookie };

static void show_address(struct show *s, unsigned family, const uint8_t *p)
{
	if (family == AF_INET || family == AF_INET6)
		s->w->inet(s->o, family, p, 16);
	else
		s->w->octets(s->o, p, 16, STRING_WHOLE);
}

/* The outer structure's first byte is the family. */
static void show_address_of_family(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)len;
	show_address(s, a->holder[0], p);
}
static const struct shape address_of_family = { .name = "address", .size = 16, .show = show_address_of_family };

static void show_port(struct show *s, const uint8_t *p)
{
	s->w->network(s->o, (uint64_t)p[0] << 8 | p[1], 2);
}

static void show_sockid_of(struct show *s, const struct arg *a, unsigned family, const uint8_t *p)
{
	static const struct arg_spec index = { .name = "idiag_if", .kind = &kind_ifindex };
	struct arg field = { .call = a->call, .spec = &index, .index = -1, .root = a->root };

	field.value = load_uint(p + offsetof(struct inet_diag_sockid, idiag_if), 4, s->swap);
	s->w->struct_begin(s->o);
	show_field_name(s, "idiag_sport");
	show_port(s, p);
	show_field_name(s, "idiag_dport");
	show_port(s, p + 2);
	show_field_name(s, "idiag_src");
	show_address(s, family, p + offsetof(struct inet_diag_sockid, idiag_src));
	show_field_name(s, "idiag_dst");
	show_address(s, family, p + offsetof(struct inet_diag_sockid, idiag_dst));
	show_field_name(s, "idiag_if");
	show_ifindex(s, &field);
	show_field_name(s, "idiag_cookie");
	show_cookie(s, a, p + offsetof(struct inet_diag_sockid, idiag_cookie), 8);
	s->w->struct_end(s->o, false);
}

static void show_sockid(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)len;
	show_sockid_of(s, a, a->holder[0], p);
}
const struct shape nl_sockid = { .name = "sockid", .size = sizeof(struct inet_diag_sockid), .show = show_sockid };

static void show_sockid4(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)len;
	show_sockid_of(s, a, AF_INET, p);
}
const struct shape nl_sockid4 = { .name = "sockid", .size = sizeof(struct inet_diag_sockid), .show = show_sockid4 };

/* -- Requests ---------------------------------------------------------------------------------------------------------- */

#define TCP_BIT(state, n) BIT_OF("1<<" #state, "1<<TCP_", n)	/* numbers: net/tcp_states.h of the kernel */
static const struct flag tcp_bits[] = {
	TCP_BIT(TCP_ESTABLISHED, 1), TCP_BIT(TCP_SYN_SENT, 2), TCP_BIT(TCP_SYN_RECV, 3), TCP_BIT(TCP_FIN_WAIT1, 4),
	TCP_BIT(TCP_FIN_WAIT2, 5), TCP_BIT(TCP_TIME_WAIT, 6), TCP_BIT(TCP_CLOSE, 7), TCP_BIT(TCP_CLOSE_WAIT, 8),
	TCP_BIT(TCP_LAST_ACK, 9), TCP_BIT(TCP_LISTEN, 10), TCP_BIT(TCP_CLOSING, 11), TCP_BIT(TCP_NEW_SYN_RECV, 12),
};
const struct flag_table nl_tcp_bits = BIT_TABLE("tcp_state_bits", "1<<TCP_", tcp_bits);

#define EXT(name) BIT_OF("1<<(" #name "-1)", "1<<(INET_DIAG_", name - 1)
static const struct flag ext_flags[] = {
	EXT(INET_DIAG_MEMINFO), EXT(INET_DIAG_INFO), EXT(INET_DIAG_VEGASINFO), EXT(INET_DIAG_CONG), EXT(INET_DIAG_TOS), EXT(INET_DIAG_TCLASS),
	EXT(INET_DIAG_SKMEMINFO), EXT(INET_DIAG_SHUTDOWN), EXT(INET_DIAG_DCTCPINFO), EXT(INET_DIAG_PROTOCOL), EXT(INET_DIAG_SKV6ONLY),
	EXT(INET_DIAG_LOCALS), EXT(INET_DIAG_PEERS), EXT(INET_DIAG_PAD), EXT(INET_DIAG_MARK), EXT(INET_DIAG_BBRINFO), EXT(INET_DIAG_CLASS_ID),
	EXT(INET_DIAG_MD5SIG), EXT(INET_DIAG_ULP_INFO), EXT(INET_DIAG_SK_BPF_STORAGES), EXT(INET_DIAG_CGROUP_ID), EXT(INET_DIAG_SOCKOPT),
};
static const struct flag_table exts = BIT_TABLE("inet_diag_exts", "1<<INET_DIAG_", ext_flags);

static const struct field compat_fields[] = {
	FAMILY_FIELD(struct inet_diag_req, idiag_family),
	FIELDS(struct inet_diag_req, uint, idiag_src_len, idiag_dst_len),
	FIELD_BITS(struct inet_diag_req, idiag_ext, exts),
	FIELD_STRUCT(struct inet_diag_req, id, nl_sockid),
	FIELD_BITS(struct inet_diag_req, idiag_states, nl_tcp_bits),
	FIELD(struct inet_diag_req, idiag_dbs, uint),
};
static const struct shape compat = SHAPE(struct inet_diag_req, compat_fields);

static const struct field req_fields[] = {
	FAMILY_FIELD(struct inet_diag_req_v2, sdiag_family),
	FIELD_ENUM(struct inet_diag_req_v2, sdiag_protocol, ip_protocols),
	FIELD_BITS(struct inet_diag_req_v2, idiag_ext, exts),
	FIELD_BITS(struct inet_diag_req_v2, idiag_states, nl_tcp_bits),
	FIELD_STRUCT(struct inet_diag_req_v2, id, nl_sockid),
};
static const struct shape req = SHAPE(struct inet_diag_req_v2, req_fields);

static void show_fixed(struct nl *n, const struct shape *sh, uint64_t at, uint64_t len)
{
	if (len < sh->size)
		nl__octets(n, at, len);
	else
		nl__structure(n, sh, at, sh->size);
}

/* A family, a prefix, a port, and as many bytes of an address as follow. */
static void show_hostcond(struct nl *n, uint64_t at, uint64_t len)
{
	uint64_t size = sizeof(struct inet_diag_hostcond);

	if (len < size) {
		nl__octets(n, at, len);
		return;
	}
	if (!nl__has(n, at, size)) {
		nl__missing(n, at);
		return;
	}
	n->s->w->struct_begin(n->s->o);
	show_field_name(n->s, "family");
	show__enum(n->s, &socket_domains, n->bytes[at]);
	show_named(n->s, "prefix_len", uinteger, n->bytes[at + 1]);
	show_named(n->s, "port", uinteger, nl__load(n, at + 4, 4));
	if (len > size) {
		show_field_name(n->s, "addr");
		nl__inet(n, n->bytes[at], at + size, len - size);
	}
	n->s->w->struct_end(n->s->o, false);
}

static void show_operand(struct nl *n, unsigned code, uint64_t at, uint64_t len)
{
	static const struct attr index = IFINDEX;

	switch (code) {
	case INET_DIAG_BC_S_COND:
	case INET_DIAG_BC_D_COND:
		show_hostcond(n, at, len);
		break;
	case INET_DIAG_BC_DEV_COND:
		if (!attr__value(n, &index, at, len))
			nl__octets(n, at, len);
		break;
	case INET_DIAG_BC_S_GE:
	case INET_DIAG_BC_S_LE:
	case INET_DIAG_BC_D_GE:
	case INET_DIAG_BC_D_LE:
		show_fixed(n, &shape_nl_inet_diag_bc_op, at, len);
		break;
	case INET_DIAG_BC_MARK_COND:
		show_fixed(n, &shape_nl_inet_diag_markcond, at, len);
		break;
	default:
		nl__octets(n, at, len);
	}
}

static bool show_bytecode(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	(void)t;
	if (len < shape_nl_inet_diag_bc_op.size)
		return false;
	if (nl__structure(n, &shape_nl_inet_diag_bc_op, at, shape_nl_inet_diag_bc_op.size) && len > shape_nl_inet_diag_bc_op.size) {
		n->s->w->item(n->s->o);
		show_operand(n, n->bytes[at], at + shape_nl_inet_diag_bc_op.size, len - shape_nl_inet_diag_bc_op.size);
	}
	return true;
}

static const struct attr req_attr[] = {
	[INET_DIAG_REQ_BYTECODE] = { .show = show_bytecode },
	[INET_DIAG_REQ_PROTOCOL] = NAME(0, ip_protocols),
};
static const struct attr storage_req[] = { [SK_DIAG_BPF_STORAGE_REQ_MAP_FD] = VALUE(4, fd) };
static const struct attrs storage_req_attrs = ATTRS_BEYOND(sk_bpf_storage_req_attrs, storage_req);
static const struct attr req_more[] = { [INET_DIAG_REQ_SK_BPF_STORAGES] = NESTED(storage_req_attrs) };
static const struct attrs req_attrs = ATTRS_AND(inet_diag_req_attrs, req_attr, req_more);
const struct payload nl_inet_compat_req = PAYLOAD(TCPDIAG_GETSOCK, DCCPDIAG_GETSOCK, compat, struct inet_diag_req, &req_attrs);
const struct payload nl_inet_req = PAYLOAD(SOCK_DIAG_BY_FAMILY, SOCK_DIAG_BY_FAMILY, req, struct inet_diag_req_v2, &req_attrs);

/* -- Answers ----------------------------------------------------------------------------------------------------------- */

static const struct field msg_fields[] = {
	FAMILY_FIELD(struct inet_diag_msg, idiag_family),
	FIELD_ENUM(struct inet_diag_msg, idiag_state, tcp_states),
	FIELD_FLAGS(struct inet_diag_msg, idiag_timer, enum, inet_diag_timers, .spec.strace = &kind_uint),
	FIELD(struct inet_diag_msg, idiag_retrans, uint),
	FIELD_STRUCT(struct inet_diag_msg, id, nl_sockid),
	FIELDS(struct inet_diag_msg, uint, idiag_expires, idiag_rqueue, idiag_wqueue, idiag_uid, idiag_inode),
};
static const struct shape msg = SHAPE(struct inet_diag_msg, msg_fields);

const struct attr nl_meminfo = INDEXED(4, uint, sk_meminfo);

static void show_sockaddr(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	show__sockaddr(s, a, p, len, len);
}
static const struct shape sockaddr = { .name = "sockaddr_storage", .size = sizeof(struct sockaddr_storage), .show = show_sockaddr };

struct md5sig { uint8_t tcpm_family, tcpm_prefixlen; uint16_t tcpm_keylen; uint8_t tcpm_addr[16], tcpm_key[80]; };	/* struct tcp_diag_md5sig */
static void show_md5_key(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	uint32_t n = (uint32_t)load_uint(a->holder + offsetof(struct md5sig, tcpm_keylen), 2, s->swap);

	s->w->octets(s->o, p, n < len ? n : len, STRING_WHOLE);
}
static const struct shape md5_key = { .name = "tcpm_key", .size = 80, .show = show_md5_key };
static const struct field md5sig_fields[] = {
	FAMILY_FIELD(struct md5sig, tcpm_family),
	FIELDS(struct md5sig, uint, tcpm_prefixlen, tcpm_keylen),
	FIELD_STRUCT(struct md5sig, tcpm_addr, address_of_family),
	FIELD_STRUCT(struct md5sig, tcpm_key, md5_key),
};
static const struct shape md5sig = SHAPE(struct md5sig, md5sig_fields);

static const struct attr tls[] = {
	[TLS_INFO_VERSION] = NAME(2, tls_versions),
	[TLS_INFO_CIPHER]  = NAME(2, tls_ciphers),
	[TLS_INFO_TXCONF]  = NAME(2, tls_configs),
	[TLS_INFO_RXCONF]  = NAME(2, tls_configs),
};
static const struct attr tls_more[] = { [TLS_INFO_ZC_RO_TX] = FLAG };
static const struct named_attr tls_later[] = { AS("TX_MAX_PAYLOAD_LEN", U16) };
static const struct attrs tls_attrs = ATTRS_AND(tls_info_attrs, tls, tls_more, LATER(tls_later));

static const struct attr mptcp[] = {
	[MPTCP_SUBFLOW_ATTR_TOKEN_REM]    = X32,
	[MPTCP_SUBFLOW_ATTR_TOKEN_LOC]    = X32,
	[MPTCP_SUBFLOW_ATTR_RELWRITE_SEQ] = U32,
	[MPTCP_SUBFLOW_ATTR_MAP_SEQ]      = U64,
	[MPTCP_SUBFLOW_ATTR_MAP_SFSEQ]    = U32,
	[MPTCP_SUBFLOW_ATTR_SSN_OFFSET]   = U32,
	[MPTCP_SUBFLOW_ATTR_MAP_DATALEN]  = U16,
	[MPTCP_SUBFLOW_ATTR_FLAGS]        = BITS(4, mptcp_subflow_flags),
	[MPTCP_SUBFLOW_ATTR_ID_REM]       = U8,
	[MPTCP_SUBFLOW_ATTR_ID_LOC]       = U8,
};
static const struct attrs mptcp_attrs = ATTRS(mptcp_subflow_attrs, mptcp);

static const struct attr ulp[] = {
	[INET_ULP_INFO_NAME]  = STRING,
	[INET_ULP_INFO_TLS]   = NESTED(tls_attrs),
	[INET_ULP_INFO_MPTCP] = NESTED(mptcp_attrs),
};
static const struct attrs ulp_attrs = ATTRS(inet_ulp_info_attrs, ulp);

/* A value of 1, 2, 4 or 8 bytes. */
static bool show_any_value(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	const struct attr value = { .size = (uint16_t)len, .kind = &kind_hex };

	(void)t;
	return (len == 1 || len == 2 || len == 4 || len == 8) && attr__value(n, &value, at, len);
}
static const struct attr storage[] = {
	[SK_DIAG_BPF_STORAGE_MAP_ID]    = U32,
	[SK_DIAG_BPF_STORAGE_MAP_VALUE] = { .show = show_any_value },
};
static const struct attrs storage_attrs = ATTRS(sk_bpf_storage_attrs, storage);
static const struct attr storages[] = { [SK_DIAG_BPF_STORAGE] = NESTED(storage_attrs) };
static const struct attrs storages_attrs = ATTRS(sk_bpf_storages_attrs, storages);

/* Bits of struct inet_diag_sockopt, from the lowest of each byte on in little-endian, from the highest on in big-endian machines. */
static const char *const sockopts[2][8] = {
	{ "recverr", "is_icsk", "freebind", "hdrincl", "mc_loop", "transparent", "mc_all", "nodefrag" },
	{ "bind_address_no_port", "recverr_rfc4884", "defer_connect" },
};
#define SOCKOPT_BITS 3		/* of the second byte that have names */

static void show_sockopt_bits(struct nl *n, const uint8_t *p)
{
	bool big = abi__is_big_endian(n->arg->call->abi);
	unsigned unused = big ? p[1] & 0x1f : p[1] >> SOCKOPT_BITS;

	n->s->w->struct_begin(n->s->o);
	for (unsigned i = 0; i < 8 + SOCKOPT_BITS; i++) {
		unsigned bit = p[i / 8] >> (big ? 7 - i % 8 : i % 8) & 1;

		if (!bit && !n->s->verbose)
			continue;
		n->s->w->field(n->s->o, sockopts[i / 8][i % 8], (unsigned)strlen(sockopts[i / 8][i % 8]));
		n->s->w->uinteger(n->s->o, bit);
	}
	if (unused || n->s->verbose) {
		show_named(n->s, "unused", hex, unused);
		if (n->s->w->comment)
			n->s->w->comment(n->s->o, "bits 3..8");
	}
	n->s->w->struct_end(n->s->o, false);
}

static bool show_sockopt(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	bool more = false;

	(void)t;
	if (len < 2)
		return false;
	if (!nl__has(n, at, 2)) {
		nl__missing(n, at);
		return true;
	}
	show_sockopt_bits(n, n->bytes + at);
	for (uint64_t i = 2; i < len && nl__has(n, at, i + 1); i++)
		more |= n->bytes[at + i];
	if (more) {
		n->s->w->item(n->s->o);
		nl__octets(n, at + 2, len - 2);
	}
	return true;
}

/*
 * What it is depends on the protocol, which only the request has. The kernel's structure is always whole: mptcp_info has about a hundred bytes (48 in 5.9), tcp_info more
 * than twice as many since 4.18, and that of SCTP has not changed.
 */
static bool show_info(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	const struct shape *sctp = shape__of(&shape_nl_sctp_info, n->s->abi);
	struct attr info = { .shape = len >= 192 ? &shape_tcp_info : &shape_mptcp_info };

	(void)t;
	if (sctp->size && len == sctp->size)
		info.shape = &shape_nl_sctp_info;
	else if (len < 48 || (len > 160 && len < 192))
		return false;
	return shape__of(info.shape, n->s->abi)->nfields && attr__structure(n, &info, at, len);
}

static const struct attr msg_more[] = { [INET_DIAG_INFO] = { .show = show_info } };
static const struct attr msg_attr[] = {
	[INET_DIAG_MEMINFO]         = STRUCT(shape_nl_inet_diag_meminfo),
	[INET_DIAG_VEGASINFO]       = STRUCT(shape_nl_tcpvegas_info),
	[INET_DIAG_CONG]            = STRING,
	[INET_DIAG_TOS]             = U8,
	[INET_DIAG_TCLASS]          = U8,
	[INET_DIAG_SKMEMINFO]       = INDEXED(4, uint, sk_meminfo),
	[INET_DIAG_SHUTDOWN]        = BITS(1, sock_shutdown_flags),
	[INET_DIAG_DCTCPINFO]       = STRUCT(shape_nl_tcp_dctcp_info),
	[INET_DIAG_PROTOCOL]        = NAME(0, ip_protocols),
	[INET_DIAG_SKV6ONLY]        = U8,
	[INET_DIAG_LOCALS]          = STRUCTS(sockaddr),
	[INET_DIAG_PEERS]           = STRUCTS(sockaddr),
	[INET_DIAG_MARK]            = U32,
	[INET_DIAG_BBRINFO]         = STRUCT(shape_nl_tcp_bbr_info),
	[INET_DIAG_CLASS_ID]        = U32,
	[INET_DIAG_MD5SIG]          = STRUCTS(md5sig),
	[INET_DIAG_ULP_INFO]        = NESTED(ulp_attrs),
	[INET_DIAG_SK_BPF_STORAGES] = NESTED(storages_attrs),
	[INET_DIAG_CGROUP_ID]       = U64,
	[INET_DIAG_SOCKOPT]         = { .show = show_sockopt },
};
static const struct attrs msg_attrs = ATTRS_AND(inet_diag_attrs, msg_attr, msg_more);
const struct payload nl_inet_msg = PAYLOAD(SOCK_DIAG_BY_FAMILY, SOCK_DIAG_BY_FAMILY, msg, struct inet_diag_msg, &msg_attrs);
