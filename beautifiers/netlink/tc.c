// SPDX-License-Identifier: BSD-2-Clause
/* tc.c - traffic control: struct tcmsg, its actions, and statistics (linux/rtnetlink.h, gen_stats.h, pkt_sched.h, pkt_cls.h). */
#include <linux/gen_stats.h>
#include <linux/pkt_cls.h>
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>

#include "route.h"

/* Without the padding at their ends, which may be missing. */
struct tc_stats_base { uint64_t bytes; uint32_t packets, drops, overlimits, bps, pps, qlen, backlog; } __attribute__((packed));
static const struct field tc_stats_fields[] = { FIELD(struct tc_stats_base, bytes, ulong), FIELDS(struct tc_stats_base, uint, packets, drops, overlimits, bps, pps, qlen, backlog) };
static const struct shape tc_stats = SHAPE(struct tc_stats_base, tc_stats_fields);
struct stats_basic { uint64_t bytes; uint32_t packets; } __attribute__((packed));	/* struct gnet_stats_basic */
static const struct field stats_basic_fields[] = { FIELD(struct stats_basic, bytes, ulong), FIELD(struct stats_basic, packets, uint) };
static const struct shape stats_basic = SHAPE(struct stats_basic, stats_basic_fields);

static const struct attr stats[] = {
	[TCA_STATS_BASIC]      = STRUCT(stats_basic),
	[TCA_STATS_RATE_EST]   = STRUCT(shape_nl_gnet_stats_rate_est),
	[TCA_STATS_QUEUE]      = STRUCT(shape_nl_gnet_stats_queue),
	[TCA_STATS_RATE_EST64] = STRUCT(shape_nl_gnet_stats_rate_est64),
	[TCA_STATS_BASIC_HW]   = STRUCT(stats_basic),
	[TCA_STATS_PKT64]      = U64,
};
static const struct attr stats_more[] = { [TCA_STATS_APP] = BINARY };
const struct attrs nl_tc_stats_attrs = ATTRS_AND(tca_stats_attrs, stats, stats_more);

static const struct attr stab[] = { [TCA_STAB_BASE] = STRUCT(shape_nl_tc_sizespec), [TCA_STAB_DATA] = ARRAY(2, uint) };
static const struct attrs stab_attrs = ATTRS(tca_stab_attrs, stab);

static const struct attr tc[] = {
	[TCA_KIND]          = STRING,
	[TCA_STATS]         = STRUCT(tc_stats),
	[TCA_RATE]          = STRUCT(shape_nl_gnet_estimator),
	[TCA_FCNT]          = U32,
	[TCA_STATS2]        = NESTED(nl_tc_stats_attrs),
	[TCA_STAB]          = NESTED(stab_attrs),
	[TCA_CHAIN]         = U32,
	[TCA_HW_OFFLOAD]    = U8,
	[TCA_INGRESS_BLOCK] = U32,
	[TCA_EGRESS_BLOCK]  = U32,
	[TCA_DUMP_FLAGS]    = U32,
};

static const struct attr qdisc_stats[] = { [TCA_STATS_APP] = CHOSEN(nl_qdisc_app_stats) };
static const struct attrs qdisc_stats_attrs = ATTRS_AND(tca_stats_attrs, stats, qdisc_stats);
static const struct attr qdisc[] = {
	[TCA_OPTIONS]        = CHOSEN(nl_qdisc_options),
	[TCA_XSTATS]         = CHOSEN(nl_qdisc_xstats),
	[TCA_STATS2]         = NESTED(qdisc_stats_attrs),
	[TCA_DUMP_INVISIBLE] = FLAG,
	[16] = STRING,	/* TCA_EXT_WARN_MSG: Linux 6.3 */
};
const struct attrs nl_qdisc_attrs = ATTRS_AND(tca_attrs, tc, qdisc);
static const struct attr filter[] = {
	[TCA_OPTIONS]        = CHOSEN(nl_filter_options),
	[TCA_XSTATS]         = BINARY,
	[TCA_DUMP_INVISIBLE] = FLAG,
	[16] = STRING,	/* TCA_EXT_WARN_MSG: Linux 6.3 */
};
const struct attrs nl_filter_attrs = ATTRS_AND(tca_attrs, tc, filter);

static const struct attr action[] = {
	[TCA_ACT_KIND]          = STRING,
	[TCA_ACT_INDEX]         = U32,
	[TCA_ACT_STATS]         = NESTED(nl_tc_stats_attrs),
	[TCA_ACT_FLAGS]         = BITS(4, tca_act_flags),
	[TCA_ACT_HW_STATS]      = BITS(4, tca_act_hw_stats),
	[TCA_ACT_USED_HW_STATS] = BITS(4, tca_act_hw_stats),
	[TCA_ACT_IN_HW_COUNT]   = U32,
};
/* strace shows a list of actions as if it were one. */
const struct attrs nl_tc_action_attrs = ATTRS(tca_act_attrs, action);

static const struct attr act[] = {
	[TCA_ACT_OPTIONS]       = CHOSEN(nl_action_options),
	[TCA_ACT_COOKIE]        = BINARY,
	[TCA_ACT_FLAGS]         = MADE(nla_bitfield32),
	[TCA_ACT_HW_STATS]      = MADE(nla_bitfield32),
	[TCA_ACT_USED_HW_STATS] = MADE(nla_bitfield32),
};
static const struct attrs act_attrs = ATTRS_AND(tca_act_attrs, action, act);
static const struct attr any_action = NESTED(act_attrs);
const struct attrs nl_actions_attrs = { .any = &any_action };	/* by their order */
static const struct attr root[] = {
	[TCA_ROOT_TAB]          = NESTED(nl_actions_attrs),
	[TCA_ROOT_FLAGS]        = MADE(nla_bitfield32),
	[TCA_ROOT_COUNT]        = U32,
	[TCA_ROOT_TIME_DELTA]   = U32,
	[5] = STRING,	/* TCA_ROOT_EXT_WARN_MSG: Linux 6.3 */
};
const struct attrs nl_root_attrs = ATTRS_BEYOND(tca_root_attrs, root);
