/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * source_file.h - a recording of trace as a source of records.
 *
 * Damage is reported on standard error; records of other blocks are returned. Records are in native byte order, except for program
 * memory in chunks and siginfo (swap.h).
 */
#pragma once

#include "sources/source.h"

/*
 * Takes ownership of `fd`, also on failure; `head`: bytes that were already read from it; `name`: for messages. Waits for the
 * header. 0 or -errno: the message was printed.
 */
int source_file__open(struct source **out, int fd, const void *head, size_t head_len, const char *name);
