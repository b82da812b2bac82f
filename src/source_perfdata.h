/* SPDX-License-Identifier: BSD-2-Clause */
/* source_perfdata.h - perf.data as a source of records. */
#ifndef TRACE_SOURCE_PERFDATA_H
#define TRACE_SOURCE_PERFDATA_H

#include "source.h"

/*
 * Reads what `perf record` wrote to `fd`, which is taken over and of which its magic number, "PERFILE2", was read. 0 or
 * -errno: the message was printed.
 */
int source_perfdata__open(struct source **out, int fd, const char *name);

#endif
