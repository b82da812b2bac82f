/* SPDX-License-Identifier: BSD-2-Clause */
/* test_options - the command line: what each option sets, and messages for invalid ones. */
#include "options_fixture.h"

#include "beautifiers/verbs.h"
#include "config/ready_views.h"
#include "session/view.h"
#include "views/views.h"
#include "host/containers.h"

/* Options for the whole system. */
static void accept_options(const char *options)
{
	char line[512];

	snprintf(line, sizeof(line), "-a %s", options);
	accept_line(line);
}

/* -- Views of columns, and slow calls: -e chooses among the calls of a view ------------------------------------------- */

static bool selects(const char *name)
{
	return syscall_set__has(&o.calls, abi__native(), (unsigned)syscalltbl__nr(abi__native(), name));
}

static void views_and_slow_calls(void **state)
{
	(void)state;
	setenv("XDG_CONFIG_HOME", "/nonexistent", 1);
	accept_options("--view files");
	assert_string_equal(o.view->name, "view");
	assert_true(selects("openat"));
	assert_false(selects("read"));
	accept_options("--view io -e openat,read --top 3");
	assert_true(selects("read"));
	assert_false(selects("openat"));
	assert_false(selects("write"));
	accept_options("--slow 2.5");
	assert_int_equal(o.slow.ns, 2500000);
	assert_int_equal(o.stacks, STACKS_FP);
	accept_options("--slow p99.9 --format json");
	assert_true(o.slow.percent > 99.89 && o.slow.percent < 99.91);
}

static void folded_lines(void **state)
{
	(void)state;
	accept_options("--fold");
	assert_ptr_equal(o.view, &fold_view);
	accept_options("--fold -S --by path");
	assert_ptr_equal(o.summary.lines, &fold_view);
}

/* -- Valid options --------------------------------------------------------------------------------------------------- */

static void what_is_not_asked_for_has_its_default(void **state)
{
	(void)state;
	accept_line("-a");
	assert_true(o.all);
	assert_null(o.command);
	assert_true(o.inherit);
	assert_false(o.selected);
	assert_true(syscall_set__is_full(&o.calls));
	assert_null(o.output);
	assert_string_equal(o.view->name, "text");
	assert_int_equal(o.w.string_limit, 64);
	assert_true(o.w.comm && o.w.duration);
	assert_false(o.w.clock || o.w.cpu || o.w.prefix || o.w.color);
	assert_int_equal(o.max_events, 0);
	assert_int_equal(o.ring_bytes, 0);
}

static void the_first_other_argument_begins_the_command(void **state)
{
	(void)state;
	accept_line("-T ls -a --format json");
	assert_false(o.all);
	assert_string_equal(o.command[0], "ls");
	assert_string_equal(o.command[1], "-a");
	assert_string_equal(o.command[3], "json");
	assert_null(o.command[4]);
	assert_string_equal(o.view->name, "text");
	accept_line("-- -T");
	assert_string_equal(o.command[0], "-T");
	assert_int_equal(o.w.clock, CLOCK_SINCE_START);
	accept_line("-a -o --");
	assert_string_equal(o.output, "--");
	assert_true(o.all);
}

static void targets_come_in_lists(void **state)
{
	(void)state;
	accept_line("-p 12,5 --pid=7 -t 3 --filter-pids 9,9 -u 1000 -G user.slice --no-inherit");
	assert_int_equal(o.pids.n, 3);
	assert_int_equal(o.pids.ids[0], 12);
	assert_int_equal(o.pids.ids[2], 7);
	assert_int_equal(o.tids.n, 1);
	assert_int_equal(o.filter_pids.n, 1);
	assert_true(o.has_uid);
	assert_int_equal(o.uid, 1000);
	assert_int_equal(o.ncgroups, 1);
	assert_string_equal(o.cgroups[0], "user.slice");
	assert_false(o.inherit);
	assert_false(o.all);
	accept_line("-G a,b -G c --container web,db --pod front --unit x.service,y --container web2");
	assert_int_equal(o.ncgroups, 2);
	assert_string_equal(o.cgroups[0], "a,b");
	assert_int_equal(o.nowners, 6);
	assert_string_equal(o.owners[1].name, "db");
	assert_int_equal(o.owners[4].what, OWNER_UNIT);
	assert_string_equal(o.owners[5].name, "web2");
	assert_true(o.all);
	accept_line("--uid root -p 1 ls");
	assert_true(o.has_uid);
	assert_int_equal(o.uid, 0);
	assert_non_null(o.command);
	assert_null(o.run_as.name);
	accept_line("-a --filter-pids 9");
	assert_true(o.all);
	accept_line("-u 1000");
	assert_true(o.all);
	accept_line("-G user.slice");
	assert_true(o.all);
	accept_line("-p 12 -G user.slice");
	assert_false(o.all);
	accept_line("-i trace.data");
	assert_false(o.all);
}

static void calls_are_chosen(void **state)
{
	(void)state;
	accept_options("-e openat -e trace=close --failure --errno enoent,13 --duration 0.25 --max-events 7");
	assert_true(o.selected);
	assert_true(syscall_set__has(&o.calls, ABI_X86_64, 257));
	assert_true(syscall_set__has(&o.calls, ABI_X86_64, 3));
	assert_false(syscall_set__has(&o.calls, ABI_X86_64, 0));
	assert_true(o.only_failed);
	assert_true(o.has_errnos);
	assert_true(o.errnos[0] == (1ull << ENOENT | 1ull << EACCES));
	assert_int_equal(o.min_dur, 250000);
	assert_int_equal(o.max_events, 7);
	accept_options("--errno ERESTARTSYS");
	assert_true(o.errnos[8] == 1);
}

static void durations_are_decimal_milliseconds(void **state)
{
	static const struct {
		const char *line;
		uint64_t ns;
	} good[] = {
		{ "--duration 10", 10000000 }, { "--duration 0.5", 500000 }, { "--duration .000001", 1 },
		{ "--duration 1.0000009", 1000000 }, { "--duration 0", 0 },
	};

	(void)state;
	for (unsigned i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		accept_options(good[i].line);
		assert_int_equal(o.min_dur, good[i].ns);
	}
}

static void paths_are_made_absolute(void **state)
{
	(void)state;
	assert_int_equal(chdir("/"), 0);
	accept_options("--path no/./such/../file --path /proc/1/../2x --path no/file");
	assert_int_equal(o.npaths, 2);
	assert_string_equal(o.paths[0], "/no/file");
	assert_string_equal(o.paths[1], "/proc/2x");
	assert_null(o.paths[2]);
}

static void links_among_paths_are_followed_too(void **state)
{
	(void)state;
	accept_options("--path /proc/self/root");
	assert_int_equal(o.npaths, 2);
	assert_string_equal(o.paths[0], "/proc/self/root");
	assert_string_equal(o.paths[1], "/");
}

static void output_is_chosen(void **state)
{
	(void)state;
	accept_options("-o - --format json -Tv -v --no-duration --no-comm --show-comm --show-cpu --prefix --string-limit 0 --verbose --env");
	assert_string_equal(o.output, "-");
	assert_string_equal(o.view->name, "json");
	assert_true(o.w.clock == CLOCK_OF_DAY && o.w.cpu && o.w.prefix && o.thread_column && o.verbose_structs && o.env);
	assert_false(o.w.duration || o.w.comm);
	assert_int_equal(o.w.string_limit, 0);
	assert_int_equal(o.verbosity, 2);
}

static void colour_follows_option_then_environment(void **state)
{
	(void)state;
	unsetenv("NO_COLOR");
	accept_options("");
	assert_int_equal(o.color, 2);
	accept_options("--color");
	assert_true(o.color == 1 && o.w.color);
	accept_options("--color=never");
	assert_int_equal(o.color, 0);
	setenv("NO_COLOR", "1", 1);
	accept_options("");
	assert_int_equal(o.color, 0);
	accept_options("--color=auto");
	assert_int_equal(o.color, 2);
	unsetenv("NO_COLOR");
}

static void sizes_have_units(void **state)
{
	(void)state;
	accept_options("-m 64M");
	assert_int_equal(o.ring_bytes, 64 << 20);
	accept_options("-m 512k --fail-on-loss");
	assert_int_equal(o.ring_bytes, 512 << 10);
	assert_true(o.fail_on_loss);
	accept_options("--buffer-size=2G");
	assert_true(o.ring_bytes == (size_t)2 << 30);
	accept_options("-m 1048576");
	assert_int_equal(o.ring_bytes, 1 << 20);
}

/* -- Invalid options ------------------------------------------------------------------------------------------------- */

static void bad_values_are_named_with_what_to_do(void **state)
{
	static const struct {
		const char *line, *words;
	} bad[] = {
		{ "--durtion 5", "trace: unknown option '--durtion', did you mean '--duration'?\n" },
		{ "--durtion=5", "trace: unknown option '--durtion', did you mean '--duration'?\n" },
		{ "--xyzzyx", "unknown option '--xyzzyx'" },
		{ "--no-", "option '--no-' could be any of --no-inherit, --no-aio, --no-io-uring, --no-syscalls, --no-duration, --no-comm" },
		{ "-Q", "unknown option '-Q'" },
		{ "-TQ", "unknown option '-Q'" },
		{ "--time=5", "option '--time' takes no value" },
		{ "-p", "option '-p' needs a value: PID[,PID]..." },
		{ "--format", "option '--format' needs a value: FORMAT" },
		{ "-p 12x", "-p: '12x' is not the number of a process or thread" },
		{ "--pid 0", "--pid: '0' is not the number" },
		{ "-t -5", "-t: '-5' is not the number" },
		{ "-p 4194305", "'4194305'" },
		{ "-p 99999999999999999999", "'99999999999999999999'" },
		{ "-p ''", "-p: no number of a process or thread is given" },
		{ "--filter-pids ,", "the list is empty" },
		{ "-u rooot", "-u: unknown user 'rooot', did you mean 'root'?" },
		{ "-u 4294967295", "unknown user '4294967295'" },
		{ "-G ''", "-G: the path of a cgroup is missing" },
		{ "-e opnat", "unknown syscall 'opnat', did you mean 'openat'?" },
		{ "-e %fil", "did you mean '%file'?" },
		{ "--errno ENOET", "--errno: unknown error 'ENOET', did you mean 'ENOENT'?" },
		{ "--errno 576", "'576'" },
		{ "--errno 0", "'0'" },
		{ "--errno ''", "the list is empty" },
		{ "--duration 5s", "--duration: '5s' is not a number of milliseconds" },
		{ "--interval 0", "--interval: '0' is not above 0" },
		{ "--interval -1", "--interval: '-1' is not a number of seconds" },
		{ "--by comm,syscall,comm", "--by: 'comm' is there twice" },
		{ "--flame a.svg --format json", "--flame makes a picture of its own: --format json has no place in it" },
		{ "--format json --flame a.svg", "--format json has no place in it" },
		{ "--flame a.svg --heat=b.svg", "--heat makes a picture of its own: --flame has no place in it" },
		{ "--heat=b.svg --flame a.svg", "--flame makes a picture of its own: --heat has no place in it" },
		{ "--flame a.svg -o b.svg", "--flame writes the picture to 'a.svg': -o has no effect" },
		{ "--heat=a.svg -s", "--heat makes a picture of its own: a summary has no place in it" },
		{ "--heat=a.svg --top 3", "an option of summaries has no place in it" },
		{ "--weight bytes", "--weight is for stacks" },
		{ "--duration .", "'.'" },
		{ "--duration 3.", "'3.'" },
		{ "--duration -1", "'-1'" },
		{ "--duration 1e3", "'1e3'" },
		{ "--duration 99999999999999999", "'99999999999999999'" },
		{ "--path ''", "--path: a path is missing" },
		{ "--max-events 0", "--max-events: '0' is not a number from 1 up" },
		{ "--max-events 1k", "'1k'" },
		{ "-o ''", "-o: the name of a file is missing" },
		{ "--format jsn", "--format: unknown format 'jsn', did you mean 'json'?" },
		{ "--format yaml", "--format: unknown format 'yaml': use one of text, json" },
		{ "--color=red", "--color: 'red' is not one of auto, always, never" },
		{ "--string-limit 17M", "--string-limit: '17M' is too large: give at most 16M, or all" },
		{ "-m 64", "-m: '64' is too small" },
		{ "-m 64X", "-m: '64X' is not a size" },
		{ "-m M", "-m: 'M' is not a size" },
		{ "-m 64MB", "'64MB'" },
		{ "-m 99999999999G", "-m: '99999999999G' is more than a machine can have" },
		{ "-a ls", "-a traces the whole system: it cannot be combined with a command" },
		{ "-a -p 1", "it cannot be combined with -p" },
		{ "-a -t 1", "it cannot be combined with -t" },
		{ "--failure --success", "--failure and --success exclude each other" },
		{ "--success --errno EIO", "--success and --errno exclude each other" },
		{ "--", "no command after '--'" },
		{ "-T --", "no command after '--'" },
	};

	(void)state;
	for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		options__free(&o);
		if (parse(bad[i].line) != -EINVAL || !strstr(said, bad[i].words))
			fail_msg("'%s' said: %s", bad[i].line, said);
		if (strncmp(said, "trace: ", 7))
			fail_msg("'%s' does not name trace: %s", bad[i].line, said);
	}
}

/* Whether the kernel counts the calls, or not because of what else they are divided by. */
static void owners_are_recorded_where_they_are_shown(void **state)
{
	static const char *const lines[] = { "--by user,path ls", "--by fd,cgroup ls", "--by unit --path /etc ls" };

	(void)state;
	for (unsigned i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		options__free(&o);
		accept_line(lines[i]);
		if (!o.wants_owners)
			fail_msg("'%s' needs no owners", lines[i]);
	}
	accept_line("--by user,syscall --no-aio ls");
	assert_false(o.wants_owners);
	accept_line("--by user,syscall -e openat ls");
	assert_false(o.wants_owners);
	accept_line("--by user,syscall ls");		/* of calls that requests of aio are made from */
	assert_true(o.wants_owners);
	accept_line("--by path,fd ls");
	assert_false(o.wants_owners);
	accept_line("ls");
	assert_false(o.wants_owners);
	accept_line("--show container,user ls");
	assert_true(o.wants_owners && o.user_names && !o.names);
	assert_int_equal(o.w.owners, 1u << SHOW_USER | 1u << SHOW_CONTAINER);
	assert_int_equal(parse("--show group ls"), -EINVAL);
	assert_int_equal(parse("--show , ls"), -EINVAL);
	assert_int_equal(parse("--view io --show user ls"), -EINVAL);
	accept_line("--view execs --show user ls");
	assert_true(ready_view__has_owner(o.ready));
	in = IN_RECORD;
	accept_line("ls");
	assert_true(o.wants_owners && !o.user_names);
	accept_line("-s ls");
	assert_false(o.wants_owners);
	in = IN_LIVE;
}

/* An empty variable as a target: the whole system was not requested. */
static void a_target_has_to_be_named(void **state)
{
	static const char *const lines[] = { "-e execve", "--duration 10", "-o out", "--filter-pids 9", "--also-record data -v", "-C 0" };

	(void)state;
	for (in = IN_LIVE; in <= IN_RECORD; in = in << 1) {
		options__free(&o);
		assert_int_equal(parse(""), -EINVAL);
		assert_int_equal(strncmp(said, "Usage: trace ", 13), 0);
		assert_non_null(strstr(said, " -a "));
		assert_non_null(strstr(said, "--help"));
		for (unsigned i = 0; i < (in == IN_LIVE ? sizeof(lines) / sizeof(lines[0]) : 3); i++) {
			assert_int_equal(parse(lines[i]), -EINVAL);
			assert_string_equal(said, "trace: no target: give a command, -p PID, or -a for the whole system\n");
		}
	}
	in = IN_LIVE;
	assert_int_equal(parse("--comm ls"), -EINVAL);
	assert_non_null(strstr(said, "\nHint:  --comm NAME chooses threads by name here; --show-comm shows "));
}

/* -- Help ------------------------------------------------------------------------------------------------------------ */

static const enum option_in commands[] = { IN_LIVE, IN_RECORD, IN_REPLAY };
#define COMMANDS (sizeof(commands) / sizeof(commands[0]))

static void help_lists_every_option(void **state)
{
	char word[64], text[256];

	(void)state;
	for (unsigned c = 0; c < COMMANDS; c++) {
		in = commands[c];
		assert_int_equal(parse("--help"), 1);
		for (unsigned i = 0; i < noption_rows; i++) {
			const struct option_row *row = &option_rows[i];

			if (!row->help || !row->name)
				continue;
			snprintf(word, sizeof(word), "--%s", row->name);
			if (!(row->in & in))
				continue;
			assert_non_null(strstr(said, word));
			snprintf(text, sizeof(text), row->words ? row->help : "%s", row->words ? row->words(in) : row->help);
			assert_non_null(strstr(said, text));
		}
	}
	in = IN_LIVE;
	assert_int_equal(parse("-h -x"), 1);
	assert_int_equal(parse("-V"), 1);
	assert_int_equal(strncmp(said, "trace ", 6), 0);
}

static void help_fits_a_terminal(void **state)
{
	(void)state;
	for (unsigned c = 0; c < COMMANDS; c++) {
		in = commands[c];
		assert_int_equal(parse("--help"), 1);
		for (char *line = strtok(said, "\n"); line; line = strtok(NULL, "\n"))
			assert_true(strlen(line) <= 100);
	}
	in = IN_LIVE;
}

static void names_and_letters_are_unique(void **state)
{
	(void)state;
	for (unsigned i = 0; i < noption_rows; i++)
		for (unsigned k = 0; k < i; k++) {
			const struct option_row *a = &option_rows[i], *b = &option_rows[k];

			if (!(a->in & b->in))
				continue;
			assert_false(a->letter && a->letter == b->letter && !b->number);
			assert_false(a->name && b->name && !strcmp(a->name, b->name));
		}
}

static void options_belong_to_commands(void **state)
{
	static const struct {
		enum option_in in;
		const char *line, *words;
	} bad[] = {
		{ IN_REPLAY, "-u root", "option '-u' does not apply to 'trace replay'" },
		{ IN_REPLAY, "--buffer-size=1M", "option '--buffer-size=1M' does not apply to 'trace replay'" },
		{ IN_RECORD, "-T ls", "option '-T' does not apply to 'trace record'" },
		{ IN_LIVE, "--max-size 1M ls", "option '--max-size' does not apply to 'trace'" },
	};

	(void)state;
	for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		in = bad[i].in;
		assert_int_equal(parse(bad[i].line), -EINVAL);
		assert_non_null(strstr(said, bad[i].words));
	}
	in = IN_REPLAY;
	accept_line("a.data -T b.data -e read");
	assert_int_equal(o.nfiles, 2);
	assert_string_equal(o.files[0], "a.data");
	assert_string_equal(o.files[1], "b.data");
	assert_int_equal(o.w.clock, CLOCK_OF_DAY);
	accept_line("-TT");
	assert_int_equal(o.w.clock, CLOCK_OF_CALENDAR);
	accept_line("-T --epoch");
	assert_int_equal(o.w.clock, CLOCK_EPOCH);
	accept_line("--epoch -r");
	assert_int_equal(o.w.clock, CLOCK_SINCE_LINE);
	accept_line("--width 80 --stacks=user -qq --signals=!CHLD,9");
	assert_int_equal(o.width, 80);
	assert_true(o.stack_part == STACK_USER && o.stacks == STACKS_FP);
	assert_true(o.other.exits == EXITS_NONE && o.other.signals == ~(1ull << 16));
	accept_line("--width=none");
	assert_true(o.no_folding && !o.width);
	assert_null(o.command);
	assert_false(o.all);
	in = IN_RECORD;
	accept_line("-o x --compress none ls -T");
	assert_int_equal(o.compress, 0);
	assert_string_equal(o.command[1], "-T");
	in = IN_LIVE;
}

/* The next word is the picture's name if it ends so, otherwise the command. */
static void heat_maps(void **state)
{
	(void)state;
	accept_line("--heat map.svg ls -l");
	assert_string_equal(o.view->name, "heatmap");
	assert_string_equal(o.output, "map.svg");
	assert_string_equal(o.command[0], "ls");
	accept_line("--heat=map ls");
	assert_string_equal(o.output, "map");
	accept_line("--heat ls .svg");
	assert_string_equal(o.view->name, "heat");
	assert_null(o.output);
	assert_string_equal(o.command[0], "ls");
	assert_int_equal(o.tally_interval, HEAT_PERIOD_NS);
	accept_line("--heat .svg");
	assert_string_equal(o.command[0], ".svg");
	in = IN_RECORD;
	accept_line("--by thread,errno true");
	assert_int_equal(o.tally, TALLY_THREAD | TALLY_ERRNO);
	assert_null(o.view);
	accept_line("--summary --path / true");
	assert_int_equal(o.tally, 0);
	in = IN_LIVE;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_not_asked_for_has_its_default),
		cmocka_unit_test(views_and_slow_calls), cmocka_unit_test(folded_lines),
		cmocka_unit_test(the_first_other_argument_begins_the_command),
		cmocka_unit_test(targets_come_in_lists),
		cmocka_unit_test(calls_are_chosen),
		cmocka_unit_test(durations_are_decimal_milliseconds),
		cmocka_unit_test(paths_are_made_absolute),
		cmocka_unit_test(links_among_paths_are_followed_too),
		cmocka_unit_test(output_is_chosen),
		cmocka_unit_test(colour_follows_option_then_environment),
		cmocka_unit_test(sizes_have_units),
		cmocka_unit_test(bad_values_are_named_with_what_to_do),
		cmocka_unit_test(owners_are_recorded_where_they_are_shown),
		cmocka_unit_test(a_target_has_to_be_named),
		cmocka_unit_test(help_lists_every_option),
		cmocka_unit_test(help_fits_a_terminal),
		cmocka_unit_test(options_belong_to_commands),
		cmocka_unit_test(names_and_letters_are_unique),
		cmocka_unit_test(heat_maps),
	};

	return cmocka_run_group_tests(tests, NULL, free_options);
}
