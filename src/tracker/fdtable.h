/* SPDX-License-Identifier: BSD-2-Clause */
/* fdtable.h - names, descriptor tables and directories: shared by threads, with reference counts. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bpf/wire.h"
#include "lib/hash.h"

struct paths;

/* Files that others may have open without the same name, or that have other ends, and are not described by a struct fdinfo. */
enum name_object { NAME_PLAIN, NAME_FIFO, NAME_EVENTFD, NAME_TERMINAL, NAME_MASTER };

/*
 * The name of a descriptor or directory: a text; for sockets and pipes the kernel's description, from which the text is made when
 * needed. Descriptors share it, so a path changes for all of them when its file is renamed (paths.h).
 */
struct name {
	struct hash_node node;	/* in `in` */
	unsigned refs;
	uint32_t len;		/* bytes, without the NUL that follows */
	const char *text;	/* NULL: not yet made from the description */
	struct paths *in;	/* the table of shared paths that has it; NULL: none */
	uint32_t mnt_ns;
	bool deleted;		/* the text ends with " (deleted)": the file is in no directory */
	uint16_t device;	/* S_IFCHR, S_IFBLK: it is a device, whose number follows; 0: it is none, or this is not known */
	uint32_t rdev;		/* as in struct file_path */
	uint8_t access;		/* of a pipe or a FIFO: enum pipe_access */
	uint8_t object;		/* enum name_object; other than NAME_PLAIN: of one open file, so it is not shared with others of the same text */
	uint32_t device_of;	/* of a FIFO its file system's, of a pseudoterminal its devpts's, as the kernel encodes it */
	uint64_t number;	/* of a FIFO the inode, of an eventfd its EVENTFD_ID, of a pseudoterminal the index */
	uint16_t info;		/* bytes of a struct fdinfo in `first`, without its unused end; 0: `first` is a text */
	uint32_t made;		/* bytes of `first` */
	char first[];		/* the text or description it was created with */
};

struct name *name__new(const char *s, size_t len);	/* NULL: no memory */
struct name *name__of_fdinfo(const struct fdinfo *f);	/* NULL: no memory, or neither socket nor pipe */
bool name__info(const struct name *n, struct fdinfo *f);	/* unknown fields, and fd, state and mnt_ns, are 0. false: it has no description, only a text */
const char *name__render(const struct name *n, size_t *len);
static inline const char *name__text(const struct name *n, size_t *len)
{
	*len = n->len;
	return n->text ? n->text : name__render(n, len);
}
/* Is it an absolute path? */
static inline bool name__is_path(const struct name *n) { return n && !n->info && n->text[0] == '/'; }
void name__set_peer(struct name *n, uint64_t ino);	/* of an AF_UNIX socket */
/* Of which file it is. number: as in struct file_path; device: what is 0 is not known, and then nothing is set. */
void name__set_terminal(struct name *n, uint64_t number, uint64_t device);
void name__set_fifo(struct name *n, uint64_t ino, uint64_t device, unsigned access);
struct name *name__get(struct name *n);			/* NULL is fine */
void name__put(struct name *n);
/* Sets the text to a followed by b, which may be parts of the old text. false: no memory, the text is "?". */
bool name__set(struct name *n, const char *a, size_t alen, const char *b, size_t blen);
void paths__forget(struct name *n);			/* paths.c: the last reference is gone */

/* One descriptor: its name, and the one it had before `since`. */
struct fd_slot {
	struct name *now, *before;
	uint64_t since;		/* ns */
	uint64_t checked;	/* ns: exit of the last call in which the kernel described it, */
	uint64_t reported;		/* … and that call's entry */
	bool cloexec;
	bool is_uring;		/* no request can close it */
};

struct fdtable {
	unsigned refs;
	bool unsure;		/* one is an io_uring, which can open and close descriptors without calls */
	unsigned n;
	struct fd_slot *slots;
};

struct fdtable *fdtable__new(void);
struct fdtable *fdtable__copy(const struct fdtable *t);
struct fdtable *fdtable__get(struct fdtable *t);
void fdtable__put(struct fdtable *t);
/* Takes over the reference `n`; NULL closes. */
void fdtable__set(struct fdtable *t, int fd, struct name *n, bool cloexec, uint64_t ts);
/* Closes, unless the descriptor was opened after `began`: then another thread has reused the number. */
void fdtable__close(struct fdtable *t, int fd, uint64_t began, uint64_t ts);
/*
 * Sets what fd was according to the kernel at the entry (`began`) of a call that ended at `ts`; newer knowledge is kept. Takes over
 * the reference `n`; NULL: fd was not open.
 */
void fdtable__check(struct fdtable *t, int fd, struct name *n, uint64_t began, uint64_t ts);
/* Was fd's name confirmed at `ts`, or does it need no confirmation? */
static inline bool fdtable__is_sure(const struct fdtable *t, int fd, uint64_t ts)
{
	return !t->unsure || (fd >= 0 && (unsigned)fd < t->n && (t->slots[fd].checked == ts || t->slots[fd].is_uring));
}
/* The name of fd for a call whose entry was at `began`. NULL: not known. */
static inline const struct name *fdtable__name(const struct fdtable *t, int fd, uint64_t began)
{
	const struct fd_slot *s;

	if (!t || fd < 0 || (unsigned)fd >= t->n)
		return NULL;
	s = &t->slots[fd];
	return s->since > began && s->before ? s->before : s->now;
}
const struct name *fdtable__before(const struct fdtable *t, int fd);	/* the name before the last change */
void fdtable__close_on_exec(struct fdtable *t, uint64_t ts);
void fdtable__forget(struct fdtable *t, uint64_t first, uint64_t last);	/* the names that events lost between these times may have changed */

/* Working and root directory, shared by the threads of a process; paths in the mount namespace, not below the root. */
struct fs {
	unsigned refs;
	struct name *cwd;	/* NULL: not known */
	struct name *root;	/* NULL: "/", or, with root_lost, not known */
	bool root_lost;
	uint32_t mnt_ns;	/* mount namespace: its inode number; 0: not known */
};

struct fs *fs__new(void);
struct fs *fs__copy(const struct fs *f);
struct fs *fs__get(struct fs *f);
void fs__put(struct fs *f);
void fs__set_cwd(struct fs *f, struct name *cwd);	/* takes over the reference; NULL: not known */
void fs__chroot(struct fs *f, struct name *root);	/* takes over the reference; NULL: not known */
struct name *fs__path(const struct fs *f, const char *path, size_t len);	/* of an absolute path; NULL: not known */

/*
 * Joins `path` to directory `dir` and removes "." and "..", without using the file system. NULL if `path` is relative and `dir` is
 * unknown or no path.
 */
struct name *name__join(const struct name *dir, const char *path, size_t len);
