// SPDX-License-Identifier: BSD-2-Clause
/* rec_select.c - owns REC_SELECT. */
#include "rec_select.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(sizeof(((struct select_set *)0)->bits) == sizeof(((struct syscall_set *)0)->bits[0]), "sets fit");

static unsigned flags_of(const struct options *o)
{
	return (o->all ? SELECT_SYSTEM : 0) | (syscall_set__is_full(&o->calls) ? 0 : SELECT_CALLS) |
	       (o->only_failed ? SELECT_FAILED : 0) | (o->only_ok ? SELECT_OK : 0) | (o->has_errnos ? SELECT_ERRNOS : 0);
}

void rec_select__add(struct buf *records, const struct options *o, uint64_t ts)
{
	struct rec_select r = {
		.rec = record__head(REC_SELECT, 0, ts, 0, 0), .flags = flags_of(o), .string_limit = o->w.string_limit, .min_dur = o->min_dur,
	};
	size_t at, len = sizeof(r) + ABI_COUNT * sizeof(r.sets[0]);

	memcpy(r.errnos, o->errnos, sizeof(r.errnos));
	r.nsets = r.flags & SELECT_CALLS ? ABI_COUNT : 0;
	for (unsigned i = 0; i < o->npaths; i++)
		len += strlen(o->paths[i]) + 1;
	r.npaths = REC_LEN(len) <= REC_MAX ? (uint16_t)o->npaths : 0;	/* all or none: a shorter list would select fewer calls */
	at = record__begin(records, &r, sizeof(r));
	for (unsigned abi = 0; abi < r.nsets; abi++) {
		struct select_set set = { .abi = abi };

		memcpy(set.bits, o->calls.bits[abi], sizeof(set.bits));
		buf__add(records, &set, sizeof(set));
	}
	for (unsigned i = 0; i < r.npaths; i++)
		buf__add_text(records, o->paths[i]);
	record__end(records, at);
}

static int read_paths(struct options *o, const struct rec_select *r, const char *p, const char *end)
{
	o->paths = calloc(r->npaths + 1u, sizeof(*o->paths));
	if (!o->paths)
		return -ENOMEM;
	for (unsigned i = 0; i < r->npaths; i++) {
		size_t len = strnlen(p, (size_t)(end - p));

		if (p + len == end)
			return -EINVAL;
		o->paths[i] = strdup(p);
		if (!o->paths[i])
			return -ENOMEM;
		o->npaths++;
		p += len + 1;
	}
	return 0;
}

static void add_with(struct syscall_set *set, enum abi abi, unsigned from, unsigned to)
{
	for (unsigned nr = from; nr < to; nr++) {
		int mux = syscalltbl__mux(abi, nr);

		if (mux >= 0 && syscall_set__has(set, abi, (unsigned)mux))
			syscall_set__add(set, abi, nr);
	}
}

/* Calls made through a multiplexer (socketcall, ipc): where the recorder did not know them, they are selected with the multiplexer. */
static void add_multiplexed(struct syscall_set *set, enum abi abi)
{
	add_with(set, abi, SYSCALL_MUX_ALIKE, SYSCALL_MUX_END);
	for (unsigned nr = SYSCALL_MUX; nr < SYSCALL_MUX_ALIKE; nr++)
		if (syscall_set__has(set, abi, nr))
			return;
	add_with(set, abi, SYSCALL_MUX, SYSCALL_MUX_ALIKE);
}

int rec_select__read(struct options *o, const struct rec_select *r)
{
	const struct select_set *end;

	memset(o, 0, sizeof(*o));
	if (r->nsets > (r->rec.len - sizeof(*r)) / sizeof(r->sets[0]))
		return -EINVAL;
	end = r->sets + r->nsets;
	o->all = r->flags & SELECT_SYSTEM;
	o->only_failed = r->flags & SELECT_FAILED;
	o->only_ok = r->flags & SELECT_OK;
	o->has_errnos = r->flags & SELECT_ERRNOS;
	o->min_dur = r->min_dur;
	memcpy(o->errnos, r->errnos, sizeof(o->errnos));
	if (!(r->flags & SELECT_CALLS))
		syscall_set__fill(&o->calls);
	for (const struct select_set *set = r->sets; set < end; set++)
		if (set->abi < ABI_COUNT) {
			memcpy(o->calls.bits[set->abi], set->bits, sizeof(set->bits));
			add_multiplexed(&o->calls, (enum abi)set->abi);
		}
	return read_paths(o, r, (const char *)end, (const char *)r + r->rec.len);
}
