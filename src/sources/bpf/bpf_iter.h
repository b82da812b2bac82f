/* SPDX-License-Identifier: BSD-2-Clause */
/* bpf_iter.h - BPF iterators: programs that walk over the kernel's tasks, files or programs. */
#pragma once

#include <sys/types.h>

/*
 * Attaches an iterator, given by descriptor; tid: of only this thread if the kernel can do so (Linux 6.1), 0: of all. The link's descriptor, or
 * -errno.
 */
int bpf_iter__attach(int prog, pid_t tid);
/* Runs an iterator to its end. *data (data may be NULL) is its output, from malloc. Returns the length or -errno. */
ssize_t bpf_iter__run(int prog, pid_t tid, char **data);
/* The same for an attached one: from Linux 5.19 on this needs no capability. */
ssize_t bpf_iter__run_attached(int link, char **data);
