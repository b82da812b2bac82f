/* SPDX-License-Identifier: BSD-2-Clause */
/* file_header.h - a recording's header block, which describes the machine that was traced. */
#pragma once

#include "format.h"
#include "lib/buf.h"

/* Appends all sections. argc, argv: the recorder's command line. */
void file_header__make(struct buf *b, int argc, char *const *argv);

/* A header block's content. Strings are never NULL; unknown ones are empty. */
struct origin {
	char host[65], kernel[130], machine[65], boot_id[40], recorder[32];
	char *command;			/* the command line, quoted where needed; from malloc */
	uint64_t mono, real, boot;	/* ns: three clocks, read at the same time */
	uint32_t cpus, cpus_online;
	uint64_t page_size;
};

/* Reads the sections of a header block. Adds names of calls that this program does not know (syscalltbl__learn). */
void origin__read(struct origin *o, const uint8_t *p, size_t len);
void origin__free(struct origin *o);
