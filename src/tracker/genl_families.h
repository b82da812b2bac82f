/* SPDX-License-Identifier: BSD-2-Clause */
/* genl_families.h - families of generic netlink: names of the ids that the kernel has given out. They are the same in all namespaces. */
#pragma once

#include <stdint.h>

#include "bpf/wire.h"
#include "lib/buf.h"

#define GENL_FAMILIES_MAX 1024	/* bounds what a hostile recording can use */

struct genl_family_id {
	uint16_t id;
	char name[GENL_NAME_LEN];	/* with its NUL */
};

/* Zeroed: none. */
struct genl_families {
	struct genl_family_id *of;	/* n of them, sorted by id */
	unsigned n;
};

void genl_families__set(struct genl_families *f, uint16_t id, const char *name, unsigned len);
const char *genl_families__name(const struct genl_families *f, uint16_t id);	/* NULL: not known */
void genl_families__dump(const struct genl_families *f, uint64_t ts, struct buf *records);	/* appends REC_GENL records */
void genl_families__free(struct genl_families *f);
