/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * file_writer.h - writes one recording: preamble, header, blocks of records, index.
 *
 * Blocks are made in one step and written in another, so that they can be kept in memory in between. After the first
 * error nothing more is written; what there is stays whole, and the error is kept for the caller to report.
 */
#ifndef TRACE_FILE_WRITER_H
#define TRACE_FILE_WRITER_H

#include "format.h"
#include "lib/buf.h"

/* Makes blocks: packs and compresses. */
struct block_maker;

struct block_maker *block_maker__new(int level);	/* of zstd; 0: not compressed. NULL: no memory */
void block_maker__free(struct block_maker *m);
/* A block of records: header and body in *out. Returns the bytes of records taken, 0 when they make no sense or memory is short. */
size_t block_maker__records(struct block_maker *m, const uint8_t *records, size_t len, struct buf *out);
/* A block of another type, of the first stream only. */
void block_maker__plain(struct block_maker *m, enum block_type type, const struct buf *body, struct buf *out);

struct file_writer {
	int fd;
	int err;		/* first -errno, or 0 */
	bool regular;		/* a file that can be cut */
	const volatile int *impatient;	/* NULL, or: above 1 a pipe that nobody reads is given up (err is -EINTR) */
	uint64_t offset;	/* bytes written in whole blocks */
	uint64_t blocks, calls, records, lost;
	struct buf index;
	uint64_t index_offset, index_first;	/* of the block before */
};

/*
 * Creates the file (output_file.h); a recording that is there is kept as NAME.old (old_files.h). "-" is standard output. Neither a
 * symbolic link nor a terminal is written to. 0 or -errno: the message was printed.
 */
int file_writer__open(struct file_writer *w, const char *name);
/* The preamble and the header block, made of `sections`. */
void file_writer__begin(struct file_writer *w, struct block_maker *m, const struct buf *sections);
void file_writer__block(struct file_writer *w, const uint8_t *block, size_t len);	/* whole, as made */
/* Index and trailer, and closes. err is final then. */
void file_writer__end(struct file_writer *w, struct block_maker *m);

#endif
