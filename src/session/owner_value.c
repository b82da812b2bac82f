// SPDX-License-Identifier: BSD-2-Clause
/* owner_value.c - names are those of the machine that traced, from records. */
#include "owner_value.h"

#include "beautifiers/show.h"
#include "tracker/owner.h"

static const enum id_of ids[OWNER_COLUMNS] = {
	[SHOW_USER] = ID_USER, [SHOW_CGROUP] = ID_CGROUP, [SHOW_CONTAINER] = ID_CONTAINER, [SHOW_POD] = ID_POD, [SHOW_UNIT] = ID_UNIT,
};

static const char *name_of(const struct names *names, enum id_of of, uint64_t id)
{
	return names && names->owner_name && id <= UINT32_MAX ? names->owner_name(names->ctx, of, (uint32_t)id) : NULL;
}

struct owner_value owner_value__of(enum owner_column column, const struct thread_owner *owner, const struct names *names)
{
	struct owner_value v = { .is = OWNER_IS };

	if (!owner || !(owner->has & (column == SHOW_USER ? OWNER_USER : OWNER_CGROUP)))
		return (struct owner_value){};
	v.id = column == SHOW_USER ? owner->uid : owner->cgroup;
	v.name = name_of(names, ids[column], v.id);
	if (!v.name && column >= SHOW_CONTAINER)	/* a group whose path is not known may be in one */
		v.is = name_of(names, ID_CGROUP, v.id) ? OWNER_NONE : OWNER_UNKNOWN;
	return v;
}

const struct owner_value *owner_values__fill(struct owner_value to[OWNER_COLUMNS], unsigned columns, const struct thread_owner *owner, const struct names *names)
{
	for (unsigned i = 0; i < OWNER_COLUMNS; i++)
		if (columns >> i & 1)
			to[i] = owner_value__of((enum owner_column)i, owner, names);
	return to;
}
