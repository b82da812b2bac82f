/* SPDX-License-Identifier: BSD-2-Clause */
/* pathname.h - the name of a descriptor or directory, from its file's directory entries. */
#pragma once

#include "bpf/wire.h"
#include "fdtable.h"

/*
 * The text of the link /proc/PID/fd/N: /etc/passwd, /tmp/a (deleted), anon_inode:[eventfd], net:[4026531840]; .../a/b if the
 * beginning is missing; but pid:5 and bpf-map:7 where that has anon_inode:[pidfd] and anon_inode:bpf-map.
 * len: bytes of *f with its names. NULL: no memory, or no name.
 */
struct name *file_path__name(const struct file_path *f, size_t len);

bool file_path__is_deleted(const char *path, size_t len);	/* by how the text of a link ends */

/* A file whose name has its number: the text of the link, without it. NULL: another. */
const char *name__link(const struct name *n);
