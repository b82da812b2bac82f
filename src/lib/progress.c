// SPDX-License-Identifier: BSD-2-Clause
/* progress.c - owns the line of progress, which ends where it began: at the first column. */
#include "progress.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define COLUMNS 78		/* so that it fits in a line of most terminals: a longer one could not be replaced */

static int shown;		/* columns that are in use */

/* Puts text of n columns in place of what is shown. */
static void put(const char *text, int n)
{
	char line[2 * COLUMNS + 8];
	int len = snprintf(line, sizeof(line), "\r%s%*s\r", text, shown > n ? shown - n : 0, "");

	shown = write(STDERR_FILENO, line, (size_t)len) < 0 ? 0 : n;
}

void progress__say(const char *fmt, ...)
{
	char text[COLUMNS + 1];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	put(text, (int)strlen(text));
}

/* In kB, if it is less than a MB. */
void progress__say_read(const char *name, uint64_t at, uint64_t size)
{
	unsigned percent = (unsigned)((double)at * 100 / (double)size);

	if (size < 1000000)
		progress__say("reading %s: %u %%, %.1f of %.1f kB", name, percent, (double)at / 1e3, (double)size / 1e3);
	else
		progress__say("reading %s: %u %%, %.1f of %.1f MB", name, percent, (double)at / 1e6, (double)size / 1e6);
}

void progress__clear(void)
{
	if (shown)
		put("", 0);
}
