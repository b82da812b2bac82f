// SPDX-License-Identifier: BSD-2-Clause
/* compat.c - probes features of the kernel instead of checking its version. */
#include "compat.h"

#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <bpf/libbpf.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <stdlib.h>

#include "host/kernel_version.h"
#include "host/tracefs.h"
#include "lib/ulimits.h"

#define MIN_TASKS 1024
#define MAX_TASKS 65536

int compat__load_btf(const struct bpf_object *obj)
{
	__u32 size;
	const void *raw = btf__raw_data(bpf_object__btf(obj), &size);
	int fd = raw ? bpf_btf_load(raw, size, NULL) : -1;

	return fd < 0 ? -errno : fd;
}

int compat__create_map(const struct bpf_map *map, int btf_fd)
{
	LIBBPF_OPTS(bpf_map_create_opts, opts, .map_flags = bpf_map__map_flags(map));
	int fd;

	if (bpf_map__type(map) == BPF_MAP_TYPE_TASK_STORAGE) {
		opts.btf_fd = btf_fd;
		opts.btf_key_type_id = bpf_map__btf_key_type_id(map);
		opts.btf_value_type_id = bpf_map__btf_value_type_id(map);
	}
	fd = bpf_map_create(bpf_map__type(map), bpf_map__name(map), bpf_map__key_size(map), bpf_map__value_size(map),
			    bpf_map__max_entries(map), &opts);
	return fd < 0 ? -errno : fd;
}

static bool try_task_storage(const struct bpf_object *obj)
{
	struct bpf_map *tasks = bpf_object__find_map_by_name(obj, "tasks");
	int btf_fd = compat__load_btf(obj), fd;

	if (btf_fd < 0)
		return false;
	fd = compat__create_map(tasks, btf_fd);
	close(btf_fd);
	if (fd >= 0)
		close(fd);
	return fd >= 0 && libbpf_probe_bpf_helper(BPF_PROG_TYPE_RAW_TRACEPOINT, BPF_FUNC_task_pt_regs, NULL) == 1;
}

bool compat__has_task_storage(const struct bpf_object *obj)
{
	static int known = -1;

	if (known < 0)
		known = try_task_storage(obj);
	return known;
}

/* Size of the hash of tasks: its entries take at most 1/32 of memory. */
static unsigned max_tasks(const struct bpf_map *map)
{
	unsigned long n = ulimits__memory() / 32 / bpf_map__value_size(map);

	return n < MIN_TASKS ? MIN_TASKS : n > MAX_TASKS ? MAX_TASKS : n;
}

static bool takes_pointer(const struct btf *btf, __u32 proto)
{
	const struct btf_type *t = btf__type_by_id(btf, proto);

	for (unsigned i = 0; i < btf_vlen(t); i++)
		if (btf_is_ptr(btf__type_by_id(btf, btf_params(t)[i].type)))
			return true;
	return false;
}

/*
 * From Linux 5.12 on global functions, which are verified separately, may have pointer arguments. Before, such functions are made static
 * in BTF, and so verified at each call.
 */
static void make_static(struct btf *btf)
{
	for (__u32 id = 1; id < btf__type_cnt(btf); id++) {
		struct btf_type *t = (struct btf_type *)btf__type_by_id(btf, id);

		if (btf_is_func(t) && btf_vlen(t) == BTF_FUNC_GLOBAL && takes_pointer(btf, t->type))
			t->info = BTF_KIND_FUNC << 24 | BTF_FUNC_STATIC;
	}
}

bool compat__may_swap(void)
{
	return !compat__reorders() || kernel__version() >= KERNEL(5, 18);
}

bool compat__may_fault(void)
{
	return kernel__version() >= KERNEL(7, 2);
}

/* The ID of raw_syscalls:sys_enter; -1: tracefs is not mounted, or not readable. */
static long tracepoint_id(void)
{
	char text[32];

	return tracefs__read(text, sizeof(text), "raw_syscalls", "sys_enter", "id") > 0 ? strtol(text, NULL, 10) : -1;
}

static bool has_perf(void)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_TRACEPOINT, .size = sizeof(attr) };
	long id = tracepoint_id();
	int fd;

	attr.config = id;
	fd = id < 0 ? -1 : (int)syscall(SYS_perf_event_open, &attr, -1, 0, -1, PERF_FLAG_FD_CLOEXEC);
	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

static bool preemptible_raw(void)
{
	return kernel__version() >= KERNEL(6, 19);
}

bool compat__perf_tp(void)
{
	static int known = -1;

	if (known < 0)
		known = preemptible_raw() && has_perf();
	return known;
}

bool compat__preemptible(void)
{
	return preemptible_raw() && !compat__perf_tp();
}

/* Before Linux 5.16 requests may complete in an interrupt; later they complete in tasks. */
bool compat__interrupts_requests(void)
{
	return preemptible_raw() || kernel__version() < KERNEL(5, 16);
}

/* Of alternative programs, leaves out those that this kernel does not use, and the programs that only these need. */
static void leave_out(struct bpf_object *obj)
{
	static const char *const raw[] = {
		"trace_enter", "trace_exit", "capture_entry", "capture_exit", "trace_fork", "trace_exec", "trace_end",
		"trace_rename", "trace_signal", "stack_entry", "stack_exit",
	};
	static const char *const tp[] = {
		"tp_enter", "tp_exit", "tp_capture", "tp_fork", "tp_exec", "tp_end",
		"tp_rename", "tp_signal", "tp_stack", "tp_restack", "exec_strings", "signal_info",
	};
	const char *const *names = compat__perf_tp() ? raw : tp;
	unsigned n = compat__perf_tp() ? sizeof(raw) / sizeof(raw[0]) : sizeof(tp) / sizeof(tp[0]);

	for (unsigned i = 0; i < n; i++)
		bpf_program__set_autoload(bpf_object__find_program_by_name(obj, names[i]), false);
}

bool compat__use_takes_caps(void)
{
	return kernel__version() < KERNEL(5, 19);
}

bool compat__reorders(void)
{
#if defined(__x86_64__)
	return false;
#else
	return true;
#endif
}

unsigned compat__adapt(struct bpf_object *obj)
{
	struct bpf_program *fault = bpf_object__find_program_by_name(obj, "fault_entry");
	struct bpf_map *hash = bpf_object__find_map_by_name(obj, "task_hash");
	bool modern = compat__has_task_storage(obj);

	if (compat__may_fault())
		bpf_program__set_flags(fault, BPF_F_SLEEPABLE);
	else
		bpf_program__set_autoload(fault, false);
	leave_out(obj);
	if (!compat__reorders())
		bpf_program__set_autoload(bpf_object__find_program_by_name(obj, "trace_fence"), false);
	bpf_map__set_autocreate(bpf_object__find_map_by_name(obj, "tasks"), modern);
	bpf_map__set_autocreate(bpf_object__find_map_by_name(obj, "fresh_state"), !modern);
	bpf_map__set_autocreate(hash, !modern);
	bpf_map__set_autocreate(bpf_object__find_map_by_name(obj, "waits"), modern);
	bpf_map__set_autocreate(bpf_object__find_map_by_name(obj, "fresh_wait"), !modern);
	bpf_map__set_autocreate(bpf_object__find_map_by_name(obj, "wait_hash"), !modern);
	if (modern) {
		bpf_program__set_autoload(bpf_object__find_program_by_name(obj, "trace_free"), false);
		return 0;
	}
	make_static(bpf_object__btf(obj));
	bpf_map__set_max_entries(hash, max_tasks(hash));
	return bpf_map__max_entries(hash);
}
