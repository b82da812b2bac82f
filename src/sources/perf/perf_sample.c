// SPDX-License-Identifier: BSD-2-Clause
/*
 * perf_sample.c - parses samples.
 *
 * Invariant: nothing beyond a record's length is read, whatever lengths the record has inside.
 */
#include "perf_sample.h"

#include <errno.h>
#include <linux/perf_event.h>

/* Flags of perf_event_attr by bit number: bit-fields are laid out differently on big-endian machines. */
#define FLAG_SAMPLE_ID_ALL 18
#define FLAG_COMM_EXEC 24
#define FLAG_USE_CLOCKID 25
#define FLAGS_OFFSET (offsetof(struct perf_event_attr, read_format) + 8)

static bool is_big_endian(bool swap)
{
	return (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) != swap;
}

static bool flag_of(const uint8_t *flags, unsigned n, bool swap)
{
	unsigned bit = is_big_endian(swap) ? 7 - n % 8 : n % 8;

	return flags[n / 8] >> bit & 1;
}

#define AT(field) (p + offsetof(struct perf_event_attr, field))

int perf_attr__parse(struct perf_attr *a, const uint8_t *p, size_t len, bool swap)
{
	if (len < PERF_ATTR_SIZE_VER0)
		return -EINVAL;
	memset(a, 0, sizeof(*a));
	a->type = perf_u32(AT(type), swap);
	a->config = perf_u64(AT(config), swap);
	a->sample_type = perf_u64(AT(sample_type), swap);
	a->read_format = perf_u64(AT(read_format), swap);
	a->id_all = flag_of(p + FLAGS_OFFSET, FLAG_SAMPLE_ID_ALL, swap);
	a->comm_exec = flag_of(p + FLAGS_OFFSET, FLAG_COMM_EXEC, swap);
	if (len >= offsetof(struct perf_event_attr, clockid) + 4) {
		a->use_clockid = flag_of(p + FLAGS_OFFSET, FLAG_USE_CLOCKID, swap);
		a->clockid = (int32_t)perf_u32(AT(clockid), swap);
	}
	if (len >= offsetof(struct perf_event_attr, sample_regs_user) + 8)
		a->regs_user = perf_u64(AT(sample_regs_user), swap);
	return 0;
}

static unsigned count(uint64_t bits)
{
	return (unsigned)__builtin_popcountll(bits);
}

int perf_attr__id_offset(const struct perf_attr *a)
{
	uint64_t before = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ADDR;

	if (a->sample_type & PERF_SAMPLE_IDENTIFIER)
		return 0;
	return a->sample_type & PERF_SAMPLE_ID ? (int)count(a->sample_type & before) * 8 : -1;
}

int perf_attr__id_back(const struct perf_attr *a)
{
	uint64_t after = PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID | PERF_SAMPLE_CPU;

	if (!a->id_all)
		return -1;
	if (a->sample_type & PERF_SAMPLE_IDENTIFIER)
		return 8;
	return a->sample_type & PERF_SAMPLE_ID ? (int)count(a->sample_type & after) * 8 : -1;
}

static void skip_values(struct perf_cursor *c, const struct perf_attr *a)
{
	uint64_t f = a->read_format, n = 1;
	unsigned each = 1 + !!(f & PERF_FORMAT_ID) + !!(f & PERF_FORMAT_LOST);

	if (f & PERF_FORMAT_GROUP)
		n = perf_cursor__u64(c);
	perf_cursor__bytes(c, 8 * count(f & (PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING)));
	if (n > UINT16_MAX)
		c->bad = true;
	perf_cursor__bytes(c, n * each * 8);
}

static void take_stack(struct perf_cursor *c, struct perf_sample *s)
{
	uint64_t n = perf_cursor__u64(c);

	if (n > UINT16_MAX)
		c->bad = true;
	s->stack = perf_cursor__bytes(c, n * 8);
	s->nstack = s->stack ? (uint32_t)n : 0;
}

static void take_task_and_time(struct perf_cursor *c, uint64_t t, struct perf_sample *s)
{
	if (t & PERF_SAMPLE_TID) {
		s->tgid = perf_cursor__u32(c);
		s->tid = perf_cursor__u32(c);
		s->has_tid = !c->bad;
	}
	if (t & PERF_SAMPLE_TIME)
		s->ts = perf_cursor__u64(c);
}

static void take_ids_and_cpu(struct perf_cursor *c, uint64_t t, struct perf_sample *s)
{
	if (t & PERF_SAMPLE_ID)
		s->id = perf_cursor__u64(c);
	if (t & PERF_SAMPLE_STREAM_ID)
		perf_cursor__u64(c);
	if (t & PERF_SAMPLE_CPU) {
		s->cpu = perf_cursor__u32(c);
		perf_cursor__u32(c);
	}
}

static void take_raw(struct perf_cursor *c, struct perf_sample *s)
{
	s->raw_len = perf_cursor__u32(c);
	s->raw = perf_cursor__bytes(c, s->raw_len);
}

/* Registers of 32-bit programs are ignored. */
static void take_regs(struct perf_cursor *c, const struct perf_attr *a, struct perf_sample *s)
{
	uint64_t abi = perf_cursor__u64(c);
	const uint8_t *regs = abi ? perf_cursor__bytes(c, 8 * (uint64_t)count(a->regs_user)) : NULL;

	s->regs = abi == PERF_SAMPLE_REGS_ABI_64 ? regs : NULL;
}

/* The size of the area, the data, and how much of it is valid. */
static void take_memory(struct perf_cursor *c, struct perf_sample *s)
{
	uint64_t room = perf_cursor__u64(c), len;
	const uint8_t *memory = room ? perf_cursor__bytes(c, room) : NULL;

	len = memory ? perf_cursor__u64(c) : 0;
	if (c->bad || !len || len > room)
		return;
	s->memory = memory;
	s->memory_len = len;
}

/* Events that share a ring have the same layout up to here; the rest is optional. */
static void take_user(struct perf_cursor c, const struct perf_attr *a, struct perf_sample *s)
{
	if (a->sample_type & PERF_SAMPLE_BRANCH_STACK || c.p == c.end)
		return;
	if (a->sample_type & PERF_SAMPLE_REGS_USER)
		take_regs(&c, a, s);
	if (a->sample_type & PERF_SAMPLE_STACK_USER)
		take_memory(&c, s);
}

/* In the order in which the kernel writes them. */
int perf_sample__parse(struct perf_sample *s, const struct perf_attr *a, const uint8_t *rec, size_t len, bool swap)
{
	struct perf_cursor c = { .p = rec + sizeof(struct perf_event_header), .end = rec + len, .swap = swap };
	uint64_t t = a->sample_type;

	memset(s, 0, sizeof(*s));
	s->cpu = PERF_NO_CPU;
	s->swap = swap;
	if (t & PERF_SAMPLE_IDENTIFIER)
		s->id = perf_cursor__u64(&c);
	if (t & PERF_SAMPLE_IP)
		s->ip = perf_cursor__u64(&c);
	take_task_and_time(&c, t, s);
	if (t & PERF_SAMPLE_ADDR)
		s->addr = perf_cursor__u64(&c);
	take_ids_and_cpu(&c, t, s);
	if (t & PERF_SAMPLE_PERIOD)
		perf_cursor__u64(&c);
	if (t & PERF_SAMPLE_READ)
		skip_values(&c, a);
	if (t & PERF_SAMPLE_CALLCHAIN)
		take_stack(&c, s);
	if (t & PERF_SAMPLE_RAW)
		take_raw(&c, s);
	if (!c.bad)
		take_user(c, a, s);
	return c.bad ? -EINVAL : 0;
}

size_t perf_sample__trailer(struct perf_sample *s, const struct perf_attr *a, const uint8_t *rec, size_t len, bool swap)
{
	uint64_t t = a->sample_type & (PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_ID | PERF_SAMPLE_STREAM_ID |
				       PERF_SAMPLE_CPU | PERF_SAMPLE_IDENTIFIER);
	size_t size = a->id_all ? 8 * count(t) : 0;
	struct perf_cursor c = { .end = rec + len, .swap = swap };

	memset(s, 0, sizeof(*s));
	s->cpu = PERF_NO_CPU;
	if (!size || size + sizeof(struct perf_event_header) > len)
		return 0;
	c.p = c.end - size;
	take_task_and_time(&c, t, s);
	take_ids_and_cpu(&c, t, s);
	if (t & PERF_SAMPLE_IDENTIFIER)
		s->id = perf_cursor__u64(&c);
	return size;
}
