/* SPDX-License-Identifier: BSD-2-Clause */
/* ring_size.h - the rings' sizes where -m does not set them. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Most bytes for all rings together: 1 % of the machine's memory, and 1/8 of what this process may use. */
size_t ring_size__limit(void);
/* Bytes of each ring for so many CPUs. long_records: of kilobytes. */
size_t ring_size__default(unsigned ncpus, bool long_records);
/* Bytes of memory for records that wait for the reader, of all rings: a quarter of what is available now. */
size_t ring_size__spill(void);

/* Checks -m. 0, with a warning if the kernel may kill this process for want of memory; -ENOMEM after a message: it would. */
int ring_size__check(size_t bytes);
