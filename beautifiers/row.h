/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * row.h - the row language: one line describes a system call completely.
 *
 *	{ "openat", ARGS(AT_FD("dfd"), PATH("filename"), FLAGS("flags", open_flags), MODE("mode", .when = mode_matters)),
 *	  RET_FD, OPENS_FD },
 *
 * An argument's kind defines both how it is shown and what BPF captures (see bpf/plan.h). Arguments have their names in the
 * kernel's tracepoint formats (events/syscalls/sys_enter_NAME/format). Rows live in rows/NAME.c, one table a file, listed in
 * rows.c.  man/trace-beautifiers.7 is the guide.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "bpf/plan.h"
#include "flags.h"
#include "syscalltbl/syscalltbl.h"
#include "verbs.h"

struct call;			/* show.h */
struct show;			/* show.h */
struct arg;			/* show.h */
struct names;			/* show.h */
struct shape;			/* shape.h */

/* How a value is shown and captured. One const object per kind, in kinds.c. */
struct kind {
	const char *name;
	void (*show)(struct show *s, const struct arg *a);
	bool sign;		/* 32-bit values are sign-extended before they are shown */
	bool half;		/* the kernel uses at most the low 32 bits of an argument: the upper ones may be garbage */
	bool is_fd;		/* a descriptor: for tracking and for --path */
	bool is_path;		/* a path in the file system: for --path and counts of strings */
	bool is_text;		/* a string that the program passes, other than a path */
	bool is_env;		/* an environment: only counted, except with --env */
	bool is_addr;		/* a socket address that the program passes, or messages with one: for --hold */
	bool is_sockaddr;	/* a socket address, with a path if it is of AF_UNIX: for --path */
	bool has_fds;		/* a set of descriptors */
	bool hidden;		/* not shown: an unused register, or a part of the previous argument */
	bool whole;		/* an array that is captured and shown whole with --verbose */
	bool counted;		/* likewise where only the number of its elements is shown */
	bool cut;		/* a structure of which the call returns as much as there is room for */
	bool longer;		/* what is beyond the structure is shown as bytes */
	bool beyond;		/* a FIELD_BEYOND */
	bool sized;		/* structures whose size is passed separately: a smaller one is an older version */
	bool owned;		/* a futex whose word has the ID of the thread that holds it */
	bool may_be_owned;	/* a futex of which the program may keep that ID, as mutexes of C libraries do */
	bool plain;		/* a number or an address, whatever it points at */
	bool array;		/* an array whose elements have no shape */
	bool structured;	/* not a string or a buffer, though it has no shape: -e verbose=none shows the address */
	bool netlink;		/* the buffers have netlink messages */
	bool by_driver;		/* commands of drivers: what they mean depends on the descriptor's device */
	bool position;		/* a position in the file; without `sign`: the lower half of one, where registers have 32 bits */
	bool out;		/* valid after the call returned: shown in the resumed half of an interrupted line */
	const struct shape *shape;	/* layout if the spec has none (iovec, msghdr) */
	const struct flag_table *names;	/* names of values if the spec has none (requests of ioctl) */
	void (*show_field)(struct show *s, const uint8_t *p, uint32_t size);	/* fields that are not numbers: char[] */
	struct plan_op cap[2];	/* capture ops; plan.c sets arg, and len_arg, size and max if they are 0 */
};

struct arg_spec {
	const char *name;
	const struct kind *kind;
	const struct flag_table *flags;	/* FLAGS, ENUM and their relatives */
	const struct flag_table *flags2;	/* second table: see the kind */
	const struct shape *shape;	/* STRUCT and ARRAY kinds */
	const struct kind *strace;	/* strace shows it as one of this kind, which captures nothing else. NULL: as `kind` */
	uint8_t name_len;	/* bytes of name; 0: not counted */
	bool on_intr;		/* out: written only if the call was interrupted (nanosleep's remaining time) */
	bool on_error;		/* out: written also if the call fails (the kernel corrects an unknown size or version) */
	int8_t len_arg;		/* argument that holds the length or the count, depending on the kind */
	int8_t dir_arg;		/* PATH_AT: argument that holds the directory descriptor */
	bool (*when)(const struct call *c);	/* shown only if true (openat's mode); NULL: always */
	bool (*named)(const struct call *c);	/* kinds enum_where, str_where: does it have a name, is it a string? */
	bool (*filled)(const struct call *c);	/* out: has a successful call written it (wait4's usage)? NULL: always */
};

#define ARGS(...) .args = (const struct arg_spec[]){ __VA_ARGS__ }, .nargs = sizeof((const struct arg_spec[]){ __VA_ARGS__ }) / sizeof(struct arg_spec)
#define RET_AS(k, ...) .ret = RET_KIND, .ret_as = &kind_##k, ##__VA_ARGS__	/* the result is shown as an argument of kind k */
#define RET_ADDRESS .ret = RET_POINTER

/* What the result means. */
enum ret_kind {
	RET_INT = 0,		/* decimal; -errno below 0 */
	RET_FD,			/* a descriptor */
	RET_HEX,		/* a word, hexadecimal */
	RET_FLAGS,		/* bits of row.ret_flags (fcntl F_GETFL) */
	RET_ENUM,		/* one of row.ret_flags */
	RET_POINTER,		/* an address */
	RET_KIND,		/* as an argument of kind row.ret_as: RET_AS */
	RET_PID,		/* thread id: with its comm if known */
	RET_ID,			/* thread id, without its name */
	RET_UINT,		/* unsigned; never an error (umask, getuid) */
	RET_OCTAL,		/* umask */
	RET_NONE,		/* does not return: shown as ? */
};

/*
 * What a successful call changes. Effects from OPENS_FD on are applied by src/tracker/fd_tracking.c, and always captured for selected
 * tasks; those before it have records of their own (the perf source derives these from the calls). In a row the effect's arguments
 * follow it: DUPS_TO(0, 1).
 */
enum effect {
	EFFECT_NONE = 0,
	EXECS,			/* fdinfo is captured at entry */
	FORKS,			/* returns 0 in the new thread. With `pidfd_at` it may create a descriptor */
	ENDS_THREAD,		/* (status) */
	ENDS_PROCESS,		/* (status) */
	SIGRETURNS,		/* the thread continues where the signal interrupted it: the result is a register of that code */
	WAITS,			/* (status): the result is a child, whose status is at this argument */
	SETS_USER,		/* the thread's real user ID may change: the first argument */
	OPENS_FD,		/* the result is a new descriptor of the path argument (open, openat, creat, openat2…) */
	OPENS_INFO,		/* the result is a new descriptor; its fdinfo is captured (socket, accept, epoll_create, …) */
	OPENS_PAIR,		/* two new descriptors at the pointer argument of kind FD_PAIR */
	DUPS_FD,		/* (fd): the result is a copy of it (dup, fcntl F_DUPFD) */
	DUPS_TO,		/* (from, to): the second becomes a copy of the first (dup2, dup3) */
	CLOSES_FD,		/* (fd): also if the call fails, except with EBADF */
	CLOSES_RANGE,		/* (first, last, flags) */
	SETS_CLOEXEC,		/* (fd, flags): sets or clears close-on-exec by the flags (F_SETFD), or by `cloexec` if flags is NO_ARG */
	RECEIVES_FDS,		/* descriptors received in messages (recvmsg) */
	NAMES_SOCK,		/* (fd): its address changed (bind, connect, listen); its fdinfo is captured */
	CHDIRS,			/* cwd becomes the path argument */
	FCHDIRS,		/* (fd): cwd becomes its path */
	REMOVES,		/* the path argument is removed (unlink) */
	RENAMES,		/* (flags): the first path argument is renamed to the second; the flags may have RENAME_EXCHANGE */
	UNSHARES,		/* (flags): CLONE_FILES, CLONE_FS */
	CHROOTS,
	MOUNTS,			/* file systems are mounted, moved or unmounted */
	PIVOTS,			/* and the first path argument becomes the root, the old root moves to the second (pivot_root) */
	ENTERS_NS,		/* the thread may be in another mount namespace (setns) */
};

/* Can it change the paths of files that other tasks have open? */
static inline bool effect__renames(enum effect e)
{
	return e == REMOVES || e == RENAMES || e == MOUNTS || e == PIVOTS;
}

/* What a call does with requests of aio; argument `on[0]` is their context. */
enum aio_call {
	AIO_NONE = 0,
	AIO_SUBMITS,		/* as many as its result, of those in the argument of shape_iocb_pointer */
	AIO_REAPS,		/* their ends are in the argument of shape_io_event */
	AIO_DESTROYS,		/* the context: those that have not been reaped will not be */
};

/* Which lock of a file a call asks for; argument `on[0]` is the descriptor. */
enum lock_call {
	LOCKS_NONE = 0,
	LOCKS_FILE,		/* of all of it: argument `on[1]` has the operation (flock) */
	LOCKS_RANGE,		/* of bytes: argument `on[1]` points at a struct flock */
};

enum submits {
	SUBMITS_URING = 1,	/* its first descriptor is an io_uring, which no request can close: what that is need not be asked at each call */
	SUBMITS_AIO = 2,	/* those that count calls leave them out */
};

#define NO_ARG (-1)
#define EFFECT(e, ...) .effect = e, .on = { __VA_ARGS__ }
#define OF_TASK(pid) .on = { pid }	/* no effect: the task that the result describes */
#define WAITS(status) EFFECT(WAITS, status)
#define ENDS_THREAD(status) EFFECT(ENDS_THREAD, status)
#define ENDS_PROCESS(status) EFFECT(ENDS_PROCESS, status)
#define DUPS_FD(fd) EFFECT(DUPS_FD, fd)
#define DUPS_TO(from, to) EFFECT(DUPS_TO, from, to)
#define CLOSES_FD(fd) EFFECT(CLOSES_FD, fd)
#define CLOSES_RANGE(first, last, flags) EFFECT(CLOSES_RANGE, first, last, flags)
#define SETS_CLOEXEC(fd, flags) EFFECT(SETS_CLOEXEC, fd, flags)
#define NAMES_SOCK(fd) EFFECT(NAMES_SOCK, fd)
#define FCHDIRS(fd) EFFECT(FCHDIRS, fd)
#define RENAMES(flags) EFFECT(RENAMES, flags)
#define MOVES_BYTES .moves = true, .ret_bytes = true
#define MOVES_MESSAGES .moves = true	/* the result is a number of messages */
#define LOCKS(what, fd, how) .locks = LOCKS_##what, .on = { fd, how }
#define RET_BYTES .ret_bytes = true
#define RET_BYTES_FROM(in, out) RET_BYTES, .from = 1 + in, .to = 1 + out
#define UNSHARES(flags) EFFECT(UNSHARES, flags)

struct row {
	const char *name;
	const struct arg_spec *args;	/* ARGS */
	uint8_t nargs;			/* up to CALL_ARGS */
	enum ret_kind ret;
	enum effect effect;
	int8_t on[3];		/* arguments of the effect */
	const struct flag_table *ret_flags;
	const struct kind *ret_as;	/* RET_KIND, and RET_UINT of a user or a group; its lists are ret_flags and ret_flags2 */
	const struct flag_table *ret_flags2;
	/* strace's format shows the result as a number, and what it means after this word: = 0x8002 (flags O_RDWR|O_LARGEFILE). "": no word. NULL: it is
	 * shown as in other formats */
	const char *note;
	uint8_t note_names;		/* enum note_names */
	bool restarts;			/* it goes on with a call that a signal interrupted */
	bool note_dec;			/* that number is decimal */
	bool note_zero;			/* 0 means something, too */
	bool ret_int;		/* a 64-bit kernel returns an unsigned int, also for errors: the upper half is 0 */
	bool moves;		/* it moves bytes between its first descriptor and its buffers */
	bool ret_bytes;		/* the result is the number of bytes that it moved: summaries add these up */
	bool cloexec;		/* the descriptor is always close-on-exec */
	bool connects;		/* its first descriptor becomes a connection */
	bool accepts;		/* the result is a connection */
	uint8_t submits;	/* enum submits: it passes requests on to the kernel, which are no calls */
	uint8_t aio;		/* enum aio_call */
	uint8_t locks;		/* enum lock_call */
	uint8_t from, to;	/* 1 + descriptor that the result's bytes were read from, and written to: if there are two; 0: none */
	uint8_t error_at;	/* 1 + argument that points at the pending error of its first descriptor: of a connection that was not waited for; 0: none */
	/* FORKS: 1 + argument that points at the new pidfd, 1 + argument with CLONE_PIDFD; equal: a struct clone_args has both.
	 * 0: none */
	uint8_t pidfd_at, pidfd_flags;
	/* OPENS_INFO: the descriptor's name in /proc/PID/fd; % is replaced by the first STR argument. NULL: by its fdinfo */
	const char *fd_name;
	const char *tracepoint;	/* NAME of its tracepoints sys_enter_NAME and sys_exit_NAME; NULL: the call's name */
	uint8_t often;		/* rank by frequency among calls with strings, from 1: the first get perf events of their own; 0: none */
	/* Sub-tables: args[sub_arg] & sub_mask selects a row of `sub` (by .cmd) that replaces this one, and may have sub-tables
	 * too, up to SUB_LEVELS. */
	const struct sub_table *const *sub;	/* NULL at the end: SUB, SUB_TABLES */
	uint8_t sub_arg;
	uint32_t sub_mask;	/* 0: all bits */
	/* For commands that no table has; NULL if it has none either. args and names: for row__fd_driver() */
	const struct row *(*otherwise)(const struct row *row, enum abi abi, uint32_t cmd, const uint64_t *args, const struct names *names);
	void (*ret_extra)(struct show *s, const struct call *c);	/* text after the result; see show.h */
	const struct row *strace;	/* the row by which strace shows the call. It determines nothing else. NULL: this one */
	bool comma_late;	/* strace: of an interrupted line, the second half begins with the comma */
	const uint8_t *order;		/* rows of strace: its arguments are shown in this order, with their names. NULL: in theirs, without */
	/* Sub-rows: the command's name, if ABIs lack it or number it differently. subrow.cmd is then the build machine's number,
	 * or 0; the table of args[sub_arg] or of ioctl's requests has the number in each ABI */
	const char *named;
	bool of_driver;		/* sub-rows of ioctl: a request of one of the drivers that have numbers of their own, as its name says (drivers.h) */
	/* Sub-rows of a multiplexer (socketcall), and calls that take a pointer to their arguments (i386's mmap): the call that
	 * it makes, as which BPF captures it, and where that call's arguments are: STAND_*. If they cannot be read, this row is
	 * used. */
	const char *stands_for;
	uint32_t stands_from;
	uint32_t sqe;		/* requests of io_uring: where the arguments are in struct io_uring_sqe: SQE */
	const struct arg_spec *ioprio;	/* the same: what their field of this name means, if it is no argument; NULL: not known */
	bool ioprio_flags;	/* it has IORING_RECVSEND_ flags */
	uint32_t iocb;		/* requests of aio: where the arguments are in struct iocb: IN_IOCB */
	uint8_t result_arg;	/* argument of that call that points at its result (shmat), as the multiplexer returns 0; 0: none */
};

struct subrow {
	uint32_t cmd;
	struct row row;
};

struct sub_table {
	const struct subrow *rows;
	unsigned n;
	uint32_t of;		/* OF_FAMILY, OF_PROTOCOL: applies only if the first descriptor is of this kind, and precedes others; 0: any */
};

#define SUB_TABLE(table, ...) { .rows = table, .n = sizeof(table) / sizeof((table)[0]), ##__VA_ARGS__ }
#define SUB_TABLES(arg, tables) .sub = tables, .sub_arg = arg
#define SUB(arg, table) SUB_TABLES(arg, ((const struct sub_table *const[]){ &(const struct sub_table)SUB_TABLE(table), NULL }))
#define SUB_MASK(arg, mask, table) SUB(arg, table), .sub_mask = mask

#define SQE_ARGS(a, b, c, d, e, f, ...) .sqe = STAND_ARGS(SQE_##a, SQE_##b, SQE_##c, SQE_##d, SQE_##e, SQE_##f)
#define SQE(...) SQE_ARGS(__VA_ARGS__, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO)	/* of each argument */

/* Where an argument is in struct iocb, linux/aio_abi.h; four bits for each as in STAND_ARGS. */
enum iocb_field {
	AIO_ZERO = 0,
	AIO_FD, AIO_BUF, AIO_NBYTES, AIO_OFFSET, AIO_RW_FLAGS,
	AIO_RESFD,		/* -1 without IOCB_FLAG_RESFD */
};
#define AIO_ARGS(a, b, c, d, e, f, ...) .iocb = STAND_ARGS(AIO_##a, AIO_##b, AIO_##c, AIO_##d, AIO_##e, AIO_##f)
#define IN_IOCB(...) AIO_ARGS(__VA_ARGS__, ZERO, ZERO, ZERO, ZERO, ZERO, ZERO)	/* of each argument */
static inline enum iocb_field row__iocb_field(const struct row *row, unsigned arg) { return (enum iocb_field)(row->iocb >> 4 * arg & 15); }

#define STANDS_FOR(call, from) .stands_for = call, .stands_from = from

struct row_table {
	const struct row *rows;
	unsigned n;
};

/* The row of a call, NULL if there is none. O(1) after rows__init(). */
void rows__init(void);
const struct row *rows__find(enum abi abi, unsigned nr);
enum effect rows__effect(enum abi abi, unsigned nr);
/* The value of the effect's argument i; 0 for NO_ARG. */
static inline uint64_t row__on(const struct row *row, const uint64_t *args, unsigned i) { return row->on[i] < 0 ? 0 : args[row->on[i]]; }
/* Argument i; one without a name if there are fewer. */
static inline const struct arg_spec *row__spec(const struct row *row, unsigned i)
{
	static const struct arg_spec none;

	return i < row->nargs ? &row->args[i] : &none;
}
/* The next path argument from `i` on; -1: none. */
static inline int row__path(const struct row *row, int i)
{
	for (; i < row->nargs; i++)
		if (row->args[i].kind->is_path)
			return i;
	return -1;
}
/* The first argument that is a descriptor; -1: none. */
static inline int row__fd_arg(const struct row *row)
{
	for (int i = 0; i < row->nargs; i++)
		if (row->args[i].kind->is_fd)
			return i;
	return -1;
}
/* The row of a call with these arguments: a sub-row, or the row itself. */
const struct row *row__resolve(const struct row *row, enum abi abi, const uint64_t *args, const struct names *names);
/* The driver of the first descriptor's device; NULL: it is no device, or this is not known. */
const char *row__fd_driver(const struct row *row, const uint64_t *args, const struct names *names);
/* Sub-row i of all its tables together, and the kind of descriptor that its table applies to; NULL: there are no more. */
const struct subrow *row__sub_of(const struct row *row, unsigned i, uint32_t *of);
static inline const struct subrow *row__sub(const struct row *row, unsigned i) { return row__sub_of(row, i, &(uint32_t){ 0 }); }
/* The command that selects a sub-row in an ABI. false: that ABI has no such command. */
bool row__sub_cmd(const struct row *row, const struct subrow *sub, enum abi abi, uint32_t *cmd);
/* The sub-row of the multiplexer through which the call with this number is made; NULL: it is made directly. */
const struct row *rows__standing(enum abi abi, unsigned nr);
/* Entries for the pointers in structures that plans follow: see struct follow. Pointers beyond `room` are not followed. */
struct follows {
	struct follow *of;
	unsigned n, room;
};
struct plan_limits {
	unsigned strings;	/* bytes of strings and buffers */
	bool env;		/* the environment's strings are captured, not only counted */
	bool whole;		/* arrays are captured whole */
	bool vectors;		/* as strace reads memory: vectors of buffers and of messages whole, of buffers one byte more than is shown */
	bool count;		/* those of which some formats show only the number of elements are captured whole */
};
/*
 * The capture plan of a row, without its sub-rows. Sizes are those of `abi`. Pointers in structures are followed by entries added to
 * `follows` (NULL: they are not followed).
 */
void row__plan(const struct row *row, enum abi abi, const struct plan_limits *limits, struct plan *plan, struct follows *follows);
/* For a call made through a multiplexer: adds where its result is. standing: see rows__standing(). */
void row__plan_result(const struct row *standing, struct plan *plan);

/*
 * Kinds. `n` is the argument's name, `l` the number (0 to 5) of another argument, `t` a flag table, `s` a shape.
 * Trailing `...` takes further designated members, .when mostly.
 */
#define ARG_(n, k, ...)	{ .name = n, .name_len = sizeof(n) - 1, .kind = &kind_##k, ##__VA_ARGS__ }
/* Numbers */
#define INT(n, ...)		ARG_(n, int, ##__VA_ARGS__)		/* 32-bit signed, decimal */
#define UINT(n, ...)		ARG_(n, uint, ##__VA_ARGS__)		/* 32-bit unsigned, decimal */
#define LONG(n, ...)		ARG_(n, long, ##__VA_ARGS__)		/* word, signed, decimal */
#define ULONG(n, ...)		ARG_(n, ulong, ##__VA_ARGS__)		/* word, unsigned, decimal: sizes */
#define VLEN(n, ...)		ARG_(n, uint, .strace = &kind_ulong, ##__VA_ARGS__)	/* a number of iovecs: a word, of which the kernel uses 32 bits */
#define NBYTES(n, ...)		ARG_(n, nbytes, ##__VA_ARGS__)		/* word, bytes: with --verbose also in MiB, GiB or TiB */
#define HEX(n, ...)		ARG_(n, hex, ##__VA_ARGS__)		/* word, hexadecimal */
#define HEX32(n, ...)		ARG_(n, hex32, ##__VA_ARGS__)
#define LENGTH(n, ...)		ARG_(n, length, ##__VA_ARGS__)		/* the same, signed: of a file */
#define LENGTH64(n, ...)	ARG_(n, length64, ##__VA_ARGS__)	/* likewise loff_t in one register */
#define LENGTH_LO(n, ...)	ARG_(n, length_lo, ##__VA_ARGS__)	/* 32-bit ABIs: likewise the low half; the next argument is the high one */
#define OFFSET(n, ...)		ARG_(n, offset, ##__VA_ARGS__)		/* loff_t in one register: ABIs with 64-bit ones, x32 too */
#define HEX64(n, ...)		ARG_(n, hex64, ##__VA_ARGS__)		/* the same, hexadecimal */
#define OFFSET_LO(n, ...)	ARG_(n, offset_lo, ##__VA_ARGS__)	/* 32-bit ABIs: this argument is the low, the next the high half; shown as one */
#define HI_HALF			{ .name = "", .kind = &kind_hidden }	/* high half after OFFSET_LO, or padding: not shown */
#define PTR(n, ...)		ARG_(n, ptr, ##__VA_ARGS__)		/* address that is not followed; NULL */
/* Descriptors, processes, users */
#define FD(n, ...)		ARG_(n, fd, ##__VA_ARGS__)
#define AT_FD(n, ...)		ARG_(n, at_fd, ##__VA_ARGS__)		/* AT_FDCWD shows as CWD; .flags: other special values */
#define PID(n, ...)		ARG_(n, pid, ##__VA_ARGS__)
#define PID_GROUP(n, ...)	ARG_(n, pid_group, ##__VA_ARGS__)	/* a process, or below -1 a process group (kill) */
#define PID_THERE(n, ...)	ARG_(n, pid_there, ##__VA_ARGS__)	/* an ID in another PID namespace, of the task in the result; as a result: of the task in argument OF_TASK */
#define UID(n, ...)		ARG_(n, uid, ##__VA_ARGS__)		/* a user; -1 shows as -1 */
#define GID(n, ...)		ARG_(n, gid, ##__VA_ARGS__)		/* a group */
#define OWNER(n, ...)		ARG_(n, owner, ##__VA_ARGS__)		/* a user, a group or another owner of a quota: never named */
#define UID16(n, ...)		ARG_(n, uid16, ##__VA_ARGS__)		/* low 16 bits: i386's older calls; 65535 shows as -1 */
#define FD_UINT(n, ...)	ARG_(n, fd_uint, ##__VA_ARGS__)		/* unsigned int: limit of a range, which may be above all descriptors */
#define SIGNAL(n, ...)		ARG_(n, signal, ##__VA_ARGS__)
#define SIGNAL64(n, ...)	ARG_(n, signal64, ##__VA_ARGS__)	/* word: one above 32 bits is no signal */
#define HANDLER(n, ...)		ARG_(n, handler, ##__VA_ARGS__)		/* of a signal: SIG_DFL, SIG_IGN or an address */
#define DEV(n, ...)		ARG_(n, dev, ##__VA_ARGS__)		/* makedev(0x8, 0x1); arguments: 32-bit */
#define DEV_MADE(n, mode, ...)	ARG_(n, dev_made, .len_arg = mode, ##__VA_ARGS__)	/* the same, of a file that is made; the argument with its mode */
/* Names for numbers */
#define FLAGS(n, t, ...)	ARG_(n, flags, .flags = &t, ##__VA_ARGS__)	/* 32-bit, or-ed bits */
#define FLAGS64(n, t, ...)	ARG_(n, flags64, .flags = &t, ##__VA_ARGS__)	/* word */
#define ENUM(n, t, ...)		ARG_(n, enum, .flags = &t, ##__VA_ARGS__)	/* 32-bit, one of many */
#define ENUM64(n, t, ...)	ARG_(n, enum64, .flags = &t, ##__VA_ARGS__)	/* word, one of many */
#define ENUM_INT(n, t, ...)	ARG_(n, enum_int, .flags = &t, ##__VA_ARGS__)	/* 32-bit signed: one of many, or any other number (a key's) */
#define ENUM_EITHER(n, t, u, ...) ARG_(n, enum_either, .flags = &t, .flags2 = &u, ##__VA_ARGS__)	/* one of t, or of u */
#define ENUM_FLAGS(n, e, f, ...) ARG_(n, enum_flags, .flags = &e, .flags2 = &f, ##__VA_ARGS__)	/* one of e, or-ed with bits of f (socket type, futex op) */
#define ENUM_FLAGS64(n, e, f, ...) ARG_(n, enum_flags64, .flags = &e, .flags2 = &f, ##__VA_ARGS__)	/* the same of a word */
#define ENUM_BE16(n, t, ...)	ARG_(n, enum_be16, .flags = &t, ##__VA_ARGS__)	/* 16 bits in network byte order, one of many (protocol of AF_PACKET) */
#define ENUM_PAIR(n, h, l, ...)	ARG_(n, enum_pair, .flags = &h, .flags2 = &l, ##__VA_ARGS__)	/* one of h in bits 8 to 31, one of l in bits 0 to 7 (quotactl) */
#define IOPRIO(n, ...)		ARG_(n, ioprio, ##__VA_ARGS__)		/* one of ioprio_classes in bits 13 to 15, one of ioprio_hints in 3 to 12 (none: not shown), the level in 0 to 2 */
#define WAKE_OP(n, ...)		ARG_(n, wake_op, ##__VA_ARGS__)		/* an operation, a comparison and their operands of 12 bits (FUTEX_WAKE_OP) */
#define CLOCK_ID(n, ...)		ARG_(n, clock, .flags = &clock_ids, ##__VA_ARGS__)	/* a clock of clock_gettime(2), or one of a process, a thread or a descriptor */
#define MODE(n, ...)		ARG_(n, mode, ##__VA_ARGS__)		/* umode_t, 16-bit: permission bits, octal: 0644 */
#define FILE_MODE(n, ...)	ARG_(n, file_mode, ##__VA_ARGS__)	/* umode_t with type: IFREG|0644 (mknod) */
#define FLAGS_MODE(n, t, ...)	ARG_(n, flags_mode, .flags = &t, ##__VA_ARGS__)	/* bits of t above or-ed with permission bits: IPC_CREAT|0600 (shmget) */
#define CLONE_FLAGS(n, ...)	ARG_(n, clone_flags, ##__VA_ARGS__)	/* CLONE_* with the exit signal in the low byte */
#define WAIT_STATUS(n, ...)	ARG_(n, wait_status, ##__VA_ARGS__)	/* int *, out */
/* Strings */
#define PATH(n, ...)		ARG_(n, path, .dir_arg = -1, ##__VA_ARGS__)	/* relative to the cwd */
#define PATH_AT(n, d, ...)	ARG_(n, path, .dir_arg = d, ##__VA_ARGS__)	/* relative to descriptor argument d */
#define STR(n, ...)		ARG_(n, str, ##__VA_ARGS__)		/* NUL-terminated, not a path */
#define STR_OUT(n, l, ...)	ARG_(n, str_out, .len_arg = l, ##__VA_ARGS__)	/* filled by the kernel, NUL-terminated, at most argument l bytes (getcwd) */
#define BUF_FILLED(n, l, ...)	ARG_(n, buf_filled, .len_arg = l, ##__VA_ARGS__)	/* argument l bytes, filled by the kernel */
#define STR_FILLED(n, l, ...)	ARG_(n, str_filled, .len_arg = l, ##__VA_ARGS__)	/* the same for text: cut as a string */
#define BUF_IN(n, l, ...)	ARG_(n, buf_in, .len_arg = l, ##__VA_ARGS__)	/* argument l bytes */
#define WRITE_IN(n, l, ...)	ARG_(n, write_in, .len_arg = l, ##__VA_ARGS__)	/* likewise, to the descriptor in argument 0: all events */
#define BUF_OUT(n, ...)		ARG_(n, buf_out, ##__VA_ARGS__)		/* as many bytes as the call returned */
#define READ_OUT(n, ...)	ARG_(n, read_out, ##__VA_ARGS__)	/* likewise, from the descriptor in argument 0: all its events */
#define BUF_OUT_MAX(n, l, ...)	ARG_(n, buf_out_max, .len_arg = l, ##__VA_ARGS__)	/* as many bytes as the call returned, at most argument l: for calls that return more than they fill (getxattr, MSG_TRUNC) */
#define ARGV(n, ...)		ARG_(n, argv, ##__VA_ARGS__)
#define ENVP(n, ...)		ARG_(n, envp, ##__VA_ARGS__)		/* shown as a count, except with --env */
/* Structures: s is a shape of shape.h, whose size is the ABI's own */
#define STRUCT_IN(n, s, ...)	ARG_(n, struct_in, .shape = &s, ##__VA_ARGS__)
#define STRUCT_OUT(n, s, ...)	ARG_(n, struct_out, .shape = &s, ##__VA_ARGS__)
#define STRUCT_INOUT(n, s, ...)	ARG_(n, struct_inout, .shape = &s, ##__VA_ARGS__)	/* shown as `in => out` where it changed */
#define TIME_LEFT(n, s, ...)	STRUCT_INOUT(n, s, .on_intr = true, ##__VA_ARGS__)	/* out: the remaining time, also if interrupted (select) */
#define STRUCT_SIZED(n, s, l, ...) ARG_(n, struct_sized, .shape = &s, .len_arg = l, ##__VA_ARGS__)	/* in; argument l is the size passed (clone3, openat2) */
#define STRUCT_OUT_SIZED(n, s, l, ...) ARG_(n, struct_out_sized, .shape = &s, .len_arg = l, ##__VA_ARGS__)	/* out, of that size at most (sched_getattr) */
#define STRUCT_RESIZED(n, s, ...) ARG_(n, struct_resized, .shape = &s, .on_error = true, ##__VA_ARGS__)	/* in; the kernel corrects the first field, the size */
/* Structures cut at a length: that in argument l, or in memory that l points at */
#define STRUCT_UPTO(n, s, l, ...) ARG_(n, struct_upto, .shape = &s, .len_arg = l, ##__VA_ARGS__)
#define STRUCT_OUT_UPTO(n, s, l, ...) ARG_(n, struct_out_upto, .shape = &s, .len_arg = l, ##__VA_ARGS__)	/* argument l points at the length */
#define ARRAY_IN(n, s, l, ...)	ARG_(n, array_in, .shape = &s, .len_arg = l, ##__VA_ARGS__)	/* argument l elements */
#define ARRAY_OUT(n, s, ...)	ARG_(n, array_out, .shape = &s, ##__VA_ARGS__)	/* as many as the call returned */
#define IO_EVENTS		ARG_("events", io_events_out, .shape = &shape_io_event)	/* of aio */
#define ARRAY_OUT_N(n, s, l, ...) ARG_(n, array_out_n, .shape = &s, .len_arg = l, ##__VA_ARGS__)	/* argument l elements, out */
#define ARRAY_INOUT(n, s, l, ...) ARG_(n, array_inout, .shape = &s, .len_arg = l, ##__VA_ARGS__)	/* pollfd */
/* Numbers behind a pointer: shown as [5] */
#define INT_IN(n, ...)		STRUCT_IN(n, shape_int, ##__VA_ARGS__)
#define INT_OUT(n, ...)		STRUCT_OUT(n, shape_int, ##__VA_ARGS__)
#define INT_INOUT(n, ...)	STRUCT_INOUT(n, shape_int, ##__VA_ARGS__)
#define UINT_OUT(n, ...)	STRUCT_OUT(n, shape_uint, ##__VA_ARGS__)
#define LONG_OUT(n, ...)	STRUCT_OUT(n, shape_long, ##__VA_ARGS__)
#define OFFSET_INOUT(n, ...)	STRUCT_INOUT(n, shape_offset, ##__VA_ARGS__)
#define OFFSET_OUT(n, ...)	STRUCT_OUT(n, shape_offset, ##__VA_ARGS__)
#define FD_PAIR(n, ...)		ARG_(n, fd_pair, ##__VA_ARGS__)		/* int[2], out: [3, 4] with names */
/* Sockets */
#define SOCKADDR_IN(n, l, ...)	ARG_(n, sockaddr_in, .len_arg = l, ##__VA_ARGS__)
#define SOCKADDR_OUT(n, l, ...)	ARG_(n, sockaddr_out, .len_arg = l, ##__VA_ARGS__)	/* argument l points at the length */
#define SOCKLEN_INOUT(n, ...)	STRUCT_INOUT(n, shape_int, ##__VA_ARGS__)
#define IOVEC_IN(n, l, ...)	ARG_(n, iovec_in, .len_arg = l, ##__VA_ARGS__)
#define IOVEC_OUT(n, l, ...)	ARG_(n, iovec_out, .on_error = true, .len_arg = l, ##__VA_ARGS__)
#define MSGHDR_IN(n, ...)	ARG_(n, msghdr_in, ##__VA_ARGS__)
#define MSGHDR_OUT(n, ...)	ARG_(n, msghdr_out, ##__VA_ARGS__)
#define MMSGHDR_IN(n, l, ...)	ARG_(n, mmsghdr_in, .len_arg = l, ##__VA_ARGS__)
#define MMSGHDR_OUT(n, l, ...)	ARG_(n, mmsghdr_out, .len_arg = l, ##__VA_ARGS__)
/* The same of descriptors of AF_NETLINK */
#define NETLINK_IN(n, l, ...)	ARG_(n, netlink_in, .len_arg = l, ##__VA_ARGS__)
#define NETLINK_OUT(n, l, ...)	ARG_(n, netlink_out, .len_arg = l, ##__VA_ARGS__)
#define NETLINK_MSGHDR_IN(n, ...)	ARG_(n, netlink_msghdr_in, ##__VA_ARGS__)
#define NETLINK_MSGHDR_OUT(n, ...)	ARG_(n, netlink_msghdr_out, ##__VA_ARGS__)
#define NETLINK_MMSGHDR_IN(n, l, ...)	ARG_(n, netlink_mmsghdr_in, .len_arg = l, ##__VA_ARGS__)
#define NETLINK_MMSGHDR_OUT(n, l, ...)	ARG_(n, netlink_mmsghdr_out, .len_arg = l, ##__VA_ARGS__)
#define OPTVAL_IN(n, l, ...)	ARG_(n, optval_in, .len_arg = l, ##__VA_ARGS__)	/* setsockopt: int [1], or bytes */
#define OPTVAL_OUT(n, l, ...)	ARG_(n, optval_out, .len_arg = l, ##__VA_ARGS__)	/* getsockopt: argument l points at the length */
/* The same with a shape: an array has as many elements as there is room for. A number may be one byte, too */
#define VALUE_IN(n, s, l, ...)	ARG_(n, value_in, .shape = &s, .len_arg = l, ##__VA_ARGS__)
#define VALUE_OUT(n, s, l, ...)	ARG_(n, value_out, .shape = &s, .len_arg = l, ##__VA_ARGS__)
#define NUMBER_IN(n, l, ...)	ARG_(n, number_in, .len_arg = l, ##__VA_ARGS__)	/* an int; its length, argument l, may be larger */
/* Sets */
#define SIGSET_IN(n, ...)	STRUCT_IN(n, shape_sigset, ##__VA_ARGS__)	/* [INT CHLD] */
#define SIGSET_OUT(n, ...)	STRUCT_OUT(n, shape_sigset, ##__VA_ARGS__)
#define SIGSET_ARG(n, ...)	ARG_(n, sigset_arg, ##__VA_ARGS__)	/* points at the address of a set, and its size (pselect6) */
#define SIGSET(n, ...)		ARG_(n, sigset_word, ##__VA_ARGS__)	/* the argument itself is a set of signals 1 to 32 (ssetmask) */
#define FDSET_INOUT(n, l, ...)	ARG_(n, fdset, .len_arg = l, ##__VA_ARGS__)	/* argument l: nfds */
#define BITS_IN(n, l, ...)	ARG_(n, bits_in, .len_arg = l, ##__VA_ARGS__)	/* bitmap of argument l bits in words, shown as the set of their numbers: [0 3] (nodes) */
#define BITS_OUT(n, l, ...)	ARG_(n, bits_out, .len_arg = l, ##__VA_ARGS__)
#define CPUS_IN(n, l, ...)	ARG_(n, cpus_in, .len_arg = l, ##__VA_ARGS__)	/* bitmap of argument l bytes: [0 3] (sched_setaffinity) */
#define CPUS_OUT(n, ...)	ARG_(n, cpus_out, ##__VA_ARGS__)		/* as many bytes as the call returned */
#define DIRENTS_OUT(n, ...)	ARG_(n, dirents, ##__VA_ARGS__)			/* getdents64 */
#define OLD_DIRENTS_OUT(n, ...)	ARG_(n, old_dirents, ##__VA_ARGS__)		/* getdents */
/* Commands */
#define IOCTL_CMD(n, ...)	ARG_(n, ioctl_cmd, ##__VA_ARGS__)
#define IOCTL_SIZED(n, l, ...)	ARG_(n, ioctl_sized, .len_arg = l, ##__VA_ARGS__)	/* the same; the request's number has a size that the program chose */
#define IOCTL_ARG(n, l, ...)	ARG_(n, ioctl_arg, .len_arg = l, ##__VA_ARGS__)	/* argument l is the request */

#define KIND(k) extern const struct kind kind_##k;
KIND(int) KIND(uint) KIND(long) KIND(ulong) KIND(nbytes) KIND(length) KIND(length64) KIND(length_lo) KIND(hex) KIND(hex32) KIND(hex64) KIND(offset) KIND(offset_lo) KIND(hidden) KIND(ptr) KIND(futex_owned) KIND(futex_waited)
KIND(fd) KIND(fd_uint) KIND(fd64) KIND(at_fd) KIND(pid) KIND(pid_group) KIND(pgid) KIND(pid_there) KIND(process_there) KIND(uid) KIND(gid) KIND(owner) KIND(uid16) KIND(signal) KIND(signal64) KIND(handler) KIND(dev) KIND(dev_block) KIND(dev_char) KIND(dev_made) KIND(minor_block) KIND(minor_char)
KIND(flags) KIND(flags64) KIND(enum) KIND(enum64) KIND(enum_int) KIND(enum_flags) KIND(enum_flags64) KIND(enum_be16) KIND(enum_pair) KIND(flags_ours) KIND(enum_dec64) KIND(ioprio) KIND(wake_op) KIND(clock)
KIND(mode) KIND(file_mode) KIND(flags_mode) KIND(clone_flags) KIND(wait_status)
KIND(path) KIND(name) KIND(str) KIND(str_out) KIND(str_filled) KIND(buf_filled) KIND(write_in) KIND(beyond) KIND(semaphores_in) KIND(semaphores_out) KIND(buf_in) KIND(buf_out) KIND(read_out) KIND(buf_out_max) KIND(argv) KIND(envp)
KIND(struct_in) KIND(struct_out) KIND(struct_inout) KIND(struct_upto) KIND(struct_out_upto) KIND(struct_sized) KIND(struct_sized_inout) KIND(struct_out_sized) KIND(struct_resized)
KIND(array_in) KIND(array_out) KIND(array_out_n) KIND(array_inout) KIND(fd_pair)
KIND(sockaddr_in) KIND(sockaddr_out) KIND(iovec_in) KIND(iovec_out) KIND(msghdr_in) KIND(msghdr_out)
KIND(mmsghdr_in) KIND(mmsghdr_out) KIND(optval_in) KIND(optval_out) KIND(value_in) KIND(value_out) KIND(values_in) KIND(values_out) KIND(text_value_in) KIND(text_value_out) KIND(bytes_value_in) KIND(bytes_value_out) KIND(number_in)
KIND(netlink_in) KIND(netlink_out) KIND(netlink_msghdr_in) KIND(netlink_msghdr_out) KIND(netlink_mmsghdr_in) KIND(netlink_mmsghdr_out)
KIND(fdset) KIND(bits_in) KIND(bits_out) KIND(cpus_in) KIND(cpus_out) KIND(sigset_word) KIND(sigset_arg) KIND(dirents) KIND(old_dirents) KIND(ioctl_cmd) KIND(ioctl_arg) KIND(ioctl_sized)
KIND(vector_length) KIND(swap_flags) KIND(tagged_addr) KIND(commented) KIND(comm_in) KIND(enum_where) KIND(signal_or_uint) KIND(str_where) KIND(mount_flags) KIND(struct_left) KIND(errno_or_int) KIND(personality)
KIND(number_out) KIND(int_out) KIND(error_out) KIND(txrehash_out) KIND(memberships_out) KIND(txrehash_in) KIND(enum_dec) KIND(errno) KIND(mmap_flags) KIND(huge_flags) KIND(ipc_flags) KIND(ipc_cmd) KIND(socklen) KIND(desc_got) KIND(enum_either) KIND(uts_name) KIND(hex_noted) KIND(kexec_flags) KIND(memfd_name) KIND(struct_done) KIND(array_where) KIND(hex_full) KIND(octets_out) KIND(octets_in) KIND(enum_noted) KIND(log_level) KIND(offset_moved) KIND(handle_in) KIND(handle_inout) KIND(clone_parts) KIND(statx_flags) KIND(statx_mask) KIND(ldt_entry) KIND(node_words_in) KIND(node_words_out) KIND(affinity_in) KIND(flag_parts) KIND(socket_type) KIND(oflags) KIND(flags_if_any) KIND(cflags) KIND(boot_command) KIND(own_fd) KIND(ring) KIND(own_flags_first) KIND(enum_htons) KIND(socket_level)
KIND(octet_array) KIND(address_within) KIND(cstring) KIND(kernel_version) KIND(numa_node) KIND(ebpf_code) KIND(text_in) KIND(ebpf_in) KIND(ebpf_records) KIND(ebpf_out) KIND(ebpf_ids) KIND(ebpf_attached) KIND(ebpf_info) KIND(machine_code)
KIND(string_within) KIND(strings_within) KIND(statmount_out) KIND(lsm_in) KIND(lsm_out) KIND(syscall_info_in) KIND(ebpf_fds) KIND(ebpf_key_in) KIND(ebpf_key_out) KIND(ebpf_value_in) KIND(ebpf_value_out) KIND(ebpf_batch_keys) KIND(ebpf_batch_values) KIND(ebpf_position_in) KIND(ebpf_position_out)
KIND(quota_cmd) KIND(fsmount_flags)
KIND(cdrom_data) KIND(smbus_in) KIND(smbus_out)
KIND(buf_inout) KIND(control_id) KIND(buffer_flags)
KIND(commented_flags) KIND(caps_in) KIND(caps_out) KIND(xattr_in) KIND(xattr_out) KIND(xattr_list)
KIND(regs_in) KIND(regs_out) KIND(fpregs_in) KIND(fpregs_out) KIND(enum_second) KIND(ptrace_request) KIND(user_offset) KIND(regset_in) KIND(regset_out) KIND(regset_got) KIND(regset_set) KIND(seccomp_metadata) KIND(syscall_info) KIND(perf_attr) KIND(perf_programs) KIND(random_pool) KIND(sg_io) KIND(sg_bytes_in) KIND(sg_bytes_out) KIND(sg_data_out) KIND(sg_vec) KIND(waiters_in) KIND(futex_op) KIND(futex_wake) KIND(uring_probe) KIND(uring_workers) KIND(uring_restriction) KIND(uring_fd) KIND(uring_command) KIND(uring_command_bytes) KIND(request_optval_out) KIND(sigset_upto) KIND(enum_dec_u8) KIND(iocbs_in) KIND(io_events_out) KIND(iocb_done)
KIND(map_in) KIND(map_out) KIND(unicode_map_in) KIND(unicode_map_out) KIND(glyphs_in) KIND(glyphs_out) KIND(font_name) KIND(key_entry_in) KIND(key_entry_out) KIND(key_string_in) KIND(key_string_out) KIND(accents_in) KIND(accents_out) KIND(unicode) KIND(key_code) KIND(key_func) KIND(key_table) KIND(sound) KIND(tone) KIND(io_port) KIND(flags_u8) KIND(ifconf) KIND(ethtool) KIND(ifreqs) KIND(struct_numbered) KIND(notification) KIND(interface_name) KIND(ptp_samples)
KIND(msgbuf_in) KIND(msgbuf_out) KIND(pkey_in) KIND(pkey_in2) KIND(pkey_out) KIND(key_caps) KIND(filter_out) KIND(residency) KIND(key_data) KIND(key_text) KIND(filter_in)	/* only in members `strace`: show_strace.c */
#undef KIND

/* ret_extra of rows: show_extra.c */
void extra_nice(struct show *s, const struct call *c);		/* the nice value that getpriority's result encodes */
void extra_date(struct show *s, const struct call *c);		/* of a result in seconds, for formats with the verb date */
void extra_polled(struct show *s, const struct call *c);	/* poll, ppoll, select, pselect6: `Timeout`, or what outcome() tells */
void extra_timeout(struct show *s, const struct call *c);	/* `Timeout` if the result is 0: select */
void extra_time_left(struct show *s, const struct call *c);	/* strace: `left {…}`, or `Timeout`: recvmmsg */
void extra_no_events(struct show *s, const struct call *c);	/* the same: epoll_wait */
void extra_request(struct show *s, const struct call *c);	/* of every request of io_uring: what enum uring_note says (show_request.c) */
void extra_fields(struct show *s, const struct call *c);	/* strace: those of the structure that are `with_result` */
