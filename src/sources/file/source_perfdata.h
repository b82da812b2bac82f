/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * source_perfdata.h - a recording of perf(1) as a source of records: `perf trace record`, `perf record -e 'raw_syscalls:*'`
 * and `-e 'syscalls:*'`; files and streams (-o -), compressed (-z) or not, of a machine of either byte order.
 *
 * perf_pair.h lists what such recordings lack.
 */
#pragma once

#include <stdbool.h>

#include "sources/source.h"

/* Is this the beginning of one? 8 bytes are enough. */
bool source_perfdata__is(const void *head, size_t len);
/*
 * Takes ownership of `fd`, also on failure; `head`: bytes that were already read from it; `name`: for messages. 0 or -errno: the
 * message was printed.
 */
int source_perfdata__open(struct source **out, int fd, const void *head, size_t head_len, const char *name);
