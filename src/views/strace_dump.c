// SPDX-License-Identifier: BSD-2-Clause
/*
 * strace_dump.c - dumps in strace's form:
 *
 *	 | 00000  68 65 6c 6c 6f 0a                                 hello.           |
 */
#include "strace_dump.h"

#include "lib/fmt.h"

#define WIDTH 16		/* bytes of a line, in two groups */
#define GROUP 8

static bool has_bit(const uint64_t bits[16], uint64_t fd)
{
	return fd < 1024 && bits[fd / 64] >> fd % 64 & 1;
}

static char *put_hex(char *p, const uint8_t *bytes, uint32_t n)
{
	for (uint32_t i = 0; i < WIDTH; i++) {
		if (i < n)
			p = fmt__hex_digits(p, bytes[i], 2);
		else
			p = (char *)memset(p, ' ', 2) + 2;
		*p++ = ' ';
		if ((i + 1) % GROUP == 0)
			*p++ = ' ';
	}
	return p;
}

static char *put_text(char *p, const uint8_t *bytes, uint32_t n)
{
	for (uint32_t i = 0; i < WIDTH; i++)
		*p++ = i >= n ? ' ' : bytes[i] >= ' ' && bytes[i] < 0x7f ? (char)bytes[i] : '.';
	return p;
}

static unsigned offset_digits(uint32_t len)
{
	unsigned digits = 5;

	while (digits < 8 && len > UINT32_C(1) << 4 * digits)
		digits++;
	return digits;
}

static void put_bytes(struct out *o, const uint8_t *bytes, uint32_t len)
{
	unsigned digits = offset_digits(len);

	for (uint32_t at = 0; at < len; at += WIDTH) {
		uint32_t n = len - at < WIDTH ? len - at : WIDTH;

		out__lit(o, "\n | ");
		out__room(o, 0);
		o->p = fmt__hex_digits(o->p, at, digits);
		o->p = (char *)memset(o->p, ' ', 2) + 2;
		o->p = put_text(put_hex(o->p, bytes + at, n), bytes + at, n);
		out__lit(o, " |");
	}
}

/* Position of the argument that is a descriptor, or of the one that is plain bytes; -1: none. */
static int find_arg(const struct row *row, bool (*is)(const struct arg_spec *spec))
{
	for (int i = 0; row && i < CALL_ARGS && row->args[i].name; i++)
		if (is(&row->args[i]))
			return i;
	return -1;
}

static bool is_descriptor(const struct arg_spec *spec)
{
	return spec->kind->is_fd;
}

static bool is_buffer(const struct arg_spec *spec)
{
	const struct kind *kind = spec->kind;

	return !spec->shape && !kind->shape && !kind->is_path && kind->cap[0].op == CAP_BUF;
}

void strace_dump__put(struct out *o, const struct call *c)
{
	int fd = find_arg(c->row, is_descriptor), buffer = find_arg(c->row, is_buffer);
	const struct chunk *k;
	bool out;

	if (fd < 0 || buffer < 0)
		return;
	out = c->row->args[buffer].kind->out;
	if ((out && (!c->done || c->failed)) || !has_bit(out ? o->opt.strace.dump_read : o->opt.strace.dump_written, (uint32_t)c->args[fd]))
		return;
	k = call__chunk(c, (unsigned)buffer, PART_SELF, out);
	if (k && chunk__has_bytes(k))
		put_bytes(o, chunk__bytes(k), k->len);
}
