// SPDX-License-Identifier: BSD-2-Clause
/* chrome_values.c - owns how a value's text becomes JSON, in place. Offsets count from the beginning of the line. */
#include "chrome.h"

void chrome__key_begin(struct out *o, const char *name, size_t len)
{
	if (o->state[CHROME_KEYS]++)
		out__lit(o, ",");
	out__lit(o, "\"");
	out__put(o, name, len);
	out__lit(o, "\":\"");
	o->state[CHROME_MARK] = out__line_len(o);
	o->state[TEXT_SET] = 0;
	o->first = true;
}

/* Digits that every reader takes for the same number. */
static bool is_number(const char *s, size_t len)
{
	size_t i = len && *s == '-';

	if (len - i < 1 || len - i > 15 || (s[i] == '0' && len > 1))
		return false;
	for (; i < len; i++)
		if (s[i] < '0' || s[i] > '9')
			return false;
	return true;
}

static size_t count_escapes(const char *s, size_t len)
{
	size_t n = 0;

	for (size_t i = 0; i < len; i++)
		n += s[i] == '"' || s[i] == '\\';
	return n;
}

/* Makes room behind what is stored; what is stored may move. */
static void extend(struct out *o, size_t n)
{
	for (size_t piece; n && !o->err; n -= piece) {
		piece = n < OUT_PIECE ? n : OUT_PIECE;
		out__room(o, piece);
		if (!o->err)
			o->p += piece;
	}
}

/* The last `len` bytes are text that text_values.c escaped: only what JSON reads otherwise is left to escape. */
static void escape_in_place(struct out *o, size_t len)
{
	size_t more = count_escapes(o->p - len, len);
	char *from, *to;

	if (!more)
		return;
	extend(o, more);
	if (o->err)
		return;
	for (to = o->p, from = to - more; from != to;) {
		*--to = *--from;
		if (*from == '"' || *from == '\\')
			*--to = '\\';
	}
}

size_t chrome__value_len(const struct out *o)
{
	size_t mark = o->state[CHROME_MARK], end = out__line_len(o);

	return mark && !o->err && end >= mark ? end - mark + 1 : 0;
}

void chrome__string_end(struct out *o)
{
	size_t len = chrome__value_len(o);

	o->state[CHROME_MARK] = 0;
	if (!len)
		return;
	escape_in_place(o, len - 1);
	out__lit(o, "\"");
}

void chrome__value_end(struct out *o)
{
	size_t len = chrome__value_len(o);

	if (!len || !is_number(o->p - len + 1, len - 1)) {
		chrome__string_end(o);
		return;
	}
	o->state[CHROME_MARK] = 0;
	memmove(o->p - len, o->p - len + 1, len - 1);
	o->p--;
}
