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

static const struct shape address = { .name = "sockaddr", .size = 16, .show = show_sockaddr_within };

/* A pointer in the value: to what the kernel fills, or what is passed, of shape `s` */
#define IFREQ_DATA(id, k, s) \
	static const struct field id##_64[] = { NAME(ifreq64), VALUE("ifr_data", k, 8, .shape = &s), .leads = true } }; \
	static const struct field id##_32[] = { NAME(ifreq32), VALUE("ifr_data", k, 4, .shape = &s), .leads = true } }; \
	static const struct shape id##_compat = { .name = "ifreq", .size = 32, .nfields = 2, .fields = id##_32 }; \
	static const struct shape id##_to = { .name = "ifreq", .size = 40, .nfields = 2, .fields = id##_64, .compat = &id##_compat };

/* linux/mii.h, in the place of the value */
struct mii { uint16_t phy_id, reg_num, val_in, val_out; };
static const struct field mii_fields[] = { FIELDS(struct mii, uint, phy_id, reg_num), FIELDS(struct mii, hex32, val_in, val_out) };
static const struct shape mii = SHAPE(struct mii, mii_fields);
IFREQ(phy, "ifr_mii", struct_in, 8, .shape = &mii)
IFREQ_SET(slave, "ifr_slave", chars, IFNAMSIZ)
IFREQ(flags, "ifr_flags", hex32, 2)

/* linux/net_tstamp.h, linux/if_bonding.h */
struct stamps { int32_t flags, tx_type, rx_filter; };
static const struct field stamps_fields[] = {
	FIELD_FLAGS(struct stamps, flags, flags, hwtstamp_flags),
	FIELD_FLAGS(struct stamps, tx_type, enum, hwtstamp_tx_types),
	FIELD_FLAGS(struct stamps, rx_filter, enum, hwtstamp_rx_filters),
};
static const struct shape stamps = SHAPE(struct stamps, stamps_fields);
IFREQ_DATA(set_stamps, struct_inout, stamps)
IFREQ_DATA(get_stamps, struct_out, stamps)
struct bond { int32_t bond_mode, num_slaves, miimon; };
static const struct field bond_fields[] = { FIELDS(struct bond, int, bond_mode, num_slaves, miimon) };
static const struct shape bond = SHAPE(struct bond, bond_fields);
IFREQ_DATA(bond, struct_out, bond)
struct slave { int32_t slave_id; char slave_name[IFNAMSIZ]; int8_t link, state; uint32_t link_failure_count; };
static const struct field slave_fields[] = {
	FIELD(struct slave, slave_id, int), FIELD(struct slave, slave_name, chars, .out_only = true), FIELD(struct slave, link, int, .out_only = true),
	FIELD(struct slave, state, int, .out_only = true), FIELD(struct slave, link_failure_count, uint, .out_only = true),
};
static const struct shape slave = SHAPE(struct slave, slave_fields);
IFREQ_DATA(bond_slave, struct_inout, slave)

/* linux/if_arp.h */
static const struct field arp_fields[] = {
	FIELD_STRUCT(struct arpreq, arp_pa, address), FIELD_STRUCT(struct arpreq, arp_ha, address),
	FIELD_FLAGS(struct arpreq, arp_flags, flags, arp_flags), FIELD_STRUCT(struct arpreq, arp_netmask, address), FIELD(struct arpreq, arp_dev, chars),
};
static const struct shape arp = SHAPE(struct arpreq, arp_fields);

/* linux/if_vlan.h; the command says which member of the union is meant. */
struct vlan { int32_t cmd; char device1[24]; union { char device2[24]; uint32_t value; }; int16_t vlan_qos; };
static const struct field_cond
	has_number = { .offset = offsetof(struct vlan, cmd), .size = 4, .n = 5, .values = { ADD_VLAN_CMD, SET_VLAN_INGRESS_PRIORITY_CMD, SET_VLAN_EGRESS_PRIORITY_CMD, SET_VLAN_NAME_TYPE_CMD, GET_VLAN_VID_CMD } },
	has_flag = { .offset = offsetof(struct vlan, cmd), .size = 4, .n = 1, .values = { SET_VLAN_FLAG_CMD } },
	has_device = { .offset = offsetof(struct vlan, cmd), .size = 4, .n = 1, .values = { GET_VLAN_REALDEV_NAME_CMD } },
	has_priority = { .offset = offsetof(struct vlan, cmd), .size = 4, .n = 3, .values = { SET_VLAN_INGRESS_PRIORITY_CMD, SET_VLAN_EGRESS_PRIORITY_CMD, SET_VLAN_FLAG_CMD } };
static const struct field vlan_fields[] = {
	FIELD_FLAGS(struct vlan, cmd, enum, vlan_cmds),
	FIELD(struct vlan, device1, chars),
	FIELD_NAMED(struct vlan, value, "u", uint, .cond = &has_number),
	FIELD_NAMED(struct vlan, value, "u.flag", flags, .cond = &has_flag, .spec.flags = &vlan_flags),
	FIELD_NAMED(struct vlan, device2, "u.device2", chars, .cond = &has_device, .out_only = true),
	FIELD(struct vlan, vlan_qos, int, .cond = &has_priority),
};
static const struct shape vlan = SHAPE(struct vlan, vlan_fields);

/* linux/route.h, of AF_INET: struct rtentry */
#define ROUTE(t, word) \
	struct t { word pad1; struct { uint8_t bytes[16]; } rt_dst, rt_gateway, rt_genmask; uint16_t rt_flags, pad2; word pad3, pad4; \
		   int16_t rt_metric; word rt_dev, rt_mtu, rt_window; uint16_t rt_irtt; }; \
	static const struct field t##_fields[] = { \
		FIELD_STRUCT(struct t, rt_dst, address), FIELD_STRUCT(struct t, rt_gateway, address), FIELD_STRUCT(struct t, rt_genmask, address), \
		FIELD_FLAGS(struct t, rt_flags, flags, route_flags), FIELD(struct t, rt_metric, int), DEREF_ONE(struct t, rt_dev, str), \
		FIELD(struct t, rt_mtu, ulong), FIELD(struct t, rt_window, ulong), FIELD(struct t, rt_irtt, uint), \
	};
ROUTE(rtentry32, uint32_t)
ROUTE(rtentry64, uint64_t)
static const struct shape route32 = SHAPE(struct rtentry32, rtentry32_fields);
static const struct shape route = SHAPE(struct rtentry64, rtentry64_fields, .compat = &route32);

/* linux/ipv6_route.h, linux/ipv6.h, of AF_INET6 */
struct in6_word { uint8_t bytes[16]; };
#define ROUTE6(t, word) \
	struct t { struct in6_word rtmsg_dst, rtmsg_src, rtmsg_gateway; uint32_t rtmsg_type; uint16_t rtmsg_dst_len, rtmsg_src_len; uint32_t rtmsg_metric; \
		   word rtmsg_info; uint32_t rtmsg_flags; int32_t rtmsg_ifindex; }; \
	static const struct field t##_fields[] = { \
		FIELD_STRUCT(struct t, rtmsg_dst, shape_in6_addr), FIELD_STRUCT(struct t, rtmsg_src, shape_in6_addr), FIELD_STRUCT(struct t, rtmsg_gateway, shape_in6_addr), \
		FIELDS(struct t, uint, rtmsg_type, rtmsg_dst_len, rtmsg_src_len, rtmsg_metric), FIELD(struct t, rtmsg_info, ulong), \
		FIELD_FLAGS(struct t, rtmsg_flags, flags, route_flags), FIELD(struct t, rtmsg_ifindex, ifindex), \
	};
ROUTE6(rtmsg32, uint32_t)
ROUTE6(rtmsg64, uint64_t)
static const struct shape route6_32 = SHAPE(struct rtmsg32, rtmsg32_fields);
static const struct shape route6 = SHAPE(struct rtmsg64, rtmsg64_fields, .compat = &route6_32);
struct address6 { struct in6_word ifr6_addr; uint32_t ifr6_prefixlen; int32_t ifr6_ifindex; };
static const struct field address6_fields[] = {
	FIELD_STRUCT(struct address6, ifr6_addr, shape_in6_addr), FIELD(struct address6, ifr6_prefixlen, uint), FIELD(struct address6, ifr6_ifindex, ifindex),
};
static const struct shape address6 = SHAPE(struct address6, address6_fields);

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
	PASSES(SIOCSARP, arp),				PASSES(SIOCDARP, arp),				ANSWERS(SIOCGARP, arp),
	ANSWERS(SIOCGIFVLAN, vlan),			ANSWERS(SIOCSIFVLAN, vlan),
	PASSES(SIOCGIFMEM, shape_ifreq_bytes),		PASSES(SIOCSIFMEM, shape_ifreq_bytes),		ANSWERS(SIOCWANDEV, shape_ifreq_wan),
	PASSES(SIOCGIFBR, bridge),			PASSES(SIOCSIFBR, bridge),
};

static const struct subrow rows4[] = {
	PASSES(SIOCADDRT, route),			PASSES(SIOCDELRT, route),
};

static const struct subrow rows6[] = {
	PASSES(SIOCADDRT, route6),			PASSES(SIOCDELRT, route6),
	PASSES(SIOCDIFADDR, address6),
};

const struct sub_table ioctls_link = SUB_TABLE(rows);
const struct sub_table ioctls_route4 = SUB_TABLE(rows4, .of = OF_FAMILY(AF_INET));
const struct sub_table ioctls_route6 = SUB_TABLE(rows6, .of = OF_FAMILY(AF_INET6));
