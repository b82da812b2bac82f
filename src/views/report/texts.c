// SPDX-License-Identifier: BSD-2-Clause
/* texts.c - owns the texts of arguments and results: each different one is stored once, in the order of first use. */
#include <stdlib.h>
#include <string.h>

#include "report.h"

struct text {
	struct hash_node node;	/* by text */
	uint32_t id, len;
	char text[];
};

static void store(struct texts *t, const char *text, size_t len)
{
	buf__add(&t->block, text, len);
	buf__add(&t->block, "\n", 1);
	if (++t->n % TEXTS_PER_BLOCK == 0) {
		embed__put(t->to, "t", (int)(t->n / TEXTS_PER_BLOCK - 1), t->block.p, t->block.len);
		t->block.len = 0;
	}
}

void texts__open(struct texts *t, struct embed *to, uint64_t most)
{
	*t = (struct texts){ .to = to, .most = most };
	store(t, "…", strlen("…"));
}

uint32_t texts__add(struct texts *t, const char *text, size_t len)
{
	uint32_t key = hash__bytes(text, len, 0);
	struct text *x = HASH_FIND(&t->table, key, struct text, v, v->len == len && !memcmp(v->text, text, len));

	if (x)
		return x->id;
	x = t->bytes + len <= t->most ? hash__new(&t->table, sizeof(*x) + len, key) : NULL;
	if (!x) {
		t->left_out++;
		return 0;
	}
	t->bytes += len;
	x->id = t->n;
	x->len = (uint32_t)len;
	memcpy(x->text, text, len);
	store(t, text, len);
	return x->id;
}

void texts__end(struct texts *t)
{
	if (t->block.len)
		embed__put(t->to, "t", (int)(t->n / TEXTS_PER_BLOCK), t->block.p, t->block.len);
	t->block.len = 0;
}

void texts__free(struct texts *t)
{
	hash__drop(&t->table);
	buf__free(&t->block);
}
