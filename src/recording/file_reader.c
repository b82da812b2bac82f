// SPDX-License-Identifier: BSD-2-Clause
/*
 * file_reader.c - owns a recording's bytes until they are checked to be complete blocks.
 *
 * Invariant: in.p[at .. in.len) are the bytes of the file from `offset` on.
 */
#include "file_reader.h"

#include <byteswap.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "lib/ulimits.h"
#include "lib/msg.h"

#define READ_BYTES (256 * 1024)
#define DAMAGES_SAID 5
#define TRIES_MAX 64		/* after damage: possible beginnings of a block whose checksum is tried */

void file_reader__open(struct file_reader *r, int fd, const char *name, const void *magic, size_t len)
{
	struct stat st;

	*r = (struct file_reader){ .fd = fd, .name = name };
	r->regular = !fstat(fd, &st) && S_ISREG(st.st_mode);
	r->size = r->regular ? (uint64_t)st.st_size : 0;
	buf__add(&r->in, magic, len);
}

void file_reader__close(struct file_reader *r)
{
	if (r->fd > 2)
		close(r->fd);
	buf__free(&r->in);
}

/* -- Bytes ----------------------------------------------------------------------------------------------------------- */

static size_t available(const struct file_reader *r)
{
	return r->in.len - r->at;
}

static void consume(struct file_reader *r, size_t n)
{
	r->at += n;
	r->offset += n;
}

static void make_room(struct file_reader *r)
{
	if (r->at && (r->at == r->in.len || r->at >= READ_BYTES)) {
		memmove(r->in.p, r->in.p + r->at, r->in.len - r->at);
		r->in.len -= r->at;
		r->at = 0;
	}
	buf__reserve(&r->in, READ_BYTES);
}

static bool would_wait(const struct file_reader *r)
{
	struct pollfd p = { .fd = r->fd, .events = POLLIN };

	return !r->regular && poll(&p, 1, 0) == 0;
}

/* Reads until n bytes are buffered. READ_BLOCK: they are; READ_WAIT: not yet; READ_END: the file ends before; or -errno. */
static int need(struct file_reader *r, size_t n)
{
	while (available(r) < n) {
		ssize_t got;

		if (r->eof)
			return READ_END;
		make_room(r);
		if (r->in.failed)
			return -ENOMEM;
		if (would_wait(r))
			return READ_WAIT;
		got = read(r->fd, r->in.p + r->in.len, r->in.size - r->in.len);
		if (got < 0 && (errno == EINTR || errno == EAGAIN))
			return READ_WAIT;
		if (got < 0)
			return errno == EPERM ? -EACCES : -errno;	/* READ_END is -1 */
		r->eof = got == 0;
		r->in.len += (size_t)got;
	}
	return READ_BLOCK;
}

/* -- Blocks ---------------------------------------------------------------------------------------------------------- */

static void swap_header(struct block_header *h)
{
	h->magic = bswap_32(h->magic);
	h->crc = bswap_32(h->crc);
	h->len = bswap_32(h->len);
	h->pad = bswap_16(h->pad);
	h->first = bswap_64(h->first);
	h->last = bswap_64(h->last);
	h->types = bswap_64(h->types);
	h->lost = bswap_64(h->lost);
	h->records = bswap_32(h->records);
	h->raw = bswap_32(h->raw);
	h->summary = bswap_32(h->summary);
	h->calls = bswap_32(h->calls);
	for (int i = 0; i < STREAMS; i++) {
		h->stored[i] = bswap_32(h->stored[i]);
		h->unpacked[i] = bswap_32(h->unpacked[i]);
	}
}

/* Are the sizes consistent and within the limits? */
static bool makes_sense(const struct block_header *h)
{
	uint64_t sum = h->summary;

	if (h->magic != BLOCK_MAGIC || h->len > BLOCK_LEN_MAX || h->len % 8 || h->raw > BLOCK_RAW_MAX)
		return false;
	for (int i = 0; i < STREAMS; i++) {
		if (h->unpacked[i] > BLOCK_RAW_MAX)
			return false;
		sum += h->stored[i];
	}
	return sum <= h->len;
}

static void find_parts(struct block *b, const uint8_t *body)
{
	b->summary = body;
	b->stream[0] = body + b->h.summary;
	for (int i = 1; i < STREAMS; i++)
		b->stream[i] = b->stream[i - 1] + b->h.stored[i - 1];
}

/* Reads the block at `at`. READ_BLOCK: *b is set; READ_END: it is no block, or incomplete. */
static int look_at(struct file_reader *r, struct block *b)
{
	struct block_header raw;
	int got = need(r, sizeof(raw));

	if (got != READ_BLOCK)
		return got;
	memcpy(&raw, r->in.p + r->at, sizeof(raw));
	b->h = raw;
	if (r->swap)
		swap_header(&b->h);
	if (!makes_sense(&b->h))
		return READ_END;
	got = need(r, sizeof(raw) + b->h.len);
	if (got != READ_BLOCK)
		return got;
	if (crc32(0, r->in.p + r->at + 8, (uInt)(sizeof(raw) - 8 + b->h.len)) != b->h.crc)
		return READ_END;
	b->offset = r->offset;
	find_parts(b, r->in.p + r->at + sizeof(raw));
	return READ_BLOCK;
}

void block__at(struct block *b, const uint8_t *p)
{
	memcpy(&b->h, p, sizeof(b->h));
	b->offset = 0;
	find_parts(b, p + sizeof(b->h));
}

static int cannot_read(const struct file_reader *r, int err)
{
	msg__error("cannot read '%s': %s", r->name, ulimits__why(err));
	return err;
}

static int begin(struct file_reader *r)
{
	struct file_preamble p;
	int got = need(r, sizeof(p));

	if (got == READ_WAIT)
		return got;
	if (got < READ_END)
		return cannot_read(r, got);
	if (available(r) < sizeof(p.magic) || memcmp(r->in.p + r->at, FILE_MAGIC, sizeof(p.magic))) {
		msg__error("'%s' is not a recording", r->name);
		return -EINVAL;
	}
	if (got == READ_END) {
		msg__error("'%s' ends before its first block", r->name);
		return -EINVAL;
	}
	memcpy(&p, r->in.p + r->at, sizeof(p));
	r->swap = p.order == bswap_32(FILE_ORDER);
	if (r->swap)
		p.version = bswap_16(p.version);
	if ((!r->swap && p.order != FILE_ORDER) || p.pad) {
		msg__error("'%s' is damaged: its header is invalid", r->name);
		return -EINVAL;
	}
	if (p.version > FILE_VERSION || !p.version) {
		msg__error("'%s' has version %u of the format, this program reads up to %u", r->name, p.version, FILE_VERSION);
		return -EINVAL;
	}
	consume(r, sizeof(p));
	r->begun = true;
	return READ_BLOCK;
}

/*
 * No valid block follows: the trailer, or damage. After damage the next block is searched at multiples of 8, where blocks begin. The
 * number of tries is limited, for a hostile file may have block headers everywhere.
 */
static int skip_damage(struct file_reader *r, struct block *b)
{
	bool regular = r->regular;
	unsigned tries = 0;
	int got;

	r->regular = true;	/* wait here for a pipe's data */
	for (;;) {
		uint32_t magic;

		got = need(r, 8);
		if (got != READ_BLOCK)
			break;
		consume(r, 8);
		got = need(r, sizeof(magic));
		if (got != READ_BLOCK)
			break;
		memcpy(&magic, r->in.p + r->at, sizeof(magic));
		if (magic != (r->swap ? bswap_32(BLOCK_MAGIC) : BLOCK_MAGIC))
			continue;
		got = ++tries < TRIES_MAX ? look_at(r, b) : READ_END;
		if (got == READ_BLOCK || tries == TRIES_MAX)
			break;
	}
	r->regular = regular;
	if (got != READ_BLOCK) {
		consume(r, available(r));
		r->eof = true;
	}
	return got;
}

/* Is this the trailer, with nothing after it? */
static bool is_ended(struct file_reader *r)
{
	struct file_trailer t;

	if (!r->index || need(r, sizeof(t) + 1) != READ_END || available(r) != sizeof(t))
		return false;
	memcpy(&t, r->in.p + r->at, sizeof(t));
	return (r->swap ? bswap_64(t.index) : t.index) == r->index && !memcmp(t.magic, TRAILER_MAGIC, sizeof(t.magic));
}

void file_reader__say_damaged(struct file_reader *r, uint64_t offset, const char *what)
{
	if (r->damages++ < DAMAGES_SAID)
		msg__warn("'%s' is damaged at offset %llu: %s", r->name, (unsigned long long)offset, what);
	else if (r->damages == DAMAGES_SAID + 1)
		msg__warn("'%s' is damaged in more places", r->name);
}

static int at_end(struct file_reader *r, struct block *b)
{
	uint64_t from = r->offset;
	int got;

	if (is_ended(r)) {
		consume(r, sizeof(struct file_trailer));
		r->complete = true;
		return READ_END;
	}
	got = skip_damage(r, b);
	if (got == READ_BLOCK)
		file_reader__say_damaged(r, from, "what lies there up to the next whole block is missing");
	else
		r->tail = r->offset - from;
	return got;
}

int file_reader__next(struct file_reader *r, struct block *b)
{
	int got = r->begun ? READ_BLOCK : begin(r);

	if (got != READ_BLOCK)
		return got;
	got = look_at(r, b);
	if (got == READ_END && !(r->eof && !available(r)))
		got = at_end(r, b);
	if (got == READ_BLOCK) {
		r->index = b->h.type == BLOCK_INDEX ? b->offset : 0;
		consume(r, sizeof(b->h) + b->h.len);
	}
	return got < READ_END ? cannot_read(r, got) : got;
}

bool block__stream(const struct block *b, enum stream s, struct buf *to)
{
	size_t n;

	to->len = 0;
	if (!buf__reserve(to, b->h.unpacked[s]))
		return false;
	if (b->h.compression == COMPRESSION_NONE) {
		buf__add(to, b->stream[s], b->h.stored[s]);
	} else if (b->h.compression == COMPRESSION_ZSTD && b->h.stored[s]) {
		n = ZSTD_decompress(to->p, to->size, b->stream[s], b->h.stored[s]);
		if (ZSTD_isError(n))
			return false;
		to->len = n;
	}
	return to->len == b->h.unpacked[s];
}
