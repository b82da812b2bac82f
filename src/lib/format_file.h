/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * format_file.h - parses an event's tracefs file `format` with libtraceevent. The text may come from an untrusted recording, but the
 * library trusts its input: it gets only lines of the syntax that the kernel writes, and never the print format, which is a
 * small program.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct tep_event;
struct tep_handle;

struct format_file {
	struct tep_handle *tep;
	struct tep_event *event;	/* valid until it is freed */
	char *print;			/* from "\nprint fmt:" on; "": there is none */
};

/* word: bytes of a `long`. 0; -EINVAL: the text is not a format file; -ENOMEM. Call format_file__free() in each case. */
int format_file__parse(struct format_file *f, const char *system, const char *text, size_t len, bool big_endian, unsigned word);
void format_file__free(struct format_file *f);
