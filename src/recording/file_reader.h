/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * file_reader.h - reads a recording block by block, from a file or as it comes through a pipe.
 *
 * What it gives is whole and its checksum is right. What is damaged is left out, counted and said on standard error;
 * reading goes on with the next whole block.
 */
#ifndef TRACE_FILE_READER_H
#define TRACE_FILE_READER_H

#include <stdbool.h>

#include "format.h"
#include "lib/buf.h"

enum read_state {
	READ_BLOCK = 1,
	READ_WAIT = 0,		/* a pipe has no whole block yet */
	READ_END = -1,
};

struct block {
	struct block_header h;		/* native byte order, sizes checked against each other */
	const uint8_t *summary;
	const uint8_t *stream[STREAMS];	/* as stored */
	uint64_t offset;		/* of its header in the file */
};

struct file_reader {
	int fd;
	const char *name;	/* for messages */
	bool regular;		/* never makes one wait */
	bool swap;		/* the recorder's byte order is the other one */
	bool begun;		/* the preamble was read */
	bool eof;
	bool complete;		/* index and trailer are there: it was ended properly */
	uint64_t index;		/* offset of the block before, if it is the index; otherwise 0 */
	struct buf in;
	size_t at;		/* in `in`: what is before was given */
	uint64_t offset;	/* in the file, of `at` */
	uint64_t size;		/* of a regular file */
	unsigned damages;	/* how often something was damaged */
	uint64_t tail;		/* bytes behind the last block that are none */
};

/* Takes over fd. `magic`: up to 8 bytes of the file that were read already. */
void file_reader__open(struct file_reader *r, int fd, const char *name, const void *magic, size_t len);
/* enum read_state, or -errno below READ_END: the message was printed. *b is valid until the next call. */
int file_reader__next(struct file_reader *r, struct block *b);
void file_reader__close(struct file_reader *r);

/* Says that what lies at `offset` is damaged; of many such places, only the first few are said. */
void file_reader__say_damaged(struct file_reader *r, uint64_t offset, const char *what);

/* A whole block of this machine, in memory. */
void block__at(struct block *b, const uint8_t *p);

/* Decompresses stream `s` of a block into *to. false: it is not what the header says. */
bool block__stream(const struct block *b, enum stream s, struct buf *to);

#endif
