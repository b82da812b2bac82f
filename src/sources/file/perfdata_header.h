/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * perfdata_header.h - metadata of a perf.data recording: its events, the machine, the clocks.
 *
 * A file has it before and after its data, a stream in records before the first event.
 */
#pragma once

#include "perfdata_input.h"
#include "sources/perf/perf_format.h"
#include "sources/perf/perf_sample.h"

struct perfdata_id {
	uint64_t id;		/* as in samples */
	uint32_t attr;		/* index of its attribute */
};

/* The build-id of a mapped file. */
struct perfdata_build_id {
	uint8_t bytes[20], len;
	char *path;
};

struct perfdata_header {
	bool stream;		/* pipe mode */
	bool cut;		/* the recorder did not finish the file */
	struct perf_attr *attrs;
	unsigned nattrs;
	bool alike;		/* all events' records have the same layout */
	struct perfdata_id *ids;	/* sorted */
	unsigned nids, ids_room;
	bool ids_sorted;
	struct perf_formats *formats;	/* NULL: none yet */
	char *hostname, *release, *machine, *command;	/* NULL: not known */
	struct perfdata_build_id *build_ids;
	unsigned nbuild_ids;
	bool has_clock;
	uint64_t clock_wall, clock_ts;	/* ns: wall clock (since the Epoch) and recording's clock at the same time */
};

/* Reads the header of a file or stream, and leaves the input at the first record. 0 or -errno; -EINVAL: not such a recording. */
int perfdata_header__read(struct perfdata_header *h, struct perfdata_input *in);
void perfdata_header__close(struct perfdata_header *h);
/* A stream's record with an attribute (PERFDATA_ATTR), a feature, or the tracing data. 0 or -errno. */
int perfdata_header__attr(struct perfdata_header *h, const uint8_t *rec, size_t len, bool swap);
int perfdata_header__feature(struct perfdata_header *h, unsigned feature, const uint8_t *p, size_t len, bool swap);
/* The attribute of a record; NULL: not known. */
const struct perf_attr *perfdata_header__attr_of(struct perfdata_header *h, const uint8_t *rec, size_t len, bool is_sample,
						 bool swap);

/* Stores the build-id of the file `path` in `id` (at most 20 bytes). Returns its length; 0: not known. */
uint8_t perfdata_header__build_id(const struct perfdata_header *h, const char *path, size_t len, uint8_t *id);
