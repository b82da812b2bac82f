// SPDX-License-Identifier: BSD-2-Clause
/* serve.c - the served end. */
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "greeting.h"
#include "lib/clock.h"
#include "lib/msg.h"
#include "lib/small_file.h"
#include "remote.h"

static int lifeline;		/* what was standard input */

/* The other end has gone, or wants no more. */
static void *watch(void *unused)
{
	char c;
	ssize_t got;

	(void)unused;
	do
		got = read(lifeline, &c, 1);
	while (got > 0 || (got < 0 && errno == EINTR));
	kill(getpid(), SIGTERM);
	return NULL;
}

int remote__watch(void)
{
	sigset_t all, before;
	pthread_t thread;
	int err;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	err = pthread_create(&thread, NULL, watch, NULL);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (err)
		msg__error("cannot start a thread: %s", strerror(err));
	else
		pthread_detach(thread);
	return -err;
}

static int take_input(void)
{
	int null = open("/dev/null", O_RDONLY | O_CLOEXEC);

	lifeline = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	if (null < 0 || lifeline < 0 || dup2(null, STDIN_FILENO) < 0) {
		msg__error("--serve: %s", strerror(errno));
		return -EIO;
	}
	close(null);
	return 0;
}

static bool answer(const void *p, size_t len)
{
	return write(STDOUT_FILENO, p, len) == (ssize_t)len;
}

/* 0: begin; 1: no recording is wanted */
static int greet(int64_t *ahead)
{
	uint64_t number;
	char c = 0;

	if (!answer(GREETING TRACE_VERSION "\n", sizeof(GREETING TRACE_VERSION "\n") - 1))
		return 1;
	while (read(lifeline, &c, 1) == 1 && c == 'c') {
		number = htole64(clock__ns(CLOCK_REALTIME));
		if (!answer(&number, sizeof(number)))
			return 1;
	}
	if (c != 'g' || small_file__fill(lifeline, &number, sizeof(number)) != sizeof(number))
		return 1;
	*ahead = (int64_t)le64toh(number);
	return 0;
}

int remote__serve(int64_t *ahead)
{
	int err;

	if (isatty(STDIN_FILENO)) {
		msg__error("--serve is for trace on another host, which starts it: give it --host with this host's name");
		return -EINVAL;
	}
	err = take_input();
	return err ? err : greet(ahead);
}
