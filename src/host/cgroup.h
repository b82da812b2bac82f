/* SPDX-License-Identifier: BSD-2-Clause */
/* cgroup.h - control groups (v2) by name. */
#pragma once

#include <stddef.h>

/* Opens a group's directory. `path`: relative to the hierarchy's root, or absolute. -1: none; the message was printed. */
int cgroup__open(const char *path);
/* This process' own directory. 0 or -errno. */
int cgroup__own(char *dir, size_t size);
