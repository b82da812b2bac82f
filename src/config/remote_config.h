/* SPDX-License-Identifier: BSD-2-Clause */
/* remote_config.h - the options about other hosts. */
#pragma once

#include <stdbool.h>

struct remote_config {
	const char *hosts;		/* --host: comma-separated; NULL: tracing is on this host */
	const char *ssh;		/* --ssh: the program, with arguments separated by blanks; NULL: ssh */
	const char *program;		/* --remote-trace: text for the other host's shell; NULL: trace */
	bool sudo;			/* --sudo */
};
