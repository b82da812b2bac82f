// SPDX-License-Identifier: BSD-2-Clause
/*
 * made.c - makes struct shape of compact tables when they are first used.
 *
 * Invariant: what was made is kept until the program ends, and never changes.
 */
#include "made.h"

#include <stdlib.h>
#include <string.h>

#include "drivers.h"
#include "kinds.h"

unsigned made__set(enum abi abi)
{
	if (abi == ABI_I386)
		return 1;
	return abi == ABI_ARM ? 3 : abi == ABI_X32 ? 2 : 0;
}

static const struct shape **shapes;	/* by number, from 1 */
static const struct shape unknown = { .name = "" };

static const struct shape *make_shape(unsigned number);

static void make_field(struct field *f, const struct made_field *m)
{
	*f = (struct field){
		.spec = {
			.name = made_names + m->name, .name_len = (uint8_t)strlen(made_names + m->name), .kind = made_kinds[m->kind],
			.flags = m->list ? made_lists[m->list - 1] : NULL, .flags2 = m->list2 ? made_lists[m->list2 - 1] : NULL,
			.shape = m->shape ? make_shape(m->shape) : NULL, .strace = m->strace ? made_kinds[m->strace - 1] : NULL,
		},
		.offset = m->offset, .size = m->size,
		.array = m->flags & MADE_ARRAY, .leads = m->flags & MADE_LEADS, .if_set = m->flags & MADE_IF_SET,
		.in_only = m->flags & MADE_IN, .out_only = m->flags & MADE_OUT, .brief = m->flags & MADE_BRIEF, .brief_if = m->flags & MADE_BRIEF_IF,
		.ours = m->flags & MADE_OURS, .again = m->flags & MADE_AGAIN, .on_error = m->flags & MADE_ON_ERROR, .with_result = m->flags & MADE_WITH_RESULT,
		.detail = m->flags & MADE_DETAIL, .whole = m->flags & MADE_WHOLE, .changes = m->flags & MADE_CHANGES, .late = m->flags & MADE_LATE,
		.if_changed = m->flags & MADE_CHANGED, .unnamed = m->flags & MADE_UNNAMED, .rest = m->flags & MADE_REST,
		.len_size = m->count_size, .len_offset = m->count_at, .len_how = m->len_how, .len_with = m->len_with, .unit = m->unit, .bit = m->bit, .bits = m->bits, .first = m->first,
		.cond = m->cond ? &made_conds[m->cond - 1] : NULL,
	};
}

static const struct shape *make_shape(unsigned number)
{
	const struct made_shape *m = &made_shapes[number - 1];
	struct field *fields;
	struct shape *sh;

	if (!shapes && !(shapes = calloc(made_nshapes + 1, sizeof(*shapes))))
		return &unknown;
	if (shapes[number])
		return shapes[number];
	sh = calloc(1, sizeof(*sh) + m->n * sizeof(*fields));
	if (!sh)
		return &unknown;
	fields = (struct field *)(sh + 1);
	for (unsigned i = 0; i < m->n; i++)
		make_field(&fields[i], &made_fields[m->first + i]);
	*sh = (struct shape){
		.name = made_names + m->name, .size = m->size, .nfields = m->n, .fields = fields, .bare = m->bare, .abridge = m->abridge, .joined = m->joined,
		.again = m->again, .more = m->more,
		.direct = m->direct, .dated = m->dated, .partial = m->partial,
		.show = m->shown ? made_shown[m->shown - 1]->show : NULL, .strace = m->strace ? made_shown[m->strace - 1] : NULL,
	};
	return shapes[number] = sh;
}

static unsigned number_in(const struct made_entry *e, enum abi abi)
{
	if (e->machine && !(ABI_BIT(abi) & abi__family(abi__native())))
		return 0;
	return e->shape[made__set(abi)];
}

const struct shape *made__layout(const struct made_entry *e, enum abi abi)
{
	unsigned number = number_in(e, abi);

	return number ? make_shape(number) : &unknown;
}

const struct shape *made__shape(unsigned made, enum abi abi)
{
	return made__layout(&made_types[made - 1], abi);
}

/* -- Requests -------------------------------------------------------------------------------------------------------- */

static int compare(const void *name, const void *e)
{
	return strcmp(name, made_names + ((const struct made_entry *)e)->name);
}

/* The number may have several names, of different drivers: whose layouts differ, nobody knows which is meant. */
const struct made_entry *made__request(enum abi abi, uint32_t cmd, const char *driver)
{
	const struct flag_table *t = flag_table__in(&ioctl_requests, abi);
	const struct made_entry *found = NULL;

	for (const struct flag *f = flag_table__find(t, cmd); f; f = flag_table__next(t, f)) {
		const struct made_entry *e = bsearch(f->name, made_requests, made_nrequests, sizeof(*e), compare);

		if (!e || !number_in(e, abi) || !driver__has(driver, f->name))
			continue;
		if (e->noted)
			return e;
		if (found && number_in(found, abi) != number_in(e, abi))
			return NULL;
		found = e;
	}
	return found;
}
