/* SPDX-License-Identifier: BSD-2-Clause */
/* ulimits.h - what this process is limited to: setrlimit(2) and the memory of its control group. */
#ifndef TRACE_ULIMITS_H
#define TRACE_ULIMITS_H

#include <stddef.h>

/* Bytes of memory: the machine's, or what the control group may use where that is less. */
size_t ulimits__memory(void);
/* What `err` (-errno) means: as strerror(3), or the limit that it comes of, and where it is set. Valid until the next call. */
const char *ulimits__why(int err);
/* As many files as are permitted. The command was forked before: it has its own limit. */
void ulimits__raise_files(void);
/* To write beyond a limit of a file's size is an error, which is reported, not a signal. */
void ulimits__no_signals(void);

#endif
