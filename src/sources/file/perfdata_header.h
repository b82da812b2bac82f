/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * perfdata_header.h - what a perf.data recording says of itself: the events that were opened, the machine, the clocks.
 *
 * A file says it before and behind its data, a stream in records before the first event.
 */
#ifndef TRACE_PERFDATA_HEADER_H
#define TRACE_PERFDATA_HEADER_H

#include "perfdata_input.h"
#include "sources/perf/perf_format.h"
#include "sources/perf/perf_sample.h"

struct perfdata_id {
	uint64_t id;		/* as samples have it */
	uint32_t attr;		/* index of the event it belongs to */
};

/* Of a file that programs had mapped. */
struct perfdata_build_id {
	uint8_t bytes[20], len;
	char *path;
};

struct perfdata_header {
	bool stream;		/* pipe mode */
	bool cut;		/* the recorder did not finish the file */
	struct perf_attr *attrs;
	unsigned nattrs;
	bool alike;		/* all events' records are laid out in one way */
	struct perfdata_id *ids;	/* sorted */
	unsigned nids, ids_room;
	bool ids_sorted;
	struct perf_formats *formats;	/* NULL: none yet */
	char *hostname, *release, *machine, *command;	/* NULL: not known */
	struct perfdata_build_id *build_ids;
	unsigned nbuild_ids;
	bool has_clock;
	uint64_t clock_wall, clock_ts;	/* ns since the Epoch when the recording's clock showed clock_ts */
};

/*
 * Reads a file's header, or the beginning of a stream's, and leaves the input where records begin. 0 or -errno:
 * -EINVAL when it is no such recording.
 */
int perfdata_header__read(struct perfdata_header *h, struct perfdata_input *in);
void perfdata_header__close(struct perfdata_header *h);
/* A stream's record of an event (PERFDATA_ATTR), a feature, or the descriptions of events. 0 or -errno. */
int perfdata_header__attr(struct perfdata_header *h, const uint8_t *rec, size_t len, bool swap);
int perfdata_header__feature(struct perfdata_header *h, unsigned feature, const uint8_t *p, size_t len, bool swap);
/* The event that a record belongs to. NULL: none is known. */
const struct perf_attr *perfdata_header__attr_of(struct perfdata_header *h, const uint8_t *rec, size_t len, bool is_sample,
						 bool swap);

/* Of the file `path`: returns the length of what is put to `id`, 20 bytes at most; 0: it is not known. */
uint8_t perfdata_header__build_id(const struct perfdata_header *h, const char *path, size_t len, uint8_t *id);

#endif
