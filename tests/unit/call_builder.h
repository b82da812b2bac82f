/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * call_builder.h - calls by name, with times: on top of record_builder.h.
 *
 *	makes("openat", AT_FDCWD, 0x1000, O_CLOEXEC);	x86-64, thread 100 of process 100, 10 ns long, 20 ns after the last
 *	string(1, "/etc/passwd");			memory at argument 1
 *	took(50, 70);					begin and end, if they matter
 *	returns(3);
 *
 * Needs tables_setup().
 */
#pragma once

#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include "record_builder.h"

#define CALL_NS 10

static uint64_t now;		/* ns: end of the last call */

static inline int tables_setup(void **state_)
{
	(void)state_;
	rows__init();
	return 0;
}

static inline void makes_args(const char *name, unsigned nargs, const uint64_t *args)
{
	int nr = syscalltbl__nr(ABI_X86_64, name);

	assert_true(nr >= 0);
	rec_args(ABI_X86_64, nargs, args);
	now += 2 * CALL_NS;
	record.call.nr = nr;
	record.call.dur = CALL_NS;
	record.call.rec.ts = now;
	record.call.rec.tid = record.call.rec.tgid = 100;
}

#define makes(name, ...) makes_args(name, sizeof((uint64_t[]){ __VA_ARGS__ }) / 8, (uint64_t[]){ __VA_ARGS__ })

static inline void took(uint64_t began, uint64_t ended)
{
	record.call.dur = ended - began;
	record.call.rec.ts = now = ended;
}

static inline void string(unsigned arg, const char *text)
{
	chunk(arg, CHUNK_OK, PART_SELF, text, strlen(text));
}

/* The kernel's description of the descriptor in argument `arg`, of the result (CHUNK_RET) or of a pair's second one. */
static inline void info(unsigned arg, const struct fdinfo *f)
{
	chunk_at(arg, CHUNK_OUT, PART_FDINFO, 0, f, sizeof(*f));
}

/* The kernel's path of its file: names from the file's up, each with its NUL. */
static inline void file_at(unsigned arg, unsigned status, const struct file_path *head, const char *names, size_t len)
{
	char buf[4096];

	memcpy(buf, head, sizeof(*head));
	memcpy(buf + sizeof(*head), names, len);
	chunk_at(arg, status, PART_PATH, 0, buf, sizeof(*head) + len);
}

static inline void kernel_path(unsigned arg, uint32_t flags, const char *names, size_t len)
{
	file_at(arg, CHUNK_OUT, &(struct file_path){ .flags = flags, .number = 77 }, names, len);
}

static inline struct fdinfo pipe_info(int fd, uint64_t ino)
{
	return (struct fdinfo){ .fd = fd, .mode = S_IFIFO | 0600, .ino = ino };
}

/* A TCP socket on 127.0.0.1; dport 0: not connected. */
static inline struct fdinfo tcp_info(int fd, uint64_t ino, unsigned sport, unsigned dport)
{
	struct fdinfo f = {
		.fd = fd, .mode = S_IFSOCK | 0777, .ino = ino, .family = AF_INET, .type = SOCK_STREAM, .protocol = 6,
		.sport = sport, .dport = dport, .saddr = { 127, 0, 0, 1 },
	};

	if (dport)
		memcpy(f.daddr, f.saddr, sizeof(f.saddr));
	return f;
}
