/* SPDX-License-Identifier: BSD-2-Clause */
/* options_help.c - prints --help and --version, from the table of options. */
#include "option_table.h"

#include <stdio.h>

#include "config/ready_views.h"
#include "views/views.h"

#ifndef TRACE_VERSION
#define TRACE_VERSION "unknown"
#endif

#define HELP_COLUMN 31

struct help {
	const char *head, *tail;	/* before and after the options */
	const char *brief;		/* instead of them for an empty command line; NULL: the command then reads trace.data */
};

#define CHOOSING "\nCalls are chosen by name, 'glob*', /regex/, %class or number; ! excludes.\n"

static const struct help live = {
	"Usage: trace [live] [OPTION]... [--] COMMAND [ARGUMENT]...\n"
	"       trace [live] [OPTION]... -p PID[,PID]...\n"
	"       trace [live] [OPTION]... -a\n"
	"\n"
	"Shows the system calls of a command, of running processes or of the whole system.\n",

	CHOOSING
	"Lost events are always counted and reported.\n"
	"The exit status is the command's; 125 if trace itself failed.\n"
	"\n"
	"  trace ls /                           a command\n"
	"  trace -e %file --failure make        files that it looks for and does not find\n"
	"  trace -p 42 --duration 10            calls of process 42 that take 10 ms or more\n"
	"  trace -a -e execve                   every program that is executed\n"
	"  trace summary make                   how many calls, and how long they took\n"
	"\n"
	"'trace doctor' shows what this user may trace, and how to change that.\n"
	"Manual: man trace\n",

	"Usage: trace [OPTION]... COMMAND [ARGUMENT]...\n"
	"       trace [OPTION]... -p PID[,PID]...\n"
	"       trace [OPTION]... -a\n"
	"\n"
	"  trace ls /                           the system calls of a command\n"
	"  trace -p 42                          of a running process\n"
	"  trace -a                             of the whole system, which may be a lot\n"
	"\n"
	"  -e LIST           only these calls: open,read or %file\n"
	"  --failure         only calls that failed\n"
	"  --duration MS     only calls of at least MS milliseconds\n"
	"  --path PREFIX     only calls on files below it\n"
	"  -k                with call stacks\n"
	"  -o FILE           to a file\n"
	"  --format json     for programs\n"
	"\n"
	"Views: trace files, execs, io, net, exits, signals.\n"
	"Other commands: trace top, summary, metrics, ship, record, replay, report, query, info, waits, convert, doctor, why, unload.\n"
	"More: trace --help, man trace\n"
};

static const struct help record = {
	"Usage: trace record [OPTION]... [--] COMMAND [ARGUMENT]...\n"
	"       trace record [OPTION]... -p PID[,PID]...\n"
	"       trace record [OPTION]... -a\n"
	"\n"
	"Writes the system calls of a command, of running processes or of the whole system to a file.\n",

	CHOOSING
	"Lost events are always counted and reported.\n"
	"The exit status is the command's; 125 if trace itself failed.\n"
	"\n"
	"  trace record make                    to trace.data\n"
	"  trace record -o - -p 42 | ssh host trace replay -\n"
	"\n"
	"Manual: man trace-record, man trace-replay\n",

	"Usage: trace record [OPTION]... COMMAND [ARGUMENT]...\n"
	"       trace record [OPTION]... -p PID[,PID]...\n"
	"       trace record [OPTION]... -a\n"
	"\n"
	"  trace record make                    to trace.data, for 'trace replay'\n"
	"  trace record -o web.data -p 42       of a running process, to another file\n"
	"  trace record -a                      of the whole system, which may be a lot\n"
	"\n"
	"More: trace record --help, man trace-record\n"
};

static const struct help replay = {
	"Usage: trace replay [OPTION]... [FILE]...\n"
	"\n"
	"Shows recordings (default trace.data; - is standard input) as live tracing does.\n",

	CHOOSING
	"\n"
	"  trace replay                         trace.data\n"
	"  trace replay -e %file --failure make.data\n"
	"  ssh host trace record -o - -p 42 | trace replay -\n"
	"\n"
	"Manual: man trace-replay\n",

	NULL
};

static const struct help convert = {
	"Usage: trace convert --to FORMAT [OPTION]... [FILE]\n"
	"\n"
	"Turns a recording (default trace.data; - is standard input) into the format of another program:\n"
	"\n",

	CHOOSING
	"\n"
	"  trace convert --to chrome -o trace.json\n"
	"  trace convert --to folded | flamegraph.pl --countname=ns >trace.svg\n"
	"  trace convert --to perf -o perf.data make.data && perf script\n"
	"  trace convert --to ctf -o trace.ctf && babeltrace2 trace.ctf\n"
	"\n"
	"Manual: man trace-convert\n",

	NULL
};

static const struct help report = {
	"Usage: trace report [OPTION]... [FILE]\n"
	"\n"
	"Makes an HTML page of a recording (default trace.data; - is standard input): tables, maps, and all calls, for a browser.\n",

	CHOOSING
	"\n"
	"  trace report                         trace.data, as report.html\n"
	"  trace report -e %file --failure -o errors.html make.data\n"
	"\n"
	"Manual: man trace-report\n",

	NULL
};

static const struct help top = {
	"Usage: trace top [OPTION]... [-p PID[,PID]...]\n"
	"       trace top [OPTION]... [--] COMMAND [ARGUMENT]...\n"
	"       trace top [OPTION]... FILE\n"
	"\n"
	"Shows which processes, calls, files or sockets have most system calls, errors and time, now: of the whole system, of\n"
	"targets, or, table by table, of a recording.\n",

	CHOOSING
	"Keys: ? lists them; q quits.\n"
	"\n"
	"  trace top                            the whole system\n"
	"  trace top --by file -e %file         the files that are used\n"
	"  trace top --batch -n 1 --top 5       a table of the next second, for a pipe\n"
	"\n"
	"Manual: man trace-top\n",

	NULL
};

static const struct help *help_of(enum option_in in)
{
	static const struct help *const all[] = { &live, &record, &replay, &convert, NULL, &report, &top };

	return all[__builtin_ctz(in)];
}

static void print_option(const struct option_row *row, enum option_in in)
{
	int n = row->letter ? printf("  -%c", row->letter) : printf("    ");

	if (row->name)
		n += printf("%s--%s", row->letter ? ", " : "  ", row->name);
	if (row->value)
		n += printf("%s%s", option_row__is_optional(row) ? "" : " ", row->value);
	if (n > HELP_COLUMN - 2)
		n = printf("\n") - 1;
	printf("%*s", HELP_COLUMN - n, "");
	if (row->words)
		printf(row->help, row->words(in));
	else
		fputs(row->help, stdout);
	putchar('\n');
}

static void print_formats(enum option_in in)
{
	for (const struct view_ops *const *v = views__all(); *v; v++)
		if ((*v)->in & in)
			printf("  %-11s %s\n", (*v)->name, (*v)->help);
}

/* Those of the user's file, too, up to an error in it. */
static void print_views(void)
{
	struct ready_views views = {};

	puts("\nViews, as 'trace NAME', with options, and a target or a recording:");
	ready_views__all(&views);
	for (unsigned i = 0; i < views.n; i++)
		printf("  %-*s%s\n", HELP_COLUMN - 2, views.list[i].name, views.list[i].help ? views.list[i].help : "");
	ready_views__free(&views);
}

void options__print_help(enum option_in in)
{
	const struct help *help = help_of(in);

	fputs(help->head, stdout);
	if (in == IN_CONVERT)
		print_formats(in);
	for (const struct option_row *row = option_rows; row < option_rows + noption_rows; row++) {
		if (!(row->in & in))
			continue;
		if (option_row__is_group(row))
			printf("\n%s:\n", row->help);
		else if (row->help)
			print_option(row, in);
	}
	if (in == IN_LIVE)
		print_views();
	fputs(help->tail, stdout);
	fflush(stdout);
}

void options__print_brief(enum option_in in)
{
	fputs(help_of(in)->brief, stderr);
}

void options__print_version(void)
{
	puts("trace " TRACE_VERSION);
	fflush(stdout);
}
