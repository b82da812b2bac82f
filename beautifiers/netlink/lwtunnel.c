// SPDX-License-Identifier: BSD-2-Clause
/* lwtunnel.c - RTA_ENCAP and NHA_ENCAP: how routes encapsulate packets (linux/lwtunnel.h and others). */
#include <linux/ioam6_iptunnel.h>
#include <linux/lwtunnel.h>
#include <linux/mpls_iptunnel.h>
#include <linux/nexthop.h>
#include <linux/rpl_iptunnel.h>
#include <linux/rtnetlink.h>
#include <linux/seg6_iptunnel.h>
#include <linux/seg6_local.h>

#include "route.h"

/* struct mpls_label: entries of a label stack, in network byte order. */
static void show_label_entry(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	uint32_t v = (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];

	(void)a, (void)len;
	s->w->struct_begin(s->o);
	show_named(s, "label", uinteger, v >> 12);
	show_named(s, "tc", uinteger, v >> 9 & 7);
	show_named(s, "bos", uinteger, v >> 8 & 1);
	show_named(s, "ttl", uinteger, v & 0xff);
	s->w->struct_end(s->o, false);
}
static const struct shape label = { .name = "mpls_label", .size = 4, .show = show_label_entry };
static bool show_labels(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	static const struct attr labels = STRUCTS(label);

	(void)t;
	return attr__structs(n, &labels, at, len);
}

/* struct ipv6_sr_hdr, and its segments. */
static bool show_srh(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	static const struct attr header = MADE(ipv6_sr_hdr), segments = STRUCTS(shape_in6_addr);
	uint64_t size = shape__of(header.shape, n->s->abi)->size;

	(void)t;
	if (!attr__struct(n, &header, at, len))
		return false;
	if (len >= size + 16) {
		n->s->w->item(n->s->o);
		attr__structs(n, &segments, at + size, len - size);
	}
	return true;
}

/* struct seg6_iptunnel_encap: how, and a header as above. */
static bool show_seg6(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	static const struct attr mode = MADE(seg6_iptunnel_encap);

	if (!attr__struct(n, &mode, at, len))
		return false;
	if (len > 4) {
		n->s->w->item(n->s->o);
		if (!show_srh(n, t, at + 4, len - 4))
			nl__octets(n, at + 4, len - 4);
	}
	return true;
}

static const struct attr mpls[] = {
	[MPLS_IPTUNNEL_DST] = { .show = show_labels },
	[MPLS_IPTUNNEL_TTL] = U8,
};
static const struct attrs mpls_attrs = ATTRS_BEYOND(mpls_iptunnel_attrs, mpls);

static const struct attr opt_geneve[] = {
	[LWTUNNEL_IP_OPT_GENEVE_CLASS] = BE(2, hex),
	[LWTUNNEL_IP_OPT_GENEVE_TYPE]  = U8,
	[LWTUNNEL_IP_OPT_GENEVE_DATA]  = BINARY,
};
static const struct attrs opt_geneve_attrs = ATTRS_BEYOND(lwtunnel_ip_opt_geneve_attrs, opt_geneve);

static const struct attr opt_vxlan[] = {
	[LWTUNNEL_IP_OPT_VXLAN_GBP] = X32,
};
static const struct attrs opt_vxlan_attrs = ATTRS_BEYOND(lwtunnel_ip_opt_vxlan_attrs, opt_vxlan);

static const struct attr opt_erspan[] = {
	[LWTUNNEL_IP_OPT_ERSPAN_VER]   = U8,
	[LWTUNNEL_IP_OPT_ERSPAN_INDEX] = BE32,
	[LWTUNNEL_IP_OPT_ERSPAN_DIR]   = U8,
	[LWTUNNEL_IP_OPT_ERSPAN_HWID]  = U8,
};
static const struct attrs opt_erspan_attrs = ATTRS_BEYOND(lwtunnel_ip_opt_erspan_attrs, opt_erspan);

static const struct attr ip_opts[] = {
	[LWTUNNEL_IP_OPTS_GENEVE] = NESTED(opt_geneve_attrs),
	[LWTUNNEL_IP_OPTS_VXLAN]  = NESTED(opt_vxlan_attrs),
	[LWTUNNEL_IP_OPTS_ERSPAN] = NESTED(opt_erspan_attrs),
};
static const struct attrs ip_opts_attrs = ATTRS_BEYOND(lwtunnel_ip_opts_attrs, ip_opts);

static const struct attr ip[] = {
	[LWTUNNEL_IP_ID]    = BE64,
	[LWTUNNEL_IP_DST]   = IN_ADDR,
	[LWTUNNEL_IP_SRC]   = IN_ADDR,
	[LWTUNNEL_IP_TTL]   = U8,
	[LWTUNNEL_IP_TOS]   = U8,
	[LWTUNNEL_IP_FLAGS] = BITS(2, tunnel_key_flags),
	[LWTUNNEL_IP_OPTS]  = NESTED(ip_opts_attrs),
};
static const struct attrs ip_attrs = ATTRS_BEYOND(lwtunnel_ip_attrs, ip);

static const struct attr ip6[] = {
	[LWTUNNEL_IP6_ID]       = BE64,
	[LWTUNNEL_IP6_DST]      = IN6_ADDR,
	[LWTUNNEL_IP6_SRC]      = IN6_ADDR,
	[LWTUNNEL_IP6_HOPLIMIT] = U8,
	[LWTUNNEL_IP6_TC]       = U8,
	[LWTUNNEL_IP6_FLAGS]    = BITS(2, tunnel_key_flags),
	[LWTUNNEL_IP6_OPTS]     = NESTED(ip_opts_attrs),
};
static const struct attrs ip6_attrs = ATTRS_BEYOND(lwtunnel_ip6_attrs, ip6);

static const struct attr bpf_prog[] = {
	[LWT_BPF_PROG_FD]   = VALUE(4, fd),
	[LWT_BPF_PROG_NAME] = STRING,
};
static const struct attrs bpf_prog_attrs = ATTRS_BEYOND(lwt_bpf_prog_attrs, bpf_prog);

static const struct attr bpf[] = {
	[LWT_BPF_IN]            = NESTED(bpf_prog_attrs),
	[LWT_BPF_OUT]           = NESTED(bpf_prog_attrs),
	[LWT_BPF_XMIT]          = NESTED(bpf_prog_attrs),
	[LWT_BPF_XMIT_HEADROOM] = U32,
};
static const struct attrs bpf_attrs = ATTRS_BEYOND(lwt_bpf_attrs, bpf);

static const struct attr xfrm[] = {
	[LWT_XFRM_IF_ID] = X32,
	[LWT_XFRM_LINK]  = IFINDEX,
};
static const struct attrs xfrm_attrs = ATTRS_BEYOND(lwt_xfrm_attrs, xfrm);

static const struct attr seg6[] = {
	[SEG6_IPTUNNEL_SRH] = { .show = show_seg6 },
};
static const struct named_attr source[] = { AS("SRC", IN6) };
static const struct attrs seg6_kind_attrs = ATTRS_BEYOND(seg6_iptunnel_attrs, seg6, LATER(source));

static const struct attr local_bpf[] = {
	[SEG6_LOCAL_BPF_PROG]      = U32,
	[SEG6_LOCAL_BPF_PROG_NAME] = STRING,
};
static const struct attrs local_bpf_attrs = ATTRS_BEYOND(seg6_local_bpf_prog_attrs, local_bpf);

static const struct attr local_counters[] = {
	[SEG6_LOCAL_CNT_PACKETS] = U64,
	[SEG6_LOCAL_CNT_BYTES]   = U64,
	[SEG6_LOCAL_CNT_ERRORS]  = U64,
};
static const struct attrs local_counters_attrs = ATTRS_BEYOND(seg6_local_cnt_attrs, local_counters);

static const struct attr local_flavors[] = {
	[SEG6_LOCAL_FLV_OPERATION]      = X32,
	[SEG6_LOCAL_FLV_LCBLOCK_BITS]   = U8,
	[SEG6_LOCAL_FLV_LCNODE_FN_BITS] = U8,
};
static const struct attrs local_flavors_attrs = ATTRS_BEYOND(seg6_local_flv_attrs, local_flavors);

static const struct attr local[] = {
	[SEG6_LOCAL_ACTION]   = NAME(4, seg6_local_actions),
	[SEG6_LOCAL_SRH]      = { .show = show_srh },
	[SEG6_LOCAL_TABLE]    = VALUE_OF(4, enum, rt_tables),
	[SEG6_LOCAL_NH4]      = IN_ADDR,
	[SEG6_LOCAL_NH6]      = IN6_ADDR,
	[SEG6_LOCAL_IIF]      = IFINDEX,
	[SEG6_LOCAL_OIF]      = IFINDEX,
	[SEG6_LOCAL_BPF]      = NESTED(local_bpf_attrs),
	[SEG6_LOCAL_VRFTABLE] = VALUE_OF(4, enum, rt_tables),
	[SEG6_LOCAL_COUNTERS] = NESTED(local_counters_attrs),
	[SEG6_LOCAL_FLAVORS]  = NESTED(local_flavors_attrs),
};
static const struct attrs local_attrs = ATTRS_BEYOND(seg6_local_attrs, local);

static const struct attr rpl[] = {
	[RPL_IPTUNNEL_SRH] = BINARY,
};
static const struct attrs rpl_attrs = ATTRS_BEYOND(rpl_iptunnel_attrs, rpl);

static const struct attr ioam6[] = {
	[IOAM6_IPTUNNEL_MODE]   = NAME(1, ioam6_modes),
	[IOAM6_IPTUNNEL_DST]    = IN6_ADDR,
	[IOAM6_IPTUNNEL_TRACE]  = BINARY,
	[IOAM6_IPTUNNEL_FREQ_K] = U32,
	[IOAM6_IPTUNNEL_FREQ_N] = U32,
};
static const struct attrs ioam6_kind_attrs = ATTRS_BEYOND(ioam6_iptunnel_attrs, ioam6, LATER(source));

static const struct choice encaps[] = {
	{ .value = LWTUNNEL_ENCAP_MPLS, .attrs = &mpls_attrs },
	{ .value = LWTUNNEL_ENCAP_IP, .attrs = &ip_attrs },
	{ .value = LWTUNNEL_ENCAP_IP6, .attrs = &ip6_attrs },
	{ .value = LWTUNNEL_ENCAP_SEG6, .attrs = &seg6_kind_attrs },
	{ .value = LWTUNNEL_ENCAP_BPF, .attrs = &bpf_attrs },
	{ .value = LWTUNNEL_ENCAP_SEG6_LOCAL, .attrs = &local_attrs },
	{ .value = LWTUNNEL_ENCAP_RPL, .attrs = &rpl_attrs },
	{ .value = LWTUNNEL_ENCAP_IOAM6, .attrs = &ioam6_kind_attrs },
	{ .value = LWTUNNEL_ENCAP_XFRM, .attrs = &xfrm_attrs },
};
const struct choices nl_route_encap = CHOICES(BY_NUMBER, RTA_ENCAP_TYPE, encaps);
const struct choices nl_nexthop_encap = CHOICES(BY_NUMBER, NHA_ENCAP_TYPE, encaps);
