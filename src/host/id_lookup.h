/* SPDX-License-Identifier: BSD-2-Clause */
/* id_lookup.h - names of this machine's users, groups, devices, their drivers, and control groups. */
#pragma once

#include <stdint.h>

#include "bpf/wire.h"

/* The name of a device is that in /dev. A device without a driver has the name of its own as a driver's (vgem). NULL: the ID has none. Borrowed until the next call */
const char *id_lookup__name(enum id_of of, uint32_t id);
