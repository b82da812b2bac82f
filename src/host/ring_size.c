// SPDX-License-Identifier: BSD-2-Clause
#include "ring_size.h"

#include <errno.h>
#include <unistd.h>

#include "lib/msg.h"
#include "lib/ulimits.h"

#define TRACING_TAKES (24u << 20)	/* bytes that tracing needs in addition to rings: verifier, symbols */
/* Bytes per CPU: some 30 ms of the fastest calls, or 5 ms of the fastest that pass long strings; until then a thread has to copy them. */
#define MOST_SHORT (8u << 20)
#define MOST_LONG (16u << 20)

size_t ring_size__limit(void)
{
	size_t machine = (size_t)sysconf(_SC_PHYS_PAGES) / 100 * (size_t)sysconf(_SC_PAGESIZE), all = ulimits__memory() / 8;

	return machine < all ? machine : all;
}

size_t ring_size__default(unsigned ncpus, bool long_records)
{
	size_t each = ring_size__limit() / ncpus, most = long_records ? MOST_LONG : MOST_SHORT;

	return each < most ? each : most;
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
