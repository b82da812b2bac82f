/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * pair_event.h - what happened to a thread, before records are made of it: the entry or the exit of a call, its beginning, its name, its end.
 * Perf events are read into these (perf_record.c), memory that is read late is added (vm_capture.c), and perf_pair.c makes records of them.
 */
#ifndef TRACE_PAIR_EVENT_H
#define TRACE_PAIR_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include "bpf/wire.h"

enum pair_kind {
	PAIR_ENTER,		/* a call began */
	PAIR_LEAVE,		/* a call returned */
	PAIR_WAITS,		/* a call that began before the first event has not returned */
	PAIR_FORK,		/* a thread began */
	PAIR_COMM,		/* a thread has this name */
	PAIR_EXEC,		/* a process runs another program, and has this name */
	PAIR_END,		/* a thread ended */
	PAIR_LOSS,		/* events are missing */
	PAIR_MAP,		/* something was mapped, or may be written now, or no longer: for late_confirm.h */
};

#define PAIR_CHUNKS_MAX 16384	/* bytes of strings that come with a perf event, or are read of a call at attach: far below REC_MAX */

/* Several events may tell of one call, such as raw_syscalls:sys_enter and syscalls:sys_enter_openat. */
enum pair_origin { PAIR_RAW = 1, PAIR_NAMED = 2 };

struct pair_event {
	uint64_t ts;		/* ns; 0: it was so before the first event (names) */
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
	};
	/*
	 * PAIR_ENTER, PAIR_WAITS, PAIR_LEAVE: memory that came with it or was read late, as struct chunk; PAIR_FORK: the thread's REC_PIDNS, if
	 * it has one; PAIR_MAP, of a recording: REC_MAP; from malloc, and the event's until it was given away
	 */
	uint8_t *chunks;
	uint32_t chunks_len;
	uint64_t read;		/* ns: when chunks had been read that were read late; 0: there are none */
	uint32_t reading;	/* PAIR_ENTER: see vm_capture__again(); 0: nothing was read */
	/* PAIR_LEAVE: */
	uint8_t agreed;		/* bit n: what was read of argument n is confirmed, whichever event brought it */
	bool kernel_said;	/* `agreed` and chunks of CHUNK_RET hold if what the call made was still there at `read`: */
	int32_t said_fd;	/* this descriptor; -1: the program */
	struct rec_stack *stack;	/* PAIR_ENTER: where it was made from; NULL: not known; from malloc, and the event's likewise */
};

/* Frees what is the event's. */
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
	for (struct chunk *k = (struct chunk *)(chunks); k < (struct chunk *)((uint8_t *)(chunks) + (len)); \
	     k = (struct chunk *)((uint8_t *)k + chunk__padded(k)))

#endif
