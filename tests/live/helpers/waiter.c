// SPDX-License-Identifier: BSD-2-Clause
/*
 * waiter - has a thread wait in each of several calls, and waits until the FIFO `go` is written to, which ends all calls but one
 * that sleeps. The calls' memory is overwritten when they return.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int pipes[2], word = 2, lock, listener;
static pid_t child;
static const struct sockaddr_un address = { AF_UNIX, "listener" };

static void *in_select(void *arg)
{
	struct timeval t = { 1000, 5 };
	fd_set set;

	FD_ZERO(&set);
	FD_SET(pipes[0], &set);
	select(pipes[0] + 1, &set, NULL, NULL, &t);
	return arg;
}

static void *in_futex(void *arg)
{
	struct timespec t = { 3000, 7 };

	syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 2, &t, NULL, 0);
	return arg;
}

static void *in_sleep(void *arg)
{
	struct timespec t = { 2000, 8 };

	nanosleep(&t, NULL);
	return arg;
}

static void *in_poll(void *arg)
{
	struct pollfd p = { pipes[0], POLLIN | POLLPRI };

	poll(&p, 1, 1000000);
	return arg;
}

static void *in_flock(void *arg)
{
	flock(lock, LOCK_EX);
	return arg;
}

static void *in_open(void *arg)
{
	char name[] = "a.fifo";

	open(name, O_RDONLY);
	memset(name, 'x', sizeof(name) - 1);
	return arg;
}

static void *in_read(void *arg)
{
	char c;

	return read(pipes[0], &c, 1) < 0 ? NULL : arg;
}

/* With a backlog of 0 the second connection waits. */
static void *in_connect(void *arg)
{
	struct sockaddr_un a = address;

	for (int i = 0; i < 2; i++)
		connect(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&a, sizeof(a));
	return arg;
}

/* An idle process. */
static void *in_wait(void *arg)
{
	int status;

	wait4(child, &status, 0, NULL);
	return arg;
}

static void *in_epoll(void *arg)
{
	int epoll = epoll_create1(0);
	struct epoll_event e = { .events = EPOLLIN };

	epoll_ctl(epoll, EPOLL_CTL_ADD, pipes[0], &e);
	epoll_wait(epoll, &e, 1, -1);
	return arg;
}

static void start(void *(*const *calls)(void *), unsigned n)
{
	pthread_t t;

	for (unsigned i = 0; i < n; i++)
		pthread_create(&t, NULL, calls[i], NULL);
}

static void release(void)
{
	if (write(pipes[1], "xyz", 3) != 3)
		return;
	flock(lock, LOCK_UN);
	word = 3;
	syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
	open("a.fifo", O_WRONLY);
	accept(listener, NULL, NULL);
	accept(listener, NULL, NULL);
	kill(child, SIGKILL);
}

int main(void)
{
	static void *(*const calls[])(void *) = {
		in_select, in_futex, in_sleep, in_poll, in_flock, in_open, in_read, in_connect, in_epoll, in_wait,
	};
	int held = open("lock", O_CREAT | O_RDWR, 0600), go;
	char c;

	lock = open("lock", O_RDWR);
	listener = socket(AF_UNIX, SOCK_STREAM, 0);
	mkfifo("a.fifo", 0600);
	mkfifo("go", 0600);
	if (flock(held, LOCK_EX) || bind(listener, (const struct sockaddr *)&address, sizeof(address)) || listen(listener, 0) || pipe(pipes))
		return 1;
	child = fork();
	if (!child) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		for (;;)
			pause();
	}
	start(calls, sizeof(calls) / sizeof(calls[0]));
	go = open("go", O_RDWR);
	puts("ready");
	fflush(stdout);
	if (read(go, &c, 1) != 1)
		return 1;
	flock(held, LOCK_UN);
	release();
	return read(go, &c, 1) != 1;
}
