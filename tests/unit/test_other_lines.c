/* SPDX-License-Identifier: BSD-2-Clause */
/* test_other_lines - which signals and exits are shown, by options and by a recording. */
#include <signal.h>

#include "config/rec_select.h"
#include "session_fixture.h"

static void comes(unsigned tid, unsigned ms, int signo)
{
	struct rec_signal sig = { .rec = REC(REC_SIGNAL, rec_signal, tid, ms), .signo = signo };
	struct rec_exit end = { .rec = REC(REC_EXIT, rec_exit, tid, ms) };

	sig.rec.tgid = end.rec.tgid = tid;
	take(&sig.rec);
	take(&end.rec);
}

/* Lines shown: 10 for each signal, 1 for each exit. */
static unsigned ends_and_signals(void)
{
	unsigned n = 0;

	for (const char *p = taken(); (p = strpbrk(p, "-+")); p += 3) {
		if (!strncmp(p, "--- SIG", 7))
			n += 10;
		if (!strncmp(p, "+++ ex", 6))
			n++;
		p = strchr(p, '\n') - 3;
	}
	return n;
}

static unsigned of_two(void)
{
	begins();
	comes(100, 1, SIGTERM);
	comes(200, 2, SIGCHLD);
	return ends_and_signals();
}

static void choose_getpid(void)
{
	syscall_set__clear(&opt.calls);
	syscall_set__add(&opt.calls, ABI_X86_64, 39);
}

static void all_without_a_choice_of_calls(void **unused)
{
	(void)unused;
	assert_int_equal(of_two(), 22);
	opt.all = true;
	assert_int_equal(of_two(), 22);
	syscall_set__clear(&opt.calls);		/* -e none: only they are shown */
	assert_int_equal(of_two(), 22);
}

static void none_of_the_system_with_a_choice(void **unused)
{
	(void)unused;
	opt.all = true;
	choose_getpid();
	assert_int_equal(of_two(), 0);
	syscall_set__fill(&opt.calls);
	opt.only_failed = true;
	assert_int_equal(of_two(), 0);
	opt.only_failed = false;
	opt.min_dur = 1;
	assert_int_equal(of_two(), 0);
	opt.has_signals = true;
	opt.other.signals = 1ull << (SIGCHLD - 1);
	assert_int_equal(of_two(), 10);
	opt.has_exits = true;
	opt.other.exits = EXITS_ALL;
	assert_int_equal(of_two(), 12);
}

static void ends_of_targets_with_a_choice(void **unused)
{
	pid_t id = 200;

	(void)unused;
	opt.in = IN_LIVE;
	choose_getpid();
	opt.command_pid = 100;
	assert_int_equal(of_two(), 21);
	opt.has_exits = true;
	opt.other.exits = EXITS_NONE;
	assert_int_equal(of_two(), 20);
	opt.has_exits = false;
	opt.pids = (struct id_list){ &id, 1 };
	assert_int_equal(of_two(), 22);
	opt.command_pid = 0;
	opt.pids.n = 0;
	opt.tids = (struct id_list){ &id, 1 };
	assert_int_equal(of_two(), 21);
	opt.tids.n = 0;
}

/* Options of the recorder, and of the replay. */
static unsigned recorded(struct options *recorder, enum option_in in)
{
	struct buf records = {};

	opt.in = in;
	begins();
	rec_select__add(&records, recorder, START);
	other_lines__add(&records, recorder, START);
	for (size_t at = 0; at < records.len; at += ((const struct rec *)(records.p + at))->len)
		take((const struct rec *)(records.p + at));
	buf__free(&records);
	comes(100, 1, SIGTERM);
	comes(200, 2, SIGCHLD);
	return ends_and_signals();
}

static void a_recording_says_what_is_meant(void **unused)
{
	struct options o = { .in = IN_RECORD, .command_pid = 100 };

	(void)unused;
	syscall_set__fill(&o.calls);
	assert_int_equal(recorded(&o, IN_REPLAY), 22);
	choose_getpid();
	assert_int_equal(recorded(&o, IN_REPLAY), 21);
	syscall_set__fill(&opt.calls);
	o.only_failed = true;
	assert_int_equal(recorded(&o, IN_REPLAY), 21);
	opt.has_exits = true;
	opt.other.exits = EXITS_ALL;		/* it has all of them */
	assert_int_equal(recorded(&o, IN_REPLAY), 22);
	opt.has_exits = false;
	o.command_pid = 0;
	o.all = true;
	assert_int_equal(recorded(&o, IN_REPLAY), 0);
	o.only_failed = false;
	assert_int_equal(recorded(&o, IN_REPLAY), 22);
	opt.only_failed = true;
	assert_int_equal(recorded(&o, IN_REPLAY), 0);
	opt.only_failed = false;
	o.has_signals = true;
	o.other.signals = 1ull << (SIGTERM - 1);
	assert_int_equal(recorded(&o, IN_CONVERT), 12);
}

static void lengths_that_lie_are_refused(void **unused)
{
	struct buf record = {};
	struct rec_lines *lines;
	pid_t ids[] = { 7, 8 };
	struct options o = { .pids = { ids, 2 }, .tids = { ids, 1 } };
	struct recorded_lines m;

	(void)unused;
	other_lines__add(&record, &o, 0);
	lines = (struct rec_lines *)record.p;
	assert_int_equal(lines->rec.len, record.len);
	assert_int_equal(lines->rec.len % REC_ALIGN, 0);
	assert_int_equal(recorded_lines__read(&m, lines), 0);
	assert_true(m.known && m.has_targets && m.pids.n == 2 && m.pids.ids[1] == 8 && m.tids.n == 1 && m.tids.ids[0] == 7);
	recorded_lines__free(&m);
	lines->ntids = 60000;
	assert_int_equal(recorded_lines__read(&m, lines), -EINVAL);
	recorded_lines__free(&m);
	buf__free(&record);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(all_without_a_choice_of_calls),
		TEST(none_of_the_system_with_a_choice),
		TEST(ends_of_targets_with_a_choice),
		TEST(a_recording_says_what_is_meant),
		TEST(lengths_that_lie_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
