/* SPDX-License-Identifier: BSD-2-Clause */
/* owner_names.h - names of users and groups, of one host. Those of namespaces are not told apart: only the host's are recorded. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "bpf/wire.h"
#include "lib/buf.h"
#include "lib/hash.h"

#define OWNER_NAMES_MAX 65536	/* bounds what a hostile recording can use */

/* Zeroed: none. */
struct owner_names {
	struct hash of;		/* by ID and kind */
};

/* Names that are empty, too long, or have a NUL are ignored. */
void owner_names__set(struct owner_names *o, uint32_t id, bool group, const char *name, size_t len);
const char *owner_names__get(const struct owner_names *o, uint32_t id, bool group);	/* NULL: not known. Borrowed until the next set() */
void owner_names__dump(const struct owner_names *o, uint64_t ts, struct buf *records);	/* appends REC_OWNER records */
void owner_names__free(struct owner_names *o);
/* Appends a REC_OWNER. */
void owner_names__record(struct buf *records, uint64_t ts, uint32_t id, bool group, const char *name);
