// SPDX-License-Identifier: BSD-2-Clause
/* cmd_unload.c - `trace unload`: drops the BPF programs that are kept for the next run. */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "config/options.h"
#include "lib/msg.h"
#include "sources/bpf/bpf_keep.h"

static const char help[] =
	"Usage: trace unload\n"
	"\n"
	"Drops the BPF programs and maps that were kept for the next run of root's (" KEEP_ROOM "), except for those that a tracer\n"
	"uses now. The exit status is 0 if none is left, else 1.\n";

int cmd_unload(int argc, char **argv)
{
	struct keep_count n;
	int err;

	if (argc > 1) {
		bool asked = !strcmp(argv[1], "-h") || !strcmp(argv[1], "--help");

		fputs(help, asked ? stdout : stderr);
		return asked ? 0 : EXIT_TRACER;
	}
	err = bpf_keep__count(&n, true);
	if (err) {
		msg__error("%s: %s", KEEP_ROOM, strerror(-err));
		return EXIT_TRACER;
	}
	printf("dropped: %u, in use: %u\n", n.dropped, n.sets - n.dropped);
	return n.sets != n.dropped;
}
