/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * event_formats.h - how events are laid out, from REC_FORMAT records, which may come from anywhere: nothing they say is
 * trusted.
 */
#ifndef TRACE_EVENT_FORMATS_H
#define TRACE_EVENT_FORMATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bpf/wire.h"

enum event_value {		/* what a field is */
	VALUE_SIGNED, VALUE_UNSIGNED,
	VALUE_HEX,		/* unsigned, and the kernel prints it so */
	VALUE_ADDRESS,
	VALUE_STRING,		/* up to a NUL, or to its end */
	VALUE_BYTES,
};

struct event_field {
	char *name;
	uint8_t value;		/* enum event_value, of each element */
	bool is_array;
	bool dynamic;		/* at `offset` is where it is (u16) and, in the top half, how long; */
	bool relative;		/* from behind that u32 on */
	uint32_t offset, size;
	uint32_t each;		/* bytes of an element */
};

struct event_format {
	uint32_t id;
	char *name;		/* SYSTEM:NAME */
	bool hidden;		/* its events are not meant to be shown */
	bool swap;		/* its bytes have the other order than this program's */
	struct event_field *fields;	/* none: the description makes no sense */
	unsigned nfields;
};

struct event_formats {
	struct event_format *all;	/* sorted by id */
	unsigned n;
};

/* Takes a description. big_endian, word: byte order, and bytes of a long, of the machine. 0, -EINVAL or -ENOMEM. */
int event_formats__add(struct event_formats *f, const struct rec_format *r, bool big_endian, unsigned word);
const struct event_format *event_formats__find(const struct event_formats *f, uint32_t id);	/* NULL: not known */
void event_formats__free(struct event_formats *f);

/* Where a field of an event is. false: not within its `len` bytes. */
bool event_field__at(const struct event_field *field, const struct event_format *f, const uint8_t *raw, size_t len,
		     const uint8_t **at, size_t *size);

#endif
