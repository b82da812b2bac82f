/* SPDX-License-Identifier: BSD-2-Clause */
/* tracefs.h - the kernel's directory of events: which there are, their numbers and formats. */
#ifndef TRACE_TRACEFS_H
#define TRACE_TRACEFS_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define TRACEFS_ROOT "/sys/kernel/tracing"	/* where it should be mounted */

/* Where it is mounted; NULL after a message: nowhere, or it may not be read. */
const char *tracefs__root(void);
/* A file below the root, as text with a NUL. Its length, or -errno. */
ssize_t tracefs__read(const char *path, char *buf, size_t size);
/* Calls fn for every event. 0, -errno, or what fn returned if that was not 0. */
int tracefs__events(int (*fn)(void *ctx, const char *system, const char *name), void *ctx);
/* An event's number. 0 or -errno. */
int tracefs__id(const char *system, const char *name, uint32_t *id);
/* Says that an event's file cannot be read, and what to do about it. */
void tracefs__say_unreadable(const char *path, int err);
/*
 * What the kernel says of a filter that it does not take: its text with a pointer to the place, on several lines, into
 * buf. 0 or -errno: it cannot be asked.
 */
int tracefs__explain_filter(const char *system, const char *name, const char *filter, char *buf, size_t size);

#endif
