/* SPDX-License-Identifier: BSD-2-Clause */
/* source_waits.h - a layer above the BPF source: of a REC_WAIT's kernel stack it keeps the name of the function that waits. */
#pragma once

#include "sources/source.h"

/* Takes ownership of `below`, except on failure. 0 or -ENOMEM. */
int source_waits__open(struct source **out, struct source *below);
