// SPDX-License-Identifier: BSD-2-Clause
/* cmd_info.c - `trace info`: prints where recordings are from, and their counts. */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "lib/msg.h"
#include "recordings.h"
#include "views/views.h"

static const char help[] =
	"Usage: trace info [FILE]...\n"
	"\n"
	"Says what recordings hold (default trace.data): where they are from, when, how many calls of which name, what was lost.\n";

/* 0, or the exit status. */
static int info_of(char **name, unsigned n)
{
	struct options opt = { .in = IN_INFO, .view = &info_view, .files = name, .nfiles = n };

	return recordings__count(&opt);
}

int cmd_info(int argc, char **argv)
{
	int status = 0;

	if (argc > 1 && argv[1][0] == '-' && argv[1][1]) {
		bool asked = !strcmp(argv[1], "-h") || !strcmp(argv[1], "--help");

		if (!asked)
			msg__error("unknown option '%s'", argv[1]);
		fputs(help, asked ? stdout : stderr);
		return asked ? 0 : EXIT_TRACER;
	}
	if (argc < 2)
		return info_of(NULL, 0);
	for (int i = 1; i < argc; i++) {
		if (argc > 2)
			printf("%s%s:\n", i > 1 ? "\n" : "", argv[i]);
		fflush(stdout);
		status |= info_of(&argv[i], 1);
	}
	return status;
}
