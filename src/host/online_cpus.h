/* SPDX-License-Identifier: BSD-2-Clause */
/* online_cpus.h - which CPUs run now. A virtual machine may have hundreds that are possible, and few of them online. */
#pragma once

#include <stdbool.h>

#define ONLINE_CPUS "/sys/devices/system/cpu/online"

/* Sets online[i] for the CPUs below n that `path` lists, as ONLINE_CPUS does ("0-3,8"); for all if it cannot be read. */
void online_cpus__read(bool *online, unsigned n, const char *path);
