/* SPDX-License-Identifier: BSD-2-Clause */
/* event_formats.h - layouts of events, from REC_FORMAT records. A recording may be hostile: the records are not trusted. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bpf/wire.h"
#include "lib/hash.h"

enum event_value {		/* a field's type */
	VALUE_SIGNED, VALUE_UNSIGNED,
	VALUE_HEX,		/* unsigned, and the kernel prints it so */
	VALUE_ADDRESS,
	VALUE_STRING,		/* to a NUL or to the field's end */
	VALUE_BYTES,
};

struct event_field {
	char *name;
	uint8_t value;		/* enum event_value, of each element */
	bool is_array;
	bool dynamic;		/* at `offset` is a u32: the data's offset, and its length in the upper 16 bits */
	bool relative;		/* dynamic: that offset counts from the end of the u32 */
	uint32_t offset, size;
	uint32_t each;		/* bytes of an element */
};

struct event_format {
	struct hash_node node;	/* by ID */
	char *name;		/* SYSTEM:NAME */
	bool hidden;		/* its events are not shown */
	bool swap;		/* its byte order is not this machine's */
	struct event_field *fields;	/* none: the format file is invalid */
	unsigned nfields;
};

struct event_formats {
	struct hash table;	/* of struct event_format */
};

/* Adds a format. big_endian, word: the machine's byte order, and bytes of a long. 0, -EINVAL or -ENOMEM. */
int event_formats__add(struct event_formats *f, const struct rec_format *r, bool big_endian, unsigned word);
const struct event_format *event_formats__find(const struct event_formats *f, uint32_t id);	/* NULL: not known */
void event_formats__free(struct event_formats *f);

/* Finds a field's data in an event. false: not within its `len` bytes. */
bool event_field__at(const struct event_field *field, const struct event_format *f, const uint8_t *raw, size_t len,
		     const uint8_t **at, size_t *size);
