// SPDX-License-Identifier: BSD-2-Clause
/* show_handle.c - handles of files (linux/exportfs.h): name_to_handle_at, open_by_handle_at. */
#include "kinds.h"

#define HEADER_BYTES 8		/* handle_bytes, handle_type; the handle follows */
#define EOVERFLOW_RET (-75)	/* the handle is longer than the room for it: handle_bytes says how long */

static uint32_t bytes_of(const struct show *s, const struct chunk *k)
{
	return (uint32_t)load_uint(chunk__bytes(k), 4, s->swap);
}

static void show_type_and_handle(struct show *s, const struct chunk *k)
{
	uint32_t len = bytes_of(s, k), have = k->len - HEADER_BYTES;
	uint32_t most = len < HANDLE_BYTES ? len : HANDLE_BYTES;

	show_named(s, "handle_type", integer, (int32_t)load_uint(chunk__bytes(k) + 4, 4, s->swap));
	show_field_name(s, "f_handle");
	if (have < most && s->w->strace_marks)
		s->w->octets(s->o, NULL, 0, STRING_CUT);
	else if (have < most)
		show__unread(s, k->addr + HEADER_BYTES);
	else
		s->w->octets(s->o, chunk__bytes(k) + HEADER_BYTES, most, len > most ? STRING_CUT : STRING_WHOLE);
}

static const struct chunk *handle_memory(const struct arg *a, bool out)
{
	const struct chunk *k = arg__memory(a, PART_SELF, out);

	return k && k->len >= HEADER_BYTES ? k : NULL;
}

void show_handle_in(struct show *s, const struct arg *a)
{
	const struct chunk *k = handle_memory(a, false);

	if (!k) {
		show_pointer(s, a, false);
		return;
	}
	s->w->struct_begin(s->o);
	show_named(s, "handle_bytes", uinteger, bytes_of(s, k));
	show_type_and_handle(s, k);
	s->w->struct_end(s->o, false);
}

/* The room for the handle, and the handle. */
void show_handle_inout(struct show *s, const struct arg *a)
{
	const struct chunk *in = handle_memory(a, false), *out = handle_memory(a, true);
	const struct call *c = a->call;

	if (!in) {
		show_pointer(s, a, false);
		return;
	}
	if (!c->done || (c->failed && c->ret != EOVERFLOW_RET))
		out = NULL;
	s->w->struct_begin(s->o);
	show_field_name(s, "handle_bytes");
	if (out && bytes_of(s, in) != bytes_of(s, out)) {
		s->w->change_begin(s->o);
		s->w->uinteger(s->o, bytes_of(s, in));
		s->w->changed(s->o);
		s->w->uinteger(s->o, bytes_of(s, out));
		s->w->change_end(s->o);
	} else {
		s->w->uinteger(s->o, bytes_of(s, in));
	}
	if (out && !c->failed)
		show_type_and_handle(s, out);
	s->w->struct_end(s->o, false);
}
