/* SPDX-License-Identifier: BSD-2-Clause */
/* ulimits.h - limits of this process: setrlimit(2), and its control group's memory. */
#pragma once

#include <stddef.h>

/* Bytes of memory: of the machine or of the control group, whichever is less. */
size_t ulimits__memory(void);
/* Bytes of it that are not in use, as far as the kernel need not write anything to disks for them. */
size_t ulimits__available(void);
/* Describes `err` (-errno): as strerror(3), or the limit that caused it and where it is set. Valid until the next call. */
const char *ulimits__why(int err);
/* Raises the limit of open files to its maximum. To be called after the command was forked, which keeps its own limit. */
void ulimits__raise_files(void);
/* Ignores SIGXFSZ: writing past the limit of a file's size then fails with an error, which is reported. */
void ulimits__no_signals(void);
