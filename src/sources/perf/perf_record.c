// SPDX-License-Identifier: BSD-2-Clause
/* perf_record.c - parses the kernel's records (linux/perf_event.h, enum perf_event_type). */
#include "perf_record.h"

#include <errno.h>
#include <linux/perf_event.h>

#define ID_UNKNOWN UINT32_MAX		/* pid of a thread that has ended */

struct body {			/* a record other than a sample, between header and trailer */
	const uint8_t *p;
	size_t len;
	uint16_t misc;
	bool swap;
};

static int of_sample(const uint8_t *rec, size_t len, const struct perf_attr *a, const struct perf_formats *f, bool swap,
		     struct pair_event *e)
{
	struct perf_sample p;

	if (a->type != PERF_TYPE_TRACEPOINT)
		return 0;
	if (perf_sample__parse(&p, a, rec, len, swap))
		return -EINVAL;
	if (!p.raw || !perf_formats__decode(f, p.raw, p.raw_len, e))
		return 0;
	e->ts = p.ts;
	e->cpu = perf_sample__cpu(&p);
	e->tid = p.has_tid ? p.tid : perf_formats__tid(f, p.raw, p.raw_len);
	e->tgid = p.has_tid ? p.tgid : e->tid;
	if (e->tid != ID_UNKNOWN)
		return 1;
	pair_event__drop(e);
	return 0;
}

/* pid, tid, then the name. */
static int of_comm(const struct body *b, struct pair_event *e)
{
	if (b->len < 8)
		return -EINVAL;
	e->kind = b->misc & PERF_RECORD_MISC_COMM_EXEC ? PAIR_EXEC : PAIR_COMM;
	e->tgid = perf_u32(b->p, b->swap);
	e->tid = perf_u32(b->p + 4, b->swap);
	memcpy(e->comm, b->p + 8, strnlen((const char *)b->p + 8, b->len - 8 < COMM_LEN - 1 ? b->len - 8 : COMM_LEN - 1));
	return e->tid != ID_UNKNOWN;
}

/* pid, ppid, tid, ptid, time. perf's records of threads that existed before have time 0. */
static int of_task(const struct body *b, struct pair_event *e, enum pair_kind kind)
{
	if (b->len < 24)
		return -EINVAL;
	e->kind = kind;
	e->tgid = perf_u32(b->p, b->swap);
	e->tid = perf_u32(b->p + 8, b->swap);
	e->ts = perf_u64(b->p + 16, b->swap);
	if (kind == PAIR_FORK) {
		e->parent[0] = perf_u32(b->p + 12, b->swap);
		e->parent[1] = perf_u32(b->p + 4, b->swap);
	}
	return e->ts && e->tid != ID_UNKNOWN;
}

/* Id of the event, then how many records the ring had no room for. */
static int of_loss(const struct body *b, struct pair_event *e)
{
	if (b->len < 16)
		return -EINVAL;
	e->kind = PAIR_LOSS;
	e->count = perf_u64(b->p + 8, b->swap);
	return e->count != 0;
}

/* pid, tid, start, bytes, offset, device, inode and generation (or a build-id), prot, flags, path. */
static int of_map(const struct body *b, struct pair_event *e)
{
	if (b->len < 64)
		return -EINVAL;
	e->kind = PAIR_MAP;
	e->tgid = perf_u32(b->p, b->swap);
	e->tid = perf_u32(b->p + 4, b->swap);
	e->args[0] = perf_u64(b->p + 8, b->swap);
	e->args[1] = perf_u64(b->p + 16, b->swap);
	e->args[2] = perf_u64(b->p + 24, b->swap);
	e->args[3] = b->misc & PERF_RECORD_MISC_MMAP_BUILD_ID ? 0 : perf_u64(b->p + 40, b->swap);
	e->args[4] = perf_u32(b->p + 56, b->swap) | (uint64_t)perf_u32(b->p + 60, b->swap) << 32;
	return e->tid != ID_UNKNOWN;
}

int perf_record__event(const uint8_t *rec, size_t len, const struct perf_attr *a, const struct perf_formats *f, bool swap,
		       struct pair_event *e)
{
	size_t head = sizeof(struct perf_event_header);
	uint32_t type = perf_u32(rec, swap);
	struct body b = { .p = rec + head, .swap = swap };
	struct perf_sample p;

	*e = (struct pair_event){ .cpu = CPU_NONE };
	if (type == PERF_RECORD_SAMPLE)
		return of_sample(rec, len, a, f, swap, e);
	b.misc = perf_u16(rec + offsetof(struct perf_event_header, misc), swap);
	b.len = len - head - perf_sample__trailer(&p, a, rec, len, swap);
	e->ts = p.ts;
	e->cpu = perf_sample__cpu(&p);
	switch (type) {
	case PERF_RECORD_COMM: return of_comm(&b, e);
	case PERF_RECORD_FORK: return of_task(&b, e, PAIR_FORK);
	case PERF_RECORD_EXIT: return of_task(&b, e, PAIR_END);
	case PERF_RECORD_LOST: return of_loss(&b, e);
	case PERF_RECORD_MMAP2: return a->map_data ? of_map(&b, e) : 0;
	}
	return 0;
}
