// SPDX-License-Identifier: BSD-2-Clause
/* main.c - the list of commands; what is none is tracing. */
#include <string.h>

#include "command.h"

static const struct command commands[] = {
	{ "convert", "a recording in the format of another program", cmd_convert },
	{ "info",    "what a recording holds", cmd_info },
	{ "live",    "trace, and show at once: what is done without a command", cmd_trace },
	{ "record",  "trace, and write a recording", cmd_record },
	{ "replay",  "show a recording", cmd_replay },
};

int main(int argc, char **argv)
{
	for (unsigned i = 0; argc > 1 && i < sizeof(commands) / sizeof(commands[0]); i++)
		if (!strcmp(argv[1], commands[i].name))
			return commands[i].run(argc - 1, argv + 1);
	return cmd_trace(argc, argv);
}
