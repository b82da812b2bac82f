// SPDX-License-Identifier: BSD-2-Clause
/* buf.c - a growing byte buffer. */
#include "buf.h"

#include <stdlib.h>
#include <string.h>

#include "varint.h"

bool buf__reserve(struct buf *b, size_t more)
{
	size_t size = b->size ? b->size : 4096;
	uint8_t *p;

	if (b->failed)
		return false;
	if (b->size - b->len >= more)
		return true;
	while (size - b->len < more)
		size *= 2;
	p = realloc(b->p, size);
	if (!p) {
		b->failed = true;
		return false;
	}
	b->p = p;
	b->size = size;
	return true;
}

void buf__add(struct buf *b, const void *p, size_t len)
{
	if (!len || !buf__reserve(b, len))
		return;
	memcpy(b->p + b->len, p, len);
	b->len += len;
}

void buf__add_text(struct buf *b, const char *text)
{
	buf__add(b, text, strlen(text) + 1);
}

void buf__add_varint(struct buf *b, uint64_t v)
{
	if (buf__reserve(b, VARINT_MAX))
		b->len = (size_t)(varint__put(b->p + b->len, v) - b->p);
}

void buf__pad(struct buf *b, size_t align)
{
	static const uint8_t zeros[64];

	buf__add(b, zeros, (align - b->len % align) % align);
}

void buf__free(struct buf *b)
{
	free(b->p);
	*b = (struct buf){ 0 };
}
