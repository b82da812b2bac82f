// SPDX-License-Identifier: BSD-2-Clause
/* families.c - makes calls of several families, and prints the lines by which strace 6.1 shows them. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/openat2.h>
#include <linux/sched.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void require(int ok)
{
	if (!ok) {
		perror("families");
		exit(1);
	}
}

#define BPF_PLENTY 80	/* bytes of union bpf_attr that are passed */

/* Memory that ends before an inaccessible page. */
static char *at_end(size_t bytes)
{
	char *p = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	require(p != MAP_FAILED && !munmap(p + 4096, 4096));
	return p + 4096 - bytes;
}

/* Structures of a size that is passed: too short, too long, with something behind */
static void sized(void)
{
	struct open_how *how = (void *)at_end(sizeof(*how));
	struct { struct open_how how; char more[8]; } longer = { .how = { .flags = O_PATH } };

	how->flags = O_CREAT;
	how->mode = 0640;
	syscall(SYS_openat2, -1, "no/file", how, 16);
	printf("openat2(-1, \"no/file\", %p, 16) = -1 EINVAL (Invalid argument)\n", (void *)how);
	syscall(SYS_openat2, -1, "no/file", how, 24);
	puts("openat2(-1, \"no/file\", {flags=O_RDONLY|O_CREAT, mode=0640, resolve=0}, 24) = -1 EBADF (Bad file descriptor)");
	syscall(SYS_openat2, -1, "no/file", how, 32);
	puts("openat2(-1, \"no/file\", {flags=O_RDONLY|O_CREAT, mode=0640, resolve=0, ???}, 32) = -1 EFAULT (Bad address)");
	syscall(SYS_openat2, -1, "no/file", &longer, 32);
	puts("openat2(-1, \"no/file\", {flags=O_RDONLY|O_PATH, resolve=0}, 32) = -1 EBADF (Bad file descriptor)");
	memcpy(longer.more, "\1\2\3\4\5\6\7\10", 8);
	syscall(SYS_openat2, -1, "no/file", &longer, 32);
	puts("openat2(-1, \"no/file\", {flags=O_RDONLY|O_PATH, resolve=0, /* bytes 24..31 */ \"\\x01\\x02\\x03\\x04\\x05\\x06\\x07\\x08\"}, 32) = -1 E2BIG (Argument list too long)");
}

/* What the kernel fills is shown after what was passed. */
static void clones(void)
{
	int tid = 0;
	struct clone_args args = { .flags = CLONE_PARENT_SETTID, .exit_signal = SIGCHLD, .parent_tid = (uintptr_t)&tid };
	long pid = syscall(SYS_clone3, &args, 64);

	if (!pid)
		_exit(0);
	require(waitpid((pid_t)pid, NULL, 0) == pid);
	printf("clone3({flags=CLONE_PARENT_SETTID, parent_tid=%p, exit_signal=SIGCHLD, stack=NULL, stack_size=0} => {parent_tid=[%ld]}, 64) = %ld\n", (void *)&tid, pid, pid);
	args.parent_tid = 0;
	args.flags = 1ull << 63;
	syscall(SYS_clone3, &args, 64);
	puts("clone3({flags=0x8000000000000000 /* CLONE_??? */, exit_signal=SIGCHLD, stack=NULL, stack_size=0}, 64) = -1 EINVAL (Invalid argument)");
}

/* Fields that were added later, and what is behind those that are known */
static void bpf_attributes(void)
{
	union { uint32_t w[BPF_PLENTY / 4]; uint64_t l[BPF_PLENTY / 8]; } a = { .w = { 77, 4 } };

	syscall(SYS_bpf, BPF_MAP_CREATE, &a, 4);
	puts("bpf(BPF_MAP_CREATE, {map_type=0x4d /* BPF_MAP_TYPE_??? */, key_size=0, value_size=0, max_entries=0}, 4) = -1 EINVAL (Invalid argument)");
	a.w[4] = BPF_F_NUMA_NODE;
	a.w[6] = -1u;
	memcpy(&a.w[7], "abcd", 4);
	syscall(SYS_bpf, BPF_MAP_CREATE, &a, 31);
	puts("bpf(BPF_MAP_CREATE, {map_type=0x4d /* BPF_MAP_TYPE_??? */, key_size=4, value_size=0, max_entries=0, map_flags=BPF_F_NUMA_NODE, inner_map_fd=0, "
	     "numa_node=4294967295 /* NUMA_NO_NODE */, map_name=\"ab\"...}, 31) = -1 EINVAL (Invalid argument)");
	memset(&a, 0, sizeof(a));
	a.w[0] = -1u;
	a.w[8] = 1;
	syscall(SYS_bpf, BPF_MAP_FREEZE, &a, 36);
	puts("bpf(BPF_MAP_FREEZE, {map_fd=-1, ...}, 36) = -1 EINVAL (Invalid argument)");
	memset(&a, 0, sizeof(a));
	a.w[0] = -1u;
	a.l[2] = 16;
	syscall(SYS_bpf, BPF_PROG_QUERY, &a, 28);
	puts("bpf(BPF_PROG_QUERY, {query={target_fd=-1, attach_type=BPF_CGROUP_INET_INGRESS, query_flags=0, attach_flags=0, prog_ids=[], prog_cnt=0}}, 28) = -1 EBADF (Bad file descriptor)");
}

int main(void)
{
	sized();
	clones();
	bpf_attributes();
	return 0;
}
