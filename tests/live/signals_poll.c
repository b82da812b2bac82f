// SPDX-License-Identifier: BSD-2-Clause
// options: -e rt_sigqueueinfo,rt_sigtimedwait,read
/* What a descriptor has for its owner, told by signals (F_SETSIG): by SIGPOLL, by others without codes of their own, by those that have some. */
#include "live.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/signalfd.h>

#define BAND "si_band: IN|RDNORM, si_fd: %d}"

static sigset_t all;
static int fds[2];

static void write_with(int sig)
{
	fcntl(fds[0], F_SETSIG, sig);
	if (write(fds[1], "x", 1) != 1)
		exit(1);
}

static long wait_for(void)
{
	struct timespec now = { 0 };
	siginfo_t info;

	return syscall(SYS_rt_sigtimedwait, &all, &info, &now, 8);
}

static void waited(int sig, const char *name, const char *code)
{
	write_with(sig);
	wait_for();
	expect("rt_sigtimedwait(uthese: ~[@@], uinfo: {si_signo: %s, si_code: %s, " BAND ", uts: {tv_sec: 0, tv_nsec: 0}, sigsetsize: 8) = %s", name, code,
	       fds[0], name);
}

static void by_signalfd(int sig, const char *name, const char *code)
{
	int fd = signalfd(-1, &all, 0);
	struct signalfd_siginfo got;

	write_with(sig);
	read(fd, &got, sizeof(got));
	expect("read(fd: %d@@, buf: [{ssi_signo: %s, ssi_code: %s, ssi_band: IN|RDNORM, ssi_fd: %d}], count: 128) = 128", fd, name, code, fds[0]);
	close(fd);
}

static void handler(int sig)
{
	(void)sig;
}

static void delivered(int sig, const char *name, const char *code)
{
	sigset_t one;

	sigemptyset(&one);
	sigaddset(&one, sig);
	signal(sig, handler);
	sigprocmask(SIG_UNBLOCK, &one, NULL);
	write_with(sig);
	expect("--- SIG%s {si_signo: %s, si_code: %s, " BAND " ---", name, name, code, fds[0]);
	sigprocmask(SIG_BLOCK, &one, NULL);
}

static void sent(int code, const char *shown)
{
	siginfo_t info = { .si_code = code };
	long ret;

	info.si_band = POLLOUT;
	info.si_fd = 7;
	ret = syscall(SYS_rt_sigqueueinfo, getpid(), SIGUSR1, &info);
	expect("rt_sigqueueinfo(pid: %d@@, sig: USR1, uinfo: {si_signo: 0, si_code: %s}) = %s", getpid(), shown, result(ret));
	wait_for();
	expect("rt_sigtimedwait(@@) = @@");
}

int main(void)
{
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
	if (pipe(fds) || fcntl(fds[0], F_SETOWN, getpid()) || fcntl(fds[0], F_SETFL, O_ASYNC))
		return 1;
	begin();
	waited(SIGIO, "IO", "IN");
	waited(SIGRTMIN + 3, "RT_5", "IN");
	waited(SIGUSR1, "USR1", "IN");
	waited(SIGBUS, "BUS", "SIGIO");
	by_signalfd(SIGIO, "IO", "IN");
	by_signalfd(SIGRTMIN + 3, "RT_5", "IN");
	by_signalfd(SIGBUS, "BUS", "SIGIO");
	delivered(SIGIO, "IO", "IN");
	delivered(SIGRTMIN + 3, "RT_5", "IN");
	sent(SI_SIGIO, "SIGIO, si_band: OUT, si_fd: 7");
	sent(POLL_HUP, "HUP, si_band: OUT, si_fd: 7");
	sent(POLL_HUP + 1, "7");
	expect("+++ exited with 0 +++");
	return 0;
}
