/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * writer.c - owns the list of output formats. A new one is a line here and a file that defines NAME_writer.
 */
#include "writer.h"

#include <string.h>

#define WRITERS(W) \
	W(text) \
	W(json) \
	W(chrome) \
	W(folded)

#define DECLARE(name) extern const struct writer name##_writer;
#define LIST(name) &name##_writer,

WRITERS(DECLARE)

static const struct writer *const writers[] = { WRITERS(LIST) NULL };

const struct writer *writer__find(const char *name)
{
	for (const struct writer *const *w = writers; *w; w++)
		if (strcmp((*w)->name, name) == 0)
			return *w;
	return NULL;
}

const struct writer *const *writer__all(void)
{
	return writers;
}
