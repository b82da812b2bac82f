// SPDX-License-Identifier: BSD-2-Clause
/* xt.c - matches and targets of iptables in attributes: of nftables' compatibility, of traffic control's ipt. */
#include <string.h>
#include <linux/netfilter/nf_tables_compat.h>
#include <linux/tc_ematch/tc_em_ipt.h>

#include "beautifiers/xtables.h"
#include "nfnetlink.h"
#include "route.h"

/* Data whose name and revision, of `rev_size` bytes in network byte order, are in attributes beside it. */
static bool show_data(struct nl *n, enum xt_role role, uint16_t name_type, uint16_t rev_type, unsigned rev_size, unsigned family, uint64_t at, uint64_t len)
{
	uint64_t name = 0, name_len = 0, rev = 0, rev_len = 0, revision = 0;

	if (!n->level || !nl__has(n, at, len) || !nl__beside(n, n->level, name_type, at, &name, &name_len) || !nl__beside(n, n->level, rev_type, at, &rev, &rev_len) ||
	    rev_len < rev_size)
		return false;
	for (unsigned i = 0; i < rev_size; i++)
		revision = revision << 8 | n->bytes[rev + i];
	show_xt_data(n->s, n->arg, role, (const char *)n->bytes + name, name_len, revision > 255 ? 255 : (unsigned)revision, family, n->bytes + at, (uint32_t)len);
	return true;
}

bool attr__nft_match(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	(void)t;
	return show_data(n, XT_MATCH, NFTA_MATCH_NAME, NFTA_MATCH_REV, 4, n->family, at, len);
}

bool attr__nft_target(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	(void)t;
	return show_data(n, XT_TARGET, NFTA_TARGET_NAME, NFTA_TARGET_REV, 4, n->family, at, len);
}

bool attr__ematch_ipt(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	uint64_t family = 0, family_len = 0;

	(void)t;
	if (n->level && nl__beside(n, n->level, TCA_EM_IPT_NFPROTO, at, &family, &family_len) && family_len)
		return show_data(n, XT_MATCH, TCA_EM_IPT_MATCH_NAME, TCA_EM_IPT_MATCH_REVISION, 1, n->bytes[family], at, len);
	return show_data(n, XT_MATCH, TCA_EM_IPT_MATCH_NAME, TCA_EM_IPT_MATCH_REVISION, 1, 0, at, len);
}

/* struct xt_entry_target */
bool attr__xt_target(struct nl *n, const struct attr *t, uint64_t at, uint64_t len)
{
	(void)t;
	if (len < XT_HEADER || !nl__has(n, at, len))
		return false;
	show_xt_entry(n->s, n->arg, XT_TARGET, 0, n->bytes + at, (uint32_t)len);
	return true;
}
