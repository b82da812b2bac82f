/* SPDX-License-Identifier: BSD-2-Clause */
/* bpf_lease.h - programs and maps that are kept from run to run: taken over from an earlier run, cleared, and left to the next. */
#pragma once

#include <stdbool.h>

#include "loaded.h"

/* Takes over those that an earlier run with the same settings left, with empty maps. false: there are none that can be used. */
bool bpf_lease__begin(struct loaded *l);
/* Keeps those that were loaded, from now on. They are in use. */
void bpf_lease__keep(struct loaded *l);
/* bpf_lease__end() comes soon: the next run may wait for that. */
void bpf_lease__leave(struct loaded *l);
/* Leaves them to the next run; nothing is attached any more. */
void bpf_lease__end(struct loaded *l);
/* Closes those that were taken over. */
void bpf_lease__forget(struct loaded *l);
/* l->bss and l->ring_ctls, of those that were loaded. 0 or -errno. */
int bpf_lease__map_variables(struct loaded *l);
void bpf_lease__unmap_variables(struct loaded *l);
