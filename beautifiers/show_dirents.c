// SPDX-License-Identifier: BSD-2-Clause
/* show_dirents.c - directory entries: records of varying length, as getdents and getdents64 pack them (linux/dirent.h). */
#include "kinds.h"

#include <string.h>

/* Offsets within an entry; getdents' depend on the ABI's long. */
struct dirent_layout {
	unsigned word;		/* bytes of d_ino and d_off */
	unsigned reclen, name;
	unsigned type;		/* 0: in the last byte of the entry */
};

static const struct dirent_layout dirent64 = { .word = 8, .reclen = 16, .type = 18, .name = 19 };
static const struct dirent_layout dirent_long = { .word = 8, .reclen = 16, .name = 18 };
static const struct dirent_layout dirent_long32 = { .word = 4, .reclen = 8, .name = 10 };

static void show_type(struct show *s, uint8_t type)
{
	show_field_name(s, "d_type");
	show__enum(s, &dirent_types, type);
}

static void show_entry(struct show *s, const struct dirent_layout *d, const uint8_t *p, unsigned reclen)
{
	const char *name = (const char *)p + d->name;
	unsigned room = reclen - d->name - (d->type ? 0 : 1);

	s->w->struct_begin(s->o);
	if (s->verbose) {
		show_named(s, "d_ino", uinteger, load_uint(p, d->word, s->swap));
		show_named(s, "d_off", integer, load_int(p + d->word, d->word, s->swap));
		show_named(s, "d_reclen", uinteger, reclen);
	}
	if (d->type || !s->w->strace_marks)
		show_type(s, p[d->type ? d->type : reclen - 1]);
	show_field_name(s, "d_name");
	s->w->string(s->o, name, strnlen(name, room), STRING_WHOLE);
	if (!d->type && s->w->strace_marks)
		show_type(s, p[reclen - 1]);
	s->w->struct_end(s->o, !s->verbose);
}

/* Length of the entry at p; 0: it is incomplete. */
static unsigned entry_len(const struct dirent_layout *d, const uint8_t *p, uint32_t left, bool swap)
{
	unsigned reclen;

	if (left < d->name + 2)
		return 0;
	reclen = load_uint(p + d->reclen, 2, swap);
	return reclen >= d->name + 2 && reclen <= left ? reclen : 0;
}

static void show_entries(struct show *s, const struct dirent_layout *d, const struct chunk *k, uint64_t full)
{
	const uint8_t *p = chunk__bytes(k);
	uint32_t left = k->len;
	unsigned len;

	s->w->array_begin(s->o);
	while ((len = entry_len(d, p, left, s->swap))) {
		s->w->item(s->o);
		show_entry(s, d, p, len);
		p += len;
		left -= len;
		full -= len;
	}
	s->w->array_end(s->o, full ? ARRAY_CUT : ARRAY_WHOLE, 0);
}

static uint64_t count_entries(const struct dirent_layout *d, const struct chunk *k, bool swap)
{
	const uint8_t *p = chunk__bytes(k);
	uint32_t left = k->len;
	uint64_t n = 0;

	for (unsigned len; (len = entry_len(d, p, left, swap)); p += len, left -= len)
		n++;
	return n;
}

static void show_list(struct show *s, const struct arg *a, const struct dirent_layout *d)
{
	const struct chunk *k = arg__memory(a, PART_SELF, true);

	if (k && a->call->ret >= (int64_t)k->len) {
		if (s->w->strace_marks && !s->verbose)
			s->w->counted(s->o, arg__ulong(a), count_entries(d, k, s->swap), a->call->ret > (int64_t)k->len ? "or more entries" : "entries");
		else
			show_entries(s, d, k, a->call->ret);
	} else if (a->call->done && !a->call->ret && s->w->strace_marks && !s->verbose) {
		s->w->counted(s->o, arg__ulong(a), 0, "entries");
	} else if (a->call->done && !a->call->ret) {
		s->w->array_begin(s->o);
		s->w->array_end(s->o, ARRAY_WHOLE, 0);
	} else {
		show_pointer(s, a, true);
	}
}

void show_dirents(struct show *s, const struct arg *a)
{
	show_list(s, a, &dirent64);
}

/* x32 uses the layout of 64-bit ABIs. */
void show_old_dirents(struct show *s, const struct arg *a)
{
	show_list(s, a, a->call->word == 8 || a->call->abi == ABI_X32 ? &dirent_long : &dirent_long32);
}
