/* SPDX-License-Identifier: BSD-2-Clause */
/* map_record.h - makes records of a process's mappings, from perf's records and from lines of /proc/PID/maps. */
#ifndef TRACE_MAP_RECORD_H
#define TRACE_MAP_RECORD_H

#include <stdbool.h>

#include "bpf/wire.h"
#include "host/proc_maps.h"

/*
 * Of PERF_RECORD_MMAP or MMAP2, or of the PERF_RECORD_COMM of an exec, which leaves nothing mapped. `p`: the body, `len` bytes between
 * header and trailer. It has no time yet. From malloc; NULL: it is another record, too short, of the kernel, or there is no memory.
 */
struct rec_map *map_record__of_perf(uint32_t type, uint16_t misc, const uint8_t *p, size_t len, bool swap);
/* From malloc; NULL: no memory. */
struct rec_map *map_record__of_line(uint32_t tgid, uint64_t ts, const struct proc_map *line);

#endif
