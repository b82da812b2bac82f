// SPDX-License-Identifier: BSD-2-Clause
/*
 * fuzz_records - any bytes as records, which the session and the renderers get: the first byte chooses the format. Only
 * what every source promises is mended: lengths, and that times do not go back.
 */
#include "fuzz.h"

#include "wire.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const formats[] = { "text", "json", "chrome", "folded" };
	static union {
		struct rec rec;
		uint8_t bytes[REC_MAX];
	} r;
	static struct shown shown;
	uint64_t ts = 0;

	if (size < 1)
		return 0;
	shown__open(&shown, formats[data[0] % 4]);
	data++, size--;
	while (size >= sizeof(r.rec)) {
		struct rec head;
		size_t len;

		memcpy(&head, data, sizeof(head));
		len = head.len & ~(REC_ALIGN - 1u);
		if (len < sizeof(head))
			len = sizeof(head);
		if (len > size)
			len = size & ~(size_t)(REC_ALIGN - 1);
		if (len > sizeof(r))
			len = sizeof(r);
		memcpy(&r, data, len);
		r.rec.len = (uint32_t)len;
		if (r.rec.ts < ts)
			r.rec.ts = ts;
		ts = r.rec.ts;
		session__record(&shown.session, &r.rec);
		data += len;
		size -= len;
	}
	shown__close(&shown);
	return 0;
}
