/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * ctf_format.h - the Common Trace Format 1.8 (diamon.org/ctf): a directory with the text file `metadata`, which declares the layout
 * of events, and `stream`, packets of events. All fields are byte-aligned and in this machine's byte order.
 *
 * metadata and stream must agree: ctf_metadata.c declares what ctf.c stores.
 */
#pragma once

#include <stdint.h>

#include "lib/out.h"
#include "recording/file_header.h"

#define CTF_SIGNATURE "/* CTF 1.8 */"	/* the beginning of metadata */
#define CTF_MAGIC 0xc1fc1fc1u

/* A packet's header and context. Sizes are in bits. */
struct ctf_packet {
	uint32_t magic, stream_id;
	uint64_t begin, end;		/* ns: of its first and last event */
	uint64_t content_size, packet_size;
	uint64_t discarded;		/* events lost since the beginning of the stream */
} __attribute__((packed));

/* An event's header; its thread's comm follows, with a NUL. */
struct ctf_event {
	uint32_t id;
	uint64_t ts;			/* ns */
	int32_t pid, tid, cpu;		/* cpu -1: not known */
} __attribute__((packed));

/* Events other than calls. */
enum ctf_id {
	CTF_SIGNAL, CTF_EXIT, CTF_FORK, CTF_EXEC, CTF_NAME, CTF_LOSS,
	CTF_CALLS,			/* calls are numbered from here on, in order of their first use */
};

/* A call: this, then args and result (each with a NUL), then nargs (1 byte) and that many 64-bit numbers. */
struct ctf_call {
	uint64_t dur;			/* ns */
	int64_t ret;
	uint8_t state;			/* enum call_state */
} __attribute__((packed));

struct ctf_exit {
	int32_t status, signo;		/* one of them is 0; status -1: not known */
	uint8_t core_dumped;
} __attribute__((packed));

struct ctf_loss {			/* a string follows: the reason */
	uint64_t count, first, last;	/* first, last: ns, like time stamps */
} __attribute__((packed));

struct ctf_signal {			/* two strings follow: its name, its siginfo */
	int32_t signo, code, err;
} __attribute__((packed));

struct ctf_fork {			/* the new thread's comm follows */
	int32_t parent_pid, parent_tid;
} __attribute__((packed));

struct ctf_exec {
	int32_t old_tid;
} __attribute__((packed));

/* Stores the metadata except for events of calls. */
void ctf_metadata__begin(struct out *o, const struct origin *origin, uint64_t start_mono, uint64_t start_real);
void ctf_metadata__call(struct out *o, uint32_t id, const char *name);
