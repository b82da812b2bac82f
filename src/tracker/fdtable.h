/* SPDX-License-Identifier: BSD-2-Clause */
/* fdtable.h - shared strings, descriptor tables and working directories: what threads share, counted. */
#ifndef TRACE_FDTABLE_H
#define TRACE_FDTABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bpf/wire.h"
#include "lib/hash.h"

struct paths;

/*
 * What a descriptor or a directory is: a text, or of sockets and pipes what the kernel said of them, of which the text is a rendering.
 * It is shared, and changes for all that share it when it is a path and its file is renamed (paths.h).
 */
struct name {
	struct hash_node node;	/* in `in` */
	unsigned refs;
	uint32_t len;		/* bytes, without the NUL that follows */
	const char *text;	/* NULL: with `info`, nobody has asked for it yet */
	struct paths *in;	/* a path that others may come to share; NULL: it is not */
	uint32_t mnt_ns;
	uint16_t info;		/* of `first`, bytes of a struct fdinfo, less what it does not use at its end; 0: it is a text */
	uint32_t made;		/* bytes of … */
	char first[];		/* … what it was made with */
};

struct name *name__new(const char *s, size_t len);	/* NULL: no memory */
struct name *name__of_fdinfo(const struct fdinfo *f);	/* NULL: no memory, or it is neither socket nor pipe */
bool name__info(const struct name *n, struct fdinfo *f);	/* what is not known of it, and its `fd`, `state` and `mnt_ns`, are 0. false: it is a text */
const char *name__render(const struct name *n, size_t *len);
static inline const char *name__text(const struct name *n, size_t *len)
{
	*len = n->len;
	return n->text ? n->text : name__render(n, len);
}
/* Is it an absolute path? */
static inline bool name__is_path(const struct name *n) { return n && !n->info && n->text[0] == '/'; }
struct name *name__get(struct name *n);			/* NULL is fine */
void name__put(struct name *n);
/* It is one text and then another from now on, which may be parts of what it was. false: there is no memory, and it is "?". */
bool name__set(struct name *n, const char *a, size_t alen, const char *b, size_t blen);
void paths__forget(struct name *n);			/* paths.c: nobody uses it any more */

/* One descriptor: what it names now, and what it named before `since`. */
struct fd_slot {
	struct name *now, *before;
	uint64_t since;		/* ns */
	uint64_t checked;	/* ns: when the kernel said last that it is so, */
	uint64_t reported;		/* … as of the beginning of that call */
	bool cloexec;
};

struct fdtable {
	unsigned refs;
	bool unsure;		/* an io_uring is among them: others come and go unseen */
	unsigned n;
	struct fd_slot *slots;
};

struct fdtable *fdtable__new(void);
struct fdtable *fdtable__copy(const struct fdtable *t);
struct fdtable *fdtable__get(struct fdtable *t);
void fdtable__put(struct fdtable *t);
/* Takes over the reference `n`; NULL closes. */
void fdtable__set(struct fdtable *t, int fd, struct name *n, bool cloexec, uint64_t ts);
/* Closes, unless the descriptor came into being after `began`: another thread has reused the number then. */
void fdtable__close(struct fdtable *t, int fd, uint64_t began, uint64_t ts);
/*
 * The kernel said what it was when a call began that has ended at `ts`. What is known since then stays. Takes over the reference `n`;
 * NULL: it was none.
 */
void fdtable__check(struct fdtable *t, int fd, struct name *n, uint64_t began, uint64_t ts);
/* Has that been said at `ts`, or need it not be? */
static inline bool fdtable__is_sure(const struct fdtable *t, int fd, uint64_t ts)
{
	return !t->unsure || (fd >= 0 && (unsigned)fd < t->n && t->slots[fd].checked == ts);
}
/* What fd named for a call that began at `began`. NULL: not known. */
static inline const struct name *fdtable__name(const struct fdtable *t, int fd, uint64_t began)
{
	const struct fd_slot *s;

	if (!t || fd < 0 || (unsigned)fd >= t->n)
		return NULL;
	s = &t->slots[fd];
	return s->since > began && s->before ? s->before : s->now;
}
const struct name *fdtable__before(const struct fdtable *t, int fd);	/* what it stood for until it was set last */
void fdtable__close_on_exec(struct fdtable *t, uint64_t ts);

/* The working directory that the threads of a process share, and what "/" is for them, both as the whole system sees them. */
struct fs {
	unsigned refs;
	struct name *cwd;	/* NULL: not known */
	struct name *root;	/* NULL: that of the system, or, with root_lost, not known */
	bool root_lost;
	uint32_t mnt_ns;	/* mount namespace: its inode number; 0: not known */
};

struct fs *fs__new(void);
struct fs *fs__copy(const struct fs *f);
struct fs *fs__get(struct fs *f);
void fs__put(struct fs *f);
void fs__set_cwd(struct fs *f, struct name *cwd);	/* takes over the reference; NULL: not known */
void fs__chroot(struct fs *f, struct name *root);	/* takes over the reference; NULL: it is not known where to */
struct name *fs__path(const struct fs *f, const char *path, size_t len);	/* of an absolute path; NULL: not known */

/*
 * `path` as seen from directory `dir`, made absolute and free of "." and "..", without asking any file system.
 * NULL when `path` is relative and `dir` is not known or not a path.
 */
struct name *name__join(const struct name *dir, const char *path, size_t len);

#endif
