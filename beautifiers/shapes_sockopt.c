// SPDX-License-Identifier: BSD-2-Clause
/*
 * shapes_sockopt.c - values of socket options that strace shows, too, or that headers' structures alone do not describe: those whose
 * length or one of whose fields says what they are. Others are made from the headers (structs/sockopt.notes); those of SOL_SOCKET are in
 * shapes_ipc.c.
 */
#include <netinet/in.h>
#include <linux/if_packet.h>
#include <linux/tls.h>

#include "kinds.h"
#include "made_shapes.h"

/* The largest of the sub-shapes that fits: with less than the smallest, bytes */
static void show_by_size(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	const struct shape *all = a->spec->shape, *found = NULL;

	for (unsigned i = 0; i < all->nsub; i++) {
		const struct shape *sh = shape__of(all->sub[i].shape, a->call->abi);

		if (sh->size && sh->size <= len)
			found = sh;
	}
	if (!found)
		s->w->bytes(s->o, p, len, STRING_WHOLE);
	else
		show__shape(s, a, found, p, found->bare ? found->size : len);
}

/* bytes: of the largest */
#define BY_SIZE(id, bytes, ...) \
	static const struct subshape id##_sizes[] = { __VA_ARGS__ }; \
	const struct shape shape_##id = { .name = #id, .size = bytes, .show = show_by_size, .sub = id##_sizes, .nsub = sizeof(id##_sizes) / sizeof(id##_sizes[0])
#define NUMBER_SHAPE(id, k, bytes, ...) \
	static const struct field id##_field[] = { { .spec = { .name = "", .kind = &kind_##k, ##__VA_ARGS__ }, .size = bytes } }; \
	const struct shape shape_##id = { .name = #id, .size = bytes, .fields = id##_field, .nfields = 1, .bare = true }

/* -- AF_PACKET ------------------------------------------------------------------------------------------------------- */

/* The field before it holds its length. */
static void show_mr_address(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	uint32_t alen = (uint32_t)load_uint(p - 2, 2, s->swap);

	(void)a;
	s->w->hwaddr(s->o, p, alen < len ? alen : len);
}

static const struct shape shape_mr_address = { .name = "mr_address", .size = 8, .show = show_mr_address };
static const struct field packet_mreq_fields[] = {
	FIELD(struct packet_mreq, mr_ifindex, ifindex),
	FIELD_FLAGS(struct packet_mreq, mr_type, enum, packet_mr_types),
	FIELD(struct packet_mreq, mr_alen, uint),
	FIELD_STRUCT(struct packet_mreq, mr_address, shape_mr_address),
};
const struct shape shape_packet_mreq = SHAPE(struct packet_mreq, packet_mreq_fields, .exact = true);

static const struct field tpacket_req_fields[] = {
	FIELDS(struct tpacket_req, uint, tp_block_size, tp_block_nr, tp_frame_size, tp_frame_nr),
};
const struct shape shape_tpacket_req = SHAPE(struct tpacket_req, tpacket_req_fields, .exact = true);

BY_SIZE(packet_ring, 28, { 0, &shape_tpacket_req }, { 0, &shape_tpacket_req3 }), .strace = &shape_tpacket_req };

/* PACKET_FANOUT: a group's number, its type, and flags of the type; since 5.9 also how many members it may have */
static void show_fanout(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	uint32_t v = (uint32_t)load_uint(p, 4, s->swap);

	(void)a;
	s->w->struct_begin(s->o);
	show_named(s, "id", uinteger, v & 0xffff);
	show_field_name(s, "type");
	show__enum(s, &packet_fanout_types, v >> 16 & 0xff);
	show_field_name(s, "flags");
	show__flags(s, &packet_fanout_flags, v >> 16 & 0xff00);
	if (len >= 8)
		show_named(s, "max_num_members", uinteger, load_uint(p + 4, 4, s->swap));
	s->w->struct_end(s->o, false);
}
const struct shape shape_packet_fanout = { .name = "fanout_args", .size = 4, .show = show_fanout };
/* PACKET_FANOUT_DATA: a program, of classic BPF or a descriptor */
static const struct field program_fd[] = { { .spec = { .name = "", .kind = &kind_fd }, .size = 4 } };
static const struct shape program = { .name = "int", .size = 4, .fields = program_fd, .nfields = 1, .bare = true };
BY_SIZE(fanout_data, 16, { 0, &program }, { 0, &shape_sock_fprog }) };

/* -- Multicast groups ------------------------------------------------------------------------------------------------ */

BY_SIZE(multicast_if, 12, { 0, &shape_in_addr }, { 0, &shape_ip_mreq }, { 0, &shape_ip_mreqn }) };
BY_SIZE(membership, 12, { 0, &shape_ip_mreq }, { 0, &shape_ip_mreqn }), .strace = &shape_ip_mreq };

static const struct field ipv6_mreq_fields[] = {
	FIELD_STRUCT(struct ipv6_mreq, ipv6mr_multiaddr, shape_in6_addr),
	FIELD(struct ipv6_mreq, ipv6mr_interface, ifindex),
};
const struct shape shape_ipv6_mreq = SHAPE(struct ipv6_mreq, ipv6_mreq_fields);

/* -- TCP --------------------------------------------------------------------------------------------------------------- */

/* Of the algorithm in use: those of vegas and dctcp have the same size, so that only bbr's, which is larger, is known. */
BY_SIZE(tcp_cc_info, 20, { 0, &shape_tcp_bbr_info }) };

/* -- ICMP ------------------------------------------------------------------------------------------------------------ */

/* A set of types of messages; one of more than half of them is shown by the others. */
static void show_icmp_filter(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	uint32_t set;
	bool inverted;

	(void)a;
	if (len < 4) {
		s->w->bytes(s->o, p, len, STRING_WHOLE);
		return;
	}
	set = (uint32_t)load_uint(p, 4, s->swap);
	inverted = __builtin_popcount(set) > 16;
	s->w->set_begin(s->o, inverted);
	for (set = inverted ? ~set : set; set; set &= set - 1) {
		unsigned type = (unsigned)__builtin_ctz(set);
		const struct flag *f = flag_table__find(&icmp_types, type);

		s->w->item(s->o);
		s->w->symbol(s->o, type, f ? f->name : NULL, f && !s->w->strace_marks ? f->skip : 0, &icmp_types);
	}
	s->w->set_end(s->o);
}
static const struct field icmp_filter_fields[] = { { .spec = { .name = "data", .kind = &kind_hex }, .size = 4 } };
const struct shape shape_icmp_filter = { .name = "icmp_filter", .size = 4, .fields = icmp_filter_fields, .nfields = 1, .show = show_icmp_filter };

/* ICMPV6_FILTER: types that do not pass */
static void show_bits(struct show *s, const uint8_t *p, uint32_t len, unsigned first, const struct flag_table *t)
{
	unsigned bits = len / 4 * 32, n = 0;
	bool inverted;

	for (unsigned i = 0; i < bits; i++)
		n += load_uint(p + i / 32 * 4, 4, s->swap) >> i % 32 & 1;
	inverted = t && n > bits / 2;
	s->w->set_begin(s->o, inverted);
	for (unsigned i = 0; i < bits; i++)
		if ((load_uint(p + i / 32 * 4, 4, s->swap) >> i % 32 & 1) != inverted) {
			s->w->item(s->o);
			if (t)
				show__enum(s, t, i);
			else
				s->w->uinteger(s->o, i + first);
		}
	s->w->set_end(s->o);
}

static void show_icmp6_filter(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	show_bits(s, p, len < 32 ? len : 32, 0, &icmpv6_types);
}
const struct shape shape_icmp6_filter = { .name = "icmp6_filter", .size = 32, .show = show_icmp6_filter };

/* NETLINK_LIST_MEMBERSHIPS: groups, from 1 on */
static void show_netlink_groups(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	show_bits(s, p, len, 1, NULL);
}
const struct shape shape_netlink_groups = { .name = "groups", .size = 4, .show = show_netlink_groups };

/* -- Numbers, and structures that no header has ---------------------------------------------------------------------- */

static const struct field rate_field[] = { { .spec = { .name = "", .kind = &kind_ulong }, .size = 8 } };
static const struct shape rate64 = { .name = "rate", .size = 8, .fields = rate_field, .nfields = 1, .bare = true };
NUMBER_SHAPE(errno, errno, 4);
NUMBER_SHAPE(txrehash, enum, 4, .flags = &sock_txrehash);
NUMBER_SHAPE(be32, be32, 4);
NUMBER_SHAPE(key_serial, int, 4);
static const struct field stamping_field[] = { { .spec = { .name = "", .kind = &kind_flags, .flags = &sof_timestamping }, .size = 4 } };
static const struct shape stamping = { .name = "flags", .size = 4, .fields = stamping_field, .nfields = 1, .bare = true };
BY_SIZE(pacing_rate, 8, { 0, &shape_uint }, { 0, &rate64 }) };
BY_SIZE(timestamping, 8, { 0, &stamping }, { 0, &shape_so_timestamping }) };
BY_SIZE(sctp_value, 8, { 0, &shape_int }, { 0, &shape_sctp_assoc_value }) };
BY_SIZE(sctp_sack, 12, { 0, &shape_sctp_assoc_value }, { 0, &shape_sctp_sack_info }) };

struct time64 { int64_t tv_sec, tv_usec; };		/* struct __kernel_sock_timeval */
static const struct field time64_fields[] = { FIELDS(struct time64, long, tv_sec, tv_usec) };
const struct shape shape_timeval64 = SHAPE(struct time64, time64_fields);

struct in6_info { uint8_t ipi6_addr[16]; int32_t ipi6_ifindex; };
static const struct field in6_info_fields[] = { FIELD_STRUCT(struct in6_info, ipi6_addr, shape_in6_addr), FIELD(struct in6_info, ipi6_ifindex, ifindex) };
const struct shape shape_in6_pktinfo = SHAPE(struct in6_info, in6_info_fields);

struct mtu_info { uint8_t ip6m_addr[28]; uint32_t ip6m_mtu; };
static const struct shape mtu_addr = { .name = "sockaddr_in6", .size = 28, .show = show_sockaddr_within };
static const struct field mtu_info_fields[] = { FIELD_STRUCT(struct mtu_info, ip6m_addr, mtu_addr), FIELD(struct mtu_info, ip6m_mtu, uint) };
const struct shape shape_ip6_mtuinfo = SHAPE(struct mtu_info, mtu_info_fields);

const struct shape shape_sockaddr_value = { .name = "sockaddr", .size = 2, .show = show_sockaddr_within };

/* IP_LOCAL_PORT_RANGE: one number */
static void show_port_range(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	uint32_t v = (uint32_t)load_uint(p, 4, s->swap);

	(void)a, (void)len;
	s->w->struct_begin(s->o);
	show_named(s, "lo", uinteger, v & 0xffff);
	show_named(s, "hi", uinteger, v >> 16);
	s->w->struct_end(s->o, false);
}
const struct shape shape_port_range = { .name = "port_range", .size = 4, .show = show_port_range };

/* -- TLS: the cipher determines the structure ------------------------------------------------------------------------ */

static void show_tls_crypto(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	static const struct { uint16_t cipher; const struct shape *shape; } ciphers[] = {
		{ TLS_CIPHER_AES_GCM_128, &shape_tls_aes_gcm_128 }, { TLS_CIPHER_AES_GCM_256, &shape_tls_aes_gcm_256 },
		{ TLS_CIPHER_AES_CCM_128, &shape_tls_aes_ccm_128 }, { TLS_CIPHER_CHACHA20_POLY1305, &shape_tls_chacha20_poly1305 },
#ifdef TLS_CIPHER_SM4_GCM	/* linux/tls.h, 5.16 */
		{ TLS_CIPHER_SM4_GCM, &shape_tls_sm4_gcm }, { TLS_CIPHER_SM4_CCM, &shape_tls_sm4_ccm },
#endif
#ifdef TLS_CIPHER_ARIA_GCM_128	/* 6.1 */
		{ TLS_CIPHER_ARIA_GCM_128, &shape_tls_aria_gcm_128 }, { TLS_CIPHER_ARIA_GCM_256, &shape_tls_aria_gcm_256 },
#endif
	};
	const struct shape *sh = &shape_tls_crypto_info;

	for (unsigned i = 0; i < sizeof(ciphers) / sizeof(ciphers[0]); i++)
		if (ciphers[i].cipher == load_uint(p + 2, 2, s->swap) && shape__of(ciphers[i].shape, s->abi)->nfields)
			sh = ciphers[i].shape;
	show__shape(s, a, shape__of(sh, s->abi), p, len);
}
const struct shape shape_tls_crypto = { .name = "tls_crypto_info", .size = 4, .show = show_tls_crypto };

/* -- SCTP: addresses, one after the other ---------------------------------------------------------------------------- */

static void show_sockaddrs(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	uint32_t n = 0;

	s->w->array_begin(s->o);
	while (len - n >= 2) {
		uint64_t family = load_uint(p + n, 2, s->swap);
		uint32_t size = family == AF_INET ? sizeof(struct sockaddr_in) : family == AF_INET6 ? sizeof(struct sockaddr_in6) : len - n;

		if (size > len - n)
			break;
		s->w->item(s->o);
		show_sockaddr_within(s, a, p + n, size);
		n += size;
	}
	s->w->array_end(s->o, n < len ? ARRAY_CUT : ARRAY_WHOLE, 0);
}
const struct shape shape_sockaddrs = { .name = "sockaddrs", .size = 2, .show = show_sockaddrs };

struct addresses { int32_t assoc_id; uint32_t addr_num; };
static const struct field addresses_fields[] = {
	FIELD(struct addresses, assoc_id, int), FIELD(struct addresses, addr_num, uint), FIELD_REST("addrs", sizeof(struct addresses), .shape = &shape_sockaddrs),
};
const struct shape shape_sctp_addresses = SHAPE(struct addresses, addresses_fields);

struct peeloff { int32_t associd, sd; uint32_t flags; };
static const struct field peeloff_fields[] = {
	FIELD(struct peeloff, associd, int), FIELD(struct peeloff, sd, fd), FIELD_FLAGS(struct peeloff, flags, flags, socket_type_flags),
};
const struct shape shape_sctp_peeloff = { .name = "sctp_peeloff_arg_t", .size = 8, .fields = peeloff_fields, .nfields = 2 };
const struct shape shape_sctp_peeloff_flags = { .name = "sctp_peeloff_flags_arg_t", .size = 12, .fields = peeloff_fields, .nfields = 3 };

/* struct can_raw_vcid_options of linux/can/raw.h, 6.9 */
struct can_raw_vcid { uint8_t flags, tx_vcid, rx_vcid, rx_vcid_mask; };
static const struct field can_raw_vcid_fields[] = {
	FIELD_FLAGS(struct can_raw_vcid, flags, flags, can_raw_vcid_flags), FIELDS(struct can_raw_vcid, hex, tx_vcid, rx_vcid, rx_vcid_mask),
};
const struct shape shape_can_raw_vcid = SHAPE(struct can_raw_vcid, can_raw_vcid_fields);
