// SPDX-License-Identifier: BSD-2-Clause
/*
 * show_ebpf_map.c - keys and values of BPF maps: as many bytes as were captured, for only the source knows the map's sizes.
 *
 * Invariant: without them, or if the call did not fill them, the address is shown.
 */
#include <errno.h>

#include "kinds.h"

/* The first memory captured at the pointer, or the last: a key and a value may have the same address, and differ in length. */
static const struct chunk *memory_of(const struct arg *a, bool out, bool last)
{
	const struct chunk *found = NULL;
	const struct call *c = a->call;

	if (!arg__leads(a))
		return NULL;
	CALL_CHUNKS_EACH(k, c) {
		if (k->addr != a->value || k->arg != a->root || k->part != PART_AT || !(k->status & CHUNK_OUT) != !out || !chunk__has_bytes(k))
			continue;
		if (!last)
			return k;
		found = k;
	}
	return found;
}

static void show_bytes_of(struct show *s, const struct arg *a, const struct chunk *k, bool out)
{
	if (!k)
		show_pointer(s, a, out);
	else
		show__bytes(s, k, arg__ulong(a), chunk__status(k) == CHUNK_OK ? k->len : k->len + 1);
}

void show_ebpf_key_in(struct show *s, const struct arg *a)
{
	show_bytes_of(s, a, memory_of(a, false, false), false);
}

void show_ebpf_value_in(struct show *s, const struct arg *a)
{
	show_bytes_of(s, a, memory_of(a, false, true), false);
}

void show_ebpf_key_out(struct show *s, const struct arg *a)
{
	show_bytes_of(s, a, memory_of(a, true, false), true);
}

/* Of a batch: ENOENT says that there are no more elements, after those that were filled. */
void show_ebpf_batch_out(struct show *s, const struct arg *a)
{
	if (!a->out || !arg__count(a) || (a->call->failed && a->call->ret != -ENOENT))
		s->w->address(s->o, arg__ulong(a));
	else
		show_ebpf_key_out(s, a);
}
