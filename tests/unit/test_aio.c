// SPDX-License-Identifier: BSD-2-Clause
/* test_aio.c - lines of requests of aio, from the calls that pass and reap them; names, rows, and what selects them. */
#include <ctype.h>
#include <linux/aio_abi.h>

#include "config/event_select.h"
#include "session_fixture.h"
#include "syscalltbl/syscalltbl.h"

#define CONTEXT 0x7000
#define FIRST 0x100		/* addresses of struct iocb: FIRST, 2 * FIRST… */

/* -- Tables ---------------------------------------------------------------------------------------------------------- */

static const struct { unsigned op; const char *name, *like; } ops[] = {
	{ IOCB_CMD_PREAD, "aio:pread64", "pread64" }, { IOCB_CMD_PWRITE, "aio:pwrite64", "pwrite64" },
	{ IOCB_CMD_PREADV, "aio:preadv", "preadv" }, { IOCB_CMD_PWRITEV, "aio:pwritev", "pwritev" },
	{ IOCB_CMD_FSYNC, "aio:fsync", "fsync" }, { IOCB_CMD_FDSYNC, "aio:fdatasync", "fdatasync" },
	{ IOCB_CMD_POLL, "aio:poll", "poll" }, { IOCB_CMD_NOOP, "aio:noop", NULL },
};

static void every_operation_has_a_row(void **state_)
{
	(void)state_;
	for (unsigned i = 0; i < sizeof(ops) / sizeof(ops[0]); i++) {
		unsigned nr = SYSCALL_AIO + ops[i].op;
		const struct row *row = rows__find(ABI_X86_64, nr);

		assert_non_null(row);
		assert_string_equal(syscalltbl__name(ABI_X86_64, nr), ops[i].name);
		assert_string_equal(row->name, ops[i].name);
		if (ops[i].like)
			assert_string_equal(syscalltbl__request_like(nr), ops[i].like);
		for (unsigned n = 0; n < row->nargs; n++)
			assert_int_not_equal(row__iocb_field(row, n), AIO_ZERO);
		assert_int_equal((uint64_t)row->iocb >> 4 * row->nargs, 0);
	}
	assert_null(syscalltbl__request_like(SYSCALL_AIO + IOCB_CMD_NOOP));
}

static bool chosen(const char *list, unsigned nr)
{
	struct syscall_select sel = SYSCALL_SELECT_INIT;
	struct syscall_set set;
	char err[128];

	assert_int_equal(syscall_select__add(&sel, list, err, sizeof(err)), 0);
	syscall_select__finish(&sel, &set);
	return syscall_set__has(&set, ABI_X86_64, nr);
}

static void a_call_selects_the_requests_like_it(void **state_)
{
	unsigned pread = SYSCALL_AIO + IOCB_CMD_PREAD, poll = SYSCALL_AIO + IOCB_CMD_POLL, call = (unsigned)syscalltbl__nr(ABI_X86_64, "pread64");
	struct event_select s = { 0 };
	char *calls;

	(void)state_;
	assert_true(chosen("pread64", pread) && chosen("pread64", call) && !chosen("pread64", poll));
	assert_true(chosen("aio:*", pread) && !chosen("aio:*", call) && chosen("aio:*", poll));
	assert_true(!chosen("pread64,!aio:pread64", pread) && chosen("pread64,!aio:pread64", call));
	assert_int_equal(event_select__add(&s, "aio:*,sched:*", &calls), 0);
	assert_string_equal(calls, "aio:*");
	assert_int_equal(s.n, 1);
	free(calls);
	event_select__free(&s);
}

/* -- Calls ----------------------------------------------------------------------------------------------------------- */

static struct iocb make(unsigned op, uint64_t buf, uint64_t n, int64_t offset)
{
	return (struct iocb){ .aio_data = 7, .aio_lio_opcode = (uint16_t)op, .aio_fildes = 5, .aio_buf = buf, .aio_nbytes = n, .aio_offset = offset };
}

/* An io_submit of n requests. */
static void submits(uint64_t began, uint64_t ended, const struct iocb *all, unsigned n)
{
	uint64_t pointers[8];

	for (unsigned i = 0; i < n; i++)
		pointers[i] = (i + 1) * FIRST;
	makes("io_submit", CONTEXT, n, 0x2000);
	at(began, ended);
	chunk(2, CHUNK_OK, PART_SELF, pointers, n * 8);
	for (unsigned i = 0; i < n; i++)
		chunk_at(2, CHUNK_OK, PART_AT, pointers[i], &all[i], sizeof(*all));
	returns(n);
}

static struct io_event end_of(unsigned i, int64_t res)
{
	return (struct io_event){ .data = 7, .obj = (i + 1) * FIRST, .res = res };
}

static void reaps(uint64_t began, uint64_t ended, const struct io_event *events, unsigned n)
{
	makes("io_getevents", CONTEXT, 1, 8, 0x3000, 0);
	at(began, ended);
	chunk(3, CHUNK_OUT, PART_SELF, events, n * (uint32_t)sizeof(*events));
	returns(n);
}

/* As captured with the end. */
static void still_is(unsigned i, const struct iocb *a)
{
	chunk_at(3, CHUNK_OUT, PART_AT, (i + 1) * FIRST, a, sizeof(*a));
}

static int only_requests(void **state_)
{
	tables_setup(state_);
	setup(state_);
	syscall_set__clear(&opt.calls);
	for (unsigned nr = SYSCALL_AIO; nr < SYSCALL_AIO_END; nr++)
		syscall_set__add(&opt.calls, ABI_X86_64, nr);
	begins();
	return 0;
}

static void a_request_has_its_result(void **state_)
{
	struct iocb all[] = { make(IOCB_CMD_PWRITE, 0x4000, 5, 10), make(IOCB_CMD_PREAD, 0x5000, 8, 0) };
	struct io_event second = end_of(1, 2), first = end_of(0, -EIO);

	(void)state_;
	submits(10, 20, all, 2);
	chunk_at(2, CHUNK_OK, PART_AT, 0x4000, "hello", 5);
	take_call();
	assert_nothing();
	reaps(30, 40, &second, 1);
	still_is(1, &all[1]);
	chunk_at(3, CHUNK_OUT, PART_AT, 0x5000, "abcdefgh", 8);
	take_call();
	assert_call("     0.010 ( 0.030 ms): ", "aio:pread64(fd: 5, buf: \"ab\", count: 8, pos: 0)", "2");
	reaps(50, 60, &first, 1);
	take_call();
	assert_call("     0.010 ( 0.050 ms): ", "aio:pwrite64(fd: 5, buf: \"hello\", count: 5, pos: 10)", "-1 EIO (Input/output error)");
	take_call();
	assert_nothing();
}

/* The memory of two requests begins at the same address; each has its part. */
static void shared_memory(void **state_)
{
	struct iocb all[] = { make(IOCB_CMD_PWRITE, 0x4000, 2, 0), make(IOCB_CMD_PWRITE, 0x4000, 5, 0), make(IOCB_CMD_PWRITE, 8, 5, 0) };
	struct io_event ends[] = { end_of(0, 2), end_of(1, 5), end_of(2, -EFAULT) };

	(void)state_;
	submits(10, 20, all, 3);
	chunk_at(2, CHUNK_OK, PART_AT, 0x4000, "he", 2);
	chunk_at(2, CHUNK_OK, PART_AT, 0x4000, "hello", 5);
	chunk_at(2, CHUNK_FAULT, PART_AT, 8, "", 0);
	take_call();
	reaps(30, 40, ends, 1);
	take_call();
	assert_call("     0.010 ( 0.030 ms): ", "aio:pwrite64(fd: 5, buf: \"he\", count: 2, pos: 0)", "2");
	reaps(30, 40, ends + 1, 1);
	take_call();
	assert_call("     0.010 ( 0.030 ms): ", "aio:pwrite64(fd: 5, buf: \"hello\", count: 5, pos: 0)", "5");
	reaps(30, 40, ends + 2, 1);
	take_call();
	assert_call("     0.010 ( 0.030 ms): ", "aio:pwrite64(fd: 5, buf: 0x8 <unread>, count: 5, pos: 0)", "-1 EFAULT (Bad address)");
}

static void vectors(void **state_)
{
	struct iocb a = make(IOCB_CMD_PREADV, 0x6000, 2, 0);
	struct { uint64_t base, len; } vec[] = { { 0x4000, 3 }, { 0x5000, 9 } };
	struct io_event e = end_of(0, 5);

	(void)state_;
	submits(10, 20, &a, 1);
	chunk_at(2, CHUNK_OK, PART_AT, 0x6000, vec, sizeof(vec));
	take_call();
	reaps(30, 40, &e, 1);
	still_is(0, &a);
	chunk_at(3, CHUNK_OUT, PART_AT, 0x6000, vec, sizeof(vec));
	chunk_at(3, CHUNK_OUT, PART_AT, 0x4000, "abc", 3);
	chunk_at(3, CHUNK_OUT, PART_AT, 0x5000, "de-------", 9);
	take_call();
	assert_call("     0.010 ( 0.030 ms): ", "aio:preadv(fd: 5, vec: [{iov_base: \"abc\", iov_len: 3}, {iov_base: \"de\", iov_len: 9}], vlen: 2, pos: 0)", "5");
}

/* The program has written another request there since: memory that it points at is not of this one. */
static void a_struct_that_was_used_again(void **state_)
{
	struct iocb a = make(IOCB_CMD_PREAD, 0x5000, 8, 0), other = make(IOCB_CMD_PREAD, 0x5000, 4, 0);
	struct io_event e = end_of(0, 2);

	(void)state_;
	submits(10, 20, &a, 1);
	take_call();
	reaps(30, 40, &e, 1);
	still_is(0, &other);
	chunk_at(3, CHUNK_OUT, PART_AT, 0x5000, "abcd", 4);
	take_call();
	assert_call("     0.010 ( 0.030 ms): ", "aio:pread64(fd: 5, buf: 0x5000 <unread>, count: 8, pos: 0)", "2");
}

static void reaped_before_io_submit_returns(void **state_)
{
	struct iocb a = make(IOCB_CMD_FSYNC, 0, 0, 0);
	struct io_event e = end_of(0, 0);

	(void)state_;
	reaps(15, 18, &e, 1);
	take_call_of(101);
	assert_nothing();
	assert_int_equal(session.host->aio.unknown, 1);
	submits(10, 20, &a, 1);
	take_call();
	assert_non_null(strstr(taken(), "     0.010 ( 0.008 ms): 100 aio:fsync(fd: 5) "));
	assert_int_equal(session.host->aio.unknown, 0);
	submits(30, 40, &a, 1);		/* that end was of an earlier one */
	take_call();
	assert_nothing();
}

/* Reaped in memory: the same struct iocb is submitted again; or the end has another number. */
static void ends_that_are_not_seen(void **state_)
{
	struct iocb a = make(IOCB_CMD_FSYNC, 0, 0, 0);
	struct io_event e = end_of(0, 0);

	(void)state_;
	submits(10, 20, &a, 1);
	take_call();
	submits(30, 40, &a, 1);
	take_call();
	assert_call("     0.010" BLANK, "aio:fsync(fd: 5)", "?");
	e.data = 8;
	reaps(50, 60, &e, 1);
	take_call();
	assert_nothing();
	makes("io_destroy", CONTEXT + 8);
	take_call();
	assert_nothing();
	makes("io_destroy", CONTEXT);
	at(70, 80);
	take_call();
	assert_call("     0.030" BLANK, "aio:fsync(fd: 5)", "?");
}

static void the_process_or_the_trace_ends(void **state_)
{
	struct iocb all[] = { make(IOCB_CMD_FSYNC, 0, 0, 0), make(IOCB_CMD_FDSYNC, 0, 0, 0) };
	struct rec_exit exits = { .rec = REC(REC_EXIT, rec_exit, 101, 1) };
	struct rec_end end = { .rec = REC(REC_END, rec_end, 0, 2) };

	(void)state_;
	a_getpid(1);
	take_call_of(101);
	submits(10, 20, all, 2);
	take_call();
	take(&exits.rec);
	assert_null(strstr(taken(), "aio:"));
	exits.rec.tid = 100;
	take(&exits.rec);
	assert_non_null(strstr(taken(), "aio:fsync(fd: 5)"));
	submits(2010, 2020, all, 2);
	take_call();
	take(&end.rec);
	assert_non_null(strstr(taken(), "aio:fdatasync(fd: 5 <unfinished ...>"));
	submits(2030, 2040, all, 1);		/* a recorder that was killed leaves no REC_END */
	take_call();
	session__finish(s);
	assert_non_null(strstr(taken(), "aio:fsync(fd: 5 <unfinished ...>"));
}

/* Those that are open are not shown when --max-events is reached. */
static void enough(void **state_)
{
	struct iocb all[] = { make(IOCB_CMD_FSYNC, 0, 0, 0), make(IOCB_CMD_FDSYNC, 0, 0, 0), make(IOCB_CMD_FSYNC, 0, 0, 0) };
	struct io_event ends[] = { end_of(0, 0), end_of(1, 0) };

	(void)state_;
	opt.max_events = 1;
	submits(10, 20, all, 3);
	take_call();
	reaps(30, 40, ends, 2);
	assert_true(take_call());
	assert_call("     0.010 ( 0.030 ms): ", "aio:fsync(fd: 5)", "0");
	session__finish(s);
	assert_null(strstr(taken(), "aio:"));
}

/* Less was captured than was submitted, or reaped; opcodes that do not exist, and damaged structures. */
static void what_was_not_captured(void **state_)
{
	struct iocb all[] = { make(99, 0, 0, 0), make(4, 0, 0, 0), make(IOCB_CMD_PWRITEV, 0x4000, UINT64_MAX, 0) };
	struct io_event e = end_of(2, 4);

	(void)state_;
	submits(10, 20, all, 3);
	chunk_at(2, CHUNK_OK, PART_AT, 0x4000, "\1\2\3", 3);
	returns(1ll << 40);
	take_call();
	assert_int_equal(session.host->aio.unread, (1ll << 40) - 3 + 2);
	assert_int_equal(session.host->aio.requests.n, 1);
	reaps(30, 40, &e, 1);
	record.call.rec.len -= 8;		/* the chunk does not fit: it is left out */
	take_call();
	assert_nothing();
	reaps(30, 40, &e, 1);
	returns(1000);
	take_call();
	assert_non_null(strstr(taken(), "aio:pwritev(fd: 5, vec: "));
	assert_int_equal(session.host->aio.requests.n, 0);
}

static void left_out(void **state_)
{
	struct iocb a = make(IOCB_CMD_FSYNC, 0, 0, 0);
	struct io_event e = end_of(0, 0);

	(void)state_;
	opt.no_aio = true;
	submits(10, 20, &a, 1);
	take_call();
	reaps(30, 40, &e, 1);
	take_call();
	assert_nothing();
}

#define LINES(f) cmocka_unit_test_setup_teardown(f, only_requests, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_operation_has_a_row),
		cmocka_unit_test(a_call_selects_the_requests_like_it),
		LINES(a_request_has_its_result),
		LINES(shared_memory),
		LINES(vectors),
		LINES(a_struct_that_was_used_again),
		LINES(reaped_before_io_submit_returns),
		LINES(ends_that_are_not_seen),
		LINES(the_process_or_the_trace_ends),
		LINES(enough),
		LINES(what_was_not_captured),
		LINES(left_out),
	};

	return cmocka_run_group_tests(tests, tables_setup, NULL);
}
