/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * memory.h - shared by the harnesses of beautifiers: the input, a call's record with memory from it, and its lines in three formats.
 *
 * The record has no byte more than the call: what is read beyond the memory that was captured is an error of AddressSanitizer. For that,
 * padding is poisoned, and behind each chunk is another one that no argument has, of poisoned bytes.
 */
#pragma once

#include <sanitizer/asan_interface.h>

#include "../unit/record_builder.h"
#include "writers/strace.h"

/* -- The input --------------------------------------------------------------------------------------------------------- */

static const uint8_t *in, *in_end;

static inline unsigned next(void)
{
	return in < in_end ? *in++ : 0;
}

static inline unsigned next16(void)
{
	unsigned low = next();

	return low | next() << 8;
}

static inline uint64_t next64(void)
{
	uint64_t v = 0;

	for (unsigned i = 0; i < 8; i++)
		v = v << 8 | next();
	return v;
}

/* The next `n` bytes at most. */
static inline const uint8_t *next_bytes(unsigned *n)
{
	const uint8_t *p = in;

	if (*n > (size_t)(in_end - in))
		*n = (unsigned)(in_end - in);
	in += *n;
	return p;
}

/* An input of its own: with many zeros, for small numbers and short lengths. The same sequence in each run. */
static inline uint32_t random32(void)
{
	static uint32_t seed = 1;

	seed ^= seed << 13;
	seed ^= seed >> 17;
	seed ^= seed << 5;
	return seed;
}

static inline void generate(void)
{
	static uint8_t generated[1024];
	unsigned zeros = random32() % 4;

	for (unsigned i = 0; i < sizeof(generated); i++)
		generated[i] = i >= 24 && random32() % 4 < zeros ? 0 : (uint8_t)(random32() >> 8);
	in = generated;
	in_end = generated + random32() % sizeof(generated);
}

/* -- What the session would know ---------------------------------------------------------------------------------------- */

static uint32_t kind_of_fds;
static const char *driver_of_fds;
static const char *family_of_messages;

static uint32_t fuzz_fd_kind(void *ctx, int fd) { (void)ctx, (void)fd; return kind_of_fds; }
static const char *fuzz_fd_driver(void *ctx, int fd) { (void)ctx, (void)fd; return driver_of_fds; }
static uint32_t fuzz_process(void *ctx, uint32_t tid) { (void)ctx; return tid; }
static uint32_t fuzz_stop_event(void *ctx, uint32_t pid) { (void)ctx; return pid % 8; }
static int64_t fuzz_boot_date(void *ctx, uint64_t ns) { (void)ctx; return (int64_t)(ns >> 1); }
static const char *fuzz_id_name(void *ctx, enum id_of of, uint32_t id) { (void)ctx; return id ? NULL : of ? "wheel" : "root"; }
static const char *fuzz_family(void *ctx, uint16_t id) { (void)ctx, (void)id; return family_of_messages; }

static const struct names fuzz_names = {
	.fd_name = test_fd_name, .comm = test_comm, .pid = test_pid, .process = fuzz_process, .stop_event = fuzz_stop_event, .fd_kind = fuzz_fd_kind,
	.fd_driver = fuzz_fd_driver,
	.boot_date = fuzz_boot_date, .id_name = fuzz_id_name, .genl_family = fuzz_family,
};

/* -- The record --------------------------------------------------------------------------------------------------------- */

#define NO_ONES_ARG 15
#define GAP 24

static inline unsigned record_room(void)
{
	size_t used = record.call.rec.len + 2 * sizeof(struct chunk) + GAP + REC_ALIGN;

	return used < sizeof(record) ? (unsigned)(sizeof(record) - used) : 0;
}

/* A chunk, shorter if there is no room, and the gap behind it. Returns its bytes. */
static inline uint8_t *add_memory(unsigned arg, unsigned status, unsigned part, uint64_t addr, const void *p, unsigned n)
{
	static const uint8_t gap[GAP];
	uint8_t *to = record.bytes + record.call.rec.len + sizeof(struct chunk);

	if (n > record_room())
		n = record_room();
	if (!n && !record_room())
		return NULL;
	chunk_at(arg, status, part, addr, p, n);
	chunk_at(NO_ONES_ARG, CHUNK_OK, PART_SELF, 0, gap, GAP);
	return to;
}

static inline void poison(const struct rec_call *c)
{
	const uint8_t *end = (const uint8_t *)c + c->rec.len;

	for (const struct chunk *k = (const struct chunk *)((const uint8_t *)c + c->fixed); (const uint8_t *)k < end; k = chunk__next(k)) {
		const uint8_t *bytes = (const uint8_t *)(k + 1), *after = (const uint8_t *)chunk__next(k);
		uint32_t n = k->arg == NO_ONES_ARG ? 0 : k->len;

		ASAN_POISON_MEMORY_REGION(bytes + n, (size_t)(after - bytes) - n);
	}
}

/* -- Lines -------------------------------------------------------------------------------------------------------------- */

enum { FORMATS = 3, STATES = 5 };

/* When the record was made, and the call's state, by a byte of the input. */
static inline void set_state(unsigned what)
{
	switch (what % STATES) {
	case 0: waits(CALL_UNFINISHED); break;
	case 1: returns(-(int64_t)(what / STATES % 8 + 1)); break;
	case 2: state = CALL_RESUMED; break;
	}
}

static inline void set_look(unsigned what)
{
	show.verbose = show.env = what & 1;
	show.decode_pids = what & 2;
	show.names = &fuzz_names;
	show.string_limit = what & 4 ? 32 : 4096;
	show.addresses = what % 64 == 63;
}

static inline struct strace_look strace_look_of(unsigned what)
{
	struct strace_look look = STRACE_LOOK;

	look.numbers = what & 16 ? NUMBER_BOTH : what & 8 ? NUMBER_RAW : NUMBER_NAMED;
	look.hex = what & 32 ? HEX_ALL : HEX_NONE;
	look.fds = what & 64 ? FDS_ALL : 0;
	look.arg_names = what & 128;
	return look;
}

static inline void show_call(unsigned format, unsigned look)
{
	static const struct event event = { .cpu = CPU_NONE };
	const struct writer *w = begin_lines(format == 1 ? "json" : "text");

	if (format == 2) {
		show.w = &strace_verbs;
		out.opt.strace = strace_look_of(look);
		memset(out.state, 0, sizeof(out.state));
	} else {
		w->call_begin(&out, &event, abi__name(call.abi), call.abi != show.native, call__number_made(&call), call__name(&call), state);
	}
	show__args(&show, &call, state);
	if (format != 2)
		w->call_args_end(&out, state);
	if (state != CALL_UNFINISHED)
		show__result(&show, &call, state);
	if (format != 2)
		w->call_end(&out);
	end_lines();
}

static inline void fuzz_learn(void *ctx, uint16_t id, const char *name, unsigned n)
{
	(void)ctx, (void)id;
	assert_true(n < GENL_NAME_LEN && !memchr(name, 0, n));
}

/* Replaces the row of the next records' call; NULL: none does. */
static const struct row *row_of_records;

/* The record, in a format; and what the session learns from it. */
static inline void show_record(unsigned format, unsigned look)
{
	struct rec_call *c = malloc(record.call.rec.len);

	memcpy(c, &record, record.call.rec.len);
	poison(c);
	set_look(look);
	assert_int_equal(call__parse(&call, c, &fuzz_names), 0);
	if (row_of_records)
		call.row = row_of_records;
	show_call(format % FORMATS, look);
	if (call.row && call.done && !call.failed)
		genl__learn(&call, fuzz_learn, NULL);
	ASAN_UNPOISON_MEMORY_REGION(c, c->rec.len);
	free(c);
}
