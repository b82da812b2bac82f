/* SPDX-License-Identifier: BSD-2-Clause */
/* test_late - memory of a process, read by plan: here of this process, which needs no permission. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "beautifiers/rows.h"
#include "sources/vm/vm_capture.h"

static struct options o;
static struct vm_capture *late;
static struct pair_event e;
static pid_t of;

static void begins(const char *name, uint64_t a, uint64_t b, uint64_t c)
{
	free(e.chunks);
	e = (struct pair_event){ .kind = PAIR_ENTER, .origin = PAIR_RAW, .tid = of, .tgid = of, .nargs = 6, .args = { a, b, c } };
	e.nr = syscalltbl__nr(abi__native(), name);
	vm_capture__see(late, &e, false);
}

static void begins_at(uint64_t ts, const char *name, uint64_t a)
{
	free(e.chunks);
	e = (struct pair_event){ .kind = PAIR_ENTER, .origin = PAIR_RAW, .tid = of, .tgid = of, .nargs = 6, .args = { a }, .ts = ts };
	e.nr = syscalltbl__nr(abi__native(), name);
	vm_capture__see(late, &e, false);
}

static void returns_to(bool behind, const char *name, int64_t ret)
{
	free(e.chunks);
	e = (struct pair_event){ .kind = PAIR_LEAVE, .origin = PAIR_RAW, .tid = of, .tgid = of, .ret = ret };
	e.nr = syscalltbl__nr(abi__native(), name);
	vm_capture__see(late, &e, behind);
}

/* The call's own tracepoint, with one string, of which the record has `told`. */
static void tells(const char *name, uint64_t a, uint64_t b, uint64_t c, unsigned arg, unsigned status, const char *told)
{
	size_t len = strlen(told);
	struct chunk *k = calloc(1, sizeof(*k) + len + REC_ALIGN);

	assert_non_null(k);
	free(e.chunks);
	*k = (struct chunk){ .arg = arg, .status = status, .len = len };
	memcpy(k + 1, told, len);
	e = (struct pair_event){ .kind = PAIR_ENTER, .origin = PAIR_NAMED, .tid = of, .tgid = of, .nargs = 3, .args = { a, b, c } };
	e.nr = syscalltbl__nr(abi__native(), name);
	e.chunks = (uint8_t *)k;
	e.chunks_len = sizeof(*k) + ((len + REC_ALIGN - 1) & ~(REC_ALIGN - 1u));
	vm_capture__see(late, &e, false);
}

static void expects(const char *name, uint8_t args)
{
	vm_capture__expect(late, (uint16_t)syscalltbl__nr(abi__native(), name), args);
}

#define returns(name, ret) returns_to(false, name, ret)

/* The n-th chunk of the event. */
static const struct chunk *chunk(unsigned n)
{
	const uint8_t *p = e.chunks;

	for (; p && p < e.chunks + e.chunks_len; n--) {
		const struct chunk *k = (const struct chunk *)p;

		if (!n)
			return k;
		p += sizeof(*k) + ((k->len + REC_ALIGN - 1) & ~(REC_ALIGN - 1u));
	}
	return NULL;
}

static void assert_chunk(unsigned n, unsigned arg, unsigned status, unsigned part, const void *bytes, size_t len)
{
	const struct chunk *k = chunk(n);

	assert_non_null(k);
	assert_int_equal(k->arg, arg);
	assert_int_equal(k->status, status | CHUNK_LATE);
	assert_int_equal(k->part, part);
	assert_int_equal(k->len, len);
	assert_memory_equal(k + 1, bytes, len);
}

static void strings(void **state)
{
	char longer[200];

	(void)state;
	memset(longer, 'x', sizeof(longer));
	longer[199] = '\0';
	begins("chdir", (uintptr_t)"/tmp", 0, 0);
	assert_chunk(0, 0, CHUNK_OK, PART_SELF, "/tmp", 4);
	assert_null(chunk(1));
	begins("chdir", (uintptr_t)"", 0, 0);
	assert_chunk(0, 0, CHUNK_OK, PART_SELF, "", 0);
	begins("chdir", 0, 0, 0);
	assert_null(e.chunks);
	begins("chdir", 16, 0, 0);
	assert_null(e.chunks);
}

/* Memory that was read while the call was held: it is not read again, and not used for another call. */
static void what_was_handed_in(void **state)
{
	char now[] = "changed since", path[] = "/etc/hostname";
	struct held_call call = { .ts = 5, .tid = of, .abi = abi__native(), .args = { (uintptr_t)now } };
	struct { struct chunk k; char text[16]; } memory = { .k = { .arg = 0, .len = sizeof(path) - 1 } };

	(void)state;
	memcpy(memory.text, path, sizeof(path));
	call.nr = syscalltbl__nr(abi__native(), "chdir");
	assert_int_equal(vm_capture__hold(late, &call, &memory, sizeof(memory)), 0);
	begins_at(6, "chdir", (uintptr_t)now);
	assert_int_equal(chunk(0)->status, CHUNK_OK);
	assert_memory_equal(chunk(0) + 1, path, chunk(0)->len);
	assert_null(chunk(1));
	returns("chdir", 0);
	assert_null(e.chunks);

	assert_int_equal(vm_capture__hold(late, &call, &memory, sizeof(memory)), 0);
	begins_at(4, "chdir", (uintptr_t)now);		/* before it was held */
	assert_chunk(0, 0, CHUNK_OK, PART_SELF, now, strlen(now));
	begins_at(6, "chdir", (uintptr_t)path);		/* another call: it was interrupted before its sys_enter event */
	assert_chunk(0, 0, CHUNK_OK, PART_SELF, path, strlen(path));
	begins_at(7, "chdir", (uintptr_t)now);
	assert_chunk(0, 0, CHUNK_OK, PART_SELF, now, strlen(now));

	assert_int_equal(vm_capture__hold(late, &call, &memory, sizeof(memory)), 0);
	vm_capture__unhold(late, 5);				/* later calls were not held: the memory may be an earlier call's with the same arguments */
	begins_at(8, "chdir", (uintptr_t)now);
	assert_chunk(0, 0, CHUNK_OK, PART_SELF, now, strlen(now));
}

/* Up to an unmapped page. */
static void a_string_at_the_edge(void **state)
{
	size_t page = sysconf(_SC_PAGESIZE);
	char *p = mmap(NULL, page * 2, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	(void)state;
	assert_ptr_not_equal(p, MAP_FAILED);
	munmap(p + page, page);
	memcpy(p + page - 4, "abc", 4);
	begins("chdir", (uintptr_t)p + page - 4, 0, 0);
	assert_chunk(0, 0, CHUNK_OK, PART_SELF, "abc", 3);
	memcpy(p + page - 4, "abcd", 4);
	begins("chdir", (uintptr_t)p + page - 4, 0, 0);
	assert_chunk(0, 0, CHUNK_PARTIAL, PART_SELF, "abcd", 4);
	munmap(p, page);
}

static void buffers_both_ways(void **state)
{
	char text[] = "hello, world";

	(void)state;
	begins("write", 1, (uintptr_t)text, 5);
	assert_chunk(0, 1, CHUNK_OK, PART_SELF, "hello", 5);
	begins("read", 0, (uintptr_t)text, sizeof(text));
	assert_null(e.chunks);
	returns("read", 12);
	assert_chunk(0, 1, CHUNK_OK | CHUNK_OUT, PART_SELF, text, 12);
	begins("read", 0, (uintptr_t)text, sizeof(text));
	returns("read", -EIO);
	assert_null(e.chunks);
}

static void only_of_its_own_entry(void **state)
{
	char text[] = "hello, world";

	(void)state;
	returns("read", 5);
	assert_null(e.chunks);
	begins("read", 0, (uintptr_t)text, 5);
	returns("write", 5);
	assert_null(e.chunks);
	returns("read", 5);
	assert_null(e.chunks);
	begins("read", 0, (uintptr_t)text, 5);
	returns_to(true, "read", 5);
	assert_null(e.chunks);
}

static void vectors(void **state)
{
	struct iovec v[2] = { { (char *)"ab", 2 }, { (char *)"cde", 3 } };

	(void)state;
	begins("writev", 1, (uintptr_t)v, 2);
	assert_chunk(0, 1, CHUNK_OK, PART_SELF, v, sizeof(v));
	assert_chunk(1, 1, CHUNK_OK, PART_DATA, "ab", 2);
	assert_chunk(2, 1, CHUNK_OK, PART_DATA | 1, "cde", 3);
	begins("readv", 1, (uintptr_t)v, 2);
	returns("readv", 3);
	assert_chunk(0, 1, CHUNK_OK | CHUNK_OUT, PART_SELF, v, sizeof(v));
	assert_chunk(1, 1, CHUNK_OK | CHUNK_OUT, PART_DATA, "ab", 2);
	assert_chunk(2, 1, CHUNK_OK | CHUNK_OUT, PART_DATA | 1, "c", 1);
}

/* Counts of vectors have 32 bits, a length below 0 reads nothing; and an impossible length does not affect other elements. */
static void lengths_of_an_argument(void **state)
{
	struct iovec v[3] = { { (char *)16, SIZE_MAX }, { (char *)"cde", 3 }, { (char *)"f", 1 } };

	(void)state;
	begins("writev", 1, (uintptr_t)v, UINT64_C(1) << 32 | 2);
	assert_chunk(0, 1, CHUNK_OK, PART_SELF, v, 2 * sizeof(v[0]));
	assert_chunk(1, 1, CHUNK_OK, PART_DATA | 1, "cde", 3);
	assert_null(chunk(2));
	begins("bind", 3, (uintptr_t)v, UINT32_MAX);
	assert_null(e.chunks);
}

/* An array of pointers to structures that point at data, or at vectors of it. */
static void pointers_in_structures(void **state)
{
	struct iovec v[2] = { { (char *)"cd", 2 }, { (char *)16, 1 } };
	struct iocb write = { .aio_lio_opcode = IOCB_CMD_PWRITE, .aio_buf = (uintptr_t)"ab", .aio_nbytes = 2 };
	struct iocb writev = { .aio_lio_opcode = IOCB_CMD_PWRITEV, .aio_buf = (uintptr_t)v, .aio_nbytes = 2 };
	struct iocb read = { .aio_lio_opcode = IOCB_CMD_PREAD, .aio_buf = (uintptr_t)v, .aio_nbytes = 2 };
	struct iocb *all[] = { &write, (struct iocb *)16, &read, &writev };

	(void)state;
	begins("io_submit", 0, 4, (uintptr_t)all);
	assert_chunk(0, 2, CHUNK_OK, PART_SELF, all, sizeof(all));
	assert_chunk(1, 2, CHUNK_OK, PART_AT, &write, sizeof(write));
	assert_chunk(2, 2, CHUNK_OK, PART_AT, "ab", 2);
	assert_chunk(3, 2, CHUNK_OK, PART_AT, &read, sizeof(read));
	assert_chunk(4, 2, CHUNK_OK, PART_AT, &writev, sizeof(writev));
	assert_chunk(5, 2, CHUNK_OK, PART_AT, v, sizeof(v));
	assert_chunk(6, 2, CHUNK_OK, PART_AT, "cd", 2);
	assert_null(chunk(7));
	assert_true(chunk(6)->addr == (uintptr_t)v[0].iov_base);
}

static void messages(void **state)
{
	struct iovec v = { (char *)"data", 4 };
	struct msghdr m = { .msg_name = (char *)"name", .msg_namelen = 4, .msg_iov = &v, .msg_iovlen = 1 };

	(void)state;
	begins("sendmsg", 3, (uintptr_t)&m, 0);
	assert_chunk(0, 1, CHUNK_OK, PART_SELF, &m, sizeof(m));
	assert_chunk(1, 1, CHUNK_OK, PART_NAME, "name", 4);
	assert_chunk(2, 1, CHUNK_OK, PART_IOV, &v, sizeof(v));
	assert_chunk(3, 1, CHUNK_OK, PART_DATA, "data", 4);
}

static void numbers_that_say_how_long(void **state)
{
	char name[8] = "abcdefg";
	socklen_t len = 3;

	(void)state;
	begins("getsockname", 3, (uintptr_t)name, (uintptr_t)&len);
	returns("getsockname", 0);
	assert_non_null(chunk(0));
	for (unsigned i = 0; chunk(i); i++)
		if (chunk(i)->arg == 1)
			assert_chunk(i, 1, CHUNK_OK | CHUNK_OUT, PART_SELF, "abc", 3);
}

/* For a failed call, the memory passed; for a successful one, the kernel's copy. */
static void execve_strings(void **state)
{
	char *argv[] = { (char *)"one", (char *)"two", NULL };
	uint64_t two = 2;

	(void)state;
	begins("execve", (uintptr_t)"/nowhere", (uintptr_t)argv, 0);
	assert_null(e.chunks);
	returns("execve", -ENOENT);
	assert_chunk(0, 0, CHUNK_OK, PART_SELF, "/nowhere", 8);
	assert_chunk(1, 1, CHUNK_OK, PART_STR, "one", 3);
	assert_chunk(2, 1, CHUNK_OK, PART_STR | 1, "two", 3);
	assert_chunk(3, 1, CHUNK_OK, PART_SELF, &two, 8);
	argv[0] = (char *)16;		/* an unreadable one keeps its position */
	begins("execve", (uintptr_t)"/nowhere", (uintptr_t)argv, 0);
	returns("execve", -EFAULT);
	assert_chunk(1, 1, CHUNK_FAULT, PART_STR, "", 0);
	assert_chunk(2, 1, CHUNK_OK, PART_STR | 1, "two", 3);
	begins("execve", (uintptr_t)"/nowhere", (uintptr_t)argv, 0);
	returns("execve", 0);
	for (unsigned i = 0; chunk(i); i++)
		if (chunk(i)->arg == 1)
			assert_int_equal(chunk(i)->part, PART_ARGS);
	assert_non_null(memmem(e.chunks, e.chunks_len, "test_late", 10));
}

static void assert_told(unsigned n, unsigned arg, unsigned status, const char *text)
{
	const struct chunk *k = chunk(n);

	assert_non_null(k);
	assert_int_equal(k->arg, arg);
	assert_int_equal(k->status, status);
	assert_int_equal(k->len, strlen(text));
	assert_memory_equal(k + 1, text, k->len);
}

/* A string in the call's own event is used, whatever memory contains later. */
static void strings_that_came_with_an_event(void **state)
{
	char path[] = "/other";

	(void)state;
	expects("chdir", 1 << 0);
	begins("chdir", (uintptr_t)path, 0, 0);
	assert_null(e.chunks);
	tells("chdir", (uintptr_t)path, 0, 0, 0, CHUNK_OK, "/first");
	assert_told(0, 0, CHUNK_OK, "/first");
	assert_null(chunk(1));
	returns("chdir", 0);
	assert_null(e.chunks);
	/* that event before raw_syscalls' */
	tells("chdir", (uintptr_t)path, 0, 0, 0, CHUNK_OK, "/first");
	assert_told(0, 0, CHUNK_OK, "/first");
	begins("chdir", (uintptr_t)path, 0, 0);
	assert_null(e.chunks);
	/* without that event: it was lost */
	begins("chdir", (uintptr_t)path, 0, 0);
	assert_null(e.chunks);
	returns("chdir", -ENOENT);
	assert_chunk(0, 0, CHUNK_OK, PART_SELF, path, 6);
	expects("chdir", 0);
}

/* Other arguments of the call are read when raw_syscalls' event comes. */
static void what_does_not_come_with_an_event(void **state)
{
	struct iovec times[2] = { { (void *)1, 2 }, { (void *)3, 4 } };

	(void)state;
	expects("utimensat", 1 << 1);
	begins("utimensat", 0, (uintptr_t)"/dir", (uintptr_t)times);
	assert_chunk(0, 2, CHUNK_OK, PART_SELF, times, 32);
	assert_null(chunk(1));
	tells("utimensat", 0, (uintptr_t)"/dir", (uintptr_t)times, 1, CHUNK_OK, "/told");
	assert_told(0, 1, CHUNK_OK, "/told");
	assert_null(chunk(1));
	expects("utimensat", 0);
}

#define STRING_OF_63 "/abcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabcdefghijabc"

/* A string that the kernel cut, or replaced characters of, is completed from memory if that agrees. */
static void strings_that_memory_completes(void **state)
{
	static const struct { const char *memory, *told; unsigned status; const char *shown; unsigned shown_status; } rows[] = {
		{ STRING_OF_63 "def", STRING_OF_63, CHUNK_TRUNC, STRING_OF_63 "def", CHUNK_OK | CHUNK_LATE },
		{ "changed", STRING_OF_63, CHUNK_TRUNC, STRING_OF_63, CHUNK_TRUNC },
		{ STRING_OF_63, STRING_OF_63, CHUNK_TRUNC, STRING_OF_63, CHUNK_TRUNC },
		{ "libc.so.6", "libc.so.6", CHUNK_OK, "libc.so.6", CHUNK_OK },
		{ "libc.so.7", "libc.so.6", CHUNK_OK, "libc.so.6", CHUNK_OK },
		{ "libc/so.6", "libc.so.6", CHUNK_OK, "libc.so.6", CHUNK_OK },
		{ "a\1b", "a.b", CHUNK_OK, "a\1b", CHUNK_OK | CHUNK_LATE },
		{ "\303\237.x", "\303..x", CHUNK_OK, "\303\237.x", CHUNK_OK | CHUNK_LATE },
		{ "!!!!!", "\303..x", CHUNK_OK, "\303", CHUNK_PARTIAL },
		{ "abcdefgh", "abcd...", CHUNK_OK, "abcdefgh", CHUNK_OK | CHUNK_LATE },
		{ "abcd...", "abcd...", CHUNK_OK, "abcd...", CHUNK_OK },
		{ "longer", "", CHUNK_OK, "", CHUNK_OK },
	};
	uint8_t all = 1 << 0;

	(void)state;
	expects("chdir", all);
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		begins("chdir", (uintptr_t)rows[i].memory, 0, 0);
		tells("chdir", (uintptr_t)rows[i].memory, 0, 0, 0, rows[i].status, rows[i].told);
		assert_told(0, 0, rows[i].shown_status, rows[i].shown);
		if (rows[i].shown_status & CHUNK_LATE)		/* memory may have changed: then only the event's string is known */
			assert_int_equal(chunk(1)->status & CHUNK_LATE, 0);
		assert_null(chunk(rows[i].shown_status & CHUNK_LATE ? 2 : 1));
	}
	expects("chdir", 0);
}

static void buffers_that_came_with_an_event(void **state)
{
	(void)state;
	expects("write", 1 << 1);
	tells("write", 1, (uintptr_t)"other", 5, 1, CHUNK_OK, "hello");
	assert_told(0, 1, CHUNK_OK, "hello");
	tells("write", 1, (uintptr_t)"hello, world", 12, 1, CHUNK_OK, "hello");
	assert_told(0, 1, CHUNK_OK | CHUNK_LATE, "hello, world");
	tells("write", 1, (uintptr_t)"hello!", 6, 1, CHUNK_OK, "hello");
	assert_told(0, 1, CHUNK_OK, "hello");
	tells("write", 1, (uintptr_t)"other, world", 12, 1, CHUNK_OK, "hello");
	assert_told(0, 1, CHUNK_OK, "hello");
	expects("write", 0);
}

/* Without that event the string is read late. */
static void events_that_are_not_expected(void **state)
{
	(void)state;
	begins("chdir", (uintptr_t)"/tmp", 0, 0);
	assert_chunk(0, 0, CHUNK_OK, PART_SELF, "/tmp", 4);
	tells("chdir", (uintptr_t)"/tmp", 0, 0, 0, CHUNK_OK, "/tmp");
	assert_null(e.chunks);
}

static void names_of_programs_that_came_with_an_event(void **state)
{
	char *argv[] = { (char *)"one", NULL };

	(void)state;
	expects("execve", 1 << 0);
	begins("execve", (uintptr_t)"/other", (uintptr_t)argv, 0);
	tells("execve", (uintptr_t)"/other", (uintptr_t)argv, 0, 0, CHUNK_OK, "/program");
	assert_null(e.chunks);
	returns("execve", -ENOENT);
	assert_told(0, 0, CHUNK_OK, "/program");
	assert_chunk(1, 1, CHUNK_OK, PART_STR, "one", 3);
	begins("execve", (uintptr_t)"/other", (uintptr_t)argv, 0);
	tells("execve", (uintptr_t)"/other", (uintptr_t)argv, 0, 0, CHUNK_OK, "/program");
	returns("execve", 0);
	assert_told(0, 0, CHUNK_OK, "/program");
	assert_int_equal(chunk(1)->arg, 1);
	/* not this program's name, which memory has */
	begins("execve", (uintptr_t)"/other", (uintptr_t)argv, 0);
	tells("execve", (uintptr_t)"/other", (uintptr_t)argv, 0, 0, CHUNK_TRUNC, "/program");
	returns("execve", 0);
	assert_told(0, 0, CHUNK_TRUNC, "/program");
	expects("execve", 0);
}

static void a_process_that_is_gone(void **state)
{
	pid_t pid = fork();

	(void)state;
	if (!pid)
		_exit(0);
	waitpid(pid, NULL, 0);
	of = pid;
	begins("chdir", (uintptr_t)"/tmp", 0, 0);
	assert_null(e.chunks);
	of = getpid();
}

int main(void)
{
	char *argv[] = { (char *)"trace", (char *)"-a", NULL };
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(strings),
		cmocka_unit_test(what_was_handed_in),
		cmocka_unit_test(a_string_at_the_edge),
		cmocka_unit_test(buffers_both_ways),
		cmocka_unit_test(only_of_its_own_entry),
		cmocka_unit_test(vectors),
		cmocka_unit_test(lengths_of_an_argument),
		cmocka_unit_test(pointers_in_structures),
		cmocka_unit_test(messages),
		cmocka_unit_test(numbers_that_say_how_long),
		cmocka_unit_test(execve_strings),
		cmocka_unit_test(strings_that_came_with_an_event),
		cmocka_unit_test(what_does_not_come_with_an_event),
		cmocka_unit_test(strings_that_memory_completes),
		cmocka_unit_test(buffers_that_came_with_an_event),
		cmocka_unit_test(events_that_are_not_expected),
		cmocka_unit_test(names_of_programs_that_came_with_an_event),
		cmocka_unit_test(a_process_that_is_gone),
	};
	int failed;

	rows__init();
	if (options__parse(&o, 2, argv))
		return 1;
	late = vm_capture__new(&o);
	of = getpid();
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	free(e.chunks);
	vm_capture__free(late);
	options__free(&o);
	return failed;
}
