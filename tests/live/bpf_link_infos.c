// SPDX-License-Identifier: BSD-2-Clause
// options: -e bpf --verbose -s 4096
/* What BPF_OBJ_GET_INFO_BY_FD tells about links that attach to several functions, and to tracepoints and uprobes: names and arrays. */
#include "live.h"

#include <linux/bpf.h>
#include <linux/perf_event.h>
#include <sys/resource.h>

#define UPROBE_MULTI 48		/* BPF_TRACE_UPROBE_MULTI of linux/bpf.h: 6.6 */
#define KPROBE_MULTI 42

/* struct bpf_link_info of linux/bpf.h, as of 6.8; more than the union's members have */
union info {
	struct { uint32_t type, id, prog_id, pad; } head;
	struct { uint32_t head[4]; uint32_t event, pad; uint64_t name; uint32_t name_len, offset; } event;
	struct { uint32_t head[4]; uint64_t path, offsets, ref_ctr_offsets, cookies; uint32_t path_size, count, flags, pid; } uprobes;
	struct { uint32_t head[4]; uint64_t addrs; uint32_t count, flags; uint64_t missed, cookies; } kprobes;
	uint64_t bytes[10];
};

static struct bpf_insn code[] = { { .code = BPF_ALU64 | BPF_MOV | BPF_K, .imm = 0 }, { .code = BPF_JMP | BPF_EXIT } };
static char exe[4096];
static unsigned long at;		/* offset of a function in `exe` */

void probed(void) { __asm__ volatile("" ::: "memory"); }

static int program(unsigned type, unsigned attach_type)
{
	union bpf_attr a;

	memset(&a, 0, sizeof(a));
	a.prog_type = type;
	a.expected_attach_type = attach_type;
	a.insn_cnt = 2;
	a.insns = (uintptr_t)code;
	a.license = (uintptr_t)"GPL";
	return (int)syscall(SYS_bpf, BPF_PROG_LOAD, &a, 72);
}

static int link_to(int prog, int target, unsigned type)
{
	union bpf_attr a;

	memset(&a, 0, sizeof(a));
	a.link_create.prog_fd = prog;
	a.link_create.target_fd = target;
	a.link_create.attach_type = type;
	return (int)syscall(SYS_bpf, BPF_LINK_CREATE, &a, 24);
}

static unsigned number_in(const char *path)
{
	FILE *f = fopen(path, "r");
	unsigned n = 0;

	if (f) {
		if (fscanf(f, "%u", &n) != 1)
			n = 0;
		fclose(f);
	}
	return n;
}

/* The offset of probed() in the file. */
static void find_function(void)
{
	unsigned long from, to, offset;
	FILE *f = fopen("/proc/self/maps", "r");
	char line[5000];

	while (f && fgets(line, sizeof(line), f))
		if (sscanf(line, "%lx-%lx %*s %lx", &from, &to, &offset) == 3 && (unsigned long)probed >= from && (unsigned long)probed < to)
			at = (unsigned long)probed - from + offset;
	if (f)
		fclose(f);
	exe[readlink("/proc/self/exe", exe, sizeof(exe) - 1)] = 0;
}

static int to_tracepoint(void)
{
	struct perf_event_attr event = { .type = PERF_TYPE_TRACEPOINT, .size = sizeof(event), .sample_period = 1 };

	event.config = number_in("/sys/kernel/tracing/events/sched/sched_process_exit/id");
	return link_to(program(BPF_PROG_TYPE_TRACEPOINT, 0), (int)syscall(SYS_perf_event_open, &event, -1, 0, -1, 0L), BPF_PERF_EVENT);
}

static int to_uprobe(void)
{
	struct perf_event_attr event = { .size = sizeof(event), .config1 = (uintptr_t)exe, .config2 = at };

	event.type = number_in("/sys/bus/event_source/devices/uprobe/type");
	return link_to(program(BPF_PROG_TYPE_KPROBE, 0), (int)syscall(SYS_perf_event_open, &event, -1, 0, -1, 0L), BPF_PERF_EVENT);
}

static int to_uprobes(void)
{
	static uint64_t cookies[1] = { 0x77 };
	struct {
		uint32_t prog_fd, target_fd, attach_type, flags;
		uint64_t path, offsets, ref_ctr_offsets, cookies;
		uint32_t cnt, uflags, pid, pad;
	} a = { .attach_type = UPROBE_MULTI, .path = (uintptr_t)exe, .offsets = (uintptr_t)&at, .cookies = (uintptr_t)cookies, .cnt = 1 };

	a.prog_fd = program(BPF_PROG_TYPE_KPROBE, UPROBE_MULTI);
	return (int)syscall(SYS_bpf, BPF_LINK_CREATE, &a, sizeof(a));
}

static int to_kprobes(void)
{
	static const char *symbols[] = { "proc_sys_open" };
	static uint64_t cookies[1] = { 0x88 };
	struct {
		uint32_t prog_fd, target_fd, attach_type, flags, kflags, cnt;
		uint64_t syms, addrs, cookies;
	} a = { .attach_type = KPROBE_MULTI, .syms = (uintptr_t)symbols, .cookies = (uintptr_t)cookies, .cnt = 1 };

	a.prog_fd = program(BPF_PROG_TYPE_KPROBE, KPROBE_MULTI);
	return (int)syscall(SYS_bpf, BPF_LINK_CREATE, &a, sizeof(a));
}

static long ask(int link, union info *info)
{
	union bpf_attr a;

	memset(&a, 0, sizeof(a));
	a.info.bpf_fd = link;
	a.info.info_len = sizeof(*info);
	a.info.info = (uintptr_t)info;
	return syscall(SYS_bpf, BPF_OBJ_GET_INFO_BY_FD, &a, 16);
}
#define INFO "bpf(cmd: OBJ_GET_INFO_BY_FD, uattr: {bpf_fd: %d<@@>, info_len: @@, info: {type: %s, id: %u, prog_id: %u, "
#define INFO_OF(type) link, type, info.head.id, info.head.prog_id

/* Of a perf event: its name. */
static void event(int link, const char *kind, const char *what, const char *shown, const char *rest)
{
	char name[4096] = "";
	union info info = { .event = { .name = (uintptr_t)name, .name_len = sizeof(name) } };

	if (link < 0)
		return;
	ask(link, &info);
	expect(INFO "perf_event: %s, %s: \"%s\", name_len: 4096@@%s}}, size: 16) = 0", INFO_OF("PERF_EVENT"), kind, what, shown, rest);
}

static void uprobes(int link)
{
	char path[4096] = "";
	uint64_t offsets[2] = { 0 }, cookies[2] = { 0 };
	union info info = { .uprobes = { .path = (uintptr_t)path, .path_size = sizeof(path), .offsets = (uintptr_t)offsets, .cookies = (uintptr_t)cookies, .count = 2 } };

	if (link < 0)
		return;
	ask(link, &info);
	expect(INFO "path: \"%s\", offsets: [%#lx], ref_ctr_offsets: NULL, cookies: [0x77], path_size: 4096@@, count: 2 => 1, flags: 0, pid: 0}}, size: 16) = 0",
	       INFO_OF("UPROBE_MULTI"), exe, at);
}

static void kprobes(int link)
{
	uint64_t addrs[2] = { 0 }, cookies[2] = { 0 };
	union info info = { .kprobes = { .addrs = (uintptr_t)addrs, .cookies = (uintptr_t)cookies, .count = 2 } };

	if (link < 0)
		return;
	ask(link, &info);
	expect(INFO "addrs: [%#lx], count: 2 => 1, flags: 0, missed: 0, cookies: [0x88]}}, size: 16) = 0", INFO_OF("KPROBE_MULTI"), (unsigned long)addrs[0]);
}

int main(void)
{
	int tracepoint, uprobe, several, kernel;
	char offset[64];
	union info info = { .bytes = { 0 } };

	setrlimit(RLIMIT_MEMLOCK, &(struct rlimit){ RLIM_INFINITY, RLIM_INFINITY });	/* needed before Linux 5.11 */
	find_function();
	tracepoint = to_tracepoint();
	uprobe = to_uprobe();
	several = to_uprobes();
	kernel = to_kprobes();
	if (tracepoint < 0 || ask(tracepoint, &info) || info.event.event != 5)
		skip("this kernel does not tell about links to perf events: it is older than 6.6");
	snprintf(offset, sizeof(offset), ", offset: %#lx, cookie: 0@@", at);
	begin();
	event(tracepoint, "TRACEPOINT", "tp_name", "sched_process_exit", ", cookie: 0");
	event(uprobe, "UPROBE", "file_name", exe, offset);
	uprobes(several);
	kprobes(kernel);
	end();
	return 0;
}
