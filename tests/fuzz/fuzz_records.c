// SPDX-License-Identifier: BSD-2-Clause
/*
 * fuzz_records - any bytes as records for session, views and beautifiers: the first byte selects the format. Only what every
 * source guarantees is corrected: lengths, and the order of times.
 */
#include "fuzz.h"

#include <ftw.h>
#include <stdio.h>

static char dir[] = "/tmp/fuzz_records.XXXXXX";

static int remove_entry(const char *path, const struct stat *st, int flag, struct FTW *at)
{
	(void)st, (void)flag, (void)at;
	return remove(path);
}

static void remove_dir(void)
{
	nftw(dir, remove_entry, 4, FTW_DEPTH | FTW_PHYS);
}

/* For formats that need a directory or a file: one of their own, for they refuse what others have made. */
static const char *output_of(const struct view_ops *format)
{
	static char output[sizeof(dir) + 32];
	static bool made;

	if (format != &ctf_view && format != &sqlite_view && format != &clickhouse_view)
		return NULL;
	if (!made && (!mkdtemp(dir) || atexit(remove_dir)))
		abort();
	made = true;
	snprintf(output, sizeof(output), "%s/%s", dir, format->name);
	return output;
}

/* As many as trace has */
#define VIEWS_OF_COLUMNS &ready_view, &ready_view, &ready_view, &ready_view, &ready_view, &ready_view

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
#define LIST(name) &name##_view,
	static const struct view_ops *const formats[] = { VIEWS(LIST) &slow_view, &fold_view, VIEWS_OF_COLUMNS }, *format;
	static union {
		struct rec rec;
		uint8_t bytes[REC_MAX];
	} r;
	static struct shown shown;
	uint64_t ts = 0;
	unsigned at;

	if (size < 1)
		return 0;
	at = data[0] % (sizeof(formats) / sizeof(formats[0]));
	format = formats[at];
	if (!format->call || format == &metrics_view)	/* `trace info` counts records, `trace metrics` listens */
		return 0;
	shown__open_with(&shown, format, output_of(format), sizeof(formats) / sizeof(formats[0]) - 1 - at);
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
		shown__take(&shown, &r.rec);
		data += len;
		size -= len;
	}
	shown__close(&shown);
	return 0;
}
