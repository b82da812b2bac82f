/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * format.h - the recording as it lies in a file: trace.data(5) describes it for readers of other programs.
 *
 * A preamble, then blocks, each with its length, its checksum and nothing that refers to another block. Numbers of the
 * preamble and of block headers are in the byte order of the machine that recorded; bodies hold varints and bytes.
 */
#ifndef TRACE_FORMAT_H
#define TRACE_FORMAT_H

#include <assert.h>
#include <stdint.h>

#define FILE_MAGIC "\211TRACE\r\n"	/* 8 bytes: a transfer as text breaks it */
#define FILE_VERSION 1			/* readers refuse higher ones */
#define FILE_ORDER 0x01020304u

struct file_preamble {
	char magic[8];
	uint32_t order;		/* FILE_ORDER */
	uint16_t version;
	uint16_t pad;
};
static_assert(sizeof(struct file_preamble) == 16, "struct file_preamble");

#define BLOCK_MAGIC 0x4b4c4254u		/* "TBLK" where the low byte comes first */

enum block_type {			/* unknown types are skipped by length */
	BLOCK_HEADER = 1,		/* sections that say where the recording is from: the first block */
	BLOCK_RECORDS = 2,
	BLOCK_INDEX = 3,		/* the last block: what recordings that were ended properly have */
};

enum compression {
	COMPRESSION_NONE = 0,
	COMPRESSION_ZSTD = 1,		/* each stream is one zstd frame */
};

enum stream {				/* of records; header and index blocks have the first only */
	STREAM_CONTROL,
	STREAM_TIME,
	STREAM_NUMBER,
	STREAM_BYTES,
	STREAMS
};

struct block_header {
	uint32_t magic;			/* BLOCK_MAGIC */
	uint32_t crc;			/* CRC-32 (IEEE 802.3) of all that follows, body and padding included */
	uint32_t len;			/* bytes of the body, a multiple of 8 */
	uint8_t type;			/* enum block_type */
	uint8_t compression;		/* enum compression */
	uint16_t pad;
	uint64_t first, last;		/* ns: rec.ts of the first and last record */
	uint64_t types;			/* bit n: there are records of type n; bit 63: of a higher one */
	uint64_t lost;			/* sum of rec_loss.count */
	uint32_t records;
	uint32_t raw;			/* bytes of the records when unpacked */
	uint32_t summary;		/* bytes of the summary, which the body begins with, uncompressed */
	uint32_t calls;			/* REC_CALL records */
	uint32_t stored[STREAMS];	/* bytes of each stream as they follow the summary */
	uint32_t unpacked[STREAMS];	/* bytes of each stream when decompressed */
};
static_assert(sizeof(struct block_header) == 96, "struct block_header");

/* What a reader has to have room for. A writer stays far below. */
#define BLOCK_RAW_MAX (4u << 20)	/* records of a block, unpacked; and each of its streams */
#define BLOCK_LEN_MAX (20u << 20)	/* its body */
#define BLOCK_SLOTS 4096

/* The fields of a record that the control stream says have changed: bits of its mask. */
enum field_bit {
	FIELD_TAIL, FIELD_RET, FIELD_LEN, FIELD_CPU, FIELD_TID, FIELD_TGID,
	FIELD_ARG0, FIELD_CALL = FIELD_ARG0 + 6, FIELD_TYPE,
	FIELD_BITS
};

enum section_type {			/* of the header block: varint type, varint length, then so many bytes */
	SECTION_HOST = 1,		/* text */
	SECTION_KERNEL = 2,		/* text: release */
	SECTION_MACHINE = 3,		/* text: uname -m */
	SECTION_COMMAND = 4,		/* texts, each with its NUL: the command line of the recorder */
	SECTION_CLOCKS = 5,		/* varints: CLOCK_MONOTONIC, CLOCK_REALTIME, CLOCK_BOOTTIME at one moment, ns */
	SECTION_BOOT_ID = 6,		/* text */
	SECTION_CPUS = 7,		/* varints: configured, online */
	SECTION_PAGE_SIZE = 8,		/* varint: bytes */
	SECTION_RECORDER = 9,		/* text: version of the program that wrote the file */
	SECTION_ABI = 10,		/* varints: number of an ABI, bytes of its long; its name */
	SECTION_CALL_NAMES = 11,	/* varint: number of an ABI; then varint number and name with a NUL, repeated */
	SECTION_ERRNO_NAMES = 12,	/* varint number and name with a NUL, repeated */
	SECTION_SIGNAL_NAMES = 13,	/* as errors */
	SECTION_TRACEPOINT = 14,	/* text: the format of a tracepoint as tracefs shows it (reserved) */
};

/*
 * The index block's body: for each block of records, in varints, the bytes from the block before it (from the beginning
 * of the file for the first) to its header, the ns from the first record before to its own first, its span in ns, and how
 * many records and calls it has.
 */

/* The last bytes of a file that was ended properly. */
#define TRAILER_MAGIC "TRACEEND"
struct file_trailer {
	uint64_t index;			/* offset of the index block's header */
	char magic[8];
};
static_assert(sizeof(struct file_trailer) == 16, "struct file_trailer");

#endif
