/* SPDX-License-Identifier: BSD-2-Clause */
/* tracefs.h - the kernel's events: names, IDs and format files. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define TRACEFS_ROOT "/sys/kernel/tracing"	/* the usual mount point */

/* The mount point; NULL after a message: not mounted, or not readable. */
const char *tracefs__root(void);
/* Reads a file of an event as text with a NUL. Returns its length, or -errno. */
ssize_t tracefs__read(char *buf, size_t size, const char *system, const char *name, const char *file);
/* Calls fn for every event until it returns other than 0. Returns fn's last value, or -errno. */
int tracefs__events(int (*fn)(void *ctx, const char *system, const char *name), void *ctx);
/* An event's ID, for perf_event_open(2). 0 or -errno. */
int tracefs__id(const char *system, const char *name, uint32_t *id);
/* The same, but prints that the file cannot be read, and what to do about it. */
ssize_t tracefs__need(char *buf, size_t size, const char *system, const char *name, const char *file);
/*
 * The kernel's error message about a filter it refused: several lines, the filter with a mark at the error. 0 or -errno: the
 * message cannot be had.
 */
int tracefs__explain_filter(const char *system, const char *name, const char *filter, char *buf, size_t size);
