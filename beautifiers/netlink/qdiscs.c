// SPDX-License-Identifier: BSD-2-Clause
/* qdiscs.c - TCA_OPTIONS, TCA_XSTATS and TCA_STATS_APP of queueing disciplines and their classes, by TCA_KIND (linux/pkt_sched.h). */
#include <linux/pkt_sched.h>
#include <linux/rtnetlink.h>

#include "route.h"

static const struct attrs ets_attrs;
static const struct attrs mqprio_rates_attrs;
static const struct attrs taprio_attrs;

static const struct attr htb[] = {
	[TCA_HTB_PARMS]       = MADE(tc_htb_opt),
	[TCA_HTB_INIT]        = MADE(tc_htb_glob),
	[TCA_HTB_CTAB]        = ARRAY(4, uint),
	[TCA_HTB_RTAB]        = ARRAY(4, uint),
	[TCA_HTB_DIRECT_QLEN] = U32,
	[TCA_HTB_RATE64]      = U64,
	[TCA_HTB_CEIL64]      = U64,
	[TCA_HTB_OFFLOAD]     = FLAG,
};
static const struct attrs htb_attrs = ATTRS_BEYOND(tca_htb_attrs, htb);

static const struct attr tbf[] = {
	[TCA_TBF_PARMS]   = MADE(tc_tbf_qopt),
	[TCA_TBF_RTAB]    = ARRAY(4, uint),
	[TCA_TBF_PTAB]    = ARRAY(4, uint),
	[TCA_TBF_RATE64]  = U64,
	[TCA_TBF_PRATE64] = U64,
	[TCA_TBF_BURST]   = U32,
	[TCA_TBF_PBURST]  = U32,
};
static const struct attrs tbf_attrs = ATTRS_BEYOND(tca_tbf_attrs, tbf);

static const struct attr hfsc[] = {
	[TCA_HFSC_RSC] = MADE(tc_service_curve),
	[TCA_HFSC_FSC] = MADE(tc_service_curve),
	[TCA_HFSC_USC] = MADE(tc_service_curve),
};
static const struct attrs hfsc_attrs = ATTRS_BEYOND(tca_hfsc_attrs, hfsc);

static const struct attr red[] = {
	[TCA_RED_PARMS]            = MADE(tc_red_qopt),
	[TCA_RED_STAB]             = BINARY,
	[TCA_RED_MAX_P]            = U32,
	[TCA_RED_FLAGS]            = MADE(nla_bitfield32),
	[TCA_RED_EARLY_DROP_BLOCK] = U32,
	[TCA_RED_MARK_BLOCK]       = U32,
};
static const struct attrs red_attrs = ATTRS_BEYOND(tca_red_attrs, red);

static const struct attr gred_vq[] = {
	[TCA_GRED_VQ_DP]               = U32,
	[TCA_GRED_VQ_STAT_BYTES]       = U64,
	[TCA_GRED_VQ_STAT_PACKETS]     = U32,
	[TCA_GRED_VQ_STAT_BACKLOG]     = U32,
	[TCA_GRED_VQ_STAT_PROB_DROP]   = U32,
	[TCA_GRED_VQ_STAT_PROB_MARK]   = U32,
	[TCA_GRED_VQ_STAT_FORCED_DROP] = U32,
	[TCA_GRED_VQ_STAT_FORCED_MARK] = U32,
	[TCA_GRED_VQ_STAT_PDROP]       = U32,
	[TCA_GRED_VQ_STAT_OTHER]       = U32,
	[TCA_GRED_VQ_FLAGS]            = U32,
};
static const struct attrs gred_vq_attrs = ATTRS_BEYOND(tca_gred_vq_attrs, gred_vq);

static const struct attr gred_vqs[] = {
	[TCA_GRED_VQ_ENTRY] = NESTED(gred_vq_attrs),
};
static const struct attrs gred_vqs_attrs = ATTRS_BEYOND(tca_gred_vq_entry_attrs, gred_vqs);

static const struct attr gred[] = {
	[TCA_GRED_PARMS]   = MADE(tc_gred_qopt),
	[TCA_GRED_STAB]    = BINARY,
	[TCA_GRED_DPS]     = MADE(tc_gred_sopt),
	[TCA_GRED_MAX_P]   = ARRAY(4, uint),
	[TCA_GRED_LIMIT]   = U32,
	[TCA_GRED_VQ_LIST] = NESTED(gred_vqs_attrs),
};
static const struct attrs gred_attrs = ATTRS_BEYOND(tca_gred_attrs, gred);

static const struct attr choke[] = {
	[TCA_CHOKE_PARMS] = MADE(tc_choke_qopt),
	[TCA_CHOKE_STAB]  = BINARY,
	[TCA_CHOKE_MAX_P] = U32,
};
static const struct attrs choke_attrs = ATTRS_BEYOND(tca_choke_attrs, choke);

static const struct attr sfb[] = {
	[TCA_SFB_PARMS] = MADE(tc_sfb_qopt),
};
static const struct attrs sfb_attrs = ATTRS_BEYOND(tca_sfb_attrs, sfb);

static const struct attr codel[] = {
	[TCA_CODEL_TARGET]       = U32,
	[TCA_CODEL_LIMIT]        = U32,
	[TCA_CODEL_INTERVAL]     = U32,
	[TCA_CODEL_ECN]          = U32,
	[TCA_CODEL_CE_THRESHOLD] = U32,
};
static const struct attrs codel_attrs = ATTRS_BEYOND(tca_codel_attrs, codel);

static const struct attr fq_codel[] = {
	[TCA_FQ_CODEL_TARGET]                = U32,
	[TCA_FQ_CODEL_LIMIT]                 = U32,
	[TCA_FQ_CODEL_INTERVAL]              = U32,
	[TCA_FQ_CODEL_ECN]                   = U32,
	[TCA_FQ_CODEL_FLOWS]                 = U32,
	[TCA_FQ_CODEL_QUANTUM]               = U32,
	[TCA_FQ_CODEL_CE_THRESHOLD]          = U32,
	[TCA_FQ_CODEL_DROP_BATCH_SIZE]       = U32,
	[TCA_FQ_CODEL_MEMORY_LIMIT]          = U32,
	[TCA_FQ_CODEL_CE_THRESHOLD_SELECTOR] = U8,
	[TCA_FQ_CODEL_CE_THRESHOLD_MASK]     = U8,
};
static const struct attrs fq_codel_attrs = ATTRS_BEYOND(tca_fq_codel_attrs, fq_codel);

static const struct attr fq[] = {
	[TCA_FQ_PLIMIT]             = U32,
	[TCA_FQ_FLOW_PLIMIT]        = U32,
	[TCA_FQ_QUANTUM]            = U32,
	[TCA_FQ_INITIAL_QUANTUM]    = U32,
	[TCA_FQ_RATE_ENABLE]        = U32,
	[TCA_FQ_FLOW_DEFAULT_RATE]  = U32,
	[TCA_FQ_FLOW_MAX_RATE]      = U32,
	[TCA_FQ_BUCKETS_LOG]        = U32,
	[TCA_FQ_FLOW_REFILL_DELAY]  = U32,
	[TCA_FQ_ORPHAN_MASK]        = U32,
	[TCA_FQ_LOW_RATE_THRESHOLD] = U32,
	[TCA_FQ_CE_THRESHOLD]       = U32,
	[TCA_FQ_TIMER_SLACK]        = U32,
	[TCA_FQ_HORIZON]            = U32,
	[TCA_FQ_HORIZON_DROP]       = U8,
};
static const struct attr fq_priomap = MADE(tc_prio_qopt);
static const struct named_attr fq_later[] = { OF("PRIOMAP", ATTR, fq_priomap), AS("WEIGHTS", S32S), AS("OFFLOAD_HORIZON", U32) };
static const struct attrs fq_attrs = ATTRS_BEYOND(tca_fq_attrs, fq, LATER(fq_later));

static const struct attr fq_pie[] = {
	[TCA_FQ_PIE_LIMIT]             = U32,
	[TCA_FQ_PIE_FLOWS]             = U32,
	[TCA_FQ_PIE_TARGET]            = U32,
	[TCA_FQ_PIE_TUPDATE]           = U32,
	[TCA_FQ_PIE_ALPHA]             = U32,
	[TCA_FQ_PIE_BETA]              = U32,
	[TCA_FQ_PIE_QUANTUM]           = U32,
	[TCA_FQ_PIE_MEMORY_LIMIT]      = U32,
	[TCA_FQ_PIE_ECN_PROB]          = U32,
	[TCA_FQ_PIE_ECN]               = U32,
	[TCA_FQ_PIE_BYTEMODE]          = U32,
	[TCA_FQ_PIE_DQ_RATE_ESTIMATOR] = U32,
};
static const struct attrs fq_pie_attrs = ATTRS_BEYOND(tca_fq_pie_attrs, fq_pie);

static const struct attr pie[] = {
	[TCA_PIE_TARGET]            = U32,
	[TCA_PIE_LIMIT]             = U32,
	[TCA_PIE_TUPDATE]           = U32,
	[TCA_PIE_ALPHA]             = U32,
	[TCA_PIE_BETA]              = U32,
	[TCA_PIE_ECN]               = U32,
	[TCA_PIE_BYTEMODE]          = U32,
	[TCA_PIE_DQ_RATE_ESTIMATOR] = U32,
};
static const struct attrs pie_attrs = ATTRS_BEYOND(tca_pie_attrs, pie);

static const struct attr hhf[] = {
	[TCA_HHF_BACKLOG_LIMIT]  = U32,
	[TCA_HHF_QUANTUM]        = U32,
	[TCA_HHF_HH_FLOWS_LIMIT] = U32,
	[TCA_HHF_RESET_TIMEOUT]  = U32,
	[TCA_HHF_ADMIT_BYTES]    = U32,
	[TCA_HHF_EVICT_TIMEOUT]  = U32,
	[TCA_HHF_NON_HH_WEIGHT]  = U32,
};
static const struct attrs hhf_attrs = ATTRS_BEYOND(tca_hhf_attrs, hhf);

static const struct attr drr[] = {
	[TCA_DRR_QUANTUM] = U32,
};
static const struct attrs drr_attrs = ATTRS_BEYOND(tca_drr_attrs, drr);

static const struct attr qfq[] = {
	[TCA_QFQ_WEIGHT] = U32,
	[TCA_QFQ_LMAX]   = U32,
};
static const struct attrs qfq_attrs = ATTRS_BEYOND(tca_qfq_attrs, qfq);

static const struct attr cbs[] = {
	[TCA_CBS_PARMS] = MADE(tc_cbs_qopt),
};
static const struct attrs cbs_attrs = ATTRS_BEYOND(tca_cbs_attrs, cbs);

static const struct attr etf[] = {
	[TCA_ETF_PARMS] = MADE(tc_etf_qopt),
};
static const struct attrs etf_attrs = ATTRS_BEYOND(tca_etf_attrs, etf);

static const struct attr ets[] = {
	[TCA_ETS_NBANDS]       = U8,
	[TCA_ETS_NSTRICT]      = U8,
	[TCA_ETS_QUANTA]       = NESTED(ets_attrs),
	[TCA_ETS_QUANTA_BAND]  = U32,
	[TCA_ETS_PRIOMAP]      = NESTED(ets_attrs),
	[TCA_ETS_PRIOMAP_BAND] = U8,
};
static const struct attrs ets_attrs = ATTRS_BEYOND(tca_ets_attrs, ets);

static const struct attr loss[] = {
	[NETEM_LOSS_GI] = MADE(tc_netem_gimodel),
	[NETEM_LOSS_GE] = MADE(tc_netem_gemodel),
};
static const struct attrs loss_attrs = ATTRS_BEYOND(netem_loss_attrs, loss);

static const struct attr netem[] = {
	[TCA_NETEM_CORR]       = MADE(tc_netem_corr),
	[TCA_NETEM_DELAY_DIST] = ARRAY(2, int),
	[TCA_NETEM_REORDER]    = MADE(tc_netem_reorder),
	[TCA_NETEM_CORRUPT]    = MADE(tc_netem_corrupt),
	[TCA_NETEM_LOSS]       = NESTED(loss_attrs),
	[TCA_NETEM_RATE]       = MADE(tc_netem_rate),
	[TCA_NETEM_ECN]        = U32,
	[TCA_NETEM_RATE64]     = U64,
	[TCA_NETEM_LATENCY64]  = VALUE(8, offset),
	[TCA_NETEM_JITTER64]   = VALUE(8, offset),
	[TCA_NETEM_SLOT]       = MADE(tc_netem_slot),
	[TCA_NETEM_SLOT_DIST]  = ARRAY(2, int),
};
static const struct named_attr netem_later[] = { AS("PRNG_SEED", X64) };
static const struct attrs netem_attrs = ATTRS_BEYOND(tca_netem_attrs, netem, LATER(netem_later));

static const struct attr cake[] = {
	[TCA_CAKE_BASE_RATE64]   = U64,
	[TCA_CAKE_DIFFSERV_MODE] = NAME(4, cake_diffservs),
	[TCA_CAKE_ATM]           = NAME(4, cake_atms),
	[TCA_CAKE_FLOW_MODE]     = NAME(4, cake_flows),
	[TCA_CAKE_OVERHEAD]      = S32,
	[TCA_CAKE_RTT]           = U32,
	[TCA_CAKE_TARGET]        = U32,
	[TCA_CAKE_AUTORATE]      = U32,
	[TCA_CAKE_MEMORY]        = U32,
	[TCA_CAKE_NAT]           = U32,
	[TCA_CAKE_RAW]           = U32,
	[TCA_CAKE_WASH]          = U32,
	[TCA_CAKE_MPU]           = U32,
	[TCA_CAKE_INGRESS]       = U32,
	[TCA_CAKE_ACK_FILTER]    = NAME(4, cake_acks),
	[TCA_CAKE_SPLIT_GSO]     = U32,
	[TCA_CAKE_FWMARK]        = X32,
};
static const struct attrs cake_attrs = ATTRS_BEYOND(tca_cake_attrs, cake);

static const struct attr cake_tin[] = {
	[TCA_CAKE_TIN_STATS_SENT_PACKETS]         = U32,
	[TCA_CAKE_TIN_STATS_SENT_BYTES64]         = U64,
	[TCA_CAKE_TIN_STATS_DROPPED_PACKETS]      = U32,
	[TCA_CAKE_TIN_STATS_DROPPED_BYTES64]      = U64,
	[TCA_CAKE_TIN_STATS_ACKS_DROPPED_PACKETS] = U32,
	[TCA_CAKE_TIN_STATS_ACKS_DROPPED_BYTES64] = U64,
	[TCA_CAKE_TIN_STATS_ECN_MARKED_PACKETS]   = U32,
	[TCA_CAKE_TIN_STATS_ECN_MARKED_BYTES64]   = U64,
	[TCA_CAKE_TIN_STATS_BACKLOG_PACKETS]      = U32,
	[TCA_CAKE_TIN_STATS_BACKLOG_BYTES]        = U32,
	[TCA_CAKE_TIN_STATS_THRESHOLD_RATE64]     = U64,
	[TCA_CAKE_TIN_STATS_TARGET_US]            = U32,
	[TCA_CAKE_TIN_STATS_INTERVAL_US]          = U32,
	[TCA_CAKE_TIN_STATS_WAY_INDIRECT_HITS]    = U32,
	[TCA_CAKE_TIN_STATS_WAY_MISSES]           = U32,
	[TCA_CAKE_TIN_STATS_WAY_COLLISIONS]       = U32,
	[TCA_CAKE_TIN_STATS_PEAK_DELAY_US]        = U32,
	[TCA_CAKE_TIN_STATS_AVG_DELAY_US]         = U32,
	[TCA_CAKE_TIN_STATS_BASE_DELAY_US]        = U32,
	[TCA_CAKE_TIN_STATS_SPARSE_FLOWS]         = U32,
	[TCA_CAKE_TIN_STATS_BULK_FLOWS]           = U32,
	[TCA_CAKE_TIN_STATS_UNRESPONSIVE_FLOWS]   = U32,
	[TCA_CAKE_TIN_STATS_MAX_SKBLEN]           = U32,
	[TCA_CAKE_TIN_STATS_FLOW_QUANTUM]         = U32,
};
static const struct attrs cake_tin_attrs = ATTRS_BEYOND(tca_cake_tin_stats_attrs, cake_tin);

static const struct attr any_cake_tin = NESTED(cake_tin_attrs);
static const struct attrs cake_tins = { .any = &any_cake_tin };
static const struct attr cake_stats[] = {
	[TCA_CAKE_STATS_CAPACITY_ESTIMATE64] = U64,
	[TCA_CAKE_STATS_MEMORY_LIMIT]        = U32,
	[TCA_CAKE_STATS_MEMORY_USED]         = U32,
	[TCA_CAKE_STATS_AVG_NETOFF]          = U32,
	[TCA_CAKE_STATS_MIN_NETLEN]          = U32,
	[TCA_CAKE_STATS_MAX_NETLEN]          = U32,
	[TCA_CAKE_STATS_MIN_ADJLEN]          = U32,
	[TCA_CAKE_STATS_MAX_ADJLEN]          = U32,
	[TCA_CAKE_STATS_TIN_STATS]           = NESTED(cake_tins),
	[TCA_CAKE_STATS_DEFICIT]             = S32,
	[TCA_CAKE_STATS_COBALT_COUNT]        = U32,
	[TCA_CAKE_STATS_DROPPING]            = U32,
	[TCA_CAKE_STATS_DROP_NEXT_US]        = S32,
	[TCA_CAKE_STATS_P_DROP]              = U32,
	[TCA_CAKE_STATS_BLUE_TIMER_US]       = S32,
};
static const struct named_attr cake_stats_later[] = { AS("ACTIVE_QUEUES", U32) };
static const struct attrs cake_stats_attrs = ATTRS_BEYOND(tca_cake_stats_attrs, cake_stats, LATER(cake_stats_later));

static const struct attr mqprio[] = {
	[TCA_MQPRIO_MODE]       = NAME(2, mqprio_modes),
	[TCA_MQPRIO_SHAPER]     = NAME(2, mqprio_shapers),
	[TCA_MQPRIO_MIN_RATE64] = NESTED(mqprio_rates_attrs),
	[TCA_MQPRIO_MAX_RATE64] = NESTED(mqprio_rates_attrs),
};
static const struct named_attr mqprio_tc[] = { AS("INDEX", U32), OF("FP", NAME, tc_frame_preemptions) };
static const struct attrs mqprio_tc_attrs = NAMED(tca_mqprio_tc_entry_attrs, mqprio_tc);
static const struct named_attr mqprio_later[] = { OF("TC_ENTRY", NEST, mqprio_tc_attrs) };
static const struct attrs mqprio_attrs = ATTRS_BEYOND(tca_mqprio_attrs, mqprio, LATER(mqprio_later));

static const struct attr mqprio_rates[] = {
	[TCA_MQPRIO_MIN_RATE64] = U64,
	[TCA_MQPRIO_MAX_RATE64] = U64,
};
static const struct attrs mqprio_rates_attrs = ATTRS_BEYOND(tca_mqprio_attrs, mqprio_rates);

static const struct attr taprio_entry[] = {
	[TCA_TAPRIO_SCHED_ENTRY_INDEX]     = U32,
	[TCA_TAPRIO_SCHED_ENTRY_CMD]       = NAME(1, taprio_cmds),
	[TCA_TAPRIO_SCHED_ENTRY_GATE_MASK] = X32,
	[TCA_TAPRIO_SCHED_ENTRY_INTERVAL]  = U32,
};
static const struct attrs taprio_entry_attrs = ATTRS_BEYOND(tca_taprio_sched_entry_attrs, taprio_entry);

static const struct attr taprio_entries[] = {
	[TCA_TAPRIO_SCHED_ENTRY] = NESTED(taprio_entry_attrs),
};
static const struct attrs taprio_entries_attrs = ATTRS_BEYOND(tca_taprio_sched_attrs, taprio_entries);

static const struct attr taprio_tc[] = {
	[TCA_TAPRIO_TC_ENTRY_INDEX]   = U32,
	[TCA_TAPRIO_TC_ENTRY_MAX_SDU] = U32,
};
static const struct named_attr taprio_tc_later[] = { OF("FP", NAME, tc_frame_preemptions) };
static const struct attrs taprio_tc_attrs = ATTRS_BEYOND(tca_taprio_tc_entry_attrs, taprio_tc, LATER(taprio_tc_later));

static const struct attr taprio[] = {
	[TCA_TAPRIO_ATTR_PRIOMAP]                    = MADE(tc_mqprio_qopt),
	[TCA_TAPRIO_ATTR_SCHED_ENTRY_LIST]           = NESTED(taprio_entries_attrs),
	[TCA_TAPRIO_ATTR_SCHED_BASE_TIME]            = VALUE(8, offset),
	[TCA_TAPRIO_ATTR_SCHED_SINGLE_ENTRY]         = NESTED(taprio_entry_attrs),
	[TCA_TAPRIO_ATTR_SCHED_CLOCKID]              = VALUE_OF(4, clock, clock_ids),
	[TCA_TAPRIO_ATTR_ADMIN_SCHED]                = NESTED(taprio_attrs),
	[TCA_TAPRIO_ATTR_SCHED_CYCLE_TIME]           = VALUE(8, offset),
	[TCA_TAPRIO_ATTR_SCHED_CYCLE_TIME_EXTENSION] = VALUE(8, offset),
	[TCA_TAPRIO_ATTR_FLAGS]                      = BITS(4, taprio_flags),
	[TCA_TAPRIO_ATTR_TXTIME_DELAY]               = U32,
	[TCA_TAPRIO_ATTR_TC_ENTRY]                   = NESTED(taprio_tc_attrs),
};
static const struct attrs taprio_attrs = ATTRS_BEYOND(tca_taprio_attrs, taprio);

static const struct named_attr dualpi2[] = {
	AS("LIMIT MEMORY_LIMIT TARGET TUPDATE ALPHA BETA STEP_THRESH_PKTS STEP_THRESH_US MIN_QLEN_STEP", U32), AS("COUPLING C_PROTECTION", U8),
	OF("DROP_OVERLOAD", NAME, dualpi2_drop_overloads), OF("DROP_EARLY", NAME, dualpi2_drop_earlies), OF("ECN_MASK", NAME, dualpi2_ecn_masks),
	OF("SPLIT_GSO", NAME, dualpi2_split_gsos),
};
static const struct attrs dualpi2_attrs = NAMED(tca_dualpi2_attrs, dualpi2);

/* Of the discipline a number, of a class attributes. */
static bool show_hfsc(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	static const struct attr qopt = STRUCT(shape_nl_tc_hfsc_qopt);

	if (len <= 4)
		return attr__struct(n, &qopt, at, len);
	return attr__nested(n, t, at, len);
}

/* An older one lacks the fields of RED. */
static bool show_sfq(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	static const struct attr newer = MADE(tc_sfq_qopt_v1), older = MADE(tc_sfq_qopt);

	(void)t;
	return attr__struct_and_bytes(n, &newer, at, len) || attr__struct_and_bytes(n, &older, at, len);
}

static const struct attr fifo = MADE(tc_fifo_qopt), prio = MADE(tc_prio_qopt), multiq = MADE(tc_multiq_qopt), plug = MADE(tc_plug_qopt), skbprio = MADE(tc_skbprio_qopt);
static const struct attr sfq = { .show = show_sfq }, hfsc_any = { .show = show_hfsc, .nested = &hfsc_attrs };
static const struct attr netem_options = STRUCT_AND_ATTRS(shape_nl_tc_netem_qopt, netem_attrs), mqprio_options = STRUCT_AND_ATTRS(shape_nl_tc_mqprio_qopt, mqprio_attrs);
static const struct choice options[] = {
	{ .name = "bfifo", .as = &fifo },
	{ .name = "cake", .attrs = &cake_attrs },
	{ .name = "cbs", .attrs = &cbs_attrs },
	{ .name = "choke", .attrs = &choke_attrs },
	{ .name = "codel", .attrs = &codel_attrs },
	{ .name = "drr", .attrs = &drr_attrs },
	{ .name = "etf", .attrs = &etf_attrs },
	{ .name = "ets", .attrs = &ets_attrs },
	{ .name = "dualpi2", .attrs = &dualpi2_attrs },
	{ .name = "fq", .attrs = &fq_attrs },
	{ .name = "fq_codel", .attrs = &fq_codel_attrs },
	{ .name = "fq_pie", .attrs = &fq_pie_attrs },
	{ .name = "gred", .attrs = &gred_attrs },
	{ .name = "hfsc", .as = &hfsc_any },
	{ .name = "hhf", .attrs = &hhf_attrs },
	{ .name = "htb", .attrs = &htb_attrs },
	{ .name = "mqprio", .as = &mqprio_options },
	{ .name = "multiq", .as = &multiq },
	{ .name = "netem", .as = &netem_options },
	{ .name = "pfifo", .as = &fifo },
	{ .name = "pfifo_fast", .as = &prio },
	{ .name = "pfifo_head_drop", .as = &fifo },
	{ .name = "pie", .attrs = &pie_attrs },
	{ .name = "plug", .as = &plug },
	{ .name = "prio", .as = &prio },
	{ .name = "qfq", .attrs = &qfq_attrs },
	{ .name = "red", .attrs = &red_attrs },
	{ .name = "sfb", .attrs = &sfb_attrs },
	{ .name = "sfq", .as = &sfq },
	{ .name = "skbprio", .as = &skbprio },
	{ .name = "taprio", .attrs = &taprio_attrs },
	{ .name = "tbf", .attrs = &tbf_attrs },
};
const struct choices nl_qdisc_options = CHOICES(BY_TEXT, TCA_KIND, options);

static const struct attr sfq_stats = MADE(tc_sfq_xstats), red_stats = MADE(tc_red_xstats), choke_stats = MADE(tc_choke_xstats), htb_stats = MADE(tc_htb_xstats);
static const struct attr hfsc_stats = MADE(tc_hfsc_stats), drr_stats = MADE(tc_drr_stats), sfb_stats = MADE(tc_sfb_xstats), qfq_stats = MADE(tc_qfq_stats);
static const struct attr codel_stats = MADE(tc_codel_xstats), fq_codel_stats = MADE(tc_fq_codel_xstats), fq_stats = MADE(tc_fq_qd_stats);
static const struct attr hhf_stats = MADE(tc_hhf_xstats), pie_stats = MADE(tc_pie_xstats), fq_pie_stats = MADE(tc_fq_pie_xstats);
static const struct named_attr taprio_stats[] = { AS("WINDOW_DROPS TX_OVERRUNS", U64) };
static const struct attrs taprio_stats_attrs = NAMED(tca_taprio_stats_attrs, taprio_stats);
static const struct choice stats[] = {
	{ .name = "cake", .attrs = &cake_stats_attrs },
	{ .name = "choke", .as = &choke_stats },
	{ .name = "codel", .as = &codel_stats },
	{ .name = "drr", .as = &drr_stats },
	{ .name = "fq", .as = &fq_stats },
	{ .name = "fq_codel", .as = &fq_codel_stats },
	{ .name = "fq_pie", .as = &fq_pie_stats },
	{ .name = "hfsc", .as = &hfsc_stats },
	{ .name = "hhf", .as = &hhf_stats },
	{ .name = "htb", .as = &htb_stats },
	{ .name = "pie", .as = &pie_stats },
	{ .name = "qfq", .as = &qfq_stats },
	{ .name = "red", .as = &red_stats },
	{ .name = "sfb", .as = &sfb_stats },
	{ .name = "sfq", .as = &sfq_stats },
	{ .name = "taprio", .attrs = &taprio_stats_attrs },
};
const struct choices nl_qdisc_xstats = CHOICES(BY_TEXT, TCA_KIND, stats), nl_qdisc_app_stats = CHOICES(BY_TEXT, TCA_KIND, stats, .up = 1);
