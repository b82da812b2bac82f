// SPDX-License-Identifier: BSD-2-Clause
/*
 * show_string.c - strings, paths, buffers, vectors of strings.
 *
 * Invariant: nothing is shown as an empty string unless it was read and is empty.
 */
#include <string.h>

#include "kinds.h"

#define XATTR_MOST 65536	/* XATTR_SIZE_MAX of linux/limits.h */

/* Is it of no use to the format, as the rest could not be read? */
static bool lacks_rest(const struct show *s, const struct chunk *k)
{
	return s->w->whole_only && chunk__status(k) == CHUNK_PARTIAL;
}

void show_chunk_string(struct show *s, const struct chunk *k, uint64_t addr, uint32_t limit)
{
	bool more;

	if (!k || !chunk__has_bytes(k) || (lacks_rest(s, k) && k->len <= limit)) {
		show__unread(s, addr);
		return;
	}
	more = k->len > limit || chunk__status(k) != CHUNK_OK;
	s->w->string(s->o, chunk__bytes(k), k->len > limit ? limit : k->len, more ? STRING_CUT : STRING_WHOLE);
}

void show__string(struct show *s, const struct chunk *k, uint64_t addr)
{
	show_chunk_string(s, k, addr, s->string_limit);
}

void show__bytes(struct show *s, const struct chunk *k, uint64_t addr, uint64_t full)
{
	uint64_t n;

	if (addr && !full) {
		s->w->bytes(s->o, "", 0, STRING_WHOLE);
	} else if (addr && k && chunk__has_bytes(k) && !(lacks_rest(s, k) && k->len < full && k->len <= s->string_limit)) {
		n = k->len < full ? k->len : full;
		if (n > s->string_limit)
			n = s->string_limit;
		s->w->bytes(s->o, chunk__bytes(k), n, n < full ? STRING_CUT : STRING_WHOLE);
	} else {
		show__unread(s, addr);
	}
}

void show_chars(struct show *s, const uint8_t *p, uint32_t size)
{
	uint32_t len = strnlen((const char *)p, size), limit = s->w->strace_marks ? size - 1 : s->verbose ? size : s->string_limit;
	bool more = len > limit;

	s->w->string(s->o, p, more ? limit : len, more ? STRING_CUT : STRING_WHOLE);
}

void show_byte_array(struct show *s, const uint8_t *p, uint32_t size)
{
	bool more = size > s->string_limit && !s->verbose;

	s->w->bytes(s->o, p, more ? s->string_limit : size, more ? STRING_CUT : STRING_WHOLE);
}

void show_octet_array(struct show *s, const uint8_t *p, uint32_t size)
{
	s->w->octets(s->o, p, size, STRING_WHOLE);
}

void show_uuid(struct show *s, const uint8_t *p, uint32_t size)
{
	if (size == 16)
		s->w->uuid(s->o, p);
	else
		s->w->octets(s->o, p, size, STRING_WHOLE);
}

/* Up to a NUL within what was passed; without one, all but the last byte. */
void show_cstring(struct show *s, const struct arg *a)
{
	uint32_t at = a->field->offset, there = a->holder_len > at ? a->holder_len - at : 0;
	uint32_t size = there < a->field->size ? there : a->field->size;

	if (size)
		show_chars(s, a->holder + at, size);
	else
		s->w->string(s->o, "", 0, STRING_WHOLE);
}

static void show_string_arg(struct show *s, const struct arg *a, uint32_t limit, bool out)
{
	const struct chunk *k = arg__memory(a, PART_SELF, out);

	if (k)
		show_chunk_string(s, k, arg__ulong(a), limit);
	else
		show_pointer(s, a, out);
}

void show_path(struct show *s, const struct arg *a)
{
	show_string_arg(s, a, UINT32_MAX, false);
}

void show_str(struct show *s, const struct arg *a)
{
	show_string_arg(s, a, s->string_limit, false);
}

void show_path_out(struct show *s, const struct arg *a)
{
	show_string_arg(s, a, UINT32_MAX, true);
}

void show_str_filled(struct show *s, const struct arg *a)
{
	show_string_arg(s, a, s->string_limit, true);
}

/* As many bytes as a buffer has, at most, up to a NUL. */
void show_text_in(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, false);
	uint64_t full = arg__count(a);
	uint32_t most = full < s->string_limit ? (uint32_t)full : s->string_limit, n;

	if (!k) {
		show_pointer(s, a, false);
		return;
	}
	n = strnlen((const char *)chunk__bytes(k), k->len);
	if (n == k->len && n < most)
		show__unread(s, arg__ulong(a));
	else
		s->w->string(s->o, chunk__bytes(k), n < most ? n : most, n == k->len || n > most ? STRING_CUT : STRING_WHOLE);
}

/* Values of extended attributes: a NUL at the end is not shown, and nothing of what is longer than the kernel takes. */
static void show_xattr(struct show *s, const struct arg *a, bool out, uint64_t full)
{
	const struct chunk *k = arg__memory(a, PART_SELF, out);
	uint64_t n = full < s->string_limit ? full : s->string_limit;

	if (full > XATTR_MOST || (!k && full) || (k && k->len < n + (full > n)))
		s->w->address(s->o, arg__ulong(a));
	else if (k && n && !chunk__bytes(k)[n - 1])
		s->w->bytes(s->o, chunk__bytes(k), n, n < full ? STRING_CUT_NUL : STRING_NUL);
	else
		show__bytes(s, k, arg__ulong(a), full);
}

void show_xattr_in(struct show *s, const struct arg *a)
{
	show_xattr(s, a, false, arg__count(a));
}

void show_xattr_out(struct show *s, const struct arg *a)
{
	if (a->call->done && !a->call->failed)
		show_xattr(s, a, true, (uint64_t)a->call->ret);
	else
		s->w->address(s->o, arg__ulong(a));
}

void show_xattr_list(struct show *s, const struct arg *a)
{
	if (!a->call->done || a->call->failed || !arg__count(a))
		s->w->address(s->o, arg__ulong(a));
	else
		show__bytes(s, arg__memory(a, PART_SELF, true), arg__ulong(a), (uint64_t)a->call->ret);
}

static void show_buffer(struct show *s, const struct arg *a, const struct chunk *k, uint64_t full)
{
	if (a->spec->kind->netlink && !s->addresses)
		show__netlink(s, a, k, arg__ulong(a), full);
	else if (!a->call->row->moves || !show_events(s, a, k, full, a->spec->kind->out))
		show__bytes(s, k, arg__ulong(a), full);
}

void show_buf_in(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, false);
	uint64_t full = arg__leads(a) ? arg__count(a) : 0;

	if (arg__leads(a) && (k || !full))
		show_buffer(s, a, k, full);
	else
		show_pointer(s, a, false);
}

/* n bytes. strace shows them in hexadecimal, and none that could not be read whole. */
void show_octets_of(struct show *s, const struct arg *a, bool out, uint64_t n)
{
	const struct chunk *k = arg__memory(a, PART_SELF, out);
	uint64_t most = n < s->string_limit ? n : s->string_limit, needed = most + (most < n);

	if (!s->w->strace_marks)
		show__bytes(s, k, arg__ulong(a), n);
	else if (!arg__ulong(a) || (n && (!k || k->len < needed)))
		s->w->address(s->o, arg__ulong(a));
	else
		s->w->octets(s->o, most ? chunk__bytes(k) : (const uint8_t *)"", most, n > most ? STRING_CUT : STRING_WHOLE);
}

/* Text of which the call copies so many bytes, with or without a NUL. */
void show_boot_command(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, false);
	size_t n = k ? strnlen((const char *)chunk__bytes(k), k->len) : 0;

	if (!k)
		show_pointer(s, a, false);
	else if (s->w->whole_only && n == k->len && n < BOOT_COMMAND_BYTES && n < s->string_limit)
		show__unread(s, arg__ulong(a));
	else
		s->w->string(s->o, chunk__bytes(k), n < s->string_limit ? n : s->string_limit,
			     n == k->len || n > s->string_limit ? STRING_CUT : STRING_WHOLE);
}

void show_buf_filled(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, true);

	if (k)
		show__bytes(s, k, arg__ulong(a), arg__count(a));
	else
		show_pointer(s, a, true);
}

void show_buf_returned(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, true);
	uint64_t n = arg__count(a), ret = a->call->ret > 0 ? (uint64_t)a->call->ret : 0;

	if (k && !a->call->failed)
		show__bytes(s, k, arg__ulong(a), n < ret ? n : ret);
	else
		show_pointer(s, a, true);
}

/* Text behind a structure, whose size, which includes it, a field has. */
void show_text_beyond(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, false);
	uint64_t n = bytes_beyond(arg__count(a), a->field->offset);

	uint32_t len = k ? (uint32_t)strnlen((const char *)chunk__bytes(k), k->len < n ? k->len : n) : 0;

	if (k)
		s->w->string(s->o, chunk__bytes(k), len < s->string_limit ? len : s->string_limit, len > s->string_limit || (len == k->len && len < n) ? STRING_CUT : STRING_WHOLE);
	else
		show_pointer(s, a, false);
}

void show_counted(struct show *s, const struct arg *a)
{
	if (a->value)
		s->w->counted(s->o, a->value, arg__count(a), a->spec->name);
	else
		s->w->address(s->o, 0);
}

void show_buf_out(struct show *s, const struct arg *a)
{
	const struct call *c = a->call;

	if (!arg__leads(a) || !c->done || c->failed)
		s->w->address(s->o, arg__ulong(a));
	else
		show_buffer(s, a, arg__memory(a, PART_SELF, true), c->ret > 0 ? c->ret : 0);
}

void show_buf_out_max(struct show *s, const struct arg *a)
{
	const struct call *c = a->call;
	uint64_t full;

	if (a->index < 0 || !c->done || c->failed) {
		s->w->address(s->o, arg__ulong(a));
		return;
	}
	full = arg__count(a);
	if (full > (uint64_t)c->ret)
		full = c->ret;
	if (full)
		show_buffer(s, a, arg__memory(a, PART_SELF, true), full);
	else if (c->row->moves)
		show__bytes(s, NULL, arg__ulong(a), 0);
	else
		s->w->address(s->o, arg__ulong(a));
}

/* The vector's chunk holds the number of its strings; they follow in order. */
static void show_strings(struct show *s, const struct arg *a, const struct chunk *vec)
{
	uint64_t count = load_uint(chunk__bytes(vec), vec->len, s->swap), n = 0;
	uint64_t most = s->w->strace_marks && !s->verbose ? s->string_limit : UINT64_MAX;
	const struct call *c = a->call;

	s->w->array_begin(s->o);
	CALL_CHUNKS_EACH(k, c) {
		if (n == count || n == most)
			break;
		if (k->arg != a->index || (k->part & PART_MASK) != PART_STR || chunk__status(k) == CHUNK_NOROOM)
			continue;
		s->w->item(s->o);
		show_chunk_string(s, k, k->addr, s->string_limit);
		n++;
	}
	if (n == most && n < count)
		s->w->array_end(s->o, ARRAY_LIMIT, 0);
	else if (n == count && chunk__status(vec) == CHUNK_PARTIAL)
		s->w->array_end(s->o, ARRAY_FAULT, arg__ulong(a) + n * c->word);
	else
		s->w->array_end(s->o, n < count || chunk__status(vec) != CHUNK_OK ? ARRAY_CUT : ARRAY_WHOLE, 0);
}

/* Consecutive strings, each with its NUL; the last one lacks it if the chunk was cut. */
static void show_packed(struct show *s, const struct chunk *k)
{
	const uint8_t *p = chunk__bytes(k), *end = p + k->len;
	bool cut = chunk__status(k) != CHUNK_OK;

	s->w->array_begin(s->o);
	while (p < end) {
		const uint8_t *nul = memchr(p, 0, end - p);
		size_t len = (nul ? nul : end) - p, shown = len > s->string_limit ? s->string_limit : len;

		s->w->item(s->o);
		s->w->string(s->o, p, shown, shown < len || !nul ? STRING_CUT : STRING_WHOLE);
		p += len + 1;
	}
	s->w->array_end(s->o, cut ? ARRAY_CUT : ARRAY_WHOLE, 0);
}

void show_argv(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, false), *packed = arg__memory(a, PART_ARGS, false);

	if (k && k->len <= 8)
		show_strings(s, a, k);
	else if (packed)
		show_packed(s, packed);
	else
		show_pointer(s, a, false);
}

void show_envp(struct show *s, const struct arg *a)
{
	const struct chunk *k = arg__memory(a, PART_SELF, false);

	if (s->env)
		show_argv(s, a);
	else if (!k || k->len > 8)
		show_pointer(s, a, false);
	else if (chunk__status(k) == CHUNK_PARTIAL && (!s->w->strace_marks || !load_uint(chunk__bytes(k), k->len, s->swap)))
		show__unread(s, arg__ulong(a));
	else if (chunk__status(k) == CHUNK_PARTIAL)
		s->w->counted(s->o, arg__ulong(a), load_uint(chunk__bytes(k), k->len, s->swap), load_uint(chunk__bytes(k), k->len, s->swap) == 1 ? "var, unterminated" : "vars, unterminated");
	else
		s->w->counted(s->o, arg__ulong(a), load_uint(chunk__bytes(k), k->len, s->swap), s->w->strace_marks && load_uint(chunk__bytes(k), k->len, s->swap) == 1 ? "var" : "vars");
}

/* -- System V messages: a type, then text ----------------------------------------------------------------------------- */

/* full: bytes of the text */
static void show_mtext(struct show *s, const struct chunk *k, unsigned word, uint64_t full)
{
	uint64_t there = k->len - word, n = there < full ? there : full;

	if (n > s->string_limit)
		n = s->string_limit;
	if (there < full && there <= s->string_limit && lacks_rest(s, k))
		show__unread(s, k->addr + word);
	else
		s->w->bytes(s->o, chunk__bytes(k) + word, n, n < full ? STRING_CUT : STRING_WHOLE);
}

static void show_msgbuf(struct show *s, const struct arg *a, bool out, uint64_t full)
{
	const struct chunk *k = arg__memory(a, PART_SELF, out);
	unsigned word = a->call->word;

	/* struct msgbuf has a byte of text, and is padded */
	if (!k || k->len < (s->w->whole_only ? 2 * word : word) || (out && a->call->failed)) {
		show_pointer(s, a, out);
		return;
	}
	s->w->struct_begin(s->o);
	show_named(s, "mtype", integer, load_int(chunk__bytes(k), word, s->swap));
	show_field_name(s, "mtext");
	show_mtext(s, k, word, full);
	s->w->struct_end(s->o, false);
}

void show_msgbuf_in(struct show *s, const struct arg *a)
{
	show_msgbuf(s, a, false, arg__count(a));
}

/* strace shows as many bytes as there was room for. */
void show_msgbuf_out(struct show *s, const struct arg *a)
{
	show_msgbuf(s, a, true, s->w->strace_marks || a->call->ret < 0 ? arg__count(a) : (uint64_t)a->call->ret);
}
