/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * perfdata_input.h - a perf.data file or stream as bytes, and its data as one perf record after the other, whether
 * compressed or not.
 *
 * Memory is bounded: a fixed buffer, another one for what is decompressed, and blobs that grow only as their bytes come.
 */
#ifndef TRACE_PERFDATA_INPUT_H
#define TRACE_PERFDATA_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct perfdata_input {
	int fd;
	bool seekable;		/* a file: there is more to it than a stream */
	bool swap;		/* the other byte order than this machine's: to be set by whoever finds out */
	uint64_t size;		/* of a file */
	uint64_t left;		/* bytes that may still be read: the data's length in a file */
	uint8_t *buf;
	size_t from, to;	/* bytes of buf that were read and not taken */
	bool eof;
	uint64_t short_by;	/* bytes that a record lacked at the end */
	struct ZSTD_DCtx_s *zstd;
	uint8_t *plain;		/* what was decompressed */
	size_t plain_from, plain_to;
	const uint8_t *packed;	/* what is still to be decompressed, in buf */
	size_t packed_from, packed_len;
};

/* Whatever fd is, which remains the caller's; `head`: bytes that were read from it already. 0 or -errno. */
int perfdata_input__open(struct perfdata_input *in, int fd, const void *head, size_t head_len);
void perfdata_input__close(struct perfdata_input *in);
/* `n` bytes at `offset` of a file. 0; -ENODATA: it ends before; -errno. */
int perfdata_input__at(const struct perfdata_input *in, uint64_t offset, void *to, size_t n);
/* The same into memory from malloc. */
int perfdata_input__blob_at(const struct perfdata_input *in, uint64_t offset, uint64_t n, uint8_t **blob);
/* Data begins at `offset` of a file, for `n` bytes. */
int perfdata_input__seek(struct perfdata_input *in, uint64_t offset, uint64_t n);
/* The next `n` bytes of a stream (64 KiB at most). 0; -EAGAIN: not there yet; -ENODATA: it ended; -errno. */
int perfdata_input__peek(struct perfdata_input *in, size_t n, const uint8_t **p);
/* Waits until `n` bytes are there to be peeked at. 0, -ENODATA, -EINTR or -errno. */
int perfdata_input__await(struct perfdata_input *in, size_t n);
void perfdata_input__skip(struct perfdata_input *in, size_t n);
/* The next `n` bytes of a stream, however many, into memory from malloc; waits for them. */
int perfdata_input__blob(struct perfdata_input *in, uint64_t n, uint8_t **blob);
/* Passes over bytes that follow a record; waits for them. */
int perfdata_input__discard(struct perfdata_input *in, uint64_t n);
/*
 * The next record, valid until the next call; its length is at least that of its header. 1; 0: the end; -EAGAIN: none is
 * there yet; -EBADMSG: damaged, the rest cannot be made sense of; -errno.
 */
int perfdata_input__record(struct perfdata_input *in, const uint8_t **rec, size_t *len);

#endif
