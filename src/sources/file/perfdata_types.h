/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * perfdata_types.h - constants of the perf.data format that perf(1) writes besides the kernel's records.
 *
 * Described in the kernel's tools/perf/Documentation/perf.data-file-format.txt. The kernel's record types are in
 * linux/perf_event.h, and end below 64.
 */
#pragma once

#define PERFDATA_MAGIC "PERFILE2"	/* a number, so a machine of the other byte order writes it reversed */
#define PERFDATA_MAGIC_SWAPPED "2ELIFREP"
#define PERFDATA_MAGIC_LEN 8

#define PERFDATA_FILE_HEADER 104	/* bytes of a file's header; a stream's has 16 */
#define PERFDATA_PIPE_HEADER 16

enum perfdata_record {
	PERFDATA_ATTR = 64,
	PERFDATA_TRACING_DATA = 66,
	PERFDATA_FINISHED_ROUND = 68,
	PERFDATA_AUXTRACE = 71,
	PERFDATA_FEATURE = 80,
	PERFDATA_COMPRESSED = 81,
	PERFDATA_COMPRESSED2 = 83,
};

enum perfdata_feature {		/* bits of a file's header, and types of PERFDATA_FEATURE */
	PERFDATA_F_TRACING_DATA = 1,
	PERFDATA_F_BUILD_ID = 2,
	PERFDATA_F_HOSTNAME = 3,
	PERFDATA_F_OSRELEASE = 4,
	PERFDATA_F_ARCH = 6,
	PERFDATA_F_CMDLINE = 11,
	PERFDATA_F_CLOCK_DATA = 29,
	PERFDATA_F_COUNT = 256,
};
