/* SPDX-License-Identifier: BSD-2-Clause */
/* recording_builder.h - small recordings in memory files. */
#pragma once

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <cmocka.h>

#include "bpf/wire.h"
#include "lib/varint.h"
#include "recording/file_writer.h"
#include "syscalltbl/syscalltbl.h"

/* Consecutive records. */
static struct buf records;

static inline void add_record(const void *rec, size_t len)
{
	struct rec r;

	memcpy(&r, rec, sizeof(r));
	r.len = (uint32_t)(len + 7) & ~7u;
	buf__add(&records, &r, sizeof(r));
	buf__add(&records, (const uint8_t *)rec + sizeof(r), len - sizeof(r));
	buf__pad(&records, 8);
}

static inline struct rec head_of(unsigned type, uint64_t ts, uint32_t tid)
{
	return (struct rec){ .type = (uint16_t)type, .cpu = 1, .ts = ts, .tid = tid, .tgid = tid };
}

static inline void add_start(uint64_t ts)
{
	struct rec_start r = { .rec = head_of(REC_START, ts, 0), .realtime = 1700000000000000000ull, .boottime = 5000, .abi = ABI_X86_64 };

	add_record(&r, sizeof(r));
}

static inline void add_end(uint64_t ts, uint64_t calls)
{
	struct rec_end r = { .rec = head_of(REC_END, ts, 0), .calls = calls };

	add_record(&r, sizeof(r));
}

static inline void add_exit(uint64_t ts, uint32_t tid)
{
	struct rec_exit r = { .rec = head_of(REC_EXIT, ts, tid) };

	add_record(&r, sizeof(r));
}

/* A call with three arguments and, with `text`, memory at the second. */
static inline void add_call(uint64_t ts, uint32_t tid, const char *name, uint64_t a, uint64_t b, uint64_t c, int64_t ret,
			    const char *text, bool out)
{
	union {
		struct rec_call call;
		uint8_t bytes[4096];
	} r = { .call = {
		.rec = head_of(REC_CALL, ts, tid), .dur = 500, .ret = ret, .nargs = 3,
		.nr = (uint16_t)syscalltbl__nr(ABI_X86_64, name), .abi = ABI_X86_64, .fixed = sizeof(struct rec_call) + 24,
	} };
	size_t len = r.call.fixed;

	r.call.args[0] = a;
	r.call.args[1] = b;
	r.call.args[2] = c;
	if (text) {
		struct chunk k = { .arg = 1, .status = out ? CHUNK_OUT : 0, .len = (uint32_t)strlen(text), .addr = b };

		memcpy(r.bytes + len, &k, sizeof(k));
		memcpy(r.bytes + len + sizeof(k), text, k.len);
		len += sizeof(k) + k.len;
	}
	add_record(&r, len);
}

/*
 * Writes `records` in blocks of `each` bytes (0: one block) to a new memory file; `sections` are the header's. Returns its
 * descriptor.
 */
static inline int write_recording_of(const struct buf *sections, int level, size_t each)
{
	struct file_writer w = { .fd = memfd_create("recording", 0), .regular = true };
	struct block_maker *m = block_maker__new(level);
	struct buf block = {};
	int fd = dup(w.fd);

	file_writer__begin(&w, m, sections);
	for (size_t at = 0, end; at < records.len; at = end) {
		for (end = at; end < records.len && (!each || end - at < each); )
			end += ((const struct rec *)(records.p + end))->len;
		assert_int_equal(block_maker__records(m, records.p + at, end - at, &block), end - at);
		file_writer__block(&w, block.p, block.len);
	}
	file_writer__end(&w, m);
	assert_int_equal(w.err, 0);
	block_maker__free(m);
	buf__free(&block);
	return fd;
}

static inline int write_recording(int level, size_t each)
{
	static const uint8_t host[] = { SECTION_HOST, 4, 'h', 'o', 's', 't' };
	struct buf sections = {};
	int fd;

	buf__add(&sections, host, sizeof(host));
	fd = write_recording_of(&sections, level, each);
	buf__free(&sections);
	return fd;
}
