// SPDX-License-Identifier: BSD-2-Clause
/* netfilter.c - NETLINK_NETFILTER: subsystems' messages, linux/netfilter/nfnetlink.h and others. strace knows no names of attributes. */
#include <linux/netfilter/nf_tables.h>
#include <linux/netfilter/nf_tables_compat.h>
#include <linux/netfilter/nfnetlink.h>
#include <linux/netfilter/nfnetlink_acct.h>
#include <linux/netfilter/nfnetlink_conntrack.h>
#include <linux/netfilter/nfnetlink_cthelper.h>
#include <linux/netfilter/nfnetlink_cttimeout.h>
#include <linux/netfilter/nfnetlink_hook.h>
#include <linux/netlink.h>

#include "nfnetlink.h"

static const struct {
	const struct flag_table *types;
	uint64_t makes, asks, deletes;	/* bits: types of messages whose flags are those of new, get, delete */
} subsystems[] = {
#define B(type) (1ull << (type))
	[NFNL_SUBSYS_CTNETLINK] = { &nf_ct_msgs, B(IPCTNL_MSG_CT_NEW),
		B(IPCTNL_MSG_CT_GET) | B(IPCTNL_MSG_CT_GET_CTRZERO) | B(IPCTNL_MSG_CT_GET_STATS_CPU) | B(IPCTNL_MSG_CT_GET_STATS) |
		B(IPCTNL_MSG_CT_GET_DYING) | B(IPCTNL_MSG_CT_GET_UNCONFIRMED), B(IPCTNL_MSG_CT_DELETE) },
	[NFNL_SUBSYS_CTNETLINK_EXP] = { &nf_exp_msgs, B(IPCTNL_MSG_EXP_NEW), B(IPCTNL_MSG_EXP_GET) | B(IPCTNL_MSG_EXP_GET_STATS_CPU), B(IPCTNL_MSG_EXP_DELETE) },
	[NFNL_SUBSYS_QUEUE] = { .types = &nf_queue_msgs },
	[NFNL_SUBSYS_ULOG] = { .types = &nf_ulog_msgs },
	[NFNL_SUBSYS_OSF] = { .types = &nf_osf_msgs },
	[NFNL_SUBSYS_IPSET] = { .types = &nf_ipset_msgs },
	[NFNL_SUBSYS_ACCT] = { &nf_acct_msgs, B(NFNL_MSG_ACCT_NEW), B(NFNL_MSG_ACCT_GET) | B(NFNL_MSG_ACCT_GET_CTRZERO), B(NFNL_MSG_ACCT_DEL) },
	[NFNL_SUBSYS_CTNETLINK_TIMEOUT] = { &nf_timeout_msgs, B(IPCTNL_MSG_TIMEOUT_NEW), B(IPCTNL_MSG_TIMEOUT_GET), B(IPCTNL_MSG_TIMEOUT_DELETE) },
	[NFNL_SUBSYS_CTHELPER] = { &nf_helper_msgs, B(NFNL_MSG_CTHELPER_NEW), B(NFNL_MSG_CTHELPER_GET), B(NFNL_MSG_CTHELPER_DEL) },
	[NFNL_SUBSYS_NFTABLES] = { &nf_tables_msgs,
		B(NFT_MSG_NEWTABLE) | B(NFT_MSG_NEWCHAIN) | B(NFT_MSG_NEWRULE) | B(NFT_MSG_NEWSET) | B(NFT_MSG_NEWSETELEM) | B(NFT_MSG_NEWGEN) |
		B(NFT_MSG_NEWOBJ) | B(NFT_MSG_NEWFLOWTABLE),
		B(NFT_MSG_GETTABLE) | B(NFT_MSG_GETCHAIN) | B(NFT_MSG_GETRULE) | B(NFT_MSG_GETSET) | B(NFT_MSG_GETSETELEM) | B(NFT_MSG_GETGEN) |
		B(NFT_MSG_GETOBJ) | B(NFT_MSG_GETOBJ_RESET) | B(NFT_MSG_GETFLOWTABLE),
		B(NFT_MSG_DELTABLE) | B(NFT_MSG_DELCHAIN) | B(NFT_MSG_DELRULE) | B(NFT_MSG_DELSET) | B(NFT_MSG_DELSETELEM) | B(NFT_MSG_DELOBJ) |
		B(NFT_MSG_DELFLOWTABLE) },
	[NFNL_SUBSYS_NFT_COMPAT] = { .types = &nf_compat_msgs, .asks = B(NFNL_MSG_COMPAT_GET) },
	[NFNL_SUBSYS_HOOK] = { .types = &nf_hook_msgs, .asks = B(NFNL_MSG_HOOK_GET) },
#undef B
};
#define SUBSYSTEMS (sizeof(subsystems) / sizeof(subsystems[0]))

static void show_type(struct nl *n)
{
	unsigned subsystem = n->type >> 8;

	if (flag_table__find(&nfnl_msg_types, n->type))
		show__enum(n->s, &nfnl_msg_types, n->type);
	else
		n->s->w->joined(n->s->o, subsystem, &nfnl_subsys, 8, n->type & 0xff, subsystem < SUBSYSTEMS ? subsystems[subsystem].types : NULL);
}

static const struct flag_table *flags(uint16_t type)
{
	unsigned subsystem = type >> 8;
	uint64_t bit = (type & 0xff) < 64 ? 1ull << (type & 0xff) : 0;

	if (subsystem >= SUBSYSTEMS)
		return NULL;
	if (subsystems[subsystem].makes & bit)
		return &netlink_new_flags;
	if (subsystems[subsystem].asks & bit)
		return &netlink_get_flags;
	return subsystems[subsystem].deletes & bit ? &netlink_delete_flags : NULL;
}

/* In network byte order, except that old programs pass this subsystem's number as it is. */
static void show_res_id(struct nl *n, uint64_t at)
{
	bool tables = n->type >> 8 == NFNL_SUBSYS_NFTABLES;
	uint16_t res_id = (uint16_t)(n->bytes[at] << 8 | n->bytes[at + 1]);

	show_field_name(n->s, "res_id");
	if (tables && res_id == NFNL_SUBSYS_NFTABLES)
		n->s->w->symbol(n->s->o, res_id, "htons(NFNL_SUBSYS_NFTABLES)", 0, NULL);
	else if (tables && nl__load(n, at, 2) == NFNL_SUBSYS_NFTABLES)
		n->s->w->symbol(n->s->o, NFNL_SUBSYS_NFTABLES, "NFNL_SUBSYS_NFTABLES", sizeof("NFNL_SUBSYS_") - 1, NULL);
	else
		n->s->w->network(n->s->o, res_id, 2);
}

static const struct { const struct payload *of; const unsigned *n; } tables[] = {
	{ nl_nft_payloads, &nl_nft_npayloads },
	{ nl_ct_payloads, &nl_ct_npayloads },
	{ nl_queue_payloads, &nl_queue_npayloads },
};

static const struct payload *payload_of(unsigned type)
{
	const struct payload *p = NULL;

	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]) && !p; i++)
		p = nl__find_payload(tables[i].of, *tables[i].n, type);
	return p;
}

static const struct attr batch[] = { [NFNL_BATCH_GENID] = BE32 };
static const struct attrs batch_attrs = ATTRS_BEYOND(nfnl_batch_attrs, batch);

static bool show_payload(struct nl *n, uint64_t at, uint64_t len)
{
	static const struct attrs none = { .names = NULL };
	const struct payload *p = n->s->w->strace_marks ? NULL : payload_of(n->type);
	uint64_t size = sizeof(struct nfgenmsg);

	if (n->type == NLMSG_DONE)
		return false;
	if (len < size) {
		nl__octets(n, at, len);
		return true;
	}
	if (!nl__has(n, at, size)) {
		nl__missing(n, at);
		return true;
	}
	n->family = n->bytes[at];
	n->s->w->struct_begin(n->s->o);
	show_field_name(n->s, "nfgen_family");
	show__enum(n->s, n->s->w->strace_marks ? &socket_domains : &nf_protocols, n->bytes[at]);
	show_field_name(n->s, "version");
	show__enum(n->s, &nfnetlink_versions, n->bytes[at + 1]);
	show_res_id(n, at + 2);
	n->s->w->struct_end(n->s->o, false);
	if (len == size)
		return true;
	n->s->w->item(n->s->o);
	if (n->type <= NFNL_MSG_BATCH_END && n->s->w->strace_marks)
		nl__octets(n, at + size, len - size);
	else
		nl__attrs(n, at + size, len - size, n->type <= NFNL_MSG_BATCH_END ? &batch_attrs : p ? p->attrs : &none);
	return true;
}

static const struct payload *nth(unsigned i)
{
	for (size_t k = 0; k < sizeof(tables) / sizeof(tables[0]); i -= *tables[k++].n)
		if (i < *tables[k].n)
			return &tables[k].of[i];
	return NULL;
}

#define GROUP(subsystem, list) { &list, NFNL_SUBSYS_##subsystem << 8 }
static const struct nl_types groups[] = {
	GROUP(CTNETLINK, nf_ct_msgs), GROUP(CTNETLINK_EXP, nf_exp_msgs), GROUP(QUEUE, nf_queue_msgs), GROUP(ULOG, nf_ulog_msgs), GROUP(OSF, nf_osf_msgs),
	GROUP(IPSET, nf_ipset_msgs), GROUP(ACCT, nf_acct_msgs), GROUP(CTNETLINK_TIMEOUT, nf_timeout_msgs), GROUP(CTHELPER, nf_helper_msgs),
	GROUP(NFTABLES, nf_tables_msgs), GROUP(NFT_COMPAT, nf_compat_msgs), GROUP(HOOK, nf_hook_msgs),
};

const struct nl_protocol nl_netfilter = { .show_type = show_type, .flags = flags, .payload = show_payload, .nth = nth, .groups = groups, .ngroups = sizeof(groups) / sizeof(groups[0]) };
