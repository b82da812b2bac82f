// SPDX-License-Identifier: BSD-2-Clause
/* test_waiting.c - memory of a call in progress when tracing began is added to the record of its return, and to no other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "tracker/waiting.h"

static struct waiting waiting, *const w = &waiting;
static union {
	struct rec_call r;
	uint8_t bytes[1024];
} record;

static int teardown(void **state)
{
	(void)state;
	waiting__free(w);
	return 0;
}

/* -- Records: a call of one argument ----------------------------------------------------------------------------------- */

static struct rec_call *call(uint16_t type, uint32_t tid, uint16_t nr, uint64_t arg, uint16_t flags)
{
	memset(&record, 0, sizeof(record));
	record.r = (struct rec_call){
		.rec = { .len = sizeof(record.r) + 8, .type = type, .tid = tid, .tgid = 5 },
		.nr = nr, .nargs = 1, .flags = flags, .fixed = sizeof(record.r) + 8,
	};
	record.r.args[0] = arg;
	return &record.r;
}

static void add(struct chunk k, const char *text)
{
	uint8_t *to = record.bytes + record.r.rec.len;

	k.len = (uint32_t)strlen(text);
	memcpy(to, &k, sizeof(k));
	memcpy(to + sizeof(k), text, k.len);
	record.r.rec.len += sizeof(k) + (k.len + 7) / 8 * 8;
}

static void add_chunk(uint8_t arg, uint8_t status, const char *text)
{
	add((struct chunk){ .arg = arg, .status = status }, text);
}

/* The text in place of a struct chunk_more. */
static void add_parts(const char text[sizeof(struct chunk_more)])
{
	add((struct chunk){ .arg = CHUNK_RET, .part = PART_MORE }, text);
}

static void keeps(uint32_t tid, uint16_t nr, uint64_t arg, const char *text)
{
	call(REC_PENDING, tid, nr, arg, CALL_AT_ATTACH | CALL_NO_ENTRY);
	add_chunk(0, CHUNK_OK, text);
	waiting__keep(w, &record.r);
}

/* The resulting chunks of the call in `record`, as ARG:TEXT. */
static const char *joined(void)
{
	const struct rec_call *r = (const struct rec_call *)waiting__join(w, &record.r.rec);
	const uint8_t *at = (const uint8_t *)r + r->fixed, *end = (const uint8_t *)r + r->rec.len;
	static char text[256];
	int n = 0;

	text[0] = '\0';
	while (at < end) {
		const struct chunk *k = (const struct chunk *)at;

		n += snprintf(text + n, sizeof(text) - (size_t)n, "%u:%.*s ", k->arg, (int)k->len, (const char *)(k + 1));
		at += sizeof(*k) + (k->len + 7) / 8 * 8;
	}
	return text;
}

/* -- Tests ------------------------------------------------------------------------------------------------------------- */

static void what_was_passed_takes_the_place_of_what_is_there_later(void **state)
{
	(void)state;
	keeps(7, 3, 100, "then");
	assert_int_equal(w->calls.n, 1);
	call(REC_CALL, 7, 3, 100, CALL_NO_ENTRY);
	add_chunk(0, CHUNK_LATE, "now");
	add_chunk(0, CHUNK_OUT, "result");
	add_chunk(1, CHUNK_LATE, "another");
	assert_string_equal(joined(), "0:then 0:result 1:another ");
	assert_int_equal(w->calls.n, 0);
}

static void parts_sent_last_remain(void **state)
{
	(void)state;
	for (int sent = 0; sent < 2; sent++) {
		call(REC_PENDING, 7, 3, 100, CALL_AT_ATTACH | CALL_NO_ENTRY);
		add_chunk(0, CHUNK_OK, "then");
		add_parts("parts, then 0123");
		waiting__keep(w, &record.r);
		call(REC_CALL, 7, 3, 100, CALL_NO_ENTRY);
		add_chunk(0, CHUNK_LATE, "now");
		if (sent)
			add_parts("parts, now  0123");
		assert_string_equal(joined(), sent ? "0:then 6:parts, now  0123 " : "0:then 6:parts, then 0123 ");
	}
}

static void only_the_first_call_is_meant(void **state)
{
	(void)state;
	keeps(7, 3, 100, "then");
	call(REC_CALL, 7, 3, 100, CALL_NO_ENTRY);
	joined();
	call(REC_CALL, 7, 3, 100, CALL_NO_ENTRY);
	assert_string_equal(joined(), "");
}

static void another_call_is_not_meant(void **state)
{
	static const struct { uint16_t nr; uint64_t arg; uint16_t flags; } others[] = {
		{ 4, 100, CALL_NO_ENTRY }, { 3, 101, CALL_NO_ENTRY }, { 3, 100, 0 },
	};

	(void)state;
	for (unsigned i = 0; i < 3; i++) {
		keeps(7, 3, 100, "then");
		call(REC_CALL, 7, others[i].nr, others[i].arg, others[i].flags);
		assert_string_equal(joined(), "");
		assert_int_equal(w->calls.n, 0);
	}
}

static void thread_that_ends_is_forgotten(void **state)
{
	struct rec_exit end = { .rec = { .len = sizeof(end), .type = REC_EXIT, .tid = 7, .tgid = 5 } };

	(void)state;
	keeps(7, 3, 100, "then");
	assert_ptr_equal(waiting__join(w, &end.rec), &end.rec);
	assert_int_equal(w->calls.n, 0);
}

static void there_may_be_many(void **state)
{
	(void)state;
	for (uint32_t round = 0; round < 3; round++) {
		for (uint32_t tid = 1; tid <= 1000; tid++)
			keeps(round * 1000 + tid, 3, tid, "then");
		for (uint32_t tid = 1; tid <= 1000; tid++) {
			call(REC_CALL, round * 1000 + tid, 3, tid, CALL_NO_ENTRY);
			assert_string_equal(joined(), "0:then ");
		}
	}
	assert_int_equal(w->calls.n, 0);
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(what_was_passed_takes_the_place_of_what_is_there_later, teardown),
		cmocka_unit_test_teardown(parts_sent_last_remain, teardown),
		cmocka_unit_test_teardown(only_the_first_call_is_meant, teardown),
		cmocka_unit_test_teardown(another_call_is_not_meant, teardown),
		cmocka_unit_test_teardown(thread_that_ends_is_forgotten, teardown),
		cmocka_unit_test_teardown(there_may_be_many, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
