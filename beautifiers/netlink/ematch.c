// SPDX-License-Identifier: BSD-2-Clause
/* ematch.c - extended matches of traffic control's filters (linux/pkt_cls.h, tc_ematch/): a header, and data by its kind. */
#include <string.h>
#include <linux/netlink.h>
#include <linux/pkt_cls.h>
#include <linux/tc_ematch/tc_em_ipt.h>
#include <linux/tc_ematch/tc_em_meta.h>

#include "route.h"

/* -- Metadata: what each side of a comparison is ------------------------------------------------------------------------- */

static void show_meta_kind(struct show *s, const struct arg *a, const uint8_t *p, uint32_t len)
{
	uint16_t kind = (uint16_t)load_uint(p, 2, s->swap);

	(void)a, (void)len;
	s->w->struct_begin(s->o);
	show_field_name(s, "type");
	show__enum(s, &tcf_meta_types, TCF_META_TYPE(kind));
	show_field_name(s, "id");
	show__enum(s, &tcf_meta_ids, TCF_META_ID(kind));
	s->w->struct_end(s->o, false);
}
static const struct shape meta_kind = { .name = "kind", .size = 2, .show = show_meta_kind };
static const struct field meta_fields[] = {
	FIELD_STRUCT(struct tcf_meta_hdr, left.kind, meta_kind), FIELD(struct tcf_meta_hdr, left.shift, uint), FIELD_FLAGS(struct tcf_meta_hdr, left.op, enum, tcf_em_opnds),
	FIELD_STRUCT(struct tcf_meta_hdr, right.kind, meta_kind), FIELD(struct tcf_meta_hdr, right.shift, uint),
};
static const struct shape meta_hdr = SHAPE(struct tcf_meta_hdr, meta_fields);

/* A value of the type that the header says: left of TCA_EM_META_LVALUE, right of the other. */
static bool show_meta_value(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	const struct attr text = TEXT, number = NUMBER(0, ulong);
	uint64_t hdr = 0, hdr_len = 0, side;

	(void)t;
	if (!n->level || !nl__beside(n, n->level, TCA_EM_META_HDR, at, &hdr, &hdr_len) || hdr_len < meta_hdr.size)
		return false;
	side = (n->attr_type & NLA_TYPE_MASK) == TCA_EM_META_LVALUE ? offsetof(struct tcf_meta_hdr, left.kind) : offsetof(struct tcf_meta_hdr, right.kind);
	if (TCF_META_TYPE(nl__load(n, hdr + side, 2)) == TCF_META_TYPE_VAR)
		return attr__text(n, &text, at, len);
	return (len == 4 || len == 8) && attr__number(n, &number, at, len);
}

static const struct attr meta[] = {
	[TCA_EM_META_HDR]    = STRUCT(meta_hdr),
	[TCA_EM_META_LVALUE] = { .show = show_meta_value },
	[TCA_EM_META_RVALUE] = { .show = show_meta_value },
};
static const struct attrs meta_attrs = ATTRS_BEYOND(tca_em_meta_attrs, meta);

static const struct attr ipt[] = {
	[TCA_EM_IPT_HOOK]           = NAME(4, nf_hooks),
	[TCA_EM_IPT_MATCH_NAME]     = STRING,
	[TCA_EM_IPT_MATCH_REVISION] = U8,
	[TCA_EM_IPT_NFPROTO]        = NAME(1, nf_protocols),
	[TCA_EM_IPT_MATCH_DATA]     = { .show = attr__ematch_ipt },
};
static const struct attrs ipt_attrs = ATTRS_BEYOND(tca_em_ipt_attrs, ipt);

/* -- Data by kind --------------------------------------------------------------------------------------------------------- */

static const struct attr data[] = {
	[TCF_EM_CMP]   = MADE(tcf_em_cmp),
	[TCF_EM_NBYTE] = STRUCT_AND_BYTES(shape_nl_tcf_em_nbyte),
	[TCF_EM_U32]   = MADE(tc_u32_key),
	[TCF_EM_META]  = NESTED(meta_attrs),
	[TCF_EM_TEXT]  = STRUCT_AND_BYTES(shape_nl_tcf_em_text),
	[TCF_EM_CANID] = STRUCTS(shape_can_filter),
	[TCF_EM_IPSET] = STRUCT_AND_BYTES(shape_xt_set_info),
	[TCF_EM_IPT]   = NESTED(ipt_attrs),
};

/* A container's data is the index of a match; that of simple ones is a number. */
bool attr__ematch(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	const struct shape *sh = shape__of(&shape_nl_tcf_ematch_hdr, n->s->abi);
	const struct attr number = U32;
	unsigned size = sizeof(struct tcf_ematch_hdr);
	uint64_t kind, flags;

	(void)t;
	if (!sh->size || len < size)
		return false;
	if (!nl__structure(n, sh, at, size) || len == size)
		return true;
	kind = nl__load(n, at + offsetof(struct tcf_ematch_hdr, kind), 2);
	flags = nl__load(n, at + offsetof(struct tcf_ematch_hdr, flags), 2);
	at += size;
	len -= size;
	n->s->w->item(n->s->o);
	if (kind == TCF_EM_CONTAINER || flags & TCF_EM_SIMPLE) {
		if (len != 4 || !attr__value(n, &number, at, len))
			nl__octets(n, at, len);
	} else if (kind >= sizeof(data) / sizeof(data[0]) || !data[kind].show || n->depth >= NL_NESTING || !data[kind].show(n, &data[kind], at, len)) {
		nl__octets(n, at, len);
	}
	return true;
}
