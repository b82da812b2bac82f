// SPDX-License-Identifier: BSD-2-Clause
// options: -e %process,clone3,setpgid,getpid,getppid
// threads
#define THREADS
/* Processes: fork, exec, exit and wait. */
#include "live.h"

#include <linux/sched.h>
#include <sys/resource.h>
#include <sys/wait.h>

#define SELF program_invocation_short_name

/* Runs `fn` in a child made by fork, or by clone if the ABI has no fork. */
static pid_t forked(void (*fn)(void))
{
#ifdef SYS_fork
	pid_t pid = syscall(SYS_fork);
	const char *call = "fork()";
#else
	pid_t pid = syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
	const char *call = "clone(@@)";
#endif

	if (!pid) {
		fn();
		_exit(99);
	}
	expect("%s = %d@@", call, pid);		/* the child may have called execve or ended by then */
	return pid;
}

static void waited(pid_t pid, const char *status)
{
	int st;

	syscall(SYS_wait4, pid, &st, 0, NULL);
	expect("wait4(upid: %d@@, stat_addr: {%s}, options: 0, ru: NULL) = %d@@", pid, status, pid);
}

static void exits(void)
{
	syscall(SYS_exit_group, 0x107);
}

static void dies(void)
{
	struct rlimit none = { 0, 0 };

	setrlimit(RLIMIT_CORE, &none);
	kill(getpid(), SIGTERM);
}

static void faults(void)
{
	*(volatile int *)8 = 1;
}

static void execs(void)
{
	/* on the heap, resident; exec_strings.c has others */
	char *argv[] = { strdup("true"), strdup("with \"quotes\""), strdup(""), NULL }, *envp[] = { "A=1", "B=2", NULL };

	syscall(SYS_execve, "/no/such", argv, envp);
	syscall(SYS_execve, "/bin/true", argv, envp);
}

int main(void)
{
	struct rlimit core = { 0, 0 };
	struct clone_args args = { .exit_signal = SIGCHLD };
	siginfo_t info;
	struct rusage ru;
	pid_t pid;
	int st;

	setrlimit(RLIMIT_CORE, &core);
	begin();
	pid = forked(exits);
	expect_of(SELF, pid, "exit_group(error_code: 263) = ?");
	expect_of(SELF, pid, "+++ exited with 7 +++");
	waited(pid, "exited: 7");

	pid = forked(dies);
	expect_of(SELF, pid, "getpid() = %d@@", pid);
	expect_of(SELF, pid, "kill(pid: %d<%s>, sig: TERM) = 0", pid, SELF);
	expect_of(SELF, pid, "--- SIGTERM {si_signo: TERM@@} ---");
	expect_of(SELF, pid, "+++ killed by SIGTERM +++");
	waited(pid, "signaled: TERM");

	pid = forked(faults);
	expect_of(SELF, pid, "--- SIGSEGV {@@si_code: MAPERR, si_addr: 0x8} ---");
	expect_of(SELF, pid, "+++ killed by SIGSEGV +++");
	waited(pid, "signaled: SEGV");

	pid = forked(execs);
	expect_of(SELF, pid, "execve(filename: \"/no/such\", argv: [\"true\", \"with \\\"quotes\\\"\", \"\"], envp: @@ /* 2 vars */) = -1 ENOENT (No such file or directory)");
	expect_of("true", pid, "execve(filename: \"/bin/true\", argv: [\"true\", \"with \\\"quotes\\\"\", \"\"], envp: @@ /* 2 vars */) = 0");
	expect_of("true", pid, "exit_group(error_code: 0) = ?");
	expect_of("true", pid, "+++ exited with 0 +++");
	syscall(SYS_waitid, P_PID, pid, &info, WEXITED | WNOWAIT, NULL);
	expect("waitid(which: PID, upid: %d@@, infop: {@@si_pid: %d, @@si_status: 0}, options: WEXITED|WNOWAIT, ru: NULL) = 0", pid, pid);
	syscall(SYS_wait4, -1, &st, WNOHANG | WUNTRACED, &ru);
	expect("wait4(upid: -1, stat_addr: {exited: 0}, options: @@NOHANG|@@UNTRACED, ru: {ru_utime: {tv_sec: 0, tv_usec: %ld}, @@}) = %d@@", (long)ru.ru_utime.tv_usec, pid);
	expect("wait4(upid: -1, stat_addr: %p, options: 0, ru: NULL) = -1 ECHILD (No child processes)", &st + 0 * syscall(SYS_wait4, -1, &st, 0, NULL));

	pid = syscall(SYS_clone3, &args, sizeof(args));
	if (!pid)
		_exit(1);
	expect("clone3(uargs: {flags: 0, exit_signal: CHLD, stack: NULL, stack_size: 0, set_tid: NULL, set_tid_size: 0}, size: %zu) = %d@@",
	       sizeof(args), pid);
	expect_of(SELF, pid, "exit_group(error_code: 1) = ?");
	expect_of(SELF, pid, "+++ exited with 1 +++");
	waited(pid, "exited: 1");
	pid = vfork();
	if (!pid)
		_exit(2);
#ifdef SYS_vfork
	expect("vfork() = %d@@", pid);
#else
	expect("clone(@@) = %d@@", pid);
#endif
	expect_of(SELF, pid, "exit_group(error_code: 2) = ?");
	expect_of(SELF, pid, "+++ exited with 2 +++");
	waited(pid, "exited: 2");
	end();
	return 0;
}
