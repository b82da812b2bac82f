// SPDX-License-Identifier: BSD-2-Clause
/* event_formats.c - from format files to fields with offset, size and type. */
#include "event_formats.h"

#include <errno.h>
#include <event-parse.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "event_print.h"
#include "lib/bytes.h"
#include "lib/format_file.h"

#define FORMATS_MAX 65536	/* event IDs have 16 bits */
#define FIELDS_MAX 256

/* -- Fields ---------------------------------------------------------------------------------------------------------- */

static bool is_number(unsigned size)
{
	return size == 1 || size == 2 || size == 4 || size == 8;
}

static enum event_value value_of(const struct tep_format_field *t, unsigned each, const char *print)
{
	char conversion;

	if (t->flags & TEP_FIELD_IS_STRING && strstr(t->type, "char") && !strstr(t->type, "unsigned"))	/* arrays of u8 are numbers */
		return VALUE_STRING;
	if (!is_number(each) || (t->flags & TEP_FIELD_IS_ARRAY && each == 1))
		return VALUE_BYTES;
	conversion = event_print__hex(print, t->name);
	if ((t->flags & TEP_FIELD_IS_POINTER && !(t->flags & TEP_FIELD_IS_ARRAY)) || conversion == 'p')
		return VALUE_ADDRESS;
	if (conversion)
		return VALUE_HEX;
	return t->flags & TEP_FIELD_IS_SIGNED ? VALUE_SIGNED : VALUE_UNSIGNED;
}

static int take_field(struct event_field *to, const struct tep_format_field *t, const char *print)
{
	*to = (struct event_field){
		.name = strdup(t->name), .offset = (uint32_t)t->offset, .size = (uint32_t)t->size,
		.dynamic = t->flags & TEP_FIELD_IS_DYNAMIC, .relative = t->flags & TEP_FIELD_IS_RELATIVE,
		.is_array = t->flags & TEP_FIELD_IS_ARRAY,
	};
	to->each = to->is_array && t->elementsize ? t->elementsize : to->size;
	to->value = (uint8_t)value_of(t, to->each, print);
	if (to->value == VALUE_STRING || to->value == VALUE_BYTES)
		to->is_array = false;
	return to->name ? 0 : -ENOMEM;
}

static int take_fields(struct event_format *f, const struct tep_event *event, const char *print)
{
	unsigned n = 0;
	int err = 0;

	for (const struct tep_format_field *t = event->format.fields; t && n < FIELDS_MAX; t = t->next)
		n++;
	f->fields = calloc(n + 1, sizeof(*f->fields));
	if (!f->fields)
		return -ENOMEM;
	for (const struct tep_format_field *t = event->format.fields; t && f->nfields < n && !err; t = t->next)
		err = take_field(&f->fields[f->nfields++], t, print);
	return err;
}

/* -- The list -------------------------------------------------------------------------------------------------------- */

static void free_format(struct event_format *f)
{
	for (unsigned i = 0; i < f->nfields; i++)
		free(f->fields[i].name);
	free(f->fields);
	free(f->name);
	free(f);
}

static int parse_record(struct event_format *f, const struct rec_format *r, bool big_endian, unsigned word)
{
	char *system = strndup(r->text, r->system_len);
	struct format_file file = { 0 };
	int err = system ? 0 : -ENOMEM;

	if (!err && asprintf(&f->name, "%s:%.*s", system, r->name_len, r->text + r->system_len) < 0) {
		f->name = NULL;
		err = -ENOMEM;
	}
	if (!err)
		err = format_file__parse(&file, system, r->text + r->system_len + r->name_len, r->text_len, big_endian, word);
	if (!err)
		err = take_fields(f, file.event, file.print);
	format_file__free(&file);
	free(system);
	return err == -EINVAL ? 0 : err;	/* an invalid format file: the event has no fields */
}

int event_formats__add(struct event_formats *f, const struct rec_format *r, bool big_endian, unsigned word)
{
	size_t room = r->rec.len - sizeof(*r);
	struct event_format *one, *old = hash__find(&f->table, r->id);
	int err;

	if (r->system_len > room || r->name_len > room - r->system_len || r->text_len > room - r->system_len - r->name_len ||
	    (!old && f->table.n == FORMATS_MAX))
		return -EINVAL;
	one = hash__new(&f->table, sizeof(*one), r->id);
	if (!one)
		return -ENOMEM;
	one->hidden = r->flags & FORMAT_HIDDEN;
	one->swap = big_endian != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	err = parse_record(one, r, big_endian, word);
	if (err)
		old = one;
	if (old) {
		hash__remove(&f->table, &old->node);
		free_format(old);
	}
	return err;
}

const struct event_format *event_formats__find(const struct event_formats *f, uint32_t id)
{
	return hash__find(&f->table, id);
}

void event_formats__free(struct event_formats *f)
{
	HASH_EACH(&f->table, struct event_format, one)
		free_format(one);
	hash__free(&f->table);
}

/* -- Events ---------------------------------------------------------------------------------------------------------- */

bool event_field__at(const struct event_field *field, const struct event_format *f, const uint8_t *raw, size_t len,
		     const uint8_t **at, size_t *size)
{
	size_t offset = field->offset;
	uint32_t loc;

	*size = field->size;
	if (field->dynamic) {
		if (offset > len || len - offset < sizeof(loc))
			return false;
		loc = perf_u32(raw + offset, f->swap);
		offset = (loc & 0xffff) + (field->relative ? offset + sizeof(loc) : 0);
		*size = loc >> 16;
	}
	if (offset > len || *size > len - offset)
		return false;
	*at = raw + offset;
	return true;
}
