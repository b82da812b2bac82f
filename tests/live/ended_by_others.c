// SPDX-License-Identifier: BSD-2-Clause
// options: -e rt_sigsuspend,ppoll,epoll_pwait,execve,kill
// cc: -pthread
// threads
/*
 * Calls that do not return because another thread has called execve or exit_group, or because of a SIGKILL: no result is shown. An execve
 * is shown under the thread that called it, although its ID has changed when it returns. Another fatal signal is seen by the thread to which
 * it was sent.
 */
#define THREADS
#include "live.h"

#include <poll.h>
#include <pthread.h>
#include <sys/epoll.h>

static struct shared {
	pid_t polling, waiting, ending;
	char execs;
} *shared;

static void *polls(void *arg)
{
	(void)arg;
	shared->polling = tid();
	syscall(SYS_ppoll, NULL, 0, NULL, NULL, 0);
	return NULL;
}

static void *waits(void *arg)
{
	struct epoll_event event;

	(void)arg;
	shared->waiting = tid();
	syscall(SYS_epoll_pwait, epoll_create1(0), &event, 1, -1, NULL, 8);
	return NULL;
}

/* Does thread *id of the process sleep in a call, according to /proc? */
static void until_is_asleep(pid_t pid, const pid_t *id)
{
	char path[64], state = 0;
	FILE *f;

	while (state != 'S') {
		usleep(1000);
		snprintf(path, sizeof(path), "/proc/%d/task/%d/stat", pid, *(volatile const pid_t *)id);
		f = fopen(path, "r");
		if (f && fscanf(f, "%*d %*s %c", &state) != 1)
			state = 0;
		if (f)
			fclose(f);
	}
}

static void until_asleep(const pid_t *id)
{
	until_is_asleep(getpid(), id);
}

static void *ends(void *arg)
{
	pid_t first = getpid();

	(void)arg;
	shared->ending = tid();
	until_asleep(&first);
	until_asleep(&shared->polling);
	until_asleep(&shared->waiting);
	if (shared->execs)
		execl("/bin/true", "true", NULL);
	_exit(0);
}

static pid_t group(bool execs)
{
	uint64_t none = 0;
	pthread_t thread;
	pid_t pid;

	memset(shared, 0, sizeof(*shared));
	shared->execs = execs;
	pid = fork();
	if (!pid) {
		pthread_create(&thread, NULL, polls, NULL);
		pthread_create(&thread, NULL, waits, NULL);
		pthread_create(&thread, NULL, ends, NULL);
		for (;;)
			syscall(SYS_rt_sigsuspend, &none, 8);
	}
	waitpid(pid, NULL, 0);
	return pid;
}

/* A process that a signal ends while it waits. */
static pid_t killed_by(int sig)
{
	uint64_t none = 0;
	pid_t pid;

	memset(shared, 0, sizeof(*shared));
	pid = fork();
	if (!pid) {
		pthread_t thread;

		pthread_create(&thread, NULL, polls, NULL);
		until_asleep(&shared->polling);
		shared->ending = getpid();
		for (;;)
			syscall(SYS_rt_sigsuspend, &none, 8);
	}
	until_is_asleep(pid, &shared->ending);
	syscall(SYS_tgkill, pid, pid, sig);
	waitpid(pid, NULL, 0);
	return pid;
}

static pid_t kills_itself(void)
{
	pid_t pid = fork();

	if (!pid)
		kill(getpid(), SIGKILL);
	waitpid(pid, NULL, 0);
	return pid;
}

int main(void)
{
	const char *me = program_invocation_short_name;
	pid_t pid;

	shared = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	signal(SIGCHLD, SIG_IGN);
	begin();
	for (int execs = 0; execs < 2; execs++) {
		pid = group(execs);
		expect_of(me, pid, "rt_sigsuspend(unewset: [], sigsetsize: 8) = ?");
		expect_of(me, shared->polling, "ppoll(ufds: NULL, nfds: 0, tsp: NULL, sigmask: NULL, sigsetsize: 0) = ?");
		expect_of(me, shared->polling, "+++ exited with 0 +++");
		expect_of(me, shared->waiting, "epoll_pwait(@@) = ?");
		expect_of(me, shared->waiting, "+++ exited with 0 +++");
		if (execs)
			expect_of("true", shared->ending, "execve(filename: \"/bin/true\", argv: [\"true\"], envp: @@) = 0");
		else
			expect_of(me, shared->ending, "+++ exited with 0 +++");
		expect_of(execs ? "true" : me, pid, "+++ exited with 0 +++");
	}
	pid = killed_by(SIGKILL);
	expect_of(me, pid, "rt_sigsuspend(unewset: [], sigsetsize: 8) = ?");
	expect_of(me, pid, "--- SIGKILL {@@} ---");
	expect_of(me, shared->polling, "ppoll(@@) = ?");
	expect_of(me, shared->polling, "+++ killed by SIGKILL +++");
	expect_of(me, pid, "+++ killed by SIGKILL +++");
	pid = killed_by(SIGTERM);
	expect_of(me, pid, "rt_sigsuspend(unewset: [], sigsetsize: 8) = -1 @@");
	expect_of(me, pid, "--- SIGTERM {@@} ---");
	expect_of(me, shared->polling, "ppoll(@@) = ?");
	expect_of(me, shared->polling, "+++ killed by SIGTERM +++");
	expect_of(me, pid, "+++ killed by SIGTERM +++");
	pid = kills_itself();
	expect_of(me, pid, "kill(pid: %d@@, sig: KILL) = ?", pid);
	expect_of(me, pid, "--- SIGKILL {@@} ---");
	expect_of(me, pid, "+++ killed by SIGKILL +++");
	end();
}
