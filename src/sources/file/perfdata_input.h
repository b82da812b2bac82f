/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * perfdata_input.h - reads a perf.data file or stream: bytes, and perf records, compressed or not.
 *
 * Memory is bounded: a fixed buffer, one for decompressed data, and blobs that grow only as their data arrives.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct perfdata_input {
	int fd;
	bool seekable;		/* a file, not a stream */
	bool swap;		/* the byte order is not this machine's; set by perfdata_header.c */
	uint64_t size;		/* of a file */
	uint64_t left;		/* bytes that may still be read: the data's length in a file */
	uint8_t *buf;
	size_t from, to;	/* range of buf that was read and not consumed */
	bool eof;
	uint64_t short_by;	/* bytes missing of an incomplete record at the end */
	struct ZSTD_DCtx_s *zstd;
	uint8_t *plain;		/* decompressed data */
	size_t plain_from, plain_to;
	const uint8_t *packed;	/* data still to be decompressed, in buf */
	size_t packed_from, packed_len;
};

/* fd: a file or pipe; it stays the caller's. head: bytes that were already read from it. 0 or -errno. */
int perfdata_input__open(struct perfdata_input *in, int fd, const void *head, size_t head_len);
void perfdata_input__close(struct perfdata_input *in);
/* `n` bytes at `offset` of a file. 0; -ENODATA: it ends before; -errno. */
int perfdata_input__at(const struct perfdata_input *in, uint64_t offset, void *to, size_t n);
/* The same into memory from malloc. */
int perfdata_input__blob_at(const struct perfdata_input *in, uint64_t offset, uint64_t n, uint8_t **blob);
/* Continues at `offset` of a file, where `n` bytes of data begin. */
int perfdata_input__seek(struct perfdata_input *in, uint64_t offset, uint64_t n);
/* The next `n` bytes of a stream (64 KiB at most). 0; -EAGAIN: not there yet; -ENODATA: it ended; -errno. */
int perfdata_input__peek(struct perfdata_input *in, size_t n, const uint8_t **p);
/* Waits until `n` bytes can be peeked at. 0, -ENODATA, -EINTR or -errno. */
int perfdata_input__await(struct perfdata_input *in, size_t n);
void perfdata_input__skip(struct perfdata_input *in, size_t n);
/* Reads the next `n` bytes of a stream, of any number, into memory from malloc; waits for them. */
int perfdata_input__blob(struct perfdata_input *in, uint64_t n, uint8_t **blob);
/* Skips bytes that follow a record; waits for them. */
int perfdata_input__discard(struct perfdata_input *in, uint64_t n);
/*
 * The next record, valid until the next call; at least as long as its header. 1; 0: the end; -EAGAIN: none yet; -EBADMSG: damaged, the
 * rest cannot be parsed; -errno.
 */
int perfdata_input__record(struct perfdata_input *in, const uint8_t **rec, size_t *len);
