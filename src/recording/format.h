/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * format.h - the file format of recordings; trace.data(5) describes it.
 *
 * A preamble, then blocks, each with its length and checksum, and without references to other blocks. Numbers in the preamble and in
 * block headers have the byte order of the machine that recorded; bodies have varints and bytes.
 */
#pragma once

#include <assert.h>
#include <stdint.h>

#define FILE_MAGIC "\211TRACE\r\n"	/* 8 bytes, which a transfer in text mode would change */
#define FILE_VERSION 1			/* readers refuse higher ones */
#define FILE_ORDER 0x01020304u

struct file_preamble {
	char magic[8];
	uint32_t order;		/* FILE_ORDER */
	uint16_t version;
	uint16_t pad;
};
static_assert(sizeof(struct file_preamble) == 16, "struct file_preamble");

#define BLOCK_MAGIC 0x4b4c4254u		/* "TBLK" in little endian */

enum block_type {			/* unknown types are skipped by length */
	BLOCK_HEADER = 1,		/* the first block: sections about the machine and the recorder */
	BLOCK_RECORDS = 2,
	BLOCK_INDEX = 3,		/* the last block of a recording that was finished */
};

enum compression {
	COMPRESSION_NONE = 0,
	COMPRESSION_ZSTD = 1,		/* each stream is one zstd frame */
};

enum stream {				/* of record blocks; other blocks have only the first */
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
	uint64_t types;			/* bit n: the block has records of type n; bit 63: of a higher type */
	uint64_t lost;			/* sum of rec_loss.count */
	uint32_t records;
	uint32_t raw;			/* bytes of the unpacked records */
	uint32_t summary;		/* bytes of the summary, uncompressed, at the beginning of the body */
	uint32_t calls;			/* REC_CALL records */
	uint32_t stored[STREAMS];	/* bytes of each stream as they follow the summary */
	uint32_t unpacked[STREAMS];	/* bytes of each stream when decompressed */
};
static_assert(sizeof(struct block_header) == 96, "struct block_header");

/* Limits that a reader must support. The writer's blocks are far smaller. */
#define BLOCK_RAW_MAX (4u << 20)	/* records of a block, unpacked; and each of its streams */
#define BLOCK_LEN_MAX (20u << 20)	/* its body */
#define BLOCK_SLOTS 4096

/* Bits of the mask in the control stream: fields that have changed since the previous record of the slot. */
enum field_bit {
	FIELD_TAIL, FIELD_RET, FIELD_LEN, FIELD_CPU, FIELD_TID, FIELD_TGID,
	FIELD_ARG0, FIELD_CALL = FIELD_ARG0 + 6, FIELD_TYPE,
	FIELD_BITS
};

enum section_type {			/* of the header block: varint type, varint length, then the data */
	SECTION_HOST = 1,		/* text */
	SECTION_KERNEL = 2,		/* text: release */
	SECTION_MACHINE = 3,		/* text: uname -m */
	SECTION_COMMAND = 4,		/* texts, each with a NUL: the recorder's command line */
	SECTION_CLOCKS = 5,		/* varints, ns: CLOCK_MONOTONIC, CLOCK_REALTIME and CLOCK_BOOTTIME at the same time */
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
 * The index block's body: for each block of records, five varints: the distance in bytes of its header from the previous one (the
 * first: from the beginning of the file), ns from the previous block's first record to its own, ns from its first to its last record,
 * the number of records, and the number of calls.
 */

/* The last bytes of a file that was finished. */
#define TRAILER_MAGIC "TRACEEND"
struct file_trailer {
	uint64_t index;			/* offset of the index block's header */
	char magic[8];
};
static_assert(sizeof(struct file_trailer) == 16, "struct file_trailer");
