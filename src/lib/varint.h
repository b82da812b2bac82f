/* SPDX-License-Identifier: BSD-2-Clause */
/* varint.h - LEB128: 7 bits of a number per byte, low ones first; the top bit says that more bytes follow. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#define VARINT_MAX 10

static inline uint8_t *varint__put(uint8_t *p, uint64_t v)
{
	while (v >= 0x80) {
		*p++ = (uint8_t)(v | 0x80);
		v >>= 7;
	}
	*p++ = (uint8_t)v;
	return p;
}

/* Moves *p past the number. false: it does not end before `end`, or has more than 64 bits. */
static inline bool varint__get(const uint8_t **p, const uint8_t *end, uint64_t *v)
{
	const uint8_t *at = *p;
	uint64_t n = 0;

	for (unsigned shift = 0; at < end && shift < 64; shift += 7) {
		uint8_t byte = *at++;

		n |= (uint64_t)(byte & 0x7f) << shift;
		if (!(byte & 0x80)) {
			*p = at;
			*v = n;
			return true;
		}
	}
	return false;
}

/* Signed numbers: 0, -1, 1, -2, … become 0, 1, 2, 3, … */
static inline uint64_t zigzag(int64_t v)
{
	return (uint64_t)v << 1 ^ (uint64_t)(v >> 63);
}

static inline int64_t unzigzag(uint64_t v)
{
	return (int64_t)(v >> 1 ^ -(v & 1));
}
