// SPDX-License-Identifier: BSD-2-Clause
#include "online_cpus.h"

#include <stdlib.h>
#include <string.h>

#include "lib/small_file.h"

/* Sets those of a range, and returns where it ends in the text. */
static char *set_range(bool *online, unsigned n, char *range)
{
	unsigned long first, last;
	char *end;

	first = last = strtoul(range, &end, 10);
	if (*end == '-')
		last = strtoul(end + 1, &end, 10);
	for (; first <= last && first < n; first++)
		online[first] = true;
	return end;
}

void online_cpus__read(bool *online, unsigned n, const char *path)
{
	char list[4096], *at = list;

	if (small_file__read(list, sizeof(list), "%s", path) <= 0) {
		memset(online, true, n);
		return;
	}
	memset(online, false, n);
	do
		at = set_range(online, n, at);
	while (*at++ == ',');
}
