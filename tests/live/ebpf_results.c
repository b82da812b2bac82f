// SPDX-License-Identifier: BSD-2-Clause
// options: -e bpf --string-limit 64
// abis: native i386 arm
/* What bpf(2) fills in its attributes: the result and the data of a program that was run, the next ID, what a descriptor of perf has. */
#include "live.h"

#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <sys/resource.h>

static struct bpf_insn code[] = { { .code = BPF_ALU64 | BPF_MOV | BPF_K, .imm = 7 }, { .code = BPF_JMP | BPF_EXIT } };
static uint8_t data[20] = "ABCDEFGHIJKLMNOPQRS", filled[32];

static int load(uint32_t type)
{
	union bpf_attr a;

	memset(&a, 0, sizeof(a));
	a.prog_type = type;
	a.insn_cnt = 2;
	a.insns = (uintptr_t)code;
	a.license = (uintptr_t)"GPL";
	return (int)syscall(SYS_bpf, BPF_PROG_LOAD, &a, 48);
}

/* The kernel makes the header of Ethernet, 14 bytes, zeros. */
static void runs(int prog)
{
	union bpf_attr a;
	long ret;

	memset(&a, 0, sizeof(a));
	a.test.prog_fd = prog;
	a.test.data_in = (uintptr_t)data;
	a.test.data_size_in = sizeof(data);
	a.test.data_out = (uintptr_t)filled;
	a.test.data_size_out = sizeof(filled);
	a.test.repeat = 1;
	ret = syscall(SYS_bpf, BPF_PROG_TEST_RUN, &a, 40);
	expect(ABI "bpf(cmd: PROG_TEST_RUN, uattr: {prog_fd: %d<@@>, retval: 0x7, data_size_in: 20, data_size_out: 32 => 20, data_in: \"ABCDEFGHIJKLMNOPQRS\\0\", "
	       "data_out: \"\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0OPQRS\\0\", repeat: 1, duration: %u}, size: 40) = %s", prog, a.test.duration, result(ret));
	a.test.data_size_out = 4;	/* too few: ENOSPC */
	ret = syscall(SYS_bpf, BPF_PROG_TEST_RUN, &a, 40);
	expect(ABI "bpf(cmd: PROG_TEST_RUN, uattr: {prog_fd: %d<@@>, data_size_in: 20, data_size_out: 4, data_in: \"ABCDEFGHIJKLMNOPQRS\\0\", "
	       "data_out: %p, repeat: 1}, size: 40) = %s", prog, (void *)filled, result(ret));
}

static void asks(int prog)
{
	union bpf_attr a;
	long ret;

	memset(&a, 0, sizeof(a));
	ret = syscall(SYS_bpf, BPF_PROG_GET_NEXT_ID, &a, 12);
	expect(ABI "bpf(cmd: PROG_GET_NEXT_ID, uattr: {start_id: 0, next_id: %u}, size: 12) = %s", a.next_id, result(ret));
	memset(&a, 0, sizeof(a));
	a.task_fd_query.pid = getpid();
	a.task_fd_query.fd = prog;	/* nothing that this is about */
	a.task_fd_query.buf = (uintptr_t)filled;
	a.task_fd_query.buf_len = sizeof(filled);
	syscall(SYS_bpf, BPF_TASK_FD_QUERY, &a, 48);
	expect(ABI "bpf(cmd: TASK_FD_QUERY, uattr: {pid: %d<@@>, fd: %d<@@>, flags: 0, buf_len: 32, buf: %p}, size: 48) = -1 @@", getpid(), prog, (void *)filled);
}

/* A program of a raw tracepoint, whose name is what the descriptor has */
static void asks_about(int link)
{
	union bpf_attr a;
	long ret;

	memset(&a, 0, sizeof(a));
	a.task_fd_query.pid = getpid();
	a.task_fd_query.fd = link;
	a.task_fd_query.buf = (uintptr_t)filled;
	a.task_fd_query.buf_len = sizeof(filled);
	ret = syscall(SYS_bpf, BPF_TASK_FD_QUERY, &a, 48);
	expect(ABI "bpf(cmd: TASK_FD_QUERY, uattr: {pid: %d<@@>, fd: %d<@@>, flags: 0, buf_len: 32 => 16, buf: \"sched_wakeup_new\", prog_id: %u, fd_type: RAW_TRACEPOINT, "
	       "probe_offset: 0, probe_addr: 0}, size: 48) = %s", getpid(), link, a.task_fd_query.prog_id, result(ret));
}

static int attach(int prog, const char *name)
{
	union bpf_attr a;

	memset(&a, 0, sizeof(a));
	a.raw_tracepoint.name = (uintptr_t)name;
	a.raw_tracepoint.prog_fd = prog;
	return (int)syscall(SYS_bpf, BPF_RAW_TRACEPOINT_OPEN, &a, 16);
}

int main(void)
{
	int prog, raw, link;

	setrlimit(RLIMIT_MEMLOCK, &(struct rlimit){ RLIM_INFINITY, RLIM_INFINITY });	/* needed before Linux 5.11 */
	prog = load(BPF_PROG_TYPE_SOCKET_FILTER);
	if (prog < 0)
		skip("bpf: %s", strerror(errno));
	raw = load(BPF_PROG_TYPE_RAW_TRACEPOINT);
	link = attach(raw, "sched_wakeup_new");
	begin();
	runs(prog);
	asks(prog);
	if (link >= 0)
		asks_about(link);
	end();
	return 0;
}
