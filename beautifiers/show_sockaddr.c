// SPDX-License-Identifier: BSD-2-Clause
/*
 * show_sockaddr.c - socket addresses, by family.
 *
 * Layouts are those of linux/in.h, in6.h, un.h, netlink.h, if_packet.h and vm_sockets.h: the same in every ABI. Invariant: an
 * address may be shorter than its family's structure; missing fields are left out.
 */
#include <netinet/in.h>
#include <string.h>
#include <sys/un.h>
#include <linux/if_packet.h>
#include <linux/netlink.h>

#include "sockaddr.h"

#define FAMILY_MAX 48		/* above AF_MAX of any kernel so far */

static void show_inet_addr(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	s->w->inet(s->o, AF_INET, p, len);
}

static void show_inet6_addr(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	s->w->inet(s->o, AF_INET6, p, len);
}

static void show_octets(struct show *s, const uint8_t *p, uint32_t n, uint32_t whole)
{
	s->w->array_begin(s->o);
	for (uint32_t i = 0; i < n; i++) {
		s->w->item(s->o);
		s->w->hex_full(s->o, p[i], 1);
	}
	s->w->array_end(s->o, n < whole ? ARRAY_LIMIT : ARRAY_WHOLE, 0);
}

/* The byte before the hardware address holds its length. */
static void show_ll_addr(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	uint32_t halen = p[-1], there = a->holder_len > a->field->offset ? a->holder_len - a->field->offset : 0;
	uint32_t n = s->w->hex_full && there > len ? there : len;

	if (n > halen)
		n = halen;
	if (s->w->hex_full)
		show_octets(s, p, n, halen);
	else
		s->w->bytes(s->o, p, n, STRING_WHOLE);
}

static void show_node(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	if (s->w->hex_full)
		show_octets(s, p, len, len);
	else
		s->w->hwaddr(s->o, p, len);
}

static const struct shape shape_ll_addr = { .name = "ll_addr", .size = 8, .show = show_ll_addr };
static const struct shape shape_node = { .name = "node", .size = 6, .show = show_node };
void show_inet4(struct show *s, const uint8_t *p, uint32_t size)
{
	s->w->inet(s->o, AF_INET, p, size);
}

void show_inet6(struct show *s, const uint8_t *p, uint32_t size)
{
	s->w->inet(s->o, AF_INET6, p, size);
}

void show_mac_address(struct show *s, const uint8_t *p, uint32_t size)
{
	s->w->hwaddr(s->o, p, size);
}

const struct shape shape_in_addr = { .name = "in_addr", .size = 4, .show = show_inet_addr };
const struct shape shape_in6_addr = { .name = "in6_addr", .size = 16, .show = show_inet6_addr };

#define FAMILY { .spec = ENUM("sa_family", socket_domains), .offset = 0, .size = 2 }

static const struct field inet_fields[] = {
	FAMILY,
	FIELD(struct sockaddr_in, sin_port, be16),
	FIELD_STRUCT(struct sockaddr_in, sin_addr, shape_in_addr),
};
/* Is the scope an interface: of a link-local address, fe80::/10, or ff02::/16 and the like? */
static bool has_link_scope(const struct call *c, const uint8_t *p)
{
	const uint8_t *addr = p + offsetof(struct sockaddr_in6, sin6_addr);

	(void)c;
	return (addr[0] == 0xfe && (addr[1] & 0xc0) == 0x80) || (addr[0] == 0xff && (addr[1] & 0xf) == 2);
}

static bool has_other_scope(const struct call *c, const uint8_t *p)
{
	return !has_link_scope(c, p);
}

static const struct field inet6_fields[] = {
	FAMILY,
	FIELD(struct sockaddr_in6, sin6_port, be16),
	FIELD(struct sockaddr_in6, sin6_flowinfo, be32),
	FIELD_STRUCT(struct sockaddr_in6, sin6_addr, shape_in6_addr),
	FIELD(struct sockaddr_in6, sin6_scope_id, ifindex, .when = has_link_scope),
	FIELD(struct sockaddr_in6, sin6_scope_id, uint, .when = has_other_scope),
};
/* Without the scope, which is newer than the rest */
static const struct shape old_inet6 = {
	.name = "sockaddr_in6", .size = offsetof(struct sockaddr_in6, sin6_scope_id), .fields = inet6_fields, .nfields = 4,
};
static bool has_pad(const struct call *c, const uint8_t *p)
{
	(void)c;
	return p[2] | p[3];
}

static const struct field netlink_fields[] = {
	FAMILY,
	FIELD(struct sockaddr_nl, nl_pad, hex32, .when = has_pad),
	FIELD(struct sockaddr_nl, nl_pid, uint, .spec.strace = &kind_int),
	FIELD(struct sockaddr_nl, nl_groups, hex_full),
};
static bool has_ll_addr(const struct call *c, const uint8_t *p)
{
	(void)c;
	return p[offsetof(struct sockaddr_ll, sll_halen)];
}

static const struct field packet_fields[] = {
	FAMILY,
	FIELD_FLAGS(struct sockaddr_ll, sll_protocol, enum_be16, ethernet_protocols),
	FIELD(struct sockaddr_ll, sll_ifindex, ifindex),
	FIELD_FLAGS(struct sockaddr_ll, sll_hatype, enum, arp_hw_types),
	FIELD_FLAGS(struct sockaddr_ll, sll_pkttype, enum, packet_types),
	FIELD(struct sockaddr_ll, sll_halen, uint),
	FIELD_STRUCT(struct sockaddr_ll, sll_addr, shape_ll_addr, .when = has_ll_addr),
};

struct vsock_address {		/* struct sockaddr_vm of linux/vm_sockets.h, which conflicts with <sys/socket.h> */
	uint16_t svm_family, svm_reserved1;
	uint32_t svm_port, svm_cid;
	uint8_t svm_flags, svm_zero[3];
};
static bool has_reserved(const struct call *c, const uint8_t *p)
{
	(void)c;
	return p[2] | p[3];
}

static bool has_zero(const struct call *c, const uint8_t *p)
{
	(void)c;
	return p[13] | p[14] | p[15];
}

static bool has_vsock_flags(const struct call *c, const uint8_t *p)
{
	(void)c;
	return p[12];
}

static void show_zero(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	s->w->octets(s->o, p, len, STRING_WHOLE);
}
static const struct shape vsock_zero = { .name = "zero", .size = 3, .show = show_zero };
static const struct field vsock_strace_fields[] = {
	FAMILY,
	FIELD(struct vsock_address, svm_reserved1, hex, .when = has_reserved),
	FIELD_FLAGS(struct vsock_address, svm_cid, enum, vsock_cids),
	FIELD_FLAGS(struct vsock_address, svm_port, enum, vsock_ports),
	FIELD_FLAGS(struct vsock_address, svm_flags, flags, vsock_addr_flags),
	FIELD_STRUCT(struct vsock_address, svm_zero, vsock_zero, .when = has_zero),
};
static const struct shape vsock_strace = SHAPE(struct vsock_address, vsock_strace_fields);
static const struct field vsock_fields[] = {
	FAMILY,
	FIELD(struct vsock_address, svm_reserved1, hex, .when = has_reserved),
	FIELD_FLAGS(struct vsock_address, svm_cid, enum, vsock_cids),
	FIELD_FLAGS(struct vsock_address, svm_port, enum_dec64, vsock_ports),
	FIELD_FLAGS(struct vsock_address, svm_flags, flags, vsock_addr_flags, .when = has_vsock_flags, .len_offset = 12, .len_size = 1),
	FIELD_STRUCT(struct vsock_address, svm_zero, vsock_zero, .when = has_zero, .len_offset = 13, .len_size = 3),
};

struct ipx_address {		/* struct sockaddr_ipx of linux/ipx.h, which newer headers lack */
	uint16_t sipx_family, sipx_port;
	uint32_t sipx_network;
	uint8_t sipx_node[6], sipx_type, sipx_zero;
};

static bool has_ipx_zero(const struct call *c, const uint8_t *p)
{
	(void)c;
	return p[offsetof(struct ipx_address, sipx_zero)];
}

/* strace's format has the number in hexadecimal, whatever numbers it is to show. */
static void show_ipx_network(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	uint32_t v = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];

	(void)a;
	(void)len;
	if (!s->w->strace_marks) {
		s->w->network(s->o, v, 4);
		return;
	}
	s->w->macro_begin(s->o, "htonl");
	s->w->field(s->o, NULL, 0);
	s->w->hex(s->o, v);
	s->w->macro_end(s->o);
}
static const struct shape ipx_network = { .name = "network", .size = 4, .show = show_ipx_network };
static const struct field ipx_fields[] = {
	FAMILY,
	FIELD(struct ipx_address, sipx_port, be16),
	FIELD_STRUCT(struct ipx_address, sipx_network, ipx_network),
	FIELD_STRUCT(struct ipx_address, sipx_node, shape_node),
	FIELD(struct ipx_address, sipx_type, hex_full),
	FIELD(struct ipx_address, sipx_zero, hex32, .when = has_ipx_zero),
};

void show_terminated(struct show *s, const uint8_t *p, uint32_t size)
{
	uint32_t n = (uint32_t)strnlen((const char *)p, size);

	if (n == size && s->w->strace_marks)
		s->w->string(s->o, p, n - 1, STRING_CUT);
	else
		s->w->string(s->o, p, n, STRING_WHOLE);
}

static void show_x25_name(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	s->w->struct_begin(s->o);
	show_field_name(s, "x25_addr");
	show_terminated(s, p, len);
	s->w->struct_end(s->o, false);
}
static const struct shape x25_name = { .name = "x25_address", .size = 16, .show = show_x25_name };
static const struct field x25_fields[] = {
	FAMILY,
	{ .spec = { .name = "sx25_addr", .name_len = 9, .kind = &kind_struct_in, .shape = &x25_name }, .offset = 2, .size = 16 },
};

struct qrtr_address { uint16_t sq_family; uint32_t sq_node, sq_port; };	/* struct sockaddr_qrtr of linux/qrtr.h */
static const struct field qrtr_fields[] = {
	FAMILY,
	FIELD_FLAGS(struct qrtr_address, sq_node, enum, qrtr_nodes),
	FIELD_FLAGS(struct qrtr_address, sq_port, enum, qrtr_ports),
};

static void show_family(struct show *s, const uint8_t *p)
{
	show_field_name(s, "sa_family");
	show__enum(s, &socket_domains, load_uint(p, 2, s->swap));
}

/* Abstract names begin with NUL, may hold any byte, and fill the address; they are shown with the usual `@`. */
static void show_abstract(struct show *s, const uint8_t *name, uint32_t n)
{
	char buf[sizeof(struct sockaddr_un)];

	memcpy(buf, name, n);
	buf[0] = '@';
	s->w->string(s->o, buf, n, STRING_WHOLE);
}

/* Bytes beyond the longest path are not part of the address: the kernel rejects longer ones. */
static void show_unix(struct show *s, const uint8_t *p, uint32_t len)
{
	const uint32_t max = sizeof(((struct sockaddr_un *)0)->sun_path);
	uint32_t n = len - 2 < max ? len - 2 : max;

	s->w->struct_begin(s->o);
	show_family(s, p);
	if (n) {
		show_field_name(s, "sun_path");
		if (!p[2] && s->w->abstract)
			s->w->abstract(s->o, p + 3, n - 1);
		else if (!p[2] && n > 1)
			show_abstract(s, p + 2, n);
		else
			s->w->string(s->o, p + 2, strnlen((const char *)p + 2, n), STRING_WHOLE);
	}
	s->w->struct_end(s->o, false);
}

static void show_other(struct show *s, const uint8_t *p, uint32_t len, bool more)
{
	s->w->struct_begin(s->o);
	show_family(s, p);
	if (len > 2) {
		show_field_name(s, "sa_data");
		s->w->bytes(s->o, p + 2, len - 2, more ? STRING_CUT : STRING_WHOLE);
	}
	s->w->struct_end(s->o, false);
}

const struct shape shape_sockaddr_in6 = SHAPE(struct sockaddr_in6, inet6_fields);

/* RXRPC's transports: fields have the family's own name. */
#define SIN_FAMILY(n) { .spec = ENUM(n, socket_domains), .offset = 0, .size = 2 }
static const struct field inet_transport_fields[] = {
	SIN_FAMILY("sin_family"),
	FIELD(struct sockaddr_in, sin_port, be16),
	FIELD_STRUCT(struct sockaddr_in, sin_addr, shape_in_addr),
};
static const struct shape inet_transport = SHAPE(struct sockaddr_in, inet_transport_fields);
static const struct field inet6_transport_fields[] = {
	SIN_FAMILY("sin6_family"),
	FIELD(struct sockaddr_in6, sin6_port, be16),
	FIELD(struct sockaddr_in6, sin6_flowinfo, be32),
	FIELD_STRUCT(struct sockaddr_in6, sin6_addr, shape_in6_addr),
	FIELD(struct sockaddr_in6, sin6_scope_id, ifindex, .when = has_link_scope),
	FIELD(struct sockaddr_in6, sin6_scope_id, uint, .when = has_other_scope),
};
static const struct shape inet6_transport = SHAPE(struct sockaddr_in6, inet6_transport_fields);
static const struct shape old_inet6_transport = {
	.name = "sockaddr_in6", .size = offsetof(struct sockaddr_in6, sin6_scope_id), .fields = inet6_transport_fields, .nfields = 4,
};

void show_inet_transport(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	bool inet6 = load_uint(p, 2, s->swap) == AF_INET6;
	const struct shape *sh = !inet6 ? &inet_transport : len < inet6_transport.size ? &old_inet6_transport : &inet6_transport;

	show__shape(s, a, sh, p, sh->size);
}

static const struct shape inet = SHAPE(struct sockaddr_in, inet_fields);
static const struct shape ipx = SHAPE(struct ipx_address, ipx_fields);
static const struct shape x25 = { .name = "sockaddr_x25", .size = 18, .fields = x25_fields, .nfields = 2 };
static const struct shape netlink = SHAPE(struct sockaddr_nl, netlink_fields);
/* Hardware addresses may be longer than what the structure has room for */
static const struct shape packet = SHAPE(struct sockaddr_ll, packet_fields, .longer = true);
static const struct shape vsock = SHAPE(struct vsock_address, vsock_fields, .strace = &vsock_strace);
static const struct shape qrtr = SHAPE(struct qrtr_address, qrtr_fields);

static const struct shape *const by_family[FAMILY_MAX] = {
	[AF_INET] = &inet,
	[AF_INET6] = &shape_sockaddr_in6,
	[AF_AX25] = &sockaddr_ax25,
	[AF_IPX] = &ipx,
	[AF_X25] = &x25,
	[AF_NETLINK] = &netlink,
	[AF_PACKET] = &packet,
	[AF_RXRPC] = &sockaddr_rxrpc,
	[AF_IEEE802154] = &sockaddr_ieee802154,
	[AF_ALG] = &sockaddr_alg,
	[AF_NFC] = &sockaddr_nfc,
	[AF_VSOCK] = &vsock,
	[AF_QIPCRTR] = &qrtr,
	[AF_XDP] = &sockaddr_xdp,
	[AF_MCTP] = &sockaddr_mctp,
};

/* NULL: bytes are shown. Some formats do that if the address is shorter than its family's; functions need the whole. */
static const struct shape *shape_of_family(const struct show *s, uint64_t family, uint32_t len)
{
	const struct shape *sh = family == AF_BLUETOOTH ? sockaddr_bluetooth(len) : family < FAMILY_MAX ? by_family[family] : NULL;

	if (!sh || len >= sh->size || (!s->w->whole_only && !sh->show))
		return sh;
	return family == AF_INET6 && len >= old_inet6.size ? &old_inet6 : NULL;
}

void show__sockaddr(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len, uint32_t full)
{
	uint8_t scoped[sizeof(struct sockaddr_in6)] = { 0 };
	const struct shape *sh;
	uint64_t family;

	if (len < 2) {
		s->w->bytes(s->o, p, len, len < full ? STRING_CUT : STRING_WHOLE);
		return;
	}
	family = load_uint(p, 2, s->swap);
	if (family == AF_INET6 && s->w->whole_only && len > old_inet6.size && len < sizeof(scoped)) {	/* the scope is there in part */
		memcpy(scoped, p, len);
		p = scoped;
		len = sizeof(scoped);
	}
	if (family == AF_UNIX)
		show_unix(s, p, len);
	else if ((sh = shape_of_family(s, family, len)))
		show__shape(s, a, sh, p, len < sh->size || sh->longer || !s->w->whole_only ? len : sh->size);
	else
		show_other(s, p, len, len < full && !s->w->whole_only);
}

void show_sockaddr_within(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	show__sockaddr(s, a, p, len, len);
}

/* A field of a structure */
void show_address_within(struct show *s, const struct arg *a)
{
	show_sockaddr_within(s, a, a->holder + a->field->offset, a->field->size);
}

const struct shape shape_sockaddr_any = { .name = "sockaddr_storage", .size = 128, .show = show_sockaddr_within };

void show_sockaddr_in(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, false);

	if (!k || (s->w->whole_only && (k->len < 2 || chunk__status(k) == CHUNK_PARTIAL)))
		show_pointer(s, a, false);
	else
		show__sockaddr(s, a, chunk__bytes(k), k->len, arg__count(a));
}

/* The size of the program's buffer: the length's value at entry. The kernel may return a larger length. */
static uint32_t offered(const struct arg *a)
{
	const struct chunk *k = call__chunk(a->call, a->spec->len_arg, PART_SELF, false);

	return k && k->len >= 4 ? load_uint(chunk__bytes(k), 4, a->call->swap) : UINT32_MAX;
}

/* The length of the argument before this: not looked at if there is no room for an address. */
void show_socklen(struct show *s, const struct arg *a)
{
	if (a->call->args[a->index - 1])
		show_struct_inout(s, a);
	else
		s->w->address(s->o, arg__ulong(a));
}

void show_sockaddr_out(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, true);
	uint32_t room;

	if (!k) {
		show_pointer(s, a, true);
		return;
	}
	room = offered(a);
	if (room > k->len)
		room = k->len;
	if (room > (s->w->strace_marks ? 1 : 0))
		show__sockaddr(s, a, chunk__bytes(k), room, k->len);
	else
		s->w->address(s->o, arg__ulong(a));
}
