/* SPDX-License-Identifier: BSD-2-Clause */
/* kernel_version.h - the version of the kernel that runs, for what it can do that cannot be tried. */
#ifndef TRACE_KERNEL_VERSION_H
#define TRACE_KERNEL_VERSION_H

#define KERNEL(major, minor) ((major) << 8 | (minor))

unsigned kernel__version(void);		/* as KERNEL() has it; 0.0: not known */

#endif
