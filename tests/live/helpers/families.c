// SPDX-License-Identifier: BSD-2-Clause
/* families.c - makes calls of several families, and prints the lines by which strace 6.1 shows them. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/futex.h>
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
	printf("openat2(-1, \"no/file\", %p, 16)\n", (void *)how);
	syscall(SYS_openat2, -1, "no/file", how, 24);
	puts("openat2(-1, \"no/file\", {flags=O_RDONLY|O_CREAT, mode=0640, resolve=0}, 24)");
	syscall(SYS_openat2, -1, "no/file", how, 32);
	puts("openat2(-1, \"no/file\", {flags=O_RDONLY|O_CREAT, mode=0640, resolve=0, ???}, 32)");
	syscall(SYS_openat2, -1, "no/file", &longer, 32);
	puts("openat2(-1, \"no/file\", {flags=O_RDONLY|O_PATH, resolve=0}, 32)");
	memcpy(longer.more, "\1\2\3\4\5\6\7\10", 8);
	syscall(SYS_openat2, -1, "no/file", &longer, 32);
	puts("openat2(-1, \"no/file\", {flags=O_RDONLY|O_PATH, resolve=0, /* bytes 24..31 */ \"\\x01\\x02\\x03\\x04\\x05\\x06\\x07\\x08\"}, 32)");
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
	puts("clone3({flags=0x8000000000000000 /* CLONE_??? */, exit_signal=SIGCHLD, stack=NULL, stack_size=0}, 64)");
}

/* Fields that were added later, and what is behind those that are known */
static void bpf_attributes(void)
{
	union { uint32_t w[BPF_PLENTY / 4]; uint64_t l[BPF_PLENTY / 8]; } a = { .w = { 77, 4 } };

	syscall(SYS_bpf, BPF_MAP_CREATE, &a, 4);
	puts("bpf(BPF_MAP_CREATE, {map_type=0x4d /* BPF_MAP_TYPE_??? */, key_size=0, value_size=0, max_entries=0}, 4)");
	a.w[4] = BPF_F_NUMA_NODE;
	a.w[6] = -1u;
	memcpy(&a.w[7], "abcd", 4);
	syscall(SYS_bpf, BPF_MAP_CREATE, &a, 31);
	puts("bpf(BPF_MAP_CREATE, {map_type=0x4d /* BPF_MAP_TYPE_??? */, key_size=4, value_size=0, max_entries=0, map_flags=BPF_F_NUMA_NODE, inner_map_fd=0, "
	     "numa_node=4294967295 /* NUMA_NO_NODE */, map_name=\"ab\"...}, 31)");
	memset(&a, 0, sizeof(a));
	a.w[0] = -1u;
	a.w[8] = 1;
	syscall(SYS_bpf, BPF_MAP_FREEZE, &a, 36);
	puts("bpf(BPF_MAP_FREEZE, {map_fd=-1, ...}, 36)");
	memset(&a, 0, sizeof(a));
	a.w[0] = -1u;
	a.l[2] = 16;
	syscall(SYS_bpf, BPF_PROG_QUERY, &a, 28);
	puts("bpf(BPF_PROG_QUERY, {query={target_fd=-1, attach_type=BPF_CGROUP_INET_INGRESS, query_flags=0, attach_flags=0, prog_ids=[], prog_cnt=0}}, 28)");
}

/* Combinations of futex that have names, and the sum that FUTEX_WAKE_OP passes */
static void futexes(void)
{
	static uint32_t word = 1;

	syscall(SYS_futex, &word, FUTEX_WAIT | FUTEX_PRIVATE_FLAG | FUTEX_CLOCK_REALTIME, 7, NULL, NULL, 0);
	printf("futex(%p, FUTEX_WAIT_PRIVATE|FUTEX_CLOCK_REALTIME, 7, NULL)\n", (void *)&word);
	syscall(SYS_futex, &word, FUTEX_WAKE | FUTEX_CLOCK_REALTIME, -1, NULL, NULL, 0);
	printf("futex(%p, 0x101 /* FUTEX_??? */, 4294967295)\n", (void *)&word);
	syscall(SYS_futex, &word, FUTEX_WAKE_OP, 1, 2, &word, 0xf9abcdefu);
	printf("futex(%p, FUTEX_WAKE_OP, 1, 2, %p, FUTEX_OP_OPARG_SHIFT<<28|0x7<<28 /* FUTEX_OP_??? */|0xabc<<12|0x9<<24 /* FUTEX_OP_CMP_??? */|0xdef)\n",
	       (void *)&word, (void *)&word);
}

/* What is registered with a ring: arrays within structures, elements chosen by a field, what is behind */
static void rings(void)
{
	static int fds[] = { -1, -2, -3 };
	struct { uint32_t offset, resv; uint64_t fds; } update = { 5, 0, (uintptr_t)fds };
	struct { uint16_t opcode; uint8_t op, resv; uint32_t resv2[3]; } limits[] = { { 1, 0, 2, { 0 } }, { 9, 8, 0, { 1, 2, 3 } } };
	struct { uint32_t nr, flags; uint64_t resv2, data, tags; } files = { 2, 0, 0, (uintptr_t)fds, 0 };

	syscall(SYS_io_uring_register, -1, 6, &update, 3);
	puts("io_uring_register(-1, IORING_REGISTER_FILES_UPDATE, {offset=5, fds=[-1, IORING_REGISTER_FILES_SKIP, -3]}, 3)");
	syscall(SYS_io_uring_register, -1, 11, limits, 2);
	puts("io_uring_register(-1, IORING_REGISTER_RESTRICTIONS, [{opcode=IORING_RESTRICTION_SQE_OP, sqe_op=IORING_OP_NOP, resv=0x2}, "
	     "{opcode=0x9 /* IORING_RESTRICTION_??? */ /* op: 0x8 */, resv2=[0x1, 0x2, 0x3]}], 2)");
	syscall(SYS_io_uring_register, -1, 13, &files, 32);
	puts("io_uring_register(-1, IORING_REGISTER_FILES2, {nr=2, flags=0, data=[-1, -2], tags=NULL}, 32)");
}

/* Only the arguments that a command uses; structures abridged */
static void quotas(void)
{
	uint64_t limits[9] = { 1, 2, 3, 4, 5, 6, 7, 8, 1 };

	syscall(SYS_quotactl, 0x80000201, "/no/device", 4, "/no/file");
	puts("quotactl(QCMD(Q_QUOTAON, GRPQUOTA), \"/no/device\", QFMT_VFS_V1, \"/no/file\")");
	syscall(SYS_quotactl, 0x80000807, "/no/device", -1, limits);
	puts("quotactl(QCMD(Q_SETQUOTA, 0x7 /* ???QUOTA */), \"/no/device\", -1, {dqb_bhardlimit=1, dqb_bsoftlimit=2, dqb_curspace=3, dqb_ihardlimit=4, "
	     "dqb_isoftlimit=5, dqb_curinodes=6, ...})");
	syscall(SYS_quotactl, 0x80000302, NULL, 9, limits);
	puts("quotactl(QCMD(Q_QUOTAOFF, PRJQUOTA), NULL)");
}

static void capabilities(void)
{
	struct { uint32_t version; int pid; } header = { 0x20080522, -1 };
	uint32_t sets[6] = { 1u << 1 | 1u << 31, 0, 0, 1u << 3, 1u << 31, 0 };

	syscall(SYS_capset, &header, sets);
	puts("capset({version=_LINUX_CAPABILITY_VERSION_3, pid=-1}, {effective=1<<CAP_DAC_OVERRIDE|1<<CAP_SETFCAP|1<<CAP_WAKE_ALARM, "
	     "permitted=0x80000000 /* CAP_??? */, inheritable=0})");
}

/* Arguments that a command does not use, and an invalid version of a header with data behind it */
static void commands(void)
{
	struct { uint32_t version; int pid; } header = { 0, 0 };
	uint32_t sets[6] = { 1 };

	syscall(SYS_capset, &header, sets);
	puts("capset({version=0 /* _LINUX_CAPABILITY_VERSION_??? */, pid=0}, {effective=1<<CAP_CHOWN, permitted=0, inheritable=0})");
	syscall(SYS_syslog, -1, NULL, 5);
	puts("syslog(-1 /* SYSLOG_ACTION_??? */, NULL, 5)");
	syscall(SYS_syslog, 8, NULL, 99);
	puts("syslog(8 /* SYSLOG_ACTION_CONSOLE_LEVEL */, NULL, 99 /* LOGLEVEL_??? */)");
	syscall(SYS_fsconfig, -1, 2, "key", "value", 5);
	puts("fsconfig(-1, FSCONFIG_SET_BINARY, \"key\", \"\\x76\\x61\\x6c\\x75\\x65\", 5)");
}

int main(void)
{
	sized();
	clones();
	bpf_attributes();
	futexes();
	rings();
	quotas();
	capabilities();
	commands();
	return 0;
}
