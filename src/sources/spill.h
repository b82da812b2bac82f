/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * spill.h - user memory for what is copied out of rings that fill up, until the reader comes to it.
 *
 * A spill belongs to one ring. Its memory is addressed by the ring's positions, which count bytes and never wrap: positions are in blocks of
 * `unit`, each in memory of its own, which has `room` bytes. All spills of a pool share its limit. To a spill one thread adds, to each maybe
 * another one; one thread reads all. They wait for each other only for new blocks.
 */
#pragma once

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct spill_block {
	struct spill_block *next;
	uint64_t number;	/* position / unit */
	uint8_t data[];
};

struct spill_region {
	struct spill_region *next;
	size_t bytes;
};

struct spill_pool {
	size_t limit;		/* bytes that may be in use at most; 0: nothing is copied */
	bool firm;		/* the user's: memory that others need does not reduce it */
	uint64_t unit;
	size_t block;		/* bytes of memory of a block */
	size_t used, peak;	/* bytes: of blocks with data, and at most so far; read by any thread */
	size_t kept;		/* bytes: of free blocks */
	struct spill_block *freed, *emptied;	/* by the reader, with their memory, and without; */
	pthread_mutex_t lock;	/* of threads that add, for what follows */
	struct spill_block *spare, *empty;	/* … and taken over by those that add */
	struct spill_region *regions;	/* all address space; */
	uint8_t *fresh;			/* … and in the last region `left` bytes that are not yet in a block */
	size_t left;
	size_t credit;		/* bytes that may be allocated before the available memory is looked at again */
};

struct spill {
	struct spill_pool *pool;
	/* Of the thread that adds; one at a time. */
	struct spill_block *last;
	uint64_t end __attribute__((aligned(64)));	/* positions below it are in blocks, or were read; read by both */
	/* Of the reader. */
	struct spill_block *front __attribute__((aligned(64)));
	struct spill_block none;	/* the front before the first block */
};

/* limit 0: none. The room of a block is what a record may need that begins at its last position. */
void spill_pool__init(struct spill_pool *p, size_t limit, bool firm, uint64_t unit, size_t room);
/* If the limit is low, allocates all of its memory now. Before anything is added. */
void spill_pool__fill(struct spill_pool *p);
/* The limit does not permit another block. Any thread. */
bool spill_pool__is_full(const struct spill_pool *p);
/* Less than half of the limit is in use. Any thread. */
bool spill_pool__is_roomy(const struct spill_pool *p);
/* Once all its spills are closed. */
void spill_pool__close(struct spill_pool *p);

void spill__open(struct spill *s, struct spill_pool *p);
void spill__close(struct spill *s);

/* -- A thread that adds ---------------------------------------------------------------------------------------------------- */

/* The memory of the block that has `pos`, which is not below `end`. NULL: the limit was reached, or there is no memory. */
uint8_t *spill__block(struct spill *s, uint64_t pos);
/* What is below `end` is in its block, or was read. */
void spill__publish(struct spill *s, uint64_t end);

/* -- The reader -------------------------------------------------------------------------------------------------------------- */

/* Positions below it are read from the spill. */
uint64_t spill__end(const struct spill *s);
/* The memory of the block that has `pos`, which is below the end; valid until the call for a later block. */
const uint8_t *spill__at(struct spill *s, uint64_t pos);
/* Frees the blocks that end at or below `pos`, except for one that may still be added to. */
void spill__release(struct spill *s, uint64_t pos);
