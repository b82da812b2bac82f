/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * perf_pair.h - makes records (bpf/wire.h) of what perf events tell: the entry of a call and its exit, threads that begin,
 * change their name and end.
 *
 * It does not know where the events come from, a file or rings that are being written: they are given in the order of
 * time, and records come out in the order of time. What is not told cannot be in the records:
 * - memory that arguments point at, except strings that came with the event, and what is read late (late.h), confirmed or not
 *   (late_confirm.h): every call has CALL_NO_MEMORY;
 * - the ABI of a call: it is the machine's own (x32 calls aside, which their numbers tell);
 * - the status of a thread's end, unless it called exit or exit_group: EXIT_UNKNOWN;
 * - whether a new process shares its parent's descriptors: threads are taken to, processes not to.
 */
#ifndef TRACE_PERF_PAIR_H
#define TRACE_PERF_PAIR_H

#include <stdbool.h>
#include <stddef.h>

#include "buf.h"
#include "syscalltbl.h"
#include "wire.h"

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

#define PAIR_CHUNKS_MAX 16384	/* bytes of strings that come with a call: far below REC_MAX */

/* Several events may tell of one call, such as raw_syscalls:sys_enter and syscalls:sys_enter_openat. */
enum pair_teller { PAIR_RAW = 1, PAIR_NAMED = 2 };

struct pair_event {
	uint64_t ts;		/* ns; 0: it was so before the first event (names) */
	uint32_t tid, tgid;
	uint16_t cpu;		/* CPU_NONE: not known */
	uint8_t kind;		/* enum pair_kind */
	uint8_t teller;		/* PAIR_ENTER, PAIR_LEAVE: enum pair_teller */
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
	uint32_t reading;	/* PAIR_ENTER: see late__again(); 0: nothing was read */
	/* PAIR_LEAVE: */
	uint8_t agreed;		/* bit n: what was read of argument n is confirmed, whichever event brought it */
	bool kernel_said;	/* `agreed` and chunks of CHUNK_RET hold if what the call made was still there at `read`: */
	int32_t said_fd;	/* this descriptor; -1: the program */
	struct rec_stack *stack;	/* PAIR_ENTER: where it was made from; NULL: not known; from malloc, and the event's likewise */
};

/* Frees what is the event's. */
void pair_event__drop(struct pair_event *e);

static inline size_t chunk__padded(const struct chunk *k)
{
	return sizeof(*k) + ((k->len + REC_ALIGN - 1) & ~(REC_ALIGN - 1u));
}

struct pair_thread;

struct pair {
	enum abi abi;		/* of all calls */
	bool has_real;		/* real_at_0 is known */
	uint64_t real_at_0;	/* ns since the Epoch when the events' clock showed 0 */
	uint64_t now;		/* of the newest event */
	bool started;		/* REC_START is out */
	uint64_t calls, lost;
	struct pair_thread **buckets;
	unsigned nbuckets, nthreads;
	uint64_t *seen;		/* by CPU: time of its newest event */
	unsigned ncpus;
	uint8_t *out;		/* records that wait to be taken: from `taken` to `made` */
	size_t taken, made, room;
	struct buf early;	/* REC_MAPs of before the first event */
	uint8_t *roles;		/* by slot of a number: enum pair_role */
	int err;
};

/* 0 or -ENOMEM. */
int pair__open(struct pair *p);
void pair__close(struct pair *p);
/* Whose calls they are; to be told before the first event with a time. */
void pair__set_abi(struct pair *p, enum abi abi);
/* Live: the first record has this time, and what was there then is put behind it. 0 or -ENOMEM. */
int pair__begin(struct pair *p, uint64_t ts);
int pair__put(struct pair *p, const struct rec *rec);
/* Takes one event, and what is the event's. 0 or -ENOMEM. */
int pair__event(struct pair *p, struct pair_event *e);
/* No more events: shows what has not returned, then the totals. 0 or -ENOMEM. */
int pair__finish(struct pair *p);
/* The next record; valid until the next call of any function here. NULL: there is none. */
const struct rec *pair__next(struct pair *p);

#endif
