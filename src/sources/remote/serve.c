// SPDX-License-Identifier: BSD-2-Clause
/* serve.c - the served end. */
#include <endian.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
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
#include "lib/thread.h"
#include "lib/ulimits.h"
#include "remote.h"

/* So long nothing is heard: the connection is dead, or trace is stopped there. It asks what time it is every 16 s. */
#define SILENCE_MS 300000

static int lifeline;		/* what was standard input */
static bool ended;		/* atomic: it has, while this recorded */

static struct {
	pthread_mutex_t lock;
	bool fresh;		/* atomic: the other members were not taken yet */
	int64_t real_minus_mono;
	uint64_t within;
} clocks = { .lock = PTHREAD_MUTEX_INITIALIZER };

bool remote__take_clock(struct rec_clock *r)
{
	if (!__atomic_load_n(&clocks.fresh, __ATOMIC_RELAXED))
		return false;
	pthread_mutex_lock(&clocks.lock);
	r->real_minus_mono = clocks.real_minus_mono;
	r->within = clocks.within;
	__atomic_store_n(&clocks.fresh, false, __ATOMIC_RELAXED);
	pthread_mutex_unlock(&clocks.lock);
	return true;
}

static bool take_number(uint64_t *n)
{
	if (small_file__fill(lifeline, n, sizeof(*n)) != sizeof(*n))
		return false;
	*n = le64toh(*n);
	return true;
}

/* Standard output is the recording's. */
static bool answer_ping(void)
{
	uint64_t number, mono;

	if (!take_number(&number))
		return false;
	mono = clock__ns(CLOCK_MONOTONIC);
	return dprintf(STDERR_FILENO, "\1%016" PRIx64 " %016" PRIx64 "\n", number, mono) > 0;
}

static bool set_clock(void)
{
	uint64_t real_minus_mono, within;

	if (!take_number(&real_minus_mono) || !take_number(&within))
		return false;
	pthread_mutex_lock(&clocks.lock);
	clocks.real_minus_mono = (int64_t)real_minus_mono;
	clocks.within = within;
	__atomic_store_n(&clocks.fresh, true, __ATOMIC_RELAXED);
	pthread_mutex_unlock(&clocks.lock);
	return true;
}

/* false: silence. */
static bool hears(void)
{
	struct pollfd p = { .fd = lifeline, .events = POLLIN };

	return poll(&p, 1, SILENCE_MS) != 0;
}

/* Until the other end has gone, or wants no more. After a silence what is written may go nowhere, which a second signal ends. */
static void *watch(void *unused)
{
	bool good = true, heard = true;
	ssize_t got = 0;
	char c;

	(void)unused;
	while (good && (heard = hears()) && ((got = read(lifeline, &c, 1)) > 0 || (got < 0 && errno == EINTR)))
		if (got > 0)
			good = c == 'p' ? answer_ping() : c == 'a' ? set_clock() : true;
	__atomic_store_n(&ended, true, __ATOMIC_RELAXED);
	do
		kill(getpid(), SIGTERM);
	while (!heard && !sleep(1));
	return NULL;
}

bool remote__watch_ended(void)
{
	return __atomic_load_n(&ended, __ATOMIC_RELAXED);
}

int remote__watch(void)
{
	pthread_t thread;
	int err;

	err = thread__start(&thread, watch, NULL);
	if (err)
		msg__error("cannot start a thread: %s", ulimits__why(err));
	else
		pthread_detach(thread);
	return err;
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
	uint64_t number, clocks[2];
	char c = 0;

	if (!answer(GREETING TRACE_VERSION "\n", sizeof(GREETING TRACE_VERSION "\n") - 1))
		return 1;
	while (read(lifeline, &c, 1) == 1 && c == 'c') {
		clocks[0] = htole64(clock__ns(CLOCK_REALTIME));
		clocks[1] = htole64(clock__ns(CLOCK_MONOTONIC));
		if (!answer(clocks, sizeof(clocks)))
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
