/* SPDX-License-Identifier: BSD-2-Clause */
/* option_foreign.c - owns the answers to options of strace(1) (6.1) and perf-trace(1). */
#include "option_foreign.h"

#include <stdio.h>
#include <string.h>

#include "msg.h"

#define COUNTS "'trace record' and then 'trace info' count calls by name"
#define CHANGES_NOTHING "trace changes nothing in what it traces: this is strace's"
#define NAMES_ONLY "constants are shown by name; --prefix shows their whole names, --format json their values, too"
#define BACKGROUND "the command is trace's child: 'trace -o FILE COMMAND &' runs both in the background"
#define SEPARATE "all threads go to one file, and each line says whose it is: 'trace replay -p PID' shows one process"
#define WHOLE "--verbose shows structures whole"
#define BYTES "--string-limit N shows more of strings and buffers; descriptors are chosen by --path"

/* What is ours by the same letter or name is not here, unless its value is another. */
const struct foreign_row foreign_rows[] = {
	{ 'A', "output-append-mode",       false, "-o /dev/fd/3 3>>FILE appends" },
	{ 'b', "detach-on",                true,  "nothing is ever detached; --no-inherit leaves children alone" },
	{ 'c', "summary-only",             false, COUNTS },
	{ 'd', "debug",                    false, "-v, -vv and -vvv say what trace does" },
	{ 'E', NULL,                       true,  "set it for the command: 'trace env VAR=VALUE COMMAND'" },
	{ 'I', "interruptible",            true,  "signals always end the tracing, and are passed on to a command" },
	{ 'n', "syscall-number",           false, "calls are shown by name; -e takes numbers, too" },
	{ 'O', "summary-syscall-overhead", true,  COUNTS },
	{ 'S', "summary-sort-by",          true,  COUNTS },
	{ 'U', "summary-columns",          true,  COUNTS },
	{ 'w', "summary-wall-clock",       false, COUNTS },
	{ 'x', "strings-in-hex",           false, "--format json shows bytes that are no text in hexadecimal" },
	{ 'X', "const-print-style",        true,  NAMES_ONLY },
	{ 'Y', NULL,                       false, "--format json and the thread's column have names of threads" },
	{ 0, "abbrev",                     true,  WHOLE },
	{ 0, "absolute-timestamps",        false, "-T shows the time of day, -TT the date, too, --epoch seconds since 1970" },
	{ 0, "bpf-summary",                false, COUNTS },
	{ 0, "columns",                    true,  "the column of results is not chosen" },
	{ 0, "daemonize",                  false, BACKGROUND },
	{ 0, "decode-fds",                 false, "descriptors are shown with what they stand for anyway" },
	{ 0, "errno-summary",              false, COUNTS },
	{ 0, "fault",                      true,  CHANGES_NOTHING },
	{ 0, "inject",                     true,  CHANGES_NOTHING },
	{ 0, "instruction-pointer",        false, "-k shows call stacks" },
	{ 0, "kernel-syscall-graph",       false, "-k shows the kernel's frames, too" },
	{ 0, "kvm",                        true,  "this is strace's" },
	{ 0, "libtraceevent_print",        false, "fields of events are shown by name" },
	{ 0, "map-dump",                   true,  "bpftool map dump" },
	{ 0, "output-separately",          false, SEPARATE },
	{ 0, "print-sample",               false, "this is perf's" },
	{ 0, "raw",                        true,  NAMES_ONLY },
	{ 0, "read",                       true,  BYTES },
	{ 0, "sched",                      false, "-e sched:sched_switch shows when and why a thread leaves the CPU" },
	{ 0, "show-on-off-events",         false, "events that switch are shown if -e chooses them" },
	{ 0, "sort-events",                false, "lines come in order of time anyway" },
	{ 0, "status",                     true,  "--success or --failure; --errno LIST chooses by error" },
	{ 0, "summary",                    false, COUNTS },
	{ 0, "summary-mode",               true,  COUNTS },
	{ 0, "syscall-times",              false, "how long calls took is shown anyway" },
	{ 0, "tips",                       false, "man trace" },
	{ 0, "with-summary",               false, COUNTS },
	{ 0, "write",                      true,  BYTES },
};
const unsigned nforeign_rows = sizeof(foreign_rows) / sizeof(foreign_rows[0]);

/* Values that begin so. */
static const struct {
	char letter;
	const char *begins, *instead;
} values[] = {
	{ 'e', "abbrev=",       WHOLE },
	{ 'e', "decode-fds=",   "descriptors are shown with what they stand for anyway" },
	{ 'e', "decode-pids=",  "--format json and the thread's column have names of threads" },
	{ 'e', "fault=",        CHANGES_NOTHING },
	{ 'e', "inject=",       CHANGES_NOTHING },
	{ 'e', "kvm=",          "this is strace's" },
	{ 'e', "quiet=",        "--exits=none shows no ends of threads" },
	{ 'e', "raw=",          NAMES_ONLY },
	{ 'e', "read=",         BYTES },
	{ 'e', "signal=",       "--signals=LIST chooses signals" },
	{ 'e', "signals=",      "--signals=LIST chooses signals" },
	{ 'e', "status=",       "--success or --failure; --errno LIST chooses by error" },
	{ 'e', "verbose=",      WHOLE },
	{ 'e', "write=",        BYTES },
	{ 'o', "|",             "'-o >(COMMAND)' in bash, or '-o - | COMMAND', gives it to a program" },
	{ 'o', "!",             "'-o >(COMMAND)' in bash, or '-o - | COMMAND', gives it to a program" },
};

/* Letters that are ours, and what to give for what others mean by them. */
static const struct {
	char letter;
	const char *instead;
} ours[] = {
	{ 'a', "is the whole system here; strace's column of results is not chosen" },
	{ 'C', "chooses CPUs here; " COUNTS },
	{ 'D', "leaves out the first milliseconds here; " BACKGROUND },
	{ 'F', "is for page faults here; children are followed anyway" },
	{ 'i', "shows a recording here; -k shows call stacks" },
	{ 's', "is the length of strings here, as with strace; " COUNTS },
	{ 't', "chooses threads here; -T shows the time of day" },
	{ 'T', "is the time of day here; how long calls took is shown anyway" },
	{ 'v', "says what is in use here; " WHOLE },
};

/* What they mean where they are given twice. */
static const struct {
	char letter;
	const char *as, *instead;
} again[] = {
	{ 'f', "-ff", SEPARATE },
};

const struct foreign_row *foreign__letter(int letter)
{
	for (unsigned i = 0; i < nforeign_rows; i++)
		if (letter && foreign_rows[i].letter == letter)
			return &foreign_rows[i];
	return NULL;
}

const struct foreign_row *foreign__name(const char *name)
{
	const struct foreign_row *found = NULL;
	size_t len = strcspn(name, "=");

	for (unsigned i = 0; len > 1 && i < nforeign_rows; i++) {
		const struct foreign_row *row = &foreign_rows[i];

		if (!row->name || strncmp(row->name, name, len))
			continue;
		if (!row->name[len])
			return row;
		found = row;
	}
	return len > 3 ? found : NULL;
}

const char *foreign__value(int letter, const char *value)
{
	for (unsigned i = 0; value && i < sizeof(values) / sizeof(values[0]); i++)
		if (values[i].letter == letter && !strncmp(value, values[i].begins, strlen(values[i].begins)))
			return values[i].instead;
	return NULL;
}

static const char *meant_by(int letter)
{
	for (unsigned i = 0; i < sizeof(ours) / sizeof(ours[0]); i++)
		if (ours[i].letter == letter)
			return ours[i].instead;
	return NULL;
}

void foreign_answers__add(struct foreign_answers *a, const char *as, const char *instead)
{
	for (unsigned i = 0; i < a->n; i++)
		if (!strcmp(a->of[i].as, as))
			return;
	if (a->n == FOREIGN_MAX)
		return;
	snprintf(a->of[a->n].as, sizeof(a->of[0].as), "%s", as);
	a->of[a->n++].instead = instead;
}

void foreign_answers__note(struct foreign_answers *a, int letter)
{
	size_t n = strlen(a->ours);

	if (!strchr(a->ours, letter)) {
		if (n < sizeof(a->ours) - 1)
			a->ours[n] = (char)letter;
		return;
	}
	for (unsigned i = 0; i < sizeof(again) / sizeof(again[0]); i++)
		if (again[i].letter == letter)
			foreign_answers__add(a, again[i].as, again[i].instead);
}

void foreign_answers__print(const struct foreign_answers *a, const char *command)
{
	if (a->n == 1)
		msg__error("'%s' does not take '%s'", command, a->of[0].as);
	else
		msg__error("'%s' does not take these options, which are strace's or perf's:", command);
	for (unsigned i = 0; i < a->n; i++)
		msg__hint("%s: %s.", a->of[i].as, a->of[i].instead);
	for (const char *letter = a->ours; *letter; letter++)
		foreign__explain(*letter);
}

bool foreign__explains(int letter)
{
	return meant_by(letter);
}

void foreign__explain(int letter)
{
	if (meant_by(letter))
		msg__hint("-%c %s.", letter, meant_by(letter));
}
