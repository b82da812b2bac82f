/* SPDX-License-Identifier: BSD-2-Clause */
/* host_copy.h - writes what another host sends to a file, while it is also shown: a thread between two pipes. */
#pragma once

struct host_copy;

/*
 * From now on what *from sends goes to the file and to a pipe, which takes the place of *from. Takes ownership of the file; host: for messages, borrowed.
 * 0 or -errno: the message was printed.
 */
int host_copy__start(struct host_copy **out, int *from, int file, const char *host);
/* Waits for the end of what is sent, or for a second interrupt. 0, or -errno of the file: the message was printed. */
int host_copy__finish(struct host_copy *c);
