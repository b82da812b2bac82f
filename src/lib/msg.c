// SPDX-License-Identifier: BSD-2-Clause
/* msg.c - messages of the tracer itself. They are written in one write(2) each, so that lines stay whole. */
#include "msg.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "progress.h"

int msg__verbosity;
static bool muted;
const char *msg__program = "trace";

/* head NULL: the program's name. */
static void say(const char *head, const char *fmt, va_list ap)
{
	char line[8192];	/* room for a path */
	int n = snprintf(line, sizeof(line), "%.1024s%s", head ? head : msg__program, head ? "" : ": "), m;

	if (muted)
		return;
	m = vsnprintf(line + n, sizeof(line) - n - 1, fmt, ap);
	n += m < 0 ? 0 : m;
	if (n > (int)sizeof(line) - 2)
		n = sizeof(line) - 2;
	line[n++] = '\n';
	progress__clear();
	if (write(STDERR_FILENO, line, n) < 0)
		return;		/* there is nowhere to report it */
}

#define SAY(name, head, cond) \
	void name(const char *fmt, ...) \
	{ \
		va_list ap; \
		if (!(cond)) \
			return; \
		va_start(ap, fmt); \
		say(head, fmt, ap); \
		va_end(ap); \
	}

SAY(msg__error, NULL, 1)
SAY(msg__trouble, "Error: ", 1)
SAY(msg__warn, NULL, 1)
SAY(msg__note, NULL, msg__verbosity >= 0)
SAY(msg__hint, "Hint:  ", 1)
SAY(msg__info, NULL, msg__verbosity > 0)

void msg__mute(bool mute)
{
	muted = mute;
}

int msg__no_memory(void)
{
	msg__error("not enough memory");
	return -ENOMEM;
}
