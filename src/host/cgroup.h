/* SPDX-License-Identifier: BSD-2-Clause */
/* cgroup.h - control groups (v2) by name. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Opens a group's directory. `path`: relative to the hierarchy's root, or absolute. -1: none; the message was printed. */
int cgroup__open(const char *path);
/*
 * Replaces each path by the absolute one of its group, and removes groups that are in another one of the list. 0 or -errno: there is no such group, or
 * no memory; the message was printed.
 */
int cgroup__outermost(char **paths, unsigned *n);
/* Where the hierarchy may be mounted and is: the i-th of these. NULL: there are no more. */
const char *cgroup__root(unsigned i);
/* This process' own directory. 0 or -errno. */
int cgroup__own(char *dir, size_t size);
/* The path below the root of the group with that ID. false: it is not known here, not permitted, or too long. */
bool cgroup__path(char *to, size_t size, uint64_t id);
