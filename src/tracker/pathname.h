/* SPDX-License-Identifier: BSD-2-Clause */
/* pathname.h - the name a descriptor or directory is shown by, from what the kernel calls its file. */
#ifndef TRACE_PATHNAME_H
#define TRACE_PATHNAME_H

#include "bpf/wire.h"
#include "fdtable.h"

/*
 * As /proc/PID/fd/N has it: /etc/passwd, /tmp/a (deleted), anon_inode:[eventfd], net:[4026531840]; .../a/b where not all of
 * it was sent; but pid:5, and bpf-map:7 for what that calls anon_inode:[pidfd] and anon_inode:bpf-map.
 * len: bytes of the whole. NULL: no memory, or it says nothing.
 */
struct name *file_path__name(const struct file_path *f, size_t len);

#endif
