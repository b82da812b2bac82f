// SPDX-License-Identifier: BSD-2-Clause
/* ioctl_random.c - requests to random devices: struct rand_pool_info of linux/random.h, the same in every ABI. */
#include <linux/random.h>

#include "beautifiers/kinds.h"
#include "ioctl.h"

#define SEED_AT 8		/* entropy_count, buf_size; the seed follows */

static void show_seed(struct show *s, const struct chunk *k, int32_t size)
{
	uint64_t limit = s->string_limit < POOL_BYTES ? s->string_limit : POOL_BYTES, len = (uint32_t)size, n = len < limit ? len : limit;

	if ((size < 0 && !s->w->strace_marks) || k->len - SEED_AT < n)		/* strace takes the length as unsigned */
		show__unread(s, k->addr + SEED_AT);
	else
		s->w->bytes(s->o, chunk__bytes(k) + SEED_AT, n, n < len ? STRING_CUT : STRING_WHOLE);
}

void show_random_pool(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, false);
	int32_t size;

	if (!k || k->len < SEED_AT) {
		show_pointer(s, a, false);
		return;
	}
	size = (int32_t)load_uint(chunk__bytes(k) + 4, 4, s->swap);
	s->w->struct_begin(s->o);
	show_named(s, "entropy_count", integer, (int32_t)load_uint(chunk__bytes(k), 4, s->swap));
	show_named(s, "buf_size", integer, size);
	show_field_name(s, "buf");
	show_seed(s, k, size);
	s->w->struct_end(s->o, false);
}

static const struct subrow rows[] = {
	REQUEST(RNDADDENTROPY, ARG(ARG_("arg", random_pool))),
};

const struct sub_table ioctls_random = SUB_TABLE(rows);
