// SPDX-License-Identifier: BSD-2-Clause
/* kernel_version.c - the running kernel's version, by uname(2). */
#include "kernel_version.h"

#include <stdio.h>
#include <sys/utsname.h>

unsigned kernel__version(void)
{
	unsigned major = 0, minor = 0;
	struct utsname u;

	if (!uname(&u))
		sscanf(u.release, "%u.%u", &major, &minor);
	return KERNEL(major, minor);
}
