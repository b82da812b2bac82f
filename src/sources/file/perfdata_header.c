// SPDX-License-Identifier: BSD-2-Clause
/*
 * perfdata_header.c - reads the header, attributes and features of a perf.data recording.
 *
 * Invariant: sections outside of the file are ignored; no memory is allocated for them.
 */
#include "perfdata_header.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/vec.h"
#include "perfdata_types.h"

#define ATTRS_MAX 65536		/* more than a recording of every tracepoint has */

struct section {
	uint64_t offset, size;
};

static struct section section_at(const uint8_t *p, bool swap)
{
	return (struct section){ .offset = perf_u64(p, swap), .size = perf_u64(p + 8, swap) };
}

/* -- Events ---------------------------------------------------------------------------------------------------------- */

static int add_attr(struct perfdata_header *h, const uint8_t *p, size_t len, bool swap)
{
	struct perf_attr *a;
	int err;

	if (h->nattrs == ATTRS_MAX)
		return -EINVAL;
	if (!VEC_MORE(h->attrs, h->nattrs, 1))
		return -ENOMEM;
	a = &h->attrs[h->nattrs];
	err = perf_attr__parse(a, p, len, swap);
	if (err)
		return err;
	if (!h->nattrs++)
		h->alike = true;
	h->alike &= a->sample_type == h->attrs->sample_type && a->read_format == h->attrs->read_format &&
		    a->id_all == h->attrs->id_all;
	return 0;
}

static int add_ids(struct perfdata_header *h, const uint8_t *p, size_t n, bool swap)
{
	if (!VEC_MORE(h->ids, h->nids, n))
		return -ENOMEM;
	for (; n--; p += 8)
		h->ids[h->nids++] = (struct perfdata_id){ .id = perf_u64(p, swap), .attr = h->nattrs - 1 };
	h->ids_sorted = false;
	return 0;
}

int perfdata_header__attr(struct perfdata_header *h, const uint8_t *rec, size_t len, bool swap)
{
	size_t head = sizeof(struct perf_event_header), size = PERF_ATTR_SIZE_VER0;
	int err;

	if (len < head + size)
		return -EBADMSG;
	if (perf_u32(rec + head + offsetof(struct perf_event_attr, size), swap))
		size = perf_u32(rec + head + offsetof(struct perf_event_attr, size), swap);
	if (size > len - head)
		return -EBADMSG;
	err = add_attr(h, rec + head, size, swap);
	return err ? err : add_ids(h, rec + head + size, (len - head - size) / 8, swap);
}

static int by_id(const void *a, const void *b)
{
	const struct perfdata_id *x = a, *y = b;

	return (x->id > y->id) - (x->id < y->id);
}

static const struct perf_attr *attr_of_id(struct perfdata_header *h, uint64_t id)
{
	struct perfdata_id key = { .id = id }, *found;

	if (!h->ids_sorted && h->nids)
		qsort(h->ids, h->nids, sizeof(*h->ids), by_id);
	h->ids_sorted = true;
	found = h->nids ? bsearch(&key, h->ids, h->nids, sizeof(*h->ids), by_id) : NULL;
	return found ? &h->attrs[found->attr] : h->attrs;
}

/* All events of a recording must have their ID at the same offset; otherwise records could not be assigned. */
const struct perf_attr *perfdata_header__attr_of(struct perfdata_header *h, const uint8_t *rec, size_t len, bool is_sample,
						 bool swap)
{
	int at;

	if (!h->nattrs || h->alike)
		return h->attrs;
	at = is_sample ? perf_attr__id_offset(h->attrs) : perf_attr__id_back(h->attrs);
	if (at < 0 || sizeof(struct perf_event_header) + (size_t)at + (is_sample ? 8 : 0) > len)
		return h->attrs;
	return attr_of_id(h, perf_u64(is_sample ? rec + sizeof(struct perf_event_header) + at : rec + len - at, swap));
}

/* A file's attributes: attr_size bytes each, the last 16 of which are the section of their IDs. */
static int read_attrs(struct perfdata_header *h, const struct perfdata_input *in, struct section where, uint64_t attr_size)
{
	uint8_t *attrs, *ids;
	int err;

	if (attr_size < PERF_ATTR_SIZE_VER0 + 16 || attr_size > where.size)
		return -EINVAL;
	err = perfdata_input__blob_at(in, where.offset, where.size, &attrs);
	for (uint64_t at = 0; !err && at <= where.size - attr_size; at += attr_size) {
		struct section s = section_at(attrs + at + attr_size - 16, in->swap);

		err = add_attr(h, attrs + at, attr_size - 16, in->swap);
		if (s.size / 8 > in->size / 8 - h->nids)
			continue;	/* overlapping sections: the sum of all may not exceed the file */
		if (err || perfdata_input__blob_at(in, s.offset, s.size, &ids))
			continue;	/* without IDs all events belong to the first attribute */
		err = add_ids(h, ids, s.size / 8, in->swap);
		free(ids);
	}
	free(attrs);
	return err;
}

/* -- Features -------------------------------------------------------------------------------------------------------- */

/* Reads a string: its length with padding, then its bytes. */
static char *take_string(struct perf_cursor *c)
{
	uint32_t len = perf_cursor__u32(c);
	const uint8_t *p = perf_cursor__bytes(c, len);

	return p ? strndup((const char *)p, len) : NULL;
}

static void set_string(char **to, struct perf_cursor *c)
{
	free(*to);
	*to = take_string(c);
}

/* Reads the command line. */
static void set_command(struct perfdata_header *h, struct perf_cursor *c)
{
	uint32_t n = perf_cursor__u32(c);
	size_t len = 0;

	free(h->command);
	h->command = NULL;
	while (n-- && !c->bad) {
		char *word = take_string(c), *all = word ? realloc(h->command, len + strlen(word) + 2) : NULL;

		if (all) {
			h->command = all;
			len += (size_t)sprintf(all + len, "%s%s", len ? " " : "", word);
		}
		free(word);
	}
}

static void set_clock(struct perfdata_header *h, struct perf_cursor *c)
{
	uint64_t wall, ts;

	perf_cursor__u64(c);		/* version, clock */
	wall = perf_cursor__u64(c);
	ts = perf_cursor__u64(c);
	if (c->bad)
		return;
	h->has_clock = true;
	h->clock_wall = wall;
	h->clock_ts = ts;
}

#define BUILD_ID_HEAD 36	/* header, pid, build-id (20 bytes, and their number since Linux 5.10), padding */
#define BUILD_ID_HAS_LEN (1 << 15)	/* PERF_RECORD_MISC_BUILD_ID_SIZE of perf(1) */

static void add_build_id(struct perfdata_header *h, const uint8_t *p, size_t len, bool swap)
{
	const char *path = (const char *)p + BUILD_ID_HEAD;
	struct perfdata_build_id *b;
	uint8_t n = perf_u16(p + 4, swap) & BUILD_ID_HAS_LEN ? p[32] : 20;

	if (!VEC_MORE(h->build_ids, h->nbuild_ids, 1))
		return;
	b = &h->build_ids[h->nbuild_ids];
	b->len = n <= sizeof(b->bytes) ? n : 0;
	memcpy(b->bytes, p + 12, sizeof(b->bytes));
	b->path = strndup(path, len - BUILD_ID_HEAD);
	h->nbuild_ids += b->path != NULL;
}

/* Reads a list of entries, each with a header that has its length. */
static void set_build_ids(struct perfdata_header *h, struct perf_cursor *c)
{
	while (c->end - c->p > BUILD_ID_HEAD) {
		size_t len = perf_u16(c->p + 6, c->swap);

		if (len <= BUILD_ID_HEAD || len > (size_t)(c->end - c->p))
			return;
		add_build_id(h, c->p, len, c->swap);
		c->p += len;
	}
}

uint8_t perfdata_header__build_id(const struct perfdata_header *h, const char *path, size_t len, uint8_t *id)
{
	for (unsigned i = 0; i < h->nbuild_ids; i++) {
		const struct perfdata_build_id *b = &h->build_ids[i];

		if (strlen(b->path) != len || memcmp(b->path, path, len))
			continue;
		memcpy(id, b->bytes, b->len);
		return b->len;
	}
	return 0;
}

int perfdata_header__feature(struct perfdata_header *h, unsigned feature, const uint8_t *p, size_t len, bool swap)
{
	struct perf_cursor c = { .p = p, .end = p + len, .swap = swap };
	int err = 0;

	switch (feature) {
	case PERFDATA_F_TRACING_DATA: err = perf_formats__read(&h->formats, p, len); break;
	case PERFDATA_F_BUILD_ID: set_build_ids(h, &c); break;
	case PERFDATA_F_HOSTNAME: set_string(&h->hostname, &c); break;
	case PERFDATA_F_OSRELEASE: set_string(&h->release, &c); break;
	case PERFDATA_F_ARCH: set_string(&h->machine, &c); break;
	case PERFDATA_F_CMDLINE: set_command(h, &c); break;
	case PERFDATA_F_CLOCK_DATA: set_clock(h, &c); break;
	}
	return err == -ENOMEM ? err : 0;
}

static bool is_wanted(unsigned feature)
{
	return feature == PERFDATA_F_TRACING_DATA || feature == PERFDATA_F_BUILD_ID || feature == PERFDATA_F_HOSTNAME || feature == PERFDATA_F_OSRELEASE ||
	       feature == PERFDATA_F_ARCH || feature == PERFDATA_F_CMDLINE || feature == PERFDATA_F_CLOCK_DATA;
}

/* The bitmap is an array of the writer's longs; if these had 4 bytes, halves are swapped. FEATURE_HOSTNAME, always set, shows which. */
static bool has_feature(const uint8_t *bits, unsigned n, bool swap)
{
	unsigned hostname = PERFDATA_F_HOSTNAME;

	if (perf_u64(bits, swap) >> hostname & 1)
		return perf_u64(bits + n / 64 * 8, swap) >> n % 64 & 1;
	return perf_u32(bits + n / 32 * 4, swap) >> n % 32 & 1;
}

/* After the data: the sections of features, in the order of their bits. Unreadable ones are ignored. */
static int read_features(struct perfdata_header *h, const struct perfdata_input *in, const uint8_t *bits, uint64_t offset)
{
	int err = 0;

	for (unsigned i = 0; i < PERFDATA_F_COUNT && !err; i++) {
		struct section s;
		uint8_t at[16], *p;

		if (!has_feature(bits, i, in->swap))
			continue;
		if (perfdata_input__at(in, offset, at, sizeof(at)))
			return 0;
		offset += sizeof(at);
		s = section_at(at, in->swap);
		if (!is_wanted(i) || perfdata_input__blob_at(in, s.offset, s.size, &p))
			continue;
		err = perfdata_header__feature(h, i, p, s.size, in->swap);
		free(p);
	}
	return err;
}

/* -- Header ---------------------------------------------------------------------------------------------------------- */

/* Offsets in a file's header. */
enum { AT_ATTR_SIZE = 16, AT_ATTRS = 24, AT_DATA = 40, AT_FEATURES = 72 };

static int read_file(struct perfdata_header *h, struct perfdata_input *in)
{
	uint8_t head[PERFDATA_FILE_HEADER];
	struct section data;
	int err = perfdata_input__at(in, 0, head, sizeof(head));

	if (err)
		return err == -ENODATA ? -EINVAL : err;
	data = section_at(head + AT_DATA, in->swap);
	if (data.offset < sizeof(head) || data.offset > in->size)
		return -EINVAL;
	h->cut = !data.size;
	if (h->cut)
		data.size = in->size - data.offset;
	err = read_attrs(h, in, section_at(head + AT_ATTRS, in->swap), perf_u64(head + AT_ATTR_SIZE, in->swap));
	if (!err && !h->cut && data.size <= in->size - data.offset)
		err = read_features(h, in, head + AT_FEATURES, data.offset + data.size);
	return err ? err : perfdata_input__seek(in, data.offset, data.size);
}

static int wait_for(struct perfdata_input *in, size_t n, const uint8_t **p)
{
	int err = perfdata_input__await(in, n);

	return err ? err : perfdata_input__peek(in, n, p);
}

int perfdata_header__read(struct perfdata_header *h, struct perfdata_input *in)
{
	const uint8_t *p;
	int err;

	memset(h, 0, sizeof(*h));
	err = wait_for(in, PERFDATA_PIPE_HEADER, &p);
	if (err)
		return err == -ENODATA ? -EINVAL : err;
	if (!memcmp(p, PERFDATA_MAGIC_SWAPPED, PERFDATA_MAGIC_LEN))
		in->swap = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
	else if (!memcmp(p, PERFDATA_MAGIC, PERFDATA_MAGIC_LEN))
		in->swap = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
	else
		return -EINVAL;
	h->stream = perf_u64(p + 8, in->swap) == PERFDATA_PIPE_HEADER;
	if (!h->stream)
		return in->seekable ? read_file(h, in) : -ESPIPE;
	perfdata_input__skip(in, PERFDATA_PIPE_HEADER);
	return 0;
}

void perfdata_header__close(struct perfdata_header *h)
{
	perf_formats__free(h->formats);
	for (unsigned i = 0; i < h->nbuild_ids; i++)
		free(h->build_ids[i].path);
	free(h->build_ids);
	free(h->attrs);
	free(h->ids);
	free(h->hostname);
	free(h->release);
	free(h->machine);
	free(h->command);
	memset(h, 0, sizeof(*h));
}
