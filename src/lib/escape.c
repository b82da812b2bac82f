/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * escape.c - owns which characters are printable, and how others are escaped.
 *
 * Runs of plain bytes are copied eight at a time; a byte's class decides about the others. Bytes are taken in pieces whose worst
 * case (octal: 4 bytes for one, \u00XX: 6) fits OUT_MARGIN, so room is reserved once per piece.
 */
#include "escape.h"

#include "fmt.h"

#define PIECE 64	/* bytes; the last word of a piece may run 7 over */

enum { CONTROL = 1 << 0, HIGH = 1 << 1 };	/* classes in addition to enum escape_mode */

static const uint8_t class_of[256] = {
	[0x00 ... 0x1f] = CONTROL,
	['"'] = ESCAPE_QUOTE,
	['<'] = ESCAPE_ANGLE,
	['>'] = ESCAPE_ANGLE,
	['\\'] = ESCAPE_BACKSLASH,
	[0x7f] = CONTROL,
	[0x80 ... 0xff] = HIGH,
};

#define EACH(byte) (0x0101010101010101ULL * (byte))

/* High bits of the bytes of v that are 0; perhaps of others too when there is one. */
static inline uint64_t zeros(uint64_t v)
{
	return (v - EACH(0x01)) & ~v & EACH(0x80);
}

/* All bytes of v are printable ASCII (0x20-0x7e), and none is in a class of `mode`. */
static inline bool is_plain(uint64_t v, unsigned mode)
{
	uint64_t odd = v | (v + EACH(0x01)) | ((v - EACH(0x20)) & ~v);

	odd = (odd & EACH(0x80)) | zeros(v ^ EACH('"')) | zeros(v ^ EACH('\\'));
	if (mode & ESCAPE_ANGLE)
		odd |= zeros((v | EACH(0x02)) ^ EACH('>'));
	return odd == 0;
}

static inline bool is_tail(uint8_t c)
{
	return (c & 0xc0) == 0x80;
}

static bool tails(const uint8_t *p, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (!is_tail(p[i]))
			return false;
	return true;
}

/* Length of a UTF-8 character whose first byte is c >= 0x80; 0: no character begins with c. */
static unsigned char_len(uint8_t c)
{
	return c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;
}

/* The character at p, which begins with a byte >= 0x80, and its length; 0: it is not UTF-8. */
static unsigned decode(const uint8_t *p, const uint8_t *end, uint32_t *cp)
{
	unsigned n = char_len(*p);

	if (n == 0 || (size_t)(end - p) < n || !tails(p + 1, n - 1))
		return 0;
	if (n == 2) {
		*cp = (p[0] & 0x1fu) << 6 | (p[1] & 0x3fu);
		return 2;
	}
	if (n == 3) {
		*cp = (p[0] & 0x0fu) << 12 | (p[1] & 0x3fu) << 6 | (p[2] & 0x3fu);
		return *cp < 0x800 || (*cp >= 0xd800 && *cp < 0xe000) ? 0 : 3;
	}
	*cp = (p[0] & 0x07u) << 18 | (p[1] & 0x3fu) << 12 | (p[2] & 0x3fu) << 6 | (p[3] & 0x3fu);
	return *cp < 0x10000 || *cp > 0x10ffff ? 0 : 4;
}

struct range {
	uint32_t from, to;
};

/* Characters >= U+0080 that are always escaped, sorted. */
static const struct range steering[] = {
	{ 0x0080, 0x009f },	/* C1 controls */
	{ 0x061c, 0x061c },	/* Arabic letter mark */
	{ 0x200e, 0x200f },	/* left-to-right mark, right-to-left mark */
	{ 0x2028, 0x202e },	/* separators, embeddings and overrides */
	{ 0x2060, 0x206f },	/* invisible operators, isolates, deprecated controls */
	{ 0xfeff, 0xfeff },	/* byte order mark */
	{ 0xfff9, 0xfffb },	/* interlinear annotation */
	{ 0xfffe, 0xffff },	/* noncharacters */
	{ 0xe0000, 0xe007f },	/* tags */
};

static bool is_printable(uint32_t cp)
{
	for (unsigned i = 0; i < sizeof(steering) / sizeof(steering[0]); i++)
		if (cp <= steering[i].to)
			return cp < steering[i].from;
	return true;
}

static char letter_of(uint8_t c)
{
	switch (c) {
	case '\n': return 'n';
	case '\t': return 't';
	case '\r': return 'r';
	case '\v': return 'v';
	case '\f': return 'f';
	case '"': return '"';
	case '\\': return '\\';
	}
	return 0;
}

/* next: the byte that follows in the output, 0: none. Before a digit an escape has three digits, or the digit would be read as its part. */
static char *put_octal(char *d, uint8_t c, uint8_t next)
{
	bool full = next >= '0' && next <= '9';

	*d++ = '\\';
	if (full || c >= 0100)
		*d++ = (char)('0' + (c >> 6));
	if (full || c >= 010)
		*d++ = (char)('0' + (c >> 3 & 7));
	*d++ = (char)('0' + (c & 7));
	return d;
}

static char *put_escape(char *d, uint8_t c, uint8_t next)
{
	char letter = letter_of(c);

	if (!letter)
		return put_octal(d, c, next);
	*d++ = '\\';
	*d++ = letter;
	return d;
}

/* One character that is not plain, as text. Returns the input bytes it took. */
static unsigned text_char(char **d, const uint8_t *p, const uint8_t *end, size_t *hidden)
{
	uint32_t cp;
	unsigned n;

	if (*p >= 0x80 && (n = decode(p, end, &cp)) != 0 && is_printable(cp)) {
		memcpy(*d, p, n);
		*d += n;
		*hidden += n - 1;
		return n;
	}
	*d = put_escape(*d, *p, p + 1 < end ? p[1] : 0);
	return 1;
}

static const uint8_t *text_piece(struct out *o, const uint8_t *p, const uint8_t *end, unsigned mode, size_t *hidden)
{
	const uint8_t *stop = end - p > PIECE ? p + PIECE : end;
	unsigned before = 0;		/* plain bytes before p: up to 8 */
	char *d = o->p;

	while (p < stop) {
		unsigned n = end - p > 8 ? 8 : (unsigned)(end - p), again = 8 - n;
		const uint8_t *word = p + n;
		uint64_t v;

		if (again <= before) {	/* less than a word is left: load it with the bytes before it */
			memcpy(&v, p - again, 8);
			if (is_plain(v, mode)) {
				memcpy(d - again, &v, 8);
				p += n;
				d += n;
				before = 8;
				continue;
			}
		}
		before = 0;
		while (p < word) {
			if (class_of[*p] & mode)
				p += text_char(&d, p, end, hidden);
			else
				*d++ = (char)*p++;
		}
	}
	o->p = d;
	return p;
}

size_t escape__text(struct out *o, const void *s, size_t len, unsigned mode)
{
	const uint8_t *p = s, *end;
	size_t hidden = 0;

	if (!len)		/* s may be NULL */
		return 0;
	end = p + len;
	while (p < end) {
		out__room(o, 0);
		p = text_piece(o, p, end, mode | CONTROL | HIGH, &hidden);
	}
	return hidden;
}

static char *put_u(char *d, uint32_t v)
{
	memcpy(d, "\\u", 2);
	return fmt__hex_digits(d + 2, v, 4);
}

/* \uXXXX; a pair of surrogates beyond U+FFFF. */
static char *put_json_escape(char *d, uint32_t cp)
{
	char letter = cp < 0x80 && cp != '\v' && cp != '\f' ? letter_of((uint8_t)cp) : 0;

	if (letter) {
		*d++ = '\\';
		*d++ = letter;
		return d;
	}
	if (cp < 0x10000)
		return put_u(d, cp);
	d = put_u(d, 0xd800 + ((cp - 0x10000) >> 10));
	return put_u(d, 0xdc00 + ((cp - 0x10000) & 0x3ff));
}

static unsigned json_char(char **d, const uint8_t *p, const uint8_t *end)
{
	uint32_t cp = *p;
	unsigned n = 1;

	if (*p >= 0x80) {
		n = decode(p, end, &cp);
		if (n == 0) {	/* not UTF-8, against the contract: U+FFFD keeps the line valid */
			n = 1;
			cp = 0xfffd;
		} else if (is_printable(cp)) {
			memcpy(*d, p, n);
			*d += n;
			return n;
		}
	}
	*d = put_json_escape(*d, cp);
	return n;
}

static const uint8_t *json_piece(struct out *o, const uint8_t *p, const uint8_t *end)
{
	const uint8_t *stop = end - p > PIECE ? p + PIECE : end;
	char *d = o->p;

	while (p < stop) {
		uint64_t v;

		if (end - p >= 8) {
			memcpy(&v, p, 8);
			if (is_plain(v, 0)) {
				memcpy(d, &v, 8);
				p += 8;
				d += 8;
				continue;
			}
		}
		if (class_of[*p] & (CONTROL | HIGH | ESCAPE_STRING))
			p += json_char(&d, p, end);
		else
			*d++ = (char)*p++;
	}
	o->p = d;
	return p;
}

void escape__json(struct out *o, const void *s, size_t len)
{
	const uint8_t *p = s, *end = p + len;

	while (p < end) {
		out__room(o, 0);
		p = json_piece(o, p, end);
	}
}

size_t utf8__valid(const void *s, size_t len)
{
	const uint8_t *start = s, *p = s, *end = p + len;
	uint32_t cp;
	unsigned n;

	while (p < end) {
		uint64_t v;

		if (end - p >= 8) {
			memcpy(&v, p, 8);
			if (!(v & EACH(0x80))) {
				p += 8;
				continue;
			}
		}
		n = *p < 0x80 ? 1 : decode(p, end, &cp);
		if (n == 0)
			break;
		p += n;
	}
	return (size_t)(p - start);
}

/* Completed with the lowest or with the highest continuation bytes, it is a character. */
bool utf8__is_cut(const void *s, size_t len)
{
	static const uint8_t tail[2] = { 0x80, 0xbf };
	uint8_t whole[4];
	uint32_t cp;

	if (len == 0 || len > 3)
		return false;
	for (unsigned i = 0; i < 2; i++) {
		memset(whole, tail[i], sizeof(whole));
		memcpy(whole, s, len);
		if (decode(whole, whole + sizeof(whole), &cp) > len)
			return true;
	}
	return false;
}
