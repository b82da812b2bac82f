/* SPDX-License-Identifier: BSD-2-Clause */
/* shipper.h - a process that loads the recordings of a directory into a server as they appear, the oldest first, and removes what is loaded. */
#pragma once

#include <sys/types.h>

struct shipper {
	pid_t pid;
	int end;		/* a pipe that the process reads: closed, no more recordings will come */
};

/* Begins to use a directory, which is made: files that a tracer could not complete are taken as they are. 0 or -errno: the message was printed. */
int shipper__prepare(const char *dir);
/* Starts the process. 0 or -errno: the message was printed. */
int shipper__start(struct shipper *s, const char *dir, const char *url);
/* Waits until all recordings are loaded, the server is away, or the user does not want to wait. Returns how many are left. */
unsigned shipper__finish(struct shipper *s, const char *dir);
