// SPDX-License-Identifier: BSD-2-Clause
/*
 * lookup.c - protocols whose messages are one structure: NETLINK_FIB_LOOKUP (net/ip_fib.h of the kernel), NETLINK_SCSITRANSPORT
 * (scsi/scsi_netlink.h, scsi_netlink_fc.h of the kernel's UAPI headers, which distributions leave out). strace does not know them.
 */
#include "beautifiers/shape.h"
#include "netlink.h"

/* -- Routes: struct fib_result_nl. The kernel does not look at the type of a message ------------------------------------- */

struct result { uint32_t fl_addr, fl_mark; uint8_t fl_tos, fl_scope, tb_id_in, tb_id, prefixlen, nh_sel, type, scope; int32_t err; };
static const struct field result_fields[] = {
	FIELD_STRUCT(struct result, fl_addr, shape_in_addr), FIELD(struct result, fl_mark, hex), FIELD_FLAGS(struct result, fl_tos, enum, ip_tos),
	FIELD_ENUM(struct result, fl_scope, rt_scopes), FIELD_ENUM(struct result, tb_id_in, rt_tables), FIELD_ENUM(struct result, tb_id, rt_tables),
	FIELDS(struct result, uint, prefixlen, nh_sel), FIELD_ENUM(struct result, type, rt_types), FIELD_ENUM(struct result, scope, rt_scopes), FIELD(struct result, err, int),
};
static const struct shape result = SHAPE(struct result, result_fields);
static const struct payload fib_payloads[] = { { .first = 0, .last = 0xffff, .shape = &result } };

static bool show_fib(struct nl *n, uint64_t at, uint64_t len)
{
	return !n->s->w->strace_marks && len >= result.size && (nl__struct_payload(n, &fib_payloads[0], at, len), true);
}
const struct nl_protocol nl_fib_lookup = { .payload = show_fib, .any_type = true, PAYLOADS(fib_payloads) };

/* -- SCSI: a header, and of Fibre Channel an event ----------------------------------------------------------------------- */

struct scsi { uint8_t version, transport; uint16_t magic, msgtype, msglen; };		/* struct scsi_nl_hdr */
static const struct field scsi_fields[] = {
	FIELD(struct scsi, version, uint), FIELD_ENUM(struct scsi, transport, scsi_nl_transports), FIELDS(struct scsi, hex, magic, msgtype), FIELD(struct scsi, msglen, uint),
};
static const struct shape scsi = SHAPE(struct scsi, scsi_fields);

struct fc_event { struct scsi snlh; uint64_t seconds, vendor_id; uint16_t host_no, event_datalen; uint32_t event_num, event_code, event_data; };	/* struct fc_nl_event */
static const struct field fc_event_fields[] = {
	FIELD_STRUCT(struct fc_event, snlh, scsi), FIELD(struct fc_event, seconds, ulong), FIELD(struct fc_event, vendor_id, hex64),
	FIELDS(struct fc_event, uint, host_no, event_datalen, event_num), FIELDS(struct fc_event, hex, event_code, event_data),
};
static const struct shape fc_event = SHAPE(struct fc_event, fc_event_fields);
#define SCSI_MESSAGE 0x11	/* SCSI_TRANSPORT_MSG: NLMSG_MIN_TYPE + 1 */
#define TRANSPORT_FC 1		/* SCSI_NL_TRANSPORT_FC */
#define ASYNC_EVENT 0x100	/* FC_NL_ASYNC_EVENT */
static const struct payload scsi_payloads[] = { { .first = SCSI_MESSAGE, .last = SCSI_MESSAGE, .shape = &scsi } };

static bool show_scsi(struct nl *n, uint64_t at, uint64_t len)
{
	const struct attr event = { .show = attr__struct_and_bytes, .shape = &fc_event }, other = { .show = attr__struct_and_bytes, .shape = &scsi };

	if (n->s->w->strace_marks || n->type != SCSI_MESSAGE)
		return false;
	if (len >= fc_event.size && nl__has(n, at, scsi.size) && n->bytes[at + 1] == TRANSPORT_FC && nl__load(n, at + offsetof(struct scsi, msgtype), 2) == ASYNC_EVENT)
		return attr__struct_and_bytes(n, &event, at, len);
	return attr__struct_and_bytes(n, &other, at, len);
}
const struct nl_protocol nl_scsi = { .types = &scsi_nl_msg_types, .payload = show_scsi, PAYLOADS(scsi_payloads) };
