/* SPDX-License-Identifier: BSD-2-Clause */
/* kernel_version.h - the running kernel's version, for features that cannot be probed. */
#pragma once

#define KERNEL(major, minor) ((major) << 8 | (minor))

unsigned kernel__version(void);		/* as KERNEL() computes it; 0.0: unknown */
