/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* fdinfo.bpf.h - describes a descriptor of the current task: its path, or socket addresses. */
#pragma once

#include <linux/major.h>

#include "map_size.h"
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

__noinline int map_bytes(int fd, __u32 len, __u32 flags)
{
	struct file *file = file_of(fd);
	union short_name name = {};
	struct map_size m = {};
	struct bpf_map *map;
	__u64 n;

	if (BPF_CORE_READ(file, f_inode, i_sb, s_magic) != ANON_INODE_FS_MAGIC)
		return 0;
	bpf_probe_read_kernel_str(name.text, sizeof(name.text), BPF_CORE_READ(file, f_path.dentry, d_name.name));
	if (!NAMED(&name, "bpf-map"))
		return 0;
	map = BPF_CORE_READ(file, private_data);
	m.type = BPF_CORE_READ(map, map_type);
	m.key = BPF_CORE_READ(map, key_size);
	m.value = BPF_CORE_READ(map, value_size);
	m.cpus = cfg.possible_cpus;
	n = map_size__bytes(&m, len, flags);
	return n > MAX_WANT ? MAX_WANT : n;
}

#define UINPUT_DEV (MISC_MAJOR << 20 | 223)	/* UINPUT_MINOR: linux/miscdevice.h */

/* A file in no file system, as inotify's, an input device or what makes these: it may transfer events. */
static __always_inline bool is_event_source(int fd)
{
	struct inode *inode = BPF_CORE_READ(file_of(fd), f_inode);
	__u32 dev = BPF_CORE_READ(inode, i_rdev);

	return BPF_CORE_READ(inode, i_sb, s_magic) == ANON_INODE_FS_MAGIC || dev >> 20 == INPUT_MAJOR || dev == UINPUT_DEV;
}

/* A global function, verified once. */
__noinline int has_events(int fd)
{
	return is_event_source(fd);
}

/* The same for programs with tail calls, where the kernel may allow them no functions: see current_ends(). */
#ifdef OLD_KERNEL
#define HAS_EVENTS_FAST(fd) is_event_source(fd)
#else
#define HAS_EVENTS_FAST(fd) has_events(fd)
#endif

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
	} else if (f->family == 16) {		/* AF_NETLINK */
		f->peer_ino = BPF_CORE_READ((struct netlink_sock *)sk, portid);
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
	if ((f->mode & S_IFMT) == S_IFIFO)
		f->access = access_of(file);
	if ((f->mode & S_IFMT) == S_IFSOCK)
		fill_socket(f, BPF_CORE_READ(file, private_data));
}

/* Sockets and pipes without a directory are named by struct fdinfo. */
static __always_inline bool fdinfo_has_name(__u32 magic)
{
	return magic == SOCKFS_MAGIC || magic == PIPEFS_MAGIC;
}

static __always_inline int append_fdinfo(struct task_state *st, __u32 to, int fd, struct file *file)
{
	struct chunk *k = chunk_at(st, st->len);
	struct fdinfo *f;

	if (!k) {
		st->call.flags |= CALL_SHORT;
		return 0;
	}
	k->len = sizeof(*f);
	address_chunk(k, PART_FDINFO, to);
	f = (struct fdinfo *)(k + 1);
	__builtin_memset(f, 0, sizeof(*f));
	fill_file(f, file, fd);
	st->len += HDR + sizeof(*f);
	return 0;
}

/* The current task's working or root directory. Returns the inode. */
static __always_inline struct inode *dir_of_task(struct path *p, __u32 to)
{
	struct fs_struct *fs = BPF_CORE_READ(current_task(), fs);

	bpf_core_read(p, sizeof(*p), to & FOR_ROOT ? &fs->root : &fs->pwd);
	return BPF_CORE_READ(p->dentry, d_inode);
}

/* Notes that the call's record reports this descriptor's name. To be called before reading the name, so that a rename in between makes it stale. */
static __always_inline void add_report(struct task_state *st, int fd)
{
	__u64 generation = *(volatile __u64 *)&name_generation, n = st->nreported;

	if (exceeds(n, REPORTED_FDS - 1))
		return;
	st->reported[n] = report_of(task_get(current_task(), tgid), fd, generation);
	st->nreported = n + 1;
}

/* The file of the request that a program of io_uring works on. NULL: it has none, or not yet. */
static __always_inline struct file *file_of_request(void)
{
	const struct uring_cpu *c = uring_current();
	struct io_kiocb *req = c ? (struct io_kiocb *)c->key.req : 0;

	return BPF_CORE_READ(req, file);
}

/*
 * Captures the description of a descriptor, PART_FDINFO or PART_PATH; or, with fd -1, of a directory of the task. A global function,
 * verified once, so it has few arguments.
 */
__noinline int capture_fdinfo(STATE_ARG __u32 to, int fd)
{
	TAKE_STATE
	struct file *file = cfg.uring && to & FOR_REGISTERED ? file_of_request() : file_of(fd);
	struct path p = {};
	struct inode *inode;

	if (!st || (to & FOR_MEMORY && st->len > INFLIGHT_BYTES / 2))
		return 0;
	if (to & (FOR_CWD | FOR_ROOT)) {
		inode = dir_of_task(&p, to);
		st->walk.magic = 0;
	} else {
		if (!(to & FOR_REGISTERED))
			add_report(st, fd);
		inode = BPF_CORE_READ(file, f_inode);
		st->walk.magic = BPF_CORE_READ(inode, i_sb, s_magic);
		bpf_core_read(&p, sizeof(p), &file->f_path);
	}
	if (!inode)
		return 0;
	if (fdinfo_has_name(AGAIN(st->walk.magic)))
		return to & FOR_NAME ? 0 : append_fdinfo(st, to, fd, file);
	return append_file(st, to, fd, &p, inode, file);
}

#define RIGHTS_FDS 32		/* most descriptors captured of a control message */
#define RIGHTS_CMSGS 4		/* most control messages captured of a message */

/* Captures n descriptors in the program's memory, at `fds` and every `step` bytes after it. */
__noinline int capture_fds(STATE_ARG __u64 fds, __u32 n, __u32 step, __u32 to)
{
	int fd;

	for (__u32 i = 0; i < RIGHTS_FDS && i < n; i++, fds += step, to += FOR_NUMBER(1)) {
		fd = -1;
		bpf_probe_read_user(&fd, sizeof(fd), (void *)fds);
		capture_fdinfo(PASS_STATE to, fd);
	}
	return 0;
}

struct cmsg_head {		/* in 64-bit ABIs; in 32-bit ones len has 4 bytes */
	__u64 len;
	int level, type;
};

/* Captures the descriptors of the control message at `at`, of at most `left` bytes. Returns its length; 0: none. */
__noinline __u32 capture_cmsg(STATE_ARG __u64 at, __u32 left, __u32 arg)
{
	TAKE_STATE
	struct cmsg_head h = {};
	__u32 w = st && wide_abi(st) ? 8 : 4, head = w + 8;

	if (!st || left < head || bpf_probe_read_user(&h.len, w, (void *)at) || bpf_probe_read_user(&h.level, 8, (void *)at + w))
		return 0;
	if (h.len < head || h.len > left)
		return 0;
	if (h.level == 1 && (h.type == 1 || h.type == 4))	/* SOL_SOCKET, SCM_RIGHTS, SCM_PIDFD */
		capture_fds(PASS_STATE at + head, (h.len - head) / 4, 4, arg);
	return (h.len + w - 1) & ~(w - 1);
}

/* Captures descriptors in the control messages of the msghdr at that address. */
__noinline int capture_control(STATE_ARG __u64 msg, __u32 arg)
{
	TAKE_STATE
	__u32 w = st && wide_abi(st) ? 8 : 4, used = 0, n = 1;
	__u64 at = 0, len = 0;

	if (!st || bpf_probe_read_user(&len, w, (void *)msg + 5 * w) || !len || bpf_probe_read_user(&at, w, (void *)msg + 4 * w))
		return 0;
	for (__u32 i = 0; i < RIGHTS_CMSGS && n && used < len; i++) {
		n = capture_cmsg(PASS_STATE at + used, (__u32)len - used, arg);
		used += n;
	}
	return 0;
}

/* -- Is a descriptor's file below a path of the configuration? -------------------------------------------------------- */

static __always_inline bool has_prefix(struct task_state *st, const volatile struct path_prefix *p)
{
	__u32 n = st->walk.at;

	if (n < p->n)
		return false;
	for (__u32 i = 0; i < PATH_COMPONENTS && i < p->n; i++)
		if (*hash_slot(st, n - 1 - i) != p->hash[i])
			return false;
	return true;
}

/* 1 also for sockets, whose paths user space tests. */
__noinline int lies_on_paths(STATE_ARG int fd)
{
	TAKE_STATE
	struct file *file = file_of(fd);
	struct path p = {};
	int end = 0;

	if (!st || !file)
		return 0;
	if (BPF_CORE_READ(file, f_inode, i_sb, s_magic) == SOCKFS_MAGIC)
		return 1;
	bpf_core_read(&p, sizeof(p), &file->f_path);
	begin_walk(&st->walk, &p, 0);
	for (__u32 i = 0; !end && i < PATH_TURNS; i++)
		end = take_hashes(st);
	for (__u32 i = 0; i < PATH_PREFIXES && i < cfg.npaths; i++)
		if (!end || has_prefix(st, &sel.paths[i]))
			return 1;
	return 0;
}
