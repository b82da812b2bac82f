/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * plan.h - what the kernel side copies for a system call: computed from the rows, handed over in maps.
 *
 * A plan is a list of ops; each op copies what one pointer argument points at, at entry or at exit.
 */
#ifndef TRACE_PLAN_H
#define TRACE_PLAN_H

#ifndef __bpf__
#include <linux/types.h>
#endif

#define PLAN_OPS 9
#define PLAN_WHOLE (16u << 20)	/* bytes of memory that count as all of it */

enum cap_op {
	CAP_NONE = 0,
	CAP_STR,		/* NUL-terminated string, at most `max` bytes */
	CAP_BUF,		/* `size` * count bytes, at most `max` */
	CAP_STRV,		/* NULL-terminated vector of strings, each at most `max` bytes (0: only counted): PART_SELF holds their number, a __u64 */
	CAP_IOVEC,		/* count iovecs (PART_SELF), then their data (PART_DATA), at most `max` bytes each */
	CAP_MSGHDR,		/* count (1, or for mmsg more) msghdrs: PART_SELF, PART_NAME, PART_IOV, PART_DATA, PART_CONTROL */
	CAP_FDINFO,		/* struct fdinfo or file_path of the descriptor that the argument (CHUNK_RET: the result) is */
	CAP_RIGHTS,		/* the same of the descriptors in the control messages of count msghdrs (1, or for mmsg more) */
	CAP_PIDFD,		/* the same of the one that the argument points at, if argument `len_arg` has CLONE_PIDFD; with itself there: struct clone_args */
	CAP_CWD, CAP_ROOT,	/* struct file_path of the directory that the task is in, of its root */
	CAP_FDPAIR,		/* two descriptors written through the pointer: PART_SELF and a struct fdinfo each */
	CAP_TREE,		/* as CAP_BUF, then what pointers in that lead to: PART_AT. `max` is the number of its struct follow */
};

enum cap_len {			/* where a count comes from */
	LEN_ONE = 0,		/* 1 */
	LEN_ARG,		/* argument `len_arg` */
	LEN_RET,		/* the result (0 when it failed) */
	LEN_PTR,		/* the 32-bit number that argument `len_arg` points at */
	LEN_BITS,		/* argument `len_arg` is a number of bits: bytes of the words they take (8 bytes each, 4 in 32-bit ABIs) */
	LEN_ARG_MIN_RET,	/* the smaller of argument `len_arg` and the result */
	LEN_PTR64,		/* the word (long) that argument `len_arg` points at */
};

enum cap_fds {			/* descriptors in what a CAP_BUF copies; with LEN_ARG or LEN_BITS */
	FDS_NONE = 0,
	FDS_FIRST,		/* each element begins with one */
	FDS_BITS,		/* a bit for each, from 0 on */
};

enum cap_when {
	CAP_ENTRY = 1 << 0,	/* what the program passes */
	CAP_EXIT = 1 << 1,	/* what the kernel gave back; only when the call succeeded */
	CAP_ON_ERROR = 1 << 2,	/* with CAP_EXIT: also when it failed */
};

struct plan_op {
	__u8 op;		/* enum cap_op */
	__u8 arg;		/* argument, 0-5, or CHUNK_RET */
	__u8 when;		/* enum cap_when, or-ed */
	__u8 len;		/* enum cap_len */
	__u8 len_arg;
	__u8 total_ret : 1;	/* CAP_IOVEC, CAP_MSGHDR at exit: data is limited to the result's bytes */
	__u8 len_half : 1;	/* of argument `len_arg` the low 32 bits count */
	__u8 len_signed : 1;	/* … and below 0 it is no length: nothing is copied */
	__u8 fds : 2;		/* enum cap_fds */
	__u16 size;		/* bytes of an element */
	__u32 max;		/* bytes: see the op */
};

/*
 * Memory that a pointer leads to, and which pointers are in that in turn: an element of the map `follows`. Offsets are those in an element
 * of the memory that the pointer is in. Of what an argument points at (CAP_TREE) only `elem`, `max`, `first` and `n` are of use.
 */
struct follow {
	__u8 op;		/* CAP_STR, CAP_BUF */
	__u8 size;		/* bytes of the pointer */
	__u8 len;		/* enum cap_len of the number of elements, where no field holds it: LEN_ONE, LEN_ARG */
	__u8 len_arg;
	__u8 len_size;		/* bytes of the field that holds it; 0: none does */
	__u8 sub_size;		/* bytes of the field that has to be `sub` for the pointer to be followed; 0: it always is */
	__u16 offset;		/* of the pointer */
	__u16 len_offset, sub_offset;
	__u16 unit;		/* bytes of what is counted there */
	__u16 elem;		/* and of an element, that pointers are in: of a structure whose size is counted the whole */
	__u16 first, n;		/* follows of the pointers in each of these elements */
	__u32 sub, sub_mask;	/* of its bits `sub_mask` */
	__u32 max;		/* bytes to take at most */
};
_Static_assert(sizeof(struct follow) == 32, "struct follow");
#define FOLLOWS_MAX 1024	/* of all plans; below PART_INDEX */

/* flags of a plan */
#define PLAN_SHOW 1		/* selected for display */
#define PLAN_TRACK 2		/* changes descriptors, directories or names: sent when it succeeded, shown or not */
#define PLAN_PENDING 4		/* never or late returning (exit, exec): kept for REC_PENDING; its stack is taken at entry */
#define PLAN_SUB 8		/* ops depend on args[sub_arg] & sub_mask: look in the sub-plans of `sub_table` first */
#define PLAN_OF_FD 16		/* ops depend on what the first descriptor passed is: look in those of `sub_table` | SUB_OF_FD before that */
#define PLAN_TRACK_MADE 32	/* PLAN_TRACK, but for what its last op took it need not be */
#define PLAN_RET_INT 64		/* the result is an int that has lost its sign */
#define PLAN_STANDS 128		/* the call is another one: see as_nr and from */
#define PLAN_RESULT_AT 256	/* a result of 0 is none: that is in memory, where argument `result_arg` points */
#define PLAN_RENAMES 1024	/* changes names of files that others have open */
#define PLAN_FDS 2048		/* descriptors are passed, in arguments or in memory */
#define PLAN_BY_FD 512		/* of interest only if a descriptor that is passed lies below a path of the configuration */

/*
 * Where the arguments of the call are that a multiplexer stands for: four bits for each, which count the multiplexer's own, then one
 * that is 0, then words in memory; then four bits for the argument that points at these, and how many there are.
 */
#define STAND_ARG(i) (i)
#define STAND_ZERO 6
#define STAND_WORD(i) (7 + (i))
#define STAND_ARGS(a, b, c, d, e, f) ((a) | (b) << 4 | (c) << 8 | (d) << 12 | (e) << 16 | (f) << 20)
#define STAND_WORDS(arg, n) ((arg) << 24 | (__u32)(n) << 28)

struct plan {
	__u16 flags;
	__u8 nargs;		/* arguments the call has */
	__u8 nops;
	__u8 entry_ops, exit_ops;	/* whether any op runs then */
	/* 1 + number of the op, when it is the only one then and a plain string or buffer; 0: several, or another */
	__u8 fast_entry, fast_exit;
	union {
		__u32 sub_mask;		/* PLAN_SUB */
		__u32 as_nr;		/* PLAN_STANDS: number of the call that is meant */
	};
	struct plan_op ops[PLAN_OPS];
	__u8 error_ops;		/* whether any op runs at the exit of a call that failed */
	__u8 sub_arg : 4;
	__u8 fd_first : 4;	/* with fd_args: the first of them, */
	__u8 fd_args;		/* bit n: argument n is a descriptor */
	__u8 result_arg : 4;	/* PLAN_RESULT_AT */
	__u8 fd_last : 4;	/* … and the last */
	union {
		__u32 sub_table;	/* PLAN_SUB */
		__u32 from;		/* PLAN_STANDS: STAND_ARGS and STAND_WORDS */
	};
};
_Static_assert(sizeof(struct plan) % 8 == 0, "elements of an array map are multiples of 8 bytes");

#define SUB_LEVELS 3		/* a sub-plan may have sub-plans in turn; what a descriptor is counts as a level */
#define SUB_OF_FD (1u << 31)	/* or-ed to a table's number: `cmd` is one of these */
#define OF_FAMILY(family) ((__u32)(family) << 16 | 1u << 31)
#define OF_PROTOCOL(family, protocol) (OF_FAMILY(family) | ((protocol) + 1))	/* of those before sockets of the family */
#define OF_ANY_PROTOCOL(kind) ((kind) & 0xffff0000)

struct sub_key {		/* key of the sub-plans map */
	__u32 table;		/* plan.sub_table */
	__u32 cmd;		/* args[sub_arg] & sub_mask */
};

#endif
