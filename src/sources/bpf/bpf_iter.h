/* SPDX-License-Identifier: BSD-2-Clause */
/* bpf_iter.h - BPF iterators: programs that walk over the kernel's tasks, files or programs. */
#pragma once

#include <sys/types.h>

struct bpf_link;
struct bpf_program;

/* Runs an iterator to its end. *data (data may be NULL) is its output, from malloc. Returns the length or -errno. */
ssize_t bpf_iter__run(struct bpf_program *prog, char **data);
/* The same for an attached one (bpf_program__attach_iter): from Linux 5.19 on this needs no capability. */
ssize_t bpf_iter__run_attached(const struct bpf_link *link, char **data);
