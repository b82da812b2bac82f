/* SPDX-License-Identifier: BSD-2-Clause */
/* ring.h - the reader's side of one CPU's ring (bpf/ring_layout.h describes its layout). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "bpf/wire.h"
#include "sources/spill.h"

struct ring {
	uint8_t *base;		/* its chunks, mapped into memory */
	struct ring_ctl *ctl;
	uint64_t chunks, stride;
	uint64_t mapped;	/* positions below it are; ~0: all */
	uint64_t offset;	/* of `base` in the map `fd` */
	int fd;
	struct spill *spill;	/* NULL: none */
	int fence;		/* an empty BPF program; -1: not needed */
	unsigned cpu;
	/* Of the reader. */
	uint64_t pos;		/* read so far; ctl->tail follows in batches, or is above it */
	uint64_t spilled;	/* positions below it are read from the spill */
	uint64_t checked;	/* `pos` at the last check for space to free */
	uint64_t end;		/* head at the last ring__look() */
	uint32_t len;		/* of the record at `pos`, once ring__peek() has seen it */
	uint32_t taken;		/* length of the record in use */
	bool news;		/* the last ring__look() found new records */
};

/* A ring whose RING_SIZE(chunks, stride) bytes are at `base`. ctl: where it is read and written. */
void ring__open(struct ring *r, struct ring_ctl *ctl, void *base, unsigned chunks, uint64_t stride);
/*
 * The same; the chunks are at `offset` of the map `fd`, and `base` is reserved for them. The first ones are mapped at once, the others
 * when the writer reaches them: the kernel maps each page of a map separately, which takes milliseconds for a ring, and few runs use them. 0 or
 * -errno.
 */
int ring__map(struct ring *r, struct ring_ctl *ctl, void *base, unsigned chunks, uint64_t stride, int fd, uint64_t offset);
/* For CPUs with weak memory ordering: the program with which ring__settle() makes `cpu` pass a barrier. */
void ring__set_fence(struct ring *r, int fence, unsigned cpu);
/*
 * Where ring__drain() copies to: a spill with blocks for RING_CHUNK positions. While less than half of its pool is in use, the writer of a ring
 * that is more than half full is held for a moment after each call: see hold_writer() in bpf/emit.bpf.h.
 */
void ring__set_spill(struct ring *r, struct spill *spill);

/* Bytes that were written and not freed yet. Any thread. */
uint64_t ring__used(const struct ring *r);
/*
 * For another thread than the reader's, which goes on reading meanwhile: copies what is in use to the spill, and frees its space; no chunk is begun
 * after `most` bytes. false: the spill is full.
 */
bool ring__drain(struct ring *r, uint64_t most);

/*
 * Reads the writer's position. true: every record older than this call is below it; false: a writer does not finish its record, for its
 * virtual CPU is paused.
 */
bool ring__look(struct ring *r);
/* Makes records below `end` visible. To be called after each look, before the first peek. */
void ring__settle(struct ring *r);
/* The time of the record at the read position; false: none is below `end`, which may advance. The record taken last is no longer valid. */
bool ring__peek(struct ring *r, uint64_t *ts);
/*
 * Takes the record that ring__peek() has seen, copied to `to`, which has REC_MAX bytes, or in the spill; valid until the next ring__peek() or
 * ring__release(). Nothing that was taken is in the ring: however long it is in use, the ring's space can be freed.
 */
const struct rec *ring__take(struct ring *r, void *to);
/* Frees the space of taken records. */
void ring__release(struct ring *r);
/* Sets the watermark: the reader is woken when `bytes` are in use. */
void ring__set_watermark(struct ring *r, uint64_t bytes);
