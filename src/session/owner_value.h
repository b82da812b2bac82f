/* SPDX-License-Identifier: BSD-2-Clause */
/* owner_value.h - whose a thread is, as columns and groups show it: its user, its control group, and the container, pod and unit of that. */
#pragma once

#include <stdint.h>

#include "lib/writer_options.h"

struct names;
struct thread_owner;

struct owner_value {
	enum { OWNER_UNKNOWN, OWNER_NONE, OWNER_IS } is;	/* OWNER_NONE: the group is in no container, pod or unit */
	uint64_t id;		/* of the user or group */
	const char *name;	/* NULL: of a user or group, it is not known. Borrowed until the next record */
};

/* owner NULL, or names NULL: not known. */
struct owner_value owner_value__of(enum owner_column column, const struct thread_owner *owner, const struct names *names);
/* Those of --show: to[n] for each bit n. Returns `to`. */
const struct owner_value *owner_values__fill(struct owner_value to[OWNER_COLUMNS], unsigned columns, const struct thread_owner *owner, const struct names *names);
