// SPDX-License-Identifier: BSD-2-Clause
// options: -e bpf --verbose
/* What BPF_OBJ_GET_INFO_BY_FD tells about links of iterators: the target's name, and the members that the target has. */
#include "live.h"

#include <linux/bpf.h>
#include <linux/btf.h>
#include <stddef.h>
#include <sys/resource.h>

/* struct bpf_link_info of linux/bpf.h, of a link of an iterator, as of 6.1 */
struct info {
	uint32_t type, id, prog_id, pad;
	uint64_t name;
	uint32_t name_len;
	union { uint32_t map_id; uint32_t pad; } map;
	union { struct { uint64_t cgroup_id; uint32_t order; } cgroup; struct { uint32_t tid, pid; } task; } of;
};

/* union bpf_iter_link_info of linux/bpf.h, as of 6.1 */
union choice {
	struct { uint32_t map_fd; } map;
	struct { uint32_t order, cgroup_fd; uint64_t cgroup_id; } cgroup;
	struct { uint32_t tid, pid, pid_fd; } task;
};
#define SELF_ONLY 1

static char btf[64 << 20];

/* Bytes behind struct btf_type */
static uint32_t more_of(const struct btf_type *t)
{
	uint32_t n = t->info & 0xffff;

	switch (t->info >> 24 & 0x1f) {
	case 1: case 14: case 17: return 4;	/* INT, VAR, DECL_TAG */
	case 3: return 12;			/* ARRAY */
	case 4: case 5: case 15: return n * 12;	/* STRUCT, UNION, DATASEC */
	case 6: case 13: return n * 8;		/* ENUM, FUNC_PROTO */
	case 19: return n * 12;			/* ENUM64 */
	default: return 0;
	}
}

/* The kernel's type of a function; 0: there is none. */
static uint32_t function(const char *name)
{
	const struct btf_header *h = (const void *)btf;
	const char *p, *types = btf + sizeof(*h) + h->type_off, *strings = btf + sizeof(*h) + h->str_off;
	uint32_t id = 1;

	for (p = types; p < types + h->type_len; id++) {
		const struct btf_type *t = (const void *)p;

		if ((t->info >> 24 & 0x1f) == BTF_KIND_FUNC && !strcmp(strings + t->name_off, name))
			return id;
		p += sizeof(*t) + more_of(t);
	}
	return 0;
}

static bool read_btf(void)
{
	int fd = open("/sys/kernel/btf/vmlinux", O_RDONLY);
	size_t len = 0;
	ssize_t n;

	while (fd >= 0 && (n = read(fd, btf + len, sizeof(btf) - len)) > 0)
		len += (size_t)n;
	close(fd);
	return len > sizeof(struct btf_header);
}

/* A link of an iterator over what the function shows; -1: this kernel has none. */
static int iterate(const char *name, const union choice *choice, size_t len)
{
	static struct bpf_insn code[] = { { .code = BPF_ALU64 | BPF_MOV | BPF_K, .imm = 0 }, { .code = BPF_JMP | BPF_EXIT } };
	union bpf_attr a;
	int prog;

	memset(&a, 0, sizeof(a));
	a.prog_type = BPF_PROG_TYPE_TRACING;
	a.expected_attach_type = BPF_TRACE_ITER;
	a.attach_btf_id = function(name);
	a.insn_cnt = 2;
	a.insns = (uintptr_t)code;
	a.license = (uintptr_t)"GPL";
	prog = a.attach_btf_id ? (int)syscall(SYS_bpf, BPF_PROG_LOAD, &a, 112) : -1;
	if (prog < 0)
		return -1;
	memset(&a, 0, sizeof(a));
	a.link_create.prog_fd = prog;
	a.link_create.attach_type = BPF_TRACE_ITER;
	a.link_create.iter_info = (uintptr_t)choice;
	a.link_create.iter_info_len = choice ? len : 0;
	return (int)syscall(SYS_bpf, BPF_LINK_CREATE, &a, 32);
}

static int new_map(void)
{
	union bpf_attr a;

	memset(&a, 0, sizeof(a));
	a.map_type = BPF_MAP_TYPE_HASH;
	a.key_size = a.value_size = 4;
	a.max_entries = 1;
	return (int)syscall(SYS_bpf, BPF_MAP_CREATE, &a, 48);
}

static uint32_t id_of_map(int map)
{
	struct bpf_map_info info = { 0 };
	union bpf_attr a;

	memset(&a, 0, sizeof(a));
	a.info.bpf_fd = map;
	a.info.info_len = sizeof(info);
	a.info.info = (uintptr_t)&info;
	return syscall(SYS_bpf, BPF_OBJ_GET_INFO_BY_FD, &a, 16) ? 0 : info.id;
}

static char target[32];
static uint32_t told;		/* bytes of the answer: older kernels' have no members of tasks and groups */

static struct info ask(int link)
{
	struct info info = { .name = (uintptr_t)target, .name_len = sizeof(target) };
	union bpf_attr a;

	memset(&a, 0, sizeof(a));
	a.info.bpf_fd = link;
	a.info.info_len = sizeof(info);
	a.info.info = (uintptr_t)&info;
	syscall(SYS_bpf, BPF_OBJ_GET_INFO_BY_FD, &a, 16);
	told = a.info.info_len;
	return info;
}

/* `rest`: what is shown of the members, which begin at this offset */
static void tells(int link, const char *name, const char *rest, size_t offset)
{
	struct info info;

	if (link < 0)
		return;
	info = ask(link);
	expect("bpf(cmd: OBJ_GET_INFO_BY_FD, uattr: {bpf_fd: %d<@@>, info_len: @@, info: {type: ITER, id: %u, prog_id: %u, target_name: \"%s\", target_name_len: @@%s}}, "
	       "size: 16) = 0", link, info.id, info.prog_id, name, told > offset ? rest : "");
}

/* Which member of the union is meant depends on the program: it is shown as bytes, as many as are passed. */
static void passes_bytes(void)
{
	static const uint32_t choice[] = { 0x44434241, 0, 0x48474645 };
	union bpf_attr a;

	memset(&a, 0, sizeof(a));
	a.link_create.prog_fd = (uint32_t)-1;
	a.link_create.attach_type = BPF_TRACE_ITER;
	a.link_create.iter_info = (uintptr_t)choice;
	a.link_create.iter_info_len = 8;
	syscall(SYS_bpf, BPF_LINK_CREATE, &a, 32);
	expect("bpf(cmd: LINK_CREATE, uattr: {prog_fd: -1, target_fd: @@, attach_type: TRACE_ITER, flags: 0, iter_info: \"ABCD\\0\\0\\0\\0\", iter_info_len: 8}, "
	       "size: 32) = -1 EBADF (Bad file descriptor)");
}

int main(void)
{
	union choice over_map = { .map = { 0 } }, over_cgroup = { .cgroup = { .order = SELF_ONLY } }, over_task = { .task = { .tid = (uint32_t)getpid() } };
	char of_map[64], of_cgroup[64], of_task[64];
	int map, elements, cgroup, task, all;
	struct stat st;

	setrlimit(RLIMIT_MEMLOCK, &(struct rlimit){ RLIM_INFINITY, RLIM_INFINITY });	/* needed before Linux 5.11 */
	if (!read_btf())
		skip("no /sys/kernel/btf/vmlinux");
	over_map.map.map_fd = (uint32_t)(map = new_map());
	over_cgroup.cgroup.cgroup_fd = (uint32_t)open("/sys/fs/cgroup", O_RDONLY | O_DIRECTORY);
	elements = iterate("bpf_iter_bpf_map_elem", &over_map, sizeof(over_map.map));
	cgroup = iterate("bpf_iter_cgroup", &over_cgroup, sizeof(over_cgroup));
	task = iterate("bpf_iter_task", &over_task, sizeof(over_task));
	all = iterate("bpf_iter_bpf_map", NULL, 0);
	if (elements < 0 && all < 0)
		skip("iterators of BPF: %s", strerror(errno));
	ask(all >= 0 ? all : elements);
	if (!*target)
		skip("this kernel does not tell about links of iterators");
	snprintf(of_map, sizeof(of_map), ", map_id: %u", id_of_map(map));
	if (!fstat((int)over_cgroup.cgroup.cgroup_fd, &st))
		snprintf(of_cgroup, sizeof(of_cgroup), ", cgroup_id: %lu, order: SELF_ONLY", (unsigned long)st.st_ino);
	snprintf(of_task, sizeof(of_task), ", tid: %d<@@>, pid: 0", (int)getpid());
	begin();
	tells(elements, "bpf_map_elem", of_map, offsetof(struct info, map));
	tells(cgroup, "cgroup", of_cgroup, offsetof(struct info, of));
	tells(task, "task", of_task, offsetof(struct info, of));
	tells(all, "bpf_map", "", 0);
	passes_bytes();
	end();
	return 0;
}
