/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * path.bpf.h - the path of a file: the names from its dentry up to the root of the mount tree.
 *
 * bpf_d_path() is not permitted in programs of these tracepoints, so dentries are followed here, without locks: a directory that is
 * renamed at the same time may give a mixture of both paths.
 */
#pragma once

#include <linux/magic.h>
#include <linux/stat.h>

#include "capture.bpf.h"

#ifndef PID_FS_MAGIC		/* Linux 6.9 */
#define PID_FS_MAGIC 0x50494446
#endif

#define PATH_TURNS 8		/* of the outer of two nested loops over names and mounts; the inner one is of TAKE_TURNS() */

/* Fields that are adjacent in all kernels so far are read at once. */
#define FOLLOWS(a, size, b) (bpf_core_field_offset(b) == bpf_core_field_offset(a) + (size))

/* The beginning of a struct dentry. */
struct entry_head {
	void *hashed;		/* NULL: it was removed from its directory */
	struct dentry *parent;
	struct qstr name;
};

static __always_inline void read_entry(struct dentry *d, struct entry_head *e)
{
	if (FOLLOWS(d->d_hash.pprev, 8, d->d_parent) && FOLLOWS(d->d_parent, 8, d->d_name)) {
		bpf_probe_read_kernel(e, sizeof(*e), &d->d_hash.pprev);
		return;
	}
	e->hashed = BPF_CORE_READ(d, d_hash.pprev);
	e->parent = BPF_CORE_READ(d, d_parent);
	e->name.name = BPF_CORE_READ(d, d_name.name);
}

static __always_inline void read_mount(struct mount *m, struct mount_head *h)
{
	if (FOLLOWS(m->mnt_parent, 8, m->mnt_mountpoint) && FOLLOWS(m->mnt_mountpoint, 8, m->mnt)) {
		bpf_probe_read_kernel(h, sizeof(*h), &m->mnt_parent);
		return;
	}
	h->parent = (__u64)BPF_CORE_READ(m, mnt_parent);
	h->mountpoint = (__u64)BPF_CORE_READ(m, mnt_mountpoint);
	h->root = (__u64)BPF_CORE_READ(m, mnt.mnt_root);
}

static __always_inline struct mount *mount_of(struct vfsmount *mnt)
{
	return (struct mount *)((char *)mnt - bpf_core_field_offset(((struct mount *)0)->mnt));
}

/*
 * `to`, a chunk's purpose: the argument in the low byte; the descriptor's index, if the argument has several, in the next two
 * bytes; and flags. FOR_ENTRY: the state at entry; FOR_CWD, FOR_ROOT: a directory of the task; FOR_NAME: only if the name may
 * have changed since it was reported; FOR_MEMORY, for descriptors in memory: only while half of the record is free, for output;
 * FOR_REGISTERED: the file of the current request of io_uring.
 */
#define FOR_NUMBER(i) ((i) << 8)
#define FOR_ENTRY (1u << 24)
#define FOR_CWD (1u << 25)
#define FOR_ROOT (1u << 26)
#define FOR_NAME (1u << 27)
#define FOR_MEMORY (1u << 28)
#define FOR_REGISTERED (1u << 29)

static __always_inline void address_chunk(struct chunk *k, __u32 part, __u32 to)
{
	k->arg = to & 0xff;
	k->status = to & FOR_ENTRY ? CHUNK_OK : CHUNK_OUT;
	k->part = part | (to >> 8 & PART_INDEX);
	k->addr = 0;
}

/* Appends a name. false: no room for one of any length. */
static __always_inline bool append_text(struct task_state *st, const void *from)
{
	__u64 off = AGAIN(st->len);
	long r;

	if (exceeds(off, SMALL_END))
		return false;
	opaque(off);		/* or the pointer may be computed before the comparison, which leaves it without a bound on Linux 6.1 */
	r = bpf_probe_read_kernel_str(settled(st->inflight + off), CHUNK_SMALL, from);
	if (r > 0)
		st->len = off + r;
	return true;
}

/* Goes from the root of a mount to its mount point. 1: it has none. */
static __always_inline int leave_mount(struct walk *w)
{
	__u64 up = w->at_mount.parent;

	if (!up || up == w->mount)
		return 1;
	w->dentry = w->at_mount.mountpoint;
	w->mount = up;
	read_mount((struct mount *)up, &w->at_mount);
	return 0;
}

/*
 * -- Up the directories, with the names or with their hashes ----------------------------------------------------------
 *
 * Walking up gives the components of a path from its end, so the hashes of the last ones seen are kept: at the top these are the first
 * components. They are stored in the in-flight record, which is still empty at entry.
 */
#define HASHES_AT 1024

static __always_inline __u64 *hash_slot(struct task_state *st, __u64 i)
{
	i &= PATH_COMPONENTS - 1;
	return (__u64 *)(st->inflight + HASHES_AT) + i;
}

static __always_inline __u64 hash_name(const void *from)
{
	__u64 words[PATH_NAME / 8] = {}, hash = 0;

	bpf_probe_read_kernel_str(words, sizeof(words), from);
	for (__u32 i = 0; i < PATH_NAME / 8; i++)
		hash = PATH_HASH(hash, words[i]);
	return hash;
}

/* Appends a name's text, or its hash. false: no room. */
static __always_inline bool append_name(struct task_state *st, const void *from, bool hashed)
{
	if (!hashed)
		return append_text(st, from);
	*hash_slot(st, st->walk.at++) = hash_name(from);
	return true;
}

/* One step up: a name, or from the root of a mount to its mount point. 1: the top is reached. */
static __always_inline int step_up(struct task_state *st, bool hashed)
{
	struct walk *w = &st->walk;
	struct entry_head e = {};

	if (w->dentry == w->at_mount.root)
		return leave_mount(w);
	read_entry((struct dentry *)w->dentry, &e);
	if (!e.parent || (__u64)e.parent == w->dentry)
		return 1;
	if (!append_name(st, e.name.name, hashed)) {
		w->flags |= FILE_CUT;
		return 1;
	}
	w->dentry = (__u64)e.parent;
	return 0;
}

static __always_inline int append_step(struct task_state *st)
{
	return step_up(st, false);
}

static __always_inline int append_hash(struct task_state *st)
{
	return step_up(st, true);
}

TAKE(step)
TAKE(hash)

TAKE_TURNS(names, step)
TAKE_TURNS(hashes, hash)

static __always_inline void append_path(struct task_state *st)
{
	int end = 0;

	for (__u32 i = 0; !end && i < PATH_TURNS; i++)
		end = take_names(st);
	if (!end)
		st->walk.flags |= FILE_CUT;
}

/* Appends the name of a file of an internal file system (anon_inode, pidfd, …). */
static __always_inline void append_kind(struct task_state *st, const char *name, struct inode *inode)
{
	struct ns_common *ns;

	if (st->walk.magic == NSFS_MAGIC) {
		ns = BPF_CORE_READ(inode, i_private);
		append_text(st, BPF_CORE_READ(ns, ops, name));
	} else {
		append_text(st, name);
	}
}

/* The beginning of a name, padded with zeros: compared by words, for each comparison of a letter would add states in the verifier. */
union short_name {
	char text[16];
	__u64 words[2];
};

#define NAMED(name, is) names_are_equal(name, &(const union short_name){ .text = is })

static __always_inline bool names_are_equal(const union short_name *a, const union short_name *b)
{
	return !((a->words[0] ^ b->words[0]) | (a->words[1] ^ b->words[1]));
}

static __always_inline bool is_uring(const union short_name *name)
{
	return NAMED(name, "[io_uring]");
}

/* The number that identifies such a file: a process, a BPF object's ID, else the inode number. file: may be NULL. */
static __always_inline __u64 number_of(struct task_state *st, const char *from, struct inode *inode, struct file *file)
{
	bool of_pidfs = st->walk.magic == PID_FS_MAGIC;
	union short_name name = {};
	void *object;

	if (!of_pidfs && (st->walk.magic != ANON_INODE_FS_MAGIC || !file))
		return BPF_CORE_READ(inode, i_ino);
	object = of_pidfs ? BPF_CORE_READ(inode, i_private) : BPF_CORE_READ(file, private_data);
	bpf_probe_read_kernel_str(name.text, sizeof(name.text), from);
	if (of_pidfs || NAMED(&name, "[pidfd]"))
		return ids__number_in_own_ns(object);
	if (is_uring(&name))
		ask_of_process(bpf_get_current_pid_tgid() >> 32);
	if (NAMED(&name, "bpf-map"))
		return BPF_CORE_READ((struct bpf_map *)object, id);
	if (NAMED(&name, "bpf-prog"))
		return BPF_CORE_READ((struct bpf_prog *)object, aux, id);
	if (NAMED(&name, "bpf_link") || NAMED(&name, "bpf-link"))
		return BPF_CORE_READ((struct bpf_link *)object, id);
	if (NAMED(&name, "btf"))
		return BPF_CORE_READ((struct btf *)object, id);
	if (NAMED(&name, "[eventfd]"))
		return EVENTFD_ID | (__u32)BPF_CORE_READ((struct eventfd_ctx *)object, id);
	return BPF_CORE_READ(inode, i_ino);
}

/* Begins a walk; the file system is known. */
static __always_inline void begin_walk(struct walk *w, const struct path *p, __u32 at)
{
	struct mount *m = mount_of(p->mnt);

	w->dentry = (__u64)p->dentry;
	w->mount = (__u64)m;
	w->at = at;
	w->flags = 0;
	read_mount(m, &w->at_mount);
}

/* How a file was opened, as enum pipe_access: FMODE_READ and FMODE_WRITE of the kernel. */
static __always_inline __u32 access_of(struct file *file)
{
	return BPF_CORE_READ(file, f_mode) & PIPE_BOTH;
}

/* The master of a pseudoterminal: the number is the device's, and the index plus 1 above it. */
static __always_inline __u64 number_of_master(struct walk *w, struct file *file)
{
	struct tty_file_private *p = BPF_CORE_READ(file, private_data);
	struct tty_struct *tty = BPF_CORE_READ(p, tty);
	struct dentry *slave = BPF_CORE_READ(tty, link, driver_data);

	w->magic = BPF_CORE_READ(slave, d_inode, i_sb, s_dev);
	if (!w->magic)
		return TTY_PTMX;
	w->flags |= FILE_TERMINAL;
	return TTY_PTMX | (__u64)(BPF_CORE_READ(tty, index) + 1) << 32;
}

/* The number of a file in a directory: the device's, or the inode's. file: may be NULL. */
static __always_inline __u64 number_of_entry(struct walk *w, struct inode *inode, struct file *file)
{
	__u32 type = BPF_CORE_READ(inode, i_mode) & S_IFMT, rdev;

	if (type == S_IFIFO) {
		w->flags |= FILE_FIFO | access_of(file) * FILE_READS;
		w->magic = BPF_CORE_READ(inode, i_sb, s_dev);
	}
	if (type != S_IFCHR && type != S_IFBLK)
		return BPF_CORE_READ(inode, i_ino);
	rdev = BPF_CORE_READ(inode, i_rdev);
	w->flags |= type == S_IFCHR ? FILE_CHAR : FILE_BLOCK;
	if (type == S_IFCHR && rdev >> 20 == TTY_SLAVE_MAJOR) {
		w->flags |= FILE_TERMINAL;
		w->magic = BPF_CORE_READ(inode, i_sb, s_dev);
	} else if (type == S_IFCHR && rdev == TTY_PTMX) {
		return number_of_master(w, file);
	}
	return rdev;
}

/* Appends the names of a file. If its dentry is the root of a tree, but not of a mount, it lies in no directory. */
static __always_inline __u64 append_names_of(struct task_state *st, struct inode *inode, struct file *file)
{
	struct walk *w = &st->walk;
	struct dentry *d = (struct dentry *)w->dentry;
	struct entry_head e = {};
	__u64 number;

	read_entry(d, &e);
	if (e.parent == d && w->dentry != w->at_mount.root) {
		w->flags = FILE_PSEUDO;
		number = number_of(st, e.name.name, inode, file);
		append_kind(st, e.name.name, inode);
		return number;
	}
	if (!e.hashed && e.parent != d)
		w->flags = FILE_DELETED;
	append_path(st);
	return number_of_entry(w, inode, file);
}

/* Appends a PART_PATH chunk. file: NULL for a directory of the task. */
static __always_inline int append_file(struct task_state *st, __u32 to, int fd, const struct path *p, struct inode *inode, struct file *file)
{
	__u64 at = AGAIN(st->len), end, number;
	struct walk *w = &st->walk;
	struct file_path *f;
	struct mount *top;
	struct chunk *k;

	if (at > SMALL_END - sizeof(*f)) {
		st->call.flags |= CALL_SHORT;
		st->nreported = 0;
		return 0;
	}
	begin_walk(w, p, at);
	st->len = at + HDR + sizeof(*f);
	number = append_names_of(st, inode, file);
	at = AGAIN(w->at);		/* loaded again: the verifier has lost its bounds */
	end = AGAIN(st->len);
	clamp_to(at, SMALL_END - sizeof(*f));
	clamp_to(end, INFLIGHT_BYTES - 8);
	k = (struct chunk *)(st->inflight + at);
	k->len = end - at - HDR;
	address_chunk(k, PART_PATH, to);
	f = (struct file_path *)(k + 1);
	f->fd = fd;
	f->flags = w->flags;
	top = (struct mount *)w->mount;
	f->mnt_ns = BPF_CORE_READ(top, mnt_ns, ns.inum);
	f->magic = w->magic;
	f->number = number;
	pad_tail(st, end);
	st->len = (end + 7) & ~7u;
	return 0;
}
