// SPDX-License-Identifier: BSD-2-Clause
/*
 * strace_dump.c - dumps in strace's form:
 *
 *	 | 00000  68 65 6c 6c 6f 0a                                 hello.           |
 */
#include "strace_dump.h"

#include "lib/fmt.h"
#include "writers/text.h"

#define WIDTH 16		/* bytes of a line, in two groups */
#define GROUP 8

/* The last bit is also that of all higher descriptors. */
static bool has_bit(const uint64_t bits[16], uint64_t fd)
{
	if (fd > 1023)
		fd = 1023;
	return bits[fd / 64] >> fd % 64 & 1;
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

struct dump {
	struct out *o;
	uint32_t pid;
};

static void put_buffer(void *dump, int n, const struct chunk *k, uint64_t addr, uint64_t len)
{
	const struct dump *d = dump;
	struct out *o = d->o;

	if (!len)
		return;
	if (n >= 0) {
		out__lit(o, "\n * ");
		FMT(o, fmt__u64, len);
		put_str(o, " bytes in buffer ");
		FMT(o, fmt__u64, (uint64_t)n);
	}
	if (!k || !chunk__has_bytes(k) || !k->len)
		return;
	put_bytes(o, chunk__bytes(k), k->len < len ? k->len : (uint32_t)len);
	if (k->len >= len)
		return;
	addr += k->len;
	len -= k->len;
	out__lit(o, "\n | <Cannot fetch ");
	FMT(o, fmt__u64, len);
	put_str(o, len == 1 ? " byte from pid " : " bytes from pid ");
	FMT(o, fmt__u64, d->pid);
	out__lit(o, " @");
	FMT(o, fmt__hex, addr);
	out__lit(o, ">");
}

static void put_message(void *dump, unsigned n, uint64_t buffers)
{
	struct out *o = ((const struct dump *)dump)->o;

	out__lit(o, "\n = ");
	FMT(o, fmt__u64, buffers);
	out__lit(o, " buffers in vector ");
	FMT(o, fmt__u64, n);
}

void strace_dump__put(struct out *o, const struct call *c, uint32_t pid)
{
	int fd = c->row && c->row->moves ? row__fd_arg(c->row) : -1;
	struct dump d = { .o = o, .pid = pid };
	bool reads = fd >= 0 && call__reads(c);

	if (fd < 0 || (reads && (!c->done || c->failed)))
		return;
	if (has_bit(reads ? o->opt.strace.dump_read : o->opt.strace.dump_written, (uint32_t)c->args[fd]))
		call__each_buffer(c, &(struct buffers){ .o = &d, .buffer = put_buffer, .message = put_message });
}
