// SPDX-License-Identifier: BSD-2-Clause
/* main.c - the list of commands; without a command name: trace live. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "commands/command.h"
#include "commands/target.h"
#include "config/options.h"
#include "config/ready_views.h"
#include "host/privileges.h"
#include "lib/leave.h"
#include "lib/msg.h"

static const struct command commands[] = {
	{ "convert", "a recording in the format of another program", cmd_convert, false },
	{ "doctor",  "what can be traced here, by this user, and what would change that", cmd_doctor, true },
	{ "info",    "what a recording holds", cmd_info, false },
	{ "live",    "trace, and show at once: what is done without a command", cmd_trace, true },
	{ "metrics", "serve counts of calls for Prometheus", cmd_metrics, true },
	{ "query",   "SQL about recordings", cmd_query, false },
	{ "record",  "trace, and write a recording", cmd_record, true },
	{ "replay",  "show a recording", cmd_replay, false },
	{ "report",  "a recording as an HTML page", cmd_report, false },
	{ "ship",    "trace, and load what happens into ClickHouse", cmd_ship, true },
	{ "strace",  "trace, with strace's command line and output", cmd_strace, true },
	{ "summary", "count calls, of a command or a recording", cmd_summary, true },
	{ "top",     "what makes most calls now, as a screen that is redrawn", cmd_top, true },
	{ "waits",   "who waits for whom, and how long, in calls of a command, of processes or of a recording", cmd_waits, true },
	{ "why",     "what a process waits for at present, from /proc alone", cmd_why, false },
	{ "unload",  "drop the BPF programs that are kept for the next run", cmd_unload, true },
};

/*
 * Opens /dev/null, read-only, in place of each closed standard stream. Otherwise the next file that is opened, an output file
 * or a BPF map, would get descriptor 0, 1 or 2, and messages would be written into it. The command still finds it closed (O_CLOEXEC).
 */
static void hold_standard_streams(void)
{
	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDONLY | O_CLOEXEC) != fd)
			return;
}

/* The name that the program was called by; the kernel's, if the caller passed none. */
static const char *called(int argc, char **argv)
{
	const char *file = (const char *)getauxval(AT_EXECFN);

	return argc > 0 && *argv[0] ? argv[0] : file ? file : "";
}

/* Is trace called by a name that is or ends in `strace`: through a link? */
static bool plays_strace(const char *name)
{
	static const char end[] = "strace";
	size_t n = strlen(name);

	return n >= sizeof(end) - 1 && !strcmp(name + n - (sizeof(end) - 1), end);
}

static int run(int argc, char **argv)
{
	for (unsigned i = 0; argc > 1 && i < sizeof(commands) / sizeof(commands[0]); i++) {
		if (strcmp(argv[1], commands[i].name))
			continue;
		if (!commands[i].asks_kernel)
			privileges__give_up();
		return commands[i].run(argc - 1, argv + 1);
	}
	if (argc > 1 && ready_views__has(argv[1]))
		return cmd_view(argc - 1, argv + 1);
	for (unsigned i = 0; argc > 1 && i < sizeof(commands) / sizeof(commands[0]); i++)
		target__meant(argv[1], commands[i].name);
	return cmd_trace(argc, argv);
}

/* What was printed with stdio: help, and what doctor and others find. Sinks say themselves what they cannot write. */
static int end_output(int status)
{
	bool failed = ferror(stdout);

	errno = 0;
	failed |= fflush(stdout) != 0;
	if (status || !failed)
		return status;
	msg__error("cannot write to standard output: %s", errno ? strerror(errno) : "a part is missing");
	return EXIT_TRACER;
}

int main(int argc, char **argv)
{
	hold_standard_streams();
	if (privileges__begin())
		return EXIT_TRACER;
	return leave__end(plays_strace(called(argc, argv)) ? cmd_strace(argc, argv) : end_output(run(argc, argv)));
}
