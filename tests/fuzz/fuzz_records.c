// SPDX-License-Identifier: BSD-2-Clause
/*
 * fuzz_records - any bytes as records, which the session and the renderers get: the first byte chooses the format. Only
 * what every source promises is mended: lengths, and that times do not go back.
 */
#include "fuzz.h"

#include <stdio.h>

#include "bpf/wire.h"
#include "views/converter.h"

/* Where records go: to a session with a writer, or to a converter. */
struct fed {
	struct shown shown;
	const struct converter *converter;
	struct sink *sink;
};

static char dir[] = "/tmp/fuzz_records.XXXXXX";

static void remove_dir(void)
{
	char name[64];

	for (unsigned i = 0; i < 2; i++) {
		snprintf(name, sizeof(name), "%s/%s", dir, i ? "stream" : "metadata");
		unlink(name);
	}
	rmdir(dir);
}

static void fed__open(struct fed *f, const char *format)
{
	static const struct origin origin;
	static struct conversion c = { .origin = &origin };
	static bool made;

	f->converter = NULL;
	shown__open(&f->shown, writer__find(format) ? format : "text");
	if (writer__find(format))
		return;
	if (!made && (!mkdtemp(dir) || atexit(remove_dir)))
		abort();
	made = true;
	f->converter = f->shown.opt.to = converter__find(format);
	f->shown.opt.output = strcmp(format, "ctf") ? "/dev/null" : dir;
	f->shown.opt.force = true;
	f->shown.opt.w.color = false;
	c.opt = &f->shown.opt;
	if (f->converter->open(&f->sink, &c))
		abort();
}

static void fed__take(struct fed *f, const struct rec *rec)
{
	if (f->converter)
		f->sink->ops->take(f->sink, rec);
	else
		session__record(&f->shown.session, rec);
}

static void fed__close(struct fed *f)
{
	if (f->converter) {
		f->converter->finish(f->sink);
		f->converter->close(f->sink);
	}
	shown__close(&f->shown);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const formats[] = { "text", "json", "chrome", "folded", "perf", "ctf" };
	static union {
		struct rec rec;
		uint8_t bytes[REC_MAX];
	} r;
	static struct fed fed;
	uint64_t ts = 0;

	if (size < 1)
		return 0;
	fed__open(&fed, formats[data[0] % 6]);
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
		fed__take(&fed, &r.rec);
		data += len;
		size -= len;
	}
	fed__close(&fed);
	return 0;
}
