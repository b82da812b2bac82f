/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * vm_read.h - runs plans (bpf/plan.h) on another process's memory, as bpf/plan.bpf.h and bpf/capture.bpf.h do in the kernel; the chunks
 * are the same.
 */
#pragma once

#include <stdbool.h>
#include <sys/types.h>

#include "beautifiers/row.h"
#include "bpf/plan.h"
#include "pair_event.h"

#define VM_FOLLOWS 128		/* pointers of one plan */
#define READ_MAX 4096		/* bytes read at once of memory that may be short */
#define VM_READ_ALL (64u << 20)	/* bytes of chunks of one event */
#define VM_FDS 64		/* descriptors of which it is kept whether they have events; those with the same remainder displace each other */

/* Reading for one event of a thread. */
struct vm_read {
	uint32_t tid;
	bool denied;		/* reading its memory is not permitted */
	const uint64_t *call;	/* its arguments, CALL_ARGS of them */
	int64_t ret;
	uint8_t mark;		/* CHUNK_LATE, CHUNK_OUT: or-ed into each chunk's status */
	uint8_t args;		/* bit n: argument n is read */
	uint8_t counted;	/* bit n: of argument n's memory only the number of elements was stored */
	unsigned wide;		/* bytes of a pointer in memory */
	struct follows follows;	/* of the plan */
	struct follow follow[VM_FOLLOWS];
	uint8_t *chunks;
	uint32_t len, room;
	uint32_t limit;		/* bytes of chunks; 0: VM_READ_ALL */
	struct vm_fd {
		uint32_t tid;	/* 0: none */
		int fd;
		bool has_events;
	} fds[VM_FDS];
};

/* A piece of memory to read. */
struct piece {
	uint64_t addr, want;	/* want: its length in bytes */
	uint32_t max;		/* most bytes to read */
	uint16_t part;
	uint8_t arg;
	bool whole;		/* iovecs and messages: all, not only the first of many */
};

/* Memory for the next plan's pointers in structures. */
struct follows *vm_read__follows(struct vm_read *l);
/* Runs the part of a plan for the entry of a call, or for its exit (out: `mark` must have CHUNK_OUT), for the arguments in `args`. */
void vm_read__plan(struct vm_read *l, const struct plan *plan, bool out, bool failed);
void vm_read__op(struct vm_read *l, const struct plan_op *op);
/* Is the memory still the same as in the chunks? Except for arguments in `counted`. */
bool vm_read__is_same(uint32_t tid, const uint8_t *chunks, uint32_t len, uint8_t counted);
/* The descriptor was opened: what was known of this number is void. */
void vm_read__opened(struct vm_read *l, int fd);
/* The number of elements of an op's memory. */
uint64_t vm_read__count(struct vm_read *l, const struct plan_op *op);
/* 0, or -1: nothing could be read. */
int vm_read__string(struct vm_read *l, const struct piece *p);
void vm_read__free(struct vm_read *l);
/* No chunks yet, and room for some. false: no memory. */
bool vm_read__reset(struct vm_read *l);
/* Room for a chunk of up to n bytes, or NULL. It counts only once vm_read__end() was called. `chunks` may move. */
struct chunk *vm_read__begin(struct vm_read *l, size_t n);
void vm_read__end(struct vm_read *l, struct chunk *k, const struct piece *p, uint8_t status, uint32_t n);
void vm_read__number(struct vm_read *l, const struct piece *p, uint8_t status, uint64_t n);
/* Adds a copy of a chunk's first `len` bytes, if there is room. */
void vm_read__put(struct vm_read *l, const struct chunk *k, uint32_t len, uint8_t status);
uint64_t vm_read__word(const uint8_t *p, unsigned size);
