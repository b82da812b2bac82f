// SPDX-License-Identifier: BSD-2-Clause
/* test_record_types.c - the table of record types, compared with man/trace.data.5. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "recording/record_types.h"
#include "recording/swap.h"

#define MAN "man/trace.data.5"

static char *manual;

static int read_manual(void **state)
{
	FILE *f = fopen(MAN, "r");

	(void)state;
	manual = calloc(1, 1 << 20);
	if (!f || !manual)
		return -1;
	manual[fread(manual, 1, (1 << 20) - 1, f)] = '\0';
	fclose(f);
	return 0;
}

static int free_manual(void **state)
{
	(void)state;
	free(manual);
	return 0;
}

/* The text of a type: after `.BR N " NAME"`, up to the next type or section. NULL: none. */
static const char *entry_of(unsigned type, size_t *len)
{
	char head[64];
	const char *p, *next, *section;

	snprintf(head, sizeof(head), ".BR %u \" %s\"\n", type, record_types[type].name);
	p = strstr(manual, head);
	if (!p)
		return NULL;
	p += strlen(head);
	next = strstr(p, "\n.TP\n");
	section = strstr(p, "\n.PP\n");
	if (!next || (section && section < next))
		next = section;
	*len = next ? (size_t)(next - p) : strlen(p);
	return p;
}

/* Does the text have this offset, as `24: `? */
static bool tells(const char *text, size_t len, unsigned at)
{
	char offset[16];
	size_t n = (size_t)snprintf(offset, sizeof(offset), "%u:", at);

	for (size_t i = 0; i + n <= len; i++)
		if (!strncmp(text + i, offset, n) && (!i || strchr(" \n(", text[i - 1])) && strchr(" \n", text[i + n]))
			return true;
	return false;
}

static bool is_documented_elsewhere(unsigned type)
{
	return type == REC_CALL || type == REC_PENDING || record_types[type].made_by_merge;
}

static void the_manual_tells_of_every_type(void **state)
{
	unsigned types = 0;

	(void)state;
	for (unsigned i = 0; i < RECORD_TYPES; i++) {
		size_t len;
		const char *text;

		if (!record_types[i].name || is_documented_elsewhere(i))
			continue;
		text = entry_of(i, &len);
		if (!text)
			fail_msg("%s does not tell of type %u, %s", MAN, i, record_types[i].name);
		types++;
	}
	assert_true(types > 20);
}

static void the_manual_tells_where_members_are(void **state)
{
	(void)state;
	for (unsigned i = 0; i < RECORD_TYPES; i++) {
		size_t len;
		const char *text = record_types[i].name && !is_documented_elsewhere(i) ? entry_of(i, &len) : NULL;

		for (const struct record_member *m = record_types[i].members; text && m->size; m++)
			if (!tells(text, len, m->at))
				fail_msg("%s does not say what is at %u of %s", MAN, m->at, record_types[i].name);
	}
}

static void the_manual_tells_of_no_member_that_is_none(void **state)
{
	(void)state;
	for (unsigned i = 0; i < RECORD_TYPES; i++) {
		size_t len;
		const char *text = record_types[i].name && !is_documented_elsewhere(i) ? entry_of(i, &len) : NULL;

		for (unsigned at = sizeof(struct rec); text && at < 256; at++) {
			const struct record_member *m = record_types[i].members;

			while (m->size && m->at != at)
				m++;
			if (!m->size && tells(text, len, at))
				fail_msg("%s says what is at %u of %s, where no member begins", MAN, at, record_types[i].name);
		}
	}
}

static void members_lie_in_order_within_the_length(void **state)
{
	(void)state;
	for (unsigned i = 0; i < RECORD_TYPES; i++) {
		unsigned at = sizeof(struct rec);

		if (!record_types[i].name)
			continue;
		assert_true(record_types[i].least >= sizeof(struct rec));
		for (const struct record_member *m = record_types[i].members; m->size; m++) {
			assert_true(m->at >= at);
			at = m->at + m->size * m->count;
			assert_true(at <= (record_types[i].whole ? record_types[i].whole : record_types[i].least));
		}
	}
}

static void short_and_unknown_records_do_not_fit(void **state)
{
	struct rec_end end = { .rec = { .type = REC_END, .len = sizeof(end) } };
	struct rec_start start = { .rec = { .type = REC_START } };

	(void)state;
	assert_true(record_type__fits(&end.rec));
	end.rec.len -= 8;
	assert_false(record_type__fits(&end.rec));
	end.rec.len = REC_MAX;
	end.rec.type = 26;		/* never used */
	assert_false(record_type__fits(&end.rec));
	end.rec.type = 0xffff;
	assert_false(record_type__fits(&end.rec));
	/* of an older recording */
	start.rec.len = REC_START_LEAST;
	assert_true(record_type__fits(&start.rec));
}

static void swapping_twice_changes_nothing(void **state)
{
	static union { struct rec rec; uint8_t bytes[512]; } once, twice;

	(void)state;
	for (unsigned i = 0; i < RECORD_TYPES; i++) {
		if (!record_types[i].name || i == REC_CALL || i == REC_PENDING)
			continue;
		for (unsigned n = 0; n < sizeof(once); n++)
			once.bytes[n] = (uint8_t)(n * 7 + 1);
		once.rec.type = (uint16_t)i;
		once.rec.len = record_types[i].least;
		twice = once;
		rec__swap(&twice.rec);
		if (record_types[i].members->size > 1 && record_types[i].members->count)
			assert_memory_not_equal(once.bytes, twice.bytes, sizeof(once));
		rec__swap(&twice.rec);
		assert_memory_equal(once.bytes, twice.bytes, sizeof(once));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_manual_tells_of_every_type),
		cmocka_unit_test(the_manual_tells_where_members_are),
		cmocka_unit_test(the_manual_tells_of_no_member_that_is_none),
		cmocka_unit_test(members_lie_in_order_within_the_length),
		cmocka_unit_test(short_and_unknown_records_do_not_fit),
		cmocka_unit_test(swapping_twice_changes_nothing),
	};

	return cmocka_run_group_tests(tests, read_manual, free_manual);
}
