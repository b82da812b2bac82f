// SPDX-License-Identifier: BSD-2-Clause
/* neigh.c - neighbours and their tables (linux/neighbour.h). */
#include <sys/socket.h>
#include <linux/neighbour.h>

#include "route.h"

static const struct attr fdb_ext[] = { [NFEA_ACTIVITY_NOTIFY] = BITS(1, fdb_notify_flags) };
static const struct attr fdb_ext_more[] = { [NFEA_DONT_REFRESH] = FLAG };
static const struct attrs fdb_ext_attrs = ATTRS_AND(nfea_attrs, fdb_ext, fdb_ext_more);

/* Of a bridge: the other end of a tunnel, whose family only the length tells */
static bool show_dst(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	if (n->family != AF_BRIDGE)
		return attr__address(n, t, at, len);
	nl__inet(n, len == 4 ? AF_INET : AF_INET6, at, len);
	return true;
}
static const struct attr neigh_more[] = { [NDA_DST] = { .show = show_dst } };

static const struct attr neigh[] = {
	[NDA_DST]            = ADDRESS,
	[NDA_LLADDR]         = HWADDR,
	[NDA_CACHEINFO]      = STRUCT(shape_nl_nda_cacheinfo),
	[NDA_PROBES]         = U32,
	[NDA_VLAN]           = U16,
	[NDA_PORT]           = BE16,
	[NDA_VNI]            = U32,
	[NDA_IFINDEX]        = IFINDEX,
	[NDA_MASTER]         = IFINDEX,
	[NDA_LINK_NETNSID]   = U32,
	[NDA_SRC_VNI]        = U32,
	[NDA_PROTOCOL]       = NAME(0, ip_protocols),
	[NDA_NH_ID]          = U32,
	[NDA_FDB_EXT_ATTRS]  = NESTED(fdb_ext_attrs),
	[NDA_FLAGS_EXT]      = BITS(4, ntf_ext_flags),
	[NDA_NDM_STATE_MASK] = BITS(2, nud_states),
	[NDA_NDM_FLAGS_MASK] = BITS(1, ntf_flags),
};
const struct attrs nl_neigh_attrs = ATTRS_AND(nda_attrs, neigh, neigh_more);

static const struct attr parms[] = {
	[NDTPA_IFINDEX]                = IFINDEX,
	[NDTPA_REFCNT]                 = U32,
	[NDTPA_REACHABLE_TIME]         = U64,
	[NDTPA_BASE_REACHABLE_TIME]    = U64,
	[NDTPA_RETRANS_TIME]           = U64,
	[NDTPA_GC_STALETIME]           = U64,
	[NDTPA_DELAY_PROBE_TIME]       = U64,
	[NDTPA_QUEUE_LEN]              = U32,
	[NDTPA_APP_PROBES]             = U32,
	[NDTPA_UCAST_PROBES]           = U32,
	[NDTPA_MCAST_PROBES]           = U32,
	[NDTPA_ANYCAST_DELAY]          = U64,
	[NDTPA_PROXY_DELAY]            = U64,
	[NDTPA_PROXY_QLEN]             = U32,
	[NDTPA_LOCKTIME]               = U64,
	[NDTPA_QUEUE_LENBYTES]         = U32,
	[NDTPA_MCAST_REPROBES]         = U32,
	[NDTPA_INTERVAL_PROBE_TIME_MS] = U64,
};
static const struct attrs parms_attrs = ATTRS(ndtpa_attrs, parms);

static const struct attr table[] = {
	[NDTA_NAME]        = STRING,
	[NDTA_THRESH1]     = U32,
	[NDTA_THRESH2]     = U32,
	[NDTA_THRESH3]     = U32,
	[NDTA_CONFIG]      = STRUCT(shape_nl_ndt_config),
	[NDTA_PARMS]       = NESTED(parms_attrs),
	[NDTA_STATS]       = STRUCT_LEAST(shape_nl_ndt_stats, offsetof(struct ndt_stats, ndts_table_fulls)),
	[NDTA_GC_INTERVAL] = U64,
};
const struct attrs nl_neightbl_attrs = ATTRS(ndta_attrs, table);
