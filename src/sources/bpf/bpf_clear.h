/* SPDX-License-Identifier: BSD-2-Clause */
/* bpf_clear.h - empties the maps of programs that are kept, so that nothing of one run is visible to the next. */
#pragma once

#include "loaded.h"

/* At the beginning of a lease: all maps, except that the variables become `l->sel`. Without `plans` the maps of plans stay. 0 or -errno. */
int bpf_clear__all(struct loaded *l, bool plans);
/* At its end, when nothing is attached any more: what takes memory, or is written fast. 0 or -errno. */
int bpf_clear__records(struct loaded *l);
