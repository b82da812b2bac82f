// SPDX-License-Identifier: BSD-2-Clause
/*
 * test_perfdata.c - truncated or damaged recordings of perf: every record made of them is complete and in order, and reading
 * ends. tests/golden/perfdata has intact recordings.
 */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include <cmocka.h>

#include "lib/bytes.h"
#include "sources/file/perfdata_header.h"
#include "sources/file/source_perfdata.h"

#define GOLDEN "tests/golden/perfdata/"
#define MAX_BYTES 65536

static uint8_t bytes[MAX_BYTES];
static size_t nbytes;
static int quiet, loud;

/* Discards messages. */
static int setup(void **state)
{
	(void)state;
	loud = dup(STDERR_FILENO);
	quiet = open("/dev/null", O_WRONLY | O_CLOEXEC);
	return loud < 0 || quiet < 0;
}

static void load(const char *name)
{
	int fd = open(name, O_RDONLY | O_CLOEXEC);
	ssize_t n;

	assert_true(fd >= 0);
	n = read(fd, bytes, sizeof(bytes));
	assert_true(n > 0 && n < MAX_BYTES);
	nbytes = n;
	close(fd);
}

static int file_of(const uint8_t *p, size_t len)
{
	int fd = memfd_create("perf.data", MFD_CLOEXEC);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, p, len), len);
	assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
	return fd;
}

/* A pipe with this content and its other end closed. */
static int pipe_of(const uint8_t *p, size_t len)
{
	int fds[2];

	assert_int_equal(pipe2(fds, O_CLOEXEC), 0);
	assert_true(fcntl(fds[1], F_SETPIPE_SZ, MAX_BYTES) >= (int)len);
	assert_int_equal(write(fds[1], p, len), len);
	close(fds[1]);
	return fds[0];
}

/* Reads to the end. Returns how many calls there were, or -errno. */
static int read_all(int fd)
{
	struct source *s;
	const struct rec *r;
	uint64_t last = 0;
	int calls = 0, st, err;

	dup2(quiet, STDERR_FILENO);
	err = source_perfdata__open(&s, fd, NULL, 0, "test");
	while (!err) {
		st = s->ops->next(s, &r);
		if (st == SOURCE_WAIT)
			fail_msg("it waits for more");
		if (st != SOURCE_RECORD)
			break;
		assert_true(r->len >= sizeof(*r) && r->len % REC_ALIGN == 0 && r->len <= REC_MAX);
		assert_true(r->ts >= last);
		last = r->ts;
		calls += r->type == REC_CALL;
	}
	if (!err) {
		err = st == SOURCE_END ? 0 : st;
		s->ops->close(s);
	}
	dup2(loud, STDERR_FILENO);
	return err ? err : calls;
}

static void cut(const char *name, size_t step)
{
	int all, n, before = 0;

	load(name);
	all = read_all(file_of(bytes, nbytes));
	assert_true(all > 0);
	for (size_t len = 0; len < nbytes; len += step) {
		n = read_all(file_of(bytes, len));
		assert_true(n <= all);
		assert_true(n >= before || n < 0);
		before = n > 0 ? n : before;
		assert_int_equal(read_all(pipe_of(bytes, len)), n);
	}
}

static void damaged(const char *name, size_t step)
{
	load(name);
	for (size_t at = 0; at < nbytes; at += step) {
		uint8_t was = bytes[at];

		bytes[at] = was ^ (1 << at % 8);
		read_all(file_of(bytes, nbytes));
		bytes[at] = 0xff;
		read_all(file_of(bytes, nbytes));
		bytes[at] = was;
	}
}

static void files_and_streams_that_are_cut(void **state)
{
	(void)state;
	cut(GOLDEN "s390x.data", 1);
	cut(GOLDEN "signal.data", 251);
	cut(GOLDEN "threads.data", 13);
	cut(GOLDEN "strings.data", 61);
}

static void files_and_streams_that_are_damaged(void **state)
{
	(void)state;
	damaged(GOLDEN "s390x.data", 1);
	damaged(GOLDEN "signal.data", 127);
	damaged(GOLDEN "cut.data", 61);
	damaged(GOLDEN "threads.data", 11);
	damaged(GOLDEN "strings.data", 41);
}

/* Every length and offset of the header at its maximum. */
static void header_that_lies(void **state)
{
	static const uint64_t values[] = { 0, 1, 16, 1 << 20, UINT32_MAX, INT64_MAX, UINT64_MAX - 7, UINT64_MAX };

	(void)state;
	load(GOLDEN "s390x.data");
	for (size_t at = 8; at < 104; at += 8) {
		uint64_t was;

		memcpy(&was, bytes + at, 8);
		for (unsigned i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
			uint64_t v = perf_u64(&values[i], true);

			memcpy(bytes + at, &v, 8);
			read_all(file_of(bytes, nbytes));
		}
		memcpy(bytes + at, &was, 8);
	}
}

/* Many events, each claiming the whole file as its IDs: no more are read than fit the file. */
static void ids_that_lie(void **state)
{
	enum { ATTRS = 400, ATTR = 64 + 16, HEAD = 104, LEN = HEAD + ATTRS * ATTR };
	const uint64_t header[] = { 104, ATTR, HEAD, ATTRS * ATTR, LEN, 8 }, all[] = { 0, LEN };
	struct perfdata_header h;
	struct perfdata_input in;
	int fd;

	(void)state;
	memset(bytes, 0, LEN + 8);
	memcpy(bytes, __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? "PERFILE2" : "2ELIFREP", 8);
	memcpy(bytes + 8, header, sizeof(header));
	for (unsigned i = 0; i < ATTRS; i++)
		memcpy(bytes + HEAD + i * ATTR + 64, all, sizeof(all));
	fd = file_of(bytes, LEN + 8);
	assert_int_equal(perfdata_input__open(&in, fd, NULL, 0), 0);
	assert_int_equal(perfdata_header__read(&h, &in), 0);
	assert_int_equal(h.nattrs, ATTRS);
	assert_in_range(h.nids, 1, LEN / 8 + 1);
	perfdata_header__close(&h);
	perfdata_input__close(&in);
	close(fd);
}

/* perf.data without system calls, and other files. */
static void other_things(void **state)
{
	uint8_t magic[16] = "PERFILE2";

	(void)state;
	assert_true(source_perfdata__is(magic, 8));
	assert_true(source_perfdata__is("2ELIFREP", 8));
	assert_false(source_perfdata__is(magic, 7));
	assert_false(source_perfdata__is("PERFFILE", 8));
	assert_int_equal(read_all(file_of(magic, 0)), -EINVAL);
	assert_int_equal(read_all(file_of(magic, 8)), -EINVAL);
	assert_int_equal(read_all(file_of(magic, 16)), -EINVAL);
	magic[8] = 16;		/* a stream that ends at once */
	assert_int_equal(read_all(file_of(magic, 16)), -ENODATA);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(files_and_streams_that_are_cut),
		cmocka_unit_test(files_and_streams_that_are_damaged),
		cmocka_unit_test(header_that_lies),
		cmocka_unit_test(ids_that_lie),
		cmocka_unit_test(other_things),
	};

	return cmocka_run_group_tests(tests, setup, NULL);
}
