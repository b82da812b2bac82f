/* SPDX-License-Identifier: BSD-2-Clause */
/* ctf_dir.h - the directory of a CTF trace. */
#pragma once

#include <stdbool.h>

/*
 * Creates the directory, or uses an empty one; with `force` also one that has only a trace, which is replaced. Symbolic links are
 * not followed. 0 and two descriptors, or -errno: the message was printed.
 */
int ctf_dir__create(const char *name, bool force, int *metadata, int *stream);
