// SPDX-License-Identifier: BSD-2-Clause
/*
 * bpf_functions.c - functions are looked up by a program, for the kernel searches a name faster than /proc/kallsyms is read.
 *
 * Invariant: no function of a selected call is missing; further ones do no harm, since the programs test the call's number.
 */
#include "bpf_functions.h"

#include <bpf/bpf.h>
#include <errno.h>
#include <linux/bpf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "beautifiers/row.h"
#include "call_functions.h"
#include "lib/small_file.h"
#include "lib/vec.h"
#include "sources/call_sets.h"

/* Exists if return probes have no limit of calls in progress, beyond which calls would be lost. */
#define FEATURE "fprobe_fgraph_entry"
#define SECCOMP "__secure_computing"

/* A search, with what the program works on. */
struct lookup {
	struct bpf_functions *f;
	int prog;
	bool found;		/* any function of the call */
	int err;
};

struct wanted {
	char name[FUNCTION_NAME];
	__u64 addr;
};

/* -- Looking up ------------------------------------------------------------------------------------------------------ */

#define INSN(c, d, s, o, i) ((struct bpf_insn){ .code = (c), .dst_reg = (d), .src_reg = (s), .off = (o), .imm = (i) })
#define MOVE(d, s) INSN(BPF_ALU64 | BPF_MOV | BPF_X, d, s, 0, 0)
#define SET(d, i) INSN(BPF_ALU64 | BPF_MOV | BPF_K, d, 0, 0, i)

/* Its context is a struct wanted. */
static int load_lookup(void)
{
	LIBBPF_OPTS(bpf_prog_load_opts, opts, .prog_flags = BPF_F_SLEEPABLE);
	const struct bpf_insn program[] = {
		MOVE(6, 1),
		INSN(BPF_ST | BPF_MEM | BPF_DW, 10, 0, -8, 0),
		SET(2, FUNCTION_NAME),
		SET(3, 0),
		MOVE(4, 10),
		INSN(BPF_ALU64 | BPF_ADD | BPF_K, 4, 0, 0, -8),
		INSN(BPF_JMP | BPF_CALL, 0, 0, 0, BPF_FUNC_kallsyms_lookup_name),
		INSN(BPF_LDX | BPF_MEM | BPF_DW, 1, 10, -8, 0),
		INSN(BPF_STX | BPF_MEM | BPF_DW, 6, 1, offsetof(struct wanted, addr), 0),
		INSN(BPF_JMP | BPF_EXIT, 0, 0, 0, 0),
	};
	int fd = bpf_prog_load(BPF_PROG_TYPE_SYSCALL, "trace_lookup", "GPL", program, sizeof(program) / sizeof(program[0]), &opts);

	return fd < 0 ? -errno : fd;
}

/* 0: there is none; err is set if that is not known. */
static uint64_t address_of(struct lookup *l, const char *name)
{
	struct wanted w = { .addr = 0 };
	LIBBPF_OPTS(bpf_test_run_opts, opts, .ctx_in = &w, .ctx_size_in = sizeof(w));		/* it is copied back */

	snprintf(w.name, sizeof(w.name), "%s", name);
	if (bpf_prog_test_run_opts(l->prog, &opts))
		l->err = -errno;
	else if (opts.retval && (int)opts.retval != -ENOENT)
		l->err = (int)opts.retval;
	return l->err || opts.retval ? 0 : w.addr;
}

static int add_function(void *ctx, const char *name)
{
	struct lookup *l = ctx;
	uint64_t addr = address_of(l, name);

	if (l->err || !addr)
		return l->err;
	if (!VEC_MORE(l->f->addrs, l->f->n, 1))
		return l->err = -ENOMEM;
	l->f->addrs[l->f->n++] = addr;
	l->found = true;
	return 0;
}

static int by_address(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/* Names of several calls may be those of one function; and some functions have several names. */
static void sort(struct bpf_functions *f)
{
	unsigned n = 0;

	qsort(f->addrs, f->n, sizeof(*f->addrs), by_address);
	for (unsigned i = 0; i < f->n; i++)
		if (!n || f->addrs[n - 1] != f->addrs[i])
			f->addrs[n++] = f->addrs[i];
	f->n = n;
}

/* -- Which ----------------------------------------------------------------------------------------------------------- */

/* Called for numbers without a function of their own; on arm64, only for those in the table. */
static int add_missing(struct lookup *l)
{
	static const char *const names[] = { "__x64_sys_ni_syscall", "__ia32_sys_ni_syscall", "__arm64_sys_ni_syscall" };
	int err = 0;

	for (unsigned i = 0; !err && i < sizeof(names) / sizeof(names[0]); i++)
		err = add_function(l, names[i]);
	return err;
}

/* Calls of one ABI. -ENOENT: one has no function. */
static int add_calls(struct lookup *l, enum abi abi, const __u64 *calls)
{
	bool must = abi == ABI_AARCH64 || abi == ABI_ARM;

	for (unsigned nr = 0; nr < SLOT_CALLS; nr++) {
		if (!call_sets__has(calls, nr) || (abi == ABI_I386 && nr >= SLOT_MUX && nr < SLOT_MUX_END))
			continue;
		l->found = false;
		if (call_functions__each(abi, nr, add_function, l))
			return l->err;
		if (must && !l->found)
			return -ENOENT;
	}
	return 0;
}

static int add_all(struct lookup *l, const struct config *cfg, const struct selection *sel)
{
	int err = add_missing(l);

	for (unsigned slot = 0; !err && slot < ABI_SLOTS; slot++)
		if (cfg->abi[slot] < ABI_COUNT)
			err = add_calls(l, (enum abi)cfg->abi[slot], sel->calls[slot]);
	sort(l->f);
	return err;
}

/* Functions of calls may be inlined into the one that chooses among them, if it was optimized at link time. */
static bool compiled_by_clang(void)
{
	char version[512];

	return small_file__read(version, sizeof(version), "/proc/version") <= 0 || strstr(version, "clang");
}

static const char *against(struct lookup *l)
{
	if (abi__native() != ABI_X86_64)
		return "the kernel's functions of calls are used on x86-64 only";
	if (l->prog < 0)
		return "the kernel permits no look-up of its functions (it may have no kprobes)";
	if (!address_of(l, FEATURE))
		return l->err ? "the kernel does not tell where its functions are" :
		       "the kernel has no return probes without a limit of calls in progress (Linux 6.14, CONFIG_FPROBE)";
	if (compiled_by_clang())
		return "the kernel was compiled by clang, which may have inlined functions of calls";
	return NULL;
}

static const char *try_find(struct lookup *l, const struct config *cfg, const struct selection *sel)
{
	const char *why = against(l);
	int err;

	if (why)
		return why;
	l->f->seccomp = address_of(l, SECCOMP);
	err = l->err ? l->err : add_all(l, cfg, sel);
	return err == -ENOENT ? "a selected call has no function in this kernel" : err ? strerror(-err) : NULL;
}

bool bpf_functions__possible(char *why, size_t size)
{
	struct lookup l = { .prog = load_lookup() };
	const char *reason = against(&l);

	if (l.prog >= 0)
		close(l.prog);
	if (reason)
		snprintf(why, size, "%s", reason);
	return !reason;
}

bool bpf_functions__find(struct bpf_functions *f, const struct config *cfg, const struct selection *sel, char *why, size_t size)
{
	struct lookup l = { .f = f, .prog = load_lookup() };
	const char *reason = try_find(&l, cfg, sel);

	if (l.prog >= 0)
		close(l.prog);
	if (reason) {
		snprintf(why, size, "%s", reason);
		bpf_functions__free(f);
	}
	return !reason;
}

/* -- Attaching ------------------------------------------------------------------------------------------------------- */

static int attach(int prog, const uint64_t *addrs, unsigned n, bool returns)
{
	LIBBPF_OPTS(bpf_link_create_opts, opts);
	int fd;

	opts.kprobe_multi.addrs = (const unsigned long *)addrs;
	opts.kprobe_multi.cnt = n;
	opts.kprobe_multi.flags = returns ? BPF_F_KPROBE_MULTI_RETURN : 0;
	fd = bpf_link_create(prog, 0, BPF_TRACE_KPROBE_MULTI, &opts);
	return fd < 0 ? -errno : fd;
}

int bpf_functions__attach(const struct bpf_functions *f, int prog, bool returns)
{
	return attach(prog, f->addrs, f->n, returns);
}

int bpf_functions__attach_seccomp(const struct bpf_functions *f, int prog)
{
	return attach(prog, &f->seccomp, 1, true);
}

void bpf_functions__free(struct bpf_functions *f)
{
	free(f->addrs);
	*f = (struct bpf_functions){ .n = 0 };
}
