/* SPDX-License-Identifier: BSD-2-Clause */
/* ring.h - the reader's side of one CPU's ring (bpf/wire.h describes its layout). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "bpf/wire.h"

struct ring {
	uint8_t *base;		/* its elements, mapped into memory */
	struct ring_ctl *ctl;
	uint64_t chunks;
	uint64_t mapped;	/* positions below it are; ~0: all */
	uint64_t offset;	/* of `base` in the map `fd` */
	int fd;
	uint64_t pos;		/* read so far; ctl->tail follows in batches */
	uint64_t released;	/* the value of ctl->tail */
	uint64_t checked;	/* `pos` at the last check for space to free */
	uint64_t end;		/* head at the last ring__look() */
	uint32_t taken;		/* length of the record in use */
	bool news;		/* the last ring__look() found new records */
	uint8_t **copies;	/* copies of the chunks below number `copied`, by number % ncopies; NULL: none yet */
	unsigned ncopies;
	uint64_t copied;
	int fence;		/* an empty BPF program; -1: not needed */
	unsigned cpu;
};

/* A ring of `chunks` * RING_CHUNK bytes (a power of two) whose elements are mapped at `base`. */
void ring__open(struct ring *r, void *base, unsigned chunks);
/*
 * The same; the elements are at `offset` of the map `fd`, and `base` is reserved for them. The first ones are mapped at once, the others
 * when the writer reaches them: the kernel maps each page of a map separately, which takes milliseconds, and few runs use them. 0 or -errno.
 */
int ring__map(struct ring *r, void *base, unsigned chunks, int fd, uint64_t offset);
/* For CPUs with weak memory ordering: the program with which ring__settle() makes `cpu` pass a barrier. */
void ring__set_fence(struct ring *r, int fence, unsigned cpu);
/* Permits copying up to `n` unread chunks when the ring is half full, so that the writer can reuse their space. 0 or -ENOMEM. */
int ring__set_copies(struct ring *r, unsigned n);
void ring__close(struct ring *r);
/*
 * Reads the writer's position. true: every record older than this call is below it; false: a writer does not finish its record, for its
 * virtual CPU is paused.
 */
bool ring__look(struct ring *r);
/* Makes records below `end` visible. To be called after each look, before the first peek. */
void ring__settle(struct ring *r);
/* The record at the read position; NULL: none below `end`, which may advance. The record taken last is no longer valid. */
const struct rec *ring__peek(struct ring *r);
/* Takes the record that ring__peek() returned; valid until the next ring__peek() or ring__release(). */
void ring__take(struct ring *r, const struct rec *rec);
/* Frees the space of taken records. */
void ring__release(struct ring *r);
/* Sets the watermark: the reader is woken when `bytes` are in use. */
void ring__set_watermark(struct ring *r, uint64_t bytes);
