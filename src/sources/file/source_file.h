/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * source_file.h - a recording as a source of records.
 *
 * What is damaged or missing is said on standard error; the records around it are given. Records are in native byte
 * order, except for the memory of programs in chunks and the fields of a siginfo (swap.h).
 */
#ifndef TRACE_SOURCE_FILE_H
#define TRACE_SOURCE_FILE_H

#include <stdbool.h>

#include "recording/file_header.h"
#include "sources/source.h"
#include "syscalltbl/syscalltbl.h"

struct file_reader;

/*
 * Opens a recording; "-" is standard input. What `perf record` wrote is opened too, by source_perfdata.h. 0 or -errno: the
 * message was printed. The header is read with the first record, or by source_file__origin().
 */
int source_file__open(struct source **out, const char *name);

/* Waits for the header and reads it. 0 or -errno: the message was printed. */
int source_file__begin(struct source *s);
/* Where it was recorded; waits for the header where it comes through a pipe. NULL: not said (perf.data). */
const struct origin *source_file__origin(struct source *s);
/*
 * Only calls in `set` are wanted, besides records that are no calls: the others may be left out. Blocks that hold nothing
 * that is wanted are not even decompressed. `set` has to live as long as the source; NULL: everything (default).
 */
void source_file__want(struct source *s, const struct syscall_set *set);
/* How far it was read: bytes, of `size` (0: not known, a pipe). */
void source_file__progress(const struct source *s, uint64_t *at, uint64_t *size);
/* Is it a recording of ours, rather than perf.data? */
bool source_file__is_ours(const struct source *s);

#endif
