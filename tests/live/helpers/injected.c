// SPDX-License-Identifier: BSD-2-Clause
/*
 * injected - makes calls for inject.sh, and says what they returned.
 *
 * injected: getppid five times, chdir, mkdirat, read. With "family" getppid twice, also in a child, which then executes true, and in a thread.
 * With "alarms" getppid ten times, while signals come every 3 ms.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "must.h"

static volatile sig_atomic_t signals;

static void on_signal(int sig)
{
	(void)sig;
	signals++;
}

static void parents(int n)
{
	while (n--)
		syscall(SYS_getppid);
}

static void *thread(void *unused)
{
	parents(2);
	return unused;
}

static void family(void)
{
	pthread_t t;
	int status;
	pid_t pid;

	parents(2);
	pid = fork();
	if (!pid) {
		parents(2);
		execl("/bin/true", "true", NULL);
		_exit(errno);
	}
	must(waitpid(pid, &status, 0) == pid, "waitpid");
	printf("child %d\n", WEXITSTATUS(status));
	must(!pthread_create(&t, NULL, thread, NULL), "pthread_create");
	pthread_join(t, NULL);
}

static void alarms(void)
{
	struct sigaction sa = { .sa_handler = on_signal, .sa_flags = SA_RESTART };
	struct itimerval often = { { 0, 3000 }, { 0, 3000 } };
	long results[10];

	sigaction(SIGALRM, &sa, NULL);
	setitimer(ITIMER_REAL, &often, NULL);
	for (int i = 0; i < 10; i++)
		results[i] = syscall(SYS_getppid);
	for (int i = 0; i < 10; i++)
		printf("%s ", results[i] == 42 ? "42" : results[i] < 0 ? "fails" : "parent");
	puts(signals ? "signals" : "no signals");
}

static void say(const char *what, long result)
{
	printf("%s %ld %s\n", what, result, result < 0 ? strerror(errno) : "");
}

int main(int argc, char **argv)
{
	static char nowhere[] = "nowhere";	/* writable: newer kernels may refuse to change other memory */
	char text[8] = "";
	long results[5];

	if (argc > 1) {
		if (strcmp(argv[1], "family"))
			alarms();
		else
			family();
		return failed;
	}
	signal(SIGUSR1, on_signal);
	for (int i = 0; i < 5; i++)
		results[i] = syscall(SYS_getppid);
	for (int i = 0; i < 5; i++)
		printf("%s ", results[i] < 0 ? "fails" : results[i] == 42 ? "42" : "parent");
	printf("signals %d\n", signals);
	say("chdir", syscall(SYS_chdir, nowhere));
	say("mkdirat", syscall(SYS_mkdirat, AT_FDCWD, "made", 0755));
	say("read", syscall(SYS_read, STDIN_FILENO, text, 5));
	puts(text);
	return 0;
}
