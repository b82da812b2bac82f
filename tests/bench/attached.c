// SPDX-License-Identifier: BSD-2-Clause
/*
 * attached - prints the names of all attached BPF programs that run at every system call: while there are any, no measurement is
 * "untraced".
 */
#include <bpf/bpf.h>
#include <bpf/btf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int is_on_syscalls(const char *tracepoint)
{
	return !strcmp(tracepoint, "sys_enter") || !strcmp(tracepoint, "sys_exit");
}

/* The tracepoint that a tp_btf program is for, by the name of its type: btf_trace_NAME. */
static const char *tracepoint_of(const struct bpf_prog_info *prog)
{
	static struct btf *kernel;
	const struct btf_type *t;
	const char *name;

	if (!kernel)
		kernel = btf__load_vmlinux_btf();
	t = kernel ? btf__type_by_id(kernel, prog->attach_btf_id) : NULL;
	name = t ? btf__name_by_offset(kernel, t->name_off) : "";
	return strncmp(name, "btf_trace_", 10) ? "" : name + 10;
}

static void look_at(__u32 id)
{
	char tracepoint[64] = "";
	struct bpf_link_info link = {};
	struct bpf_prog_info prog = {};
	__u32 link_len = sizeof(link), prog_len = sizeof(prog);
	int fd = bpf_link_get_fd_by_id(id), prog_fd;

	if (fd < 0)
		return;
	link.raw_tracepoint.tp_name = (__u64)(unsigned long)tracepoint;
	link.raw_tracepoint.tp_name_len = sizeof(tracepoint);
	if (bpf_obj_get_info_by_fd(fd, &link, &link_len))
		memset(&link, 0, sizeof(link));
	close(fd);
	if (link.type != BPF_LINK_TYPE_RAW_TRACEPOINT && link.type != BPF_LINK_TYPE_TRACING)
		return;
	prog_fd = bpf_prog_get_fd_by_id(link.prog_id);
	if (prog_fd < 0)
		return;
	if (!bpf_obj_get_info_by_fd(prog_fd, &prog, &prog_len) &&
	    is_on_syscalls(tracepoint[0] ? tracepoint : tracepoint_of(&prog)))
		printf("%s\n", prog.name);
	close(prog_fd);
}

int main(void)
{
	for (__u32 id = 0; !bpf_link_get_next_id(id, &id); )
		look_at(id);
	return 0;
}
