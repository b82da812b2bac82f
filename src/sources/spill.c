// SPDX-License-Identifier: BSD-2-Clause
/*
 * spill.c - blocks are a list per spill, of which the reader frees the front: never the last, which the other thread fills.
 * Freed blocks are used again: memory that is new costs the kernel as much as copying.
 *
 * Address space is mapped in large regions, and unmapped at the end. To map, a thread waits until no other one holds the lock on the process's
 * address space; the reader holds it in page faults, and may have lost the CPU to other programs then.
 */
#include "spill.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lib/ulimits.h"

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23	/* Linux 5.14 */
#endif

#define KEEP_BYTES (32u << 20)	/* of memory of free blocks that is kept */
#define REGION_BYTES (64u << 20)	/* of address space that is mapped at once */
#define FILL_BYTES (16u << 20)	/* a limit up to which all blocks are allocated at once */
#define CREDIT (32u << 20)	/* bytes allocated between looks at the memory that is available */
#define RESERVE 16		/* of the memory there is, this part is left to others */

static size_t page_size(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

void spill_pool__init(struct spill_pool *p, size_t limit, bool firm, uint64_t unit, size_t room)
{
	size_t page = page_size();

	memset(p, 0, sizeof(*p));
	p->limit = limit;
	p->firm = firm;
	p->unit = unit;
	pthread_mutex_init(&p->lock, NULL);
	p->block = (sizeof(struct spill_block) + room + page - 1) / page * page;
}

void spill_pool__close(struct spill_pool *p)
{
	while (p->regions) {
		struct spill_region *r = p->regions;

		p->regions = r->next;
		munmap(r, r->bytes);
	}
	p->left = 0;
	p->freed = p->spare = p->emptied = p->empty = NULL;
}

void spill__open(struct spill *s, struct spill_pool *p)
{
	memset(s, 0, sizeof(*s));
	s->pool = p;
	s->front = s->last = &s->none;
	s->none.number = ~0ull;
}

void spill__close(struct spill *s)
{
	s->front = s->last = NULL;	/* the blocks are the pool's */
}

/* -- A thread that adds ---------------------------------------------------------------------------------------------------- */

/* May the process grow by one block? In a control group with little memory the kernel would kill it. */
static bool may_grow(struct spill_pool *p)
{
	size_t available, reserve;

	if (p->firm)
		return true;
	if (p->credit < p->block) {
		available = ulimits__available();
		reserve = ulimits__memory() / RESERVE;
		p->credit = available > reserve ? (available - reserve) / 4 : 0;
		if (p->credit > CREDIT)
			p->credit = CREDIT;
	}
	if (p->credit < p->block)
		return false;
	p->credit -= p->block;
	return true;
}

/* Address space for up to REGION_BYTES of blocks; less where a limit (RLIMIT_AS, overcommitting) does not permit so much. */
static bool map_region(struct spill_pool *p)
{
	size_t head = page_size(), blocks = p->limit < REGION_BYTES ? p->limit / p->block : REGION_BYTES / p->block + 1;

	for (; blocks; blocks /= 2) {
		size_t bytes = head + blocks * p->block;
		struct spill_region *r = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

		if (r == MAP_FAILED)
			continue;
		madvise(r, bytes, MADV_NOHUGEPAGE);
		*r = (struct spill_region){ .next = p->regions, .bytes = bytes };
		p->regions = r;
		p->fresh = (uint8_t *)r + head;
		p->left = blocks * p->block;
		return true;
	}
	return false;
}

/* Before Linux 5.14 memory is provided when it is touched. */
static bool provide(void *at, size_t bytes)
{
	return !madvise(at, bytes, MADV_POPULATE_WRITE) || errno == EINVAL;
}

static void push(struct spill_block **list, struct spill_block *b)
{
	b->next = __atomic_load_n(list, __ATOMIC_RELAXED);
	while (!__atomic_compare_exchange_n(list, &b->next, b, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED))
		;
}

static struct spill_block *pop(struct spill_block **list, struct spill_block **more)
{
	struct spill_block *b = *list;

	if (!b)
		b = __atomic_exchange_n(more, NULL, __ATOMIC_ACQUIRE);
	if (b)
		*list = b->next;
	return b;
}

/* A block without memory, or NULL. */
static struct spill_block *place_for_block(struct spill_pool *p)
{
	struct spill_block *b;

	if (!may_grow(p))
		return NULL;
	b = pop(&p->empty, &p->emptied);
	if (!b && (p->left || map_region(p))) {
		b = (struct spill_block *)p->fresh;
		p->fresh += p->block;
		p->left -= p->block;
	}
	return b;
}

static bool provide_block(struct spill_pool *p, struct spill_block *b)
{
	if (provide(b, p->block))
		return true;
	push(&p->emptied, b);
	return false;
}

/* In a control group with little memory, a block that is allocated later would have to wait until files' pages were written. */
void spill_pool__fill(struct spill_pool *p)
{
	struct spill_block *b;

	while (p->limit <= FILL_BYTES && p->kept + p->block <= p->limit && (b = place_for_block(p)) && provide_block(p, b)) {
		b->next = p->spare;
		p->spare = b;
		p->kept += p->block;
	}
}

bool spill_pool__is_full(const struct spill_pool *p)
{
	return __atomic_load_n(&p->used, __ATOMIC_RELAXED) + p->block > p->limit;
}

bool spill_pool__is_roomy(const struct spill_pool *p)
{
	return __atomic_load_n(&p->used, __ATOMIC_RELAXED) < p->limit / 2;
}

static struct spill_block *take_place(struct spill_pool *p, bool *has_memory)
{
	struct spill_block *b;
	size_t used;

	if (spill_pool__is_full(p))
		return NULL;
	b = pop(&p->spare, &p->freed);
	*has_memory = b;
	if (b)
		__atomic_sub_fetch(&p->kept, p->block, __ATOMIC_RELAXED);
	else
		b = place_for_block(p);
	if (!b)
		return NULL;
	used = __atomic_add_fetch(&p->used, p->block, __ATOMIC_RELAXED);
	if (used > p->peak)
		__atomic_store_n(&p->peak, used, __ATOMIC_RELAXED);
	return b;
}

static struct spill_block *take_block(struct spill_pool *p)
{
	struct spill_block *b;
	bool has_memory;

	pthread_mutex_lock(&p->lock);
	b = take_place(p, &has_memory);
	pthread_mutex_unlock(&p->lock);
	if (!b || has_memory || provide_block(p, b))
		return b;
	__atomic_sub_fetch(&p->used, p->block, __ATOMIC_RELAXED);
	return NULL;
}

uint8_t *spill__block(struct spill *s, uint64_t pos)
{
	uint64_t number = pos / s->pool->unit;
	struct spill_block *b;

	if (s->last->number == number)
		return s->last->data;
	b = take_block(s->pool);
	if (!b)
		return NULL;
	b->next = NULL;
	b->number = number;
	__atomic_store_n(&s->last->next, b, __ATOMIC_RELEASE);
	s->last = b;
	return b->data;
}

void spill__publish(struct spill *s, uint64_t end)
{
	__atomic_store_n(&s->end, end, __ATOMIC_RELEASE);
}

/* -- The reader -------------------------------------------------------------------------------------------------------------- */

/* Of a block that is not to keep its memory, the page with its head does. */
static void free_block(struct spill_pool *p, struct spill_block *b)
{
	size_t head = page_size();

	__atomic_sub_fetch(&p->used, p->block, __ATOMIC_RELAXED);
	if (__atomic_load_n(&p->kept, __ATOMIC_RELAXED) >= KEEP_BYTES) {
		madvise((uint8_t *)b + head, p->block - head, MADV_DONTNEED);
		push(&p->emptied, b);
		return;
	}
	__atomic_add_fetch(&p->kept, p->block, __ATOMIC_RELAXED);
	push(&p->freed, b);
}

/* false: it is the last one so far. */
static bool drop_front(struct spill *s)
{
	struct spill_block *b = s->front, *next = __atomic_load_n(&b->next, __ATOMIC_ACQUIRE);

	if (!next)
		return false;
	s->front = next;
	if (b != &s->none)
		free_block(s->pool, b);
	return true;
}

uint64_t spill__end(const struct spill *s)
{
	return __atomic_load_n(&s->end, __ATOMIC_ACQUIRE);
}

const uint8_t *spill__at(struct spill *s, uint64_t pos)
{
	uint64_t number = pos / s->pool->unit;

	while (s->front->number != number && drop_front(s))
		;
	return s->front->data;
}

void spill__release(struct spill *s, uint64_t pos)
{
	while ((s->front == &s->none || s->front->number < pos / s->pool->unit) && drop_front(s))
		;
}
