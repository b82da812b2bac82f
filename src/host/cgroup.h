/* SPDX-License-Identifier: BSD-2-Clause */
/* cgroup.h - control groups (v2) by name. */
#ifndef TRACE_CGROUP_H
#define TRACE_CGROUP_H

/* Opens the directory of a group. `path`: below the root of the hierarchy, or with it. -1: there is none, the message was printed. */
int cgroup__open(const char *path);

#endif
