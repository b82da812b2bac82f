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

static void show_address(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	show__sockaddr(s, a, p, len, len);
}
static const struct shape address = { .name = "sockaddr", .size = 2, .show = show_address };

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
