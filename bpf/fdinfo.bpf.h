/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* fdinfo.bpf.h - what the kernel knows of a descriptor of the current task: its path, or socket addresses. */
#ifndef TRACE_FDINFO_BPF_H
#define TRACE_FDINFO_BPF_H

#include <linux/stat.h>

#include "path.bpf.h"

static __always_inline struct file *file_of(int fd)
{
	struct task_struct *task = current_task();
	struct fdtable *fdt = BPF_CORE_READ(task, files, fdt);
	struct { __u64 max_fds; struct file **fd; } table = {};
	struct file *file = 0;

	if (FOLLOWS(fdt->max_fds, 8, fdt->fd)) {
		bpf_probe_read_kernel(&table, sizeof(table), &fdt->max_fds);
	} else {
		table.max_fds = BPF_CORE_READ(fdt, max_fds);
		table.fd = BPF_CORE_READ(fdt, fd);
	}
	if (fd < 0 || (__u32)fd >= (__u32)table.max_fds)
		return 0;
	bpf_probe_read_kernel(&file, sizeof(file), table.fd + fd);
	return file;
}

static __always_inline void fill_unix(struct fdinfo *f, struct sock *sk)
{
	struct unix_sock *u = (struct unix_sock *)sk;
	struct unix_address *addr = BPF_CORE_READ(u, addr);
	struct sock *peer = BPF_CORE_READ(u, peer);

	if (addr) {
		int len = BPF_CORE_READ(addr, len) - 2;		/* less sun_family */

		if (len > 0 && len <= 108) {
			__u64 n = len;

			clamp_to(n, 108);
			bpf_probe_read_kernel(f->path, n, (char *)&addr->name + 2);
			f->path_len = len;
		}
	}
	if (peer) {
		struct socket *s = BPF_CORE_READ(peer, sk_socket);

		if (s)
			f->peer_ino = BPF_CORE_READ((struct socket_alloc *)s, vfs_inode.i_ino);
	}
}

static __always_inline void fill_socket(struct fdinfo *f, struct socket *sock)
{
	struct sock *sk = BPF_CORE_READ(sock, sk);

	f->type = BPF_CORE_READ(sock, type);
	f->family = BPF_CORE_READ(sk, __sk_common.skc_family);
	f->protocol = BPF_CORE_READ(sk, sk_protocol);
	f->state = BPF_CORE_READ(sk, __sk_common.skc_state);
	if (f->family == 1) {			/* AF_UNIX */
		fill_unix(f, sk);
	} else if (f->family == 2) {		/* AF_INET */
		f->sport = BPF_CORE_READ(sk, __sk_common.skc_num);
		f->dport = __builtin_bswap16(BPF_CORE_READ(sk, __sk_common.skc_dport));
		*(__u32 *)f->saddr = BPF_CORE_READ(sk, __sk_common.skc_rcv_saddr);
		*(__u32 *)f->daddr = BPF_CORE_READ(sk, __sk_common.skc_daddr);
	} else if (f->family == 10) {		/* AF_INET6 */
		f->sport = BPF_CORE_READ(sk, __sk_common.skc_num);
		f->dport = __builtin_bswap16(BPF_CORE_READ(sk, __sk_common.skc_dport));
		BPF_CORE_READ_INTO(&f->saddr, sk, __sk_common.skc_v6_rcv_saddr);
		BPF_CORE_READ_INTO(&f->daddr, sk, __sk_common.skc_v6_daddr);
	}
}

static __always_inline void fill_file(struct fdinfo *f, struct file *file, int fd)
{
	f->fd = fd;
	f->mode = BPF_CORE_READ(file, f_inode, i_mode);
	f->ino = BPF_CORE_READ(file, f_inode, i_ino);
	if ((f->mode & S_IFMT) == S_IFSOCK)
		fill_socket(f, BPF_CORE_READ(file, private_data));
}

/* Sockets and pipes that are no files of a directory have names that only this information gives. */
static __always_inline bool fdinfo_has_name(__u32 magic)
{
	return magic == SOCKFS_MAGIC || magic == PIPEFS_MAGIC;
}

static __always_inline int append_fdinfo(struct task_state *st, __u32 arg, __u32 part, int fd, struct file *file)
{
	struct chunk *k = chunk_at(st, st->len);
	struct fdinfo *f;

	if (!k) {
		st->call.flags |= CALL_SHORT;
		return 0;
	}
	k->arg = arg;
	k->status = CHUNK_OUT;
	k->part = PART_FDINFO | part;
	k->len = sizeof(*f);
	k->addr = 0;
	f = (struct fdinfo *)(k + 1);
	__builtin_memset(f, 0, sizeof(*f));
	fill_file(f, file, fd);
	st->len += HDR + sizeof(*f);
	return 0;
}

/* What the kernel knows of a descriptor: PART_FDINFO or PART_PATH. arg: of the chunk, and its part's number above 8 bits. */
__noinline int capture_fdinfo(struct task_state *st, __u32 arg, int fd)
{
	struct file *file = file_of(fd);
	struct path p = {};
	struct inode *inode;

	if (!st || !file)
		return 0;
	inode = BPF_CORE_READ(file, f_inode);
	st->walk.magic = BPF_CORE_READ(inode, i_sb, s_magic);
	if (fdinfo_has_name(st->walk.magic))
		return append_fdinfo(st, arg & 0xff, arg >> 8, fd, file);
	bpf_core_read(&p, sizeof(p), &file->f_path);
	return append_file(st, arg & 0xff, arg >> 8, fd, &p, inode, file);
}

#endif
