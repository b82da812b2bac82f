/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ctf_format.h - the Common Trace Format 1.8 (diamon.org/ctf): a directory with the text `metadata`, which says how events are
 * laid out, and `stream`, packets of events. All fields are aligned to bytes and in the byte order of this machine.
 *
 * metadata and stream must agree: what is stored by ctf.c is declared in ctf_metadata.c.
 */
#ifndef TRACE_CTF_FORMAT_H
#define TRACE_CTF_FORMAT_H

#include <stdint.h>

#include "lib/out.h"
#include "recording/file_header.h"

#define CTF_SIGNATURE "/* CTF 1.8 */"	/* what metadata begins with */
#define CTF_MAGIC 0xc1fc1fc1u

/* What a packet begins with: its header and its context. Sizes are in bits. */
struct ctf_packet {
	uint32_t magic, stream_id;
	uint64_t begin, end;		/* ns: of its first and last event */
	uint64_t content_size, packet_size;
	uint64_t discarded;		/* events lost since the beginning */
} __attribute__((packed));

/* What an event begins with; its thread's name follows, with a NUL. */
struct ctf_event {
	uint32_t id;
	uint64_t ts;			/* ns */
	int32_t pid, tid, cpu;		/* cpu -1: not known */
} __attribute__((packed));

/* Events that are no calls. */
enum ctf_id {
	CTF_SIGNAL, CTF_EXIT, CTF_FORK, CTF_EXEC, CTF_NAME, CTF_LOSS,
	CTF_CALLS,			/* calls have numbers from here on, as they come */
};

/* A call: this, then args, result (each with its NUL), then nargs (1 byte) and so many numbers of 64 bits. */
struct ctf_call {
	uint64_t dur;			/* ns */
	int64_t ret;
	uint8_t state;			/* enum call_state */
} __attribute__((packed));

struct ctf_exit {
	int32_t status, signo;		/* one of them, the other is 0; status -1: not known */
	uint8_t core_dumped;
} __attribute__((packed));

struct ctf_loss {			/* a string follows: the reason */
	uint64_t count, first, last;	/* first, last: ns, as time stamps */
} __attribute__((packed));

struct ctf_signal {			/* two strings follow: its name, its siginfo */
	int32_t signo, code, err;
} __attribute__((packed));

struct ctf_fork {			/* the name that the new thread has follows */
	int32_t parent_pid, parent_tid;
} __attribute__((packed));

struct ctf_exec {
	int32_t old_tid;
} __attribute__((packed));

/* Stores the metadata: all but events of calls. */
void ctf_metadata__begin(struct out *o, const struct origin *origin, uint64_t start_mono, uint64_t start_real);
void ctf_metadata__call(struct out *o, uint32_t id, const char *name);

#endif
