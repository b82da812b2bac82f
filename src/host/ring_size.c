// SPDX-License-Identifier: BSD-2-Clause
#include "ring_size.h"

#include <errno.h>
#include <unistd.h>

#include "lib/msg.h"
#include "lib/ulimits.h"

#define TRACING_TAKES (24u << 20)	/* bytes that tracing needs in addition to rings: verifier, symbols */
#define MOST (16u << 20)	/* bytes per CPU: some 0.1 s of the fastest calls, as long as a virtual machine may be paused */

size_t ring_size__limit(void)
{
	size_t machine = (size_t)sysconf(_SC_PHYS_PAGES) / 100 * (size_t)sysconf(_SC_PAGESIZE), all = ulimits__memory() / 8;

	return machine < all ? machine : all;
}

size_t ring_size__default(unsigned ncpus)
{
	size_t each = ring_size__limit() / ncpus;

	return each < MOST ? each : MOST;
}

size_t ring_size__spill(void)
{
	return ulimits__available() / 4;
}

int ring_size__check(size_t bytes)
{
	size_t all = ulimits__memory();

	if (bytes > all / 2) {
		msg__error("-m: %zu KiB are more than half of the memory there is: %s", bytes / 1024, ulimits__why(-ENOMEM));
		return -ENOMEM;
	}
	if (all < TRACING_TAKES)
		msg__warn("%s: tracing takes about %u, and the kernel may kill processes that exceed the limit", ulimits__why(-ENOMEM), TRACING_TAKES / 1024);
	return 0;
}
