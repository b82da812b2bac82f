/* SPDX-License-Identifier: BSD-2-Clause */
/* bpf_nexts.h - fills the maps of tail calls. */
#pragma once

#include "loaded.h"

/* To be called once: kept programs have theirs. 0 or -errno. */
int bpf_nexts__add(const struct loaded *l);
