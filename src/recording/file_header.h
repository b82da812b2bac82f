/* SPDX-License-Identifier: BSD-2-Clause */
/* file_header.h - what a recording's header block says: written by the recorder of its own machine, read on any. */
#ifndef TRACE_FILE_HEADER_H
#define TRACE_FILE_HEADER_H

#include "format.h"
#include "lib/buf.h"

/* Appends all sections; the recorder was called as `trace` with these arguments. */
void file_header__make(struct buf *b, int argc, char *const *argv);

/* What a reader took from a header block. Strings are never NULL; unknown ones are empty. */
struct origin {
	char host[65], kernel[130], machine[65], boot_id[40], recorder[32];
	char *command;			/* its words, quoted where needed; to be freed */
	uint64_t mono, real, boot;	/* ns, at one moment */
	uint32_t cpus, cpus_online;
	uint64_t page_size;
};

/* Reads the sections of a header block. Names of calls that this program does not know are learnt. */
void origin__read(struct origin *o, const uint8_t *p, size_t len);
void origin__free(struct origin *o);

#endif
