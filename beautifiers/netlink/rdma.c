// SPDX-License-Identifier: BSD-2-Clause
/*
 * rdma.c - NETLINK_RDMA (rdma/rdma_netlink.h): devices and their objects, local services, the port mapper of iWARP. strace knows none of it.
 *
 * A message's type is a client (6 bits) and an operation (10 bits). Which attributes a message of the port mapper has depends on who sends it: the
 * kernel asks, the daemon answers.
 */
#include <linux/netlink.h>
#include <rdma/rdma_netlink.h>

#include "beautifiers/shape.h"
#include "generic.h"

#define TYPE(client, op) ((client) << 10 | (op))

/* -- Devices ----------------------------------------------------------------------------------------------------------- */

static const struct attrs dev_attrs;
static const struct named_attr dev[] = {
	AS("ATTR_DEV_INDEX ATTR_PORT_INDEX ATTR_LID ATTR_SM_LID ATTR_RES_LQPN ATTR_RES_RQPN ATTR_RES_RQ_PSN ATTR_RES_SQ_PSN ATTR_RES_PS ATTR_RES_CQE "
	   "ATTR_DRIVER_U32 ATTR_RES_PDN ATTR_RES_CQN ATTR_RES_MRN ATTR_RES_CM_IDN ATTR_RES_CTXN ATTR_STAT_RES ATTR_STAT_COUNTER_ID ATTR_RES_SRQN "
	   "ATTR_MIN_RANGE ATTR_MAX_RANGE ATTR_STAT_HWCOUNTER_INDEX ATTR_FRMR_POOL_QUEUE_HANDLES ATTR_FRMR_POOLS_AGING_PERIOD ATTR_FRMR_POOL_PINNED_HANDLES", U32),
	AS("ATTR_RES_RKEY ATTR_RES_LKEY ATTR_RES_LOCAL_DMA_LKEY ATTR_RES_UNSAFE_GLOBAL_RKEY ATTR_FRMR_POOL_KEY_ACCESS_FLAGS", X32),
	AS("ATTR_RES_PID", PID), AS("ATTR_NDEV_INDEX", INDEX), AS("NET_NS_FD", FD), AS("ATTR_DRIVER_S32", S32), AS("ATTR_DRIVER_S64", S64),
	AS("ATTR_DEV_NAME ATTR_FW_VERSION ATTR_RES_SUMMARY_ENTRY_NAME ATTR_RES_KERN_NAME ATTR_NDEV_NAME ATTR_DRIVER_STRING ATTR_LINK_TYPE ATTR_DEV_PROTOCOL "
	   "ATTR_CHARDEV_TYPE ATTR_CHARDEV_NAME ATTR_STAT_HWCOUNTER_ENTRY_NAME ATTR_RES_SUBTYPE ATTR_PARENT_NAME", TEXT),
	AS("ATTR_CAP_FLAGS ATTR_NODE_GUID ATTR_SYS_IMAGE_GUID ATTR_SUBNET_PREFIX ATTR_RES_IOVA ATTR_CHARDEV ATTR_FRMR_POOL_KEY_VENDOR_KEY "
	   "ATTR_FRMR_POOL_KEY_KERNEL_VENDOR_KEY", X64),
	AS("ATTR_RES_SUMMARY_ENTRY_CURR ATTR_RES_USECNT ATTR_RES_MRLEN ATTR_DRIVER_U64 ATTR_CHARDEV_ABI ATTR_UVERBS_DRIVER_ID ATTR_STAT_HWCOUNTER_ENTRY_VALUE "
	   "ATTR_FRMR_POOL_KEY_NUM_DMA_BLOCKS ATTR_FRMR_POOL_MAX_IN_USE ATTR_FRMR_POOL_IN_USE", U64),
	AS("ATTR_LMC ATTR_PORT_STATE ATTR_PORT_PHYS_STATE ATTR_RES_PATH_MIG_STATE ATTR_RES_TYPE ATTR_RES_STATE ATTR_RES_POLL_CTX SYS_ATTR_NETNS_MODE "
	   "ATTR_DEV_DIM SYS_ATTR_COPY_ON_FORK ATTR_STAT_HWCOUNTER_DYNAMIC SYS_ATTR_PRIVILEGED_QKEY_MODE ATTR_DRIVER_DETAILS "
	   "SYS_ATTR_MONITOR_MODE ATTR_STAT_OPCOUNTER_ENABLED ATTR_FRMR_POOL_KEY_ATS", U8),
	OF("ATTR_DEV_TYPE", NAME, rdma_device_types), OF("ATTR_NAME_ASSIGN_TYPE", NAME, rdma_name_assigns),
	OF("ATTR_DEV_NODE_TYPE", NAME, rdma_node_types), OF("ATTR_DRIVER_PRINT_TYPE", NAME, rdma_print_types), OF("ATTR_STAT_MODE", NAME, rdma_counter_modes),
	OF("ATTR_STAT_AUTO_MODE_MASK", BITS, rdma_counter_masks), OF("ATTR_EVENT_TYPE", NAME, rdma_events), AS("ATTR_RES_RAW", BYTES),
	AS("ATTR_RES_SRC_ADDR ATTR_RES_DST_ADDR", SOCKADDR),
	OF("ATTR_RES_SUMMARY ATTR_RES_SUMMARY_ENTRY ATTR_RES_QP ATTR_RES_QP_ENTRY ATTR_RES_CM_ID ATTR_RES_CM_ID_ENTRY ATTR_RES_CQ ATTR_RES_CQ_ENTRY ATTR_RES_MR "
	   "ATTR_RES_MR_ENTRY ATTR_RES_PD ATTR_RES_PD_ENTRY ATTR_DRIVER ATTR_DRIVER_ENTRY ATTR_STAT_COUNTER ATTR_STAT_COUNTER_ENTRY ATTR_STAT_HWCOUNTERS "
	   "ATTR_STAT_HWCOUNTER_ENTRY ATTR_RES_CTX ATTR_RES_CTX_ENTRY ATTR_RES_SRQ ATTR_RES_SRQ_ENTRY ATTR_FRMR_POOLS ATTR_FRMR_POOL_ENTRY ATTR_FRMR_POOL_KEY", NEST, dev_attrs),
};
static const struct attrs dev_attrs = NAMED(rdma_nldev_attrs, dev);

/* -- Local services: attributes that the receiver must know have a bit in their type ------------------------------------ */

static const struct flag mandatory_flags[] = { BIT_OF("RDMA_NLA_F_MANDATORY", "RDMA_NLA_F_", 13), BIT_OF("NLA_F_NET_BYTEORDER", "NLA_F_", 14), BIT_OF("NLA_F_NESTED", "NLA_F_", 15) };
static const struct flag_table mandatory = { .id = "rdma_nla_flags", .bits = true, .n = 3, .flags = mandatory_flags };

static const struct named_attr ls[] = {
	AS("TIMEOUT", U32), AS("SERVICE_ID", X64), AS("DGID SGID IPV6", IN6), AS("TCLASS", X8), AS("PKEY", X16), AS("QOS_CLASS", U16), AS("IPV4", IN), AS("PATH_RECORD", BYTES),
};
static const struct attrs ls_attrs = { .names = &rdma_ls_attrs, .named = ls, .n = sizeof(ls) / sizeof(ls[0]), .type_flags = &mandatory };

struct resolve { char device_name[LS_DEVICE_NAME_MAX]; uint8_t port_num, path_use; };	/* struct rdma_ls_resolve_header */
static const struct field resolve_fields[] = {
	FIELD(struct resolve, device_name, chars), FIELD(struct resolve, port_num, uint), FIELD_ENUM(struct resolve, path_use, rdma_path_uses),
};
static const struct shape resolve = SHAPE(struct resolve, resolve_fields);
struct ip_resolve { uint32_t ifindex; };	/* struct rdma_ls_ip_resolve_header */
static const struct field ip_resolve_fields[] = { FIELD_INDEX(struct ip_resolve, ifindex) };
static const struct shape ip_resolve = SHAPE(struct ip_resolve, ip_resolve_fields);

/* -- The port mapper --------------------------------------------------------------------------------------------------- */

#define MAPPER(t, ...) \
	static const struct named_attr t[] = { __VA_ARGS__ }; \
	static const struct attrs t##_attrs = NAMED(rdma_iwpm_##t##_attrs, t)
MAPPER(reg, AS("PID_SEQ", U32), AS("IF_NAME IBDEV_NAME ULIB_NAME", TEXT));
MAPPER(rreg, AS("PID_SEQ", U32), AS("IBDEV_NAME ULIB_NAME", TEXT), AS("ULIB_VER PID_ERR", U16));
MAPPER(manage, AS("MAPPING_SEQ", U32), AS("ADDR MAPPED_LOC_ADDR", SOCKADDR), AS("FLAGS", X32));
MAPPER(rmanage, AS("MAPPING_SEQ", U32), AS("ADDR MAPPED_LOC_ADDR", SOCKADDR), AS("MAPPING_ERR", U16));
MAPPER(query, AS("MAPPING_SEQ", U32), AS("LOCAL_ADDR REMOTE_ADDR", SOCKADDR), AS("FLAGS", X32));
MAPPER(rquery, AS("MAPPING_SEQ", U32), AS("LOCAL_ADDR REMOTE_ADDR MAPPED_LOC_ADDR MAPPED_REM_ADDR", SOCKADDR), AS("MAPPING_ERR", U16));
MAPPER(mapinfo_req, AS("ULIB_NAME", TEXT), AS("ULIB_VER", U16));
MAPPER(mapinfo, AS("LOCAL_ADDR MAPPED_ADDR", SOCKADDR), AS("FLAGS", X32));
MAPPER(mapinfo_num, AS("SEQ SEND_NUM ACK_NUM", U32));
MAPPER(err, AS("SEQ", U32), AS("CODE", U16));
MAPPER(hello, AS("ABI_VERSION", U16));

/* By operation: what the kernel sends, and what it is sent */
static const struct attrs *const mapper[][2] = {
	[RDMA_NL_IWPM_REG_PID]        = { &reg_attrs, &rreg_attrs },
	[RDMA_NL_IWPM_ADD_MAPPING]    = { &manage_attrs, &rmanage_attrs },
	[RDMA_NL_IWPM_QUERY_MAPPING]  = { &query_attrs, &rquery_attrs },
	[RDMA_NL_IWPM_REMOVE_MAPPING] = { &manage_attrs, &rmanage_attrs },
	[RDMA_NL_IWPM_REMOTE_INFO]    = { &rquery_attrs, &rquery_attrs },
	[RDMA_NL_IWPM_HANDLE_ERR]     = { &err_attrs, &err_attrs },
	[RDMA_NL_IWPM_MAPINFO]        = { &mapinfo_attrs, &mapinfo_req_attrs },
	[RDMA_NL_IWPM_MAPINFO_NUM]    = { &mapinfo_num_attrs, &mapinfo_num_attrs },
	[8 /* RDMA_NL_IWPM_HELLO: 5.1 */] = { &hello_attrs, &hello_attrs },
};

/* -- Messages ---------------------------------------------------------------------------------------------------------- */

#define OPS(client, from, to, ...) { .first = TYPE(client, from), .last = TYPE(client, to), ##__VA_ARGS__ }
static const struct payload payloads[] = {
	OPS(RDMA_NL_IWCM, RDMA_NL_IWPM_REG_PID, 8, .attrs = NULL),
	OPS(RDMA_NL_LS, RDMA_NL_LS_OP_RESOLVE, RDMA_NL_LS_OP_RESOLVE, .shape = &resolve, .attrs = &ls_attrs),
	OPS(RDMA_NL_LS, RDMA_NL_LS_OP_SET_TIMEOUT, RDMA_NL_LS_OP_SET_TIMEOUT, .attrs = &ls_attrs),
	OPS(RDMA_NL_LS, RDMA_NL_LS_OP_IP_RESOLVE, RDMA_NL_LS_OP_IP_RESOLVE, .shape = &ip_resolve, .attrs = &ls_attrs),
	OPS(RDMA_NL_NLDEV, RDMA_NLDEV_CMD_GET, 0x3ff, .attrs = &dev_attrs),
};

/* The kernel's request has the structure; of an answer only attributes follow the header. */
static bool show_payload(struct nl *n, uint64_t at, uint64_t len)
{
	const struct payload *p = nl__find_payload(payloads, sizeof(payloads) / sizeof(payloads[0]), n->type);
	bool sent = !(n->arg->spec->kind->cap[0].when & CAP_EXIT) != n->quoted;
	unsigned op = n->type & 0x3ff;

	if (!p || n->s->w->strace_marks || n->type == NLMSG_DONE)
		return false;
	if (n->type >> 10 == RDMA_NL_IWCM)
		nl__attrs(n, at, len, mapper[op][sent]);
	else if (p->shape && !sent)
		return nl__struct_payload(n, p, at, len);
	else
		nl__attrs(n, at, len, p->attrs);
	return true;
}

static const struct flag_table *const ops[] = { [RDMA_NL_IWCM] = &rdma_iwpm_cmds, [RDMA_NL_LS] = &rdma_ls_cmds, [RDMA_NL_NLDEV] = &rdma_nldev_cmds };

static void show_type(struct nl *n)
{
	unsigned client = n->type >> 10;

	if (n->s->w->strace_marks)
		show__enum(n->s, &netlink_msg_types, n->type);
	else
		n->s->w->joined(n->s->o, client, &rdma_clients, 10, n->type & 0x3ff, client < sizeof(ops) / sizeof(ops[0]) ? ops[client] : NULL);
}

static const struct nl_types groups[] = {
	{ &rdma_iwpm_cmds, TYPE(RDMA_NL_IWCM, 0) }, { &rdma_ls_cmds, TYPE(RDMA_NL_LS, 0) }, { &rdma_nldev_cmds, TYPE(RDMA_NL_NLDEV, 0) },
};
const struct nl_protocol nl_rdma = {
	.show_type = show_type, .payload = show_payload, PAYLOADS(payloads), .groups = groups, .ngroups = sizeof(groups) / sizeof(groups[0]),
};
