// SPDX-License-Identifier: BSD-2-Clause
// options: -e bpf
// abis: native i386 arm
/* bpf's attributes, by command: a program with its name, type and number of instructions, and the verifier's log; maps; paths. */
#include "live.h"

#include <linux/bpf.h>
#include <sys/resource.h>

#define OLD 48		/* size of the attributes before programs had names */
#define NAMED 72

static struct bpf_insn code[] = { { .code = BPF_ALU64 | BPF_MOV | BPF_K }, { .code = BPF_JMP | BPF_EXIT } };
static char room[4096];

static union bpf_attr program(void)
{
	union bpf_attr a;

	memset(&a, 0, sizeof(a));
	a.prog_type = BPF_PROG_TYPE_SOCKET_FILTER;
	a.insn_cnt = 2;
	a.insns = (uintptr_t)code;
	a.license = (uintptr_t)"GPL";
	strcpy(a.prog_name, "hello");
	return a;
}

static const char *shown(const char *log, const char *more)
{
	return text("{prog_type: SOCKET_FILTER, insn_cnt: 2, insns: %p /* 2 insns */, license: \"GPL\", %s, kern_version: 0, prog_flags: 0%s}",
		    (void *)code, log, more);
}

static struct bpf_prog_info program_info;
static struct bpf_map_info map_info;

/* Asks about an object; returns its ID, the second field in both structures. */
static unsigned told(int fd, void *info, unsigned len)
{
	union bpf_attr a;

	memset(&a, 0, sizeof(a));
	a.info.bpf_fd = fd;
	a.info.info_len = len;
	a.info.info = (uintptr_t)info;
	syscall(SYS_bpf, BPF_OBJ_GET_INFO_BY_FD, &a, 16);
	return ((const uint32_t *)info)[1];
}

static void expect_info(int fd, unsigned len, const char *shown)
{
	expect(ABI "bpf(cmd: OBJ_GET_INFO_BY_FD, uattr: {bpf_fd: %d<@@>, info_len: %u, info: %s}, size: 16) = 0", fd, len, shown);
}

int main(void)
{
	union bpf_attr a = program();
	int prog, map;
	long ret;

	setrlimit(RLIMIT_MEMLOCK, &(struct rlimit){ RLIM_INFINITY, RLIM_INFINITY });	/* needed before Linux 5.11 */
	begin();
	prog = syscall(SYS_bpf, BPF_PROG_LOAD, &a, NAMED);
	if (prog < 0)
		skip("bpf: %s", strerror(errno));
	expect(ABI "bpf(cmd: PROG_LOAD, uattr: %s, size: 72) = %d<@@>",
	       shown("log_level: 0, log_size: 0, log_buf: NULL", ", prog_name: \"hello\", prog_ifindex: 0, expected_attach_type: CGROUP_INET_INGRESS"), prog);
	/* Memory that the kernel writes although the call fails */
	a.log_level = 1;
	a.log_size = sizeof(room);
	a.log_buf = (uintptr_t)room;
	code[0].code = 0;
	ret = syscall(SYS_bpf, BPF_PROG_LOAD, &a, OLD);
	expect(ABI "bpf(cmd: PROG_LOAD, uattr: %s, size: 48) = %s", shown("log_level: 1, log_size: 4096, log_buf: \"unknown opcode 00\\n@@", ""), result(ret));
	a.log_buf = 8;
	a.license = 16;
	ret = syscall(SYS_bpf, BPF_PROG_LOAD, &a, OLD);
	expect(ABI "bpf(cmd: PROG_LOAD, uattr: {prog_type: SOCKET_FILTER, insn_cnt: 2, insns: %p /* 2 insns */, license: 0x10 <unread>, log_level: 1, "
	       "log_size: 4096, log_buf: 0x8 <unread>, kern_version: 0, prog_flags: 0}, size: 48) = %s", (void *)code, result(ret));
	memset(&a, 0, sizeof(a));
	a.map_type = BPF_MAP_TYPE_ARRAY;
	a.key_size = 4;
	a.value_size = 8;
	a.max_entries = 2;
	strcpy(a.map_name, "table");
	map = syscall(SYS_bpf, BPF_MAP_CREATE, &a, 44);
	expect(ABI "bpf(cmd: MAP_CREATE, uattr: {map_type: ARRAY, key_size: 4, value_size: 8, max_entries: 2, map_flags: 0, inner_map_fd: 0, numa_node: 0, "
	       "map_name: \"table\"}, size: 44) = %d<@@>", map);
	memset(&a, 0, sizeof(a));
	a.map_fd = map;
	a.key = 8;
	a.value = 8;
	ret = syscall(SYS_bpf, BPF_MAP_UPDATE_ELEM, &a, 32);
	expect(ABI "bpf(cmd: MAP_UPDATE_ELEM, uattr: {map_fd: %d<@@>, key: 0x8 <unread>, value: 0x8 <unread>, flags: ANY}, size: 32) = %s", map, result(ret));
	expect_info(prog, 80, text("{type: SOCKET_FILTER, id: %u, name: \"hello\", ...}", told(prog, &program_info, 80)));
	expect_info(map, 40, text("{type: ARRAY, id: %u, key_size: 4, value_size: 8, max_entries: 2, name: \"table\", ...}", told(map, &map_info, 40)));
	memset(&a, 0, sizeof(a));
	a.pathname = (uintptr_t)"/nowhere";
	ret = syscall(SYS_bpf, BPF_OBJ_GET, &a, 16);
	expect(ABI "bpf(cmd: OBJ_GET, uattr: {pathname: \"/nowhere\", bpf_fd: 0, file_flags: 0}, size: 16) = %s", result(ret));
	end();
	return 0;
}
