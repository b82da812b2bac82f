/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * perf_sample.h - an event's attributes, and by them the content of its samples and other records.
 *
 * perf_event_open(2) and linux/perf_event.h (PERF_RECORD_SAMPLE) describe both.
 */
#pragma once

#include "bpf/wire.h"
#include "lib/bytes.h"

#define PERF_NO_CPU UINT32_MAX

struct perf_attr {		/* the needed members of struct perf_event_attr */
	uint32_t type;		/* PERF_TYPE_* */
	uint64_t config;	/* of tracepoints: the ID */
	uint64_t sample_type;	/* PERF_SAMPLE_* */
	uint64_t read_format;	/* PERF_FORMAT_* */
	bool id_all;		/* records other than samples have a trailer with time, thread and CPU */
	bool comm_exec;		/* COMM records distinguish execve from a rename */
	bool map_data;		/* data mappings are recorded, too */
	bool use_clockid;
	int32_t clockid;	/* with use_clockid: the clock of the times */
	uint64_t regs_user;	/* PERF_SAMPLE_REGS_USER: bitmap of registers, numbered as in asm/perf_regs.h */
};

struct perf_sample {
	uint64_t ts;		/* 0: not known */
	uint64_t id;		/* of the event; 0: not known */
	uint64_t ip, addr;	/* the instruction, and what it accessed; 0: not known */
	uint32_t tid, tgid;
	bool has_tid;
	uint32_t cpu;		/* PERF_NO_CPU: not known */
	const uint8_t *stack;	/* PERF_SAMPLE_CALLCHAIN: nstack numbers, of 8 bytes each */
	uint32_t nstack;
	const uint8_t *raw;	/* the tracepoint's data; NULL: none */
	uint32_t raw_len;
	const uint8_t *regs;	/* PERF_SAMPLE_REGS_USER: numbers of 8 bytes, lowest bit of regs_user first; NULL: none */
	const uint8_t *memory;	/* PERF_SAMPLE_STACK_USER: memory_len bytes from the stack pointer on; NULL: none */
	uint64_t memory_len;
	bool swap;		/* data that these pointers point at is in the other byte order */
};

/* As records have it. */
static inline uint16_t perf_sample__cpu(const struct perf_sample *s)
{
	return s->cpu < CPU_NONE ? (uint16_t)s->cpu : CPU_NONE;
}

/* Parses `len` bytes of a perf_event_attr, perhaps of another machine. -EINVAL: too short. */
int perf_attr__parse(struct perf_attr *a, const uint8_t *p, size_t len, bool swap);
/* Parses a complete PERF_RECORD_SAMPLE with its header. Registers and stack memory may be missing; -EINVAL: anything else is. */
int perf_sample__parse(struct perf_sample *s, const struct perf_attr *a, const uint8_t *rec, size_t len, bool swap);
/* Parses the trailer of another record. Returns its length, 0: none. */
size_t perf_sample__trailer(struct perf_sample *s, const struct perf_attr *a, const uint8_t *rec, size_t len, bool swap);
/* Offset of the event's ID in records: from the beginning of a sample's body, from the end of others; -1: none. */
int perf_attr__id_offset(const struct perf_attr *a);
int perf_attr__id_back(const struct perf_attr *a);
