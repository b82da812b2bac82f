/* SPDX-License-Identifier: BSD-2-Clause */
/* genetlink_fixture.h - tests of generic netlink: messages of families are put together in `bytes`, and shown as the buffer of a socket. */
#pragma once

#include <sys/socket.h>
#include <linux/genetlink.h>
#include <linux/netlink.h>

#include "record_builder.h"
#include "tracker/genl_families.h"

#define AT 0x10000

static struct genl_families families;

static uint32_t kind_of(void *ctx, int fd)
{
	(void)ctx, (void)fd;
	return OF_PROTOCOL(AF_NETLINK, NETLINK_GENERIC);
}

static const char *family_of(void *ctx, uint16_t id)
{
	(void)ctx;
	return genl_families__name(&families, id);
}

static const struct names genl_names = { .fd_name = test_fd_name, .comm = test_comm, .pid = test_pid, .fd_kind = kind_of, .genl_family = family_of };
static const struct row sent = { "x", ARGS(FD("fd"), NETLINK_IN("buff", 2), ULONG("len")) };
static const struct row received = { "x", ARGS(FD("fd"), NETLINK_OUT("buff", 2), ULONG("len")) };

static uint8_t bytes[1024];
static unsigned len;
static unsigned nest[8], nests;

static void add(const void *p, unsigned n)
{
	memcpy(bytes + len, p, n);
	memset(bytes + len + n, 0, -n & 3);
	len += (n + 3) & ~3u;
}

static void attribute(uint16_t type, const void *data, unsigned n)
{
	struct nlattr a = { (uint16_t)(NLA_HDRLEN + n), type };

	add(&a, sizeof(a));
	add(data, n);
}

__attribute__((unused)) static void u32(uint16_t type, uint32_t v) { attribute(type, &v, 4); }
__attribute__((unused)) static void u16(uint16_t type, uint16_t v) { attribute(type, &v, 2); }
__attribute__((unused)) static void u8(uint16_t type, uint8_t v) { attribute(type, &v, 1); }
__attribute__((unused)) static void text(uint16_t type, const char *s) { attribute(type, s, (unsigned)strlen(s) + 1); }

__attribute__((unused)) static void begin_nest(uint16_t type)
{
	nest[nests++] = len;
	add(&(struct nlattr){ 0, type }, NLA_HDRLEN);
}

__attribute__((unused)) static void end_nest(void)
{
	nests--;
	*(uint16_t *)(bytes + nest[nests]) = (uint16_t)(len - nest[nests]);
}

static void begin_of(uint16_t id, uint8_t cmd, uint32_t pid)
{
	struct nlmsghdr h = { 0, id, 0, 0, pid };
	struct genlmsghdr g = { .cmd = cmd, .version = 1 };

	len = nests = 0;
	add(&h, sizeof(h));
	add(&g, sizeof(g));
}

__attribute__((unused)) static void begin(const char *family, uint8_t cmd)
{
	genl_families__set(&families, 0x20, family, (unsigned)strlen(family));
	begin_of(0x20, cmd, 1);
}

static const char *shown_of(const char *writer, const struct row *row, unsigned status, unsigned have, uint64_t full)
{
	const struct writer *w = begin_lines(writer);

	rec(ABI_X86_64, 5, AT, full);
	chunk(1, status | (row == &received ? CHUNK_OUT : 0), PART_SELF, bytes, have);
	returns((int64_t)full);
	assert_int_equal(call__parse(&call, &record.call, &genl_names), 0);
	call.row = row;
	return line_of_call(w);
}

/* The payload, shown with everything. */
static void check_as(const struct row *row, const char *expected)
{
	const char *line;

	*(uint32_t *)bytes = len;
	line = strstr(shown_of("text", row, CHUNK_OK, len, len), "buff: [{nlmsg_len: ");
	assert_non_null(line);
	line = strstr(line, ", {cmd: ");
	assert_non_null(line);
	assert_memory_equal(line + 2, expected, strlen(expected));
	assert_memory_equal(line + 2 + strlen(expected), "], len: ", 8);
}

__attribute__((unused)) static void check(const char *expected) { check_as(&sent, expected); }
__attribute__((unused)) static void check_reply(const char *expected) { check_as(&received, expected); }
