// SPDX-License-Identifier: BSD-2-Clause
/* test_call.c - whole calls: parsed records, results, halves of interrupted lines, hostile records. */
#include <errno.h>

#include <poll.h>

#include "beautifiers/rows.h"
#include "record_builder.h"

static const struct row poll_row = { "poll", ARGS(ARRAY_INOUT("ufds", shape_pollfd, 1), UINT("nfds"), INT("timeout_msecs")) };
static const struct row read_row = { "read", ARGS(FD("fd"), BUF_OUT("buf"), ULONG("count")) };
static const struct row write_row = { "write", ARGS(FD("fd"), BUF_IN("buf", 2), ULONG("count")) };

static void unknown_calls(void **state_)
{
	(void)state_;
	rec(ABI_X86_64, 1, 0, 0xdeadbeef);
	returns(-ENOSYS);
	assert_shown(NULL, "syscall_65535(arg0: 0x1, arg1: 0, arg2: 0xdeadbeef) = -1 ENOSYS (Function not implemented)");
	rec(ABI_X86_64, 1);
	chunk_at(CHUNK_RET, CHUNK_OK, PART_NUMBER, 70000, NULL, 0);
	returns(-ENOSYS);
	assert_shown(NULL, "syscall_70000(arg0: 0x1) = -1 ENOSYS (Function not implemented)");
}

static void output_of_a_read(void **state_)
{
	(void)state_;
	rec(ABI_X86_64, 3, 0x1000, 100);
	chunk(1, CHUNK_OUT, PART_SELF, "hello", 5);
	returns(5);
	assert_shown(&read_row, "read(fd: 3</tmp>, buf: \"hello\", count: 100) = 5");
	rec(ABI_X86_64, 3, 0x1000, 100);
	returns(0);
	assert_shown(&read_row, "read(fd: 3</tmp>, buf: \"\", count: 100) = 0");
	rec(ABI_X86_64, 3, 0x1000, 100);
	returns(-EIO);
	assert_shown(&read_row, "read(fd: 3</tmp>, buf: 0x1000, count: 100) = -1 EIO (Input/output error)");
	rec(ABI_X86_64, 3, 0x1000, 100);
	returns(5);
	assert_shown(&read_row, "read(fd: 3</tmp>, buf: 0x1000 <unread>, count: 100) = 5");
}

static void late_memory_is_preferred_to_none(void **state_)
{
	(void)state_;
	rec(ABI_X86_64, 1, 0x1000, 2);
	chunk(1, CHUNK_FAULT, PART_SELF, "", 0);
	chunk(1, CHUNK_OK | CHUNK_LATE, PART_SELF, "hi", 2);
	returns(2);
	assert_shown(&write_row, "write(fd: 1, buf: \"hi\", count: 2) = 2");
	rec(ABI_X86_64, 1, 0x1000, 2);
	chunk(1, CHUNK_FAULT | CHUNK_LATE, PART_SELF, "", 0);
	returns(-EFAULT);
	assert_shown(&write_row, "write(fd: 1, buf: 0x1000 <unread>, count: 2) = -1 EFAULT (Bad address)");
	rec(ABI_X86_64, 1, 0, 2);
	returns(-EFAULT);
	assert_shown(&write_row, "write(fd: 1, buf: NULL, count: 2) = -1 EFAULT (Bad address)");
}

/* Memory read at exit is not marked; memory read later, by a source that does not stop calls, is. */
static void memory_of_later_is_marked(void **state_)
{
	(void)state_;
	rec(ABI_X86_64, 1, 0x1000, 2);
	chunk(1, CHUNK_OK | CHUNK_LATE, PART_SELF, "hi", 2);
	record.call.flags |= CALL_NO_MEMORY;
	returns(2);
	assert_shown(&write_row, "write(fd: 1, buf: \"hi\" <late>, count: 2) = 2");
	rec(ABI_X86_64, 1, 0x1000, 2);
	chunk(1, CHUNK_OK, PART_SELF, "hi", 2);
	record.call.flags |= CALL_NO_MEMORY;
	returns(2);
	assert_shown(&write_row, "write(fd: 1, buf: \"hi\", count: 2) = 2");
	rec(ABI_X86_64, 1, 0x1000, 2);
	record.call.flags |= CALL_NO_MEMORY;
	returns(2);
	assert_shown(&write_row, "write(fd: 1, buf: 0x1000, count: 2) = 2");
}

static void halves_of_a_line(void **state_)
{
	(void)state_;
	rec(ABI_X86_64, 3, 0x1000, 100);
	waits(CALL_UNFINISHED);
	assert_shown(&read_row, "read(fd: 3</tmp> <unfinished ...>");
	rec(ABI_X86_64, 3, 0x1000, 100);
	chunk(1, CHUNK_OUT, PART_SELF, "x", 1);
	returns(1);
	state = CALL_RESUMED;
	assert_shown(&read_row, "<... read resumed> buf: \"x\", count: 100) = 1");
	rec(ABI_X86_64, 3, 0x1000, 100);
	waits(CALL_ENDED);
	assert_shown(&read_row, "read(fd: 3</tmp>, buf: 0x1000, count: 100) = ?");
	rec(ABI_X86_64, 1, 0x1000, 2);
	chunk(1, CHUNK_OK, PART_SELF, "hi", 2);
	waits(CALL_UNFINISHED);
	assert_shown(&write_row, "write(fd: 1, buf: \"hi\", count: 2 <unfinished ...>");
	state = CALL_RESUMED;
	rec(ABI_X86_64, 1, 0x1000, 2);
	returns(2);
	state = CALL_RESUMED;
	assert_shown(&write_row, "<... write resumed>) = 2");
	/* memory that is input and output is in both */
	rec(ABI_X86_64, 0x1000, 1, 50);
	chunk(0, CHUNK_OK, PART_SELF, &(struct pollfd){ 3, POLLIN, 0 }, 8);
	waits(CALL_UNFINISHED);
	assert_shown(&poll_row, "poll(ufds: [{fd: 3</tmp>, events: IN}], nfds: 1, timeout_msecs: 50 <unfinished ...>");
	rec(ABI_X86_64, 0x1000, 1, 50);
	chunk(0, CHUNK_OK, PART_SELF, &(struct pollfd){ 3, POLLIN, 0 }, 8);
	chunk(0, CHUNK_OUT, PART_SELF, &(struct pollfd){ 3, POLLIN, POLLIN }, 8);
	returns(1);
	state = CALL_RESUMED;
	assert_shown(&poll_row, "<... poll resumed> ufds: [{fd: 3</tmp>, events: IN, revents: IN}], nfds: 1, timeout_msecs: 50) = 1");
}

static void check_ret(enum ret_kind kind, const struct flag_table *flags, int64_t ret, const char *text)
{
	struct row row = { "r", ARGS(INT("a")), kind, .ret_flags = flags };
	char line[256];

	rec(ABI_X86_64, 0);
	returns(ret);
	snprintf(line, sizeof(line), "r(a: 0) = %s", text);
	assert_shown(&row, line);
}

static void results(void **state_)
{
	(void)state_;
	check_ret(RET_INT, NULL, -5000, "-5000");
	check_ret(RET_INT, NULL, -ENOENT, "-1 ENOENT (No such file or directory)");
	check_ret(RET_INT, NULL, -512, "-1 ERESTARTSYS (Restarts if the signal's handler allows it)");
	check_ret(RET_INT, NULL, -4000, "-1 (errno 4000)");
	check_ret(RET_FD, NULL, 3, "3</tmp>");
	check_ret(RET_FD, NULL, 4, "4");
	check_ret(RET_HEX, NULL, 0x7f0000001000, "0x7f0000001000");
	check_ret(RET_PID, NULL, 42, "42<sh>");
	check_ret(RET_PID, NULL, 0, "0");
	check_ret(RET_UINT, NULL, 0xfffffffe, "4294967294");
	check_ret(RET_OCTAL, NULL, 022, "022");
	check_ret(RET_FLAGS, &open_flags, 02001, "WRONLY|APPEND");
	check_ret(RET_NONE, NULL, 0, "?");
}

static void words_of_32_bits(void **state_)
{
	const struct row row = { "x", ARGS(LONG("l"), ULONG("u"), OFFSET_LO("off"), HI_HALF, PTR("p")), RET_HEX };

	(void)state_;
	rec(ABI_I386, 0xffffffff, 0xffffffff, 0xfffffffe, 0x1, 0);
	returns(0xf7fc0000);
	assert_shown(&row, "i386:x(l: -1, u: 4294967295, off: 8589934590, p: NULL) = 0xf7fc0000");
}

static bool never(const struct call *c)
{
	(void)c;
	return false;
}

static void arguments_without_meaning(void **state_)
{
	const struct row row = { "open", ARGS(INT("flags"), MODE("mode", .when = never)) };

	(void)state_;
	rec(ABI_X86_64, 0, 0644);
	assert_shown(&row, "open(flags: 0) = 0");
}

static void timeouts(void **state_)
{
	const struct row row = { "epoll_wait", ARGS(FD("epfd")), .ret_extra = extra_timeout };

	(void)state_;
	rec(ABI_X86_64, 4);
	assert_shown(&row, "epoll_wait(epfd: 4) = 0 (Timeout)");
	returns(1);
	assert_shown(&row, "epoll_wait(epfd: 4) = 1");
}

static void broken_records(void **state_)
{
	(void)state_;
	rec(ABI_X86_64, 1, 2);
	record.call.nargs = 7;
	assert_int_equal(call__parse(&call, &record.call, &names), -EINVAL);
	rec(ABI_X86_64, 1, 2);
	record.call.abi = ABI_COUNT;
	assert_int_equal(call__parse(&call, &record.call, &names), -EINVAL);
	rec(ABI_X86_64, 1, 2);
	record.call.fixed = record.call.rec.len + 8;
	assert_int_equal(call__parse(&call, &record.call, &names), -EINVAL);
	rec(ABI_X86_64, 1, 2);
	record.call.fixed -= 8;
	assert_int_equal(call__parse(&call, &record.call, &names), -EINVAL);
	rec(ABI_X86_64, 1, 2);
	record.call.rec.len = 40;
	assert_int_equal(call__parse(&call, &record.call, &names), -EINVAL);
	rec(ABI_X86_64, 1, 2);
	record.call.rec.type = REC_EXIT;
	assert_int_equal(call__parse(&call, &record.call, &names), -EINVAL);
}

static unsigned nchunks(void)
{
	unsigned n = 0;

	CALL_CHUNKS_EACH(k, &call)
		n++;
	return n;
}

static void chunks_that_do_not_fit(void **state_)
{
	struct chunk *k;

	(void)state_;
	rec(ABI_X86_64, 1, 0x1000, 2);
	chunk(1, CHUNK_OK, PART_SELF, "hi", 2);
	k = (struct chunk *)(record.bytes + record.call.rec.len);
	chunk(1, CHUNK_OUT, PART_SELF, "hi", 2);
	k->len = 9;
	assert_int_equal(call__parse(&call, &record.call, &names), 0);
	assert_int_equal(nchunks(), 1);
	k->len = UINT32_MAX;
	assert_int_equal(call__parse(&call, &record.call, &names), 0);
	assert_int_equal(nchunks(), 1);
	k->len = 8;
	assert_int_equal(call__parse(&call, &record.call, &names), 0);
	assert_int_equal(nchunks(), 2);
}

/* Those by which live tests mark what they compare, and those that the kernel permits only to its own code in a program. */
static void calls_that_live_tests_cannot_make(void **state_)
{
	(void)state_;
	rows__init();
	rec(ABI_X86_64, 1);
	assert_shown(rows__by_name(ABI_X86_64, "sched_get_priority_max"), "sched_get_priority_max(policy: FIFO) = 0");
	assert_shown(rows__by_name(ABI_X86_64, "sched_get_priority_min"), "sched_get_priority_min(policy: FIFO) = 0");
	assert_shown(rows__by_name(ABI_X86_64, "uprobe"), "uprobe() = 0");
	assert_shown(rows__by_name(ABI_X86_64, "uretprobe"), "uretprobe() = 0");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(calls_that_live_tests_cannot_make),
		cmocka_unit_test(unknown_calls),
		cmocka_unit_test(output_of_a_read),
		cmocka_unit_test(late_memory_is_preferred_to_none),
		cmocka_unit_test(memory_of_later_is_marked),
		cmocka_unit_test(halves_of_a_line),
		cmocka_unit_test(results),
		cmocka_unit_test(words_of_32_bits),
		cmocka_unit_test(arguments_without_meaning),
		cmocka_unit_test(timeouts),
		cmocka_unit_test(broken_records),
		cmocka_unit_test(chunks_that_do_not_fit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
