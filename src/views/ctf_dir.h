/* SPDX-License-Identifier: BSD-2-Clause */
/* ctf_dir.h - the directory that a CTF trace is. */
#ifndef TRACE_CTF_DIR_H
#define TRACE_CTF_DIR_H

#include <stdbool.h>

/*
 * Makes the directory, or takes one that is empty; with `force` also one that holds a trace and nothing else, which is
 * replaced. Symbolic links are not followed. 0 and two files to write, or -errno: the message was printed.
 */
int ctf_dir__create(const char *name, bool force, int *metadata, int *stream);

#endif
