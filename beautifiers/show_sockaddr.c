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

#include "kinds.h"

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

/* The byte before the hardware address holds its length. */
static void show_ll_addr(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	uint32_t halen = p[-1];

	(void)a;
	s->w->bytes(s->o, p, halen < len ? halen : len, STRING_WHOLE);
}

static const struct shape shape_ll_addr = { .name = "ll_addr", .size = 8, .show = show_ll_addr };
const struct shape shape_in_addr = { .name = "in_addr", .size = 4, .show = show_inet_addr };
const struct shape shape_in6_addr = { .name = "in6_addr", .size = 16, .show = show_inet6_addr };

#define FAMILY { .spec = ENUM("sa_family", socket_domains), .offset = 0, .size = 2 }

static const struct field inet_fields[] = {
	FAMILY,
	FIELD(struct sockaddr_in, sin_port, be16),
	FIELD_STRUCT(struct sockaddr_in, sin_addr, shape_in_addr),
};
static const struct field inet6_fields[] = {
	FAMILY,
	FIELD(struct sockaddr_in6, sin6_port, be16),
	FIELD(struct sockaddr_in6, sin6_flowinfo, be32),
	FIELD_STRUCT(struct sockaddr_in6, sin6_addr, shape_in6_addr),
	FIELD(struct sockaddr_in6, sin6_scope_id, uint),
};
static const struct field netlink_fields[] = {
	FAMILY,
	FIELD(struct sockaddr_nl, nl_pid, uint),
	FIELD(struct sockaddr_nl, nl_groups, hex32),
};
static const struct field packet_fields[] = {
	FAMILY,
	FIELD_FLAGS(struct sockaddr_ll, sll_protocol, enum_be16, ethernet_protocols),
	FIELD(struct sockaddr_ll, sll_ifindex, int),
	FIELD_FLAGS(struct sockaddr_ll, sll_hatype, enum, arp_hw_types),
	FIELD_FLAGS(struct sockaddr_ll, sll_pkttype, enum, packet_types),
	FIELD(struct sockaddr_ll, sll_halen, uint),
	FIELD_STRUCT(struct sockaddr_ll, sll_addr, shape_ll_addr),
};

struct vsock_address {		/* struct sockaddr_vm of linux/vm_sockets.h, which conflicts with <sys/socket.h> */
	uint16_t svm_family, svm_reserved1;
	uint32_t svm_port, svm_cid;
	uint8_t svm_flags, svm_zero[3];
};
static const struct field vsock_fields[] = {
	FAMILY,
	FIELD_FLAGS(struct vsock_address, svm_cid, enum, vsock_cids),
	FIELD(struct vsock_address, svm_port, uint),
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
		if (!p[2] && n > 1)
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

static const struct shape by_family[FAMILY_MAX] = {
	[AF_INET] = SHAPE(struct sockaddr_in, inet_fields),
	[AF_INET6] = SHAPE(struct sockaddr_in6, inet6_fields),
	[AF_NETLINK] = SHAPE(struct sockaddr_nl, netlink_fields),
	[AF_PACKET] = SHAPE(struct sockaddr_ll, packet_fields),
	[AF_VSOCK] = SHAPE(struct vsock_address, vsock_fields),
};

void show__sockaddr(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len, uint32_t full)
{
	uint64_t family;

	if (len < 2) {
		s->w->bytes(s->o, p, len, len < full ? STRING_CUT : STRING_WHOLE);
		return;
	}
	family = load_uint(p, 2, s->swap);
	if (family == AF_UNIX)
		show_unix(s, p, len);
	else if (family < FAMILY_MAX && by_family[family].fields)
		show__shape(s, a, &by_family[family], p, len);
	else
		show_other(s, p, len, len < full);
}

void show_sockaddr_in(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, false);

	if (k)
		show__sockaddr(s, a, chunk__bytes(k), k->len, arg__count(a));
	else
		show_pointer(s, a, false);
}

/* The size of the program's buffer: the length's value at entry. The kernel may return a larger length. */
static uint32_t offered(const struct arg *a)
{
	const struct chunk *k = call__chunk(a->call, a->spec->len_arg, PART_SELF, false);

	return k && k->len >= 4 ? load_uint(chunk__bytes(k), 4, a->call->swap) : UINT32_MAX;
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
	if (room)
		show__sockaddr(s, a, chunk__bytes(k), room, k->len);
	else
		s->w->address(s->o, arg__ulong(a));
}
