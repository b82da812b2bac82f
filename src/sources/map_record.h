/* SPDX-License-Identifier: BSD-2-Clause */
/* map_record.h - makes records of a process's mappings, from perf's records and from lines of /proc/PID/maps. */
#pragma once

#include <stdbool.h>

#include "bpf/wire.h"
#include "host/proc_maps.h"

/*
 * From PERF_RECORD_MMAP or MMAP2, or from the PERF_RECORD_COMM of an execve, which removes all mappings. `p`: the body, `len` bytes between
 * header and trailer. Its time is not set. From malloc; NULL: another record, too short, a mapping of the kernel, or no memory.
 */
struct rec_map *map_record__of_perf(uint32_t type, uint16_t misc, const uint8_t *p, size_t len, bool swap);
/* From malloc; NULL: no memory. */
struct rec_map *map_record__of_line(uint32_t tgid, uint64_t ts, const struct proc_map *line);
