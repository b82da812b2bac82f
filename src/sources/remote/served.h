/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * served.h - a source whose records another host merges with its own, while they are made: it tells that host how far it is while no
 * records come (REC_MARK), and how far the clocks of both are apart (REC_START, and REC_CLOCK when they have drifted).
 */
#pragma once

#include "sources/source.h"

/* Takes ownership of `below`, also on failure. ahead: ns that the wall clock is ahead of the other host's. 0 or -ENOMEM. */
int served__over(struct source **out, struct source *below, int64_t ahead);
