// SPDX-License-Identifier: BSD-2-Clause
/* show_key.c - buffers of keyctl, and what strace shows of them. */
#include "kinds.h"

#define PARAMS_ARG 1		/* struct keyctl_pkey_params: key_id, in_len, out_len or in2_len */
#define PARAMS_BYTES 40
#define IN_LEN 4
#define IN2_LEN 8

/* The length of a buffer, in the parameters. false: these were not read. */
static bool pkey_length(const struct arg *a, unsigned at, uint64_t *len)
{
	const struct chunk *k = call__chunk(a->call, PARAMS_ARG, PART_SELF, false);

	if (!k || k->len < PARAMS_BYTES)
		return false;
	*len = load_uint(chunk__bytes(k) + at, 4, a->call->swap);
	return true;
}

static void show_pkey_data(struct show *s, const struct arg *a, unsigned at, bool out)
{
	uint64_t full;

	if ((out && (!a->call->done || a->call->failed)) || !pkey_length(a, at, &full))
		s->w->address(s->o, arg__ulong(a));
	else
		show__bytes(s, arg__memory(a, PART_SELF, out), arg__ulong(a), full);
}

void show_pkey_in(struct show *s, const struct arg *a)
{
	show_pkey_data(s, a, IN_LEN, false);
}

void show_pkey_in2(struct show *s, const struct arg *a)
{
	show_pkey_data(s, a, IN2_LEN, false);
}

void show_pkey_out(struct show *s, const struct arg *a)
{
	show_pkey_data(s, a, IN2_LEN, true);
}

void show_key_caps(struct show *s, const struct arg *a)
{
	static const struct flag_table *const lists[] = { &keyctl_caps0, &keyctl_caps1 };
	const struct chunk *k = arg__memory(a, PART_SELF, true);

	if (!k || a->call->failed) {
		show_pointer(s, a, true);
		return;
	}
	s->w->array_begin(s->o);
	for (uint32_t i = 0; i < k->len; i++) {
		s->w->item(s->o);
		if (i < sizeof(lists) / sizeof(lists[0]))
			show__flags(s, lists[i], chunk__bytes(k)[i]);
		else
			s->w->hex(s->o, chunk__bytes(k)[i]);
	}
	s->w->array_end(s->o, ARRAY_WHOLE, 0);
}

/* What the call returned of the buffer, also if that is nothing. */
static void show_read(struct show *s, const struct arg *a, bool text)
{
	const struct call *c = a->call;
	const struct chunk *k = arg__memory(a, PART_SELF, true);
	uint64_t full = arg__count(a);

	if (!c->done || c->failed) {
		s->w->address(s->o, arg__ulong(a));
		return;
	}
	if (full > (uint64_t)c->ret)
		full = (uint64_t)c->ret;
	if (text && k && full && k->len >= full && !chunk__bytes(k)[full - 1])
		full--;
	show__bytes(s, k, arg__ulong(a), full);
}

void show_key_data(struct show *s, const struct arg *a)
{
	show_read(s, a, false);
}

/* Without its NUL. */
void show_key_text(struct show *s, const struct arg *a)
{
	show_read(s, a, true);
}
