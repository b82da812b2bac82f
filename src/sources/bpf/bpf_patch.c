// SPDX-License-Identifier: BSD-2-Clause
/* bpf_patch.c - callbacks of libbpf that complete programs just before each is loaded: their type, numbers of this kernel, constants. */
#include "bpf_patch.h"

#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bpf/functions.h"
#include "bpf_specialize.h"
#include "kernel_btf.h"

#define NAME_OF(name) #name,
static const char *const functions[] = { KERNEL_FUNCTIONS(NAME_OF) };
#define FUNCTIONS_MAX 128	/* of a program's own */
#define NFUNCTIONS (sizeof(functions) / sizeof(functions[0]))

/* Types that programs cast addresses to: see functions.h. */
static const struct { __u64 value; const char *name; } cast_types[] = {
	{ KERNEL_TYPE_PT_REGS,      "pt_regs" },
	{ KERNEL_TYPE_IO_KIOCB,     "io_kiocb" },
	{ KERNEL_TYPE_IO_RING_CTX,  "io_ring_ctx" },
	{ KERNEL_TYPE_IO_URING_CQE, "io_uring_cqe" },
	{ KERNEL_TYPE_TASK,         "task_struct" },
};
#define NCAST_TYPES (sizeof(cast_types) / sizeof(cast_types[0]))

static bool calls_are_raw;		/* programs at raw_syscalls, and others of may_be_raw(), are loaded as raw tracepoint programs */
static struct bpf_constants constants = { .fds = { -1, -1 } };
static const struct bpf_map *addressed[14];	/* maps whose memory programs address: see memory_of() */
static unsigned naddressed;

/* Which of `functions` an instruction calls; NFUNCTIONS: none. */
static unsigned function_of(const struct bpf_insn *insn)
{
	unsigned n = (unsigned)insn->imm - FIRST_FUNCTION;

	return insn->code == (BPF_JMP | BPF_CALL) && !insn->src_reg && n < NFUNCTIONS ? n : NFUNCTIONS;
}

static int want_functions(const struct bpf_object *obj)
{
	struct bpf_program *p;
	int err = 0;

	bpf_object__for_each_program(p, obj) {
		const struct bpf_insn *insn = bpf_program__insns(p);

		for (size_t i = 0; bpf_program__autoload(p) && !err && i < bpf_program__insn_cnt(p); i++) {
			unsigned n = function_of(&insn[i]);

			if (n < NFUNCTIONS)
				err = kernel_btf__want(functions[n], BTF_KIND_FUNC);
		}
	}
	return err;
}

/* Also if only programs of other objects cast. */
static int want_casts(void)
{
	int err = kernel_btf__want("bpf_rdonly_cast", BTF_KIND_FUNC);

	for (unsigned i = 0; !err && i < NCAST_TYPES; i++)
		err = kernel_btf__want(cast_types[i].name, BTF_KIND_STRUCT);
	return err;
}

/* On x86 the name depends on the release; on other machines no program asks for it. */
static const char *const preempt_counts[] = { "__preempt_count", "pcpu_hot" };
#define NPREEMPT_COUNTS (sizeof(preempt_counts) / sizeof(preempt_counts[0]))

static int want_variables(void)
{
	int err = 0;

	for (unsigned i = 0; !err && i < NPREEMPT_COUNTS; i++)
		err = kernel_btf__want(preempt_counts[i], BTF_KIND_VAR);
	return err;
}

/* Their text is not in the object, so that the verifier's log would not show them; the kernel checks and moves each as it does instructions. */
static void drop_lines(struct bpf_prog_load_opts *opts)
{
	opts->line_info = NULL;
	opts->line_info_cnt = 0;
}

/* Makes an instruction that function_of() knows call the function. 0 or -ESRCH. */
static int call_function(struct bpf_insn *insn)
{
	insn->imm = kernel_btf__id(functions[function_of(insn)], BTF_KIND_FUNC);
	insn->src_reg = BPF_PSEUDO_KFUNC_CALL;
	return insn->imm ? 0 : -ESRCH;
}

static bool is_addressed(const struct bpf_insn *insn)
{
	if (insn->code != (BPF_LD | BPF_IMM | BPF_DW) || insn->src_reg != BPF_PSEUDO_MAP_FD)
		return false;
	for (unsigned i = 0; i < naddressed; i++)
		if (insn->imm == bpf_map__fd(addressed[i]) && bpf_map__max_entries(addressed[i]) == 1)
			return true;
	return false;
}

/* Makes pointers to maps whose memory programs address ones to the value of the only element. */
static int set_memory(struct bpf_insn *insns, size_t n)
{
	for (size_t i = 0; i + 1 < n; i++)
		if (is_addressed(&insns[i]))
			insns[i].src_reg = BPF_PSEUDO_MAP_VALUE;
	return 0;
}

/* Patches calls of kernel functions: see functions.h. */
static int set_functions(struct bpf_insn *insns, size_t n)
{
	int err = set_memory(insns, n);

	for (size_t i = 0; !err && i < n; i++)
		if (function_of(&insns[i]) < NFUNCTIONS)
			err = call_function(&insns[i]);
	return err;
}

/* Variables have addresses only if the kernel was built with CONFIG_KALLSYMS_ALL. */
static bool has_address(__u32 id)
{
	const struct bpf_insn insns[] = {
		{ .code = BPF_LD | BPF_IMM | BPF_DW, .dst_reg = BPF_REG_1, .src_reg = BPF_PSEUDO_BTF_ID, .imm = (__s32)id }, { 0 },
		{ .code = BPF_ALU64 | BPF_MOV | BPF_K },
		{ .code = BPF_JMP | BPF_EXIT },
	};
	int fd = bpf_prog_load(BPF_PROG_TYPE_RAW_TRACEPOINT, NULL, "GPL", insns, 4, NULL);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

/* 0: not known. */
static __u32 preempt_count_id(void)
{
	__u32 id = 0;

	for (unsigned i = 0; !id && i < NPREEMPT_COUNTS; i++)
		id = kernel_btf__id(preempt_counts[i], BTF_KIND_VAR);
	return id && has_address(id) ? id : 0;
}

/* Does a 64-bit immediate of this value begin here? */
static bool loads(const struct bpf_insn *insn, __u64 value)
{
	return insn->code == (BPF_LD | BPF_IMM | BPF_DW) && !insn->src_reg && (__u32)insn[0].imm == (__u32)value &&
	       (__u32)insn[1].imm == value >> 32;
}

/* Sets the value of a 64-bit immediate. */
static void put(struct bpf_insn *insn, __u32 value)
{
	insn[0].imm = (__s32)value;
	insn[1].imm = 0;
}

/* Has the kernel bpf_rdonly_cast() and all of the types? */
static bool may_cast(void)
{
	bool may = kernel_btf__id("bpf_rdonly_cast", BTF_KIND_FUNC);

	for (unsigned i = 0; may && i < NCAST_TYPES; i++)
		may = kernel_btf__id(cast_types[i].name, BTF_KIND_STRUCT);
	return may;
}

/* Patches the id of a type that programs cast addresses to. */
static void set_cast_type(struct bpf_insn *insn)
{
	for (unsigned i = 0; i < NCAST_TYPES; i++)
		if (loads(insn, cast_types[i].value))
			put(insn, kernel_btf__id(cast_types[i].name, BTF_KIND_STRUCT));
}

/* Patches what programs ask of types: see functions.h. Without bpf_rdonly_cast() the code that calls it is dead. */
static void set_types(struct bpf_insn *insns, size_t n)
{
	bool may = may_cast();

	for (size_t i = 0; i + 1 < n; i++) {
		if (loads(&insns[i], KERNEL_CALLS_ARE_RAW))
			put(&insns[i], calls_are_raw);
		else if (loads(&insns[i], KERNEL_MAY_CAST))
			put(&insns[i], may);
		else if (function_of(&insns[i]) == NFUNCTIONS)
			set_cast_type(&insns[i]);
		else if (kernel_btf__id(functions[function_of(&insns[i])], BTF_KIND_FUNC))
			call_function(&insns[i]);
	}
}

/* Patches 64-bit immediates that mean a variable of each CPU: see functions.h. Without the variable the code that uses it is dead. */
static int set_variables(struct bpf_insn *insns, size_t n)
{
	bool any = false;
	__u32 id = 0;

	set_types(insns, n);
	set_memory(insns, n);
	for (size_t i = 0; i + 1 < n; i++) {
		bool known = loads(&insns[i], KERNEL_VAR_KNOWN), variable = loads(&insns[i], KERNEL_VAR_PREEMPT_COUNT);

		if (!known && !variable)
			continue;
		if (!any)
			id = preempt_count_id();
		any = true;
		put(&insns[i], known ? id != 0 : id);
		if (variable && id)
			insns[i].src_reg = BPF_PSEUDO_BTF_ID;
	}
	return 0;
}

/* Removes what the constants make unreachable. Returns the new number of instructions. */
static size_t specialize(struct bpf_insn *insns, size_t n, struct bpf_prog_load_opts *opts)
{
	static _Thread_local struct bpf_func_info funcs[FUNCTIONS_MAX];		/* used until the program is loaded */
	unsigned nfuncs = opts->func_info_cnt;
	size_t left;

	if (nfuncs > FUNCTIONS_MAX || (nfuncs && opts->func_info_rec_size != sizeof(funcs[0])))
		return n;
	if (nfuncs)
		memcpy(funcs, opts->func_info, nfuncs * sizeof(funcs[0]));
	left = bpf_specialize__program(insns, n, funcs, &nfuncs, &constants);
	if (!left)
		return n;
	if (nfuncs) {
		opts->func_info = funcs;
		opts->func_info_cnt = nfuncs;
	}
	return left;
}

static int complete(struct bpf_program *p, struct bpf_prog_load_opts *opts, int (*patch)(struct bpf_insn *insns, size_t n))
{
	size_t n = bpf_program__insn_cnt(p), size = n * sizeof(struct bpf_insn);
	struct bpf_insn *insns = malloc(size);
	int err;

	if (!insns)
		return -ENOMEM;
	memcpy(insns, bpf_program__insns(p), size);
	drop_lines(opts);
	err = patch(insns, n);
	if (!err)
		err = bpf_program__set_insns(p, insns, specialize(insns, n, opts));
	free(insns);
	return err;
}

/* Of these programs one continues the first three. The kernel need not search its types for the arguments of raw tracepoint programs. */
static bool may_be_raw(const char *section)
{
	static const char *const sections[] = {
		"tp_btf/sys_enter", "tp_btf/sys_exit", "tp_btf/sched_process_exec", "tp_btf/sched_process_exit", "tp_btf/signal_deliver",
	};

	for (unsigned i = 0; i < sizeof(sections) / sizeof(sections[0]); i++)
		if (!strcmp(section, sections[i]))
			return true;
	return false;
}

bool bpf_patch__load_calls_raw(void)
{
	return calls_are_raw = kernel_btf__id("bpf_rdonly_cast", BTF_KIND_FUNC) && kernel_btf__id("pt_regs", BTF_KIND_STRUCT);
}

/*
 * libbpf gets the programs as raw tracepoints, or it would search the kernel's types for each of them; just before loading, this sets
 * their real type.
 */
static int set_target(struct bpf_program *p, struct bpf_prog_load_opts *opts, long sleepable)
{
	const char *section = bpf_program__section_name(p);
	int err = complete(p, opts, set_variables);

	if (err)
		return err;
	if (calls_are_raw && may_be_raw(section)) {
		opts->expected_attach_type = 0;
		return 0;
	}
	if (sleepable)
		opts->prog_flags |= BPF_F_SLEEPABLE;
	opts->attach_btf_id = kernel_btf__target(section);
	return opts->attach_btf_id ? bpf_program__set_type(p, BPF_PROG_TYPE_TRACING) : -ESRCH;
}

static int set_raw(struct bpf_program *p, struct bpf_prog_load_opts *opts, long cookie)
{
	(void)cookie;
	return complete(p, opts, set_variables);
}

static int set_perf(struct bpf_program *p, struct bpf_prog_load_opts *opts, long cookie)
{
	(void)cookie;
	return complete(p, opts, set_functions);
}

static int set_multi(struct bpf_program *p, struct bpf_prog_load_opts *opts, long cookie)
{
	(void)cookie;
	return complete(p, opts, set_memory);
}

static int register_multi(void)
{
	LIBBPF_OPTS(libbpf_prog_handler_opts, opts, .prog_prepare_load_fn = set_multi);
	int id = libbpf_register_prog_handler("kprobe.multi+", BPF_PROG_TYPE_KPROBE, BPF_TRACE_KPROBE_MULTI, &opts);

	return id < 0 ? id : 0;
}

static int register_raw(void)
{
	LIBBPF_OPTS(libbpf_prog_handler_opts, opts, .prog_prepare_load_fn = set_raw);
	int id = libbpf_register_prog_handler("raw_tp+", BPF_PROG_TYPE_RAW_TRACEPOINT, 0, &opts);

	return id < 0 ? id : 0;
}

static int register_section(const char *section, enum bpf_attach_type type, long sleepable)
{
	LIBBPF_OPTS(libbpf_prog_handler_opts, opts, .cookie = sleepable, .prog_prepare_load_fn = set_target);
	int id = libbpf_register_prog_handler(section, BPF_PROG_TYPE_RAW_TRACEPOINT, type, &opts);

	return id < 0 ? id : 0;
}

static int register_perf(void)
{
	LIBBPF_OPTS(libbpf_prog_handler_opts, opts, .prog_prepare_load_fn = set_perf);
	int id = libbpf_register_prog_handler("tp+", BPF_PROG_TYPE_TRACEPOINT, 0, &opts);

	return id < 0 ? id : 0;
}

static int register_all(void)
{
	static bool done;
	int err = done ? 0 : register_section("tp_btf+", BPF_TRACE_RAW_TP, 0);

	if (!err && !done)
		err = register_section("tp_btf.s+", BPF_TRACE_RAW_TP, 1);
	if (!err && !done)
		err = register_section("iter+", BPF_TRACE_ITER, 0);
	if (!err && !done)
		err = register_perf();
	if (!err && !done)
		err = register_raw();
	if (!err && !done)
		err = register_multi();
	done |= !err;
	return err;
}

const char *bpf_patch__prepare(void)
{
	int err = register_all();

	calls_are_raw = false;
	constants = (struct bpf_constants){ .fds = { -1, -1 } };
	naddressed = 0;
	if (!err)
		return kernel_btf__prepare();
	errno = -err;
	return NULL;
}

int bpf_patch__fill(const struct bpf_object *obj)
{
	int err = want_functions(obj);

	if (!err)
		err = want_casts();
	if (!err)
		err = want_variables();
	return err ? err : kernel_btf__fill(obj);
}

void bpf_patch__address(const struct bpf_object *a, const struct bpf_object *b, bool one_element)
{
	const struct bpf_object *const objects[] = { a, b };

	naddressed = 0;
	for (unsigned i = 0; i < 2 && objects[i]; i++) {
		addressed[naddressed++] = bpf_object__find_map_by_name(objects[i], "plans");
		addressed[naddressed++] = bpf_object__find_map_by_name(objects[i], "sub_plans");
		addressed[naddressed++] = bpf_object__find_map_by_name(objects[i], "seats");
		addressed[naddressed++] = bpf_object__find_map_by_name(objects[i], "ring_ctls");
		addressed[naddressed++] = bpf_object__find_map_by_name(objects[i], "request_slots");
		if (!one_element)
			continue;
		addressed[naddressed++] = bpf_object__find_map_by_name(objects[i], "rings");
		addressed[naddressed++] = bpf_object__find_map_by_name(objects[i], "uring_cpus");
	}
}

void bpf_patch__specialize(struct bpf_map *a, struct bpf_map *b)
{
	constants.fds[0] = bpf_map__fd(a);
	constants.fds[1] = bpf_map__fd(b);
	constants.value = bpf_map__initial_value(a, &constants.size);
}
