/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * source_names.h - a layer above a live source: inserts the names of users, groups and devices, in records before the first record
 * that has their IDs: --names. Likewise of control groups, and what they are in, of threads (REC_OWNER) and counts.
 */
#pragma once

#include "sources/source_layer.h"

/* calls: of what calls and signals show; users: of users that threads are of. Takes ownership of `below`, except on failure. 0 or -ENOMEM. */
int source_names__open(struct source **out, struct source *below, bool calls, bool users);
