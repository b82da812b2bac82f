// SPDX-License-Identifier: BSD-2-Clause
/* stack_tree.c - sums of calls by their stacks, as a tree: the thread's name, functions, the call. */
#include <stdlib.h>
#include <string.h>

#include "lib/vec.h"
#include "report.h"
#include "symbols/frame.h"

#define NODES_MAX 200000

static struct stack_name *name_of(struct stack_tree *t, const char *text, bool is_call)
{
	size_t len = strlen(text);
	uint32_t key = hash__bytes(text, len, is_call);
	struct stack_name *n = HASH_FIND(&t->names, key, struct stack_name, v, v->is_call == is_call && !strcmp(v->text, text));

	if (n || !VEC_MORE(t->names_by_id, t->nnames, 1))
		return n;
	n = hash__new(&t->names, sizeof(*n) + len + 1, key);
	if (!n)
		return NULL;
	memcpy(n->text, text, len + 1);
	n->is_call = is_call;
	n->id = t->nnames;
	t->names_by_id[t->nnames++] = n;
	return n;
}

/* The node below one; *at becomes it. false: there is no room. */
static bool go_down(struct stack_tree *t, struct stack_node **at, const char *text, bool is_call)
{
	const struct stack_name *name = name_of(t, text, is_call);
	uint32_t parent = *at ? (*at)->id : 0;
	struct stack_node *n;

	if (!name)
		return false;
	n = hash__find(&t->nodes, (uint64_t)parent << 32 | name->id);
	if (!n) {
		if (t->n >= NODES_MAX || !VEC_MORE(t->by_id, t->n, 1))
			return false;
		n = hash__new(&t->nodes, sizeof(*n), (uint64_t)parent << 32 | name->id);
		if (!n)
			return false;
		n->parent = parent;
		n->name = name->id;
		t->by_id[t->n++] = n;
		n->id = t->n;		/* the root's is 0 */
	}
	*at = n;
	return true;
}

void stack_tree__add(struct stack_tree *t, const struct event *e, const char *call, uint64_t ns)
{
	struct stack_node *at = NULL;
	bool whole = go_down(t, &at, e->comm ? e->comm : "?", false);

	for (unsigned i = e->nframes; whole && i-- > 0;) {
		const struct location *l = e->frames[i].location;

		if (!l->kernel)
			whole = go_down(t, &at, l->symbol ? l->symbol : l->module ? l->module : "?", false);
	}
	whole = whole && go_down(t, &at, call, true);
	t->cut += !whole;
	if (!at)
		return;
	at->ns += ns;
	at->calls++;
}

void stack_tree__free(struct stack_tree *t)
{
	hash__drop(&t->nodes);
	hash__drop(&t->names);
	free(t->by_id);
	free(t->names_by_id);
}
