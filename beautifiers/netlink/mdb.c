// SPDX-License-Identifier: BSD-2-Clause
/*
 * mdb.c - multicast: databases of bridges (linux/if_bridge.h), packets that routing reports (linux/mroute.h, mroute6.h); and data centre
 * bridging (linux/dcbnl.h).
 */
#include <netinet/in.h>
#include <sys/socket.h>
#include <linux/dcbnl.h>
#include <linux/if_bridge.h>
#include <linux/mroute.h>
#include <linux/mroute6.h>
#include <linux/rtnetlink.h>

#include "route.h"

/* The protocol behind the address is a family, in network byte order. */
struct mdb_addr { uint8_t u[16]; uint16_t proto; uint16_t pad; };
static void show_mdb_addr(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	static const struct arg_spec proto = { .name = "proto", .kind = &kind_enum_be16, .flags = &socket_domains };
	struct arg field = { .call = a->call, .spec = &proto, .index = -1, .root = a->root };
	unsigned family;

	(void)len;
	field.value = load_uint(p + offsetof(struct mdb_addr, proto), 2, s->swap);
	family = from_network(&field);
	s->w->struct_begin(s->o);
	show_field_name(s, "u");
	if (family == AF_INET || family == AF_INET6)
		s->w->inet(s->o, family, p, family == AF_INET ? 4 : 16);
	else
		s->w->octets(s->o, p, 16, STRING_WHOLE);
	show_field_name(s, "proto");
	show_enum_htons(s, &field);
	s->w->struct_end(s->o, false);
}
static const struct shape mdb_addr = { .name = "addr", .size = sizeof(struct mdb_addr), .show = show_mdb_addr };

struct mdb_entry { uint32_t ifindex; uint8_t state, flags; uint16_t vid; struct mdb_addr addr; };	/* struct br_mdb_entry */
static const struct field mdb_entry_fields[] = {
	FIELD_INDEX(struct mdb_entry, ifindex),
	FIELD_ENUM(struct mdb_entry, state, mdb_states),
	FIELD_BITS(struct mdb_entry, flags, mdb_flags),
	FIELD(struct mdb_entry, vid, uint),
	FIELD_STRUCT(struct mdb_entry, addr, mdb_addr),
};
static const struct shape mdb_entry = SHAPE(struct mdb_entry, mdb_entry_fields);

/* An address, whose length says of which family. */
static bool show_ip(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	(void)t;
	nl__inet(n, len == 4 ? AF_INET : len == 16 ? AF_INET6 : AF_UNSPEC, at, len);
	return true;
}

static const struct attr eattr[] = { [MDBA_MDB_EATTR_TIMER] = TICKS };
static const struct attr source[] = { [MDBA_MDB_SRCATTR_ADDRESS] = { .show = show_ip }, [MDBA_MDB_SRCATTR_TIMER] = TICKS };
static const struct attrs source_attrs = ATTRS_BEYOND(mdba_mdb_srcattr_attrs, source);
static const struct attr sources[] = { [MDBA_MDB_SRCLIST_ENTRY] = NESTED(source_attrs) };
static const struct attrs sources_attrs = ATTRS_BEYOND(mdba_mdb_srclist_attrs, sources);
static const struct attr eattr_more[] = {
	[MDBA_MDB_EATTR_SRC_LIST]   = NESTED(sources_attrs),
	[MDBA_MDB_EATTR_GROUP_MODE] = U8,
	[MDBA_MDB_EATTR_SOURCE]     = { .show = show_ip },
	[MDBA_MDB_EATTR_RTPROT]     = NAME(1, rt_protocols),
};
static const struct attr ip = { .show = show_ip };
static const struct named_attr eattr_later[] = { OF("DST", ATTR, ip), AS("DST_PORT", U16), AS("VNI SRC_VNI", U32), AS("IFINDEX", INDEX) };
static const struct attrs eattr_attrs = ATTRS_AND(mdba_mdb_eattr_attrs, eattr, eattr_more, LATER(eattr_later));
static const struct attr entry[] = { [MDBA_MDB_ENTRY_INFO] = STRUCT_AND_ATTRS(mdb_entry, eattr_attrs) };
static const struct attrs entry_attrs = ATTRS(mdba_mdb_entry_attrs, entry);
static const struct attr mdb[] = { [MDBA_MDB_ENTRY] = NESTED(entry_attrs) };
static const struct attrs mdb_attrs = ATTRS(mdba_mdb_attrs, mdb);

static const struct attr pattr[] = {
	[MDBA_ROUTER_PATTR_TIMER]       = TICKS,
	[MDBA_ROUTER_PATTR_TYPE]        = VALUE_OF(1, enum, mdb_router_types),
	[MDBA_ROUTER_PATTR_INET_TIMER]  = TICKS,
	[MDBA_ROUTER_PATTR_INET6_TIMER] = TICKS,
};
static const struct attrs pattr_attrs = ATTRS(mdba_router_pattr_attrs, pattr);

/* A port's number, and attributes. */
static bool show_router_port(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	static const struct attr port = IFINDEX;

	(void)t;
	if (!attr__value(n, &port, at, len))
		return false;
	if (len > 4) {
		n->s->w->item(n->s->o);
		nl__attrs(n, at + 4, len - 4, &pattr_attrs);
	}
	return true;
}
static const struct attr router[] = { [MDBA_ROUTER_PORT] = { .show = show_router_port } };
const struct attrs nl_mdb_router_attrs = ATTRS(mdba_router_attrs, router);

static const struct attr br_port[] = { [MDBA_MDB] = NESTED(mdb_attrs), [MDBA_ROUTER] = NESTED(nl_mdb_router_attrs) };
const struct attrs nl_mdb_attrs = ATTRS(mdba_attrs, br_port);

/* What a request has: the list of its attributes has the same numbers, which strace calls MDBA_MDB, … */
static const struct attr set_attr[] = { [MDBE_ATTR_SOURCE] = { .show = show_ip } };
static const struct named_attr set_source[] = { OF("ADDRESS", ATTR, ip) };
static const struct attrs set_source_attrs = NAMED(mdbe_srcattr_attrs, set_source);
static const struct named_attr set_sources[] = { OF("ENTRY", NEST, set_source_attrs) };
static const struct attrs set_sources_attrs = NAMED(mdbe_src_list_attrs, set_sources);
static const struct named_attr set_later[] = {
	OF("SRC_LIST", NEST, set_sources_attrs), AS("GROUP_MODE STATE_MASK", U8), OF("RTPROT", NAME, rt_protocols), OF("DST", ATTR, ip), AS("DST_PORT", U16),
	AS("VNI SRC_VNI", U32), AS("IFINDEX", INDEX),
};
static const struct attrs set_attr_attrs = ATTRS_BEYOND(mdbe_attr_attrs, set_attr, LATER(set_later));
static const struct attr set_entry[] = { [MDBA_SET_ENTRY] = STRUCT(mdb_entry), [MDBA_SET_ENTRY_ATTRS] = NESTED(set_attr_attrs) };
const struct attrs nl_mdb_set_attrs = ATTRS_BEYOND(mdba_set_entry_attrs, set_entry);

/* -- Reports of packets ------------------------------------------------------------------------------------------------ */

static const struct attr ipmr[] = {
	[IPMRA_CREPORT_MSGTYPE]  = NAME(1, igmpmsg_types),
	[IPMRA_CREPORT_VIF_ID]   = U32,
	[IPMRA_CREPORT_SRC_ADDR] = IN_ADDR,
	[IPMRA_CREPORT_DST_ADDR] = IN_ADDR,
	[IPMRA_CREPORT_TABLE]    = U32,
};
static const struct attrs ipmr_attrs = ATTRS(ipmra_creport_attrs, ipmr);

static const struct attr ip6mr[] = {
	[IP6MRA_CREPORT_MSGTYPE]  = NAME(1, mrt6msg_types),
	[IP6MRA_CREPORT_MIF_ID]   = U32,
	[IP6MRA_CREPORT_SRC_ADDR] = IN6_ADDR,
	[IP6MRA_CREPORT_DST_ADDR] = IN6_ADDR,
};
static const struct attrs ip6mr_attrs = ATTRS(ip6mra_creport_attrs, ip6mr);

/* Families of multicast routing have numbers above those of other families. */
static void show_family(struct nl *n)
{
	bool own = flag_table__find(&rtnl_families, n->family);

	n->s->w->struct_begin(n->s->o);
	show_field_name(n->s, "rtgen_family");
	show__enum(n->s, own || !flag_table__find(&socket_domains, n->family) ? &rtnl_families : &socket_domains, n->family);
	n->s->w->struct_end(n->s->o, false);
}

void nl__cachereport(struct nl *n, const struct payload *p, uint64_t at, uint64_t len)
{
	uint64_t next = nl__align(p->size);

	show_family(n);
	if (len <= next)
		return;
	n->s->w->item(n->s->o);
	if (n->family == RTNL_FAMILY_IPMR)
		nl__attrs(n, at + next, len - next, &ipmr_attrs);
	else if (n->family == RTNL_FAMILY_IP6MR)
		nl__attrs(n, at + next, len - next, &ip6mr_attrs);
	else
		nl__octets(n, at + next, len - next);
}

/* -- Data centre bridging ---------------------------------------------------------------------------------------------- */

/* MDBA_GET_ENTRY and MDBA_GET_ENTRY_ATTRS of linux/if_bridge.h, 6.7: as those of a change */
static const struct attr get_entry[] = { [MDBA_SET_ENTRY] = STRUCT(mdb_entry), [MDBA_SET_ENTRY_ATTRS] = NESTED(set_attr_attrs) };
const struct attrs nl_mdb_get_attrs = ATTRS_BEYOND(mdba_get_attrs, get_entry);
