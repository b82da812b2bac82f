/* SPDX-License-Identifier: BSD-2-Clause */
/* test_recording - records are read as they were written; damage is reported, and harmless. */
#include "recording_builder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <zlib.h>

#include "recording/block_summary.h"
#include "recording/file_header.h"
#include "recording/pack.h"
#include "sources/file/file_kinds.h"

static char said[65536];
static struct buf got;		/* records that were read */
static int end_state;		/* the source's last result */

static void make_records(unsigned calls)
{
	records.len = 0;
	add_start(1000);
	for (unsigned i = 0; i < calls; i++) {
		uint64_t ts = 2000 + i * 700;
		char text[32];

		snprintf(text, sizeof(text), "/tmp/file-%u", i);
		add_call(ts, 10 + i % 3, "openat", (uint64_t)-100, 0x7ffc0000 + i % 5 * 64, 0, i % 7 ? 3 : -2, text, false);
		add_call(ts + 100, 10 + i % 3, "read", 3, 0x600000, 100, 5, "hello", true);
		add_call(ts + 200, 10 + i % 3, "close", 3, 0, 0, 0, NULL, false);
	}
	add_exit(2000 + calls * 700ull, 10);
	add_end(2100 + calls * 700ull, calls * 3);
}

/* Reads the recording in `fd`, which is closed. */
static void read_recording(int fd)
{
	char name[64];
	struct source *s;
	const struct rec *rec;
	int memory = memfd_create("said", 0), err = dup(2);
	ssize_t n;

	snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
	got.len = 0;
	dup2(memory, 2);
	end_state = file_kinds__open(&s, name);
	if (!end_state) {
		while ((end_state = s->ops->next(s, &rec)) == SOURCE_RECORD)
			buf__add(&got, rec, rec->len);
		s->ops->close(s);
	}
	dup2(err, 2);
	n = pread(memory, said, sizeof(said) - 1, 0);
	said[n > 0 ? n : 0] = 0;
	close(err), close(memory), close(fd);
}

static void assert_all_read(void)
{
	assert_int_equal(end_state, SOURCE_END);
	assert_string_equal(said, "");
	assert_int_equal(got.len, records.len);
	assert_memory_equal(got.p, records.p, records.len);
}

static void what_is_written_is_read(void **state)
{
	static const int levels[] = { 0, 1, 3, 19 };

	(void)state;
	make_records(500);
	for (unsigned i = 0; i < 4; i++) {
		read_recording(write_recording(levels[i], 0));
		assert_all_read();
		read_recording(write_recording(levels[i], 4096));
		assert_all_read();
	}
}

/* Numbers with all bits, decreasing times, records of unknown types. */
static void anything_can_be_packed(void **state)
{
	struct {
		struct rec rec;
		uint64_t body[3];
	} strange = { .rec = head_of(999, 5000, 7), .body = { 1, ~0ull, 3 } };

	(void)state;
	records.len = 0;
	add_start(1ull << 63);
	for (unsigned i = 0; i < 200; i++) {
		uint64_t v = i * 0x9e3779b97f4a7c15ull;

		add_call(v, (uint32_t)v, i % 2 ? "read" : "write", ~v, v << 7, v >> 11, (int64_t)(v * 3), i % 5 ? "x" : NULL, i % 2);
		strange.body[1] = v;
		add_record(&strange, sizeof(strange) - (i % 3) * 8);
	}
	add_record(&(struct rec){ .type = 77 }, sizeof(struct rec));
	read_recording(write_recording(3, 0));
	assert_all_read();
}

/* More kinds of calls than a block has slots: the rest goes to the next block. */
static void a_block_ends_when_slots_do(void **state)
{
	struct packer *p = packer__new();
	struct packed packed;
	size_t taken;

	(void)state;
	records.len = 0;
	for (unsigned i = 0; i < BLOCK_SLOTS + 100; i++)
		add_call(1000 + i, i + 1, "close", 1, 2, 3, 0, NULL, false);
	taken = packer__pack(p, records.p, records.len, &packed);
	assert_int_equal(packed.header.records, BLOCK_SLOTS);
	assert_int_equal(taken, BLOCK_SLOTS * (records.len / (BLOCK_SLOTS + 100)));
	packer__free(p);
}

static void the_summary_counts(void **state)
{
	struct packer *p = packer__new();
	struct packed packed;
	struct block_summary s;
	struct summary_count c;
	struct summary_thread t = {};
	unsigned closes = 0, exits = 0, threads = 0;

	(void)state;
	make_records(100);
	packer__pack(p, records.p, records.len, &packed);
	block_summary__begin(&s, packed.summary, packed.header.summary);
	while (block_summary__count(&s, &c)) {
		if (c.type == REC_CALL && c.abi == ABI_X86_64 && (int)c.nr == syscalltbl__nr(ABI_X86_64, "close"))
			closes += c.count;
		exits += c.type == REC_EXIT ? c.count : 0;
	}
	block_summary__begin(&s, packed.summary, packed.header.summary);
	for (block_summary__begin_threads(&s); block_summary__thread(&s, &t); threads++)
		assert_int_equal(t.tid, 10 + threads);
	assert_int_equal(closes, 100);
	assert_int_equal(exits, 1);
	assert_int_equal(threads, 3);
	assert_int_equal(packed.header.calls, 300);
	packer__free(p);
}

static struct buf whole;	/* a small recording */

static void make_small(int level)
{
	struct stat st;
	int fd;

	make_records(6);
	fd = write_recording(level, 600);
	assert_int_equal(fstat(fd, &st), 0);
	whole.len = 0;
	assert_true(buf__reserve(&whole, (size_t)st.st_size));
	assert_int_equal(pread(fd, whole.p, (size_t)st.st_size, 0), st.st_size);
	whole.len = (size_t)st.st_size;
	close(fd);
}

static int file_of(const uint8_t *p, size_t len)
{
	int fd = memfd_create("damaged", 0);

	assert_int_equal(write(fd, p, len), (ssize_t)len);
	return fd;
}

/* All records read are records that were written, in order. */
static void assert_part_of_records(void)
{
	size_t at = 0;

	for (size_t g = 0; g < got.len; ) {
		const struct rec *r = (const struct rec *)(got.p + g);

		while (at < records.len && memcmp(records.p + at, r, r->len))
			at += ((const struct rec *)(records.p + at))->len;
		assert_true(at < records.len);
		g += r->len;
	}
}

static void cut_anywhere_it_is_read_up_to_there(void **state)
{
	size_t before = 0;

	(void)state;
	make_small(3);
	for (size_t len = 0; len < whole.len; len++) {
		read_recording(file_of(whole.p, len));
		assert_true(end_state == SOURCE_END || len <= 16);
		assert_non_null(strstr(said, len < 16 ? "'" : "is incomplete"));
		assert_true(got.len >= before);
		assert_true(got.len <= records.len);
		assert_memory_equal(got.p ? got.p : (uint8_t *)"", records.p, got.len);
		before = got.len;
	}
	read_recording(file_of(whole.p, whole.len));
	assert_all_read();
}

static void a_flipped_bit_is_always_said(void **state)
{
	static const int levels[] = { 0, 3 };

	(void)state;
	for (unsigned l = 0; l < 2; l++) {
		make_small(levels[l]);
		for (size_t i = 0; i < whole.len * 8; i++) {
			whole.p[i / 8] ^= (uint8_t)(1 << i % 8);
			read_recording(file_of(whole.p, whole.len));
			whole.p[i / 8] ^= (uint8_t)(1 << i % 8);
			if (!said[0])
				fail_msg("bit %zu of byte %zu, and nothing was said", i % 8, i / 8);
			assert_part_of_records();
		}
	}
}

static void what_follows_damage_is_read(void **state)
{
	size_t lost;

	(void)state;
	make_small(3);
	whole.p[whole.len / 2] ^= 1;
	read_recording(file_of(whole.p, whole.len));
	assert_non_null(strstr(said, "damaged"));
	assert_null(strstr(said, "is incomplete"));
	lost = records.len - got.len;
	assert_true(lost > 0 && lost < records.len / 2);
	assert_part_of_records();
}

static void other_files_are_refused(void **state)
{
	static const char text[] = "#!/bin/sh\necho this is no recording at all, but it is long enough\n";
	uint8_t copy[16];

	(void)state;
	read_recording(file_of((const uint8_t *)text, sizeof(text)));
	assert_true(end_state < SOURCE_END);
	assert_non_null(strstr(said, "is not a recording"));
	make_small(3);
	memcpy(copy, whole.p, 16);
	copy[12] = 9;
	read_recording(file_of(copy, 16));
	assert_true(end_state < SOURCE_END);
	assert_non_null(strstr(said, "version 9"));
}

/* Blocks with valid checksums and invalid content. */
static void a_block_that_lies_is_left_out(void **state)
{
	(void)state;
	make_small(0);
	for (unsigned field = 0; field < 40; field++) {
		struct block_header h;
		struct file_writer w = { .fd = memfd_create("lies", 0), .regular = true };
		struct block_maker *m = block_maker__new(0);
		struct buf block = {}, sections = {};
		int fd = dup(w.fd);

		file_writer__begin(&w, m, &sections);
		block_maker__records(m, records.p, records.len, &block);
		memcpy(&h, block.p, sizeof(h));
		if (field < 4)
			h.unpacked[field] ^= 1;
		else if (field < 8)
			h.stored[field - 4] -= 1;
		else if (field == 8)
			h.raw += 8;
		else if (field == 9)
			h.raw -= 8;
		else if (field == 10)
			h.raw = ~0u;
		else if (field == 11)
			h.summary = ~0u;
		else if (field == 12)
			h.compression = COMPRESSION_ZSTD;
		else if (field == 13)
			h.compression = 77;
		else
			block.p[sizeof(h) + h.summary + (field - 14)] ^= 0x55;
		memcpy(block.p, &h, sizeof(h));
		h.crc = (uint32_t)crc32(0, block.p + 8, (uInt)(block.len - 8));
		memcpy(block.p, &h, sizeof(h));
		file_writer__block(&w, block.p, block.len);
		file_writer__end(&w, m);
		read_recording(fd);
		assert_int_equal(end_state, SOURCE_END);
		assert_true(said[0] || field >= 14);
		block_maker__free(m);
		buf__free(&block);
	}
}

static void unwanted_calls_are_left_out(void **state)
{
	static struct syscall_set set;
	struct source *s;
	const struct rec *rec;
	char name[64];
	unsigned calls = 0, others = 0;
	int fd;

	(void)state;
	make_records(100);
	fd = write_recording(3, 600);
	snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
	syscall_set__add(&set, ABI_X86_64, syscalltbl__nr(ABI_X86_64, "close"));
	assert_int_equal(file_kinds__open(&s, name), 0);
	source__want(s, &set);
	while (s->ops->next(s, &rec) == SOURCE_RECORD) {
		if (rec->type == REC_CALL)
			assert_int_equal(((const struct rec_call *)rec)->nr, syscalltbl__nr(ABI_X86_64, "close"));
		calls += rec->type == REC_CALL;
		others += rec->type != REC_CALL;
	}
	assert_int_equal(calls, 100);
	assert_int_equal(others, 3);
	assert_string_equal(source__origin(s)->host, "host");
	s->ops->close(s);
	close(fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_written_is_read),
		cmocka_unit_test(anything_can_be_packed),
		cmocka_unit_test(a_block_ends_when_slots_do),
		cmocka_unit_test(the_summary_counts),
		cmocka_unit_test(cut_anywhere_it_is_read_up_to_there),
		cmocka_unit_test(a_flipped_bit_is_always_said),
		cmocka_unit_test(what_follows_damage_is_read),
		cmocka_unit_test(other_files_are_refused),
		cmocka_unit_test(a_block_that_lies_is_left_out),
		cmocka_unit_test(unwanted_calls_are_left_out),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
