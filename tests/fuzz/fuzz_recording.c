// SPDX-License-Identifier: BSD-2-Clause
/* fuzz_recording - any bytes as a recording. Checksums are corrected first; otherwise nearly all inputs would end there. */
#include "fuzz.h"

#include <byteswap.h>
#include <stdio.h>
#include <zlib.h>

#include "recording/file_reader.h"
#include "sources/file/file_kinds.h"

static void mend(uint8_t *p, size_t size)
{
	struct block_header h;

	for (size_t at = 16; at + sizeof(h) <= size; ) {
		bool swap;
		uint32_t len, crc;

		memcpy(&h, p + at, sizeof(h));
		swap = h.magic == bswap_32(BLOCK_MAGIC);
		len = swap ? bswap_32(h.len) : h.len;
		if ((!swap && h.magic != BLOCK_MAGIC) || len > size - at - sizeof(h)) {
			at += 8;
			continue;
		}
		crc = (uint32_t)crc32(0, p + at + 8, (uInt)(sizeof(h) - 8 + len));
		if (swap)
			crc = bswap_32(crc);
		memcpy(p + at + 4, &crc, sizeof(crc));
		at += sizeof(h) + (len + 7) / 8 * 8;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct shown shown;
	int fd = memfd_create("recording", 0);
	uint8_t *copy = malloc(size + 1);
	const struct rec *rec;
	struct source *source;
	char name[64];

	memcpy(copy, data, size);
	mend(copy, size);
	if (write(fd, copy, size) != (ssize_t)size)
		abort();
	free(copy);
	snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
	if (!file_kinds__open(&source, name)) {
		shown__open(&shown, size % 2 ? &json_view : &text_view, NULL);
		while (source->ops->next(source, &rec) == SOURCE_RECORD)
			shown__take(&shown, rec);
		shown__close(&shown);
		source->ops->close(source);
	}
	close(fd);
	return 0;
}
