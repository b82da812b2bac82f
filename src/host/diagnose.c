// SPDX-License-Identifier: BSD-2-Clause
/* diagnose.c - checks the usual causes, the most likely first, and reports the first that applies. */
#include "diagnose.h"

#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "kernel_version.h"
#include "lib/msg.h"
#include "lib/small_file.h"
#include "lib/ulimits.h"
#include "privileges.h"
#include "sysctl.h"

#define LOCKDOWN "/sys/kernel/security/lockdown"
const char *diagnose__lockdown(char *level, size_t size)
{
	char text[128], *from, *to;

	snprintf(level, size, "none");
	if (!small_file__line(text, sizeof(text), LOCKDOWN)) {
		from = strchr(text, '[');
		to = from ? strchr(from, ']') : NULL;
		if (to)
			snprintf(level, size, "%.*s", (int)(to - from - 1), from + 1);
	}
	return level;
}

static bool is_locked_down(void)
{
	char level[32];

	if (strcmp(diagnose__lockdown(level, sizeof(level)), "confidentiality"))
		return false;
	msg__trouble("Operation not permitted: the kernel is locked down.");
	msg__hint("Check " LOCKDOWN " setting.");
	msg__hint("For tracing it needs to be 'integrity' or 'none', which takes a reboot without lockdown=confidentiality.");
	msg__hint("The current value is %s.", level);
	return true;
}

/* The hint is about the hard limit: trace has raised the soft one already. */
static void explain_files(const char *what)
{
	msg__trouble("%s.", ulimits__why(-EMFILE));
	msg__hint("%s Try: 'sudo prlimit --nofile=65536 trace ...', or more as limits.conf(5) says.", what);
}

/* -- perf events ----------------------------------------------------------------------------------------------------- */

long diagnose__paranoid_for(enum scope scope)
{
	return scope == SYSTEM_WIDE ? -1 : 1;
}

void diagnose__explain_tracefs(const char *root, const char *what, int err)
{
	bool calls = strstr(what, "/raw_syscalls/");

	if (err == -ENOENT) {
		msg__trouble("Unable to find tracefs: %s/%s is not there.", root, what);
		msg__hint("Try '" TRACEFS_MOUNT "'", root);
		if (calls && geteuid())
			msg__hint("Then '" TRACEFS_CHMOD "'", root);
		if (calls)
			msg__hint("Where it is mounted, the kernel was built without CONFIG_FTRACE_SYSCALLS.");
		return;
	}
	if (err != -EACCES && err != -EPERM) {
		msg__trouble("Unable to read %s/%s: %s", root, what, strerror(-err));
		return;
	}
	msg__trouble("No permissions to read %s/%s", root, what);
	if (access(root, X_OK))
		msg__hint("Try '" TRACEFS_REMOUNT "'", root);
	if (calls)
		msg__hint("Try '" TRACEFS_CHMOD "'", root);
	else
		msg__hint("Try 'sudo chmod -R a+rX %s/events'", root);
}

static bool is_foreign(pid_t tid)
{
	struct stat st;
	char path[32];

	snprintf(path, sizeof(path), "/proc/%d", tid);
	return tid > 0 && !stat(path, &st) && st.st_uid != geteuid();
}

void diagnose__explain_foreign(const char *what, pid_t id)
{
	const struct passwd *pw;
	struct stat st;
	char path[32];

	snprintf(path, sizeof(path), "/proc/%d", id);
	pw = stat(path, &st) ? NULL : getpwuid(st.st_uid);
	msg__trouble("Operation not permitted.");
	if (!pw || st.st_uid == geteuid())
		msg__hint("The %s %d is not yours to trace: see \"Ptrace access mode checking\" in ptrace(2).", what, id);
	else
		msg__hint("The %s %d is of user %s, or runs with other rights than yours.", what, id, pw->pw_name);
	msg__hint("Try: 'sudo trace -%c %d'", *what, id);
}

void diagnose__explain_gone(const char *what, pid_t id)
{
	msg__trouble("No such process: there is no %s %d.", what, id);
	msg__hint("It may have ended: 'ps -eLo pid,tid,comm' lists what there is.");
}

static void explain_paranoid(enum scope scope, long now)
{
	long wanted = diagnose__paranoid_for(scope);

	msg__trouble("Operation not permitted.");
	msg__hint("Check %s setting.", sysctl__path(PARANOID));
	msg__hint("For %s it needs to be set to %ld.", scope == SYSTEM_WIDE ? "system wide tracing" : "your own processes", wanted);
	msg__hint("Try: '" PARANOID_ECHO "'", wanted);
	msg__hint("The current value is %ld.", now);
}

void diagnose__explain_perf(const char *what, int err, pid_t tid)
{
	enum scope scope = tid < 0 ? SYSTEM_WIDE : OWN;
	long now;

	if (err == -EMFILE) {
		explain_files("Each thread takes two on each CPU.");
	} else if (err != -EACCES && err != -EPERM) {
		msg__trouble("Unable to open perf events of %s: %s", what, ulimits__why(err));
	} else if (scope == OWN && is_foreign(tid)) {
		diagnose__explain_foreign("process", tid);
	} else if (is_locked_down()) {
		return;
	} else if (!privileges__have_perf() && !sysctl__number(PARANOID, &now) && now > diagnose__paranoid_for(scope)) {
		explain_paranoid(scope, now);
	} else {
		msg__trouble("Operation not permitted: the kernel refuses perf events of %s.", what);
		msg__hint("It never gives some tracepoints; or a container's seccomp profile or a security module forbids it: try outside of it.");
	}
}

void diagnose__explain_ring(int err)
{
	long now;

	if (err != -EPERM) {
		msg__trouble("Unable to map a ring of perf events: %s", ulimits__why(err));
		return;
	}
	msg__trouble("Permission error mapping pages.");
	msg__hint("Consider increasing %s, or try again with a smaller value of -m/--buffer-size.", sysctl__path(MLOCK_KB));
	if (!sysctl__number(MLOCK_KB, &now))
		msg__hint("The current value is %ld.", now);
}

/* -- BPF ------------------------------------------------------------------------------------------------------------- */

static bool is_old_kernel(void)
{
	struct utsname u;

	if (!kernel__version() || kernel__version() >= KERNEL(5, 10) || uname(&u))
		return false;
	msg__trouble("The kernel, %s, is too old.", u.release);
	msg__hint("Linux 5.10 or newer is needed.");
	return true;
}

static bool has_no_btf(void)
{
	if (!access("/sys/kernel/btf/vmlinux", R_OK))
		return false;
	if (access("/sys/kernel", F_OK)) {
		msg__trouble("/sys is not mounted here.");
		msg__hint("Try: 'mount -t sysfs sysfs /sys'");
		return true;
	}
	msg__trouble("The kernel has no BTF: /sys/kernel/btf/vmlinux is missing.");
	msg__hint("It has to be built with CONFIG_DEBUG_INFO_BTF=y, as distributions' kernels are.");
	msg__hint("Try: 'trace --source perf', which does not need it.");
	return true;
}

static bool is_user_namespace(void)
{
	char map[128];
	unsigned from = 0, to = 0, n = 0;

	return !small_file__line(map, sizeof(map), "/proc/self/uid_map") && sscanf(map, "%u %u %u", &from, &to, &n) == 3 && n != UINT32_MAX;
}

static bool lacks_caps(void)
{
	long disabled;

	if (privileges__have_bpf() && !is_user_namespace())
		return false;
	msg__trouble("Operation not permitted: BPF needs the capabilities CAP_BPF and CAP_PERFMON.");
	if (is_user_namespace())
		msg__hint("This is a user namespace, where they count for nothing: try outside of it.");
	else if (!geteuid())
		msg__hint("This container lacks them. Try: 'docker run --cap-add BPF --cap-add PERFMON ...'");
	else
		msg__hint("Try: 'sudo trace ...', or let a group trace: 'sudo make install-setcap'");
	if (!sysctl__number(BPF_DISABLED, &disabled))
		msg__hint("The current value of %s is %ld.", sysctl__path(BPF_DISABLED), disabled);
	return true;
}

static void explain_refusal(int err)
{
	if (kernel__version() < KERNEL(5, 11)) {
		msg__trouble("Permission error creating maps.");
		msg__hint("Before Linux 5.11 they count as locked memory. Try: 'ulimit -l unlimited', which takes root once: limits.conf(5)");
		return;
	}
	msg__trouble("Operation not permitted: the kernel refuses BPF programs: %s.", strerror(-err));
	msg__hint("CAP_BPF and CAP_PERFMON are there: a container's seccomp profile or a security module forbids bpf(2).");
}

#define INIT_PIDS 0xeffffffc	/* PROC_PID_INIT_INO of the kernel's linux/proc_ns.h: the same since Linux 3.8 */

bool diagnose__other_pids(void)
{
	struct stat st;

	return !stat("/proc/self/ns/pid", &st) && st.st_ino != INIT_PIDS;
}

int diagnose__check_proc(void)
{
	char own[16] = "";

	if (access("/proc/uptime", F_OK)) {
		msg__trouble("/proc is not mounted here.");
		msg__hint("Try: 'mount -t proc proc /proc'");
		return -ESRCH;
	}
	if (readlink("/proc/self", own, sizeof(own) - 1) <= 0 || atoi(own) == getpid())
		return 0;
	msg__trouble("/proc is that of another PID namespace than the one that trace runs in: processes have other numbers there.");
	msg__hint("Mount that of this one: 'mount -t proc proc /proc', or 'unshare --pid --fork --mount-proc ...'");
	return -ESRCH;
}

void diagnose__explain_bpf(int err)
{
	if (is_old_kernel() || has_no_btf() || lacks_caps())
		return;
	switch (err) {
	case -EPERM:
	case -EACCES:
		if (!is_locked_down())
			explain_refusal(err);
		return;
	case -ENOMEM:
		msg__trouble("Not enough memory for the ring buffers: %s.", ulimits__why(err));
		msg__hint("Try again with a smaller value of -m/--buffer-size.");
		return;
	case -EMFILE:
		explain_files("BPF maps and programs take some 60, and one more for each CPU.");
		return;
	case -ESRCH:
	case -ENOENT:
		msg__trouble("This kernel lacks a tracepoint that is needed (raw_syscalls or sched events): %s.", strerror(-err));
		msg__hint("It has to be built with CONFIG_FTRACE_SYSCALLS=y.");
		return;
	}
	msg__trouble("The BPF programs could not be started: %s.", strerror(-err));
	msg__hint("Run with -vv to see what the kernel says.");
}
