/* SPDX-License-Identifier: BSD-2-Clause */
/* ring_size.h - how large the buffers are in which the kernel leaves events, unless -m says. */
#ifndef TRACE_RING_SIZE_H
#define TRACE_RING_SIZE_H

#include <stddef.h>

/* Bytes that all buffers together may take: 1 % of the machine's memory, and 1/8 of what this process may use. */
size_t ring_size__limit(void);
/* Bytes for each of so many CPUs. */
size_t ring_size__default(unsigned ncpus);
/* And those that the reader may copy out of each, within the same limit for all together. */
size_t ring_size__copies(unsigned ncpus);

/*
 * 0; -ENOMEM, having said so: what -m says is more than can be meant, and the kernel would kill this process. Where it may do
 * so anyway, that is said.
 */
int ring_size__check(size_t bytes);

#endif
