/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * source_file.h - a recording as a source of records.
 *
 * What is damaged or missing is said on standard error; the records around it are given. Records are in native byte
 * order, except for the memory of programs in chunks and the fields of a siginfo (swap.h).
 */
#ifndef TRACE_SOURCE_FILE_H
#define TRACE_SOURCE_FILE_H

#include "sources/source.h"

/*
 * Opens a recording and reads its header, for which it waits; "-" is standard input. What `perf record` wrote is opened too, by
 * source_perfdata.h. 0 or -errno: the message was printed.
 */
int source_file__open(struct source **out, const char *name);

#endif
