// SPDX-License-Identifier: BSD-2-Clause
/*
 * floor [--requests] [--least] | --keep | --read COMMAND... - runs the command with empty BPF programs on raw_syscalls:sys_enter and sys_exit: the least
 * overhead of any tracer that attaches there. With --least they do the least that a tracer needs to show durations and data: read
 * the clock at entry and exit, and copy a byte from the address in the second argument. With --keep they do the least of one that keeps
 * what it sees, too: at entry arguments are stored, at exit a record with them is written to a ring of the CPU, which nobody reads; but it is
 * not asked whose call it is, or whether it is selected. With --read the rings are as large as trace's, and a process copies the records. With
 * --requests there are programs on the
 * tracepoints of requests of io_uring too, and those on calls are empty. Of requests the least is: read the clock at submission and at
 * completion, and copy the request, 64 bytes.
 *
 * floor --pin PATH - pins the two empty programs to PATH-enter and PATH-exit, on bpffs. floor --pinned PATH COMMAND... runs the command
 * with those: the least that a tracer takes from start to end that finds its programs loaded.
 */
#include <bpf/bpf.h>
#include <bpf/libbpf.h>
#include <linux/bpf.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "command.h"

#if defined(__x86_64__)
#define FIRST_ARGUMENT (14 * 8)		/* in struct pt_regs: di, */
#define SECOND_ARGUMENT (13 * 8)	/* si, */
#define THIRD_ARGUMENT (12 * 8)		/* dx, */
#define CALL_NUMBER (15 * 8)		/* orig_ax */
#elif defined(__aarch64__)
#define FIRST_ARGUMENT (0 * 8)		/* in struct user_pt_regs: regs[0], */
#define SECOND_ARGUMENT (1 * 8)
#define THIRD_ARGUMENT (2 * 8)
#define CALL_NUMBER (8 * 8)
#else
#error where has struct pt_regs the second argument of a call?
#endif

#define REQUEST_BYTES 64

/* With --keep: what was stored at entry, for each CPU, and the rings' position; and a ring for each. */
#define CPUS 64
#define CPU_BYTES 64
#define RING_BYTES (1 << 18)
#define RECORD_BYTES 96
/* With --read: */
#define READ_CPUS 8
#define READ_BYTES (8u << 20)
#define SPILL_BYTES (256u << 20)	/* where the reader copies records to */
#define PAUSE_NS 5000000		/* between two looks */
#define KEPT_ARGS 3

#define CALL(helper) { .code = BPF_JMP | BPF_CALL, .imm = BPF_FUNC_##helper }
#define SET(reg, value) { .code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = (reg), .imm = (value) }
#define COPY(to, from) { .code = BPF_ALU64 | BPF_MOV | BPF_X, .dst_reg = (to), .src_reg = (from) }
#define ADD(reg, value) { .code = BPF_ALU64 | BPF_ADD | BPF_K, .dst_reg = (reg), .imm = (value) }
#define MASK(reg, value) { .code = BPF_ALU64 | BPF_AND | BPF_K, .dst_reg = (reg), .imm = (value) }
#define TIMES(reg, value) { .code = BPF_ALU64 | BPF_MUL | BPF_K, .dst_reg = (reg), .imm = (value) }
#define PLUS(reg, from) { .code = BPF_ALU64 | BPF_ADD | BPF_X, .dst_reg = (reg), .src_reg = (from) }
#define MINUS(reg, from) { .code = BPF_ALU64 | BPF_SUB | BPF_X, .dst_reg = (reg), .src_reg = (from) }
#define MEMORY(reg, fd) { .code = BPF_LD | BPF_IMM | BPF_DW, .dst_reg = (reg), .src_reg = BPF_PSEUDO_MAP_VALUE, .imm = (fd) }, { 0 }
#define STORE(to, at, from) { .code = BPF_STX | BPF_MEM | BPF_DW, .dst_reg = (to), .src_reg = (from), .off = (at) }
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

/* Registers 7 and 8: this CPU's memory, and its ring. */
#define MEMORY_OF_CPU(k) \
	CALL(get_smp_processor_id), MASK(BPF_REG_0, (k)->ncpus - 1), \
	MEMORY(BPF_REG_7, (k)->cpus), COPY(BPF_REG_1, BPF_REG_0), TIMES(BPF_REG_1, CPU_BYTES), PLUS(BPF_REG_7, BPF_REG_1), \
	MEMORY(BPF_REG_8, (k)->rings), TIMES(BPF_REG_0, (k)->bytes), PLUS(BPF_REG_8, BPF_REG_0)
#define COPY_WORD(to, at, from, offset) LOAD(BPF_REG_1, from, offset), STORE(to, at, BPF_REG_1)

/* Of --keep: descriptors of maps, and what they have room for. */
struct kept {
	int cpus, rings;
	int ncpus, bytes;		/* powers of two; of each ring */
};

static bool make_rings(struct kept *k, bool read)
{
	LIBBPF_OPTS(bpf_map_create_opts, opts, .map_flags = BPF_F_MMAPABLE);

	k->ncpus = read ? READ_CPUS : CPUS;
	k->bytes = read ? READ_BYTES : RING_BYTES;
	k->cpus = bpf_map_create(BPF_MAP_TYPE_ARRAY, "cpus", 4, k->ncpus * CPU_BYTES, 1, &opts);
	k->rings = bpf_map_create(BPF_MAP_TYPE_ARRAY, "rings", 4, k->ncpus * k->bytes + RECORD_BYTES, 1, &opts);
	return k->cpus >= 0 && k->rings >= 0;
}

/* The programs of --keep. */
static void make_keeping(struct program *both, const struct kept *k)
{
	const struct bpf_insn entry[] = {
		LOAD(BPF_REG_6, BPF_REG_1, 0),
		MEMORY_OF_CPU(k),
		COPY_WORD(BPF_REG_7, 16, BPF_REG_6, FIRST_ARGUMENT),
		COPY_WORD(BPF_REG_7, 24, BPF_REG_6, SECOND_ARGUMENT),
		COPY_WORD(BPF_REG_7, 32, BPF_REG_6, THIRD_ARGUMENT),
		COPY_WORD(BPF_REG_7, 40, BPF_REG_6, CALL_NUMBER),
		CALL(ktime_get_ns),
		STORE(BPF_REG_7, 8, BPF_REG_0),
		END,
	};
	const struct bpf_insn leave[] = {
		LOAD(BPF_REG_9, BPF_REG_1, 8),			/* the result */
		MEMORY_OF_CPU(k),
		LOAD(BPF_REG_6, BPF_REG_7, 0),			/* the ring's position */
		COPY(BPF_REG_1, BPF_REG_6), MASK(BPF_REG_1, k->bytes - 1), PLUS(BPF_REG_8, BPF_REG_1),
		COPY_WORD(BPF_REG_8, 32, BPF_REG_7, 16),
		COPY_WORD(BPF_REG_8, 40, BPF_REG_7, 24),
		COPY(BPF_REG_3, BPF_REG_1),
		COPY_WORD(BPF_REG_8, 48, BPF_REG_7, 32),
		COPY_WORD(BPF_REG_8, 56, BPF_REG_7, 40),
		STORE(BPF_REG_8, 64, BPF_REG_9), STORE(BPF_REG_8, 72, BPF_REG_3),
		COPY(BPF_REG_1, BPF_REG_8), ADD(BPF_REG_1, 80), SET(BPF_REG_2, 1),
		CALL(probe_read_user),
		CALL(ktime_get_ns),
		STORE(BPF_REG_8, 0, BPF_REG_9), STORE(BPF_REG_8, 8, BPF_REG_0),
		LOAD(BPF_REG_1, BPF_REG_7, 8), MINUS(BPF_REG_0, BPF_REG_1), STORE(BPF_REG_8, 16, BPF_REG_0),
		STORE(BPF_REG_8, 24, BPF_REG_9), STORE(BPF_REG_8, 88, BPF_REG_9),
		ADD(BPF_REG_6, RECORD_BYTES), STORE(BPF_REG_7, 0, BPF_REG_6),
		END,
	};
	static struct bpf_insn kept[2][sizeof(leave) / sizeof(*leave)];

	memcpy(kept[0], entry, sizeof(entry));
	memcpy(kept[1], leave, sizeof(leave));
	both[0] = (struct program){ kept[0], sizeof(entry) / sizeof(*entry) };
	both[1] = (struct program){ kept[1], sizeof(leave) / sizeof(*leave) };
}

/* Copies what came to a ring since the last look. Returns where the next copy goes. */
static size_t copy_records(char *to, size_t used, const char *ring, uint64_t from, uint64_t until)
{
	while (from < until) {
		size_t at = from & (READ_BYTES - 1), n = until - from;

		n = n < READ_BYTES - at ? n : READ_BYTES - at;
		if (used + n > SPILL_BYTES)
			used = 0;
		memcpy(to + used, ring + at, n);
		used += n;
		from += n;
	}
	return used;
}

/* The reader, which ends with the command. */
static void read_rings(const struct kept *k)
{
	const struct timespec pause = { .tv_nsec = PAUSE_NS };
	volatile uint64_t *cpus = mmap(NULL, READ_CPUS * CPU_BYTES, PROT_READ, MAP_SHARED, k->cpus, 0);
	const char *rings = mmap(NULL, READ_CPUS * (size_t)READ_BYTES, PROT_READ, MAP_SHARED, k->rings, 0);
	char *to = mmap(NULL, SPILL_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	uint64_t read[READ_CPUS] = { 0 };
	size_t used = 0;

	if (cpus == MAP_FAILED || rings == MAP_FAILED || to == MAP_FAILED || prctl(PR_SET_PDEATHSIG, SIGKILL))
		_exit(125);
	for (;;) {
		for (int i = 0; i < READ_CPUS; i++) {
			uint64_t until = cpus[i * CPU_BYTES / sizeof(*cpus)];

			used = copy_records(to, used, rings + i * (size_t)READ_BYTES, read[i], until);
			read[i] = until;
		}
		nanosleep(&pause, NULL);
	}
}

/* The programs of --keep, and the reader of --read. */
static bool keep(struct program *both, bool read)
{
	struct kept k;
	pid_t reader;

	if (!make_rings(&k, read))
		return false;
	make_keeping(both, &k);
	reader = read ? fork() : 1;
	if (!reader)
		read_rings(&k);
	return reader > 0;
}

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
	struct program keeping[2];
	bool requests, read;

	if (argc == 3 && !strcmp(argv[1], "--pin"))
		return pin(argv[2], "enter", "sys_enter") || pin(argv[2], "exit", "sys_exit") ? 125 : 0;
	if (argc > 3 && !strcmp(argv[1], "--pinned"))
		return run_with_pinned(argv[2], argv + 3);
	requests = take_option(&argc, &argv, "--requests");
	if (take_option(&argc, &argv, "--least"))
		programs = requests ? least_of_requests : least;
	read = take_option(&argc, &argv, "--read");
	if (read || take_option(&argc, &argv, "--keep")) {
		programs = keeping;
		if (!keep(keeping, read)) {
			perror("floor: maps");
			return 125;
		}
	}
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
