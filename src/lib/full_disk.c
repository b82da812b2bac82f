// SPDX-License-Identifier: BSD-2-Clause
/* full_disk.c - owns the decision to wait. */
#include "full_disk.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

#include "interrupt.h"
#include "msg.h"

#define AGAIN_NS 200000000

static bool enabled, said;

void full_disk__wait(void)
{
	enabled = true;
}

bool full_disk__waits(int err)
{
	const struct timespec t = { .tv_nsec = AGAIN_NS };

	if (!enabled || (err != -ENOSPC && err != -EDQUOT) || interrupt__count > 1)
		return false;
	if (!said)
		msg__warn("output: %s: waiting for space, as --lossless says", strerror(-err));
	said = true;
	nanosleep(&t, NULL);
	return true;
}
