/* SPDX-License-Identifier: (GPL-2.0-only OR BSD-2-Clause) */
/* ring_layout.h - how rings of records lie in memory, and how writer and reader share them. Included by wire.h. */
#pragma once

/*
 * A ring: one per CPU, of `chunks` chunks of RING_CHUNK bytes, a power of two, in one array map of all CPUs; and a struct ring_ctl, in
 * another map with one element, an array by CPU. Positions count bytes and never wrap; a record at position p is in chunk
 * (p / RING_CHUNK) % chunks at offset p % RING_CHUNK. Chunks begin every `stride` bytes. Where all rings are in one element of the map,
 * that is RING_CHUNK: a record extends into the next chunk, or after the last one into REC_MAX bytes of slack. Elsewhere a chunk is an
 * element, RING_ELEM bytes with slack of its own, into which a record may extend. As many bytes at the position where it goes on are
 * unused, where it extends into slack.
 *
 * A ring has one writer at a time: it advances `claimed` by the length that it will write, reads the clock, fills the space after
 * `head`, and advances `head`, in this order. A ring is busy while `claimed` is above `head`: a reader that reads `claimed` first, and
 * then finds `head` not below it, knows that every record older than that read is below `head`. Both only grow (except when a claim is
 * returned), so the reader may see these stores in any order. Records below `head` may become visible later than `head` itself: see
 * ring__settle.
 */
#define RING_CHUNK (256 * 1024)
#define RING_ELEM (RING_CHUNK + REC_MAX)
#define RING_STRIDE(one_element) ((one_element) ? RING_CHUNK : RING_ELEM)
#define RING_SIZE(chunks, stride) (((chunks) - 1) * (__u64)(stride) + RING_ELEM)	/* bytes of a ring in the map */
#define RING_CTL_SIZE 128

struct ring_ctl {
	__u64 head;		/* bytes written; set by BPF */
	__u64 claimed;		/* value of `head` after the writes in progress */
	__u64 notified;		/* 1: the reader was woken, and has not yet drained the ring */
	__u64 held;		/* ns for which writers were held; set by BPF */
	__u64 pad1[4];
	__u64 tail;		/* bytes read; set by the reader */
	__u64 watermark;		/* bytes in use at which the reader is woken */
	__u64 patience;		/* ns for which the writer may yet be held: granted by the reader, used up by BPF */
	__u64 pad2[5];
};
static_assert(sizeof(struct ring_ctl) == RING_CTL_SIZE, "struct ring_ctl");
