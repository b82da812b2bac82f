/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * perf_file.h - perf.data files without their events. Layouts: tools/perf/Documentation/perf.data-file-format.txt and
 * include/uapi/linux/perf_event.h of the kernel.
 *
 * Two forms: a seekable file has a header that points at attributes, events and features, and is completed at the end; a pipe has
 * attributes, features and tracepoint formats as special events before all others.
 */
#pragma once

#include <linux/perf_event.h>

#include "lib/buf.h"
#include "lib/out.h"
#include "perf_tracing_data.h"
#include "recording/file_header.h"

/* The end of all events but samples (sample_id_all). */
struct perf_sample_id {
	uint32_t pid, tid;
	uint64_t time;
	uint32_t cpu, reserved;
	uint64_t id;
};

/* The beginning of our samples. */
struct perf_sample {
	struct perf_event_header header;
	uint64_t id;
	uint32_t pid, tid;
	uint64_t time;
	uint32_t cpu, reserved;
	uint32_t raw_size;	/* the tracepoint's data follows */
} __attribute__((packed));

#define PERF_SAMPLE_FIELDS \
	(PERF_SAMPLE_IDENTIFIER | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_RAW)

/* Times known only at the end (first, last), or from the first record on. */
struct perf_times {
	uint64_t first, last;		/* ns: of all samples */
	uint64_t start_mono, start_real;	/* ns: the start by two clocks */
};

/* Stores everything before the events. */
void perf_file__begin(struct out *o, bool pipe, const struct origin *origin, const struct perf_times *t);
/* Files only: stores the features after the events, and completes the header. 0 or -errno. */
int perf_file__end(struct out *o, const struct origin *origin, const struct perf_times *t);
