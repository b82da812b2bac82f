// SPDX-License-Identifier: BSD-2-Clause
/* fdtable.c - shared strings, descriptor tables and working directories. All of it lives in user space only. */
#include "fdtable.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "sockname.h"

#define FD_MAX (1 << 20)	/* descriptors above this are not followed */
#define MEMORY_MAX (256ul << 20)	/* bytes of all names and tables: bounds what a hostile recording can use */

static size_t in_use;

/* false: the limit is reached. */
static bool charge(size_t bytes)
{
	if (__atomic_add_fetch(&in_use, bytes, __ATOMIC_RELAXED) <= MEMORY_MAX)
		return true;
	__atomic_sub_fetch(&in_use, bytes, __ATOMIC_RELAXED);
	return false;
}

static void uncharge(size_t bytes)
{
	__atomic_sub_fetch(&in_use, bytes, __ATOMIC_RELAXED);
}

static struct name *new_name(const void *p, size_t len)
{
	struct name *n = charge(sizeof(*n) + len + 1) ? malloc(sizeof(*n) + len + 1) : NULL;

	if (!n)
		return NULL;
	memset(n, 0, sizeof(*n));
	n->refs = 1;
	memcpy(n->first, p, len);
	n->first[len] = 0;
	n->made = len;
	return n;
}

struct name *name__new(const char *s, size_t len)
{
	struct name *n = new_name(s, len);

	if (n) {
		n->text = n->first;
		n->len = len;
	}
	return n;
}

struct name *name__of_fdinfo(const struct fdinfo *f)
{
	size_t len = fdinfo__used(f);
	struct fdinfo kept = *f;
	struct name *n;

	kept.fd = 0;		/* several descriptors may share the name, */
	kept.state = 0;		/* and the state changes without a call */
	n = len ? new_name(&kept, len) : NULL;
	if (n) {
		n->info = len;
		n->access = f->access;
	}
	return n;
}

bool name__info(const struct name *n, struct fdinfo *f)
{
	memset(f, 0, sizeof(*f));
	memcpy(f, n->first, n->info);
	return n->info;
}

const char *name__render(const struct name *n, size_t *len)
{
	struct name *mine = (struct name *)n;
	char buf[FDINFO_TEXT];
	struct fdinfo f;

	name__info(n, &f);
	*len = fdinfo__render(&f, buf);
	name__set(mine, buf, *len, "", 0);
	*len = n->len;
	return n->text;
}

static void free_text(struct name *n)
{
	if (!n->text || n->text == n->first)
		return;
	uncharge(n->len + 1);
	free((char *)n->text);
}

bool name__set(struct name *n, const char *a, size_t alen, const char *b, size_t blen)
{
	char *text = charge(alen + blen + 1) ? malloc(alen + blen + 1) : NULL;

	if (!text) {
		free_text(n);
		n->info = 0;
		n->first[0] = '?';
		n->first[n->made ? 1 : 0] = 0;
		n->text = n->first;
		n->len = n->made ? 1 : 0;
		return false;
	}
	memcpy(text, a, alen);
	memcpy(text + alen, b, blen);
	text[alen + blen] = 0;
	free_text(n);
	n->text = text;
	n->len = alen + blen;
	return true;
}

void name__set_peer(struct name *n, uint64_t ino)
{
	memcpy(n->first + offsetof(struct fdinfo, peer_ino), &ino, sizeof(ino));
	free_text(n);
	n->text = NULL;
	n->len = 0;
}

static void set_object(struct name *n, enum name_object object, uint64_t number, uint64_t device)
{
	n->object = (uint8_t)object;
	n->number = number;
	n->device_of = (uint32_t)device;
}

void name__set_terminal(struct name *n, uint64_t number, uint64_t device)
{
	uint32_t rdev = (uint32_t)number;

	if (device && rdev >> 20 == TTY_SLAVE_MAJOR)
		set_object(n, NAME_TERMINAL, rdev & 0xfffff, device);
	else if (device && rdev == TTY_PTMX && number >> 32)
		set_object(n, NAME_MASTER, (number >> 32) - 1, device);
}

void name__set_fifo(struct name *n, uint64_t ino, uint64_t device, unsigned access)
{
	if (device)
		set_object(n, NAME_FIFO, ino, device);
	n->access = (uint8_t)access;
}

struct name *name__get(struct name *n)
{
	if (n)
		n->refs++;
	return n;
}

void name__put(struct name *n)
{
	if (!n || --n->refs)
		return;
	if (n->in)
		paths__forget(n);
	free_text(n);
	uncharge(sizeof(*n) + n->made + 1);
	free(n);
}

struct fdtable *fdtable__new(void)
{
	struct fdtable *t = calloc(1, sizeof(*t));

	if (t)
		t->refs = 1;
	return t;
}

struct fdtable *fdtable__copy(const struct fdtable *t)
{
	struct fdtable *c = fdtable__new();

	if (!c || !t || !t->n)
		return c;
	if (!charge(t->n * sizeof(*c->slots)))
		return c;
	c->slots = calloc(t->n, sizeof(*c->slots));
	if (!c->slots) {
		uncharge(t->n * sizeof(*c->slots));
		return c;
	}
	c->n = t->n;
	c->unsure = t->unsure;
	for (unsigned i = 0; i < t->n; i++) {
		c->slots[i] = t->slots[i];
		name__get(c->slots[i].now);
		c->slots[i].before = NULL;
	}
	return c;
}

struct fdtable *fdtable__get(struct fdtable *t)
{
	if (t)
		t->refs++;
	return t;
}

void fdtable__put(struct fdtable *t)
{
	if (!t || --t->refs)
		return;
	for (unsigned i = 0; i < t->n; i++) {
		name__put(t->slots[i].now);
		name__put(t->slots[i].before);
	}
	uncharge(t->n * sizeof(*t->slots));
	free(t->slots);
	free(t);
}

static struct fd_slot *slot_of(struct fdtable *t, int fd)
{
	if (fd < 0 || fd >= FD_MAX)
		return NULL;
	if ((unsigned)fd >= t->n) {
		unsigned n = (fd + 16) * 3 / 2;
		size_t more = (n - t->n) * sizeof(*t->slots);
		struct fd_slot *s = charge(more) ? realloc(t->slots, n * sizeof(*s)) : NULL;

		if (!s)
			return NULL;
		memset(s + t->n, 0, (n - t->n) * sizeof(*s));
		t->slots = s;
		t->n = n;
	}
	return &t->slots[fd];
}

static bool is_uring(const struct name *n)
{
	static const char uring[] = "anon_inode:[io_uring]";

	return n && !n->info && n->len == sizeof(uring) - 1 && !memcmp(n->text, uring, n->len);
}

void fdtable__set(struct fdtable *t, int fd, struct name *n, bool cloexec, uint64_t ts)
{
	struct fd_slot *s = slot_of(t, fd);

	if (!s) {
		name__put(n);
		return;
	}
	name__put(s->before);
	s->before = s->now;
	s->now = n;
	s->is_uring = is_uring(n);
	t->unsure |= s->is_uring;
	s->since = ts;
	s->cloexec = cloexec;
}

static bool is_same(const struct name *a, const struct name *b)
{
	if (a->object != b->object || a->number != b->number || a->device_of != b->device_of)
		return false;
	if (a->access && b->access && a->access != b->access)
		return false;
	if (a->info || b->info)
		return a->info == b->info && !memcmp(a->first, b->first, a->info);
	return a->len == b->len && !memcmp(a->text, b->text, a->len);
}

void fdtable__check(struct fdtable *t, int fd, struct name *n, uint64_t began, uint64_t ts)
{
	struct fd_slot *s = slot_of(t, fd);
	bool news = s && s->since <= began && s->reported <= began;

	if (news && s->now && n && is_same(s->now, n)) {
		if (!s->now->access)
			s->now->access = n->access;
		name__put(n);
	} else if (news && (s->now || n)) {
		fdtable__set(t, fd, n, s->cloexec, began);
	} else {
		name__put(n);
	}
	if (news)
		s->reported = began;
	if (s)
		s->checked = ts;
}

void fdtable__close(struct fdtable *t, int fd, uint64_t began, uint64_t ts)
{
	if (fd < 0 || (unsigned)fd >= t->n || !t->slots[fd].now || t->slots[fd].since > began)
		return;
	fdtable__set(t, fd, NULL, false, ts);
}

const struct name *fdtable__before(const struct fdtable *t, int fd)
{
	return t && fd >= 0 && (unsigned)fd < t->n ? t->slots[fd].before : NULL;
}

void fdtable__close_on_exec(struct fdtable *t, uint64_t ts)
{
	for (unsigned i = 0; i < t->n; i++)
		if (t->slots[i].cloexec)
			fdtable__set(t, i, NULL, false, ts);
}

void fdtable__forget(struct fdtable *t, uint64_t first, uint64_t last)
{
	for (unsigned i = 0; i < t->n; i++)
		if (t->slots[i].now && t->slots[i].since <= last)
			fdtable__set(t, i, NULL, false, first);
}

struct fs *fs__new(void)
{
	struct fs *f = calloc(1, sizeof(*f));

	if (f)
		f->refs = 1;
	return f;
}

struct fs *fs__copy(const struct fs *f)
{
	struct fs *c = fs__new();

	if (c && f) {
		c->cwd = name__get(f->cwd);
		c->root = name__get(f->root);
		c->root_lost = f->root_lost;
		c->mnt_ns = f->mnt_ns;
	}
	return c;
}

struct fs *fs__get(struct fs *f)
{
	if (f)
		f->refs++;
	return f;
}

void fs__put(struct fs *f)
{
	if (!f || --f->refs)
		return;
	name__put(f->cwd);
	name__put(f->root);
	free(f);
}

/* The name if it is a path; a hostile recording may have a socket as a directory. */
static struct name *directory(struct name *n)
{
	if (!n || !n->info)
		return n;
	name__put(n);
	return NULL;
}

void fs__set_cwd(struct fs *f, struct name *cwd)
{
	name__put(f->cwd);
	f->cwd = directory(cwd);
}

void fs__chroot(struct fs *f, struct name *root)
{
	bool top;

	root = directory(root);
	top = root && root->len == 1 && root->text[0] == '/';
	name__put(f->root);
	f->root = top ? NULL : root;
	f->root_lost = !root;
	if (top)
		name__put(root);
}

/* Appends the components of p to the absolute path in buf; "" stands for "/". Returns the new length. */
static size_t append(char *buf, size_t at, size_t size, const char *p, size_t len)
{
	const char *end = p + len;

	while (p < end) {
		const char *slash = memchr(p, '/', end - p);
		size_t n = (slash ? slash : end) - p;

		if (n == 2 && p[0] == '.' && p[1] == '.') {
			while (at && buf[--at] != '/')
				;
		} else if (n && !(n == 1 && p[0] == '.') && at + 1 + n < size) {
			buf[at++] = '/';
			memcpy(buf + at, p, n);
			at += n;
		}
		p += n + 1;
	}
	return at;
}

struct name *name__join(const struct name *dir, const char *path, size_t len)
{
	char buf[2 * PATH_MAX + 2];
	size_t at = 0;

	if (!len || path[0] != '/') {
		if (!name__is_path(dir))
			return NULL;
		at = append(buf, 0, sizeof(buf), dir->text, dir->len);
	}
	at = append(buf, at, sizeof(buf), path, len);
	if (!at)
		buf[at++] = '/';
	return name__new(buf, at);
}

struct name *fs__path(const struct fs *f, const char *path, size_t len)
{
	char buf[2 * PATH_MAX + 2];
	size_t at;

	if (f->root_lost)
		return NULL;
	if (!f->root)
		return name__join(NULL, path, len);
	if (f->root->len > PATH_MAX)
		return NULL;
	memcpy(buf, f->root->text, f->root->len);
	at = append(buf + f->root->len, 0, sizeof(buf) - f->root->len, path, len);	/* ".." does not leave the root */
	return name__new(buf, f->root->len + at);
}
