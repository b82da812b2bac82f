/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * source_peers.h - a layer above a live source: inserts a REC_PEER before a call when a process that is not traced turns out to have the other
 * end of a socket or a FIFO that a traced one connected, accepted or opened; and when a call waits for a lock of a file, or has not got it, those
 * that say who has it. --peers
 */
#pragma once

#include "sources/source_layer.h"

/* all: every process is traced, and has its ends in records of its own. Takes ownership of `below`, except on failure. 0 or -ENOMEM. */
int source_peers__open(struct source **out, struct source *below, bool all);
