/* SPDX-License-Identifier: BSD-2-Clause */
/* option_foreign.c - owns the answers to options of strace(1) and perf-trace(1). */
#include "option_foreign.h"

#include <ctype.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/msg.h"
#include "lib/search_path.h"

#define COUNTS "--summary counts calls and their times"
#define INJECTS "'trace strace --inject=SET:error=ERRNO COMMAND' changes what a command's calls return"
#define NAMES_ONLY "constants are shown by name; --prefix shows their whole names, --format json their values, too"
#define BACKGROUND "the command is trace's child: 'trace -o FILE COMMAND &' runs both in the background"
#define SEPARATE "all threads go to one file, and each line says whose it is: 'trace replay -p PID' shows one process"
#define WHOLE "--verbose shows structures whole"
#define BYTES "--string-limit N shows more of strings and buffers; descriptors are chosen by --path"
#define QUIET "-q says less; --exits=none shows no ends of threads"
#define PIDS "--decode-pids alone shows trace's numbers of processes, too; " COMM
#define COMM "--format json and the thread's column have names of threads"

/* Options that trace has by the same letter or name are here only if their values differ. */
const struct foreign_row foreign_rows[] = {
	{ 'A', "output-append-mode",       false, "-o /dev/fd/3 3>>FILE appends" },
	{ 'b', "detach-on",                true,  "nothing is ever detached; --no-inherit leaves children alone" },
	{ 'c', "summary-only",             false, COUNTS },
	{ 'd', "debug",                    false, "-v, -vv and -vvv say what trace does" },
	{ 'E', "env",                      true,  "set it for the command: 'trace env VAR=VALUE COMMAND'; --env alone shows what execve passes" },
	{ 'I', "interruptible",            true,  "signals always end the tracing, and are passed on to a command" },
	{ 'N', "arg-names",                false, "arguments always have their names" },
	{ 'n', "syscall-number",           false, "calls are shown by name; -e takes numbers, too" },
	{ 'O', "summary-syscall-overhead", true,  COUNTS },
	{ 0, "summary-sort-by",            true,  "--sort COLUMN: --summary --sort calls" },
	{ 'U', "summary-columns",          true,  COUNTS },
	{ 'w', "summary-wall-clock",       false, COUNTS },
	{ 'x', "strings-in-hex",           false, "--format json shows bytes that are not UTF-8 in hexadecimal" },
	{ 'X', "const-print-style",        true,  NAMES_ONLY },
	{ 'Y', NULL,                       false, COMM },
	{ 0, "abbrev",                     true,  WHOLE },
	{ 0, "absolute-timestamps",        false, "-T shows the time of day, -TT the date, too, --epoch seconds since 1970" },
	{ 0, "always-show-pid",            false, "files always show the thread of each line" },
	{ 0, "argv0",                      true,  "set it for the command: 'trace bash -c \"exec -a NAME COMMAND\"'" },
	{ 0, "bpf-summary",                false, COUNTS },
	{ 0, "columns",                    true,  "the column of results cannot be set" },
	{ 0, "daemonize",                  false, BACKGROUND },
	{ 0, "decode-fds",                 false, "descriptors are always shown with their files or sockets" },
	{ 0, "decode-pids",                true,  PIDS },
	{ 0, "errno-summary",              false, "--summary --errors counts calls by error" },
	{ 0, "fault",                      true,  INJECTS },
	{ 0, "inject",                     true,  INJECTS },
	{ 0, "instruction-pointer",        false, "-k shows call stacks" },
	{ 0, "kernel-syscall-graph",       false, "-k shows the kernel's frames, too" },
	{ 0, "kill-on-exit",               false, "the command goes on untraced if trace is killed" },
	{ 0, "kvm",                        true,  "this is strace's" },
	{ 0, "libtraceevent_print",        false, "fields of events are shown by name" },
	{ 0, "map-dump",                   true,  "bpftool map dump" },
	{ 0, "output-separately",          false, SEPARATE },
	{ 0, "print-sample",               false, "this is perf's" },
	{ 0, "proc-map-timeout",           true,  "mappings are known without reading /proc each time" },
	{ 0, "quiet",                      true,  QUIET },
	{ 0, "raw",                        true,  NAMES_ONLY },
	{ 0, "read",                       true,  BYTES },
	{ 0, "relative-timestamps",        true,  "-r alone shows microseconds; --format json has nanoseconds" },
	{ 0, "sched",                      false, "-e sched:sched_switch shows when and why a thread leaves the CPU" },
	{ 0, "secontext",                  true,  "labels of SELinux are not shown" },
	{ 0, "show-on-off-events",         false, "events that switch are shown if -e chooses them" },
	{ 0, "sort-events",                false, "lines are always in order of time" },
	{ 0, "stack-trace-frame-limit",    true,  "--max-stack N" },
	{ 0, "status",                     true,  "--success or --failure; --errno LIST chooses by error" },
	{ 0, "summary-mode",               true,  "--summary --by thread, cgroup or syscall" },
	{ 0, "syscall-limit",              true,  "--max-events N" },
	{ 0, "syscall-times",              false, "durations are always shown" },
	{ 0, "tips",                       false, "man trace" },
	{ 0, "tool_stats",                 false, "-v prints what is in use" },
	{ 0, "trace-fds",                  true,  "--path chooses descriptors by their files" },
	{ 0, "verbose",                    true,  WHOLE },
	{ 0, "write",                      true,  BYTES },
};
const unsigned nforeign_rows = sizeof(foreign_rows) / sizeof(foreign_rows[0]);

/* Values of our options that only the other programs take, by how they begin; and of -e the names of options above. */
static const struct {
	char letter;
	const char *begins, *instead;
} values[] = {
	{ 'e', "signal=",       "--signals=LIST chooses signals" },
	{ 'e', "signals=",      "--signals=LIST chooses signals" },
	{ 'o', "|",             "'-o >(COMMAND)' in bash, or '-o - | COMMAND', gives it to a program" },
	{ 'o', "!",             "'-o >(COMMAND)' in bash, or '-o - | COMMAND', gives it to a program" },
};

/* Letters that mean something else in the other programs, and what to give instead. */
static const struct ours {
	char letter;
	const char *instead;
	const char *values;	/* not NULL: only our option takes a value: one of these words, a number, or a file name */
} ours[] = {
	{ 'a', "is the whole system here; strace's column of results cannot be set", NULL },
	{ 'C', "chooses CPUs here; " COUNTS, "" },
	{ 'D', "leaves out the first milliseconds here; " BACKGROUND, "" },
	{ 'F', "is for page faults here; children are always followed", "all maj min" },
	{ 'i', "shows a recording here; -k shows call stacks", "" },
	{ 't', "chooses threads here; -T shows the time of day", "t tt" },
	{ 'T', "is the time of day here; durations are always shown", NULL },
	{ 'v', "prints what is in use here; " WHOLE, NULL },
};

/* Options that mean something else when repeated. */
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
	const struct foreign_row *row = letter == 'e' && value && strchr(value, '=') ? foreign__name(value) : NULL;

	for (unsigned i = 0; value && i < sizeof(values) / sizeof(values[0]); i++)
		if (values[i].letter == letter && !strncmp(value, values[i].begins, strlen(values[i].begins)))
			return values[i].instead;
	return row && !row->name[strcspn(value, "=")] ? row->instead : NULL;
}

static const struct ours *find_ours(int letter)
{
	for (unsigned i = 0; i < sizeof(ours) / sizeof(ours[0]); i++)
		if (ours[i].letter == letter)
			return &ours[i];
	return NULL;
}

static bool has_word(const char *words, const char *word)
{
	size_t len = strlen(word);

	for (const char *at = words; len && (at = strstr(at, word)); at += len)
		if ((at == words || at[-1] == ' ') && (!at[len] || at[len] == ' '))
			return true;
	return false;
}

static bool begins_as_program(const char *file)
{
	int fd = open(file, O_RDONLY | O_CLOEXEC);
	char magic[4] = "";
	bool so;

	if (fd < 0)
		return false;
	so = read(fd, magic, sizeof(magic)) == sizeof(magic) && (!memcmp(magic, "\177ELF", 4) || !memcmp(magic, "#!", 2));
	close(fd);
	return so;
}

/* An executable, so not a recording. */
static bool is_program(const char *name)
{
	char path[PATH_MAX];
	struct stat st;

	if (stat(name, &st))
		return !search_path__find(name, path, sizeof(path));
	return S_ISREG(st.st_mode) && begins_as_program(name);	/* opening a FIFO would have an effect on its other end */
}

static bool all_of(const char *word, int (*is)(int c))
{
	const char *at = word;

	while (*at && is((unsigned char)*at))
		at++;
	return at > word && !*at;
}

bool foreign__is_next(int letter, const char *value, bool attached)
{
	const struct ours *o = find_ours(letter);

	if (!o || !o->values || has_word(o->values, value))
		return false;
	if (*value == '-')
		return isalpha((unsigned char)value[1]) || (value[1] == '-' && value[2]);
	return (attached && all_of(value, isalpha) && access(value, F_OK)) || (letter == 'i' && is_program(value));
}

/* word: the rest of an argument of letters, or the argument after it. */
static bool is_number(const char *word)
{
	return all_of(*word == '-' ? word + strcspn(word, "0123456789") : word, isdigit);
}

static bool is_assignment(const char *word)
{
	size_t len = strcspn(word, "=");

	return word[len] && len && !isdigit((unsigned char)*word) && !memchr(word, '/', len) && !memchr(word, '-', len);
}

bool foreign__takes(const char *as, const char *word)
{
	static const struct { const char *as; bool (*is)(const char *word); } rows[] = { { "-a", is_number }, { "--env", is_assignment } };

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (!strcmp(rows[i].as, as))
			return rows[i].is(word);
	return false;
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

/* Adds a letter once. false: it was there, or there is no room. */
static bool add_letter(char *letters, size_t size, int letter)
{
	size_t n = strlen(letters);

	if (strchr(letters, letter) || n >= size - 1)
		return false;
	letters[n] = (char)letter;
	return true;
}

void foreign_answers__note(struct foreign_answers *a, int letter)
{
	if (find_ours(letter))
		add_letter(a->ours, sizeof(a->ours), letter);
}

void foreign_answers__count(struct foreign_answers *a, int letter)
{
	if (add_letter(a->given, sizeof(a->given), letter))
		return;
	for (unsigned i = 0; i < sizeof(again) / sizeof(again[0]); i++)
		if (again[i].letter == letter)
			foreign_answers__add(a, again[i].as, again[i].instead);
}

/* The error; hints about what to give instead follow. */
static void print_error(const struct foreign_answers *a, const char *command)
{
	if (!a->n && a->ours[0] && !a->ours[1])
		msg__error("'-%c' means something else to '%s' than to strace or perf", a->ours[0], command);
	else if (!a->n)
		msg__error("these options mean something else to '%s' than to strace or perf:", command);
	else if (a->n == 1)
		msg__error("'%s' does not take '%s'", command, a->of[0].as);
	else
		msg__error("'%s' does not take these options, which are strace's or perf's:", command);
}

void foreign_answers__print(const struct foreign_answers *a, const char *command)
{
	print_error(a, command);
	for (unsigned i = 0; i < a->n; i++)
		msg__hint("%s: %s.", a->of[i].as, a->of[i].instead);
	for (const char *letter = a->ours; *letter; letter++)
		foreign__explain(*letter);
}

void foreign__explain(int letter)
{
	const struct ours *o = find_ours(letter);

	if (o)
		msg__hint("-%c %s.", letter, o->instead);
}
