// SPDX-License-Identifier: BSD-2-Clause
/* test_source_merge.c - several recordings merged by time: by their common clock, or by the time of day. */
#include "recording_builder.h"
#include "sources/file/file_kinds.h"
#include "sources/file/merge_files.h"
#include "sources/merge.h"

#define DAY 1700000000000000000ull	/* ns since the Epoch */

static void add_section(struct buf *b, enum section_type type, const void *p, size_t len)
{
	buf__add_varint(b, type);
	buf__add_varint(b, len);
	buf__add(b, p, len);
}

/* A recording of `host` in `boot`, whose clock was `mono` at DAY, with the records of `records`, which it frees. */
static struct source *recording(const char *host, const char *boot, uint64_t mono)
{
	struct buf sections = {}, clocks = {};
	struct source *s;
	char name[32];

	buf__add_varint(&clocks, mono);
	buf__add_varint(&clocks, DAY);
	buf__add_varint(&clocks, mono);
	add_section(&sections, SECTION_HOST, host, strlen(host));
	add_section(&sections, SECTION_BOOT_ID, boot, strlen(boot));
	add_section(&sections, SECTION_CLOCKS, clocks.p, clocks.len);
	snprintf(name, sizeof(name), "/proc/self/fd/%d", write_recording_of(&sections, 3, 0));
	assert_int_equal(file_kinds__open(&s, name), 0);
	buf__free(&sections);
	buf__free(&clocks);
	buf__free(&records);
	return s;
}

static void add_start_at(uint64_t mono, uint64_t real)
{
	struct rec_start r = { .rec = head_of(REC_START, mono, 0), .realtime = real, .abi = ABI_X86_64 };

	add_record(&r, sizeof(r));
}

/* Exits come in the order of `tids`, at these times. */
static void expect(struct source **inputs, unsigned n, const uint32_t *tids, const uint64_t *times)
{
	struct source *s;
	const struct rec *r;

	assert_int_equal(merge_files__open(&s, inputs, NULL, n), 0);
	while (s->ops->next(s, &r) == SOURCE_RECORD) {
		if (r->type != REC_EXIT)
			continue;
		assert_int_equal(r->tid, *tids++);
		assert_int_equal(r->ts, *times++);
	}
	assert_int_equal(*tids, 0);
	s->ops->close(s);
}

/* Exits of 1 and 3, 10 and 30 ns after its start. */
static struct source *recording_of_a(void)
{
	add_start_at(1000, DAY);
	add_exit(1010, 1);
	add_exit(1030, 3);
	return recording("a", "boot-a", 1000);
}

static void hosts_by_time_of_day(void **state)
{
	struct source *in[2];

	(void)state;
	in[0] = recording_of_a();
	add_start_at(500000, DAY);
	add_exit(500020, 2);
	add_exit(500040, 4);
	in[1] = recording("b", "boot-b", 500000);
	expect(in, 2, (const uint32_t[]){ 1, 2, 3, 4, 0 }, (const uint64_t[]){ 1010, 1020, 1030, 1040 });
}

static void add_start_ahead(uint64_t mono, uint64_t real, int64_t ahead)
{
	struct rec_start r = { .rec = head_of(REC_START, mono, 0), .realtime = real, .abi = ABI_X86_64, .ahead = ahead };

	add_record(&r, sizeof(r));
}

/* The second host's clock is 7 ns ahead, as was measured. */
static void clocks_that_differ(void **state)
{
	struct source *in[2];

	(void)state;
	in[0] = recording_of_a();
	add_start_ahead(500000, DAY + 7, 7);
	add_exit(500020, 2);
	in[1] = recording("b", "boot-b", 500000);
	expect(in, 2, (const uint32_t[]){ 1, 2, 3, 0 }, (const uint64_t[]){ 1010, 1020, 1030 });
}

static void add_clock(uint64_t ts, int64_t real_minus_mono)
{
	struct rec_clock r = { .rec = head_of(REC_CLOCK, ts, 0), .real_minus_mono = real_minus_mono };

	add_record(&r, sizeof(r));
}

/* The second host's clock falls behind: from a REC_CLOCK on its times are by that. */
static void clocks_that_drift_apart(void **state)
{
	struct source *in[2];

	(void)state;
	add_start_at(1000, DAY);
	add_exit(1010, 1);
	add_exit(1025, 3);
	add_exit(1040, 5);
	in[0] = recording("a", "boot-a", 1000);
	add_start_ahead(500000, DAY + 7, 7);
	add_exit(500015, 2);
	add_clock(500015, (int64_t)DAY - 500000 + 12);
	add_exit(500018, 4);
	add_clock(500018, (int64_t)DAY - 500000 + 20);
	add_exit(500022, 6);
	in[1] = recording("b", "boot-b", 500000);
	expect(in, 2, (const uint32_t[]){ 1, 2, 3, 4, 5, 6, 0 }, (const uint64_t[]){ 1010, 1015, 1025, 1030, 1040, 1042 });
}

/* The first host's clock runs ahead: what follows is not before what came, and at the right time again when that is later. */
static void a_clock_that_is_set_back(void **state)
{
	struct source *in[2];

	(void)state;
	add_start_at(1000, DAY);
	add_exit(1020, 1);
	add_clock(1020, (int64_t)DAY - 1000 - 15);
	add_exit(1022, 2);
	add_exit(1034, 3);
	add_exit(1041, 5);
	in[0] = recording("a", "boot-a", 1000);
	add_start_at(500000, DAY);
	add_exit(500024, 4);
	in[1] = recording("b", "boot-b", 500000);
	expect(in, 2, (const uint32_t[]){ 1, 2, 3, 4, 5, 0 }, (const uint64_t[]){ 1020, 1020, 1020, 1024, 1026 });
}

/* A recording that is still being made: after its records it waits. */
struct growing {
	struct source source;
	const struct rec *records[4];
	unsigned at;
};

static int growing__next(struct source *s, const struct rec **rec)
{
	struct growing *g = (struct growing *)s;

	*rec = g->records[g->at];
	if (!*rec)
		return SOURCE_WAIT;
	g->at++;
	return SOURCE_RECORD;
}

static void growing__close(struct source *s)
{
	(void)s;
}

static int64_t no_shift(struct merge_recordings *r, unsigned i, const struct rec *first)
{
	(void)r, (void)first;
	return i ? 100 : 0;
}

static const char *no_host(struct merge_recordings *r, unsigned i)
{
	(void)r, (void)i;
	return "";
}

/* A silent host holds up what is younger than its mark, and nothing else; the mark is not returned. */
static void marks_let_others_pass(void **state)
{
	static const struct source_ops ops = { .next = growing__next, .close = growing__close };
	const struct rec early = { .len = sizeof(early), .type = REC_EXIT, .ts = 120 }, late = { .len = sizeof(late), .type = REC_EXIT, .ts = 130 };
	const struct rec mark = { .len = sizeof(mark), .type = REC_MARK, .ts = 25 };
	struct growing busy = { .source.ops = &ops, .records = { &early, &late } }, silent = { .source.ops = &ops, .records = { &mark } };
	struct merge_recordings *r = malloc(sizeof(*r));
	const struct rec *rec;
	struct source *s;
	int got;

	(void)state;
	*r = (struct merge_recordings){ .shift = no_shift, .host = no_host };
	assert_int_equal(merge__open(&s, (struct source *const[]){ &busy.source, &silent.source }, 2, r), 0);
	while ((got = s->ops->next(s, &rec)) == SOURCE_RECORD && rec->type == REC_HOST)
		;
	assert_int_equal(got, SOURCE_RECORD);
	assert_int_equal(rec->ts, 120);
	assert_int_equal(s->ops->next(s, &rec), SOURCE_WAIT);
	s->ops->close(s);
}

/* The first recording has no records: its clock is used all the same, as it is the second's. */
static void first_is_empty(void **state)
{
	struct source *in[3];

	(void)state;
	in[0] = recording("a", "boot-a", 1000);
	in[1] = recording_of_a();
	add_start_at(500000, DAY);
	add_exit(500020, 2);
	in[2] = recording("b", "boot-b", 500000);
	expect(in, 3, (const uint32_t[]){ 1, 2, 3, 0 }, (const uint64_t[]){ 1010, 1020, 1030 });
}

/* Without a time of day clocks cannot be compared: times are unchanged. */
static void no_time_of_day(void **state)
{
	struct source *in[2];

	(void)state;
	in[0] = recording_of_a();
	add_start_at(1000, 0);
	add_exit(1020, 2);
	in[1] = recording("b", "", 0);
	expect(in, 2, (const uint32_t[]){ 1, 2, 3, 0 }, (const uint64_t[]){ 1010, 1020, 1030 });
}

static void add_lossy_end(uint64_t ts, uint64_t calls, uint64_t lost)
{
	struct rec_end r = { .rec = head_of(REC_END, ts, 0), .calls = calls, .lost = lost };

	add_record(&r, sizeof(r));
}

/* A single end, the last record, with the sums of all. */
static void ends_become_one(void **state)
{
	struct source *in[2], *s;
	struct rec_end end = { 0 };
	const struct rec *r;

	(void)state;
	add_start_at(1000, DAY);
	add_exit(1010, 1);
	add_lossy_end(1012, 5, 1);
	in[0] = recording("a", "boot-a", 1000);
	add_start_at(1005, DAY + 5);
	add_exit(1020, 2);
	add_lossy_end(1021, 7, 2);
	in[1] = recording("a", "boot-a", 1000);
	assert_int_equal(merge_files__open(&s, in, NULL, 2), 0);
	while (s->ops->next(s, &r) == SOURCE_RECORD) {
		assert_int_equal(end.calls, 0);
		if (r->type == REC_END)
			end = *(const struct rec_end *)r;
	}
	assert_int_equal(end.rec.ts, 1021);
	assert_int_equal(end.calls, 12);
	assert_int_equal(end.lost, 3);
	s->ops->close(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(hosts_by_time_of_day),
		cmocka_unit_test(clocks_that_differ), cmocka_unit_test(clocks_that_drift_apart), cmocka_unit_test(a_clock_that_is_set_back),
		cmocka_unit_test(marks_let_others_pass),
		cmocka_unit_test(first_is_empty),
		cmocka_unit_test(no_time_of_day),
		cmocka_unit_test(ends_become_one),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
