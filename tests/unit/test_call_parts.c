// SPDX-License-Identifier: BSD-2-Clause
/* test_call_parts.c - calls whose memory comes in parts: complete, out of order, with missing, foreign or invalid parts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tracker/call_parts.h"

#define ADDR 0x7f0000001000ull
#define TID 100

static struct call_parts parts;

static int teardown(void **state)
{
	(void)state;
	call_parts__free(&parts);
	return 0;
}

static union {
	struct rec rec;
	struct rec_more more;
	struct rec_call call;
	uint8_t bytes[REC_MAX];
} record;

static void add_chunk(unsigned arg, unsigned status, unsigned part, uint64_t addr, const void *p, uint32_t len)
{
	struct chunk k = { .arg = (uint8_t)arg, .status = (uint8_t)status, .part = (uint16_t)part, .len = len, .addr = addr };

	memcpy(record.bytes + record.rec.len, &k, sizeof(k));
	memcpy(record.bytes + record.rec.len + sizeof(k), p, len);
	record.rec.len += (uint32_t)(sizeof(k) + (len + 7) / 8 * 8);
}

static void part_begins(uint32_t tid, uint64_t call, uint32_t number)
{
	memset(&record, 0, sizeof(record));
	record.more = (struct rec_more){
		.rec = { .len = sizeof(struct rec_more), .type = REC_MORE, .tid = tid, .tgid = TID }, .call = call, .number = number,
	};
}

static void part_ends(void)
{
	call_parts__follow(&parts, &record.rec);
}

/* A piece of argument 1, `at` bytes after ADDR. */
static void piece_of(uint32_t tid, uint64_t call, uint32_t number, unsigned status, unsigned at, const char *text)
{
	part_begins(tid, call, number);
	add_chunk(1, status, PART_SELF, ADDR + at, text, (uint32_t)strlen(text));
	part_ends();
}

static void piece(uint32_t number, unsigned status, unsigned at, const char *text)
{
	piece_of(TID, 1, number, status, at, text);
}

#define GOES_ON (CHUNK_TRUNC | CHUNK_MORE)
#define REST CHUNK_REST

static void call_begins(unsigned type, uint32_t tid)
{
	memset(&record, 0, sizeof(record));
	record.call = (struct rec_call){
		.rec = { .len = sizeof(struct rec_call), .type = (uint16_t)type, .tid = tid, .tgid = TID }, .fixed = sizeof(struct rec_call),
	};
}

static void add_more(uint64_t call, uint32_t n)
{
	struct chunk_more more = { .call = call, .parts = n };

	add_chunk(CHUNK_RET, CHUNK_OK, PART_MORE, 0, &more, sizeof(more));
}

/* The assembled call. */
static const struct rec_call *call_of(unsigned type, uint32_t tid, uint64_t call, uint32_t n)
{
	call_begins(type, tid);
	add_more(call, n);
	return call_parts__join(&parts, &record.call);
}

static const struct rec_call *the_call(uint32_t n)
{
	return call_of(REC_CALL, TID, 1, n);
}

static const struct chunk *chunk_of(const struct rec_call *c, unsigned arg, unsigned n)
{
	const uint8_t *p = (const uint8_t *)c + c->fixed, *end = (const uint8_t *)c + c->rec.len;

	while (p < end) {
		const struct chunk *k = (const struct chunk *)p;

		assert_true((size_t)(end - p) >= sizeof(*k));
		assert_true(k->len <= (size_t)(end - p) - sizeof(*k));
		assert_false(k->status & (CHUNK_MORE | CHUNK_REST));
		if (k->arg == arg && !n--)
			return k;
		p += sizeof(*k) + (k->len + 7) / 8 * 8;
	}
	assert_true(p == end);
	return NULL;
}

static void assert_chunk(const struct rec_call *c, unsigned n, unsigned status, const char *text)
{
	const struct chunk *k = chunk_of(c, 1, n);

	assert_non_null(k);
	assert_int_equal(k->status, status);
	assert_int_equal(k->len, strlen(text));
	assert_memory_equal(k + 1, text, k->len);
}

static void assert_none(const struct rec_call *c, unsigned n)
{
	assert_null(chunk_of(c, 1, n));
}

/* -- Complete ------------------------------------------------------------------------------------------------------ */

static void pieces_become_one_chunk(void **state)
{
	const struct rec_call *c;

	(void)state;
	piece(0, GOES_ON, 0, "hello, ");
	piece(1, GOES_ON | REST, 7, "wor");
	piece(2, CHUNK_OK | REST, 10, "ld");
	c = the_call(3);
	assert_chunk(c, 0, CHUNK_OK, "hello, world");
	assert_none(c, 1);
	assert_false(c->flags & CALL_SHORT);
	assert_int_equal(parts.bytes, 0);
}

static void what_ends_the_last_piece_ends_the_chunk(void **state)
{
	static const unsigned ends[] = { CHUNK_OK, CHUNK_TRUNC, CHUNK_PARTIAL };

	(void)state;
	for (unsigned i = 0; i < 3; i++) {
		piece(0, GOES_ON | CHUNK_OUT, 0, "hello");
		piece(1, ends[i] | CHUNK_OUT | REST, 5, "");
		assert_chunk(the_call(2), 0, ends[i] | CHUNK_OUT, "hello");
	}
}

static void several_chunks_and_those_of_the_call(void **state)
{
	const struct rec_call *c;

	(void)state;
	piece(0, GOES_ON, 0, "ab");
	piece(1, CHUNK_OK | REST, 2, "c");
	part_begins(TID, 1, 2);
	add_chunk(1, CHUNK_OK, PART_STR | 7, ADDR + 100, "whole", 5);
	add_chunk(1, CHUNK_OK, PART_STR | 8, ADDR + 200, "too", 3);
	part_ends();
	call_begins(REC_CALL, TID);
	add_chunk(1, CHUNK_OK, PART_STR, ADDR, "first", 5);
	add_more(1, 2);
	add_more(1, 3);			/* another part, sent at exit */
	c = call_parts__join(&parts, &record.call);
	assert_chunk(c, 0, CHUNK_OK, "first");
	assert_chunk(c, 1, CHUNK_OK, "abc");
	assert_chunk(c, 2, CHUNK_OK, "whole");
	assert_chunk(c, 3, CHUNK_OK, "too");
}

static void a_megabyte(void **state)
{
	enum { PIECE = 28672, N = 40 };
	static char text[PIECE];
	const struct chunk *k;

	(void)state;
	for (unsigned i = 0; i < N; i++) {
		part_begins(TID, 1, i);
		memset(text, 'a' + (int)i % 26, PIECE);
		add_chunk(1, (i + 1 < N ? GOES_ON : CHUNK_OK) | (i ? REST : 0), PART_SELF, ADDR + i * PIECE, text, PIECE);
		part_ends();
	}
	k = chunk_of(the_call(N), 1, 0);
	assert_int_equal(k->len, N * PIECE);
	for (unsigned i = 0; i < N; i++)
		assert_int_equal(((const char *)(k + 1))[i * PIECE + 17], 'a' + (int)i % 26);
}

static void a_pending_call_keeps_them(void **state)
{
	(void)state;
	piece(0, CHUNK_OK, 0, "hello");
	assert_chunk(call_of(REC_PENDING, TID, 1, 1), 0, CHUNK_OK, "hello");
	assert_chunk(call_of(REC_CALL, TID, 1, 1), 0, CHUNK_OK, "hello");
	assert_none(call_of(REC_CALL, TID, 1, 1), 0);
}

static void threads_do_not_mix(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < 50; i++)
		piece_of(i, 1, 0, GOES_ON, 0, i % 2 ? "odd" : "even");
	for (uint32_t i = 0; i < 50; i++)
		piece_of(i, 1, 1, CHUNK_OK | REST, i % 2 ? 3 : 4, "!");
	for (uint32_t i = 50; i-- > 0;)
		assert_chunk(call_of(REC_CALL, i, 1, 2), 0, CHUNK_OK, i % 2 ? "odd!" : "even!");
	assert_int_equal(parts.bytes, 0);
}

/* -- Parts that were not sent, or sent again ----------------------------------------------------------------------- */

static void a_call_that_never_came(void **state)
{
	(void)state;
	piece_of(TID, 1, 0, CHUNK_OK, 0, "other");
	piece_of(TID, 2, 0, CHUNK_OK, 0, "this");
	assert_chunk(call_of(REC_CALL, TID, 2, 1), 0, CHUNK_OK, "this");
	piece_of(TID, 3, 0, CHUNK_OK, 0, "other");
	assert_none(call_of(REC_CALL, TID, 4, 1), 0);		/* its parts were lost */
	piece_of(TID, 5, 0, CHUNK_OK, 0, "other");
	call_begins(REC_CALL, TID);
	assert_ptr_equal(call_parts__join(&parts, &record.call), &record.call);
	assert_int_equal(parts.bytes, 0);
}

static void an_op_that_began_anew(void **state)
{
	const struct rec_call *c;

	(void)state;
	piece(0, CHUNK_OK, 0, "kept");
	piece(1, GOES_ON, 50, "old");
	piece(2, GOES_ON | REST, 53, "old");
	piece(1, GOES_ON | CHUNK_LATE, 50, "new, ");
	piece(2, CHUNK_OK | CHUNK_LATE | REST, 55, "newer");
	c = the_call(3);
	assert_chunk(c, 0, CHUNK_OK, "kept");
	assert_chunk(c, 1, CHUNK_OK | CHUNK_LATE, "new, newer");
	assert_none(c, 2);
}

static void one_that_was_given_up(void **state)
{
	const struct rec_call *c;

	(void)state;
	piece(0, CHUNK_OK, 0, "kept");
	piece(1, GOES_ON, 50, "old");
	c = the_call(1);
	assert_chunk(c, 0, CHUNK_OK, "kept");
	assert_none(c, 1);
	assert_false(c->flags & CALL_SHORT);
}

static void execve_gives_the_thread_another_number(void **state)
{
	struct rec_exec r = { .rec = { .len = sizeof(r), .type = REC_EXEC, .tid = TID, .tgid = TID }, .old_tid = 105 };
	const struct rec_call *c;

	(void)state;
	piece_of(TID, 9, 0, CHUNK_OK, 0, "the first thread's");
	piece_of(105, 1, 0, CHUNK_OK, 0, "argv");
	call_parts__follow(&parts, &r.rec);
	c = the_call(1);
	assert_chunk(c, 0, CHUNK_OK, "argv");
	assert_none(c, 1);
	piece_of(105, 1, 0, CHUNK_OK, 0, "argv");
	piece_of(TID, 1, 1, CHUNK_OK, 50, "envp");	/* the kernel's copy */
	call_parts__follow(&parts, &r.rec);
	c = the_call(2);
	assert_chunk(c, 0, CHUNK_OK, "argv");
	assert_chunk(c, 1, CHUNK_OK, "envp");
	assert_int_equal(parts.bytes, 0);
}

static void a_thread_ends(void **state)
{
	struct rec_exit r = { .rec = { .len = sizeof(r), .type = REC_EXIT, .tid = TID, .tgid = TID } };

	(void)state;
	piece(0, CHUNK_OK, 0, "hello");
	call_parts__follow(&parts, &r.rec);
	assert_int_equal(parts.bytes, 0);
	assert_none(the_call(1), 0);
}

/* -- Missing and hostile parts ------------------------------------------------------------------------------------- */

static void a_missing_piece_cuts(void **state)
{
	const struct rec_call *c;

	(void)state;
	piece(0, GOES_ON, 0, "hello");
	piece(2, GOES_ON | REST, 10, "wor");
	piece(3, CHUNK_OK | REST, 13, "ld");
	c = the_call(4);
	assert_chunk(c, 0, CHUNK_TRUNC, "hello");
	assert_none(c, 1);
	assert_true(c->flags & CALL_SHORT);
}

static void a_missing_beginning_leaves_nothing(void **state)
{
	const struct rec_call *c;

	(void)state;
	piece(1, GOES_ON | REST, 5, "wor");
	piece(2, CHUNK_OK | REST, 8, "ld");
	piece(3, CHUNK_OK, 100, "next");
	c = the_call(4);
	assert_chunk(c, 0, CHUNK_OK, "next");
	assert_none(c, 1);
	assert_true(c->flags & CALL_SHORT);
}

static void a_missing_end_cuts(void **state)
{
	const struct rec_call *c;

	(void)state;
	piece(0, GOES_ON, 0, "hello");
	c = the_call(2);
	assert_chunk(c, 0, CHUNK_TRUNC, "hello");
	assert_true(c->flags & CALL_SHORT);
}

static void what_does_not_follow_is_not_appended(void **state)
{
	static const struct { unsigned arg, status, part, at; } others[] = {
		{ 2, REST, PART_SELF, 5 }, { 1, REST | CHUNK_OUT, PART_SELF, 5 }, { 1, REST | CHUNK_LATE, PART_SELF, 5 },
		{ 1, REST, PART_STR, 5 }, { 1, REST, PART_SELF, 6 }, { 1, REST, PART_SELF, 0 }, { 1, CHUNK_OK, PART_DATA, 5 },
	};

	(void)state;
	for (unsigned i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		const struct rec_call *c;

		piece(0, GOES_ON, 0, "hello");
		part_begins(TID, 1, 1);
		add_chunk(others[i].arg, others[i].status, others[i].part, ADDR + others[i].at, "other", 5);
		part_ends();
		c = the_call(2);
		assert_chunk(c, 0, CHUNK_TRUNC, "hello");
		assert_true(c->flags & CALL_SHORT);
	}
}

static void numbers_that_make_no_sense(void **state)
{
	const struct rec_call *c;

	(void)state;
	piece(UINT32_MAX, CHUNK_OK, 0, "last");
	piece(7, CHUNK_OK, 0, "seven");
	piece(7, CHUNK_OK, 0, "again");
	c = the_call(UINT32_MAX);
	assert_chunk(c, 0, CHUNK_OK, "again");
	assert_none(c, 1);
	assert_true(c->flags & CALL_SHORT);
	piece(0, CHUNK_OK, 0, "none");
	assert_none(the_call(0), 0);
}

/* Chunks that are longer than their record, and parts without a complete chunk. */
static void lengths_that_make_no_sense(void **state)
{
	static const uint32_t lens[] = { 6, 8, 100, 0x7ffffff8, 0xfffffff0, UINT32_MAX };
	const struct rec_call *c;

	(void)state;
	for (unsigned i = 0; i < sizeof(lens) / sizeof(lens[0]); i++) {
		part_begins(TID, 1, 0);
		add_chunk(1, GOES_ON, PART_SELF, ADDR, "first", 5);
		add_chunk(1, CHUNK_OK, PART_SELF, ADDR + 5, "second", 5);
		record.rec.len -= 8;		/* without its bytes */
		((struct chunk *)(record.bytes + record.rec.len) - 1)->len = lens[i];
		part_ends();
		part_begins(TID, 1, 1);
		record.rec.len += 8;
		part_ends();
		c = the_call(2);
		assert_chunk(c, 0, CHUNK_TRUNC, "first");
		assert_none(c, 1);
	}
	piece(0, CHUNK_OK, 0, "whole");
	call_begins(REC_CALL, TID);
	add_more(1, 1);
	record.call.fixed = 8;
	assert_ptr_equal(call_parts__join(&parts, &record.call), &record.call);
	piece(0, CHUNK_OK, 0, "whole");
	call_begins(REC_CALL, TID);
	add_more(1, 1);
	record.call.fixed = UINT16_MAX;
	assert_ptr_equal(call_parts__join(&parts, &record.call), &record.call);
}

/* Endless parts, of one call and of many threads. */
static void memory_is_bounded(void **state)
{
	static const uint8_t zeros[28672];
	const struct chunk *k;
	uint32_t i, len;

	(void)state;
	for (i = 0; i < CALL_PARTS_MAX / sizeof(zeros) + 100; i++) {
		part_begins(TID, 1, i);
		add_chunk(1, GOES_ON | (i ? REST : 0), PART_SELF, ADDR + i * sizeof(zeros), zeros, sizeof(zeros));
		part_ends();
	}
	len = (uint32_t)parts.bytes;
	assert_true(len <= CALL_PARTS_MAX && len > CALL_PARTS_MAX - 2 * REC_MAX);
	k = chunk_of(the_call(i), 1, 0);
	assert_int_equal(k->status, CHUNK_TRUNC);
	assert_int_equal(k->len, len / (sizeof(struct rec_more) + sizeof(*k) + sizeof(zeros)) * sizeof(zeros));
	for (uint32_t tid = 1; tid < CALL_PARTS_ALL / sizeof(zeros) + 100; tid++) {
		part_begins(tid, 1, 0);
		add_chunk(1, CHUNK_OK, PART_SELF, ADDR, zeros, sizeof(zeros));
		part_ends();
	}
	assert_true(parts.bytes <= CALL_PARTS_ALL && parts.bytes > CALL_PARTS_ALL - 2 * REC_MAX);
	assert_true(parts.short_of_room);
}

/* -- Another file begins ------------------------------------------------------------------------------------------- */

static void parts_go_to_the_next_file(void **state)
{
	struct buf records = {};
	unsigned n = 0;

	(void)state;
	piece(0, GOES_ON, 0, "hello, ");
	piece_of(7, 3, 0, CHUNK_OK, 0, "other");
	piece(1, CHUNK_OK | REST, 7, "world");
	call_parts__dump(&parts, 1234, &records);
	call_parts__free(&parts);
	for (size_t at = 0; at < records.len; at += ((struct rec *)(records.p + at))->len, n++) {
		assert_int_equal(((struct rec *)(records.p + at))->ts, 1234);
		call_parts__follow(&parts, (struct rec *)(records.p + at));
	}
	assert_int_equal(n, 3);
	buf__free(&records);
	assert_chunk(the_call(2), 0, CHUNK_OK, "hello, world");
	assert_chunk(call_of(REC_CALL, 7, 3, 1), 0, CHUNK_OK, "other");
}

#define TEST(f) cmocka_unit_test_teardown(f, teardown)

int main(void)
{
	static const struct CMUnitTest tests[] = {
		TEST(pieces_become_one_chunk),
		TEST(what_ends_the_last_piece_ends_the_chunk),
		TEST(several_chunks_and_those_of_the_call),
		TEST(a_megabyte),
		TEST(a_pending_call_keeps_them),
		TEST(threads_do_not_mix),
		TEST(a_call_that_never_came),
		TEST(an_op_that_began_anew),
		TEST(one_that_was_given_up),
		TEST(execve_gives_the_thread_another_number),
		TEST(a_thread_ends),
		TEST(a_missing_piece_cuts),
		TEST(a_missing_beginning_leaves_nothing),
		TEST(a_missing_end_cuts),
		TEST(what_does_not_follow_is_not_appended),
		TEST(numbers_that_make_no_sense),
		TEST(lengths_that_make_no_sense),
		TEST(memory_is_bounded),
		TEST(parts_go_to_the_next_file),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
