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
#define BUFFER 1		/* the buffer's argument; the descriptor is the first */

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

void strace_dump__put(struct out *o, const struct call *c)
{
	const struct arg_spec *args = c->row ? c->row->args : NULL;
	const struct kind *kind = args ? args[BUFFER].kind : NULL;
	const struct chunk *k;
	bool out;

	if (!kind || !args[0].kind->is_fd || args[BUFFER].shape || kind->shape || kind->is_path || kind->cap[0].op != CAP_BUF)
		return;
	out = kind->out;
	if ((out && (!c->done || c->failed)) || !has_bit(out ? o->opt.strace.dump_read : o->opt.strace.dump_written, (uint32_t)c->args[0]))
		return;
	k = call__chunk(c, BUFFER, PART_SELF, out);
	if (k && chunk__has_bytes(k))
		put_bytes(o, chunk__bytes(k), k->len);
}
