// SPDX-License-Identifier: BSD-2-Clause
/* file_writer.c - owns a recording's file while it is written. */
#include "file_writer.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "old_files.h"
#include "pack.h"
#include "lib/full_disk.h"

#define PATIENCE_MS 200

/* -- Making blocks --------------------------------------------------------------------------------------------------- */

struct block_maker {
	struct packer *packer;
	ZSTD_CCtx *zstd;	/* NULL: not compressed */
};

struct block_maker *block_maker__new(int level)
{
	struct block_maker *m = calloc(1, sizeof(*m));

	if (!m)
		return NULL;
	m->packer = packer__new();
	if (level)
		m->zstd = ZSTD_createCCtx();
	if (!m->packer || (level && !m->zstd)) {
		block_maker__free(m);
		return NULL;
	}
	if (m->zstd)
		ZSTD_CCtx_setParameter(m->zstd, ZSTD_c_compressionLevel, level);
	return m;
}

void block_maker__free(struct block_maker *m)
{
	if (!m)
		return;
	packer__free(m->packer);
	ZSTD_freeCCtx(m->zstd);
	free(m);
}

/* Appends a stream, compressed if that is wanted; returns its stored length. */
static uint32_t add_stream(struct block_maker *m, const uint8_t *p, size_t len, struct buf *out)
{
	size_t n;

	if (!m->zstd || !len) {
		buf__add(out, p, len);
		return (uint32_t)len;
	}
	if (!buf__reserve(out, ZSTD_compressBound(len)))
		return 0;
	n = ZSTD_compress2(m->zstd, out->p + out->len, out->size - out->len, p, len);
	if (ZSTD_isError(n)) {
		out->failed = true;
		return 0;
	}
	out->len += n;
	return (uint32_t)n;
}

/* The body is complete: sets length and checksum, and stores the header before it. */
static void seal(struct block_maker *m, struct block_header *h, struct buf *out)
{
	size_t from = offsetof(struct block_header, len);

	buf__pad(out, 8);
	if (out->failed)
		return;
	h->magic = BLOCK_MAGIC;
	h->len = (uint32_t)(out->len - sizeof(*h));
	h->compression = m->zstd ? COMPRESSION_ZSTD : COMPRESSION_NONE;
	memcpy(out->p, h, sizeof(*h));
	h->crc = (uint32_t)crc32(0, out->p + from, (uInt)(out->len - from));
	memcpy(out->p, h, sizeof(*h));
}

size_t block_maker__records(struct block_maker *m, const uint8_t *records, size_t len, struct buf *out)
{
	struct packed packed;
	size_t taken = packer__pack(m->packer, records, len, &packed);

	out->len = 0;
	buf__add(out, &packed.header, sizeof(packed.header));
	buf__add(out, packed.summary, packed.header.summary);
	for (int i = 0; i < STREAMS; i++)
		packed.header.stored[i] = add_stream(m, packed.stream[i], packed.header.unpacked[i], out);
	seal(m, &packed.header, out);
	return out->failed ? 0 : taken;
}

void block_maker__plain(struct block_maker *m, enum block_type type, const struct buf *body, struct buf *out)
{
	struct block_header h = { .type = type, .unpacked = { (uint32_t)body->len } };

	out->len = 0;
	buf__add(out, &h, sizeof(h));
	h.stored[0] = add_stream(m, body->p, body->len, out);
	out->failed |= body->failed;
	seal(m, &h, out);
}

/* -- The file -------------------------------------------------------------------------------------------------------- */

/* Opens an existing device or pipe. */
static int open_device(const struct file_location *p)
{
	int fd = openat(p->dir, p->name, O_WRONLY | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY);

	return fd < 0 ? -errno : fd;
}

static int open_location(const struct file_location *p, const char *name)
{
	int there = old_files__keep(p, name), fd;

	if (there < 0)
		return there;
	fd = there == A_DEVICE ? open_device(p) : file_location__create(p);
	return fd < 0 ? output_file__refuse(name, NULL, fd) : fd;
}

static int open_file(const char *name)
{
	struct file_location p;
	int fd;

	if (!strcmp(name, "-")) {
		if (isatty(STDOUT_FILENO))
			return output_file__refuse("standard output", "a recording is no text for a terminal: send it to a pipe or file", -EINVAL);
		fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
		return fd < 0 ? output_file__refuse("standard output", NULL, -errno) : fd;
	}
	fd = file_location__find(&p, name, LINK_STAYS);
	if (fd)
		return fd;
	fd = open_location(&p, name);
	file_location__close(&p);
	return fd;
}

int file_writer__open(struct file_writer *w, const char *name)
{
	struct stat st;
	int fd = open_file(name);

	if (fd < 0)
		return fd;
	*w = (struct file_writer){ .fd = fd, .regular = !fstat(fd, &st) && S_ISREG(st.st_mode) };
	return 0;
}

/* Does the file take PIPE_BUF bytes without blocking? Waits for a pipe in poll(2), whose timeout lets `impatient` be checked. */
static bool is_ready(struct file_writer *w)
{
	struct pollfd p = { .fd = w->fd, .events = POLLOUT };

	if (w->regular || poll(&p, 1, PATIENCE_MS) > 0)
		return true;
	if (w->impatient && *w->impatient > 1)
		w->err = -EINTR;
	return false;
}

static void write_all(struct file_writer *w, const void *bytes, size_t len)
{
	const uint8_t *p = bytes;

	while (len && !w->err) {
		ssize_t n;

		if (!is_ready(w))
			continue;
		n = write(w->fd, p, w->regular || len < PIPE_BUF ? len : PIPE_BUF);
		if (n > 0) {
			p += n;
			len -= (size_t)n;
		} else if (n == 0 || (errno != EINTR && errno != EAGAIN && !full_disk__waits(-errno))) {
			w->err = n ? -errno : -EIO;
		}
	}
}

/* A block that cannot be written completely is removed: the file ends with the last complete one. */
static void write_block(struct file_writer *w, const uint8_t *block, size_t len)
{
	if (w->err)
		return;
	write_all(w, block, len);
	if (!w->err)
		w->offset += len;
	else if (w->regular && ftruncate(w->fd, (off_t)w->offset) == 0)
		lseek(w->fd, (off_t)w->offset, SEEK_SET);
}

void file_writer__begin(struct file_writer *w, struct block_maker *m, const struct buf *sections)
{
	struct file_preamble p = { .magic = FILE_MAGIC, .order = FILE_ORDER, .version = FILE_VERSION };
	struct buf block = {};

	block_maker__plain(m, BLOCK_HEADER, sections, &block);
	if (block.failed)
		w->err = -ENOMEM;
	write_block(w, (const uint8_t *)&p, sizeof(p));
	write_block(w, block.p, block.len);
	buf__free(&block);
}

static void add_to_index(struct file_writer *w, const struct block_header *h)
{
	buf__add_varint(&w->index, w->offset - w->index_offset);
	buf__add_varint(&w->index, h->first - w->index_first);
	buf__add_varint(&w->index, h->last - h->first);
	buf__add_varint(&w->index, h->records);
	buf__add_varint(&w->index, h->calls);
	w->index_offset = w->offset;
	w->index_first = h->first;
}

void file_writer__block(struct file_writer *w, const uint8_t *block, size_t len)
{
	struct block_header h;

	memcpy(&h, block, sizeof(h));
	if (w->err)
		return;
	add_to_index(w, &h);
	write_block(w, block, len);
	if (w->err)
		return;
	w->blocks++;
	w->calls += h.calls;
	w->records += h.records;
	w->lost += h.lost;
}

void file_writer__end(struct file_writer *w, struct block_maker *m)
{
	struct file_trailer t = { .index = w->offset, .magic = TRAILER_MAGIC };
	struct buf block = {};

	if (w->index.len <= BLOCK_RAW_MAX)
		block_maker__plain(m, BLOCK_INDEX, &w->index, &block);
	if (block.len && !block.failed) {
		write_block(w, block.p, block.len);
		write_block(w, (const uint8_t *)&t, sizeof(t));
	}
	buf__free(&block);
	buf__free(&w->index);
	if (close(w->fd) && !w->err)
		w->err = -errno;
	w->fd = -1;
}
