/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * kernel.h - the kernel's types, with the fields that are used. Offsets are relocated at load (CO-RE), so only names matter. Written by
 * hand, so that the build needs no BTF of a running kernel.
 */
#pragma once

#include <linux/types.h>
#include <linux/bpf.h>
#include <stdbool.h>

/* Layouts that have never changed; elements of arrays, whose size must be known, or members of other types. */
struct pid_namespace;
struct upid { int nr; struct pid_namespace *ns; };
struct dentry;
struct vfsmount { struct dentry *mnt_root; };
struct path { struct vfsmount *mnt; struct dentry *dentry; };
struct qstr { __u32 hash, len; const char *name; };
struct proc_ns_operations { const char *name; };

#pragma clang attribute push(__attribute__((preserve_access_index)), apply_to = record)

typedef struct { int counter; } atomic_t;
struct hlist_node;

#if defined(__TARGET_ARCH_x86)
struct pt_regs {
	unsigned long r15, r14, r13, r12, bp, bx, r11, r10, r9, r8, ax, cx, dx, si, di, orig_ax, ip, cs, flags, sp, ss;
};
struct thread_info { unsigned long flags; unsigned long syscall_work; __u32 status; };
#elif defined(__TARGET_ARCH_arm64)
struct user_pt_regs { __u64 regs[31]; __u64 sp; __u64 pc; __u64 pstate; };
struct pt_regs { union { struct user_pt_regs user_regs; struct { __u64 regs[31]; __u64 sp; __u64 pc; __u64 pstate; }; }; __u64 orig_x0; __s32 syscallno; };
struct thread_info { unsigned long flags; };
#endif

typedef struct { __u32 val; } kuid_t;
typedef struct { __u32 val; } kgid_t;
typedef struct { __u64 val; } kernel_cap_t;
struct ns_common { const struct proc_ns_operations *ops; unsigned int inum; };
struct user_namespace { struct user_namespace *parent; kuid_t owner; struct ns_common ns; };
struct cred { kuid_t uid, euid, suid; kgid_t gid, egid, sgid; kernel_cap_t cap_permitted; struct user_namespace *user_ns; };

struct super_block { unsigned long s_magic; __u32 s_dev; };
struct inode { unsigned short i_mode; struct super_block *i_sb; unsigned long i_ino; __u32 i_rdev; void *i_private; };
struct hlist_bl_node { struct hlist_bl_node *next, **pprev; };
struct dentry { struct hlist_bl_node d_hash; struct dentry *d_parent; struct qstr d_name; struct inode *d_inode; };
struct mount { struct mount *mnt_parent; struct dentry *mnt_mountpoint; struct vfsmount mnt; struct mnt_namespace *mnt_ns; };
struct file { struct path f_path; struct inode *f_inode; void *private_data; unsigned int f_mode; };
struct eventfd_ctx { int id; };
struct tty_struct { int index; struct tty_struct *link; void *driver_data; };
struct tty_file_private { struct tty_struct *tty; };
struct bpf_map { enum bpf_map_type map_type; __u32 key_size, value_size, id; };
struct user_struct { kuid_t uid; };
struct bpf_prog_aux { __u32 id; struct user_struct *user; char name[16]; };
struct bpf_prog { struct bpf_prog_aux *aux; };
struct bpf_link { __u32 id; };
struct btf { __u32 id; };
struct fdtable { unsigned int max_fds; struct file **fd; };
struct files_struct { struct fdtable *fdt; };
struct fs_struct { int users; struct path root, pwd; };

struct in6_addr { union { __u8 u6_addr8[16]; } in6_u; };
struct sock_common {
	union { struct { __u32 skc_daddr; __u32 skc_rcv_saddr; }; };
	union { struct { __u16 skc_dport; __u16 skc_num; }; };
	unsigned short skc_family;
	volatile unsigned char skc_state;
	struct in6_addr skc_v6_daddr, skc_v6_rcv_saddr;
};
struct socket;
struct sock { struct sock_common __sk_common; __u16 sk_type; __u16 sk_protocol; struct socket *sk_socket; };
struct socket { int state; short type; struct file *file; struct sock *sk; };
struct socket_alloc { struct socket socket; struct inode vfs_inode; };
struct sockaddr_un { unsigned short sun_family; char sun_path[108]; };
struct unix_address { atomic_t refcnt; int len; struct sockaddr_un name[]; };
struct unix_sock { struct sock sk; struct unix_address *addr; struct sock *peer; };
struct netlink_sock { struct sock sk; __u32 portid; };

struct sched_info { unsigned long long run_delay; };	/* ns that the thread has been runnable, without running, up to its last arrival on a CPU */
struct xa_node { unsigned char shift; void *slots[64]; };	/* of System V semaphores: ipc.bpf.h */
struct xarray { void *xa_head; };
struct idr { struct xarray idr_rt; };
struct ipc_ids { struct idr ipcs_idr; };
struct ipc_namespace { struct ipc_ids ids[3]; };	/* the first: semaphores */
struct nsproxy { struct ipc_namespace *ipc_ns; };
struct kern_ipc_perm { int id; };
struct sem_array { int sem_nsems; };			/* begins with struct kern_ipc_perm */

struct sigpending { struct { unsigned long sig[1]; } signal; };
struct task_struct {
	struct thread_info thread_info;
	unsigned int flags;
	int exit_state, exit_code;
	int pid, tgid;
	struct task_struct *group_leader, *real_parent;
	const struct cred *cred, *real_cred;
	char comm[16];
	struct fs_struct *fs;
	struct files_struct *files;
	struct mm_struct *mm;
	struct signal_struct *signal;
	struct pid *thread_pid;
	struct nsproxy *nsproxy;
	__u64 start_time;
	unsigned long jobctl;
	unsigned int __state;
	__u8 on_cpu;		/* with CONFIG_SMP; the low byte where it is an int */
	struct sched_info sched_info;
	struct sigpending pending;
};
struct task_struct___old { long state; };	/* before Linux 5.14 */
struct pid { unsigned int level; struct upid numbers[1]; };	/* level of its PID namespace (0: the initial one); its number in each, from the initial one down */
struct pid_namespace { struct ns_common ns; };
struct mnt_namespace { struct ns_common ns; };
struct linux_binprm { int argc, envc; const char *filename; };
struct mm_struct { unsigned long arg_start, arg_end, env_start, env_end; };
struct signal_struct { unsigned int flags; int group_exit_code; struct pid *pids[4]; struct task_struct *curr_target; struct task_struct *group_exec_task, *group_exit_task; };	/* compat.bpf.h: exec_task */
struct k_sigaction;


struct io_ring_ctx { unsigned int flags, cached_sq_head, sq_entries; __u32 *sq_array; struct io_uring_sqe *sq_sqes; };
struct io_cqe { __s32 res; };
struct io_uring_task { struct task_struct *task; };
struct io_kiocb { struct file *file; __u8 opcode; struct io_ring_ctx *ctx; struct io_cqe cqe; struct io_uring_task *tctx; };
struct io_kiocb___old { struct task_struct *task; };	/* before Linux 6.13 */

#pragma clang attribute pop

/*
 * Layouts that do not change, and are not relocated: contexts of iterators, and siginfo, which is UAPI. Each relocated type would cost
 * half a millisecond at every start, for libbpf searches all types of the kernel.
 */
struct kernel_siginfo { int si_signo; int si_errno; int si_code; };
struct seq_file;
struct bpf_iter_meta { struct seq_file *seq; __u64 session_id, seq_num; };
struct bpf_iter__task_file { struct bpf_iter_meta *meta; struct task_struct *task; __u32 fd; struct file *file; };
struct bpf_iter__bpf_prog { struct bpf_iter_meta *meta; struct bpf_prog *prog; };
struct bpf_iter__task { struct bpf_iter_meta *meta; struct task_struct *task; };
