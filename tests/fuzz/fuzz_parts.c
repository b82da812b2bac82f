// SPDX-License-Identifier: BSD-2-Clause
/*
 * fuzz_parts - parts of calls of several threads, in any order and with any lengths; some are missing, some repeated. Each byte
 * of a chunk depends on its address, so that the assembled memory is checked to the byte.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tracker/call_parts.h"

static union {
	struct rec rec;
	struct rec_more more;
	struct rec_call call;
	struct rec_exec exec;
	uint8_t bytes[REC_MAX];
} r;

static const uint8_t *in, *end;

static unsigned next(void)
{
	return in < end ? *in++ : 0;
}

static uint8_t byte_at(unsigned arg, unsigned out, uint64_t addr)
{
	return (uint8_t)(addr * 31 + arg * 7 + out);
}

static void check(int ok)
{
	if (!ok)
		abort();
}

/* With few different arguments and addresses, so that some belong together. One chunk in 16 has a wrong length. */
static void add_chunk(void)
{
	unsigned what = next(), len = next() * (next() % 4 + 1u) % 300;
	struct chunk k = {
		.arg = what & 1, .part = what & 2 ? PART_DATA : PART_SELF, .addr = 0x1000 + next() % 32 * 8,
		.status = (uint8_t)((what & 4 ? CHUNK_OUT : 0) | (what & 8 ? CHUNK_REST : 0) | (what & 16 ? CHUNK_TRUNC | CHUNK_MORE : CHUNK_OK)),
	};
	uint8_t *to = r.bytes + r.rec.len;

	if (r.rec.len + sizeof(k) + len + 8 > sizeof(r))
		return;
	k.len = what >> 4 == 15 ? len * 0x01010101u : len;
	memcpy(to, &k, sizeof(k));
	for (unsigned i = 0; i < len; i++)
		to[sizeof(k) + i] = byte_at(k.arg, k.status & CHUNK_OUT, k.addr + i);
	memset(to + sizeof(k) + len, 0, -len % 8);
	r.rec.len += (uint32_t)sizeof(k) + (len + 7) / 8 * 8;
}

static void begin(unsigned type, size_t len, unsigned tid)
{
	memset(&r, 0, len);
	r.rec = (struct rec){ .len = (uint32_t)len, .type = (uint16_t)type, .tid = tid & 3 };
}

static void add_part(struct call_parts *p, unsigned what)
{
	static const uint32_t numbers[] = { 0, 1, 2, 3, 4, 5, 0x7fffffff, UINT32_MAX };

	begin(REC_MORE, sizeof(r.more), what >> 2);
	r.more.call = what >> 4 & 1;
	r.more.number = numbers[next() % 8];
	for (unsigned n = next() % 4; n; n--)
		add_chunk();
	call_parts__follow(p, &r.rec);
}

static void add_more(unsigned what)
{
	struct { struct chunk k; struct chunk_more more; } m = {
		.k = { .arg = CHUNK_RET, .part = PART_MORE, .len = what & 64 ? next() : sizeof(m.more) },
		.more = { .call = what >> 4 & 1, .parts = what & 128 ? UINT32_MAX : next() % 8 },
	};

	memcpy(r.bytes + r.rec.len, &m, sizeof(m));
	r.rec.len += (uint32_t)sizeof(m);
}

static void check_call(const struct rec_call *c)
{
	const uint8_t *p = (const uint8_t *)c + c->fixed, *stop = (const uint8_t *)c + c->rec.len;

	check(c->rec.len % REC_ALIGN == 0);
	while (stop - p >= (long)sizeof(struct chunk)) {
		const struct chunk *k = (const struct chunk *)p;
		const uint8_t *bytes = (const uint8_t *)(k + 1);

		if (k->len > (size_t)(stop - bytes))
			break;
		for (uint32_t i = 0; k->part != PART_MORE && i < k->len && k->len <= 300 * 8; i++)
			check(bytes[i] == byte_at(k->arg, k->status & CHUNK_OUT, k->addr + i));
		p = bytes + ((k->len + 7) & ~7ul);
		if (p > stop)
			break;
	}
}

static void take_call(struct call_parts *p, unsigned type, unsigned what)
{
	begin(type, sizeof(r.call), what >> 2);
	r.call.fixed = next() % 32 ? sizeof(r.call) : (uint16_t)(next() * 77);
	if (next() % 4)
		add_more(what);
	check_call(r.call.fixed == sizeof(r.call) ? call_parts__join(p, &r.call) : (call_parts__join(p, &r.call), &(struct rec_call){ .rec.len = sizeof(r.call), .fixed = sizeof(r.call) }));
}

static void reload(struct call_parts *p)
{
	struct buf b = {};

	call_parts__dump(p, 1, &b);
	call_parts__free(p);
	for (size_t at = 0; at < b.len; at += ((struct rec *)(b.p + at))->len)
		call_parts__follow(p, (struct rec *)(b.p + at));
	buf__free(&b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct call_parts p = {};
	size_t held = 0;

	in = data;
	end = data + size;
	while (in < end) {
		unsigned what = next();

		switch (what & 3 ? 0 : next() % 5) {
		case 0: add_part(&p, what); break;
		case 1: take_call(&p, REC_CALL, what); break;
		case 2: take_call(&p, REC_PENDING, what); break;
		case 3:
			begin(what & 32 ? REC_EXIT : REC_EXEC, sizeof(r.exec), what >> 2);
			r.exec.old_tid = next() & 3;
			call_parts__follow(&p, &r.rec);
			break;
		case 4: reload(&p); break;
		}
		check(p.bytes <= CALL_PARTS_ALL);
	}
	HASH_EACH(&p.threads, struct hash_node, n)
		held++;
	check(held <= 4);
	call_parts__free(&p);
	check(!p.bytes);
	return 0;
}
