// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_interface.c - requests to sockets about network interfaces: struct ifreq (linux/if.h), whose name says which. */
#include <linux/if_arp.h>
#include <linux/sockios.h>
#include <stdio.h>

#include "beautifiers/kinds.h"
#include "ifreq.h"
#include "made_shapes.h"

/* Bytes of addresses, by types of hardware; of others 14 are shown. */
static const struct { uint16_t type; uint8_t bytes; } hardware[] = {
	{ ARPHRD_NETROM, 7 }, { ARPHRD_ETHER, 6 }, { ARPHRD_AX25, 7 }, { ARPHRD_IEEE802, 6 }, { ARPHRD_ARCNET, 1 }, { ARPHRD_DLCI, 2 }, { ARPHRD_EUI64, 8 },
	{ ARPHRD_ROSE, 5 }, { ARPHRD_X25, 5 }, { ARPHRD_MCTP, 1 }, { ARPHRD_TUNNEL, 4 }, { ARPHRD_LOOPBACK, 6 }, { ARPHRD_LOCALTLK, 1 }, { ARPHRD_FDDI, 6 },
	{ ARPHRD_SIT, 4 }, { ARPHRD_IPDDP, 4 }, { ARPHRD_IPGRE, 4 }, { ARPHRD_PIMREG, 4 }, { ARPHRD_HIPPI, 6 }, { ARPHRD_IRDA, 4 }, { ARPHRD_IEEE80211, 6 },
	{ ARPHRD_IEEE80211_PRISM, 6 }, { ARPHRD_IEEE80211_RADIOTAP, 6 }, { ARPHRD_IEEE802154, 8 }, { ARPHRD_IEEE802154_MONITOR, 8 }, { ARPHRD_PHONET, 1 },
	{ ARPHRD_PHONET_PIPE, 1 }, { ARPHRD_CAIF, 1 }, { ARPHRD_6LOWPAN, 8 }, { ARPHRD_VSOCKMON, 8 },
};

static unsigned hardware_bytes(unsigned type, unsigned most)
{
	for (unsigned i = 0; i < sizeof(hardware) / sizeof(hardware[0]); i++)
		if (hardware[i].type == type)
			return hardware[i].bytes;
	return most;
}

/* An address of n bytes in an array of `size`, which strace shows whole where it shows numbers */
static void show_hardware_bytes(struct show *s, const uint8_t *p, unsigned n, unsigned size)
{
	char text[3 * 14 + 1] = "";

	if (show__constants(s) == CONSTANTS_NAMED) {
		s->w->hwaddr(s->o, p, n);
		return;
	}
	s->w->octets(s->o, p, size, STRING_WHOLE);
	for (unsigned i = 0; i < n && i < 14; i++)
		snprintf(text + 3 * i - !!i, 4, i ? ":%02x" : "%02x", p[i]);
	if (show__constants(s) == CONSTANTS_BOTH)
		s->w->comment(s->o, text);
}

/* sa_family is a type of hardware */
static void show_hardware_address(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	unsigned type = (unsigned)load_uint(p, 2, s->swap);

	(void)a;
	s->w->struct_begin(s->o);
	show_field_name(s, "sa_family");
	show__enum(s, &arp_hw_types, type);
	show_field_name(s, "sa_data");
	show_hardware_bytes(s, p + 2, hardware_bytes(type, len - 2), len - 2);
	s->w->struct_end(s->o, false);
}
static const struct shape hardware_address = { .name = "sockaddr", .size = 16, .show = show_hardware_address };
static const struct shape address = { .name = "sockaddr", .size = 16, .show = show_sockaddr_within };

IFREQ(addr, "ifr_addr", struct_in, 16, .shape = &address)
IFREQ(dstaddr, "ifr_dstaddr", struct_in, 16, .shape = &address)
IFREQ(broadaddr, "ifr_broadaddr", struct_in, 16, .shape = &address)
IFREQ(netmask, "ifr_netmask", struct_in, 16, .shape = &address)
IFREQ(hwaddr, "ifr_hwaddr", struct_in, 16, .shape = &hardware_address)
IFREQ(flags, "ifr_flags", flags, 2, .flags = &if_flags)
IFREQ_GET(ifindex, "ifr_ifindex", int, 4)
IFREQ(metric, "ifr_metric", int, 4)
IFREQ(mtu, "ifr_mtu", int, 4)
IFREQ(slave, "ifr_slave", chars, IFNAMSIZ)
IFREQ_SET(newname, "ifr_newname", chars, IFNAMSIZ)
IFREQ(qlen, "ifr_qlen", int, 4)
#define MAP(bytes) VALUE("ifr_map", struct_in, bytes, .shape = &shape_ifmap)
IFREQ_SETS(map, MAP(24), MAP(16))
IFREQ_GETS(map, MAP(24), MAP(16))

/* SIOCGIFNAME: the name of an index */
static const struct field name64_fields[] = { VALUE("ifr_ifindex", int, 4), .in_only = true }, NAME(ifreq64, .out_only = true) };
static const struct field name32_fields[] = { VALUE("ifr_ifindex", int, 4), .in_only = true }, NAME(ifreq32, .out_only = true) };
static const struct shape name32 = SHAPE(struct ifreq32, name32_fields, .joined = true);
static const struct shape name_of_index = SHAPE(struct ifreq64, name64_fields, .joined = true, .compat = &name32, .x32_compat = true);

/* SIOCBRADDIF: of the bridge whose name it has only the index is used */
static const struct field port64_fields[] = { VALUE("ifr_ifindex", ifindex, 4) } }, port32_fields[] = { VALUE("ifr_ifindex", ifindex, 4) } };
static const struct shape port32 = SHAPE(struct ifreq32, port32_fields);
static const struct shape port = SHAPE(struct ifreq64, port64_fields, .compat = &port32, .x32_compat = true);

/* The kernel takes no more than fits a name, with its NUL. */
void show_interface_name(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, false);
	uint32_t limit = s->string_limit < IFNAMSIZ ? s->string_limit : IFNAMSIZ;

	show_chunk_string(s, k, arg__ulong(a), limit);
}

/* SIOCGIFCONF: as many structures as there is room for, whose length the kernel corrects; it only returns the length if there is no buffer. */
#define CONF(t, P) struct t { int32_t ifc_len; P buf; };
#define CONF_FIELDS(t) { FIELD(struct t, ifc_len, int), \
	FIELD_NAMED(struct t, buf, "ifc_buf", ifreqs, .leads = true, .len_offset = offsetof(struct t, ifc_len), .len_size = 4, .spec.shape = &addr_to) }
CONF(conf64, uint64_t)
CONF(conf32, uint32_t)
static const struct field conf64_fields[] = CONF_FIELDS(conf64), conf32_fields[] = CONF_FIELDS(conf32);
static const struct shape conf32 = SHAPE(struct conf32, conf32_fields);
static const struct shape conf = SHAPE(struct conf64, conf64_fields, .compat = &conf32, .x32_compat = true);

static unsigned ifreq_size(enum abi abi)
{
	return shape__of(&addr_to, abi)->size;
}

static void show_conf_len(struct show *s, enum abi abi, int32_t len)
{
	int32_t size = (int32_t)ifreq_size(abi);
	char text[64];

	s->w->integer(s->o, len);
	if (len <= 0 || len % size)
		return;
	snprintf(text, sizeof(text), "%d * sizeof(struct ifreq)", len / size);
	s->w->comment(s->o, text);
}

void show_ifreqs(struct show *s, const struct arg *a)
{
	if (a->out && (int32_t)arg__count(a) >= 0)
		show_array_of(s, a, true, arg__count(a) / ifreq_size(a->call->abi));
	else
		s->w->address(s->o, arg__ulong(a));
}

/* strace: {IN => OUT, BUFFER} */
static void show_conf_joined(struct show *s, const struct arg *a, const struct shape *sh, const struct chunk *in, const struct chunk *out)
{
	bool empty = !load_uint(chunk__bytes(in) + sh->fields[1].offset, sh->fields[1].size, s->swap);
	const struct chunk *last = out ? out : in;
	int32_t was = (int32_t)load_uint(chunk__bytes(empty ? last : in), 4, s->swap), is = (int32_t)load_uint(chunk__bytes(last), 4, s->swap);
	struct arg inner = *a;

	inner.out = out;
	s->w->struct_begin(s->o);
	show_field_name(s, "ifc_len");
	show_conf_len(s, s->abi, was);
	if (is != was) {
		s->w->changed(s->o);
		show_conf_len(s, s->abi, is);
		s->w->change_end(s->o);
	}
	show_member(s, &inner, &sh->fields[1], chunk__bytes(last), last->len);
	s->w->struct_end(s->o, false);
}

void show_ifconf(struct show *s, const struct arg *a)
{
	const struct chunk *in = arg__memory(a, PART_SELF, false), *out = a->call->done && !a->call->failed ? arg__memory(a, PART_SELF, true) : NULL;
	const struct shape *sh = shape__of(a->spec->shape, a->call->abi);

	if (!in || in->len < sh->size)
		show_pointer(s, a, false);
	else if (s->w->strace_marks)
		show_conf_joined(s, a, sh, in, out && out->len >= sh->size ? out : NULL);
	else
		show_in_and_out(s, a, in, out);
}

/* strace shows an address */
#define ADDRESS(request) { request, { "ioctl", ARG(PTR("arg")), .named = #request } }

static const struct subrow rows[] = {
	GET(SIOCGIFADDR, addr),		SET(SIOCSIFADDR, addr),
	GET(SIOCGIFDSTADDR, dstaddr),	SET(SIOCSIFDSTADDR, dstaddr),
	GET(SIOCGIFBRDADDR, broadaddr),	SET(SIOCSIFBRDADDR, broadaddr),
	GET(SIOCGIFNETMASK, netmask),	SET(SIOCSIFNETMASK, netmask),
	GET(SIOCGIFHWADDR, hwaddr),	SET(SIOCSIFHWADDR, hwaddr),
	SET(SIOCADDMULTI, hwaddr),	SET(SIOCDELMULTI, hwaddr),
	SET(SIOCSIFHWBROADCAST, hwaddr),
	GET(SIOCGIFFLAGS, flags),	SET(SIOCSIFFLAGS, flags),
	GET(SIOCGIFINDEX, ifindex),
	GET(SIOCGIFMETRIC, metric),	SET(SIOCSIFMETRIC, metric),
	GET(SIOCGIFMTU, mtu),		SET(SIOCSIFMTU, mtu),
	GET(SIOCGIFSLAVE, slave),	SET(SIOCSIFSLAVE, slave),
	SET(SIOCSIFNAME, newname),
	GET(SIOCGIFTXQLEN, qlen),	SET(SIOCSIFTXQLEN, qlen),
	GET(SIOCGIFMAP, map),		SET(SIOCSIFMAP, map),
	REQUEST(SIOCGIFCONF, ARG(ARG_("arg", ifconf, .shape = &conf))),
	REQUEST(SIOCGIFNAME, ARG(STRUCT_INOUT("arg", name_of_index))),
	REQUEST(SIOCBRADDBR, ARG(ARG_("arg", interface_name))),
	REQUEST(SIOCBRDELBR, ARG(ARG_("arg", interface_name))),
	REQUEST(SIOCBRADDIF, ARG(STRUCT_IN("arg", port))),
	REQUEST(SIOCBRDELIF, ARG(STRUCT_IN("arg", port))),
	REQUEST(SIOCGIFENCAP, OUT),
	REQUEST(SIOCSIFENCAP, IN),
	REQUEST(SIOCOUTQNSD, OUT),
	ADDRESS(SIOCRTMSG), ADDRESS(SIOCSIFLINK), ADDRESS(SIOCDIFADDR), ADDRESS(SIOCGIFCOUNT),
	ADDRESS(SIOCDRARP), ADDRESS(SIOCGRARP), ADDRESS(SIOCSRARP), ADDRESS(SIOCADDDLCI),
	ADDRESS(SIOCDELDLCI),
};

const struct sub_table ioctls_interface = SUB_TABLE(rows);
