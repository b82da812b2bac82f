// SPDX-License-Identifier: BSD-2-Clause
/*
 * floor COMMAND... - runs the command with an empty BPF program on each of raw_syscalls:sys_enter and sys_exit: what the
 * hardware and its mitigations charge for looking at calls at all. No tracer that attaches there can be faster.
 */
#include <bpf/bpf.h>
#include <linux/bpf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const struct bpf_insn empty[] = {
	{ .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = BPF_REG_0, .imm = 0 },
	{ .code = BPF_JMP | BPF_EXIT },
};

/* The descriptor is left open across execve: it is what keeps the program attached. */
static int attach(const char *tracepoint)
{
	int prog = bpf_prog_load(BPF_PROG_TYPE_RAW_TRACEPOINT, "empty", "GPL", empty, 2, NULL);
	int link = prog < 0 ? prog : bpf_raw_tracepoint_open(tracepoint, prog);
	int kept = link < 0 ? link : dup(link);	/* without close-on-exec */

	if (kept < 0)
		fprintf(stderr, "floor: %s: %s\n", tracepoint, strerror(-kept));
	return kept;
}

int main(int argc, char **argv)
{
	if (argc < 2 || attach("sys_enter") < 0 || attach("sys_exit") < 0)
		return 125;
	execvp(argv[1], argv + 1);
	perror(argv[1]);
	return 127;
}
