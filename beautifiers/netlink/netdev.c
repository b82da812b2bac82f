// SPDX-License-Identifier: BSD-2-Clause
/* netdev.c - netdev's family of generic netlink: devices, queues, NAPI instances, page pools (linux/netdev.h of the kernel). */
#include "generic.h"

static const struct named_attr dev[] = {
	AS("IFINDEX", INDEX), OF("XDP_FEATURES", BITS, netdev_xdp_features), AS("XDP_ZC_MAX_SEGS", U32),
	OF("XDP_RX_METADATA_FEATURES", BITS, netdev_rx_metadata), OF("XSK_FEATURES", BITS, netdev_xsk_features),
};
static const struct attrs dev_attrs = NAMED(netdev_dev_attrs, dev);
static const struct named_attr io_uring[] = { AS("RX_BUF_LEN", U32) };
static const struct attrs io_uring_attrs = NAMED(netdev_io_uring_attrs, io_uring);
static const struct named_attr pool[] = {
	AS("IFINDEX", INDEX), AS("ID NAPI_ID INFLIGHT INFLIGHT_MEM DETACH_TIME", UINT), AS("DMABUF", U32), OF("IO_URING", NEST, io_uring_attrs),
};
static const struct attrs pool_attrs = NAMED(netdev_page_pool_attrs, pool);
static const struct named_attr pool_stats[] = {
	OF("INFO", NEST, pool_attrs),
	AS("ALLOC_FAST ALLOC_SLOW ALLOC_SLOW_HIGH_ORDER ALLOC_EMPTY ALLOC_REFILL ALLOC_WAIVE RECYCLE_CACHED RECYCLE_CACHE_FULL RECYCLE_RING "
	   "RECYCLE_RING_FULL RECYCLE_RELEASED_REFCNT", UINT),
};
static const struct attrs pool_stats_attrs = NAMED(netdev_page_pool_stats_attrs, pool_stats);
static const struct named_attr napi[] = {
	AS("IFINDEX", INDEX), AS("PID", PID), AS("ID IRQ", U32), OF("THREADED", NAME, netdev_napi_threaded), AS("DEFER_HARD_IRQS GRO_FLUSH_TIMEOUT IRQ_SUSPEND_TIMEOUT", UINT),
};
static const struct attrs napi_attrs = NAMED(netdev_napi_attrs, napi);
static const struct attrs queue_attrs;	/* of the one that is leased, too */
static const struct named_attr lease[] = { AS("IFINDEX", INDEX), OF("QUEUE", NEST, queue_attrs), AS("NETNS_ID", S32) };
static const struct attrs lease_attrs = NAMED(netdev_lease_attrs, lease);
static const struct named_attr queue[] = {
	AS("IFINDEX", INDEX), OF("TYPE", NAME, netdev_queue_types), AS("ID NAPI_ID DMABUF", U32), OF("IO_URING", NEST, io_uring_attrs), AS("XSK", FLAG),
	OF("LEASE", NEST, lease_attrs),
};
static const struct attrs queue_attrs = NAMED(netdev_queue_attrs, queue);
static const struct named_attr qstats[] = {
	AS("IFINDEX", INDEX),
	OF("QUEUE_TYPE", NAME, netdev_queue_types),
	AS("QUEUE_ID", U32),
	OF("SCOPE", BITS, netdev_qstats_scopes),
	AS("RX_PACKETS RX_BYTES TX_PACKETS TX_BYTES RX_ALLOC_FAIL RX_HW_DROPS RX_HW_DROP_OVERRUNS RX_CSUM_COMPLETE RX_CSUM_UNNECESSARY "
	   "RX_CSUM_NONE RX_CSUM_BAD RX_HW_GRO_PACKETS RX_HW_GRO_BYTES RX_HW_GRO_WIRE_PACKETS RX_HW_GRO_WIRE_BYTES RX_HW_DROP_RATELIMITS "
	   "TX_HW_DROPS TX_HW_DROP_ERRORS TX_CSUM_NONE TX_NEEDS_CSUM TX_HW_GSO_PACKETS TX_HW_GSO_BYTES TX_HW_GSO_WIRE_PACKETS "
	   "TX_HW_GSO_WIRE_BYTES TX_HW_DROP_RATELIMITS TX_STOP TX_WAKE", UINT),
};
static const struct attrs qstats_attrs = NAMED(netdev_qstats_attrs, qstats);
static const struct named_attr dmabuf[] = { AS("IFINDEX", INDEX), OF("QUEUES", NEST, queue_attrs), AS("FD", FD), AS("ID", U32) };
static const struct attrs dmabuf_attrs = NAMED(netdev_dmabuf_attrs, dmabuf);

static const struct genl_cmds cmds[] = {
	{ "DEV_", &dev_attrs },
	{ "PAGE_POOL_STATS_", &pool_stats_attrs },
	{ "PAGE_POOL_", &pool_attrs },
	{ "QUEUE_", &queue_attrs },
	{ "NAPI_", &napi_attrs },
	{ "QSTATS_", &qstats_attrs },
	{ "BIND_", &dmabuf_attrs },
};
const struct genl_family genl_netdev = { .name = "netdev", .cmds = &netdev_cmds, BY(cmds) };
