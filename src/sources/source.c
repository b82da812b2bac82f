// SPDX-License-Identifier: BSD-2-Clause
/* source.c - what sources share. */
#include "source.h"

#include <errno.h>
#include <string.h>

int source__poll(struct pollfd *own, unsigned nown, int ms, struct pollfd *others, unsigned n)
{
	struct pollfd all[nown + n + 1];
	int ready;

	if (nown)
		memcpy(all, own, nown * sizeof(*all));
	if (n)
		memcpy(all + nown, others, n * sizeof(*all));
	ready = poll(all, nown + n, ms);
	if (ready < 0)
		return -errno;
	if (nown)
		memcpy(own, all, nown * sizeof(*all));
	if (n)
		memcpy(others, all + nown, n * sizeof(*all));
	return ready;
}
