/* SPDX-License-Identifier: BSD-2-Clause */
/* record.h - makes records outside of the kernel (bpf/wire.h). */
#pragma once

#include "bpf/wire.h"
#include "buf.h"

/* The length of a record, or of a chunk's memory, of n bytes: with its padding. */
#define REC_LEN(n) ((uint32_t)(((n) + REC_ALIGN - 1) & ~(size_t)(REC_ALIGN - 1)))

/* len: without padding. */
static inline struct rec record__head(unsigned type, size_t len, uint64_t ts, uint32_t tid, uint32_t tgid)
{
	return (struct rec){ .len = REC_LEN(len), .type = (uint16_t)type, .cpu = CPU_NONE, .ts = ts, .tid = tid, .tgid = tgid };
}

/* Appends the first `fixed` bytes of a record to records; the caller appends the rest. Returns where it begins. */
static inline size_t record__begin(struct buf *records, const void *r, size_t fixed)
{
	size_t at = records->len;

	buf__add(records, r, fixed);
	return at;
}

/* Adds the padding and sets the record's length. A record that is too long is taken out again. */
static inline void record__end(struct buf *records, size_t at)
{
	buf__pad(records, REC_ALIGN);
	if (records->len - at > REC_MAX)
		records->len = at;
	else if (!records->failed)
		((struct rec *)(records->p + at))->len = (uint32_t)(records->len - at);
}
