/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * source_perfdata.h - a recording of perf(1) as a source of records: `perf trace record`, `perf record -e 'raw_syscalls:*'`
 * and `-e 'syscalls:*'`; files and streams (-o -), compressed (-z) or not, of a machine of either byte order.
 *
 * perf_pair.h says what such a recording cannot tell.
 */
#ifndef TRACE_SOURCE_PERFDATA_H
#define TRACE_SOURCE_PERFDATA_H

#include <stdbool.h>

#include "recording/file_header.h"
#include "sources/source.h"

/* Is this the beginning of one? `len`: 8 bytes are enough to know. */
bool source_perfdata__is(const void *head, size_t len);
/*
 * `fd`: the file or stream, which is taken over, also on failure; `head`: bytes that were read from it already; `name`: what
 * messages call it. 0 or -errno: the message was printed.
 */
int source_perfdata__open(struct source **out, int fd, const void *head, size_t head_len, const char *name);

/* What it says of where it is from, with what comes through a pipe when that has been read. `o`: to be freed. */
void source_perfdata__origin(struct source *s, struct origin *o);

#endif
