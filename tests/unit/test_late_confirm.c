/* SPDX-License-Identifier: BSD-2-Clause */
/* test_late_confirm - confirmation, by later events, of memory that was read late. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "beautifiers/rows.h"
#include "config/options.h"
#include "sources/vm/late_confirm.h"

#define TEXT 0x5000		/* address of a read-only file mapping */
#define READ_AT 100		/* ns: when memory was read */

static struct options o;
static struct vm_capture *late;
static struct confirm *c;
static struct pair_event got;

static int setup(void **state)
{
	(void)state;
	late = vm_capture__new(&o);
	c = late ? confirm__new(late) : NULL;
	return !c;
}

static int teardown(void **state)
{
	(void)state;
	pair_event__drop(&got);
	got = (struct pair_event){ 0 };
	confirm__free(c);
	vm_capture__free(late);
	return 0;
}

static int nr_of(const char *name)
{
	return syscalltbl__nr(abi__native(), name);
}

static void push(struct pair_event e)
{
	e.tid = e.tid ? e.tid : 7;
	e.tgid = 7;
	assert_int_equal(confirm__push(c, &e), 0);
}

static void maps(uint64_t ts, uint64_t start, uint64_t len, uint64_t prot, uint64_t flags, uint64_t ino)
{
	push((struct pair_event){ .kind = PAIR_MAP, .ts = ts, .args = { start, len, 0, ino, prot | flags << 32 } });
}

static void maps_text(uint64_t ts)
{
	maps(ts, TEXT, 0x1000, PROT_READ, MAP_PRIVATE, 4);
}

static void add_chunk(struct pair_event *e, unsigned arg, unsigned status, unsigned part, uint64_t addr, const char *text)
{
	size_t len = strlen(text), padded = (len + 7) & ~(size_t)7;
	struct chunk k = { .arg = arg, .status = status, .part = part, .len = len, .addr = addr };

	e->chunks = realloc(e->chunks, e->chunks_len + sizeof(k) + padded);
	assert_non_null(e->chunks);
	memset(e->chunks + e->chunks_len, 0, sizeof(k) + padded);
	memcpy(e->chunks + e->chunks_len, &k, sizeof(k));
	memcpy(e->chunks + e->chunks_len + sizeof(k), text, len);
	e->chunks_len += sizeof(k) + padded;
	e->read = READ_AT;
}

static void begins(uint64_t ts, const char *name, uint64_t addr)
{
	struct pair_event e = { .kind = PAIR_ENTER, .origin = PAIR_RAW, .ts = ts, .nr = nr_of(name), .nargs = 6, .args = { addr } };

	add_chunk(&e, 0, CHUNK_LATE, PART_SELF, addr, "/tmp");
	push(e);
}

static void calls(uint64_t ts, const char *name, uint64_t a, uint64_t b)
{
	push((struct pair_event){ .kind = PAIR_ENTER, .origin = PAIR_RAW, .ts = ts, .nr = nr_of(name), .nargs = 6, .args = { a, b }, .tid = 8 });
}

static void returns(uint64_t ts, const char *name, int64_t ret)
{
	push((struct pair_event){ .kind = PAIR_LEAVE, .origin = PAIR_RAW, .ts = ts, .nr = nr_of(name), .ret = ret });
}

/* A descriptor whose file name was read at READ_AT. */
static void opens(uint64_t ts, int fd)
{
	struct pair_event e = {
		.kind = PAIR_LEAVE, .origin = PAIR_RAW, .ts = ts, .nr = nr_of("openat"), .ret = fd, .kernel_said = true, .said_fd = fd, .agreed = 2,
	};

	add_chunk(&e, CHUNK_RET, CHUNK_OUT, PART_PATH, 0, "what it is");
	push(e);
}

/* The first event that is returned; everything is known up to it. */
static const struct pair_event *first(uint64_t known)
{
	pair_event__drop(&got);
	confirm__know(c, known);
	return confirm__pop(c, &got) ? &got : NULL;
}

static bool is_confirmed(void)
{
	const struct pair_event *e = first(READ_AT);

	assert_non_null(e);
	return !(((const struct chunk *)e->chunks)->status & CHUNK_LATE);
}

static bool is_what_it_was(void)
{
	const struct pair_event *e = first(READ_AT);
	const struct chunk *k;

	assert_non_null(e);
	k = (const struct chunk *)e->chunks;
	assert_int_equal(k->arg, CHUNK_RET);
	assert_int_equal(k->len != 0, e->agreed != 0);
	assert_int_equal(k->status, k->len ? CHUNK_OUT : CHUNK_FAULT | CHUNK_OUT);
	return e->agreed;
}

static void events_wait_for_what_may_matter(void **state)
{
	(void)state;
	begins(10, "chdir", 0x9000);
	assert_int_equal(confirm__oldest(c), 10);
	assert_null(first(READ_AT - 1));
	assert_non_null(first(READ_AT));
	assert_int_equal(confirm__oldest(c), UINT64_MAX);
	returns(200, "getpid", 1);
	assert_non_null(first(0));		/* nothing was read for it */
}

static void text_of_a_program(void **state)
{
	(void)state;
	maps_text(1);
	begins(10, "chdir", TEXT + 16);
	returns(11, "chdir", 0);
	assert_true(is_confirmed());
}

static void text_that_was_mapped_too_late(void **state)
{
	(void)state;
	begins(10, "chdir", TEXT + 16);
	maps_text(20);
	assert_false(is_confirmed());
}

static void text_that_was_replaced(void **state)
{
	(void)state;
	maps_text(1);
	begins(10, "chdir", TEXT + 16);
	maps_text(20);
	assert_false(is_confirmed());
}

static void text_that_is_replaced_after_it_was_read(void **state)
{
	(void)state;
	maps_text(1);
	begins(10, "chdir", TEXT + 16);
	maps(READ_AT + 1, TEXT, 0x1000, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, 0);
	assert_true(is_confirmed());
}

static void text_of_another_program(void **state)
{
	(void)state;
	maps_text(1);
	begins(10, "chdir", TEXT + 16);
	push((struct pair_event){ .kind = PAIR_EXEC, .ts = 20, .comm = "x" });
	assert_false(is_confirmed());
}

static void text_that_a_child_has(void **state)
{
	struct pair_event e = { .kind = PAIR_FORK, .ts = 2, .tid = 7, .parent = { 3, 3 } };
	struct pair_event map = { .kind = PAIR_MAP, .ts = 1, .tid = 3, .tgid = 3 };

	(void)state;
	map.args[0] = TEXT;
	map.args[1] = 0x1000;
	map.args[3] = 4;
	map.args[4] = PROT_READ | (uint64_t)MAP_PRIVATE << 32;
	assert_int_equal(confirm__push(c, &map), 0);
	push(e);
	assert_int_equal(first(2)->kind, PAIR_FORK);
	begins(10, "chdir", TEXT + 16);
	assert_true(is_confirmed());
}

static void memory_that_may_be_written(void **state)
{
	static const struct { uint64_t prot, flags, ino, addr; } rows[] = {
		{ PROT_READ | PROT_WRITE, MAP_PRIVATE, 4, TEXT },
		{ PROT_READ, MAP_SHARED, 4, TEXT },
		{ PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, 0, TEXT },
		{ PROT_READ, MAP_PRIVATE, 4, TEXT + 0xffc },	/* up to its end and no farther */
		{ PROT_READ, MAP_PRIVATE, 4, TEXT + 0x1000 },
	};

	(void)state;
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		maps(1, TEXT, 0x1000, rows[i].prot, rows[i].flags, rows[i].ino);
		begins(10, "chdir", rows[i].addr);
		assert_false(is_confirmed());
	}
}

static void what_pointers_in_memory_point_at(void **state)
{
	struct pair_event e = { .kind = PAIR_ENTER, .origin = PAIR_RAW, .ts = 10, .nr = nr_of("writev"), .nargs = 6 };

	(void)state;
	maps_text(1);
	add_chunk(&e, 1, CHUNK_LATE, PART_SELF, TEXT, "an iovec");
	add_chunk(&e, 1, CHUNK_LATE, PART_DATA, TEXT + 64, "its data");
	push(e);
	assert_false(is_confirmed());
}

static void what_the_kernel_said(void **state)
{
	(void)state;
	opens(10, 3);
	assert_true(is_what_it_was());
	opens(10, 3);
	calls(20, "close", 4, 0);
	calls(21, "dup2", 3, 4);
	calls(22, "close_range", 4, UINT32_MAX);
	returns(23, "openat", 5);
	calls(READ_AT + 1, "close", 3, 0);
	assert_true(is_what_it_was());
}

static void what_it_said_of_something_else(void **state)
{
	static const struct { const char *name; uint64_t a, b; } rows[] = {
		{ "close", 3, 0 }, { "dup3", 9, 3 }, { "close_range", 0, UINT32_MAX }, { "close_range", 3, 3 },
	};

	(void)state;
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		opens(10, 3);
		calls(20, rows[i].name, rows[i].a, rows[i].b);
		assert_false(is_what_it_was());
		while (first(READ_AT))
			;
	}
	opens(10, 3);
	returns(20, "openat", 3);		/* an untraced task closed it */
	assert_false(is_what_it_was());
	while (first(READ_AT))
		;
	opens(10, 3);
	push((struct pair_event){ .kind = PAIR_EXEC, .ts = 20, .comm = "x" });
	assert_false(is_what_it_was());
}

/* A descriptor that a call is passed; its name was asked for at READ_AT, after a rename. */
static void uses(uint64_t ts, int fd)
{
	struct pair_event e = {
		.kind = PAIR_LEAVE, .origin = PAIR_RAW, .ts = ts, .nr = nr_of("read"), .kernel_said = true, .names = true, .said_fd = fd,
	};

	add_chunk(&e, 0, 0, PART_PATH, 0, "what it is called");
	push(e);
}

static bool has_name(void)
{
	const struct pair_event *e = first(READ_AT);
	const struct chunk *k;

	assert_non_null(e);
	k = (const struct chunk *)e->chunks;
	assert_int_equal(k->status, k->len ? CHUNK_OK : CHUNK_FAULT);
	return k->len;
}

static void names_after_renames(void **state)
{
	(void)state;
	opens(10, 3);
	uses(12, 3);
	calls(READ_AT + 1, "close", 3, 0);
	returns(READ_AT + 2, "rename", 0);
	assert_true(is_what_it_was());
	assert_true(has_name());
	while (first(READ_AT + 2))
		;
	opens(10, 3);
	uses(12, 3);
	uses(13, 3);
	calls(20, "close", 3, 0);	/* all of them may be about what was opened next */
	assert_false(is_what_it_was());
	assert_false(has_name());
	assert_false(has_name());
	while (first(READ_AT))
		;
	opens(10, 3);
	uses(12, 3);
	returns(20, "rename", 0);	/* another one, before the name was read */
	assert_true(is_what_it_was());
	assert_false(has_name());
}

static void events_that_are_missing(void **state)
{
	(void)state;
	opens(10, 3);
	push((struct pair_event){ .kind = PAIR_LOSS, .ts = 20, .count = 1 });
	assert_false(is_what_it_was());
	assert_int_equal(first(READ_AT)->kind, PAIR_LOSS);
	maps_text(30);
	opens(40, 3);
	confirm__doubt(c, READ_AT);
	assert_false(is_what_it_was());
	begins(50, "chdir", TEXT + 16);		/* the mappings are not known any more */
	assert_false(is_confirmed());
}

static uint64_t now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000 + (uint64_t)ts.tv_nsec;
}

/* Memory of this process, with calls made up by events: is it confirmed? */
static bool of_call(char *path, const char *becomes, bool returned)
{
	struct pair_event e = { .kind = PAIR_ENTER, .origin = PAIR_RAW, .ts = now(), .nr = nr_of("chdir"), .nargs = 6 };
	struct pair_event left = { .kind = PAIR_LEAVE, .origin = PAIR_RAW, .nr = e.nr };

	e.tid = left.tid = (uint32_t)getpid();
	e.args[0] = (uintptr_t)path;
	vm_capture__see(late, &e, false);
	assert_non_null(e.chunks);
	strcpy(path, becomes);
	if (returned)
		left.ts = now();
	vm_capture__read_again(late);
	if (!returned)
		left.ts = now();
	push(e);
	push(left);
	confirm__know(c, now());
	pair_event__drop(&got);
	assert_true(confirm__pop(c, &got));
	return !(((const struct chunk *)got.chunks)->status & CHUNK_LATE);
}

static void read_twice_in_the_call(void **state)
{
	char path[16] = "/a/path";

	(void)state;
	assert_true(of_call(path, "/a/path", false));
}

static void read_before_it_changed(void **state)
{
	char path[16] = "/a/path";

	(void)state;
	assert_false(of_call(path, "/b/path", false));
}

static void read_once_it_had_returned(void **state)
{
	char path[16] = "/a/path";

	(void)state;
	assert_false(of_call(path, "/a/path", true));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)

int main(void)
{
	char *argv[] = { (char *)"trace", (char *)"-a", NULL };
	const struct CMUnitTest tests[] = {
		TEST(events_wait_for_what_may_matter),
		TEST(text_of_a_program),
		TEST(text_that_was_mapped_too_late),
		TEST(text_that_was_replaced),
		TEST(text_that_is_replaced_after_it_was_read),
		TEST(text_of_another_program),
		TEST(text_that_a_child_has),
		TEST(memory_that_may_be_written),
		TEST(what_pointers_in_memory_point_at),
		TEST(what_the_kernel_said),
		TEST(what_it_said_of_something_else),
		TEST(names_after_renames),
		TEST(events_that_are_missing),
		TEST(read_twice_in_the_call),
		TEST(read_before_it_changed),
		TEST(read_once_it_had_returned),
	};

	rows__init();
	return options__parse(&o, 2, argv) ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
