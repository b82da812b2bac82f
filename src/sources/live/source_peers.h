/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * source_peers.h - a layer above a live source: inserts a REC_PEER before a call when a process that is not traced turns out to have the other
 * end of a socket or a FIFO that a traced one connected, accepted or opened. --peers
 */
#pragma once

#include "sources/source_layer.h"

/* Takes ownership of `below`, except on failure. 0 or -ENOMEM. */
int source_peers__open(struct source **out, struct source *below);
