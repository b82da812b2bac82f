/* SPDX-License-Identifier: BSD-2-Clause */
/* test_out.c - the output buffer: flushing, growth, and write(2) that is short, interrupted, or fails. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "lib/out.h"

#define SIZE_MIN (OUT_PIECE + OUT_MARGIN)

static void put_line(struct out *o, char c, size_t len)
{
	out__line_begin(o);
	while (len--)
		out__put(o, &c, 1);
	out__line_end(o);
}

static void memory_grows(void **state)
{
	struct out o;

	(void)state;
	assert_int_equal(out__open(&o, -1, 0), 0);
	for (int i = 0; i < 1000; i++)
		put_line(&o, (char)('a' + i % 26), 999);
	assert_int_equal(o.p - o.buf, 1000 * 1000);
	assert_int_equal(out__flush(&o), 0);
	assert_int_equal(o.p - o.buf, 1000 * 1000);
	for (int i = 0; i < 1000; i++) {
		assert_int_equal(o.buf[i * 1000 + 998], 'a' + i % 26);
		assert_int_equal(o.buf[i * 1000 + 999], '\n');
	}
	out__close(&o);
}

static void margin_is_kept(void **state)
{
	struct out o;

	(void)state;
	assert_int_equal(out__open(&o, -1, 0), 0);
	for (size_t n = 1; n <= OUT_PIECE; n += 13) {
		out__room(&o, n);
		assert_true((size_t)(o.buf + o.size - o.p) >= n + OUT_MARGIN);
		memset(o.p, 'x', n + OUT_MARGIN);
		o.p += n + OUT_MARGIN;
	}
	out__close(&o);
}

/* An unnamed file; has() compares its content. */
static int scratch(void)
{
	char name[] = "/tmp/test_out.XXXXXX";
	int fd = mkstemp(name);

	assert_true(fd >= 0);
	unlink(name);
	return fd;
}

static void has(int fd, const char *want, size_t len)
{
	char *got = malloc(len + 1);

	assert_int_equal(pread(fd, got, len + 1, 0), len);
	assert_memory_equal(got, want, len);
	free(got);
}

static void only_lines_are_flushed(void **state)
{
	int fd = scratch();
	struct out o;

	(void)state;
	assert_int_equal(out__open(&o, fd, 0), 0);
	put_line(&o, 'a', 3);
	out__lit(&o, "half");
	assert_int_equal(out__flush(&o), 0);
	has(fd, "aaa\n", 4);
	assert_int_equal(o.written, 4);
	assert_int_equal(out__line_len(&o), 4);
	out__lit(&o, " a line");
	out__line_end(&o);
	assert_int_equal(out__flush(&o), 0);
	has(fd, "aaa\nhalf a line\n", 16);
	assert_int_equal(o.written, 16);
	out__close(&o);
	close(fd);
}

static void full_buffer_flushes_lines_first(void **state)
{
	int fd = scratch();
	struct out o;

	(void)state;
	assert_int_equal(out__open(&o, fd, 0), 0);
	put_line(&o, 'a', OUT_PIECE - 100);
	assert_int_equal(o.written, 0);
	out__lit(&o, "begin ");
	put_line(&o, 'b', 1000);
	assert_int_equal(o.size, SIZE_MIN);
	assert_int_equal(o.written, OUT_PIECE - 99 + 6);
	out__close(&o);
	close(fd);
}

static void long_line_grows(void **state)
{
	size_t len = 100000, i;
	int fd = scratch();
	struct out o;
	char *want = malloc(len + 1);

	(void)state;
	assert_int_equal(out__open(&o, fd, 0), 0);
	for (i = 0; i < len; i++)
		want[i] = (char)('a' + i % 23);
	want[len] = '\n';
	put_line(&o, 'z', 4000);
	out__put(&o, want, len);
	assert_int_equal(o.written, 4001);
	assert_int_equal(o.line, 0);
	assert_true(o.size >= len && o.size < 4 * len);
	out__line_end(&o);
	assert_int_equal(out__flush(&o), 0);
	assert_int_equal(ftruncate(fd, 0) + lseek(fd, 0, SEEK_SET), 0);
	out__put(&o, want, len + 1);
	out__line_begin(&o);
	assert_int_equal(out__flush(&o), 0);
	has(fd, want, len + 1);
	free(want);
	out__close(&o);
	close(fd);
}

static void full_disk(void **state)
{
	int fd = open("/dev/full", O_WRONLY);
	struct out o;
	size_t size;

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(out__open(&o, fd, 0), 0);
	put_line(&o, 'a', 100);
	assert_int_equal(out__flush(&o), -ENOSPC);
	size = o.size;
	for (int i = 0; i < 100000; i++)
		put_line(&o, 'b', 100);
	out__put(&o, (char[100000]){ 0 }, 100000);
	assert_int_equal(o.size, size);	/* discarded, not kept */
	assert_int_equal(o.err, -ENOSPC);
	assert_int_equal(o.written, 0);
	close(fd);
	o.fd = 12345;
	assert_int_equal(out__flush(&o), -ENOSPC);	/* the first error is kept */
	out__close(&o);
}

struct drain {
	int fd;
	size_t got;
	bool ok;
};

/* Reads the lines of full_pipe() slowly: line i is the letter i % 26, 99 times. */
static void *drain(void *arg)
{
	struct drain *d = arg;
	char buf[777];
	ssize_t n;

	d->ok = true;
	while ((n = read(d->fd, buf, sizeof(buf))) > 0) {
		for (ssize_t i = 0; i < n; i++, d->got++) {
			char want = d->got % 100 == 99 ? '\n' : (char)('a' + d->got / 100 % 26);

			d->ok &= buf[i] == want;
		}
		if (d->got % 5 == 0)
			usleep(50);
	}
	return NULL;
}

static void tick(int sig)
{
	(void)sig;
}

/* A pipe accepts little at a time, and signals interrupt the writer. */
static void full_pipe(void **state)
{
	struct sigaction sa = { .sa_handler = tick };
	timer_t timer;
	struct itimerspec often = { { 0, 200000 }, { 0, 200000 } };
	bool nonblocking = *state;
	struct drain d = { 0 };
	pthread_t reader;
	struct out o;
	int fds[2];
	sigset_t set;

	assert_int_equal(pipe(fds), 0);
	if (nonblocking)
		assert_int_equal(fcntl(fds[1], F_SETFL, O_NONBLOCK), 0);
	d.fd = fds[0];
	sigaction(SIGALRM, &sa, NULL);
	sigemptyset(&set);
	sigaddset(&set, SIGALRM);
	pthread_sigmask(SIG_BLOCK, &set, NULL);
	assert_int_equal(pthread_create(&reader, NULL, drain, &d), 0);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
	assert_int_equal(timer_create(CLOCK_MONOTONIC, NULL, &timer), 0);
	timer_settime(timer, 0, &often, NULL);

	assert_int_equal(out__open(&o, fds[1], 300000), 0);
	for (int i = 0; i < 20000; i++)
		put_line(&o, (char)('a' + i % 26), 99);
	assert_int_equal(out__flush(&o), 0);
	timer_delete(timer);
	assert_int_equal(o.written, 2000000);
	out__close(&o);
	close(fds[1]);
	pthread_join(reader, NULL);
	close(fds[0]);
	assert_int_equal(d.got, 2000000);
	assert_true(d.ok);
}

static void closed_pipe(void **state)
{
	struct out o;
	int fds[2];

	(void)state;
	signal(SIGPIPE, SIG_IGN);
	assert_int_equal(pipe(fds), 0);
	close(fds[0]);
	assert_int_equal(out__open(&o, fds[1], 0), 0);
	for (int i = 0; i < 1000; i++)
		put_line(&o, 'a', 99);
	assert_int_equal(o.err, -EPIPE);
	assert_int_equal(out__flush(&o), -EPIPE);
	out__close(&o);
	close(fds[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(memory_grows),
		cmocka_unit_test(margin_is_kept),
		cmocka_unit_test(only_lines_are_flushed),
		cmocka_unit_test(full_buffer_flushes_lines_first),
		cmocka_unit_test(long_line_grows),
		cmocka_unit_test(full_disk),
		cmocka_unit_test_prestate(full_pipe, NULL),
		{ "full_pipe_nonblocking", full_pipe, NULL, NULL, (void *)1 },
		cmocka_unit_test(closed_pipe),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
