/* SPDX-License-Identifier: BSD-2-Clause */
/* iter.h - BPF iterators: programs that walk over the kernel's tasks or files. */
#ifndef TRACE_ITER_H
#define TRACE_ITER_H

#include <sys/types.h>

struct bpf_program;

/* Runs one to its end. *data, unless data is NULL, gets what it wrote, to be freed. Returns the length or -errno. */
ssize_t iter__run(struct bpf_program *prog, char **data);

#endif
