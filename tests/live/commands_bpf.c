// SPDX-License-Identifier: BSD-2-Clause
// options: -e bpf
/* bpf: each command, on descriptors and IDs that do not exist. */
#include "live.h"

#include <linux/bpf.h>

enum { TOKEN_CREATE = 36, PROG_STREAM_READ_BY_FD, PROG_ASSOC_STRUCT_OPS };	/* linux/bpf.h, 6.9, 6.17, 7.0 */

static union bpf_attr elem = { .map_fd = -1, .flags = BPF_ANY }, batch = { .batch = { .count = 3, .map_fd = -1 } }, object = { .bpf_fd = -1 };
static union bpf_attr attach = { .target_fd = -1, .attach_bpf_fd = -1, .attach_type = BPF_CGROUP_DEVICE }, test = { .test = { .prog_fd = -1, .data_size_in = 4, .repeat = 7 } };
static union bpf_attr next = { .start_id = 0x7fffffff }, id = { .prog_id = 0x7ffffff0 }, info = { .info = { .bpf_fd = -1, .info_len = 8 } };
static union bpf_attr query = { .query = { .target_fd = -1, .attach_type = BPF_CGROUP_DEVICE } }, task = { .task_fd_query = { .pid = 0x7ffffff0 } };
static union bpf_attr tracepoint = { .raw_tracepoint = { .prog_fd = -1 } }, btf = { .btf_size = 3, .btf_log_level = 0 };
static union bpf_attr linked = { .link_create = { .prog_fd = -1, .attach_type = BPF_PERF_EVENT } }, update = { .link_update = { .link_fd = -1, .new_prog_fd = -1 } };
static union bpf_attr detach = { .link_detach = { .link_fd = -1 } }, iter = { .iter_create = { .link_fd = -1 } }, binding = { .prog_bind_map = { .prog_fd = -1, .map_fd = -1 } };
static union bpf_attr stats = { .enable_stats = { .type = 77 } };
static struct { uint32_t flags, bpffs_fd; } token = { 0, -1 };
static struct { uint64_t buf; uint32_t len, id, prog_fd; } stream = { 8, 16, 1, -1 };

static uint32_t assoc[] = { -1, -2, 3 };

#define MAKE(line, ...) \
	do { \
		long ret_ = syscall(__VA_ARGS__); \
		expect("%s = %s", line, result(ret_)); \
	} while (0)

/* An array that faults midway, beside attributes that leave little room in the call's record. */
static void link_to_functions(void)
{
	static union { union bpf_attr attr; uint8_t room[4096]; } create;
	uint64_t *addrs = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	mprotect((char *)addrs + 4096, 4096, PROT_NONE);
	addrs += 512 - 2;
	addrs[0] = 0x10;
	addrs[1] = 0x20;
	create.attr.link_create.prog_fd = -1;
	create.attr.link_create.attach_type = 42;	/* BPF_TRACE_KPROBE_MULTI */
	memcpy((char *)&create.attr + 16, (uint64_t[]){ 5ull << 32, 0, (uintptr_t)addrs }, 24);	/* flags and cnt, syms, addrs */
	MAKE("bpf(cmd: LINK_CREATE, uattr: {prog_fd: -1, target_fd: 0, attach_type: TRACE_KPROBE_MULTI, flags: 0, kprobe_multi: {flags: 0, cnt: 5, syms: NULL, addrs: [0x10, 0x20, ...], cookies: NULL}}, size: 4096)",
	     SYS_bpf, BPF_LINK_CREATE, &create, 4096);
}

/* Fields of 6.6 and 6.18; and a structure that ends before the field that the kernel fills. */
static void newest_fields(void)
{
	static struct { uint32_t type; uint8_t before[76]; uint64_t hash; uint32_t size; } map = { .type = 77, .size = 4 };
	static struct { uint32_t type; uint8_t before[148]; uint64_t signature; uint32_t size; int32_t keyring; } program = { .type = 77, .size = 4, .keyring = -3 };
	static uint32_t attached[] = { -1, -1, BPF_CGROUP_DEVICE, 0x28, 0, 7, 9, 0 };
	static union bpf_attr first;

	map.hash = (uintptr_t)"hash";
	program.signature = (uintptr_t)"sign";
	MAKE("bpf(cmd: MAP_CREATE, uattr: {map_type: 0x4d, @@map_token_fd: 0, excl_prog_hash: \"hash\", excl_prog_hash_size: 4}, size: 92)",
	     SYS_bpf, BPF_MAP_CREATE, &map, 92);
	MAKE("bpf(cmd: PROG_LOAD, uattr: {prog_type: 0x4d, @@fd_array_cnt: 0, signature: \"sign\", signature_size: 4, keyring_id: SESSION_KEYRING}, size: 168)",
	     SYS_bpf, BPF_PROG_LOAD, &program, 168);
	MAKE("bpf(cmd: PROG_ATTACH, uattr: {target_fd: -1, attach_bpf_fd: -1, attach_type: CGROUP_DEVICE, attach_flags: BEFORE|ID, replace_bpf_fd: 0, relative_id: 7, "
	     "expected_revision: 9}, size: 32)",
	     SYS_bpf, BPF_PROG_ATTACH, attached, 32);
	MAKE("bpf(cmd: PROG_GET_NEXT_ID, uattr: {start_id: 0}, size: 4)",
	     SYS_bpf, BPF_PROG_GET_NEXT_ID, &first, 4);
}

int main(void)
{
	elem.key = elem.value = batch.batch.keys = batch.batch.values = 8;
	object.pathname = (uintptr_t)"/nowhere";
	test.test.data_in = btf.btf = (uintptr_t)"abcd";
	tracepoint.raw_tracepoint.name = (uintptr_t)"sys_enter";
	mlockall(MCL_CURRENT);	/* the kernel does not read what it refuses */
	begin();
	MAKE("bpf(cmd: MAP_LOOKUP_ELEM, uattr: {map_fd: -1, key: 0x8, value: 0x8, flags: ANY}, size: 32)",
	     SYS_bpf, BPF_MAP_LOOKUP_ELEM, &elem, 32);
	MAKE("bpf(cmd: MAP_DELETE_ELEM, uattr: {map_fd: -1, key: 0x8}, size: 16)",
	     SYS_bpf, BPF_MAP_DELETE_ELEM, &elem, 16);
	MAKE("bpf(cmd: MAP_GET_NEXT_KEY, uattr: {map_fd: -1, key: 0x8, next_key: 0x8}, size: 24)",
	     SYS_bpf, BPF_MAP_GET_NEXT_KEY, &elem, 24);
	MAKE("bpf(cmd: MAP_LOOKUP_AND_DELETE_ELEM, uattr: {map_fd: -1, key: 0x8, value: 0x8, flags: ANY}, size: 32)",
	     SYS_bpf, BPF_MAP_LOOKUP_AND_DELETE_ELEM, &elem, 32);
	MAKE("bpf(cmd: MAP_FREEZE, uattr: {map_fd: -1}, size: 4)",
	     SYS_bpf, BPF_MAP_FREEZE, &elem, 4);
	MAKE("bpf(cmd: MAP_LOOKUP_BATCH, uattr: {in_batch: NULL, out_batch: NULL, keys: 0x8, values: 0x8, count: 3, map_fd: -1, elem_flags: ANY, flags: 0}, size: 56)",
	     SYS_bpf, BPF_MAP_LOOKUP_BATCH, &batch, 56);
	MAKE("bpf(cmd: MAP_LOOKUP_AND_DELETE_BATCH, uattr: {in_batch: NULL, out_batch: NULL, keys: 0x8, values: 0x8, count: 3, map_fd: -1, elem_flags: ANY, flags: 0}, size: 56)",
	     SYS_bpf, BPF_MAP_LOOKUP_AND_DELETE_BATCH, &batch, 56);
	MAKE("bpf(cmd: MAP_UPDATE_BATCH, uattr: {in_batch: NULL, out_batch: NULL, keys: 0x8, values: 0x8, count: 3, map_fd: -1, elem_flags: ANY, flags: 0}, size: 56)",
	     SYS_bpf, BPF_MAP_UPDATE_BATCH, &batch, 56);
	MAKE("bpf(cmd: MAP_DELETE_BATCH, uattr: {in_batch: NULL, out_batch: NULL, keys: 0x8, values: 0x8, count: 3, map_fd: -1, elem_flags: ANY, flags: 0}, size: 56)",
	     SYS_bpf, BPF_MAP_DELETE_BATCH, &batch, 56);
	MAKE("bpf(cmd: OBJ_PIN, uattr: {pathname: \"/nowhere\", bpf_fd: -1, file_flags: 0}, size: 16)",
	     SYS_bpf, BPF_OBJ_PIN, &object, 16);
	MAKE("bpf(cmd: PROG_ATTACH, uattr: {target_fd: -1, attach_bpf_fd: -1, attach_type: CGROUP_DEVICE, attach_flags: 0}, size: 16)",
	     SYS_bpf, BPF_PROG_ATTACH, &attach, 16);
	MAKE("bpf(cmd: PROG_DETACH, uattr: {target_fd: -1, attach_bpf_fd: -1, attach_type: CGROUP_DEVICE}, size: 12)",
	     SYS_bpf, BPF_PROG_DETACH, &attach, 12);
	MAKE("bpf(cmd: PROG_TEST_RUN, uattr: {prog_fd: -1, data_size_in: 4, data_size_out: 0, data_in: \"abcd\", data_out: NULL, repeat: 7}, size: 40)",
	     SYS_bpf, BPF_PROG_TEST_RUN, &test, 40);
	MAKE("bpf(cmd: PROG_GET_NEXT_ID, uattr: {start_id: 2147483647}, size: 12)",
	     SYS_bpf, BPF_PROG_GET_NEXT_ID, &next, 12);
	MAKE("bpf(cmd: MAP_GET_NEXT_ID, uattr: {start_id: 2147483647}, size: 12)",
	     SYS_bpf, BPF_MAP_GET_NEXT_ID, &next, 12);
	MAKE("bpf(cmd: BTF_GET_NEXT_ID, uattr: {start_id: 2147483647}, size: 12)",
	     SYS_bpf, BPF_BTF_GET_NEXT_ID, &next, 12);
	MAKE("bpf(cmd: LINK_GET_NEXT_ID, uattr: {start_id: 2147483647}, size: 12)",
	     SYS_bpf, BPF_LINK_GET_NEXT_ID, &next, 12);
	MAKE("bpf(cmd: PROG_GET_FD_BY_ID, uattr: {prog_id: 2147483632}, size: 4)",
	     SYS_bpf, BPF_PROG_GET_FD_BY_ID, &id, 4);
	MAKE("bpf(cmd: MAP_GET_FD_BY_ID, uattr: {map_id: 2147483632, open_flags: 0}, size: 12)",
	     SYS_bpf, BPF_MAP_GET_FD_BY_ID, &id, 12);
	MAKE("bpf(cmd: BTF_GET_FD_BY_ID, uattr: {btf_id: 2147483632}, size: 4)",
	     SYS_bpf, BPF_BTF_GET_FD_BY_ID, &id, 4);
	MAKE("bpf(cmd: LINK_GET_FD_BY_ID, uattr: {link_id: 2147483632}, size: 4)",
	     SYS_bpf, BPF_LINK_GET_FD_BY_ID, &id, 4);
	MAKE("bpf(cmd: OBJ_GET_INFO_BY_FD, uattr: {bpf_fd: -1, info_len: 8, info: NULL}, size: 16)",
	     SYS_bpf, BPF_OBJ_GET_INFO_BY_FD, &info, 16);
	MAKE("bpf(cmd: PROG_QUERY, uattr: {target_fd: -1, attach_type: CGROUP_DEVICE, query_flags: 0, attach_flags: 0, prog_ids: NULL, prog_cnt: 0}, size: 28)",
	     SYS_bpf, BPF_PROG_QUERY, &query, 28);
	/* Standard input of another process, not of this one */
	MAKE("bpf(cmd: TASK_FD_QUERY, uattr: {pid: 2147483632, fd: 0, flags: 0, buf_len: 0, buf: NULL}, size: 48)",
	     SYS_bpf, BPF_TASK_FD_QUERY, &task, 48);
	MAKE("bpf(cmd: RAW_TRACEPOINT_OPEN, uattr: {name: \"sys_enter\", prog_fd: -1}, size: 16)",
	     SYS_bpf, BPF_RAW_TRACEPOINT_OPEN, &tracepoint, 16);
	MAKE("bpf(cmd: BTF_LOAD, uattr: {btf: \"abc\", btf_log_buf: NULL, btf_size: 3, btf_log_size: 0, btf_log_level: 0}, size: 28)",
	     SYS_bpf, BPF_BTF_LOAD, &btf, 28);
	MAKE("bpf(cmd: LINK_CREATE, uattr: {prog_fd: -1, target_fd: 0, attach_type: PERF_EVENT, flags: 0, perf_event: {bpf_cookie: 0}}, size: 24)",
	     SYS_bpf, BPF_LINK_CREATE, &linked, 24);
	MAKE("bpf(cmd: LINK_UPDATE, uattr: {link_fd: -1, new_prog_fd: -1, flags: 0, old_prog_fd: 0}, size: 16)",
	     SYS_bpf, BPF_LINK_UPDATE, &update, 16);
	MAKE("bpf(cmd: LINK_DETACH, uattr: {link_fd: -1}, size: 4)",
	     SYS_bpf, BPF_LINK_DETACH, &detach, 4);
	MAKE("bpf(cmd: ITER_CREATE, uattr: {link_fd: -1, flags: 0}, size: 8)",
	     SYS_bpf, BPF_ITER_CREATE, &iter, 8);
	MAKE("bpf(cmd: PROG_BIND_MAP, uattr: {prog_fd: -1, map_fd: -1, flags: 0}, size: 12)",
	     SYS_bpf, BPF_PROG_BIND_MAP, &binding, 12);
	MAKE("bpf(cmd: ENABLE_STATS, uattr: {type: 0x4d}, size: 4)",
	     SYS_bpf, BPF_ENABLE_STATS, &stats, 4);
	MAKE("bpf(cmd: TOKEN_CREATE, uattr: {flags: 0, bpffs_fd: -1}, size: 8)",
	     SYS_bpf, TOKEN_CREATE, &token, 8);
	MAKE("bpf(cmd: PROG_STREAM_READ_BY_FD, uattr: {stream_buf: 0x8, stream_buf_len: 16, stream_id: STDOUT, prog_fd: -1}, size: 20)",
	     SYS_bpf, PROG_STREAM_READ_BY_FD, &stream, 20);
	MAKE("bpf(cmd: PROG_ASSOC_STRUCT_OPS, uattr: {map_fd: -1, prog_fd: -2, flags: 0x3}, size: 12)",
	     SYS_bpf, PROG_ASSOC_STRUCT_OPS, assoc, 12);
	newest_fields();
	link_to_functions();
	end();
	return 0;
}
