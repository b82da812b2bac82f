/* SPDX-License-Identifier: BSD-2-Clause */
/* source_inject.h - a layer above the source of calls: says of each call what was injected. */
#pragma once

#include "sources/source_layer.h"

struct inject;

/* Takes ownership of `below`, not of j. 0 or -ENOMEM. */
int source_inject__open(struct source **out, struct source *below, struct inject *j);
