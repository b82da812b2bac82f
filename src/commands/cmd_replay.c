// SPDX-License-Identifier: BSD-2-Clause
/* cmd_replay.c - `trace replay`: from recordings to lines. */
#include "command.h"
#include "recordings.h"

int cmd_replay(int argc, char **argv)
{
	static struct options opt;
	int err = options__parse_for(&opt, IN_REPLAY, argc, argv);

	if (err)
		return err < 0 ? EXIT_TRACER : 0;
	return recordings__show(&opt);
}
