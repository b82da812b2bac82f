// SPDX-License-Identifier: BSD-2-Clause
/* tcp_stats.c - attributes outside of netlink: SCM_TIMESTAMPING_OPT_STATS, a control message (linux/tcp.h). */
#include "generic.h"

static const struct named_attr stats[] = {
	AS("BUSY RWND_LIMITED SNDBUF_LIMITED DATA_SEGS_OUT TOTAL_RETRANS PACING_RATE DELIVERY_RATE BYTES_SENT BYTES_RETRANS EDT", U64),
	AS("SND_CWND REORDERING MIN_RTT SNDQ_SIZE SND_SSTHRESH DELIVERED DELIVERED_CE DSACK_DUPS REORD_SEEN SRTT BYTES_NOTSENT REHASH", U32),
	AS("RECUR_RETRANS DELIVERY_RATE_APP_LMT TTL", U8), AS("TIMEOUT_REHASH", U16), OF("CA_STATE", NAME, tcp_ca_states),
};
static const struct attrs stats_attrs = NAMED(tcp_nla_attrs, stats);

static void show_stats(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	struct nl n = { .s = s, .arg = a, .bytes = p, .have = len, .addr = call__address(a->call, p), .protocol = -1 };

	nl__attrs(&n, 0, len, &stats_attrs);
}
const struct shape shape_tcp_stats = { .name = "tcp_stats", .size = 4, .show = show_stats };
