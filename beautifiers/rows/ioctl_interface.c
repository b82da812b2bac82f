// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_interface.c - requests to sockets about network interfaces: struct ifreq (linux/if.h), whose name says which. */
#include <linux/if_arp.h>
#include <linux/sockios.h>

#include "beautifiers/kinds.h"
#include "ifreq.h"

#define HARDWARE_BYTES 6	/* of the types of hardware that have such addresses; others have no more than 14 */

/* sa_family is a type of hardware */
static void show_hardware_address(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	unsigned type = (unsigned)load_uint(p, 2, s->swap);

	(void)a;
	s->w->struct_begin(s->o);
	show_field_name(s, "sa_family");
	show__enum(s, &arp_hw_types, type);
	show_field_name(s, "sa_data");
	s->w->hwaddr(s->o, p + 2, type == ARPHRD_ETHER || type == ARPHRD_LOOPBACK ? HARDWARE_BYTES : len - 2);
	s->w->struct_end(s->o, false);
}
static const struct shape hardware_address = { .name = "sockaddr", .size = 16, .show = show_hardware_address };
static const struct shape address = { .name = "sockaddr", .size = 16, .show = show_sockaddr_within };

struct map64 { uint64_t mem_start, mem_end; uint16_t base_addr; uint8_t irq, dma, port; };
struct map32 { uint32_t mem_start, mem_end; uint16_t base_addr; uint8_t irq, dma, port; };
#define MAP_FIELDS(t) { FIELDS(struct t, hex, mem_start, mem_end, base_addr, irq, dma, port) }
static const struct field map64_fields[] = MAP_FIELDS(map64), map32_fields[] = MAP_FIELDS(map32);
static const struct shape map32 = SHAPE(struct map32, map32_fields);
static const struct shape map64 = SHAPE(struct map64, map64_fields, .compat = &map32);

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
IFREQ(map, "ifr_map", struct_in, 16, .shape = &map64)

/* SIOCGIFNAME: the name of an index */
static const struct field name64_fields[] = { VALUE("ifr_ifindex", int, 4), .in_only = true }, NAME(ifreq64, .out_only = true) };
static const struct field name32_fields[] = { VALUE("ifr_ifindex", int, 4), .in_only = true }, NAME(ifreq32, .out_only = true) };
static const struct shape name32 = SHAPE(struct ifreq32, name32_fields, .joined = true);
static const struct shape name_of_index = SHAPE(struct ifreq64, name64_fields, .joined = true, .compat = &name32);

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
	REQUEST(SIOCGIFNAME, ARG(STRUCT_INOUT("arg", name_of_index))),
	REQUEST(SIOCBRADDBR, ARG(STR("arg"))),
	REQUEST(SIOCBRDELBR, ARG(STR("arg"))),
	ADDRESS(SIOCRTMSG), ADDRESS(SIOCSIFLINK), ADDRESS(SIOCGIFMEM), ADDRESS(SIOCSIFMEM), ADDRESS(SIOCDIFADDR), ADDRESS(SIOCGIFCOUNT),
	ADDRESS(SIOCETHTOOL), ADDRESS(SIOCWANDEV), ADDRESS(SIOCDRARP), ADDRESS(SIOCGRARP), ADDRESS(SIOCSRARP), ADDRESS(SIOCADDDLCI),
	ADDRESS(SIOCDELDLCI), ADDRESS(SIOCGIFBR), ADDRESS(SIOCSIFBR),
};

const struct sub_table ioctls_interface = SUB_TABLE(rows);
