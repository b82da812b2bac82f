// SPDX-License-Identifier: BSD-2-Clause
/* Blocks of ClickHouse's format Native, byte by byte; URLs; answers of HTTP servers, whole, cut off and hostile. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cmocka.h>

#include "lib/http.h"
#include "lib/varint.h"
#include "query/native_block.h"
#include "query/row_of.h"

/* -- Blocks ------------------------------------------------------------------------------------------------------------ */

static const char *const names[] = { "open", NULL, "read", "open", "" };

static void get_number(struct row_of *r, struct cell *c)
{
	*c = (struct cell){ .type = CELL_INTEGER, .integer = -1 - (int64_t)r->i };
}

static void get_maybe(struct row_of *r, struct cell *c)
{
	if (r->i % 2)
		*c = (struct cell){ .type = CELL_REAL, .real = r->i + 0.5 };
}

static void get_text(struct row_of *r, struct cell *c)
{
	static const char text[] = "abc\0def";

	if (r->i != 1)
		*c = (struct cell){ .type = CELL_TEXT, .text = text, .len = r->i };
}

static void get_name(struct row_of *r, struct cell *c)
{
	const char *s = names[r->i % 5];

	if (s)
		*c = (struct cell){ .type = CELL_TEXT, .text = s, .len = strlen(s) };
}

static void get_none(struct row_of *r, struct cell *c)
{
	(void)r, (void)c;
}

static const struct column columns[] = {
	{ .name = "number", .type = CELL_INTEGER, .get = get_number, .always = true },
	{ .name = "maybe", .type = CELL_REAL, .get = get_maybe },
	{ .name = "text", .type = CELL_TEXT, .get = get_text },
	{ .name = "name", .type = CELL_TEXT, .get = get_name, .few = true },
	{ .name = "host", .type = CELL_TEXT, .get = get_none, .few = true },
};
static const struct table table = { .name = "test", .columns = columns, .ncolumns = sizeof(columns) / sizeof(columns[0]) };

static const uint8_t *at, *end;

static uint64_t varint(void)
{
	uint64_t v = 0;

	assert_true(varint__get(&at, end, &v));
	return v;
}

static uint64_t number(unsigned bytes)
{
	uint64_t v = 0;

	assert_true(end - at >= bytes);
	for (unsigned i = 0; i < bytes; i++)
		v |= (uint64_t)*at++ << (8 * i);
	return v;
}

static void expect(const char *s)
{
	size_t len = varint();

	assert_true((size_t)(end - at) >= len);
	assert_int_equal(len, strlen(s));
	assert_memory_equal(at, s, len);
	at += len;
}

/* The head of a dictionary. Returns the number of its keys, which are kept. */
static char keys[8][16];

static void read_keys(unsigned rows)
{
	assert_int_equal(number(8), 1);
	assert_int_equal(number(8), 0x600);		/* indexes of one byte */
	for (uint64_t i = 0, n = number(8); i < n; i++) {
		size_t len = varint();

		memcpy(keys[i], at, len);
		keys[i][len] = 0;
		at += len;
	}
	assert_int_equal(number(8), rows);
}

static void check(const struct native_block *b, unsigned skip)
{
	struct buf out = { 0 };
	unsigned rows = b->rows - skip;

	native_block__put(b, &(struct native_origin){ .recording = "rec", .block = 7 }, skip, &out);
	assert_false(out.failed);
	at = out.p;
	end = out.p + out.len;
	assert_int_equal(varint(), 2 + table.ncolumns);
	assert_int_equal(varint(), rows);
	expect("recording"), expect("LowCardinality(String)");
	read_keys(rows);
	for (unsigned i = 0; i < rows; i++)
		assert_string_equal(keys[number(1)], "rec");
	expect("block"), expect("UInt32");
	for (unsigned i = 0; i < rows; i++)
		assert_int_equal(number(4), 7);
	expect("number"), expect("Int64");
	for (unsigned i = skip; i < b->rows; i++)
		assert_int_equal((int64_t)number(8), -1 - (int64_t)i);
	expect("maybe"), expect("Nullable(Float64)");
	for (unsigned i = skip; i < b->rows; i++)
		assert_int_equal(number(1), i % 2 == 0);
	for (unsigned i = skip; i < b->rows; i++) {
		uint64_t bits = number(8);
		double d;

		memcpy(&d, &bits, sizeof(d));
		assert_true(d == (i % 2 ? i + 0.5 : 0));
	}
	expect("text"), expect("Nullable(String)");
	for (unsigned i = skip; i < b->rows; i++)
		assert_int_equal(number(1), i == 1);
	for (unsigned i = skip; i < b->rows; i++) {
		size_t len = varint();

		assert_int_equal(len, i == 1 ? 0 : i);
		assert_memory_equal(at, "abc\0def", len);
		at += len;
	}
	expect("name"), expect("LowCardinality(Nullable(String))");
	read_keys(rows);
	for (unsigned i = skip; i < b->rows; i++) {
		uint64_t k = number(1);

		assert_true(names[i % 5] ? k > 0 : k == 0);	/* 0 is NULL */
		assert_string_equal(keys[k], names[i % 5] ? names[i % 5] : "");
	}
	expect("host"), expect("LowCardinality(String)");
	read_keys(rows);
	for (unsigned i = 0; i < rows; i++)
		assert_string_equal(keys[number(1)], "here");
	assert_ptr_equal(at, end);
	buf__free(&out);
}

static void blocks(void **unused)
{
	struct native_block b;

	(void)unused;
	assert_int_equal(native_block__open(&b, &table), 0);
	b.host = "here";
	for (unsigned round = 0; round < 2; round++) {
		for (unsigned i = 0; i < 7; i++)
			native_block__add(&b, &(struct row_of){ .i = i });
		for (unsigned skip = 0; skip < 7; skip++)
			check(&b, skip);
		native_block__clear(&b);
		assert_int_equal(b.rows, 0);
	}
	native_block__close(&b);
}

static char made[16];

static void get_made(struct row_of *r, struct cell *c)
{
	snprintf(made, sizeof(made), "key%u", r->i);
	*c = (struct cell){ .type = CELL_TEXT, .text = made, .len = strlen(made) };
}

/* More keys than a byte, than two can number. */
static void many_keys(void **unused)
{
	static const struct column one[] = { { .name = "key", .type = CELL_TEXT, .get = get_made, .few = true } };
	static const struct table t = { .name = "keys", .columns = one, .ncolumns = 1 };
	static const unsigned counts[] = { 254, 255, 65534, 65535, 70000 }, bytes[] = { 1, 2, 2, 4, 4 };

	(void)unused;
	for (unsigned k = 0; k < 5; k++) {
		struct native_block b;
		struct buf out = { 0 };
		const uint8_t *last;

		assert_int_equal(native_block__open(&b, &t), 0);
		for (unsigned i = 0; i < counts[k]; i++)
			native_block__add(&b, &(struct row_of){ .i = i });
		native_block__add(&b, &(struct row_of){ .i = 0 });
		native_block__put(&b, &(struct native_origin){ .recording = "r" }, 0, &out);
		last = out.p + out.len - 2 * bytes[k];
		at = last;
		end = out.p + out.len;
		assert_int_equal(number(bytes[k]), counts[k] + 1);	/* of the last new key: behind NULL and the empty text */
		assert_int_equal(number(bytes[k]), 2);			/* of the first */
		buf__free(&out);
		native_block__close(&b);
	}
}

/* -- HTTP -------------------------------------------------------------------------------------------------------------- */

static void urls(void **unused)
{
	static const struct { const char *text, *host, *port, *path; } good[] = {
		{ "http://h/db", "h", "8123", "db" }, { "http://127.0.0.1:1/", "127.0.0.1", "1", "" }, { "HTTP://[::1]:9/x", "::1", "9", "x" }, { "http://h", "h", "8123", "" },
	};
	static const char *const bad[] = {
		"", "h", "https://h/", "http://", "http:///db", "http://h:/db", "http://h:x/db", "http://h:123456/db", "http://h:65536/db", "http://h:0/db", "http://u:p@h/db", "http://h /db", "http://[::1/db", "http://h\r\nX: y/",
	};
	struct http_url u;

	(void)unused;
	for (unsigned i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		assert_true(http_url__read(&u, good[i].text, "8123"));
		assert_string_equal(u.host, good[i].host);
		assert_string_equal(u.port, good[i].port);
		assert_string_equal(u.path, good[i].path);
	}
	for (unsigned i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_false(http_url__read(&u, bad[i], "8123"));
}

/* Posts to a server that has already answered and closed. */
static int post(const char *answers, size_t len, struct buf *answer, bool *open)
{
	struct http_url u = { .host = "h", .port = "1" };
	struct http h = { .fd = -1 };
	int fds[2], status;

	assert_int_equal(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
	assert_int_equal(write(fds[1], answers, len), (ssize_t)len);
	shutdown(fds[1], SHUT_WR);
	h.fd = fds[0];
	status = http__post(&h, &u, "/", "", "body", 4, answer);
	*open = h.fd >= 0;
	http__close(&h);
	close(fds[1]);
	return status;
}

static void answers(void **unused)
{
	static const struct { const char *sent; int status; const char *body; bool open; } of[] = {
		{ "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello", 200, "hello", true },
		{ "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n", 200, "", true },
		{ "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n", 200, "abcde", true },
		{ "HTTP/1.0 500 No\r\n\r\nwhy", 500, "why", false },
		{ "HTTP/1.1 404 No\nContent-Length: 1\nConnection: Close\n\nx", 404, "x", false },
		{ "", -ECONNRESET, NULL, false },
		{ "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello", -ECONNRESET, NULL, false },
		{ "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nabc", -ECONNRESET, NULL, false },
		{ "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffff\r\nabc", -E2BIG, NULL, false },
		{ "SSH-2.0\r\n\r\n", -EPROTO, NULL, false },
		{ "HTTP/1.1 7\r\n\r\n", -EPROTO, NULL, false },
	};

	(void)unused;
	for (unsigned i = 0; i < sizeof(of) / sizeof(of[0]); i++) {
		struct buf answer = { 0 };
		bool open;
		int status = post(of[i].sent, strlen(of[i].sent), &answer, &open);

		if (status != of[i].status)
			print_error("answer %u\n", i);
		assert_int_equal(status, of[i].status);
		assert_int_equal(open, of[i].open);
		if (of[i].body)
			assert_string_equal((const char *)answer.p, of[i].body);
		buf__free(&answer);
	}
}

static void long_lines(void **unused)
{
	static char line[100000];
	struct buf answer = { 0 };
	bool open;

	(void)unused;
	memset(line, 'x', sizeof(line));
	assert_int_equal(post(line, sizeof(line), &answer, &open), -EPROTO);
	buf__free(&answer);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(blocks), cmocka_unit_test(many_keys), cmocka_unit_test(urls), cmocka_unit_test(answers), cmocka_unit_test(long_lines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
