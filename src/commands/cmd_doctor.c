// SPDX-License-Identifier: BSD-2-Clause
/*
 * cmd_doctor.c - finds out what this user may trace by trying it, not from settings. Settings only determine which command would
 * change the answer.
 */
#include <errno.h>
#include <pwd.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command.h"
#include "config/options.h"
#include "host/diagnose.h"
#include "host/freezer.h"
#include "host/privileges.h"
#include "host/ring_size.h"
#include "host/sysctl.h"
#include "host/tracefs.h"
#include "lib/msg.h"
#include "sources/bpf/bpf_keep.h"
#include "sources/bpf/bpf_loader.h"
#include "sources/bpf/bpf_override.h"
#include "sources/bpf/compat.h"
#include "sources/live/live.h"
#include "sources/perf/syscall_tracepoints.h"

enum strings { NO_STRINGS, LATE_STRINGS, ALL_STRINGS };

/* One row of the table. */
struct answer {
	const char *what;
	enum scope scope;
	const char *calls, *by;		/* yes, no or yours; BPF or perf events */
	enum strings strings;
	char change[512];		/* the command that would improve the answer; empty: none */
	unsigned number;		/* that command's */
};

struct findings {
	bool bpf;			/* BPF programs may be loaded, */
	bool guarded;			/* … and show only the user's own processes */
	bool reads;			/* the user's processes' memory can be read */
	enum perf_stage stage[3];	/* by scope: the step at which perf events fail */
	int err[3];
};

/* -- Trying ---------------------------------------------------------------------------------------------------------- */

/* Reads a child's memory, as a command's would be read. */
static bool can_read_memory(void)
{
	char word[] = "doctor", copy[sizeof(word)] = "";
	struct iovec here = { copy, sizeof(copy) }, there = { word, sizeof(word) };
	pid_t pid = fork();
	bool could;

	if (!pid) {
		privileges__give_up();
		pause();
		_exit(0);
	}
	if (pid < 0)
		return false;
	usleep(1000);		/* the child is not dumpable, and so not readable, until it has dropped the capabilities */
	could = process_vm_readv(pid, &here, 1, &there, 1, 0) == sizeof(copy) && !strcmp(copy, word);
	kill(pid, SIGKILL);
	waitpid(pid, NULL, 0);
	return could;
}

/* A process of another user. */
static pid_t foreign_pid(void)
{
	struct stat st;

	return !stat("/proc/1", &st) && st.st_uid != geteuid() ? 1 : 0;
}

static void try_all(struct findings *f)
{
	pid_t foreign = foreign_pid();
	pid_t of[] = { [OWN] = 0, [FOREIGN] = foreign, [SYSTEM_WIDE] = -1 };

	f->bpf = live__may_load_bpf() && !access("/sys/kernel/btf/vmlinux", R_OK);
	f->guarded = privileges__guarded();
	f->reads = can_read_memory();
	for (unsigned i = 0; i < 3; i++)
		f->err[i] = perf_open__probe(of[i], &f->stage[i]);
}

/* -- Commands that change the answer --------------------------------------------------------------------------------- */

static void add_command(char *to, size_t size, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

static void add_command(char *to, size_t size, const char *fmt, ...)
{
	size_t n = strlen(to);
	va_list ap;

	n += (size_t)snprintf(to + n, size - n, "%s", n ? " && " : "");
	va_start(ap, fmt);
	vsnprintf(to + n, size - n, fmt, ap);
	va_end(ap);
}

/* All commands that perf events need: only the first obstacle is known, it hides the others. */
static void open_perf_events(struct answer *a, const struct findings *f)
{
	long now, wanted = diagnose__paranoid_for(a->scope);
	enum perf_stage stage = f->stage[a->scope];

	if (stage == PERF_TRACEFS && f->err[a->scope] == -ENOENT)
		add_command(a->change, sizeof(a->change), TRACEFS_MOUNT, TRACEFS_ROOT);
	else if (stage == PERF_TRACEFS && access(TRACEFS_ROOT, X_OK))
		add_command(a->change, sizeof(a->change), TRACEFS_REMOUNT, TRACEFS_ROOT);
	if (stage == PERF_TRACEFS && geteuid())
		add_command(a->change, sizeof(a->change), TRACEFS_CHMOD, TRACEFS_ROOT);
	if (stage <= PERF_OPEN && !sysctl__number(PARANOID, &now) && now > wanted)
		add_command(a->change, sizeof(a->change), PARANOID_ECHO, wanted);
	if (stage == PERF_RING)
		add_command(a->change, sizeof(a->change), "sudo sh -c \"echo 516 > /proc/sys/kernel/perf_event_mlock_kb\"");
}

static void ask(struct answer *a, const struct findings *f)
{
	a->calls = "no";
	a->by = "-";
	if (f->bpf && (!f->guarded || a->scope != FOREIGN)) {
		a->calls = f->guarded && a->scope == SYSTEM_WIDE ? "yours" : "yes";
		a->by = "BPF";
		a->strings = ALL_STRINGS;
	} else if (!f->err[a->scope]) {
		a->calls = "yes";
		a->by = "perf events";
		a->strings = f->reads ? LATE_STRINGS : NO_STRINGS;
	}
	if (f->bpf && f->guarded && a->scope != OWN)
		add_command(a->change, sizeof(a->change), PARANOID_ECHO, -1l);
	else if (!f->bpf && f->err[a->scope] && a->scope == FOREIGN)
		add_command(a->change, sizeof(a->change), "sudo trace ...");
	else if (!f->bpf && f->err[a->scope])
		open_perf_events(a, f);
}

/* -- Printing -------------------------------------------------------------------------------------------------------- */

static void print_user(void)
{
	const struct passwd *pw = getpwuid(getuid());
	const char *how = !privileges__have_bpf() ? "without CAP_BPF and CAP_PERFMON" :
		privileges__by_file() ? "with CAP_BPF and CAP_PERFMON by the program's file" : "with CAP_BPF and CAP_PERFMON";

	printf("As user %s (%u), %s:\n\n", pw ? pw->pw_name : "?", getuid(), how);
}

#define EVERYBODY \
	"lets every user of this machine see all users' activity: calls with their data, raw tracepoints, addresses of the kernel"

/* Numbers the answers' commands: different commands count from 1; 0: none. */
static void number_changes(struct answer *a, unsigned n)
{
	unsigned last = 0, same;

	for (unsigned i = 0; i < n; i++) {
		for (same = 0; strcmp(a[same].change, a[i].change); same++)
			;
		a[i].number = same < i ? a[same].number : *a[i].change ? ++last : 0;
	}
}

static void print_answers(const struct answer *a, unsigned n)
{
	static const char *const strings[] = { [NO_STRINGS] = "no", [LATE_STRINGS] = "late", [ALL_STRINGS] = "yes" };
	unsigned listed = 0;

	printf("  %-26s %-6s %-8s %s\n", "", "calls", "strings", "by");
	for (unsigned i = 0; i < n; i++) {
		printf("  %-26s %-6s %-8s ", a[i].what, a[i].calls, *a[i].by == '-' ? "-" : strings[a[i].strings]);
		if (a[i].number)
			printf("%-12s (%u)\n", a[i].by, a[i].number);
		else
			printf("%s\n", a[i].by);
	}
	for (unsigned i = 0; i < n; i++) {
		if (a[i].number <= listed)
			continue;
		if (!listed)
			printf("\nThis would change it:\n\n");
		printf("  (%u) %s\n", a[i].number, a[i].change);
		if (strstr(a[i].change, "echo -1 >"))
			printf("      It " EVERYBODY ".\n");
		listed = a[i].number;
	}
}

static void print_number(const char *name, enum sysctl which)
{
	long value;

	if (!sysctl__number(which, &value))
		printf("  %-26s %ld\n", name, value);
	else
		printf("  %-26s not there\n", name);
}

/* Whether `trace strace -p PID -e inject=...` can change what calls return. */
static void print_override(const char *what, enum override_way way)
{
	char why[160];

	printf("  %-26s %s\n", what, override__permitted(way, why, sizeof(why)) ? "can be changed" : why);
}

/* Programs that start the next tracer quickly. */
static void print_kept(void)
{
	struct keep_count n;
	const char *why;

	if (!bpf_keep__possible(&why))
		printf("  %-26s not kept: %s\n", "  between runs", why);
	else if (bpf_keep__count(&n, KEEP_DROP_NONE))
		printf("  %-26s not kept: %s is not root's own\n", "  between runs", KEEP_ROOM);
	else
		printf("  %-26s kept: %u sets of programs, of which %u in use\n", "  between runs", n.sets, n.in_use);
}

/* The features that source_bpf.c would use: the BPF object is adapted to the kernel, but not loaded. */
static void print_bpf(const struct findings *f)
{
	struct loaded l = { .set.dir = -1 };
	char where[64] = "task storage";

	printf("  %-26s %s\n", "BPF programs", f->bpf ? "may be loaded" : "may not be loaded");
	if (!f->bpf)
		return;
	privileges__raise();
	if (!bpf_loader__probe(&l)) {
		if (l.max_tasks)
			snprintf(where, sizeof(where), "a hash with room for %u tasks", l.max_tasks);
		printf("  %-26s %s\n", "  calls are kept in", where);
		printf("  %-26s %s\n", "  memory not resident", compat__may_fault() ? "is read when a call begins" : "is read when a call returns");
		bpf_loader__close(&l);
	}
	print_kept();
	print_override("  results, by fmod_ret", OVERRIDE_FMOD_RET);
	print_override("  results, by kprobes", OVERRIDE_KPROBE);
	privileges__lower();
}

static const char *tracefs_state(void)
{
	if (access(TRACEFS_ROOT "/events/raw_syscalls/sys_enter/id", R_OK) == 0)
		return "readable";
	return access(TRACEFS_ROOT, X_OK) || !access(TRACEFS_ROOT "/events", F_OK) ? "not readable" : "not mounted";
}

static const char *entry_strings(void)
{
	int there = syscall_tracepoints__probe();

	return there > 0 ? "come with calls" : there ? "not readable, so all are late" : "none, so all are late";
}

static void print_kernel(const struct findings *f)
{
	struct utsname u = { .release = "?" };
	char level[32];

	uname(&u);
	printf("\nThe kernel:\n\n");
	printf("  %-26s %s, %s\n", "release", u.release, u.machine);
	printf("  %-26s %s\n", "BTF", access("/sys/kernel/btf/vmlinux", R_OK) ? "missing: it needs CONFIG_DEBUG_INFO_BTF=y" : "there");
	print_bpf(f);
	printf("  %-26s %s\n", "PID namespace", diagnose__other_pids() ? "a container's: -a covers only this namespace" : "the first");
	printf("  %-26s %s, in %s\n", "tracefs", tracefs_state(), TRACEFS_ROOT);
	printf("  %-26s %s\n", "strings in perf events", entry_strings());
	print_number("perf_event_paranoid", PARANOID);
	print_number("perf_event_mlock_kb", MLOCK_KB);
	print_number("unprivileged_bpf_disabled", BPF_DISABLED);
	printf("  %-26s %zu MiB, more or less with --memory\n", "room for waiting events", ring_size__spill() >> 20);
	printf("  %-26s %s\n", "--lossless", freezer__possible() ? "commands can be paused" : "trace's control group (v2) is not there, or not the user's");
	printf("  %-26s %s\n", "lockdown", diagnose__lockdown(level, sizeof(level)));
}

static void print_advice(const struct findings *f)
{
	long paranoid;

	if (!sysctl__number(PARANOID, &paranoid) && paranoid < 0)
		printf("\nperf_event_paranoid of %ld " EVERYBODY ".\n", paranoid);
	if (!f->bpf && geteuid())
		printf("\nWith BPF, everything is shown: 'sudo trace ...', or let a group trace: 'sudo make install-setcap'\n");
}

/* -- The command ----------------------------------------------------------------------------------------------------- */

static const char help[] =
	"Usage: trace doctor\n"
	"\n"
	"Tries what can be traced here, by this user, and prints a table, with the commands that change what is not\n"
	"permitted. The exit status is 0 if a command of the user's can be traced with its strings, else 1.\n";

int cmd_doctor(int argc, char **argv)
{
	struct answer answers[] = {
		{ .what = "a command of yours", .scope = OWN },
		{ .what = "a process of yours", .scope = OWN },
		{ .what = "somebody else's process", .scope = FOREIGN },
		{ .what = "the whole system", .scope = SYSTEM_WIDE },
		{ .what = "recording a command", .scope = OWN },
	};
	unsigned n = sizeof(answers) / sizeof(answers[0]);
	struct findings f = { 0 };

	if (argc > 1) {
		bool asked = !strcmp(argv[1], "-h") || !strcmp(argv[1], "--help");

		if (!asked)
			msg__error("doctor: unknown argument '%s'", argv[1]);
		fputs(help, asked ? stdout : stderr);
		return asked ? 0 : EXIT_TRACER;
	}
	if (diagnose__check_proc())
		return EXIT_TRACER;
	try_all(&f);
	for (unsigned i = 0; i < n; i++)
		ask(&answers[i], &f);
	number_changes(answers, n);
	print_user();
	print_answers(answers, n);
	print_kernel(&f);
	print_advice(&f);
	return answers[0].strings == NO_STRINGS;
}
