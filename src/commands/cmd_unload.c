// SPDX-License-Identifier: BSD-2-Clause
/* cmd_unload.c - `trace unload`: drops the BPF programs that are kept for the next run. */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "config/options.h"
#include "lib/msg.h"
#include "sources/bpf/bpf_keep.h"

static const char help[] =
	"Usage: trace unload [--idle]\n"
	"\n"
	"Drops the BPF programs and maps that were kept for the next run of root's (" KEEP_ROOM "), except for those that a tracer\n"
	"uses now. The exit status is 0 if none is left, else 1.\n"
	"\n"
	"  --idle    only those that were not used for an hour, or, of another build of trace, for a minute; the exit status is 0\n";

int cmd_unload(int argc, char **argv)
{
	bool idle = argc == 2 && !strcmp(argv[1], "--idle");
	struct keep_count n;
	int err;

	if (argc > 1 && !idle) {
		bool asked = !strcmp(argv[1], "-h") || !strcmp(argv[1], "--help");

		if (!asked)
			msg__error("unload: unknown argument '%s'", argv[argc > 2 && !strcmp(argv[1], "--idle") ? 2 : 1]);
		fputs(help, asked ? stdout : stderr);
		return asked ? 0 : EXIT_TRACER;
	}
	err = bpf_keep__count(&n, idle ? KEEP_DROP_IDLE : KEEP_DROP_ALL);
	if (err) {
		msg__error("%s: %s", KEEP_ROOM, strerror(-err));
		return EXIT_TRACER;
	}
	if (idle) {
		printf("dropped: %u, kept: %u\n", n.dropped, n.sets - n.dropped);
		return 0;
	}
	printf("dropped: %u, in use: %u\n", n.dropped, n.sets - n.dropped);
	return n.sets != n.dropped;
}
