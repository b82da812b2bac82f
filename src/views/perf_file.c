// SPDX-License-Identifier: BSD-2-Clause
/* perf_file.c - header, attributes and features of a perf.data file, in both of its forms. */
#include "perf_file.h"

#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "perf_tracing_data.h"

#define MAGIC 0x32454c4946524550ull	/* "PERFILE2" in little endian: readers learn the byte order from it */
#define ATTR_SIZE 128			/* of struct perf_event_attr: perf 6.0 to 6.3 expect IDs in a pipe at this offset */
#define STRING_ALIGN 64

enum {	/* user-space events of a pipe: enum perf_user_event_type of tools/lib/perf */
	EVENT_ATTR = 64,
	EVENT_TRACING_DATA = 66,
	EVENT_FEATURE = 80,
};

enum feature {	/* HEADER_* of tools/perf/util/header.h */
	FEATURE_TRACING_DATA = 1,
	FEATURE_HOSTNAME = 3,
	FEATURE_RELEASE = 4,
	FEATURE_VERSION = 5,
	FEATURE_ARCH = 6,
	FEATURE_CPUS = 7,
	FEATURE_COMMAND = 11,
	FEATURE_SAMPLE_TIME = 21,
	FEATURE_CLOCK_DATA = 29,
	FEATURE_BITS = 256,
};

struct section {
	uint64_t offset, size;
};

struct file_header {
	uint64_t magic, size, attr_size;
	struct section attrs, data, event_types;
	uint64_t features[FEATURE_BITS / 64];
};

struct file_attr {
	uint8_t attr[ATTR_SIZE];
	struct section ids;
};

struct file_head {		/* the beginning of a file; events follow */
	struct file_header header;
	uint64_t ids[PERF_EVENTS];
	struct file_attr attrs[PERF_EVENTS];
};

/* -- Attributes -------------------------------------------------------------------------------------------------------- */

/* The sample ID of a tracepoint's events is the tracepoint's ID. */
static void make_attr(uint8_t to[ATTR_SIZE], unsigned id)
{
	struct perf_event_attr a = {
		.type = PERF_TYPE_TRACEPOINT, .size = ATTR_SIZE, .config = id, .sample_period = 1,
		.sample_type = PERF_SAMPLE_FIELDS, .read_format = PERF_FORMAT_ID, .disabled = 1, .inherit = 1,
		.sample_id_all = 1, .use_clockid = 1, .clockid = CLOCK_MONOTONIC,
		.comm = id == 1, .task = id == 1, .comm_exec = id == 1,
	};

	memset(to, 0, ATTR_SIZE);
	memcpy(to, &a, sizeof(a) < ATTR_SIZE ? sizeof(a) : ATTR_SIZE);
}

/* -- Features ---------------------------------------------------------------------------------------------------------- */

struct facts {
	const struct origin *origin;
	const struct perf_times *times;
};

static void add_u32(struct buf *b, uint32_t v)
{
	buf__add(b, &v, sizeof(v));
}

/* Nothing if it is not known. */
static void add_string(struct buf *b, const char *s)
{
	uint32_t len = (uint32_t)(strlen(s) / STRING_ALIGN + 1) * STRING_ALIGN;

	if (!*s)
		return;
	add_u32(b, len);
	if (!buf__reserve(b, len))
		return;
	memset(b->p + b->len, 0, len);
	memcpy(b->p + b->len, s, strlen(s));
	b->len += len;
}

/* Nothing if they are not known. */
static void add_feature(struct buf *b, enum feature id, const struct facts *f)
{
	const struct origin *o = f->origin;

	switch (id) {
	case FEATURE_TRACING_DATA:
		perf_tracing_data__add(b, o->page_size ? (uint32_t)o->page_size : 4096);
		break;
	case FEATURE_HOSTNAME:	add_string(b, o->host); break;
	case FEATURE_RELEASE:	add_string(b, o->kernel); break;
	case FEATURE_VERSION:	add_string(b, "trace " TRACE_VERSION); break;
	case FEATURE_ARCH:	add_string(b, o->machine); break;
	case FEATURE_CPUS:
		if (o->cpus)
			buf__add(b, (const uint32_t[]){ o->cpus, o->cpus_online }, 2 * sizeof(uint32_t));
		break;
	case FEATURE_COMMAND:
		if (!o->command || !*o->command)
			break;
		add_u32(b, 1);
		add_string(b, o->command);
		break;
	case FEATURE_SAMPLE_TIME:
		if (f->times->last)
			buf__add(b, (const uint64_t[]){ f->times->first, f->times->last }, 2 * sizeof(uint64_t));
		break;
	case FEATURE_CLOCK_DATA:
		if (!f->times->start_real)
			break;
		add_u32(b, 1);		/* version */
		add_u32(b, CLOCK_MONOTONIC);
		buf__add(b, (const uint64_t[]){ f->times->start_real, f->times->start_mono }, 2 * sizeof(uint64_t));
		break;
	case FEATURE_BITS:
		break;
	}
}

/* -- A pipe ------------------------------------------------------------------------------------------------------------ */

static void put_header(struct out *o, unsigned type, size_t size)
{
	const struct perf_event_header h = { .type = type, .size = (uint16_t)size };

	out__put(o, &h, sizeof(h));
}

static void put_pipe_attrs(struct out *o)
{
	uint8_t attr[ATTR_SIZE];

	for (uint64_t id = 1; id <= PERF_EVENTS; id++) {
		make_attr(attr, (unsigned)id);
		put_header(o, EVENT_ATTR, sizeof(struct perf_event_header) + sizeof(attr) + sizeof(id));
		out__put(o, attr, sizeof(attr));
		out__put(o, &id, sizeof(id));
	}
}

static void put_pipe_formats(struct out *o, const struct buf *b)
{
	const uint32_t size[2] = { (uint32_t)b->len };

	put_header(o, EVENT_TRACING_DATA, sizeof(struct perf_event_header) + sizeof(size));
	out__put(o, size, sizeof(size));
	out__put(o, b->p, b->len);
}

static void put_pipe_features(struct out *o, const struct facts *f)
{
	struct buf b = { 0 };

	for (uint64_t id = 0; id <= FEATURE_CLOCK_DATA; id++) {
		b.len = 0;
		add_feature(&b, (enum feature)id, f);
		buf__pad(&b, 8);
		if (id == FEATURE_TRACING_DATA) {
			put_pipe_formats(o, &b);
		} else if (b.len && b.len < UINT16_MAX - 64) {
			put_header(o, EVENT_FEATURE, sizeof(struct perf_event_header) + sizeof(id) + b.len);
			out__put(o, &id, sizeof(id));
			out__put(o, b.p, b.len);
		}
	}
	if (b.failed)
		o->err = o->err ? o->err : -ENOMEM;
	buf__free(&b);
}

/* -- A file ------------------------------------------------------------------------------------------------------------ */

static void make_head(struct file_head *h)
{
	memset(h, 0, sizeof(*h));
	h->header = (struct file_header){
		.magic = MAGIC, .size = sizeof(h->header), .attr_size = sizeof(struct file_attr),
		.attrs = { offsetof(struct file_head, attrs), sizeof(h->attrs) },
		.data = { sizeof(*h), 0 },
	};
	for (unsigned i = 0; i < PERF_EVENTS; i++) {
		h->ids[i] = i + 1;
		make_attr(h->attrs[i].attr, i + 1);
		h->attrs[i].ids = (struct section){ offsetof(struct file_head, ids) + i * sizeof(h->ids[0]), sizeof(h->ids[0]) };
	}
}

/* Adds the table of sections, in the order of the features' numbers, and the features. */
static bool add_features(struct buf *b, struct file_header *h, uint64_t at, const struct facts *f)
{
	struct section sections[FEATURE_CLOCK_DATA];
	struct buf body = { 0 };
	unsigned n = 0;

	for (unsigned id = 0; id <= FEATURE_CLOCK_DATA; id++) {
		size_t began = body.len;

		add_feature(&body, (enum feature)id, f);
		if (body.len == began)
			continue;
		h->features[id / 64] |= 1ull << id % 64;
		sections[n++] = (struct section){ began, body.len - began };
	}
	for (unsigned i = 0; i < n; i++) {
		sections[i].offset += at + n * sizeof(sections[0]);
		buf__add(b, &sections[i], sizeof(sections[i]));
	}
	buf__add(b, body.p, body.len);
	b->failed |= body.failed;
	buf__free(&body);
	return !b->failed;
}

static int write_header(int fd, const struct file_header *h)
{
	const char *p = (const char *)h;
	size_t done = 0;

	while (done < sizeof(*h)) {
		ssize_t n = pwrite(fd, p + done, sizeof(*h) - done, (off_t)done);

		if (n < 0 && errno != EINTR)
			return -errno;
		if (n > 0)
			done += (size_t)n;
	}
	return 0;
}

/* -- Both -------------------------------------------------------------------------------------------------------------- */

void perf_file__begin(struct out *o, bool pipe, const struct origin *origin, const struct perf_times *t)
{
	const uint64_t pipe_head[2] = { MAGIC, sizeof(pipe_head) };
	const struct facts f = { origin, t };
	struct file_head head;

	if (pipe) {
		out__put(o, pipe_head, sizeof(pipe_head));
		put_pipe_attrs(o);
		put_pipe_features(o, &f);
	} else {
		make_head(&head);
		out__put(o, &head, sizeof(head));
	}
	out__line_begin(o);
}

int perf_file__end(struct out *o, const struct origin *origin, const struct perf_times *t)
{
	const struct facts f = { origin, t };
	struct file_head head;
	struct buf b = { 0 };

	out__line_begin(o);
	if (out__flush(o))
		return o->err;
	make_head(&head);
	head.header.data.size = o->written - sizeof(head);
	if (!add_features(&b, &head.header, o->written, &f))
		o->err = -ENOMEM;
	out__put(o, b.p, b.len);
	buf__free(&b);
	out__line_begin(o);
	if (!out__flush(o))
		o->err = write_header(o->fd, &head.header);
	return o->err;
}
