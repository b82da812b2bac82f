/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pair_event.h - events of a thread before they become records: entry and exit of a call, creation, name, exit.
 * perf_record.c makes them from perf events, vm_capture.c adds memory that was read late, and perf_pair.c makes records of them.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "bpf/wire.h"

enum pair_kind {
	PAIR_ENTER,		/* a call began */
	PAIR_LEAVE,		/* a call returned */
	PAIR_WAITS,		/* a call in progress when tracing began */
	PAIR_FORK,		/* a thread was created */
	PAIR_COMM,		/* a thread's comm */
	PAIR_EXEC,		/* a process executes a new program, which is its comm */
	PAIR_END,		/* a thread ended */
	PAIR_LOSS,		/* events are missing */
	PAIR_SENT,		/* this thread has sent a signal */
	PAIR_SIGNAL,		/* a signal was delivered to it */
	PAIR_MAP,		/* a mapping was created or removed, or its protection changed: for late_confirm.h */
};

#define PAIR_CHUNKS_MAX 16384	/* bytes of strings that come with a perf event */

/* One call may have several events, such as raw_syscalls:sys_enter and syscalls:sys_enter_openat. */
enum pair_origin { PAIR_RAW = 1, PAIR_NAMED = 2 };

struct pair_event {
	uint64_t ts;		/* ns; 0: before the first event (names) */
	uint32_t tid, tgid;
	uint16_t cpu;		/* CPU_NONE: not known */
	uint8_t kind;		/* enum pair_kind */
	uint8_t origin;		/* PAIR_ENTER, PAIR_LEAVE: enum pair_origin */
	int32_t nr;		/* PAIR_ENTER, PAIR_LEAVE; -1 at exit: not known (sigreturn) */
	uint32_t nargs;		/* PAIR_ENTER, PAIR_WAITS */
	union {
		uint64_t args[CALL_ARGS];	/* PAIR_ENTER, PAIR_WAITS; PAIR_MAP: start, bytes, offset, inode (0: no file), prot | flags << 32 */
		int64_t ret;			/* PAIR_LEAVE */
		uint32_t parent[2];		/* PAIR_FORK: tid, tgid */
		char comm[COMM_LEN];		/* PAIR_COMM, PAIR_EXEC */
		uint64_t count;			/* PAIR_LOSS */
		struct { int32_t signo, code, err; uint32_t to; } signal;	/* PAIR_SENT: `to` the thread `to`; PAIR_SIGNAL */
	};
	/*
	 * PAIR_ENTER, PAIR_WAITS, PAIR_LEAVE: memory that came with the event or was read late, as struct chunk; PAIR_FORK: the thread's
	 * REC_PIDNS, if any; PAIR_MAP of a recording: REC_MAP. From malloc, owned by the event
	 */
	uint8_t *chunks;
	uint32_t chunks_len;
	uint64_t read;		/* ns: when late chunks had been read; 0: there are none */
	uint32_t reading;	/* PAIR_ENTER: see vm_capture__again(); 0: nothing was read */
	/* PAIR_LEAVE: */
	uint8_t agreed;		/* bit n: memory of argument n is confirmed, whichever event had it */
	bool kernel_said;	/* `agreed` and chunks of PART_PATH are valid if this was unchanged at `read`: */
	bool names;		/* the descriptor was passed, not created: its name may have changed */
	int32_t said_fd;	/* this descriptor; -1: the program that was executed */
	struct rec_stack *stack;	/* PAIR_ENTER: call stack; NULL: not known; from malloc, owned by the event */
};

/* Frees what the event owns. */
static inline void pair_event__drop(struct pair_event *e)
{
	free(e->chunks);
	free(e->stack);
	e->chunks = NULL;
	e->stack = NULL;
}

static inline size_t chunk__padded(const struct chunk *k)
{
	return sizeof(*k) + ((k->len + REC_ALIGN - 1) & ~(REC_ALIGN - 1u));
}

/* `k`: the chunks, one after the other, in `len` bytes that begin at `chunks`. */
#define CHUNKS_EACH(k, chunks, len) \
	for (struct chunk *k = (struct chunk *)(chunks); k < (struct chunk *)((uintptr_t)(chunks) + (len)); \
	     k = (struct chunk *)((uint8_t *)k + chunk__padded(k)))
