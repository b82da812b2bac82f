// SPDX-License-Identifier: BSD-2-Clause
#include "ring_size.h"

#include <unistd.h>

#define MOST (16u << 20)	/* of a CPU: some 0.1 s of the fastest calls, as long as a virtual machine may stand still */

size_t ring_size__limit(void)
{
	return (size_t)sysconf(_SC_PHYS_PAGES) / 100 * (size_t)sysconf(_SC_PAGESIZE);
}

size_t ring_size__default(unsigned ncpus)
{
	size_t each = ring_size__limit() / ncpus;

	return each < MOST ? each : MOST;
}
