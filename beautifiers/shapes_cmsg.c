// SPDX-License-Identifier: BSD-2-Clause
/*
 * shapes_cmsg.c - control messages (struct cmsghdr of linux/socket.h): the level selects the list of types, level and type the
 * shape of the data.
 */
#include <time.h>	/* linux/errqueue.h needs struct timespec */
#include <asm/socket.h>
#include <linux/can/j1939.h>
#include <linux/errqueue.h>
#include <linux/if_alg.h>
#include <linux/if_packet.h>
#include <linux/in.h>
#include <linux/in6.h>
#include <linux/llc.h>
#include <linux/netlink.h>
#include <linux/rds.h>
#include <linux/rxrpc.h>
#include <linux/tcp.h>
#include <linux/tls.h>
#include <linux/udp.h>
#include <sys/socket.h>

#include "kinds.h"
#include "made_shapes.h"

/* -- Data ------------------------------------------------------------------------------------------------------------ */

#define NUMBER_SHAPE(id, k, bytes, ...) \
	static const struct field id##_field[] = { { .spec = { .name = "", .kind = &kind_##k, ##__VA_ARGS__ }, .size = bytes } }; \
	static const struct shape id = { .name = #id, .size = bytes, .fields = id##_field, .nfields = 1, .bare = true }
NUMBER_SHAPE(passed_fd, passed_fd, 4);
NUMBER_SHAPE(error, errno, 4);
NUMBER_SHAPE(number64, ulong, 8);
NUMBER_SHAPE(hex_number, hex32, 4);
NUMBER_SHAPE(record_type, enum, 1, .flags = &tls_record_types);
NUMBER_SHAPE(alg_op, enum, 4, .flags = &alg_ops);
NUMBER_SHAPE(stamping, flags, 4, .flags = &sof_timestamping);
NUMBER_SHAPE(address4, inet4, 4);

/* A number: one byte, or an int. */
static void show_any_number(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	s->w->array_begin(s->o);
	s->w->item(s->o);
	s->w->uinteger(s->o, load_uint(p, len >= 4 ? 4 : len >= 2 ? 2 : 1, s->swap));
	s->w->array_end(s->o, ARRAY_WHOLE, 0);
}
static const struct shape number = { .name = "number", .size = 1, .show = show_any_number };

static void show_text(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	show_chars(s, p, len);
}
static const struct shape text = { .name = "text", .size = 1, .show = show_text };

static const struct shape address = { .name = "sockaddr", .size = 2, .show = show_sockaddr_within };

/* SO_TIMESTAMPING: what a program passes are flags, what it receives is times. */
static void show_stamps(struct show *s, const struct arg *a, const struct shape *times, const uint8_t *p, uint32_t len)
{
	const struct shape *sh = len == 4 ? &stamping : shape__of(times, s->abi);

	show_elements(s, a, sh, p, len, len / sh->size);
}

static void show_stamps_old(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	show_stamps(s, a, &shape_timespec, p, len);
}

static void show_stamps_new(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	show_stamps(s, a, &shape_timespec64, p, len);
}
static const struct shape stamps = { .name = "scm_timestamping", .size = 4, .show = show_stamps_old };
static const struct shape stamps64 = { .name = "scm_timestamping64", .size = 4, .show = show_stamps_new };

struct ext_err { uint32_t ee_errno; uint8_t ee_origin, ee_type, ee_code, ee_pad; uint32_t ee_info, ee_data; };	/* linux/errqueue.h */
#define IF_ORIGIN(which, count, ...) { .offset = offsetof(struct ext_err, ee_origin), .size = 1, .n = count, .how = which, .values = { __VA_ARGS__ } }
static const struct field_cond of_icmp = IF_ORIGIN(COND_ONE_OF, 1, SO_EE_ORIGIN_ICMP), of_icmp6 = IF_ORIGIN(COND_ONE_OF, 1, SO_EE_ORIGIN_ICMP6);
static const struct field_cond of_none = IF_ORIGIN(COND_NOT_ONE_OF, 2, SO_EE_ORIGIN_ICMP, SO_EE_ORIGIN_ICMP6);
static const struct field_cond of_zerocopy = IF_ORIGIN(COND_ONE_OF, 1, SO_EE_ORIGIN_ZEROCOPY), of_txtime = IF_ORIGIN(COND_ONE_OF, 1, SO_EE_ORIGIN_TXTIME);
static const struct field_cond of_others = IF_ORIGIN(COND_NOT_ONE_OF, 2, SO_EE_ORIGIN_ZEROCOPY, SO_EE_ORIGIN_TXTIME);
static const struct field_cond of_stamps = IF_ORIGIN(COND_ONE_OF, 1, SO_EE_ORIGIN_TIMESTAMPING), of_no_stamps = IF_ORIGIN(COND_NOT_ONE_OF, 1, SO_EE_ORIGIN_TIMESTAMPING);
static const struct field ext_err_fields[] = {
	FIELD(struct ext_err, ee_errno, errno),
	FIELD_FLAGS(struct ext_err, ee_origin, enum, so_ee_origins),
	FIELD_FLAGS(struct ext_err, ee_type, enum, icmp_types, .cond = &of_icmp),
	FIELD_FLAGS(struct ext_err, ee_type, enum, icmpv6_types, .cond = &of_icmp6),
	FIELD(struct ext_err, ee_type, uint, .cond = &of_none),
	FIELD_FLAGS(struct ext_err, ee_code, enum, so_ee_zerocopy_codes, .cond = &of_zerocopy),
	FIELD_FLAGS(struct ext_err, ee_code, enum, so_ee_txtime_codes, .cond = &of_txtime),
	FIELD(struct ext_err, ee_code, uint, .cond = &of_others),
	FIELD_FLAGS(struct ext_err, ee_info, enum, scm_tstamps, .cond = &of_stamps),
	FIELD(struct ext_err, ee_info, uint, .cond = &of_no_stamps),
	FIELD(struct ext_err, ee_data, uint),
	FIELD_REST("offender", sizeof(struct ext_err), .shape = &address),
};
static void show_ext_err(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	static const struct shape fields = SHAPE(struct ext_err, ext_err_fields);

	show__shape(s, a, &fields, p, len);
}
static const struct shape ext_err = { .name = "sock_extended_err", .size = sizeof(struct ext_err), .show = show_ext_err };

struct dmabuf { uint64_t frag_offset; uint32_t frag_size, frag_token, dmabuf_id, flags; };	/* linux/uio.h, 6.12 */
static const struct field dmabuf_fields[] = { FIELD(struct dmabuf, frag_offset, hex64), FIELDS(struct dmabuf, uint, frag_size, frag_token, dmabuf_id, flags) };
static const struct shape dmabuf = SHAPE(struct dmabuf, dmabuf_fields);

/* -- Messages -------------------------------------------------------------------------------------------------------- */

struct message {
	uint32_t type;
	const struct shape *data;
};

static const struct message socket_messages[] = {
	{ SCM_RIGHTS,          &passed_fd     }, { 2 /* SCM_CREDENTIALS: linux/socket.h of the kernel, as the next two */, &shape_ucred },
	{ 3 /* SCM_SECURITY */, &text         }, { 4 /* SCM_PIDFD */, &passed_fd },
	{ SO_TIMESTAMP_OLD,    &shape_timeval }, { SO_TIMESTAMP_NEW,    &shape_timeval64  },
	{ SO_TIMESTAMPNS_OLD,  &shape_timespec }, { SO_TIMESTAMPNS_NEW,  &shape_timespec64 },
	{ SO_TIMESTAMPING_OLD, &stamps        }, { SO_TIMESTAMPING_NEW, &stamps64         },
	{ SCM_TIMESTAMPING_PKTINFO, &shape_scm_ts_pktinfo }, { SO_RXQ_OVFL, &number }, { SO_WIFI_STATUS, &number }, { SO_MARK, &hex_number },
	{ SO_PRIORITY,         &number        }, { SO_TXTIME, &number64 }, { 54 /* SCM_TIMESTAMPING_OPT_STATS */, &shape_tcp_stats },
	/* asm-generic/socket.h of the kernel: SO_DEVMEM_LINEAR, SO_DEVMEM_DMABUF, SCM_TS_OPT_ID */
	{ 78,                  &dmabuf        }, { 79, &dmabuf }, { 81, &number },
};
static const struct message ip_messages[] = {
	{ IP_PKTINFO,     &shape_in_pktinfo }, { IP_TTL,         &number  }, { IP_TOS,     &number  }, { IP_CHECKSUM, &number },
	{ IP_ORIGDSTADDR, &address }, { IP_RECVERR,     &ext_err }, { 3 /* SCM_SECURITY */, &text },
	{ IP_RECVFRAGSIZE, &number }, { 52 /* IP_PROTOCOL: linux/in.h, 6.5 */, &number },
};
static const struct message ipv6_messages[] = {
	{ IPV6_PKTINFO,  &shape_in6_pktinfo }, { IPV6_2292PKTINFO, &shape_in6_pktinfo }, { IPV6_HOPLIMIT,    &number  }, { IPV6_2292HOPLIMIT, &number },
	{ IPV6_TCLASS,   &number            }, { IPV6_ORIGDSTADDR, &address           }, { IPV6_RECVERR,     &ext_err },
	{ IPV6_DONTFRAG, &number            }, { IPV6_RECVFRAGSIZE, &number           }, { IPV6_PATHMTU,     &shape_ip6_mtuinfo },
	{ IPV6_FLOWINFO, &shape_be32        },
};
static const struct message tcp_messages[] = { { TCP_CM_INQ, &number } };
static const struct message udp_messages[] = { { UDP_SEGMENT, &number }, { UDP_GRO, &number } };
static const struct message tls_messages[] = { { TLS_SET_RECORD_TYPE, &record_type }, { TLS_GET_RECORD_TYPE, &record_type } };
static const struct message sctp_messages[] = {		/* enum sctp_cmsg_type of linux/sctp.h */
	{ 0, &shape_sctp_initmsg }, { 1, &shape_sctp_sndrcvinfo }, { 2, &shape_sctp_sndinfo  }, { 3, &shape_sctp_rcvinfo }, { 4, &shape_sctp_nxtinfo },
	{ 5, &shape_sctp_prinfo  }, { 6, &shape_sctp_authinfo   }, { 7, &address4            }, { 8, &shape_in6_addr     },
};
static const struct message packet_messages[] = { { PACKET_AUXDATA, &shape_tpacket_auxdata }, { PACKET_TX_TIMESTAMP, &ext_err } };
static const struct message netlink_messages[] = { { NETLINK_PKTINFO, &shape_nl_pktinfo }, { NETLINK_LISTEN_ALL_NSID, &shape_int } };
static const struct message alg_messages[] = { { ALG_SET_IV, &shape_af_alg_iv }, { ALG_SET_OP, &alg_op }, { ALG_SET_AEAD_ASSOCLEN, &number } };
static const struct message rxrpc_messages[] = {
	{ RXRPC_USER_CALL_ID, &shape_ulong }, { RXRPC_ABORT, &number }, { RXRPC_NET_ERROR, &error }, { RXRPC_LOCAL_ERROR, &error }, { RXRPC_TX_LENGTH, &number64 },
	{ RXRPC_SET_CALL_TIMEOUT, &shape_uint }, { RXRPC_CHARGE_ACCEPT, &shape_ulong },
};
static const struct message rds_messages[] = {
	{ RDS_CMSG_RDMA_ARGS, &shape_rds_rdma_args }, { RDS_CMSG_RDMA_DEST, &number64 }, { RDS_CMSG_RDMA_MAP, &shape_rds_get_mr_args },
	{ RDS_CMSG_RDMA_STATUS, &shape_rds_rdma_notify }, { RDS_CMSG_CONG_UPDATE, &number64 }, { RDS_CMSG_ATOMIC_FADD, &shape_rds_fadd },
	{ RDS_CMSG_ATOMIC_CSWP, &shape_rds_cswp }, { RDS_CMSG_MASKED_ATOMIC_FADD, &shape_rds_m_fadd }, { RDS_CMSG_MASKED_ATOMIC_CSWP, &shape_rds_m_cswp },
	{ RDS_CMSG_RXPATH_LATENCY, &shape_rds_cmsg_rx_trace }, { RDS_CMSG_ZCOPY_COOKIE, &number }, { RDS_CMSG_ZCOPY_COMPLETION, &shape_rds_zcopy_cookies },
};
static const struct message llc_messages[] = { { LLC_OPT_PKTINFO, &shape_llc_pktinfo } };
static const struct message tipc_messages[] = { { 1, &shape_uint }, { 3, &shape_uint } };	/* TIPC_ERRINFO, TIPC_DESTNAME */
static const struct message j1939_messages[] = {
	{ SCM_J1939_DEST_ADDR, &number }, { SCM_J1939_DEST_NAME, &number64 }, { SCM_J1939_PRIO, &number }, { SCM_J1939_ERRQUEUE, &ext_err },
};
static const struct message vsock_messages[] = { { 1 /* VSOCK_RECVERR: linux/vm_sockets.h, 6.7 */, &ext_err } };
static const struct message bluetooth_messages[] = { { 3 /* BT_SCM_PKT_STATUS */, &number } };

#define LEVEL(level, list, messages, ...) { level, list, messages, sizeof(messages) / sizeof((messages)[0]), __VA_ARGS__ }
static const struct level {
	int32_t level;
	const struct flag_table *types;
	const struct message *messages;
	unsigned n;
	const struct flag_table *first;	/* names that precede those of `types`, which are options */
} levels[] = {
	LEVEL(SOL_SOCKET, &scm_types, socket_messages, NULL), LEVEL(IPPROTO_IP, &ip_options, ip_messages, &ip_cmsg_types), LEVEL(IPPROTO_IPV6, &ipv6_options, ipv6_messages, NULL),
	LEVEL(IPPROTO_TCP, &tcp_options, tcp_messages, NULL), LEVEL(IPPROTO_UDP, &udp_options, udp_messages, NULL), LEVEL(IPPROTO_SCTP, &sctp_cmsg_types, sctp_messages, NULL),
	/* linux/socket.h of the kernel */
	LEVEL(263, &packet_cmsg_types, packet_messages, NULL), LEVEL(268, &llc_options, llc_messages, NULL), LEVEL(270, &netlink_cmsg_types, netlink_messages, NULL),
	LEVEL(271, NULL, tipc_messages, NULL), LEVEL(272, &rxrpc_cmsg_types, rxrpc_messages, NULL), LEVEL(274, NULL, bluetooth_messages, NULL),
	LEVEL(107, &j1939_cmsg_types, j1939_messages, NULL), LEVEL(287, NULL, vsock_messages, NULL),
	LEVEL(276, &rds_cmsg_types, rds_messages, NULL), LEVEL(279, &alg_options, alg_messages, NULL), LEVEL(282, &tls_cmsg_types, tls_messages, NULL),
};

static const struct shape *data_of(const struct level *l, uint32_t type)
{
	for (unsigned i = 0; l && i < l->n; i++)
		if (l->messages[i].type == type)
			return l->messages[i].data;
	return NULL;
}

static const struct level *level_of(int32_t level)
{
	for (unsigned i = 0; i < sizeof(levels) / sizeof(levels[0]); i++)
		if (levels[i].level == level)
			return &levels[i];
	return NULL;
}

/* Of a level whose types have no names, or that is not known, the type is a number. */
static void show_message(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	uint32_t word = a->call->word, head = word + 8, level, type;
	struct field data = { .spec = { .name = "cmsg_data", .name_len = 9, .kind = &kind_struct_in }, .offset = head, .rest = true };
	const struct level *l;

	if (len < head) {
		s->w->bytes(s->o, p, len, STRING_WHOLE);
		return;
	}
	level = (uint32_t)load_uint(p + word, 4, s->swap);
	type = (uint32_t)load_uint(p + word + 4, 4, s->swap);
	l = level_of((int32_t)level);
	data.spec.shape = data_of(l, type);
	s->w->struct_begin(s->o);
	show_named(s, "cmsg_len", uinteger, load_uint(p, word, s->swap));
	show_field_name(s, "cmsg_level");
	show__enum(s, flag_table__find(&socket_newer_levels, level) ? &socket_newer_levels : flag_table__in(&socket_levels, s->abi), level);
	show_field_name(s, "cmsg_type");
	if (l && l->first && flag_table__find(l->first, type))
		show__enum(s, l->first, type);
	else if (l && l->types)
		show__enum(s, flag_table__in(l->types, s->abi), type);
	else
		s->w->integer(s->o, (int32_t)type);
	show_field_name(s, "cmsg_data");
	show_struct_field(s, a, &data, p, len);
	s->w->struct_end(s->o, false);
}
static const struct shape shape_cmsg32 = { .name = "cmsghdr", .size = 12, .show = show_message };
const struct shape shape_cmsghdr = { .name = "cmsghdr", .size = 16, .show = show_message, .compat = &shape_cmsg32, .x32_compat = true };

/* -- As strace shows them: by lists of its own, and only data of known types -------------------------------------------- */

enum data_form { DATA_ONE, DATA_ARRAY, DATA_OCTETS, DATA_TEXT, DATA_TIME };

struct listed {
	uint32_t type, least;		/* bytes of data that it has at least */
	enum data_form form;
	const struct shape *shape;
	unsigned times;			/* DATA_TIME: how many */
};

struct sock_ee { uint32_t ee_errno; uint8_t ee_origin, ee_type, ee_code, ee_pad; uint32_t ee_info, ee_data; uint8_t offender[16]; };
static const struct shape offender = { .name = "sockaddr_in", .size = 16, .show = show_sockaddr_within };
static const struct field sock_ee_fields[] = {
	FIELDS(struct sock_ee, uint, ee_errno, ee_origin, ee_type, ee_code, ee_info, ee_data), FIELD_STRUCT(struct sock_ee, offender, offender),
};
static const struct shape sock_ee = SHAPE(struct sock_ee, sock_ee_fields);

static const struct listed of_socket[] = {
	{ SCM_RIGHTS,          4,  DATA_ARRAY, &passed_fd, 0 },
	{ 2,                   12, DATA_ONE,   &shape_ucred, 0 },
	{ 3,                   1,  DATA_TEXT,  NULL, 0 },
	{ SO_TIMESTAMP_OLD,    1,  DATA_TIME,  &shape_timeval, 1 },
	{ SO_TIMESTAMPNS_OLD,  1,  DATA_TIME,  &shape_timespec, 1 },
	{ SO_TIMESTAMPING_OLD, 1,  DATA_TIME,  &shape_timespec, 3 },
	{ SO_TIMESTAMP_NEW,    1,  DATA_TIME,  &shape_timeval64, 1 },
	{ SO_TIMESTAMPNS_NEW,  1,  DATA_TIME,  &shape_timespec64, 1 },
	{ SO_TIMESTAMPING_NEW, 1,  DATA_TIME,  &shape_timespec64, 3 },
};
static const struct listed of_ip[] = {
	{ IP_PKTINFO,     12, DATA_ONE,    &shape_in_pktinfo, 0 },
	{ IP_TTL,         4,  DATA_ARRAY,  &shape_uint, 0 },
	{ IP_TOS,         1,  DATA_OCTETS, NULL, 0 },
	{ IP_RECVOPTS,    1,  DATA_OCTETS, NULL, 0 },
	{ IP_RETOPTS,     1,  DATA_OCTETS, NULL, 0 },
	{ IP_RECVERR,     32, DATA_ONE,    &sock_ee, 0 },
	{ IP_ORIGDSTADDR, 16, DATA_ONE,    &address, 0 },
	{ IP_CHECKSUM,    4,  DATA_ARRAY,  &shape_uint, 0 },
	{ 3,              1,  DATA_TEXT,   NULL, 0 },
};

static void show_hex_bytes(struct show *s, const uint8_t *p, uint32_t len)
{
	uint32_t n = len > s->string_limit && !s->verbose ? s->string_limit : len;

	s->w->array_begin(s->o);
	for (uint32_t i = 0; i < n; i++) {
		s->w->item(s->o);
		s->w->hex(s->o, p[i]);
	}
	s->w->array_end(s->o, n < len ? ARRAY_LIMIT : ARRAY_WHOLE, 0);
}

static void show_times(struct show *s, const struct arg *a, const struct listed *l, const uint8_t *p, uint32_t len)
{
	const struct shape *sh = shape__of(l->shape, a->call->abi);

	if (len < sh->size * l->times)
		s->w->symbol(s->o, 0, "???", 0, NULL);
	else if (l->times == 1)
		show__shape(s, a, sh, p, sh->size);
	else
		show_elements(s, a, sh, p, sh->size * l->times, l->times);
}

static void show_listed_data(struct show *s, const struct arg *a, const struct listed *l, const uint8_t *p, uint32_t len)
{
	const struct shape *sh;

	switch (l->form) {
	case DATA_ONE:
		sh = shape__of(l->shape, a->call->abi);
		show__shape(s, a, sh, p, sh == &address ? len : sh->size);
		break;
	case DATA_ARRAY:
		show_elements(s, a, l->shape, p, len, len / l->shape->size);
		break;
	case DATA_OCTETS:
		show_hex_bytes(s, p, len);
		break;
	case DATA_TEXT:
		s->w->string(s->o, p, len, STRING_WHOLE);
		break;
	case DATA_TIME:
		show_times(s, a, l, p, len);
		break;
	}
}

/* The type's name, then the data. */
static void show_listed_type(struct show *s, const struct arg *a, int64_t level, uint32_t type, const uint8_t *p, uint32_t len)
{
	const struct listed *list = level == SOL_SOCKET ? of_socket : of_ip;
	size_t n = level == SOL_SOCKET ? sizeof(of_socket) / sizeof(of_socket[0]) : sizeof(of_ip) / sizeof(of_ip[0]);

	if (level != SOL_SOCKET && level != IPPROTO_IP) {
		s->w->hex(s->o, type);
		return;
	}
	show__enum(s, level == SOL_SOCKET ? &so_cmsg_types : &ip_cmsg_types, type);
	for (size_t i = 0; i < n; i++)
		if (list[i].type == type && len >= list[i].least) {
			show_field_name(s, "cmsg_data");
			show_listed_data(s, a, &list[i], p, len);
			break;
		}
}

/* left: bytes from p on */
static void show_listed_message(struct show *s, const struct arg *a, const uint8_t *p, uint32_t left, uint32_t head)
{
	unsigned word = a->call->word;
	uint64_t len = load_uint(p, word, s->swap);
	uint32_t there = len < left ? (uint32_t)len : left;

	s->w->struct_begin(s->o);
	show_named(s, "cmsg_len", uinteger, len);
	show_field_name(s, "cmsg_level");
	show__enum(s, &socket_levels, load_uint(p + word, 4, s->swap));
	show_field_name(s, "cmsg_type");
	show_listed_type(s, a, load_int(p + word, 4, s->swap), (uint32_t)load_uint(p + word + 4, 4, s->swap), p + head, there > head ? there - head : 0);
	s->w->struct_end(s->o, false);
}

void show_cmsgs_listed(struct show *s, const struct arg *a, const struct chunk *k, uint64_t full)
{
	uint32_t head = shape__of(&shape_cmsghdr, a->call->abi)->size, all = k->len < full ? k->len : (uint32_t)full, left = all;
	uint64_t word = a->call->word, len;

	if (all < head || chunk__status(k) == CHUNK_PARTIAL) {
		s->w->address(s->o, k->addr);
		return;
	}
	s->w->array_begin(s->o);
	while (left >= head) {
		const uint8_t *p = chunk__bytes(k) + (all - left);

		s->w->item(s->o);
		show_listed_message(s, a, p, left, head);
		len = load_uint(p, word, s->swap);
		if (len < head) {
			left -= head;
			break;
		}
		len = len > left ? left : (len + word - 1) & ~(word - 1);
		left -= len < left ? (uint32_t)len : left;
	}
	s->w->array_end(s->o, left ? ARRAY_FAULT : all < full ? ARRAY_LIMIT : ARRAY_WHOLE, left ? k->addr + (all - left) : 0);
}
