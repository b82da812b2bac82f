// SPDX-License-Identifier: BSD-2-Clause
/* xfrm.c - NETLINK_XFRM: associations and policies (linux/xfrm.h). */
#include <string.h>
#include <linux/netlink.h>
#include <linux/xfrm.h>

#include "named_attrs.h"

static const struct attr xfrm[] = {
	[XFRMA_ALG_AUTH]       = STRUCT_AND_BYTES(shape_nl_xfrm_algo),
	[XFRMA_ALG_CRYPT]      = STRUCT_AND_BYTES(shape_nl_xfrm_algo),
	[XFRMA_ALG_COMP]       = STRUCT_AND_BYTES(shape_nl_xfrm_algo),
	[XFRMA_ENCAP]          = MADE(xfrm_encap_tmpl),
	[XFRMA_TMPL]           = MADES(xfrm_user_tmpl),
	[XFRMA_SA]             = MADE(xfrm_usersa_info),
	[XFRMA_POLICY]         = MADE(xfrm_userpolicy_info),
	[XFRMA_SEC_CTX]        = STRUCT_AND_BYTES(shape_nl_xfrm_user_sec_ctx),
	[XFRMA_LTIME_VAL]      = MADE(xfrm_lifetime_cur),
	[XFRMA_REPLAY_VAL]     = MADE(xfrm_replay_state),
	[XFRMA_REPLAY_THRESH]  = U32,
	[XFRMA_ETIMER_THRESH]  = U32,
	[XFRMA_SRCADDR]        = ADDRESS,
	[XFRMA_COADDR]         = ADDRESS,
	[XFRMA_LASTUSED]       = U64,
	[XFRMA_POLICY_TYPE]    = MADE(xfrm_userpolicy_type),
	[XFRMA_MIGRATE]        = MADES(xfrm_user_migrate),
	[XFRMA_ALG_AEAD]       = STRUCT_AND_BYTES(shape_nl_xfrm_algo_aead),
	[XFRMA_KMADDRESS]      = MADE(xfrm_user_kmaddress),
	[XFRMA_ALG_AUTH_TRUNC] = STRUCT_AND_BYTES(shape_nl_xfrm_algo_auth),
	[XFRMA_MARK]           = MADE(xfrm_mark),
	[XFRMA_TFCPAD]         = U32,
	[XFRMA_REPLAY_ESN_VAL] = STRUCT_AND_BYTES(shape_nl_xfrm_replay_state_esn),
	[XFRMA_SA_EXTRA_FLAGS] = BITS(4, xfrm_sa_extra_flags),
	[XFRMA_PROTO]          = NAME(1, ip_protocols),
	[XFRMA_ADDRESS_FILTER] = MADE(xfrm_address_filter),
	[XFRMA_OFFLOAD_DEV]    = MADE(xfrm_user_offload),
	[XFRMA_SET_MARK]       = X32,
	[XFRMA_SET_MARK_MASK]  = X32,
	[XFRMA_IF_ID]          = X32,
	[XFRMA_MTIMER_THRESH]  = U32,
};
static const struct named_attr xfrm_later[] = {
	OF("SA_DIR", NAME, xfrm_sa_dirs), AS("NAT_KEEPALIVE_INTERVAL SA_PCPU IPTFS_DROP_TIME IPTFS_INIT_DELAY IPTFS_MAX_QSIZE IPTFS_PKT_SIZE", U32),
	AS("IPTFS_REORDER_WINDOW", U16), AS("IPTFS_DONT_FRAG", FLAG),
};
static const struct attrs xfrm_attrs = ATTRS_BEYOND(xfrma_attrs, xfrm, LATER(xfrm_later));

static const struct attr sad[] = {
	[XFRMA_SAD_CNT]   = U32,
	[XFRMA_SAD_HINFO] = MADE(xfrmu_sadhinfo),
};
static const struct attrs sad_attrs = ATTRS_BEYOND(xfrma_sad_attrs, sad);

static const struct attr spd[] = {
	[XFRMA_SPD_INFO]         = MADE(xfrmu_spdinfo),
	[XFRMA_SPD_HINFO]        = MADE(xfrmu_spdhinfo),
	[XFRMA_SPD_IPV4_HTHRESH] = MADE(xfrmu_spdhthresh),
	[XFRMA_SPD_IPV6_HTHRESH] = MADE(xfrmu_spdhthresh),
};
static const struct attrs spd_attrs = ATTRS_BEYOND(xfrma_spd_attrs, spd);

/* -- Messages ---------------------------------------------------------------------------------------------------------- */

struct info { uint32_t flags; };
static const struct field info_fields[] = { FIELD(struct info, flags, hex) };
static const struct shape info = SHAPE(struct info, info_fields);

/* struct xfrm_user_migrate_state of linux/xfrm.h, which headers of supported distributions lack */
#define MIGRATE_STATE 41	/* XFRM_MSG_MIGRATE_STATE */
struct migrate_state {
	struct xfrm_usersa_id id;
	uint8_t new_daddr[16], new_saddr[16];
	struct xfrm_mark old_mark;
	struct xfrm_selector new_sel;
	uint32_t new_reqid, flags;
	uint16_t new_family, reserved;
};

static void show_migrate_state(struct nl *n, const struct payload *p, uint64_t at, uint64_t len)
{
	unsigned family;

	if (len < sizeof(struct migrate_state) || !nl__has(n, at, sizeof(struct migrate_state))) {
		nl__octets(n, at, len);
		return;
	}
	family = (unsigned)nl__load(n, at + offsetof(struct migrate_state, new_family), 2);
	n->family = (uint8_t)nl__load(n, at + offsetof(struct migrate_state, id.family), 2);
	n->s->w->struct_begin(n->s->o);
	show_field_name(n->s, "id");
	nl__structure(n, &shape_nl_xfrm_usersa_id, at, sizeof(struct xfrm_usersa_id));
	show_field_name(n->s, "new_daddr");
	nl__inet(n, family, at + offsetof(struct migrate_state, new_daddr), 16);
	show_field_name(n->s, "new_saddr");
	nl__inet(n, family, at + offsetof(struct migrate_state, new_saddr), 16);
	show_field_name(n->s, "old_mark");
	nl__structure(n, &shape_nl_xfrm_mark, at + offsetof(struct migrate_state, old_mark), sizeof(struct xfrm_mark));
	show_field_name(n->s, "new_sel");
	nl__structure(n, &shape_nl_xfrm_selector, at + offsetof(struct migrate_state, new_sel), sizeof(struct xfrm_selector));
	show_named(n->s, "new_reqid", uinteger, nl__load(n, at + offsetof(struct migrate_state, new_reqid), 4));
	show_field_name(n->s, "flags");
	show__flags(n->s, &xfrm_migrate_state_flags, nl__load(n, at + offsetof(struct migrate_state, flags), 4));
	show_field_name(n->s, "new_family");
	show__enum(n->s, &socket_domains, family);
	n->s->w->struct_end(n->s->o, false);
	if (len > sizeof(struct migrate_state)) {
		n->s->w->item(n->s->o);
		nl__attrs(n, at + sizeof(struct migrate_state), len - sizeof(struct migrate_state), p->attrs);
	}
}

#define XFRM(msg, s, a) { .first = XFRM_MSG_##msg, .last = XFRM_MSG_##msg, .shape = &s, .attrs = &a##_attrs }
static const struct payload payloads[] = {
	XFRM(NEWSA, shape_nl_xfrm_usersa_info, xfrm), XFRM(UPDSA, shape_nl_xfrm_usersa_info, xfrm),
	XFRM(DELSA, shape_nl_xfrm_usersa_id, xfrm), XFRM(GETSA, shape_nl_xfrm_usersa_id, xfrm),
	XFRM(NEWPOLICY, shape_nl_xfrm_userpolicy_info, xfrm), XFRM(UPDPOLICY, shape_nl_xfrm_userpolicy_info, xfrm),
	XFRM(DELPOLICY, shape_nl_xfrm_userpolicy_id, xfrm), XFRM(GETPOLICY, shape_nl_xfrm_userpolicy_id, xfrm),
	XFRM(ALLOCSPI, shape_nl_xfrm_userspi_info, xfrm), XFRM(ACQUIRE, shape_nl_xfrm_user_acquire, xfrm),
	XFRM(EXPIRE, shape_nl_xfrm_user_expire, xfrm), XFRM(POLEXPIRE, shape_nl_xfrm_user_polexpire, xfrm),
	XFRM(FLUSHSA, shape_nl_xfrm_usersa_flush, xfrm), { .first = XFRM_MSG_FLUSHPOLICY, .last = XFRM_MSG_FLUSHPOLICY, .attrs = &xfrm_attrs },
	XFRM(NEWAE, shape_nl_xfrm_aevent_id, xfrm), XFRM(GETAE, shape_nl_xfrm_aevent_id, xfrm),
	XFRM(REPORT, shape_nl_xfrm_user_report, xfrm), XFRM(MIGRATE, shape_nl_xfrm_userpolicy_id, xfrm),
	XFRM(NEWSADINFO, info, sad), XFRM(GETSADINFO, info, sad), XFRM(NEWSPDINFO, info, spd), XFRM(GETSPDINFO, info, spd),
	XFRM(MAPPING, shape_nl_xfrm_user_mapping, xfrm),
	XFRM(SETDEFAULT, shape_nl_xfrm_userpolicy_default, xfrm), XFRM(GETDEFAULT, shape_nl_xfrm_userpolicy_default, xfrm),
	{ .first = MIGRATE_STATE, .last = MIGRATE_STATE, .attrs = &xfrm_attrs, .show = show_migrate_state },
};

/* The family of the addresses in attributes, which the structure has. 0: it has none */
static uint8_t family_of(const struct nl *n, const struct shape *sh, uint64_t at)
{
	for (unsigned i = 0; i < sh->nfields; i++) {
		const struct field *f = &sh->fields[i];
		const char *dot = strrchr(f->spec.name, '.');

		if (!strcmp(dot ? dot + 1 : f->spec.name, "family") && f->size == 2)
			return nl__has(n, at + f->offset, 2) ? (uint8_t)nl__load(n, at + f->offset, 2) : 0;
	}
	return 0;
}

/* strace knows only the types. Requests for all have attributes alone. */
static bool show_payload(struct nl *n, uint64_t at, uint64_t len)
{
	const struct payload *p = nl__find_payload(payloads, sizeof(payloads) / sizeof(payloads[0]), n->type);
	bool dump = (n->flags & (NLM_F_REQUEST | NLM_F_DUMP)) == (NLM_F_REQUEST | NLM_F_DUMP);

	if (!p || n->s->w->strace_marks)
		return false;
	n->family = 0;
	if (p->show) {
		p->show(n, p, at, len);
		return true;
	}
	if (!p->shape || (dump && (n->type == XFRM_MSG_GETSA || n->type == XFRM_MSG_GETPOLICY))) {
		nl__attrs(n, at, len, p->attrs);
		return true;
	}
	n->family = family_of(n, shape__of(p->shape, n->s->abi), at);
	return nl__struct_payload(n, p, at, len);
}

static const struct flag_table *flags(uint16_t type)
{
	switch (type) {
	case XFRM_MSG_NEWSA:
	case XFRM_MSG_NEWPOLICY:
	case XFRM_MSG_NEWAE:
	case XFRM_MSG_NEWSADINFO:
	case XFRM_MSG_NEWSPDINFO:
		return &netlink_new_flags;
	case XFRM_MSG_DELSA:
	case XFRM_MSG_DELPOLICY:
		return &netlink_delete_flags;
	case XFRM_MSG_GETSA:
	case XFRM_MSG_GETPOLICY:
	case XFRM_MSG_GETAE:
	case XFRM_MSG_GETSADINFO:
	case XFRM_MSG_GETSPDINFO:
		return &netlink_get_flags;
	default:
		return NULL;
	}
}
const struct nl_protocol nl_xfrm = { .types = &xfrm_msg_types, .flags = flags, .payload = show_payload, PAYLOADS(payloads) };
