/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * file_writer.h - writes one recording: preamble, header, blocks of records, index.
 *
 * Making and writing a block are separate steps, so that blocks can be kept in memory in between. After the first error nothing more
 * is written: the file ends with a complete block, and the error is kept for the caller to report.
 */
#pragma once

#include "format.h"
#include "lib/buf.h"

/* Makes blocks: packs and compresses. */
struct block_maker;

struct block_maker *block_maker__new(int level);	/* of zstd; 0: not compressed. NULL: no memory */
void block_maker__free(struct block_maker *m);
/* Makes a block of records in *out. Returns the bytes of records taken; 0: invalid records, or no memory. */
size_t block_maker__records(struct block_maker *m, const uint8_t *records, size_t len, struct buf *out);
/* Makes a block of another type, which has only the first stream. */
void block_maker__plain(struct block_maker *m, enum block_type type, const struct buf *body, struct buf *out);

struct file_writer {
	int fd;
	int err;		/* first -errno, or 0 */
	bool regular;		/* a file that can be truncated */
	const volatile int *impatient;	/* NULL, or a count of signals: above 1 a blocked write to a pipe is given up (err is -EINTR) */
	uint64_t offset;	/* bytes of complete blocks written */
	uint64_t blocks, calls, records, lost;
	struct buf index;
	uint64_t index_offset, index_first;	/* of the previous block */
};

/*
 * Creates the file (output_file.h); an existing recording becomes NAME.old (old_files.h). "-" is standard output. Symbolic links and
 * terminals are refused. 0 or -errno: the message was printed.
 */
int file_writer__open(struct file_writer *w, const char *name);
/* Writes the preamble, and a header block with `sections`. */
void file_writer__begin(struct file_writer *w, struct block_maker *m, const struct buf *sections);
void file_writer__block(struct file_writer *w, const uint8_t *block, size_t len);	/* a block that was made */
/* Writes index and trailer, and closes the file. Then err is final. */
void file_writer__end(struct file_writer *w, struct block_maker *m);
