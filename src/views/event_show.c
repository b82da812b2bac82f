// SPDX-License-Identifier: BSD-2-Clause
/* event_show.c - emits the fields of an event. */
#include "event_show.h"

#include <string.h>

#include "lib/bytes.h"

#define ITEMS_MAX 32		/* elements of an array; with --verbose all are shown */

static void show_number(struct show *s, const struct event_field *field, const uint8_t *p, bool swap)
{
	unsigned size = field->each;

	switch (field->value) {
	case VALUE_SIGNED:	s->w->integer(s->o, perf_int(p, size, swap)); break;
	case VALUE_ADDRESS:	s->w->address(s->o, perf_uint(p, size, swap)); break;
	case VALUE_HEX:		s->w->hex(s->o, perf_uint(p, size, swap)); break;
	default:		s->w->uinteger(s->o, perf_uint(p, size, swap)); break;
	}
}

static void show_array(struct show *s, const struct event_field *field, const uint8_t *p, size_t size, bool swap)
{
	size_t n = size / field->each, shown = n > ITEMS_MAX && !s->verbose ? ITEMS_MAX : n;

	s->w->array_begin(s->o);
	for (size_t i = 0; i < shown; i++) {
		s->w->item(s->o);
		show_number(s, field, p + i * field->each, swap);
	}
	s->w->array_end(s->o, shown < n ? ARRAY_LIMIT : ARRAY_WHOLE, 0);
}

static void show_text(struct show *s, const struct event_field *field, const uint8_t *p, size_t size)
{
	size_t len = field->value == VALUE_STRING ? strnlen((const char *)p, size) : size;
	bool cut = len > s->string_limit;

	s->w->string(s->o, p, cut ? s->string_limit : len, cut ? STRING_CUT : STRING_WHOLE);
}

static void show_field(struct show *s, const struct event_format *f, const struct event_field *field, const uint8_t *raw,
		       size_t len)
{
	const uint8_t *p;
	size_t size;

	if (!event_field__at(field, f, raw, len, &p, &size))
		return;
	s->w->arg(s->o, field->name, (unsigned)strlen(field->name));
	if (field->value == VALUE_STRING || field->value == VALUE_BYTES)
		show_text(s, field, p, size);
	else if (field->is_array)
		show_array(s, field, p, size, f->swap);
	else
		show_number(s, field, p, f->swap);
}

/* Without a valid format file the event's bytes are shown. */
static void show_tracepoint(struct show *s, const struct event_format *f, const struct rec_event *r)
{
	static const struct event_field all = { .value = VALUE_BYTES };
	size_t len = r->size <= r->rec.len - sizeof(*r) ? r->size : r->rec.len - sizeof(*r);

	for (unsigned i = 0; i < f->nfields; i++)
		show_field(s, f, &f->fields[i], r->raw, len);
	if (!f->fields) {
		s->w->arg(s->o, "raw", 3);
		show_text(s, &all, r->raw, len);
	}
}

static void show_location(struct show *s, const struct mapped_addr *l)
{
	s->w->location(s->o, l->addr, l->path, l->path ? strlen(l->path) : 0, l->offset);
}

void event_show__fields(struct show *s, const struct other_event *o)
{
	if (o->format) {
		show_tracepoint(s, o->format, o->rec);
		return;
	}
	s->w->arg(s->o, "ip", 2);
	show_location(s, &o->ip);
	s->w->arg(s->o, "addr", 4);
	show_location(s, &o->addr);
}
