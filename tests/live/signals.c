// SPDX-License-Identifier: BSD-2-Clause
// options: -e %signal,pause,alarm,setitimer,nanosleep
// abis: native i386 arm
/* Signals: actions, masks, sending with and without a value, delivery; interrupted calls. */
#include "live.h"

#include <sys/time.h>

struct action {			/* the kernel's layout */
	void (*handler)(int);
	unsigned long flags;
	void (*restorer)(void);
	unsigned long long mask;
} __attribute__((packed, aligned(4)));

#if __SIZEOF_LONG__ == 4	/* without SA_SIGINFO */
#define SIGRETURN ABI "sigreturn(@@) = "
#else
#define SIGRETURN "rt_sigreturn(@@) = "
#endif

static void handler(int sig)
{
	(void)sig;
}

static long set(int sig, const struct action *a, struct action *old)
{
	return syscall(SYS_rt_sigaction, sig, a, old, 8);
}

int main(void)
{
	unsigned long long mask = 1ull << (SIGUSR1 - 1) | 1ull << (SIGCHLD - 1), all = ~0ull, old, none = 0;
	struct action ignore = { .handler = SIG_IGN }, was;
	struct sigaction caught = { .sa_handler = handler };
	struct itimerval soon = { .it_value = { 0, 20000 } }, left;
	struct timespec ts = { 10, 5 }, rest;
	siginfo_t info = { .si_code = SI_QUEUE };
	int pid = getpid(), r;

	sigaction(SIGALRM, &caught, NULL);
	sigaction(SIGUSR1, &caught, NULL);
	sigaction(SIGRTMIN + 3, &caught, NULL);
	begin();
	expect(ABI "rt_sigaction(sig: USR2, act: {sa_handler: SIG_IGN, sa_mask: [], sa_flags: 0}, oact: {sa_handler: SIG_DFL, sa_mask: [], sa_flags: 0}, "
	       "sigsetsize: 8) = %ld", set(SIGUSR2, &ignore, &was));
	expect(ABI "rt_sigaction(sig: KILL, act: {sa_handler: SIG_IGN, sa_mask: [], sa_flags: 0}, oact: NULL, sigsetsize: 8) = %s",
	       result(set(SIGKILL, &ignore, NULL)));
	r = syscall(SYS_rt_sigprocmask, SIG_BLOCK, &mask, &old, 8);
	expect(ABI "rt_sigprocmask(how: @@BLOCK, nset: [USR1 CHLD], oset: [], sigsetsize: 8) = %d", r);
	r = syscall(SYS_rt_sigprocmask, SIG_SETMASK, &all, &old, 8);
	expect(ABI "rt_sigprocmask(how: @@SETMASK, nset: ~[], oset: [USR1 CHLD], sigsetsize: 8) = %d", r);
	r = syscall(SYS_rt_sigprocmask, SIG_SETMASK, &none, NULL, 8);
	expect(ABI "rt_sigprocmask(how: @@SETMASK, nset: [], oset: NULL, sigsetsize: 8) = %d", r);
	r = syscall(SYS_kill, pid, SIGUSR1);
	expect(ABI "kill(pid: %d@@, sig: USR1) = %d", pid, r);
	expect("--- SIGUSR1 {si_signo: USR1, si_code: USER, si_pid: %d, si_uid: 0} ---", pid);
	expect(SIGRETURN "0");
	r = syscall(SYS_tgkill, pid, pid, 0);
	expect(ABI "tgkill(tgid: %d@@, pid: %d@@, sig: 0) = %d", pid, pid, r);
	info.si_value.sival_int = 42;
	r = syscall(SYS_rt_sigqueueinfo, pid, SIGRTMIN + 3, &info);
	expect(ABI "rt_sigqueueinfo(@@pid: %d@@, sig: RT_%d, uinfo: {@@si_code: QUEUE, si_pid: 0, si_uid: 0, si_int: 42, @@}) = %d", pid,
	       SIGRTMIN + 3 - 32, r);
	expect("--- SIGRT_%d {@@si_code: QUEUE, si_pid: 0, si_uid: 0, si_int: 42, @@} ---", SIGRTMIN + 3 - 32);
	expect(SIGRETURN "0");
	r = syscall(SYS_setitimer, ITIMER_REAL, &soon, &left);
	expect(ABI "setitimer(which: @@REAL, value: {it_interval: {tv_sec: 0, tv_usec: 0}, it_value: {tv_sec: 0, tv_usec: 20000}}, "
	       "ovalue: {it_interval: {tv_sec: 0, tv_usec: 0}, it_value: {tv_sec: 0, tv_usec: 0}}) = %d", r);
	/* interrupted, not restarted because there is a handler */
	r = syscall(SYS_nanosleep, &ts, &rest);
	expect(ABI "nanosleep(rqtp: {tv_sec: 10, tv_nsec: 5}, rmtp: {tv_sec: %ld, tv_nsec: %ld}) = -1 ERESTART_RESTARTBLOCK (@@)", (long)rest.tv_sec,
	       (long)rest.tv_nsec);
	expect("--- SIGALRM {si_signo: ALRM, si_code: KERNEL} ---");
	expect(SIGRETURN "-1 EINTR (Interrupted system call)");
#ifdef SYS_pause
	r = syscall(SYS_setitimer, ITIMER_REAL, &soon, NULL);
	expect(ABI "setitimer(which: @@REAL, value: {@@tv_usec: 20000}}, ovalue: NULL) = %d", r);
	r = syscall(SYS_pause);
	expect(ABI "pause() = -1 ERESTARTNOHAND (@@)");
	expect("--- SIGALRM {si_signo: ALRM, si_code: KERNEL} ---");
	expect(SIGRETURN "-1 EINTR (Interrupted system call)");
#endif
#ifdef SYS_alarm
	expect(ABI "alarm(seconds: 100) = %ld", (long)syscall(SYS_alarm, 100));
	expect(ABI "alarm(seconds: 0) = %ld", (long)syscall(SYS_alarm, 0));
#endif
	end();
	return 0;
}
