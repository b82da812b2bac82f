/* SPDX-License-Identifier: BSD-2-Clause */
/* tally_filter.h - options applied to calls that were only counted. */
#pragma once

#include <stdbool.h>

#include "bpf/wire.h"

struct options;

/*
 * Do the options choose these calls? Options that ask for what was not counted choose none of them, and the first of these is said in a
 * message. So is the first that asks for a view of it. Live, the kernel has applied all options before it counted.
 */
bool tally_filter__wants(const struct options *o, const struct rec_tally *r);
