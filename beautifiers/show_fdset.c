// SPDX-License-Identifier: BSD-2-Clause
/* show_fdset.c - bitmaps: sets of descriptors (select), at entry and, if they differ, at exit; sets of other numbers (nodes, pages). */
#include "kinds.h"

#include <string.h>

/* Bit 0 is the lowest one of the first long. */
static bool has_bit(const uint8_t *p, const struct call *c, unsigned n)
{
	unsigned word = c->word;

	return load_uint(p + n / (8 * word) * word, word, c->swap) >> n % (8 * word) & 1;
}

bool fdset__has(const struct call *c, const struct chunk *k, unsigned n)
{
	return n < k->len / c->word * c->word * 8 && has_bit(chunk__bytes(k), c, n);
}

bool call__any_fd_in(const struct call *c, unsigned arg, bool (*fn)(void *ctx, int fd), void *ctx)
{
	const struct arg_spec *a = &c->row->args[arg];
	const struct chunk *k = call__chunk(c, arg, PART_SELF, false);
	uint32_t size = a->kind->has_fds ? 0 : shape__of(a->shape, c->abi)->size;
	uint32_t most = !k ? 0 : size ? k->len / size : (int)c->args[a->len_arg] < 0 ? 0 : (uint32_t)c->args[a->len_arg];

	if (!size && k && chunk__status(k) == CHUNK_PARTIAL)
		most = 0;	/* no set: a part of it could not be read */
	else if (!size && k && most > 8 * k->len)
		most = 8 * k->len;
	for (uint32_t n = 0; n < most; n++)
		if ((size || fdset__has(c, k, n)) && fn(ctx, size ? (int)load_int(chunk__bytes(k) + n * size, 4, c->swap) : (int)n))
			return true;
	return false;
}

static void show_set(struct show *s, const struct arg *a, const struct chunk *k, uint64_t n, bool fds)
{
	const struct call *c = a->call;
	uint32_t have = k->len / c->word * c->word * 8;

	if (n > have)
		n = have;
	s->w->set_begin(s->o, false);
	for (uint64_t i = 0; i < n; i++) {
		if (!has_bit(chunk__bytes(k), c, i))
			continue;
		s->w->item(s->o);
		if (fds)
			show__fd(s, c, i);
		else
			s->w->uinteger(s->o, i);
	}
	s->w->set_end(s->o);
}

/* Only the first n bits count: the kernel clears the rest of the last long. */
static bool same_sets(const struct call *c, const struct chunk *in, const struct chunk *out, uint64_t n)
{
	if (in->len != out->len)
		return false;
	if (!memcmp(chunk__bytes(in), chunk__bytes(out), in->len))
		return true;
	for (uint64_t i = 0; i < n && i < in->len / c->word * c->word * 8; i++)
		if (has_bit(chunk__bytes(in), c, i) != has_bit(chunk__bytes(out), c, i))
			return false;
	return true;
}

/* A set that could be read only in part is shown as unread. */
static const struct chunk *set_memory(const struct arg *a, bool out)
{
	const struct chunk *k = arg__memory(a, PART_SELF, out);

	return k && chunk__status(k) != CHUNK_PARTIAL ? k : NULL;
}

void show_fdset(struct show *s, const struct arg *a)
{
	const struct chunk *in = set_memory(a, false), *out = set_memory(a, true);
	uint64_t nfds = arg__count(a);

	if (!in && !out) {
		show_pointer(s, a, false);
	} else if (!in || !out || s->w->outcome || same_sets(a->call, in, out, nfds)) {
		show_set(s, a, in ? in : out, nfds, true);
	} else {
		s->w->change_begin(s->o);
		show_set(s, a, in, nfds, true);
		s->w->changed(s->o);
		show_set(s, a, out, nfds, true);
		s->w->change_end(s->o);
	}
}

bool fdset__any(const struct arg *a, const struct chunk *k)
{
	uint64_t n = arg__count(a), have = k->len / a->call->word * a->call->word * 8;

	for (uint64_t i = 0; i < n && i < have; i++)
		if (has_bit(chunk__bytes(k), a->call, (unsigned)i))
			return true;
	return false;
}

void fdset__show(struct show *s, const struct arg *a, const struct chunk *k)
{
	show_set(s, a, k, arg__count(a), false);
}

static void show_bits(struct show *s, const struct arg *a, uint64_t n, bool out)
{
	const struct chunk *k = set_memory(a, out);

	if (k)
		show_set(s, a, k, n, false);
	else
		show_pointer(s, a, out);
}

void show_bits_in(struct show *s, const struct arg *a)
{
	show_bits(s, a, arg__count(a), false);
}

void show_bits_out(struct show *s, const struct arg *a)
{
	show_bits(s, a, arg__count(a), true);
}

/* All bits of the bytes captured. */
void show_cpus_in(struct show *s, const struct arg *a)
{
	show_bits(s, a, UINT64_MAX, false);
}

void show_cpus_out(struct show *s, const struct arg *a)
{
	show_bits(s, a, UINT64_MAX, true);
}

/* -- Pages that are in memory: a byte for each, of which bit 0 counts -------------------------------------------------- */

#define PAGE_BYTES 4096

/* The size of pages of other ABIs depends on how the kernel was built. */
static bool has_known_pages(enum abi abi)
{
	return abi == ABI_X86_64 || abi == ABI_X32 || abi == ABI_I386 || abi == ABI_S390X || abi == ABI_RISCV64;
}

void show_residency(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, true);
	uint64_t len = arg__count(a), pages = len / PAGE_BYTES + !!(len % PAGE_BYTES), n = pages;

	if (!len && s->w->strace_marks && arg__ulong(a)) {
		s->w->array_begin(s->o);
		s->w->array_end(s->o, ARRAY_WHOLE, 0);
		return;
	}
	if (!k || a->call->failed || !has_known_pages(a->call->abi)) {
		show_pointer(s, a, true);
		return;
	}
	if (n > s->string_limit && !s->verbose)
		n = s->string_limit;
	if (n > k->len)
		n = k->len;
	s->w->array_begin(s->o);
	for (uint64_t i = 0; i < n; i++) {
		s->w->item(s->o);
		s->w->uinteger(s->o, chunk__bytes(k)[i] & 1);
	}
	s->w->array_end(s->o, n < pages ? ARRAY_LIMIT : ARRAY_WHOLE, 0);
}
