// SPDX-License-Identifier: BSD-2-Clause
/* chrome_values.c - turns text of arguments, results and values into JSON, in place. Offsets count from the line's beginning. */
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

/* A decimal integer that every reader represents exactly. */
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

/* Makes room for n more bytes; the buffer may move. */
static void extend(struct out *o, size_t n)
{
	for (size_t piece; n && !o->err; n -= piece) {
		piece = n < OUT_PIECE ? n : OUT_PIECE;
		out__room(o, piece);
		if (!o->err)
			o->p += piece;
	}
}

/* Escapes for JSON the last `len` bytes, which text_values.c has escaped for terminals. */
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

/* -- Arguments and results -------------------------------------------------------------------------------------------- */

static void chrome__arg(struct out *o, const char *name, unsigned name_len)
{
	chrome__value_end(o);
	chrome__key_begin(o, name, name_len);
}

static void chrome__ret_begin(struct out *o, int64_t ret)
{
	(void)ret;
	KEY(o, "ret");
}

static void chrome__ret_error(struct out *o, int64_t ret, const char *name, const char *text)
{
	(void)text;
	KEY(o, "ret");
	out__lit(o, "-1");
	chrome__value_end(o);
	KEY(o, "errno");
	if (name)
		put_str(o, name);
	else
		FMT(o, fmt__u64, -(uint64_t)ret);
	chrome__value_end(o);
}

static void chrome__ret_extra_begin(struct out *o, const char *name)
{
	if (!name)
		name = "ret_text";
	o->state[CHROME_EXTRA] = (uintptr_t)name;
	chrome__arg(o, name, (unsigned)strlen(name));
}

static void chrome__ret_extra_end(struct out *o)
{
	if (chrome__value_len(o) == 1) {	/* no value: only the key */
		o->p--;
		o->state[CHROME_MARK] = 0;
		out__lit(o, "true");
	}
	chrome__value_end(o);
}

/* -- Compounds: fields of a signal are members of args ---------------------------------------------------------------- */

static void chrome__struct_begin(struct out *o)
{
	o->depth++;
	text__struct_begin(o);
}

static void chrome__field(struct out *o, const char *name, unsigned name_len)
{
	if (o->depth || !name)
		text__field(o, name, name_len);
	else
		chrome__arg(o, name, name_len);
}

static void chrome__struct_end(struct out *o, bool abridged)
{
	if (o->depth)
		o->depth--;
	text__struct_end(o, abridged);
}

static void chrome__struct_fault(struct out *o, uint64_t addr)
{
	(void)addr;
	chrome__struct_end(o, true);
}

static void chrome__macro_begin(struct out *o, const char *name)
{
	o->depth++;
	text__macro_begin(o, name);
}

static void chrome__macro_end(struct out *o)
{
	if (o->depth)
		o->depth--;
	text__macro_end(o);
}

static void chrome__ret_none(struct out *o)
{
	(void)o;
}

const struct verbs chrome_verbs = {
	.arg = chrome__arg, .ret_begin = chrome__ret_begin, .ret_error = chrome__ret_error, .ret_none = chrome__ret_none,
	.ret_extra_begin = chrome__ret_extra_begin, .ret_extra_end = chrome__ret_extra_end,
	TEXT_VALUES(TEXT_VERB)
	.struct_begin = chrome__struct_begin, .field = chrome__field, .struct_end = chrome__struct_end, .struct_fault = chrome__struct_fault,
	.macro_begin = chrome__macro_begin, .macro_end = chrome__macro_end,
};
