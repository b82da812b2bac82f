/* SPDX-License-Identifier: BSD-2-Clause */
/* cgroup.h - control groups (v2) by name. */
#ifndef TRACE_CGROUP_H
#define TRACE_CGROUP_H

/* Opens a group's directory. `path`: relative to the hierarchy's root, or absolute. -1: none; the message was printed. */
int cgroup__open(const char *path);

#endif
