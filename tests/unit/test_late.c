/* SPDX-License-Identifier: BSD-2-Clause */
/* test_late - memory of a process, read by plan: here of this one, which everybody may read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "late.h"
#include "rows.h"

static struct options o;
static struct late *late;
static struct pair_event e;
static pid_t of;

static void begins(const char *name, uint64_t a, uint64_t b, uint64_t c)
{
	free(e.chunks);
	e = (struct pair_event){ .kind = PAIR_ENTER, .teller = PAIR_RAW, .tid = of, .tgid = of, .nargs = 6, .args = { a, b, c } };
	e.nr = syscalltbl__nr(abi__native(), name);
	late__see(late, &e, false);
}

static void returns_to(bool behind, const char *name, int64_t ret)
{
	free(e.chunks);
	e = (struct pair_event){ .kind = PAIR_LEAVE, .teller = PAIR_RAW, .tid = of, .tgid = of, .ret = ret };
	e.nr = syscalltbl__nr(abi__native(), name);
	late__see(late, &e, behind);
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

/* Up to a page that is not there. */
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

/* Of a call that failed, what it was passed; of one that succeeded, what the kernel has kept. */
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
	begins("execve", (uintptr_t)"/nowhere", (uintptr_t)argv, 0);
	returns("execve", 0);
	for (unsigned i = 0; chunk(i); i++)
		if (chunk(i)->arg == 1)
			assert_int_equal(chunk(i)->part, PART_ARGS);
	assert_non_null(memmem(e.chunks, e.chunks_len, "test_late", 10));
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
	char *argv[] = { (char *)"trace", NULL };
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(strings),
		cmocka_unit_test(a_string_at_the_edge),
		cmocka_unit_test(buffers_both_ways),
		cmocka_unit_test(only_of_its_own_entry),
		cmocka_unit_test(vectors),
		cmocka_unit_test(messages),
		cmocka_unit_test(numbers_that_say_how_long),
		cmocka_unit_test(execve_strings),
		cmocka_unit_test(a_process_that_is_gone),
	};
	int failed;

	syscalltbl__init();
	rows__init();
	if (options__parse(&o, 1, argv))
		return 1;
	late = late__new(&o);
	of = getpid();
	failed = cmocka_run_group_tests(tests, NULL, NULL);
	free(e.chunks);
	late__free(late);
	options__free(&o);
	return failed;
}
