/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/*
 * config.h - settings of the BPF programs. struct config: user space writes it before loading; constant from then on, so that the
 * verifier removes what a setting makes unreachable. struct selection: differs from run to run of the same programs, which may be kept.
 */
#pragma once

#ifndef __bpf__
#include <linux/types.h>
#endif

#define ABI_SLOTS 3		/* tables in BPF: native 64-bit, 32-bit compat, x32 (x86-64 only) */
#define SLOT_NATIVE 0
#define SLOT_COMPAT 1
#define SLOT_X32 2
#define SLOT_RENAMES 128	/* in selection.slots: the number is in `renaming` of some slot */
#define SLOT_CALLS 1024		/* numbers per table, as in struct syscall_set: the last one means it and all higher ones */
#define SLOT_ARM_PRIVATE 1000	/* number in the tables of 32-bit ARM's first private call */
#define SLOT_AIO 880		/* first number of aio's requests, by opcode; programs cannot call them */
#define SLOT_COMMANDS 890	/* first number of io_uring's commands on sockets: enum uring_command */
#define SLOT_URING 896		/* first number of its other requests, by opcode; programs cannot call them either */
#define SLOT_MUX 960		/* first number of calls made through a multiplexer, */
#define SLOT_MUX_END 994	/* end of these numbers; programs cannot call them directly */
#define X32_BIT 0x40000000

#define ERRNO_WORDS 9		/* 576 bits: errno 1 to 575, the kernel's restart codes included */

/* A prefix of --path: its first components, by hash. */
#define PATH_PREFIXES 8		/* with more prefixes, BPF does not filter by path */
#define PATH_COMPONENTS 16	/* components compared; a power of two */
#define PATH_NAME 64		/* bytes of each */
struct path_prefix {
	__u32 n, pad;
	__u64 hash[PATH_COMPONENTS];
};

/*
 * Patterns of --comm, as an automaton whose state is a set of positions, 64 in all. From byte c of a name it goes from the positions in
 * takes[c] to the next ones, and stays at those in `stars`, which may also be passed over. A name matches if it ends at a position in
 * `accepts`; one with other bytes may match.
 */
#define COMM_BYTES 128
struct comm_filter {
	__u64 takes[COMM_BYTES];
	__u64 stars, begin, accepts;
};

/* Adds a word of a name to a hash. Names are padded with zeros to PATH_NAME bytes; a hash starts at 0. */
#define PATH_HASH(hash, word) (((hash) ^ (word)) * 0x9e3779b97f4a7c15ull >> 7 ^ (hash) << 21)

#define CGROUPS_MAX 64		/* elements of map `cgroup` */

struct config {
	__u32 all;		/* select every task that is not excluded */
	__u32 inherit;		/* select children of selected tasks */
	__u32 in_pid_ns;	/* the tracer runs in a PID namespace: see ids.bpf.h; with `limited` */
	__u32 preemptible;	/* programs of one CPU may preempt one another */
	__u32 ring_chunks;	/* elements of each CPU's ring: a power of two */
	__u32 one_element;	/* the maps of rings, and of io_uring's CPUs, have one element, with all of them: known when the former was created */
	__u32 ring_mask;	/* a power of two - 1, not below any CPU's number */
	__u32 limited;		/* call wants_task() each time: has_uid, has_cgroup, or tasks are excluded by name */
	__u32 has_uid;		/* only calls made under the real uid sel.uid */
	__u32 has_cgroup;	/* only tasks in or below those in map `cgroup` */
	__u32 only_failed, only_ok;
	__u32 has_errnos;	/* only calls that failed with sel.errnos */
	__u32 has_min_dur;	/* only calls that took at least sel.min_dur */
	__u8 abi[4];		/* enum abi of each slot; ABI_COUNT: unused */
	__u8 ignored_signals;	/* report signals that their process ignores */
	__u8 functions;		/* calls are taken at their functions (functions.bpf.h), not at raw_syscalls */
	__u8 seats;		/* tasks that make many calls have seats (seats.bpf.h) */
	__u8 interrupted;	/* likewise, those of io_uring others */
	__u32 guarded;		/* only tasks that this user may trace (ptrace_access.bpf.h); with `limited` */
	__u32 guard_uid, guard_gid;
	__u32 guard_ns;		/* user namespace: its inode number */
	__u64 guard_caps;	/* capabilities that a task may have */
	__u32 stack_bytes;	/* of addresses of a stack, for the kernel's and the program's each; 0: no stacks */
	__u32 npaths;		/* elements of sel.paths used; 0: any path */
	__u32 injects_signals;	/* see struct injected_signal */
	__u32 injects;		/* what `rules` say is done to calls: see struct inject_rule */
	__u32 tally;		/* calls are counted, not sent: enum tally_flag, by what; 0: they are sent */
	__u32 tallies, tally_octaves;	/* of each CPU */
	__u32 tally_uring;	/* requests of io_uring are counted as on this many CPUs further: those of `tallies` and the like are twice as many; or 0 */
	__u32 possible_cpus;
	__u32 waits;		/* where the time of calls goes: wait.bpf.h */
	__u32 uring;		/* requests of io_uring are reported, */
	__u32 late;		/* and those that began before tracing; not set if only a new command is traced */
	__u32 stack_copy;	/* bytes of the program's stack that are copied, with its registers; 0: none */
	__u32 has_comms;	/* only calls of threads whose name sel.comms matches when they return */
};

/* Of kept programs, between runs */
enum set_use {
	SET_FREE,
	SET_IN_USE,		/* a tracer has the programs; still so after it: it was killed */
	SET_CLEAN,		/* free, and there are no targets, and no states of tasks, which take long to look for */
};

struct selection {
	/* bit n: the number is in `calls` of slot n; or-ed in: SLOT_RENAMES. Tested first, because this needs no access to the task */
	__u8 slots[SLOT_CALLS];
	__u64 calls[ABI_SLOTS][SLOT_CALLS / 64];	/* shown or tracked */
	__u64 tracked[ABI_SLOTS][SLOT_CALLS / 64];
	__u64 renaming[ABI_SLOTS][SLOT_CALLS / 64];	/* subset of `tracked`: they change names of files that others have open */
	__u64 forks[ABI_SLOTS][SLOT_CALLS / 64];	/* return 0 in a new task */
	__u64 execs[ABI_SLOTS][SLOT_CALLS / 64];
	__u64 errnos[ERRNO_WORDS];
	__u64 min_dur;		/* ns */
	__u32 has_tracked;	/* `tracked` is not empty */
	__u32 uid;
	struct path_prefix paths[PATH_PREFIXES];
	struct comm_filter comms;
	/* Of user space, for programs that are kept: bpf_loader.c */
	__u64 plans;		/* what the maps of plans were computed from, by hash; 0: they are not complete */
	__u64 in_use;		/* enum set_use */
};

/*
 * siginfo of the signal sent last, for a fatal one is delivered as SIGKILL without siginfo. And of the one being delivered: see tp.bpf.h.
 */
struct sent_signal {
	__s32 signo, code, err;
	__u16 number_only;	/* only the number is known */
	__u16 reported;		/* it has ended the process, and was reported */
	__u8 fields[32];
};

/* Of a process: fatal.bpf.h */
struct fatal_sent {
	__u32 tgid, pad;	/* 0: none */
	struct sent_signal sent;
};
#define FATAL_SENT 64

/* Elements of the maps for tail calls: see bpf_loader.c. */
#define NEXT_CAPTURE 0
#define NEXT_STACK 1
#define NEXT_URING_CAPTURE 0
#define NEXT_URING_SUBMIT 1
#define NEXT_URING_PREVIOUS 2

/* Values of the map `targets`, keyed by tid or tgid: what the task iterator does with a task. */
#define TARGET_TID 1		/* select the thread with this tid */
#define TARGET_TGID 2		/* select all threads of this process */
#define TARGET_WAIT_EXEC 4	/* nothing is recorded before its execve */
#define TARGET_FILES 8		/* report only its descriptors: one of its threads is selected */

/* A signal for the thread's next call that is reported: map `signals`, in element tid % SIGNAL_SLOTS. tid 0: none. */
struct injected_signal {
	__u32 tid, signo;
};
#define SIGNAL_SLOTS 8192

/*
 * What is done to calls with a number, in map `rules` by slot and number. Calls are counted by thread and number: the first that it is
 * done to, the last, and the interval between them (0: only the first).
 */
struct inject_rule {
	__s64 value;		/* with `override`: the result, */
	__u8 override;		/* enum override_way: the call is not made; 0: it is */
	__u8 is_retval;		/* … and if it is no error, though it may look like one */
	__u8 signo;		/* 0: no signal is sent */
	__u8 used;
	__u16 first, last, step;	/* as in struct injection; RULE_FOREVER: no last */
	__u16 pad;
};
#define RULE_FOREVER 0xffffu
#define NRULES (ABI_SLOTS * SLOT_CALLS)

/* Which of the programs at the calls' functions gives a call its result: they get it from map `overrides`, and say that they did. */
enum override_way { OVERRIDE_FMOD_RET = 1, OVERRIDE_KPROBE };
struct override {		/* by pid_tgid */
	__s64 value;
	__u64 way;		/* enum override_way, or */
};
#define OVERRIDE_DONE 0x100

/* What the task iterator does, in `scan_mode`; set before each run. */
enum scan_mode {
	SCAN_SELECT = 1,	/* select the tasks in `targets` */
	SCAN_PENDING = 2,	/* report calls that have waited for `scan_wait` ns */
	SCAN_PID_NS = 3,		/* find out the PID namespace of the iterator's reader */
	SCAN_FORGET = 4,	/* delete the state of all tasks: an earlier tracer's */
	SCAN_BEFORE = 5,	/* cfg.functions: mark the tasks that wait in a selected call which began before tracing */
};

/* What the tracepoints of io_uring pass; bits of `uring_form`. Otherwise: submit the request, complete the ring and the program's number. */
enum uring_form {
	URING_RING_FIRST = 1,	/* io_uring_submit_sqe: the ring, then the request (before Linux 6.0) */
	URING_HAS_REQ = 2,	/* io_uring_complete: the ring, then the request (from 5.18 on), */
	URING_CQE = 4,		/* … and the completion queue entry (from 6.15 on); else the number, the result and flags */
	URING_FAILED_RING = 8,	/* io_uring_req_failed: the ring before the request (before 6.0) */
	URING_QUEUED_RING = 16,	/* io_uring_queue_async_work: likewise */
};

/* Seats of tasks: see seats.bpf.h. */
#define SEATS_LOG 5
#define SEATS (1 << SEATS_LOG)
struct seat {
	__u64 task;		/* token_of() it; 0: the seat is free; or SEAT_TAKEN, SEAT_LEFT */
	__u64 regs;		/* … the registers with which it entered the kernel; 0: the seat is not in use */
	__u64 left;		/* ns: when the seat was left */
	__u64 at;		/* the task's address */
};
struct seating {
	struct seat table[SEATS];
	__u64 doors[SEATS];	/* by seats__hash() of the task: 1 + the number of the seat, which is that of its registers */
	__u64 used;		/* was any taken? */
};

struct cpu_stats {		/* map `stats`, one element per CPU */
	__u64 lost[4];		/* by enum loss_reason */
	__u64 pad[4];
};

/* Kernel frames from bpf_get_stack(): see stack.bpf.h. */
#define PATH_FRAMES 16
struct kernel_path {
	__u64 bytes;		/* 0: not known yet */
	__u64 words[PATH_FRAMES];
};
