/* SPDX-License-Identifier: BSD-2-Clause */
/* netlink_fixture.h - tests of netlink: messages are put together in `bytes`, and shown as a buffer of a socket of `protocol`. */
#pragma once

#include <sys/socket.h>
#include <linux/netlink.h>

#include "record_builder.h"
#include "writers/strace.h"

#define AT 0x10000

static unsigned protocol;

static uint32_t kind_of(void *ctx, int fd)
{
	(void)ctx, (void)fd;
	return OF_PROTOCOL(AF_NETLINK, protocol);
}

static const struct names netlink_names = { .fd_name = test_fd_name, .comm = test_comm, .pid = test_pid, .fd_kind = kind_of };
static const struct row row = { "x", ARGS(FD("fd"), NETLINK_IN("buff", 2), ULONG("len")) };

static const struct row vector_row = { "x", ARGS(FD("fd"), NETLINK_MSGHDR_IN("msg")) };
static unsigned split;		/* the buffer's bytes from here on are in a second element of a vector; 0: it is one */

static uint8_t bytes[2048];
static unsigned len;

static void add(const void *p, unsigned n)
{
	memcpy(bytes + len, p, n);
	len += n;
}

__attribute__((unused)) static void message(uint32_t full, uint16_t type, uint16_t flags)
{
	struct nlmsghdr h = { full, type, flags, 7, 0 };

	add(&h, sizeof(h));
}

__attribute__((unused)) static void attribute(uint16_t full, uint16_t type, const void *data, unsigned n)
{
	struct nlattr a = { full, type };

	add(&a, sizeof(a));
	if (n)
		add(data, n);
}

static void vector_chunks(unsigned status, unsigned have, uint64_t full)
{
	const uint64_t iov[4] = { AT, split, 2 * AT, full - split }, msg[7] = { 0, 0, 3 * AT, 2 };
	const unsigned first = have < split ? have : split;

	chunk(1, CHUNK_OK, PART_SELF, msg, sizeof(msg));
	chunk_at(1, CHUNK_OK, PART_IOV, 3 * AT, iov, sizeof(iov));
	chunk_at(1, first < split ? status : CHUNK_OK, PART_DATA, AT, bytes, first);
	chunk_at(1, status, PART_DATA + 1, 2 * AT, bytes + first, have - first);
}

/* `full` bytes were passed, of which the first `have` were captured. */
static const char *shown_of(const char *writer, unsigned status, unsigned have, uint64_t full)
{
	const struct writer *w = begin_lines(writer);

	rec(ABI_X86_64, 5, AT, full);
	if (split)
		vector_chunks(status, have, full);
	else
		chunk(1, status, PART_SELF, bytes, have);
	assert_int_equal(call__parse(&call, &record.call, &netlink_names), 0);
	call.row = split ? &vector_row : &row;
	if (!strcmp(writer, "strace")) {
		show.w = &strace_verbs;
		out.opt.strace = (struct strace_look)STRACE_LOOK;
		memset(out.state, 0, sizeof(out.state));
		show__args(&show, &call, state);
		return end_lines();
	}
	return line_of_call(w);
}

__attribute__((unused)) static void check(const char *expected)
{
	const char *line = strstr(shown_of("text", CHUNK_OK, len, len), "buff: ");

	assert_non_null(line);
	assert_memory_equal(line, expected, strlen(expected));
	len = 0;
}

/* The attributes added until end() are in this one. */
__attribute__((unused)) static unsigned nest(uint16_t type)
{
	attribute(0, type, NULL, 0);
	return len - (unsigned)sizeof(struct nlattr);
}

__attribute__((unused)) static void end(unsigned at)
{
	uint16_t full = (uint16_t)(len - at);

	memcpy(bytes + at, &full, sizeof(full));
}

/* With padding */
__attribute__((unused)) static void attr(uint16_t type, const void *data, unsigned n)
{
	static const uint8_t zeros[4];

	attribute((uint16_t)(sizeof(struct nlattr) + n), type, data, n);
	add(zeros, -n & 3);
}
__attribute__((unused)) static void attr8(uint16_t type, uint8_t v) { attr(type, &v, sizeof(v)); }
__attribute__((unused)) static void attr16(uint16_t type, uint16_t v) { attr(type, &v, sizeof(v)); }
__attribute__((unused)) static void attr32(uint16_t type, uint32_t v) { attr(type, &v, sizeof(v)); }
__attribute__((unused)) static void attr_text(uint16_t type, const char *text) { attr(type, text, (unsigned)strlen(text) + 1); }

/* The message's length; then what a format shows of it must contain this. */
__attribute__((unused)) static void contains_as(const char *writer, const char *expected)
{
	const char *line;

	memcpy(bytes, &len, sizeof(len));
	line = shown_of(writer, CHUNK_OK, len, len);
	if (!strstr(line, expected)) {
		print_error("%s\n", line);
		fail_msg("lacks %s", expected);
	}
}

__attribute__((unused)) static void contains(const char *expected)
{
	contains_as("text", expected);
	len = 0;
}
