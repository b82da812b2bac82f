/* SPDX-License-Identifier: BSD-2-Clause */
/* build_id.h - which build of this program is running. */
#pragma once

#include <stdint.h>

/* A hash of this program's build ID; 0: it was linked without one. */
uint64_t build_id__own(void);
