/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * source_owners.h - a layer above perf events, which do not tell whose threads are: inserts a REC_OWNER, from /proc, where a thread has set its user. A
 * move to another control group is found only then.
 */
#pragma once

#include "sources/source_layer.h"

/* Takes ownership of `below`, except on failure. 0 or -ENOMEM. */
int source_owners__open(struct source **out, struct source *below);
