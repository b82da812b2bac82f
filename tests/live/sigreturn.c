// SPDX-License-Identifier: BSD-2-Clause
// options: -e rt_sigreturn,sigreturn
// abis: native i386 arm
// needs: linux-5.15
/* What sigreturn takes from the stack: the set of signals that were blocked before the handler ran. */
#include "live.h"

#include <signal.h>

static void handler(int sig)
{
	(void)sig;
}

static void info_handler(int sig, siginfo_t *info, void *context)
{
	(void)sig, (void)info, (void)context;
}

static void blocked_are(int a, int b)
{
	sigset_t set;

	sigemptyset(&set);
	if (a)
		sigaddset(&set, a);
	if (b)
		sigaddset(&set, b);
	sigprocmask(SIG_SETMASK, &set, NULL);
}

int main(void)
{
	struct sigaction action = { .sa_handler = handler };
#if defined(__i386__) || (defined(__arm__) && !defined(__aarch64__))
	static const char of_plain[] = "sigreturn";
#else
	static const char of_plain[] = "rt_sigreturn";
#endif

	begin();
	sigaddset(&action.sa_mask, SIGHUP);
	sigaction(SIGUSR1, &action, NULL);
	blocked_are(SIGINT, 35);
	raise(SIGUSR1);
	expect("--- SIGUSR1 {@@} ---");
	expect(ABI "%s(mask: [INT RT_3]) = @@", of_plain);
	action.sa_flags = SA_SIGINFO;
	action.sa_sigaction = info_handler;
	sigaction(SIGUSR1, &action, NULL);
	blocked_are(0, SIGTERM);
	raise(SIGUSR1);
	expect("--- SIGUSR1 {@@} ---");
	expect(ABI "rt_sigreturn(mask: [TERM]) = @@");
	blocked_are(0, 0);
	raise(SIGUSR1);
	expect("--- SIGUSR1 {@@} ---");
	expect(ABI "rt_sigreturn(mask: []) = @@");
	end();
	return 0;
}
