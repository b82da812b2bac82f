// SPDX-License-Identifier: BSD-2-Clause
/* groups.c - owns the tree of groups: one hash table of all, keyed by the group above and the value. */
#include "groups.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/vec.h"

static const char *const names[GROUP_BY_COUNT] = {
	[BY_SYSCALL] = "syscall", [BY_THREAD] = "thread", [BY_PROCESS] = "process", [BY_COMM] = "comm", [BY_CGROUP] = "cgroup", [BY_CONTAINER] = "container", [BY_POD] = "pod", [BY_UNIT] = "unit",
	[BY_USER] = "user",       [BY_FD] = "fd",         [BY_PATH] = "path",       [BY_ERRNO] = "errno",
};

const char *group_part__name(enum group_part p)
{
	return names[p];
}

static int find_part(const char *word, size_t len)
{
	for (int i = 0; i < GROUP_BY_COUNT; i++)
		if (strlen(names[i]) == len && !strncmp(names[i], word, len))
			return i;
	return -1;
}

int groups__read(const char *list, enum group_part *by, unsigned *n, const char **bad, size_t *len)
{
	*n = 0;
	for (*bad = list; ; *bad += *len + 1) {
		int part;

		*len = strcspn(*bad, ",");
		part = find_part(*bad, *len);
		if (part < 0 || *n == GROUP_PARTS)
			return -EINVAL;
		for (unsigned i = 0; i < *n; i++)
			if (by[i] == (enum group_part)part)
				return -EEXIST;
		by[(*n)++] = (enum group_part)part;
		if (!(*bad)[*len])
			return 0;
	}
}

static bool is_same(const struct call_group *a, const struct call_group *parent, const struct group_key *k)
{
	return a->parent == parent && a->key.number == k->number && a->key.len == k->len && !a->key.text == !k->text &&
	       (!k->text || !memcmp(a->key.text, k->text, k->len));
}

static uint64_t hash_of(const struct call_group *parent, const struct group_key *k)
{
	uint64_t h = (uintptr_t)parent * 31 + k->number;

	return k->text ? h ^ (uint64_t)hash__bytes(k->text, k->len, 0) << 20 : h;
}

static char *copy_of(const struct group_key *k)
{
	char *text = malloc(k->len + 1ul);

	return text ? memcpy(text, k->text, k->len) : NULL;
}

/* The group above lists it. */
static struct call_group *make(struct groups *g, struct call_group *parent, const struct group_key *k, uint64_t hash)
{
	char *text = k->text ? copy_of(k) : NULL;
	struct call_group *n = (g->most && g->table.n >= g->most) || !text != !k->text ? NULL : hash__new(&g->table, sizeof(*n), hash);

	if (!n) {
		free(text);
		return NULL;
	}
	n->parent = parent;
	n->depth = parent->depth + 1;
	n->key = (struct group_key){ k->number, text, k->len };
	n->next = parent->first;
	parent->first = n;
	parent->nbelow++;
	return n;
}

static struct call_group *below(struct groups *g, struct call_group *parent, const struct group_key *k)
{
	struct call_group **last = &g->last[parent->depth][k->number % GROUPS_RECENT], *found = *last;
	uint64_t hash;

	if (found && is_same(found, parent, k))
		return found;
	hash = hash_of(parent, k);
	found = HASH_FIND(&g->table, hash, struct call_group, n, is_same(n, parent, k));
	if (!found)
		found = make(g, parent, k, hash);
	if (found)
		*last = found;
	return found;
}

struct call_group *groups__at(struct groups *g, const struct group_key *keys)
{
	struct call_group *at = &g->root, *next;

	for (unsigned i = 0; i < g->nparts; i++) {
		next = below(g, at, &keys[i]);
		if (!next) {
			g->refused++;
			return at;
		}
		at = next;
	}
	return at;
}

/* -- Errors ---------------------------------------------------------------------------------------------------------- */

static struct group_error *error_of(struct call_group *g, unsigned number)
{
	for (unsigned i = 0; i < g->nerrors; i++)
		if (g->errors[i].number == number)
			return &g->errors[i];
	if (!VEC_MORE(g->errors, g->nerrors, 1))
		return NULL;
	g->errors[g->nerrors] = (struct group_error){ .number = number };
	return &g->errors[g->nerrors++];
}

static void vote(struct group_error *e, uint64_t weight, const char *path, size_t len)
{
	if (e->path && strlen(e->path) == len && !memcmp(e->path, path, len)) {
		e->weight += weight;
	} else if (e->path && e->weight >= weight) {
		e->weight -= weight;
	} else {
		free(e->path);
		e->path = strndup(path, len);
		e->weight = weight - e->weight;
	}
}

void group__add_error(struct call_group *g, unsigned number, uint64_t calls, uint64_t weight, const char *path, size_t len)
{
	struct group_error *e = error_of(g, number);

	if (!e)
		return;
	e->calls += calls;
	if (path)
		vote(e, weight, path, len);
}

static int compare_errors(const void *a, const void *b)
{
	const struct group_error *x = a, *y = b;

	return x->calls != y->calls ? (x->calls < y->calls ? 1 : -1) : (x->number > y->number) - (x->number < y->number);
}

void group__sort_errors(struct call_group *g)
{
	if (g->nerrors)
		qsort(g->errors, g->nerrors, sizeof(*g->errors), compare_errors);
}

static void free_errors(struct call_group *g)
{
	for (unsigned i = 0; i < g->nerrors; i++)
		free(g->errors[i].path);
	free(g->errors);
}

static void merge_errors(struct call_group *g, const struct call_group *other)
{
	for (unsigned i = 0; i < other->nerrors; i++) {
		const struct group_error *e = &other->errors[i];

		group__add_error(g, e->number, e->calls, e->weight, e->path, e->path ? strlen(e->path) : 0);
	}
}

/* -- The tree --------------------------------------------------------------------------------------------------------- */

static void sum_below(struct call_group *of)
{
	for (struct call_group *n = of->first; n; n = n->next) {
		sum_below(n);
		tally__merge(&of->tally, &n->tally);
		merge_errors(of, n);
	}
}

void groups__sum(struct groups *g)
{
	sum_below(&g->root);
}

struct order {
	int (*compare)(const struct call_group *a, const struct call_group *b, void *ctx);
	void *ctx;
};

static int compare_two(const void *a, const void *b, void *ctx)
{
	const struct order *o = ctx;

	return o->compare(*(const struct call_group *const *)a, *(const struct call_group *const *)b, o->ctx);
}

struct call_group **group__below(const struct call_group *of, int (*compare)(const struct call_group *a, const struct call_group *b, void *ctx), void *ctx)
{
	struct call_group **list = of->nbelow ? calloc(of->nbelow, sizeof(*list)) : NULL;
	struct order order = { compare, ctx };
	unsigned n = 0;

	for (struct call_group *i = of->first; list && i; i = i->next)
		list[n++] = i;
	if (list)
		qsort_r(list, n, sizeof(*list), compare_two, &order);
	return list;
}

void groups__clear(struct groups *g)
{
	HASH_EACH(&g->table, struct call_group, n) {
		tally__free(&n->tally);
		free((char *)n->key.text);
		free_errors(n);
	}
	hash__drop(&g->table);
	tally__free(&g->root.tally);
	free_errors(&g->root);
	g->root = (struct call_group){};
	memset(g->last, 0, sizeof(g->last));
	g->refused = 0;
}
