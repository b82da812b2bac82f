// SPDX-License-Identifier: BSD-2-Clause
/* test_inject.c - which calls wait, when= counted for each thread, and which record a note belongs to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <linux/audit.h>
#include <linux/seccomp.h>

#include "filter_run.h"
#include "sources/seccomp/inject_notes.h"
#include "sources/seccomp/inject_rules.h"

#define CHDIR 80

static struct injection rules_of[2];
static struct options o = { .strace = { .injections = rules_of } };
static struct inject_rules rules;
static struct inject_notes notes;

/* Frees what a test has left. */
static int forget_all(void **state)
{
	(void)state;
	for (uint32_t tid = 0; tid < 300; tid++) {
		inject_rules__forget(&rules, tid);
		inject_notes__forget(&notes, tid);
	}
	hash__free(&rules.threads);
	hash__free(&notes.threads);
	return 0;
}

static void begin(unsigned n)
{
	forget_all(NULL);
	syscall_set__fill(&o.calls);
	o.strace.ninjections = n;
	inject_rules__init(&rules, &o);
}

static struct injection when(unsigned first, unsigned last, unsigned step)
{
	struct injection j = { .what = INJECT_ERROR, .first = first, .last = last, .step = step };

	syscall_set__add(&j.calls, abi__native(), CHDIR);
	return j;
}

static bool hits(uint32_t tid)
{
	return inject_rules__count(&rules, tid, abi__native(), CHDIR);
}

/* '1': injected, for a new thread's first calls. */
static void assert_hits(unsigned first, unsigned last, unsigned step, const char *want)
{
	static uint32_t tid = 100;
	char got[16] = "";

	rules_of[0] = when(first, last, step);
	begin(1);
	tid++;
	for (unsigned i = 0; want[i]; i++)
		got[i] = hits(tid) ? '1' : '0';
	assert_string_equal(got, want);
}

static void calls_are_counted(void **state)
{
	(void)state;
	assert_hits(1, INJECT_FOREVER, 1, "11111");
	assert_hits(2, INJECT_FOREVER, 0, "01000");
	assert_hits(2, INJECT_FOREVER, 1, "01111");
	assert_hits(2, INJECT_FOREVER, 2, "010101");
	assert_hits(2, 4, 1, "011100");
	assert_hits(2, 4, 2, "01010000");
	assert_hits(3, 3, 1, "00100");
}

static void each_thread_counts_its_own(void **state)
{
	(void)state;
	rules_of[0] = when(2, INJECT_FOREVER, 0);
	begin(1);
	assert_false(hits(1));
	assert_false(hits(2));
	assert_true(hits(1));
	assert_true(hits(2));
	assert_false(hits(1));
	inject_rules__forget(&rules, 1);	/* the tid is reused */
	assert_false(hits(1));
	assert_true(hits(1));
}

static void interrupted_calls_do_not_count(void **state)
{
	(void)state;
	rules_of[0] = when(2, INJECT_FOREVER, 0);
	begin(1);
	assert_false(hits(1));
	assert_true(hits(1));
	inject_rules__uncount(&rules, 1, abi__native(), CHDIR);
	assert_true(hits(1));
	assert_false(hits(1));
}

static void the_last_option_for_a_call_counts(void **state)
{
	(void)state;
	rules_of[0] = when(1, INJECT_FOREVER, 1);
	rules_of[1] = when(2, INJECT_FOREVER, 0);
	begin(2);
	assert_false(hits(1));
	assert_ptr_equal(inject_rules__count(&rules, 1, abi__native(), CHDIR), &rules_of[1]);
	assert_null(inject_rules__count(&rules, 1, abi__native(), CHDIR + 1));
	forget_all(NULL);
	syscall_set__clear(&o.calls);
	inject_rules__init(&rules, &o);
	assert_true(syscall_set__is_empty(&rules.calls));	/* calls that are not traced */
}

/* -- The filter ------------------------------------------------------------------------------------------------------ */

static enum waits odd_or_i386(const void *ctx, enum abi abi, unsigned nr, struct commands *by)
{
	(void)ctx, (void)by;
	return (abi == abi__native() ? nr % 2 == 1 && nr < 300 : nr == 12) ? WAITS_ALWAYS : WAITS_NEVER;
}

static bool waits(const struct call_filter *f, uint32_t arch, int nr)
{
	struct seccomp_data d = { .nr = nr, .arch = arch };
	bool looked;

	return run_filter(f, &d, &looked) == SECCOMP_RET_USER_NOTIF;
}

static void each_abi_has_its_own_calls(void **state)
{
	struct call_filter f;
	uint32_t native = 0, other = 0;

	(void)state;
	for (uint32_t arch = 0; arch < 256; arch++)
		for (unsigned bits = 0; bits < 4; bits++) {
			uint32_t full = arch | (bits & 1 ? __AUDIT_ARCH_64BIT : 0) | __AUDIT_ARCH_LE;
			enum abi abi = call_filter__abi(full);

			native = abi == abi__native() ? full : native;
			other = abi != abi__native() && abi != ABI_COUNT ? full : other;
		}
	assert_true(native && other);
	assert_int_equal(call_filter__make(&f, ABI_ALL, odd_or_i386, NULL), 0);
	for (int nr = 0; nr < 600; nr++) {
		assert_int_equal(waits(&f, native, nr), nr % 2 == 1 && nr < 300);
		assert_int_equal(waits(&f, other, nr), nr == 12);
		assert_false(waits(&f, native, nr | 0x40000000));
		assert_false(waits(&f, AUDIT_ARCH_S390X, nr));
	}
	call_filter__free(&f);
	assert_int_equal(call_filter__make(&f, ABI_BIT(abi__native()), odd_or_i386, NULL), 0);
	assert_true(waits(&f, native, 1));
	assert_false(waits(&f, other, 12));
	call_filter__free(&f);
}

/* -- Notes ----------------------------------------------------------------------------------------------------------- */

static void note(uint32_t tid, uint64_t ts, unsigned flags)
{
	inject_notes__add(&notes, tid, &(struct inject_note){ .ts = ts, .nr = CHDIR, .flags = (uint16_t)flags });
}

/* The flags of the note for a call; -1: none. */
static int flags_of(enum rec_type type, uint32_t tid, uint64_t entry, uint64_t exit, unsigned flags)
{
	struct rec_call r = {
		.rec = { .type = (uint16_t)type, .tid = tid, .ts = exit }, .nr = CHDIR,
		.dur = flags & CALL_NO_ENTRY ? 0 : exit - entry, .flags = (uint16_t)flags,
	};
	struct inject_note n;

	return inject_notes__find(&notes, &r, &n) ? n.flags : -1;
}

static void a_record_has_the_last_note_before_it(void **state)
{
	(void)state;
	inject_notes__init(&notes);
	note(1, 10, CALL_INJECTED);
	note(1, 20, 0);
	note(1, 30, CALL_DELAYED);
	note(2, 12, CALL_INJECTED);
	note(1, 50, CALL_INJECTED);
	assert_int_equal(flags_of(REC_CALL, 1, 0, 11, CALL_NO_ENTRY), CALL_INJECTED);
	assert_int_equal(flags_of(REC_CALL, 1, 21, 22, 0), 0);
	assert_int_equal(flags_of(REC_PENDING, 1, 35, 40, 0), CALL_DELAYED);
	assert_int_equal(flags_of(REC_CALL, 1, 35, 49, 0), CALL_DELAYED);
	assert_int_equal(flags_of(REC_CALL, 1, 36, 49, 0), -1);
	assert_int_equal(flags_of(REC_CALL, 3, 36, 49, 0), -1);
	assert_int_equal(flags_of(REC_CALL, 2, 0, 60, CALL_NO_ENTRY), CALL_INJECTED);
	inject_notes__undo(&notes, 1);
	assert_int_equal(flags_of(REC_CALL, 1, 0, 60, CALL_NO_ENTRY), -1);
}

/* The record of the call at 10 was lost, or is not shown. */
static void older_notes_are_dropped(void **state)
{
	(void)state;
	inject_notes__init(&notes);
	note(1, 10, CALL_INJECTED);
	note(1, 20, 0);
	assert_int_equal(flags_of(REC_CALL, 1, 21, 22, 0), 0);
	assert_int_equal(flags_of(REC_CALL, 1, 31, 32, 0), -1);
	for (unsigned i = 0; i < 100000; i++) {
		note(1, 100 + i, CALL_INJECTED);
		inject_notes__read(&notes, 100 + i);
	}
	assert_in_range(notes.kept, 1, 1000);
	inject_notes__forget(&notes, 1);
	assert_int_equal(notes.kept, 0);
	assert_int_equal(flags_of(REC_CALL, 1, 0, 1000000, CALL_NO_ENTRY), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(calls_are_counted, forget_all),
		cmocka_unit_test_teardown(each_thread_counts_its_own, forget_all),
		cmocka_unit_test_teardown(interrupted_calls_do_not_count, forget_all),
		cmocka_unit_test_teardown(the_last_option_for_a_call_counts, forget_all),
		cmocka_unit_test_teardown(each_abi_has_its_own_calls, forget_all),
		cmocka_unit_test_teardown(a_record_has_the_last_note_before_it, forget_all),
		cmocka_unit_test_teardown(older_notes_are_dropped, forget_all),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
