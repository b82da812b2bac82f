// SPDX-License-Identifier: BSD-2-Clause
/* id_names.c - a hash table of names; a key is an ID, with what it is of above. */
#include "id_names.h"

#include <stdlib.h>
#include <string.h>

#include "lib/record.h"

struct id_name {
	struct hash_node node;
	char *name;
};

static uint64_t key_of(enum id_of of, uint32_t id)
{
	return (uint64_t)of << 32 | id;
}

void id_names__set(struct id_names *t, enum id_of of, uint32_t id, const char *name, size_t len)
{
	struct id_name *n = hash__find(&t->by_id, key_of(of, id));
	char *copy;

	if (!len || len > ID_NAME_MAX || memchr(name, '\0', len) || (!n && t->by_id.n >= ID_NAMES_MAX))
		return;
	copy = strndup(name, len);
	if (copy && !n)
		n = hash__new(&t->by_id, sizeof(*n), key_of(of, id));
	if (!copy || !n) {
		free(copy);
		return;
	}
	free(n->name);
	n->name = copy;
}

const char *id_names__get(const struct id_names *t, enum id_of of, uint32_t id)
{
	const struct id_name *n = hash__find(&t->by_id, key_of(of, id));

	return n ? n->name : NULL;
}

void id_names__record(struct buf *records, uint64_t ts, enum id_of of, uint32_t id, const char *name)
{
	struct rec_name r = {
		.rec = record__head(REC_NAME, 0, ts, 0, 0), .id = id, .of = of, .name_len = (uint32_t)strlen(name),
	};
	size_t at = record__begin(records, &r, sizeof(r));

	buf__add(records, name, r.name_len);
	record__end(records, at);
}

void id_names__dump(const struct id_names *t, uint64_t ts, struct buf *records)
{
	HASH_EACH(&t->by_id, const struct id_name, n)
		id_names__record(records, ts, (enum id_of)(n->node.key >> 32), (uint32_t)n->node.key, n->name);
}

void id_names__free(struct id_names *t)
{
	HASH_EACH(&t->by_id, struct id_name, n)
		free(n->name);
	hash__drop(&t->by_id);
}
