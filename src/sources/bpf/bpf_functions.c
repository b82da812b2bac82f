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
#define FEATURE "fprobe_return"
#define SECCOMP "__secure_computing"
/* On arm64, calls are made through these. */
#define TABLE "sys_call_table"
#define COMPAT_TABLE "compat_sys_call_table"	/* if the kernel runs 32-bit programs */

/* A search, with what the program works on. */
struct lookup {
	struct bpf_functions *f;
	int prog;
	uint64_t entry;		/* of the kernel's table, that matches() looks for */
	char missing[FUNCTION_NAME];	/* a selected call without a function */
	int err;
};

/* A symbol, and what is stored behind its address. */
struct wanted {
	char name[FUNCTION_NAME];
	__u64 addr, offset, value;
};

/* -- Looking up ------------------------------------------------------------------------------------------------------ */

#define INSN(c, d, s, o, i) ((struct bpf_insn){ .code = (c), .dst_reg = (d), .src_reg = (s), .off = (o), .imm = (i) })
#define MOVE(d, s) INSN(BPF_ALU64 | BPF_MOV | BPF_X, d, s, 0, 0)
#define SET(d, i) INSN(BPF_ALU64 | BPF_MOV | BPF_K, d, 0, 0, i)

/* The name is copied to the stack: up to Linux 6.18 at least, a helper's memory cannot be the context. */
#define NAME_AT (-8 - FUNCTION_NAME)
#define COPY(i) INSN(BPF_LDX | BPF_MEM | BPF_DW, 1, 6, 8 * (i), 0), INSN(BPF_STX | BPF_MEM | BPF_DW, 10, 1, NAME_AT + 8 * (i), 0)

_Static_assert(FUNCTION_NAME == 64, "a name has eight words");

/* Its context is a struct wanted. */
static int load_lookup(void)
{
	LIBBPF_OPTS(bpf_prog_load_opts, opts, .prog_flags = BPF_F_SLEEPABLE);
	const struct bpf_insn program[] = {
		MOVE(6, 1),
		COPY(0), COPY(1), COPY(2), COPY(3), COPY(4), COPY(5), COPY(6), COPY(7),
		MOVE(1, 10),
		INSN(BPF_ALU64 | BPF_ADD | BPF_K, 1, 0, 0, NAME_AT),
		INSN(BPF_ST | BPF_MEM | BPF_DW, 10, 0, -8, 0),
		SET(2, FUNCTION_NAME),
		SET(3, 0),
		MOVE(4, 10),
		INSN(BPF_ALU64 | BPF_ADD | BPF_K, 4, 0, 0, -8),
		INSN(BPF_JMP | BPF_CALL, 0, 0, 0, BPF_FUNC_kallsyms_lookup_name),
		INSN(BPF_LDX | BPF_MEM | BPF_DW, 1, 10, -8, 0),
		INSN(BPF_STX | BPF_MEM | BPF_DW, 6, 1, offsetof(struct wanted, addr), 0),
		MOVE(7, 0),
		INSN(BPF_ST | BPF_MEM | BPF_DW, 10, 0, -8, 0),
		INSN(BPF_LDX | BPF_MEM | BPF_DW, 3, 6, offsetof(struct wanted, offset), 0),
		INSN(BPF_ALU64 | BPF_ADD | BPF_X, 3, 1, 0, 0),
		MOVE(1, 10),
		INSN(BPF_ALU64 | BPF_ADD | BPF_K, 1, 0, 0, -8),
		SET(2, sizeof(__u64)),
		INSN(BPF_JMP | BPF_CALL, 0, 0, 0, BPF_FUNC_probe_read_kernel),
		INSN(BPF_LDX | BPF_MEM | BPF_DW, 1, 10, -8, 0),
		INSN(BPF_STX | BPF_MEM | BPF_DW, 6, 1, offsetof(struct wanted, value), 0),
		MOVE(0, 7),
		INSN(BPF_JMP | BPF_EXIT, 0, 0, 0, 0),
	};
	int fd = bpf_prog_load(BPF_PROG_TYPE_SYSCALL, "trace_lookup", "GPL", program, sizeof(program) / sizeof(program[0]), &opts);

	return fd < 0 ? -errno : fd;
}

/* false: there is none; err is set if that is not known. */
static bool look_up(struct lookup *l, struct wanted *w, const char *name)
{
	LIBBPF_OPTS(bpf_test_run_opts, opts, .ctx_in = w, .ctx_size_in = sizeof(*w));		/* it is copied back */

	snprintf(w->name, sizeof(w->name), "%s", name);
	if (bpf_prog_test_run_opts(l->prog, &opts))
		l->err = -errno;
	else if (opts.retval && (int)opts.retval != -ENOENT)
		l->err = (int)opts.retval;
	return !l->err && !opts.retval;
}

/* 0: there is none. */
static uint64_t address_of(struct lookup *l, const char *name)
{
	struct wanted w = { .offset = 0 };

	return look_up(l, &w, name) ? w.addr : 0;
}

/* 0: there is none, or it cannot be read. */
static uint64_t entry_of(struct lookup *l, const char *table, unsigned nr)
{
	struct wanted w = { .offset = nr * sizeof(__u64) };

	return look_up(l, &w, table) ? w.value : 0;
}

static int add_address(struct lookup *l, uint64_t addr)
{
	if (!VEC_MORE(l->f->addrs, l->f->n, 1))
		return l->err = -ENOMEM;
	l->f->addrs[l->f->n++] = addr;
	return 0;
}

static int add_function(void *ctx, const char *name)
{
	struct lookup *l = ctx;
	uint64_t addr = address_of(l, name);

	return l->err || !addr ? l->err : add_address(l, addr);
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

/* Called for numbers without a function of their own. */
static int add_missing(struct lookup *l)
{
	int err = add_function(l, "__x64_sys_ni_syscall");

	return err ? err : add_function(l, "__ia32_sys_ni_syscall");
}

/* Calls of x86, by name: the function that chooses among them is no table. */
static int add_named(struct lookup *l, enum abi abi, unsigned nr)
{
	return call_functions__each(abi, nr, add_function, l);
}

static int matches(void *ctx, const char *name)
{
	struct lookup *l = ctx;

	return address_of(l, name) == l->entry;
}

/*
 * The end of a table as far as it is known: the last call whose entry is the function of its name. What is behind is called by a
 * function that the compiler inlined, or is not of the table.
 */
static unsigned end_of(struct lookup *l, enum abi abi, const char *table)
{
	unsigned nr = syscalltbl__max_nr(abi) + 1;

	while (nr && !l->err) {
		l->entry = entry_of(l, table, --nr);
		if (l->entry && call_functions__each(abi, nr, matches, l))
			return nr + 1;
	}
	return 0;
}

static int add_entry(struct lookup *l, enum abi abi, unsigned nr, const char *table, unsigned end)
{
	const char *name = syscalltbl__name(abi, nr);
	uint64_t entry = nr < end ? entry_of(l, table, nr) : 0;

	if (entry)
		return add_address(l, entry);
	snprintf(l->missing, sizeof(l->missing), "%s", name ? name : "those without a name");
	return l->err ? l->err : -ENOENT;
}

/* Calls of one ABI. -ENOENT: one has no function. */
static int add_calls(struct lookup *l, enum abi abi, const __u64 *calls)
{
	const char *table = abi == ABI_AARCH64 ? TABLE : abi == ABI_ARM ? COMPAT_TABLE : NULL;
	unsigned end = 0;
	int err = 0;

	if (table) {
		if (!address_of(l, table))
			return l->err;		/* it has no such programs */
		end = end_of(l, abi, table);
	}
	for (unsigned nr = 0; nr < SLOT_CALLS && !err; nr++)
		if (call_sets__has(calls, nr) && (nr < SLOT_AIO || nr >= SLOT_MUX_END))	/* programs cannot call those between */
			err = table ? add_entry(l, abi, nr, table, end) : add_named(l, abi, nr);
	return err;
}

static int add_all(struct lookup *l, const struct config *cfg, const struct selection *sel)
{
	int err = abi__native() == ABI_X86_64 ? add_missing(l) : 0;

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
	if (l->prog < 0)
		return "the kernel permits programs no look-up of its functions (Linux 5.16)";
	if (!address_of(l, FEATURE))
		return l->err ? "the kernel does not tell where its functions are" :
		       "the kernel has no return probes without a limit of calls in progress (Linux 6.14, CONFIG_FPROBE)";
	if (abi__native() == ABI_AARCH64 && !address_of(l, TABLE))
		return "the kernel does not tell where its table of calls is (CONFIG_KALLSYMS_ALL)";
	if (compiled_by_clang())
		return "the kernel was compiled by clang, which may have inlined functions of calls";
	return NULL;
}

/* false: they are not found, and why. */
static bool try_find(struct lookup *l, const struct config *cfg, const struct selection *sel, char *why, size_t size)
{
	const char *reason = against(l);
	int err = 0;

	if (!reason) {
		l->f->seccomp = address_of(l, SECCOMP);
		err = l->err ? l->err : add_all(l, cfg, sel);
		reason = err ? strerror(-err) : NULL;
	}
	if (err == -ENOENT)
		snprintf(why, size, "the kernel has no function of its own for a selected call: %s", l->missing);
	else if (reason)
		snprintf(why, size, "%s", reason);
	return !reason;
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
	bool found = try_find(&l, cfg, sel, why, size);

	if (l.prog >= 0)
		close(l.prog);
	if (!found)
		bpf_functions__free(f);
	return found;
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
