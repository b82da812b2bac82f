/* SPDX-License-Identifier: BSD-2-Clause */
/* cgroup.h - control groups (v2) by name. */
#ifndef TRACE_CGROUP_H
#define TRACE_CGROUP_H

#include <stdint.h>

/*
 * Id of a group: the inode number of its directory. `path`: below the root of the hierarchy, or with it. *level: how
 * deep it lies, 0 for the root. 0: there is none, the message was printed.
 */
uint64_t cgroup__id(const char *path, unsigned *level);

#endif
