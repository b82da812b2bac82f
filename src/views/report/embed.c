// SPDX-License-Identifier: BSD-2-Clause
/* embed.c - compresses data, and stores them as elements of the page. */
#include <errno.h>
#include <stdlib.h>
#include <zlib.h>

#include "report.h"
#include "writers/text.h"

#define LEVEL 3
#define LINE_BYTES 3072		/* become 4096 characters */

struct embed {
	struct out *to;
	z_stream z;
	bool open;		/* z is */
	uint8_t *packed;
	size_t size;
};

struct embed *embed__new(struct out *to)
{
	struct embed *e = calloc(1, sizeof(*e));

	if (e) {
		e->to = to;
		e->open = deflateInit(&e->z, LEVEL) == Z_OK;
	}
	if (e && e->open)
		return e;
	free(e);
	return NULL;
}

static void put_base64(struct out *o, const uint8_t *p, size_t n)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	char text[LINE_BYTES / 3 * 4], *to = text;

	for (; n >= 3; p += 3, n -= 3) {
		*to++ = digits[p[0] >> 2];
		*to++ = digits[(p[0] & 3) << 4 | p[1] >> 4];
		*to++ = digits[(p[1] & 15) << 2 | p[2] >> 6];
		*to++ = digits[p[2] & 63];
	}
	if (n) {
		*to++ = digits[p[0] >> 2];
		*to++ = digits[(p[0] & 3) << 4 | (n > 1 ? p[1] >> 4 : 0)];
		*to++ = n > 1 ? digits[(p[1] & 15) << 2] : '=';
		*to++ = '=';
	}
	out__put(o, text, (size_t)(to - text));
}

static bool make_room(struct embed *e, size_t n)
{
	size_t bound = deflateBound(&e->z, n);
	uint8_t *p = bound > e->size ? realloc(e->packed, bound) : e->packed;

	if (!p)
		return false;
	e->packed = p;
	e->size = bound > e->size ? bound : e->size;
	return true;
}

static void put_tag(struct out *o, const char *prefix, int number)
{
	out__line_begin(o);
	out__lit(o, "<script type=\"application/octet-stream\" id=\"");
	put_str(o, prefix);
	if (number >= 0)
		FMT(o, fmt__u64, (uint64_t)number);
	out__lit(o, "\">");
	out__line_end(o);
}

void embed__put(struct embed *e, const char *prefix, int number, const void *bytes, size_t n)
{
	struct out *o = e->to;
	size_t len;

	if (!make_room(e, n)) {
		o->err = o->err ? o->err : -ENOMEM;
		return;
	}
	deflateReset(&e->z);
	e->z.next_in = (uint8_t *)bytes;
	e->z.avail_in = (uInt)n;
	e->z.next_out = e->packed;
	e->z.avail_out = (uInt)e->size;
	deflate(&e->z, Z_FINISH);
	len = e->size - e->z.avail_out;
	put_tag(o, prefix, number);
	for (size_t at = 0; at < len; at += LINE_BYTES) {
		put_base64(o, e->packed + at, len - at < LINE_BYTES ? len - at : LINE_BYTES);
		out__line_end(o);
	}
	out__lit(o, "</script>");
	out__line_end(o);
}

void embed__free(struct embed *e)
{
	if (!e)
		return;
	deflateEnd(&e->z);
	free(e->packed);
	free(e);
}
