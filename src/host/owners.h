/* SPDX-License-Identifier: BSD-2-Clause */
/* owners.h - names of this machine's users and groups. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

const char *owners__name(uint32_t id, bool group);	/* NULL: it has none. Borrowed until the next call */
