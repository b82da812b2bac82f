// SPDX-License-Identifier: BSD-2-Clause
/* links.c - a hash table of symbolic links, and path resolution by it. */
#include "links.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define LINKS_MAX 65536		/* bounds what a hostile recording can use */
#define TURNS 40		/* links in a path: the kernel's MAXSYMLINKS */

struct link {
	struct hash_node node;
	uint32_t mnt_ns;
	struct name *path, *to;
};

struct links {
	struct hash table;	/* of struct link */
};

struct links *links__new(void)
{
	return calloc(1, sizeof(struct links));
}

void links__free(struct links *l)
{
	if (!l)
		return;
	HASH_EACH(&l->table, struct link, k) {
		name__put(k->path);
		name__put(k->to);
		free(k);
	}
	hash__free(&l->table);
	free(l);
}

static uint32_t hash_of(uint32_t mnt_ns, const char *path, size_t len)
{
	return hash__bytes(path, len, mnt_ns);
}

static struct link *find(const struct links *l, uint32_t mnt_ns, const char *path, size_t len)
{
	return HASH_FIND(&l->table, hash_of(mnt_ns, path, len), struct link, k,
			 k->mnt_ns == mnt_ns && k->path->len == len && !memcmp(k->path->text, path, len));
}

const char *links__get(const struct links *l, uint32_t mnt_ns, const char *path, size_t len)
{
	const struct link *k = l->table.n ? find(l, mnt_ns, path, len) : NULL;

	return k && k->to ? k->to->text : NULL;
}

static struct link *make(struct links *l, uint32_t mnt_ns, const char *path, size_t len)
{
	struct link *k = l->table.n < LINKS_MAX ? calloc(1, sizeof(*k)) : NULL;

	if (!k)
		return NULL;
	k->path = name__new(path, len);
	k->mnt_ns = mnt_ns;
	if (k->path && hash__add(&l->table, &k->node, hash_of(mnt_ns, path, len)))
		return k;
	name__put(k->path);
	free(k);
	return NULL;
}

void links__set(struct links *l, uint32_t mnt_ns, const char *path, size_t len, const char *to, size_t to_len)
{
	struct link *k = find(l, mnt_ns, path, len);

	if (!k && to_len)
		k = make(l, mnt_ns, path, len);
	if (!k)
		return;
	name__put(k->to);
	k->to = to_len ? name__new(to, to_len) : NULL;
}

void links__forget(struct links *l, uint32_t mnt_ns)
{
	HASH_EACH(&l->table, struct link, k)
		if (k->mnt_ns == mnt_ns) {
			name__put(k->to);
			k->to = NULL;
		}
}

/* The length of the path up to the end of the component after `at`. */
static size_t component_end(const struct name *n, size_t at)
{
	const char *slash = memchr(n->text + at + 1, '/', n->len - at - 1);

	return slash ? (size_t)(slash - n->text) : n->len;
}

/* The path with its first `len` bytes, a link, replaced by the link's target. */
static struct name *replaced(struct name *n, size_t len, const char *to)
{
	struct name *dir = name__new(to, strlen(to)), *all;
	size_t rest = n->len - len;

	all = !dir ? NULL : rest ? name__join(dir, n->text + len + 1, rest - 1) : name__join(NULL, to, dir->len);
	name__put(dir);
	name__put(n);
	return all;
}

struct name *links__follow(links__ask *ask, void *ctx, const struct name *path, bool last)
{
	struct name *n = name__new(path->text, path->len);
	size_t at = 0, end;
	int turns = 0;

	while (n && at + 1 < n->len && turns < TURNS) {
		const char *to;

		end = component_end(n, at);
		if ((end == n->len && !last) || ask(ctx, n->text, end, &to) <= 0) {
			at = end;
			continue;
		}
		n = replaced(n, end, to);
		at = 0;
		turns++;
	}
	if (n && turns && turns < TURNS)
		return n;
	name__put(n);
	return NULL;
}

struct asked {
	const struct links *links;
	uint32_t mnt_ns;
};

static int ask_table(void *ctx, const char *path, size_t len, const char **to)
{
	const struct asked *a = ctx;

	*to = links__get(a->links, a->mnt_ns, path, len);
	return *to ? 1 : -1;
}

struct name *links__resolve(const struct links *l, uint32_t mnt_ns, const struct name *path, bool last)
{
	struct asked a = { .links = l, .mnt_ns = mnt_ns };

	return l->table.n && name__is_path(path) ? links__follow(ask_table, &a, path, last) : NULL;
}
