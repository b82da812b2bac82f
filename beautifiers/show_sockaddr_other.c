// SPDX-License-Identifier: BSD-2-Clause
/*
 * show_sockaddr_other.c - socket addresses of families that few programs use: layouts of linux/ax25.h, rxrpc.h, if_alg.h, nfc.h, if_xdp.h,
 * mctp.h, and net/af_ieee802154.h of the kernel.
 */
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include "sockaddr.h"

#define FAMILY { .spec = ENUM("sa_family", socket_domains), .offset = 0, .size = 2 }

static void begin(struct show *s, const uint8_t *p)
{
	s->w->struct_begin(s->o);
	show_field_name(s, "sa_family");
	show__enum(s, &socket_domains, load_uint(p, 2, s->swap));
}

/* A number with its name as a comment in strace's format. */
static void show_listed(struct show *s, const struct arg *a, const struct flag_table *t, uint64_t v)
{
	const struct arg_spec spec = { .name = "", .flags = t };
	struct arg one = *a;

	one.spec = &spec;
	one.index = -1;
	one.value = v;
	if (s->w->strace_marks)
		show_commented(s, &one);
	else
		show__enum(s, t, v);
}

/* -- AF_AX25 --------------------------------------------------------------------------------------------------------- */

#define CALL_BYTES 7		/* ax25_address: six characters shifted by a bit, and the SSID */
#define CALL_CHARS 6
#define AX25_BYTES 16		/* struct sockaddr_ax25 */
#define DIGIS_MAX 8
#define SSID_BITS 0x1e

struct callsign {
	bool printable;
	bool valid;		/* as stations may have it */
	char text[CALL_CHARS + 4];
};

static bool is_printable(uint8_t c)
{
	return c >= ' ' && c <= '~' && c != '*' && c != '/';
}

static bool is_of_callsign(uint8_t c)
{
	return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || c == ' ';
}

static void put_callsign(struct callsign *sign, const uint8_t *p)
{
	unsigned n = CALL_CHARS;
	char chars[CALL_CHARS + 1] = "";

	while (n && p[n - 1] >> 1 == ' ')
		n--;
	for (unsigned i = 0; i < n; i++)
		chars[i] = (char)(p[i] >> 1);
	snprintf(sign->text, sizeof(sign->text), "%s-%u", chars, p[CALL_CHARS] >> 1 & 0xf);
	if (!n && sign->text[1] == '0')
		strcpy(sign->text, "*");
}

static struct callsign callsign_of(const uint8_t *p)
{
	struct callsign sign = { .printable = true, .valid = !(p[CALL_CHARS] & ~SSID_BITS) };
	bool space = false, other = false;

	for (unsigned i = 0; i < CALL_CHARS; i++) {
		uint8_t c = p[i] >> 1;

		sign.printable &= is_printable(c);
		sign.valid &= !(p[i] & 1) && is_of_callsign(c) && !(space && c != ' ');
		space |= c == ' ';
		other |= c != ' ';
	}
	sign.valid &= other || !p[CALL_CHARS];
	put_callsign(&sign, p);
	return sign;
}

static void show_call_bytes(struct show *s, const uint8_t *p)
{
	s->w->struct_begin(s->o);
	show_field_name(s, "ax25_call");
	s->w->octets(s->o, p, CALL_BYTES, STRING_WHOLE);
	s->w->struct_end(s->o, false);
}

static void show_callsign(struct show *s, const uint8_t *p)
{
	struct callsign sign = callsign_of(p);
	enum constants_as style = show__constants(s);

	if (!sign.printable) {
		show_call_bytes(s, p);
	} else if (!s->w->strace_marks) {
		s->w->string(s->o, sign.text, strlen(sign.text), STRING_WHOLE);
	} else if (sign.valid && style == CONSTANTS_NAMED) {
		s->w->symbol(s->o, 0, sign.text, 0, NULL);
	} else {
		show_call_bytes(s, p);
		if (!sign.valid || style == CONSTANTS_BOTH)
			s->w->comment(s->o, sign.text);
	}
}

static void show_station(struct show *s, const uint8_t *p)
{
	show_field_name(s, "sax25_call");
	show_callsign(s, p + 2);
	show_named(s, "sax25_ndigis", integer, load_int(p + 12, 4, s->swap));
}

/* The relays: `there` of them are in memory. */
static void show_digipeaters(struct show *s, const uint8_t *p, unsigned there, unsigned wanted)
{
	unsigned n = there < wanted ? there : wanted;

	show_field_name(s, "fsa_digipeater");
	s->w->array_begin(s->o);
	for (unsigned i = 0; i < n; i++) {
		s->w->item(s->o);
		show_callsign(s, p + i * CALL_BYTES);
	}
	s->w->array_end(s->o, n < wanted ? ARRAY_LIMIT : ARRAY_WHOLE, 0);
}

static void show_ax25(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	int64_t digis = load_int(p + 12, 4, s->swap);
	unsigned there = (len - AX25_BYTES) / CALL_BYTES, wanted = digis < 0 ? 0 : digis > DIGIS_MAX ? DIGIS_MAX : (unsigned)digis;

	(void)a;
	if (there > DIGIS_MAX)
		there = DIGIS_MAX;
	begin(s, p);
	if (!digis && len == AX25_BYTES) {
		show_station(s, p);
		s->w->struct_end(s->o, false);
		return;
	}
	show_field_name(s, "fsa_ax25");
	s->w->struct_begin(s->o);
	show_station(s, p);
	s->w->struct_end(s->o, false);
	if (wanted)
		show_digipeaters(s, p + AX25_BYTES, there, wanted);
	s->w->struct_end(s->o, len > AX25_BYTES + there * CALL_BYTES);
}
const struct shape sockaddr_ax25 = { .name = "full_sockaddr_ax25", .size = AX25_BYTES, .longer = true, .show = show_ax25 };

/* -- AF_RXRPC -------------------------------------------------------------------------------------------------------- */

#define RXRPC_TRANSPORT 8	/* offset of the transport's address, a sockaddr_in or sockaddr_in6 */
#define SIN_BYTES 16
#define SIN6_BYTES 24		/* without the scope */

static void show_rest(struct show *s, const uint8_t *p, unsigned len)
{
	if (!len)
		return;
	if (s->w->strace_marks)
		s->w->field(s->o, NULL, 0);
	else
		show_field_name(s, "sa_data");
	s->w->bytes(s->o, p, len, STRING_WHOLE);
}

static void show_transport_of(struct show *s, const char *name, uint64_t family, const uint8_t *p, unsigned rest)
{
	s->w->field(s->o, name, strlen(name));
	show__enum(s, &socket_domains, family);
	show_rest(s, p + 2, rest);
}

/* len: bytes of the address that are there, and that the program says that there are */
static void show_transport(struct show *s, const struct arg *a, const uint8_t *p, unsigned len)
{
	uint64_t family = load_uint(p, 2, s->swap);
	unsigned rest = len > 2 ? len - 2 : 0;
	bool inet6 = family == AF_INET6;

	s->w->struct_begin(s->o);
	if (family != AF_INET && !inet6) {
		show_transport_of(s, "family", family, p, rest);
		s->w->struct_end(s->o, false);
		return;
	}
	s->w->field(s->o, inet6 ? "sin6" : "sin", inet6 ? 4 : 3);
	if (len >= (inet6 ? SIN6_BYTES : SIN_BYTES)) {
		show_inet_transport(s, a, p, len);
	} else {
		s->w->struct_begin(s->o);
		show_transport_of(s, inet6 ? "sin6_family" : "sin_family", family, p, rest);
		s->w->struct_end(s->o, false);
	}
	s->w->struct_end(s->o, false);
}

static void show_rxrpc(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	unsigned said = (unsigned)load_uint(p + 6, 2, s->swap), there = len - RXRPC_TRANSPORT;

	begin(s, p);
	show_field_name(s, "srx_service");
	show_listed(s, a, &rxrpc_services, load_uint(p + 2, 2, s->swap));
	show_field_name(s, "transport_type");
	show__enum(s, &socket_types, load_uint(p + 4, 2, s->swap));
	show_named(s, "transport_len", uinteger, said);
	show_field_name(s, "transport");
	show_transport(s, a, p + RXRPC_TRANSPORT, said < there ? said : there);
	s->w->struct_end(s->o, false);
}
const struct shape sockaddr_rxrpc = { .name = "sockaddr_rxrpc", .size = 36, .show = show_rxrpc };

/* -- AF_IEEE802154 --------------------------------------------------------------------------------------------------- */

enum { WITHOUT_ADDR, SHORT_ADDR = 2 };

static void show_ieee802154(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	uint64_t type = load_uint(p + 4, 4, s->swap);

	(void)len;
	begin(s, p);
	show_field_name(s, "addr");
	s->w->struct_begin(s->o);
	show_field_name(s, "addr_type");
	show_listed(s, a, &ieee802154_addr_types, type);
	show_field_name(s, "pan_id");
	show_listed(s, a, &ieee802154_pan_ids, load_uint(p + 8, 2, s->swap));
	if (type == SHORT_ADDR) {
		show_field_name(s, "short_addr");
		show_listed(s, a, &ieee802154_addrs, load_uint(p + 10, 2, s->swap));
	} else if (type != WITHOUT_ADDR) {
		show_field_name(s, "hwaddr");
		s->w->hwaddr(s->o, p + 10, 8);
	}
	s->w->struct_end(s->o, false);
	s->w->struct_end(s->o, false);
}
const struct shape sockaddr_ieee802154 = { .name = "sockaddr_ieee802154", .size = 20, .show = show_ieee802154 };

/* -- AF_ALG ---------------------------------------------------------------------------------------------------------- */

#define DRIVER_ONLY 0x1000	/* CRYPTO_ALG_KERN_DRIVER_ONLY */

static void show_alg_flags(struct show *s, uint64_t v)
{
	char text[64] = "CRYPTO_ALG_???";

	if (!s->w->strace_marks) {
		show__flags(s, &alg_sockaddr_flags, v);
		return;
	}
	s->w->hex(s->o, v);
	if (!v || show__constants(s) == CONSTANTS_NUMBERS)
		return;
	if (v == DRIVER_ONLY)
		snprintf(text, sizeof(text), "CRYPTO_ALG_KERN_DRIVER_ONLY");
	else if (v & DRIVER_ONLY)
		snprintf(text, sizeof(text), "CRYPTO_ALG_KERN_DRIVER_ONLY|%#x", (unsigned)v & ~(unsigned)DRIVER_ONLY);
	s->w->comment(s->o, text);
}

static void show_alg(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	(void)a;
	begin(s, p);
	show_field_name(s, "salg_type");
	show_terminated(s, p + 2, 14);
	show_field_name(s, "salg_feat");
	show_alg_flags(s, load_uint(p + 16, 4, s->swap));
	show_field_name(s, "salg_mask");
	show_alg_flags(s, load_uint(p + 20, 4, s->swap));
	show_field_name(s, "salg_name");
	show_terminated(s, p + 24, len - 24);
	s->w->struct_end(s->o, false);
}
const struct shape sockaddr_alg = { .name = "sockaddr_alg", .size = 25, .longer = true, .show = show_alg };

/* -- AF_NFC ---------------------------------------------------------------------------------------------------------- */

#define NFC_BYTES 16		/* struct sockaddr_nfc */
#define NFC_NAME 63		/* NFC_LLCP_MAX_SERVICE_NAME */

static void show_llcp(struct show *s, const struct arg *a, const uint8_t *p)
{
	unsigned word = a->call->word;
	uint64_t n = load_uint(p + (word == 8 ? 88 : 84), word, s->swap);

	show_field_name(s, "dsap");
	show_listed(s, a, &nfc_saps, p[16]);
	show_field_name(s, "ssap");
	show_listed(s, a, &nfc_saps, p[17]);
	show_field_name(s, "service_name");
	s->w->bytes(s->o, p + 18, n < NFC_NAME ? n : NFC_NAME, STRING_WHOLE);
	show_named(s, "service_name_len", uinteger, n);
}

static void show_nfc(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	uint64_t device = load_uint(p + 4, 4, s->swap);
	bool llcp = len >= (a->call->word == 8 ? 96 : 88);

	begin(s, p);
	show_field_name(s, "dev_idx");
	s->w->interface(s->o, (uint32_t)device, device == 1 ? "lo" : NULL);
	show_named(s, "target_idx", hex, load_uint(p + 8, 4, s->swap));
	show_field_name(s, "nfc_protocol");
	show__enum(s, &nfc_protocols, load_uint(p + 12, 4, s->swap));
	if (llcp)
		show_llcp(s, a, p);
	s->w->struct_end(s->o, !llcp && len > NFC_BYTES);
}
const struct shape sockaddr_nfc = { .name = "sockaddr_nfc", .size = NFC_BYTES, .longer = true, .show = show_nfc };

/* -- AF_XDP, AF_MCTP ------------------------------------------------------------------------------------------------- */

#define SHARED_UMEM 1		/* XDP_SHARED_UMEM */

struct xdp_address { uint16_t sxdp_family, sxdp_flags; uint32_t sxdp_ifindex, sxdp_queue_id, sxdp_shared_umem_fd; };

static bool shares_umem(const struct call *c, const uint8_t *p)
{
	return load_uint(p + 2, 2, c->swap) & SHARED_UMEM;
}

static bool has_unused_fd(const struct call *c, const uint8_t *p)
{
	return !shares_umem(c, p) && load_uint(p + 12, 4, c->swap);
}

static const struct field xdp_fields[] = {
	FAMILY,
	FIELD_FLAGS(struct xdp_address, sxdp_flags, flags, xdp_bind_flags),
	FIELD(struct xdp_address, sxdp_ifindex, ifindex),
	FIELD(struct xdp_address, sxdp_queue_id, uint),
	FIELD(struct xdp_address, sxdp_shared_umem_fd, fd, .when = shares_umem),
	FIELD(struct xdp_address, sxdp_shared_umem_fd, hex, .when = has_unused_fd),
};
const struct shape sockaddr_xdp = SHAPE(struct xdp_address, xdp_fields);

struct mctp_address { uint16_t smctp_family, __smctp_pad0; uint32_t smctp_network; uint8_t smctp_addr, smctp_type, smctp_tag, __smctp_pad1; };

static bool has_pad0(const struct call *c, const uint8_t *p)
{
	return load_uint(p + 2, 2, c->swap);
}

static bool has_pad1(const struct call *c, const uint8_t *p)
{
	(void)c;
	return p[offsetof(struct mctp_address, __smctp_pad1)];
}

static const struct field mctp_addr_fields[] = { { .spec = ENUM("s_addr", mctp_addrs), .size = 1 } };
static const struct shape mctp_addr = { .name = "mctp_addr", .size = 1, .fields = mctp_addr_fields, .nfields = 1 };
static const struct field mctp_fields[] = {
	FAMILY,
	FIELD(struct mctp_address, __smctp_pad0, hex, .when = has_pad0),
	FIELD_FLAGS(struct mctp_address, smctp_network, enum, mctp_nets),
	FIELD_STRUCT(struct mctp_address, smctp_addr, mctp_addr),
	FIELD(struct mctp_address, smctp_type, hex),
	FIELD(struct mctp_address, smctp_tag, hex),
	FIELD(struct mctp_address, __smctp_pad1, hex, .when = has_pad1),
};
const struct shape sockaddr_mctp = SHAPE(struct mctp_address, mctp_fields);
