/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * format_file.h - the description of an event, as its file `format` in tracefs has it, taken apart by libtraceevent. It may come from
 * anywhere: the library trusts the kernel to have written what it reads, so it gets to see only lines that are as the kernel writes
 * them, and never how the event is printed, which is a small program.
 */
#ifndef TRACE_FORMAT_FILE_H
#define TRACE_FORMAT_FILE_H

#include <stdbool.h>
#include <stddef.h>

struct tep_event;
struct tep_handle;

struct format_file {
	struct tep_handle *tep;
	struct tep_event *event;	/* valid until it is freed */
	char *print;			/* from "\nprint fmt:" on; "": it is not said */
};

/* word: bytes of a `long`. 0; -EINVAL: the description makes no sense; -ENOMEM. To be freed whatever it returns. */
int format_file__parse(struct format_file *f, const char *system, const char *text, size_t len, bool big_endian, unsigned word);
void format_file__free(struct format_file *f);

#endif
