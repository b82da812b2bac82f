// SPDX-License-Identifier: BSD-2-Clause
// options: -e read,rt_sigreturn,kill
/* A read that a signal interrupts and the kernel restarts: both halves, and the result. */
#include "live.h"

#include <time.h>

static int fds[2];

static void handler(int sig)
{
	(void)sig;
	if (write(fds[1], "now", 3) != 3)
		_exit(1);
}

int main(void)
{
	struct sigaction a = { .sa_handler = handler, .sa_flags = SA_RESTART };
	struct itimerspec soon = { .it_value = { 0, 30000000 } };
	timer_t timer;
	struct stat st;
	char buf[10];
	long n;

	if (pipe(fds) || fstat(fds[0], &st))
		return 1;
	sigaction(SIGALRM, &a, NULL);
	timer_create(CLOCK_MONOTONIC, &(struct sigevent){ .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM, .sigev_value.sival_int = 5 }, &timer);
	begin();
	timer_settime(timer, 0, &soon, NULL);
	n = syscall(SYS_read, fds[0], buf, 10);
	expect("read(fd: %d<pipe:[%lu]>, buf: %p, count: 10) = -1 ERESTARTSYS (@@)", fds[0], (unsigned long)st.st_ino, buf);
	expect("--- SIGALRM {si_signo: ALRM, si_code: TIMER, si_timerid: 0, si_overrun: 0, si_int: 5, @@} ---");
	expect("rt_sigreturn(@@) = @@");	/* the restored register: on arm64 the first argument's */
	expect("read(fd: %d<pipe:[%lu]>, buf: \"now\", count: 10) = %ld", fds[0], (unsigned long)st.st_ino, n);
	end();
	return 0;
}
