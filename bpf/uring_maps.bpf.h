/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* uring_maps.bpf.h - requests of io_uring: their maps, and what each CPU has of the one it is at. */
#pragma once

/* The fields of struct io_uring_sqe, linux/io_uring.h, which never change. */
struct uring_sqe {
	__u8 opcode, flags;
	__u16 ioprio;
	__s32 fd;
	__u64 off, addr;
	__u32 len, op_flags;
	__u64 user_data;
	__u16 buf_index, personality;
	__u32 file_index;
	__u64 addr3, pad;
};

/* With cfg.uring: requests that have not completed; see uring_state.bpf.h. */
struct uring_slots {
	struct uring_request slot[URING_SLOTS];
};

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);		/* see memory_of() */
	__uint(map_flags, BPF_F_MMAPABLE);
	__type(key, __u32);
	__type(value, struct uring_slots);
} request_slots SEC(".maps");

struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 16384);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, struct uring_key);
	__type(value, struct uring_request);
} requests SEC(".maps");

/* Requests that may complete repeatedly, by ring and the program's number, for the kernel tells these of all but the last completion. 0: several. */
struct {
	__uint(type, BPF_MAP_TYPE_HASH);
	__uint(max_entries, 16384);
	__uint(map_flags, BPF_F_NO_PREALLOC);
	__type(key, struct uring_key);
	__type(value, __u64);
} repeating SEC(".maps");

struct submission_queue {	/* as it lies in struct io_ring_ctx from Linux 5.13 on */
	__u32 *array;
	struct io_uring_sqe *sqes;
	__u32 head, entries;
};

struct uring_cpu {
	__u64 task;		/* the task in which a program of uring.bpf.h runs; 0: none runs */
	struct uring_sqe sqe;
	__u64 sqe_at;		/* the submission queue entry, while a program passes it on to the next */
	struct uring_key key;
	__u64 ring;
	struct submission_queue queue;
	__u64 completes;	/* the request has completed; else it was submitted */
	__u64 fields[16];	/* enum sqe_field */
	__u64 command;		/* address of what a command has in the entry, */
	__u64 command_len;	/* and how many bytes there are */
	struct uring_request request;
	struct task_state st;
};

struct {
	__uint(type, BPF_MAP_TYPE_ARRAY);
	__uint(max_entries, 1);	/* CPUs, or 1 that has all of them: set before load */
	__uint(key_size, 4);
	__uint(value_size, sizeof(struct uring_cpu));
} uring_cpus SEC(".maps");

/* NULL: only for the verifier. */
static __always_inline struct uring_cpu *uring_current(void)
{
	__u32 cpu = bpf_get_smp_processor_id();
	__u64 at = cpu;

	if (!cfg.one_element)
		return bpf_map_lookup_elem(&uring_cpus, &cpu);
	at &= cfg.ring_mask;
	multiply(at, sizeof(struct uring_cpu));
	return settled((struct uring_cpu *)((__u8 *)memory_of(&uring_cpus) + at));
}

struct {
	__uint(type, BPF_MAP_TYPE_PROG_ARRAY);
	__uint(max_entries, 3);	/* NEXT_URING_CAPTURE, NEXT_URING_SUBMIT, NEXT_URING_PREVIOUS */
	__uint(key_size, 4);
	__uint(value_size, 4);
} next_uring SEC(".maps");

/* Initialised, as `seating` is. */
__u32 uring_used = 0;	/* there was some request */
__u32 uring_spilled = 0;	/* some request was in the hash */
__u32 uring_ended = 0;	/* set by user space: it reads what has not completed, and nothing completes any more */

/* Forms of the tracepoints of io_uring: bpf_loader.c finds out. */
const volatile __u32 uring_form = 0;
