// SPDX-License-Identifier: BSD-2-Clause
/*
 * shapes_cmsg.c - control messages (struct cmsghdr of linux/socket.h): the level selects the list of types, level and type the
 * shape of the data.
 */
#include <asm/socket.h>
#include <linux/in.h>
#include <linux/in6.h>
#include <linux/udp.h>
#include <sys/socket.h>

#include "kinds.h"

#define LEVEL_TLS 282		/* linux/socket.h of the kernel */

/* -- Shapes of data -------------------------------------------------------------------------------------------------- */

static const struct field passed_fd_field[] = { { .spec = { .name = "", .kind = &kind_passed_fd }, .size = 4 } };
static const struct shape passed_fd = { .name = "int", .size = 4, .fields = passed_fd_field, .nfields = 1, .bare = true };

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

static const struct shape address = { .name = "sockaddr", .size = 2, .show = show_sockaddr_within };

struct time64 { int64_t tv_sec, tv_usec; };
static const struct field time64_fields[] = { FIELD(struct time64, tv_sec, long), FIELD(struct time64, tv_usec, long) };
static const struct shape timeval64 = SHAPE(struct time64, time64_fields);

struct in_info { int32_t ipi_ifindex; uint8_t ipi_spec_dst[4], ipi_addr[4]; };
static const struct field in_info_fields[] = {
	FIELD(struct in_info, ipi_ifindex, ifindex),
	FIELD_STRUCT(struct in_info, ipi_spec_dst, shape_in_addr),
	FIELD_STRUCT(struct in_info, ipi_addr, shape_in_addr),
};
static const struct shape in_info = SHAPE(struct in_info, in_info_fields);

struct in6_info { uint8_t ipi6_addr[16]; int32_t ipi6_ifindex; };
static const struct field in6_info_fields[] = {
	FIELD_STRUCT(struct in6_info, ipi6_addr, shape_in6_addr),
	FIELD(struct in6_info, ipi6_ifindex, ifindex),
};
static const struct shape in6_info = SHAPE(struct in6_info, in6_info_fields);

struct ext_err { uint32_t ee_errno; uint8_t ee_origin, ee_type, ee_code, ee_pad; uint32_t ee_info, ee_data; };	/* linux/errqueue.h */
static const struct field ext_err_fields[] = {
	FIELD(struct ext_err, ee_errno, uint),
	FIELD_FLAGS(struct ext_err, ee_origin, enum, so_ee_origins),
	FIELDS(struct ext_err, uint, ee_type, ee_code, ee_info, ee_data),
	FIELD_REST("offender", sizeof(struct ext_err), .shape = &address),
};
static void show_ext_err(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	static const struct shape fields = SHAPE(struct ext_err, ext_err_fields);

	show__shape(s, a, &fields, p, len);
}
static const struct shape ext_err = { .name = "sock_extended_err", .size = sizeof(struct ext_err), .show = show_ext_err };

/* -- Messages -------------------------------------------------------------------------------------------------------- */

/* Type, its identifier in this file, the shape of its data. */
#define OF_SOCKET(X, t) \
	X(t, SCM_RIGHTS,         rights,       passed_fd) \
	X(t, 2,                  credentials,  shape_ucred)	/* SCM_CREDENTIALS, SCM_PIDFD of the kernel's linux/socket.h */ \
	X(t, 4,                  pidfd,        passed_fd) \
	X(t, SO_TIMESTAMP_OLD,   timestamp,    shape_timeval) \
	X(t, SO_TIMESTAMPNS_OLD, timestampns,  shape_timespec) \
	X(t, SO_TIMESTAMPING_OLD, timestamping, shape_timespec) \
	X(t, SO_TIMESTAMP_NEW,   timestamp64,  timeval64) \
	X(t, SO_TIMESTAMPNS_NEW, timestampns64, shape_timespec64) \
	X(t, SO_TIMESTAMPING_NEW, timestamping64, shape_timespec64)
#define OF_IP(X, t) \
	X(t, IP_PKTINFO,         ip_pktinfo,   in_info) \
	X(t, IP_TTL,             ip_ttl,       number) \
	X(t, IP_TOS,             ip_tos,       number) \
	X(t, IP_CHECKSUM,        ip_checksum,  number) \
	X(t, IP_ORIGDSTADDR,     ip_origdst,   address) \
	X(t, IP_RECVERR,         ip_recverr,   ext_err)
#define OF_IPV6(X, t) \
	X(t, IPV6_PKTINFO,       ip6_pktinfo,  in6_info) \
	X(t, IPV6_2292PKTINFO,   ip6_oldinfo,  in6_info) \
	X(t, IPV6_HOPLIMIT,      ip6_hoplimit, number) \
	X(t, IPV6_2292HOPLIMIT,  ip6_oldlimit, number) \
	X(t, IPV6_TCLASS,        ip6_tclass,   number) \
	X(t, IPV6_ORIGDSTADDR,   ip6_origdst,  address) \
	X(t, IPV6_RECVERR,       ip6_recverr,  ext_err)
#define OF_UDP(X, t) \
	X(t, UDP_SEGMENT,        udp_segment,  number) \
	X(t, UDP_GRO,            udp_gro,      number)
#define OF_TLS(X, t) \
	X(t, 1,                  tls_set,      number)	/* TLS_SET_RECORD_TYPE, TLS_GET_RECORD_TYPE of linux/tls.h */ \
	X(t, 2,                  tls_get,      number)

/* Level, its identifier in this file, the list of its types. */
#define LEVELS(X, t) \
	X(t, SOL_SOCKET,   socket, scm_types,    OF_SOCKET) \
	X(t, IPPROTO_IP,   ip,     ip_options,   OF_IP)     \
	X(t, IPPROTO_IPV6, ipv6,   ipv6_options, OF_IPV6)   \
	X(t, IPPROTO_UDP,  udp,    udp_options,  OF_UDP)    \
	X(t, LEVEL_TLS,    tls,    tls_options,  OF_TLS)

#define MESSAGE_FIELDS(t, type, ...) { \
	FIELD(struct t, cmsg_len, ulong), FIELD_FLAGS(struct t, cmsg_level, enum, socket_levels), type, \
	FIELD_REST("cmsg_data", sizeof(struct t), ##__VA_ARGS__) }
#define NAMED(t, list) FIELD_FLAGS(struct t, cmsg_type, enum, list)
#define TYPE_SHAPE(t, value, n, s) \
	static const struct field t##_##n##_fields[] = MESSAGE_FIELDS(t, NAMED(t, TYPES), .shape = &s); \
	static const struct shape t##_##n = SHAPE(struct t, t##_##n##_fields);
#define TYPE_OF(t, value, n, s) { value, &t##_##n },
#define LEVEL_SHAPE(t, level, n, list, types) \
	static const struct subshape t##_##n##_types[] = { types(TYPE_OF, t) }; \
	static const struct field t##_##n##_fields[] = MESSAGE_FIELDS(t, NAMED(t, list)); \
	static const struct shape t##_##n = SHAPE(struct t, t##_##n##_fields, SUBSHAPES(struct t, cmsg_type, t##_##n##_types));
#define LEVEL_OF(t, level, n, list, types) { level, &t##_##n },

struct cmsg64 { uint64_t cmsg_len; int32_t cmsg_level, cmsg_type; };
struct cmsg32 { uint32_t cmsg_len; int32_t cmsg_level, cmsg_type; };
#define BOTH(types) types(TYPE_SHAPE, cmsg64) types(TYPE_SHAPE, cmsg32)
#define TYPES scm_types
BOTH(OF_SOCKET)
#undef TYPES
#define TYPES ip_options
BOTH(OF_IP)
#undef TYPES
#define TYPES ipv6_options
BOTH(OF_IPV6)
#undef TYPES
#define TYPES udp_options
BOTH(OF_UDP)
#undef TYPES
#define TYPES tls_options
BOTH(OF_TLS)
#undef TYPES
LEVELS(LEVEL_SHAPE, cmsg64)
LEVELS(LEVEL_SHAPE, cmsg32)
static const struct subshape cmsg64_levels[] = { LEVELS(LEVEL_OF, cmsg64) }, cmsg32_levels[] = { LEVELS(LEVEL_OF, cmsg32) };
static const struct field cmsg64_fields[] = MESSAGE_FIELDS(cmsg64, FIELD(struct cmsg64, cmsg_type, int)),
	cmsg32_fields[] = MESSAGE_FIELDS(cmsg32, FIELD(struct cmsg32, cmsg_type, int));
static const struct shape shape_cmsg32 = SHAPE(struct cmsg32, cmsg32_fields, SUBSHAPES(struct cmsg32, cmsg_level, cmsg32_levels));
const struct shape shape_cmsghdr = SHAPE(struct cmsg64, cmsg64_fields, SUBSHAPES(struct cmsg64, cmsg_level, cmsg64_levels),
					 .compat = &shape_cmsg32, .x32_compat = true);

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
	{ SO_TIMESTAMP_NEW,    1,  DATA_TIME,  &timeval64, 1 },
	{ SO_TIMESTAMPNS_NEW,  1,  DATA_TIME,  &shape_timespec64, 1 },
	{ SO_TIMESTAMPING_NEW, 1,  DATA_TIME,  &shape_timespec64, 3 },
};
static const struct listed of_ip[] = {
	{ IP_PKTINFO,     12, DATA_ONE,    &in_info, 0 },
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
	switch (l->form) {
	case DATA_ONE:
		show__shape(s, a, l->shape, p, l->shape == &address ? len : l->shape->size);
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
