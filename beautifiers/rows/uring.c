// SPDX-License-Identifier: BSD-2-Clause
/* Operations of io_uring_register since Linux 6.0, with structures of linux/io_uring.h, the same in every ABI. strace 6.1 shows addresses. */
#include "uring.h"

bool is_ring_fd(const struct call *c)
{
	return !(c->args[1] & USE_REGISTERED_RING);
}

#define UNKNOWN .strace = &kind_ptr
#define SET(t, member) FIELD(struct t, member, hex, .if_set = true)

static const struct field word_field[] = { { .spec = HEX32(""), .size = 4 } };
static const struct shape word = { .name = "u32", .size = 4, .fields = word_field, .nfields = 1, .bare = true };
#define RESERVED_32(t, member) FIELD_STRUCT(struct t, member, word, .if_set = true)
#define RESERVED_64(t, member) FIELD_STRUCT(struct t, member, shape_hex64, .if_set = true)

#define CANCEL_FD_FIXED (1u << 3)	/* IORING_ASYNC_CANCEL_FD_FIXED, 6.0 */
struct sync_cancel { uint64_t addr; int32_t fd; uint32_t flags; int64_t timeout[2]; uint8_t opcode, pad[7]; uint64_t pad2[3]; };
static const struct field_cond fixed = { .offset = offsetof(struct sync_cancel, flags), .size = 4, .n = 1, .how = COND_ANY_BIT, .values = { CANCEL_FD_FIXED } };
static const struct field_cond not_fixed = { .offset = offsetof(struct sync_cancel, flags), .size = 4, .n = 1, .how = COND_NO_BIT, .values = { CANCEL_FD_FIXED } };
static const struct field sync_cancel_fields[] = {
	FIELD(struct sync_cancel, addr, hex),
	FIELD(struct sync_cancel, fd, fd, .cond = &not_fixed),
	FIELD(struct sync_cancel, fd, int, .cond = &fixed),	/* the index of a registered file */
	FIELD_FLAGS(struct sync_cancel, flags, flags, io_uring_cancel_flags),
	FIELD_STRUCT(struct sync_cancel, timeout, shape_timespec64),
	FIELD_FLAGS(struct sync_cancel, opcode, enum, io_uring_opcodes),
	RESERVED_64(sync_cancel, pad2),
};
static const struct shape sync_cancel = SHAPE(struct sync_cancel, sync_cancel_fields);

struct file_range { uint32_t off, len; uint64_t resv; };
static const struct field file_range_fields[] = { FIELDS(struct file_range, uint, off, len), RESERVED(file_range, resv) };
static const struct shape file_range = SHAPE(struct file_range, file_range_fields);

struct buf_status { uint32_t buf_group, head, resv[8]; };
static const struct field buf_status_fields[] = {
	FIELD(struct buf_status, buf_group, uint), FIELD(struct buf_status, head, uint, .out_only = true), RESERVED_32(buf_status, resv),
};
static const struct shape buf_status = SHAPE(struct buf_status, buf_status_fields);

/* Before 6.13 opcode and op_param were padding. */
struct napi { uint32_t busy_poll_to; uint8_t prefer_busy_poll, opcode, pad[2]; uint32_t op_param, resv; };
static const struct field_cond tracking = { .offset = offsetof(struct napi, opcode), .size = 1, .n = 1, .how = COND_ONE_OF, .values = { 0 } };
static const struct field_cond by_id = { .offset = offsetof(struct napi, opcode), .size = 1, .n = 1, .how = COND_NOT_ONE_OF, .values = { 0 } };
static const struct field napi_fields[] = {
	FIELDS(struct napi, uint, busy_poll_to, prefer_busy_poll),
	FIELD_FLAGS(struct napi, opcode, enum, io_uring_napi_ops),
	FIELD_FLAGS(struct napi, op_param, enum, io_uring_napi_tracking, .cond = &tracking),
	FIELD(struct napi, op_param, uint, .cond = &by_id),
	RESERVED(napi, resv),
};
static const struct shape napi = SHAPE(struct napi, napi_fields);

struct clock { uint32_t clockid, resv[3]; };
static const struct field clock_fields[] = { { .spec = CLOCK_ID("clockid"), .size = 4 }, RESERVED_32(clock, resv) };
static const struct shape clock = SHAPE(struct clock, clock_fields);

#define SRC_REGISTERED 1	/* IORING_REGISTER_SRC_REGISTERED, 6.12: src_fd is the index of a registered ring */
struct clone_buffers { uint32_t src_fd, flags, src_off, dst_off, nr, pad[3]; };
static const struct field_cond ring_fd = { .offset = offsetof(struct clone_buffers, flags), .size = 4, .n = 1, .how = COND_NO_BIT, .values = { SRC_REGISTERED } };
static const struct field_cond ring_index = { .offset = offsetof(struct clone_buffers, flags), .size = 4, .n = 1, .how = COND_ANY_BIT, .values = { SRC_REGISTERED } };
static const struct field clone_buffers_fields[] = {
	FIELD(struct clone_buffers, src_fd, fd, .cond = &ring_fd),
	FIELD(struct clone_buffers, src_fd, uint, .cond = &ring_index),
	FIELD_FLAGS(struct clone_buffers, flags, flags, io_uring_clone_flags),
	FIELDS(struct clone_buffers, uint, src_off, dst_off, nr),
	RESERVED_32(clone_buffers, pad),
};
static const struct shape clone_buffers = SHAPE(struct clone_buffers, clone_buffers_fields);

/* The submission of IORING_OP_MSG_RING, the only one that it takes */
struct msg { uint8_t opcode, flags; uint16_t ioprio; int32_t fd; uint64_t off, addr; uint32_t len, msg_ring_flags; uint64_t user_data; uint16_t buf_index, personality; uint32_t file_index; uint64_t addr3, pad; };
static const struct field msg_fields[] = {
	FIELD_FLAGS(struct msg, opcode, enum, io_uring_opcodes),
	FIELD_FLAGS(struct msg, flags, flags, io_uring_sqe_flags),
	SET(msg, ioprio),
	FIELD(struct msg, fd, fd),
	FIELD(struct msg, off, hex),
	FIELD_FLAGS(struct msg, addr, enum64, io_uring_msg_cmds),
	FIELD(struct msg, len, int),
	FIELD_FLAGS(struct msg, msg_ring_flags, flags, io_uring_msg_flags),
	FIELD(struct msg, user_data, hex),
	SET(msg, buf_index), SET(msg, personality), SET(msg, file_index), SET(msg, addr3), SET(msg, pad),
};
static const struct shape msg = SHAPE(struct msg, msg_fields);

struct region { uint64_t user_addr, size; uint32_t flags, id; uint64_t mmap_offset, resv[4]; };
static const struct field region_fields[] = {
	FIELD(struct region, user_addr, ptr), FIELD(struct region, size, ulong), FIELD_FLAGS(struct region, flags, flags, io_uring_region_flags),
	FIELD(struct region, id, uint), FIELD(struct region, mmap_offset, hex), RESERVED_64(region, resv),
};
static const struct shape region = SHAPE(struct region, region_fields);
struct mem_region { uint64_t region_uptr, flags, resv[2]; };
static const struct field mem_region_fields[] = {
	DEREF_ONE(struct mem_region, region_uptr, struct_inout, .spec.shape = &region), FIELD_FLAGS(struct mem_region, flags, flags64, io_uring_mem_region_flags),
	RESERVED_64(mem_region, resv),
};
static const struct shape mem_region = SHAPE(struct mem_region, mem_region_fields);

struct area { uint64_t addr, len, rq_area_token; uint32_t flags, dmabuf_fd; uint64_t resv2[2]; };
#define AREA_DMABUF 1		/* IORING_ZCRX_AREA_DMABUF, 6.16 */
static const struct field_cond dmabuf = { .offset = offsetof(struct area, flags), .size = 4, .n = 1, .how = COND_ANY_BIT, .values = { AREA_DMABUF } };
static const struct field area_fields[] = {
	FIELD(struct area, addr, ptr), FIELD(struct area, len, ulong), FIELD(struct area, rq_area_token, hex), FIELD_FLAGS(struct area, flags, flags, io_uring_area_flags),
	FIELD(struct area, dmabuf_fd, fd, .cond = &dmabuf), RESERVED_64(area, resv2),
};
static const struct shape area = SHAPE(struct area, area_fields);
struct rq_offsets { uint32_t head, tail, rqes, resv2; uint64_t resv[2]; };
static const struct field rq_offsets_fields[] = { FIELDS(struct rq_offsets, uint, head, tail, rqes), RESERVED(rq_offsets, resv2), RESERVED_64(rq_offsets, resv) };
static const struct shape rq_offsets = SHAPE(struct rq_offsets, rq_offsets_fields);
struct zcrx_ifq { uint32_t if_idx, if_rxq, rq_entries, flags; uint64_t area_ptr, region_ptr; struct rq_offsets offsets; uint32_t zcrx_id, rx_buf_len; uint64_t event_desc, resv[2]; };
struct zcrx_event_desc { uint64_t user_data; uint32_t type_mask, flags; uint64_t stats_offset, resv2[9]; };
static const struct field event_desc_fields[] = {
	FIELD(struct zcrx_event_desc, user_data, hex64), FIELD(struct zcrx_event_desc, type_mask, hex32), FIELD_FLAGS(struct zcrx_event_desc, flags, flags, io_uring_zcrx_event_flags),
	FIELD(struct zcrx_event_desc, stats_offset, ulong), RESERVED_64(zcrx_event_desc, resv2),
};
static const struct shape event_desc = SHAPE(struct zcrx_event_desc, event_desc_fields);
static const struct field zcrx_ifq_fields[] = {
	FIELD(struct zcrx_ifq, if_idx, ifindex), FIELDS(struct zcrx_ifq, uint, if_rxq, rq_entries), FIELD_FLAGS(struct zcrx_ifq, flags, flags, io_uring_zcrx_flags),
	DEREF_ONE(struct zcrx_ifq, area_ptr, struct_inout, .spec.shape = &area), DEREF_ONE(struct zcrx_ifq, region_ptr, struct_inout, .spec.shape = &region),
	FIELD_STRUCT(struct zcrx_ifq, offsets, rq_offsets, .out_only = true), FIELD(struct zcrx_ifq, zcrx_id, uint, .out_only = true),
	FIELD(struct zcrx_ifq, rx_buf_len, uint), DEREF_ONE(struct zcrx_ifq, event_desc, struct_in, .spec.shape = &event_desc, .if_set = true), RESERVED_64(zcrx_ifq, resv),
};
static const struct shape zcrx_ifq = SHAPE(struct zcrx_ifq, zcrx_ifq_fields);

/* struct io_uring_params: only these are used */
struct resize { uint32_t sq_entries, cq_entries, flags, unused[7], offsets[20]; };
static const struct field resize_fields[] = {
	FIELDS(struct resize, uint, sq_entries, cq_entries), FIELD_FLAGS(struct resize, flags, flags, io_uring_setup_flags),
	{ .spec = { .name = "sq_off", .name_len = 6, .kind = &kind_struct_in, .shape = &shape_sq_offsets }, .offset = 40, .size = 40, .out_only = true },
	{ .spec = { .name = "cq_off", .name_len = 6, .kind = &kind_struct_in, .shape = &shape_cq_offsets }, .offset = 80, .size = 40, .out_only = true },
};
static const struct shape resize = SHAPE(struct resize, resize_fields);

/* The first of a chain; what query_data points at depends on the query */
struct query { uint64_t next_entry, query_data; uint32_t query_op, size; int32_t result; uint32_t resv[3]; };
static const struct field query_fields[] = {
	FIELDS(struct query, ptr, next_entry, query_data), FIELD_FLAGS(struct query, query_op, enum, io_uring_query_ops), FIELD(struct query, size, uint),
	FIELD(struct query, result, errno_or_int, .out_only = true), RESERVED_32(query, resv),
};
static const struct shape query = SHAPE(struct query, query_fields);
/* What follows depends on the operation */
struct zcrx_ctrl { uint32_t zcrx_id, op; uint64_t resv[2]; uint32_t argument, resv2[11]; };
#define ON_OP(which) { .offset = offsetof(struct zcrx_ctrl, op), .size = 4, .n = 1, .how = COND_ONE_OF, .values = { which } }
static const struct field_cond exports = ON_OP(1), arms = ON_OP(2);	/* ZCRX_CTRL_EXPORT, ZCRX_CTRL_ARM_EVENT */
static const struct field zcrx_ctrl_fields[] = {
	FIELD(struct zcrx_ctrl, zcrx_id, uint), FIELD_FLAGS(struct zcrx_ctrl, op, enum, io_uring_zcrx_ops), RESERVED_64(zcrx_ctrl, resv),
	FIELD_NAMED(struct zcrx_ctrl, argument, "zcrx_fd", fd, .cond = &exports, .out_only = true), FIELD_NAMED(struct zcrx_ctrl, argument, "event_type", enum, .spec.flags = &io_uring_zcrx_events, .cond = &arms),
	RESERVED_32(zcrx_ctrl, resv2),
};
static const struct shape zcrx_ctrl = SHAPE(struct zcrx_ctrl, zcrx_ctrl_fields);

/* linux/io_uring/bpf_filter.h: the structure of the only command */
struct bpf_filter { uint16_t cmd_type, cmd_flags; uint32_t resv, opcode, flags, filter_len; uint8_t pdu_size, resv2[3]; uint64_t filter_ptr, resv3[5]; };
static const struct field bpf_filter_fields[] = {
	FIELD_FLAGS(struct bpf_filter, cmd_type, enum, io_uring_bpf_cmds), SET(bpf_filter, cmd_flags), SET(bpf_filter, resv),
	FIELD_FLAGS(struct bpf_filter, opcode, enum, io_uring_opcodes), FIELD_FLAGS(struct bpf_filter, flags, flags, io_uring_bpf_flags), FIELDS(struct bpf_filter, uint, filter_len, pdu_size),
	DEREF(struct bpf_filter, filter_ptr, filter_in, filter_len, .spec.shape = &shape_sock_filter), RESERVED_64(bpf_filter, resv3),
};
static const struct shape bpf_filter = SHAPE(struct bpf_filter, bpf_filter_fields);
static_assert(sizeof(struct zcrx_ctrl) == 72 && sizeof(struct bpf_filter) == 72, "linux/io_uring/zcrx.h, linux/io_uring/bpf_filter.h");
static_assert(sizeof(struct sync_cancel) == 64 && sizeof(struct napi) == 16 && sizeof(struct clone_buffers) == 32 && sizeof(struct msg) == 64 &&
	      sizeof(struct region) == 64 && sizeof(struct zcrx_ifq) == 96 && sizeof(struct zcrx_event_desc) == 96 && sizeof(struct resize) == 120 && sizeof(struct query) == 40, "linux/io_uring.h");

enum {				/* linux/io_uring.h, 6.0 to 7.0 */
	SYNC_CANCEL = 24, FILE_ALLOC_RANGE, PBUF_STATUS, NAPI, UNREGISTER_NAPI, CLOCK, CLONE_BUFFERS, SEND_MSG_RING, ZCRX_IFQ, RESIZE_RINGS, MEM_REGION, QUERY,
	ZCRX_CTRL, BPF_FILTER,
};
static const struct subrow register_subs[] = {
	REGISTER(SYNC_CANCEL,      STRUCT_IN("arg", sync_cancel, UNKNOWN)),
	REGISTER(FILE_ALLOC_RANGE, STRUCT_IN("arg", file_range, UNKNOWN)),
	REGISTER(PBUF_STATUS,      STRUCT_INOUT("arg", buf_status, UNKNOWN)),
	REGISTER(NAPI,             STRUCT_INOUT("arg", napi, UNKNOWN)),
	REGISTER(UNREGISTER_NAPI,  STRUCT_OUT("arg", napi, UNKNOWN)),
	REGISTER(CLOCK,            STRUCT_IN("arg", clock, UNKNOWN)),
	REGISTER(CLONE_BUFFERS,    STRUCT_IN("arg", clone_buffers, UNKNOWN)),
	REGISTER(SEND_MSG_RING,    STRUCT_IN("arg", msg, UNKNOWN)),
	REGISTER(ZCRX_IFQ,         STRUCT_INOUT("arg", zcrx_ifq, UNKNOWN)),
	REGISTER(RESIZE_RINGS,     STRUCT_INOUT("arg", resize, UNKNOWN)),
	REGISTER(MEM_REGION,       STRUCT_IN("arg", mem_region, UNKNOWN)),
	REGISTER(QUERY,            STRUCT_INOUT("arg", query, UNKNOWN)),
	REGISTER(ZCRX_CTRL,        STRUCT_INOUT("arg", zcrx_ctrl, UNKNOWN)),
	REGISTER(BPF_FILTER,       STRUCT_IN("arg", bpf_filter, UNKNOWN)),
};

const struct sub_table uring_registers = SUB_TABLE(register_subs);
