/* SPDX-License-Identifier: BSD-2-Clause */
/* buf.h - a growing byte buffer. After the first failed allocation (`failed`) appends do nothing. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct buf {
	uint8_t *p;
	size_t len, size;
	bool failed;		/* no memory */
};

bool buf__reserve(struct buf *b, size_t more);		/* room for `more` bytes; false: failed */
void buf__add(struct buf *b, const void *p, size_t len);
void buf__add_text(struct buf *b, const char *text);	/* with its NUL */
void buf__add_varint(struct buf *b, uint64_t v);
void buf__pad(struct buf *b, size_t align);		/* zeros up to a multiple of align */
void buf__free(struct buf *b);
