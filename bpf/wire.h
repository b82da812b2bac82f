/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * wire.h - the records: from BPF to user space, from sources to the session, in recordings.
 *
 * Fields have fixed widths and the byte order of the machine that made them. A record starts with struct rec; its length is a
 * multiple of 8 bytes, and it is zeroed before it is filled, so that it leaks no kernel memory. Times are CLOCK_MONOTONIC
 * nanoseconds. `ts` is the time when a record was emitted (for a call: when it returned); a session receives records in the order
 * of `ts`.
 */
#pragma once

#ifndef __bpf__
#include <assert.h>
#include <linux/types.h>
#include <stddef.h>
#else
#define static_assert _Static_assert
#endif

#define REC_ALIGN 8
#define REC_MAX 32768		/* bytes: no record is longer */
#define COMM_LEN 16		/* TASK_COMM_LEN */
#define CALL_ARGS 6

enum rec_type {			/* tag of a record; numbers are never reused */
	REC_CALL = 1,		/* struct rec_call: a system call that returned */
	REC_PENDING = 2,	/* struct rec_call: a system call that has not returned (yet) */
	REC_SIGNAL = 3,		/* struct rec_signal: a signal was delivered to a thread */
	REC_EXIT = 4,		/* struct rec_exit: a thread ended */
	REC_FORK = 5,		/* struct rec_fork: a thread or process was created */
	REC_EXEC = 6,		/* struct rec_exec: a process executes a new program */
	REC_COMM = 7,		/* struct rec_comm: a thread's name */
	REC_LOSS = 8,		/* struct rec_loss: records that are missing */
	REC_FD = 9,		/* struct rec_fd: a descriptor that was open when tracing began */
	REC_CWD = 10,		/* struct rec_path: working directory of a process when tracing began */
	REC_START = 11,		/* struct rec_start: the first record */
	REC_END = 12,		/* struct rec_end: the last record */
	REC_TASK = 13,		/* struct rec_task: a thread that existed when tracing began */
	REC_SELECT = 14,	/* struct rec_select: the recorder's selection of calls */
	REC_HOST = 15,		/* struct rec_host: the host of the records that follow */
	REC_EVENT = 16,		/* struct rec_event: a tracepoint was reached */
	REC_FORMAT = 17,	/* struct rec_format: the format file of events */
	REC_FAULT = 18,		/* struct rec_fault: a page fault */
	REC_SHOW = 19,		/* struct rec_show: the recorder's choice of times and CPUs to show */
	REC_STACK = 20,		/* struct rec_stack: the call stack of a thread's next call, signal or event */
	REC_MAP = 21,		/* struct rec_map: a mapping of a process */
	REC_SYMBOL = 22,	/* struct rec_symbol: a symbol of the kernel, or of JIT code of a process */
	REC_PIDNS = 24,		/* struct rec_pidns: IDs of a thread in PID namespaces below the tracer's */
	REC_LINK = 23,		/* struct rec_link: a symbolic link in a path that a call passes */
	REC_ROOT = 25,		/* struct rec_path: root directory of a process when tracing began, if it is not the system's */
	REC_LINES = 27,		/* struct rec_lines: which signals and exits have a line */
	REC_GENL = 31,		/* struct rec_genl: a family of generic netlink */
	REC_NAME = 34,		/* struct rec_name: the name of a user, a group, a device or its driver */
	REC_TALLY = 33,		/* struct rec_tally: calls that were only counted */
	REC_PEER = 39,		/* struct rec_peer: a process at the other end of a pipe, a FIFO, a socket or a pseudoterminal, or with the same eventfd */
	REC_PAUSE = 35,		/* struct rec_pause: the targets were paused */
	REC_MARK = 40,		/* struct rec: no record that is older follows */
	REC_CLOCK = 45,		/* struct rec_clock: the clock of the host which asked for the recording */
	REC_OWNER = 41,		/* struct rec_owner: the user and the control group of a thread */
	REC_WAIT = 38,		/* struct rec_wait: how the time of the thread's next call was spent */
	REC_MORE = 30,		/* struct rec_more: memory of a call that does not fit its REC_CALL */
};

/* Every record begins with this. */
struct rec {
	__u32 len;		/* bytes of the whole record, a multiple of REC_ALIGN */
	__u16 type;		/* enum rec_type */
	__u16 cpu;		/* CPU on which it was made; CPU_NONE: made outside of the kernel */
	__u64 ts;		/* ns, CLOCK_MONOTONIC */
	__u32 tid, tgid;	/* thread and process, in the tracer's PID namespace */
};
#define CPU_NONE 0xffff
static_assert(sizeof(struct rec) == 24, "struct rec");

enum call_flag {
	CALL_NO_ENTRY = 1 << 0,	/* no entry was seen: began before tracing, or denied by seccomp; no duration */
	CALL_AT_ATTACH = 1 << 1,	/* REC_PENDING: it was already waiting when tracing began */
	CALL_NO_RETURN = 1 << 2,	/* REC_PENDING: no return will follow: the thread ended in the call, or the exit was lost */
	CALL_SHORT = 1 << 3,	/* some memory was not captured for want of room: see the chunks' status */
	CALL_NO_MEMORY = 1 << 4,	/* the source does not read memory during calls: pointers without a chunk are only addresses */
	CALL_OTHER_PIDS = 1 << 6,	/* the caller is in another PID namespace: IDs in its arguments are not those of rec.tid */
	CALL_NO_ARGS = 1 << 5,	/* the arguments are not known: nargs is 0 */
	CALL_INJECTED = 1 << 7,	/* the call was not made: the tracer chose its result */
	CALL_DELAYED = 1 << 8,	/* the tracer has let the call wait before it began */
	CALL_POKED = 1 << 9,	/* the tracer has changed memory that the arguments point at */
	CALL_VALUE = 1 << 10,	/* with CALL_INJECTED: `ret` is a value that was asked for, even if it looks like an error */
	CALL_FIXED_FD = 1 << 11,	/* a request of io_uring: its descriptor is a number in the ring's own table, below CALL_FIXED_LIMIT, */
	CALL_FIXED_RET = 1 << 14,	/* … and likewise the one that it creates or closes */
	CALL_FDS = 1 << 12,	/* the kernel described the passed descriptors, in arguments and in memory, at entry: arguments without a chunk are not open */
	CALL_NAMES = 1 << 13,	/* … those whose names may have changed; the others are unchanged */
};

#define CALL_FIXED_LIMIT (-(1 << 30))	/* as an int; the number: without the sign bit */

/* REC_CALL and REC_PENDING: args[nargs], then chunks up to rec.len. */
struct rec_call {
	struct rec rec;
	__u64 dur;		/* ns from entry to exit; for REC_PENDING from entry to rec.ts */
	__s64 ret;		/* as the kernel returned it: -errno on failure; 0 for REC_PENDING */
	/* number in `abi` (x32: without the 0x40000000 bit; 32-bit ARM's private calls: from 1000 on; made through a multiplexer:
	 * from 960 on); 0xffff: a PART_NUMBER has it */
	__u16 nr;
	__u8 abi;		/* enum abi of syscalltbl.h */
	__u8 nargs;		/* number of args[]: 0 to CALL_ARGS */
	__u16 flags;		/* enum call_flag */
	__u16 fixed;		/* bytes before the first chunk: sizeof(struct rec_call) + nargs * 8 */
	__u64 args[];
};
static_assert(sizeof(struct rec_call) == 48, "struct rec_call");

enum chunk_status {
	CHUNK_OK = 0,		/* all of it */
	CHUNK_TRUNC = 1,	/* the first `len` bytes; there is more */
	CHUNK_FAULT = 2,	/* could not be read at all; len is 0 */
	CHUNK_NOROOM = 3,	/* not read: the record was full; len is 0 */
	CHUNK_PARTIAL = 4,	/* the first `len` bytes, the rest could not be read */
};
/* Or-ed in: input memory read at exit; with CALL_NO_MEMORY: read while the program continued, and not confirmed. */
#define CHUNK_LATE 0x10
#define CHUNK_STATUS_MASK 0x0f
#define CHUNK_OUT 0x20		/* or-ed in: memory at exit; without it: at entry */
#define CHUNK_MORE 0x40		/* or-ed into CHUNK_TRUNC, only in a REC_MORE: the next REC_MORE begins with a chunk that continues this one, */
#define CHUNK_REST 0x80		/* and has this or-ed in: useless without the chunk before it */

/* Memory that an argument pointed at.  `len` bytes follow, then padding to REC_ALIGN. */
struct chunk {
	__u8 arg;		/* which argument, 0 to 5; CHUNK_RET for the result */
	__u8 status;		/* enum chunk_status | CHUNK_LATE | CHUNK_OUT */
	__u16 part;		/* enum chunk_part in the top 4 bits, element number below */
	__u32 len;		/* bytes captured (a string: without its NUL) */
	__u64 addr;		/* where it was in the traced program's memory */
};
static_assert(sizeof(struct chunk) == 16, "struct chunk");
#define CHUNK_RET 6
#define CHUNK_FD2 7		/* second descriptor of a pair */

/* Which memory of its argument a chunk has: that at the argument itself, or memory that it points at. */
enum chunk_part {
	PART_SELF = 0x0000,	/* what the argument points at */
	PART_DATA = 0x1000,	/* data of iovec element n (of message 0); of later messages data of all elements, n is the message */
	PART_NAME = 0x2000,	/* msg_name of message n */
	PART_IOV = 0x3000,	/* msg_iov array of message n */
	PART_CONTROL = 0x4000,	/* msg_control of message n */
	PART_STR = 0x5000,	/* string n of a vector of strings */
	PART_ARGS = 0x7000,	/* strings of a vector, consecutive, each with a NUL, as on a new program's stack */
	PART_FDINFO = 0x6000,	/* struct fdinfo of the descriptor in (or at) this argument: of sockets and pipes */
	/* struct file_path of the descriptor in this argument, CHUNK_RET: or of the task's directory after the call; CHUNK_FAULT:
	 * not known */
	PART_PATH = 0x8000,
	PART_MORE = 0xb000,	/* struct chunk_more: number of REC_MORE of the call (argument CHUNK_RET); the last of several counts */
	PART_AT = 0xc000,	/* memory at `addr`, at which a pointer in the argument's memory points; no element number */
	PART_SQE = 0xd000,	/* a request of io_uring (argument CHUNK_RET): `addr` has bits of enum uring_note; no bytes */
	PART_SQE_MORE = 0xd001,	/* likewise: ioprio, personality (from bit 16 on) and buf_index (from bit 32 on) if any is set */
	PART_SQE_FILE = 0xd002,	/* likewise: file_index, of a request that puts a file into the ring's own table */
	PART_NUMBER = 0xe000,	/* the call's number (argument CHUNK_RET), which no call has: `addr`, 32 bits; no bytes */
	PART_MASK = 0xf000,
	PART_INDEX = 0x0fff,
};

/* PART_SQE chunks. */
enum uring_note {
	URING_DRAIN = 1 << 1,	/* IOSQE_IO_DRAIN, IOSQE_IO_LINK, IOSQE_IO_HARDLINK: flags of the request */
	URING_LINK = 1 << 2,
	URING_HARDLINK = 1 << 3,
	URING_ASYNC = 1 << 4,	/* IOSQE_ASYNC, IOSQE_BUFFER_SELECT, IOSQE_CQE_SKIP_SUCCESS */
	URING_SELECTS = 1 << 5,
	URING_SKIPS = 1 << 6,
	URING_WORKER = 1 << 8,	/* the kernel has given it to a thread of its own */
	URING_MORE = 1 << 9,	/* it will complete again */
	URING_BUFFER = 1 << 10,	/* the kernel has chosen a buffer: its number is in bits 32 to 47 */
	URING_SILENT = 1 << 11,	/* it has ended, and the kernel has not told when: there is no duration, and `dur` lasts until that was found */
};

/* PART_MORE chunks. */
struct chunk_more {
	__u64 call;		/* as in struct rec_more */
	__u32 parts;		/* parts 0 up to this number, exclusive */
	__u32 pad;
};
static_assert(sizeof(struct chunk_more) == 16, "struct chunk_more");

/*
 * REC_MORE: a part of the memory of the thread's current call. Parts come before the REC_CALL or REC_PENDING, and belong to it only if that
 * has a PART_MORE chunk. A part replaces earlier ones of the same call with the same or a higher number.
 */
struct rec_more {
	struct rec rec;
	__u64 call;		/* distinguishes calls of one thread */
	__u32 number;		/* 0, 1, … */
	__u32 pad;
	struct chunk chunks[];	/* up to rec.len */
};
static_assert(sizeof(struct rec_more) == 40, "struct rec_more");

/* How a descriptor of a pipe was opened. */
enum pipe_access { PIPE_UNKNOWN = 0, PIPE_READS = 1, PIPE_WRITES = 2, PIPE_BOTH = 3 };

/* The kernel's description of a socket or pipe: PART_FDINFO chunks. */
struct fdinfo {
	__s32 fd;
	__u32 mode;		/* st_mode: type and permissions of its inode */
	__u64 ino;		/* its inode number */
	__u16 family;		/* sockets: AF_*; otherwise 0 */
	__u16 type;		/* sockets: SOCK_* */
	__u16 protocol;		/* sockets: IPPROTO_* */
	__u16 state;		/* sockets: kernel's sk_state */
	__u16 sport, dport;	/* AF_INET, AF_INET6: host byte order */
	__u8 path_len;		/* AF_UNIX: bytes of `path` */
	__u8 access;		/* of a pipe: enum pipe_access; REC_PEER: of a pseudoterminal: enum terminal_end; elsewhere 0 */
	__u8 pad[2];
	__u8 saddr[16], daddr[16];	/* AF_INET: the first 4 bytes; network byte order */
	/* AF_UNIX: inode of the peer, 0 when unknown; AF_NETLINK: its port ID, 0: it is not bound. REC_FD and REC_PEER, no sockets: the device
	 * of the file system of a FIFO that has a name, or of the devpts of a pseudoterminal, as the kernel encodes it; 0: not known */
	__u64 peer_ino;
	char path[108];		/* AF_UNIX: bound name, abstract ones begin with NUL */
	__u32 mnt_ns;		/* REC_FD: as in struct file_path, even if has_info is 0 */
};
static_assert(sizeof(struct fdinfo) == 184, "struct fdinfo");

enum file_flag {
	FILE_DELETED = 1 << 0,	/* it was removed from its directory, or was never in one */
	FILE_CUT = 1 << 1,	/* the path is longer: names above the last of `names` are missing */
	FILE_PSEUDO = 1 << 2,	/* it is in no directory: `names` is a single name, given by the kernel (for a namespace: its type) */
	FILE_CHAR = 1 << 3,	/* a character device */
	FILE_BLOCK = 1 << 4,	/* a block device */
	FILE_FIFO = 1 << 5,
	FILE_READS = 1 << 6, FILE_WRITES = 1 << 7,	/* a FIFO: how it was opened, as enum pipe_access */
	FILE_TERMINAL = 1 << 8,	/* an end of a pseudoterminal whose devpts is known */
};

enum terminal_end { TERMINAL_MASTER = 0, TERMINAL_SLAVE = 1 };

/* Devices, as the kernel encodes them: Documentation/admin-guide/devices.txt */
#define TTY_SLAVE_MAJOR 136	/* and the index as the minor number */
#define TTY_PTMX (5u << 20 | 2)	/* /dev/ptmx, which opens a new master */

#define EVENTFD_ID (1ull << 32)	/* or-ed to the ID of an eventfd, which may be 0 */

/* The path of a file: PART_PATH chunks. */
struct file_path {
	__s32 fd;		/* -1: a directory of the process */
	__u32 flags;		/* enum file_flag */
	__u32 magic;		/* FILE_PSEUDO: f_type of its file system, statfs(2); FILE_FIFO, FILE_TERMINAL: device of its file system, of the devpts */
	__u32 mnt_ns;		/* inode number of its mount namespace; 0: none */
	/* pidfds: the process; map, program, link or type information of BPF: its id; eventfd: see EVENTFD_ID; devices: the device, as the kernel encodes it
	 * (linux/kdev_t.h of the kernel: 12 bits major, 20 bits minor), and above these 32 bits 1 + the index of a pseudoterminal's master
	 * with FILE_TERMINAL; else the inode number */
	__u64 number;
	char names[];		/* from the file's own name to the uppermost below the root, each with a NUL */
};
static_assert(sizeof(struct file_path) == 24, "struct file_path");

/* Which members of a REC_TALLY say what its calls have in common. */
enum tally_flag {
	TALLY_CALL = 1 << 0,	/* nr, abi */
	TALLY_ERRNO = 1 << 1,	/* err */
	TALLY_THREAD = 1 << 2,	/* rec.tid, rec.tgid, comm */
	TALLY_PROCESS = 1 << 3,	/* rec.tgid, comm */
	TALLY_COMM = 1 << 4,	/* comm */
	TALLY_USER = 1 << 5,	/* uid */
	TALLY_CGROUP = 1 << 6,	/* cgroup */
	TALLY_REST = 1 << 7,	/* none: the calls for which there was no room; their errors and bytes are known. Without calls: the last record of a report */
	TALLY_FULL = 1 << 8,	/* … and there will soon be no room */
	TALLY_PATH = 1 << 9,	/* err, and a struct tally_path at the end of the record: a path that calls which failed were given */
};

/*
 * REC_TALLY: calls that returned, which were counted instead of recorded. Several records may have the same key: they add up. Each call is
 * in one of them.
 */
struct rec_tally {
	struct rec rec;
	__u64 calls, errors;
	__u64 bytes;			/* that were moved */
	__u64 timed;			/* calls with a duration: their entry was seen. The following are of these */
	__u64 total, min, max;		/* ns */
	__u64 squares_low, squares_high;	/* sum of the squares of durations: 128 bits */
	__u64 cgroup;			/* ID, as bpf_get_current_cgroup_id() has it */
	__u32 uid;
	__u32 flags;			/* enum tally_flag */
	__u16 nr;			/* as in struct rec_call */
	__u8 abi;
	__u8 path_len;			/* bytes of the path in the struct tally_path that follows the buckets; 0: there is none */
	__u32 err;			/* errno; 0: calls that succeeded */
	char comm[COMM_LEN];		/* of the thread's last call that was counted */
	__u64 buckets[];		/* durations, up to rec.len or a struct tally_path: a bucket (bpf/tally.h) in the upper 16 bits, its calls below */
};
static_assert(sizeof(struct rec_tally) == 136, "struct rec_tally");
#define TALLY_COUNT_BITS 48

struct rec_signal {		/* REC_SIGNAL */
	struct rec rec;
	__s32 signo, code, err;	/* si_signo, si_code, si_errno */
	__u32 has;		/* SIGNAL_*, or-ed; 0: the kernel gave no siginfo */
	__u8 fields[48];	/* the union of siginfo, in the native 64-bit layout */
};
static_assert(sizeof(struct rec_signal) == 88, "struct rec_signal");
#define SIGNAL_INFO 1
#define SIGNAL_IGNORED 2	/* sent, but not delivered: the process ignores it */
#define SIGNAL_STOPS 4		/* its default action stops the process */
#define SIGNAL_PART 16		/* of the siginfo only code, err, and si_pid (0: none, or not known) are known */
#define SIGNAL_STOPPED 8	/* not delivered: the thread stops with its process, which another thread's signal has stopped; live only */

struct rec_exit {		/* REC_EXIT */
	struct rec rec;
	__u32 code;		/* as wait(2) has it: signal | 0x80 if core dumped, or status << 8; or EXIT_UNKNOWN */
	__u32 pad;
};
static_assert(sizeof(struct rec_exit) == 32, "struct rec_exit");
#define EXIT_UNKNOWN 0xffffffff

struct rec_fork {		/* REC_FORK: rec.tid, rec.tgid are the new thread's */
	struct rec rec;
	__u32 parent_tid, parent_tgid;
	__u32 shares_files;	/* 1: CLONE_FILES */
	__u32 shares_fs;	/* 1: CLONE_FS */
	char comm[COMM_LEN];
};
static_assert(sizeof(struct rec_fork) == 56, "struct rec_fork");

struct rec_exec {		/* REC_EXEC: rec.tid is the thread's tid from now on */
	struct rec rec;
	__u32 old_tid;		/* its tid before: differs if it was not the leader */
	__u32 pad;
	char comm[COMM_LEN];
};
static_assert(sizeof(struct rec_exec) == 48, "struct rec_exec");

struct rec_comm {		/* REC_COMM */
	struct rec rec;
	char comm[COMM_LEN];
};
static_assert(sizeof(struct rec_comm) == 40, "struct rec_comm");

struct rec_task {		/* REC_TASK */
	struct rec rec;
	__u32 pad[2];
	char comm[COMM_LEN];
};
static_assert(sizeof(struct rec_task) == 48, "struct rec_task");

enum owner_flag {
	OWNER_USER = 1 << 0,	/* uid is known */
	OWNER_CGROUP = 1 << 1,	/* cgroup is known */
};

/* REC_OWNER: of thread rec.tid from now on, and of those that it creates. */
struct rec_owner {
	struct rec rec;
	__u64 cgroup;		/* ID, as bpf_get_current_cgroup_id() has it */
	__u32 uid;		/* real user ID */
	__u32 has;		/* enum owner_flag */
};
static_assert(sizeof(struct rec_owner) == 40, "struct rec_owner");

/*
 * REC_PIDNS: of thread rec.tid, after its REC_FORK or REC_TASK; only for threads in a PID namespace below that of rec.tid and
 * rec.tgid. One number for each namespace below that, the thread's own last. Also for processes that are not traced, but whose
 * IDs traced ones may pass; these have no other record.
 */
struct rec_pidns {
	struct rec rec;
	__u32 n;		/* numbers that follow */
	__u32 pad;
	struct { __u32 ns, nr; } numbers[];	/* ns: the namespace's inode number, as in /proc/TID/ns/pid */
};
static_assert(sizeof(struct rec_pidns) == 32, "struct rec_pidns");
#define PIDNS_LEVELS 32		/* the kernel's limit on nesting */

enum loss_reason {
	LOSS_RING = 0,		/* the ring of that CPU was full */
	LOSS_INFLIGHT = 1,		/* no memory for the call's entry */
	LOSS_OTHER = 2,		/* the kernel skipped the program: it was running for another task of that CPU */
	LOSS_RING_BUSY = 3,	/* the ring was full, or a program that was preempted was writing to it */
	LOSS_REASONS,		/* number of the kernel's */
	LOSS_SPOOL = 8,		/* trace ship: recordings that waited had reached their limit */
};

struct rec_loss {		/* REC_LOSS: of thread rec.tid (0: not known) */
	struct rec rec;
	__u64 count;		/* records that are missing */
	__u64 first, last;	/* ns, when the first and last of them were lost */
	__u32 reason;		/* enum loss_reason */
	__u32 pad;
};
static_assert(sizeof(struct rec_loss) == 56, "struct rec_loss");

struct rec_pause {		/* REC_PAUSE: rec.ts: when the targets went on */
	struct rec rec;
	__u64 dur;		/* ns */
};
static_assert(sizeof(struct rec_pause) == 32, "struct rec_pause");

struct rec_fd {			/* REC_FD: of process rec.tgid */
	struct rec rec;
	__s32 fd;
	__u32 cloexec;
	__u32 has_info;		/* 1: `info` is filled (sockets, pipes) */
	__u32 path_len;		/* bytes of `path` */
	/* has_info 0: of a device mode has its type, and ino its number, as in struct file_path; likewise of a FIFO, with `access` and the
	 * inode number; of an eventfd ino is its EVENTFD_ID */
	struct fdinfo info;
	char path[];		/* target of /proc/PID/fd/N */
};

/* REC_PEER: process rec.tgid, which is not traced, has this open. Or, traced or not, it has the lock of a file that a thread asks for in the call
 * with the same time, whose CALL or PENDING record follows: then info.mode is S_IFREG, and info.ino the thread's ID. */
struct rec_peer {
	struct rec rec;
	char comm[COMM_LEN];
	struct fdinfo info;	/* of a pipe, FIFO or socket; S_IFCHR: of an end of a pseudoterminal, ino is its index; mode 0: of an eventfd, ino is its EVENTFD_ID */
};
static_assert(sizeof(struct rec_peer) == 24 + 16 + 184, "struct rec_peer");

struct rec_path {		/* REC_CWD, REC_ROOT */
	struct rec rec;
	__u32 path_len;
	__u32 mnt_ns;		/* as in struct file_path; 0: not known */
	char path[];
};

#define GENL_NAME_LEN 16	/* GENL_NAMSIZ of linux/genetlink.h */

struct rec_genl {		/* REC_GENL: an id that the kernel gave to a family */
	struct rec rec;
	__u32 id;		/* nlmsg_type of its messages */
	__u32 pad;
	char name[GENL_NAME_LEN];	/* with its NUL */
};
static_assert(sizeof(struct rec_genl) == 48, "struct rec_genl");

enum id_of {			/* what an ID is of; values of REC_NAME */
	ID_USER = 0, ID_GROUP = 1,
	ID_BLOCK = 2, ID_CHAR = 3,	/* devices: user space's encoding of their numbers, in 32 bits */
	ID_DRIVER = 4,			/* the driver of a character device: the same */
	ID_CGROUP = 5,			/* of v2: a path below its root */
	ID_CONTAINER = 6, ID_POD = 7, ID_UNIT = 8,	/* what a control group is in: the ID is the group's */
	IDS_OF
};

#define ID_NAME_MAX 255		/* bytes: longer names are not recorded, rather than cut */

struct rec_name {		/* REC_NAME: from rec.ts on, in the recorder's user database or its /dev */
	struct rec rec;
	__u32 id;
	__u32 of;		/* enum id_of */
	__u32 name_len;		/* bytes, 1 to ID_NAME_MAX */
	__u32 pad;
	char name[];		/* without a NUL */
};
static_assert(sizeof(struct rec_name) == 40, "struct rec_name");

struct rec_link {		/* REC_LINK: the link at a path from rec.ts on */
	struct rec rec;
	__u32 mnt_ns;		/* as in struct file_path; 0: not known */
	__u32 path_len, to_len;	/* bytes; to_len 0: no longer a link */
	__u32 pad;
	char text[];		/* its path, then its target, both absolute, without NULs */
};
static_assert(sizeof(struct rec_link) == 40, "struct rec_link");

struct rec_event {		/* REC_EVENT */
	struct rec rec;
	__u32 id;		/* of its REC_FORMAT */
	__u32 size;		/* bytes of `raw` */
	__u8 raw[];		/* as the kernel wrote it, in its machine's byte order */
};
static_assert(sizeof(struct rec_event) == 32, "struct rec_event");

struct rec_fault {		/* REC_FAULT */
	struct rec rec;
	__u64 ip, addr;		/* the instruction, and the address that it accessed */
	__u32 flags;		/* enum fault_flag */
	__u32 pad;
};
static_assert(sizeof(struct rec_fault) == 48, "struct rec_fault");

enum fault_flag {
	FAULT_MAJOR = 1 << 0,	/* the page had to be read from storage */
};

/*
 * REC_MAP: a mapping of process rec.tgid from rec.ts on, which replaces earlier ones at its addresses. A mapping of the whole address
 * space without a path means that all mappings were removed, by an execve; those of the new program follow.
 */
struct rec_map {
	struct rec rec;
	__u64 start, len;	/* addresses */
	__u64 pgoff;		/* bytes: offset in the file at `start` */
	__u32 prot, flags;	/* PROT_*, MAP_* of mmap(2); flags may be 0: not known */
	__u32 maj, min;		/* device of the file */
	__u64 ino, ino_generation;
	__u8 build_id[20];
	__u8 build_id_len;	/* 0: not known */
	__u8 pad;
	__u16 path_len;
	char path[];		/* the file, or a name as in /proc/PID/maps: [heap], //anon; empty: anonymous memory */
};
static_assert(sizeof(struct rec_map) == 104, "struct rec_map");

/*
 * REC_STACK: the stack of the call `nr` of `abi` in the thread's next REC_CALL or REC_PENDING, taken at exit or at entry; or
 * (STACK_OF_EVENT) of its next REC_EVENT or REC_FAULT; or (`signo` is not 0) of that signal's next REC_SIGNAL: then nr is
 * STACK_OF_SIGNAL, or STACK_OF_IGNORED if that has SIGNAL_IGNORED, and abi that of the registers. Calls and signals that are not shown
 * need none. It is followed by addresses, innermost first: `nkernel` kernel addresses, `nuser` user addresses by frame pointers; then
 * `nregs` user registers, numbered as in DWARF; then `copied` bytes of the user stack from `sp` on, and padding to REC_ALIGN.
 */
struct rec_stack {
	struct rec rec;
	__u16 nr;
	__u8 abi;		/* enum abi, or STACK_OF_EVENT */
	__u8 signo;		/* 0: not of a signal */
	__u16 nkernel, nuser;
	__u16 nregs, pad2;
	__u32 copied;
	__u64 sp;		/* 0: there are no registers */
	__u64 words[];
};
static_assert(sizeof(struct rec_stack) == 48, "struct rec_stack");
#define STACK_OF_EVENT 0xff
#define STACK_OF_SIGNAL 0xffff
#define STACK_OF_IGNORED 0xfffe
#define STACK_FRAMES 127	/* most kernel frames, and most user frames: perf_event_max_stack */
#define STACK_REGS 33		/* registers at most */
#define STACK_COPY 24576	/* bytes of a stack at most */

enum wait_flag {
	WAIT_GOES_ON = 1 << 0,	/* of a REC_PENDING: the thread is blocked at present; the longest block is this one */
	WAIT_DISK = 1 << 1,	/* uninterruptible: state D */
	/* Where the waker was: none of these: in the call, or the kernel thread, that `waker_*` say */
	WAIT_BY_IRQ = 1 << 2,	/* in an interrupt: `waker_*` are 0 */
	WAIT_BY_SOFTIRQ = 1 << 3,	/* in a softirq, which ran on top of that thread */
	WAIT_BY_EITHER = 1 << 4,	/* in that thread, or in an interrupt on top of it: this kernel does not tell */
};

/*
 * REC_WAIT: how the time of a call was spent that left the CPU: of the thread's next REC_CALL or REC_PENDING, if that began at `began`. The
 * time that is neither `blocked` nor `runnable` was spent on a CPU. Then `where_len` bytes: the kernel function that it blocked in.
 */
struct rec_wait {
	struct rec rec;
	__u64 began;		/* ns; 0: the call began before tracing, and its times are not known */
	__u64 blocked;		/* ns: not runnable */
	__u64 runnable;		/* ns: waiting for a CPU */
	__u64 longest;		/* ns: the longest of `blocks`, of which all that follows is */
	__u32 blocks;		/* how often it blocked */
	__u32 flags;		/* enum wait_flag */
	__u32 waker_tid, waker_tgid;	/* 0: not known */
	__u16 waker_nr;		/* the call that the waker was in, as in struct rec_call; 0xffff: none, or not known */
	__u8 waker_abi;
	/* From BPF only, instead of `where`; 0 in recordings: so many addresses of the kernel stack, in room for WAIT_FRAMES, */
	__u8 nframes;
	__u16 where_len;	/* 0: not known */
	__u8 nwaker_frames;	/* and of the waker's, in room for WAKER_FRAMES: if the kernel does not tell whether an interrupt woke the thread */
	__u8 pad;
	char waker_comm[COMM_LEN];
	char where[];
};
static_assert(sizeof(struct rec_wait) == 96, "struct rec_wait");
#define WAIT_FRAMES 14		/* the tracer's and the scheduler's are among them */
#define WAKER_FRAMES 32		/* an incoming packet wakes its reader some 20 functions below the softirq */

/* REC_SYMBOL: a symbol from `start` up to `end`, in process rec.tgid; 0: in the kernel. Precedes the first REC_STACK that needs
 * it. */
struct rec_symbol {
	struct rec rec;
	__u64 start, end;
	__u32 name_len, module_len;	/* bytes of the name, and of the kernel module's or file's name that follows it */
	char text[];
};
static_assert(sizeof(struct rec_symbol) == 48, "struct rec_symbol");

#include "ring_layout.h"
#include "wire_meta.h"
