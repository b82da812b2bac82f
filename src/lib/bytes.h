/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * bytes.h - reads numbers that another machine may have written: unaligned, and in that machine's byte order.
 *
 * `swap`: its byte order is not the one of this machine.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint16_t perf_u16(const void *p, bool swap)
{
	uint16_t v;

	memcpy(&v, p, sizeof(v));
	return swap ? __builtin_bswap16(v) : v;
}

static inline uint32_t perf_u32(const void *p, bool swap)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	return swap ? __builtin_bswap32(v) : v;
}

static inline uint64_t perf_u64(const void *p, bool swap)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	return swap ? __builtin_bswap64(v) : v;
}

/* A number of 1, 2, 4 or 8 bytes; 0 for every other size. */
static inline uint64_t perf_uint(const void *p, unsigned size, bool swap)
{
	switch (size) {
	case 1: return *(const uint8_t *)p;
	case 2: return perf_u16(p, swap);
	case 4: return perf_u32(p, swap);
	case 8: return perf_u64(p, swap);
	}
	return 0;
}

static inline int64_t perf_int(const void *p, unsigned size, bool swap)
{
	unsigned unused = 64 - 8 * (size > 8 || !size ? 8 : size);

	return (int64_t)(perf_uint(p, size, swap) << unused) >> unused;
}

/* Reads memory from left to right; `bad` is set once a read went past the end. */
struct perf_cursor {
	const uint8_t *p, *end;
	bool swap, bad;
};

/* The next `n` bytes, or NULL. */
static inline const uint8_t *perf_cursor__bytes(struct perf_cursor *c, uint64_t n)
{
	const uint8_t *p = c->p;

	if (c->bad || n > (uint64_t)(c->end - c->p)) {
		c->bad = true;
		return NULL;
	}
	c->p += n;
	return p;
}

static inline uint32_t perf_cursor__u32(struct perf_cursor *c)
{
	const uint8_t *p = perf_cursor__bytes(c, 4);

	return p ? perf_u32(p, c->swap) : 0;
}

static inline uint64_t perf_cursor__u64(struct perf_cursor *c)
{
	const uint8_t *p = perf_cursor__bytes(c, 8);

	return p ? perf_u64(p, c->swap) : 0;
}

/* The next string with its NUL, or NULL. */
static inline const char *perf_cursor__string(struct perf_cursor *c)
{
	const uint8_t *nul = c->bad ? NULL : memchr(c->p, 0, c->end - c->p);

	if (!nul)
		c->bad = true;
	return nul ? (const char *)perf_cursor__bytes(c, nul + 1 - c->p) : NULL;
}
