// SPDX-License-Identifier: BSD-2-Clause
/*
 * floor [--requests] [--least] COMMAND... - runs the command with empty BPF programs on raw_syscalls:sys_enter and sys_exit: the least
 * overhead of any tracer that attaches there. With --least they do the least that a tracer needs to show durations and data: read
 * the clock at entry and exit, and copy a byte from the address in the second argument. With --requests there are programs on the
 * tracepoints of requests of io_uring too, and those on calls are empty. Of requests the least is: read the clock at submission and at
 * completion, and copy the request, 64 bytes.
 *
 * floor --pin PATH - pins the two empty programs to PATH-enter and PATH-exit, on bpffs. floor --pinned PATH COMMAND... runs the command
 * with those: the least that a tracer takes from start to end that finds its programs loaded.
 */
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <linux/bpf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "command.h"

#if defined(__x86_64__)
#define SECOND_ARGUMENT (13 * 8)	/* in struct pt_regs: si */
#elif defined(__aarch64__)
#define SECOND_ARGUMENT (1 * 8)		/* regs[1] */
#else
#error where has struct pt_regs the second argument of a call?
#endif

#define REQUEST_BYTES 64

#define CALL(helper) { .code = BPF_JMP | BPF_CALL, .imm = BPF_FUNC_##helper }
#define SET(reg, value) { .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = (reg), .imm = (value) }
#define COPY(to, from) { .code = BPF_ALU64 | BPF_MOV | BPF_X, .dst_reg = (to), .src_reg = (from) }
#define ADD(reg, value) { .code = BPF_ALU64 | BPF_ADD | BPF_K, .dst_reg = (reg), .imm = (value) }
#define LOAD(to, from, at) { .code = BPF_LDX | BPF_DW | BPF_MEM, .dst_reg = (to), .src_reg = (from), .off = (at) }
#define END SET(BPF_REG_0, 0), { .code = BPF_JMP | BPF_EXIT }

static const struct bpf_insn empty[] = { END };
static const struct bpf_insn clock_only[] = { CALL(ktime_get_ns), END };
static const struct bpf_insn clock_and_byte[] = {
	LOAD(BPF_REG_3, BPF_REG_1, 0),			/* struct pt_regs *, the first argument of the tracepoint */
	LOAD(BPF_REG_3, BPF_REG_3, SECOND_ARGUMENT),
	COPY(BPF_REG_1, BPF_REG_10),
	ADD(BPF_REG_1, -8),
	SET(BPF_REG_2, 1),
	CALL(probe_read_user),
	CALL(ktime_get_ns),
	END,
};
static const struct bpf_insn clock_and_request[] = {
	LOAD(BPF_REG_3, BPF_REG_1, 0),			/* struct io_kiocb *, the first argument of the tracepoint */
	COPY(BPF_REG_1, BPF_REG_10),
	ADD(BPF_REG_1, -REQUEST_BYTES),
	SET(BPF_REG_2, REQUEST_BYTES),
	CALL(probe_read_kernel),
	CALL(ktime_get_ns),
	END,
};

struct program {
	const struct bpf_insn *insns;
	size_t n;
};

#define PROGRAM(insns) { insns, sizeof(insns) / sizeof(*insns) }
static const struct program nothing[2] = { PROGRAM(empty), PROGRAM(empty) };
static const struct program least[2] = { PROGRAM(clock_only), PROGRAM(clock_and_byte) };
static const struct program least_of_requests[2] = { PROGRAM(clock_and_request), PROGRAM(clock_only) };	/* submission, completion */

static int load(const char *tracepoint, const struct program *p)
{
	LIBBPF_OPTS(bpf_prog_load_opts, opts, .expected_attach_type = BPF_TRACE_RAW_TP,
		    .attach_btf_id = (__u32)libbpf_find_vmlinux_btf_id(tracepoint, BPF_TRACE_RAW_TP));

	return bpf_prog_load(BPF_PROG_TYPE_TRACING, "floor", "GPL", p->insns, p->n, &opts);
}

/* The descriptor stays open across execve: the program is detached when it is closed. */
static int attach(const char *tracepoint, const struct program *p)
{
	int prog = load(tracepoint, p);
	int link = prog < 0 ? prog : bpf_raw_tracepoint_open(NULL, prog);
	int kept = link < 0 ? link : dup(link);	/* without close-on-exec */

	if (kept < 0)
		fprintf(stderr, "floor: %s: %s\n", tracepoint, strerror(-kept));
	return kept;
}

static int pin(const char *path, const char *end, const char *tracepoint)
{
	int prog = load(tracepoint, &nothing[0]);
	char full[4096];

	snprintf(full, sizeof(full), "%s-%s", path, end);
	return prog < 0 || bpf_obj_pin(prog, full) ? -1 : 0;
}

static int attach_pinned(const char *path, const char *end)
{
	char full[4096];

	snprintf(full, sizeof(full), "%s-%s", path, end);
	return bpf_raw_tracepoint_open(NULL, bpf_obj_get(full));
}

static int run_with_pinned(const char *path, char **command)
{
	int enter = attach_pinned(path, "enter"), leave = attach_pinned(path, "exit"), status;
	struct rusage u;

	if (enter < 0 || leave < 0) {
		perror(path);
		return 125;
	}
	status = command__run(command, &u);
	close(leave);
	close(enter);
	return status < 0 ? 125 : status;
}

static bool attach_requests(const struct program *programs)
{
	return attach("io_uring_submit_req", &programs[0]) >= 0 && attach("io_uring_queue_async_work", &nothing[0]) >= 0 &&
	       attach("io_uring_complete", &programs[1]) >= 0;
}

static bool take_option(int *argc, char ***argv, const char *name)
{
	if (*argc < 2 || strcmp((*argv)[1], name))
		return false;
	--*argc;
	++*argv;
	return true;
}

int main(int argc, char **argv)
{
	const struct program *programs = nothing;
	bool requests;

	if (argc == 3 && !strcmp(argv[1], "--pin"))
		return pin(argv[2], "enter", "sys_enter") || pin(argv[2], "exit", "sys_exit") ? 125 : 0;
	if (argc > 3 && !strcmp(argv[1], "--pinned"))
		return run_with_pinned(argv[2], argv + 3);
	requests = take_option(&argc, &argv, "--requests");
	if (take_option(&argc, &argv, "--least"))
		programs = requests ? least_of_requests : least;
	if (requests) {
		if (!attach_requests(programs))
			return 125;
		programs = nothing;
	}
	if (argc < 2 || attach("sys_enter", &programs[0]) < 0 || attach("sys_exit", &programs[1]) < 0)
		return 125;
	execvp(argv[1], argv + 1);
	perror(argv[1]);
	return 127;
}
