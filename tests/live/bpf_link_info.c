// SPDX-License-Identifier: BSD-2-Clause
// options: -e bpf --verbose
/* What BPF_OBJ_GET_INFO_BY_FD tells about a link to a perf event: a union within the union, by its own type. */
#include "live.h"

#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <stddef.h>
#include <sys/resource.h>

/* struct bpf_link_info of linux/bpf.h, as of 6.7 */
struct info { uint32_t type, id, prog_id, pad, event, pad2; uint64_t config; uint32_t event_type, pad3; uint64_t cookie; };

static struct bpf_insn code[] = { { .code = BPF_ALU64 | BPF_MOV | BPF_K, .imm = 0 }, { .code = BPF_JMP | BPF_EXIT } };

static int attach(void)
{
	struct perf_event_attr event = { .type = PERF_TYPE_SOFTWARE, .size = sizeof(event), .config = PERF_COUNT_SW_PAGE_FAULTS, .sample_period = 1000000000 };
	union bpf_attr a;
	int prog, fd;

	memset(&a, 0, sizeof(a));
	a.prog_type = BPF_PROG_TYPE_PERF_EVENT;
	a.insn_cnt = 2;
	a.insns = (uintptr_t)code;
	a.license = (uintptr_t)"GPL";
	prog = (int)syscall(SYS_bpf, BPF_PROG_LOAD, &a, 48);
	fd = (int)syscall(SYS_perf_event_open, &event, 0, -1, -1, 0L);
	if (prog < 0 || fd < 0)
		return -1;
	memset(&a, 0, sizeof(a));
	a.link_create.prog_fd = prog;
	a.link_create.target_fd = fd;
	a.link_create.attach_type = BPF_PERF_EVENT;
	return (int)syscall(SYS_bpf, BPF_LINK_CREATE, &a, 16);
}

int main(void)
{
	struct info info;
	union bpf_attr a;
	int link;
	long ret;

	setrlimit(RLIMIT_MEMLOCK, &(struct rlimit){ RLIM_INFINITY, RLIM_INFINITY });	/* needed before Linux 5.11 */
	link = attach();
	if (link < 0)
		skip("links to perf events: %s", strerror(errno));
	memset(&info, 0, sizeof(info));
	memset(&a, 0, sizeof(a));
	a.info.bpf_fd = link;
	a.info.info_len = sizeof(info);
	a.info.info = (uintptr_t)&info;
	ret = syscall(SYS_bpf, BPF_OBJ_GET_INFO_BY_FD, &a, 16);
	if (ret || info.event != 6)
		skip("this kernel does not tell about links to perf events: it is older than 6.6");
	begin();
	memset(&info, 0, sizeof(info));
	ret = syscall(SYS_bpf, BPF_OBJ_GET_INFO_BY_FD, &a, 16);
	expect("bpf(cmd: OBJ_GET_INFO_BY_FD, uattr: {bpf_fd: %d<@@>, info_len: @@, info: {type: PERF_EVENT, id: %u, prog_id: %u, perf_event: EVENT, "
	       "config: 0x2, event_type: SOFTWARE, cookie: 0}}, size: 16) = %s", link, info.id, info.prog_id, result(ret));
	end();
	return 0;
}
