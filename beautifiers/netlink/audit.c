// SPDX-License-Identifier: BSD-2-Clause
/*
 * audit.c - protocols of which only the messages' types are known, or little more: NETLINK_AUDIT, NETLINK_XFRM, NETLINK_SELINUX
 * (linux/audit.h, xfrm.h, selinux_netlink.h).
 */
#include <linux/selinux_netlink.h>
#include <linux/xfrm.h>

#include "netlink.h"

const struct nl_protocol nl_audit = { .types = &audit_msg_types };

static const struct flag_table *xfrm_flags(uint16_t type)
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
const struct nl_protocol nl_xfrm = { .types = &xfrm_msg_types, .flags = xfrm_flags };

static const struct field setenforce_fields[] = { FIELD(struct selnl_msg_setenforce, val, int) };
static const struct shape setenforce = SHAPE(struct selnl_msg_setenforce, setenforce_fields);
static const struct field policyload_fields[] = { FIELD(struct selnl_msg_policyload, seqno, uint) };
static const struct shape policyload = SHAPE(struct selnl_msg_policyload, policyload_fields);

static bool show_selinux(struct nl *n, uint64_t at, uint64_t len)
{
	const struct shape *sh = n->type == SELNL_MSG_SETENFORCE ? &setenforce : &policyload;

	if (n->type != SELNL_MSG_SETENFORCE && n->type != SELNL_MSG_POLICYLOAD)
		return false;
	if (len < sh->size)
		nl__octets(n, at, len);
	else
		nl__structure(n, sh, at, sh->size);
	return true;
}
const struct nl_protocol nl_selinux = { .types = &selnl_msg_types, .payload = show_selinux };
