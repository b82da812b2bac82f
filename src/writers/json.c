/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * json.c - owns JSON's syntax: separators, brackets, numbers and strings.
 *
 * Invariant: separators and closing brackets follow from JSON_KINDS, the compounds that are open, never from the caller.
 */
#include "json.h"

#include "lib/escape.h"
#include "lib/fmt.h"

#define NUMBER_MAX (1LL << 53)	/* doubles, which many readers use, are exact up to here */

static inline bool in_array(const struct out *o)
{
	return o->depth && o->state[JSON_KINDS] & 1;
}

void json__quoted(struct out *o, const char *s, size_t len)
{
	out__lit(o, "\"");
	escape__json(o, s, len);
	out__lit(o, "\"");
}

static void separate(struct out *o)
{
	if (!o->first)
		out__lit(o, ",");
	o->first = false;
}

static void fill_pending(struct out *o)
{
	if (o->state[JSON_PENDING])
		out__lit(o, "null");
	o->state[JSON_PENDING] = 0;
}

void json__key(struct out *o, const char *name, size_t len)
{
	if (in_array(o))
		return;
	fill_pending(o);
	separate(o);
	out__lit(o, "\"");
	out__put(o, name, len);
	out__lit(o, "\":");
	o->state[JSON_PENDING] = 1;
}

void json__value(struct out *o)
{
	if (o->state[JSON_RESULT]) {
		o->state[JSON_RESULT] = 0;
		JSON_KEY(o, "ret_value");
	}
	if (in_array(o)) {
		separate(o);
		return;
	}
	if (o->depth && !o->state[JSON_PENDING])
		JSON_KEY(o, "_");
	o->state[JSON_PENDING] = 0;
}

void json__push(struct out *o, bool array)
{
	json__value(o);
	out__put(o, array ? "[" : "{", 1);
	o->state[JSON_KINDS] = o->state[JSON_KINDS] << 1 | array;
	o->depth++;
	o->first = true;
}

void json__pop(struct out *o)
{
	if (o->depth <= o->state[JSON_BASE])
		return;
	fill_pending(o);
	out__put(o, in_array(o) ? "]" : "}", 1);
	o->state[JSON_KINDS] >>= 1;
	o->depth--;
	o->first = false;
}

void json__pop_to(struct out *o, unsigned depth)
{
	o->state[JSON_BASE] = depth;
	while (o->depth > depth)
		json__pop(o);
	o->state[JSON_RESULT] = 0;
}

void json__number(struct out *o, int64_t v)
{
	bool exact = v >= -NUMBER_MAX && v <= NUMBER_MAX;

	json__value(o);
	out__room(o, 0);
	if (!exact)
		*o->p++ = '"';
	o->p = fmt__i64(o->p, v);
	if (!exact)
		*o->p++ = '"';
}

void json__digits(struct out *o, uint64_t v)
{
	json__value(o);
	out__room(o, 0);
	*o->p++ = '"';
	o->p = fmt__u64(o->p, v);
	*o->p++ = '"';
}

void json__unumber(struct out *o, uint64_t v)
{
	if (v <= (uint64_t)NUMBER_MAX)
		json__number(o, (int64_t)v);
	else
		json__digits(o, v);
}

void json__hex(struct out *o, uint64_t v)
{
	json__value(o);
	out__room(o, 0);
	*o->p++ = '"';
	o->p = fmt__hex(o->p, v);
	*o->p++ = '"';
}

void json__literal(struct out *o, const char *s)
{
	json__value(o);
	out__put(o, s, strlen(s));
}

void json__str(struct out *o, const char *s)
{
	json__value(o);
	json__quoted(o, s, strlen(s));
}

static void put_hex_bytes(struct out *o, const uint8_t *s, size_t len)
{
	json__value(o);
	out__lit(o, "\"");
	for (size_t i = 0; i < len; i++) {
		out__room(o, 0);
		o->p = fmt__hex_digits(o->p, s[i], 2);
	}
	out__lit(o, "\"");
}

static void put_wrapped(struct out *o, const char *s, size_t len, bool utf8, bool cut)
{
	json__push(o, false);
	if (utf8) {
		JSON_KEY(o, "string");
		json__value(o);
		json__quoted(o, s, len);
	} else {
		JSON_KEY(o, "bytes");
		put_hex_bytes(o, (const uint8_t *)s, len);
	}
	if (cut)
		JSON_MEMBER(o, "truncated", literal, "true");
	json__pop(o);
}

void json__text(struct out *o, const char *s, size_t len, bool cut)
{
	size_t valid = utf8__valid(s, len);
	bool utf8 = valid == len || (cut && utf8__is_cut(s + valid, len - valid));

	if (utf8 && !cut) {
		json__value(o);
		json__quoted(o, s, len);
	} else {
		put_wrapped(o, s, utf8 ? valid : len, utf8, cut);
	}
}
