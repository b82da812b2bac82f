/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * plan.h - what BPF captures for a system call: computed from its row (plan.c), passed in maps.
 *
 * A plan is a list of ops; each op captures the memory of one pointer argument, at entry or at exit.
 */
#pragma once

#ifndef __bpf__
#include <linux/types.h>
#endif

#define PLAN_OPS 9
#define PLAN_FEW 3		/* arguments; most calls have no more */
#define PLAN_WHOLE (16u << 20)	/* `max` for memory without a limit, bytes */
#define IOVECS_BRIEF 16		/* elements of a struct iovec array that are captured without plan_op.whole, */
#define MESSAGES_BRIEF 8	/* and messages of sendmmsg and recvmmsg; */
#define IOVECS_MAX 1024		/* with it, of both: the kernel's limit, UIO_MAXIOV */
#define SET_BITS_MAX (1u << 20)	/* bits of a set whose length counts bits */
#define EVENTS_MAX 4096		/* bytes of events transferred at once, if strings are not longer */
#define CONTROL_MAX 131072	/* bytes of control messages */
#define CALL_ELEMENTS 32768	/* strings of a vector, pointers in structures, and parts of messages that one op captures, at most */

enum cap_op {
	CAP_NONE = 0,
	CAP_STR,		/* NUL-terminated string, at most `max` bytes */
	CAP_BUF,		/* `size` * count bytes, at most `max` */
	CAP_STRV,		/* NULL-terminated vector of strings, each at most `max` bytes (0: only counted): PART_SELF holds their number, a __u64 */
	CAP_IOVEC,		/* count iovecs (PART_SELF), then their data (PART_DATA), at most `max` bytes each */
	CAP_MSGHDR,		/* count (1, or for mmsg more) msghdrs: PART_SELF, PART_NAME, PART_CONTROL, PART_IOV, PART_DATA */
	CAP_FDINFO,		/* struct fdinfo or file_path of the descriptor in the argument (CHUNK_RET: the result) */
	CAP_RIGHTS,		/* likewise for descriptors in the control messages of count msghdrs (1, or for mmsg more) */
	CAP_PIDFD,		/* likewise for the pidfd at the argument, if argument `len_arg` has CLONE_PIDFD; both the same: a struct clone_args */
	CAP_CWD, CAP_ROOT,	/* struct file_path of the task's working directory, of its root */
	CAP_FDPAIR,		/* two descriptors written through the pointer: PART_SELF and a struct fdinfo each */
	CAP_TREE,		/* as CAP_BUF, then memory that pointers in it point at: PART_AT. `max`: index of its struct follow */
};

enum cap_len {			/* how a count is determined */
	LEN_ONE = 0,		/* 1 */
	LEN_ARG,		/* argument `len_arg` */
	LEN_RET,		/* the result; 0 if the call failed */
	LEN_PTR,		/* the 32-bit number that argument `len_arg` points at */
	LEN_BITS,		/* argument `len_arg` is a number of bits: the bytes of their words (8 each, 4 in 32-bit ABIs) */
	LEN_ARG_MIN_RET,	/* the smaller of argument `len_arg` and the result */
	LEN_PTR64,		/* the word (long) that argument `len_arg` points at */
	LEN_IOC,		/* the size in a request of ioctl, argument `len_arg`, if its direction is that of the op (asm-generic/ioctl.h) */
	LEN_SEMAPHORES,		/* of the set whose ID is argument `len_arg` */
	LEN_BEYOND,		/* of a structure's last field: a field has the structure's size, of which these are the bytes from its offset on */
	/* Of pointers in structures, whose number is that of a field: the product with the 32-bit field at offset `len_arg`; the power of two whose
	 * exponent is in its bits from `len_arg` on, four of them */
	LEN_TIMES,
	LEN_POWER,
	/* Of pointers in structures: keys, values, and positions (of batches, if there are elements) of a BPF map, the descriptor of which is at
	 * offset `len_arg` of the structure. The bytes of each are the map's; as many as the number of elements */
	LEN_MAP_KEY,
	LEN_MAP_VALUE,
	LEN_MAP_POSITION,
};

/* The flags of elements, in the members of union bpf_attr (linux/bpf.h) for one element, whose map_fd is at 0, and for batches. */
#define MAP_FLAGS_AT(map_fd_at) ((map_fd_at) ? 40 : 24)

enum cap_fds {			/* descriptors in memory that CAP_BUF captures; with LEN_ARG or LEN_BITS */
	FDS_NONE = 0,
	FDS_FIRST,		/* each element begins with one */
	FDS_BITS,		/* a bitmap */
};

enum cap_when {
	CAP_ENTRY = 1 << 0,	/* memory that the program passes */
	CAP_EXIT = 1 << 1,	/* memory that the kernel fills; only if the call succeeded */
	CAP_ON_ERROR = 1 << 2,	/* with CAP_EXIT: also if it failed */
};

struct plan_op {
	__u8 op;		/* enum cap_op */
	__u8 arg;		/* argument, 0-5, or CHUNK_RET */
	__u8 when;		/* enum cap_when, or-ed */
	__u8 len;		/* enum cap_len */
	__u8 len_arg;
	__u8 total_ret : 1;	/* CAP_IOVEC, CAP_MSGHDR at exit: data is limited to the result's bytes */
	__u8 len_half : 1;	/* argument `len_arg` is 32-bit */
	__u8 len_signed : 1;	/* … and signed: nothing is captured if it is below 0 */
	__u8 fds : 2;		/* enum cap_fds */
	__u8 whole : 1;		/* CAP_IOVEC, CAP_MSGHDR: all, not only the first of many */
	/* CAP_BUF, CAP_IOVEC at exit: at least EVENTS_MAX bytes (of each element) if argument 0 is a descriptor that may transfer events */
	__u8 events : 1;
	__u8 bytes : 1;		/* CAP_BUF: as many bytes as the result, or as argument `len_arg`, whole and not signed, says */
	__u16 size;		/* bytes of an element */
	__u32 max;		/* bytes: see the op */
};

/*
 * A pointer in memory, what is captured at it, and the pointers in that: an element of the map `follows`. Offsets are relative to
 * an element of the memory that holds the pointer. `size` 0: there is no pointer, what is captured is in the same memory, from
 * `offset` on (a flexible array member). For an argument (CAP_TREE) only `elem`, `max`, `first` and `n` are used.
 */
struct follow {
	__u8 op;		/* CAP_STR, CAP_BUF */
	__u8 size;		/* bytes of the pointer, or 0 */
	__u8 len;		/* enum cap_len of the number of elements if no field holds it: LEN_ONE, LEN_ARG, LEN_RET; or LEN_TIMES, LEN_POWER, LEN_MAP_… */
	__u8 len_arg;
	__u8 len_size;		/* bytes of the field that holds it; 0: none */
	__u8 sub_size;		/* bytes of the field that must be `sub` for the pointer to be followed; 0: always followed */
	__u16 offset;		/* of the pointer */
	__u16 len_offset, sub_offset;
	__u16 unit;		/* bytes of a unit of that number */
	__u16 elem;		/* bytes of an element of the memory; a structure whose number is its size is one element */
	__u16 first, n;		/* struct follow of the pointers in each element */
	__u32 sub, sub_mask;	/* `sub_mask`: the bits of that field to compare */
	__u32 max;		/* bytes to capture at most */
};
_Static_assert(sizeof(struct follow) == 32, "struct follow");
#define TREE_DEPTH 3		/* structures, the argument's included, through which a pointer is followed, at most (tests/unit/test_rows.c) */
#define SIZED_MOST 4096	/* structures with such a size are a page at most: the kernel rejects larger ones unread */
#define FOLLOWS_MAX 4095	/* of all plans; PART_INDEX */

/* LEN_BEYOND: bytes from offset `from` on of a structure of `size` bytes. */
static inline __attribute__((always_inline)) __u64 bytes_beyond(__u64 size, __u64 from)
{
	return size > from && size <= SIZED_MOST ? size - from : 0;
}

/* LEN_POWER */
static inline __attribute__((always_inline)) __u64 power_in(__u64 v, __u32 from)
{
	return 1ull << (v >> (from & 63) & 15);
}

/* flags of a plan */
#define PLAN_SHOW 1		/* selected for display */
#define PLAN_TRACK 2		/* changes descriptors, directories or names, or requests of aio are made from it: sent if it succeeded, even if it is not shown.
				   With cfg.tally only the latter, which are sent instead of being counted */
#define PLAN_PENDING 4		/* does not return to its caller (exit, exec): sent as REC_PENDING; its stack is taken at entry */
#define PLAN_SUB 8		/* ops depend on args[sub_arg] & sub_mask: look in the sub-plans of `sub_table` first */
#define PLAN_OF_FD 16		/* ops depend on the kind of the first descriptor: look in `sub_table` | SUB_OF_FD before that */
#define PLAN_TRACK_MADE 32	/* PLAN_TRACK only if its last op captured a descriptor */
#define PLAN_RET_INT 64		/* the result is an int whose upper half is 0: sign-extend it */
#define PLAN_STANDS 128		/* replaced by the call that it makes: see as_nr and from */
#define PLAN_RESULT_AT 256	/* if the call returns 0, its result is where argument `result_arg` points */
#define PLAN_RENAMES 1024	/* changes names of files that others have open */
#define PLAN_FDS 2048		/* descriptors are passed, in arguments or in memory */
#define PLAN_FRAME 4096		/* argument 0 is an address in the signal frame: the stack pointer and frame_at */
#define PLAN_RET_BYTES 8192	/* the result is a number of bytes that were moved */
#define PLAN_OWN_FD 16384	/* requests of io_uring: creates or closes a descriptor, in the ring's own table if file_index is set */
#define PLAN_SETS_USER 32768	/* may change the thread's user; with PLAN_RET_INT */
#define PLAN_BY_FD 512		/* sent only if the file of a passed descriptor is below a path of the configuration */

/*
 * Where the arguments of a call made through a multiplexer are: four bits for each, a STAND_ value: an argument of the
 * multiplexer, 0, or a word in memory; then four bits each for the argument that points at these words, and their number.
 */
#define STAND_ARG(i) (i)
#define STAND_ZERO 6
#define STAND_WORD(i) (7 + (i))
#define STAND_ARGS(a, b, c, d, e, f) ((a) | (b) << 4 | (c) << 8 | (d) << 12 | (e) << 16 | (f) << 20)
#define STAND_WORDS(arg, n) ((arg) << 24 | (__u32)(n) << 28)

/* Requests of io_uring: which field of struct io_uring_sqe is an argument, four bits for each as in STAND_ARGS. */
enum sqe_field {
	SQE_ZERO = 0,
	SQE_FD, SQE_OFF, SQE_ADDR, SQE_LEN, SQE_FLAGS,	/* fd; off or addr2; addr; len; the flags of the operation */
	SQE_BUF,		/* buf_index, buf_group */
	SQE_FILE,		/* file_index, splice_fd_in */
	SQE_ADDR3, SQE_PRIO,	/* ioprio, which some operations use for flags */
	SQE_CMD,		/* cmd_op: the lower half of off */
	SQE_ADDR_LEN,		/* the lower half of file_index */
	SQE_CLOSED,		/* fd, or the element of the ring's own table that file_index names */
	SQE_LEVEL, SQE_OPTNAME,	/* the lower and the upper half of addr */
	SQE_FIELDS
};

struct plan {
	__u16 flags;
	__u8 nargs : 7;		/* arguments of the call */
	__u8 few : 1;		/* of a call's own plan: only the first PLAN_FEW are looked at */
	__u8 nops;
	__u8 entry_ops, exit_ops;	/* whether any op runs at entry, at exit */
	/* offset in this structure of the op, if only one runs then and it is a plain CAP_STR or CAP_BUF; else 0. Or-ed in: FAST_BYTES */
	__u8 fast_entry, fast_exit;
	union {
		__u32 sub_mask;		/* PLAN_SUB */
		__u32 as_nr;		/* PLAN_STANDS: number of the call that it makes */
		__u32 frame_at;		/* PLAN_FRAME */
	};
	struct plan_op ops[PLAN_OPS];
	__u8 error_ops;		/* whether any op runs at exit if the call failed */
	__u8 sub_arg : 4;
	__u8 fd_first : 4;	/* the first of fd_args, */
	__u8 fd_args;		/* bit n: argument n is a descriptor */
	__u8 result_arg : 4;	/* PLAN_RESULT_AT */
	__u8 fd_last : 4;	/* … and the last */
	union {
		__u32 sub_table;	/* PLAN_SUB */
		__u32 from;		/* PLAN_STANDS: STAND_ARGS and STAND_WORDS; requests of io_uring: of enum sqe_field */
	};
};
#define PLAN_SIZE 128		/* a power of two */
#define FAST_BYTES 128		/* plan_op.bytes of argument FAST_ARG: at entry as many as argument FAST_LEN says, at exit as the result says */
#define FAST_ARG 1
#define FAST_LEN 2
_Static_assert(sizeof(struct plan) == PLAN_SIZE, "struct plan");

#define SUB_LEVELS 3		/* sub-plans may have sub-plans; those by kind of descriptor count as a level */
#define SUB_OF_FD (1u << 31)	/* or-ed into a table's number: `cmd` is one of these */
#define OF_FAMILY(family) ((__u32)(family) << 16 | 1u << 31)
#define OF_PROTOCOL(family, protocol) (OF_FAMILY(family) | ((protocol) + 1))	/* precedes OF_FAMILY */
#define OF_ANY_PROTOCOL(kind) ((kind) & 0xffff0000)

/* The map `plans`: plans of calls, by slot and number, then sub-plans. */
#define SUB_PLANS (ABI_SLOTS * SLOT_CALLS)
#define SUB_PLANS_MAX 2048	/* distinct ones */
#define PLANS_MAX (SUB_PLANS + SUB_PLANS_MAX)

/*
 * The memory of the map `sub_plans`: a hash table that is filled without a call for each key, and has each key in one place only: a bucket's
 * seed is one with which all of its keys get slots of their own.
 */
#define SUB_KEYS_MAX 8192
#define SUB_SLOT_BITS 14
#define SUB_BUCKET_BITS 11
struct sub_plans {
	__u64 keys[1 << SUB_SLOT_BITS];		/* sub_key(); 0: none */
	__u16 plans[1 << SUB_SLOT_BITS];	/* indices in `plans` */
	__u16 seeds[1 << SUB_BUCKET_BITS];
};

/* table: plan.sub_table, which is not 0; cmd: args[sub_arg] & sub_mask */
static inline __u64 sub_key(__u32 table, __u32 cmd)
{
	return (__u64)table << 32 | cmd;
}

#define SUB_FACTOR 0x9e3779b97f4a7c15ull	/* odd, its bits in no order: 2^64 divided by the golden ratio */

static inline __u64 sub_bucket(__u64 key)
{
	return key * SUB_FACTOR >> (64 - SUB_BUCKET_BITS);
}

static inline __u64 sub_slot(__u64 key, __u64 seed)
{
	return (key * SUB_FACTOR ^ seed) * SUB_FACTOR >> (64 - SUB_SLOT_BITS);
}
