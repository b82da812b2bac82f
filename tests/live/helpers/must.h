/* SPDX-License-Identifier: BSD-2-Clause */
/* must.h - for helpers whose exit status says whether all calls succeeded: `failed`. */
#pragma once

#include <stdio.h>

static int failed;

static void must(int ok, const char *what)
{
	if (!ok)
		perror(what);
	failed |= !ok;
}
