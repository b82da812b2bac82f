// SPDX-License-Identifier: BSD-2-Clause
/* owner_names.c - a hash table of names; an ID's key has whether it is a group's in the bit above. */
#include "owner_names.h"

#include <stdlib.h>
#include <string.h>

#include "lib/record.h"

struct owner_name {
	struct hash_node node;
	char *name;
};

static uint64_t key_of(uint32_t id, bool group)
{
	return (uint64_t)group << 32 | id;
}

void owner_names__set(struct owner_names *o, uint32_t id, bool group, const char *name, size_t len)
{
	struct owner_name *n = hash__find(&o->of, key_of(id, group));
	char *copy;

	if (!len || len > OWNER_NAME_MAX || memchr(name, '\0', len) || (!n && o->of.n >= OWNER_NAMES_MAX))
		return;
	copy = strndup(name, len);
	if (copy && !n)
		n = hash__new(&o->of, sizeof(*n), key_of(id, group));
	if (!copy || !n) {
		free(copy);
		return;
	}
	free(n->name);
	n->name = copy;
}

const char *owner_names__get(const struct owner_names *o, uint32_t id, bool group)
{
	const struct owner_name *n = hash__find(&o->of, key_of(id, group));

	return n ? n->name : NULL;
}

void owner_names__record(struct buf *records, uint64_t ts, uint32_t id, bool group, const char *name)
{
	struct rec_owner r = {
		.rec = record__head(REC_OWNER, 0, ts, 0, 0), .id = id, .group = group, .name_len = (uint32_t)strlen(name),
	};
	size_t at = record__begin(records, &r, sizeof(r));

	buf__add(records, name, r.name_len);
	record__end(records, at);
}

void owner_names__dump(const struct owner_names *o, uint64_t ts, struct buf *records)
{
	HASH_EACH(&o->of, const struct owner_name, n)
		owner_names__record(records, ts, (uint32_t)n->node.key, n->node.key >> 32, n->name);
}

void owner_names__free(struct owner_names *o)
{
	HASH_EACH(&o->of, struct owner_name, n)
		free(n->name);
	hash__drop(&o->of);
}
