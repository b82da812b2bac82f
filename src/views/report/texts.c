// SPDX-License-Identifier: BSD-2-Clause
/* texts.c - owns the texts of arguments and results: each different one is stored once, in the order of first use. */
#include <stdlib.h>
#include <string.h>

#include "report.h"

#define ARENA_BYTES (1u << 20)

struct text_arena {
	struct text_arena *next;
};

struct text {
	struct hash_node node;	/* by text */
	uint32_t id, len;
	char text[];
};

/* Eight bytes at a time: all text of a recording passes here. */
static uint64_t hash_of(const char *p, size_t n)
{
	const uint64_t factor = 0x9e3779b97f4a7c15ull;
	uint64_t h = n * factor, word;

	for (; n >= sizeof(word); p += sizeof(word), n -= sizeof(word)) {
		memcpy(&word, p, sizeof(word));
		h = (h ^ word) * factor;
		h ^= h >> 32;
	}
	word = 0;
	memcpy(&word, p, n);
	h = (h ^ word) * factor;
	return h ^ h >> 32;
}

/* From a block that is freed as a whole. NULL: no memory. */
static struct text *new_text(struct texts *t, size_t len)
{
	size_t need = (sizeof(struct text) + len + 7) & ~(size_t)7, size = need > ARENA_BYTES ? need : ARENA_BYTES;
	struct text *x;

	if (need > t->room) {
		struct text_arena *a = malloc(sizeof(*a) + size);

		if (!a)
			return NULL;
		a->next = t->arenas;
		t->arenas = a;
		t->free = (char *)(a + 1);
		t->room = size;
	}
	x = (struct text *)t->free;
	t->free += need;
	t->room -= need;
	return x;
}

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
	uint64_t key = hash_of(text, len);
	struct text *x = HASH_FIND(&t->table, key, struct text, v, v->len == len && !memcmp(v->text, text, len));

	if (x)
		return x->id;
	x = t->bytes + len <= t->most ? new_text(t, len) : NULL;
	if (!x || !hash__add(&t->table, &x->node, key)) {
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
	hash__free(&t->table);
	for (struct text_arena *a = t->arenas, *next; a; a = next) {
		next = a->next;
		free(a);
	}
	buf__free(&t->block);
}
