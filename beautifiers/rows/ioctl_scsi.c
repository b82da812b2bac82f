// SPDX-License-Identifier: BSD-2-Clause
/*
 * ioctl_scsi.c - SG_IO: a SCSI command, as struct sg_io_hdr (scsi/sg.h) or struct sg_io_v4 (linux/bsg.h), which their first number tells apart.
 *
 * What the device answered is shown with what was passed, also if the request fails: the kernel may have filled it before.
 */
#include <linux/bsg.h>
#include <scsi/sg.h>

#include "beautifiers/kinds.h"
#include "beautifiers/made.h"
#include "ioctl.h"

/* -- Layouts ------------------------------------------------------------------------------------------------------------- */

#define HDR(t, P) struct t { \
	int32_t interface_id, dxfer_direction; uint8_t cmd_len, mx_sb_len; uint16_t iovec_count; uint32_t dxfer_len; P dxferp, cmdp, sbp; \
	uint32_t timeout, flags; int32_t pack_id; P usr_ptr; uint8_t status, masked_status, msg_status, sb_len_wr; \
	uint16_t host_status, driver_status; int32_t resid; uint32_t duration, info; };
HDR(hdr64, uint64_t)
HDR(hdr32, uint32_t)
static_assert(sizeof(struct hdr64) == sizeof(struct sg_io_hdr) && sizeof(struct hdr64) == 88 && sizeof(struct hdr32) == 64, "struct sg_io_hdr");
static_assert(sizeof(struct sg_io_v4) == 160, "struct sg_io_v4");

/* What is to be sent is captured at entry, what was received at exit: which it is, other fields say. */
#define VEC(t, P) struct t { P iov_base, iov_len; };
#define VEC_FIELDS(t) { DEREF(struct t, iov_base, buf_in, iov_len), DEREF(struct t, iov_base, buf_filled, iov_len, .spec.on_error = true) }
VEC(vec64, uint64_t)
VEC(vec32, uint32_t)
static const struct field vec64_fields[] = VEC_FIELDS(vec64), vec32_fields[] = VEC_FIELDS(vec32);
static const struct shape vec32 = SHAPE(struct vec32, vec32_fields);
static const struct shape vec = SHAPE(struct vec64, vec64_fields, .compat = &vec32, .x32_compat = true);

#define PASSED .in_only = true
#define COMES .out_only = true
#define FILLED COMES, .spec.on_error = true
#define VEC_OF .spec.shape = &vec

/* These members have the same places in both layouts of struct sg_io_hdr. */
#define AT(t, member, p, swap) load_uint((p) + offsetof(struct t, member), sizeof(((struct t *)0)->member), swap)

static uint64_t moved(uint64_t len, int32_t resid)
{
	return resid > 0 && (uint64_t)resid <= len ? len - (uint64_t)resid : len;
}

static uint64_t hdr_received(const struct call *c, const uint8_t *p)
{
	int32_t resid = (int32_t)(made__set(c->abi) ? AT(hdr32, resid, p, c->swap) : AT(hdr64, resid, p, c->swap));

	return moved(AT(hdr64, dxfer_len, p, c->swap), resid);
}

static bool is_vec(const struct call *c, const uint8_t *p)
{
	return AT(hdr64, iovec_count, p, c->swap);
}

static bool sends(const struct call *c, const uint8_t *p)
{
	int32_t way = (int32_t)AT(hdr64, dxfer_direction, p, c->swap);

	return way == SG_DXFER_TO_DEV || way == SG_DXFER_TO_FROM_DEV;
}

static bool receives(const struct call *c, const uint8_t *p)
{
	int32_t way = (int32_t)AT(hdr64, dxfer_direction, p, c->swap);

	return way == SG_DXFER_FROM_DEV || (way == SG_DXFER_TO_FROM_DEV && hdr_received(c, p));
}

static bool sends_bytes(const struct call *c, const uint8_t *p)		{ return sends(c, p) && !is_vec(c, p); }
static bool sends_vec(const struct call *c, const uint8_t *p)		{ return sends(c, p) && is_vec(c, p); }
static bool receives_bytes(const struct call *c, const uint8_t *p)	{ return receives(c, p) && !is_vec(c, p); }
static bool receives_vec(const struct call *c, const uint8_t *p)	{ return receives(c, p) && is_vec(c, p); }

#define HDR_FIELDS(t) { \
	FIELD(struct t, interface_id, character, PASSED), FIELD_FLAGS(struct t, dxfer_direction, enum, sg_transfers, PASSED), FIELD(struct t, cmd_len, uint, PASSED), \
	DEREF(struct t, cmdp, sg_bytes_in, cmd_len, PASSED), FIELD(struct t, mx_sb_len, uint, PASSED), FIELD(struct t, iovec_count, uint, PASSED), \
	FIELD(struct t, dxfer_len, uint, PASSED), FIELD(struct t, timeout, uint, PASSED), FIELD_FLAGS(struct t, flags, flags, sg_flags, PASSED), \
	DEREF(struct t, dxferp, sg_bytes_in, dxfer_len, PASSED, .when = sends_bytes), DEREF(struct t, dxferp, sg_vec, iovec_count, PASSED, VEC_OF, .when = sends_vec), \
	DEREF(struct t, dxferp, sg_data_out, dxfer_len, FILLED, .changes = true, .when = receives_bytes), \
	DEREF(struct t, dxferp, sg_vec, iovec_count, COMES, VEC_OF, .changes = true, .when = receives_vec), \
	FIELD(struct t, status, hex, COMES), FIELD(struct t, masked_status, hex, COMES), FIELD(struct t, msg_status, hex, COMES), \
	FIELD(struct t, sb_len_wr, uint, COMES), DEREF(struct t, sbp, sg_bytes_out, sb_len_wr, FILLED), FIELD(struct t, host_status, hex, COMES), \
	FIELD(struct t, driver_status, hex, COMES), FIELD(struct t, resid, int, COMES), FIELD(struct t, duration, uint, COMES), \
	FIELD_FLAGS(struct t, info, flags, sg_infos, COMES) }
static const struct field hdr64_fields[] = HDR_FIELDS(hdr64), hdr32_fields[] = HDR_FIELDS(hdr32);
static const struct shape hdr64 = SHAPE(struct hdr64, hdr64_fields, .joined = true), hdr32 = SHAPE(struct hdr32, hdr32_fields, .joined = true);

static bool dout_vec(const struct call *c, const uint8_t *p)	{ return AT(sg_io_v4, dout_iovec_count, p, c->swap); }
static bool dout_bytes(const struct call *c, const uint8_t *p)	{ return !dout_vec(c, p); }
static bool din_vec(const struct call *c, const uint8_t *p)	{ return AT(sg_io_v4, din_iovec_count, p, c->swap); }
static bool din_bytes(const struct call *c, const uint8_t *p)	{ return !din_vec(c, p); }

#define V4(member, k, ...) FIELD(struct sg_io_v4, member, k, ##__VA_ARGS__)
#define V4_FLAGS(member, k, t, ...) FIELD_FLAGS(struct sg_io_v4, member, k, t, ##__VA_ARGS__)
#define V4_DEREF(member, k, len, ...) DEREF(struct sg_io_v4, member, k, len, ##__VA_ARGS__)
static const struct field v4_fields[] = {
	V4(guard, character, PASSED), V4_FLAGS(protocol, enum, bsg_protocols, PASSED), V4_FLAGS(subprotocol, enum, bsg_subprotocols, PASSED),
	V4(request_len, uint, PASSED), V4_DEREF(request, sg_bytes_in, request_len, PASSED), V4(request_tag, hex64, PASSED), V4(request_attr, uint, PASSED),
	V4(request_priority, uint, PASSED), V4(request_extra, uint, PASSED), V4(max_response_len, uint, PASSED), V4(dout_iovec_count, uint, PASSED),
	V4(dout_xfer_len, uint, PASSED), V4(din_iovec_count, uint, PASSED), V4(din_xfer_len, uint, PASSED),
	V4_DEREF(dout_xferp, sg_bytes_in, dout_xfer_len, PASSED, .when = dout_bytes),
	V4_DEREF(dout_xferp, sg_vec, dout_iovec_count, PASSED, VEC_OF, .when = dout_vec),
	V4(timeout, uint, PASSED), V4_FLAGS(flags, flags, bsg_flags, PASSED), V4(usr_ptr, hex64, PASSED),
	V4(response_len, uint, COMES), V4_DEREF(response, sg_bytes_out, response_len, FILLED),
	V4_DEREF(din_xferp, sg_data_out, din_xfer_len, FILLED, .when = din_bytes),
	V4_DEREF(din_xferp, sg_vec, din_iovec_count, COMES, VEC_OF, .when = din_vec),
	V4(driver_status, hex, COMES), V4(transport_status, hex, COMES), V4(device_status, hex, COMES), V4(retry_delay, uint, COMES),
	V4_FLAGS(info, flags, sg_infos, COMES), V4(duration, uint, COMES), V4(response_len, hidden, COMES, .spec.strace = &kind_uint),
	V4(din_resid, int, COMES), V4(dout_resid, int, COMES), V4(generated_tag, hex64, COMES),
};
static const struct shape v4 = SHAPE(struct sg_io_v4, v4_fields, .joined = true);

static const struct field other_fields[] = { FIELD_NAMED(struct sg_io_v4, guard, "interface_id", uint) };
static const struct subshape ids64[] = { { 'S', &hdr64 }, { 'Q', &v4 } }, ids32[] = { { 'S', &hdr32 }, { 'Q', &v4 } };
static const struct shape sg_io32 = SHAPE(struct sg_io_v4, other_fields, SUBSHAPES(struct sg_io_v4, guard, ids32), .joined = true);
static const struct shape sg_io = SHAPE(struct sg_io_v4, other_fields, SUBSHAPES(struct sg_io_v4, guard, ids64), .compat = &sg_io32, .x32_compat = true, .joined = true);

/* -- Values -------------------------------------------------------------------------------------------------------------- */

void show_sg_bytes_in(struct show *s, const struct arg *a)
{
	show_octets_of(s, a, false, arg__count(a));
}

void show_sg_bytes_out(struct show *s, const struct arg *a)
{
	show_octets_of(s, a, true, arg__count(a));
}

/* What was received, or is to be sent. */
static uint64_t bytes_of(const struct arg *a)
{
	const struct call *c = a->call;
	const uint8_t *p = a->holder;

	if (AT(sg_io_v4, guard, p, c->swap) == 'S')
		return a->field->out_only ? hdr_received(c, p) : AT(hdr64, dxfer_len, p, c->swap);
	if (!a->field->out_only)
		return AT(sg_io_v4, dout_xfer_len, p, c->swap);
	return moved(AT(sg_io_v4, din_xfer_len, p, c->swap), (int32_t)AT(sg_io_v4, din_resid, p, c->swap));
}

void show_sg_data_out(struct show *s, const struct arg *a)
{
	show_octets_of(s, a, true, bytes_of(a));
}

void show_sg_vec(struct show *s, const struct arg *a)
{
	show_vec_of(s, a, a->field->out_only, bytes_of(a));
}

/* strace: the rest could not be read. */
static void show_id_only(struct show *s, const struct arg *a, const struct chunk *k, const struct shape *sh)
{
	s->w->struct_begin(s->o);
	show_member(s, a, &sh->fields[0], chunk__bytes(k), k->len);
	s->w->struct_fault(s->o, k->addr + 4);
}

static void show_number(struct show *s, const uint8_t *p)
{
	s->w->array_begin(s->o);
	s->w->item(s->o);
	s->w->uinteger(s->o, load_uint(p, 4, s->swap));
	s->w->array_end(s->o, ARRAY_WHOLE, 0);
}

void show_sg_io(struct show *s, const struct arg *a)
{
	const struct chunk *in = arg__memory(a, PART_SELF, false), *out = arg__memory(a, PART_SELF, true);
	const struct shape *all = shape__of(a->spec->shape, a->call->abi), *sh = in && in->len >= 4 ? shape__at(all, chunk__bytes(in), in->len, s->swap) : NULL;

	if (!sh)
		show_pointer(s, a, false);
	else if (!s->w->strace_marks)
		show_in_and_out(s, a, in, a->call->failed ? NULL : out);
	else if (sh == all)
		show_number(s, chunk__bytes(in));
	else if (in->len < sh->size)
		show_id_only(s, a, in, sh);
	else
		show_joined(s, a, sh, in, out && out->len >= sh->size ? out : NULL);
}

/* SG_GET_REQUEST_TABLE: sixteen, of which strace shows the first */
#define PENDING(t, P) struct t { int8_t req_state, orphan, sg_io_owned, problem; int32_t pack_id; P usr_ptr; uint32_t duration; int32_t unused; };
#define PENDING_FIELDS(t) { \
	FIELD(struct t, req_state, int), FIELD(struct t, orphan, int), FIELD(struct t, sg_io_owned, int), FIELD(struct t, problem, int), \
	FIELD(struct t, pack_id, int), FIELD(struct t, usr_ptr, ptr), FIELD(struct t, duration, uint) }
PENDING(pending64, uint64_t)
PENDING(pending32, uint32_t)
static const struct field pending64_fields[] = PENDING_FIELDS(pending64), pending32_fields[] = PENDING_FIELDS(pending32);
static const struct shape pending32 = SHAPE(struct pending32, pending32_fields);
static const struct shape pending64 = SHAPE(struct pending64, pending64_fields, .compat = &pending32, .x32_compat = true);
#define TABLE(t) { { .spec = { .name = "", .kind = &kind_struct_in, .shape = &t }, .size = SG_MAX_QUEUE * sizeof(struct t), .array = true } }
#define TABLE_SHAPE(t, ...) { .name = "table", .size = SG_MAX_QUEUE * sizeof(struct t), .fields = t##_table, .nfields = 1, .bare = true, .strace = &t, ##__VA_ARGS__ }
static const struct field pending64_table[] = TABLE(pending64), pending32_table[] = TABLE(pending32);
static const struct shape table32 = TABLE_SHAPE(pending32);
static const struct shape table64 = TABLE_SHAPE(pending64, .compat = &table32, .x32_compat = true);

/* -- Rows ---------------------------------------------------------------------------------------------------------------- */

static const struct subrow rows[] = {
	REQUEST(SG_IO, ARG(ARG_("arg", sg_io, .shape = &sg_io, .on_error = true))),
	REQUEST(SG_GET_REQUEST_TABLE, ARG(STRUCT_OUT("arg", table64))),
	REQUEST(SG_SET_TRANSFORM, ARG(HEX32("arg"))),
};

const struct sub_table ioctls_scsi = SUB_TABLE(rows);
