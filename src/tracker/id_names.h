/* SPDX-License-Identifier: BSD-2-Clause */
/* id_names.h - names of users, groups and devices of one host. Those of namespaces are not told apart: only the host's are recorded. */
#pragma once

#include <stdint.h>

#include "bpf/wire.h"
#include "lib/buf.h"
#include "lib/hash.h"

#define ID_NAMES_MAX 65536	/* bounds what a hostile recording can use */

/* Zeroed: none. */
struct id_names {
	struct hash by_id;	/* and by what the ID is of */
};

/* Names that are empty, too long, or have a NUL are ignored. */
void id_names__set(struct id_names *t, enum id_of of, uint32_t id, const char *name, size_t len);
const char *id_names__get(const struct id_names *t, enum id_of of, uint32_t id);	/* NULL: not known. Borrowed until the next set() */
void id_names__dump(const struct id_names *t, uint64_t ts, struct buf *records);	/* appends REC_NAME records */
void id_names__free(struct id_names *t);
/* Appends a REC_NAME. */
void id_names__record(struct buf *records, uint64_t ts, enum id_of of, uint32_t id, const char *name);
