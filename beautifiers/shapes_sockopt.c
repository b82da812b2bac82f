// SPDX-License-Identifier: BSD-2-Clause
/*
 * shapes_sockopt.c - structures that are values of socket options: linux/in.h, in6.h, icmp.h, if_packet.h. Those of SOL_SOCKET are in
 * shapes_ipc.c.
 */
#include <netinet/in.h>
#include <linux/if_packet.h>

#include "kinds.h"

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

static const struct field tpacket_stats_fields[] = {	/* version 3; version 2 lacks the last */
	FIELDS(struct tpacket_stats_v3, uint, tp_packets, tp_drops, tp_freeze_q_cnt),
};
const struct shape shape_tpacket_stats = SHAPE(struct tpacket_stats_v3, tpacket_stats_fields);

/* -- Multicast groups ------------------------------------------------------------------------------------------------ */

static const struct field ip_mreq_fields[] = {
	FIELD_STRUCT(struct ip_mreq, imr_multiaddr, shape_in_addr),
	FIELD_STRUCT(struct ip_mreq, imr_interface, shape_in_addr),
};
const struct shape shape_ip_mreq = SHAPE(struct ip_mreq, ip_mreq_fields);

static const struct field ipv6_mreq_fields[] = {
	FIELD_STRUCT(struct ipv6_mreq, ipv6mr_multiaddr, shape_in6_addr),
	FIELD(struct ipv6_mreq, ipv6mr_interface, ifindex),
};
const struct shape shape_ipv6_mreq = SHAPE(struct ipv6_mreq, ipv6_mreq_fields);

struct group_req64 { uint32_t gr_interface, pad; uint8_t gr_group[128]; };
struct group_req32 { uint32_t gr_interface; uint8_t gr_group[128]; };
#define GROUP_FIELDS(t) { FIELD(struct t, gr_interface, ifindex), FIELD_STRUCT(struct t, gr_group, sockaddr_storage) }
static const struct shape sockaddr_storage = { .name = "sockaddr_storage", .size = 128, .show = show_sockaddr_within };
static const struct field group_req64_fields[] = GROUP_FIELDS(group_req64), group_req32_fields[] = GROUP_FIELDS(group_req32);
static const struct shape group_req32 = SHAPE(struct group_req32, group_req32_fields);
const struct shape shape_group_req = SHAPE(struct group_req64, group_req64_fields, .compat = &group_req32, .x32_compat = true);

/* -- ICMP ------------------------------------------------------------------------------------------------------------ */

/* A set of types of messages; one of more than half of them is shown by the others. */
static void show_icmp_filter(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	uint32_t set = (uint32_t)load_uint(p, 4, s->swap);
	bool inverted = __builtin_popcount(set) > 16;

	(void)a;
	(void)len;
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
