// SPDX-License-Identifier: BSD-2-Clause
/*
 * recording_files.c - owns a recording's files and, for a flight recorder, the blocks in memory.
 *
 * Invariant: `state` is the threads' state after the last block of a finished file; for a flight recorder, before the first block
 * in memory.
 */
#include "recording_files.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/other_lines.h"
#include "config/rec_select.h"
#include "lib/clock.h"
#include "lib/ulimits.h"
#include "lib/interrupt.h"
#include "lib/msg.h"
#include "recording/file_header.h"
#include "recording/file_reader.h"
#include "recording/old_files.h"
#include "recording/pack.h"
#include "spool.h"
#include "tracker/state.h"

#define FULL_MS 200		/* --lossless: a full spool is looked at so often */

struct kept {			/* a block in memory */
	struct kept *next;
	size_t len;
	uint8_t bytes[];
};

struct recording_files {
	const struct options *opt;
	const char *name;
	char *part;			/* with a spool: the name, as long as the file is not complete */
	struct spool spool;
	struct block_maker *maker;
	struct file_writer file;
	bool open;			/* `file` is open */
	bool to_pipe;
	bool follows;			/* `state` is kept up to date */
	int err;
	bool reported;			/* a message about `err` was printed */
	unsigned files;			/* number of files begun */
	uint64_t calls, bytes;		/* in all finished files */
	uint64_t began;			/* ns: when the file was begun */
	uint64_t last;			/* ns: time of the last record */
	struct state state;
	struct kept *first, **end;
	size_t kept;			/* bytes of blocks in memory */
	struct unpacker unpacker;	/* for blocks that leave memory */
	struct buf stream[STREAMS], raw, block;
};

static const char *spoken(const struct recording_files *k)
{
	return strcmp(k->name, "-") ? k->name : "standard output";
}

/* -- Files ----------------------------------------------------------------------------------------------------------- */

/* Names are in the order of time. */
static int name_part(struct recording_files *k)
{
	free(k->part);
	if (asprintf(&k->part, "%s/%020llu.part", k->opt->spool, (unsigned long long)clock__ns(CLOCK_REALTIME)) < 0) {
		k->part = NULL;
		return msg__no_memory();
	}
	k->name = k->part;
	return 0;
}

/* From now on others may take the file. */
static int complete_part(struct recording_files *k)
{
	size_t n = strlen(k->part) - 4;
	char *whole;
	int err = asprintf(&whole, "%.*sdata", (int)n, k->part) < 0 ? -ENOMEM : 0;

	if (!err && rename(k->part, whole))
		err = -errno;
	if (!err)
		free(whole);
	return err;
}

static int next_name(struct recording_files *k)
{
	if (k->opt->spool)
		return name_part(k);
	return k->files ? old_files__shift(k->name, (unsigned)k->opt->keep) : 0;
}

static int begin_file(struct recording_files *k)
{
	int skip = k->opt->in != IN_RECORD;	/* argv[0] is `trace`, not `record` */
	struct buf sections = {};
	int err = next_name(k);

	if (!err)
		err = file_writer__open(&k->file, k->name);
	k->reported = err;
	if (err)
		return err;
	k->open = true;
	k->files++;
	k->file.impatient = &interrupt__count;
	k->to_pipe = !k->file.regular;
	file_header__make(&sections, k->opt->argc - skip, k->opt->argv + skip);
	file_writer__begin(&k->file, k->maker, &sections);
	buf__free(&sections);
	return 0;
}

/* Finishes the file. `err`: of the first file that had an error. */
static void end_file(struct recording_files *k)
{
	if (!k->open)
		return;
	file_writer__end(&k->file, k->maker);
	k->open = false;
	k->calls += k->file.calls;
	k->bytes += k->file.offset;
	if (!k->err)
		k->err = k->file.err;
	if (!k->err && k->part)
		k->err = complete_part(k);
	spool__completed(&k->spool, k->file.offset);
}

static void write_block(struct recording_files *k, const uint8_t *block, size_t len)
{
	file_writer__block(&k->file, block, len);
	if (!k->err)
		k->err = k->file.err;
}

static bool is_out_of_room(int err)
{
	return err == -EFBIG || err == -ENOSPC || err == -EDQUOT;
}

/* The length of the first records that make up about half of all bytes; 0: there is only one record. */
static size_t half_of(const uint8_t *records, size_t len)
{
	size_t half = 0, n = 0;

	while (half + n <= len / 2) {
		half += n;
		n = ((const struct rec *)(records + half))->len;
	}
	return half;
}

/* The last block exceeds the file's limit: writes the records that fit. */
static void write_what_fits(struct recording_files *k, const uint8_t *records, size_t len)
{
	int err = k->err;

	while ((len = half_of(records, len))) {
		size_t n = block_maker__records(k->maker, records, len, &k->block);

		if (!n)
			break;
		k->err = k->file.err = 0;
		write_block(k, k->block.p, k->block.len);
		if (!k->err)
			records += n;
	}
	k->err = k->file.err = err;
}

/* Packs records into blocks and passes each to `put`. Returns the length of those that were passed without an error. */
static size_t make_blocks(struct recording_files *k, const uint8_t *records, size_t len,
			void (*put)(struct recording_files *k, const uint8_t *block, size_t len))
{
	size_t at = 0, n;

	while (at < len && !k->err) {
		n = block_maker__records(k->maker, records + at, len - at, &k->block);
		if (!n) {
			k->err = k->block.failed ? -ENOMEM : -EIO;
			break;
		}
		put(k, k->block.p, k->block.len);
		if (k->file.regular && is_out_of_room(k->err) && !k->part)
			write_what_fits(k, records + at, n);
		at += k->err ? 0 : n;
	}
	return at;
}

/* Writes the state with which each file but the recording's first begins. */
static void write_state(struct recording_files *k, uint64_t ts)
{
	struct buf records = {};
	struct rec_loss loss;

	if (!k->state.start.rec.len)
		return;			/* the first file needs none */
	state__dump_start(&k->state, ts, &records);
	rec_select__add(&records, k->opt, ts);
	other_lines__add(&records, k->opt, ts);
	trigger__add(&records, &k->state.trigger, ts);
	state__dump(&k->state, ts, &records);
	if (k->part && spool__take_loss(&k->spool, ts, &loss))
		buf__add(&records, &loss, sizeof(loss));
	if (records.failed)
		k->err = -ENOMEM;
	else
		make_blocks(k, records.p, records.len, write_block);
	buf__free(&records);
}

/* -- In rotation ----------------------------------------------------------------------------------------------------- */

static uint64_t first_ts(const uint8_t *records)
{
	return ((const struct rec *)records)->ts;
}

static bool is_due(const struct recording_files *k, uint64_t ts)
{
	return (k->opt->rotate_bytes && k->file.offset >= k->opt->rotate_bytes) ||
	       (k->opt->rotate_ns && ts - k->began >= k->opt->rotate_ns);
}

static void rotate(struct recording_files *k, uint64_t ts)
{
	end_file(k);
	if (!k->err)
		k->err = begin_file(k);
	if (!k->err)
		write_state(k, ts);
	k->began = ts;
}

static void follow(struct recording_files *k, const uint8_t *records, size_t len)
{
	for (size_t at = 0; at < len; at += ((const struct rec *)(records + at))->len)
		state__follow(&k->state, (const struct rec *)(records + at));
}

static void take_to_file(struct recording_files *k, const uint8_t *records, size_t len)
{
	uint64_t ts = first_ts(records);

	if (!k->began)
		k->began = ts;
	else if (is_due(k, ts))
		rotate(k, ts);
	make_blocks(k, records, len, write_block);
	if (k->follows)
		follow(k, records, len);
}

/* -- In a spool -------------------------------------------------------------------------------------------------------- */

/* A file of a full spool is completed, for others to take it. With --lossless the targets are paused while this waits. */
static bool spool_has_room(struct recording_files *k, size_t len)
{
	while (!spool__has_room(&k->spool, k->open ? k->part : NULL, k->open ? k->file.offset : 0, len)) {
		end_file(k);
		if (!k->opt->lossless || interrupt__count || k->err)
			return false;
		poll(NULL, 0, FULL_MS);
	}
	return true;
}

/* The disk, or a quota, has no room for a block: the file ends before it. */
static void end_short(struct recording_files *k)
{
	k->err = k->file.err = 0;
	end_file(k);
	if (is_out_of_room(k->err))
		k->err = 0;
}

static void take_to_spool(struct recording_files *k, const uint8_t *records, size_t len)
{
	uint64_t ts = first_ts(records);
	bool room = spool_has_room(k, len);
	size_t done = 0;

	if (room && (!k->open || (k->began && is_due(k, ts))))
		rotate(k, ts);
	if (!k->began)
		k->began = ts;
	if (room)
		done = make_blocks(k, records, len, write_block);
	if (is_out_of_room(k->err))
		end_short(k);
	if (done < len)
		spool__drop(&k->spool, records + done, len - done);
	follow(k, records, len);
}

/* What was dropped last is said, too. */
static void finish_spool(struct recording_files *k)
{
	if (k->spool.loss.count && !k->err)
		rotate(k, k->last);
}

void recording_files__turn(struct recording_files *k)
{
	if (k->last && !k->err)
		end_file(k);
}

/* -- In memory ------------------------------------------------------------------------------------------------------- */

static bool begin_unpacking(struct recording_files *k, const struct block *b)
{
	for (int i = 0; i < STREAMS; i++) {
		if (!block__stream(b, (enum stream)i, &k->stream[i]))
			return false;
		k->unpacker.p[i] = k->stream[i].p;
		k->unpacker.end[i] = k->stream[i].p + k->stream[i].len;
	}
	k->raw.len = 0;
	if (!buf__reserve(&k->raw, b->h.raw + sizeof(struct rec_call)))
		return false;
	unpacker__begin(&k->unpacker, k->raw.p, b->h.raw, b->h.first);
	return true;
}

/* Drops the oldest block, after applying its records to the state. */
static void drop_first(struct recording_files *k)
{
	struct kept *old = k->first;
	const struct rec *rec;
	struct block b;
	bool bad;

	block__at(&b, old->bytes);
	if (begin_unpacking(k, &b))
		while ((rec = unpacker__next(&k->unpacker, &bad)))
			state__follow(&k->state, rec);
	k->first = old->next;
	if (!k->first)
		k->end = &k->first;
	k->kept -= old->len;
	free(old);
}

static void keep_block(struct recording_files *k, const uint8_t *block, size_t len)
{
	struct kept *kept = malloc(sizeof(*kept) + len);

	if (!kept) {
		k->err = -ENOMEM;
		return;
	}
	kept->next = NULL;
	kept->len = len;
	memcpy(kept->bytes, block, len);
	*k->end = kept;
	k->end = &kept->next;
	k->kept += len;
	while (k->kept > k->opt->flight_bytes && k->first->next)
		drop_first(k);
}

void recording_files__dump(struct recording_files *k)
{
	struct block_header h;

	if (!k->opt->flight_bytes || !k->first || k->err)
		return;
	k->err = begin_file(k);
	if (k->err)
		return;
	memcpy(&h, k->first->bytes, sizeof(h));
	write_state(k, h.first);
	for (const struct kept *b = k->first; b; b = b->next)
		write_block(k, b->bytes, b->len);
	end_file(k);
	if (!k->err)
		msg__info("'%s': %llu calls of the last %.1f s", spoken(k), (unsigned long long)k->file.calls,
			  (double)(k->last - h.first) / 1e9);
	while (k->first)
		drop_first(k);
}

/* -- Life ------------------------------------------------------------------------------------------------------------ */

void recording_files__take(struct recording_files *k, const uint8_t *records, size_t len)
{
	size_t at = 0;

	if (!len || k->err)
		return;
	if (k->opt->flight_bytes)
		make_blocks(k, records, len, keep_block);
	else if (k->opt->spool)
		take_to_spool(k, records, len);
	else
		take_to_file(k, records, len);
	for (; at < len; at += ((const struct rec *)(records + at))->len)
		k->last = ((const struct rec *)(records + at))->ts;
}

int recording_files__open(struct recording_files **out, const struct options *o, const char *name)
{
	struct recording_files *k = calloc(1, sizeof(*k));
	int err = k ? state__open(&k->state) : -ENOMEM;

	if (k) {
		k->opt = o;
		k->name = name;
		k->end = &k->first;
		k->follows = o->rotate_bytes || o->rotate_ns;
		k->maker = block_maker__new(o->compress);
	}
	if (err || !k->maker) {
		err = msg__no_memory();
	} else {
		if ((k->follows || o->flight_bytes) && !o->spool)
			err = old_files__check(name, (unsigned)o->keep);
		if (!err && o->spool)
			err = spool__begin(&k->spool, o->spool, o->spool_limit);
		if (!err && !o->flight_bytes)
			err = begin_file(k);
	}
	if (err) {
		recording_files__close(k);
		return err;
	}
	*out = k;
	return 0;
}

int recording_files__error(const struct recording_files *k)
{
	return k->err;
}

uint64_t recording_files__dropped(const struct recording_files *k)
{
	return k->spool.lost;
}

uint64_t recording_files__bytes(const struct recording_files *k)
{
	return k->open ? k->file.offset : 0;
}

bool recording_files__is_file(const struct recording_files *k)
{
	return !k->to_pipe;
}

static void say_failed(const struct recording_files *k)
{
	if (!k->reported)
		msg__error("cannot write '%s': %s; the recording ends there", spoken(k), ulimits__why(k->err));
	if (k->calls)
		msg__hint("what was written can be replayed: %llu calls", (unsigned long long)k->calls);
}

int recording_files__finish(struct recording_files *k)
{
	recording_files__dump(k);
	finish_spool(k);
	end_file(k);
	if (!k->err && !k->opt->flight_bytes)
		msg__info("'%s': %llu calls, %llu bytes", spoken(k), (unsigned long long)k->calls, (unsigned long long)k->bytes);
	if (k->err && k->err != -EPIPE)
		say_failed(k);
	return k->err;
}

void recording_files__close(struct recording_files *k)
{
	struct kept *next;

	if (!k)
		return;
	for (struct kept *b = k->first; b; b = next) {
		next = b->next;
		free(b);
	}
	for (int i = 0; i < STREAMS; i++)
		buf__free(&k->stream[i]);
	buf__free(&k->raw);
	buf__free(&k->block);
	free(k->part);
	block_maker__free(k->maker);
	state__close(&k->state);
	free(k);
}
