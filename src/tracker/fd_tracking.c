// SPDX-License-Identifier: BSD-2-Clause
/* fd_tracking.c - follows descriptors and directories by the effects of calls, without asking the system. */
#define _GNU_SOURCE
#include "fd_tracking.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/close_range.h>
#include <linux/fs.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "pathname.h"

/* The value of the i-th argument that the row's effect is about. */
static uint64_t on(const struct call *c, unsigned i)
{
	return row__on(c->row, c->args, i);
}

static int dirfd_of(const struct call *c, unsigned i)
{
	int8_t d = c->row->args[i].dir_arg;

	return d < 0 || d >= CALL_ARGS ? AT_FDCWD : (int)c->args[d];
}

struct name *call__path(const struct thread *th, const struct call *c, unsigned i, struct span at)
{
	const struct chunk *k = call__chunk(c, i, PART_SELF, false);
	const struct name *dir;
	int fd;

	if (!k || !chunk__has_bytes(k) || chunk__status(k) == CHUNK_TRUNC || call__is_unsure(c, k))
		return NULL;
	if (k->len && *chunk__bytes(k) == '/')
		return fs__path(th->fs, (const char *)chunk__bytes(k), k->len);
	fd = dirfd_of(c, i);
	dir = fd == AT_FDCWD ? th->fs->cwd : fdtable__name(th->files, fd, at.began);
	if (!k->len)
		return fd == AT_FDCWD || !name__is_path(dir) ? NULL : name__get((struct name *)dir);	/* AT_EMPTY_PATH */
	return name__join(dir, (const char *)chunk__bytes(k), k->len);
}

static const struct fdinfo *fdinfo_of(const struct call *c, unsigned arg)
{
	const struct chunk *k = call__chunk(c, arg, PART_FDINFO, true);

	return k && k->len >= sizeof(struct fdinfo) ? (const struct fdinfo *)chunk__bytes(k) : NULL;
}

/* Does the chunk describe a descriptor? */
static bool is_of_fd(const struct chunk *k)
{
	unsigned part = k->part & PART_MASK;

	return (part == PART_FDINFO && k->len >= sizeof(struct fdinfo)) || (part == PART_PATH && k->len >= sizeof(struct file_path));
}

static int chunk__fd(const struct chunk *k)
{
	int32_t fd;

	memcpy(&fd, chunk__bytes(k), sizeof(fd));	/* the first field of both */
	return fd;
}

static struct name *chunk__fd_name(const struct thread *th, const struct chunk *k)
{
	const struct file_path *f = (const struct file_path *)chunk__bytes(k);
	struct name *n;

	if ((k->part & PART_MASK) == PART_PATH)
		return paths__share(th->all->paths, file_path__name(f, k->len), f->mnt_ns);
	n = name__of_fdinfo((const struct fdinfo *)chunk__bytes(k));
	paths__socket(th->all->paths, n);
	return n;
}

/* The chunk in which the kernel described the descriptor in argument `arg`, the result (CHUNK_RET) or the new directory. NULL: none. */
static const struct chunk *fd_chunk(const struct call *c, unsigned arg, bool out)
{
	const struct chunk *k = call__chunk(c, arg, PART_PATH, out);

	if (!k)
		k = call__chunk(c, arg, PART_FDINFO, out);
	return k && is_of_fd(k) ? k : NULL;
}

struct name *fd_tracking__registered(const struct thread *th, const struct call *c, int fd)
{
	CALL_CHUNKS_EACH(k, c)
		if (is_of_fd(k) && chunk__fd(k) == fd)
			return chunk__fd_name(th, k);
	return NULL;
}

static struct name *kernel_name(const struct thread *th, const struct call *c, unsigned arg)
{
	const struct chunk *k = fd_chunk(c, arg, true);

	return k ? chunk__fd_name(th, k) : NULL;
}

/* The absolute path of argument i, for a name that is kept. */
static struct name *passed_name(const struct thread *th, const struct call *c, int i, struct span at)
{
	return i < 0 ? NULL : paths__share(th->all->paths, call__path(th, c, i, at), th->fs->mnt_ns);
}

/* The value in `t` that means close-on-exec (O_CLOEXEC, SOCK_CLOEXEC, MFD_CLOEXEC, F_DUPFD_CLOEXEC, …). */
static bool table_has_cloexec(const struct flag_table *t, enum abi abi, uint64_t v)
{
	static const char end[] = "_CLOEXEC";

	if (t)
		t = flag_table__in(t, abi);
	for (unsigned i = 0; t && i < t->n; i++) {
		const struct flag *f = &t->flags[i];

		if (f->len >= sizeof(end) && !memcmp(f->name + f->len - sizeof(end) + 1, end, sizeof(end) - 1) &&
		    (t->bits ? f->value && (v & f->value) == f->value : v == f->value))
			return true;
	}
	return false;
}

static bool shape_has_cloexec(const struct call *c, unsigned arg, const struct shape *sh)
{
	const struct chunk *k = call__chunk(c, arg, PART_SELF, false);
	bool unknown = c->rec->flags & CALL_NO_MEMORY && (!k || call__is_unsure(c, k));	/* no name is better than a wrong one */

	for (unsigned i = 0; (k || unknown) && i < sh->nfields; i++) {
		const struct field *f = &sh->fields[i];

		if (f->spec.flags && (unknown || f->offset + f->size <= k->len) &&
		    table_has_cloexec(f->spec.flags, c->abi, unknown ? ~0ull : load_uint(chunk__bytes(k) + f->offset, f->size, c->swap)))
			return true;
	}
	return false;
}

/* Does a flags argument of the call, or a field of a structure it passes, have the close-on-exec flag? */
static bool wants_cloexec(const struct call *c)
{
	if (c->row->cloexec)
		return true;
	for (unsigned i = 0; i < c->row->nargs; i++) {
		const struct arg_spec *a = &c->row->args[i];

		if (table_has_cloexec(a->flags, c->abi, c->args[i]) || table_has_cloexec(a->flags2, c->abi, c->args[i]) ||
		    (a->shape && shape_has_cloexec(c, i, shape__of(a->shape, c->abi))))
			return true;
	}
	return false;
}

static void open_fd(struct thread *th, const struct call *c, struct span at)
{
	struct name *n = kernel_name(th, c, CHUNK_RET);

	if (!n && !call__chunk(c, CHUNK_RET, PART_PATH, true))	/* if the kernel sent the path, it is right; the one passed may have symbolic links */
		n = passed_name(th, c, row__path(c->row, 0), at);
	fdtable__set(th->files, c->ret, n, wants_cloexec(c), at.ended);
}

/* The name that the row gives to its descriptors: % is replaced by the call's first string. */
static struct name *named_by_row(const struct call *c)
{
	const char *text = c->row->fd_name, *at = strchr(text, '%');
	const struct chunk *k = NULL;
	char buf[512];
	int n;

	for (unsigned i = 0; at && !k && i < c->row->nargs; i++)
		if (c->row->args[i].kind->is_text)
			k = call__chunk(c, i, PART_SELF, false);
	if (!k || call__is_unsure(c, k))
		return at ? NULL : name__new(text, strlen(text));
	n = snprintf(buf, sizeof(buf), "%.*s%.*s%s", (int)(at - text), text, (int)k->len, (const char *)chunk__bytes(k), at + 1);
	return name__new(buf, n < (int)sizeof(buf) ? n : (int)sizeof(buf) - 1);
}

static void open_info(struct thread *th, const struct call *c, struct span at)
{
	struct name *n = kernel_name(th, c, CHUNK_RET);

	if (!n && c->row->fd_name)
		n = named_by_row(c);
	fdtable__set(th->files, c->ret, n, wants_cloexec(c), at.ended);
}

static bool is_pipe(const struct name *n)
{
	struct fdinfo f;

	return n && name__info(n, &f) && S_ISFIFO(f.mode);
}

/* Descriptors that the call stored in memory. Of a pipe the first is the end that reads. */
static void open_more(struct thread *th, const struct call *c, struct span at)
{
	unsigned pipes = 0;

	CALL_CHUNKS_EACH(k, c) {
		struct name *n;

		if (!(k->status & CHUNK_OUT) || !is_of_fd(k))
			continue;
		n = chunk__fd_name(th, k);
		if (c->row->effect == OPENS_PAIR && is_pipe(n))
			n->access = pipes++ ? PIPE_WRITES : PIPE_READS;
		fdtable__set(th->files, chunk__fd(k), n, wants_cloexec(c) || c->row->pidfd_at, at.ended);
	}
}

/* It may have been renamed. */
static void forget_path(struct thread *th, int fd, struct span at)
{
	if (name__is_path(fdtable__name(th->files, fd, at.began)))
		fdtable__check(th->files, fd, NULL, at.began, at.ended);
}

/* Applies the kernel's descriptions of the descriptors that were passed. */
static void check_fds(struct thread *th, const struct call *c, struct span at)
{
	CALL_CHUNKS_EACH(k, c) {
		if (!(k->status & CHUNK_OUT) && is_of_fd(k))
			fdtable__check(th->files, chunk__fd(k), chunk__fd_name(th, k), at.began, at.ended);
		else if (k->part == PART_PATH && k->arg < CALL_ARGS && chunk__status(k) == CHUNK_FAULT)
			forget_path(th, (int)c->args[k->arg], at);
	}
	for (unsigned i = 0; c->rec->flags & CALL_FDS && i < c->row->nargs; i++)
		if (c->row->args[i].kind->is_fd && (int)c->args[i] >= 0 && !fd_chunk(c, i, false))
			fdtable__check(th->files, c->args[i], NULL, at.began, at.ended);
}

static void dup_fd(struct thread *th, const struct call *c, int to, struct span at)
{
	int from = (int)on(c, 0);

	if (from != to)
		fdtable__set(th->files, to, name__get((struct name *)fdtable__name(th->files, from, at.began)),
			     wants_cloexec(c), at.ended);
}

int fd_tracking__replaces(const struct call *c)
{
	bool does = c->row && c->row->effect == DUPS_TO && c->done && !c->failed && !(c->rec->flags & CALL_NO_ARGS);

	return does && (int)on(c, 0) != (int)on(c, 1) ? (int)on(c, 1) : -1;
}

/* The arguments are not known, and so neither is what the returned descriptor is. */
static void forget_result(struct thread *th, const struct call *c, struct span at)
{
	if (c->row->ret == RET_FD && !c->failed)
		fdtable__set(th->files, c->ret, NULL, false, at.ended);
}

void fd_tracking__before(struct thread *th, const struct call *c, struct span at)
{
	const struct fdinfo *f;
	struct name *n;

	if (!c->row || !c->done || c->rec->flags & CALL_INJECTED)
		return;
	if (c->rec->flags & CALL_NO_ARGS) {
		forget_result(th, c, at);
		return;
	}
	if (c->rec->flags & (CALL_FDS | CALL_NAMES))
		check_fds(th, c, at);
	if (c->row->effect == NAMES_SOCK) {
		f = fdinfo_of(c, c->row->on[0]);
		n = f ? name__of_fdinfo(f) : NULL;
		paths__socket(th->all->paths, n);
		if (n)		/* also after an error: a connect in progress has an address */
			fdtable__set(th->files, f->fd, n, (unsigned)f->fd < th->files->n && th->files->slots[f->fd].cloexec, at.ended);
		return;
	}
	if (c->failed)
		return;
	switch (c->row->effect) {
	case OPENS_FD: open_fd(th, c, at); break;
	case OPENS_INFO: open_info(th, c, at); break;
	case OPENS_PAIR:
	case RECEIVES_FDS:
	case FORKS: open_more(th, c, at); break;
	case DUPS_FD: dup_fd(th, c, c->ret, at); break;
	case DUPS_TO: dup_fd(th, c, (int)on(c, 1), at); break;
	default: break;
	}
}

/* Descriptors of its own, if it shares them. false: no memory. */
static bool own_files(struct thread *th)
{
	struct fdtable *own = th->files->refs > 1 ? fdtable__copy(th->files) : fdtable__get(th->files);

	if (!own)
		return false;
	fdtable__put(th->files);
	th->files = own;
	return true;
}

static void close_range_of(struct thread *th, const struct call *c, struct span at)
{
	uint32_t first = on(c, 0), last = on(c, 1), flags = on(c, 2);

	if (flags & CLOSE_RANGE_UNSHARE)
		own_files(th);
	for (uint32_t fd = first; fd <= last && fd < th->files->n; fd++) {
		if (flags & CLOSE_RANGE_CLOEXEC)
			th->files->slots[fd].cloexec = true;
		else
			fdtable__close(th->files, fd, at.began, at.ended);
	}
}

/* The directory that the call changed to. */
static struct name *new_dir(const struct thread *th, const struct call *c, struct span at)
{
	const struct chunk *k = fd_chunk(c, CHUNK_RET, true);

	if (k && (k->part & PART_MASK) == PART_PATH)
		th->fs->mnt_ns = ((const struct file_path *)chunk__bytes(k))->mnt_ns;
	return k ? chunk__fd_name(th, k) : passed_name(th, c, row__path(c->row, 0), at);
}

/* The path in argument i with symbolic links resolved; last: also a link at its end. */
static struct name *real_path(const struct thread *th, const struct call *c, int i, struct span at, uint32_t mnt_ns, bool last)
{
	struct name *n = call__path(th, c, i, at), *real = n ? links__resolve(th->all->links, mnt_ns, n, last) : NULL;

	if (!real)
		return n;
	name__put(n);
	return real;
}

/* The thread's mount namespace. */
static uint32_t ns_of(const struct thread *th, const struct call *c)
{
	const struct chunk *k = fd_chunk(c, CHUNK_RET, true);

	return k && (k->part & PART_MASK) == PART_PATH ? ((const struct file_path *)chunk__bytes(k))->mnt_ns : th->fs->mnt_ns;
}

/* Removes or renames paths, for all threads that have the files open. */
static void change_paths(struct thread *th, const struct call *c, struct span at)
{
	uint32_t mnt_ns = ns_of(th, c);
	int i = row__path(c->row, 0), j = i < 0 ? -1 : row__path(c->row, i + 1);
	struct name *from = i < 0 ? NULL : real_path(th, c, i, at, mnt_ns, false), *to = j < 0 ? NULL : real_path(th, c, j, at, mnt_ns, false);

	if (from && c->row->effect == REMOVES)
		paths__removed(th->all->paths, from, mnt_ns);
	else if (from && to)
		paths__renamed(th->all->paths, from, to, mnt_ns, on(c, 0) & RENAME_EXCHANGE);
	name__put(from);
	name__put(to);
}

static void unshare_of(struct thread *th, uint64_t flags)
{
	if (flags & CLONE_FILES)
		own_files(th);
	if (flags & (CLONE_FS | CLONE_NEWNS | CLONE_NEWUSER) && th->fs->refs > 1) {
		struct fs *own = fs__copy(th->fs);

		if (own) {
			fs__put(th->fs);
			th->fs = own;
		}
	}
}

/* Sets the directories from the kernel's description after a call that may have changed them. */
static void check_dir(struct thread *th, const struct call *c, struct span at)
{
	if (fd_chunk(c, CHUNK_RET, true))
		fs__set_cwd(th->fs, new_dir(th, c, at));
}

static void enter_ns(struct thread *th, const struct call *c, struct span at)
{
	if (ns_of(th, c) != th->fs->mnt_ns)
		fs__chroot(th->fs, name__new("/", 1));
	check_dir(th, c, at);
}

/* pivot_root moves threads from the old root to the new one, which has the same path: a name of their own keeps them from following the old root's files. */
static void stay_at(struct name **dir, const struct name *top)
{
	struct name *n = *dir && (*dir)->len == top->len && !memcmp((*dir)->text, top->text, top->len) ? name__new(top->text, top->len) : NULL;

	if (!n)
		return;
	name__put(*dir);
	*dir = n;
}

static void pivot(struct thread *th, const struct call *c, struct span at)
{
	uint32_t ns = ns_of(th, c);
	struct name *top = th->fs->root ? name__get(th->fs->root) : name__new("/", 1);
	struct name *new = real_path(th, c, 0, at, ns, true), *old = real_path(th, c, 1, at, ns, true);

	if (top && new && old && !th->fs->root_lost) {
		HASH_EACH(&th->all->table, struct thread, o) {
			if (o->fs != th->fs && o->fs->mnt_ns != ns)
				continue;
			stay_at(&o->fs->cwd, top);
			stay_at(&o->fs->root, top);
		}
		paths__pivoted(th->all->paths, top, new, old, ns);
	}
	links__forget(th->all->links, ns);
	check_dir(th, c, at);
	name__put(top);
	name__put(new);
	name__put(old);
}

static void note_wait(struct thread *th, const struct call *c)
{
	const struct chunk *k = call__chunk(c, (unsigned)c->row->on[0], PART_SELF, true);

	th->waited.pid = (uint32_t)c->ret;
	th->waited.event = k && k->len >= 4 ? load_uint(chunk__bytes(k), 4, c->swap) >> 16 : 0;
}

void fd_tracking__after(struct thread *th, const struct call *c, struct span at)
{
	struct name *n;
	int fd;

	if (!c->row || !c->done || c->rec->flags & (CALL_NO_ARGS | CALL_INJECTED))
		return;
	fd = (int)on(c, 0);
	if (c->row->effect == CLOSES_FD) {
		if (c->ret != -EBADF)
			fdtable__close(th->files, fd, at.began, at.ended);
		return;
	}
	if (c->failed)
		return;
	switch (c->row->effect) {
	case WAITS:
		if (c->ret)		/* 0: WNOHANG, and there was none */
			note_wait(th, c);
		break;
	case CLOSES_RANGE:
		close_range_of(th, c, at);
		break;
	case SETS_CLOEXEC:
		if (fd >= 0 && (unsigned)fd < th->files->n)
			th->files->slots[fd].cloexec = c->row->on[1] < 0 ? c->row->cloexec : on(c, 1) & FD_CLOEXEC;
		break;
	case CHDIRS:
		fs__set_cwd(th->fs, new_dir(th, c, at));
		break;
	case FCHDIRS:
		n = new_dir(th, c, at);
		fs__set_cwd(th->fs, n ? n : name__get((struct name *)fdtable__name(th->files, fd, at.began)));
		break;
	case CHROOTS:
		fs__chroot(th->fs, new_dir(th, c, at));
		break;
	case REMOVES:
	case RENAMES:
		change_paths(th, c, at);
		break;
	case UNSHARES:
		unshare_of(th, on(c, 0));
		check_dir(th, c, at);
		break;
	case ENTERS_NS:
		enter_ns(th, c, at);
		break;
	case MOUNTS:
		check_dir(th, c, at);
		break;
	case PIVOTS:
		pivot(th, c, at);
		break;
	default:
		break;
	}
}

void fd_tracking__fork(struct threads *t, const struct rec_fork *r)
{
	struct thread *parent = threads__need(t, r->parent_tid, r->parent_tgid), *child;
	struct fdtable *files;
	struct fs *fs;

	if (!parent || parent->tid == r->rec.tid)
		return;
	threads__remove(t, r->rec.tid);		/* a reused tid */
	files = r->shares_files ? fdtable__get(parent->files) : fdtable__copy(parent->files);
	fs = r->shares_fs ? fs__get(parent->fs) : fs__copy(parent->fs);
	child = files && fs ? threads__need(t, r->rec.tid, r->rec.tgid) : NULL;
	if (!child) {
		fdtable__put(files);
		fs__put(fs);
		return;
	}
	fdtable__put(child->files);
	fs__put(child->fs);
	child->files = files;
	child->fs = fs;
	child->pid_ns = parent->pid_ns;
	child->owner = parent->owner;
	memcpy(child->comm, r->comm, COMM_LEN - 1);
}

void fd_tracking__exec(struct threads *t, const struct rec_exec *r)
{
	struct thread *th = threads__need(t, r->old_tid, r->rec.tgid);

	if (!th)
		return;
	threads__rename(t, th, r->rec.tid);
	th->exec_tid = r->old_tid != r->rec.tid ? r->old_tid : 0;
	if (memcmp(th->comm, r->comm, COMM_LEN - 1))	/* otherwise REC_COMM said so before */
		threads__was_named(th, r->rec.ts);
	memcpy(th->comm, r->comm, COMM_LEN - 1);
	if (own_files(th))		/* execve unshares the descriptor table */
		fdtable__close_on_exec(th->files, r->rec.ts);
}

static void forget_state(struct thread *th, const struct rec_loss *r)
{
	fdtable__forget(th->files, r->first, r->last);
	fs__set_cwd(th->fs, NULL);
}

void fd_tracking__lost(struct threads *t, const struct rec_loss *r)
{
	struct thread *th = threads__find(t, r->rec.tid);

	if (r->rec.tid) {
		if (th)
			forget_state(th, r);
		return;
	}
	HASH_EACH(&t->table, struct thread, any)
		forget_state(any, r);
}
