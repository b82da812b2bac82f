// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_link.c - requests about routes, neighbours, bonds, VLANs and Ethernet devices that strace 6.1 does not know. */
#include <linux/if_arp.h>
#include <linux/if_vlan.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "beautifiers/kinds.h"
#include "ifreq.h"
#include "made_shapes.h"

#define ADDRESS_BEYOND .strace = &shown_address
static const struct row shown_address = { "ioctl", ARG(PTR("arg")) };

/* A pointer in the value: to what the kernel fills, or what is passed, of shape `s` */
#define IFREQ_DATA(id, k, s) \
	static const struct field id##_64[] = { NAME(ifreq64), VALUE("ifr_data", k, 8, .shape = &s), .leads = true } }; \
	static const struct field id##_32[] = { NAME(ifreq32), VALUE("ifr_data", k, 4, .shape = &s), .leads = true } }; \
	static const struct shape id##_compat = { .name = "ifreq", .size = 32, .nfields = 2, .fields = id##_32 }; \
	static const struct shape id##_to = { .name = "ifreq", .size = 40, .nfields = 2, .fields = id##_64, .compat = &id##_compat };

/* In the place of the value */
IFREQ(phy, "ifr_mii", struct_in, 8, .shape = &shape_mii_data)
IFREQ_SET(slave, "ifr_slave", chars, IFNAMSIZ)
IFREQ(flags, "ifr_flags", hex32, 2)

IFREQ_DATA(set_stamps, struct_inout, shape_hwtstamp_config)
IFREQ_DATA(get_stamps, struct_out, shape_hwtstamp_config)
IFREQ_DATA(bond, struct_out, shape_ifbond)
IFREQ_DATA(bond_slave, struct_inout, shape_ifslave)

/* linux/if_bridge.h: a command of bridges (BRCTL_*), and two arguments of it */
static const struct field bridge64_fields[] = { { .spec = { .name = "", .kind = &kind_struct_in, .shape = &shape_u64 }, .size = 3 * 8, .array = true } };
static const struct field bridge32_fields[] = { { .spec = { .name = "", .kind = &kind_struct_in, .shape = &shape_uint }, .size = 3 * 4, .array = true } };
static const struct shape bridge32 = { .name = "bridge", .size = 3 * 4, .nfields = 1, .fields = bridge32_fields, .bare = true };
static const struct shape bridge = { .name = "bridge", .size = 3 * 8, .nfields = 1, .fields = bridge64_fields, .bare = true, .compat = &bridge32, .x32_compat = true };

#define PASSES(request, shape)   { request, { "ioctl", ARG(STRUCT_IN("arg", shape)), .named = #request, ADDRESS_BEYOND } }
#define ANSWERS(request, shape)  { request, { "ioctl", ARG(STRUCT_INOUT("arg", shape)), .named = #request, ADDRESS_BEYOND } }

static const struct subrow rows[] = {
	GET(SIOCGMIIPHY, phy, ADDRESS_BEYOND),		GET(SIOCGMIIREG, phy, ADDRESS_BEYOND),		SET(SIOCSMIIREG, phy, ADDRESS_BEYOND),
	SET(SIOCSIFPFLAGS, flags, ADDRESS_BEYOND),	GET(SIOCGIFPFLAGS, flags, ADDRESS_BEYOND),
	SET(SIOCBONDENSLAVE, slave, ADDRESS_BEYOND),	SET(SIOCBONDRELEASE, slave, ADDRESS_BEYOND),
	SET(SIOCBONDSETHWADDR, slave, ADDRESS_BEYOND),	SET(SIOCBONDCHANGEACTIVE, slave, ADDRESS_BEYOND),
	SET(SIOCBONDINFOQUERY, bond, ADDRESS_BEYOND),	SET(SIOCBONDSLAVEINFOQUERY, bond_slave, ADDRESS_BEYOND),
	SET(SIOCSHWTSTAMP, set_stamps, ADDRESS_BEYOND),	SET(SIOCGHWTSTAMP, get_stamps, ADDRESS_BEYOND),
	PASSES(SIOCSARP, shape_arpreq),				PASSES(SIOCDARP, shape_arpreq),				ANSWERS(SIOCGARP, shape_arpreq),
	ANSWERS(SIOCGIFVLAN, shape_vlan_ioctl_args),			ANSWERS(SIOCSIFVLAN, shape_vlan_ioctl_args),
	PASSES(SIOCGIFMEM, shape_ifreq_bytes),		PASSES(SIOCSIFMEM, shape_ifreq_bytes),		ANSWERS(SIOCWANDEV, shape_ifreq_wan),
	PASSES(SIOCGIFBR, bridge),			PASSES(SIOCSIFBR, bridge),
};

static const struct subrow rows4[] = {
	PASSES(SIOCADDRT, shape_rtentry),			PASSES(SIOCDELRT, shape_rtentry),
};

static const struct subrow rows6[] = {
	PASSES(SIOCADDRT, shape_in6_rtmsg),			PASSES(SIOCDELRT, shape_in6_rtmsg),
	PASSES(SIOCDIFADDR, shape_in6_ifreq),
};

const struct sub_table ioctls_link = SUB_TABLE(rows);
const struct sub_table ioctls_route4 = SUB_TABLE(rows4, .of = OF_FAMILY(AF_INET));
const struct sub_table ioctls_route6 = SUB_TABLE(rows6, .of = OF_FAMILY(AF_INET6));
