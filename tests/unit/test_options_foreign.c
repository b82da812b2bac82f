/* SPDX-License-Identifier: BSD-2-Clause */
/* test_options_foreign - options of strace and perf trace: those understood, and messages about the others. */
#include "options_fixture.h"

static void habits_of_strace_are_understood(void **state)
{
	(void)state;
	accept_line("-f -tt -T -s 200 -yy -o out ls");
	assert_int_equal(o.w.string_limit, 200);
	assert_string_equal(o.output, "out");
	assert_string_equal(o.command[0], "ls");
	accept_line("-f -ttt -y --seccomp-bpf -P /etc -z --follow-forks ls");
	assert_int_equal(o.w.clock, CLOCK_EPOCH);
	assert_string_equal(o.paths[0], "/etc");
	assert_true(o.only_ok);
	accept_line("-tt -Z -e trace=open,close --attach=12");
	assert_int_equal(o.w.clock, CLOCK_OF_DAY);
	assert_true(o.only_failed);
	assert_int_equal(o.pids.ids[0], 12);
	in = IN_RECORD;
	accept_line("-f -s 200 ls");
	in = IN_LIVE;
}

/* With a number, attached or the next word, strace's limit of strings; otherwise perf's summary. */
static void s_is_the_summary_unless_a_number_follows(void **state)
{
	static const struct {
		enum option_in in;
		const char *line;
		bool summary;
		unsigned limit;
		const char *command;	/* or the recording; NULL: none */
	} rows[] = {
		{ IN_LIVE, "-s ls 64", true, 64, "ls" },
		{ IN_LIVE, "-s -a", true, 64, NULL },
		{ IN_LIVE, "-s -p 12", true, 64, NULL },
		{ IN_LIVE, "-sf ls", true, 64, "ls" },
		{ IN_LIVE, "-fsT -- 12", true, 64, "12" },
		{ IN_LIVE, "-so out 12", true, 64, "12" },
		{ IN_LIVE, "-s -- 12", true, 64, "12" },
		{ IN_LIVE, "-s 7z", true, 64, "7z" },
		{ IN_LIVE, "-s -s32 ls -s99", true, 32, "ls" },
		{ IN_LIVE, "-s 0 ls", false, 0, "ls" },
		{ IN_LIVE, "-s128 ls", false, 128, "ls" },
		{ IN_LIVE, "-fs128 ls", false, 128, "ls" },
		{ IN_LIVE, "-fs 128 ls", false, 128, "ls" },
		{ IN_LIVE, "-s4K ls", false, 4096, "ls" },
		{ IN_LIVE, "-a -o s1 -s", true, 64, NULL },
		{ IN_REPLAY, "-s data", true, 64, "data" },
		{ IN_REPLAY, "data -s", true, 64, "data" },
		{ IN_REPLAY, "data -s8", false, 8, "data" },
		{ IN_REPLAY, "data -s 8 -r", false, 8, "data" },
		{ IN_RECORD, "-s ls", true, 64, "ls" },
		{ IN_RECORD, "-s 9 ls", false, 9, "ls" },
		{ IN_CONVERT, "--to chrome -s 9 data", false, 9, "data" },
	};

	(void)state;
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const char *first;

		in = rows[i].in;
		options__free(&o);
		if (parse(rows[i].line))
			fail_msg("'%s' said: %s", rows[i].line, said);
		first = in & IN_READING ? (o.nfiles ? o.files[0] : NULL) : o.command ? o.command[0] : NULL;
		if (!!o.summary.view != rows[i].summary || o.w.string_limit != rows[i].limit ||
		    (first && rows[i].command ? strcmp(first, rows[i].command) : first || rows[i].command))
			fail_msg("'%s': summary %d, limit %u, first %s", rows[i].line, !!o.summary.view, o.w.string_limit, first);
	}
	in = IN_CONVERT;
	assert_int_equal(parse("--to chrome -s"), -EINVAL);
	assert_string_equal(said, "trace: option '-s' needs a value: N\n");
	in = IN_LIVE;
	accept_line("-S ls");
	assert_true(o.summary.with_lines);
	accept_line("-s ls");
	assert_false(o.summary.with_lines);
	assert_int_equal(parse("-s --histogram ls"), -EINVAL);
	assert_int_equal(parse("-s17000000000 ls"), -EINVAL);
}

/* In perf the kind of stacks is the next word; here it may be, after the long name. */
static void the_next_word_may_be_the_kind_of_stacks(void **state)
{
	(void)state;
	accept_line("--call-graph dwarf ls");
	assert_int_equal(o.stacks, STACKS_DWARF);
	assert_string_equal(o.command[0], "ls");
	accept_line("--call-graph dwarf,4096 ls");
	assert_int_equal(o.stack_copy, 4096);
	assert_string_equal(o.command[0], "ls");
	accept_line("--call-graph fp ls");
	assert_int_equal(o.stacks, STACKS_FP);
	assert_string_equal(o.command[0], "ls");
	accept_line("--call-graph dwarfs ls");
	assert_string_equal(o.command[0], "dwarfs");
	accept_line("-k dwarf ls");
	assert_string_equal(o.command[0], "dwarf");
	assert_int_equal(parse("--call-graph lbr ls"), -EINVAL);
	assert_non_null(strstr(said, "'lbr' is not one of fp, dwarf"));
}

/* Each option of strace that trace lacks: the message names the alternative. */
static void what_only_others_have_is_answered(void **state)
{
	static const char *const lines[] = {
		"-N", "--argv0=x", "--kill-on-exit", "--secontext=full", "--stack-trace-frame-limit=3", "--syscall-limit=3", "--trace-fds=3",
		"--always-show-pid", "-E A=b", "-b execve", "--detach-on=execve", "-D", "--daemonize", "-ff", "--output-separately", "-I 1", "--interruptible=1",
		"-e signal=CHLD", "-e status=failed", "--status=failed", "--columns=3", "--columns 3", "-e abbrev=none", "--abbrev=none",
		"-e verbose=all", "-e raw=open", "--raw=open", "-e read=3", "--read=3", "-e write=3", "--write=3", "-e quiet=attach", "-e kvm=vcpu",
		"--kvm=vcpu", "-e decode-fds=all", "--decode-fds=all", "--instruction-pointer", "-n", "--syscall-number", "-A",
		"--output-append-mode", "--absolute-timestamps=unix", "-t", "--syscall-times", "-x", "-xx", "--strings-in-hex", "-X raw",
		"--const-print-style=raw", "-Y", "-c", "--summary-only", "-C", "-O 3", "--summary-syscall-overhead=3",
		"--summary-sort-by=time", "-U name", "--summary-columns=name", "-w", "--summary-wall-clock", "-e inject=open:error=EIO",
		"--inject=open:error=EIO", "-e fault=open", "--fault=open", "-d", "--debug", "--tips", "-o |cat", "-o !cat",
		"--env=A=b", "--env A=b", "--quiet=attach", "--decode-pids=comm", "--relative-timestamps=us", "--verbose=all",
		/* perf trace */
		"--sched", "--errno-summary", "--kernel-syscall-graph", "--sort-events", "--print-sample", "--proc-map-timeout 3", "--tool_stats",
		/* letters and values that trace uses otherwise */
		"-i", "-if", "-a 40", "-a40", "-fa 40", "-ttf", "-DD", "-DDD", "-F", "-C -T",
	};
	char line[128];

	(void)state;
	for (unsigned i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		snprintf(line, sizeof(line), "%s ls", lines[i]);
		options__free(&o);
		if (parse(line) != -EINVAL || !strstr(said, "Hint:  -") || strstr(said, "--help"))
			fail_msg("'%s' said: %s", line, said);
	}
}

static void all_of_them_are_answered_at_once(void **state)
{
	static const char *const words[] = { "-c", "-n", "-x", "-E", "-D", "-ff", "-e signal=", "-C", "-T" };
	char hint[32];

	(void)state;
	assert_int_equal(parse("-ff -c -n -T -C -x -e signal=CHLD -E A=b -D -o out ls"), -EINVAL);
	for (unsigned i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		snprintf(hint, sizeof(hint), "\nHint:  %s", words[i]);
		if (!strstr(said, hint))
			fail_msg("nothing of %s in: %s", words[i], said);
	}
}

/* Letters with another meaning in strace: explained as strace's if they are invalid here, all in one message. */
static void letters_of_ours_are_answered_as_theirs(void **state)
{
	static const char column[] = "Hint:  -a is the whole system here; strace's column of results cannot be set.\n";
	static const char input[] = "Hint:  -i shows a recording here; -k shows call stacks.\n";
	char expected[512];

	(void)state;
	assert_int_equal(parse("-a 40 ls"), -EINVAL);
	snprintf(expected, sizeof(expected), "trace: '-a' means something else to 'trace' than to strace or perf\n%s", column);
	assert_string_equal(said, expected);
	assert_int_equal(parse("-f -i -a 40 -s 200 ls"), -EINVAL);
	snprintf(expected, sizeof(expected), "trace: these options mean something else to 'trace' than to strace or perf:\n%s%s", input, column);
	assert_string_equal(said, expected);
	assert_int_equal(parse("-c -s 20 -D 5 -i -a 40 ls"), -EINVAL);
	snprintf(expected, sizeof(expected),
		 "trace: 'trace' does not take '-c'\nHint:  -c: --summary counts calls and their times.\n%s%s", input, column);
	assert_string_equal(said, expected);
	accept_line("-i no-such-file");
	accept_line("-i /etc/passwd -s 20");
	accept_line("-a -s 40");
	accept_line("-F all -t 12 -C 0 -D 3");
	options__free(&o);
	in = IN_RECORD;
	assert_int_equal(parse("-i ls"), -EINVAL);
	assert_non_null(strstr(said, input));
	in = IN_LIVE;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(habits_of_strace_are_understood),
		cmocka_unit_test(s_is_the_summary_unless_a_number_follows),
		cmocka_unit_test(the_next_word_may_be_the_kind_of_stacks),
		cmocka_unit_test(what_only_others_have_is_answered),
		cmocka_unit_test(all_of_them_are_answered_at_once),
		cmocka_unit_test(letters_of_ours_are_answered_as_theirs),
	};

	return cmocka_run_group_tests(tests, NULL, free_options);
}
