// SPDX-License-Identifier: BSD-2-Clause
/* event_print.c - pairs conversions with arguments. The text is not trusted; nothing else of it is used. */
#include "event_print.h"

#include <string.h>

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* The end of the string literal that begins at p. */
static const char *skip_string(const char *p)
{
	for (p++; *p && *p != '"'; p++)
		if (*p == '\\' && p[1])
			p++;
	return *p ? p + 1 : p;
}

/* The end of the argument that begins at p: a comma, or the end of the text. */
static const char *skip_argument(const char *p)
{
	int depth = 0;

	while (*p && (depth > 0 || *p != ',')) {
		if (*p == '"') {
			p = skip_string(p);
			continue;
		}
		depth += (*p == '(' || *p == '{') - (*p == ')' || *p == '}');
		p++;
	}
	return p;
}

/* Is the argument REC->field and nothing else, apart from casts and parentheses? */
static bool is_field(const char *p, const char *end, const char *field)
{
	size_t len = strlen(field);
	const char *rec = memmem(p, (size_t)(end - p), "REC->", 5);

	for (; rec && p < rec; p++)
		if (!is_word(*p) && !strchr("() *", *p))
			return false;
	if (!rec || (size_t)(end - rec) < 5 + len || memcmp(rec + 5, field, len))
		return false;
	for (p = rec + 5 + len; p < end; p++)
		if (!strchr(") \n", *p))
			return false;
	return true;
}

/* The letter of the conversion at *p, which is moved past it; 0: it takes no argument. `widths`: arguments for '*'. */
static char conversion(const char **p, unsigned *widths)
{
	const char *at = *p;
	char c;

	for (at += strspn(at, "#-+ 0123456789.lhzjtLq*"); *p < at; ++*p)
		*widths += **p == '*';
	c = *at;
	*p = c ? at + 1 : at;
	return c == '%' ? 0 : c;
}

/* The n-th argument; NULL: there are fewer. */
static const char *argument(const char *args, unsigned n)
{
	for (; *args == ','; args = skip_argument(args + 1))
		if (!n--)
			return args + 1;
	return NULL;
}

char event_print__hex(const char *print, const char *field)
{
	const char *p = strchr(print, '"'), *end = p ? skip_string(p) : NULL, *args = end;
	unsigned n = 0;

	if (!p)
		return 0;
	for (p++; p < end; ) {
		const char *arg;
		char c;

		if (*p++ != '%')
			continue;
		c = conversion(&p, &n);
		arg = c ? argument(args, n++) : NULL;
		if (arg && (c == 'x' || c == 'X' || c == 'p') && is_field(arg, skip_argument(arg), field))
			return c;
	}
	return 0;
}
