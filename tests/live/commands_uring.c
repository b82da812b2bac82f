// SPDX-License-Identifier: BSD-2-Clause
// options: -e io_uring_register
/* io_uring_register: each operation, on a descriptor that does not exist. */
#include "live.h"

#include <linux/filter.h>

#include <linux/time_types.h>
#include <sys/uio.h>

enum {			/* operations of linux/io_uring.h */
	IORING_REGISTER_BUFFERS, IORING_UNREGISTER_BUFFERS, IORING_REGISTER_FILES, IORING_UNREGISTER_FILES, IORING_REGISTER_EVENTFD, IORING_UNREGISTER_EVENTFD,
	IORING_REGISTER_FILES_UPDATE, IORING_REGISTER_EVENTFD_ASYNC, IORING_REGISTER_PROBE, IORING_REGISTER_PERSONALITY, IORING_UNREGISTER_PERSONALITY,
	IORING_REGISTER_RESTRICTIONS, IORING_REGISTER_ENABLE_RINGS, IORING_REGISTER_FILES2, IORING_REGISTER_FILES_UPDATE2, IORING_REGISTER_BUFFERS2,
	IORING_REGISTER_BUFFERS_UPDATE, IORING_REGISTER_IOWQ_AFF, IORING_UNREGISTER_IOWQ_AFF, IORING_REGISTER_IOWQ_MAX_WORKERS, IORING_REGISTER_RING_FDS,
	IORING_UNREGISTER_RING_FDS, IORING_REGISTER_PBUF_RING, IORING_UNREGISTER_PBUF_RING, IORING_REGISTER_SYNC_CANCEL, IORING_REGISTER_FILE_ALLOC_RANGE,
	IORING_REGISTER_PBUF_STATUS, IORING_REGISTER_NAPI, IORING_UNREGISTER_NAPI, IORING_REGISTER_CLOCK, IORING_REGISTER_CLONE_BUFFERS,
	IORING_REGISTER_SEND_MSG_RING, IORING_REGISTER_ZCRX_IFQ, IORING_REGISTER_RESIZE_RINGS, IORING_REGISTER_MEM_REGION, IORING_REGISTER_QUERY,
};

static struct iovec bufs[2] = { { BAD, 4096 }, { BAD, 8 } };
static int fds[2] = { -1, 77 };
static uint32_t workers[2] = { 4, 8 };
static uint8_t cpus[8] = { 5 };
static struct { uint32_t offset, resv; uint64_t fds; } update;
static struct { uint32_t nr, flags; uint64_t resv2, data, tags; } files = { .nr = 2 }, buffers = { .nr = 2 }, sparse = { .nr = 16, .flags = 1 };
static struct { uint32_t offset, resv; uint64_t data, tags; uint32_t nr, resv2; } update2 = { .offset = 3, .nr = 2 };
static struct { uint32_t offset, resv; uint64_t data; } ring = { 7, 0, 77 };
static struct { uint16_t opcode; uint8_t op, resv; uint32_t resv2[3]; } restrictions[3] = { { 0, 1, 0, { 0 } }, { 1, 22, 0, { 0 } }, { 2, 4, 0, { 0 } } };
static struct { uint64_t ring_addr; uint32_t ring_entries; uint16_t bgid, flags; uint64_t resv[3]; } buf_ring = { 0, 8, 3, 0, { 0 } };
static struct { uint64_t addr; int32_t fd; uint32_t flags; int64_t sec, nsec; uint8_t opcode, pad[7]; uint64_t pad2[3]; } cancel = { 0x1234, 77, 3, 1, 500, 0, { 0 }, { 0 } }, cancel_fixed = { 0, 5, 0x28, -1, -1, 22, { 0 }, { 0 } };
static struct { uint32_t off, len; uint64_t resv; } range = { 16, 32, 0 };
static struct { uint32_t buf_group, head, resv[8]; } status = { 3, 0, { 0 } };
static struct { uint32_t timeout; uint8_t prefer, opcode, pad[2]; uint32_t param, resv; } napi = { 50, 1, 0, { 0 }, 1, 0 }, napi_id = { 0, 0, 1, { 0 }, 8193, 0 };
static struct { uint32_t clockid, resv[3]; } ring_clock = { 7, { 0 } };
static struct { uint32_t src_fd, flags, src_off, dst_off, nr, pad[3]; } copied = { 77, 2, 1, 2, 3, { 0 } }, clone_of = { 5, 1, 0, 0, 0, { 0 } };
static struct { uint8_t opcode, flags; uint16_t ioprio; int32_t fd; uint64_t off, addr; uint32_t len, msg_flags; uint64_t user_data, rest[3]; } msg = { 40, 0, 0, 77, 5, 0, 9, 2, 0, { 0 } };
static struct { uint64_t user_addr, size; uint32_t flags, id; uint64_t mmap_offset, resv[4]; } region = { 8, 4096, 1, 0, 0, { 0 } };
static struct { uint64_t region, flags, resv[2]; } mem_region = { 0, 1, { 0 } };
static struct { uint64_t addr, len, token; uint32_t flags, dmabuf_fd; uint64_t resv[2]; } area = { 8, 65536, 0, 0, 0, { 0 } };
static struct { uint32_t if_idx, if_rxq, rq_entries, flags; uint64_t area, region; uint32_t offsets[8], zcrx_id, rx_buf_len; uint64_t event_desc, resv[2]; } ifq = { 1, 2, 8, 0, 0, 0, { 0 }, 0, 4096, 0, { 0 } };
static uint64_t event_desc[12] = { 5, 1ull << 32 | 2, 64 };
static struct { uint32_t sq_entries, cq_entries, flags, rest[27]; } resize = { 8, 16, 0x10, { 0 } };
static struct { uint64_t next, data; uint32_t op, size; int32_t result; uint32_t resv[3]; } query = { 0, 0, 0, 32, 0, { 0 } };

#define MAKE(line, ...) \
	do { \
		long ret_ = syscall(__VA_ARGS__); \
		expect("%s = %s", line, result(ret_)); \
	} while (0)

/* Structures of 7.0: of zero-copy reception, and of filters of requests */
static void register_newest(void)
{
	enum { ZCRX_CTRL = 36, BPF_FILTER };
	static const struct sock_filter code[] = { BPF_STMT(BPF_RET | BPF_K, 1) };
	const uint32_t flush[18] = { 7, 0 }, export[18] = { 7, 1 }, notify[18] = { 7, 2, 0, 0, 0, 0, 1 };
	const struct { uint16_t type, flags; uint32_t resv, opcode, bits, n; uint8_t pdu, resv2[3]; uint64_t at, resv3[5]; } filter = {
		.type = 1, .opcode = 18 /* IORING_OP_OPENAT */, .bits = 3, .n = 1, .pdu = 24, .at = (uintptr_t)code };

	MAKE("io_uring_register(fd: -1, opcode: REGISTER_ZCRX_CTRL, arg: {zcrx_id: 7, op: FLUSH_RQ}, nr_args: 0)",
	     SYS_io_uring_register, -1, ZCRX_CTRL, flush, 0);
	MAKE("io_uring_register(fd: -1, opcode: REGISTER_ZCRX_CTRL, arg: {zcrx_id: 7, op: EXPORT}, nr_args: 0)",
	     SYS_io_uring_register, -1, ZCRX_CTRL, export, 0);
	MAKE("io_uring_register(fd: -1, opcode: REGISTER_ZCRX_CTRL, arg: {zcrx_id: 7, op: ARM_EVENT, event_type: COPY}, nr_args: 0)",
	     SYS_io_uring_register, -1, ZCRX_CTRL, notify, 0);
	MAKE("io_uring_register(fd: -1, opcode: REGISTER_BPF_FILTER, arg: {cmd_type: FILTER, opcode: OPENAT, flags: DENY_REST|SZ_STRICT, filter_len: 1, pdu_size: 24, "
	     "filter_ptr: [BPF_STMT(code: RET|K, k: 0x1)]}, nr_args: 1)",
	     SYS_io_uring_register, -1, BPF_FILTER, &filter, 1);
}

int main(void)
{
	update.fds = update2.data = files.data = (uintptr_t)fds;
	update.offset = 3;
	buffers.data = (uintptr_t)bufs;
	mem_region.region = ifq.region = (uintptr_t)&region;
	ifq.area = (uintptr_t)&area;
	ifq.event_desc = (uintptr_t)event_desc;
	mlockall(MCL_CURRENT);	/* the kernel does not read what it refuses */
	begin();
	MAKE("io_uring_register(fd: -1, opcode: REGISTER_BUFFERS, arg: [{iov_base: 0x8, iov_len: 4096}, {iov_base: 0x8, iov_len: 8}], nr_args: 2)",
	     SYS_io_uring_register, -1, IORING_REGISTER_BUFFERS, bufs, 2);
	MAKE("io_uring_register(fd: -1, opcode: UNREGISTER_BUFFERS, arg: NULL, nr_args: 0)",
	     SYS_io_uring_register, -1, IORING_UNREGISTER_BUFFERS, 0, 0);
	MAKE("io_uring_register(fd: -1, opcode: REGISTER_FILES, arg: [-1, 77], nr_args: 2)",
	     SYS_io_uring_register, -1, IORING_REGISTER_FILES, fds, 2);
	MAKE("io_uring_register(fd: -1, opcode: UNREGISTER_FILES, arg: NULL, nr_args: 0)",
	     SYS_io_uring_register, -1, IORING_UNREGISTER_FILES, 0, 0);
	MAKE("io_uring_register(fd: -1, opcode: REGISTER_EVENTFD, arg: [-1], nr_args: 1)",
	     SYS_io_uring_register, -1, IORING_REGISTER_EVENTFD, fds, 1);
	/* 0 is the number of a registered ring here, standard input has nothing to do with it */
	MAKE("io_uring_register(fd: 0, opcode: REGISTER_EVENTFD|USE_REGISTERED_RING, arg: [-1], nr_args: 1)",
	     SYS_io_uring_register, 0, 1u << 31 | IORING_REGISTER_EVENTFD, fds, 1);
	MAKE("io_uring_register(fd: -1, opcode: UNREGISTER_EVENTFD, arg: NULL, nr_args: 0)",
	     SYS_io_uring_register, -1, IORING_UNREGISTER_EVENTFD, 0, 0);
	MAKE("io_uring_register(fd: -1, opcode: REGISTER_FILES_UPDATE, arg: {offset: 3, fds: [-1, 77]}, nr_args: 2)",
	     SYS_io_uring_register, -1, IORING_REGISTER_FILES_UPDATE, &update, 2);
	MAKE("io_uring_register(fd: -1, opcode: REGISTER_EVENTFD_ASYNC, arg: [-1], nr_args: 1)",
	     SYS_io_uring_register, -1, IORING_REGISTER_EVENTFD_ASYNC, fds, 1);
	MAKE("io_uring_register(fd: -1, opcode: REGISTER_PROBE, arg: 0x8, nr_args: 2)",
	     SYS_io_uring_register, -1, IORING_REGISTER_PROBE, BAD, 2);
	MAKE("io_uring_register(fd: -1, opcode: REGISTER_PERSONALITY, arg: NULL, nr_args: 0)",
	     SYS_io_uring_register, -1, IORING_REGISTER_PERSONALITY, 0, 0);
	MAKE("io_uring_register(fd: -1, opcode: UNREGISTER_PERSONALITY, arg: NULL, nr_args: 5)",
	     SYS_io_uring_register, -1, IORING_UNREGISTER_PERSONALITY, 0, 5);
	MAKE("io_uring_register(fd: -1, opcode: REGISTER_RESTRICTIONS, arg: [{opcode: REGISTER_OP, register_op: UNREGISTER_BUFFERS}, {opcode: SQE_OP, sqe_op: READ}, {opcode: SQE_FLAGS_ALLOWED, sqe_flags: IO_LINK}], nr_args: 3)",
	     SYS_io_uring_register, -1, IORING_REGISTER_RESTRICTIONS, restrictions, 3);
	MAKE("io_uring_register(fd: -1, opcode: REGISTER_ENABLE_RINGS, arg: NULL, nr_args: 0)",
	     SYS_io_uring_register, -1, IORING_REGISTER_ENABLE_RINGS, 0, 0);
	MAKE("io_uring_register(fd: -1, opcode: REGISTER_FILES2, arg: {nr: 2, flags: 0, data: [-1, 77], tags: NULL}, nr_args: 32)",
	     SYS_io_uring_register, -1, IORING_REGISTER_FILES2, &files, 32);
	MAKE("io_uring_register(fd: -1, opcode: REGISTER_FILES2, arg: {nr: 16, flags: SPARSE, data: NULL, tags: NULL}, nr_args: 32)",
	     SYS_io_uring_register, -1, IORING_REGISTER_FILES2, &sparse, 32);
	MAKE("io_uring_register(fd: -1, opcode: REGISTER_FILES_UPDATE2, arg: {offset: 3, data: [-1, 77], tags: NULL, nr: 2}, nr_args: 32)",
	     SYS_io_uring_register, -1, IORING_REGISTER_FILES_UPDATE2, &update2, 32);
	MAKE("io_uring_register(fd: -1, opcode: REGISTER_BUFFERS2, arg: {nr: 2, flags: 0, data: [{iov_base: 0x8, iov_len: 4096}, {iov_base: 0x8, iov_len: 8}], tags: NULL}, nr_args: 32)",
	     SYS_io_uring_register, -1, IORING_REGISTER_BUFFERS2, &buffers, 32);
	MAKE("io_uring_register(fd: -1, opcode: REGISTER_BUFFERS_UPDATE, arg: {offset: 3}, nr_args: 8)",
	     SYS_io_uring_register, -1, IORING_REGISTER_BUFFERS_UPDATE, &update2, 8);
	MAKE("io_uring_register(fd: -1, opcode: REGISTER_IOWQ_AFF, arg: [0 2], nr_args: 8)",
	     SYS_io_uring_register, -1, IORING_REGISTER_IOWQ_AFF, cpus, 8);
	MAKE("io_uring_register(fd: -1, opcode: UNREGISTER_IOWQ_AFF, arg: NULL, nr_args: 0)",
	     SYS_io_uring_register, -1, IORING_UNREGISTER_IOWQ_AFF, 0, 0);
	MAKE("io_uring_register(fd: -1, opcode: REGISTER_IOWQ_MAX_WORKERS, arg: [BOUND: 4, UNBOUND: 8], nr_args: 2)",
	     SYS_io_uring_register, -1, IORING_REGISTER_IOWQ_MAX_WORKERS, workers, 2);
	MAKE("io_uring_register(fd: -1, opcode: REGISTER_RING_FDS, arg: [{offset: 7, data: 77}], nr_args: 1)",
	     SYS_io_uring_register, -1, IORING_REGISTER_RING_FDS, &ring, 1);
	MAKE("io_uring_register(fd: -1, opcode: UNREGISTER_RING_FDS, arg: [{offset: 7, data: 0x4d}], nr_args: 1)",
	     SYS_io_uring_register, -1, IORING_UNREGISTER_RING_FDS, &ring, 1);
	MAKE("io_uring_register(fd: -1, opcode: REGISTER_PBUF_RING, arg: {ring_addr: NULL, ring_entries: 8, bgid: 3}, nr_args: 1)",
	     SYS_io_uring_register, -1, IORING_REGISTER_PBUF_RING, &buf_ring, 1);
	MAKE("io_uring_register(fd: -1, opcode: REGISTER_PBUF_RING, arg: {ring_addr: NULL, ring_entries: 8, bgid: 3, flags: MMAP|INC}, nr_args: 1)",
	     SYS_io_uring_register, -1, IORING_REGISTER_PBUF_RING, ((struct { uint64_t at; uint32_t n; uint16_t id, flags; uint64_t resv[3]; }[]){ { 0, 8, 3, 3, { 0 } } }), 1);
	MAKE("io_uring_register(fd: -1, opcode: UNREGISTER_PBUF_RING, arg: {ring_addr: NULL, ring_entries: 8, bgid: 3}, nr_args: 1)",
	     SYS_io_uring_register, -1, IORING_UNREGISTER_PBUF_RING, &buf_ring, 1);
	MAKE("io_uring_register(fd: -1, opcode: REGISTER_SYNC_CANCEL, arg: {addr: 0x1234, fd: 77, flags: ALL|FD, timeout: {tv_sec: 1, tv_nsec: 500}, opcode: NOP}, nr_args: 1)",
	     SYS_io_uring_register, -1, IORING_REGISTER_SYNC_CANCEL, &cancel, 1);
	MAKE("io_uring_register(fd: -1, opcode: REGISTER_SYNC_CANCEL, arg: {addr: 0, fd: 5, flags: FD_FIXED|OP, timeout: {tv_sec: -1, tv_nsec: -1}, opcode: READ}, nr_args: 1)",
	     SYS_io_uring_register, -1, IORING_REGISTER_SYNC_CANCEL, &cancel_fixed, 1);
	MAKE("io_uring_register(fd: -1, opcode: REGISTER_FILE_ALLOC_RANGE, arg: {off: 16, len: 32}, nr_args: 0)",
	     SYS_io_uring_register, -1, IORING_REGISTER_FILE_ALLOC_RANGE, &range, 0);
	MAKE("io_uring_register(fd: -1, opcode: REGISTER_PBUF_STATUS, arg: {buf_group: 3}, nr_args: 1)",
	     SYS_io_uring_register, -1, IORING_REGISTER_PBUF_STATUS, &status, 1);
	MAKE("io_uring_register(fd: -1, opcode: REGISTER_NAPI, arg: {busy_poll_to: 50, prefer_busy_poll: 1, opcode: REGISTER_OP, op_param: STATIC}, nr_args: 1)",
	     SYS_io_uring_register, -1, IORING_REGISTER_NAPI, &napi, 1);
	MAKE("io_uring_register(fd: -1, opcode: REGISTER_NAPI, arg: {busy_poll_to: 0, prefer_busy_poll: 0, opcode: STATIC_ADD_ID, op_param: 8193}, nr_args: 1)",
	     SYS_io_uring_register, -1, IORING_REGISTER_NAPI, &napi_id, 1);
	MAKE("io_uring_register(fd: -1, opcode: UNREGISTER_NAPI, arg: NULL, nr_args: 1)",
	     SYS_io_uring_register, -1, IORING_UNREGISTER_NAPI, 0, 1);
	MAKE("io_uring_register(fd: -1, opcode: REGISTER_CLOCK, arg: {clockid: BOOTTIME}, nr_args: 0)",
	     SYS_io_uring_register, -1, IORING_REGISTER_CLOCK, &ring_clock, 0);
	MAKE("io_uring_register(fd: -1, opcode: REGISTER_CLONE_BUFFERS, arg: {src_fd: 77, flags: DST_REPLACE, src_off: 1, dst_off: 2, nr: 3}, nr_args: 1)",
	     SYS_io_uring_register, -1, IORING_REGISTER_CLONE_BUFFERS, &copied, 1);
	MAKE("io_uring_register(fd: -1, opcode: REGISTER_CLONE_BUFFERS, arg: {src_fd: 5, flags: SRC_REGISTERED, src_off: 0, dst_off: 0, nr: 0}, nr_args: 1)",
	     SYS_io_uring_register, -1, IORING_REGISTER_CLONE_BUFFERS, &clone_of, 1);
	MAKE("io_uring_register(fd: -2, opcode: REGISTER_SEND_MSG_RING, arg: {opcode: MSG_RING, flags: 0, fd: 77, off: 0x5, addr: DATA, len: 9, msg_ring_flags: FLAGS_PASS, user_data: 0}, nr_args: 1)",
	     SYS_io_uring_register, -2, IORING_REGISTER_SEND_MSG_RING, &msg, 1);
	MAKE("io_uring_register(fd: -1, opcode: REGISTER_ZCRX_IFQ, arg: {if_idx: 1<lo>, if_rxq: 2, rq_entries: 8, flags: 0, area_ptr: {addr: 0x8, len: 65536, rq_area_token: 0, flags: 0}, region_ptr: {user_addr: 0x8, size: 4096, flags: TYPE_USER, id: 0, mmap_offset: 0}, rx_buf_len: 4096, "
	     "event_desc: {user_data: 0x5, type_mask: 0x2, flags: STATS, stats_offset: 64}}, nr_args: 1)",
	     SYS_io_uring_register, -1, IORING_REGISTER_ZCRX_IFQ, &ifq, 1);
	MAKE("io_uring_register(fd: -1, opcode: REGISTER_RESIZE_RINGS, arg: {sq_entries: 8, cq_entries: 16, flags: CLAMP}, nr_args: 1)",
	     SYS_io_uring_register, -1, IORING_REGISTER_RESIZE_RINGS, &resize, 1);
	MAKE("io_uring_register(fd: -1, opcode: REGISTER_MEM_REGION, arg: {region_uptr: {user_addr: 0x8, size: 4096, flags: TYPE_USER, id: 0, mmap_offset: 0}, flags: REG_WAIT_ARG}, nr_args: 1)",
	     SYS_io_uring_register, -1, IORING_REGISTER_MEM_REGION, &mem_region, 1);
	MAKE("io_uring_register(fd: -2, opcode: REGISTER_QUERY, arg: {next_entry: NULL, query_data: NULL, query_op: OPCODES, size: 32}, nr_args: 0)",
	     SYS_io_uring_register, -2, IORING_REGISTER_QUERY, &query, 0);
	register_newest();
	end();
	return 0;
}
