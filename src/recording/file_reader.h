/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * file_reader.h - reads a recording block by block, from a file or a pipe.
 *
 * Blocks that it returns are complete and have the right checksum. Damaged ones are skipped, counted and reported on standard
 * error; reading goes on with the next valid block.
 */
#pragma once

#include <stdbool.h>

#include "format.h"
#include "lib/buf.h"

enum read_state {
	READ_BLOCK = 1,
	READ_WAIT = 0,		/* no complete block has come through the pipe yet */
	READ_END = -1,
};

struct block {
	struct block_header h;		/* native byte order, sizes checked for consistency */
	const uint8_t *summary;
	const uint8_t *stream[STREAMS];	/* as stored */
	uint64_t offset;		/* of its header in the file */
};

struct file_reader {
	int fd;
	const char *name;	/* for messages */
	bool regular;		/* reads never block */
	bool swap;		/* the recorder's byte order is not this machine's */
	bool begun;		/* the preamble was read */
	bool eof;
	bool complete;		/* it has index and trailer: the recorder finished it */
	uint64_t index;		/* offset of the previous block, if that is the index; otherwise 0 */
	struct buf in;
	size_t at;		/* bytes of `in` that were returned already */
	uint64_t offset;	/* in the file, of `at` */
	uint64_t size;		/* of a regular file */
	unsigned damages;	/* number of damaged regions */
	uint64_t tail;		/* bytes of an incomplete block at the end */
};

/* Takes ownership of fd. `magic`: up to 8 bytes of the file that were already read. */
void file_reader__open(struct file_reader *r, int fd, const char *name, const void *magic, size_t len);
/* enum read_state, or -errno below READ_END: the message was printed. *b is valid until the next call. */
int file_reader__next(struct file_reader *r, struct block *b);
void file_reader__close(struct file_reader *r);

/* Reports damage at `offset`; only the first few are reported. */
void file_reader__say_damaged(struct file_reader *r, uint64_t offset, const char *what);

/* Sets *b to a complete block in memory, of native byte order. */
void block__at(struct block *b, const uint8_t *p);

/* Decompresses stream `s` of a block into *to. false: it does not agree with the header. */
bool block__stream(const struct block *b, enum stream s, struct buf *to);
