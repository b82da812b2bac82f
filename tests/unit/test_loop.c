// SPDX-License-Identifier: BSD-2-Clause
/* test_loop.c - the loop from a source to a sink: ticks, other descriptors and interrupts are served however many records
 * come. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>

#include "commands/loop.h"

#define PATIENCE_S 20		/* seconds to wait for an event, at most */

static struct {
	struct source source;
	struct sink sink;
	struct loop loop;
	bool pours;		/* records without end */
	unsigned left;		/* else: records left */
	bool stopped;
	time_t until;
	int fd;			/* watched by the sink; -1: none */
	uint64_t taken, ticks, served;
	uint64_t ticked;	/* ns: time of the last tick */
	uint64_t enough_ticks;
	int err;
} t;

static time_t now_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec;
}

static int next(struct source *s, const struct rec **rec)
{
	static const struct rec_loss loss = { .rec = { .len = sizeof(loss), .type = REC_LOSS }, .count = 2 };

	(void)s;
	if (t.stopped || (t.taken % 1000 == 0 && now_s() > t.until))
		return SOURCE_END;
	if (!t.pours && !t.left)
		return SOURCE_WAIT;
	t.left -= !t.pours;
	*rec = &loss.rec;
	return SOURCE_RECORD;
}

static int await(struct source *s, int ms, struct pollfd *others, unsigned n)
{
	(void)s;
	return source__poll(NULL, 0, ms, others, n) < 0 ? -EINTR : 0;
}

#define TOLD 4711

static uint64_t source_told(struct source *s)
{
	(void)s;
	return TOLD;
}

static void stop(struct source *s)
{
	(void)s;
	t.stopped = true;
}

static bool take(struct sink *s, const struct rec *rec)
{
	(void)s, (void)rec;
	t.taken++;
	return false;
}

static void idle(struct sink *s)
{
	(void)s;
}

static int error(const struct sink *s)
{
	(void)s;
	return t.err;
}

static bool tick(struct sink *s, uint64_t now, uint64_t told)
{
	(void)s;
	assert_true(now > t.ticked);
	assert_int_equal(told, TOLD);
	t.ticked = now;
	return ++t.ticks == t.enough_ticks;
}

static unsigned watch(struct sink *s, struct pollfd *fds)
{
	(void)s;
	fds[0] = (struct pollfd){ .fd = t.fd, .events = POLLIN };
	return 1;
}

static bool ready(struct sink *s, const struct pollfd *fds, unsigned n)
{
	char c;

	(void)s;
	assert_int_equal(n, 1);
	assert_true(fds[0].revents & POLLIN);
	assert_int_equal(read(t.fd, &c, 1), 1);
	return ++t.served && c == 'q';
}

static const struct source_ops source_ops = { .next = next, .wait = await, .stop = stop, .told = source_told };
static const struct sink_ops plain_ops = { .take = take, .idle = idle, .error = error };
static const struct sink_ops ticking_ops = { .take = take, .idle = idle, .error = error, .tick = tick };
static const struct sink_ops watching_ops = { .take = take, .idle = idle, .error = error, .watch = watch, .ready = ready };

static bool never_stops(struct loop *l, bool is_idle)
{
	(void)l, (void)is_idle;
	return false;
}

static bool stops_when_idle(struct loop *l, bool is_idle)
{
	(void)l;
	return is_idle;
}

static void begin(const struct sink_ops *ops, bool pours)
{
	t = (typeof(t)){ .source.ops = &source_ops, .sink.ops = ops, .pours = pours, .until = now_s() + PATIENCE_S, .fd = -1 };
	t.loop = (struct loop){ .source = &t.source, .sink = &t.sink, .should_stop = never_stops };
}

static void ticks_while_records_pour_in(void **state)
{
	(void)state;
	begin(&ticking_ops, true);
	t.enough_ticks = 3;
	assert_int_equal(loop__run(&t.loop), 0);
	assert_int_equal(t.ticks, 3);
	assert_true(t.taken > 3);
	assert_true(t.stopped);		/* the sink ended the loop */
}

static void ticks_while_nothing_happens(void **state)
{
	(void)state;
	begin(&ticking_ops, false);
	t.enough_ticks = 3;
	assert_int_equal(loop__run(&t.loop), 0);
	assert_int_equal(t.ticks, 3);
	assert_int_equal(t.taken, 0);
}

static void serve(bool pours)
{
	int fds[2];

	assert_int_equal(pipe(fds), 0);
	begin(&watching_ops, pours);
	t.fd = fds[0];
	assert_int_equal(write(fds[1], "aq", 2), 2);
	assert_int_equal(loop__run(&t.loop), 0);
	assert_int_equal(t.served, 2);
	close(fds[0]);
	close(fds[1]);
}

static void other_descriptors_end_the_wait(void **state)
{
	(void)state;
	serve(false);
}

static void other_descriptors_are_served_while_records_pour_in(void **state)
{
	(void)state;
	serve(true);
}

/* After an interrupt, or the end of the targets, records captured before are shown. */
static void what_the_source_has_is_taken_before_it_is_stopped(void **state)
{
	(void)state;
	begin(&plain_ops, false);
	t.left = 5000;
	t.loop.should_stop = stops_when_idle;
	assert_int_equal(loop__run(&t.loop), 0);
	assert_int_equal(t.taken, 5000);
	assert_true(t.stopped);
}

static void nothing_is_taken_once_writing_failed(void **state)
{
	(void)state;
	begin(&plain_ops, true);
	t.err = -ENOSPC;
	assert_int_equal(loop__run(&t.loop), 0);
	assert_true(t.taken <= 1024);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ticks_while_records_pour_in),
		cmocka_unit_test(ticks_while_nothing_happens),
		cmocka_unit_test(other_descriptors_end_the_wait),
		cmocka_unit_test(other_descriptors_are_served_while_records_pour_in),
		cmocka_unit_test(what_the_source_has_is_taken_before_it_is_stopped),
		cmocka_unit_test(nothing_is_taken_once_writing_failed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
