// SPDX-License-Identifier: BSD-2-Clause
/*
 * bpf_override.c - owns the programs at functions of calls: a dozen instructions, assembled here, for each function needs a copy.
 *
 * Invariant: a program changes nothing unless `overrides` has an entry of the current thread for it, which is made at sys_enter.
 */
#include "bpf_override.h"

#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <errno.h>
#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "call_functions.h"
#include "lib/small_file.h"
#include "lib/vec.h"

#define KPROBE_TYPE "/sys/bus/event_source/devices/kprobe/type"

/* A function of a call in the kernel's BTF. */
struct function {
	const char *name;
	__u32 id;
};

/* A function with a program. */
struct point {
	char name[64];
	enum override_way way;
	int fd;			/* the link, or the event; -1: it cannot be had */
};

struct override_points {
	int map;
	struct btf *btf;
	struct function *functions;	/* nfunctions of them, sorted by name */
	unsigned nfunctions;
	struct point *points;		/* npoints of them */
	unsigned npoints;
};

/* -- The programs ---------------------------------------------------------------------------------------------------- */

#define INSN(c, d, s, o, i) ((struct bpf_insn){ .code = (c), .dst_reg = (d), .src_reg = (s), .off = (o), .imm = (i) })
#define MOVE(d, s) INSN(BPF_ALU64 | BPF_MOV | BPF_X, d, s, 0, 0)
#define SET(d, i) INSN(BPF_ALU64 | BPF_MOV | BPF_K, d, 0, 0, i)
#define LOAD(d, s, o) INSN(BPF_LDX | BPF_MEM | BPF_DW, d, s, o, 0)
#define STORE(d, s, o) INSN(BPF_STX | BPF_MEM | BPF_DW, d, s, o, 0)
#define HELPER(f) INSN(BPF_JMP | BPF_CALL, 0, 0, 0, f)
#define END() INSN(BPF_JMP | BPF_EXIT, 0, 0, 0, 0)

static int load(int map, enum override_way way, __u32 function)
{
	bool probe = way == OVERRIDE_KPROBE;
	LIBBPF_OPTS(bpf_prog_load_opts, opts);
	const struct bpf_insn program[] = {
		MOVE(6, 1),
		HELPER(BPF_FUNC_get_current_pid_tgid),
		STORE(10, 0, -8),
		INSN(BPF_LD | BPF_IMM | BPF_DW, 1, BPF_PSEUDO_MAP_FD, 0, map),
		INSN(0, 0, 0, 0, 0),
		MOVE(2, 10),
		INSN(BPF_ALU64 | BPF_ADD | BPF_K, 2, 0, 0, -8),
		HELPER(BPF_FUNC_map_lookup_elem),
		INSN(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, probe ? 8 : 6, 0),
		LOAD(1, 0, offsetof(struct override, way)),
		INSN(BPF_JMP | BPF_JNE | BPF_K, 1, 0, probe ? 6 : 4, (int)way),
		SET(1, OVERRIDE_DONE),
		STORE(0, 1, offsetof(struct override, way)),
		LOAD(probe ? 2 : 0, 0, offsetof(struct override, value)),
		probe ? MOVE(1, 6) : END(),
		probe ? HELPER(BPF_FUNC_override_return) : SET(0, 0),
		probe ? SET(0, 0) : END(),
		SET(0, 0),
		END(),
	};
	int fd;

	if (!probe) {
		opts.expected_attach_type = BPF_MODIFY_RETURN;
		opts.attach_btf_id = function;
	}
	fd = bpf_prog_load(probe ? BPF_PROG_TYPE_KPROBE : BPF_PROG_TYPE_TRACING, "trace_override", "GPL", program,
			   sizeof(program) / sizeof(program[0]) - (probe ? 0 : 2), &opts);
	return fd < 0 ? -errno : fd;
}

/* -- Attaching ------------------------------------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct function *)a)->name, ((const struct function *)b)->name);
}

static bool is_of_call(const char *name)
{
	for (unsigned i = 0; i < FUNCTION_PREFIXES; i++)
		if (!strncmp(name, function_prefixes[i].text, strlen(function_prefixes[i].text)))
			return true;
	return false;
}

static int find_functions(struct override_points *p)
{
	p->btf = btf__load_vmlinux_btf();
	if (!p->btf)
		return -errno;
	for (__u32 id = 1; id < btf__type_cnt(p->btf); id++) {
		const struct btf_type *t = btf__type_by_id(p->btf, id);
		const char *name = btf_is_func(t) ? btf__name_by_offset(p->btf, t->name_off) : NULL;

		if (!name || name[0] != '_' || !is_of_call(name))
			continue;
		if (!VEC_MORE(p->functions, p->nfunctions, 1))
			return -ENOMEM;
		p->functions[p->nfunctions++] = (struct function){ name, id };
	}
	if (p->nfunctions)
		qsort(p->functions, p->nfunctions, sizeof(*p->functions), by_name);
	return 0;
}

/* The link, or -errno. */
static int attach_fmod_ret(const struct override_points *p, const char *name)
{
	const struct function wanted = { .name = name };
	const struct function *f = p->nfunctions ? bsearch(&wanted, p->functions, p->nfunctions, sizeof(wanted), by_name) : NULL;
	int prog = f ? load(p->map, OVERRIDE_FMOD_RET, f->id) : -ENOENT, link;

	if (prog < 0)
		return prog;
	link = bpf_raw_tracepoint_open(NULL, prog);
	link = link < 0 ? -errno : link;
	close(prog);
	return link;
}

static int open_kprobe(const char *name)
{
	struct perf_event_attr attr = { .size = sizeof(attr) };
	char type[16];
	int fd;

	if (small_file__read(type, sizeof(type), KPROBE_TYPE) <= 0)
		return -EOPNOTSUPP;
	attr.type = (__u32)strtoul(type, NULL, 10);
	attr.config1 = (__u64)(unsigned long)name;
	fd = (int)syscall(SYS_perf_event_open, &attr, -1, 0, -1, PERF_FLAG_FD_CLOEXEC);
	return fd < 0 ? -errno : fd;
}

/* The event, or -errno. It is of all processors. */
static int attach_kprobe(const struct override_points *p, const char *name)
{
	int fd = open_kprobe(name), prog = fd < 0 ? fd : load(p->map, OVERRIDE_KPROBE, 0), err = prog < 0 ? prog : 0;

	if (!err && (ioctl(fd, PERF_EVENT_IOC_SET_BPF, prog) || ioctl(fd, PERF_EVENT_IOC_ENABLE, 0)))
		err = -errno;
	if (prog >= 0 && fd >= 0)
		close(prog);
	if (err && fd >= 0)
		close(fd);
	return err ? err : fd;
}

/* 0 or -errno */
static int add_point(struct override_points *p, const char *name, enum override_way way)
{
	struct point *point;

	for (unsigned i = 0; i < p->npoints; i++)
		if (p->points[i].way == way && !strcmp(p->points[i].name, name))
			return p->points[i].fd < 0 ? p->points[i].fd : 0;
	if (!VEC_MORE(p->points, p->npoints, 1))
		return -ENOMEM;
	point = &p->points[p->npoints++];
	snprintf(point->name, sizeof(point->name), "%s", name);
	point->way = way;
	point->fd = way == OVERRIDE_KPROBE ? attach_kprobe(p, name) : attach_fmod_ret(p, name);
	return point->fd < 0 ? point->fd : 0;
}

/* All functions that there are; those that the kernel does not call for the ABI do nothing. 0 or -errno of the last one. */
static int add_all(struct override_points *p, enum abi abi, const char *function, enum override_way way)
{
	bool any = false;
	int err = -ENOENT, last;
	char name[64];

	for (unsigned i = 0; i < FUNCTION_PREFIXES; i++) {
		if (function_prefixes[i].abi != abi || (function_prefixes[i].alias && (any || way == OVERRIDE_KPROBE)))
			continue;
		snprintf(name, sizeof(name), "%s%s", function_prefixes[i].text, function);
		last = add_point(p, name, way);
		any |= !last;
		err = last == -ENOENT ? err : last;
	}
	return any ? 0 : err;
}

enum override_way override_points__add(struct override_points *p, enum abi abi, const char *function, bool zero)
{
	if (!zero && !add_all(p, abi, function, OVERRIDE_FMOD_RET))
		return OVERRIDE_FMOD_RET;
	return add_all(p, abi, function, OVERRIDE_KPROBE) ? (enum override_way)0 : OVERRIDE_KPROBE;
}

unsigned override_points__count(const struct override_points *p, enum override_way way)
{
	unsigned n = 0;

	for (unsigned i = 0; i < p->npoints; i++)
		n += p->points[i].way == way && p->points[i].fd >= 0;
	return n;
}

struct override_points *override_points__new(int map)
{
	struct override_points *p = calloc(1, sizeof(*p));
	int err = p ? 0 : -ENOMEM;

	if (p) {
		p->map = map;
		err = find_functions(p);
	}
	if (!err)
		return p;
	override_points__free(p);
	errno = -err;
	return NULL;
}

void override_points__free(struct override_points *p)
{
	if (!p)
		return;
	for (unsigned i = 0; i < p->npoints; i++)
		if (p->points[i].fd >= 0)
			close(p->points[i].fd);
	btf__free(p->btf);
	free(p->functions);
	free(p->points);
	free(p);
}

/* -- What the kernel permits ----------------------------------------------------------------------------------------- */

/* The error at the first function that the kernel has, or 0. */
static int try_one(struct override_points *p, enum override_way way)
{
	const char *native = NULL;
	size_t n;

	for (unsigned i = 0; !native && i < FUNCTION_PREFIXES; i++)
		native = function_prefixes[i].abi == abi__native() ? function_prefixes[i].text : NULL;
	n = native ? strlen(native) : 0;
	for (unsigned i = 0; native && i < p->nfunctions; i++)
		if (!strncmp(p->functions[i].name, native, n))
			return add_point(p, p->functions[i].name, way);
	return -ENOENT;
}

static const char *reason(enum override_way way, int err)
{
	if (err == -EPERM || err == -EACCES)
		return "not permitted";
	if (way == OVERRIDE_KPROBE)
		return err == -EOPNOTSUPP ? "the kernel has no kprobes" :
		       err == -EINVAL ? "the kernel was built without CONFIG_BPF_KPROBE_OVERRIDE" : strerror(-err);
	return err == -EINVAL ? "the kernel was built without CONFIG_FUNCTION_ERROR_INJECTION" :
	       err == -ENOENT ? "the kernel's BTF has no functions of calls" :
	       "the kernel has no trampolines at functions (CONFIG_DYNAMIC_FTRACE_WITH_DIRECT_CALLS)";
}

bool override__permitted(enum override_way way, char *why, size_t size)
{
	int map = bpf_map_create(BPF_MAP_TYPE_HASH, "overrides", sizeof(__u64), sizeof(struct override), 1, NULL);
	struct override_points *p = map < 0 ? NULL : override_points__new(map);
	int err = p ? try_one(p, way) : -errno;

	if (err)
		snprintf(why, size, "%s", reason(way, err));
	override_points__free(p);
	if (map >= 0)
		close(map);
	return !err;
}
