// SPDX-License-Identifier: BSD-2-Clause
/* source_file.c - owns one open recording: unpacks one block at a time, and skips calls that are not wanted. */
#include "source_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/msg.h"
#include "recording/block_summary.h"
#include "recording/counts.h"
#include "recording/file_header.h"
#include "recording/file_reader.h"
#include "recording/pack.h"
#include "recording/record_types.h"
#include "recording/swap.h"

#define BLOCKS_MAX 64		/* blocks without a wanted record, after which the caller may look at signals and the clock */

struct source_file {
	struct source source;
	struct file_reader reader;
	struct origin origin;
	const struct syscall_set *want;
	struct unpacker unpacker;
	struct buf stream[STREAMS], raw;
	bool in_block;
	bool has_origin, stopped;
	int ended;			/* SOURCE_END or -errno, once it has ended */
	bool reported;			/* a message about a missing end was printed */
	struct block block;		/* the current one */
	struct counts *counts;		/* of file_count(); NULL: blocks are unpacked */
	uint64_t records;		/* in all blocks so far */
	union {
		struct rec rec;
		uint8_t bytes[REC_MAX];
	} swapped;
};

_Static_assert((int)READ_END == (int)SOURCE_END, "the end of a file is the end of the source");

/* -- Blocks ---------------------------------------------------------------------------------------------------------- */

static bool wants_call(const struct source_file *f, unsigned abi, unsigned nr)
{
	return abi >= ABI_COUNT || syscall_set__has(f->want, (enum abi)abi, nr);
}

#define TALLY_TYPES (1ull << REC_TALLY)
#define CALL_TYPES (1ull << REC_CALL | 1ull << REC_PENDING)

/* Does the block have a wanted record, by its summary? */
static bool wants_block(const struct source_file *f, const struct block *b)
{
	struct summary_count c;
	struct block_summary s;

	if (!f->want || b->h.types & ~CALL_TYPES)
		return true;
	block_summary__begin(&s, b->summary, b->h.summary);
	while (block_summary__count(&s, &c))
		if (wants_call(f, c.abi, c.nr))
			return true;
	return s.left;		/* an invalid summary: unpack the block */
}

static void say_damaged(struct source_file *f, const char *what)
{
	file_reader__say_damaged(&f->reader, f->block.offset, what);
}

static void begin_records(struct source_file *f, const struct block *b)
{
	for (int i = 0; i < STREAMS; i++) {
		if (!block__stream(b, i, &f->stream[i])) {
			say_damaged(f, "a block cannot be decompressed");
			return;
		}
		f->unpacker.p[i] = f->stream[i].p;
		f->unpacker.end[i] = f->stream[i].len ? f->stream[i].p + f->stream[i].len : f->stream[i].p;
	}
	f->raw.len = 0;
	if (!buf__reserve(&f->raw, b->h.raw + sizeof(struct rec_call))) {
		say_damaged(f, "a block takes more memory than there is");
		return;
	}
	f->unpacker.want = f->want;
	unpacker__begin(&f->unpacker, f->raw.p, b->h.raw, b->h.first);
	f->in_block = true;
}

static void take_header(struct source_file *f, const struct block *b)
{
	if (!block__stream(b, 0, &f->stream[0]))
		say_damaged(f, "a block cannot be decompressed");
	else
		origin__read(&f->origin, f->stream[0].p, f->stream[0].len);
	f->has_origin = true;
}

static const struct rec *next_record(struct source_file *f);

/* Counts of calls are in records: other blocks need not be unpacked. */
static void count_block(struct source_file *f, const struct block *b)
{
	const struct rec *rec;

	counts__add_block(f->counts, b);
	if (!(b->h.types & TALLY_TYPES))
		return;
	begin_records(f, b);
	while (f->in_block && (rec = next_record(f)))
		if (rec->type == REC_TALLY)
			counts__add_tally(f->counts, (const struct rec_tally *)rec);
}

static void take_block(struct source_file *f, const struct block *b)
{
	f->records += b->h.records;
	if (b->h.type == BLOCK_HEADER)
		take_header(f, b);
	else if (f->counts)
		count_block(f, b);
	else if (b->h.type == BLOCK_RECORDS && wants_block(f, b))
		begin_records(f, b);
}

/* Reports a missing end, once. */
static void say_end(struct source_file *f)
{
	const struct file_reader *r = &f->reader;

	f->source.damaged = r->damages || !r->complete;
	if (f->reported || r->complete)
		return;
	f->reported = true;
	msg__warn("'%s' is incomplete: its end is missing%s", r->name,
		  r->tail ? ", and what comes after the last whole block is not shown" : "");
	msg__hint("its recorder was killed, the disk was full, or the file was cut; all %llu records before that are shown",
		  (unsigned long long)f->records);
}

static int next_block(struct source_file *f)
{
	int got = file_reader__next(&f->reader, &f->block);

	if (got == READ_BLOCK)
		take_block(f, &f->block);
	else if (got == READ_END)
		say_end(f);
	return got;
}

/* -- As a source ----------------------------------------------------------------------------------------------------- */

static const struct rec *next_record(struct source_file *f)
{
	struct rec *r;
	bool bad;

	while ((r = unpacker__next(&f->unpacker, &bad))) {
		if (!record_type__fits(r))	/* too short: readers ignore it */
			return r;
		if (record_types[r->type].made_by_merge)
			continue;
		if (!f->reader.swap)
			return r;
		memcpy(&f->swapped, r, r->len);
		rec__swap(&f->swapped.rec);
		return &f->swapped.rec;
	}
	if (bad)
		say_damaged(f, "a block has invalid records: the rest of it is missing");
	f->in_block = false;
	return NULL;
}

static int file_next(struct source *s, const struct rec **rec)
{
	struct source_file *f = (struct source_file *)s;
	unsigned skipped = 0;
	int got;

	for (;;) {
		if (f->stopped || f->ended)
			return f->ended ? f->ended : SOURCE_END;
		if (f->in_block && (*rec = next_record(f)))
			return SOURCE_RECORD;
		if (++skipped > BLOCKS_MAX)
			return SOURCE_WAIT;
		got = next_block(f);
		if (got == READ_WAIT)
			return SOURCE_WAIT;
		if (got == READ_BLOCK)
			continue;
		f->ended = got;
	}
}

static int file_wait(struct source *s, int ms, struct pollfd *others, unsigned n)
{
	struct pollfd p = { .fd = ((struct source_file *)s)->reader.fd, .events = POLLIN };

	return source__poll(&p, 1, ms, others, n) == -EINTR ? -EINTR : 0;
}

static void file_stop(struct source *s)
{
	((struct source_file *)s)->stopped = true;
}

static void file_close(struct source *s)
{
	struct source_file *f = (struct source_file *)s;

	file_reader__close(&f->reader);
	for (int i = 0; i < STREAMS; i++)
		buf__free(&f->stream[i]);
	buf__free(&f->raw);
	origin__free(&f->origin);
	free(f);
}

static const struct origin *file_origin(struct source *s)
{
	return &((struct source_file *)s)->origin;
}

static void file_want(struct source *s, const struct syscall_set *set)
{
	((struct source_file *)s)->want = set;
}

/* Opening may have read the first records. */
static int file_count(struct source *s, struct counts *c)
{
	struct source_file *f = (struct source_file *)s;
	int got;

	f->counts = c;
	f->reader.regular = true;	/* wait for a pipe's data */
	if (f->in_block)
		count_block(f, &f->block);
	while (!f->ended)
		if ((got = next_block(f)) < READ_WAIT)
			f->ended = got;
	c->origin = &f->origin;
	c->size = f->reader.offset;
	return f->ended < SOURCE_END ? f->ended : 0;
}

static void file_progress(struct source *s, uint64_t *at, uint64_t *size)
{
	const struct source_file *f = (const struct source_file *)s;

	*at = f->reader.offset;
	*size = f->reader.size;
}

static const struct source_ops file_ops = {
	.next = file_next, .stop = file_stop, .close = file_close, .wait = file_wait, .origin = file_origin,
	.want = file_want, .count = file_count, .progress = file_progress,
};

/* -- Opening --------------------------------------------------------------------------------------------------------- */

/* Waits for the header from a pipe. Damage is reported later, with the records. */
static int read_header(struct source_file *f)
{
	while (!f->has_origin && !f->in_block && !f->ended) {
		int got = next_block(f);

		if (got == READ_WAIT)
			file_wait(&f->source, -1, NULL, 0);
		else if (got != READ_BLOCK)
			f->ended = got;
	}
	return f->ended < SOURCE_END ? f->ended : 0;
}

int source_file__open(struct source **out, int fd, const void *head, size_t head_len, const char *name)
{
	struct source_file *f = calloc(1, sizeof(*f));
	int err;

	if (!f) {
		msg__error("%s: not enough memory", name);
		close(fd);
		return -ENOMEM;
	}
	f->source.ops = &file_ops;
	file_reader__open(&f->reader, fd, name, head, head_len);
	err = read_header(f);
	if (err)
		file_close(&f->source);
	else
		*out = &f->source;
	return err;
}
