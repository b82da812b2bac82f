// SPDX-License-Identifier: BSD-2-Clause
/*
 * paths.c - a hash table of the names in use.
 *
 * Invariant: a path is in the table while it has references, unless its file was removed; a text occurs once per mount namespace, but for
 * names of FIFOs and pseudoterminals, of which each open file has its own.
 */
#include "paths.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

struct paths {
	struct hash table;	/* of struct name, by path */
	struct hash alone;	/* AF_UNIX sockets that had no peer when they were described, by inode */
};

static const char removed[] = " (deleted)";

struct paths *paths__new(void)
{
	return calloc(1, sizeof(struct paths));
}

void paths__free(struct paths *p)
{
	if (p) {
		hash__free(&p->table);
		hash__free(&p->alone);
	}
	free(p);
}

static uint32_t hash_of(const char *s, size_t len, uint32_t mnt_ns)
{
	return hash__bytes(s, len, hash__number(mnt_ns));
}

static struct name *find(const struct paths *p, const char *text, size_t len, uint32_t mnt_ns)
{
	return HASH_FIND(&p->table, hash_of(text, len, mnt_ns), struct name, n,
			 n->mnt_ns == mnt_ns && n->len == len && !memcmp(n->text, text, len));
}

static struct name *find_shared(const struct paths *p, const char *text, size_t len, uint32_t mnt_ns)
{
	return HASH_FIND(&p->table, hash_of(text, len, mnt_ns), struct name, n,
			 !n->object && n->mnt_ns == mnt_ns && n->len == len && !memcmp(n->text, text, len));
}

static void add(struct paths *p, struct name *n)
{
	if (hash__add(&p->table, &n->node, hash_of(n->text, n->len, n->mnt_ns)))
		n->in = p;
}

void paths__forget(struct name *n)
{
	hash__remove(n->info ? &n->in->alone : &n->in->table, &n->node);
	n->in = NULL;
}

struct name *paths__share(struct paths *p, struct name *n, uint32_t mnt_ns)
{
	struct name *known;

	if (!p || !n || n->in || n->refs > 1 || n->deleted || !name__is_path(n))
		return n;
	known = n->object ? NULL : find_shared(p, n->text, n->len, mnt_ns);
	if (known) {
		if (n->device) {
			known->device = n->device;
			known->rdev = n->rdev;
		}
		name__put(n);
		return name__get(known);
	}
	n->mnt_ns = mnt_ns;
	add(p, n);
	return n;
}

static uint64_t inode_of(const struct name *n)
{
	struct fdinfo f;

	return name__info(n, &f) ? f.ino : 0;
}

static void meet_peer(struct paths *p, const struct fdinfo *f)
{
	struct name *n = HASH_FIND(&p->alone, hash__number(f->peer_ino), struct name, n, inode_of(n) == f->peer_ino);

	if (!n)
		return;
	paths__forget(n);
	name__set_peer(n, f->ino);
}

void paths__socket(struct paths *p, struct name *n)
{
	struct fdinfo f;

	if (!p || !n || n->in || !name__info(n, &f) || f.family != AF_UNIX)
		return;
	if (f.peer_ino)
		meet_peer(p, &f);
	else if (hash__add(&p->alone, &n->node, hash__number(f.ino)))
		n->in = p;
}

void paths__peer(struct paths *p, const struct fdinfo *f)
{
	if (p && f->family == AF_UNIX && f->peer_ino)
		meet_peer(p, f);
}

static void remove_name(struct name *n)
{
	paths__forget(n);		/* a new file may get the same path */
	name__set(n, n->text, n->len, removed, sizeof(removed) - 1);
	n->deleted = true;
}

void paths__removed(struct paths *p, const struct name *path, uint32_t mnt_ns)
{
	struct name *n;

	while ((n = find(p, path->text, path->len, mnt_ns)))
		remove_name(n);
}

/* Length of the prefix that a directory's path is in paths below it ("/": 0). */
static size_t prefix_of(const struct name *dir)
{
	return dir->len == 1 ? 0 : dir->len;
}

static bool is_at(const struct name *n, const struct name *dir)
{
	size_t len = prefix_of(dir);

	return n->len >= len && (n->len == len || n->text[len] == '/') && !memcmp(n->text, dir->text, len);
}

static bool lies_at(const struct name *n, const struct name *dir, uint32_t mnt_ns)
{
	return n->mnt_ns == mnt_ns && is_at(n, dir);
}

/* Removes all paths at and below `dir` from the table, and returns them as a list. */
static struct hash_node *take_below(struct paths *p, const struct name *dir, uint32_t mnt_ns)
{
	struct hash_node *list = NULL;

	HASH_EACH(&p->table, struct name, n) {
		if (!lies_at(n, dir, mnt_ns))
			continue;
		paths__forget(n);
		n->node.next = list;
		list = &n->node;
	}
	return list;
}

/* Sets `to_set` to the path of `n`, with its prefix `from` replaced by `to`. */
static bool set_moved(struct name *to_set, const struct name *n, const struct name *from, const struct name *to)
{
	const char *rest = n->text + prefix_of(from);
	size_t len = prefix_of(n) - (prefix_of(n) ? prefix_of(from) : 0);

	return len || prefix_of(to) ? name__set(to_set, to->text, prefix_of(to), rest, len) : name__set(to_set, "/", 1, "", 0);
}

static void put_below(struct paths *p, struct hash_node *list, const struct name *from, const struct name *to)
{
	for (struct hash_node *next; list; list = next) {
		struct name *n = (struct name *)list;

		next = list->next;
		if (set_moved(n, n, from, to))
			add(p, n);
	}
}

void paths__renamed(struct paths *p, const struct name *from, const struct name *to, uint32_t mnt_ns, bool swap)
{
	struct hash_node *moved, *other = NULL;

	if (from->len == to->len && !memcmp(from->text, to->text, to->len))
		return;
	moved = take_below(p, from, mnt_ns);
	if (swap)
		other = take_below(p, to, mnt_ns);
	else
		paths__removed(p, to, mnt_ns);
	put_below(p, moved, from, to);
	put_below(p, other, to, from);
}

void paths__pivoted(struct paths *p, const struct name *top, const struct name *new, const struct name *old, uint32_t mnt_ns)
{
	struct name *place = name__new("", 0);
	struct hash_node *inside, *rest;

	if (place && is_at(new, top) && is_at(old, new) && set_moved(place, old, new, top)) {
		inside = take_below(p, new, mnt_ns);
		rest = take_below(p, top, mnt_ns);
		put_below(p, inside, new, top);
		put_below(p, rest, top, place);
	}
	name__put(place);
}
