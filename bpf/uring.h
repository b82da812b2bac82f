/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* uring.h - requests of io_uring that have not completed: what user space reads of them in the end, too. */
#pragma once

#ifndef __bpf__
#include <linux/types.h>
#endif

#include "tally.h"

/* The key of a request: its address, if the tracepoints have it; else the ring's and the program's number. */
struct uring_key { __u64 req, user_data; };

/* Requests IORING_OP_URING_CMD on sockets that are shown as calls: their numbers from SLOT_COMMANDS on */
enum uring_command { COMMAND_IOCTL, COMMAND_GETSOCKOPT, COMMAND_SETSOCKOPT, COMMAND_GETSOCKNAME, COMMAND_GETPEERNAME };

enum uring_how {
	HOW_LOOSE = 1,		/* it may end without a completion of its own */
	HOW_SELECTS = 2,	/* the kernel chooses the buffer: the address in the request has no meaning */
	HOW_REPEATS = 4,	/* it may complete repeatedly: it is in the map `repeating` */
};

#define URING_SLOTS 1024	/* elements of the map `request_slots`: a power of two */
#define URING_BYTES 480		/* of a request's record, without what is read when it completes */
#define URING_FDS 3		/* REPORTED_FDS */

struct uring_request {
	__u64 req;		/* as in its key; of an element of request_slots 0: unused */
	__u64 busy;		/* of an element: tasks that use or want it; elsewhere 0 */
	__u64 ts, ids;
	__u64 mm;		/* of the task that submitted it */
	__u64 ring, user_data;
	__u64 note;		/* enum uring_note */
	__u64 more, file_index;	/* PART_SQE_MORE, PART_SQE_FILE; 0: none */
	__u32 len, retry, plan, slot;
	__u32 how;		/* enum uring_how */
	__u32 nreported;
	__u64 reported[URING_FDS];
	union {
		__u8 bytes[URING_BYTES];	/* a struct rec_call without its struct rec */
		struct {			/* requests that are counted: no memory is captured */
			__u8 used[URING_BYTES - sizeof(struct tally_owner) - 16];
			struct tally_owner owner;
			char comm[16];
		};
	};
};
